//! The controls of the game's screens, and their keys. Each action brings its own, in `acts`.

use bevy::input::keyboard::KeyCode;

use super::button::Button::{self, Ctrl, Pad, PadShift, Place, Shift, Types};
use super::controls::Control;
use super::new_control::NewControl;
use super::pad_button::PadButton;

/// Returns the controls of the game's screens, in the order in which lists show them.
pub(super) fn of_screens() -> Vec<NewControl> {
    let new = |control: Control, words: &str, keys: &[Button]| {
        NewControl::of(control, words).keys(keys.iter().copied())
    };
    vec![
        new(
            Control::WAIT,
            "wait a turn",
            &[
                Types('.'),
                Place(KeyCode::Numpad5),
                PadShift(PadButton::LeftStick),
            ],
        )
        .repeats(),
        new(
            Control::REST,
            "rest for breath, or wait 20 turns",
            &[Types('R'), PadShift(PadButton::West)],
        ),
        new(
            Control::CHANGE_GAIT,
            "switch between walking and running",
            &[Types('r'), Pad(PadButton::LeftStick)],
        ),
        new(
            Control::EXPLORE,
            "explore",
            &[Types('o'), Pad(PadButton::West)],
        ),
        new(
            Control::TRAVEL,
            "travel to a place you choose",
            &[Types('_')],
        ),
        new(
            Control::LOOK,
            "look around",
            &[Types('x'), Pad(PadButton::North)],
        ),
        new(Control::MESSAGES, "message log", &[Types('m')]),
        new(
            Control::HELP,
            "help",
            &[Types('?'), Place(KeyCode::F1), PadShift(PadButton::Start)],
        ),
        new(
            Control::CONFIRM,
            "confirm; take the stairs here",
            &[
                Place(KeyCode::Enter),
                Place(KeyCode::NumpadEnter),
                Place(KeyCode::Space),
                Pad(PadButton::South),
            ],
        )
        .off_menus(),
        new(
            Control::CLOSE,
            "cancel; open the menu",
            &[
                Place(KeyCode::Escape),
                Pad(PadButton::Start),
                Pad(PadButton::East),
            ],
        )
        .off_menus(),
        new(Control::LEAVE, "quit", &[Types('Q')]),
        new(
            Control::NEXT,
            "next creature",
            &[Place(KeyCode::Tab), Pad(PadButton::RightStick)],
        )
        .repeats(),
        new(
            Control::PREVIOUS,
            "previous creature",
            &[Shift(KeyCode::Tab)],
        )
        .repeats()
        .off_menus(),
        new(
            Control::EXPOSURE,
            "show where you can be seen from",
            &[Types('V'), PadShift(PadButton::North)],
        ),
        new(Control::BOOK, "book of monsters", &[Types('M')]),
        new(
            Control::BOON,
            "choose a boon",
            &[Types('G'), PadShift(PadButton::Select)],
        ),
        new(
            Control::PACK,
            "open your pack",
            &[Types('i'), Pad(PadButton::Select)],
        ),
        new(
            Control::LARGER,
            "larger map",
            &[Types('+'), Types('='), Place(KeyCode::NumpadAdd)],
        ),
        new(
            Control::SMALLER,
            "smaller map",
            &[Types('-'), Place(KeyCode::NumpadSubtract)],
        ),
        new(
            Control::LARGER_TEXT,
            "larger text",
            &[Ctrl(KeyCode::Equal), Ctrl(KeyCode::NumpadAdd)],
        ),
        new(
            Control::SMALLER_TEXT,
            "smaller text",
            &[Ctrl(KeyCode::Minus), Ctrl(KeyCode::NumpadSubtract)],
        ),
        new(Control::PICTURE, "save a picture", &[Place(KeyCode::F12)]),
        new(Control::FULL_SCREEN, "full screen", &[Place(KeyCode::F11)]),
        new(Control::COPY_SEED, "copy the seed", &[Place(KeyCode::F9)]),
        new(
            Control::MUTE,
            "turn sounds off or on",
            &[Place(KeyCode::F10)],
        ),
        new(Control::WIZARD, "wizard mode", &[Place(KeyCode::F2)]).for_wizards(),
        new(Control::REVEAL, "reveal", &[Place(KeyCode::F3)]).for_wizards(),
        new(Control::NEXT_EYES, "eyes", &[Place(KeyCode::F4)]).for_wizards(),
        new(Control::NEXT_OVERLAY, "marks", &[Place(KeyCode::F5)]).for_wizards(),
        new(Control::NEXT_ALGORITHM, "algorithm", &[Types('f')]).for_wizards(),
        new(Control::NEXT_KIND, "kind", &[Place(KeyCode::F7)]).for_wizards(),
        new(Control::CONJURE, "conjure", &[Place(KeyCode::F8)]).for_wizards(),
    ]
}
