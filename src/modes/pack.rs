//! The pack: what the player carries, and what it can do with it.

use bevy::prelude::*;
use ratatui::style::{Color, Style};
use ratatui::text::Line;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::queries::with_scene;
use super::serve::hint;
use crate::control::KeyDown;
use crate::game::effect::what_it_does;
use crate::game::{Held, Inventory, Item, PLACES};
use crate::view::{Scene, Screen, capitalized, pack_letter};

/// Something that the player can do with a thing from its pack. An action [adds](AddWish) its own.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The title of the list of things to do it with, such as "Use what?".
    pub title: &'static str,
    /// What to say if the pack has no suitable thing.
    pub refusal: &'static str,
    /// Returns the entry in the menu of a thing, such as "Use it", or `None` if the thing does not suit. The second
    /// argument says whether the player wears it.
    pub entry: fn(&Item, bool) -> Option<&'static str>,
    /// Does it with what is in this place of the pack.
    pub act: fn(u8, &mut World) -> Then,
}

/// Everything that the player can do with a thing from its pack, in the order of the menu.
#[derive(Resource, Default)]
struct Wishes(Vec<Wish>);

/// Adds to what the player can do with a thing from its pack.
pub trait AddWish {
    /// Adds an entry to the menu of each thing that suits.
    fn add_wish(&mut self, wish: Wish) -> &mut Self;
}

impl AddWish for App {
    fn add_wish(&mut self, wish: Wish) -> &mut Self {
        let mut wishes = self.world_mut().get_resource_or_init::<Wishes>();
        wishes.0.push(wish);
        self
    }
}

/// Reads what a thing does, and then decides.
const LOOK: Wish = Wish {
    title: "Your pack",
    refusal: "Your pack is empty.",
    entry: |_, _| Some("Look"),
    act: |place, _| {
        Then::replace(PackItem {
            place: place.into(),
            list: List::default(),
        })
    },
};

/// The list of what the player carries.
struct PackList {
    wish: Wish,
    list: List,
}

/// A thing from the pack, what it does, and what can be done with it.
struct PackItem {
    place: usize,
    list: List,
}

pub(super) fn open_pack(world: &mut World) -> Then {
    choose_thing(LOOK, world)
}

/// Asks for a thing from the pack, or says that nothing in it suits.
pub fn choose_thing(wish: Wish, world: &mut World) -> Then {
    match with_scene(world, |scene, _| carried(scene, wish).is_empty()) {
        Some(false) => Then::push(PackList {
            wish,
            list: List::default(),
        }),
        _ => {
            hint(world, wish.refusal.to_owned());
            Then::Stay
        }
    }
}

/// Returns what the player carries and can use as it wishes: the place, what is there, and its name with their number.
fn carried<'a>(scene: &'a Scene, wish: Wish) -> Vec<(usize, Held, &'a Item, String)> {
    let things = &*scene.things;
    let held = scene.inventory().into_iter().flat_map(Inventory::iter);
    let known = held.filter_map(|(place, held)| {
        let thing = things.get(held.kind)?;
        let item = thing.item.as_deref()?;
        Some((place, held, item, thing.name_of(held)))
    });
    known
        .filter(|(_, held, item, _)| (wish.entry)(item, held.worn).is_some())
        .collect()
}

fn menu(scene: &Scene, wish: Wish) -> Menu<usize> {
    let all = scene.inventory().map_or(0, |it| it.iter().count());
    let menu = Menu::page(wish.title)
        .sized(PAGE.0, PAGE.1)
        .head([format!("{all} of {PLACES} places are taken.")]);
    let carried = carried(scene, wish).into_iter();
    carried.fold(menu, |menu, (place, held, item, name)| {
        let worn = match (held.worn, item.worn) {
            (true, _) => "worn",
            (false, Some(slot)) => &format!("({})", slot.name),
            (false, None) => "",
        };
        let entry = format!("{}) {name}", pack_letter(place));
        let (picture, color) = scene
            .things
            .get(held.kind)
            .map_or((None, Color::default()), |it| {
                (it.picture, scene.palette.lit_thing(it))
            });
        let accent = Style::new().fg(scene.palette.accent());
        let mut text = vec![Line::styled(capitalized(&name), accent)];
        text.extend((!worn.is_empty()).then(|| Line::from(worn.to_owned())));
        text.push(Line::default());
        let mut words = vec![item.description.clone()];
        words.extend(what_it_does(item));
        text.extend(
            words
                .into_iter()
                .filter(|it| !it.is_empty())
                .map(Line::from),
        );
        menu.setting(entry, worn, place)
            .text(text)
            .picture(picture, color)
    })
}

/// The columns and rows inside the page.
const PAGE: (u16, u16) = (84, 22);

/// The letters of the places of the pack.
const LETTERS: &str = "abcdefghijklmnop";

/// Returns the place of the pack whose letter a key types.
fn place_of(key: KeyDown) -> Option<usize> {
    (0..PLACES).find(|place| key.character == Some(pack_letter(*place)))
}

/// Does what the player wishes with the thing in a place.
fn fulfil(wish: Wish, place: usize, world: &mut World) -> Then {
    // There are only 16 places.
    (wish.act)(place as u8, world)
}

impl Mode for PackList {
    fn name(&self) -> &'static str {
        "pack"
    }

    fn letters(&self) -> &'static str {
        LETTERS
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        if let Input::Key(key) = input {
            let wish = self.wish;
            let has =
                |scene: &Scene, place: usize| carried(scene, wish).iter().any(|it| it.0 == place);
            let place = place_of(key);
            let place =
                place.filter(|it| with_scene(world, |scene, _| has(scene, *it)) == Some(true));
            return place.map_or(Then::Stay, |place| fulfil(wish, place, world));
        }
        let Some(menu) = with_scene(world, |scene, _| menu(scene, self.wish)) else {
            return Then::Pop;
        };
        match self.list.input(input, menu, world.resource()) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed => Then::Pop,
            Picked::Entry(place) => fulfil(self.wish, place, world),
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        self.list.words(&menu(scene, self.wish))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let menu = menu(scene, self.wish);
        self.list.draw(&menu, &scene.palette, screen);
    }
}

/// Returns the menu of what can be done with the thing in a place.
fn item_menu(scene: &Scene, world: &World, place: usize) -> Option<Menu<Wish>> {
    let carried = carried(scene, LOOK);
    let (_, held, item, name) = carried.into_iter().find(|it| it.0 == place)?;
    let mut head = vec![item.description.clone()];
    head.extend(what_it_does(item));
    head.retain(|it| !it.is_empty());
    let menu = Menu::new(capitalized(&name)).head(head);
    let wishes = world.get_resource::<Wishes>();
    let wishes = wishes.into_iter().flat_map(|it| it.0.iter().copied());
    let entries = wishes.filter_map(|it| Some(((it.entry)(item, held.worn)?, it)));
    Some(entries.fold(menu, |menu, (words, wish)| menu.entry(words, wish)))
}

impl Mode for PackItem {
    fn name(&self) -> &'static str {
        "thing"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = with_scene(world, |scene, world| item_menu(scene, world, self.place));
        let Some(menu) = menu.flatten() else {
            return Then::Pop;
        };
        match self.list.input(input, menu, world.resource()) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed => Then::replace(PackList {
                wish: LOOK,
                list: List::default(),
            }),
            Picked::Entry(wish) => fulfil(wish, self.place, world),
        }
    }

    fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        item_menu(scene, world, self.place).map_or_else(Vec::new, |menu| self.list.words(&menu))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        if let Some(menu) = item_menu(scene, world, self.place) {
            self.list.draw(&menu, &scene.palette, screen);
        }
    }
}
