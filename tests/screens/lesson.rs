//! The lesson: rooms that the player plays one after another, from the help or from a question that is asked once.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use fogbound::control::Bindings;
use fogbound::dungeon::LevelSource;
use fogbound::frontend::text;
use fogbound::game::{Clock, Fate, Game};
use fogbound::journal::DataFolder;
use fogbound::lab::{Lesson, Props, offer_lesson};
use fogbound::modes::{Course, Lessons, Modes, Saves, Settings, open_title};
use fogbound::tell::Teller;
use fogbound::view::{MessageLog, Screen};

use crate::common::files::empty_folder;
use crate::common::{built_small, whole_game};
use crate::hiding::words;

/// Returns an app with the title screen and the lesson, with the rooms in these folders.
fn titled(folders: &[PathBuf]) -> App {
    let mut app = text::app();
    offer_lesson(app.world_mut(), folders.to_owned(), || Ok(Props::default()));
    open_title(app.world_mut(), built_small(1));
    text::play(&mut app, &default());
    app
}

/// Types keys, and returns the screen.
fn play(app: &mut App, keys: &str) -> String {
    text::type_keys(app, keys).unwrap()
}

/// The keys that begin the lesson on the title screen.
const BEGIN: &str = "?<Down><Enter>";

fn says(app: &App) -> Vec<String> {
    app.world().resource::<MessageLog>().since(0).collect()
}

fn top(app: &App) -> &'static str {
    app.world().resource::<Modes>().names().next_back().unwrap()
}

/// Writes a room into a lesson folder, and returns the folder of assets.
fn folder(name: &str, rooms: &[(&str, &str)]) -> PathBuf {
    let folder = empty_folder(name);
    let inner = folder.join("lesson");
    fs::create_dir_all(&inner).unwrap();
    // The game's own rooms are left out.
    for file in shipped_rooms() {
        fs::write(inner.join(file), "").unwrap();
    }
    for (file, text) in rooms {
        fs::write(inner.join(file), text).unwrap();
    }
    folder
}

fn shipped_rooms() -> Vec<String> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/lesson"));
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().file_name());
    names.map(|it| it.into_string().unwrap()).collect()
}

#[test]
fn the_lesson_goes_from_room_to_room_by_keys_and_back_to_the_title() {
    let saves = empty_folder("lesson-saves");
    let mut app = titled(&[]);
    app.insert_resource(Saves(Some(DataFolder::new(saves.clone()))));
    let east = |count| "l".repeat(count);
    let rooms = [
        ("See", format!("{}o>", east(9))),
        (
            "Be seen",
            format!("klll{}{}nnnjjjj", "u".repeat(4), east(15)),
        ),
        ("Dark", format!("[[nnllnn{}uu", east(21))),
        (
            "Things",
            format!("juulIanjjuklltallllllll<Enter>nn{}", east(17)),
        ),
        (
            "The way back",
            format!("ooooo<Less><Less>ll{}", "<Less>".repeat(30)),
        ),
    ];
    play(&mut app, BEGIN);
    for (number, (title, keys)) in (1..).zip(&rooms) {
        let begun = format!("The lesson, room {number} of 5: {title}.");
        assert_eq!(says(&app)[0], begun);
        assert_eq!(top(&app), "play", "{title}");
        let screen = play(&mut app, keys);
        let done = format!("Done: {title}");
        assert!(screen.contains(&done), "{done}\n{screen}");
        let next = rooms.get(number).map_or("New game", |it| it.0);
        assert!(screen.contains(next), "{screen}");
        if number < rooms.len() {
            play(&mut app, "<Enter>");
        }
    }
    // The last room is won, and yet no game has ended.
    assert!(!app.world().resource::<Fate>().is_alive());
    let title = play(&mut app, "<Up><Enter>");
    assert_eq!(top(&app), "title", "{title}");
    // The game behind the title is none of the rooms.
    let game = app.world().resource::<Game>();
    assert!(
        matches!(game.setup.source, LevelSource::Built { .. }),
        "{title}"
    );
    assert!(!saves.exists() || fs::read_dir(&saves).unwrap().next().is_none());
}

#[test]
fn texts_follow_what_the_player_does_and_name_the_keys() {
    let mut app = titled(&[]);
    let screen = play(&mut app, BEGIN);
    assert!(screen.contains("You are the @, and"), "{screen}");
    let before = says(&app).len();
    let screen = play(&mut app, "hh");
    assert!(screen.contains("You are the @, and"), "it stays\n{screen}");
    play(&mut app, "llllllll");
    let screen = play(&mut app, "ll");
    assert!(screen.contains("o explores for you"), "{screen}");
    assert!(!screen.contains("You are the @, and"), "{screen}");
    // Readers of the log, such as a screen reader, are told each text once.
    let new = says(&app).split_off(before);
    let told = new.iter().filter(|it| it.contains("o explores for you"));
    assert_eq!(told.count(), 1, "{new:?}");
    let first = says(&app);
    let told = first.iter().filter(|it| it.contains("You are the @, and"));
    assert_eq!(told.count(), 1, "{first:?}");
}

#[test]
fn a_reader_is_told_which_room_begins_and_each_text_once() {
    let mut app = titled(&[]);
    let mut teller = Teller::default();
    teller.report(app.world_mut());
    play(&mut app, BEGIN);
    let told = teller.report(app.world_mut()).join("\n");
    assert!(told.contains("The lesson, room 1 of 5: See."), "{told}");
    assert!(told.contains("You are the @, and"), "{told}");
    play(&mut app, "h");
    let told = teller.report(app.world_mut()).join("\n");
    assert!(!told.contains("You are the @, and"), "{told}");
}

#[test]
fn a_player_who_dies_begins_the_room_again() {
    let room = "#####\n#@.T#\n#####\nlight: day\n@: health 1\nT: troll, hunting\nsay: Go east.\ndo: wait\nat end: @ at 2,1\n";
    let mut app = titled(&[folder("lesson-death", &[("1.scene", room)])]);
    play(&mut app, BEGIN);
    for _ in 0..20 {
        let screen = play(&mut app, ".");
        assert!(!screen.contains("You are dead"), "{screen}");
        let why = "You were killed by a troll. The room begins again.";
        if screen.contains(why) {
            assert_eq!(app.world().resource::<Clock>().turn(), 0);
            assert!(app.world().resource::<Fate>().is_alive());
            assert!(screen.contains("Go east."), "{screen}");
            return;
        }
    }
    panic!(
        "the troll never kills:\n{}",
        app.world().resource::<Screen>().text()
    );
}

#[test]
fn a_broken_fact_begins_the_room_again_and_says_why() {
    let room = "######\n#..@.#\n######\nlight: day\ndo: east\nat end: @ at 4,1\nnever: @ at 2,1\nwhy: Press {explore}, not west.\nnever: @ at 1,1\n";
    let mut app = titled(&[folder("lesson-why", &[("1.scene", room)])]);
    play(&mut app, BEGIN);
    let screen = play(&mut app, "h");
    let why = "Press o, not west. The room begins again.";
    assert!(screen.contains(why), "{screen}");
    assert!(screen.contains("··@·"), "{screen}");
    assert!(play(&mut app, "l").contains("Done: 1"));
}

#[test]
fn the_room_is_left_by_the_menu_and_the_game_before_it_is_not_touched() {
    let saves = empty_folder("lesson-left");
    let mut app = whole_game(built_small(3));
    app.insert_resource(Saves(Some(DataFolder::new(saves))));
    offer_lesson(app.world_mut(), Vec::new(), || Ok(Props::default()));
    text::play(&mut app, &default());
    let screen = play(&mut app, BEGIN);
    assert!(
        screen.contains("Begin the lesson? This game will be lost."),
        "{screen}"
    );
    let screen = play(&mut app, "y");
    assert!(screen.contains("You are the @, and"), "{screen}");
    let menu = play(&mut app, "l<Escape>");
    assert!(
        menu.contains("Leave the lesson") && !menu.contains("New game"),
        "{menu}"
    );
    // The room begins again, at its first cell.
    let again = play(&mut app, "<Up><Up><Up><Enter>");
    assert_eq!(app.world().resource::<Clock>().turn(), 0, "{again}");
    let title = play(&mut app, "<Escape><Up><Up><Enter>");
    assert_eq!(top(&app), "title", "{title}");
    let log = says(&app).join("\n");
    assert!(!log.contains("The lesson"), "{log}");
}

/// Returns the title screen of a player whose settings are in this folder, and whom the game asks about the lesson.
fn asked(config: &Path) -> App {
    let mut app = titled(&[]);
    let (settings, errors) = Settings::read(config, &Bindings::default());
    assert!(errors.is_empty(), "{errors:?}");
    app.insert_resource(settings);
    app.world_mut().resource_mut::<Lessons>().offer();
    app
}

#[test]
fn the_lesson_is_offered_once() {
    let config = empty_folder("lesson-offered");
    let question = "Is this your first game?";
    let mut app = asked(&config);
    let screen = play(&mut app, "<Enter>");
    assert!(screen.contains(question), "{screen}");
    // Enter begins the game.
    assert!(!play(&mut app, "<Enter>").contains(question));
    assert_eq!(top(&app), "play");
    let screen = play(&mut app, "<Escape><Up><Up><Enter>y<Enter>");
    assert!(!screen.contains(question), "{screen}");
    assert_eq!(top(&app), "play");
    // The next time that the program starts.
    let mut app = asked(&config);
    assert!(!play(&mut app, "<Enter>").contains(question));
    assert_eq!(top(&app), "play");

    let mut app = asked(&empty_folder("lesson-taken"));
    let screen = play(&mut app, "<Enter>y");
    assert!(screen.contains("You are the @, and"), "{screen}");

    // A script is not asked.
    let mut app = titled(&[]);
    assert!(!play(&mut app, "<Enter>").contains(question));
}

#[test]
fn the_help_tells_of_the_lesson_in_words() {
    let mut app = titled(&[]);
    play(&mut app, "?<Down>");
    let words = words(&mut app);
    let at = words.iter().position(|it| it == "Lesson (chosen):");
    let about = at.and_then(|it| words.get(it + 1));
    assert!(
        about.is_some_and(|it| it.contains("small rooms")),
        "{words:?}"
    );
}

#[test]
fn rooms_of_a_makers_folder_replace_add_and_leave_out() {
    let room = |title: &str| {
        format!("####\n#@.#\n####\ntitle: {title}\nsay: Go.\ndo: east\nat end: @ at 2,1\n")
    };
    let assets = empty_folder("lesson-own");
    let inner = assets.join("lesson");
    fs::create_dir_all(&inner).unwrap();
    fs::write(inner.join("1-see.scene"), room("Mine")).unwrap();
    fs::write(inner.join("2-be-seen.scene"), "").unwrap();
    let bare = room("x").replace("title: x\n", "");
    fs::write(inner.join("9-after-all.scene"), bare).unwrap();
    let props = Props::default();
    let lesson =
        Lesson::read(std::slice::from_ref(&assets), &props).unwrap_or_else(|it| panic!("{it:?}"));
    let titles = ["Mine", "Dark", "Things", "The way back", "After all"];
    assert_eq!(lesson.titles(), titles);

    for (line, expected) in [
        ("at end: @ at 2", "1-see.scene:7:14: "),
        (
            "now: @ alive\nset: @ health 3\nat end: @ at 2,1",
            "1-see.scene:8:6: `@ health 3` comes too late",
        ),
        (
            "never: @ dead",
            "1-see.scene: this room of a lesson has no goal; accepted: ",
        ),
    ] {
        let text = room("Mine").replace("at end: @ at 2,1", line);
        fs::write(inner.join("1-see.scene"), text).unwrap();
        let errors = Lesson::read(std::slice::from_ref(&assets), &props)
            .err()
            .unwrap();
        assert_eq!(errors.len(), 1, "{errors:?}");
        let error = errors[0].to_string();
        assert!(
            error.contains(expected) && error.contains("accepted: "),
            "{error}"
        );
    }
    // The screen says it, and closes.
    let mut app = titled(&[assets]);
    let screen = play(&mut app, BEGIN);
    assert!(screen.contains("The lesson cannot be played"), "{screen}");
    assert!(screen.contains("has no goal"), "{screen}");
    play(&mut app, "<Enter><Escape>");
    assert_eq!(top(&app), "title");
}
