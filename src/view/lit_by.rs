//! Names the lights that shine on the player, as far as the player knows them.

use bevy::math::IVec2;
use bevy::platform::collections::HashSet;

use super::scene::{PointOfView, Scene};
use super::sentences::{article, compass, with_article};
use crate::grid::Direction;
use crate::vision::Knowledge;

/// The most lights that a sentence names.
const MOST: usize = 3;

/// A light that shines on the player.
#[derive(Clone, Debug)]
pub struct KnownLight {
    /// What shines, such as `a torch` or `your lantern`.
    pub name: String,
    /// The cell from which it shines, as an offset from the player; `None` if the player does not see what shines, or if it
    /// is the light of the place.
    pub offset: Option<IVec2>,
    /// Whether the player carries it.
    pub is_own: bool,
    /// Whether water puts it out.
    pub can_be_put_out: bool,
}

impl KnownLight {
    /// Returns the name and the place, such as `a torch 3 north`.
    pub(super) fn words(&self) -> String {
        let offset = self.offset.unwrap_or_default();
        let name = &self.name;
        Direction::towards(offset).map_or_else(
            || name.clone(),
            |way| {
                let far = offset.abs().max_element();
                format!("{name} {far} {}", compass(way))
            },
        )
    }
}

impl Scene<'_, '_> {
    /// Returns the lights that shine on the owner of these eyes: that of the place, then the nearest first, its own last.
    /// None of them if the cell is dark, or if the world has no darkness.
    pub fn lights_on(&self, eyes: &PointOfView) -> Vec<KnownLight> {
        if !self.light.is_lit_world() || self.light.level(eyes.at) == 0 {
            return Vec::new();
        }
        let shining = self.light.lights_at(eyes.at);
        let shining = shining.filter(|(.., light)| !light.darkness && light.radius > 0);
        let mut lights: Vec<_> = shining.map(|(who, at, _)| (who, at)).collect();
        lights.sort_by_key(|&(who, at)| {
            let offset = at - eyes.at;
            (who == eyes.entity, offset.length_squared(), at.y, at.x)
        });
        let in_view = self.in_view(eyes, false);
        let name = |(who, at): (_, IVec2)| {
            if who == eyes.entity {
                let has_beacon = self.quest.as_ref().is_some_and(|it| it.has_beacon);
                return KnownLight {
                    name: if has_beacon {
                        "the beacon"
                    } else {
                        "your lantern"
                    }
                    .to_owned(),
                    offset: Some(IVec2::ZERO),
                    is_own: true,
                    can_be_put_out: !has_beacon,
                };
            }
            let sees = eyes.viewshed.as_ref().is_some_and(|it| it.sees(at)) || at == eyes.at;
            let bearer = in_view.iter().find(|it| it.who == Some(who));
            let known = self.what_shines(eyes, at, bearer).filter(|_| sees);
            let offset = known.is_some().then_some(at - eyes.at);
            let (name, can_be_put_out) =
                known.unwrap_or_else(|| ("a light that you do not see".to_owned(), false));
            KnownLight {
                name,
                offset,
                is_own: false,
                can_be_put_out,
            }
        };
        let mut lights: Vec<KnownLight> = lights.into_iter().map(name).collect();
        // The player cannot tell how many there are.
        let mut is_first = true;
        lights.retain(|it| it.offset.is_some() || std::mem::take(&mut is_first));
        if self.light.ambient_level(eyes.at) > 0 {
            lights.insert(
                0,
                KnownLight {
                    name: "the light of this place".to_owned(),
                    offset: None,
                    is_own: false,
                    can_be_put_out: false,
                },
            );
        }
        lights
    }

    /// Names what shines on a cell, and says whether water puts it out.
    fn what_shines(
        &self,
        eyes: &PointOfView,
        at: IVec2,
        bearer: Option<&super::InView>,
    ) -> Option<(String, bool)> {
        if let Some(bearer) = bearer {
            return Some((format!("{}'s light", bearer.called), true));
        }
        let Knowledge::Seen { tile, object, .. } = eyes.memory.get(at) else {
            return None;
        };
        if tile.flame().is_some() {
            let can_be_put_out = tile.put_out().is_some() || tile.burns();
            return Some((with_article(tile), can_be_put_out));
        }
        let thing = self.things.get(object?)?;
        Some((format!("{} {}", article(&thing.name), thing.name), true))
    }

    /// Says what lights the owner of these eyes, such as `lit by a torch 3 north and by your lantern`; `None` if nothing
    /// does, or if the world has no darkness.
    pub fn lit_by(&self, eyes: &PointOfView) -> Option<String> {
        lit_by(self.lights_on(eyes), KnownLight::words)
    }

    /// Returns whether the owner of these eyes would stand in the dark if every light on `cells` went out, as far as the
    /// player knows.
    pub fn would_be_dark(&self, eyes: &PointOfView, cells: &HashSet<IVec2>) -> bool {
        let lights = self.lights_on(eyes);
        let goes_out = |it: &KnownLight| {
            let at = it.offset.map(|offset| eyes.at + offset);
            it.can_be_put_out && at.is_some_and(|at| cells.contains(&at))
        };
        self.light.level(eyes.at) > 0 && lights.iter().all(goes_out)
    }
}

/// Lists lights: the nearest, and the player's own, which can be shut and so is always named.
pub(super) fn lit_by(
    lights: Vec<KnownLight>,
    words: impl Fn(&KnownLight) -> String,
) -> Option<String> {
    let (own, others): (Vec<KnownLight>, Vec<KnownLight>) =
        lights.into_iter().partition(|it| it.is_own);
    let most = MOST - own.len().min(MOST);
    let more = others.len().saturating_sub(most);
    let named = others.iter().take(most).chain(&own);
    let mut named: Vec<String> = named.map(words).collect();
    named.extend((more > 0).then(|| format!("{more} more")));
    let (last, others) = named.split_last()?;
    Some(match others {
        [] => format!("lit by {last}"),
        _ => format!("lit by {} and by {last}", others.join(", by ")),
    })
}
