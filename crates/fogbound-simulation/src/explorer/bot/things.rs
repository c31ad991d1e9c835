//! How the bot uses what it carries. It decides by what a thing does, not by its name.

use super::choose::Bot;
use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::game::effect::{Blink, ChangeNumber, Effect, GiveOil, Heal, SetFire, TellGround};
use crate::game::{Action, Inventory, Item, Number, Occasion, THROW};

/// Below this percentage of its health, the bot heals itself while an enemy hunts it.
const HURT: i32 = 50;
/// Below this percentage, it escapes.
const BADLY_HURT: i32 = 35;
/// How far, in cells, an enemy must be for fire to be thrown at it.
const AWAY: i32 = 3;

impl Bot {
    /// Returns the best use of something in the pack now, or `None` if nothing in it helps.
    pub(super) fn use_things(&self, outlook: &Outlook) -> Option<Action> {
        let pack = outlook.pack?;
        let hunters: Vec<&Creature> = outlook
            .foes
            .iter()
            .filter(|foe| foe.is_alert() && foe.can_hurt())
            .collect();
        let health = outlook.health;
        let all = || carried(outlook, pack);
        let used = |suits: &dyn Fn(&Effect) -> bool| {
            let mut useful =
                all().filter(|(_, item)| item.effects(Occasion::Use).iter().any(suits));
            useful.next().map(|(place, _)| Action::use_thing(place))
        };
        if hunters.is_empty() {
            let has_room = |turns: u32| outlook.oil.is_some_and(|oil| oil.has_room_for(turns));
            let wear = || wear(outlook, pack);
            return wear()
                .or_else(|| used(&|it| it.get::<GiveOil>().is_some_and(|it| has_room(it.turns))))
                .or_else(|| used(&|it| it.get::<TellGround>().is_some()));
        }
        let is_beside = hunters.iter().any(|foe| foe.is_beside(outlook.here));
        let missing = health.max - health.now;
        if health.percent() < BADLY_HURT
            && is_beside
            && let Some(action) = used(&|it| it.get::<Blink>().is_some())
        {
            return Some(action);
        }
        if health.percent() < HURT
            && let Some(action) =
                used(&|it| it.get::<Heal>().is_some_and(|it| it.amount <= missing))
        {
            return Some(action);
        }
        let mut far = hunters.iter().filter(|foe| {
            let far = distance(foe.at, outlook.here);
            (AWAY..=THROW).contains(&far) && self.is_dangerous(outlook, foe)
        });
        let target = far.next()?;
        let burns = |item: &Item| {
            let mut effects = item.effects(Occasion::Throw).iter();
            effects.any(|it| it.get::<SetFire>().is_some())
        };
        let (place, _) = all().find(|(_, item)| burns(item))?;
        Some(Action::throw(place, target.at))
    }
}

/// Iterates over what the bot carries: the place of the pack, and what is there.
fn carried<'a>(outlook: &'a Outlook, pack: &'a Inventory) -> impl Iterator<Item = (u8, &'a Item)> {
    let items = pack.iter().filter(|(_, held)| !held.worn);
    items.filter_map(|(place, held)| Some((place as u8, &**outlook.things.item(held.kind)?)))
}

/// Puts on the first thing that helps and for which nothing has to be taken off.
fn wear(outlook: &Outlook, pack: &Inventory) -> Option<Action> {
    let worn = pack.iter().filter(|(_, held)| held.worn);
    let slots: Vec<_> = worn
        .filter_map(|(_, held)| outlook.things.item(held.kind)?.worn)
        .collect();
    let mut all = carried(outlook, pack);
    let helps =
        |item: &Item| item.worn.is_some_and(|slot| !slots.contains(&slot)) && worth(item) > 0;
    let (place, _) = all.find(|(_, item)| helps(item))?;
    Some(Action::wear(place))
}

/// Returns how much it helps to wear a thing. Drawbacks count against it.
fn worth(item: &Item) -> i32 {
    let effects = item.effects(Occasion::Wear).iter();
    let changes = effects.filter_map(|it| it.get::<ChangeNumber>());
    let worth = changes.map(|change| {
        let each = match Number::named(&change.number) {
            Some(Number::Damage | Number::DarkSight | Number::Lantern | Number::Health) => 50,
            Some(Number::Accuracy | Number::Defence | Number::Breath) => 10,
            Some(Number::Hearing) => 1,
            Some(Number::Noticed) => -4,
            Some(Number::Steps | Number::OilBurnt) => -2,
            Some(Number::Feeling | Number::Hands | Number::Blows | Number::Blindness) => -1,
            None => 0,
        };
        change.by * each
    });
    worth.sum()
}
