//! The contents of a monster file.

use std::fmt::Display;
use std::sync::Arc;

use super::base::reader;
use super::effects::{Vocabulary, read_effects};
use super::files::MonsterError;
use super::mind::Minds;
use super::names::{Meant, Named};
use crate::files::data::{BASE, Faults, Part, Reader, Source, Value, read_list};
use crate::fov::{Algorithm, Shape, Sight};
use crate::game::being::{Bearer, Hue, PLACES, Responses};
use crate::map::is_letter;

/// The maximum sight radius of a monster, in cells. The player may see farther.
pub const MAX_MONSTER_SIGHT: u32 = 64;

/// A kind of monster, defined by a file in `assets/monsters`.
#[derive(Clone, Debug)]
pub struct Monster {
    /// The monster's unique name, in lower case and without an article.
    pub name: String,
    /// The text shown when the player looks at the monster: one or two sentences, or an empty string.
    pub description: String,
    /// The unique letter that stands for the monster on the screen and in ASCII maps.
    pub glyph: char,
    /// The monster's colour, or `None` for the palette's default creature colour.
    pub color: Option<Hue>,
    /// The monster's maximum health, in points.
    pub health: i32,
    /// The number of ticks that the monster takes to recover one point of health, or 0 if it never recovers. A turn has
    /// 100 ticks.
    pub regeneration: u64,
    /// The chance to hit a target without defence, as a percentage.
    pub accuracy: i32,
    /// The minimum and maximum damage of a blow, or `(0, 0)` if the monster has no melee attack.
    pub damage: (i32, i32),
    /// The number of percentage points subtracted from an attacker's chance to hit.
    pub defence: i32,
    /// The monster's speed. A speed of 100 means one action per turn.
    pub speed: u32,
    /// How the monster sees, or `None` if it is blind.
    pub sight: Option<Sight>,
    /// How far the monster sees in the dark, in cells. This is at most its sight radius.
    pub dark_sight: u32,
    /// The light that the monster carries, or `None` if it does not carry one.
    pub light: Option<Carried>,
    /// The acuity of the monster's hearing, as a percentage of normal hearing, or 0 if the monster is deaf.
    pub hearing: u32,
    /// The number of the monster's faction. Actors in different factions are enemies. The player's faction is 0.
    pub faction: u16,
    /// What the monster counts as besides its own kind, such as `undead`.
    pub tags: Arc<[String]>,
    /// The components that decide how the monster acts.
    pub minds: Minds,
    /// The name of the thing or tile that the monster seems to be until it is touched, if there is one.
    pub seems: Option<String>,
    /// What happens when something happens to the monster.
    pub on: Arc<Responses>,
    /// What the monster may have in its pack.
    pub carries: Vec<Carries>,
    /// Where the monster lives, and how common it is.
    pub appears: Appears,
    /// The names in the file that are checked later.
    pub(super) names: Vec<Named>,
    /// What the monster cannot do, although its file says so. Found once the whole file has been read.
    pub(super) warnings: Arc<[MonsterError]>,
    /// The name of the monster's file.
    pub(super) file: Arc<str>,
    /// The text of the monster's file.
    pub(super) text: Arc<str>,
    /// The texts of the files that the monster is based on, nearest first.
    pub(super) bases: Arc<[Arc<str>]>,
    /// The text of a file that defines the same monster and is not based on any other.
    pub(super) whole: Arc<str>,
}

/// Things that a monster may have in its pack. It leaves them where it dies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carries {
    /// The name of the thing.
    pub thing: String,
    /// The least and the most of them.
    pub count: (u32, u32),
    /// How many of a hundred monsters of this kind have any.
    pub chance: u32,
}

/// A light that a monster carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The range of the light, in cells.
    pub radius: u32,
    /// The red, green and blue components of the light's colour.
    pub color: [u8; 3],
    /// The width of the beam in degrees, or 0 if the light shines in all directions.
    pub beam: u16,
}

/// Where a monster appears on built levels, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appears {
    /// The first and last depths at which the monster lives. Depth 1 is the topmost level.
    pub depths: (u32, u32),
    /// How often the monster is chosen, relative to the weights of other monsters. A weight of 0 means never.
    pub weight: u32,
    /// The minimum and maximum number of monsters in a group.
    pub group: (u32, u32),
    /// The names of tiles, one of which must be beside the monster. If there are no names, the monster appears
    /// anywhere.
    pub beside: Vec<String>,
    /// Whether the monster appears only on lit cells or only on dark cells.
    pub lit: Option<bool>,
    /// Whether the monster arises in thick fog instead of living on the level from the beginning.
    pub in_fog: bool,
    /// The names of the monsters that come with each group of these.
    pub with: Vec<String>,
}

impl Appears {
    /// Returns the weight on a level whose plan names the monster, which counts even if it never appears by itself.
    pub(super) fn weight_if_named(&self) -> u32 {
        match self.weight {
            0 => Self::default().weight,
            weight => weight,
        }
    }
}

impl Default for Appears {
    fn default() -> Self {
        Self {
            depths: (1, 99),
            weight: 10,
            group: (1, 1),
            beside: Vec::new(),
            lit: None,
            in_fog: false,
            with: Vec::new(),
        }
    }
}

/// The maximum range of a monster's light, in cells.
const FURTHEST_LIGHT: u32 = 20;

/// The default sight of a monster.
const SIGHT: Sight = Sight::DEFAULT.with_radius(8);

/// The default colour of a light.
const FLAME: (u8, u8, u8) = (255, 190, 110);

impl Monster {
    /// Returns the text of the file that defines the monster.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of a file that defines the same monster and is not based on any other.
    pub fn whole_text(&self) -> &str {
        &self.whole
    }

    /// Creates an error or a warning at the value of a field in the monster's file.
    pub fn error_at(&self, field: &str, message: impl Display) -> MonsterError {
        self.source().fault_of(field, message)
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source {
            file: &self.file,
            text: &self.text,
        }
    }

    /// Returns whether the monster has been read from these files: its own, and those that it is based on.
    pub(super) fn is_from(&self, sources: &[Source]) -> bool {
        let Some((own, bases)) = sources.split_first() else {
            return false;
        };
        let texts = bases.iter().map(|it| it.text);
        *own == self.source() && texts.eq(self.bases.iter().map(|it| &**it))
    }

    /// Reads a monster file, which comes first, and those that it is based on. If `vocabulary` is `None`, the syntax of the minds is checked, but the resulting monster has
    /// no minds.
    ///
    /// # Errors
    ///
    /// Returns every error that can be found in one pass over the file.
    pub(super) fn read(
        sources: &[Source],
        vocabulary: Option<Vocabulary>,
    ) -> Result<Self, Vec<MonsterError>> {
        let mut file = reader(sources, "Monster")?;
        let (source, bases) = (sources[0], &sources[1..]);
        let text: Arc<str> = source.text.into();
        let mut names = Vec::new();
        let name = file.required("name", read_name);
        let monster = Self {
            description: file.or("description", String::new(), read_description),
            glyph: file.required("glyph", read_glyph),
            color: file.or("color", None, read_color),
            health: file.required("health", |it| it.number(1..=9_999)),
            regeneration: file.or("regeneration", 1_000, |it| it.number(0..=1_000_000)),
            accuracy: file.or("accuracy", 70, |it| it.number(0..=100)),
            damage: file.or("damage", (0, 0), |it| it.span(0..=999)),
            defence: file.or("defence", 0, |it| it.number(-100..=100)),
            speed: file.or("speed", 100, |it| it.number(1..=1_000)),
            sight: file.within(
                "sight",
                ("Sight", "sight."),
                Some(SIGHT).filter(|_| !file.takes_away("sight")),
                read_sight,
            ),
            dark_sight: file.or("dark_sight", 1, |it| it.number(0..=MAX_MONSTER_SIGHT)),
            light: file.within("light", ("Light", "light."), None, read_light),
            hearing: file.or("hearing", 100, |it| it.number(0..=1_000)),
            faction: file.or("faction", 1, |it| it.number(0..=u16::MAX)),
            tags: file.or("tags", Arc::default(), read_tags),
            minds: match file.optional("minds") {
                Some(value) => {
                    let minds =
                        Minds::read(&value, vocabulary.map(|it| it.types), &mut file.faults);
                    names.extend(minds.names_in(value.part));
                    minds
                }
                None => Minds::default(),
            },
            seems: file.or("seems", None, |it| read_seems(it, &mut names)),
            on: match file.optional("on") {
                Some(value) => {
                    let found = (&mut file.faults, &mut names);
                    read_effects(&value, (Bearer::Monster, &name), vocabulary, found).into()
                }
                None => Arc::default(),
            },
            carries: match file.optional("carries") {
                Some(value) => read_carries(&value, &mut file.faults, &mut names),
                None => Vec::new(),
            },
            appears: file.within(
                "appears",
                ("Appears", "appears."),
                Appears::default(),
                |it| read_appears(it, &mut names),
            ),
            names,
            name,
            warnings: Arc::default(),
            file: source.file.into(),
            whole: match bases {
                [] => text.clone(),
                _ => file.merged().into(),
            },
            bases: bases.iter().map(|it| it.text.into()).collect(),
            text,
        };
        file.optional(BASE);
        file.end().map(|()| monster)
    }
}

fn read_sight(file: &mut Reader) -> Option<Sight> {
    let far = |it: &Value| it.number(0..=MAX_MONSTER_SIGHT).map(Some);
    let algorithm = |it: &Value| {
        let names: Vec<&str> = Algorithm::ALL.iter().map(|it| it.name()).collect();
        let bearable = |it: &Algorithm| it.is_bearable();
        it.named(&names, |name| name.parse().ok().filter(bearable))
    };
    let shape = |it: &Value| {
        let names: Vec<&str> = Shape::ALL.iter().map(|it| it.name()).collect();
        it.named(&names, |name| name.parse().ok())
    };
    let mut sight = SIGHT;
    sight.radius = file.or("radius", sight.radius, far);
    sight.algorithm = file.or("algorithm", sight.algorithm, algorithm);
    sight.shape = file.or("shape", sight.shape, shape);
    Some(sight).filter(|sight| sight.radius != Some(0))
}

fn read_light(file: &mut Reader) -> Option<Carried> {
    let color = |it: &Value| {
        let expected = "(red, green, blue), each from 0 to 255";
        it.accept(expected, |_: &Option<(u8, u8, u8)>| true)
    };
    let radius = file.required("radius", |it| it.number(0..=FURTHEST_LIGHT));
    let (red, green, blue) = file.or("color", None, color).unwrap_or(FLAME);
    Some(Carried {
        radius,
        color: [red, green, blue],
        beam: file.or("beam", 0, |it| it.number(0..=359)),
    })
}

fn read_seems(value: &Value, names: &mut Vec<Named>) -> Result<Option<String>, MonsterError> {
    let expected = "the name of a thing or tile in double quotes, such as \"treasure\"";
    let name: String = value.accept(expected, |it: &String| !it.is_empty())?;
    names.push(Named::new(&name, Meant::ThingOrTile, value.part));
    Ok(Some(name))
}

/// Reads a list of what a monster may carry.
fn read_carries(value: &Value, faults: &mut Faults, names: &mut Vec<Named>) -> Vec<Carries> {
    let expected = format!(
        "a list of at most {PLACES} things, such as [(thing: \"flare\", count: (1, 2), chance: 50)]"
    );
    let fields = ("Carries", "carries.");
    let carries = read_list(value, fields, (PLACES, &expected), faults, |it| {
        Some(Carries {
            thing: it.required("thing", read_name),
            count: it.or("count", (1, 1), |it| it.span(0..=99)),
            chance: it.or("chance", 100, |it| it.number(0..=100)),
        })
    });
    let name = |(part, it): &(Part, Carries)| Named::new(&it.thing, Meant::Thing, *part);
    names.extend(carries.iter().map(name));
    carries.into_iter().map(|(_, it)| it).collect()
}

/// Reads the name of a tile or a monster, or a list of names.
fn read_names(
    value: &Value,
    meant: Meant,
    names: &mut Vec<Named>,
) -> Result<Vec<String>, MonsterError> {
    let parts = value.part.items().unwrap_or_else(|| vec![value.part]);
    let expected = match meant {
        Meant::Monster => {
            "at most 20 names of monsters in double quotes, such as [\"rat\", \"rat\"]"
        }
        _ => "names of tiles in double quotes, such as \"door\" or [\"door\", \"water\"]",
    };
    if meant == Meant::Monster && parts.len() > 20 {
        return Err(value.wrong(expected));
    }
    let read = |part: Part| {
        let name = part.read().ok().filter(|it: &String| !it.is_empty());
        let name = name.ok_or_else(|| value.wrong(expected))?;
        names.push(Named::new(&name, meant, part));
        Ok(name)
    };
    parts.into_iter().map(read).collect()
}

/// Reads one tag, or a list of tags.
fn read_tags(value: &Value) -> Result<Arc<[String]>, MonsterError> {
    let parts = value.part.items().unwrap_or_else(|| vec![value.part]);
    let wrong = "at most 8 tags, each a name in lower case, such as [\"undead\", \"flying\"]";
    if parts.len() > 8 {
        return Err(value.wrong(wrong));
    }
    let tag = |part| read_name(&Value::new("tags", part)).map_err(|_| value.wrong(wrong));
    parts.into_iter().map(tag).collect()
}

fn read_appears(file: &mut Reader, names: &mut Vec<Named>) -> Appears {
    let usual = Appears::default();
    Appears {
        depths: file.or("depths", usual.depths, |it| it.span(1..=99)),
        weight: file.or("weight", usual.weight, |it| it.number(0..=1_000)),
        group: file.or("group", usual.group, |it| it.span(1..=20)),
        beside: file.or("beside", usual.beside, |it| {
            read_names(it, Meant::Tiles, names)
        }),
        lit: file.or("lit", usual.lit, |it| it.flag().map(Some)),
        in_fog: file.or("in_fog", usual.in_fog, Value::flag),
        with: file.or("with", usual.with, |it| {
            read_names(it, Meant::Monster, names)
        }),
    }
}

fn read_glyph(value: &Value) -> Result<char, MonsterError> {
    value.accept(
        "a letter in single quotes that every screen can show, such as 'r' or 'ñ'",
        |it| is_letter(*it),
    )
}

/// Reads a colour in the form `"#rrggbb"` or `(red, green, blue)`, or a colour name. Names are checked later, when a
/// palette is available.
fn read_color(value: &Value) -> Result<Option<Hue>, MonsterError> {
    let expected =
        "\"#rrggbb\", or (red, green, blue), each from 0 to 255, or a colour name in lower case";
    if let Ok(Some((red, green, blue))) = value.accept(expected, |_: &Option<(u8, u8, u8)>| true) {
        return Ok(Some(Hue::Rgb(red, green, blue)));
    }
    let text: String = value.accept(expected, |_| true)?;
    let is_name = |it: &str| {
        it.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    if !text.is_empty() && text.len() <= 24 && is_name(&text) {
        return Ok(Some(Hue::Named(text)));
    }
    let digits = text.strip_prefix('#').filter(|it| it.len() == 6);
    let is_hex = |it: &&str| it.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = digits
        .filter(is_hex)
        .and_then(|it| u32::from_str_radix(it, 16).ok());
    let [_, red, green, blue] = number.ok_or_else(|| value.wrong(expected))?.to_be_bytes();
    Ok(Some(Hue::Rgb(red, green, blue)))
}

pub(super) fn read_name(value: &Value) -> Result<String, MonsterError> {
    const LONGEST: usize = 24;
    value.accept(
        format!(
            "a name of 1 to {LONGEST} lower-case Latin letters in double quotes, such as \"rat\""
        ),
        |name: &String| {
            let fits = (1..=LONGEST).contains(&name.chars().count()) && name.trim() == name;
            // The message log uses these words for the player, and for creatures that the player cannot identify.
            let is_taken = ["you", "someone", "something"].contains(&name.as_str());
            let mut all = name.chars();
            let is_spelt = all.all(|it| is_small_letter(it) || [' ', '-', '\''].contains(&it));
            fits && !is_taken && is_spelt && name.contains(is_small_letter)
        },
    )
}

/// The non-ASCII letters that every screen can show: those in code page 437, which terminal fonts contain.
const BEYOND_ASCII: [&str; 2] = ["àáâäåæçèéêëìíîïñòóôöùúûüÿ", "ÄÅÆÇÉÑÖÜ"];

/// Returns whether every front end can show a character. A monster's description may contain only such characters.
pub fn can_be_shown(character: char) -> bool {
    (' '..='~').contains(&character) || BEYOND_ASCII.iter().any(|all| all.contains(character))
}

fn is_small_letter(letter: char) -> bool {
    letter.is_ascii_lowercase() || BEYOND_ASCII[0].contains(letter)
}

pub(super) fn read_description(value: &Value) -> Result<String, MonsterError> {
    const LONGEST: usize = 240;
    value.accept(
        format!("one line of at most {LONGEST} Latin letters and signs in double quotes"),
        |text: &String| text.chars().count() <= LONGEST && text.chars().all(can_be_shown),
    )
}
