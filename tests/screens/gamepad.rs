//! A gamepad plays the game: it sends the messages that Bevy's input plugin expects from a device.

use std::time::Duration;

use bevy::ecs::message::Messages;
use bevy::input::gamepad::{
    GamepadAxis, GamepadButton, GamepadConnection, GamepadConnectionEvent,
    RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent, RawGamepadEvent,
};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use fogbound::acts::game_bindings;
use fogbound::control::{
    Asked, Bindings, Button, Control, Gamepads, HeldControl, KeyFile, KeyQueue, PadButton, Press,
};
use fogbound::explorer::Temperament;
use fogbound::frontend::text;
use fogbound::game::{Clock, GameSetup};
use fogbound::grid::Direction::{self, *};
use fogbound::modes::{Modes, open_watch};
use fogbound::view::{Screen, key_of, keys_of};

use crate::common::{AppExt, built, drawn, whole_game};
use crate::hiding::words;

/// The length of a frame, in milliseconds.
const FRAME: u64 = 10;

/// A gamepad, and a game that it plays.
struct Pad {
    app: App,
    entity: Entity,
    /// The controls that were asked for, each with its time in milliseconds.
    asked: Vec<(u64, Control)>,
}

const ROOM: &str = "
#############
#...........#
#...........#
#.....@.....#
#...........#
#...........#
#############";

impl Pad {
    fn new() -> Self {
        Self::playing(drawn(ROOM))
    }

    fn playing(setup: GameSetup) -> Self {
        let mut app = whole_game(setup);
        let frame = Duration::from_millis(FRAME);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        let entity = app.world_mut().spawn_empty().id();
        let mut pad = Self {
            app,
            entity,
            asked: Vec::new(),
        };
        pad.connect();
        pad.frame();
        pad
    }

    fn connect(&mut self) {
        self.connection(GamepadConnection::Connected {
            name: "a gamepad".to_owned(),
            vendor_id: None,
            product_id: None,
        });
    }

    fn connection(&mut self, connection: GamepadConnection) {
        let event = GamepadConnectionEvent::new(self.entity, connection);
        self.app.world_mut().write_message(event.clone());
        self.app
            .world_mut()
            .write_message(RawGamepadEvent::from(event));
    }

    fn button(&mut self, button: GamepadButton, value: f32) -> &mut Self {
        let event = RawGamepadButtonChangedEvent::new(self.entity, button, value);
        self.app
            .world_mut()
            .write_message(RawGamepadEvent::from(event));
        self
    }

    fn down(&mut self, button: GamepadButton) -> &mut Self {
        self.button(button, 1.0)
    }

    fn up(&mut self, button: GamepadButton) -> &mut Self {
        self.button(button, 0.0)
    }

    /// Presses and releases a button, and lets enough time pass for everything to be handled.
    fn tap(&mut self, button: GamepadButton) -> &mut Self {
        self.down(button).pass(30).up(button).pass(100)
    }

    /// Like `tap`, while the left trigger is held.
    fn tap_shifted(&mut self, button: GamepadButton) -> &mut Self {
        let trigger = GamepadButton::LeftTrigger2;
        self.down(trigger).tap(button).up(trigger).pass(FRAME)
    }

    fn stick(&mut self, [x, y]: [GamepadAxis; 2], at: (f32, f32)) -> &mut Self {
        for (axis, value) in [(x, at.0), (y, at.1)] {
            let event = RawGamepadAxisChangedEvent::new(self.entity, axis, value);
            self.app
                .world_mut()
                .write_message(RawGamepadEvent::from(event));
        }
        self
    }

    fn left(&mut self, x: f32, y: f32) -> &mut Self {
        self.stick([GamepadAxis::LeftStickX, GamepadAxis::LeftStickY], (x, y))
    }

    fn frame(&mut self) -> &mut Self {
        self.app.update();
        let now = self.now().as_millis() as u64;
        let mut asked = self.app.world_mut().resource_mut::<Messages<Asked>>();
        let controls = asked.drain().filter_map(|it| it.control());
        self.asked.extend(controls.map(|it| (now, it)));
        self
    }

    fn now(&self) -> Duration {
        self.app.world().resource::<Time<Real>>().elapsed()
    }

    fn pass(&mut self, milliseconds: u64) -> &mut Self {
        for _ in 0..milliseconds / FRAME {
            self.frame();
        }
        self
    }

    /// Removes and returns the controls asked for since the last call.
    fn asked(&mut self) -> Vec<Control> {
        self.asked.drain(..).map(|(_, control)| control).collect()
    }

    fn modes(&self) -> Vec<&'static str> {
        self.app.world().resource::<Modes>().names().collect()
    }

    fn here(&mut self) -> IVec2 {
        let player = self.app.player().unwrap();
        self.app.place_of(player)
    }

    /// Returns the selected entry of a menu.
    fn selected(&self) -> String {
        let screen = self.screen();
        let marked = screen.lines().find_map(|it| it.split_once("► "));
        marked.map_or_else(String::new, |(_, entry)| entry.to_owned())
    }

    /// Chooses an entry of a menu, with the stick.
    #[track_caller]
    fn choose(&mut self, entry: &str) -> &mut Self {
        let entries = 100;
        let found = (0..entries).any(|_| {
            let is_found = self.selected().starts_with(entry);
            if !is_found {
                self.left(0.0, -1.0).pass(60).left(0.0, 0.0).pass(20);
            }
            is_found
        });
        assert!(found, "{entry}:\n{}", self.screen());
        self.tap(GamepadButton::South)
    }

    /// Returns the text on the screen.
    fn screen(&self) -> String {
        let screen = self.app.world().resource::<Screen>().buffer();
        let rows = screen.content.chunks(usize::from(screen.area.width));
        let rows = rows.map(|row| row.iter().map(|it| it.symbol()).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }
}

const BUTTONS: [(GamepadButton, Control); 11] = [
    (GamepadButton::South, Control::CONFIRM),
    (GamepadButton::East, Control::CLOSE),
    (GamepadButton::West, Control::EXPLORE),
    (GamepadButton::North, Control::LOOK),
    (GamepadButton::LeftTrigger, Control::Named("shorter-sight")),
    (GamepadButton::RightTrigger, Control::Named("longer-sight")),
    (GamepadButton::RightTrigger2, Control::Named("throw")),
    (GamepadButton::Select, Control::PACK),
    (GamepadButton::Start, Control::CLOSE),
    (GamepadButton::LeftThumb, Control::CHANGE_GAIT),
    (GamepadButton::RightThumb, Control::NEXT),
];

const SHIFTED: [(GamepadButton, Control); 11] = [
    (GamepadButton::South, Control::Named("stairs-down")),
    (GamepadButton::East, Control::Named("stairs-up")),
    (GamepadButton::West, Control::REST),
    (GamepadButton::North, Control::EXPOSURE),
    (GamepadButton::LeftTrigger, Control::Named("shut-lantern")),
    (GamepadButton::RightTrigger, Control::Named("open-lantern")),
    (GamepadButton::RightTrigger2, Control::Named("use")),
    (GamepadButton::Select, Control::BOON),
    (GamepadButton::Start, Control::HELP),
    (GamepadButton::LeftThumb, Control::WAIT),
    (GamepadButton::RightThumb, Control::Named("flame")),
];

#[test]
fn every_button_asks_for_its_control() {
    let mut pad = Pad::new();
    for (button, control) in BUTTONS {
        pad.tap(button);
        assert_eq!(pad.asked(), [control], "{button:?}");
    }
    for (button, control) in SHIFTED {
        pad.tap_shifted(button);
        assert_eq!(pad.asked(), [control], "{button:?} with the left trigger");
    }
    // The trigger alone, and buttons that few gamepads have, do nothing.
    for button in [
        GamepadButton::LeftTrigger2,
        GamepadButton::Mode,
        GamepadButton::C,
        GamepadButton::Other(9),
    ] {
        pad.tap(button);
        assert_eq!(pad.asked(), [], "{button:?}");
    }
}

/// Returns the buttons of the D-pad for a direction.
fn buttons_of(way: Direction) -> Vec<GamepadButton> {
    let delta = way.delta();
    let horizontal = [GamepadButton::DPadLeft, GamepadButton::DPadRight];
    let vertical = [GamepadButton::DPadUp, GamepadButton::DPadDown];
    let one = |[low, high]: [GamepadButton; 2], value: i32| match value {
        0 => None,
        ..0 => Some(low),
        _ => Some(high),
    };
    let both = [one(horizontal, delta.x), one(vertical, delta.y)];
    both.into_iter().flatten().collect()
}

#[test]
fn the_pad_and_the_sticks_have_eight_directions() {
    for way in Direction::ALL {
        let mut pad = Pad::new();
        // Two thumbs are never quite as fast as each other.
        for button in buttons_of(way) {
            pad.down(button).pass(20);
        }
        pad.pass(80);
        for button in buttons_of(way) {
            pad.up(button).pass(20);
        }
        assert_eq!(pad.pass(100).asked(), [Control::Step(way)], "D-pad");

        let at = way.delta().as_vec2().normalize();
        pad.left(at.x, -at.y).pass(100).left(0.0, 0.0);
        assert_eq!(pad.pass(100).asked(), [Control::Step(way)], "left stick");

        pad.down(GamepadButton::LeftTrigger2).left(at.x, -at.y);
        pad.pass(100).left(0.0, 0.0).pass(100);
        pad.up(GamepadButton::LeftTrigger2).pass(FRAME);
        assert_eq!(pad.asked(), [Control::Run(way)], "with the trigger");

        let right = [GamepadAxis::RightStickX, GamepadAxis::RightStickY];
        pad.stick(right, (at.x, -at.y)).pass(100);
        pad.stick(right, (0.0, 0.0)).pass(100);
        assert_eq!(pad.asked(), [Control::Rush(way)], "right stick");
    }
}

/// A tap that is shorter than the moment in which a direction settles is one step, even within one frame.
#[test]
fn a_quick_tap_is_one_step() {
    let mut pad = Pad::new();
    for way in Direction::ALL {
        for pause in [0, 10] {
            let buttons = buttons_of(way);
            for button in &buttons {
                pad.down(*button).pass(pause);
            }
            for button in buttons.iter().rev() {
                pad.up(*button).pass(pause);
            }
            assert_eq!(
                pad.pass(100).asked(),
                [Control::Step(way)],
                "{way:?} {pause}"
            );
        }
    }
}

#[test]
fn a_stick_at_rest_and_a_shaking_hand_do_nothing() {
    let mut pad = Pad::new();
    for at in [(0.45, 0.0), (-0.3, 0.3), (0.0, -0.2), (0.0, 0.0)] {
        pad.left(at.0, at.1).pass(100);
    }
    assert_eq!(pad.asked(), []);
    // The hand shakes, but the stick is held to the right: one step, and the repeats of a held key.
    pad.left(0.9, 0.0).pass(100);
    for number in 0..20 {
        let y = [0.42, -0.42][number % 2];
        pad.left([0.9, 0.7][number % 2], y * 0.9).pass(50);
    }
    let asked = pad.asked();
    assert!(asked.len() > 5, "{asked:?}");
    assert!(
        asked.iter().all(|it| *it == Control::Step(East)),
        "{asked:?}"
    );
    // Past the next direction, it turns.
    pad.left(0.4, 0.8).pass(100);
    assert_eq!(pad.asked().last(), Some(&Control::Step(NorthEast)));
}

#[test]
fn a_stick_that_crosses_directions_on_its_way_takes_one_step() {
    let mut pad = Pad::new();
    for at in [(0.6, 0.0), (0.7, 0.2), (0.6, 0.4), (0.7, 0.7)] {
        pad.left(at.0, at.1).pass(FRAME);
    }
    assert_eq!(pad.pass(100).asked(), [Control::Step(NorthEast)]);
    // From there to the right without coming to rest: another step, and nothing on the way back.
    pad.left(0.9, 0.0).pass(100).left(0.7, 0.7).pass(20);
    assert_eq!(pad.left(0.0, 0.0).pass(100).asked(), [Control::Step(East)]);
}

#[test]
fn a_held_direction_repeats_as_a_held_key_does() {
    let times = |pad: &mut Pad| -> Vec<u64> {
        let times: Vec<u64> = pad.pass(1000).asked.iter().map(|it| it.0).collect();
        pad.asked();
        times.iter().map(|it| it - times[0]).collect()
    };
    let mut pad = Pad::new();
    let mut queue = pad.app.world_mut().resource_mut::<KeyQueue>();
    queue.key_down(Press::of(Button::Types('l')));
    let by_key = times(&mut pad);
    pad.app
        .world_mut()
        .resource_mut::<KeyQueue>()
        .lose_keyboard();
    pad.pass(FRAME).down(GamepadButton::DPadRight);
    let by_button = times(&mut pad);
    assert!(by_key.len() > 8, "{by_key:?}");
    let count = by_key.len().min(by_button.len());
    assert!(by_button.len() + 2 > by_key.len());
    assert_eq!(by_button[..count], by_key[..count]);
    pad.up(GamepadButton::DPadRight).pass(FRAME).asked();
    assert_eq!(pad.pass(1000).asked(), []);
    let held = pad.app.world().resource::<HeldControl>();
    assert_eq!(held.next_repeat(Duration::ZERO), None);
}

/// A window that sleeps must wake up when the direction counts, and only then.
#[test]
fn only_a_new_direction_keeps_a_window_awake() {
    let mut pad = Pad::new();
    let next = |pad: &Pad| pad.app.world().resource::<Gamepads>().next(pad.now());
    assert_eq!(next(&pad), None);
    pad.left(1.0, 0.0).frame();
    assert_eq!(next(&pad), Some(Duration::from_millis(50)));
    pad.frame();
    assert_eq!(next(&pad), Some(Duration::from_millis(40)));
    pad.pass(50);
    assert_eq!(next(&pad), None);
    assert_eq!(
        pad.left(0.0, 0.0).pass(FRAME).asked(),
        [Control::Step(East)]
    );
    assert_eq!(next(&pad), None);
}

#[test]
fn a_gamepad_that_is_unplugged_lets_go_of_everything() {
    for press in [
        |pad: &mut Pad| pad.down(GamepadButton::DPadUp).frame().now(),
        |pad: &mut Pad| pad.left(0.0, 1.0).frame().now(),
        |pad: &mut Pad| pad.down(GamepadButton::LeftTrigger).frame().now(),
        |pad: &mut Pad| pad.down(GamepadButton::LeftTrigger2).frame().now(),
    ] {
        let mut pad = Pad::new();
        press(&mut pad);
        pad.pass(400).asked();
        pad.connection(GamepadConnection::Disconnected);
        pad.pass(20).asked();
        assert_eq!(pad.pass(1000).asked(), []);
        pad.connect();
        assert_eq!(
            pad.frame().tap(GamepadButton::North).asked(),
            [Control::LOOK]
        );
        pad.tap(GamepadButton::East).asked();
        let up = GamepadButton::DPadUp;
        pad.down(up).up(up).pass(100);
        assert_eq!(pad.asked(), [Control::Step(North)]);
    }
}

#[test]
fn a_gamepad_does_nothing_while_another_window_is_in_use() {
    let mut pad = Pad::new();
    let listen = |pad: &mut Pad, listens| {
        let mut gamepads = pad.app.world_mut().resource_mut::<Gamepads>();
        gamepads.listen(listens);
    };
    listen(&mut pad, false);
    pad.tap(GamepadButton::North).down(GamepadButton::DPadUp);
    assert_eq!(pad.pass(500).asked(), []);
    // A direction that is still held does not begin to count when the window comes back.
    listen(&mut pad, true);
    assert_eq!(pad.pass(500).asked(), []);
    pad.up(GamepadButton::DPadUp).pass(FRAME);
    assert_eq!(
        pad.tap(GamepadButton::DPadUp).asked(),
        [Control::Step(North)]
    );
}

#[test]
fn menus_and_aiming_work_with_buttons() {
    let mut pad = Pad::new();
    pad.tap(GamepadButton::Start);
    assert_eq!(pad.modes(), ["play", "menu"]);
    pad.tap(GamepadButton::East);
    assert_eq!(pad.modes(), ["play"]);
    // Commands lists what has no button.
    pad.tap(GamepadButton::Start);
    pad.choose("Commands");
    assert_eq!(pad.modes().last(), Some(&"commands"));
    pad.choose("travel to a place");
    assert_eq!(pad.modes(), ["play", "travel"]);
    // The cursor moves as the player would, and the player walks to it.
    let from = pad.here();
    pad.tap(GamepadButton::DPadLeft)
        .tap(GamepadButton::DPadLeft);
    pad.tap(GamepadButton::South).pass(200);
    assert_eq!(pad.modes(), ["play"]);
    assert_eq!(pad.here(), from - IVec2::new(2, 0));
}

/// Checks that the screen has these words, in one or more rows.
#[track_caller]
fn shows(pad: &Pad, words: &str) {
    let screen = pad.screen();
    let flat: Vec<&str> = screen
        .split(|it: char| it.is_whitespace() || it == '│')
        .collect();
    let flat: Vec<&str> = flat.into_iter().filter(|it| !it.is_empty()).collect();
    assert!(flat.join(" ").contains(words), "{words}:\n{screen}");
}

#[test]
fn the_screen_names_the_buttons_of_the_device_used_last() {
    let mut pad = Pad::new();
    shows(&pad, "o explore");
    shows(&pad, "x look");
    pad.tap(GamepadButton::LeftTrigger);
    for words in [
        "X explore",
        "Y look",
        "Select pack",
        "LT+Y seen from",
        "Start menu",
    ] {
        shows(&pad, words);
    }
    pad.tap_shifted(GamepadButton::Start);
    assert_eq!(pad.modes(), ["play", "help"]);
    let help = words(&mut pad.app).join(" ");
    let lantern = "LB narrows your lantern to a beam, then shuts it; RB opens it again.";
    assert!(help.contains(lantern), "{help}");
    pad.tap(GamepadButton::East);
    // An action without a button keeps its key in a sentence.
    let bindings = pad.app.world().resource::<Bindings>();
    assert_eq!(key_of(bindings, Control::TRAVEL), "_");
    assert_eq!(keys_of(bindings, Control::Named("search")), "F");
    // A key brings the keys back.
    text::type_keys(&mut pad.app, "]").unwrap();
    shows(&pad, "o explore");
    shows(&pad, "x look");
}

#[test]
fn buttons_can_be_rebound_as_keys_can() {
    let mut pad = Pad::new();
    pad.tap(GamepadButton::Start);
    pad.choose("Keys");
    pad.choose("explore");
    assert_eq!(pad.modes().last(), Some(&"new key"));
    shows(&pad, "Press a button for \"explore\".");
    shows(&pad, "Start cancels.");
    // Start cancels, so that no gamepad is caught in the question.
    pad.tap(GamepadButton::Start);
    assert_eq!(pad.modes().last(), Some(&"keys"));
    // The button has a use already.
    pad.tap(GamepadButton::South).tap(GamepadButton::North);
    shows(&pad, "Y is for \"look around\".");
    pad.tap(GamepadButton::North);
    assert_eq!(pad.modes().last(), Some(&"keys"));
    pad.tap(GamepadButton::East)
        .tap(GamepadButton::East)
        .asked();
    assert_eq!(pad.tap(GamepadButton::North).asked(), [Control::EXPLORE]);
    let bindings = pad.app.world().resource::<Bindings>();
    assert_eq!(
        bindings.asks(Button::Pad(PadButton::North)),
        Some(Control::EXPLORE)
    );
    assert_eq!(
        bindings.asks(Button::Pad(PadButton::West)),
        Some(Control::EXPLORE)
    );
    assert_eq!(bindings.asks(Button::Types('o')), Some(Control::EXPLORE));
    assert_eq!(bindings.asks(Button::Types('x')), Some(Control::LOOK));
}

/// Returns the keys of a control according to a key file, in the notation of the file.
fn keys(file: &KeyFile, control: Control) -> String {
    let mut bindings = game_bindings();
    file.apply(&mut bindings).unwrap();
    let keys: Vec<String> = bindings.keys(control).map(|it| it.to_string()).collect();
    keys.join(" ")
}

#[test]
fn a_key_file_changes_keys_and_buttons_independently() {
    let known = game_bindings();
    let read = |text: &str| KeyFile::from_ron(text, &known);
    let file = read(r#"(keys: {"explore": ["e"], "look": ["<padr3>"], "rest": []})"#).unwrap();
    assert_eq!(keys(&file, Control::EXPLORE), "e <PadWest>");
    assert_eq!(keys(&file, Control::LOOK), "<PadR3> x");
    assert_eq!(keys(&file, Control::REST), "");
    assert_eq!(keys(&file, Control::NEXT), "<Tab>");
    assert_eq!(read(&file.to_ron(&known)), Ok(file));

    let mut file = KeyFile::default();
    let button = Button::PadShift(PadButton::Select);
    file.bind_also(Control::EXPLORE, button, &known).unwrap();
    assert_eq!(
        file.keys,
        [(Control::EXPLORE, vec![button, Button::Pad(PadButton::West)])]
    );
    assert_eq!(
        keys(&file, Control::EXPLORE),
        "<Shift+PadSelect> <PadWest> o"
    );
    file.bind_also(Control::Named("search"), button, &known)
        .unwrap();
    file.bind_also(
        Control::Named("search"),
        Button::Pad(PadButton::West),
        &known,
    )
    .unwrap();
    assert_eq!(keys(&file, Control::EXPLORE), "o");
    assert_eq!(
        keys(&file, Control::Named("search")),
        "<PadWest> <Shift+PadSelect> F"
    );
    file.unbind(Control::Named("search"), &known).unwrap();
    assert_eq!(keys(&file, Control::EXPLORE), "o <PadWest>");

    // A gamepad may be missing, so the controls that menus need keep a key.
    let error = read(r#"(keys: {"close": [], "wait": ["<PadEast>"]})"#).unwrap_err();
    assert_eq!(error.to_string(), "\"close\" needs at least one key");
    let error = read(r#"(keys: {"look": ["<PadSuoth>"]})"#).unwrap_err();
    assert!(error.to_string().contains("\"<PadSouth>\""), "{error}");
}

#[test]
fn a_gamepad_steers_a_game_that_a_bot_plays() {
    let mut pad = Pad::playing(built(8));
    open_watch(pad.app.world_mut(), Temperament::Careful, Some(1), 1_000);
    shows(pad.frame(), "Space play or pause");
    pad.tap(GamepadButton::South);
    shows(&pad, "A play or pause, Right step");
    shows(&pad, "B close");
    let turn = pad.app.world().resource::<Clock>().tick;
    pad.pass(3_000);
    assert_eq!(pad.app.world().resource::<Clock>().tick, turn, "paused");
    pad.tap(GamepadButton::DPadRight);
    assert!(pad.app.world().resource::<Clock>().tick > turn, "one step");
    pad.tap(GamepadButton::East);
    assert_eq!(pad.modes(), ["title"]);
}
