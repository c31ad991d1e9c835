//! The numbers of a creature that something can change, such as a boon or a thing that it wears.

/// A number of a creature that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Number {
    /// How far the creature sees in the dark, in cells.
    DarkSight,
    /// The hit points of the unhurt creature.
    Health,
    /// How many steps the creature can run when rested.
    Breath,
    /// The chance to hit, in percentage points.
    Accuracy,
    /// The least and the most damage of a hit.
    Damage,
    /// The percentage points that an attacker loses.
    Defence,
    /// The acuity of the creature's hearing, in percentage points of normal hearing.
    Hearing,
    /// How far the creature's steps can be heard, in percent of the usual distance.
    Steps,
    /// The oil that the creature's lantern burns, in percent of the usual amount.
    OilBurnt,
    /// The chance that others notice the creature, in percent of the usual chance.
    Noticed,
    /// The chance that others notice the creature in dim light, in percent of the usual chance there.
    Dim,
    /// How long the creature takes to feel its way in the dark, in percent of the usual additional time.
    Feeling,
    /// How long the creature takes to handle doors, lanterns and flames, in percent of the usual time.
    Hands,
    /// How far the light of the creature's lantern reaches, in cells, when it is open or a beam.
    Lantern,
    /// How long the creature is blind after a flash, in percent of the usual time.
    Blindness,
    /// How far the creature's blows can be heard, in percent of the usual distance.
    Blows,
    /// How much damage the creature's surprise attacks deal, in percent of the usual damage.
    Surprise,
    /// How many cells farther than the next one the creature's blows reach.
    Reach,
    /// How many hits in each fight do the creature no harm.
    TurnedBlows,
    /// How often the creature acts, in percent of how often it usually does.
    Speed,
    /// Whether what would kill the creature leaves it one hit point, if above 0.
    Lives,
    /// How far the player shines, in cells, even with the lantern shut.
    Glow,
    /// How many hit points something takes in the creature's place: in all or, if it does not pass, in each fight.
    Shield,
}

/// A change of one number. Numbers in percent begin at 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The number.
    pub number: Number,
    /// What is added to the number.
    pub by: i32,
}

/// Every number, with its name in data files.
const NAMES: [(Number, &str); 23] = [
    (Number::DarkSight, "dark sight"),
    (Number::Health, "health"),
    (Number::Breath, "breath"),
    (Number::Accuracy, "accuracy"),
    (Number::Damage, "damage"),
    (Number::Defence, "defence"),
    (Number::Hearing, "hearing"),
    (Number::Steps, "steps"),
    (Number::OilBurnt, "oil"),
    (Number::Noticed, "noticed"),
    (Number::Dim, "dim"),
    (Number::Feeling, "feeling"),
    (Number::Hands, "hands"),
    (Number::Lantern, "lantern"),
    (Number::Glow, "glow"),
    (Number::Blindness, "blindness"),
    (Number::Blows, "blows"),
    (Number::Surprise, "surprise"),
    (Number::Reach, "reach"),
    (Number::TurnedBlows, "turned blows"),
    (Number::Shield, "shield"),
    (Number::Lives, "lives"),
    (Number::Speed, "speed"),
];

impl Number {
    pub fn names() -> [&'static str; NAMES.len()] {
        NAMES.map(|(_, name)| name)
    }

    pub fn named(name: &str) -> Option<Self> {
        let found = NAMES.iter().find(|(_, it)| *it == name);
        found.map(|(number, _)| *number)
    }

    pub fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(it, _)| *it == self);
        found.map_or("", |(_, name)| name)
    }
}

impl Change {
    /// Says what the change does, as the end of a sentence that begins with "it".
    pub fn words(self) -> String {
        let more = if self.by < 0 { "less" } else { "more" };
        let by = self.by.unsigned_abs();
        let unit = |one: &str, many: &str| format!("{by} {}", if by == 1 { one } else { many });
        let percent = |what: &str| format!("{what} {by}% {more}");
        let far = if self.by < 0 { "less far" } else { "farther" };
        match self.number {
            Number::DarkSight => {
                format!("makes you see {} {far} in the dark", unit("cell", "cells"))
            }
            Number::Health => format!("gives {} {more}", unit("hit point", "hit points")),
            Number::Breath => format!("lets you run {} {more}", unit("step", "steps")),
            Number::Accuracy => format!("lets you hit {by} points {more} often"),
            Number::Damage => format!("makes your hits deal {} {more}", unit("point", "points")),
            Number::Defence => {
                let less = if self.by < 0 { "more" } else { "less" };
                format!("lets enemies hit you {by} points {less} often")
            }
            Number::Hearing => format!("makes you hear {by}% {far}"),
            Number::Steps => format!("makes your steps carry {by}% {far}"),
            Number::OilBurnt => percent("makes your lantern burn"),
            Number::Noticed => format!("lets you be noticed {by}% {more} often"),
            Number::Dim => format!("lets you be noticed {by}% {more} often in dim light"),
            Number::Feeling => percent("makes feeling your way take"),
            Number::Hands => percent("makes doors, lanterns and flames take"),
            Number::Lantern => {
                format!("makes your lantern shine {} {far}", unit("cell", "cells"))
            }
            Number::Glow => format!("makes you shine {} {far}", unit("cell", "cells")),
            Number::Blindness if self.by <= -100 => "keeps flashes from blinding you".to_owned(),
            Number::Blindness => percent("makes flashes blind you"),
            Number::Blows => format!("makes your blows carry {by}% {far}"),
            Number::Surprise => percent("makes your surprise attacks deal"),
            Number::TurnedBlows => match self.by {
                1 => "turns the first blow of each fight that hits you".to_owned(),
                ..=0 => format!(
                    "lets {} {more} of each fight through",
                    unit("blow", "blows")
                ),
                _ => format!("turns the first {by} blows of each fight that hit you"),
            },
            Number::Shield if self.by < 0 => {
                format!("shields you from {} less", unit("point", "points"))
            }
            Number::Shield => format!("takes {} of damage for you", unit("point", "points")),
            Number::Lives if self.by < 0 => "no longer keeps you alive".to_owned(),
            Number::Lives => "leaves you one hit point where you would die".to_owned(),
            Number::Speed => format!("lets you act {by}% {more} often"),
            Number::Reach => format!("makes your blows reach {} {far}", unit("cell", "cells")),
        }
    }
}
