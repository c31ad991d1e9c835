//! The effects in a monster file: what happens when something happens to the monster.

use bevy::reflect::TypeRegistration;

use super::files::MonsterError;
use super::names::{Meant, Named};
use crate::files::data::{Faults, Pair, Part, Registry, Value, check_names, read_fields};
use crate::files::{brief, did_you_mean};
use crate::game::being::{
    Area, Argument, Bearer, Effect, FURTHEST, Occasion, Party, Per, Quota, ReflectVerb, Responses,
    Subject, Takes, Terms, Test, Whom, YOU, key_of_name,
};

/// The maximum number of effects for one occasion.
const MOST: usize = 16;

/// The largest number of times that an effect can be limited to.
const MOST_TIMES: u32 = 999;

/// The largest number of turns for which a limit can hold.
const LONGEST: u32 = 9_999;

/// An example of how effects are written.
const EXAMPLE: &str = "{ \"hit\": [(verb: \"noise\", loudness: 8)] }";

/// The fields that every effect has, whatever its verb.
const COMMON: [&str; 10] = [
    "verb", "at", "shape", "whom", "only", "when", "chance", "most", "per", "counts",
];

/// What data files can name.
#[derive(Clone, Copy)]
pub(super) struct Vocabulary<'a> {
    /// The types of minds and verbs.
    pub(super) types: Registry<'a>,
    /// Everything else in effects.
    pub(super) terms: &'a Terms,
}

/// Reads `{ "occasion": [(verb: "name", ...), ...], ... }` in the file of a monster or a thing. Adds any errors to `faults`,
/// and the names of monsters to `names`. Without a vocabulary, only the syntax of the braces is checked.
pub(super) fn read_effects(
    value: &Value,
    (of, name): (Bearer, &str),
    vocabulary: Option<Vocabulary>,
    (faults, names): (&mut Faults, &mut Vec<Named>),
) -> Responses {
    let mut responses = Responses::new();
    let expected = format!("effects for each occasion, such as {EXAMPLE}");
    let pairs = match value.part.text().starts_with('{') {
        true => value.pairs(),
        false => Err(value.wrong(expected)),
    };
    for key in vocabulary.iter().flat_map(|_| value.taken_away()) {
        let terms = vocabulary.map(|it| it.terms);
        let named = terms.map(|terms| read_occasion(key, of, terms, &Vec::new()));
        faults.note(named.transpose().map(drop));
    }
    for Pair { key, value } in faults.or(pairs, Vec::new()) {
        let Some(vocabulary) = vocabulary else {
            continue;
        };
        let occasion = read_occasion(key, of, vocabulary.terms, &responses);
        let Some(occasion) = faults.or(occasion.map(Some), None) else {
            continue;
        };
        let list = Value::new(format!("on.{}", occasion.name), value);
        let items = value.items().filter(|it| it.len() <= MOST);
        let items = items.ok_or_else(|| {
            let example = "[(verb: \"noise\", loudness: 8)]";
            list.wrong(format_args!(
                "at most {MOST} effects in square brackets, such as {example}"
            ))
        });
        let mut effects = Vec::new();
        for (number, item) in faults.or(items, Vec::new()).into_iter().enumerate() {
            let key = format!("{name}: {} {number}", occasion.name);
            let effect = read_effect(item, (occasion, &key), vocabulary);
            let effect = faults.or(effect.map(Some), None);
            let verb = effect.as_ref().and_then(Effect::verb);
            names.extend(effect.iter().flat_map(|it| named_in(it, item)));
            let monsters = verb.iter().flat_map(|it| it.monsters());
            let monsters = monsters.map(|it| (it, Meant::Monster));
            let things = verb.iter().flat_map(|it| it.things());
            let things = things.map(|it| (it, Meant::Thing));
            let tiles = verb.iter().flat_map(|it| it.tiles());
            let tiles = tiles.map(|it| (it, Meant::Tiles));
            let counts = verb.iter().flat_map(|it| it.counts());
            let counts = counts.map(|it| (it, Meant::Counts));
            for (name, meant) in monsters.chain(things).chain(tiles).chain(counts) {
                names.push(Named::new(name, meant, where_is(name, item)));
            }
            effects.extend(effect);
        }
        responses.push((occasion, effects));
    }
    responses
}

fn read_occasion(
    key: Part,
    of: Bearer,
    terms: &Terms,
    known: &Responses,
) -> Result<Occasion, MonsterError> {
    let name: String = key.read().unwrap_or_else(|_| key.text().to_owned());
    let occasions = || terms.occasions().iter().filter(|it| it.is_of(of));
    let Some(&occasion) = occasions().find(|it| it.name == name) else {
        let names: Vec<&str> = occasions().map(|it| it.name).collect();
        if terms.occasions().iter().any(|it| it.name == name) {
            let (other, these) = match of {
                Bearer::Monster => ("things", "monsters"),
                Bearer::Thing => ("monsters", "things"),
            };
            let names = names.join(", ");
            return Err(key.error(format_args!(
                "the occasion \"{name}\" is for {other}; the occasions for {these} are {names}"
            )));
        }
        let hint = did_you_mean(&name, names.iter().copied());
        let (name, names) = (brief(&name), names.join(", "));
        return Err(key.error(format_args!(
            "unknown occasion \"{name}\"{hint}; the occasions are {names}"
        )));
    };
    match known.iter().any(|(it, _)| *it == occasion) {
        true => Err(key.error(format_args!("the occasion \"{name}\" is listed twice"))),
        false => Ok(occasion),
    }
}

fn read_effect(
    part: Part,
    (occasion, key): (Occasion, &str),
    Vocabulary { types, terms }: Vocabulary,
) -> Result<Effect, MonsterError> {
    let entries = part.fields("Effect")?;
    let find = |name: &str| {
        let entry = entries.iter().find(|it| it.key.text() == name)?;
        Some(Value::new(name, entry.value))
    };
    let (registration, kind) = read_verb(find("verb"), part, types)?;
    let whole = Value::new(kind.name, part);
    let info = registration.type_info().as_struct();
    let info = info.map_err(|_| whole.wrong("a verb whose type is a struct with named fields"))?;
    let known: Vec<&str> = COMMON.iter().chain(info.field_names()).copied().collect();
    check_names(&entries, &known)?;
    let is_own = |it: &&Pair| !COMMON.contains(&it.key.text());
    let own: Vec<Pair> = entries.iter().filter(is_own).copied().collect();
    let verb = read_fields(&whole, &own, info, registration, types)?;
    let tests = |field: &str, topic: Topic| {
        find(field).map_or(Ok(Vec::new()), |it| read_tests(&it, topic, terms))
    };
    let effect = Effect {
        verb: verb.into(),
        kind,
        when: tests("when", Topic::Of(occasion))?,
        only: tests("only", Topic::Each)?.into(),
        party: find("at").map_or(Ok(Party::Me), |it| read_party(&it, occasion))?,
        chance: find("chance").map_or(Ok(100), |it| it.number(1..=100))?,
        quota: read_quota([find("most"), find("per"), find("counts")], key)?,
        area: find("shape").map_or(Ok(Area::CELL), |it| read_shape(&it, terms))?,
        whom: find("whom").map_or(Ok(Whom::EVERYONE), |it| read_whom(&it, terms))?,
    };
    let check = effect.verb().map_or(Ok(()), |it| it.check());
    check.map_err(|why| {
        let field = why.split([':', ' ']).next().unwrap_or_default();
        part.value_of(field)
            .error(format_args!("{}.{why}", effect.name()))
    })?;
    Ok(effect)
}

/// Reads how often an effect can take place: `most`, once if left out, `per`, for life if left out, and `counts`, a name that
/// effects share whose uses are counted together.
fn read_quota(
    [most, per, counts]: [Option<Value>; 3],
    key: &str,
) -> Result<Option<Quota>, MonsterError> {
    let name = |it: &Value| {
        let expected = "a name in double quotes that effects share, such as \"cries\"";
        it.accept(expected, |name: &String| !name.is_empty())
    };
    let key = match &counts {
        Some(counts) if most.is_none() && per.is_none() => {
            return Err(counts.wrong("`most` or `per` as well, which say how often"));
        }
        Some(counts) => key_of_name(&name(counts)?),
        None => key.into(),
    };
    if most.is_none() && per.is_none() {
        return Ok(None);
    }
    let expected = format!("fight, or turns(n), where n is a number of turns from 1 to {LONGEST}");
    let read = |value: Value| match value.part.choice(|name| match name {
        "fight" => Some(false),
        "turns" => Some(true),
        _ => None,
    }) {
        Some(("fight", _)) => Ok(Per::Fight),
        Some((_, turns)) if (1..=LONGEST).contains(&turns) => Ok(Per::Turns(turns)),
        _ => Err(value.wrong(&expected)),
    };
    Ok(Some(Quota {
        most: most.map_or(Ok(1), |it| it.number(1..=MOST_TIMES))?,
        per: per.map_or(Ok(Per::Life), read)?,
        key,
    }))
}

/// Reads the name of a shape, such as `cell`, or a name with a distance, such as `burst(3)`.
fn read_shape(value: &Value, terms: &Terms) -> Result<Area, MonsterError> {
    let shape = |name: &str| terms.areas().iter().find(|it| it.name == name);
    let found = value.part.choice(|name| Some(shape(name)?.has_distance));
    let area = found.and_then(|(name, far)| {
        let shape = shape(name)?;
        let is_near = !shape.has_distance || (1..=FURTHEST).contains(&far);
        is_near.then(|| shape.up_to(far))
    });
    area.ok_or_else(|| {
        let shapes = terms.areas().iter().map(|it| match it.has_distance {
            true => format!("{}(n)", it.name),
            false => it.name.to_owned(),
        });
        let shapes = either(shapes.collect());
        value.wrong(format_args!(
            "{shapes}, where n is a number of cells from 1 to {FURTHEST}"
        ))
    })
}

fn read_whom(value: &Value, terms: &Terms) -> Result<Whom, MonsterError> {
    let whom = |name: &str| terms.whom().iter().find(|it| it.name == name);
    let found = value.part.choice(|name| whom(name).map(|_| false));
    let found = found.and_then(|(name, _)| whom(name).copied());
    found.ok_or_else(|| {
        let names = terms.whom().iter().map(|it| it.name.to_owned());
        value.wrong(either(names.collect()))
    })
}

/// Joins names with commas and `or`.
fn either(mut names: Vec<String>) -> String {
    let last = names.pop().unwrap_or_default();
    match names.is_empty() {
        true => last,
        false => format!("{} or {last}", names.join(", ")),
    }
}

fn read_verb<'a>(
    value: Option<Value>,
    whole: Part,
    registry: Registry<'a>,
) -> Result<(&'a TypeRegistration, ReflectVerb), MonsterError> {
    let verbs = || registry.iter_with_data::<ReflectVerb>();
    let names = || {
        let mut names: Vec<&str> = verbs().map(|(_, it)| it.name).collect();
        names.sort_unstable();
        names
    };
    let Some(value) = value else {
        return Err(whole.error(format_args!(
            "the field `verb` is missing; the verbs are {}",
            names().join(", ")
        )));
    };
    let part = value.part;
    let name: String = part.read().unwrap_or_else(|_| part.text().to_owned());
    let found = verbs().find(|(_, it)| it.name == name);
    let found = found.map(|(registration, it)| (registration, *it));
    found.ok_or_else(|| {
        let names = names();
        let hint = did_you_mean(&name, names.iter().copied());
        part.error(format_args!(
            "unknown verb \"{}\"{hint}; the verbs are {}",
            brief(&name),
            names.join(", ")
        ))
    })
}

/// Returns the names of monsters, things and tiles in the tests of an effect.
fn named_in(effect: &Effect, item: Part) -> Vec<Named> {
    let tests = effect.tests().iter().chain(effect.only()).flatten();
    let named = tests.filter_map(|it| {
        let meant = match it.condition.takes {
            Takes::Monster => Meant::MonsterOrTag,
            Takes::Thing => Meant::Thing,
            Takes::Tile => Meant::Tiles,
            Takes::Nothing | Takes::Number(..) => return None,
        };
        let name = it.argument.name().filter(|it| *it != YOU)?;
        Some(Named::new(name, meant, where_is(name, item)))
    });
    named.collect()
}

/// Returns the value of the field of an effect that holds a name, or the whole effect if none does.
fn where_is<'a>(name: &str, effect: Part<'a>) -> Part<'a> {
    let fields = effect.fields("Effect").unwrap_or_default();
    let mut values = fields.into_iter().map(|it| it.value);
    let holds = |it: &Part| it.text().contains(name);
    values.find(holds).unwrap_or(effect)
}

/// Reads the field `at` of an effect.
fn read_party(value: &Value, occasion: Occasion) -> Result<Party, MonsterError> {
    let found = value.part.choice(|name| Party::named(name).map(|_| false));
    let found = found.and_then(|(name, _)| Party::named(name));
    let found = found.filter(|it| occasion.has(*it));
    found.ok_or_else(|| value.wrong(parties_of(occasion)))
}

fn parties_of(occasion: Occasion) -> String {
    let parties = Party::ALL.into_iter().filter(|it| occasion.has(*it));
    let names = either(parties.map(|it| it.name().to_owned()).collect());
    let takes = if names.contains(' ') { "take" } else { "takes" };
    let name = occasion.name;
    format!("{names}, which {takes} part in the occasion \"{name}\"")
}

/// What tests can be about.
#[derive(Clone, Copy)]
enum Topic {
    /// The parties of an occasion.
    Of(Occasion),
    /// Each creature that an effect concerns.
    Each,
}

/// Reads a test or a list of tests, all of which must succeed. Of an inner list, one must.
fn read_tests(value: &Value, topic: Topic, terms: &Terms) -> Result<Vec<Vec<Test>>, MonsterError> {
    let parts = value.part.items().unwrap_or_else(|| vec![value.part]);
    let read = |part: Part| {
        let any = part.items().filter(|it| !it.is_empty());
        let any = any.unwrap_or_else(|| vec![part]).into_iter();
        any.map(|part| read_test(part, (value.name.as_str(), topic), terms))
            .collect()
    };
    parts.into_iter().map(read).collect()
}

/// Reads a test, such as `hurt`, `not them hurt 30` or `on water`.
fn read_test(
    part: Part,
    (field, topic): (&str, Topic),
    terms: &Terms,
) -> Result<Test, MonsterError> {
    let text: String = part.read().unwrap_or_else(|_| part.text().to_owned());
    let (negated, rest) = match text.strip_prefix("not ") {
        Some(rest) => (true, rest),
        None => (false, text.as_str()),
    };
    let (first, after) = rest.split_once(' ').unwrap_or((rest, ""));
    let (named, rest) = match Party::named(first).filter(|_| !after.is_empty()) {
        Some(party) => (Some(party), after),
        None => (None, rest),
    };
    let party = match topic {
        Topic::Of(_) => named.unwrap_or_default(),
        Topic::Each => Party::Them,
    };
    let wrong = |expected: &str| {
        let text = brief(&text);
        part.error(format_args!(
            "{field}: found \"{text}\"; expected {expected}"
        ))
    };
    if let Some((whom, rest)) = named.zip(rest.strip_prefix("not ")) {
        let whom = whom.name();
        return Err(wrong(&format!(
            "`not` before `{whom}`: \"not {whom} {rest}\""
        )));
    }
    let (name, argument) = rest.split_once(' ').unwrap_or((rest, ""));
    let found = terms.conditions().iter().find(|it| it.name == name);
    let Some(&condition) = found else {
        let names: Vec<&str> = terms.conditions().iter().map(|it| it.name).collect();
        let hint = did_you_mean(name, names.iter().copied());
        let name = brief(name);
        let names = names.join(", ");
        return Err(part.error(format_args!(
            "unknown condition \"{name}\"{hint}; the conditions are {names}"
        )));
    };
    match topic {
        Topic::Of(occasion) if !occasion.has(party) => return Err(wrong(&parties_of(occasion))),
        Topic::Each if named.is_some_and(|it| it != Party::Them) => {
            return Err(wrong(
                "a condition about each creature there, such as `hurt`",
            ));
        }
        _ => {}
    }
    if !condition.subject.can_be(party) {
        return Err(wrong(match condition.subject {
            Subject::Other => "`them` before this condition, which is about another creature",
            Subject::Elsewhere => "`them` or `it` before this condition",
            Subject::Own => {
                "neither `them` nor `it` before this condition, which is about the effect"
            }
            _ => "no `it` before this condition, which is about a creature",
        }));
    }
    let named = || Argument::Name(argument.into());
    let argument = match condition.takes {
        Takes::Nothing if argument.is_empty() => Some(Argument::None),
        Takes::Number(usual, _) if argument.is_empty() => Some(Argument::Number(usual)),
        Takes::Number(_, most) => argument
            .parse()
            .ok()
            .filter(|it| *it <= most)
            .map(Argument::Number),
        Takes::Thing if argument.is_empty() => Some(Argument::None),
        Takes::Monster | Takes::Thing | Takes::Tile if !argument.is_empty() => Some(named()),
        _ => None,
    };
    let argument = argument.ok_or_else(|| {
        wrong(&match condition.takes {
            Takes::Nothing => format!("nothing after `{name}`"),
            Takes::Number(_, most) => format!("a whole number from 0 to {most} after `{name}`"),
            Takes::Monster => format!("the name of a monster after `{name}`"),
            Takes::Thing => format!("the name of a thing after `{name}`"),
            Takes::Tile => format!("the name of a tile after `{name}`"),
        })
    })?;
    Ok(Test {
        condition,
        party,
        negated,
        argument,
    })
}
