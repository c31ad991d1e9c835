//! Turns are fair: who keeps walking is hit, who has the longer legs is not, and what is done takes the
//! time that it takes.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "common/arena.rs"]
mod arena;
mod common;

use arena::{arena, attacks, creature, distance, events, record, wait};
use bevy::prelude::*;
use common::{AppExt, drawn, simulation};
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::minds::{AddMind, Deciding, Hunts, Mindful, Shoots, Urge};
use fogbound::game::{
    Action, Actor, ActorId, Awareness, Breath, Clock, Faction, GameEvent, GameSetup, Happening,
    Health, Player, Turn, TurnSystems,
};
use fogbound::grid::Direction::{self, *};

/// An open hall, the player on the left, and one monster by its letter on the right.
fn hall_with(letter: char) -> String {
    let tile = |x: i32, y: i32| match (x, y) {
        (0 | 35, _) | (_, 0 | 17) => '#',
        (10, 8) => '@',
        (18, 8) => letter,
        _ => '.',
    };
    let row = |y| (0..36).map(|x| tile(x, y)).chain(['\n']).collect();
    (0..18).map(row).collect::<Vec<String>>().concat()
}

/// Has the player walk until the monster of this letter hits it; says in how many of ten games it does
/// within 200 turns.
fn games_with_a_hit(letter: char, way: impl Fn(usize) -> Direction) -> usize {
    let was_hit = |seed: u64| {
        let mut app = simulation(GameSetup {
            seed,
            ..drawn(&hall_with(letter))
        });
        record(&mut app);
        let (player, _) = arena::player(&mut app);
        let tough = Health::new(1_000_000, 0);
        app.world_mut().entity_mut(player).insert(tough);
        let monster = app.entities::<With<MonsterKind>>()[0];
        app.world_mut().entity_mut(monster).insert(tough);
        app.world_mut()
            .entity_mut(monster)
            .insert(Awareness::Hunting {
                last_known: IVec2::new(10, 8),
            });
        let is_hit = |event: &GameEvent| matches!(event.what, Happening::Hit { target, .. } if target == player);
        (0..200).any(|turn| {
            app.step(way(turn));
            events(&mut app).iter().any(is_hit)
        })
    };
    (0..10).filter(|&seed| was_hit(seed)).count()
}

#[test]
fn a_troll_hits_one_who_walks_in_circles() {
    let circle = [East, South, West, North];
    let hits = games_with_a_hit('T', |turn| circle[turn / 4 % 4]);
    assert!(hits >= 9, "{hits} of 10");
}

#[test]
fn a_longbowman_hits_one_who_walks_past() {
    let past = [North, South];
    let hits = games_with_a_hit('l', |turn| past[turn / 6 % 2]);
    assert!(hits >= 9, "{hits} of 10");
}

#[test]
fn nobody_as_quick_as_the_player_hits_one_who_walks_away() {
    for seed in 0..10 {
        let corridor = format!(
            "{}\n#.T@{}#\n{}",
            "#".repeat(205),
            ".".repeat(200),
            "#".repeat(205)
        );
        let mut app = simulation(GameSetup {
            seed,
            ..drawn(&corridor)
        });
        record(&mut app);
        let troll = app.entities::<With<MonsterKind>>()[0];
        let (player, begin) = arena::player(&mut app);
        app.world_mut()
            .entity_mut(troll)
            .insert(Awareness::Hunting { last_known: begin });
        for _ in 0..190 {
            app.step(East);
        }
        assert_eq!(app.place_of(player), begin + 190 * IVec2::X);
        let follows = distance(app.place_of(troll), app.place_of(player));
        assert!(follows <= 3, "it is {follows} cells behind");
        assert_eq!(attacks(&events(&mut app), troll), 0, "seed {seed}");
    }
}

const COURT: &str = "
##############
#............#
#.@..........#
#............#
#............#
##############";

/// The player acts, everybody sees that, and only then they decide.
#[test]
fn what_others_decide_by_is_the_world_after_the_players_deed() {
    let mut app = arena(COURT);
    let hunting = Awareness::Hunting {
        last_known: IVec2::new(2, 2),
    };
    let hunter = creature(&mut app, (4, 2), (Hunts::default(), hunting));
    // From two cells away the player steps beside it: it strikes at once.
    app.step(East);
    assert_eq!(attacks(&events(&mut app), hunter), 1);
    // The player steps away: it comes after, and strikes nobody.
    app.step(West);
    assert_eq!(attacks(&events(&mut app), hunter), 0);
    assert_eq!(app.place_of(hunter), IVec2::new(3, 2));
    // A player who does not go away is struck every turn.
    wait(&mut app, 5);
    assert_eq!(attacks(&events(&mut app), hunter), 5);
}

/// An archer who is walked past shoots at where the player is.
#[test]
fn a_shot_follows_the_one_it_is_meant_for() {
    let mut app = arena(COURT);
    let bow = Shoots {
        range: 12,
        keep: 0,
        ..default()
    };
    let hunting = Awareness::Hunting {
        last_known: IVec2::new(2, 2),
    };
    let archer = creature(&mut app, (8, 2), (bow, hunting));
    for way in [East, South, South, West, North, East] {
        app.step(way);
        assert_eq!(attacks(&events(&mut app), archer), 1);
    }
}

/// Goes where it is told, and before those who strike.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Dodges {
    x: i32,
    y: i32,
}

fn dodge(deciding: Deciding, mut dodgers: Query<(&Dodges, Mindful)>) {
    for (by, mut creature) in &mut dodgers {
        if deciding.asks(&creature) {
            let way = Direction::from_delta(IVec2::new(by.x, by.y));
            creature.intend(way.map_or(Action::Wait, Action::Step));
        }
    }
}

/// One at (6, 2) whose prey at (7, 2) goes somewhere just before the blow falls.
fn duel(by: IVec2, striker: impl Bundle) -> (App, Entity, Entity) {
    let mut app = arena(COURT);
    app.add_mind::<Dodges, _>(Urge::Must, dodge);
    let tick = app.world().resource::<Clock>().tick;
    let mut first = Actor::new(ActorId(500), 100);
    first.due = tick;
    let prey = (first, Faction(7), Dodges { x: by.x, y: by.y });
    let prey = creature(&mut app, (7, 2), prey);
    let hunting = Awareness::Hunting {
        last_known: IVec2::new(7, 2),
    };
    let striker = creature(&mut app, (6, 2), (Hunts::default(), hunting, striker));
    // The player looks on from afar, and is on nobody's other side.
    let (player, _) = arena::player(&mut app);
    app.world_mut().entity_mut(player).insert(Faction::DUNGEON);
    events(&mut app);
    (app, prey, striker)
}

#[test]
fn a_blow_lands_as_long_as_its_target_is_within_reach() {
    // To a cell that is beside the striker, too.
    let (mut app, prey, striker) = duel(IVec2::new(0, 1), ());
    wait(&mut app, 1);
    let told = events(&mut app);
    assert_eq!(app.place_of(prey), IVec2::new(7, 3));
    assert_eq!(attacks(&told, striker), 1);
    assert_eq!(app.place_of(striker), IVec2::new(6, 2));
}

#[test]
fn one_whose_target_has_gone_steps_after_it() {
    let (mut app, prey, striker) = duel(IVec2::new(1, 0), ());
    wait(&mut app, 1);
    let told = events(&mut app);
    assert_eq!(app.place_of(prey), IVec2::new(8, 2));
    assert_eq!(attacks(&told, striker), 0, "it does not strike the air");
    assert_eq!(app.place_of(striker), IVec2::new(7, 2));
}

#[test]
fn one_that_keeps_to_its_place_does_not_step_after_anybody() {
    let mut post = fogbound::game::minds::Guards::default();
    post.radius = 0;
    let (mut app, _, striker) = duel(IVec2::new(1, 0), post);
    wait(&mut app, 1);
    assert_eq!(attacks(&events(&mut app), striker), 0);
    assert_eq!(app.place_of(striker), IVec2::new(6, 2));
}

#[test]
fn a_shot_lands_as_long_as_its_target_is_in_view_and_range() {
    let bow = |range| Shoots {
        range,
        keep: 0,
        ..default()
    };
    for (range, shots, steps) in [(2, 1, 0), (1, 0, 1)] {
        let (mut app, _, archer) = duel(IVec2::new(1, 0), bow(range));
        wait(&mut app, 1);
        assert_eq!(attacks(&events(&mut app), archer), shots, "range {range}");
        let place = IVec2::new(6 + steps, 2);
        assert_eq!(app.place_of(archer), place, "range {range}");
    }
}

/// Ticks that pass while the player does this.
fn ticks(app: &mut App, action: Action) -> u64 {
    let before = app.world().resource::<Clock>().tick;
    app.act(action);
    app.world().resource::<Clock>().tick - before
}

#[test]
fn time_follows_what_was_done_and_not_what_was_meant() {
    let drawing = "
#########
#..@+...#
#..k....#
#########";
    let mut app = arena(drawing);
    assert_eq!(ticks(&mut app, Action::Run(West)), 60);
    assert_eq!(ticks(&mut app, Action::Run(East)), 60);
    assert_eq!(ticks(&mut app, Action::Run(East)), 100, "it opens the door");
    let kobold = app.entities::<With<MonsterKind>>()[0];
    app.put(kobold, (3, 2));
    let (player, at) = arena::player(&mut app);
    assert_eq!(at, IVec2::new(3, 1));
    assert_eq!(ticks(&mut app, Action::Run(South)), 100, "it strikes");
    assert_eq!(attacks(&events(&mut app), player), 1);
    assert_eq!(
        ticks(&mut app, Action::Run(North)),
        0,
        "a wall that is seen"
    );
}

#[test]
fn running_costs_breath_and_the_breathless_walk() {
    let corridor = format!(
        "{}\n#@{}#\n{}",
        "#".repeat(62),
        ".".repeat(59),
        "#".repeat(62)
    );
    let mut app = arena(&corridor);
    let (player, _) = arena::player(&mut app);
    for step in 1..=12 {
        assert_eq!(ticks(&mut app, Action::Run(East)), 60);
        assert_eq!(app.part::<Breath>(player).now, 12 - step);
    }
    events(&mut app);
    assert_eq!(ticks(&mut app, Action::Run(East)), 100);
    let told = events(&mut app);
    assert!(told.iter().any(|it| it.what == Happening::OutOfBreath));
    // It comes back while one walks, and twice as quickly while one rests.
    let breath = |app: &App| app.part::<Breath>(player).now;
    (0..7).for_each(|_| app.step(East));
    assert_eq!(breath(&app), 2);
    wait(&mut app, 20);
    assert_eq!(breath(&app), 12);
    wait(&mut app, 20);
    assert_eq!(breath(&app), 12, "and no more than there is");
}

/// A runner leaves behind who is no quicker than a walker.
#[test]
fn a_runner_wins_the_race() {
    let corridor = format!(
        "{}\n#.T@{}#\n{}",
        "#".repeat(65),
        ".".repeat(60),
        "#".repeat(65)
    );
    let mut app = arena(&corridor);
    let troll = app.entities::<With<MonsterKind>>()[0];
    let (player, begin) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: begin };
    app.world_mut().entity_mut(troll).insert(hunting);
    (0..12).for_each(|_| app.act(Action::Run(East)));
    let lead = distance(app.place_of(troll), app.place_of(player));
    assert!(lead >= 5, "{lead} cells");
}

const LANDING: &str = "
##########
#........#
#..@>....#
#........#
##########";

/// A level with one who hunts the player, at a cell.
fn chased_from(cell: (i32, i32), hunter: impl Bundle) -> (App, Entity) {
    let mut app = arena(LANDING);
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunter = creature(&mut app, cell, (hunting, hunter));
    events(&mut app);
    (app, hunter)
}

fn is_here(app: &mut App, who: Entity) -> bool {
    app.entities::<With<Actor>>().contains(&who)
}

#[test]
fn a_hunter_beside_the_player_follows_by_the_stairs_a_turn_later() {
    let (mut app, hunter) = chased_from((5, 2), Hunts::default());
    app.act(Action::TakeStairs);
    assert!(!is_here(&mut app, hunter), "not at once");
    let (player, arrival) = arena::player(&mut app);
    wait(&mut app, 1);
    assert!(is_here(&mut app, hunter));
    assert_eq!(distance(app.place_of(hunter), arrival), 1);
    let told = events(&mut app);
    let came = |it: &GameEvent| it.actor == hunter && it.what == Happening::TookStairs { depth: 2 };
    assert!(told.iter().any(came));
    wait(&mut app, 5);
    let told = events(&mut app);
    assert!(attacks(&told, hunter) >= 4, "and goes on where it was");
    assert_eq!(app.place_of(player), arrival);
}

#[test]
fn nobody_follows_who_is_further_off_unaware_asleep_or_keeps_to_its_place() {
    let guard = (Hunts::default(), fogbound::game::minds::Guards::default());
    let (mut far, further_off) = chased_from((7, 2), Hunts::default());
    let (mut guarded, keeps) = chased_from((5, 2), guard);
    let (mut rooted, harmless) = chased_from((5, 2), ());
    for (app, who) in [
        (&mut far, further_off),
        (&mut guarded, keeps),
        (&mut rooted, harmless),
    ] {
        app.act(Action::TakeStairs);
        wait(app, 3);
        assert!(!is_here(app, who));
    }
    for awareness in [Awareness::Unaware, Awareness::Asleep] {
        let (mut app, hunter) = chased_from((5, 2), Hunts::default());
        app.world_mut().entity_mut(hunter).insert(awareness);
        app.act(Action::TakeStairs);
        wait(&mut app, 3);
        assert!(!is_here(&mut app, hunter), "{awareness:?}");
    }
}

/// Up and down the stairs is no way to rest: who turns round meets those who follow.
#[test]
fn one_who_dances_on_the_stairs_is_struck() {
    let mut app = arena(
        "
##########
#........#
#..@>....#
#....<...#
##########",
    );
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunter = creature(&mut app, (3, 2), (hunting, Hunts::default()));
    events(&mut app);
    for _ in 0..40 {
        app.act(Action::TakeStairs);
    }
    let struck = attacks(&events(&mut app), hunter);
    assert!(struck >= 10, "{struck} blows in 40 turns");
}

/// A turn never passes without the player: those who are due with it wait until it has acted.
#[test]
fn those_who_are_due_with_the_player_act_after_it() {
    #[derive(Resource, Default)]
    struct Order(Vec<&'static str>);

    let mut app = arena(COURT);
    let _other = creature(&mut app, (9, 3), ());
    app.init_resource::<Order>();
    let note = |events: &mut Messages<GameEvent>, order: &mut Order, player: Entity| {
        for event in events.drain().filter(|it| it.what == Happening::Waited) {
            order.0.push(if event.actor == player {
                "player"
            } else {
                "other"
            });
        }
    };
    app.add_systems(
        Turn,
        (move |mut events: ResMut<Messages<GameEvent>>,
               mut order: ResMut<Order>,
               player: Single<Entity, With<Player>>| {
            note(&mut events, &mut order, *player);
        })
        .after(TurnSystems::Act)
        .before(TurnSystems::Settle),
    );
    for _ in 0..3 {
        app.act(Action::Wait);
    }
    assert_eq!(
        app.world().resource::<Order>().0,
        ["player", "other"].repeat(3)
    );
}

/// Between two commands everybody of normal speed has had one turn, whoever came first.
#[test]
fn everybody_has_as_many_turns_as_the_player() {
    let mut app = arena(COURT);
    let hunting = Awareness::Hunting {
        last_known: IVec2::new(2, 2),
    };
    let hunter = creature(&mut app, (3, 2), (Hunts::default(), hunting));
    events(&mut app);
    for turns in [1, 2, 7] {
        wait(&mut app, turns);
        assert_eq!(attacks(&events(&mut app), hunter), turns as usize);
    }
}

/// Closing a door again and again keeps out those who cannot open it, and nobody else for long.
#[test]
fn a_door_that_is_closed_again_and_again_does_not_hold_off_who_can_open_it() {
    let drawing = "
###########
#@.+......#
###########";
    for opens in [false, true] {
        let mut app = arena(drawing);
        app.set_tile((3, 1), fogbound::map::Tile::OpenDoor);
        let last_known = IVec2::new(2, 1);
        let hunting = Awareness::Hunting { last_known };
        let hunter = creature(&mut app, (4, 1), (Hunts::default(), hunting));
        if opens {
            let opener = fogbound::game::minds::OpensDoors;
            app.world_mut().entity_mut(hunter).insert(opener);
        }
        let (player, _) = arena::player(&mut app);
        app.put(player, (2, 1));
        let mut held = 0;
        for _ in 0..40 {
            app.act(Action::CloseDoor(East));
            let told = events(&mut app);
            held += told
                .iter()
                .filter(|it| matches!(it.what, Happening::DoorHeld { by } if by == Some(hunter)))
                .count();
            if app.place_of(hunter) == IVec2::new(3, 1) {
                break;
            }
        }
        let came_in = app.place_of(hunter) == IVec2::new(3, 1);
        assert_eq!((came_in, held > 0), (opens, opens), "it held {held} times");
    }
}

/// Somebody who wants something before its turn has come has to want it again.
#[test]
fn what_is_intended_too_early_is_dropped() {
    let mut app = arena(COURT);
    let slow = creature(&mut app, (8, 3), ());
    app.world_mut().get_mut::<Actor>(slow).unwrap().due += 250;
    let early = fogbound::game::Intent(Some(Action::Step(East)));
    app.world_mut().entity_mut(slow).insert(early);
    wait(&mut app, 5);
    assert_eq!(app.place_of(slow), IVec2::new(8, 3));
}

/// Nobody comes out of the stairs behind a wall: those for whom there is no room wait until there is.
#[test]
fn those_who_follow_come_out_on_this_side_of_the_walls() {
    // The first stairs lead to the only `<` of an equal level: in a dead end beside a sealed room.
    let mut app = arena(
        "
##########
#........#
#..@>....#
#........#
##########
#...######
#####<...#
#...######
##########",
    );
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunters = [(3, 1), (4, 1), (5, 1), (3, 2), (5, 2)]
        .map(|cell| creature(&mut app, cell, (hunting, Hunts::default())));
    app.act(Action::TakeStairs);
    let (_, arrival) = arena::player(&mut app);
    assert_eq!(arrival, IVec2::new(5, 6));
    wait(&mut app, 1);
    let came = hunters.map(|it| is_here(&mut app, it));
    let came = hunters.iter().zip(came).filter(|(_, is_here)| *is_here);
    let here: Vec<IVec2> = came.map(|(&it, _)| app.place_of(it)).collect();
    assert!(
        here.len() >= 2 && here.iter().all(|at| at.y == 6),
        "{here:?}"
    );
    // As soon as there is room the others come, too.
    let (player, _) = arena::player(&mut app);
    app.put(player, (1, 1));
    wait(&mut app, 3);
    let came = hunters.into_iter().filter(|&it| is_here(&mut app, it));
    assert!(came.count() > here.len());
}
