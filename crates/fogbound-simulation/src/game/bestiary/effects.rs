//! The effects in a monster file: what happens when something happens to the monster.

use bevy::reflect::TypeRegistration;

use super::files::MonsterError;
use super::names::{Meant, Named};
use crate::files::data::{Faults, Pair, Part, Registry, Value, check_names, read_fields};
use crate::files::{brief, did_you_mean};
use crate::game::being::{
    Area, Bearer, Condition, Effect, FURTHEST, Occasion, ReflectVerb, Responses, Terms, Whom,
};

/// The maximum number of effects for one occasion.
const MOST: usize = 16;

/// An example of how effects are written.
const EXAMPLE: &str = "{ \"hit\": [(verb: \"noise\", loudness: 8)] }";

/// The fields that every effect has, whatever its verb.
const COMMON: [&str; 5] = ["verb", "shape", "whom", "when", "chance"];

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
    of: Bearer,
    vocabulary: Option<Vocabulary>,
    (faults, names): (&mut Faults, &mut Vec<Named>),
) -> Responses {
    let mut responses = Responses::new();
    let expected = format!("effects for each occasion, such as {EXAMPLE}");
    let pairs = match value.part.text().starts_with('{') {
        true => value.part.pairs(),
        false => Err(value.wrong(expected)),
    };
    for Pair { key, value } in faults.or(pairs, Vec::new()) {
        let Some(vocabulary) = vocabulary else {
            continue;
        };
        let occasion = read_occasion(key, of, vocabulary.terms, &responses);
        let Some(occasion) = faults.or(occasion.map(Some), None) else {
            continue;
        };
        let list = Value {
            name: format!("on.{}", occasion.name),
            part: value,
        };
        let items = value.items().filter(|it| it.len() <= MOST);
        let items = items.ok_or_else(|| {
            let example = "[(verb: \"noise\", loudness: 8)]";
            list.wrong(format_args!(
                "at most {MOST} effects in square brackets, such as {example}"
            ))
        });
        let mut effects = Vec::new();
        for item in faults.or(items, Vec::new()) {
            let effect = faults.or(read_effect(item, vocabulary).map(Some), None);
            let verb = effect.as_ref().and_then(Effect::verb);
            let monsters = verb.iter().flat_map(|it| it.monsters());
            let monsters = monsters.map(|it| (it, Meant::Monster));
            let things = verb.iter().flat_map(|it| it.things());
            let things = things.map(|it| (it, Meant::Thing));
            for (name, meant) in monsters.chain(things) {
                names.push(Named {
                    name: name.to_owned(),
                    meant,
                    place: item.place(),
                });
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
    let occasions = || terms.occasions().iter().filter(|it| it.of == of);
    let Some(&occasion) = occasions().find(|it| it.name == name) else {
        let names: Vec<&str> = occasions().map(|it| it.name).collect();
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
    Vocabulary { types, terms }: Vocabulary,
) -> Result<Effect, MonsterError> {
    let entries = part.fields("Effect")?;
    let find = |name: &str| {
        let entry = entries.iter().find(|it| it.key.text() == name)?;
        let (name, part) = (name.to_owned(), entry.value);
        Some(Value { name, part })
    };
    let (registration, kind) = read_verb(find("verb"), part, types)?;
    let whole = Value {
        name: kind.name.to_owned(),
        part,
    };
    let info = registration.type_info().as_struct();
    let info = info.map_err(|_| whole.wrong("a verb whose type is a struct with named fields"))?;
    let known: Vec<&str> = COMMON.iter().chain(info.field_names()).copied().collect();
    check_names(&entries, &known)?;
    let is_own = |it: &&Pair| !COMMON.contains(&it.key.text());
    let own: Vec<Pair> = entries.iter().filter(is_own).copied().collect();
    let verb = read_fields(&whole, &own, info, registration, types)?;
    let effect = Effect {
        verb: verb.into(),
        kind,
        when: find("when").map_or(Ok(Vec::new()), |it| read_conditions(&it, terms))?,
        chance: find("chance").map_or(Ok(100), |it| it.number(1..=100))?,
        area: find("shape").map_or(Ok(Area::CELL), |it| read_shape(&it, terms))?,
        whom: find("whom").map_or(Ok(Whom::EVERYONE), |it| read_whom(&it, terms))?,
    };
    let check = effect.verb().map_or(Ok(()), |it| it.check());
    check.map_err(|why| part.error(format_args!("{}.{why}", effect.name())))?;
    Ok(effect)
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

/// Returns the type of the verb that a file names.
fn read_verb<'a>(
    value: Option<Value>,
    whole: Part,
    registry: Registry<'a>,
) -> Result<(&'a TypeRegistration, ReflectVerb), MonsterError> {
    let all = registry.iter();
    let all = all.filter_map(|it| Some((it, *it.data::<ReflectVerb>()?)));
    let mut verbs: Vec<(&TypeRegistration, ReflectVerb)> = all.collect();
    verbs.sort_by_key(|(_, verb)| verb.name);
    let names = || verbs.iter().map(|(_, it)| it.name);
    let list = names().collect::<Vec<_>>().join(", ");
    let Some(value) = value else {
        return Err(whole.error(format_args!(
            "the field `verb` is missing; the verbs are {list}"
        )));
    };
    let part = value.part;
    let name: String = part.read().unwrap_or_else(|_| part.text().to_owned());
    let found = verbs.iter().find(|(_, it)| it.name == name).copied();
    found.ok_or_else(|| {
        let (hint, name) = (did_you_mean(&name, names()), brief(&name));
        part.error(format_args!(
            "unknown verb \"{name}\"{hint}; the verbs are {list}"
        ))
    })
}

/// Reads one condition or a list of conditions.
fn read_conditions(value: &Value, terms: &Terms) -> Result<Vec<Condition>, MonsterError> {
    let parts = value.part.items().unwrap_or_else(|| vec![value.part]);
    let read = |part: Part| {
        let name: String = part.read().unwrap_or_else(|_| part.text().to_owned());
        let found = terms.conditions().iter().find(|it| it.name == name);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = terms.conditions().iter().map(|it| it.name).collect();
            let hint = did_you_mean(&name, names.iter().copied());
            let name = brief(&name);
            let names = names.join(", ");
            part.error(format_args!(
                "unknown condition \"{name}\"{hint}; the conditions are {names}"
            ))
        })
    };
    parts.into_iter().map(read).collect()
}
