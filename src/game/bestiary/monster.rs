//! What a monster's file says.

use std::sync::Arc;

use super::MonsterError;
use super::mind::{Minds, Registry};
use super::part::Source;
use super::value::{Fields, Value};
use crate::fov::{Algorithm, Shape, Sight};

/// The furthest that a monster can see, in cells. The player may see further.
pub const MAX_MONSTER_SIGHT: u32 = 64;

/// A kind of monster: one file of `assets/monsters`.
#[derive(Clone, Debug)]
pub struct Monster {
    /// What it is called, in lower case and without an article. No two monsters share it.
    pub name: String,
    /// What a player who looks at it should read: a sentence or two; empty if the file has none.
    pub description: String,
    /// How it is drawn, and how an ASCII map names it: a letter that no other monster has.
    pub glyph: char,
    /// Red, green and blue; the palette's colour of creatures if none.
    pub color: Option<(u8, u8, u8)>,
    /// How much it can take.
    pub health: i32,
    /// A point of health comes back every this many ticks, of which a turn has 100; never if 0.
    pub regeneration: u64,
    /// Chance to hit somebody without defence, in percent.
    pub accuracy: i32,
    /// Least and most damage of a blow; `(0, 0)`: it does not fight hand to hand.
    pub damage: (i32, i32),
    /// What is taken off an attacker's chance to hit, in percentage points.
    pub defence: i32,
    /// How quick it is: 100 is one action a turn.
    pub speed: u32,
    /// How it sees; `None`: it is blind.
    pub sight: Option<Sight>,
    /// How well it hears, in percent of usual; 0: it is deaf.
    pub hearing: u32,
    /// Whose side it is on; actors of different sides are enemies. The player's is 0.
    pub faction: u16,
    /// How it decides.
    pub minds: Minds,
    /// Where it is met, and how often.
    pub appears: Appears,
    /// The text of its file.
    pub(super) text: Arc<str>,
}

/// Where a monster is met by itself, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appears {
    /// The first and the last depth, 1 being the top.
    pub depths: (u32, u32),
    /// How often, compared with the weights of the others; 0: never by itself.
    pub weight: u32,
    /// How many at once, the least and the most.
    pub group: (u32, u32),
}

impl Default for Appears {
    fn default() -> Self {
        Self {
            depths: (1, 99),
            weight: 10,
            group: (1, 1),
        }
    }
}

const FIELDS: [&str; 15] = [
    "name",
    "description",
    "glyph",
    "color",
    "health",
    "regeneration",
    "accuracy",
    "damage",
    "defence",
    "speed",
    "sight",
    "hearing",
    "faction",
    "minds",
    "appears",
];

impl Monster {
    /// The text of the file that defines it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads a monster's file. Without a registry its minds are only read over, and it has none.
    pub(super) fn read(source: Source, registry: Option<Registry>) -> Result<Self, MonsterError> {
        let fields = Fields::read(source.whole(), "Monster", "", &FIELDS)?;
        let field = |name| fields.optional(name);
        let sight = field("sight").map_or(Ok(Some(MONSTER_SIGHT)), read_sight)?;
        Ok(Self {
            name: read_name(&fields.required("name")?)?,
            description: field("description")
                .map_or(Ok(String::new()), |it| read_description(&it))?,
            glyph: fields.required("glyph")?.accept(
                "a letter from a to z or A to Z in single quotes, such as 'r'",
                char::is_ascii_alphabetic,
            )?,
            color: field("color").map_or(Ok(None), |it| {
                it.accept("(red, green, blue), each from 0 to 255", |_| true)
            })?,
            health: fields.required("health")?.number(1..=9_999)?,
            regeneration: field("regeneration").map_or(Ok(1_000), |it| it.number(0..=1_000_000))?,
            accuracy: field("accuracy").map_or(Ok(70), |it| it.number(0..=100))?,
            damage: field("damage").map_or(Ok((0, 0)), |it| it.span(0..=999))?,
            defence: field("defence").map_or(Ok(0), |it| it.number(-100..=100))?,
            speed: field("speed").map_or(Ok(100), |it| it.number(1..=1_000))?,
            sight,
            hearing: field("hearing").map_or(Ok(100), |it| it.number(0..=1_000))?,
            faction: field("faction").map_or(Ok(1), |it| it.number(0..=u16::MAX))?,
            minds: field("minds")
                .map_or(Ok(Minds::default()), |it| Minds::read(it.part, registry))?,
            appears: field("appears").map_or(Ok(Appears::default()), read_appears)?,
            text: source.text.into(),
        })
    }
}

/// How a monster sees whose file does not say.
const MONSTER_SIGHT: Sight = Sight {
    algorithm: Algorithm::Symmetric,
    radius: Some(8),
    shape: Shape::Circle,
    cone: None,
    walls: true,
};

fn read_name(value: &Value) -> Result<String, MonsterError> {
    const LONGEST: usize = 24;
    value.accept(
        format!(
            "a name in lower case and double quotes, of 1 to {LONGEST} Latin letters, such as \"rat\""
        ),
        |name: &String| {
            let fits = (1..=LONGEST).contains(&name.chars().count()) && name.trim() == name;
            // What the log calls others, and those whom the player does not make out.
            let is_taken = ["you", "someone", "something"].contains(&name.as_str());
            let mut all = name.chars();
            let is_spelt = all.all(|it| is_small_letter(it) || [' ', '-', '\''].contains(&it));
            fits && !is_taken && is_spelt && name.contains(is_small_letter)
        },
    )
}

/// The letters that every screen can show: those of code page 437, which fonts for terminals have.
const BEYOND_ASCII: [&str; 2] = ["àáâäåæçèéêëìíîïñòóôöùúûüÿ", "ÄÅÆÇÉÑÖÜ"];

/// Whether a monster's texts may hold this character: every front end can show it.
pub fn can_be_shown(character: char) -> bool {
    (' '..='~').contains(&character) || BEYOND_ASCII.iter().any(|all| all.contains(character))
}

fn is_small_letter(letter: char) -> bool {
    letter.is_ascii_lowercase() || BEYOND_ASCII[0].contains(letter)
}

fn read_description(value: &Value) -> Result<String, MonsterError> {
    const LONGEST: usize = 240;
    value.accept(
        format!(
            "a text in double quotes, of at most {LONGEST} Latin letters and signs on one line"
        ),
        |text: &String| text.chars().count() <= LONGEST && text.chars().all(can_be_shown),
    )
}

fn read_sight(value: Value) -> Result<Option<Sight>, MonsterError> {
    let known = ["radius", "algorithm", "shape"];
    let fields = Fields::read(value.part, "Sight", "sight.", &known)?;
    let mut sight = MONSTER_SIGHT;
    if let Some(radius) = fields.optional("radius") {
        sight.radius = Some(radius.number(0..=MAX_MONSTER_SIGHT)?);
    }
    if let Some(algorithm) = fields.optional("algorithm") {
        let names: Vec<&str> = Algorithm::ALL.iter().map(|it| it.name()).collect();
        sight.algorithm = algorithm.named(&names, |name| name.parse().ok())?;
    }
    if let Some(shape) = fields.optional("shape") {
        let names: Vec<&str> = Shape::ALL.iter().map(|it| it.name()).collect();
        sight.shape = shape.named(&names, |name| name.parse().ok())?;
    }
    Ok(Some(sight).filter(|sight| sight.radius != Some(0)))
}

fn read_appears(value: Value) -> Result<Appears, MonsterError> {
    let known = ["depths", "weight", "group"];
    let fields = Fields::read(value.part, "Appears", "appears.", &known)?;
    let usual = Appears::default();
    Ok(Appears {
        depths: fields
            .optional("depths")
            .map_or(Ok(usual.depths), |it| it.span(1..=99))?,
        weight: fields
            .optional("weight")
            .map_or(Ok(usual.weight), |it| it.number(0..=1_000))?,
        group: fields
            .optional("group")
            .map_or(Ok(usual.group), |it| it.span(1..=20))?,
    })
}
