//! The book of monsters and things: every kind that the player has met, and what the player knows about it.

use bevy::prelude::*;
use ratatui::style::{Color, Style};
use ratatui::text::Line;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::queries::with_scene;
use crate::control::Control;
use crate::game::Studied;
use crate::game::effect::what_it_does;
use crate::map::PictureId;
use crate::view::{Scene, Screen, capitalized, lore};

/// The book of monsters and things.
#[derive(Default)]
pub(super) struct Book {
    list: List,
}

/// What the book says of a kind.
struct Page {
    /// The sign on the map.
    sign: char,
    name: String,
    picture: Option<(PictureId, Color)>,
    /// What the player knows, or how many it has.
    state: String,
    words: String,
}

/// Returns the pages about the monsters that the player has met.
fn monsters(scene: &Scene) -> Vec<Page> {
    let needed = scene.numbers.study.turns;
    let kinds = scene.study().into_iter().flat_map(|it| it.kinds());
    let page = |(name, studied): (&str, Studied)| {
        let monster = scene.bestiary.get(name);
        let state = match studied.is_known {
            true => "known".to_owned(),
            false if studied.ticks == 0 => "seen".to_owned(),
            false => format!("studied for {} of {needed} turns", studied.turns()),
        };
        let words = monster.map_or_else(String::new, |it| match studied.is_known {
            true => format!("{} {}", it.description, lore(it).join(" ")),
            false => it.description.clone(),
        });
        Page {
            sign: monster.map_or(' ', |it| it.glyph),
            name: capitalized(name),
            picture: None,
            state,
            words: words.trim().to_owned(),
        }
    };
    kinds.map(page).collect()
}

/// Returns the pages about the things that the player has ever carried, by name.
fn things(scene: &Scene) -> Vec<Page> {
    let Some(pack) = scene.inventory() else {
        return Vec::new();
    };
    let page = |kind| {
        let thing = scene.things.get(kind)?;
        let item = thing.item.as_deref()?;
        let state = match pack.count(kind) {
            0 => String::new(),
            count => format!("{count} in your pack"),
        };
        let mut words = vec![item.description.clone()];
        words.extend(what_it_does(item));
        let color = scene.palette.lit_thing(thing);
        Some(Page {
            sign: thing.glyph,
            name: capitalized(&thing.name),
            picture: thing.picture.map(|it| (it, color)),
            state,
            words: words.join(" ").trim().to_owned(),
        })
    };
    let mut pages: Vec<Page> = pack.met().filter_map(page).collect();
    pages.sort_by(|one, other| one.name.cmp(&other.name));
    pages
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

fn menu(scene: &Scene) -> Menu<()> {
    let count = scene.study().map_or(0, |it| it.count());
    let menu = Menu::page("Book of monsters and things")
        .searched()
        .head([summary(scene, count)]);
    let pages = monsters(scene).into_iter().chain(things(scene));
    let menu = pages.fold(menu, |menu, page| {
        let accent = Style::new().fg(scene.palette.accent());
        let (picture, color) = page.picture.unzip();
        let name = match picture {
            Some(_) => page.name.clone(),
            None => format!("{} {}", page.sign, page.name),
        };
        let mut text = vec![Line::styled(page.name, accent)];
        text.extend((!page.state.is_empty()).then(|| Line::from(capitalized(&page.state))));
        text.extend([Line::default(), Line::from(page.words)]);
        menu.entry(name, ())
            .text(text)
            .picture(picture, color.unwrap_or_default())
    });
    menu.entry("Back", ())
}

impl Mode for Book {
    fn name(&self) -> &'static str {
        "book"
    }

    fn takes_keys(&self) -> bool {
        self.list.is_searching()
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        if matches!(input, Input::Asked(Control::CONFIRM | Control::BOOK)) {
            return Then::Pop;
        }
        let Some(menu) = with_scene(world, |scene, _| menu(scene)) else {
            return Then::Pop;
        };
        match self.list.input(input, menu, world.resource()) {
            Picked::Closed => Then::Pop,
            Picked::Nothing | Picked::Entry(()) | Picked::Change((), _) => Then::Stay,
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        let count = scene.study().map_or(0, |it| it.count());
        let pages = monsters(scene).into_iter().chain(things(scene));
        let pages = pages.flat_map(|it| {
            let gap = if it.state.is_empty() { "" } else { ": " };
            let heading = format!("{} {}{gap}{}", it.sign, it.name, it.state);
            [heading, it.words]
        });
        std::iter::once(summary(scene, count))
            .chain(pages)
            .collect()
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        self.list.draw(&menu(scene), &scene.palette, screen);
    }
}
