//! What minds can do, as far as the game knows, and warnings about those that can have no effect although their files
//! are correct.

use bevy::reflect::{PartialReflect, ReflectRef};

use super::files::MonsterError;
use super::mind::{Mind, Minds};
use super::monster::Monster;
use crate::game::mind::{Guards, HuntsBySound, Need, Urge};

impl Minds {
    /// Returns whether these minds make a monster go after its enemies or shoot at them.
    pub fn pursue(&self) -> bool {
        self.have_urge(Urge::Hunt) || self.have_urge(Urge::Shoot)
    }

    /// Returns whether these minds may make a monster attack hand to hand. The game's own minds attack only when they
    /// hunt, but nothing is known about other minds.
    pub fn may_strike(&self) -> bool {
        self.have_urge(Urge::Hunt) || self.iter().any(|mind| !mind.is_own())
    }

    /// Returns whether these minds keep a monster on its cell until it notices an enemy: it guards that cell, or has no
    /// mind that moves it.
    pub(crate) fn stay_put(&self) -> bool {
        let is_rooted = |urge: &Urge| matches!(urge, Urge::Must | Urge::Warn);
        let mut facts = self.iter().filter_map(|mind| mind.facts.as_ref());
        self.get::<Guards>().is_some() || facts.all(|it| it.urges.iter().all(is_rooted))
    }

    /// Returns whether a monster with these minds never leaves its cell.
    pub(crate) fn are_rooted(&self) -> bool {
        let guards = self.get::<Guards>();
        guards.is_some_and(|it| it.radius == 0)
    }

    fn have_urge(&self, urge: Urge) -> bool {
        let mut facts = self.iter().filter_map(|mind| mind.facts.as_ref());
        facts.any(|facts| facts.urges.contains(&urge))
    }
}

impl Mind {
    /// Returns what the mind needs in order to have an effect.
    fn needs(&self) -> &'static [Need] {
        self.facts.as_ref().map_or(&[], |facts| facts.needs)
    }

    /// Returns whether the mind's type is defined in this crate.
    fn is_own(&self) -> bool {
        let info = self.value().reflect_type_info();
        info.type_path_table().crate_name() == Some(env!("CARGO_CRATE_NAME"))
    }
}

/// Returns a warning for each mind that lacks something it needs, and for damage that no mind deals.
pub(super) fn warnings(monster: &Monster) -> Vec<MonsterError> {
    let lacks = |mind: &Mind| {
        let why = mind
            .needs()
            .iter()
            .find_map(|it| lack(monster, mind, *it))?;
        let message = format!("{} has no effect: {why}", mind.name());
        Some(MonsterError {
            file: mind.file.to_string(),
            place: Some(mind.place),
            message,
        })
    };
    let mut warnings: Vec<MonsterError> = monster.minds.iter().filter_map(lacks).collect();
    if monster.damage != (0, 0) && !monster.minds.may_strike() {
        warnings.push(monster.error_at(
            "damage",
            "damage has no effect: no mind of this monster attacks hand to hand; expected a mind such as Hunts",
        ));
    }
    warnings
}

/// Says what a mind lacks, and what would be accepted. Returns `None` if it has what it needs.
fn lack(monster: &Monster, mind: &Mind, need: Need) -> Option<String> {
    let is_blind = monster.sight.is_none();
    match need {
        Need::Sight if is_blind => Some("this monster is blind; expected sight".to_owned()),
        Need::Enemies if is_blind && monster.minds.get::<HuntsBySound>().is_none() => {
            Some("this monster is blind; expected sight or the mind HuntsBySound".to_owned())
        }
        Need::Hearing if monster.hearing == 0 => {
            Some("this monster is deaf; expected a hearing above 0".to_owned())
        }
        Need::Field(name) => {
            let fields = mind.value().reflect_ref().as_struct().ok()?;
            let is_nothing = most(fields.field(name)?)? <= 0;
            is_nothing.then(|| format!("its {name} is 0; expected more"))
        }
        Need::Sight | Need::Enemies | Need::Hearing => None,
    }
}

/// Returns a whole number, or the greatest number of a tuple.
fn most(value: &dyn PartialReflect) -> Option<i64> {
    if let ReflectRef::Tuple(parts) = value.reflect_ref() {
        return parts.iter_fields().filter_map(most).max();
    }
    let small = |it: &u32| i64::from(*it);
    let number = value.try_downcast_ref::<u32>().map(small);
    number.or_else(|| value.try_downcast_ref::<i32>().map(|it| i64::from(*it)))
}
