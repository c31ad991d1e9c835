//! What a creature's numbers should be, computed from scratch.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::game::{
    Blinded, Breath, Defence, Health, Hearing, Inventory, Melee, Number, Things, Wearer,
};
use fogbound::vision::Viewshed;

use super::App;
use crate::common::AppExt;

/// A number, and what is added to it.
pub type Change = (&'static str, i32);

/// The numbers that a creature has of its own.
#[derive(Clone, Debug)]
pub struct Own {
    pub health: i64,
    pub breath: i64,
    pub accuracy: i64,
    pub damage: i64,
    pub defence: i64,
    pub hearing: i64,
    pub dark_sight: i64,
    pub radius: Option<u32>,
}

/// A thing that can be worn: the place of the body, if it can be worn now, and what it changes.
#[derive(Clone, Debug)]
pub struct Hat {
    pub slot: Option<&'static str>,
    pub changes: Vec<Change>,
}

/// A creature: its own numbers, and all that is in force.
#[derive(Clone, Debug)]
pub struct Model {
    pub own: Own,
    pub for_good: Vec<Change>,
    pub passing: Vec<(u64, Change)>,
    pub worn: Vec<&'static str>,
    pub blind_until: u64,
    pub lost: i64,
}

impl Model {
    pub fn new(own: Own) -> Self {
        Self {
            own,
            for_good: Vec::new(),
            passing: Vec::new(),
            worn: Vec::new(),
            blind_until: 0,
            lost: 0,
        }
    }

    /// Adds up all changes of a number.
    pub fn sum(&self, number: &str, hats: &BTreeMap<&'static str, Hat>) -> i64 {
        let passing = self.passing.iter().map(|(_, change)| change);
        let worn = self.worn.iter().flat_map(|name| &hats[name].changes);
        let all = self.for_good.iter().chain(passing).chain(worn);
        let all = all.filter(|(name, _)| *name == number);
        all.map(|(_, by)| i64::from(*by)).sum()
    }

    /// Ends what has passed at a tick.
    pub fn pass(&mut self, tick: u64) {
        self.passing.retain(|(until, _)| *until > tick);
        if self.blind_until <= tick {
            self.blind_until = 0;
        }
    }

    /// Checks all numbers of the creature.
    pub fn check(&self, app: &App, who: Entity, hats: &BTreeMap<&'static str, Hat>, when: &str) {
        let context = || format!("{when}\n{self:?}\n{hats:?}");
        let sum = |number| self.sum(number, hats);
        let limited = |own: i64, number| own + sum(number);

        let health = app.part::<Health>(who);
        let max = limited(self.own.health, "health").clamp(1, i32::MAX.into());
        let now = (max - self.lost).max(1);
        let found = [health.now(), health.max(), health.lost()].map(i64::from);
        assert_eq!(found, [now, max, self.lost], "health, {}", context());

        let breath = app.part::<Breath>(who);
        let max = limited(self.own.breath, "breath").max(0);
        let now = (max - i64::from(breath.used())).max(0);
        let found = [breath.now(), breath.max()].map(i64::from);
        assert_eq!(found, [now, max], "breath, {}", context());

        let none = Wearer::default();
        let wearer = app.world().get::<Wearer>(who).unwrap_or(&none);
        let fits = |it: i64| it.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let melee = wearer.melee(*app.part::<Melee>(who));
        let [accuracy, damage] = [(self.own.accuracy, "accuracy"), (self.own.damage, "damage")]
            .map(|(own, number)| fits(limited(own, number)));
        assert_eq!(melee.accuracy, accuracy, "accuracy, {}", context());
        assert_eq!(melee.damage, (damage, damage), "damage, {}", context());
        let defence = app.part::<Defence>(who).0;
        let defence = fits(i64::from(defence) + i64::from(wearer.points(Number::Defence)));
        let expected = fits(limited(self.own.defence, "defence"));
        assert_eq!(defence, expected, "defence, {}", context());
        let acuity = wearer.hearing(*app.part::<Hearing>(who)).acuity;
        let expected = limited(self.own.hearing, "hearing").max(0);
        assert_eq!(i64::from(acuity), expected, "hearing, {}", context());
        for name in Number::names() {
            let number = Number::named(name).unwrap();
            assert_eq!(
                wearer.points(number),
                fits(sum(name)),
                "{name}, {}",
                context()
            );
            let percent = (100 + sum(name)).max(0);
            assert_eq!(i64::from(wearer.percent(number)), percent, "{name}");
        }

        let is_blind = self.blind_until > 0;
        let found = app.world().get::<Blinded>(who).map_or(0, |it| it.until);
        assert_eq!(found, self.blind_until, "blindness, {}", context());
        let viewshed = app.part::<Viewshed>(who);
        let (radius, dark) = match is_blind {
            true => (Some(0), 0),
            false => (
                self.own.radius,
                limited(self.own.dark_sight, "dark sight").max(0),
            ),
        };
        assert_eq!(viewshed.sight().radius, radius, "radius, {}", context());
        assert_eq!(i64::from(viewshed.dark_sight()), dark, "{}", context());
    }
}

/// Returns the names of the things that a creature carries, with the places of its pack, and whether it wears them.
pub fn pack(app: &App, who: Entity) -> Vec<(u8, String, bool)> {
    let things = app.world().resource::<Things>();
    let all = app.part::<Inventory>(who).iter();
    let named = all.map(|(place, held)| {
        let name = things.get(held.kind).unwrap().name.clone();
        (place as u8, name, held.worn)
    });
    named.collect()
}
