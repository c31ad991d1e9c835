//! Lays out the panel beside the map: the player's state, what is in view and what was last seen, and below them, as far
//! as there is room, the pack, the meaning of the marks on the map, a small map of the level, and a few keys.

use bevy::math::UVec2;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::framing::camera;
use super::key_names::{key_of, walking_keys};
use super::observation::Observation;
use super::row::{PanelPart, Row};
use super::scene::{PointOfView, Scene};
use super::screen::{Areas, Screen};
use super::vitals::vitals;
use super::wounds::LOW;
use super::{Art, Camera, Canvas, Marks, in_view_list, last_seen, mark_signs, small_map};
use crate::control::Control;
use crate::grid::Direction;

pub(super) fn draw_panel(
    scene: &Scene,
    (eyes, camera): (&PointOfView, &Camera),
    seen: &Observation,
    area: Rect,
    canvas: &mut Canvas,
) {
    let buffer = &mut canvas.buffer;
    let palette = &scene.palette;
    let is_low = eyes.health.is_some_and(|it| it.percent() < LOW);
    let edge = if is_low {
        palette.warning()
    } else {
        palette.faint_text()
    };
    for y in area.top()..area.bottom() {
        buffer[(area.x, y)].set_char('│').set_fg(edge);
    }
    let inside = inside(area, buffer.area);
    let rows = rows(scene, (eyes, camera), seen, inside);
    let pictures: Vec<_> = rows.iter().map(|it| (it.picture, it.state)).collect();
    let lines: Vec<Line> = rows.into_iter().map(|it| it.line).collect();
    Paragraph::new(lines).render(inside, buffer);
    let ground = palette.background();
    for ((picture, state), y) in pictures.into_iter().zip(inside.top()..inside.bottom()) {
        if let Some((picture, color)) = picture {
            canvas.hang_wide((inside.x, y), Art::of_thing(picture, color, ground));
        } else if let Some(state) = state {
            let mood = palette.mood(state);
            canvas.hang_wide((inside.x, y), Art::of_state(state, mood, ground));
        }
    }
}

/// Returns what the player means by pointing at this place on the screen, if it is part of the panel.
pub fn panel_part(scene: &Scene, screen: &Screen, at: UVec2) -> Option<PanelPart> {
    let panel = Areas::of(screen.buffer().area, screen.map_columns()).panel?;
    let inside = inside(panel, screen.buffer().area);
    let place = (u16::try_from(at.x).ok()?, u16::try_from(at.y).ok()?);
    if !inside.contains(place.into()) {
        return None;
    }
    let eyes = scene.eyes()?;
    let camera = camera(scene, screen, &Marks::default())?;
    let seen = scene.observe(&eyes, scene.reveals());
    let rows = rows(scene, (&eyes, &camera), &seen, inside);
    let row = rows.get(usize::from(place.1 - inside.y))?;
    row.part_at(usize::from(place.0 - inside.x))
}

/// Returns the part of the panel that has text.
fn inside(area: Rect, screen: Rect) -> Rect {
    let margin = u16::from(Areas::is_roomy(screen));
    Rect::new(
        area.x + 2,
        area.y + margin,
        area.width - 2 - margin,
        area.height - 2 * margin,
    )
}

/// Returns the panel's rows from top to bottom. Lines for a wizard or an onlooker come after what was last seen.
fn rows(
    scene: &Scene,
    (eyes, camera): (&PointOfView, &Camera),
    seen: &Observation,
    inside: Rect,
) -> Vec<Row> {
    let palette = &scene.palette;
    let (width, height) = (usize::from(inside.width), usize::from(inside.height));
    let title = Line::styled(scene.title.0.clone(), Style::new().fg(palette.accent()));
    let mut rows = vec![Row::of(title, PanelPart::Control(Control::CLOSE))];
    rows.push(Row::default());
    rows.extend(vitals(scene, seen, width));
    rows.push(Row::default());
    let more = scene.lines(width);
    let below = if more.is_empty() { 0 } else { more.len() + 1 };
    let room = height.saturating_sub(rows.len() + below);
    let in_view = in_view_list::listed(scene, (eyes, camera), &seen.in_view, (width, room));
    let room = room.saturating_sub(in_view.len());
    rows.extend(in_view);
    rows.extend(last_seen::listed(scene, &seen.last_seen, width, room));
    if !more.is_empty() {
        rows.push(Row::default());
        let text = Style::new().fg(palette.text());
        rows.extend(
            more.iter()
                .map(|line| Line::styled(line.clone(), text).into()),
        );
    }
    let mut foot = Vec::new();
    if scene.onlooker.0.is_none() {
        let mut add = |part: Vec<Row>, rows: &mut Vec<Row>| {
            if !part.is_empty() && rows.len() + foot.len() + part.len() < height {
                foot.splice(0..0, std::iter::once(Row::default()).chain(part));
            }
        };
        let mut keys = keys(scene, width, true);
        if rows.len() + keys.len() + ROOM_FOR_ALL > height {
            keys = self::keys(scene, width, false);
        }
        add(keys, &mut rows);
        add(mark_signs::rows(scene, width), &mut rows);
    }
    rows.extend(in_between(
        scene,
        (eyes, camera, seen),
        width,
        height.saturating_sub(rows.len() + foot.len()),
    ));
    rows.resize(
        rows.len().max(height.saturating_sub(foot.len())),
        Row::default(),
    );
    rows.extend(foot);
    rows
}

/// Returns the pack and the small map, as far as there is room.
fn in_between(
    scene: &Scene,
    (eyes, camera, seen): (&PointOfView, &Camera, &Observation),
    width: usize,
    room: usize,
) -> Vec<Row> {
    let mut rows = Vec::new();
    let pack = pack(scene, seen, width);
    let small = small_map::rows(scene, (eyes, camera), width, room.saturating_sub(1));
    for part in [small, pack] {
        if !part.is_empty() && rows.len() + part.len() < room {
            rows.push(Row::default());
            rows.extend(part);
        }
    }
    rows
}

/// Returns the rows that list what the player carries.
fn pack(scene: &Scene, seen: &Observation, width: usize) -> Vec<Row> {
    if seen.pack.is_empty() {
        return Vec::new();
    }
    let text = Style::new().fg(scene.palette.text());
    let words = format!("Your pack: {}", seen.pack.join(", "));
    let wrapped = textwrap::wrap(&words, width.max(1)).into_iter();
    let opens = PanelPart::Control(Control::PACK);
    wrapped
        .map(|line| Row::of(Line::styled(line.into_owned(), text), opens))
        .collect()
}

const DOWN: Control = Control::Named("stairs-down");
const SHORTER: Control = Control::Named("shorter-sight");
const LONGER: Control = Control::Named("longer-sight");

/// Some controls and what they do, for players who do not know the keys yet. Small panels show only those with `true`.
const KEYS: [(Control, &str, bool); 9] = [
    (Control::Step(Direction::North), "walk, hit", false),
    (DOWN, "stairs", false),
    (Control::EXPLORE, "explore", true),
    (Control::LOOK, "look", true),
    (Control::PACK, "pack", true),
    (SHORTER, "lantern", false),
    (Control::EXPOSURE, "seen from", true),
    (Control::HELP, "help", true),
    (Control::CLOSE, "menu", true),
];
/// The rows that other things need before a panel shows all of these keys.
const ROOM_FOR_ALL: usize = 12;

/// Returns the rows with all of these keys, or only with those for small panels.
fn keys(scene: &Scene, width: usize, all: bool) -> Vec<Row> {
    let accent = Style::new().fg(scene.palette.accent());
    let faint = Style::new().fg(scene.palette.faint_text());
    let mut rows: Vec<Row> = Vec::new();
    for (control, name, _) in KEYS.into_iter().filter(|it| all || it.2) {
        let key = match control {
            Control::Step(_) => walking_keys(&scene.bindings),
            SHORTER => [control, LONGER]
                .map(|it| key_of(&scene.bindings, it))
                .join(" "),
            _ => key_of(&scene.bindings, control),
        };
        if key.split(' ').any(|it| it == "-") {
            continue;
        }
        let spans = [
            Span::styled(key, accent),
            Span::styled(format!(" {name}"), faint),
        ];
        let wide: usize = spans.iter().map(Span::width).sum();
        let mut row = match rows.pop() {
            Some(mut row) if row.line.width() + 2 + wide <= width => {
                row.line.push_span("  ");
                row
            }
            full => {
                rows.extend(full);
                Row::default()
            }
        };
        let first = row.line.width();
        row.line.extend(spans);
        rows.push(row.with_part(first..first + wide, PanelPart::Control(control)));
    }
    rows
}
