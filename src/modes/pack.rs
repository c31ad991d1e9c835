//! The pack: what the player carries, and what it can do with it.

use bevy::prelude::*;

use super::ask::with_scene;
use super::list::{List, Menu, Picked};
use super::look::Look;
use super::mode::{Input, Mode, Then};
use super::serve::hint;
use crate::control::KeyDown;
use crate::game::effect::what_it_does;
use crate::game::{Action, Held, Inventory, Item, Occasion, PLACES, PlayerCommand, Slot};
use crate::view::{Scene, Screen, capitalized, pack_letter};

/// What the player wants to do with something from its pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Read what it does, and then decide.
    Look,
    Use,
    Throw,
    Wear,
    Drop,
}

impl Wish {
    fn title(self) -> &'static str {
        match self {
            Self::Look => "Your pack",
            Self::Use => "Use what?",
            Self::Throw => "Throw what?",
            Self::Wear => "Put on or take off what?",
            Self::Drop => "Drop what?",
        }
    }

    fn suits(self, item: &Item) -> bool {
        match self {
            Self::Look | Self::Throw | Self::Drop => true,
            Self::Use => item.responds_to(Occasion::USE),
            Self::Wear => item.worn.is_some(),
        }
    }

    /// Says that nothing in the pack suits.
    fn refusal(self) -> &'static str {
        match self {
            Self::Look | Self::Throw | Self::Drop => "Your pack is empty.",
            Self::Use => "You have nothing to use.",
            Self::Wear => "You have nothing to wear.",
        }
    }
}

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

/// Opens the pack, or says that there is nothing suitable in it.
pub(super) fn open_pack(wish: Wish, world: &mut World) -> Then {
    match with_scene(world, |scene, _| carried(scene, wish).is_empty()) {
        Some(false) => Then::push(PackList {
            wish,
            list: List::default(),
        }),
        _ => {
            hint(world, wish.refusal().to_owned());
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
        let name = match held.count {
            1 => thing.name.clone(),
            count => format!("{count} {}", item.plural),
        };
        Some((place, held, item, name))
    });
    known.filter(|(_, _, item, _)| wish.suits(item)).collect()
}

fn menu(scene: &Scene, wish: Wish) -> Menu<usize> {
    let all = scene.inventory().map_or(0, |it| it.iter().count());
    let menu = Menu::new(wish.title()).head([format!("{all} of {PLACES} places are taken.")]);
    let carried = carried(scene, wish).into_iter();
    carried.fold(menu, |menu, (place, held, item, name)| {
        let worn = match (held.worn, item.worn) {
            (true, _) => "worn",
            (false, Some(slot)) => match slot {
                Slot::Lens => "(lens)",
                Slot::Cloak => "(cloak)",
                Slot::Boots => "(boots)",
                Slot::Hand => "(hand)",
            },
            (false, None) => "",
        };
        menu.setting(format!("{}) {name}", pack_letter(place)), worn, place)
    })
}

/// The letters of the places of the pack.
const LETTERS: &str = "abcdefghijklmnop";

/// Returns the place of the pack whose letter a key types.
fn place_of(key: KeyDown) -> Option<usize> {
    (0..PLACES).find(|place| key.character == Some(pack_letter(*place)))
}

/// Does what the player wishes with the thing in a place.
fn fulfil(wish: Wish, place: usize, world: &mut World) -> Then {
    // There are only 16 places.
    let number = place as u8;
    let act = |action| Then::Obey(PlayerCommand::Act(action));
    match wish {
        Wish::Look => Then::replace(PackItem {
            place,
            list: List::default(),
        }),
        Wish::Use => act(Action::use_thing(number)),
        Wish::Wear => act(Action::wear(number)),
        Wish::Drop => act(Action::drop(number)),
        Wish::Throw => match Look::at_target(world, number) {
            Some(look) => Then::Replace(look),
            None => Then::Pop,
        },
    }
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
fn item_menu(scene: &Scene, place: usize) -> Option<Menu<Wish>> {
    let carried = carried(scene, Wish::Look);
    let (_, held, item, name) = carried.into_iter().find(|it| it.0 == place)?;
    let mut head = vec![item.description.clone()];
    head.extend(what_it_does(item));
    head.retain(|it| !it.is_empty());
    let mut menu = Menu::new(capitalized(&name)).head(head);
    if item.responds_to(Occasion::USE) {
        menu = menu.entry("Use it", Wish::Use);
    }
    if item.worn.is_some() {
        let words = if held.worn {
            "Take it off"
        } else {
            "Put it on"
        };
        menu = menu.entry(words, Wish::Wear);
    }
    Some(
        menu.entry("Throw it", Wish::Throw)
            .entry("Drop it", Wish::Drop),
    )
}

impl Mode for PackItem {
    fn name(&self) -> &'static str {
        "thing"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = with_scene(world, |scene, _| item_menu(scene, self.place));
        let Some(menu) = menu.flatten() else {
            return Then::Pop;
        };
        match self.list.input(input, menu, world.resource()) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed => Then::replace(PackList {
                wish: Wish::Look,
                list: List::default(),
            }),
            Picked::Entry(wish) => fulfil(wish, self.place, world),
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        item_menu(scene, self.place).map_or_else(Vec::new, |menu| self.list.words(&menu))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        if let Some(menu) = item_menu(scene, self.place) {
            self.list.draw(&menu, &scene.palette, screen);
        }
    }
}
