//! The features that replays and games played by a bot share: pace, point of view, and the strip below the map.

use std::time::Duration;

use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::mode::{Input, Then};
use crate::control::{Control, KeyDown};
use crate::game::mind::{Errand, record_reasons};
use crate::game::{Actor, ActorId, Player, actor_with};
use crate::grid::Direction;
use crate::view::{
    Areas, Marks, Onlooker, Reader, Scene, Screen, Watching, article, clear, draw_game, draw_map,
    latest_reason, thoughts,
};

/// The speeds, in commands per second.
const SPEEDS: [u32; 9] = [1, 2, 5, 10, 20, 50, 100, 200, 500];
/// The index of the initial speed.
const USUAL: usize = 2;

/// The onlooker's settings for watching a replay or a game played by a bot.
#[derive(Clone, Debug)]
pub(super) struct Playback {
    /// Whether the playback is running rather than paused.
    pub(super) plays: bool,
    speed: usize,
    /// The time of the next command, in the app's real time; `None` before the first command.
    next: Option<Duration>,
    /// The creature whose view is shown, or `None` for the player.
    eyes: Option<ActorId>,
    view: View,
}

/// What the screen shows of the level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    /// What the creature sees and remembers.
    #[default]
    Known,
    /// Both the level as the creature knows it and the level as it really is.
    Both,
    /// The level as it really is.
    Actual,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            plays: false,
            speed: USUAL,
            next: None,
            eyes: None,
            view: View::default(),
        }
    }
}

impl Playback {
    /// Returns a running playback, at the available speed nearest to `speed` commands per second.
    pub(super) fn playing(speed: Option<u32>) -> Self {
        let wanted = speed.unwrap_or(SPEEDS[USUAL]);
        let nearest = (0..SPEEDS.len()).min_by_key(|it| SPEEDS[*it].abs_diff(wanted));
        Self {
            plays: true,
            speed: nearest.unwrap_or(USUAL),
            ..Self::default()
        }
    }

    /// Handles the inputs that have the same meaning in replays and in games played by a bot. Returns `None` for other
    /// inputs.
    pub(super) fn input(&mut self, input: Input, world: &mut World) -> Option<Then> {
        let then = match input {
            Input::Asked(Control::Step(Direction::North)) => {
                self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
                Then::Stay
            }
            Input::Asked(Control::Step(Direction::South)) => {
                self.speed = self.speed.saturating_sub(1);
                Then::Stay
            }
            Input::Asked(Control::WAIT | Control::CONFIRM | Control::REST) => {
                self.pause(world);
                Then::Stay
            }
            Input::Key(KeyDown {
                character: Some(character),
                ..
            }) => match character {
                ' ' => {
                    self.pause(world);
                    Then::Stay
                }
                'e' => {
                    self.eyes = next_eyes(world, self.eyes, 1);
                    Then::Stay
                }
                'E' => {
                    self.eyes = next_eyes(world, self.eyes, -1);
                    Then::Stay
                }
                'v' => {
                    self.view = match self.view {
                        View::Known => View::Both,
                        View::Both => View::Actual,
                        View::Actual => View::Known,
                    };
                    Then::Stay
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(then)
    }

    fn pause(&mut self, world: &World) {
        self.plays = !self.plays;
        self.next = Some(now(world) + self.pace());
    }

    fn pace(&self) -> Duration {
        Duration::from_secs(1) / SPEEDS[self.speed]
    }

    /// Returns the number of commands that are due. Commands that were missed while another mode was on top are
    /// skipped.
    pub(super) fn due(&mut self, world: &World) -> u32 {
        const LATEST: Duration = Duration::from_millis(100);
        let (now, pace) = (now(world), self.pace());
        let next = *self.next.get_or_insert(now + pace);
        if !self.plays || now < next {
            return 0;
        }
        let late = (now - next).min(LATEST).as_nanos() / pace.as_nanos().max(1);
        self.next = Some(now + pace);
        1 + u32::try_from(late).unwrap_or(0)
    }

    /// Returns the time from `now` to the next command, or `None` if the playback is paused.
    pub(super) fn next_tick(&self, now: Duration) -> Option<Duration> {
        let next = self.next.unwrap_or(now);
        self.plays.then(|| next.saturating_sub(now))
    }

    /// Makes the scene follow this playback.
    pub(super) fn apply(&mut self, world: &mut World) {
        record_reasons(world);
        let eyes = self.eyes.and_then(|id| actor_with(world, id));
        if eyes.is_none() {
            self.eyes = None;
        }
        let watching = Watching {
            eyes,
            reveals: self.view == View::Actual,
            lines: eyes
                .map(|eyes| thoughts(world, eyes, Reader::Viewer))
                .unwrap_or_default(),
        };
        world
            .resource_mut::<Onlooker>()
            .set_if_neq(Onlooker(Some(watching)));
    }

    /// Makes the scene show the player's view again.
    pub(super) fn close(world: &mut World) {
        world.insert_resource(Onlooker::default());
    }

    /// Returns three strings, which say how fast the playback is, whose eyes are used, and which view is shown.
    pub(super) fn words(&self, scene: &Scene) -> [String; 3] {
        let pace = if self.plays { "►" } else { "║" };
        let eyes = scene.onlooker.0.as_ref().and_then(|it| it.eyes);
        let eyes = eyes.and_then(|eyes| scene.name_of(eyes));
        let eyes = match eyes {
            Some(name) => format!("eyes of {} {name}", article(&name)),
            None => "the player's eyes".to_owned(),
        };
        let view = match self.view {
            View::Known => "known",
            View::Both => "known / actual",
            View::Actual => "actual",
        };
        [
            format!("{pace} {} commands a second", SPEEDS[self.speed]),
            eyes,
            format!("view: {view}"),
        ]
    }

    /// Draws the game, with the lines of `strip` below it. If a creature's view is shown, the reason for its latest
    /// decision comes first.
    pub(super) fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen, strip: &[Line]) {
        let whole = screen.buffer().area;
        let mut lines = reason(scene, world, whole.width.into());
        lines.extend_from_slice(strip);
        let rows = (lines.len() as u16).min(whole.height / 3);
        let mut above = screen.clone();
        above.resize(UVec2::new(
            whole.width.into(),
            whole.height.saturating_sub(rows).into(),
        ));
        let marks = marks(scene, world);
        match self.view {
            View::Both => draw_both(scene, &mut above, &marks),
            _ => draw_game(scene, &mut above, &marks),
        }
        // The rows stay where they are, and so does what a window draws in them.
        above.resize(UVec2::new(whole.width.into(), whole.height.into()));
        *screen = above;
        let buffer = screen.buffer_mut();
        let area = Rect::new(0, whole.height - rows, whole.width, rows);
        let style = Style::new().bg(scene.palette.selection());
        for place in area.positions() {
            buffer[place].reset();
        }
        buffer.set_style(area, style.fg(scene.palette.text()));
        Paragraph::new(lines).render(area, buffer);
    }
}

/// Returns the reason for the latest decision of the creature whose view is shown, wrapped to `columns`.
fn reason(scene: &Scene, world: &World, columns: usize) -> Vec<Line<'static>> {
    let eyes = scene.onlooker.0.as_ref().and_then(|it| it.eyes);
    let reason = eyes.and_then(|eyes| latest_reason(world, eyes, Reader::Viewer));
    let lines = textwrap::wrap(reason.as_deref().unwrap_or_default(), columns.max(1));
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    lines.map(|line| Line::from(line.into_owned())).collect()
}

/// Returns marks for the path of the creature whose view is shown.
fn marks(scene: &Scene, world: &World) -> Marks {
    let eyes = scene.onlooker.0.as_ref().and_then(|it| it.eyes);
    let errand = eyes.and_then(|eyes| world.get::<Errand>(eyes));
    Marks {
        way: errand.map(|it| it.way().collect()).unwrap_or_default(),
        ..Marks::default()
    }
}

/// Draws the known and the actual level, side by side if there is room, and otherwise one above the other.
fn draw_both(scene: &Scene, screen: &mut Screen, marks: &Marks) {
    let area = screen.buffer().area;
    clear(scene, screen.buffer_mut());
    let log = Areas::of(area, screen.map_columns()).log.height;
    let map = Rect::new(0, 1, area.width, area.height.saturating_sub(log + 1));
    let columns = screen.map_columns();
    let [known, actual] = if map.width >= 2 * map.height {
        let half = map.width / 2 / columns * columns;
        let right = map.width - half;
        [
            Rect::new(0, map.y, half.saturating_sub(columns), map.height),
            Rect::new(half, map.y, right, map.height),
        ]
    } else {
        let half = map.height / 2;
        [
            Rect::new(0, map.y, map.width, half.saturating_sub(1)),
            Rect::new(0, map.y + half, map.width, map.height - half),
        ]
    };
    let faint = Style::new().fg(scene.palette.faint_text());
    for (area, words, reveals) in [(known, "Known", false), (actual, "Actual", true)] {
        draw_map(scene, screen, area, marks, reveals);
        let y = area.y.saturating_sub(1);
        screen.buffer_mut().set_string(area.x, y, words, faint);
    }
    let below = Rect::new(0, area.height - log, area.width, log);
    crate::view::draw_log(scene, below, screen.buffer_mut());
}

/// Returns the next or previous creature. Creatures in the player's view come first; the player (`None`) is between the
/// last and the first.
fn next_eyes(world: &mut World, now: Option<ActorId>, by: isize) -> Option<ActorId> {
    let seen: EntityHashSet = super::queries::with_scene(world, |scene, _| {
        let eyes = scene.player()?;
        let sights = scene.in_view(&eyes, false).into_iter();
        Some(sights.filter_map(|it| it.who).collect())
    })
    .flatten()
    .unwrap_or_default();
    let mut actors = world.query_filtered::<(Entity, &Actor), Without<Player>>();
    let mut ids: Vec<(bool, ActorId)> = actors
        .iter(world)
        .map(|(entity, actor)| (!seen.contains(&entity), actor.id))
        .collect();
    ids.sort_unstable();
    let ids: Vec<Option<ActorId>> = std::iter::once(None)
        .chain(ids.into_iter().map(|(_, id)| Some(id)))
        .collect();
    let at = ids.iter().position(|it| *it == now).unwrap_or(0) as isize;
    ids[(at + by).rem_euclid(ids.len() as isize) as usize]
}

fn now(world: &World) -> Duration {
    world.resource::<Time<Real>>().elapsed()
}
