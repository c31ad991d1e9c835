//! A cursor on the map, for looking at cells and for choosing where to go.

use std::sync::Arc;

use bevy::prelude::*;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::describe::{describe, watched, whence};
use super::mode::{Input, Mode, Then};
use super::page::draw_box;
use super::queries::{cell_at, known_stairs, part_at, player_cell, with_scene};
use super::serve::{serve, zoom_by};
use super::settings::Zoomed;
use super::throw::{foresee, foretell};
use crate::control::{Control, Gait, Mouse, WizardCommand};
use crate::explorer::{Goal, Journey, known_way};
use crate::game::{Action, Item, KnownMap, PlayerCommand, State};
use crate::map::Tile;
use crate::view::{
    Areas, InView, InViewKind, Marks, PanelPart, PointOfView, Scene, Screen, camera, draw_game,
    key_of, with_article,
};

/// The purpose of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Look,
    Travel,
    /// Throw what is in this place of the pack.
    Throw(u8),
}

/// A cursor on the map.
pub(super) struct Look {
    purpose: Purpose,
    cursor: IVec2,
    /// The cell to which the cursor last jumped.
    chosen: Option<IVec2>,
    /// Returns the action of throwing what is in a place of the pack at a cell.
    throw: fn(u8, IVec2) -> Action,
}

/// The number of cells by which a rush moves the cursor.
const LEAP: i32 = 8;
/// How many flames and flasks are listed.
const LISTED: usize = 4;

/// Asks at which cell to throw what is in a place of the pack. `throw` returns the action.
pub fn aim_throw(place: u8, throw: fn(u8, IVec2) -> Action, world: &mut World) -> Then {
    match Look::at_target(world, place) {
        Some(mut look) => {
            look.throw = throw;
            Then::Replace(look)
        }
        None => Then::Pop,
    }
}

impl Look {
    pub(super) fn new(purpose: Purpose, cursor: IVec2) -> Box<Self> {
        Box::new(Self {
            purpose,
            cursor,
            chosen: None,
            throw: |_, _| Action::WAIT,
        })
    }

    /// Returns a cursor on the first entry in the lists of what is in view and what was last seen, or on the player if
    /// both lists are empty.
    pub(super) fn at_nearest(world: &mut World) -> Option<Box<Self>> {
        let here = player_cell(world)?;
        let mut look = Self::new(Purpose::Look, here);
        look.go_to_next(world, 1);
        Some(look)
    }

    /// Returns a cursor for throwing what is in a place of the pack. It begins on the nearest enemy in view that
    /// hunts, on the nearest enemy, or on the player.
    fn at_target(world: &mut World, place: u8) -> Option<Box<Self>> {
        let here = player_cell(world)?;
        let nearest = with_scene(world, |scene, _| {
            let in_view = scene.in_view(&scene.eyes()?, scene.reveals()).into_iter();
            let enemies = in_view.filter(|it| it.kind == InViewKind::Enemy);
            let calm_and_far = |it: &InView| {
                let far = (it.at - here).abs().max_element();
                (it.state != Some(State::Hunting), far)
            };
            enemies.min_by_key(calm_and_far).map(|it| it.at)
        });
        let mut look = Self::new(Purpose::Throw(place), nearest.flatten().unwrap_or(here));
        look.chosen = nearest.flatten();
        Some(look)
    }

    /// Returns the thing that the player would throw.
    fn thing(&self, scene: &Scene) -> Option<Arc<Item>> {
        let Purpose::Throw(place) = self.purpose else {
            return None;
        };
        let held = scene.inventory()?.get(place.into())?;
        scene.things.item(held.kind).cloned()
    }

    fn go_to_next(&mut self, world: &mut World, by: isize) {
        let places = with_scene(world, |scene, _| {
            let eyes = scene.eyes()?;
            let sights = scene.in_view(&eyes, scene.reveals());
            let mut places: Vec<IVec2> = match self.purpose {
                Purpose::Travel => known_oil(&eyes).into_iter().map(|(at, _)| at).collect(),
                _ => Vec::new(),
            };
            let ghosts = eyes.last_seen().into_iter().map(|it| it.at);
            for at in sights.into_iter().map(|it| it.at).chain(ghosts) {
                if !places.contains(&at) {
                    places.push(at);
                }
            }
            Some(places)
        });
        let places = places.flatten().unwrap_or_default();
        let count = places.len() as isize;
        if count == 0 {
            return;
        }
        // If the player has moved the cursor since the last jump, start from the beginning of the list.
        let chosen = self.chosen.filter(|it| *it == self.cursor);
        let now = places.iter().position(|at| Some(*at) == chosen);
        let next = match now {
            Some(now) => (now as isize + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        self.cursor = places[next as usize];
        self.chosen = Some(self.cursor);
    }

    /// Moves the cursor, but at most one leap beyond the known map, so that the cursor does not reveal the size of the
    /// level.
    fn go_by(&mut self, world: &mut World, offset: IVec2) {
        let area = with_scene(world, |scene, _| {
            let eyes = scene.eyes()?;
            Some(KnownMap::new(eyes.memory, [eyes.at]).area().expanded(LEAP))
        });
        if let Some(area) = area.flatten() {
            self.cursor = (self.cursor + offset).clamp(area.min, area.max());
        }
    }

    fn set_out(&self, world: &mut World) -> Then {
        if let Purpose::Throw(place) = self.purpose {
            return Then::Obey(PlayerCommand::Act((self.throw)(place, self.cursor)));
        }
        let runs = *world.resource::<Gait>() == Gait::Running;
        let mut journey = world.resource_mut::<Journey>();
        journey.set_out(Goal::Travel(self.cursor), runs);
        Then::Pop
    }
}

impl Mode for Look {
    fn name(&self) -> &'static str {
        match self.purpose {
            Purpose::Look => "look",
            Purpose::Travel => "travel",
            Purpose::Throw(_) => "throw",
        }
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        match input {
            Input::Asked(control) => self.obey(control, world),
            Input::Mouse(mouse) => self.point(mouse, world),
            Input::Key(_) => Then::Stay,
        }
    }

    fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        let mut words = describe(scene, world, self.cursor);
        if self.purpose == Purpose::Travel {
            words.extend(scene.player().and_then(|eyes| words_on_oil(scene, &eyes)));
        }
        if let Some(item) = self.thing(scene) {
            words.extend(foretell(scene, &item, self.cursor));
        }
        words
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let mut marks = self.marks();
        marks.watched = watched(scene, self.cursor);
        if self.purpose == Purpose::Travel
            && let Some(eyes) = scene.player()
        {
            marks.way = known_way(eyes.known(), eyes.at, self.cursor).unwrap_or_default();
        }
        if let Some(item) = self.thing(scene)
            && let Some(throw) = foresee(scene, &item, self.cursor)
        {
            marks.watched = throw.cells();
            marks.way = throw.flight.cells;
        }
        draw_game(scene, screen, &marks);
        let first = |control| key_of(&scene.bindings, control);
        let hint = match self.purpose {
            Purpose::Look => format!(
                "{} next, {} go there, {} close",
                first(Control::NEXT),
                first(Control::TRAVEL),
                first(Control::CLOSE)
            ),
            Purpose::Travel => format!(
                "{} go, {} oil, {} {} stairs, {} close",
                first(Control::CONFIRM),
                first(Control::NEXT),
                first(Control::Named("stairs-up")),
                first(Control::Named("stairs-down")),
                first(Control::CLOSE)
            ),
            Purpose::Throw(_) => format!(
                "{} throw, {} next, {} close",
                first(Control::CONFIRM),
                first(Control::NEXT),
                first(Control::CLOSE)
            ),
        };
        let title = match self.purpose {
            Purpose::Look => "Look",
            Purpose::Travel => "Go where?",
            Purpose::Throw(_) => "Throw where?",
        };
        let words = self.words(scene, world);
        draw_words(scene, screen, &marks, title, &words, &hint);
    }
}

impl Look {
    fn obey(&mut self, control: Control, world: &mut World) -> Then {
        match control {
            Control::Step(way) => self.go_by(world, way.delta()),
            Control::Rush(way) => self.go_by(world, way.delta() * LEAP),
            Control::CLOSE | Control::LOOK => return Then::Pop,
            Control::NEXT => self.go_to_next(world, 1),
            Control::PREVIOUS => self.go_to_next(world, -1),
            Control::Named("stairs-up") | Control::Named("stairs-down") => {
                let stairs = known_stairs(world, control == Control::Named("stairs-down"));
                self.cursor = stairs.unwrap_or(self.cursor);
            }
            Control::CONFIRM if self.purpose == Purpose::Look => return Then::Pop,
            Control::CONFIRM | Control::TRAVEL => return self.set_out(world),
            Control::NEXT_KIND => {
                world.write_message(WizardCommand::NextKind);
            }
            Control::CONJURE => {
                world.write_message(WizardCommand::Conjure(self.cursor));
            }
            Control::REVEAL | Control::NEXT_EYES | Control::NEXT_OVERLAY => {
                return serve(control, world);
            }
            _ => {}
        }
        Then::Stay
    }

    fn point(&mut self, mouse: Mouse, world: &mut World) -> Then {
        match mouse {
            Mouse::Hover(at) => {
                self.cursor = cell_at(world, at, &self.marks()).unwrap_or(self.cursor);
            }
            Mouse::Click(at) => {
                if let Some(cell) = cell_at(world, at, &self.marks()) {
                    self.cursor = cell;
                    return self.set_out(world);
                }
                // A row of the panel moves the cursor to the creature or the place that it is about.
                if let Some(PanelPart::Cell(cell)) = part_at(world, at) {
                    self.cursor = cell;
                }
            }
            Mouse::Right(_) => return Then::Pop,
            Mouse::Wheel(at, lines) if at.map.is_some() => {
                zoom_by(Zoomed::Map, -lines.signum(), world);
            }
            Mouse::Wheel(..) | Mouse::Zoom(_) | Mouse::Gone => {}
        }
        Then::Stay
    }

    fn marks(&self) -> Marks {
        Marks {
            cursor: Some(self.cursor),
            ..Marks::default()
        }
    }
}

/// Returns the flames and flasks that the player knows a way to, which both hold oil. Those with the shortest ways come
/// first.
fn known_oil(eyes: &PointOfView) -> Vec<(IVec2, Tile)> {
    let known = eyes.memory.known_cells().filter_map(|(cell, known)| {
        let tile = known.tile()?;
        let is_flame = tile.flame().is_some() && tile.put_out().is_some();
        (is_flame || tile.kind().taken.is_some_and(|it| it.oil > 0)).then_some((cell, tile))
    });
    let steps = |at| Some(known_way(eyes.known(), eyes.at, at)?.len());
    let known = known.filter_map(|(at, tile)| Some((steps(at)?, at, tile)));
    let mut known: Vec<(usize, IVec2, Tile)> = known.collect();
    known.sort_by_key(|(steps, at, _)| (*steps, at.y, at.x));
    known.into_iter().map(|(_, at, tile)| (at, tile)).collect()
}

/// Lists the nearest flames and flasks that the player knows, or returns `None` if it knows none.
fn words_on_oil(scene: &Scene, eyes: &PointOfView) -> Option<String> {
    let known = known_oil(eyes);
    let more = known.len().saturating_sub(LISTED);
    let named = known.into_iter().take(LISTED);
    let mut named: Vec<String> = named
        .map(|(at, tile)| {
            let place = scene.places.beside(at);
            let place = place.map_or_else(String::new, |it| format!(" in {}", it.name()));
            format!("{} {}{place}", with_article(tile), whence(at - eyes.at))
        })
        .collect();
    named.extend((more > 0).then(|| format!("{more} more")));
    (!named.is_empty()).then(|| format!("You know of oil: {}.", named.join(", ")))
}

/// Draws the description of the cell under the cursor, in the half of the map that does not contain the cursor.
fn draw_words(
    scene: &Scene,
    screen: &mut Screen,
    marks: &Marks,
    title: &str,
    words: &[String],
    hint: &str,
) {
    let Some(camera) = camera(scene, screen, marks) else {
        return;
    };
    let middle = camera.area().y + camera.area().height / 2;
    let map = Areas::of(screen.buffer().area, screen.map_columns()).map;
    let width = map.width.min(64);
    let columns = usize::from(width.saturating_sub(2)).max(1);
    let palette = &scene.palette;
    let text = Style::new().fg(palette.text());
    let faint = Style::new().fg(palette.faint_text());
    let wrap = |words: &str, style: Style| -> Vec<Line<'static>> {
        let lines = textwrap::wrap(words, columns).into_iter();
        lines
            .map(|it| Line::styled(it.into_owned(), style))
            .collect()
    };
    let mut lines: Vec<Line> = words.iter().flat_map(|it| wrap(it, text)).collect();
    lines.extend(wrap(hint, faint));
    let height = (lines.len() as u16 + 2).min(map.height);
    let y = match marks.cursor.and_then(|cell| camera.to_screen(cell)) {
        Some(place) if place.y >= middle => 0,
        _ => map.height - height,
    };
    let area = Rect::new(map.x, y, width, height);
    let inside = draw_box(palette, title, area, screen.buffer_mut());
    Paragraph::new(lines).render(inside, screen.buffer_mut());
}
