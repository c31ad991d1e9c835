//! The numbers of the rules, read from `numbers.ron`.

use std::sync::{Arc, OnceLock};

use bevy::prelude::*;
use bevy::reflect::TypeRegistry;
use bevy::reflect::structs::Struct;

use crate::files::DataError;
use crate::files::data::{Reader, Source, Within};

/// The name of the file of numbers in an assets folder.
pub const NUMBERS: &str = "numbers.ron";

/// The numbers of the rules that are not about a single monster, tile or level. A game keeps its numbers from beginning
/// to end.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The player's body.
    pub player: PlayerNumbers,
    /// How seeing new ground heals the player.
    pub heart: HeartNumbers,
    /// The player's lantern and its oil.
    pub lantern: LanternNumbers,
    /// Walking in the dark.
    pub steps: StepNumbers,
    /// Fighting.
    pub blows: BlowNumbers,
    /// Studying monsters.
    pub study: StudyNumbers,
    /// The way back with the beacon.
    pub beacon: BeaconNumbers,
    /// The score.
    pub score: ScoreNumbers,
    /// Smoke and fire.
    pub air: AirNumbers,
    /// Fog that comes by itself.
    pub fog: FogNumbers,
    /// The text of the custom file, if there is one.
    text: Option<Arc<str>>,
}

macro_rules! numbers {
    ($(#[$about:meta])* $name:ident { $($(#[doc = $doc:literal])* $field:ident: $kind:ty, $least:literal..=$most:literal;)* }) => {
        $(#[$about])*
        #[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $doc])* #[reflect(@Within::new($least, $most))] pub $field: $kind,)*
        }
    };
}

numbers! {
    /// The player's body.
    PlayerNumbers {
        /// The hit points of an unhurt player.
        health: i32, 1..=9999;
        /// The chance to hit a target that has no defence, as a percentage.
        accuracy: i32, 0..=100;
        /// The minimum and maximum damage of a hit.
        damage: (i32, i32), 0..=999;
        /// Percentage points subtracted from an attacker's chance to hit.
        defence: i32, -100..=100;
        /// How many steps the player can run when rested.
        breath: u32, 0..=999;
    }
}

numbers! {
    /// How seeing new ground heals the player.
    HeartNumbers {
        /// How many walkable cells, each seen by light for the first time, give back one hit point. With 0, seeing
        /// heals nothing.
        cells: u32, 0..=1000;
        /// How much a cell counts when the light of the beacon falls on it for the first time, as a percentage.
        beacon: u32, 0..=100;
        /// How many hit points a treasure gives back.
        treasure: u32, 0..=100;
    }
}

numbers! {
    /// The player's lantern and its oil.
    LanternNumbers {
        /// For how many turns a full lantern burns when it is open.
        holds: u32, 0..=100000;
        /// The oil that a beam burns, as a percentage of what an open lantern burns.
        beam: u32, 0..=100;
        /// How often a creature that stands in a beam notices the one who holds it, as a percentage of the usual chance.
        glare: u32, 0..=1000;
        /// How often an unaware creature that sees the lantern's light on ground that nothing else lights, but not the
        /// one who holds it, goes to look, as a percentage. With 0, hunters do not follow the light either.
        gleam: u32, 0..=100;
        /// The range of the light of an empty lantern, in cells.
        ember: u32, 0..=20;
        /// For how many turns the oil of a brazier lasts.
        brazier: u32, 0..=100000;
        /// For how many turns the oil of a torch on a wall lasts.
        torch: u32, 0..=100000;
    }
}

numbers! {
    /// Walking in the dark.
    StepNumbers {
        /// How long it takes to feel one's way onto a dark cell that one has never seen by light, as a percentage of a
        /// usual step.
        dark: u32, 0..=1000;
        /// How far such a step can be heard, in cells.
        dark_noise: u32, 0..=200;
    }
}

numbers! {
    /// Fighting.
    BlowNumbers {
        /// The percentage points that an attacker loses when it only feels its target.
        felt: i32, 0..=100;
        /// The percentage points that an attacker loses when it only feels its target, but stands in the target's beam.
        in_beam: i32, 0..=100;
        /// The percentage points that an attacker loses when it only feels its target, but stands beside it, and the target
        /// has not moved since it last struck.
        given_away: i32, 0..=100;
        /// The percentage points that a shooter would lose at a target of which walls hide everything. If they hide half
        /// of its cell, it loses half as many.
        cover: i32, 0..=100;
        /// The percentage points that an attacker gains when it sees a target that does not know of it.
        surprise: i32, 0..=100;
        /// By how much a hit on a target that does not know of the attacker is multiplied.
        unaware: i32, 0..=100;
        /// By how much a hit on a sleeping target is multiplied.
        asleep: i32, 0..=100;
        /// How far a surprise blow that kills can be heard, in cells.
        quiet: u32, 0..=200;
        /// How far any other blow can be heard, in cells.
        noise: u32, 0..=200;
        /// How many blows an actor may deal in a turn to enemies that step out of its reach.
        parting: u32, 0..=100;
    }
}

numbers! {
    /// Studying monsters.
    StudyNumbers {
        /// For how many turns a kind must be watched to be known. With 0, nothing can be studied.
        turns: u32, 0..=10000;
        /// The percentage points that the player gains against a kind that it knows.
        accuracy: i32, 0..=100;
        /// How many kinds earn one boon. With 0, there are no boons.
        kinds: u32, 0..=100;
        /// How many kinds earn the first boon, if that is fewer.
        first: u32, 1..=100;
        /// How many boons the player chooses from.
        choices: u32, 1..=9;
    }
}

numbers! {
    /// The way back with the beacon.
    BeaconNumbers {
        /// How far the sound of taking the beacon carries, in cells.
        noise: u32, 0..=200;
        /// After how many turns on a level the first hunters arrive by the stairs. With 0, none ever arrive.
        first: u32, 0..=10000;
        /// How many turns pass until the next hunters arrive.
        every: u32, 1..=10000;
        /// How many hunters arrive on the first occasion, at least and at most. Each later group has one more.
        group: (u32, u32), 0..=20;
        /// How many hunters arrive on a level at most.
        most: u32, 0..=200;
        /// How far the hunters can be heard on the stairs, in cells.
        heard: u32, 0..=200;
    }
}

numbers! {
    /// The score.
    ScoreNumbers {
        /// By how much the worth of a treasure grows with each level below the first, as a percentage.
        treasure: u32, 0..=1000;
        /// The points for a victory.
        victory: u32, 0..=100000;
        /// The points that a victory brings at least.
        least: u32, 0..=100000;
        /// The points for each level below the first.
        level: u32, 0..=10000;
        /// The points for every hundred cells seen by light.
        ground: u32, 0..=10000;
        /// The points for each kind of monster that the player knows.
        kind: u32, 0..=10000;
        /// The points for each level that the player has left without having been hunted there.
        unnoticed: u32, 0..=10000;
        /// The points that each time a creature began to hunt the player costs a victory.
        hunted: u32, 0..=10000;
        /// How many turns cost a victory one point. With 0, time costs nothing.
        turns: u32, 0..=100000;
    }
}

numbers! {
    /// Smoke and fire.
    AirNumbers {
        /// How much smoke a fire adds to its cell each turn.
        smoke: u8, 0..=7;
        /// How much smoke a creature that breathes fire adds to each cell that the fire burns.
        breath: u8, 0..=7;
        /// In how many turns each cell with smoke loses one. With 0, smoke never thins.
        thins: u32, 0..=1000;
        /// The hit points that a turn in a fire costs.
        fire: i32, 0..=999;
    }
}

numbers! {
    /// Fog that comes by itself.
    FogNumbers {
        /// After how many idle turns fog comes, on levels that no dungeon plan describes.
        after: u32, 0..=100000;
        /// How much fog each further idle turn brings on such levels. With 0, none comes.
        rate: u32, 0..=10000;
        /// After how many idle turns fog also comes out of the dark around the player. With 0, it only comes from the edges
        /// of the level.
        presses: u32, 0..=100000;
        /// How many turns a turn counts for the fog while the player's lantern is empty.
        empty: u32, 1..=100;
        /// How dense the fog that comes makes a cell.
        full: u8, 0..=7;
        /// The light level in which fog cannot stay. With 0, it stays everywhere.
        light: u32, 0..=100;
        /// How much fog leaves each cell in a turn while the player has the beacon. With 0, none does.
        flees: u8, 0..=7;
        /// In how many turns a creature of the fog arises where it is thick. With 0, none ever does.
        every: u32, 0..=10000;
        /// How many creatures of the fog live on a level at most.
        most: u32, 0..=200;
    }
}

impl Numbers {
    /// Reads the text of a `numbers.ron` file. Numbers that the text leaves out keep their built-in values. `file` is
    /// the file name to use in messages.
    ///
    /// # Errors
    ///
    /// Returns every problem that can be found in one pass over the file.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        let mut numbers = Self::default();
        numbers.set(Source { file, text })?;
        numbers.text = Some(text.into());
        Ok(numbers)
    }

    /// Returns the text of the custom file, if there is one.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    fn zero() -> Self {
        Self {
            player: PlayerNumbers::default(),
            heart: HeartNumbers::default(),
            lantern: LanternNumbers::default(),
            steps: StepNumbers::default(),
            blows: BlowNumbers::default(),
            study: StudyNumbers::default(),
            beacon: BeaconNumbers::default(),
            score: ScoreNumbers::default(),
            air: AirNumbers::default(),
            fog: FogNumbers::default(),
            text: None,
        }
    }

    /// Returns the groups of numbers, each with its name in the file.
    fn groups(&mut self) -> [(&'static str, &mut dyn Struct); 10] {
        [
            ("player", &mut self.player),
            ("heart", &mut self.heart),
            ("lantern", &mut self.lantern),
            ("steps", &mut self.steps),
            ("blows", &mut self.blows),
            ("study", &mut self.study),
            ("beacon", &mut self.beacon),
            ("score", &mut self.score),
            ("air", &mut self.air),
            ("fog", &mut self.fog),
        ]
    }

    /// Sets the numbers that a file names.
    fn set(&mut self, source: Source) -> Result<(), Vec<DataError>> {
        let mut registry = TypeRegistry::new();
        registry.register::<(i32, i32)>();
        registry.register::<(u32, u32)>();
        let mut file = Reader::new(source.whole(), "Numbers", "")?;
        for (name, group) in self.groups() {
            file.group(name, group, &registry);
        }
        file.end()
    }
}

/// The built-in numbers.
impl Default for Numbers {
    fn default() -> Self {
        static BUILT_IN: OnceLock<Numbers> = OnceLock::new();
        let read = || {
            let mut numbers = Self::zero();
            let fogbound_assets::File { path, text, .. } = fogbound_assets::NUMBERS;
            let read = numbers.set(Source { file: path, text });
            read.expect("a test reads the built-in numbers");
            numbers
        };
        BUILT_IN.get_or_init(read).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that the built-in file leaves out would silently be 0.
    #[test]
    fn the_built_in_file_names_every_number() {
        let text = fogbound_assets::NUMBERS.text;
        let mut numbers = Numbers::default();
        for (name, group) in numbers.groups() {
            let (_, group_text) = text.split_once(&format!("\n    {name}: (")).unwrap();
            let (group_text, _) = group_text.split_once("\n    ),").unwrap();
            for index in 0..group.field_len() {
                let field = group.name_at(index).unwrap();
                let named = format!("\n        {field}: ");
                assert!(group_text.contains(&named), "{name}.{field}");
            }
        }
    }

    #[test]
    fn a_file_changes_only_the_numbers_it_names() {
        let usual = Numbers::default();
        let text = "(heart: (cells: 7), blows: (felt: 0))";
        let changed = Numbers::read("numbers.ron", text).unwrap();
        assert_eq!((changed.heart.cells, changed.blows.felt), (7, 0));
        assert_eq!(changed.heart.beacon, usual.heart.beacon);
        assert_eq!(changed.lantern, usual.lantern);
        assert_eq!(changed.text(), Some(text));
    }

    #[test]
    fn each_mistake_is_one_line_with_its_place() {
        let read = |text| {
            let errors = Numbers::read("numbers.ron", text).expect_err(text);
            let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
            lines.join("\n")
        };
        let lines = [
            read("(hart: (cells: 7))"),
            read("(heart: (cell: 7))"),
            read("(heart: (cells: -1, beacon: 101))"),
            read("(player: (damage: (6, 2)))"),
            read("(heart: 7)"),
            read("(heart: (cells: 7)"),
        ];
        assert_eq!(
            lines,
            [
                "numbers.ron:1:2: unknown field `hart` (did you mean `heart`?); the fields are player, heart, lantern, \
                 steps, blows, study, beacon, score, air, fog",
                "numbers.ron:1:10: unknown field `cell` (did you mean `cells`?); the fields are cells, beacon, \
                 treasure",
                "numbers.ron:1:17: heart.cells: found `-1`; expected a whole number from 0 to 1000\n\
                 numbers.ron:1:29: heart.beacon: found `101`; expected a whole number from 0 to 100",
                "numbers.ron:1:19: player.damage: found `(6, 2)`; expected (least, most): two whole numbers from 0 to \
                 999, the first not above the second",
                "numbers.ron:1:9: heart: found `7`; expected its fields in parentheses: (cells: ..., beacon: ..., \
                 treasure: ...)",
                "numbers.ron:1:19: expected a comma before this",
            ]
        );
    }
}
