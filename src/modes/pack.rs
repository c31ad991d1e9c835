//! The pack: what the player carries, and what it can do with it.

use bevy::prelude::*;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::queries::with_scene;
use super::serve::hint;
use crate::control::{Control, KeyDown};
use crate::game::effect::what_it_does;
use crate::game::{Held, Inventory, Item, PLACES};
use crate::view::{Scene, Screen, capitalized, key_of, pack_letter};

/// Something that the player can do with a thing from its pack. An action [adds](AddWish) its own. Several actions may have
/// the same control: of these, the first that suits a thing is meant.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The name of the control that asks for a thing to do it with.
    pub control: &'static str,
    /// The title of the list of these things, such as "Use what?".
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
    control: "pack",
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

/// The list of what the player carries and can do something with.
struct PackList {
    wishes: Vec<Wish>,
    list: List,
}

/// A thing from the pack, what it does, and what can be done with it.
struct PackItem {
    place: usize,
    list: List,
}

pub(super) fn open_pack(world: &mut World) -> Then {
    choose(vec![LOOK], world)
}

/// Asks for a thing from the pack, or says that nothing in it suits.
pub fn choose_thing(wish: Wish, world: &mut World) -> Then {
    let wishes = wishes(world).filter(|it| it.control == wish.control);
    let wishes = wishes.collect();
    choose(wishes, world)
}

fn choose(wishes: Vec<Wish>, world: &mut World) -> Then {
    match with_scene(world, |scene, _| carried(scene, &wishes).is_empty()) {
        Some(false) => Then::push(PackList {
            wishes,
            list: List::default(),
        }),
        _ => {
            let refusal = wishes.first().map_or("", |it| it.refusal);
            hint(world, refusal.to_owned());
            Then::Stay
        }
    }
}

/// Returns everything that the player can do with things.
fn wishes(world: &World) -> impl Iterator<Item = Wish> {
    let wishes = world.get_resource::<Wishes>();
    wishes.into_iter().flat_map(|it| it.0.iter().copied())
}

/// Something that the player carries.
struct Carried<'a> {
    place: usize,
    held: Held,
    item: &'a Item,
    /// Its name and how many there are.
    name: String,
    /// What is meant to be done with it.
    wish: Wish,
}

/// Returns what the player carries and can treat as it wishes.
fn carried<'a>(scene: &'a Scene, wishes: &[Wish]) -> Vec<Carried<'a>> {
    let things = &*scene.things;
    let held = scene.inventory().into_iter().flat_map(Inventory::iter);
    held.filter_map(|(place, held)| {
        let thing = things.get(held.kind)?;
        let item = thing.item.as_deref()?;
        let mut wishes = wishes.iter().copied();
        Some(Carried {
            place,
            held,
            item,
            name: thing.name_of(held),
            wish: wishes.find(|it| (it.entry)(item, held.worn).is_some())?,
        })
    })
    .collect()
}

/// Returns what can be done with a thing, and the entry for it in a menu: one for each control.
fn choices(world: &World, item: &Item, is_worn: bool) -> Vec<(&'static str, Wish)> {
    let mut all: Vec<(&'static str, Wish)> = Vec::new();
    for wish in wishes(world) {
        let is_known = all.iter().any(|(_, it)| it.control == wish.control);
        let entry = (wish.entry)(item, is_worn).filter(|_| !is_known);
        all.extend(entry.map(|it| (it, wish)));
    }
    all
}

fn menu(scene: &Scene, world: &World, wishes: &[Wish]) -> Menu<usize> {
    let all = scene.inventory().map_or(0, |it| it.iter().count());
    let menu = Menu::page(wishes.first().map_or("", |it| it.title))
        .sized(PAGE.0, PAGE.1)
        .head([format!("{all} of {PLACES} places are taken.")]);
    let carried = carried(scene, wishes).into_iter();
    carried.fold(menu, |menu, carried| {
        let Carried {
            place, held, item, ..
        } = carried;
        let name = carried.name;
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
        let choices = match carried.wish.control == LOOK.control {
            true => choices(world, item, held.worn),
            false => Vec::from_iter((carried.wish.entry)(item, held.worn).map(|it| (it, LOOK))),
        };
        let choices: Vec<String> = choices.iter().map(|it| it.0.to_lowercase()).collect();
        let key = key_of(&scene.bindings, Control::CONFIRM);
        let close = key_of(&scene.bindings, Control::CLOSE);
        text.push(Line::default());
        for (key, does) in [(key, choices.join(", ")), (close, "close".to_owned())] {
            text.push(Line::from(vec![
                Span::styled(key, accent),
                Span::raw(format!(": {does}")),
            ]));
        }
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

/// Does what the player wishes with the thing in a place, if there is one that suits.
fn fulfil(wishes: &[Wish], place: usize, world: &mut World) -> Then {
    let wish = with_scene(world, |scene, _| {
        let mut carried = carried(scene, wishes).into_iter();
        carried.find(|it| it.place == place).map(|it| it.wish)
    });
    // There are only 16 places.
    wish.flatten()
        .map_or(Then::Stay, |wish| (wish.act)(place as u8, world))
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
            let place = place_of(key);
            return place.map_or(Then::Stay, |place| fulfil(&self.wishes, place, world));
        }
        let Some(menu) = with_scene(world, |scene, world| menu(scene, world, &self.wishes)) else {
            return Then::Pop;
        };
        match self.list.input(input, menu, world.resource()) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed => Then::Pop,
            Picked::Entry(place) => fulfil(&self.wishes, place, world),
        }
    }

    fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        self.list.words(&menu(scene, world, &self.wishes))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let menu = menu(scene, world, &self.wishes);
        self.list.draw(&menu, &scene.palette, screen);
    }
}

/// Returns the menu of what can be done with the thing in a place.
fn item_menu(scene: &Scene, world: &World, place: usize) -> Option<Menu<Wish>> {
    let mut carried = carried(scene, &[LOOK]).into_iter();
    let Carried {
        held, item, name, ..
    } = carried.find(|it| it.place == place)?;
    let mut head = vec![item.description.clone()];
    head.extend(what_it_does(item));
    head.retain(|it| !it.is_empty());
    let menu = Menu::new(capitalized(&name)).head(head);
    let entries = choices(world, item, held.worn).into_iter();
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
                wishes: vec![LOOK],
                list: List::default(),
            }),
            // There are only 16 places.
            Picked::Entry(wish) => (wish.act)(self.place as u8, world),
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
