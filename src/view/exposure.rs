//! Who sees the player, and from where it would be seen: what is drawn of what `sense` knows.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::ShowsExposure;
use super::scene::{Eyes, InView, Scene};
use crate::control::Gait;
use crate::game::{Awareness, Clock, Exposure, Hider, KnownMap, Visibility, Watcher};
use crate::vision::{Position, Viewshed};

/// What it means for somebody that it can be seen so well.
pub(super) fn exposure_words(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Hidden => "hidden in the dark",
        Visibility::Dim => "Exposed (dim)",
        Visibility::Bright => "Exposed (bright)",
    }
}

impl Scene<'_, '_> {
    /// How well the one can be seen who has these eyes; none in a world without darkness.
    pub fn visibility(&self, eyes: &Eyes) -> Option<Visibility> {
        let level = self.hider(eyes).level(&self.light);
        level.map(Visibility::in_light)
    }

    /// How many of those in view see the one who has these eyes and is their enemy.
    pub fn watchers(&self, eyes: &Eyes, in_view: &[InView]) -> usize {
        let Some(map) = &self.map else {
            return 0;
        };
        let sees =
            |it: &Watcher| it.is_awake() && self.light.sees(map.opacity(), it.viewshed, eyes.at);
        in_view
            .iter()
            .filter_map(|it| self.watcher(it))
            .filter(sees)
            .count()
    }

    /// The cells that somebody in view sees, on the map as these eyes know it, and by the light that they see.
    pub fn watched_by(&self, eyes: &Eyes, watcher: &InView) -> HashSet<IVec2> {
        let watcher = self.watcher(watcher).filter(Watcher::is_awake);
        let watched = watcher.map(|watcher| {
            let known = KnownMap::new(eyes.memory, [watcher.at]);
            let view = known.view(watcher.at, watcher.viewshed.sight());
            self.hider(eyes).watched_by(&self.light, &watcher, &view)
        });
        watched.unwrap_or_default()
    }

    /// From where the one can be seen who has these eyes.
    pub fn exposure_of(&self, eyes: &Eyes) -> Exposure {
        let in_view = self.in_view(eyes, false);
        let watchers: Vec<Watcher> = in_view.iter().filter_map(|it| self.watcher(it)).collect();
        self.hider(eyes).exposure(&self.light, &watchers)
    }

    fn hider<'a>(&'a self, eyes: &'a Eyes) -> Hider<'a> {
        Hider {
            entity: eyes.entity,
            at: eyes.at,
            viewshed: eyes.viewshed.as_deref(),
            memory: eyes.memory,
            lantern: self.light_of(eyes.entity),
            runs: *self.gait == Gait::Running,
        }
    }

    fn watcher(&self, it: &InView) -> Option<Watcher<'_>> {
        Some(Watcher {
            at: it.at,
            state: it.state?,
            viewshed: self.viewshed_of(it.who?)?,
        })
    }
}

/// From where the player can be seen, if that is to be shown.
pub(super) fn find_exposure(scene: Scene, shows: Res<ShowsExposure>) -> Exposure {
    let eyes = scene.player().filter(|_| shows.0 && scene.map.is_some());
    eyes.map_or_else(Exposure::default, |eyes| scene.exposure_of(&eyes))
}

pub(super) fn keep_exposure(In(found): In<Exposure>, mut exposure: ResMut<Exposure>) {
    *exposure = found;
}

type Moved = Or<(Changed<Position>, Changed<Awareness>, Changed<Viewshed>)>;

/// Whether anything has changed on which [`Exposure`] depends.
pub(super) fn may_be_exposed(
    clock: Res<Clock>,
    gait: Res<Gait>,
    shows: Res<ShowsExposure>,
    moved: Query<(), Moved>,
) -> bool {
    shows.is_changed() || shows.0 && (clock.is_changed() || gait.is_changed() || !moved.is_empty())
}

/// How likely it is to be noticed, in one character: tens of percent, and nothing for never.
pub fn chance_sign(percent: i32) -> Option<char> {
    match percent {
        ..=0 => None,
        95.. => Some('!'),
        percent => char::from_digit((percent.unsigned_abs() + 5) / 10, 10),
    }
}
