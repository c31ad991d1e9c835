//! The book of monsters and things: every kind that the player has met, and what the player knows about it.

use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::Line;

use super::ask::with_scene;
use super::mode::{Input, Mode, Then};
use super::page::{Scroll, Scrolled, page_size};
use crate::game::effect::what_it_does;
use crate::view::{Scene, Screen, capitalized, lore};

/// The book of monsters and things.
#[derive(Default)]
pub(super) struct Book {
    scroll: Scroll,
}

/// A paragraph of the book, and whether it is a heading.
type Paragraph = (String, bool);

/// Returns the book's paragraphs: what has been learned in all, and then one kind after the other.
fn paragraphs(scene: &Scene) -> Vec<Paragraph> {
    let Some(study) = scene.study() else {
        return Vec::new();
    };
    let needed = scene.numbers.study.turns;
    let mut book = vec![(summary(scene, study.count()), false)];
    for (name, studied) in study.kinds() {
        let monster = scene.bestiary.get(name);
        let state = match studied.is_known {
            true => "known".to_owned(),
            false if studied.ticks == 0 => "seen".to_owned(),
            false => format!("studied for {} of {needed} turns", studied.turns()),
        };
        let letter = monster.map_or(' ', |it| it.glyph);
        let heading = format!("{letter} {}: {state}", capitalized(name));
        book.push((heading, true));
        let Some(monster) = monster else {
            continue;
        };
        let mut words = monster.description.clone();
        if studied.is_known {
            words = format!("{words} {}", lore(monster).join(" "));
        }
        book.push((words.trim().to_owned(), false));
    }
    book.extend(things(scene));
    book
}

/// Returns the paragraphs about the things that the player has ever carried, by name.
fn things(scene: &Scene) -> Vec<Paragraph> {
    let Some(pack) = scene.inventory() else {
        return Vec::new();
    };
    let known = pack.met().filter_map(|kind| {
        let thing = scene.things.get(kind)?;
        Some((&thing.name, thing.glyph, kind, thing.item.as_deref()?))
    });
    let mut known: Vec<_> = known.collect();
    known.sort_unstable_by_key(|(name, ..)| *name);
    let mut book = Vec::new();
    for (name, glyph, kind, item) in known {
        let count = match pack.count(kind) {
            0 => String::new(),
            count => format!(": {count} in your pack"),
        };
        book.push((format!("{glyph} {}{count}", capitalized(name)), true));
        let mut words = vec![item.description.clone()];
        words.extend(what_it_does(item));
        book.push((words.join(" ").trim().to_owned(), false));
    }
    book
}

/// Says how many kinds the player knows, and which boons it has chosen.
fn summary(scene: &Scene, count: u32) -> String {
    let kinds = match count {
        1 => "kind of monster",
        _ => "kinds of monsters",
    };
    let boons = match scene.chosen_boons() {
        [] => String::new(),
        chosen => format!(" Your boons: {}.", chosen.join(", ")),
    };
    format!(
        "You know {count} {kinds}.{boons} You study a kind while you see one of them in the light and it \
         does not know of you."
    )
}

fn lines(scene: &Scene, columns: usize) -> Vec<Line<'static>> {
    let palette = &scene.palette;
    let mut lines = Vec::new();
    for (words, is_heading) in paragraphs(scene) {
        let color = match is_heading {
            true => palette.accent(),
            false => palette.text(),
        };
        if is_heading {
            lines.push(Line::default());
        }
        let wrapped = textwrap::wrap(&words, columns.max(1)).into_iter();
        lines.extend(wrapped.map(|it| Line::styled(it.into_owned(), Style::new().fg(color))));
    }
    lines
}

impl Mode for Book {
    fn name(&self) -> &'static str {
        "book"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let (columns, rows) = page_size(world.resource::<Screen>().buffer().area);
        let count = with_scene(world, |scene, _| lines(scene, columns).len());
        match self.scroll.input(input, count.unwrap_or_default(), rows) {
            Scrolled::Open => Then::Stay,
            Scrolled::Closed => Then::Pop,
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        let paragraphs = paragraphs(scene).into_iter();
        paragraphs.map(|(words, _)| words).collect()
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let buffer = screen.buffer_mut();
        let (columns, _) = page_size(buffer.area);
        let lines = lines(scene, columns);
        self.scroll.draw(
            &scene.palette,
            "Book of monsters and things",
            &lines,
            buffer,
        );
    }
}
