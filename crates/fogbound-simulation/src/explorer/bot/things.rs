//! How the bot uses what it carries. It decides by what a thing does, not by its name.

use bevy::math::IVec2;

use super::choose::Bot;
use super::temperament::Temperament;
use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::game::effect::{
    ChangeNumber, Condition, Effect, GiveOil, Heal, Party, Purpose, SetFire, TellGround, Test,
};
use crate::game::{Action, Flight, Inventory, Item, Number, Occasion, PLACES, THROW};
use crate::map::Tile;

/// Below this percentage of its health, the bot heals itself.
const HURT: i32 = 50;
/// Below this percentage, it escapes from an enemy beside it.
const BADLY_HURT: i32 = 35;
/// How far, in cells, an enemy must be for fire to be thrown at it.
const AWAY: i32 = 3;

impl Bot {
    /// Returns the best use of something in the pack now, or `None` if nothing in it helps.
    pub(super) fn use_things(&mut self, outlook: &Outlook) -> Option<Action> {
        let pack = outlook.pack?;
        let alert = outlook.foes.iter().filter(|foe| foe.is_alert());
        let hunters: Vec<&Creature> = alert.filter(|foe| foe.can_hurt()).collect();
        match hunters.is_empty() {
            true => self.use_at_ease(outlook, pack),
            false => self.use_in_danger(outlook, pack, &hunters),
        }
    }

    fn use_at_ease(&mut self, outlook: &Outlook, pack: &Inventory) -> Option<Action> {
        let has_room = |turns: u32| outlook.oil.is_some_and(|oil| oil.has_room_for(turns));
        let is_oil = |it: &Effect| {
            it.get::<GiveOil>()
                .is_some_and(|it| it.turns > 0 && has_room(it.turns.unsigned_abs()))
        };
        let is_map = |it: &Effect| it.get::<TellGround>().is_some();
        self.wear(outlook, pack)
            .or_else(|| used(outlook, pack, is_oil))
            .or_else(|| used(outlook, pack, is_map))
            .or_else(|| self.heal(outlook, pack))
            .or_else(|| self.try_out(outlook, pack))
    }

    fn use_in_danger(
        &mut self,
        outlook: &Outlook,
        pack: &Inventory,
        hunters: &[&Creature],
    ) -> Option<Action> {
        let is_beside = hunters.iter().any(|foe| foe.is_beside(outlook.here));
        let escapes = |it: &Effect| it.purpose() == Some(Purpose::Escape);
        if outlook.health.percent() < BADLY_HURT && is_beside {
            let action = used(outlook, pack, escapes).filter(|_| has_way_out(outlook));
            if action.is_some() {
                return action;
            }
        }
        if let Some(action) = self.heal(outlook, pack) {
            return Some(action);
        }
        if let Some(action) = self.sharpen_eyes(outlook, pack, hunters) {
            return Some(action);
        }
        let is_in_reach = |foe: &&&Creature| {
            let far = distance(foe.at, outlook.here);
            (AWAY..=THROW).contains(&far) && can_throw_to(outlook, foe.at)
        };
        let mut far = hunters.iter().filter(is_in_reach);
        let target = far.next()?;
        let burns = |it: &Effect| it.get::<SetFire>().is_some();
        if self.is_dangerous(outlook, target)
            && let Some(place) = place_for(outlook, pack, Occasion::THROW, burns)
        {
            return Some(Action::throw(place, target.at));
        }
        if is_beside || self.is_bearable(outlook, hunters) {
            return None;
        }
        let hides = |it: &Effect| it.purpose() == Some(Purpose::Hide);
        let place = place_for(outlook, pack, Occasion::THROW, hides)?;
        Some(Action::throw(place, target.at))
    }

    /// Heals the bot if it is hurt and nothing of what heals it would be wasted. What heals only in the dark, or heals more
    /// there, makes the bot shut its lantern first if it can.
    fn heal(&mut self, outlook: &Outlook, pack: &Inventory) -> Option<Action> {
        if outlook.health.percent() >= HURT {
            return None;
        }
        let missing = outlook.health.lost();
        let can_hide = self.temperament.minds_its_light() && outlook.could_hide();
        let is_dark = can_hide || outlook.is_hidden();
        let points = |item: &Item| {
            let effects = item.effects(Occasion::USE).iter();
            let works = effects.filter(|it| may_happen(outlook, it, is_dark));
            let heal = works.filter_map(|it| it.get::<Heal>());
            heal.map(|it| it.amount).sum::<i32>()
        };
        let mut all = carried(outlook, pack);
        let (place, item) = all.find(|(_, item)| (1..=missing).contains(&points(item)))?;
        let needs_dark = |it: &Effect| {
            let mut tests = it.tests().iter().flatten();
            tests.any(|it| it.condition == Condition::DARK && !it.negated)
        };
        if can_hide && item.effects(Occasion::USE).iter().any(needs_dark) {
            self.hide(outlook);
        }
        Some(Action::use_thing(place))
    }

    /// Sharpens the bot's eyes for the dark, before a fight that it may lose against enemies that need light.
    fn sharpen_eyes(
        &self,
        outlook: &Outlook,
        pack: &Inventory,
        hunters: &[&Creature],
    ) -> Option<Action> {
        let is_fooled = |foe: &&&Creature| !self.learnt.needs_no_light(foe) && !foe.is_lit;
        let fooled = hunters.iter().filter(is_fooled).count();
        let helps = self.temperament.minds_its_light()
            && outlook.could_hide()
            && outlook.viewshed.dark_sight() <= 1
            && fooled == hunters.len()
            && !self.is_bearable(outlook, hunters);
        let is_dark_sight = |it: &Effect| {
            let change = it.get::<ChangeNumber>();
            change.is_some_and(|it| it.number == "dark sight" && it.by > 0)
        };
        helps.then(|| used(outlook, pack, is_dark_sight)).flatten()
    }

    /// Tries out a thing that the bot has never tried, if it is curious. When the pack is nearly full, it uses up or drops
    /// other things, too.
    fn try_out(&mut self, outlook: &Outlook, pack: &Inventory) -> Option<Action> {
        if self.temperament != Temperament::Curious {
            return None;
        }
        let is_full = pack.iter().count() + 2 > PLACES;
        let all = pack.iter().filter(|(_, held)| !held.worn);
        let (place, held) = all.min_by_key(|(_, held)| self.tried.contains(&held.kind))?;
        let item = outlook.things.item(held.kind)?;
        let is_new = self.tried.insert(held.kind);
        if !is_new && !is_full {
            return None;
        }
        let place = place as u8;
        self.trial = Some(held.kind);
        if !is_new && (item.keeps || item.worn.is_some()) {
            Some(Action::drop(place))
        } else if item.responds_to(Occasion::USE) && !self.useless.contains(&held.kind) {
            Some(Action::use_thing(place))
        } else if item.worn.is_none() {
            Some(Action::throw(place, somewhere(outlook)?))
        } else {
            item.worn.map(|_| Action::wear(place))
        }
    }

    /// Puts on the first thing that helps, and helps more than what is worn in the same place of the body.
    fn wear(&self, outlook: &Outlook, pack: &Inventory) -> Option<Action> {
        let worn = pack.iter().filter(|(_, held)| held.worn);
        let worn: Vec<&Item> = worn
            .filter_map(|(_, held)| outlook.things.item(held.kind).map(|it| &**it))
            .collect();
        let mut all = carried(outlook, pack);
        let helps = |item: &Item| {
            let mut same = worn.iter().filter(|it| it.worn == item.worn);
            let least = same.next().map_or(0, |it| worth(it, self.temperament));
            item.worn.is_some() && worth(item, self.temperament) > least.max(0)
        };
        let (place, _) = all.find(|(_, item)| helps(item))?;
        Some(Action::wear(place))
    }
}

/// Returns the place of the first thing with an effect on an occasion that suits.
fn place_for(
    outlook: &Outlook,
    pack: &Inventory,
    occasion: Occasion,
    suits: impl Fn(&Effect) -> bool + Copy,
) -> Option<u8> {
    let mut all = carried(outlook, pack);
    let found = all.find(|(_, item)| item.effects(occasion).iter().any(suits));
    found.map(|(place, _)| place)
}

/// Uses the first thing with an effect that suits and that would take place.
fn used(
    outlook: &Outlook,
    pack: &Inventory,
    suits: impl Fn(&Effect) -> bool + Copy,
) -> Option<Action> {
    let is_dark = outlook.is_hidden();
    let works = |it: &Effect| suits(it) && may_happen(outlook, it, is_dark);
    place_for(outlook, pack, Occasion::USE, works).map(Action::use_thing)
}

/// Returns whether the conditions of an effect certainly hold if it is dark, or not, where the bot is.
fn may_happen(outlook: &Outlook, effect: &Effect, is_dark: bool) -> bool {
    let certain = |test: &Test| {
        let holds = match test.condition {
            _ if test.party != Party::Me => return false,
            it if it == Condition::DARK => is_dark,
            it if it == Condition::LIT => !is_dark,
            it if it == Condition::HURT => {
                outlook.health.percent().unsigned_abs() <= test.argument.number()
            }
            _ => return false,
        };
        holds != test.negated
    };
    effect.tests().iter().all(|any| any.iter().any(certain))
}

/// Returns whether there is a cell in view to which the bot could be taken.
fn has_way_out(outlook: &Outlook) -> bool {
    let seen = outlook.viewshed.visible().iter();
    let mut seen = seen.filter(|cell| *cell != outlook.here && outlook.sees(*cell));
    seen.any(|cell| outlook.is_walkable(cell) && !outlook.is_taken(cell))
}

/// Returns whether, as far as the bot knows, a thing that it throws at a cell lands there.
fn can_throw_to(outlook: &Outlook, cell: IVec2) -> bool {
    let tile = |cell| outlook.memory.tile(cell).or(Some(Tile::FLOOR));
    Flight::thrown(outlook.here, cell, tile).lands == cell
}

/// Returns the farthest cell in view at which the bot can throw something.
fn somewhere(outlook: &Outlook) -> Option<IVec2> {
    let seen = outlook.viewshed.visible().iter();
    let free = seen.filter(|cell| outlook.sees(*cell) && outlook.is_walkable(*cell));
    let near = free.filter(|cell| (1..=THROW).contains(&distance(*cell, outlook.here)));
    let near = near.filter(|cell| can_throw_to(outlook, *cell));
    near.max_by_key(|cell| (distance(*cell, outlook.here), cell.y, cell.x))
}

/// Iterates over what the bot carries: the place of the pack, and what is there.
fn carried<'a>(outlook: &'a Outlook, pack: &'a Inventory) -> impl Iterator<Item = (u8, &'a Item)> {
    let items = pack.iter().filter(|(_, held)| !held.worn);
    items.filter_map(|(place, held)| {
        let item = outlook.things.item(held.kind)?;
        (!item.is_spent(held)).then_some((place as u8, &**item))
    })
}

/// Returns how much it helps a bot to wear a thing. Drawbacks count against it.
fn worth(item: &Item, temperament: Temperament) -> i32 {
    let has_light = temperament != Temperament::Blind;
    let goes_dark = temperament == Temperament::Blind || temperament.minds_its_light();
    let effects = item.effects(Occasion::WEAR).iter();
    let changes = effects.filter_map(|it| it.get::<ChangeNumber>());
    let worth = changes.map(|change| {
        let each = match Number::named(&change.number) {
            Some(Number::DarkSight) => 60 * i32::from(goes_dark),
            Some(Number::Lantern | Number::Glow) => 50 * i32::from(has_light),
            Some(Number::Lives) => 1_000,
            Some(
                Number::Damage
                | Number::Health
                | Number::Reach
                | Number::Shield
                | Number::TurnedBlows,
            ) => 50,
            Some(Number::Accuracy | Number::Defence | Number::Breath | Number::Speed) => 10,
            Some(Number::Hearing | Number::Surprise) => 1,
            Some(Number::Noticed) => -4,
            Some(Number::Dim) => -1,
            Some(Number::Steps | Number::OilBurnt) => -2,
            Some(Number::Feeling | Number::Hands | Number::Blows | Number::Blindness) => -1,
            None => 0,
        };
        change.by * each
    });
    worth.sum()
}
