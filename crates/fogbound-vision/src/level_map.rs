//! Maps that are components, so that one world can hold any number of them.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;

use crate::{Ambient, LightMap, VisionMap};

/// A map as a component, for worlds with more than one map: levels that exist side by side, a battle on a map of its
/// own, or the worlds of many tests. Each such map has its own ambient light.
///
/// Eyes, lights and objects on this map carry [`OnMap`] with the entity of the map. Those without it are on the map that
/// is a resource. Neither sight nor light crosses from one map to another.
///
/// ```
/// use bevy_app::App;
/// use fogbound_vision::*;
///
/// let mut app = App::new();
/// app.add_plugins(VisionPlugin::<GridMap>::default());
/// let cellar = LevelMap::new(GridMap::from_rows(["...#.."])).with_ambient(Ambient::dark());
/// let cellar = app.world_mut().spawn(cellar).id();
/// let attic = app.world_mut().spawn(LevelMap::new(GridMap::from_rows([".#...."]))).id();
/// app.world_mut().spawn((Position::new(2, 0), Light::new(0), OnMap(cellar)));
/// let cat = app.world_mut().spawn((Position::new(0, 0), Viewshed::default(), OnMap(attic))).id();
/// let seen = |app: &App| -> Vec<i32> {
///     let view = app.world().get::<Viewshed>(cat);
///     view.into_iter().flat_map(|view| view.visible()).map(|cell| cell.x).collect()
/// };
/// app.update();
/// assert_eq!(seen(&app), [0, 1]);
///
/// app.world_mut().entity_mut(cat).insert(OnMap(cellar));
/// app.update();
/// assert_eq!(seen(&app), [0, 1, 2], "the cell next to the cat, and the lit one");
///
/// app.world_mut().despawn(cellar);
/// app.update();
/// assert!(seen(&app).is_empty(), "no map, no sight");
/// ```
///
/// # Levels that rest
///
/// A map whose entity is [`Disabled`](bevy_ecs::entity_disabling::Disabled) counts as gone, so the eyes on it see
/// nothing until it is enabled again. To let a level rest, disable its inhabitants, too: they then cost nothing, and keep
/// their views and memories.
#[derive(Component, Reflect, Clone, Debug)]
#[reflect(Component)]
pub struct LevelMap<M: VisionMap> {
    /// The map.
    pub map: M,
    /// The map's ambient light. Without it, the map is not lit: every cell in view is visible. The resource [`Ambient`]
    /// belongs to the map that is a resource.
    pub ambient: Option<Ambient>,
    #[reflect(ignore)]
    pub(crate) light: LightMap,
}

impl<M: VisionMap> LevelMap<M> {
    /// Creates a map that is not lit.
    pub fn new(map: M) -> Self {
        Self {
            map,
            ambient: None,
            light: LightMap::default(),
        }
    }

    /// Returns this map with the given ambient light, which makes it a lit map.
    pub fn with_ambient(self, ambient: Ambient) -> Self {
        let ambient = Some(ambient);
        Self { ambient, ..self }
    }

    /// Returns where light falls on this map, as of the last update.
    pub fn light(&self) -> &LightMap {
        &self.light
    }
}

/// The map that an entity is on: an entity with a [`LevelMap`]. An entity without this component is on the map that is a
/// resource. To move an entity to another map, insert this component again.
///
/// If there is no such map, the entity is on no map: its eye sees nothing, its light shines nowhere, and its memory stays
/// as it is.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[component(immutable)]
#[reflect(Component, Debug, PartialEq, Hash, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct OnMap(#[entities] pub Entity);

impl<M: VisionMap> From<M> for LevelMap<M> {
    fn from(map: M) -> Self {
        Self::new(map)
    }
}
