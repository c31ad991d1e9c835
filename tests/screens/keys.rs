//! Each key press gives one command, in order. A held key repeats at even intervals until it is released.

use std::time::Duration;

use bevy::app::TaskPoolPlugin;
use bevy::ecs::message::Messages;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput, NativeKey};
use bevy::input::mouse::MouseButtonInput;
use bevy::input::{ButtonState, InputPlugin};
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use fogbound::control::{
    Asked, Bindings, Button, Control, Gait, HeldControl, KeyFile, KeyQueue, KeyScript, KeySet,
    Keyboard,
};
use fogbound::explorer::Journey;
use fogbound::frontend::{GamePlugins, text};
use fogbound::game::{Action, BeginGame, Game, Lantern, PlayerCommand};
use fogbound::grid::Direction::{self, *};
use leafwing_input_manager::prelude::InputMap;

use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, drawn, on_one_thread, whole_game};

/// A keyboard, and the commands that its keys produce.
struct Desk {
    app: App,
    /// The commands so far, each with its time in milliseconds since the start.
    commands: Vec<(u64, PlayerCommand)>,
    /// The length of a frame.
    milliseconds: u64,
}

/// The position of a key and what it types.
type KeyCap = (KeyCode, Key);

/// Returns a key that types `text`.
fn types(place: KeyCode, text: &str) -> KeyCap {
    (place, Key::Character(text.into()))
}

/// Returns a key that types nothing.
fn mute(place: KeyCode) -> KeyCap {
    (place, Key::Unidentified(NativeKey::Unidentified))
}

fn l() -> KeyCap {
    types(KeyCode::KeyL, "l")
}

fn j() -> KeyCap {
    types(KeyCode::KeyJ, "j")
}

fn step(direction: Direction) -> PlayerCommand {
    PlayerCommand::Act(Action::step(direction))
}

const WAIT: PlayerCommand = PlayerCommand::Act(Action::WAIT);
const STAIRS: PlayerCommand = PlayerCommand::Act(Action::TAKE_STAIRS);
const FRAME: u64 = 10;

impl Desk {
    /// Returns a desk whose frames have the given length.
    fn with_frames_of(milliseconds: u64) -> Self {
        let frame = Duration::from_millis(milliseconds);
        let mut app = App::new();
        app.add_plugins((
            TaskPoolPlugin::default(),
            TimePlugin,
            InputPlugin,
            GamePlugins,
        ))
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        app.finish();
        app.cleanup();
        let mut app = on_one_thread(app);
        app.update();
        Self {
            app,
            commands: Vec::new(),
            milliseconds,
        }
    }

    fn new() -> Self {
        Self::with_frames_of(FRAME)
    }

    fn event(&mut self, (key_code, logical_key): KeyCap, state: ButtonState, repeat: bool) {
        let event = KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat,
            window: Entity::PLACEHOLDER,
        };
        self.keyboard(|keyboard, queue| keyboard.hear(&event, queue));
    }

    /// Moves the keyboard focus to another window.
    fn lose(&mut self) -> &mut Self {
        self.keyboard(Keyboard::lose);
        self
    }

    fn keyboard(&mut self, act: impl FnOnce(&mut Keyboard, &mut KeyQueue)) {
        let world = self.app.world_mut();
        world.resource_scope(|world, mut queue: Mut<KeyQueue>| {
            act(&mut world.resource_mut::<Keyboard>(), &mut queue);
        });
    }

    fn down(&mut self, key: KeyCap) -> &mut Self {
        self.event(key, ButtonState::Pressed, false);
        self
    }

    fn up(&mut self, key: KeyCap) -> &mut Self {
        self.event(key, ButtonState::Released, false);
        self
    }

    fn tap(&mut self, key: KeyCap) -> &mut Self {
        self.down(key.clone()).up(key)
    }

    fn frame(&mut self) -> &mut Self {
        self.app.update();
        let now = self
            .app
            .world()
            .resource::<Time<Real>>()
            .elapsed()
            .as_millis() as u64;
        let mut commands = self
            .app
            .world_mut()
            .resource_mut::<Messages<PlayerCommand>>();
        self.commands
            .extend(commands.drain().map(|command| (now, command)));
        self
    }

    /// Lets the given time pass.
    fn pass(&mut self, milliseconds: u64) -> &mut Self {
        (0..milliseconds / self.milliseconds).for_each(|_| {
            self.frame();
        });
        self
    }

    /// Removes and returns the commands since the last call.
    fn commands(&mut self) -> Vec<PlayerCommand> {
        self.commands
            .drain(..)
            .map(|(_, command)| command)
            .collect()
    }

    /// Lets enough time pass for all keys to be handled, but not for held keys to repeat. Returns the commands.
    fn soon(&mut self) -> Vec<PlayerCommand> {
        self.pass(20 * FRAME).commands()
    }
}

#[test]
fn a_second_key_of_a_control_counts_while_the_first_is_held() {
    let mut desk = Desk::new();
    let arrow = || mute(KeyCode::ArrowRight);
    desk.down(l()).pass(50);
    desk.tap(arrow()).pass(50);
    desk.tap(arrow()).pass(50);
    desk.up(l());
    assert_eq!(desk.soon(), [step(East), step(East), step(East)]);
}

#[test]
fn every_key_gives_its_command() {
    let vi = [
        (KeyCode::KeyH, "h", West),
        (KeyCode::KeyJ, "j", South),
        (KeyCode::KeyK, "k", North),
        (KeyCode::KeyL, "l", East),
        (KeyCode::KeyY, "y", NorthWest),
        (KeyCode::KeyU, "u", NorthEast),
        (KeyCode::KeyB, "b", SouthWest),
        (KeyCode::KeyN, "n", SouthEast),
    ];
    let places = [
        (KeyCode::ArrowUp, North),
        (KeyCode::ArrowDown, South),
        (KeyCode::ArrowLeft, West),
        (KeyCode::ArrowRight, East),
        (KeyCode::Home, NorthWest),
        (KeyCode::End, SouthWest),
        (KeyCode::PageUp, NorthEast),
        (KeyCode::PageDown, SouthEast),
        (KeyCode::Numpad1, SouthWest),
        (KeyCode::Numpad2, South),
        (KeyCode::Numpad3, SouthEast),
        (KeyCode::Numpad4, West),
        (KeyCode::Numpad6, East),
        (KeyCode::Numpad7, NorthWest),
        (KeyCode::Numpad8, North),
        (KeyCode::Numpad9, NorthEast),
    ];
    let others = [
        (types(KeyCode::Period, "."), WAIT),
        (mute(KeyCode::Numpad5), WAIT),
        (types(KeyCode::Numpad5, "5"), WAIT),
        (
            types(KeyCode::KeyC, "c"),
            PlayerCommand::Act(Action::CLOSE_A_DOOR),
        ),
        (
            types(KeyCode::BracketLeft, "["),
            PlayerCommand::ChangeRadius(-1),
        ),
        (
            types(KeyCode::BracketRight, "]"),
            PlayerCommand::ChangeRadius(1),
        ),
        ((KeyCode::Space, Key::Space), STAIRS),
        (mute(KeyCode::Enter), STAIRS),
        (mute(KeyCode::NumpadEnter), STAIRS),
    ];
    let letters = vi.map(|(place, letter, way)| (types(place, letter), step(way)));
    let places = places.map(|(place, way)| (mute(place), step(way)));
    let mut desk = Desk::new();
    for (key, command) in letters.into_iter().chain(places).chain(others) {
        desk.down(key.clone()).frame().up(key.clone()).frame();
        assert_eq!(desk.soon(), [command], "{key:?}");
    }
}

/// Only a wizard can switch the algorithm or see further than at the start of the game.
#[test]
fn only_a_wizard_can_change_the_rules_of_sight() {
    let mut desk = Desk::new();
    let keys = [types(KeyCode::KeyF, "f"), types(KeyCode::BracketRight, "]")];
    for key in &keys {
        desk.tap(key.clone());
    }
    assert_eq!(desk.soon(), [PlayerCommand::ChangeRadius(1)]);
    desk.tap(mute(KeyCode::F2));
    for key in &keys {
        desk.tap(key.clone());
    }
    let wizards = [
        PlayerCommand::NextAlgorithm,
        PlayerCommand::StretchRadius(1),
    ];
    assert_eq!(desk.soon(), wizards);
}

#[test]
fn unbound_keys_do_nothing() {
    let mut desk = Desk::new();
    for key in [
        types(KeyCode::KeyW, "w"),
        mute(KeyCode::F5),
        mute(KeyCode::F9),
        mute(KeyCode::ControlLeft),
    ] {
        desk.tap(key);
    }
    assert_eq!(desk.soon(), []);
}

/// With the WASD set, steps depend on the position of a key, whatever the key types.
#[test]
fn the_wasd_set_steps_without_the_vi_letters() {
    let mut desk = Desk::new();
    desk.app
        .world_mut()
        .resource_mut::<Bindings>()
        .use_set(KeySet::Wasd);
    let ways = [
        (KeyCode::KeyW, North),
        (KeyCode::KeyA, West),
        (KeyCode::KeyS, South),
        (KeyCode::KeyD, East),
        (KeyCode::ArrowUp, North),
        (KeyCode::Numpad3, SouthEast),
    ];
    for (place, way) in ways {
        desk.tap(mute(place));
        assert_eq!(desk.soon(), [step(way)], "{place:?}");
    }
    for letter in [types(KeyCode::KeyH, "h"), j(), l()] {
        desk.tap(letter);
    }
    desk.tap(types(KeyCode::KeyU, "u"));
    assert_eq!(desk.soon(), [step(NorthEast)]);
}

#[test]
fn letters_depend_on_the_character_and_wasd_on_the_position() {
    let mut desk = Desk::new();
    desk.tap(types(KeyCode::KeyJ, "h"));
    assert_eq!(
        desk.soon(),
        [step(West)],
        "Dvorak: the key in the position of J types h"
    );
    desk.app
        .world_mut()
        .resource_mut::<Bindings>()
        .use_set(KeySet::Wasd);
    let keys = [
        // French: ZQSD are in the positions of WASD, and the full stop needs Shift.
        (types(KeyCode::KeyW, "z"), step(North)),
        (types(KeyCode::KeyA, "q"), step(West)),
        (types(KeyCode::Comma, "."), WAIT),
        // German: square brackets are typed with AltGr.
        (types(KeyCode::Digit8, "["), PlayerCommand::ChangeRadius(-1)),
        // Russian.
        (types(KeyCode::KeyD, "в"), step(East)),
    ];
    for (key, command) in keys {
        desk.tap(key.clone());
        assert_eq!(desk.soon(), [command], "{key:?}");
    }
}

/// On keyboards without Latin letters or without `<`, keys work as they would on a US keyboard.
#[test]
fn every_command_is_reachable_on_every_layout() {
    let mut desk = Desk::new();
    let shift = || (KeyCode::ShiftLeft, Key::Shift);
    // Russian: the keys for `l` and `[` type other characters.
    desk.tap(types(KeyCode::KeyL, "д"));
    assert_eq!(desk.soon(), [step(East)]);
    desk.tap(types(KeyCode::BracketLeft, "х"));
    assert_eq!(desk.soon(), [PlayerCommand::ChangeRadius(-1)]);
    // An unbound Latin letter is not mistaken for another letter.
    desk.tap(types(KeyCode::KeyL, "w"));
    assert_eq!(desk.soon(), []);
    let game = whole_game(drawn("@.>"));
    desk.app = game;
    desk.down(shift())
        .tap(types(KeyCode::Period, ":"))
        .up(shift());
    desk.soon();
    let player = desk.app.player().unwrap();
    assert_eq!(
        desk.app.place_of(player),
        IVec2::new(2, 0),
        "the player went to the stairs"
    );
}

#[test]
fn capitals_and_shift_with_an_arrow_rush() {
    let shift = || (KeyCode::ShiftLeft, Key::Shift);
    let keys = [types(KeyCode::KeyL, "L"), mute(KeyCode::ArrowRight)];
    for key in keys {
        let mut desk = Desk::new();
        desk.app = whole_game(drawn("#########\n#@......#\n#########"));
        desk.down(shift()).tap(key.clone()).up(shift());
        desk.soon();
        let player = desk.app.player().unwrap();
        assert_eq!(desk.app.place_of(player), IVec2::new(7, 1), "{key:?}");
        assert!(!desk.app.world().resource::<Journey>().is_on_the_way());
    }
}

#[test]
fn a_key_tapped_within_a_frame_is_not_lost() {
    let mut desk = Desk::new();
    desk.tap(l());
    assert_eq!(desk.frame().commands(), [step(East)], "in the same frame");
    assert_eq!(desk.soon(), []);
}

#[test]
fn a_key_typed_twice_within_a_frame_is_two_steps() {
    let mut desk = Desk::new();
    desk.tap(l()).tap(l());
    assert_eq!(desk.soon(), [step(East); 2]);
    desk.tap(mute(KeyCode::ArrowUp))
        .tap(mute(KeyCode::ArrowUp))
        .tap(mute(KeyCode::ArrowUp));
    assert_eq!(desk.soon(), [step(North); 3]);
}

#[test]
fn keys_typed_within_a_frame_keep_their_order() {
    let mut desk = Desk::new();
    let period = || types(KeyCode::Period, ".");
    desk.tap(j()).tap(l()).tap(period()).tap(l()).tap(j());
    assert_eq!(
        desk.soon(),
        [step(South), step(East), WAIT, step(East), step(South)]
    );
    // Fast typists press the next key before they release the previous one.
    desk.down(l())
        .down(j())
        .up(l())
        .down(period())
        .up(j())
        .up(period());
    assert_eq!(desk.soon(), [step(East), step(South), WAIT]);
    assert!(desk.app.world().resource::<KeyQueue>().is_empty());
}

#[test]
fn key_repeats_of_the_system_are_ignored() {
    let mut desk = Desk::new();
    desk.down(l());
    for _ in 0..20 {
        // More repeats arrive than there are frames to handle them, as happens after a hitch.
        (0..5).for_each(|_| desk.event(l(), ButtonState::Pressed, true));
        desk.frame();
    }
    desk.up(l());
    assert_eq!(desk.pass(2000).commands(), [step(East)]);
}

#[test]
fn a_held_key_repeats_evenly_after_a_delay() {
    on_all_cores([1, 5, 10, 16, 33], |frame| {
        for key in [l(), mute(KeyCode::ArrowRight), mute(KeyCode::Numpad6)] {
            let mut desk = Desk::with_frames_of(frame);
            desk.down(key.clone()).pass(2000);
            assert!(
                desk.commands
                    .iter()
                    .all(|(_, command)| *command == step(East))
            );
            let times: Vec<_> = desk.commands.iter().map(|(time, _)| *time).collect();
            let gaps: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!((200..=400).contains(&gaps[0]), "{gaps:?}");
            // A repeat may be a frame off, but the rhythm never falls behind.
            let beat = (times[times.len() - 1] - times[1]) as f64 / (times.len() - 2) as f64;
            assert!(
                (68.0..=72.0).contains(&beat),
                "frames of {frame} ms: a repeat every {beat} ms"
            );
            for gap in &gaps[1..] {
                assert!((*gap as f64 - beat).abs() <= frame as f64 + 1.0, "{gaps:?}");
            }
        }
    });
}

#[test]
fn a_held_key_stops_repeating_when_it_is_rebound() {
    let mut desk = Desk::new();
    desk.down(l()).pass(50).commands();
    desk.app
        .world_mut()
        .resource_mut::<Bindings>()
        .use_set(KeySet::Wasd);
    desk.pass(50).up(l()).pass(50).commands();
    desk.down(mute(KeyCode::ArrowRight)).pass(50);
    let commands: Vec<_> = desk.commands.iter().map(|(_, it)| *it).collect();
    assert_eq!(commands, [step(East)]);
}

#[test]
fn a_long_pause_causes_no_burst_of_repeats() {
    let mut desk = Desk::new();
    desk.down(l()).pass(500).commands();
    let pause = Duration::from_secs(5);
    desk.app
        .insert_resource(TimeUpdateStrategy::ManualDuration(pause));
    assert_eq!(desk.frame().commands().len(), 1);
    let frame = Duration::from_millis(FRAME);
    desk.app
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    assert!(desk.pass(140).commands().len() <= 2);
}

/// When a key is pressed for 150 ms every 300 ms, each press is one step, whatever the length of a frame.
#[test]
fn a_short_press_is_one_step_at_any_frame_rate() {
    for frame in [10, 33, 90, 150, 250, 300, 400, 700, 1500] {
        let mut desk = Desk::with_frames_of(frame);
        let (mut now, mut sent) = (0, 0);
        while now < 12 * 300 + 30 * frame {
            now += frame;
            // Send the presses and releases (one every 150 ms) that arrive before the frame begins.
            while sent < 24 && sent * 150 <= now {
                let state = [ButtonState::Pressed, ButtonState::Released][sent as usize % 2];
                desk.event(l(), state, false);
                sent += 1;
            }
            desk.frame();
        }
        assert_eq!(desk.commands(), [step(East); 12], "frames of {frame} ms");
    }
}

#[test]
fn a_key_with_a_queued_release_does_not_repeat() {
    let mut desk = Desk::with_frames_of(500);
    desk.down(l());
    for other in [KeyCode::F9, KeyCode::F10, KeyCode::F11] {
        desk.down(mute(other));
    }
    desk.up(l());
    assert_eq!(desk.pass(5_000).commands(), [step(East)]);
}

/// During a frame that is longer than the repeat delay, the game cannot tell whether the key is still held. It can tell
/// in the next frame.
#[test]
fn a_slow_frame_is_not_taken_for_a_held_key() {
    let mut desk = Desk::new();
    desk.down(l()).frame();
    for (milliseconds, is_released) in [(2_000, false), (10, true)] {
        if is_released {
            desk.up(l());
        }
        let frame = Duration::from_millis(milliseconds);
        desk.app
            .insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        desk.frame();
    }
    assert_eq!(desk.pass(500).commands(), [step(East)]);
}

#[test]
fn letters_with_ctrl_alt_or_super_do_nothing() {
    let held = [
        (KeyCode::ControlLeft, Key::Control),
        (KeyCode::ControlRight, Key::Control),
        (KeyCode::AltLeft, Key::Alt),
        (KeyCode::AltRight, Key::Alt),
        (KeyCode::SuperLeft, Key::Super),
        (KeyCode::SuperRight, Key::Super),
    ];
    // On a Mac, Alt types characters.
    let held = held
        .into_iter()
        .filter(|(_, key)| *key != Key::Alt || cfg!(not(target_os = "macos")));
    for modifier in held {
        let mut desk = Desk::new();
        desk.down(modifier.clone())
            .tap(l())
            .tap((KeyCode::Space, Key::Space));
        let mut heard = desk.app.world_mut().resource_mut::<Messages<Asked>>();
        heard.clear();
        desk.pass(100);
        let heard = desk.app.world().resource::<Messages<Asked>>();
        let typed = heard
            .iter_current_update_messages()
            .filter_map(|it| match it {
                Asked::Key(key) => key.character,
                Asked::Control(_) => None,
            });
        assert_eq!(typed.count(), 0, "{modifier:?}");
        assert_eq!(desk.soon(), [], "{modifier:?}");
        desk.up(modifier).tap(l());
        assert_eq!(desk.soon(), [step(East)]);
        // The modifier may be released while another window has the focus.
        desk.down((KeyCode::ControlLeft, Key::Control)).frame();
        desk.lose();
        desk.frame().tap(l());
        assert_eq!(desk.soon(), [step(East)]);
    }
}

/// A key pressed with AltGr counts as the character that it then types, and never as the key alone.
#[test]
fn alt_gr_only_types_characters() {
    let alt_gr = || (KeyCode::AltRight, Key::AltGraph);
    let ctrl = || (KeyCode::ControlLeft, Key::Control);
    let mut desk = Desk::new();
    let bracket = || types(KeyCode::Digit8, "[");
    desk.down(alt_gr()).tap(bracket()).up(alt_gr());
    assert_eq!(desk.soon(), [PlayerCommand::ChangeRadius(-1)]);
    // Windows sends Ctrl along with AltGr.
    desk.down(ctrl())
        .down(alt_gr())
        .tap(bracket())
        .up(ctrl())
        .up(alt_gr());
    assert_eq!(desk.soon(), [PlayerCommand::ChangeRadius(-1)]);
    desk.down(alt_gr())
        .tap(types(KeyCode::KeyL, "ł"))
        .up(alt_gr());
    assert_eq!(desk.soon(), []);
    desk.tap(l());
    assert_eq!(desk.soon(), [step(East)]);
}

#[test]
fn ctrl_with_an_arrow_runs_a_single_step() {
    let ctrl = || (KeyCode::ControlLeft, Key::Control);
    let run = |way| PlayerCommand::Act(Action::run(way));
    for (key, way) in [
        (mute(KeyCode::ArrowRight), East),
        (types(KeyCode::Numpad4, "4"), West),
        (mute(KeyCode::Home), NorthWest),
        (mute(KeyCode::PageDown), SouthEast),
    ] {
        let mut desk = Desk::new();
        desk.down(ctrl()).tap(key.clone()).up(ctrl());
        assert_eq!(desk.soon(), [run(way)], "{key:?}");
        assert_eq!(*desk.app.world().resource::<Gait>(), Gait::Walking);
        desk.tap(key);
        assert_eq!(desk.soon(), [step(way)]);
    }
    // Scripts can type this key, and a key file can rebind it.
    let mut desk = Desk::new();
    let file = r#"(keys: {"run-east": ["<Ctrl+KeyL>"], "explore": ["<ctrl+right>"]})"#;
    let file = KeyFile::from_ron(file, desk.app.world().resource()).unwrap();
    file.apply(&mut desk.app.world_mut().resource_mut::<Bindings>())
        .unwrap();
    let script: KeyScript = "<Ctrl+KeyL>l<Ctrl+Up>".parse().unwrap();
    script.type_into(&mut desk.app.world_mut().resource_mut::<KeyQueue>());
    assert_eq!(desk.soon(), [run(East), step(East), run(North)]);
    let bindings = desk.app.world().resource::<Bindings>();
    let explore = bindings.keys(Control::EXPLORE).next();
    assert_eq!(explore, Some(Button::Ctrl(KeyCode::ArrowRight)));
}

#[test]
fn releasing_a_key_stops_its_repeats() {
    let mut desk = Desk::new();
    desk.down(l()).pass(500);
    assert!(desk.commands().len() > 2);
    assert!(
        desk.app
            .world()
            .resource::<HeldControl>()
            .next_repeat(Duration::ZERO)
            .is_some()
    );
    desk.up(l()).frame().commands();
    assert_eq!(desk.pass(1000).commands(), []);
    assert!(
        desk.app
            .world()
            .resource::<HeldControl>()
            .next_repeat(Duration::ZERO)
            .is_none()
    );
}

#[test]
fn losing_the_focus_releases_every_key() {
    for key in [l(), mute(KeyCode::ArrowRight)] {
        let mut desk = Desk::new();
        desk.down(key.clone()).pass(500).commands();
        // The release goes to another window.
        desk.lose();
        desk.frame().commands();
        assert_eq!(desk.pass(1000).commands(), [], "{key:?} is no longer held");

        desk.down(key.clone()).up(key);
        assert_eq!(desk.soon(), [step(East)], "the key works again afterwards");
    }
}

#[test]
fn losing_the_focus_drops_queued_keys() {
    let mut desk = Desk::new();
    for _ in 0..5 {
        desk.tap(l());
    }
    assert_eq!(desk.frame().commands(), [step(East)]);
    desk.lose();
    assert_eq!(desk.soon(), []);
}

#[test]
fn a_script_continues_without_the_focus() {
    let mut desk = Desk::new();
    let script: KeyScript = "lll".parse().unwrap();
    script.type_into(&mut desk.app.world_mut().resource_mut::<KeyQueue>());
    assert_eq!(desk.frame().commands(), [step(East)]);
    desk.lose();
    assert_eq!(desk.soon(), [step(East), step(East)]);
}

#[test]
fn only_the_key_pressed_last_repeats() {
    let mut desk = Desk::new();
    desk.down(l()).frame().down(j()).pass(600);
    let commands = desk.commands();
    assert_eq!(commands[..2], [step(East), step(South)]);
    assert!(commands.len() > 4);
    assert!(commands[2..].iter().all(|command| *command == step(South)));
    desk.up(l());
    assert!(
        desk.pass(200).commands().len() > 1,
        "releasing the earlier key does not matter"
    );
    desk.up(j()).frame().commands();
    assert_eq!(desk.pass(600).commands(), []);
}

/// Leafwing's other kinds of input can be bound like keys and give the same commands.
#[test]
fn other_inputs_can_be_bound_beside_keys() {
    let mut desk = Desk::new();
    let world = desk.app.world_mut();
    let mut maps = world.query::<&mut InputMap<Control>>();
    let mut map = maps.single_mut(world).unwrap();
    map.insert(Control::WAIT, MouseButton::Middle);
    map.insert(Control::EXPLORE, Button::Types('w'));
    desk.app
        .world_mut()
        .resource_mut::<Bindings>()
        .use_set(KeySet::Wasd);
    let press = |desk: &mut Desk, state| {
        desk.app.world_mut().write_message(MouseButtonInput {
            button: MouseButton::Middle,
            state,
            window: Entity::PLACEHOLDER,
        });
    };
    press(&mut desk, ButtonState::Pressed);
    desk.pass(100).tap(mute(KeyCode::ArrowUp)).pass(20);
    press(&mut desk, ButtonState::Released);
    assert_eq!(desk.pass(500).commands(), [WAIT, step(North)]);
    press(&mut desk, ButtonState::Pressed);
    assert!(desk.pass(500).commands().len() > 2, "a held key repeats");
    press(&mut desk, ButtonState::Released);
    desk.frame().commands();
    // A key set replaces the bindings of keys, but not those of other inputs.
    desk.tap(types(KeyCode::KeyW, "w"));
    assert_eq!(desk.soon(), [step(North)]);
    desk.tap(types(KeyCode::Period, "."));
    assert_eq!(desk.soon(), [WAIT]);
}

#[test]
fn one_time_commands_do_not_repeat() {
    let keys = [(KeyCode::Space, Key::Space), types(KeyCode::KeyC, "c")];
    for key in keys {
        let mut desk = Desk::new();
        desk.down(key.clone()).pass(1500);
        assert_eq!(desk.commands().len(), 1, "{key:?}");
    }
}

#[test]
fn releasing_shift_first_leaves_no_key_stuck() {
    let shift = || (KeyCode::ShiftLeft, Key::Shift);
    let (small, capital) = (|| types(KeyCode::KeyK, "k"), || types(KeyCode::KeyK, "K"));
    let (bracket, brace) = (
        || types(KeyCode::BracketLeft, "["),
        || types(KeyCode::BracketLeft, "{"),
    );

    let mut desk = Desk::new();
    desk.down(shift()).frame().down(capital()).frame();
    desk.up(shift()).frame().up(small()).frame();
    assert_eq!(
        desk.pass(1000).commands(),
        [],
        "there is no player who could rush"
    );

    desk.down(small())
        .frame()
        .down(shift())
        .frame()
        .up(capital())
        .frame()
        .up(shift());
    assert_eq!(desk.pass(1000).commands(), [step(North)]);

    desk.down(bracket())
        .frame()
        .down(shift())
        .frame()
        .up(brace())
        .frame()
        .up(shift());
    assert_eq!(
        desk.pass(1000).commands(),
        [PlayerCommand::ChangeRadius(-1)]
    );

    desk.down(shift()).down(brace()).up(shift()).up(bracket());
    assert_eq!(
        desk.pass(1000).commands(),
        [PlayerCommand::Act(Action::set_lantern(Lantern::Shut))],
        "another character is another key"
    );
}

#[test]
fn escape_never_quits_and_quitting_asks_first() {
    let mut app = text::app();
    app.begin_game(Game::new(drawn("@.....")).unwrap());
    let keys: KeyScript = "ll<Esc>ll<Esc>l".parse().unwrap();
    text::play(&mut app, &keys);
    assert_eq!(
        app.should_exit(),
        None,
        "Escape opens a menu and closes it again"
    );
    let player = app.player().unwrap();
    assert_eq!(app.place_of(player), IVec2::new(3, 0));
    for (keys, leaves) in [
        ("Qn", false),
        ("Q<Esc>", false),
        ("Q<Enter>", false),
        ("Qyll", true),
    ] {
        text::play(&mut app, &keys.parse().unwrap());
        assert_eq!(app.should_exit().is_some(), leaves, "{keys}");
    }
    assert_eq!(app.place_of(player), IVec2::new(3, 0));
}

#[test]
fn a_script_gives_the_same_commands_as_typing() {
    let mut desk = Desk::new();
    let script: KeyScript = "hjkl<Up>k.[ 5".replace('5', "<Numpad5>").parse().unwrap();
    script.type_into(&mut desk.app.world_mut().resource_mut::<KeyQueue>());
    let shorter = PlayerCommand::ChangeRadius(-1);
    let (north, new) = (step(North), STAIRS);
    let commands = [
        step(West),
        step(South),
        north,
        step(East),
        north,
        north,
        WAIT,
        shorter,
        new,
        WAIT,
    ];
    assert_eq!(desk.pass(300).commands(), commands);
    assert_eq!(desk.pass(1000).commands(), []);
}
