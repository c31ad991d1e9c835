//! Reports what comes into view and what leaves it.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use fogbound_fov::{IVec2, VisibleSet};

use crate::position::Keeper;
use crate::{GridPosition, MapId, OnMap, Revision, Viewshed, VisionMap};

/// Makes the plugin report what comes into the owner's view, and what leaves it. Viewsheds without this component cost
/// nothing.
///
/// After each update, [`entered`](Self::entered) and [`left`](Self::left) hold the cells. For entities with
/// [`Tracked`], the plugin triggers [`EnteredView`] and [`LeftView`] on the owner, in no particular order.
///
/// ```
/// use bevy_app::App;
/// use bevy_ecs::prelude::*;
/// use fogbound_vision::*;
///
/// let mut app = App::new();
/// app.add_plugins(VisionPlugin::<GridMap>::default());
/// app.insert_resource(GridMap::from_rows([".....", ".###.", "....."]));
/// let guard = (Position::new(0, 0), Viewshed::default(), ViewChanges::default());
/// app.world_mut().spawn(guard).observe(|event: On<EnteredView>| println!("Halt! {}", event.cell));
/// let thief = app.world_mut().spawn((Position::new(4, 2), Tracked)).id();
/// app.update();
/// app.world_mut().entity_mut(thief).insert(Position::new(4, 0));
/// app.update(); // prints "Halt! [4, 0]"
/// ```
#[derive(Component, Clone, Debug, Default)]
#[require(Viewshed)]
pub struct ViewChanges {
    entered: VisibleSet,
    left: VisibleSet,
    /// The visible cells at the last update, and the map that they are on.
    before: VisibleSet,
    map: Option<MapId>,
    /// The tracked entities that were in view at the last update, each with its cell.
    in_view: EntityHashMap<IVec2>,
    /// The plugin that reported last.
    keeper: Option<Keeper>,
}

/// Marks an entity whose coming and going is reported to everyone with [`ViewChanges`]. It needs a position of the same
/// type as the eye's.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tracked;

/// An entity with [`Tracked`] has come into view.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnteredView {
    /// The entity that sees it.
    #[event_target]
    pub viewer: Entity,
    /// The entity that is seen.
    pub entity: Entity,
    /// Its cell.
    pub cell: IVec2,
}

/// An entity is no longer in view, no longer [`Tracked`], or no longer exists.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftView {
    /// The entity that saw it.
    #[event_target]
    pub viewer: Entity,
    /// The entity that was seen. It may have been despawned.
    pub entity: Entity,
    /// The cell on which the viewer last saw it.
    pub cell: IVec2,
}

impl ViewChanges {
    /// Returns the cells that became visible in the last update. If the owner is on another map now, these are all the
    /// cells that it sees, and [`left`](Self::left) holds all the cells that it saw on the map before.
    pub fn entered(&self) -> &VisibleSet {
        &self.entered
    }

    /// Returns the cells that were visible before the last update, and are not visible now.
    pub fn left(&self) -> &VisibleSet {
        &self.left
    }

    /// Compares the visible cells with those of the last update. Returns whether there is anything to report now, or was
    /// the last time.
    fn compare(&mut self, visible: &VisibleSet, map: Option<MapId>) -> bool {
        let had_news = !self.entered.is_empty() || !self.left.is_empty();
        let is_same_map = std::mem::replace(&mut self.map, map) == map;
        if is_same_map && !had_news && self.before == *visible {
            return false;
        }
        self.entered.clone_from(visible);
        self.left.clone_from(&self.before);
        if is_same_map {
            self.entered.difference_with(&self.before);
            self.left.difference_with(visible);
        }
        self.before.clone_from(visible);
        true
    }
}

/// Updates every [`ViewChanges`], and triggers the events.
pub(crate) fn report<M: VisionMap, P: GridPosition>(
    mut viewers: Query<(Entity, &Viewshed, Option<&OnMap>, &mut ViewChanges)>,
    tracked: Query<(Entity, &P, Option<&OnMap>), With<Tracked>>,
    mut commands: Commands,
) {
    let keeper = Keeper::of::<M, P>();
    for (viewer, viewshed, here, mut it) in &mut viewers {
        let is_open = viewshed.is_open_for(keeper);
        // A view on demand that has not been computed has no news. Another plugin may keep this viewshed, or it may
        // have been closed.
        if viewshed.is_outdated() || !is_open && it.keeper != Some(keeper) {
            continue;
        }
        let changes = it.bypass_change_detection();
        let visible = viewshed.visible();
        let tracked = tracked.iter().filter(|(_, _, on)| *on == here);
        let places = tracked.map(|(entity, at, _)| (entity, at.cell()));
        let in_view = places.filter(|(entity, cell)| *entity != viewer && visible.contains(*cell));
        let in_view: EntityHashMap<IVec2> = in_view.collect();
        for (&entity, &cell) in &changes.in_view {
            if !in_view.contains_key(&entity) {
                commands.trigger(LeftView {
                    viewer,
                    entity,
                    cell,
                });
            }
        }
        for (&entity, &cell) in &in_view {
            if !changes.in_view.contains_key(&entity) {
                commands.trigger(EnteredView {
                    viewer,
                    entity,
                    cell,
                });
            }
        }
        changes.in_view = in_view;
        let is_news = changes.compare(visible, viewshed.revision().map(Revision::map));
        // A closed viewshed is left to other plugins once its last news is over.
        changes.keeper = (is_open || is_news).then_some(keeper);
        if is_news {
            it.set_changed();
        }
    }
}
