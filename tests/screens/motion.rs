//! Motion: what flies, flashes and rises comes from what the player perceives, and is shown only where the player sees.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use fogbound::frontend::text;
use fogbound::game::{Action, GameSetup, fingerprint};
use fogbound::modes::Settings;
use fogbound::view::{MessageLog, Motion, Moving, Scene, Screen};

use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, dark, drawn, random_commands, whole_game};

/// Returns a game in which things move, as in a window.
fn game(setup: GameSetup) -> App {
    let mut app = whole_game(setup);
    let mut screen = app.world_mut().resource_mut::<Screen>();
    screen.set_wide(true);
    screen.set_art(true);
    app.world_mut().resource_mut::<Motion>().set_shown(true);
    app.update();
    app
}

fn moving(app: &App) -> Vec<Moving> {
    let effects = app.world().resource::<Motion>().effects().iter();
    effects.map(|it| it.what.clone()).collect()
}

/// Waits a turn, and returns what the log says about it.
fn wait_and_read(app: &mut App) -> Vec<String> {
    let before = app.world().resource::<MessageLog>().count();
    app.act(Action::WAIT);
    app.world().resource::<MessageLog>().since(before).collect()
}

/// Waits for some turns, and returns what moved in each of them.
fn wait(app: &mut App, turns: usize) -> Vec<Vec<Moving>> {
    let turn = |_| {
        app.act(Action::WAIT);
        moving(app)
    };
    (0..turns).map(turn).collect()
}

fn is_flight(it: &Moving) -> bool {
    matches!(it, Moving::Flight { .. })
}

#[test]
fn an_archer_in_view_shoots_an_arrow_that_flies_and_hurts() {
    let mut app = game(drawn("##############\n#@........l..#\n##############"));
    app.make_player_tough();
    let (mut flights, mut numbers) = (0, 0);
    for _ in 0..40 {
        let said = wait_and_read(&mut app);
        for it in moving(&app) {
            match it {
                Moving::Flight { from, to, seen, .. } => {
                    flights += 1;
                    assert_eq!(to, IVec2::new(1, 1));
                    assert!(seen.contains(&from) && seen.contains(&to), "{seen:?}");
                }
                Moving::Number { at, text, .. } => {
                    numbers += 1;
                    assert_eq!(at, IVec2::new(1, 1));
                    let told = format!(" for {}.", text.trim_start_matches('-'));
                    assert!(said.iter().any(|it| it.contains(&told)), "{text} {said:?}");
                }
                Moving::Flash { .. } => {}
            }
        }
    }
    assert!(flights > 5 && numbers > 2, "{flights} {numbers}");
}

#[test]
fn an_arrow_out_of_the_dark_tells_no_more_than_the_log() {
    // An archer in the dark, straight to the east, or a little to the side.
    let map = |rows: [&str; 3]| {
        let rows = rows.map(|row| format!("#{row}#"));
        let wall = "#".repeat(rows[0].len());
        dark(drawn(&format!("{wall}\n{}\n{wall}", rows.join("\n"))))
    };
    let plain = "......................";
    let here = "...@..................";
    let setups = [
        map([plain, "...@...........l......", plain]),
        map([".................l....", here, plain]),
        map([plain, here, "................l....."]),
    ];
    let games = setups.map(|setup| {
        let mut app = game(setup);
        app.make_player_tough();
        let mut turns = Vec::new();
        for _ in 0..30 {
            let said = wait_and_read(&mut app);
            let effects = moving(&app);
            assert_eq!(unseen(&mut app, &effects), [], "{effects:?}");
            turns.push((said, effects));
        }
        turns
    });
    let shots = games.iter().flatten();
    let shots = shots.filter(|(said, _)| said.iter().any(|it| it.contains("from the east")));
    let mut shown: Vec<_> = shots.collect();
    assert!(shown.len() > 6, "{}", shown.len());
    // Whenever the log says the same, the same moves.
    shown.sort_by(|one, other| one.0.cmp(&other.0));
    let mut compared = 0;
    for pair in shown.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        assert_eq!(pair[0].1, pair[1].1, "{:?}", pair[0].0);
        assert!(pair[0].1.iter().any(is_flight));
        compared += 1;
    }
    assert!(compared > 3, "{compared}");
}

/// Returns the cells on which something moves that the player does not see.
fn unseen(app: &mut App, effects: &[Moving]) -> Vec<IVec2> {
    let mut state = SystemState::<Scene>::new(app.world_mut());
    let scene = state.get(app.world()).unwrap();
    let Some(eyes) = scene.eyes() else {
        return Vec::new();
    };
    let viewshed = eyes.viewshed.as_deref();
    let sees = |at: &IVec2| *at == eyes.at || viewshed.is_some_and(|it| it.sees(*at));
    // The player knows where its own blows fall.
    let is_near = |at: &IVec2| (*at - eyes.at).abs().max_element() <= 1;
    let cells = effects.iter().flat_map(|it| match it {
        Moving::Flight { seen, .. } => seen.iter().filter(|it| !sees(it)).copied().collect(),
        Moving::Flash { at, .. } | Moving::Number { at, .. } => {
            let known = sees(at) || is_near(at);
            (!known).then_some(*at).into_iter().collect::<Vec<_>>()
        }
    });
    cells.collect()
}

#[test]
fn things_move_only_where_the_player_sees_and_change_nothing() {
    let moved = on_all_cores(0..12, |seed| {
        let setup = || dark(built_small(seed));
        let (mut app, mut still) = (game(setup()), whole_game(setup()));
        still.update();
        let mut moved = 0;
        for command in random_commands(seed, 150) {
            app.command([command]);
            still.command([command]);
            let effects = moving(&app);
            moved += effects.len();
            assert_eq!(unseen(&mut app, &effects), [], "seed {seed}: {effects:?}");
        }
        let prints = [&mut app, &mut still].map(|it| fingerprint(it.world_mut()));
        assert_eq!(prints[0], prints[1], "seed {seed}");
        moved
    });
    assert!(moved.iter().sum::<usize>() > 20, "{moved:?}");
}

#[test]
fn nothing_moves_in_text_in_menus_or_if_the_player_does_not_want_it() {
    let map = "########\n#@l....#\n########";
    let mut app = game(drawn(map));
    app.make_player_tough();
    assert!(wait(&mut app, 20).iter().flatten().count() > 0);
    app.world_mut()
        .resource_mut::<Settings>()
        .set(|now| now.motion = false);
    app.update();
    assert_eq!(wait(&mut app, 20).concat(), []);
    app.world_mut()
        .resource_mut::<Settings>()
        .set(|now| now.motion = true);
    wait(&mut app, 20);
    text::type_keys(&mut app, "?").unwrap();
    assert_eq!(moving(&app), []);

    let mut plain = whole_game(drawn(map));
    plain.make_player_tough();
    assert_eq!(wait(&mut plain, 20).concat(), []);
}

#[test]
fn a_key_ends_what_moves_and_flames_come_to_rest() {
    let mut app = game(drawn("########\n#@*....#\n########"));
    let now = |app: &App| app.world().resource::<Time<Real>>().elapsed();
    let flicker = |app: &App| app.world().resource::<Motion>().flicker();
    let art = |app: &App| -> Vec<_> {
        let screen = app.world().resource::<Screen>();
        let area = screen.buffer().area;
        area.positions()
            .filter_map(|at| screen.art_at((at.x, at.y)))
            .collect()
    };
    let still = art(&app);
    text::type_keys(&mut app, ".").unwrap();
    assert!(flicker(&app).is_some());
    let mut pictures = vec![still.clone()];
    let begun = now(&app);
    while flicker(&app).is_some() {
        app.update();
        if pictures.last() != Some(&art(&app)) {
            pictures.push(art(&app));
        }
        assert!((now(&app) - begun).as_secs() < 3, "the flame never rests");
    }
    assert!(pictures.len() > 10, "{}", pictures.len());
    assert_eq!(art(&app), still);
    let motion = app.world().resource::<Motion>();
    assert_eq!(motion.next_frame(now(&app)), None);
}
