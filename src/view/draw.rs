//! Drawing the screen, through somebody's eyes.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

use super::keys::key_for;
use super::map_widget::Figure;
use super::panel::{Sighting, Vitals, sidebar, status_line};
use super::screen::Areas;
use super::words::article;
use super::{Camera, MapWidget, MessageLog, Palette, Screen, Title, Wizard};
use crate::control::{Bindings, Control, Gait};
use crate::game::{
    Appearance, Awareness, Breath, Camouflage, Clock, Death, Depth, Fate, Game, Health, Player,
    Things, makes_out,
};
use crate::map::TileMap;
use crate::vision::{MapMemory, ObjectKind, Position, Viewshed};

type Eyes = (
    Entity,
    &'static Position,
    Option<&'static Viewshed>,
    &'static MapMemory,
    Option<&'static Health>,
    Option<&'static Breath>,
);

type Creature = (
    Entity,
    &'static Position,
    &'static Appearance,
    &'static Name,
    Option<&'static Awareness>,
    Option<&'static Camouflage>,
    Has<Player>,
);

/// What of the simulation can be on the screen.
#[derive(SystemParam)]
pub(super) struct World<'w, 's> {
    map: Option<Res<'w, TileMap>>,
    game: Option<Res<'w, Game>>,
    depth: Res<'w, Depth>,
    clock: Res<'w, Clock>,
    fate: Res<'w, Fate>,
    things: Res<'w, Things>,
    gait: Res<'w, Gait>,
    bindings: Res<'w, Bindings>,
    title: Res<'w, Title>,
    players: Query<'w, 's, Entity, With<Player>>,
    eyes: Query<'w, 's, Eyes>,
    creatures: Query<'w, 's, Creature>,
    objects: Query<'w, 's, (&'static Position, &'static ObjectKind)>,
}

/// Draws the whole screen: through the player's eyes, or those that a wizard has chosen.
pub(super) fn draw_screen(
    mut screen: ResMut<Screen>,
    palette: Res<Palette>,
    log: Res<MessageLog>,
    wizard: Res<Wizard>,
    world: World,
) {
    let areas = Areas::of(screen.buffer.area);
    let buffer = &mut screen.buffer;
    let plain = Style::new().fg(palette.text()).bg(palette.background());
    buffer.reset();
    buffer.set_style(buffer.area, plain);

    let chosen = wizard.eyes().and_then(|eyes| world.eyes.get(eyes).ok());
    let own = || {
        world
            .players
            .single()
            .ok()
            .and_then(|player| world.eyes.get(player).ok())
    };
    let (Some(eyes), Some(map), Some(game)) = (chosen.or_else(own), &world.map, &world.game) else {
        return;
    };
    let (_, position, viewshed, memory, health, breath) = eyes;
    let seen = Seen::by(&world, map, &wizard, &palette, position.0, viewshed);
    let focus = wizard.cursor().unwrap_or(position.0);
    let overlay = |cell| wizard.marks(cell, viewshed, memory);
    MapWidget {
        camera: Camera::following(focus, map.size(), areas.map),
        viewshed,
        memory,
        figures: &seen.figures,
        things: &world.things,
        palette: &palette,
        revealed: wizard.reveals().then_some(&**map),
        overlay: &overlay,
    }
    .render(areas.map, buffer);

    let vitals = Vitals {
        health: health.map(|health| (health.now, health.max)),
        breath: breath.map(|breath| (breath.now, breath.max)),
        depth: world.depth.0,
        runs: *world.gait == Gait::Running,
    };
    if let Some(area) = areas.sidebar {
        let (width, height) = (area.width.into(), area.height.into());
        let lines = sidebar(
            &world.title,
            &vitals,
            &seen.sightings,
            wizard.lines(),
            &world.bindings,
            (width, height),
            &palette,
        );
        Paragraph::new(lines).render(area, buffer);
    }
    let messages: Vec<Line> = log
        .last(areas.messages.height.into())
        .map(Line::from)
        .collect();
    Paragraph::new(messages).render(areas.messages, buffer);
    let (seed, turn) = (game.seed(), world.clock.turn());
    let recomputed = viewshed.map_or(0, Viewshed::recomputations);
    let vitals = areas.sidebar.is_none().then_some(&vitals);
    status_line(vitals, seed, turn, game.sight(), recomputed, &palette)
        .render(areas.status, buffer);
    if let Some(death) = &world.fate.0 {
        draw_death(death, buffer, &palette, &world.bindings);
    }
}

/// Who and what is to be seen.
struct Seen {
    figures: HashMap<IVec2, Figure>,
    sightings: Vec<Sighting>,
}

impl Seen {
    fn by(
        world: &World,
        map: &TileMap,
        wizard: &Wizard,
        palette: &Palette,
        eye: IVec2,
        viewshed: Option<&Viewshed>,
    ) -> Self {
        let mut figures = HashMap::new();
        let mut found = Vec::new();
        for (_, at, appearance, name, awareness, camouflage, is_player) in &world.creatures {
            let is_seen =
                viewshed.is_some_and(|viewshed| makes_out(map, viewshed, eye, at.0, camouflage));
            if !is_seen && !wizard.reveals() && at.0 != eye {
                continue;
            }
            let color = color_of(appearance, is_player, palette);
            let state = awareness
                .map(|awareness| awareness.state())
                .filter(|_| !is_player);
            let glyph = appearance.glyph;
            figures.insert(
                at.0,
                Figure {
                    glyph,
                    color,
                    state,
                },
            );
            if at.0 != eye {
                let name = if is_player { "you" } else { name.as_str() };
                let sighting = Sighting {
                    glyph,
                    color,
                    state,
                    name: name.to_owned(),
                };
                found.push((false, at.0, sighting));
            }
        }
        for (at, &kind) in &world.objects {
            let is_seen = viewshed.is_some_and(|viewshed| viewshed.sees(at.0));
            if let Some(thing) = world.things.get(kind).filter(|_| is_seen) {
                let name = match thing.article {
                    "a dead" => format!("dead {}", thing.name),
                    _ => thing.name.clone(),
                };
                let color = palette.lit_thing(thing);
                found.push((
                    true,
                    at.0,
                    Sighting {
                        glyph: thing.glyph,
                        color,
                        state: None,
                        name,
                    },
                ));
            }
        }
        // Creatures, then things, the nearest first; the order is never that of entities.
        found.sort_by(|(lies, at, one), (also_lies, there, other)| {
            let key = |lies: &bool, at: &IVec2| (*lies, at.distance_squared(eye), at.y, at.x);
            key(lies, at)
                .cmp(&key(also_lies, there))
                .then_with(|| (one.glyph, &one.name).cmp(&(other.glyph, &other.name)))
        });
        let sightings = found.into_iter().map(|(.., sighting)| sighting).collect();
        Self { figures, sightings }
    }
}

/// A creature's own colour, or the palette's.
fn color_of(appearance: &Appearance, is_player: bool, palette: &Palette) -> Color {
    let own = appearance
        .color
        .map(|(red, green, blue)| Color::Rgb(red, green, blue));
    let usual = if is_player {
        palette.player()
    } else {
        palette.creature()
    };
    own.unwrap_or(usual)
}

/// A box in the middle of the screen that says how it ended and what can be done.
fn draw_death(death: &Death, buffer: &mut Buffer, palette: &Palette, bindings: &Bindings) {
    let Death {
        killer,
        at,
        depth,
        turn,
    } = death;
    let accent = Style::new().fg(palette.accent()).bg(palette.background());
    let text = Style::new().fg(palette.text()).bg(palette.background());
    let way_on =
        |control, words: &str| Line::from(format!("{:<6} {words}", key_for(bindings, control)));
    let lines = vec![
        Line::styled("You are dead.", accent),
        Line::default(),
        Line::from(match killer {
            Some(killer) => format!("Killed by {} {killer}", article(killer)),
            None => "Killed by something unseen".to_owned(),
        }),
        Line::from(format!("on level {depth}, at {},{}", at.x, at.y)),
        Line::from(format!("in turn {turn}.")),
        Line::default(),
        way_on(Control::NewDungeon, "a new dungeon"),
        way_on(Control::Again, "the same again"),
        way_on(Control::Leave, "leave"),
    ];
    let longest = lines.iter().map(Line::width).max().unwrap_or_default();
    // A screen is at most 1,000 cells wide.
    let width = (longest as u16 + 4).max(27).min(buffer.area.width);
    let inside = usize::from(width).saturating_sub(2).max(1);
    let rows = lines
        .iter()
        .map(|line| line.width().div_ceil(inside).max(1));
    let height = (rows.sum::<usize>() as u16 + 2).min(buffer.area.height);
    let area = ratatui::layout::Rect::new(
        (buffer.area.width - width) / 2,
        (buffer.area.height - height) / 2,
        width,
        height,
    );
    Clear.render(area, buffer);
    Paragraph::new(lines)
        .style(text)
        .wrap(Wrap { trim: true })
        .centered()
        .block(Block::bordered().border_style(accent))
        .render(area, buffer);
}
