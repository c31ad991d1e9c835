//! Shows which creatures see the player, and from which cells the player can be seen. The rules themselves are in the
//! simulation's `sense` module.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::ShowsExposure;
use super::in_view::{InView, InViewKind, Knows};
use super::scene::{PointOfView, Scene};
use crate::control::Gait;
use crate::game::mind::Breathes;
use crate::game::{
    Awareness, Camouflage, Clock, Exposure, Hider, KnownMap, Number, Visibility, Watcher, watches,
};
use crate::map::Air;
use crate::vision::{Position, Viewshed};

/// How many enemies in view know where the player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watchers {
    /// How many see it.
    pub see: usize,
    /// How many are beside it and only feel it.
    pub feel: usize,
}

impl Watchers {
    /// Counts the creatures in view that know where the owner of the eyes is.
    pub fn of(in_view: &[InView]) -> Self {
        let count = |knows| in_view.iter().filter(|it| it.knows == Some(knows)).count();
        Self {
            see: count(Knows::Sees),
            feel: count(Knows::Feels),
        }
    }

    /// Returns the panel's words, such as `seen by 2` and `felt by 1`.
    pub(super) fn words(self) -> Vec<String> {
        let all = [("seen", self.see), ("felt", self.feel)].into_iter();
        let all = all.filter(|(_, count)| *count > 0);
        all.map(|(how, count)| format!("{how} by {count}"))
            .collect()
    }
}

/// Returns the panel's words for how well a creature can be seen, if `watchers` in view know where it is.
pub fn exposure_words(visibility: Visibility, watchers: Watchers) -> &'static str {
    match visibility {
        Visibility::Hidden if watchers == Watchers::default() => "hidden in the dark",
        Visibility::Hidden => "in the dark",
        Visibility::Dim => "Exposed (dim)",
        Visibility::Bright => "Exposed (bright)",
    }
}

impl Scene<'_, '_> {
    /// Returns how well the owner of these eyes can be seen; `None` in a world without darkness.
    pub fn visibility(&self, eyes: &PointOfView) -> Option<Visibility> {
        let clear = Air::default();
        let level = self.hider(eyes, &clear).level(&self.light);
        level.map(Visibility::in_light)
    }

    /// Returns which of the creatures in view are enemies that know where the owner of these eyes is, and how. The numbers
    /// are positions in `in_view`.
    pub(super) fn watching(&self, eyes: &PointOfView, in_view: &[InView]) -> Vec<(usize, Knows)> {
        let Some(map) = &self.map else {
            return Vec::new();
        };
        let hider = self.hider(eyes, map.air());
        let knows = |it: &Watcher| {
            let knows = it.is_awake()
                && self.light.sees(map.opacities(), it.viewshed, eyes.at)
                && hider.can_be_made_out(eyes.at, it.at);
            let sees = || watches((map, &self.light), it.viewshed, it.at, eyes.at);
            knows.then(|| if sees() { Knows::Sees } else { Knows::Feels })
        };
        let enemies = in_view.iter().enumerate();
        let enemies = enemies.filter(|(_, it)| it.kind == InViewKind::Enemy);
        let watching = enemies.filter_map(|(index, it)| Some((index, knows(&self.watcher(it)?)?)));
        watching.collect()
    }

    /// Returns the cells that a creature in view sees, judging by the map and the light that the owner of these eyes
    /// knows.
    pub fn watched_by(&self, eyes: &PointOfView, watcher: &InView) -> HashSet<IVec2> {
        let watcher = self.watcher(watcher).filter(Watcher::is_awake);
        let watched = watcher.zip(self.map.as_ref()).map(|(watcher, map)| {
            let known = KnownMap::new(eyes.memory, [watcher.at]);
            let known = known.with_air(map.air(), eyes.viewshed.as_deref());
            let view = known.view(watcher.at, watcher.viewshed.sight());
            let hider = self.hider(eyes, map.air());
            hider.watched_by(&self.light, &watcher, &view)
        });
        watched.unwrap_or_default()
    }

    /// Returns the cells from which the owner of these eyes can be seen.
    pub fn exposure_of(&self, eyes: &PointOfView) -> Exposure {
        let in_view = self.in_view(eyes, false);
        let watchers: Vec<Watcher> = in_view.iter().filter_map(|it| self.watcher(it)).collect();
        let fire = in_view.iter().flat_map(|it| self.line_of_fire(eyes, it));
        let fire = fire.collect();
        let Some(map) = &self.map else {
            return Exposure::default();
        };
        Exposure {
            fire,
            ..self.hider(eyes, map.air()).exposure(&self.light, &watchers)
        }
    }

    /// Returns the cells that a creature in view will burn if it has drawn breath, judging by the map that the owner of
    /// these eyes knows.
    pub fn line_of_fire(&self, eyes: &PointOfView, it: &InView) -> Vec<IVec2> {
        let breath = it.who.and_then(|who| self.breath_of(who));
        let aimed = breath.and_then(|breath| Some((breath, breath.aim()?)));
        let line = aimed.map(|(breath, aim)| breath.line(it.at, aim, |at| eyes.memory.tile(at)));
        line.unwrap_or_default()
    }

    /// Returns how a creature breathes fire, if it does.
    pub fn breath_of(&self, who: Entity) -> Option<&Breathes> {
        self.fighters.get(who).ok()?.3
    }

    fn hider<'a>(&'a self, eyes: &'a PointOfView, air: &'a Air) -> Hider<'a> {
        Hider {
            entity: eyes.entity,
            at: eyes.at,
            viewshed: eyes.viewshed.as_deref(),
            memory: eyes.memory,
            air,
            lantern: self.lights.get(eyes.entity).ok(),
            runs: *self.gait == Gait::Running,
            hidden: self.camouflage_of(eyes.entity),
            noticed: [Number::Noticed, Number::Dim].map(|it| self.percent_of(eyes.entity, it)),
            glare: self.numbers.lantern.glare,
        }
    }

    /// Returns what hides a creature from those who are not near, if anything does.
    fn camouflage_of(&self, who: Entity) -> Option<Camouflage> {
        let (.., hidden, _, _, _, _, _) = self.creatures.get(who).ok()?;
        hidden.copied()
    }

    fn watcher(&self, it: &InView) -> Option<Watcher<'_>> {
        it.state?;
        Some(Watcher {
            at: it.at,
            awareness: self.awareness_of(it.who?)?,
            is_known: self.knows_kind(&it.name),
            viewshed: self.viewshed_of(it.who?)?,
        })
    }
}

/// Finds the cells from which the player can be seen, if the player wants them marked.
pub(super) fn find_exposure(scene: Scene, shows: Res<ShowsExposure>) -> Exposure {
    let eyes = scene.player().filter(|_| shows.0 && scene.map.is_some());
    eyes.map_or_else(Exposure::default, |eyes| scene.exposure_of(&eyes))
}

pub(super) fn keep_exposure(In(found): In<Exposure>, mut exposure: ResMut<Exposure>) {
    *exposure = found;
}

type Moved = Or<(Changed<Position>, Changed<Awareness>, Changed<Viewshed>)>;

/// Returns whether anything that [`Exposure`] depends on has changed.
pub(super) fn may_be_exposed(
    clock: Res<Clock>,
    gait: Res<Gait>,
    shows: Res<ShowsExposure>,
    moved: Query<(), Moved>,
) -> bool {
    shows.is_changed() || shows.0 && (clock.is_changed() || gait.is_changed() || !moved.is_empty())
}

/// Returns a character that represents a chance of being noticed, given as a percentage: `!` for 95 or more, and
/// otherwise a digit that is a tenth of the percentage, rounded. Returns `None` if the chance is zero.
pub fn chance_sign(percent: i32) -> Option<char> {
    match percent {
        ..=0 => None,
        95.. => Some('!'),
        percent => char::from_digit((percent.unsigned_abs() + 5) / 10, 10),
    }
}
