//! Effects without an end: what they may leave, make and cause is limited, and a message names the file.

use bevy::prelude::*;
use fogbound::game::bestiary::{MonsterFiles, Notice};
use fogbound::game::effect::{
    GENERATIONS, MOST_CHANGES, MOST_CREATURES, MOST_EFFECTS, MOST_ON_CELL,
};
use fogbound::game::{
    Action, Actor, Affect, GameEvent, GameSetup, Happening, Health, PlayerCommand, Things,
    spawn_thing,
};
use fogbound::grid::Direction;
use fogbound::vision::{ObjectKind, Position};

use super::beast;
use crate::common::arena::{events, record, wait};
use crate::common::assets::{living, notices};
use crate::common::{AppExt, drawn, simulation};

const BESIDE: &str = "
##########
#........#
#.@b.....#
#........#
##########
";

/// Returns a hall of 40 by 40 cells with `letters` in its first rows.
fn hall(letters: usize) -> String {
    let mut cells = vec!['.'; 40 * 40];
    cells[40 * 40 - 1] = '@';
    cells[..letters].fill('b');
    let rows = cells.chunks(40).map(|row| {
        let row: String = row.iter().collect();
        format!("#{row}#\n")
    });
    let wall = "#".repeat(42);
    format!("{wall}\n{}{wall}\n", rows.collect::<String>())
}

/// Returns where things lie.
fn lying(app: &mut App) -> Vec<IVec2> {
    let mut things = app
        .world_mut()
        .query_filtered::<&Position, With<ObjectKind>>();
    things.iter(app.world()).map(|at| at.0).collect()
}

const MARK: &str = "(name: \"mark\", sign: '=', stack: 0)";

/// Returns a game with a fast beast that has these effects on each of its turns, and a thing that it can place.
fn with(effects: &str, drawing: &str) -> App {
    let beast = beast(&format!("speed: 1000, on: {{ \"turn\": [{effects}] }}"));
    of_files([("0.ron", &beast), ("things/mark.ron", MARK)], drawing)
}

fn of_files<const N: usize>(files: [(&str, &str); N], drawing: &str) -> App {
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let mut app = simulation(GameSetup {
        monsters: MonsterFiles::recorded(files),
        ..drawn(drawing)
    });
    assert_eq!(notices(&mut app), [""; 0]);
    record(&mut app);
    let keep = |mut notices: MessageReader<Notice>, mut kept: ResMut<Kept>| {
        kept.0.extend(notices.read().map(|it| it.0.clone()));
    };
    app.init_resource::<Kept>().add_systems(PostUpdate, keep);
    app.make_player_tough();
    app
}

/// All messages for makers since they were last taken.
#[derive(Resource, Default)]
struct Kept(Vec<String>);

fn told(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Kept>().0)
}

/// Asserts that there is one message, which names the file, the occasion and what would be accepted.
#[track_caller]
fn assert_told_once(app: &mut App, accepted: &str) {
    let told = told(app);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("0.ron: on.") && told[0].contains(": too many"),
        "{told:?}"
    );
    assert!(told[0].contains(accepted), "{told:?}");
}

#[test]
fn things_on_a_cell_have_an_end() {
    let mut app = with(
        &["(verb: \"place\", thing: \"mark\")"; 6].join(", "),
        BESIDE,
    );
    wait(&mut app, 50);
    assert_eq!(lying(&mut app), [IVec2::new(3, 2); MOST_ON_CELL]);
    assert_told_once(&mut app, &format!("at most {MOST_ON_CELL}"));
    wait(&mut app, 5);
    assert_eq!(told(&mut app), [""; 0]);
}

#[test]
fn changes_that_pass_have_an_end() {
    let beast = beast(
        "speed: 1000, on: { \"turn\": [(verb: \"heal\", amount: -1), (verb: \"heal\", amount: 1)], \"hit\": [
            (verb: \"change\", number: \"health\", by: 1, turns: 9999)] }",
    );
    let mut app = of_files([("0.ron", &beast), ("things/mark.ron", MARK)], BESIDE);
    let beast = living(&mut app, "beast")[0];
    let max = |app: &App| app.part::<Health>(beast).max();
    let before = max(&app);
    wait(&mut app, 50);
    let most = MOST_CHANGES as i32;
    assert_eq!(max(&app), before + most);
    assert_told_once(&mut app, &format!("at most {MOST_CHANGES}"));
}

#[test]
fn things_on_a_level_have_an_end() {
    let everywhere = "(verb: \"place\", thing: \"mark\", shape: burst(60))";
    let mut app = with(&[everywhere; 6].join(", "), &hall(1));
    wait(&mut app, 50);
    let count = lying(&mut app).len();
    assert_eq!(count, 8192);
    assert_told_once(&mut app, "at most 8192");
}

/// A new game is told of its own files.
#[test]
fn each_game_is_told_once() {
    let mut app = with(
        &["(verb: \"place\", thing: \"mark\")"; 16].join(", "),
        BESIDE,
    );
    for _ in 0..2 {
        app.make_player_tough();
        wait(&mut app, 9);
        assert_told_once(&mut app, "at most");
        app.command([PlayerCommand::NewDungeon]);
    }
}

#[test]
fn creatures_on_a_level_have_an_end() {
    for verb in [
        "(verb: \"spawn\", kind: \"beast\", count: 8)",
        "(verb: \"split\", into: 9)",
    ] {
        let mut app = with(verb, &hall(1));
        let most = MOST_CREATURES;
        for _ in 0..20 {
            // Enough to go on splitting.
            for it in living(&mut app, "beast") {
                app.world_mut().entity_mut(it).insert(Health::new(100, 0));
            }
            wait(&mut app, 1);
        }
        assert_eq!(app.entities::<With<Actor>>().len(), most, "{verb}");
        // Once the level is full, a beast that cannot split keeps its health.
        let mut hurt = Health::new(100, 0);
        hurt.wound(10, 0);
        let beasts = living(&mut app, "beast");
        for it in &beasts {
            app.world_mut().entity_mut(*it).insert(hurt);
        }
        wait(&mut app, 1);
        let most_of = |it: &Entity| app.world().get::<Health>(*it).map(Health::max);
        let lower = beasts.iter().filter_map(most_of).filter(|it| *it < 100);
        assert_eq!(lower.count(), 0, "{verb}");
        assert_told_once(&mut app, &format!("at most {most}"));
    }
}

#[test]
fn effects_at_one_moment_have_an_end() {
    let beasts = 800;
    let effects = ["(verb: \"noise\", loudness: 1)"; 16].join(", ");
    let mut app = with(&effects, &hall(beasts));
    assert!(beasts * 16 > MOST_EFFECTS);
    app.act(Action::WAIT);
    let all = events(&mut app);
    let sounds = |it: &&GameEvent| matches!(it.what, Happening::Sounded { .. });
    // In a turn, such fast beasts act ten times.
    let most = 10 * MOST_EFFECTS;
    let count = all.iter().filter(sounds).count();
    assert!(
        count <= most && count.is_multiple_of(MOST_EFFECTS) && count > 0,
        "{count}"
    );
    assert_told_once(&mut app, &format!("at most {MOST_EFFECTS}"));
}

/// Two things that move whoever steps on them onto each other.
#[test]
fn effects_that_cause_each_other_have_an_end() {
    let trap = "(name: \"trap\", sign: '^', stack: 0, keeps: true, on: { \"step\": [(verb: \"blink\", far: 1)] })";
    let mut app = of_files([("things/trap.ron", trap)], "\n####\n#@.#\n####\n");
    let kind = app.world().resource::<Things>().named("trap").unwrap();
    for x in [1, 2] {
        spawn_thing(app.world_mut(), kind, IVec2::new(x, 1));
    }
    app.step(Direction::East);
    let blinked = |it: &&GameEvent| it.what == Happening::Affected(Affect::Blinked);
    assert_eq!(events(&mut app).iter().filter(blinked).count(), GENERATIONS);
    let told = told(&mut app);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("things/trap.ron: on.step: "),
        "{told:?}"
    );
    assert!(
        told[0].contains(&format!("at most {GENERATIONS}")),
        "{told:?}"
    );
    // Nothing is left for the next turn.
    wait(&mut app, 1);
    assert_eq!(events(&mut app).iter().filter(blinked).count(), 0);
}
