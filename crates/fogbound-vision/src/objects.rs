//! The objects that lie on the maps.

use std::marker::PhantomData;

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::lifecycle::{Insert, Remove};
use bevy_ecs::prelude::*;
use fogbound_fov::grid::{BitGrid, ones};
use fogbound_fov::{IVec2, UVec2};

use crate::{GridPosition, LiesStill, ObjectKind, OnMap};

/// The entities that have become or ceased to be objects with a position of type `P`, or may have, since the last run.
/// Asking every object on a large level in every run would cost much more.
#[derive(Resource)]
pub(crate) struct Touched<P> {
    pub(crate) entities: Vec<Entity>,
    position: PhantomData<fn() -> P>,
}

impl<P> Default for Touched<P> {
    fn default() -> Self {
        Self {
            entities: Vec::new(),
            position: PhantomData,
        }
    }
}

/// Notes objects that are given a component which objects have.
pub(crate) fn note_set<P: GridPosition, C: Component>(
    set: On<Insert, C>,
    objects: Query<(), With<ObjectKind>>,
    mut touched: ResMut<Touched<P>>,
) {
    let entity = set.event_target();
    if objects.contains(entity) {
        touched.entities.push(entity);
    }
}

/// Notes entities that lose a component which objects have.
pub(crate) fn note_lost<P: GridPosition, C: Component>(
    lost: On<Remove, C>,
    mut touched: ResMut<Touched<P>>,
) {
    touched.entities.push(lost.event_target());
}

/// The objects with a position of type `P`.
pub(crate) type Objects<'w, 's, P> = Query<
    'w,
    's,
    (
        Entity,
        &'static P,
        Option<&'static OnMap>,
        &'static ObjectKind,
    ),
>;

/// The objects that may have moved in place.
pub(crate) type Moved<'w, 's, P> =
    Query<'w, 's, Entity, (With<ObjectKind>, Without<LiesStill>, Changed<P>)>;

/// Where an object lies, and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) on: Option<OnMap>,
    pub(crate) cell: IVec2,
    kind: ObjectKind,
}

impl Spot {
    fn of<P: GridPosition>(object: (Entity, &P, Option<&OnMap>, &ObjectKind)) -> Self {
        let (_, at, on, &kind) = object;
        Self {
            on: on.copied(),
            cell: at.cell(),
            kind,
        }
    }
}

/// All objects, whatever map they are on.
#[derive(Default)]
pub(crate) struct Lying(EntityHashMap<Spot>);

impl Lying {
    /// Returns the number of objects.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Replaces all objects.
    pub(crate) fn replace<P: GridPosition>(&mut self, objects: &Objects<P>) {
        let objects = objects.iter();
        self.0 = objects.map(|it| (it.0, Spot::of(it))).collect();
    }

    /// Records where an entity lies now, or that it no longer does. Returns where it lay before and where it lies now,
    /// if that is different.
    pub(crate) fn follow<P: GridPosition>(
        &mut self,
        entity: Entity,
        objects: &Objects<P>,
    ) -> impl Iterator<Item = Spot> + use<P> {
        let now = objects.get(entity).ok().map(Spot::of);
        let before = match now {
            Some(now) => self.0.insert(entity, now),
            None => self.0.remove(&entity),
        };
        let spots = [before, now].into_iter().flatten();
        spots.filter(move |_| before != now)
    }

    /// Iterates over the objects on one map, each with its cell.
    pub(crate) fn on(&self, map: Option<OnMap>) -> impl Iterator<Item = (IVec2, ObjectKind)> {
        let here = self.0.values().filter(move |spot| spot.on == map);
        here.map(|spot| (spot.cell, spot.kind))
    }

    /// Returns the highest kind of object at a spot.
    pub(crate) fn highest(&self, spot: Spot) -> Option<ObjectKind> {
        let here = self.on(spot.on).filter(|(cell, _)| *cell == spot.cell);
        here.map(|(_, kind)| kind).max()
    }
}

/// The objects on one map. If several share a cell, only the one with the highest kind counts.
#[derive(Default)]
pub(crate) struct Kinds {
    /// The kinds, row by row. Only those on `cells` count.
    of: Vec<ObjectKind>,
    /// The cells that hold an object.
    cells: BitGrid,
}

impl Kinds {
    /// Creates the kinds on a map of the given size.
    pub(crate) fn new(size: UVec2, objects: impl Iterator<Item = (IVec2, ObjectKind)>) -> Self {
        let mut kinds = Self {
            of: vec![ObjectKind(0); size.x as usize * size.y as usize],
            cells: BitGrid::new(size),
        };
        for (cell, kind) in objects {
            let highest = kinds.get(cell).max(Some(kind));
            kinds.set(cell, highest);
        }
        kinds
    }

    /// Returns the index of a cell on the map.
    fn index(&self, cell: IVec2) -> usize {
        cell.y as usize * self.cells.size().x as usize + cell.x as usize
    }

    #[inline]
    pub(crate) fn get(&self, cell: IVec2) -> Option<ObjectKind> {
        self.cells.contains(cell).then(|| self.of[self.index(cell)])
    }

    /// Sets the kind on a cell. Nobody sees a cell that is not on the map.
    pub(crate) fn set(&mut self, cell: IVec2, kind: Option<ObjectKind>) {
        self.cells.set(cell, kind.is_some());
        if let Some(kind) = kind.filter(|_| self.cells.contains(cell)) {
            let index = self.index(cell);
            self.of[index] = kind;
        }
    }

    /// Returns the cells on which these kinds and `others` differ.
    pub(crate) fn differences(&self, others: &Self) -> impl Iterator<Item = IVec2> {
        let all = self.cells.iter().chain(others.cells.iter());
        all.filter(|cell| self.get(*cell) != others.get(*cell))
    }

    /// Returns the objects on `count` (at most 64) consecutive cells of one row, starting at `start`. Each object comes
    /// with its offset from `start`.
    pub(crate) fn row(
        &self,
        start: IVec2,
        count: usize,
    ) -> impl Iterator<Item = (usize, ObjectKind)> {
        let cells = self.cells.columns(start) & u64::MAX >> (64 - count);
        ones(cells).filter_map(move |x| Some((x as usize, self.get(start + IVec2::X * x)?)))
    }
}
