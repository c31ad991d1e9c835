//! What light gives and darkness costs: heart, oil and steps. The scenes in `tests/scenes/heart`, `steps` and `oil` show
//! the rules for the player.

use bevy::prelude::*;
use fogbound::game::{
    Action, Actor, ActorId, GameEvent, Happening, Health, Heart, Lantern, Native, Numbers, Oil,
    Snapshot, fingerprint,
};
use fogbound::grid::Direction::*;
use fogbound::map::Tile;
use fogbound::vision::{Light, LightMap, Position, Viewshed};

use crate::common::arena::{creature, events, record};
use crate::common::puppets::{Puppet, with_puppets};
use crate::common::{AppExt, dark, depth, drawn, simulation, tick};

const PASSAGES: &str = "
###############
#@............#
#############.#
#.............#
###############";

/// Returns a dark game on two passages, in which the player's lantern is shut.
fn in_the_dark() -> App {
    let mut app = with_puppets(simulation(dark(drawn(PASSAGES))));
    record(&mut app);
    let player = app.player().unwrap();
    *app.world_mut().get_mut::<Lantern>(player).unwrap() = Lantern::Shut;
    app
}

/// Returns how many cells a creature walks in the dark in eight turns, and how loud its steps are.
fn walks(change: impl Fn(&mut EntityWorldMut), action: Action) -> (i32, Vec<u32>) {
    let mut app = in_the_dark();
    let walker = creature(&mut app, (1, 3), (Native(1), Puppet(action)));
    change(&mut app.world_mut().entity_mut(walker));
    events(&mut app);
    for _ in 0..8 {
        app.act(Action::WAIT);
    }
    let steps = events(&mut app).into_iter();
    let steps = steps.filter(|it: &GameEvent| it.actor == walker);
    let steps = steps.filter(|it| matches!(it.what, Happening::Stepped { .. }));
    let mut loud: Vec<u32> = steps.map(|it| it.what.loudness()).collect();
    loud.dedup();
    let at = app.part::<Position>(walker).0;
    (at.x - 1, loud)
}

#[test]
fn strangers_feel_their_way_in_the_dark_and_natives_do_not() {
    let east = Action::step(East);
    assert_eq!(walks(|_| {}, east), (8, vec![2]), "a native");
    let stranger = |it: &mut EntityWorldMut| {
        it.insert(Native(2));
    };
    assert_eq!(walks(stranger, east), (4, vec![4]));
    assert_eq!(walks(stranger, Action::run(East)), (4, vec![4]), "it runs");
    let cat = |it: &mut EntityWorldMut| {
        it.insert((Native(2), Viewshed::default().with_dark_sight(2)));
    };
    assert_eq!(walks(cat, east), (8, vec![2]), "it sees in the dark");
    let blind = |it: &mut EntityWorldMut| {
        it.insert(Native(2)).remove::<Viewshed>();
    };
    assert_eq!(walks(blind, east), (8, vec![2]), "it has no eyes");
    let bearer = |it: &mut EntityWorldMut| {
        it.insert((Native(2), Light::new(4)));
    };
    assert_eq!(walks(bearer, east).1.last(), Some(&2), "it carries light");
}

/// Returns everything that the player feels of its own body, after each of a series of commands.
fn felt(change: impl Fn(&mut App)) -> Vec<(u64, i32, Heart, Oil, u32)> {
    let mut app = in_the_dark();
    let player = app.player().unwrap();
    app.world_mut()
        .get_mut::<Health>(player)
        .unwrap()
        .set_now(5);
    app.world_mut().resource_mut::<Numbers>().lantern.holds = 4;
    app.world_mut().entity_mut(player).insert(Oil::full(4));
    change(&mut app);
    let open = [Lantern::Narrowed, Lantern::Open].map(Action::set_lantern);
    let walk = [
        Action::step(East),
        Action::run(East),
        Action::WAIT,
        Action::run(East),
    ];
    let mut felt = Vec::new();
    for action in walk.into_iter().chain(open).chain(walk).chain(walk) {
        let ticks = app.ticks_of(action);
        let at = app.part::<Position>(player).0;
        felt.push((
            ticks,
            app.part::<Health>(player).now(),
            *app.part::<Heart>(player),
            *app.part::<Oil>(player),
            app.world().resource::<LightMap>().level(at),
        ));
    }
    felt
}

#[test]
fn nothing_hidden_changes_heart_oil_or_the_time_of_a_step() {
    let alone = felt(|_| {});
    assert!(alone.iter().any(|it| it.3.is_empty()), "{alone:?}");
    let company = felt(|app| {
        for (cell, off) in [((3, 3), 13), ((7, 3), 70)] {
            let mut actor = Actor::new(ActorId(70 + off), 170);
            actor.due = tick(app) + u64::from(off);
            creature(app, cell, (Puppet(Action::step(East)), actor));
        }
    });
    assert_eq!(alone, company);
}

/// Light on the far side of a curtain cannot be seen, so it does not show the way.
#[test]
fn light_behind_a_curtain_does_not_show_the_way() {
    let times = [false, true].map(|is_lit| {
        let mut app = simulation(dark(drawn("##########\n#.@%.....#\n##########")));
        let player = app.player().unwrap();
        app.world_mut().entity_mut(player).insert(Lantern::Shut);
        app.world_mut()
            .entity_mut(player)
            .insert(fogbound::game::Ground::default());
        if is_lit {
            let lamp = (Position::new(6, 1), Light::new(5));
            app.world_mut().spawn(lamp);
        }
        app.act(Action::WAIT);
        app.world_mut()
            .entity_mut(player)
            .insert(fogbound::game::Ground::default());
        app.ticks_of(Action::step(East))
    });
    assert_eq!(times, [200, 200]);
}

#[test]
fn heart_and_oil_are_part_of_the_state_and_of_snapshots() {
    let mut app = in_the_dark();
    // The lantern was shut by hand, and its light goes out with the next turn.
    app.act(Action::WAIT);
    let player = app.player().unwrap();
    app.world_mut().entity_mut(player).insert(Oil::full(9));
    let snapshot = Snapshot::take(app.world_mut()).unwrap();
    let before = fingerprint(app.world_mut());
    app.world_mut().entity_mut(player).insert(Oil::full(7));
    assert_ne!(fingerprint(app.world_mut()), before);
    snapshot.restore(app.world_mut());
    assert_eq!(fingerprint(app.world_mut()), before);
    let player = app.player().unwrap();
    let ground = fogbound::game::Ground::default();
    app.world_mut().entity_mut(player).insert(ground);
    assert_ne!(fingerprint(app.world_mut()), before);
    snapshot.restore(app.world_mut());
    assert_eq!(fingerprint(app.world_mut()), before);
    let player = app.player().unwrap();
    app.world_mut().entity_mut(player).insert(Heart::default());
    assert_ne!(fingerprint(app.world_mut()), before);
    snapshot.restore(app.world_mut());
    assert_eq!(fingerprint(app.world_mut()), before);
}

/// Flasks lie on free floor, are there in a dark game only, and most are aside from the way down.
#[test]
fn levels_hold_flasks_for_as_many_turns_as_a_lantern_burns() {
    let flasks = |app: &App| {
        let tiles = app
            .map()
            .iter()
            .filter(|(_, tile)| tile.name() == "oil flask");
        tiles.map(|(cell, _)| cell).collect::<Vec<IVec2>>()
    };
    let mut counts = std::collections::BTreeSet::new();
    for seed in 1..=12 {
        let mut app = simulation(dark(crate::common::built(seed)));
        assert_eq!(depth(&app), 1);
        let here = flasks(&app);
        assert!((2..=4).contains(&here.len()), "seed {seed}: {here:?}");
        counts.insert(here.len());
        let bare = simulation(crate::common::built(seed));
        assert_eq!(flasks(&bare), []);
        for cell in here {
            assert_eq!(bare.map().tile(cell), Tile::FLOOR);
        }
        app.update();
    }
    assert!(counts.len() > 1, "{counts:?}");
}
