//! Play: turns keys and clicks into the player's commands.

use bevy::prelude::*;
use ratatui::style::Style;

use super::answers::Answers;
use super::book::Book;
use super::boon::choose_boon;
use super::confirm::Confirm;
use super::describe::describe;
use super::help::Help;
use super::look::{Look, Purpose};
use super::menu::GameMenu;
use super::messages::Messages;
use super::mode::{Input, Mode, Then};
use super::pack::open_pack;
use super::queries::{cell_at, map_cell, part_at, player_cell, set_out};
use super::serve::{hint, serve, zoom_by};
use super::settings::Zoomed;
use crate::control::{Bindings, Control, Gait, KeyDown, Mouse, ScreenPoint};
use crate::explorer::{Goal, Journey, known_way};
use crate::game::{Action, Game, PlayerCommand};
use crate::grid::Direction;
use crate::view::{
    Areas, Marks, PanelPart, Scene, Screen, chance_sign, draw_game, keys_of, panel_part, shown_name,
};

/// The mode for playing, at the bottom of the stack during a game.
#[derive(Default)]
pub(super) struct Play {
    /// The mouse's position on the screen.
    mouse: Option<ScreenPoint>,
}

impl Mode for Play {
    fn name(&self) -> &'static str {
        "play"
    }

    fn closes(&self) -> bool {
        false
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        match input {
            Input::Mouse(mouse) => self.point(mouse, world),
            Input::Key(key) => {
                world.resource_mut::<Journey>().stop();
                explain_unbound(world, &key);
                Then::Stay
            }
            Input::Asked(control) => {
                // Every key first ends the current journey and hides the path to the mouse.
                world.resource_mut::<Journey>().stop();
                self.mouse = None;
                act(control, world)
            }
        }
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let exposure = &scene.exposure;
        let chances = exposure.chances.iter();
        let chances = chances.filter_map(|(cell, it)| Some((*cell, chance_sign(*it)?)));
        let unsure = exposure.unsure.iter().map(|cell| (*cell, '?'));
        let believed = exposure.believed.iter().map(|cell| (*cell, '^'));
        let still = Marks {
            watched: scene.exposure.watched.clone(),
            fire: scene.exposure.fire.clone(),
            exposed: scene.exposure.from.clone(),
            notes: unsure.chain(chances).chain(believed).collect(),
            believed: exposure.believed.clone(),
            ..Marks::default()
        };
        let part = self.mouse.and_then(|at| panel_part(scene, screen, at.cell));
        let on_map = self
            .mouse
            .and_then(|at| map_cell(scene, screen, &still, at));
        let (Some(eyes), true) = (scene.player(), scene.fate.is_alive()) else {
            draw_game(scene, screen, &still);
            return;
        };
        // Describe what is under the mouse. The map does not scroll.
        let (marks, description) = match (on_map, part) {
            // Show the path that the player would walk after a click.
            (Some(cell), _) => {
                let way = known_way(eyes.known(), eyes.at, cell).unwrap_or_default();
                (Marks { way, ..still }, describe(scene, world, cell))
            }
            (None, Some(PanelPart::Cell(cell))) => {
                let pointed = Some(cell);
                (Marks { pointed, ..still }, describe(scene, world, cell))
            }
            (None, Some(PanelPart::Control(control))) => {
                let words = scene.bindings.words(control);
                (still, vec![format!("Click: {words}.")])
            }
            (None, None) => (still, Vec::new()),
        };
        draw_game(scene, screen, &marks);
        if let Some(at) = self.mouse.filter(|_| !description.is_empty()) {
            draw_note(scene, screen, at.cell, &description.join(" "));
        }
    }
}

/// The widest note beside the pointer.
const NOTE: u16 = 44;

/// Draws the description of what is under the mouse: beside the pointer, left of the panel if the pointer is there, or, on
/// screens without a panel, in the last row of the facts.
fn draw_note(scene: &Scene, screen: &mut Screen, mouse: UVec2, words: &str) {
    let whole = screen.buffer().area;
    let areas = Areas::of(whole, screen.map_columns());
    let style = Style::new()
        .fg(scene.palette.text())
        .bg(scene.palette.selection());
    let Some(panel) = areas.panel else {
        let Some(facts) = areas.facts else { return };
        let columns = usize::from(facts.width);
        let line = match words.chars().count() > columns {
            true => format!("{:.*}...", columns.saturating_sub(3), words),
            false => words.to_owned(),
        };
        let line = format!("{line:columns$}");
        let y = facts.bottom() - 1;
        screen
            .buffer_mut()
            .set_stringn(facts.x, y, line, columns, style);
        return;
    };
    // A blank on either side of each line.
    let columns = usize::from(NOTE.min(whole.width / 2));
    let lines = textwrap::wrap(words, columns - 2);
    let widest = lines.iter().map(|it| it.chars().count()).max();
    let width = widest.unwrap_or_default() as u16 + 2;
    let height = (lines.len() as u16).min(whole.height);
    let (mouse_x, mouse_y) = (mouse.x as u16, mouse.y as u16);
    let x = match () {
        () if mouse_x >= panel.x => panel.x.saturating_sub(width + 1),
        () if mouse_x + 2 + width < panel.x => mouse_x + 2,
        () => mouse_x.saturating_sub(width + 1),
    };
    let y = match () {
        () if mouse_x >= panel.x => mouse_y.min(whole.height - height),
        () if mouse_y + 1 + height <= whole.height => mouse_y + 1,
        () => mouse_y.saturating_sub(height),
    };
    let columns = usize::from(width);
    for (line, y) in lines.iter().zip(y..y + height) {
        let line = format!(" {line:0$}", columns - 1);
        screen.buffer_mut().set_stringn(x, y, line, columns, style);
    }
}

impl Play {
    fn point(&mut self, mouse: Mouse, world: &mut World) -> Then {
        match mouse {
            Mouse::Hover(at) => self.mouse = Some(at),
            Mouse::Gone => self.mouse = None,
            Mouse::Wheel(at, lines) if at.map.is_some() => {
                zoom_by(Zoomed::Map, -lines.signum(), world);
            }
            Mouse::Wheel(_, lines) if lines < 0 => {
                world.resource_mut::<Journey>().stop();
                return Then::push(Messages::default());
            }
            Mouse::Wheel(..) | Mouse::Zoom(_) => {}
            Mouse::Click(at) => {
                self.mouse = None;
                let is_going = world.resource::<Journey>().is_on_the_way();
                world.resource_mut::<Journey>().stop();
                // A click during a journey only ends the journey.
                if !is_going {
                    return click(world, at);
                }
            }
            Mouse::Right(at) => {
                world.resource_mut::<Journey>().stop();
                let cell = under(world, at).or_else(|| match part_at(world, at) {
                    Some(PanelPart::Cell(cell)) => Some(cell),
                    _ => None,
                });
                if let Some(cell) = cell {
                    return Then::Push(Look::new(Purpose::Look, cell));
                }
            }
        }
        Then::Stay
    }
}

/// Returns the map cell under the mouse.
fn under(world: &mut World, at: ScreenPoint) -> Option<IVec2> {
    cell_at(world, at, &Marks::default())
}

/// Goes to a cell of the map, looks at the cell that a row of the panel is about, or does what the row stands for.
fn click(world: &mut World, at: ScreenPoint) -> Then {
    if let Some(cell) = under(world, at) {
        return go_to(world, cell);
    }
    match part_at(world, at) {
        Some(PanelPart::Cell(cell)) => Then::Push(Look::new(Purpose::Look, cell)),
        Some(PanelPart::Control(control)) => act(control, world),
        None => Then::Stay,
    }
}

/// Walks to a cell, steps to it if it is adjacent, or waits if it is the player's own cell.
fn go_to(world: &mut World, cell: IVec2) -> Then {
    let Some(here) = player_cell(world) else {
        return Then::Stay;
    };
    if cell == here {
        return Then::Do(PlayerCommand::Act(Action::WAIT));
    }
    match Direction::from_delta(cell - here) {
        Some(way) => Then::Do(PlayerCommand::Act(stride(world, way))),
        None => set_out(world, Goal::Travel(cell)),
    }
}

/// Returns a step in this direction at the player's current gait.
fn stride(world: &World, way: Direction) -> Action {
    match world.resource::<Gait>() {
        Gait::Walking => Action::step(way),
        Gait::Running => Action::run(way),
    }
}

fn act(control: Control, world: &mut World) -> Then {
    if let Some(answer) = world.resource::<Answers>().to(control) {
        return answer(world);
    }
    match control {
        Control::Step(way) => Then::Do(PlayerCommand::Act(stride(world, way))),
        Control::Run(way) => Then::Do(PlayerCommand::Act(Action::run(way))),
        Control::Rush(way) => set_out(world, Goal::Rush(way)),
        Control::WAIT => Then::Do(PlayerCommand::Act(Action::WAIT)),
        Control::REST => set_out(world, Goal::Rest),
        Control::EXPLORE => set_out(world, Goal::Explore),
        Control::TRAVEL => with_cursor(world, Purpose::Travel),
        Control::LOOK => with_cursor(world, Purpose::Look),
        Control::NEXT | Control::PREVIOUS => match Look::at_nearest(world) {
            Some(look) => Then::Push(look),
            None => Then::Stay,
        },
        Control::MESSAGES => Then::push(Messages::default()),
        Control::HELP => Then::push(Help::default()),
        Control::BOOK => Then::push(Book::default()),
        Control::BOON => choose_boon(world),
        Control::PACK => open_pack(world),
        Control::CLOSE => Then::push(GameMenu::default()),
        Control::LEAVE => Then::Push(Confirm::quit_game(world)),
        _ => serve(control, world),
    }
}

fn with_cursor(world: &mut World, purpose: Purpose) -> Then {
    match player_cell(world) {
        Some(here) => Then::Push(Look::new(purpose, here)),
        None => Then::Stay,
    }
}

/// Tells the player that a key is not bound, and where to find a list of the bound keys.
fn explain_unbound(world: &mut World, key: &KeyDown) {
    if world.get_resource::<Game>().is_none() {
        return;
    }
    let name = shown_name(key.button).unwrap_or_else(|| "That key".to_owned());
    let help = keys_of(world.resource::<Bindings>(), Control::HELP);
    hint(
        world,
        format!("{name} does nothing here. {help} shows the keys."),
    );
}
