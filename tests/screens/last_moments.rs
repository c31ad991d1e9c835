//! The death screen says where the report and the replay are, and plays the last moments again.

use bevy::prelude::*;
use fogbound::frontend::text;
use fogbound::game::{BeginGame, Clock, Fate, Game, fingerprint};
use fogbound::journal::DataFolder;
use fogbound::modes::{Modes, Saves, record_game};
use fogbound::view::Screen;

use crate::common::{drawn, files};

fn modes(app: &App) -> Vec<&'static str> {
    app.world().resource::<Modes>().names().collect()
}

fn screen(app: &App) -> String {
    app.world().resource::<Screen>().text()
}

#[test]
fn the_last_moments_can_be_watched_and_lead_back_to_the_death_screen() {
    let folder = files::empty_folder("last-moments");
    let mut app = text::app();
    app.insert_resource(Saves(Some(DataFolder::new(folder.clone()))));
    app.finish();
    app.cleanup();
    app.begin_game(Game::new(drawn("########\n#@TT...#\n########")).unwrap());
    record_game(app.world_mut());
    let mut shown = app.world_mut().resource_mut::<Screen>();
    shown.set_wide(true);
    shown.set_art(true);
    shown.resize(UVec2::new(160, 60));
    app.update();
    for _ in 0..400 {
        if !app.world().resource::<Fate>().is_alive() {
            break;
        }
        text::type_keys(&mut app, ".").unwrap();
    }
    assert_eq!(modes(&app), ["play", "dead"]);
    let dead = screen(&app);
    for words in [
        "The last moments:",
        "Watch the last moments",
        "Where the report is",
    ] {
        assert!(dead.contains(words), "{words}:\n{dead}");
    }
    let (tick, world) = (
        app.world().resource::<Clock>().tick,
        fingerprint(app.world_mut()),
    );
    text::type_keys(&mut app, "<Enter>").unwrap();
    assert_eq!(modes(&app), ["replay"]);
    let shown = app.world().resource::<Screen>();
    let mut columns = (0..160).flat_map(|x| (0..60).map(move |y| (x, y)));
    assert!(
        columns.any(|at| shown.art_at(at).is_some()),
        "a window draws the replay with pictures"
    );
    assert!(app.world().resource::<Fate>().is_alive());
    assert!(app.world().resource::<Clock>().tick < tick);
    text::type_keys(&mut app, "<PadLeft>").unwrap();
    let by_buttons = screen(&app);
    let buttons = by_buttons.contains("A play, Right Left step") && by_buttons.contains("B close");
    assert!(buttons, "{by_buttons}");
    text::type_keys(&mut app, "<Escape>").unwrap();
    app.update();
    assert_eq!(modes(&app), ["play", "dead"]);
    assert_eq!(fingerprint(app.world_mut()), world);
    assert_eq!(screen(&app), dead);
    text::type_keys(&mut app, "<Down><Down><Enter>").unwrap();
    assert_eq!(modes(&app), ["play", "dead", "messages"]);
    let files = screen(&app);
    assert!(
        files.contains("Report: ") && files.contains("Replay: "),
        "{files}"
    );
    text::type_keys(&mut app, "<Escape>").unwrap();
    let dead = screen(&app);
    assert!(
        !dead.contains("- Re"),
        "the last moments name files:\n{dead}"
    );
}

/// If a replay at its end went on playing, it would show something else as soon as time passes.
#[test]
fn a_replay_plays_only_while_something_is_left_to_play() {
    const KEYS: [&str; 8] = [
        "<End>",
        "<Home>",
        "<Space>",
        "<Right>",
        "<Left>",
        "<PgDn>",
        "<Tab>",
        "<Shift+Tab>",
    ];
    let folder = files::empty_folder("replay-at-its-end");
    let mut app = text::app();
    app.insert_resource(Saves(Some(DataFolder::new(folder))));
    app.finish();
    app.cleanup();
    app.begin_game(Game::new(drawn("########\n#@TT...#\n########")).unwrap());
    record_game(app.world_mut());
    app.update();
    for _ in 0..400 {
        if !app.world().resource::<Fate>().is_alive() {
            break;
        }
        text::type_keys(&mut app, ".").unwrap();
    }
    text::type_keys(&mut app, "<Enter>").unwrap();
    let (mut playing, mut ended) = (0, 0);
    for keys in KEYS.iter().flat_map(|one| KEYS.map(|two| [*one, two])) {
        let keys = keys.concat();
        text::type_keys(&mut app, &keys).unwrap();
        let shown = screen(&app);
        assert_eq!(modes(&app), ["replay"], "{keys}");
        let plays = shown.contains('►');
        assert!(plays != shown.contains('║'), "{keys}:\n{shown}");
        if !plays {
            ended += usize::from(shown.contains("End of the replay."));
            continue;
        }
        playing += 1;
        let here = fingerprint(app.world_mut());
        text::type_keys(&mut app, "<End>").unwrap();
        let end = fingerprint(app.world_mut());
        assert_ne!(here, end, "nothing is left to play after {keys}:\n{shown}");
        text::type_keys(&mut app, "<Home><Space>").unwrap();
    }
    assert!(playing > 10 && ended > 3, "{playing} {ended}");
}
