//! Several plugins with different position types share one app.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use fogbound_vision::diagnostics::Recomputations;
use fogbound_vision::{
    Ambient, GridMap, GridPosition, IVec2, Light, LightMap, MapMemory, Position, Sight, Viewshed,
    VisionPlugin,
};

use crate::common::{AppExt, fresh_view, open};

/// A second position type besides [`Position`].
#[derive(Component)]
struct Berth(IVec2);

impl GridPosition for Berth {
    fn cell(&self) -> IVec2 {
        self.0
    }
}

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Later;

/// An app with two plugins, the second of which may run in a later schedule.
struct TwoPlugins {
    app: App,
    is_later: bool,
    /// An entity whose position is a [`Position`].
    walker: Entity,
    /// An entity whose position is a [`Berth`].
    ship: Entity,
}

impl TwoPlugins {
    fn new(is_later: bool) -> Self {
        let mut app = open(20);
        if is_later {
            app.init_schedule(Later);
            app.add_plugins(VisionPlugin::<GridMap, Berth>::in_schedule(Later));
        } else {
            app.add_plugins(VisionPlugin::<GridMap, Berth>::default());
        }
        let eye = || (Viewshed::new(sight()), MapMemory::<char>::new());
        let walker = app.spawn((Position::new(4, 4), eye()));
        let ship = app.spawn((Berth(IVec2::new(14, 4)), eye()));
        let mut plugins = Self {
            app,
            is_later,
            walker,
            ship,
        };
        assert_eq!(plugins.computed(), 2);
        plugins
    }

    /// Updates both plugins and returns how many viewsheds they computed.
    fn computed(&mut self) -> u64 {
        let count = |app: &App| app.world().resource::<Recomputations>().0;
        let before = count(&self.app);
        self.app.update();
        if self.is_later {
            self.app.world_mut().run_schedule(Later);
        }
        count(&self.app) - before
    }

    fn entity(&mut self, eye: Entity) -> EntityWorldMut<'_> {
        self.app.world_mut().entity_mut(eye)
    }

    /// Returns whether this eye has a position and its view equals a freshly computed one.
    fn is_fresh(&self, eye: Entity) -> bool {
        let viewshed = self.app.part::<Viewshed>(eye);
        let at = viewshed.eye();
        at.is_some_and(|at| *viewshed.visible() == fresh_view(self.app.map(), at, sight()))
    }

    fn both_see(&self) -> bool {
        self.is_fresh(self.walker) && self.is_fresh(self.ship)
    }

    fn are_both_blind(&self) -> bool {
        let is_blind = |eye| self.app.part::<Viewshed>(eye).visible().is_empty();
        is_blind(self.walker) && is_blind(self.ship)
    }
}

fn sight() -> Sight {
    Sight::default().with_radius(4)
}

#[test]
fn each_of_two_plugins_handles_its_own_eyes() {
    for is_later in [false, true] {
        let mut plugins = TwoPlugins::new(is_later);
        let ghost = (Viewshed::new(sight()), MapMemory::<char>::new());
        let ghost = plugins.app.spawn(ghost);
        for _ in 0..3 {
            assert_eq!(plugins.computed(), 0, "nothing has changed");
            assert!(plugins.both_see());
            assert!(plugins.app.part::<Viewshed>(ghost).visible().is_empty());
            let memory = plugins.app.part::<MapMemory>(plugins.ship);
            assert_eq!(memory.known_cells().count(), 49);
        }
        plugins.app.set_tile((15, 5), '#');
        assert_eq!(plugins.computed(), 1);
        plugins.app.set_tile((5, 5), '#');
        assert_eq!(plugins.computed(), 1);
        assert!(plugins.both_see());
    }
}

#[test]
fn an_entity_can_change_its_position_type_or_lose_its_position() {
    for is_later in [false, true] {
        let mut plugins = TwoPlugins::new(is_later);
        let (walker, ship) = (plugins.walker, plugins.ship);
        plugins
            .entity(walker)
            .remove::<Position>()
            .insert(Berth(IVec2::new(4, 4)));
        plugins.computed();
        plugins.computed();
        assert!(plugins.both_see());
        assert_eq!(plugins.computed(), 0);
        plugins.entity(walker).remove::<Berth>();
        plugins.entity(ship).remove::<Berth>();
        plugins.computed();
        assert!(plugins.are_both_blind());
        plugins.entity(walker).insert(Position::new(4, 4));
        plugins.entity(ship).insert(Berth(IVec2::new(14, 4)));
        plugins.computed();
        assert!(plugins.both_see());
    }
}

#[test]
fn without_a_map_the_eyes_of_both_plugins_see_nothing() {
    for is_later in [false, true] {
        let mut plugins = TwoPlugins::new(is_later);
        let map = plugins
            .app
            .world_mut()
            .remove_resource::<GridMap>()
            .unwrap();
        plugins.computed();
        assert!(plugins.are_both_blind());
        plugins.app.insert_resource(map);
        plugins.computed();
        assert!(plugins.both_see());
    }
}

#[test]
fn lights_of_two_plugins_shine_for_all_eyes() {
    let mut app = open(20);
    app.insert_resource(Ambient::dark());
    app.add_plugins(VisionPlugin::<GridMap, Berth>::default());
    let sight = Sight::default().unlimited();
    let walker = app.eye((1, 1), sight);
    let ship = app.spawn((Berth(IVec2::new(18, 1)), Viewshed::new(sight)));
    let lamp = app.spawn((Position::new(5, 10), Light::new(2)));
    let beacon = app.spawn((Berth(IVec2::new(14, 10)), Light::new(2)));
    let computed = |app: &App| app.world().resource::<LightMap>().computed();
    app.update();
    assert_eq!(computed(&app), 2);
    for _ in 0..3 {
        for eye in [walker, ship] {
            for x in 0..20 {
                let is_lit = (3..=7).contains(&x) || (12..=16).contains(&x);
                assert_eq!(app.sees(eye, (x, 10)), is_lit, "{x}");
            }
        }
        app.update();
        assert_eq!(computed(&app), 2, "both keep their fields");
    }
    app.put(lamp, (6, 10));
    app.update();
    assert!(computed(&app) == 3 && app.sees(ship, (8, 10)) && !app.sees(ship, (3, 10)));
    app.world_mut().despawn(beacon);
    app.update();
    assert!(!app.sees(walker, (14, 10)) && app.sees(walker, (8, 10)));
    app.world_mut().despawn(lamp);
    app.update();
    assert!(!app.sees(walker, (8, 10)) && app.sees(walker, (2, 2)));
}
