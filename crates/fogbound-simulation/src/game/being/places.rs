//! The names of the places on a level: its rooms, passages and caves.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;

use crate::game::saved::Mix;
use crate::grid::{BitGrid, Direction, Grid, Rectangle};

/// What sort of place a part of a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceKind {
    /// Wide ground between straight or regular walls.
    Room,
    /// Narrow ground, such as a corridor.
    Passage,
    /// Wide ground between ragged walls.
    Cave,
}

impl PlaceKind {
    /// Returns the word for a place of this kind, such as "room".
    pub fn word(self) -> &'static str {
        match self {
            Self::Room => "room",
            Self::Passage => "passage",
            Self::Cave => "cave",
        }
    }
}

/// A room, passage or cave that the player has seen.
///
/// The name was given when the place was first seen and never changes. A place grows as more of it becomes known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// What sort of place this is, as far as could be seen when it got its name.
    pub kind: PlaceKind,
    /// The number of the place among those of its kind on the level, from 1.
    pub number: u32,
    /// What the place is remembered by, such as "statue".
    pub landmark: Option<String>,
    /// The cell of the place that was nearest to the player when the place got its name.
    pub first: IVec2,
    /// The smallest rectangle that contains all cells of the place.
    pub bounds: Rectangle,
    /// The number of cells that are known to belong to the place.
    pub size: u32,
}

impl Place {
    /// Returns the short name, such as "room 3".
    pub fn name(&self) -> String {
        format!("{} {}", self.kind.word(), self.number)
    }

    /// Returns the name with the landmark, such as "room 3, the statue room", or the short name if there is no landmark.
    pub fn full_name(&self) -> String {
        match self.by_landmark() {
            Some(words) => format!("{}, the {words}", self.name()),
            None => self.name(),
        }
    }

    /// Returns the name by landmark, such as "statue room".
    fn by_landmark(&self) -> Option<String> {
        let landmark = self.landmark.as_ref()?;
        Some(format!("{landmark} {}", self.kind.word()))
    }
}

/// The places of a level that the player has seen so far, and what is known of ground that has no place yet. Each level
/// has its own.
///
/// Places follow from what the player knows and from nothing else. A cell that has a place keeps it. Which cells form a
/// place is decided in `game/sense/naming.rs`.
#[derive(Resource, Clone, Debug)]
pub struct Places {
    all: Vec<Place>,
    /// What each cell belongs to: [`NOTHING`], [`OPENING`], or the index of a place plus [`FIRST`].
    by_cell: Grid<u16>,
    /// The cell on which the player was first.
    origin: Option<IVec2>,
    /// A check value of all changes so far, so that hashing takes no time.
    print: u64,
    /// The ground that has no place yet.
    pub(crate) survey: Survey,
}

const NOTHING: u16 = 0;
const OPENING: u16 = 1;
const FIRST: u16 = 2;

/// The most places that a level can have. Further ground stays nameless.
const MOST: usize = u16::MAX as usize - FIRST as usize;

/// What has been taken in from the player's memory. Everything here follows from the memory and from earlier changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// The known cells, and their number.
    pub(crate) known: BitGrid,
    pub(crate) count: usize,
    /// The known cells that are ground: cells to walk on or to see across, and pillars that stand free.
    pub(crate) ground: BitGrid,
    /// The ground without a place. A part of it is known to be wide, a part to be narrow, and the rest is undecided.
    pub(crate) waiting: BitGrid,
    pub(crate) wide: BitGrid,
    pub(crate) narrow: BitGrid,
    /// The walls of all places, as far as they were known when the places got their names.
    pub(crate) walls: Walls,
    /// Landmarks in no place yet.
    pub(crate) landmarks: Vec<(IVec2, String)>,
}

/// A measure of walls: at how many points they turn, and at how many they go straight on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Walls {
    pub(crate) turns: u64,
    pub(crate) straight: u64,
}

impl Walls {
    pub(crate) fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.straight += other.straight;
    }
}

impl Default for Places {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            by_cell: Grid::new(UVec2::ZERO, NOTHING),
            origin: None,
            print: 0,
            survey: Survey::default(),
        }
    }
}

impl Hash for Places {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.print);
    }
}

impl Places {
    /// Returns the place that a cell belongs to. Doors, openings and walls belong to none, and neither does ground of
    /// which too little is known.
    pub fn at(&self, cell: IVec2) -> Option<&Place> {
        self.all.get(self.index_at(cell)?)
    }

    /// Returns the index of the place that a cell belongs to, in the order of naming.
    pub fn index_at(&self, cell: IVec2) -> Option<usize> {
        let it = *self.by_cell.get(cell)?;
        it.checked_sub(FIRST).map(usize::from)
    }

    /// Returns the place that a cell belongs to or, for a door, a wall or a torch on a wall, one that it adjoins.
    pub fn beside(&self, cell: IVec2) -> Option<&Place> {
        let around = Direction::ALL.iter().map(|way| cell + way.delta());
        let mut cells = std::iter::once(cell).chain(around);
        cells.find_map(|it| self.at(it))
    }

    /// Returns whether a cell is an opening: a gap of one or two cells that joins two places without a door.
    pub fn is_opening(&self, cell: IVec2) -> bool {
        self.by_cell.get(cell) == Some(&OPENING)
    }

    pub fn get(&self, index: usize) -> Option<&Place> {
        self.all.get(index)
    }

    /// Iterates over the places in the order of naming.
    pub fn iter(&self) -> impl Iterator<Item = &Place> {
        self.all.iter()
    }

    /// Returns the index of the place with this name, in any case: "room 3", "room 3, the statue room", or, if only one
    /// place has it, "statue room" or "the statue room". "Statue" alone is the thing.
    pub fn named(&self, words: &str) -> Option<usize> {
        let words = words.trim().to_lowercase();
        let has_name = |it: &Place| it.name() == words || it.full_name() == words;
        if let Some(index) = self.all.iter().position(has_name) {
            return Some(index);
        }
        let words = words.strip_prefix("the ").unwrap_or(&words);
        let is_called = |it: &Place| it.by_landmark().as_deref() == Some(words);
        let mut called = (0..).zip(&self.all).filter(|(_, it)| is_called(it));
        match (called.next(), called.next()) {
            (Some((index, _)), None) => Some(index),
            _ => None,
        }
    }

    /// Iterates over the known cells of a place, row by row.
    pub fn cells(&self, index: usize) -> impl Iterator<Item = IVec2> {
        let bounds = self.all.get(index).map(|it| it.bounds);
        let cells = bounds.into_iter().flat_map(|it| it.cells());
        cells.filter(move |cell| self.index_at(*cell) == Some(index))
    }

    /// Makes room for a map of the given size.
    pub(crate) fn cover(&mut self, size: UVec2) {
        if self.by_cell.size() == size {
            return;
        }
        *self = Self {
            by_cell: Grid::new(size, NOTHING),
            survey: Survey::new(size),
            ..Self::default()
        };
    }

    /// Returns the cell on which the player was when it first saw anything of the level. Words and programs count from it.
    pub fn origin(&self) -> Option<IVec2> {
        self.origin
    }

    /// Records where the player is, if this is its first look at the level.
    pub(crate) fn come(&mut self, eye: IVec2) {
        if self.origin.is_none() {
            self.origin = Some(eye);
            self.mix(eye);
        }
    }

    /// Names a new place, which has no cells yet, and returns its index. Returns `None` if there are too many places.
    pub(crate) fn begin(&mut self, kind: PlaceKind, first: IVec2) -> Option<usize> {
        let index = self.all.len();
        if index >= MOST {
            return None;
        }
        let same = self.all.iter().filter(|it| it.kind == kind).count();
        self.all.push(Place {
            kind,
            number: same as u32 + 1,
            landmark: None,
            first,
            bounds: Rectangle::from_corners(first, first),
            size: 0,
        });
        self.mix((kind, first));
        Some(index)
    }

    pub(crate) fn settle(&mut self, cell: IVec2, index: usize) {
        let place = &mut self.all[index];
        let (min, max) = (place.bounds.min, place.bounds.max());
        place.bounds = Rectangle::from_corners(min.min(cell), max.max(cell));
        place.size += 1;
        // There are at most `MOST` places.
        self.put(cell, index as u16 + FIRST);
    }

    pub(crate) fn open(&mut self, cell: IVec2) {
        self.put(cell, OPENING);
    }

    /// Gives a place a landmark, unless it has one.
    pub(crate) fn mark(&mut self, index: usize, landmark: &str) {
        let place = &mut self.all[index];
        if place.landmark.is_none() {
            place.landmark = Some(landmark.to_owned());
            self.mix((index as u64, landmark));
        }
    }

    fn put(&mut self, cell: IVec2, what: u16) {
        self.by_cell.set(cell, what);
        let survey = &mut self.survey;
        for bits in [&mut survey.waiting, &mut survey.wide, &mut survey.narrow] {
            bits.set(cell, false);
        }
        self.mix((cell, what));
    }

    fn mix(&mut self, change: impl Hash) {
        let mut mix = Mix::default();
        mix.value(&(self.print, change));
        self.print = mix.finish();
    }
}

impl Survey {
    fn new(size: UVec2) -> Self {
        let bits = || BitGrid::new(size);
        Self {
            known: bits(),
            ground: bits(),
            waiting: bits(),
            wide: bits(),
            narrow: bits(),
            ..default()
        }
    }

    /// Returns whether everything around a cell is known. There is nothing to know beyond the edge of the map.
    pub(crate) fn is_surrounded(&self, cell: IVec2) -> bool {
        let level = Rectangle::from(self.known.size());
        let mut around = Direction::ALL.iter().map(|way| cell + way.delta());
        around.all(|near| self.known.contains(near) || !level.contains(near))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Places {
        let mut places = Places::default();
        places.cover(UVec2::splat(9));
        for (kind, x, landmark) in [
            (PlaceKind::Room, 1, Some("statue")),
            (PlaceKind::Cave, 3, Some("pool")),
            (PlaceKind::Room, 5, Some("pool")),
            (PlaceKind::Passage, 7, None),
        ] {
            let index = places.begin(kind, IVec2::new(x, 1)).unwrap();
            places.settle(IVec2::new(x, 1), index);
            places.settle(IVec2::new(x, 2), index);
            if let Some(landmark) = landmark {
                places.mark(index, landmark);
                places.mark(index, "beacon");
            }
        }
        places
    }

    #[test]
    fn a_name_has_kind_number_and_first_landmark() {
        let places = three();
        let names: Vec<String> = places.iter().map(Place::full_name).collect();
        let expected = [
            "room 1, the statue room",
            "cave 1, the pool cave",
            "room 2, the pool room",
            "passage 1",
        ];
        assert_eq!(names, expected);
        assert_eq!(places.at(IVec2::new(5, 2)).unwrap().name(), "room 2");
        assert!(places.at(IVec2::new(5, 3)).is_none());
        let cells: Vec<IVec2> = places.cells(1).collect();
        assert_eq!(cells, [IVec2::new(3, 1), IVec2::new(3, 2)]);
    }

    #[test]
    fn a_place_is_found_by_any_of_its_names() {
        let places = three();
        for (words, index) in [
            ("Room 2", Some(2)),
            (" passage 1 ", Some(3)),
            ("cave 1, the pool cave", Some(1)),
            ("the POOL room", Some(2)),
            ("statue room", Some(0)),
            ("the pool cave", Some(1)),
            // This is the thing, not the place.
            ("statue", None),
            ("room 3", None),
            ("beacon", None),
            ("", None),
        ] {
            assert_eq!(places.named(words), index, "{words:?}");
        }
    }

    #[test]
    fn every_change_shows_in_the_check_value() {
        let print = |change: fn(&mut Places)| {
            let mut places = three();
            change(&mut places);
            places.print
        };
        let changes: [fn(&mut Places); 5] = [
            |_| {},
            |it| it.settle(IVec2::new(1, 3), 0),
            |it| it.open(IVec2::new(1, 3)),
            |it| it.mark(3, "pool"),
            |it| {
                it.begin(PlaceKind::Room, IVec2::ONE);
            },
        ];
        let prints: std::collections::BTreeSet<u64> = changes.map(print).into();
        assert_eq!(prints.len(), changes.len());
        assert_eq!(print(|_| {}), three().print);
    }
}
