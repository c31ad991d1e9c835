//! The menu for choosing a boon.

use bevy::prelude::*;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::serve::hint;
use crate::control::{Bindings, Control, KeyDown};
use crate::game::{Boon, Bout, Health, Number, PlayerCommand, boons_on_offer, player_of};
use crate::view::{Scene, Screen, key_of};

/// The menu of the boons on offer.
#[derive(Default)]
struct ChooseBoon {
    list: List,
}

/// Returns the player's last fight and its hit points.
fn last_fight(world: &World) -> LastFight<'_> {
    let player = player_of(world)?;
    Some((world.get::<Bout>(player)?, *world.get::<Health>(player)?))
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

/// The player's last fight and its hit points.
type LastFight<'a> = Option<(&'a Bout, Health)>;

fn menu(boons: &[&Boon], fight: LastFight, bindings: &Bindings) -> Menu<u8> {
    let close = key_of(bindings, Control::CLOSE);
    let head = format!("It is yours for good. {close} decides later.");
    let fight = fight.filter(|(bout, _)| !bout.mine.is_empty() || !bout.theirs.is_empty());
    let in_fight = |boon: &&Boon| {
        let (bout, health) = fight?;
        Some(format!("{}: {}", boon.name, what_if(bout, health, boon)?))
    };
    let in_fight: Vec<String> = boons.iter().filter_map(in_fight).collect();
    let title = (!in_fight.is_empty()).then(|| "In your last fight:".to_owned());
    let head = [head].into_iter().chain(title).chain(in_fight);
    let menu = Menu::new("Choose a boon").head(head);
    boons.iter().zip(0..).fold(menu, |menu, (boon, number)| {
        menu.setting(format!("{} {}", number + 1, boon.name), &boon.words, number)
    })
}

/// Says what a boon would have changed in a fight, blow by blow as chance decided it. Returns `None` for a boon that is not
/// about blows.
fn what_if(bout: &Bout, health: Health, boon: &Boon) -> Option<String> {
    let of = |count: usize, one: &str, many: &str| match count {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let would_hit = |count: usize| {
        let misses = of(count, "miss", "misses");
        format!("{misses} of yours would have hit")
    };
    let changes = boon.changes.iter();
    let each = changes.filter_map(|change| match change.number {
        Number::Accuracy => Some(would_hit(bout.more_hits(change.by))),
        Number::DarkSight => Some(would_hit(bout.more_hits_by_sight())),
        Number::Defence => {
            let hits = of(bout.fewer_wounds(change.by), "hit", "hits");
            Some(format!("{hits} at you would have missed"))
        }
        Number::Damage => {
            let hits = of(bout.hits(), "hit", "hits");
            Some(format!(
                "{hits} of yours would have dealt {} more",
                change.by
            ))
        }
        Number::Health => {
            let worst = bout.worst?;
            let (full, more) = (health.max(), worst + change.by);
            Some(format!(
                "at worst, {more} hit points left instead of {worst} of {full}"
            ))
        }
        _ => None,
    });
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| each.join("; "))
}

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
        let menu = menu(&boons, last_fight(world), world.resource());
        match self.list.input(input, menu, world.resource()) {
            Picked::Nothing | Picked::Change(..) => Then::Stay,
            Picked::Closed => Then::Pop,
            Picked::Entry(number) => Then::Obey(PlayerCommand::ChooseBoon(number)),
        }
    }

    fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        let boons = scene.boons_on_offer();
        let menu = menu(&boons, last_fight(world), &scene.bindings);
        self.list.words(&menu)
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let menu = menu(&scene.boons_on_offer(), last_fight(world), &scene.bindings);
        self.list.draw(&menu, &scene.palette, screen);
    }
}
