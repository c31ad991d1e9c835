//! Hints: each is shown once, when it first matters, and depends only on what the player knows.

use bevy::prelude::*;
use fogbound::control::Gait;
use fogbound::frontend::text;
use fogbound::game::{
    Action, ActorId, Arrange, Awareness, FogTide, GameSetup, Lantern, LightRule, Numbers,
    PlayerCommand, Things, fingerprint, spawn_thing,
};
use fogbound::modes::{Settings, Teacher};
use fogbound::view::{Hint, MessageLog};

use crate::common::{AppExt, dark, drawn, whole_game};
use crate::hiding::words;

/// Returns a game whose player gets hints.
fn taught(setup: GameSetup) -> App {
    let mut app = whole_game(setup);
    app.init_resource::<Teacher>();
    app
}

/// Returns the hint on the screen.
fn hint(app: &App) -> Option<String> {
    let (_, words) = app.world().resource::<MessageLog>().last_hint()?;
    words.strip_prefix("Hint: ").map(str::to_owned)
}

#[track_caller]
fn assert_hint(app: &App, begins: &str) {
    let hint = hint(app).unwrap_or_default();
    assert!(hint.starts_with(begins), "{hint:?}");
}

const EMPTY: &str = "#######\n#..@..#\n#######";

fn arrange(app: &mut App, change: Arrange) {
    app.command([PlayerCommand::Arrange(change)]);
}

#[test]
fn each_hint_is_shown_when_it_matters() {
    let mut app = taught(drawn("#######\n#.@..T#\n#######"));
    app.update();
    assert_hint(&app, "A creature that does not know of you");

    let mut app = taught(dark(drawn(EMPTY)));
    app.command([Action::WAIT].map(PlayerCommand::Act));
    assert_eq!(hint(&app), None);
    app.command([PlayerCommand::Act(Action::set_lantern(Lantern::Shut))]);
    assert_hint(&app, "In the dark");

    let mut app = taught(dark(drawn(EMPTY)));
    arrange(&mut app, Arrange::Oil(5));
    app.command([PlayerCommand::Act(Action::WAIT)]);
    assert_hint(&app, "Your oil is low");

    let mut app = taught(drawn(EMPTY));
    let kind = app.world().resource::<Things>().named("flare").unwrap();
    spawn_thing(app.world_mut(), kind, IVec2::new(5, 1));
    app.command([PlayerCommand::Act(Action::WAIT)]);
    assert_hint(&app, "Walk onto a thing");

    let mut app = taught(drawn(EMPTY));
    text::type_keys(&mut app, "r").unwrap();
    assert_eq!(*app.world().resource::<Gait>(), Gait::Running);
    app.command([PlayerCommand::Act(Action::WAIT)]);
    assert_hint(&app, "Running is fast");
}

/// Types these keys again and again, and asserts that a hint that begins like this appears. After each key come some
/// that do nothing for the game, so that the next hint can appear.
#[track_caller]
fn assert_comes(app: &mut App, keys: &str, begins: &str) {
    for key in keys.repeat(60).chars() {
        for key in [key, 'V', 'V', 'V', 'V'] {
            text::type_keys(app, &key.to_string()).unwrap();
            if hint(app).is_some_and(|it| it.starts_with(begins)) {
                return;
            }
        }
    }
    panic!("no hint begins with {begins:?}");
}

#[test]
fn wounds_watchers_and_ghosts_have_hints() {
    let mut app = taught(dark(drawn("#########\n#@r.....#\n#########")));
    app.make_player_tough();
    assert_comes(&mut app, ".", "Your light shows you");
    assert_comes(&mut app, ".", "Wounds heal");

    // By day, closing the lantern would hide nothing.
    for light in [LightRule::Day, LightRule::Dark] {
        let setup = drawn("#########\n#@r.....#\n#########");
        let mut app = taught(GameSetup { light, ..setup });
        app.make_player_tough();
        let mut told = Vec::new();
        for _ in 0..60 {
            text::type_keys(&mut app, ".").unwrap();
            told.extend(hint(&app));
        }
        let is_told = told.iter().any(|it| it.starts_with("Your light shows you"));
        assert_eq!(is_told, light == LightRule::Dark, "{told:?}");
    }

    // The player leaves the sleeping rat behind.
    let mut app = taught(drawn("#########\n#@..#..r#\n#.......#\n#########"));
    let (who, awareness) = (ActorId(1), Awareness::Asleep);
    arrange(&mut app, Arrange::Awareness { who, awareness });
    assert_comes(&mut app, "jllllhhhhk", "A dim letter");
}

#[test]
fn a_hint_stays_for_a_few_keys_and_never_comes_back() {
    let mut app = taught(drawn("#######\n#.@..T#\n#######"));
    app.update();
    for _ in 0..3 {
        text::type_keys(&mut app, "V").unwrap();
        assert_hint(&app, "A creature that does not know of you");
    }
    for _ in 0..5 {
        text::type_keys(&mut app, "V").unwrap();
        assert_eq!(hint(&app), None);
        app.command([PlayerCommand::Act(Action::WAIT)]);
    }
    assert!(app.world().resource::<Settings>().has_read(Hint::Unaware));
}

#[test]
fn hints_name_the_keys_as_they_are_bound() {
    let mut app = taught(dark(drawn(EMPTY)));
    app.command([PlayerCommand::Act(Action::set_lantern(Lantern::Shut))]);
    assert!(hint(&app).unwrap().contains(" ] opens your lantern"));
}

#[test]
fn hints_can_be_turned_off_and_read_in_the_help() {
    let mut app = taught(drawn("#######\n#.@..T#\n#######"));
    app.world_mut().resource_mut::<Settings>().show_hints(false);
    app.command([PlayerCommand::Act(Action::WAIT)]);
    assert_eq!(hint(&app), None);
    text::type_keys(&mut app, "?").unwrap();
    let help = words(&mut app).join(" ");
    for hint in Hint::ALL {
        let words = hint.words(app.world().resource());
        assert!(help.contains(&words), "{words}");
    }
    // Turning them on again makes them new.
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.show_hints(true);
    assert!(!settings.has_read(Hint::Unaware));
}

#[test]
fn hints_change_neither_the_game_nor_its_record() {
    let play = |teaches: bool| {
        let mut app = whole_game(dark(drawn("#########\n#@r....T#\n#########")));
        app.make_player_tough();
        if teaches {
            app.init_resource::<Teacher>();
        }
        let mut news = Vec::new();
        let mut hints = 0;
        for keys in [".", "[", "[", ".", "V", "l", ".", "]"] {
            text::type_keys(&mut app, keys).unwrap();
            hints += usize::from(hint(&app).is_some());
            news.push(fingerprint(app.world_mut()));
        }
        let said: Vec<String> = app.world().resource::<MessageLog>().last(99).collect();
        (news, said, hints)
    };
    let (taught, untaught) = (play(true), play(false));
    assert_eq!((&taught.0, &taught.1), (&untaught.0, &untaught.1));
    assert!(taught.2 > 0 && untaught.2 == 0);
}

/// The player's room, and a sealed chamber that nobody in the room knows of.
fn beside(hidden: char) -> GameSetup {
    drawn(&format!(
        "#########\n#@......#\n#########\n#..{hidden}....#\n#########"
    ))
}

#[test]
fn hints_do_not_tell_of_anything_hidden() {
    let play = |hidden: char| {
        let mut app = taught(dark(beside(hidden)));
        if hidden == '!' {
            let kind = app.world().resource::<Things>().named("flare").unwrap();
            spawn_thing(app.world_mut(), kind, IVec2::new(4, 3));
        }
        let mut hints = Vec::new();
        for keys in [".", "l", "l", "[", "[", "l", "V", ".", "]"] {
            text::type_keys(&mut app, keys).unwrap();
            hints.push(hint(&app));
        }
        hints
    };
    let none = play('.');
    assert!(none.iter().any(Option::is_some));
    for hidden in ['T', 'g'] {
        assert_eq!(play(hidden), none, "{hidden}");
    }
}

#[test]
fn fog_that_gathers_has_a_hint() {
    let numbers = "(fog: (after: 6, rate: 9, every: 5))";
    let mut app = taught(GameSetup {
        numbers: Numbers::read("numbers.ron", numbers).unwrap(),
        ..dark(drawn(EMPTY))
    });
    assert!(!app.world().resource::<FogTide>().gathers());
    assert_comes(&mut app, ".", "Fog gathers");
    assert!(app.world().resource::<FogTide>().gathers());
}
