//! Tests of the stack of screens: which screen receives the keys, bursts of keys, clicks, and commands that take many
//! turns.

use bevy::prelude::*;
use fogbound::control::{Bindings, Control, Gait, KeyQueue, KeyScript, Mouse, WizardMode};
use fogbound::fov::Sight;
use fogbound::frontend::text;
use fogbound::game::mind::Breathes;
use fogbound::game::{Actor, Awareness, Breath, Fate, Game, Health, Player};
use fogbound::grid::Direction;
use fogbound::map::{Density, Tile, TileMap};
use fogbound::modes::{Modes, Settings, open_title};
use fogbound::view::{MessageLog, Palette, Screen, Wizard};
use fogbound::vision::{MapMemory, Position};
use ratatui::layout::Position as ScreenCell;

use crate::common::{AppExt, built, drawn, tick, whole_game};

fn game(map: &str) -> App {
    whole_game(drawn(map))
}

fn keys(app: &mut App, keys: &str) -> String {
    text::type_keys(app, keys).unwrap()
}

/// Types the keys of a script as a person would. Running the script would wait for a journey to end.
fn by_hand(app: &mut App, script: &KeyScript) {
    let mut queue = app.world_mut().resource_mut::<KeyQueue>();
    script.keys().for_each(|it| queue.tap(it));
}

fn modes(app: &App) -> Vec<&'static str> {
    app.world().resource::<Modes>().names().collect()
}

fn here(app: &mut App) -> IVec2 {
    let player = app.player().unwrap();
    app.place_of(player)
}

fn log(app: &App) -> String {
    let last: Vec<String> = app.world().resource::<MessageLog>().last(20).collect();
    last.join("\n")
}

const ROOM: &str = "###########\n#@........#\n#.........#\n###########";

#[test]
fn escape_closes_a_screen_and_in_play_opens_the_menu() {
    let mut app = game(ROOM);
    for (open, name) in [
        ("x", "look"),
        ("_", "travel"),
        ("m", "messages"),
        ("?", "help"),
        ("Q", "confirm"),
    ] {
        keys(&mut app, open);
        assert_eq!(modes(&app), ["play", name]);
        keys(&mut app, "<Escape>");
        assert_eq!(modes(&app), ["play"]);
    }
    keys(&mut app, "<Escape>");
    assert_eq!(modes(&app), ["play", "menu"]);
    keys(&mut app, "<Escape>");
    assert_eq!((modes(&app), tick(&app)), (vec!["play"], 0));
}

#[test]
fn each_key_of_a_burst_goes_to_the_screen_then_open() {
    // Type 200 keys at once.
    let burst = "ljx<Escape>hm<Escape>k?<Down><Escape>lQ<Escape>jxll<Escape><Escape><Down><Escape>";
    let burst = burst.repeat(7);
    let script: KeyScript = burst.parse().unwrap();
    assert!(script.len() >= 150, "{}", script.len());
    let mut app = game(ROOM);
    by_hand(&mut app, &script);
    for _ in 0..3 * script.len() {
        app.update();
    }
    assert!(app.world().resource::<KeyQueue>().is_empty());
    assert_eq!(modes(&app), ["play"]);
    // The keys that reach the game itself are `l j h k l j`, seven times.
    let mut other = game(ROOM);
    keys(&mut other, &"ljhklj".repeat(7));
    assert_eq!(
        (here(&mut app), tick(&app)),
        (here(&mut other), tick(&other))
    );
}

#[test]
fn ending_a_game_asks_first() {
    let mut app = game(ROOM);
    keys(&mut app, "lll");
    let before = (here(&mut app), tick(&app));
    for (choose, question) in [
        ("<Up><Up><Up>", "Start a new game?"),
        ("<Up><Up>", "Go to the main menu?"),
        ("<Up>", "Quit?"),
    ] {
        let screen = keys(&mut app, &format!("<Escape>{choose}<Enter>"));
        assert!(screen.contains(question), "{screen}");
        // The default answer is no.
        keys(&mut app, "<Enter>");
        assert_eq!((here(&mut app), tick(&app)), before);
        assert_eq!((modes(&app), app.should_exit()), (vec!["play"], None));
    }
    keys(&mut app, "<Escape><Up><Up><Up><Enter>y");
    assert_eq!((modes(&app), tick(&app)), (vec!["play"], 0));
    keys(&mut app, "<Escape><Up><Up><Enter>y");
    assert_eq!(modes(&app), ["title"]);
    keys(&mut app, "<Escape>y");
    assert!(app.should_exit().is_some());
}

#[test]
fn restarting_or_typing_the_seed_gives_the_same_game() {
    let setup = built(7);
    let mut direct = whole_game(setup.clone());
    keys(&mut direct, "");
    let screen = |app: &App| app.world().resource::<Screen>().text();
    let first = screen(&direct);
    keys(&mut direct, "lljo");
    // Restart the game after the player's death.
    die(&mut direct);
    assert_eq!(modes(&direct), ["play", "dead"]);
    keys(&mut direct, "<Down><Down><Enter>");
    assert_eq!(screen(&direct), first);
    // Begin the game from the title screen, with the seed typed in.
    let mut titled = text::app();
    open_title(titled.world_mut(), built(1));
    keys(&mut titled, "<Down><Enter>7<Enter>");
    assert_eq!(screen(&titled), first);
    // A new game has a new seed.
    die(&mut titled);
    keys(&mut titled, "<Down><Enter>");
    assert_ne!(titled.world().resource::<Game>().setup.seed, 7);
    assert!(titled.world().resource::<Fate>().is_alive());
    assert!(log(&titled).starts_with(ARRIVAL), "{}", log(&titled));
}

/// The first message of a game.
const ARRIVAL: &str = "Cellars. Someone keeps the torches burning.";

fn die(app: &mut App) {
    let at = here(app);
    *app.world_mut().resource_mut::<Fate>() = Fate::Died(fogbound::game::Death {
        killer: None,
        at,
        depth: 1,
        turn: 4,
    });
    app.update();
}

#[test]
fn the_dead_can_look_back_but_not_act() {
    let mut app = game(ROOM);
    keys(&mut app, "x");
    die(&mut app);
    assert_eq!(modes(&app), ["play", "dead"], "looking has ended");
    let before = (here(&mut app), tick(&app));
    let screen = keys(&mut app, "llh.oR");
    assert_eq!((here(&mut app), tick(&app)), before);
    assert!(screen.contains("something unseen"), "{screen}");
    assert!(screen.contains("Seed 0."), "{screen}");
    keys(&mut app, "<Escape>");
    assert_eq!(
        modes(&app),
        ["play", "dead"],
        "Escape does not close the death screen"
    );
    keys(&mut app, "m");
    assert_eq!(modes(&app), ["play", "dead", "messages"]);
    keys(&mut app, "<Escape><Up><Enter>");
    assert!(app.should_exit().is_some());
}

#[test]
fn keys_without_a_game_do_not_begin_one() {
    let mut app = text::app();
    let screen = keys(
        &mut app,
        "lllo.x<Tab>_<Enter><<Less>>"
            .replace("<<Less>>", "<Less>")
            .as_str(),
    );
    assert!(app.world().get_resource::<Game>().is_none(), "{screen}");
    assert_eq!(app.entities::<With<Player>>(), []);
}

#[test]
fn the_demo_on_the_title_does_not_affect_a_new_game() {
    let mut app = text::app();
    open_title(app.world_mut(), built(3));
    app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(
        std::time::Duration::from_millis(200),
    ));
    for _ in 0..40 {
        app.update();
    }
    assert!(tick(&app) > 1_000, "the demo does not run: {}", tick(&app));
    let screen = keys(&mut app, "");
    assert!(
        screen.contains("New game") && !screen.contains("In view"),
        "{screen}"
    );
    keys(&mut app, "<Enter>");
    assert_eq!((modes(&app), tick(&app)), (vec!["play"], 0));
    assert!(log(&app).starts_with(ARRIVAL), "{}", log(&app));
}

/// Returns a map cell's position on the screen.
fn on_screen(app: &mut App, cell: IVec2) -> UVec2 {
    let screen = app.world().resource::<Screen>();
    let buffer = screen.buffer();
    let columns = i32::from(screen.map_columns());
    let places = buffer.area.positions();
    let place = places
        .into_iter()
        .find(|it| buffer[*it].symbol() == "@")
        .unwrap();
    let offset = cell - here(app);
    let place = IVec2::new(place.x.into(), place.y.into()) + offset * IVec2::new(columns, 1);
    place.as_uvec2()
}

#[test]
fn hovering_shows_the_path_and_a_click_walks_it() {
    for wide in [false, true] {
        let mut app = game(ROOM);
        app.world_mut().resource_mut::<Screen>().set_wide(wide);
        keys(&mut app, "");
        let goal = IVec2::new(8, 2);
        let at = on_screen(&mut app, goal);
        let screen = keys(&mut app, &format!("<Hover {},{}>", at.x, at.y));
        assert!(screen.contains("You see floor."), "{screen}");
        let way = app.world().resource::<fogbound::view::Palette>().way();
        let buffer = app.world().resource::<Screen>().buffer();
        let marked = buffer.content.iter().filter(|it| it.bg == way).count();
        assert_eq!(
            marked,
            if wide { 14 } else { 7 },
            "the seven cells of the path"
        );
        keys(&mut app, &format!("<Click {},{}>", at.x, at.y));
        assert_eq!(here(&mut app), goal);
        assert_eq!(tick(&app), 700, "one ordinary step per cell");
        // A click beside the player makes the player step; a click on the player makes the player wait a turn.
        let at = on_screen(&mut app, goal - IVec2::X);
        keys(&mut app, &format!("<Click {},{}>", at.x, at.y));
        assert_eq!((here(&mut app), tick(&app)), (goal - IVec2::X, 800));
        let at = on_screen(&mut app, goal - IVec2::X);
        keys(&mut app, &format!("<Click {},{}>", at.x, at.y));
        assert_eq!(tick(&app), 900);
        // The right button starts looking, and pressing it again stops looking.
        keys(&mut app, &format!("<Right {},{}>", at.x - 2, at.y));
        assert_eq!(modes(&app), ["play", "look"]);
        keys(&mut app, &format!("<Right {},{}>", at.x, at.y));
        assert_eq!(modes(&app), ["play"]);
    }
}

#[test]
fn the_player_cannot_travel_to_unknown_cells() {
    let mut app = game("#########\n#@..#...#\n#...#...#\n#########");
    let at = on_screen(&mut app, IVec2::new(6, 1));
    keys(&mut app, &format!("<Click {},{}>", at.x, at.y));
    assert!(
        log(&app).ends_with("You don't know how to get there."),
        "{}",
        log(&app)
    );
    assert_eq!(tick(&app), 0);
    keys(&mut app, ">");
    assert_eq!(hint(&app), "You have not found any stairs down.");
    assert_eq!(tick(&app), 0);
}

#[test]
fn menus_take_clicks_and_lists_scroll_by_wheel() {
    let mut app = game(ROOM);
    let screen = keys(&mut app, "<Escape>");
    let (row, line) = screen
        .lines()
        .enumerate()
        .find(|it| it.1.contains("Message log"))
        .unwrap();
    let column = line.chars().take_while(|it| *it != 'M').count();
    keys(&mut app, &format!("<Click {column},{row}>"));
    assert_eq!(modes(&app), ["play", "messages"]);
    for number in 0..100 {
        app.world_mut()
            .resource_mut::<MessageLog>()
            .say(format!("number {number}."));
    }
    let last = keys(&mut app, "<Wheel 5,5,100>");
    assert!(
        last.contains("number 99.") && !last.contains("number 20."),
        "{last}"
    );
    let above = keys(&mut app, "<Wheel 5,5,-30>");
    assert!(!above.contains("number 99."), "{above}");
    let first = keys(&mut app, "<Home>");
    assert!(first.contains("You look around."), "{first}");
    // A click beside the menu does nothing; the right button closes it.
    keys(&mut app, "<Escape><Escape><Click 0,0>");
    assert_eq!(modes(&app), ["play", "menu"]);
    keys(&mut app, "<Right 0,0>");
    assert_eq!(modes(&app), ["play"]);
}

#[test]
fn clicks_and_keys_keep_their_order() {
    let mut app = game(ROOM);
    let at = on_screen(&mut app, IVec2::new(2, 1));
    let mut queue = app.world_mut().resource_mut::<KeyQueue>();
    // The player steps by a click, then by a key, and then by a click on a cell that becomes adjacent only after the
    // first two steps.
    queue.push_mouse(Mouse::Click(at.into()));
    "j".parse::<KeyScript>().unwrap().type_into(&mut queue);
    queue.push_mouse(Mouse::Click(at.into()));
    for _ in 0..9 {
        app.update();
    }
    assert_eq!((here(&mut app), tick(&app)), (IVec2::new(2, 1), 300));
}

#[test]
fn shift_rushes_to_the_next_point_of_interest() {
    let map = "
######################
#@...................#
######.########.######
     #.#      #.#
     #.#      #+#
     #.#
";
    let mut app = game(map.trim_matches('\n'));
    let mut at = |script: &str| {
        keys(&mut app, script);
        here(&mut app)
    };
    assert_eq!(at("L"), IVec2::new(6, 1), "a branch");
    assert_eq!(at("<Shift+Right>"), IVec2::new(15, 1), "the next branch");
    assert_eq!(at("<Shift+Numpad6>"), IVec2::new(20, 1), "the end");
    assert_eq!(at("H"), IVec2::new(15, 1));
    assert_eq!(at("J"), IVec2::new(15, 3), "beside a door");
    assert_eq!(at("K"), IVec2::new(15, 1));
    let before = tick(&app);
    keys(&mut app, "K");
    assert_eq!(
        tick(&app),
        before,
        "rushing into a visible wall takes no time"
    );
}

#[test]
fn rushing_follows_a_passage_around_its_bends() {
    let map = "
#######
#@....#
#####.#
    #.#
    #.###
    #...#
    #####";
    let mut app = game(map.trim_matches('\n'));
    keys(&mut app, "L");
    assert_eq!(here(&mut app), IVec2::new(7, 5));
}

#[test]
fn resting_lasts_until_breath_is_full_or_for_twenty_turns() {
    let mut app = game(ROOM);
    let player = app.player().unwrap();
    app.world_mut()
        .get_mut::<Health>(player)
        .unwrap()
        .wound(3, 0);
    keys(&mut app, "R");
    assert!(log(&app).ends_with("You have rested."), "{}", log(&app));
    assert_eq!(tick(&app), 2_000);
    app.world_mut()
        .get_mut::<Breath>(player)
        .unwrap()
        .set_now(0);
    keys(&mut app, "R");
    let breath = app.part::<Breath>(player);
    assert_eq!(breath.now(), breath.max());
    assert_eq!(tick(&app), 2_000 + 2_400, "two turns for each step");
    let health = app.part::<Health>(player);
    assert_eq!(health.now(), health.max() - 3, "rest heals nothing");
}

#[test]
fn travel_goes_to_the_cursor_or_to_stairs() {
    let mut app = game("##########\n#@......>#\n#.<......#\n##########");
    keys(&mut app, "_ll<Enter>");
    assert_eq!((here(&mut app), tick(&app)), (IVec2::new(3, 1), 200));
    keys(&mut app, "_<Less><Enter>");
    assert_eq!(here(&mut app), IVec2::new(2, 2));
    keys(&mut app, ">");
    assert_eq!(here(&mut app), IVec2::new(8, 1));
    let depth = |app: &App| app.world().resource::<fogbound::game::Depth>().0;
    assert_eq!(depth(&app), 1);
    keys(&mut app, ">");
    assert_eq!(
        depth(&app),
        2,
        "on the stairs, the key takes them: {}",
        log(&app)
    );
    let before = (here(&mut app), tick(&app));
    keys(&mut app, "_hh<Escape>");
    assert_eq!((here(&mut app), tick(&app)), before);
}

/// Keys typed before a monster comes into view were not meant for that situation.
#[test]
fn an_alarm_drops_typed_keys_but_not_those_of_a_script() {
    let hall = "####################\n#@...............=e#\n####################";
    let mut setup = drawn(hall);
    setup.sight = Sight::default().with_radius(5);
    for is_by_hand in [true, false] {
        let mut app = whole_game(setup.clone());
        keys(&mut app, "o");
        assert!(
            log(&app).contains("A floating eye comes into view"),
            "{}",
            log(&app)
        );
        let stopped = here(&mut app);
        // Play the game again, with keys typed before the eye comes into view.
        let mut app = whole_game(setup.clone());
        "o".parse::<KeyScript>()
            .unwrap()
            .type_into(&mut app.world_mut().resource_mut::<KeyQueue>());
        while here(&mut app).x < stopped.x {
            app.update();
        }
        let keys: KeyScript = "hhh".parse().unwrap();
        match is_by_hand {
            true => by_hand(&mut app, &keys),
            false => keys.type_into(&mut app.world_mut().resource_mut()),
        }
        // If the keys are typed by hand, either the first key stops the journey without an alarm, or the alarm drops
        // the keys.
        for _ in 0..20 {
            app.update();
        }
        let moved = stopped.x - here(&mut app).x;
        if is_by_hand {
            assert!(
                moved == 0 || !log(&app).contains("comes into view"),
                "{moved}: {}",
                log(&app)
            );
        } else {
            assert_eq!(moved, 3, "{}", log(&app));
        }
    }
}

#[test]
fn exploring_stops_at_discoveries_and_the_log_says_where() {
    let mut app = game("####################\n#@................>#\n####################");
    let player = app.player().unwrap();
    keys(&mut app, "[[[[[[[");
    keys(&mut app, "o");
    assert!(
        log(&app).ends_with("You see stairs down to the east."),
        "{}",
        log(&app)
    );
    let memory = app.part::<MapMemory>(player);
    assert_eq!(memory.tile(IVec2::new(18, 1)), Some(Tile::STAIRS_DOWN));
    let before = here(&mut app);
    assert!(before.x < 18);
    keys(&mut app, "o");
    assert!(
        here(&mut app).x > before.x || log(&app).contains("Nothing is left"),
        "known stairs stop exploring again"
    );
}

/// Exploring, travelling, rushing and resting take the same steps in worlds that differ only in what the player does
/// not know.
#[test]
fn commands_depend_only_on_what_the_player_knows() {
    let one = "############\n#@.....#...#\n######.#...#\n     #.+...#\n     #######";
    let other = "############\n#@.....#####\n######.#   \n     #.+>...\n     #######";
    for script in ["L", "o", "_lll<Enter>", ">", "R"] {
        let ends = [one, other].map(|map| {
            let mut setup = drawn(map);
            setup.sight = Sight::default().with_radius(4);
            let mut app = whole_game(setup);
            // Stop as soon as the player may see a difference.
            let script: KeyScript = script.parse().unwrap();
            script.type_into(&mut app.world_mut().resource_mut::<KeyQueue>());
            let mut places = Vec::new();
            for _ in 0..12 {
                app.update();
                places.push(here(&mut app));
                let player = app.player().unwrap();
                if app
                    .part::<MapMemory>(player)
                    .tile(IVec2::new(7, 3))
                    .is_some()
                {
                    break;
                }
            }
            (places, tick(&app))
        });
        assert_eq!(ends[0], ends[1], "{script}");
    }
}

#[test]
fn closing_asks_which_door_only_if_there_are_several() {
    let mut app = game("#####\n#'@'#\n##'##\n#...#\n#####");
    keys(&mut app, "c");
    assert_eq!(modes(&app), ["play", "aim"]);
    keys(&mut app, "j");
    assert_eq!(app.map().tile(IVec2::new(2, 2)), Tile::CLOSED_DOOR);
    assert_eq!(app.map().tile(IVec2::new(1, 1)), Tile::OPEN_DOOR);
    keys(&mut app, "c<Escape>");
    assert_eq!(app.map().tile(IVec2::new(1, 1)), Tile::OPEN_DOOR);
    keys(&mut app, "ch");
    keys(&mut app, "c");
    assert_eq!(modes(&app), ["play"], "one open door is left");
    assert_eq!(app.map().tile(IVec2::new(3, 1)), Tile::CLOSED_DOOR);
}

#[test]
fn looking_describes_a_cell_and_why_it_is_not_seen() {
    let map = "###############\n#@...+...r....#\n#....#........#\n###############";
    let mut app = game(map);
    let words = |app: &mut App, script: &str| {
        keys(app, script)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert!(words(&mut app, "x").contains("You are here."));
    let wall = words(&mut app, "<Right><Right><Right><Right><Right>");
    assert!(wall.contains("You know nothing of this place."), "{wall}");
    assert!(
        wall.contains("A closed door hides it (4 cells east)."),
        "{wall}"
    );
    keys(&mut app, "<Escape>lll");
    keys(&mut app, "l");
    let rat = words(&mut app, "x<Tab>");
    for part in ["You see a rat", "You hit the rat", "hits you", "kill"] {
        assert!(rat.contains(part), "{part}: {rat}");
    }
    keys(&mut app, "<Escape>[[[[[[[[[[");
    let far = words(&mut app, "xhhh");
    assert!(far.contains("You remember floor"), "{far}");
    assert!(
        far.contains("It is too far away: you can see no further than 1 cell."),
        "{far}"
    );
    // The rat is out of sight, and only its ghost is left.
    let ghost = words(&mut app, "<Escape>x<Tab>");
    assert!(ghost.contains("A rat was here a moment ago."), "{ghost}");
    for part in ["You see", "You hit", "It hits"] {
        assert!(!ghost.contains(part), "{part}: {ghost}");
    }
    assert_eq!(modes(&app), ["play", "look"]);
}

/// Looking produces the same words in worlds that differ only in hidden cells.
#[test]
fn looking_reveals_nothing_hidden() {
    let worlds = [
        "#########\n#@..#.r.#\n#########",
        "#########\n#@..#+..#\n#########",
    ];
    for cell in 4..8 {
        let screens = worlds.map(|map| {
            let mut app = game(map);
            keys(&mut app, &format!("x{}", "<Right>".repeat(cell)))
        });
        assert_eq!(screens[0], screens[1], "cell {cell}");
    }
}

#[test]
fn looking_at_a_creature_marks_the_known_cells_it_sees() {
    let map = "###############\n#@.......r....#\n###############\n#.............#\n###############";
    let mut app = game(map);
    let rat = app.entities::<(With<Actor>, Without<Player>)>()[0];
    let radius = app
        .part::<fogbound::vision::Viewshed>(rat)
        .sight()
        .radius
        .unwrap();
    keys(&mut app, "x<Tab>");
    let watched = app.world().resource::<fogbound::view::Palette>().watched();
    let buffer = app.world().resource::<Screen>().buffer();
    let marked = buffer.content.iter().filter(|it| it.bg == watched).count();
    assert!(marked >= radius as usize, "{marked}");
    // The row behind the wall is unknown, so it is not marked.
    let rows: Vec<usize> = buffer
        .content
        .chunks(buffer.area.width.into())
        .map(|row| row.iter().filter(|it| it.bg == watched).count())
        .collect();
    assert_eq!(rows.iter().filter(|it| **it > 0).count(), 3, "{rows:?}");
}

#[test]
fn wizard_keys_do_what_they_say() {
    let mut app = game("##########\n#@...#r..#\n##########");
    let bindings = app.world().resource::<Bindings>().clone();
    let key = |control: Control| bindings.keys(control).next().unwrap().to_string();
    // Without wizard mode, these keys do nothing.
    let wizards = bindings.controls().into_iter();
    let wizards = wizards.filter(|it| bindings.is_for_wizards(*it));
    for control in wizards.clone().filter(|it| *it != Control::WIZARD) {
        keys(&mut app, &key(control));
    }
    assert!(!app.world().resource::<Wizard>().reveals());
    assert_eq!(
        app.world().resource::<Game>().sight,
        app.world().resource::<Game>().setup.sight
    );
    let mut map = app.world_mut().resource_mut::<TileMap>();
    map.add_air(IVec2::new(8, 1), Density::fog(7));
    let screen = keys(&mut app, &key(Control::WIZARD));
    assert!(app.world().resource::<WizardMode>().is_on);
    for control in wizards {
        let words = key(control).trim_matches(['<', '>']).to_owned();
        assert!(screen.contains(&words), "{words}: {screen}");
    }
    for words in ["seed 0", "recomputed", "your own eyes"] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    assert!(!screen.contains('░'), "{screen}");
    let screen = keys(&mut app, &key(Control::REVEAL));
    assert!(
        screen.contains('░') && screen.contains("r  rat"),
        "{screen}"
    );
    let screen = keys(&mut app, &key(Control::NEXT_EYES));
    assert!(screen.contains("rat #1"), "{screen}");
    keys(&mut app, &key(Control::NEXT_EYES));
    let overlay = app.world().resource::<fogbound::view::Palette>().overlay();
    let marked = |app: &App| {
        let buffer = app.world().resource::<Screen>().buffer();
        buffer.content.iter().filter(|it| it.bg == overlay).count()
    };
    assert_eq!(marked(&app), 0);
    keys(&mut app, &key(Control::NEXT_OVERLAY));
    assert!(marked(&app) > 10);
    keys(&mut app, &key(Control::NEXT_ALGORITHM));
    assert_ne!(
        app.world().resource::<Game>().sight.algorithm,
        Sight::default().algorithm
    );
    // A monster is conjured at the look cursor.
    keys(
        &mut app,
        &format!(
            "x<Right><Right>{}{}<Escape>",
            key(Control::NEXT_KIND),
            key(Control::CONJURE)
        ),
    );
    let at = IVec2::new(3, 1);
    let mut others = app
        .world_mut()
        .query_filtered::<&Position, (With<Actor>, Without<Player>)>();
    assert_eq!(others.iter(app.world()).filter(|it| it.0 == at).count(), 1);
}

#[test]
fn zoom_and_options_change_the_settings() {
    let mut app = game(ROOM);
    let zooms = |app: &App| {
        let settings = app.world().resource::<Settings>();
        (settings.zoom, settings.map_zoom)
    };
    keys(&mut app, "++");
    assert_eq!(zooms(&app), (None, Some(24)));
    keys(&mut app, "-----");
    assert_eq!(zooms(&app), (None, Some(16)));
    keys(&mut app, "<Ctrl+Equal><Ctrl+Equal>");
    assert_eq!(zooms(&app), (Some(24), Some(16)));
    keys(&mut app, "<Ctrl+Minus>");
    assert_eq!(zooms(&app), (Some(20), Some(16)));
    let first = app.world().resource::<fogbound::view::Palette>().clone();
    let options = "<Escape><Up><Up><Up><Up><Up><Enter>";
    let screen = keys(&mut app, &format!("{options}<Right>"));
    assert_eq!(modes(&app), ["play", "menu", "options"]);
    assert!(screen.contains("high-contrast"), "{screen}");
    assert_ne!(
        *app.world().resource::<fogbound::view::Palette>(),
        first,
        "the palette changes at once"
    );
    keys(&mut app, "<Left>");
    assert_eq!(*app.world().resource::<fogbound::view::Palette>(), first);
    keys(&mut app, "<Down><Down><Right><Escape><Escape>");
    assert_eq!(
        app.world()
            .resource::<Bindings>()
            .keys(Control::Step(Direction::North))
            .next()
            .unwrap()
            .to_string(),
        "<KeyW>"
    );
    let before = here(&mut app);
    keys(&mut app, "l");
    assert_eq!(here(&mut app), before, "the vi letters do nothing now");
    keys(&mut app, "d");
    assert_eq!(here(&mut app), before + IVec2::X);
}

#[test]
fn keys_can_be_rebound_on_the_keys_screen() {
    let mut app = game(ROOM);
    let open = "<Escape><Up><Up><Up><Up><Enter>";
    // Skip the entries before Explore.
    let controls = app.world().resource::<Bindings>().controls();
    let downs = controls
        .iter()
        .position(|it| *it == Control::EXPLORE)
        .unwrap();
    let explore = "<Down>".repeat(downs);
    keys(&mut app, &format!("{open}{explore}<Enter>v"));
    assert_eq!(modes(&app), ["play", "menu", "keys"]);
    let asks = |app: &App, key: char| {
        let bindings = app.world().resource::<Bindings>();
        bindings.asks(fogbound::control::Button::Types(key))
    };
    assert_eq!(asks(&app, 'v'), Some(Control::EXPLORE));
    assert_eq!(asks(&app, 'o'), Some(Control::EXPLORE));
    // A key that belongs to another command is taken from it only by a second press. Backspace restores the keys of the
    // key set.
    keys(&mut app, "<Enter>x");
    assert_eq!(asks(&app, 'x'), Some(Control::LOOK));
    keys(&mut app, "x");
    assert_eq!(asks(&app, 'x'), Some(Control::EXPLORE));
    keys(&mut app, "<Enter><Backspace>");
    assert_eq!(asks(&app, 'x'), Some(Control::LOOK));
    assert_eq!(asks(&app, 'v'), None);
    // Escape cancels the change. The new key is gone.
    let screen = keys(&mut app, "<Enter><Escape>");
    assert!(screen.contains("explore"), "{screen}");
    keys(&mut app, "<Escape><Escape>v");
    assert_eq!(hint(&app), "v does nothing here. ?/F1 shows the keys.");
}

/// Returns the hint about the last key, which is not part of the log.
fn hint(app: &App) -> String {
    let hint = app.world().resource::<MessageLog>().last_hint();
    hint.map(|(_, words)| words.to_owned()).unwrap_or_default()
}

#[test]
fn a_key_that_fonts_lack_is_called_that_key() {
    let mut app = game(ROOM);
    keys(&mut app, "ж");
    assert_eq!(
        hint(&app),
        "That key does nothing here. ?/F1 shows the keys."
    );
    keys(&mut app, "<F6>");
    assert_eq!(hint(&app), "F6 does nothing here. ?/F1 shows the keys.");
}

const CORRIDOR: &str = "####################################\n#@.................................#\n####################################";

#[test]
fn running_out_of_breath_is_logged_once() {
    let mut app = game(CORRIDOR);
    let message = "You are out of breath";
    let screen = keys(&mut app, "r");
    assert!(screen.contains("RUNNING (r: walk)"), "{screen}");
    let screen = keys(&mut app, &"l".repeat(12));
    assert!(!screen.contains("RUNNING"), "{screen}");
    assert_eq!(*app.world().resource::<Gait>(), Gait::Walking);
    assert_eq!(log(&app).matches(message).count(), 1, "{}", log(&app));
    keys(
        &mut app,
        "lll<Ctrl+Right><Ctrl+Right><Ctrl+Left><Ctrl+Left>hhh",
    );
    assert_eq!(log(&app).matches(message).count(), 1, "{}", log(&app));
    assert!(!log(&app).contains("(x"), "{}", log(&app));
    // If the player regains breath and then runs out again, the message is logged again.
    keys(&mut app, &".".repeat(40));
    keys(&mut app, &"<Ctrl+Left>".repeat(12));
    assert_eq!(log(&app).matches(message).count(), 2, "{}", log(&app));
}

#[test]
fn a_running_journey_continues_at_a_walk_without_breath() {
    let mut app = game(CORRIDOR);
    keys(&mut app, "rL");
    assert_eq!(here(&mut app), IVec2::new(34, 1));
    assert_eq!(*app.world().resource::<Gait>(), Gait::Walking);
    assert_eq!(
        log(&app).matches("out of breath").count(),
        1,
        "{}",
        log(&app)
    );
    let player = app.player().unwrap();
    let breath = app.part::<Breath>(player);
    assert!(breath.now() > 0, "walking has restored some: {breath:?}");
}

/// Neither keys that take no time nor other messages push an alarm off the screen.
#[test]
fn an_alarm_stays_on_the_screen_until_the_player_acts() {
    let mut app = game("############\n#@...+....r#\n############");
    app.world_mut()
        .resource_mut::<Screen>()
        .resize(UVec2::new(60, 22));
    keys(&mut app, "o");
    let alarm = "comes into view to the east.";
    let has_alarm = |app: &App| {
        let latest = app.world().resource::<MessageLog>().latest();
        latest
            .filter(|it| it.is_alarm)
            .any(|it| it.text.contains(alarm))
    };
    assert!(has_alarm(&app), "{}", log(&app));
    let screen = keys(&mut app, "vzvzvx<Escape>m<Escape>>");
    assert!(screen.contains("comes into view"), "{screen}");
    for door in [
        "A door.",
        "Another door.",
        "A third.",
        "A fourth.",
        "A fifth.",
    ] {
        app.world_mut().resource_mut::<MessageLog>().say(door);
    }
    let screen = keys(&mut app, "v");
    assert!(screen.contains("comes into view"), "{screen}");
    assert!(screen.contains("v does nothing here."), "{screen}");
    keys(&mut app, ".");
    assert!(!has_alarm(&app));
}

#[test]
fn a_note_stands_beside_the_pointer_and_leaves_the_hints() {
    for (wide, width, height) in [
        (false, 60, 22),
        (false, 80, 24),
        (true, 160, 45),
        (false, 50, 20),
    ] {
        let mut app = game(ROOM);
        let mut screen = app.world_mut().resource_mut::<Screen>();
        screen.set_wide(wide);
        screen.resize(UVec2::new(width, height));
        let before = keys(&mut app, "");
        let area = fogbound::view::Areas::of(
            app.world().resource::<Screen>().buffer().area,
            if wide { 2 } else { 1 },
        );
        for goal in [IVec2::new(4, 1), IVec2::new(8, 2), IVec2::new(3, 3)] {
            let at = on_screen(&mut app, goal);
            let after = keys(&mut app, &format!("<Hover {},{}>", at.x, at.y));
            let under = |screen: &str| {
                let row = screen.lines().nth(at.y as usize).unwrap_or_default();
                row.chars().nth(at.x as usize)
            };
            assert_eq!(under(&before), under(&after));
            assert!(after.contains("You see"), "{after}");
            if area.panel.is_some() {
                assert!(after.contains("? help"), "{after}");
            }
        }
    }
}

/// Keys typed in a fight have no effect on the death screen.
#[test]
fn keys_typed_before_death_have_no_effect_on_the_death_screen() {
    let mut app = game(ROOM);
    by_hand(&mut app, &"l<Enter><Enter><Enter>".parse().unwrap());
    die(&mut app);
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(modes(&app), ["play", "dead"]);
    keys(&mut app, "<Enter>");
    assert_eq!(
        modes(&app),
        ["play", "dead", "messages"],
        "later keys do answer the death screen"
    );
}

/// The danger view marks the cells that a creature in view is about to burn.
#[test]
fn the_danger_view_marks_a_line_of_fire() {
    let mut app = game("###############\n#D....@.......#\n###############");
    app.make_player_tough();
    let drake = app.entities::<With<Breathes>>()[0];
    let at = IVec2::new(6, 1);
    let hunts = Awareness::Hunting { last_known: at };
    app.world_mut().entity_mut(drake).insert(hunts);
    app.update();
    let marked = |app: &App| {
        let alarm = app.world().resource::<Palette>().alarm();
        let buffer = app.world().resource::<Screen>().buffer();
        let is_player = |it: &ScreenCell| buffer[*it].symbol() == "@";
        let row = buffer.area.positions().find(is_player).unwrap().y;
        let row = buffer.area.rows().nth(row.into()).unwrap();
        row.positions().filter(|it| buffer[*it].bg == alarm).count()
    };
    keys(&mut app, "V");
    assert_eq!(marked(&app), 0);
    keys(&mut app, ".");
    assert_eq!(marked(&app), 7);
    // The fire has burned.
    keys(&mut app, ".");
    assert_eq!(marked(&app), 0);
}
