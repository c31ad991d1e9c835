//! The screen for changing keys.

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::page::{centred, draw_box};
use super::settings::Settings;
use crate::control::{Bindings, Button, Control, Device, KeyDown, KeyFile, Mouse, PadButton};
use crate::view::{MessageLog, Scene, Screen, key_lines, shown_name};

/// The list of all controls and their keys.
#[derive(Default)]
pub(super) struct Keys {
    list: List,
}

/// Returns a menu of all commands and their keys.
fn menu(bindings: &Bindings) -> Menu<Control> {
    let menu = Menu::new("Keys").head(["Choose a command to give it a new key."]);
    let menu = menu.searched();
    let lines = key_lines(bindings).into_iter();
    lines.fold(menu, |menu, line| {
        let keys = match line.keys.is_empty() {
            true => "-".to_owned(),
            false => line.keys.join(" "),
        };
        menu.setting(line.words, keys, line.control)
    })
}

impl Mode for Keys {
    fn name(&self) -> &'static str {
        "keys"
    }

    fn takes_keys(&self) -> bool {
        self.list.is_searching()
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = menu(world.resource());
        match self.list.input(input, menu, world.resource()) {
            Picked::Closed => Then::Pop,
            Picked::Entry(control) => Then::push(NewKey {
                control,
                taken: None,
                error: None,
            }),
            Picked::Nothing | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        self.list.words(&menu(&scene.bindings))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        self.list
            .draw(&menu(&scene.bindings), &scene.palette, screen);
    }
}

/// A question that asks for a control's new key.
struct NewKey {
    control: Control,
    /// The key that was just pressed, and the control that it belongs to. Pressing it again takes it from that control.
    taken: Option<(Button, Control)>,
    error: Option<String>,
}

impl NewKey {
    fn question(&self, bindings: &Bindings) -> Vec<String> {
        let words = bindings.words(self.control);
        let (what, cancels) = match bindings.device() {
            Device::Keyboard => ("key", "Escape"),
            Device::Gamepad => ("button", "Start"),
        };
        let first = match self.taken {
            None => format!("Press a {what} for {words:?}."),
            Some((key, control)) => {
                let name = shown_name(key).unwrap_or_else(|| format!("This {what}"));
                let current = bindings.words(control);
                format!(
                    "{name} is for {current:?}. Press it again to use it for {words:?} instead, or press another {what}."
                )
            }
        };
        vec![
            first,
            format!("Backspace restores the default. {cancels} cancels."),
        ]
    }

    /// Returns the control that would lose `key` if the player has not been asked yet.
    fn loser(&self, key: Button, bindings: &Bindings) -> Option<Control> {
        let is_asked = self.taken.is_some_and(|(asked, _)| asked == key);
        let user = bindings.user_of(key);
        user.filter(|it| *it != self.control && !is_asked)
    }

    /// Binds `key` to the control. If `key` is `None`, restores the control's keys from the key set.
    fn change(&self, world: &mut World, key: Option<Button>) -> Result<(), String> {
        let change = |keys: &mut KeyFile, known: &Bindings| match key {
            Some(key) => keys.bind_also(self.control, key, known),
            None => keys.unbind(self.control, known),
        };
        let mut keys = world.resource::<Settings>().keys().clone();
        change(&mut keys, world.resource()).map_err(|error| error.to_string())?;
        let mut settings = world.resource_mut::<Settings>();
        settings.set_keys(keys);
        let warning = settings.save_keys(change);
        world.resource_mut::<MessageLog>().warn_if(warning);
        Ok(())
    }
}

impl Mode for NewKey {
    fn name(&self) -> &'static str {
        "new key"
    }

    fn takes_keys(&self) -> bool {
        true
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let key = match input {
            Input::Key(KeyDown { button, .. }) => button,
            Input::Mouse(Mouse::Right(_) | Mouse::Click(_)) => return Then::Pop,
            _ => return Then::Stay,
        };
        self.error = None;
        let changed = match key {
            // Escape and Start close every screen, so they must not be bound to anything else by accident.
            Button::Place(KeyCode::Escape) | Button::Pad(PadButton::Start) => return Then::Pop,
            Button::Place(KeyCode::Backspace | KeyCode::Delete) => self.change(world, None),
            key => {
                if let Some(user) = self.loser(key, world.resource()) {
                    self.taken = Some((key, user));
                    return Then::Stay;
                }
                self.change(world, Some(key))
            }
        };
        match changed {
            Ok(()) => Then::Pop,
            Err(error) => {
                self.error = Some(error);
                Then::Stay
            }
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        let question = self.question(&scene.bindings).into_iter();
        question.chain(self.error.clone()).collect()
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let palette = &scene.palette;
        let buffer = screen.buffer_mut();
        let text = Style::new().fg(palette.text());
        let columns = buffer.area.width.saturating_sub(6).min(56);
        let question = self.question(&scene.bindings);
        let wrap = |words: &str, style: Style| -> Vec<Line<'static>> {
            let lines = textwrap::wrap(words, usize::from(columns).max(1)).into_iter();
            lines
                .map(|it| Line::styled(it.into_owned(), style))
                .collect()
        };
        let mut lines: Vec<Line> = question.iter().flat_map(|it| wrap(it, text)).collect();
        if let Some(error) = &self.error {
            lines.extend(wrap(error, text.fg(palette.warning())));
        }
        let area = centred(buffer.area, columns, lines.len() as u16);
        let inside = draw_box(palette, "New key", area, buffer);
        Paragraph::new(lines).render(inside, buffer);
    }
}
