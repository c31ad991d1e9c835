//! The menu for choosing a boon.

use bevy::prelude::*;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::serve::hint;
use crate::control::{Bindings, Control, KeyDown};
use crate::game::{Boon, PlayerCommand, boons_on_offer};
use crate::view::{Scene, Screen, key_of};

/// The menu of the boons on offer.
#[derive(Default)]
struct ChooseBoon {
    list: List,
}

/// Opens the menu, or says how boons are earned if no choice waits.
pub(super) fn choose_boon(world: &mut World) -> Then {
    if boons_on_offer(world).is_empty() {
        let why = "You have no boon to choose. Study monsters that do not know of you to earn one.";
        hint(world, why.to_owned());
        return Then::Stay;
    }
    Then::push(ChooseBoon::default())
}

fn menu(boons: &[&Boon], bindings: &Bindings) -> Menu<u8> {
    let close = key_of(bindings, Control::CLOSE);
    let head = format!("It is yours for good. {close} decides later.");
    let menu = Menu::new("Choose a boon").head([head]);
    boons.iter().zip(0..).fold(menu, |menu, (boon, number)| {
        menu.setting(format!("{} {}", number + 1, boon.name), &boon.words, number)
    })
}

/// Returns the digit that a key types.
fn digit(key: KeyDown) -> Option<u8> {
    key.character?.to_digit(10)?.try_into().ok()
}

impl Mode for ChooseBoon {
    fn name(&self) -> &'static str {
        "boon"
    }

    fn letters(&self) -> &'static str {
        "123456789"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let boons = boons_on_offer(world);
        if let Input::Key(key) = input
            && let Some(number @ 1..) = digit(key)
            && usize::from(number) <= boons.len()
        {
            return Then::Obey(PlayerCommand::ChooseBoon(number - 1));
        }
        let menu = menu(&boons, world.resource());
        match self.list.input(input, menu, world.resource()) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed => Then::Pop,
            Picked::Entry(number) => Then::Obey(PlayerCommand::ChooseBoon(number)),
        }
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        self.list
            .words(&menu(&scene.boons_on_offer(), &scene.bindings))
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        let menu = menu(&scene.boons_on_offer(), &scene.bindings);
        self.list.draw(&menu, &scene.palette, screen);
    }
}
