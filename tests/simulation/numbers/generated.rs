//! Random sequences of all that changes the numbers of the player and of a monster.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::fov::Sight;
use fogbound::game::bestiary::{MonsterFiles, replace_monsters};
use fogbound::game::{
    Action, Arrange, Blinded, Boons, Breath, Defence, Game, GameSetup, Health, LightRule, Melee,
    Number, PassingChanges, PlayerCommand, Snapshot, Things, carry_out, fingerprint, spawn_thing,
};
use fogbound::grid::Direction;
use fogbound::vision::{ObjectKind, Position};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use super::model::{Change, Hat, Model, Own, pack};
use super::{HALL, hat, wand};
use crate::common::assets::{living, notices};
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::{AppExt, drawn, simulation, tick};

const HATS: [&str; 4] = ["bowler", "fedora", "panama", "topper"];
const SLOTS: [&str; 4] = ["lens", "cloak", "boots", "hand"];

/// What the wands do: the name, whom it concerns, and for how many turns, at most.
const WANDS: [(&str, &str, u32); 4] = [
    ("blessing", "everyone", 0),
    ("charm", "everyone", 6),
    ("curse", "others", 0),
    ("hex", "others", 6),
];

const FLASH: &str = "flash";

/// All that can change, as it is now.
#[derive(Clone)]
struct Rules {
    hats: BTreeMap<&'static str, Hat>,
    wands: Vec<(Change, u32)>,
    flash: u32,
    beast: Own,
}

/// A game in progress, and what should have come of it.
struct Trial {
    app: App,
    dice: ChaCha8Rng,
    rules: Rules,
    boons: Vec<Change>,
    player: Model,
    beast: Model,
    saved: Option<(Snapshot, u64, Rules, [Model; 2])>,
}

fn amount(dice: &mut ChaCha8Rng) -> i32 {
    match dice.random_range(0..6) {
        0 => 1000,
        1 => -1000,
        2 => dice.random_range(-1000..=1000),
        _ => dice.random_range(-60..=60),
    }
}

/// Returns a random change. Most concern what has limits.
fn change(dice: &mut ChaCha8Rng) -> Change {
    let few = ["health", "breath", "dark sight", "blindness"];
    let all = Number::names();
    let names: &[&'static str] = if dice.random() { &few } else { &all };
    (names.choose(dice).unwrap(), amount(dice))
}

impl Rules {
    fn random(dice: &mut ChaCha8Rng) -> Self {
        let mut hat = || Hat {
            slot: match dice.random_range(0..5) {
                0 => None,
                _ => SLOTS.choose(dice).copied(),
            },
            changes: (0..dice.random_range(0..3)).map(|_| change(dice)).collect(),
        };
        let mut hats: BTreeMap<_, _> = HATS.into_iter().map(|name| (name, hat())).collect();
        for hat in hats.values_mut().filter(|it| it.slot.is_none()) {
            hat.changes.clear();
        }
        Self {
            hats,
            wands: WANDS
                .map(|(_, _, most)| (change(dice), dice.random_range(most.min(1)..=most)))
                .to_vec(),
            flash: dice.random_range(1..4),
            beast: Own {
                health: *[1, 30, 9999].choose(dice).unwrap(),
                breath: 12,
                accuracy: dice.random_range(1..=100),
                damage: dice.random_range(1..=99),
                defence: dice.random_range(-50..=50),
                hearing: dice.random_range(1..=200),
                dark_sight: dice.random_range(0..=9),
                radius: Some(dice.random_range(1..=9)),
            },
        }
    }

    fn files(&self) -> MonsterFiles {
        let verb = |(number, by): Change, rest: &str| {
            format!("(verb: \"change\", number: \"{number}\", by: {by}, {rest})")
        };
        let hats = self.hats.iter().map(|(name, it)| {
            let text = match it.slot {
                Some(slot) => hat(name, slot, &it.changes),
                None => format!("(name: \"{name}\", sign: '[')"),
            };
            (*name, text)
        });
        let wands = WANDS
            .iter()
            .zip(&self.wands)
            .map(|((name, whom, _), (change, turns))| {
                let rest = format!("turns: {turns}, shape: round(20), whom: {whom}");
                (*name, wand(name, &verb(*change, &rest)))
            });
        let flash = format!("(verb: \"blind\", turns: {}, shape: round(20))", self.flash);
        let things = hats.chain(wands).chain([(FLASH, wand(FLASH, &flash))]);
        let things = things.map(|(name, text)| (format!("things/{name}.ron"), text));
        let it = &self.beast;
        let beast = format!(
            "(name: \"beast\", glyph: 'b', health: {}, regeneration: 0, accuracy: {}, damage: ({}, {}), \
             defence: {}, hearing: {}, dark_sight: {}, sight: (radius: {}))",
            it.health,
            it.accuracy,
            it.damage,
            it.damage,
            it.defence,
            it.hearing,
            it.dark_sight,
            it.radius.unwrap(),
        );
        MonsterFiles::recorded(things.chain([("beast.ron".to_owned(), beast)]))
    }
}

impl Trial {
    fn new(seed: u64) -> Self {
        let mut dice = stream(seed, "numbers", 0);
        let rules = Rules::random(&mut dice);
        let boons: Vec<Change> = (0..4).map(|_| change(&mut dice)).collect();
        let text = boons.iter().enumerate().map(|(place, (number, by))| {
            let changes = format!("[(number: \"{number}\", by: {by})]");
            format!("(name: \"boon {place}\", words: \"?\", changes: {changes})")
        });
        let text = format!("[{}]", text.collect::<Vec<_>>().join(", "));
        let setup = GameSetup {
            seed,
            monsters: rules.files(),
            boons: Boons::read("boons.ron", &text).unwrap(),
            light: LightRule::Off,
            sight: Sight::default().with_radius(9),
            ..drawn(HALL)
        };
        let mut app = simulation(setup);
        // The beast has damage, but no mind that uses it.
        let is_known = |it: &String| it.contains("damage has no effect");
        assert!(notices(&mut app).iter().all(is_known));
        let player = app.player().unwrap();
        let here = app.place_of(player);
        let kinds: Vec<ObjectKind> = {
            let things = app.world().resource::<Things>().items();
            things.map(|(kind, _)| kind).collect()
        };
        for kind in kinds {
            spawn_thing(app.world_mut(), kind, here);
        }
        app.act(Action::PICK_UP);
        let own = Self::strengthen(&mut app, &mut dice);
        Self {
            player: Model::new(own),
            beast: Model::new(rules.beast.clone()),
            app,
            dice,
            rules,
            boons,
            saved: None,
        }
    }

    /// Gives the player numbers of its own, in some games the most extreme ones.
    fn strengthen(app: &mut App, dice: &mut ChaCha8Rng) -> Own {
        let player = app.player().unwrap();
        let (health, accuracy, damage, defence) = match dice.random_range(0..3) {
            0 => (i32::MAX, i32::MAX, i32::MAX, i32::MIN),
            _ => (30, 80, 3, 0),
        };
        let arms = Melee {
            accuracy,
            damage: (damage, damage),
        };
        let body = (Health::new(health, 0), arms, Defence(defence));
        app.world_mut().entity_mut(player).insert(body);
        Own {
            health: health.into(),
            breath: 12,
            accuracy: accuracy.into(),
            damage: damage.into(),
            defence: defence.into(),
            hearing: 100,
            dark_sight: 1,
            radius: Some(9),
        }
    }

    fn who(&mut self) -> [Entity; 2] {
        let beast = living(&mut self.app, "beast")[0];
        [self.app.player().unwrap(), beast]
    }

    fn place(&mut self, name: &str) -> Option<(u8, bool)> {
        let [player, _] = self.who();
        let all = pack(&self.app, player).into_iter();
        let mut found = all.filter(|it| it.1 == name).map(|it| (it.0, it.2));
        found.next_back()
    }

    fn any_hat(&mut self) -> &'static str {
        HATS.choose(&mut self.dice).unwrap()
    }

    /// Does one random thing. Returns what it was.
    fn step(&mut self) -> String {
        let what = match self.dice.random_range(0..14) {
            0..3 => self.wear(),
            3 => self.part_with(),
            4 => self.pick_up(),
            5..7 => self.wave(),
            7 => self.flash(),
            8 => self.boon(),
            9 => self.wound_or_heal(),
            10 => self.move_about(),
            11 => self.change_radius(),
            12 => self.reload(),
            _ => self.save_or_restore(),
        };
        let now = tick(&self.app);
        self.player.pass(now);
        self.beast.pass(now);
        what
    }

    fn wear(&mut self) -> String {
        let name = self.any_hat();
        let Some((place, is_worn)) = self.place(name) else {
            return String::new();
        };
        let slot = self.rules.hats[name].slot;
        if is_worn {
            self.player.worn.retain(|it| *it != name);
        } else if slot.is_some() {
            let hats = &self.rules.hats;
            self.player.worn.retain(|it| hats[it].slot != slot);
            self.player.worn.push(name);
        }
        self.app.act(Action::wear(place));
        format!("wear {name}")
    }

    fn part_with(&mut self) -> String {
        let name = self.any_hat();
        let Some((place, _)) = self.place(name) else {
            return String::new();
        };
        self.player.worn.retain(|it| *it != name);
        let [player, _] = self.who();
        let at = self.app.place_of(player) + IVec2::new(0, 1 - 2 * self.dice.random_range(0..2));
        let action = match self.dice.random() {
            true => Action::drop(place),
            false => Action::throw(place, at),
        };
        self.app.act(action);
        format!("part with {name}: {action:?}")
    }

    fn pick_up(&mut self) -> String {
        let [player, _] = self.who();
        let here = Position(self.app.place_of(player));
        for thing in self.app.entities::<With<ObjectKind>>() {
            self.app.world_mut().entity_mut(thing).insert(here);
        }
        self.app.act(Action::PICK_UP);
        "pick up".to_owned()
    }

    fn wave(&mut self) -> String {
        let number = self.dice.random_range(0..WANDS.len());
        let (name, whom, _) = WANDS[number];
        let (change, turns) = self.rules.wands[number];
        let until = tick(&self.app) + 100 * u64::from(turns);
        let (place, _) = self.place(name).unwrap();
        self.app.act(Action::use_thing(place));
        let concerned = [&mut self.beast, &mut self.player];
        for model in concerned
            .into_iter()
            .take(if whom == "others" { 1 } else { 2 })
        {
            match turns {
                0 => model.for_good.push(change),
                _ => model.passing.push((until, change)),
            }
        }
        format!("wave {name}: {change:?} for {turns}")
    }

    fn flash(&mut self) -> String {
        let now = tick(&self.app);
        for model in [&mut self.player, &mut self.beast] {
            let percent = 100 + model.sum("blindness", &self.rules.hats);
            let ticks = u64::from(self.rules.flash) * 100 * percent.max(0) as u64 / 100;
            if ticks > 0 {
                model.blind_until = model.blind_until.max(now + ticks);
            }
        }
        let (place, _) = self.place(FLASH).unwrap();
        self.app.act(Action::use_thing(place));
        "flash".to_owned()
    }

    fn boon(&mut self) -> String {
        let number = self.dice.random_range(0..self.boons.len());
        let command = PlayerCommand::Arrange(Arrange::Boon(number));
        carry_out(self.app.world_mut(), command);
        self.player.for_good.push(self.boons[number]);
        format!("boon {:?}", self.boons[number])
    }

    fn wound_or_heal(&mut self) -> String {
        let is_player: bool = self.dice.random();
        let (who, now) = (self.who()[usize::from(!is_player)], tick(&self.app));
        let model = match is_player {
            true => &mut self.player,
            false => &mut self.beast,
        };
        let mut health = self.app.world_mut().get_mut::<Health>(who).unwrap();
        let points = match self.dice.random_range(0..3) {
            0 => i32::MAX,
            _ => self.dice.random_range(-5..200),
        };
        if self.dice.random() {
            let points = points.min(health.now() - 1);
            health.wound(points, now);
            model.lost += i64::from(points.max(0));
            format!("wound of {points}, player: {is_player}")
        } else {
            let expected = i64::from(points).clamp(0, model.lost);
            assert_eq!(i64::from(health.heal(points)), expected);
            model.lost -= expected;
            format!("{points} healed, player: {is_player}")
        }
    }

    fn move_about(&mut self) -> String {
        let [player, beast] = self.who();
        let breath = *self.app.part::<Breath>(player);
        let way = *Direction::ALL.choose(&mut self.dice).unwrap();
        let from = self.app.place_of(player);
        // A run into the beast would be a blow.
        let is_free = from + way.delta() != self.app.place_of(beast);
        let (can, runs) = (breath.now() > 0, is_free && self.dice.random());
        self.app.act(match runs {
            true => Action::run(way),
            false => Action::WAIT,
        });
        let [player, _] = self.who();
        let used = self.app.part::<Breath>(player).used();
        if runs && can && self.app.place_of(player) != from {
            assert_eq!(used, breath.used() + 1);
        } else {
            assert!(used <= breath.used());
        }
        format!("move, running: {runs}")
    }

    fn change_radius(&mut self) -> String {
        let by = self.dice.random_range(-3..=3);
        carry_out(self.app.world_mut(), PlayerCommand::ChangeRadius(by));
        self.player.own.radius = self.app.world().resource::<Game>().sight.radius;
        format!("radius by {by}")
    }

    fn reload(&mut self) -> String {
        let mut rules = Rules::random(&mut self.dice);
        for (name, hat) in &self.rules.hats {
            if self.dice.random_range(0..3) == 0 {
                rules.hats.insert(name, hat.clone());
            }
        }
        self.rules = rules;
        replace_monsters(self.app.world_mut(), self.rules.files());
        self.beast.own = self.rules.beast.clone();
        let [player, _] = self.who();
        let (mut taken, worn) = (Vec::new(), std::mem::take(&mut self.player.worn));
        for (_, name, _) in pack(&self.app, player) {
            let hat = self.rules.hats.get_key_value(&*name);
            let Some((name, hat)) = hat.filter(|(it, _)| worn.contains(it)) else {
                continue;
            };
            if hat.slot.is_some() && !taken.contains(&hat.slot) {
                self.player.worn.push(name);
            }
            taken.push(hat.slot);
        }
        "reload".to_owned()
    }

    fn save_or_restore(&mut self) -> String {
        if self.dice.random() {
            let world = self.app.world_mut();
            // A restored game looks around, so the original does, too.
            carry_out(world, PlayerCommand::ChangeRadius(0));
            let (snapshot, print) = (Snapshot::take(world).unwrap(), fingerprint(world));
            let models = [self.player.clone(), self.beast.clone()];
            let new = (snapshot, print, self.rules.clone(), models);
            if let Some((old, ..)) = self.saved.replace(new) {
                old.discard(self.app.world_mut());
            }
            return "save".to_owned();
        }
        let Some((snapshot, print, rules, models)) = &self.saved else {
            return String::new();
        };
        snapshot.restore(self.app.world_mut());
        assert_eq!(fingerprint(self.app.world_mut()), *print);
        self.rules = rules.clone();
        let [player, beast] = models.clone();
        (self.player, self.beast) = (player, beast);
        "restore".to_owned()
    }

    fn check(&mut self, when: &str) {
        let [player, beast] = self.who();
        let hats = &self.rules.hats;
        self.player
            .check(&self.app, player, hats, &format!("the player, {when}"));
        self.beast
            .check(&self.app, beast, hats, &format!("the beast, {when}"));
        let mut expected = self.player.worn.clone();
        expected.sort_unstable();
        let worn = pack(&self.app, player).into_iter().filter(|it| it.2);
        let mut worn: Vec<String> = worn.map(|it| it.1).collect();
        worn.sort_unstable();
        assert_eq!(worn, expected, "{when}");
    }

    /// Takes everything off and waits until all that passes has passed. Then only what is for good is in force, and only
    /// wounds are left.
    fn end(&mut self) {
        for name in HATS {
            if let Some((place, true)) = self.place(name) {
                self.app.act(Action::wear(place));
            }
        }
        self.player.worn.clear();
        while self.app.entities::<With<PassingChanges>>().len()
            + self.app.entities::<With<Blinded>>().len()
            > 0
        {
            self.app.act(Action::WAIT);
        }
        for model in [&mut self.player, &mut self.beast] {
            model.passing.clear();
            model.blind_until = 0;
        }
        self.check("at the end");
    }
}

#[test]
fn numbers_always_equal_their_base_and_what_is_in_force() {
    let games = games_asked_for().unwrap_or(40);
    on_all_cores(0..games, |seed| {
        let mut trial = Trial::new(seed);
        trial.check(&format!("game {seed}, at first"));
        for step in 0..150 {
            let what = trial.step();
            trial.check(&format!("game {seed}, step {step}: {what}"));
        }
        trial.end();
    });
}
