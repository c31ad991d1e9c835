//! Tests of every screen at four sizes.

use bevy::prelude::*;
use fogbound::control::{Bindings, Button, Control, WizardMode};
use fogbound::frontend::text;
use fogbound::game::bestiary::Bestiary;
use fogbound::game::{
    Action, Actor, ActorId, AddThing, Arrange, Awareness, Chosen, Fate, GameSetup, Health, Numbers,
    Player, PlayerCommand, State, Thing, Things, boons_on_offer, carry_out, spawn_thing,
};
use fogbound::grid::Direction;
use fogbound::map::{Tile, is_shown};
use fogbound::modes::{Modes, open_title};
use fogbound::view::{Areas, MessageLog, Palette, Screen, sign, tile_glyph};
use insta::assert_snapshot;

use crate::common::{self, AppExt, drawn, whole_game};
use crate::hiding::words;

/// The sizes: for each, the number of columns, the number of rows, and whether map cells are two columns wide.
const SIZES: [(u32, u32, bool); 4] = [
    (60, 22, false),
    (80, 24, false),
    (100, 36, true),
    (160, 45, true),
];

const HOUSE: &str = "
##############################
#....#.........#.............#
#.@..+....s....+..T..........#
#....#.........#.........%...#
##+#############=####'########
#.....................\"\"....>#
#..z.........................#
##############################";

/// The longest name that a monster may have.
const LONG_NAME: &str = "wyrm of the drowned keep";

/// Returns a game in progress.
fn game() -> App {
    let mut app = whole_game(drawn(&HOUSE.replace('%', ".")));
    text::type_keys(&mut app, "lll").unwrap();
    let longest = app
        .entities::<With<Name>>()
        .into_iter()
        .find(|it| app.part::<Name>(*it).as_str() == "kobold slinger")
        .unwrap();
    let name = Name::new(LONG_NAME);
    let mut slinger = app.world_mut().entity_mut(longest);
    let mut health = Health::new(5, 0);
    health.set_now(1);
    slinger.insert((name, health));
    // This monster never acts, so nothing happens while the test looks at the screens.
    slinger.remove::<Actor>();
    let mut log = app.world_mut().resource_mut::<MessageLog>();
    log.begin_batch();
    log.say("A sentence that is longer than most, of somebody who has much to tell of what was heard beyond the wall, and \
             from where.");
    log.begin_batch();
    log.say("Something happens.");
    app
}

/// Returns the screen at the given size, after checking what must hold for every screen.
fn screen(app: &mut App, (columns, rows, wide): (u32, u32, bool)) -> String {
    let mut screen = app.world_mut().resource_mut::<Screen>();
    screen.set_wide(wide);
    screen.resize(UVec2::new(columns, rows));
    app.update();
    let screen = app.world().resource::<Screen>();
    let background = app.world().resource::<Palette>().background();
    for cell in &screen.buffer().content {
        let glyph = cell.symbol().chars().next().unwrap_or(' ');
        assert!(is_shown(glyph), "fonts may lack {glyph:?}");
        assert!(
            matches!(cell.fg, ratatui::style::Color::Rgb(..)),
            "{glyph:?}"
        );
        assert!(
            matches!(cell.bg, ratatui::style::Color::Rgb(..)),
            "{glyph:?}"
        );
        assert!(
            glyph == ' ' || cell.fg != cell.bg || cell.bg == background,
            "{glyph:?} is invisible"
        );
    }
    screen.text()
}

/// Returns the screens at all four sizes. `mode` must be on top.
#[track_caller]
fn at_all_sizes(app: &mut App, mode: &str) -> String {
    let mut all = String::new();
    for size in SIZES {
        let text = screen(app, size);
        let modes: Vec<&str> = app.world().resource::<Modes>().names().collect();
        assert_eq!(modes.last(), Some(&mode));
        all.push_str(&format!("{} x {}\n{text}\n", size.0, size.1));
    }
    all
}

/// Returns the screens of a game in progress after the given keys have been typed.
#[track_caller]
fn after(keys: &str, mode: &str) -> String {
    let mut app = game();
    text::type_keys(&mut app, keys).unwrap();
    at_all_sizes(&mut app, mode)
}

#[test]
fn play() {
    assert_snapshot!(after("", "play"));
}

#[test]
fn look() {
    let shown = after("x<Tab>", "look");
    // The name is not cut off at any size.
    assert_eq!(
        shown.matches("You see a wyrm of the drowned keep").count(),
        4
    );
    assert_snapshot!(shown);
}

/// Returns the screens of a game in which the player carries some things, after the given keys.
#[track_caller]
fn with_things(keys: &str, mode: &str) -> String {
    let mut app = game();
    for name in ["flare", "salve", "salve", "grey cloak", "flash powder"] {
        let kind = app.world().resource::<Things>().named(name).unwrap();
        let player = app.player().unwrap();
        let here = app.place_of(player);
        spawn_thing(app.world_mut(), kind, here);
        carry_out(app.world_mut(), PlayerCommand::Act(Action::PICK_UP));
    }
    text::type_keys(&mut app, "ec").unwrap();
    text::type_keys(&mut app, keys).unwrap();
    at_all_sizes(&mut app, mode)
}

#[test]
fn pack() {
    assert_snapshot!(with_things("i", "pack"));
}

#[test]
fn thing() {
    assert_snapshot!(with_things("ia", "thing"));
}

#[test]
fn throw() {
    assert_snapshot!(with_things("ta", "throw"));
}

#[test]
fn look_at_an_unknown_cell() {
    assert_snapshot!(after("xLjj", "look"));
}

#[test]
fn travel() {
    assert_snapshot!(after("_hhh", "travel"));
}

#[test]
fn aim() {
    let map = "#####\n#'@'#\n#####";
    let mut app = whole_game(drawn(map));
    text::type_keys(&mut app, "c").unwrap();
    assert_snapshot!(at_all_sizes(&mut app, "aim"));
}

#[test]
fn menu() {
    assert_snapshot!(after("<Escape>", "menu"));
}

#[test]
fn commands() {
    assert_snapshot!(after("<Escape><Down><Enter>", "commands"));
}

#[test]
fn confirm() {
    assert_snapshot!(after("Q", "confirm"));
}

#[test]
fn messages() {
    assert_snapshot!(after("m", "messages"));
}

/// Returns a game in which the player has seen and studied kinds, and can choose a boon.
fn studied() -> App {
    let setup = GameSetup {
        numbers: Numbers::read("numbers.ron", "(study: (kinds: 1))").unwrap(),
        ..drawn("##############\n#.@.g..w..r..#\n##############")
    };
    let mut app = whole_game(setup);
    let mut arrange = |change| carry_out(app.world_mut(), PlayerCommand::Arrange(change));
    for who in [1, 2, 3].map(ActorId) {
        let awareness = Awareness::Asleep;
        arrange(Arrange::Awareness { who, awareness });
    }
    arrange(Arrange::Know(ActorId(1)));
    app
}

#[test]
fn book() {
    let mut app = studied();
    text::type_keys(&mut app, "..M").unwrap();
    assert_snapshot!(at_all_sizes(&mut app, "book"));
}

#[test]
fn a_digit_chooses_a_boon() {
    for digit in 1..=3 {
        let mut app = studied();
        text::type_keys(&mut app, "..").unwrap();
        let offered: Vec<String> = boons_on_offer(app.world())
            .iter()
            .map(|it| it.name.clone())
            .collect();
        text::type_keys(&mut app, &format!("G{digit}")).unwrap();
        let player = app.player().unwrap();
        let chosen = &app.world().get::<Chosen>(player).unwrap().0;
        assert_eq!(chosen[..], offered[digit - 1..digit]);
    }
}

#[test]
fn boon() {
    let mut app = studied();
    text::type_keys(&mut app, "..").unwrap();
    assert_snapshot!(at_all_sizes(&mut app, "play"));
    text::type_keys(&mut app, "G").unwrap();
    assert_snapshot!(at_all_sizes(&mut app, "boon"));
}

#[test]
fn help() {
    assert_snapshot!(after("?", "help"));
}

#[test]
fn options() {
    assert_snapshot!(after("<Escape><Down><Down><Down><Down><Enter>", "options"));
}

#[test]
fn keys() {
    assert_snapshot!(after(
        "<Escape><Down><Down><Down><Down><Down><Enter><Down>",
        "keys"
    ));
}

#[test]
fn new_key() {
    assert_snapshot!(after(
        "<Escape><Down><Down><Down><Down><Down><Enter><Down><Enter>",
        "new key"
    ));
}

#[test]
fn a_new_key_that_is_taken_is_asked_for_again_with_its_use() {
    let mut app = game();
    let keys = "<Escape><Down><Down><Down><Down><Down><Enter><Down><Enter>";
    text::type_keys(&mut app, keys).unwrap();
    let control = |app: &App| app.world().resource::<Bindings>().asks(Button::Types('o'));
    let before = control(&app);
    let shown = text::type_keys(&mut app, "o").unwrap();
    for words in ["o is for \"explore\"", "Press it again"] {
        assert!(shown.contains(words), "{shown}");
    }
    assert_eq!((before, control(&app)), (Some(Control::EXPLORE), before));
    // A free key is taken at once.
    text::type_keys(&mut app, "o").unwrap();
    let step = Control::Step(Direction::NorthEast);
    assert_eq!(control(&app), Some(step));
    assert_eq!(
        app.world().resource::<Bindings>().keys(step).next(),
        Some(Button::Types('o'))
    );
}

#[test]
fn wizard() {
    let mut app = game();
    app.insert_resource(WizardMode { is_on: true });
    text::type_keys(&mut app, "<F3>").unwrap();
    assert_snapshot!(at_all_sizes(&mut app, "play"));
}

#[test]
fn title() {
    let mut app = text::app();
    let setup = GameSetup {
        seed: 7,
        ..GameSetup::default()
    };
    open_title(app.world_mut(), setup);
    text::type_keys(&mut app, "").unwrap();
    assert_snapshot!(at_all_sizes(&mut app, "title"));
}

#[test]
fn about() {
    let mut app = text::app();
    open_title(app.world_mut(), GameSetup::default());
    text::type_keys(&mut app, "<Up><Up><Enter>").unwrap();
    let shown = at_all_sizes(&mut app, "about");
    let version = format!("Fogbound {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(shown.matches(&version).count(), 4);
    assert_eq!(shown.matches("assets/LICENSE-MIT").count() / 4, 1);
    assert_snapshot!(shown);
}

#[test]
fn marks_have_a_legend() {
    let shown = after("V", "play");
    // The smallest screens have no room for it.
    assert!(
        shown.matches("Marks (V hides them)").count() >= 2,
        "{shown}"
    );
    assert_snapshot!(shown);
}

#[test]
fn seed() {
    let mut app = text::app();
    open_title(app.world_mut(), GameSetup::default());
    text::type_keys(&mut app, "<Down><Enter>12x3<Backspace>4").unwrap();
    assert_snapshot!(at_all_sizes(&mut app, "seed"));
}

#[test]
fn dead() {
    let mut app = game();
    let player = app.player().unwrap();
    let at = app.place_of(player);
    *app.world_mut().resource_mut::<Fate>() = Fate::Died(fogbound::game::Death {
        killer: Some(LONG_NAME.to_owned()),
        at,
        depth: 3,
        turn: 12_345,
    });
    app.update();
    let shown = at_all_sizes(&mut app, "dead");
    for words in [
        "Killed by a wyrm of the drowned keep",
        "12345.",
        "Restart this game",
        "Quit",
    ] {
        assert_eq!(shown.matches(words).count(), 4, "{words}");
    }
    assert_snapshot!(shown);
}

/// Neither the log nor the list of visible creatures cuts off its longest entries.
#[test]
fn long_messages_and_names_wrap_at_every_size() {
    let mut app = game();
    let long = "word ".repeat(40) + "end.";
    app.world_mut().resource_mut::<MessageLog>().say(long);
    for size in SIZES {
        text::type_keys(&mut app, "m").unwrap();
        let shown = screen(&mut app, size);
        assert_eq!(shown.matches("word").count(), 40, "{shown}");
        text::type_keys(&mut app, "<Escape>").unwrap();
        let shown = screen(&mut app, size);
        for word in LONG_NAME.split(' ') {
            assert!(shown.contains(word), "{word}:\n{shown}");
        }
    }
}

/// The help lists every command with all keys bound to it, including those that the player has added.
#[test]
fn the_help_shows_the_current_keys() {
    let mut app = game();
    let mut screen = app.world_mut().resource_mut::<Screen>();
    screen.resize(UVec2::new(160, 300));
    let mut keys = fogbound::control::KeyFile::default();
    keys.bind_also(Control::EXPLORE, Button::Types('v'), app.world().resource())
        .unwrap();
    keys.apply(&mut app.world_mut().resource_mut::<Bindings>())
        .unwrap();
    text::type_keys(&mut app, "?").unwrap();
    let shown = words(&mut app).join("\n");
    let bindings = app.world().resource::<Bindings>();
    for control in bindings.controls() {
        let words = bindings.words(control);
        let keys = fogbound::view::keys_of(bindings, control).replace('/', "  ");
        let line = shown
            .lines()
            .find(|it| it.starts_with(&format!("{words} ")));
        let line = line.unwrap_or_else(|| panic!("{words}:\n{shown}"));
        assert!(line.contains(&keys), "{words}: {keys}: {line}");
    }
    let explore = shown.lines().find(|it| it.starts_with("explore  "));
    assert!(explore.unwrap().contains("v  o"), "{shown}");
}

/// The help explains the symbols of all tiles, things, monsters and states of monsters.
#[test]
fn the_help_lists_every_symbol() {
    let mut app = whole_game(drawn(&HOUSE.replace('%', ".")));
    app.add_thing(Thing::new("a", "lute", '♪'));
    app.world_mut()
        .resource_mut::<Screen>()
        .resize(UVec2::new(160, 400));
    text::type_keys(&mut app, "?").unwrap();
    let shown = words(&mut app).join("\n");
    let has = |sign: &str, name: &str| {
        let start = format!("{sign}  ");
        let mut lines = shown.lines();
        let found = lines.any(|it| it.starts_with(&start) && it[sign.len()..].contains(name));
        assert!(found, "{sign:?} {name}:\n{shown}");
    };
    let tiles = app.map().tile_set();
    let drawn = |tile: &Tile| tile.seems().is_none() && tile_glyph(*tile) != ' ';
    for tile in tiles.iter().filter(drawn) {
        has(&tile_glyph(tile).to_string(), tile.name());
    }
    let mere = |it: &&Thing| it.item.as_ref().is_none_or(|item| item.stack == 0);
    for (sign, use_of_it) in [
        ("»", "something to throw"),
        ("¿", "something to use"),
        ("[", "something to wear"),
        ("⌐", "something for the hand"),
    ] {
        has(sign, use_of_it);
    }
    for thing in app.world().resource::<Things>().iter().filter(mere) {
        has(
            &thing.glyph.to_string(),
            if thing.is_corpse() {
                "a corpse"
            } else {
                &thing.name
            },
        );
    }
    for monster in app.world().resource::<Bestiary>().iter() {
        has(&monster.glyph.to_string(), &monster.name);
    }
    for (state, words) in [
        (State::Asleep, "asleep"),
        (State::Noticing, "noticed"),
        (State::Hunting, "hunting"),
        (State::Searching, "searching"),
    ] {
        has(&format!("k{}", sign(state).unwrap()), words);
    }
}

/// The title, the first lines of the log and the help say what to do and which keys to use.
#[test]
fn title_log_and_help_explain_the_goal() {
    for (columns, rows, wide) in SIZES {
        let mut app = text::app();
        open_title(app.world_mut(), GameSetup::default());
        let mut screen = app.world_mut().resource_mut::<Screen>();
        screen.set_wide(wide);
        screen.resize(UVec2::new(columns, rows));
        let title = text::type_keys(&mut app, "").unwrap();
        for words in [
            "beacon up from level 12",
            "level 1.",
            "you to others",
            "? explains",
            "New game",
        ] {
            assert!(title.contains(words), "{words}:\n{title}");
        }
        let mut keys = fogbound::control::KeyFile::default();
        keys.bind_also(Control::EXPLORE, Button::Types('v'), app.world().resource())
            .unwrap();
        keys.apply(&mut app.world_mut().resource_mut::<Bindings>())
            .unwrap();
        // The first entry begins a game.
        let game = text::type_keys(&mut app, "<Enter>").unwrap();
        let log = game.lines().collect::<Vec<_>>();
        let area = app.world().resource::<Screen>().buffer().area;
        let rows = Areas::of(area, if wide { 2 } else { 1 }).log;
        let log = log[rows.y.into()..rows.bottom().into()]
            .join(" ")
            .replace('│', " ");
        let log: String = log.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in ["beacon", "level 12", "? help", "v explore", "[ ] lantern."] {
            assert!(log.contains(words), "{words}:\n{game}");
        }
        text::type_keys(&mut app, "?").unwrap();
        let both = words(&mut app).join(" ");
        for words in [
            "[ narrows your lantern",
            "v explores",
            "they see you from afar in bright light",
            "level 12",
            "beacon",
        ] {
            assert!(both.contains(words), "{words}:\n{both}");
        }
    }
}

/// Without a panel, the status line shows as many facts as fit.
#[test]
fn the_status_line_never_cuts_a_fact() {
    let mut app = whole_game(common::dark(drawn(&HOUSE.replace('%', "."))));
    text::type_keys(&mut app, "lrl").unwrap();
    for columns in 16..60 {
        let shown = screen(&mut app, (columns, 12, false));
        let line = shown.lines().find(|it| it.contains("hp ")).unwrap();
        let mut rest = line.to_owned();
        for fact in [
            "hp 30/30",
            "RUNNING",
            "Exposed (bright)",
            "Exposed (dim)",
            "hidden in the dark",
            "br 11/12",
            "depth 1",
            "seen by 1",
            "seen by 2",
            "turn 1",
            "oil 399",
        ] {
            rest = rest.replace(fact, "");
        }
        assert_eq!(rest.trim(), "", "{line}");
        assert!(line.contains("RUNNING"), "{line}");
    }
}

#[test]
fn every_mode_draws_at_any_size() {
    for keys in [
        "",
        "x",
        "_",
        "<Escape>",
        "<Escape><Down><Enter>",
        "Q",
        "m",
        "?",
    ] {
        let mut app = game();
        text::type_keys(&mut app, keys).unwrap();
        for (columns, rows) in [
            (1, 1),
            (16, 8),
            (17, 60),
            (59, 9),
            (61, 8),
            (300, 10),
            (1000, 1000),
        ] {
            for wide in [false, true] {
                screen(&mut app, (columns, rows, wide));
            }
        }
    }
}

/// Enemies come first, with those that are hunting ahead of the others. They are followed by treasure and stairs, then
/// scenery, and finally corpses.
#[test]
fn the_list_and_look_start_with_what_matters_most() {
    let mut app = whole_game(drawn(
        "###############\n#.k.........>.#\n#.@r....O.$...#\n#....k........#\n###############",
    ));
    let here = {
        let player = app.player().unwrap();
        app.place_of(player)
    };
    let others = app.entities::<(With<Actor>, Without<Player>)>();
    for who in others {
        let name = app.part::<Name>(who).to_string();
        let is_beside = (app.place_of(who) - here).abs().max_element() <= 1;
        let awareness = match name.as_str() {
            "ogre" => Awareness::Hunting { last_known: here },
            "kobold" if is_beside => Awareness::Asleep,
            "kobold" => Awareness::Noticing { at: here },
            _ => Awareness::Unaware,
        };
        let world = app.world_mut();
        world.entity_mut(who).insert(awareness);
        world.get_mut::<Actor>(who).unwrap().due = u64::MAX / 2;
    }
    let world = app.world_mut();
    let mut things = world.resource_mut::<Things>();
    let corpses = ["rat", "jackal"].map(|it| things.corpse_of(it).unwrap());
    let bones = things.named("bones").unwrap();
    for (kind, cell) in [
        (corpses[0], here),
        (corpses[1], here + IVec2::NEG_X),
        (bones, here + IVec2::Y),
        (bones, here + IVec2::new(-1, 1)),
    ] {
        spawn_thing(world, kind, cell);
    }
    app.update();
    let shown = screen(&mut app, (100, 36, true));
    let order = [
        "ogre hunting",
        "kobold noticing",
        "rat unaware",
        "kobold asleep",
        "treasure",
        "stairs down",
        "bones (2)",
        "2 corpses",
    ];
    let places = order.map(|it| {
        shown
            .lines()
            .position(|line| line.contains(it))
            .unwrap_or_else(|| panic!("{it}: {shown}"))
    });
    assert!(places.is_sorted(), "{places:?}: {shown}");
    assert!(!shown.contains("dead"), "{shown}");
    // Tab goes through the entries in the same order, wherever a corpse lies.
    text::type_keys(&mut app, "x").unwrap();
    for words in [
        "You see an ogre, hunting",
        "You see a kobold, which",
        "You see a rat, unaware",
        "You see a kobold, asleep",
        "You see treasure",
        "You see stairs down",
    ] {
        text::type_keys(&mut app, "<Tab>").unwrap();
        let shown = screen(&mut app, (100, 36, true));
        assert!(shown.contains(words), "{words}: {shown}");
    }
    for _ in 0..4 {
        text::type_keys(&mut app, "<Tab>").unwrap();
    }
    text::type_keys(&mut app, "<Tab>").unwrap();
    let shown = screen(&mut app, (100, 36, true));
    assert!(
        shown.contains("You see an ogre, hunting"),
        "the list starts over: {shown}"
    );
}
