//! The contents of a thing file, and the catalogue of things made from all of them.

use std::sync::Arc;

use super::base::{reader, sources};
use super::effects::{Vocabulary, read_effects};
use super::files::{MonsterError, MonsterFile, MonsterFiles, THINGS};
use super::library::Bestiary;
use super::monster::{read_description, read_name};
use super::names::{Meant, Named};
use crate::files::data::{BASE, Source, Value};
use crate::files::did_you_mean;
use crate::game::being::{Bearer, Effect, Item, Occasion, Responses, Slot, Terms, Thing, Things};
use crate::map::{START_GLYPH, is_shown, read_picture};

/// The articles that a thing can have.
const ARTICLES: [&str; 4] = ["a", "an", "some", ""];

/// Reads a thing file, which comes first, and those that it is based on.
///
/// # Errors
///
/// Returns every error that can be found in one pass over the file.
fn read_thing(
    (file_name, sources): (&str, &[Source]),
    vocabulary: Vocabulary,
    names: &mut Vec<Named>,
) -> Result<Thing, Vec<MonsterError>> {
    let mut file = reader(sources, "Thing")?;
    let name: String = file.required("name", read_name);
    let usual = match name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    };
    let article = file.or("article", usual, |it| {
        it.named(&ARTICLES, |name| {
            ARTICLES.into_iter().find(|it| *it == name)
        })
    });
    let plural = file.or("plural", format!("{name}s"), read_name);
    let worn = file.or("worn", None, |it| read_slot(it, vocabulary.terms).map(Some));
    let most = match worn.is_some() || file.has("charges") {
        true => 1,
        false => 99,
    };
    let color = file.or("color", None, |it| it.color().map(Some));
    let item = Item {
        description: file.or("description", String::new(), read_description),
        plural,
        stack: file.or("stack", most.min(1), |it| it.number(0..=most)),
        keeps: file.or("keeps", false, Value::flag),
        charges: file.or("charges", 0, |it| it.number(1..=99)),
        worn,
        sticks: file.or("sticks", false, Value::flag),
        waits: file.or("waits", false, Value::flag),
        hidden: file.or("hidden", 0, |it| it.number(1..=64)),
        on: match file.optional("on") {
            Some(value) => {
                let found = (&mut file.faults, &mut *names);
                let on = read_effects(&value, (Bearer::Thing, &name), Some(vocabulary), found);
                file.faults.note(check_worn(&value, &on, worn));
                on.into()
            }
            None => Arc::default(),
        },
        depths: (1, 99),
        weight: 0,
        file: file_name.into(),
        text: match sources {
            [source] => source.text.into(),
            _ => file.merged().into(),
        },
    };
    let (depths, weight) = file.within("appears", ("Appears", "appears."), ((1, 99), 0), |it| {
        (
            it.or("depths", (1, 99), |it| it.span(1..=99)),
            it.or("weight", 10, |it| it.number(0..=1_000)),
        )
    });
    let thing = Thing {
        article,
        name,
        glyph: file.required("sign", read_sign),
        color: color.map(|[red, green, blue]| (red, green, blue)),
        weight: 0,
        picture: file.or("picture", None, |it| {
            Ok(read_picture(it)?.filter(|it| !it.picture().is_blank()))
        }),
        landmark: file.or("landmark", None, |it| read_name(it).map(Some)),
        item: Some(Arc::new(Item {
            depths,
            weight,
            ..item
        })),
    };
    file.optional(BASE);
    file.end().map(|()| thing)
}

/// Checks that the effects of wearing a thing always take place, and that the thing can be worn.
fn check_worn(value: &Value, on: &Responses, worn: Option<Slot>) -> Result<(), MonsterError> {
    let needs = on.iter().find(|(it, _)| it.worn.is_some());
    if let Some((occasion, _)) = needs.filter(|_| worn.is_none()) {
        return Err(value.part.error(format_args!(
            "on.{}: only a thing that is worn responds to this; expected the field `worn` as well, such as worn: \"boots\"",
            occasion.name
        )));
    }
    let effects = on.iter().filter(|(it, _)| *it == Occasion::WEAR);
    let while_worn: Vec<Effect> = effects.flat_map(|(_, it)| it.clone()).collect();
    if worn.is_none() && !while_worn.is_empty() {
        return Err(value.part.error(
            "on.wear: this thing cannot be worn; expected the field `worn` as well, such as worn: \"boots\"",
        ));
    }
    let is_sure = |it: &Effect| it.chance() == 100 && it.tests().is_empty() && it.quota().is_none();
    match while_worn.iter().all(is_sure) {
        true => Ok(()),
        false => Err(value.part.error(
            "on.wear: effects while a thing is worn always take place; expected no `chance`, no `when` and no `per`",
        )),
    }
}

fn read_slot(value: &Value, terms: &Terms) -> Result<Slot, MonsterError> {
    let all = terms.slots().iter();
    let names: Vec<&str> = all.clone().map(|it| it.name).collect();
    value.named(&names, |name| {
        all.clone().find(|it| it.name == name).copied()
    })
}

fn read_sign(value: &Value) -> Result<char, MonsterError> {
    value.accept(
        "a character of code page 437 in single quotes that is not a letter, such as '!'",
        |it| is_shown(*it) && !it.is_ascii_alphabetic() && ![START_GLYPH, ' '].contains(it),
    )
}

/// Reads all thing files into the catalogue. A file with errors changes nothing: what it last defined stays in use or,
/// if it has defined nothing yet, the built-in file of that name. Returns the errors.
pub(super) fn read_things(
    things: &mut Things,
    files: &MonsterFiles,
    vocabulary: Vocabulary,
) -> (Vec<MonsterError>, Vec<Named>) {
    let (mut errors, mut names, mut read) = (Vec::new(), Vec::new(), Vec::<Thing>::new());
    let mut paths: Vec<&str> = Vec::new();
    let all: Vec<MonsterFile> = files.iter().collect();
    let mut in_order: Vec<&MonsterFile> = all.iter().collect();
    in_order.retain(|it| it.name.starts_with(THINGS));
    // A name belongs to the game's own file, or to the first folder.
    in_order.sort_by_key(|it| (it.built_in.is_none(), it.first));
    for file in in_order {
        let is_known = things.texts().any(|(name, _)| name == file.name);
        let built_in = file.built_in.map(Ok);
        let versions = file.in_folders.iter().copied().chain(built_in);
        for (number, version) in versions.enumerate() {
            // What was last defined stays in use, rather than what was defined before that.
            if number > 0 && is_known {
                break;
            }
            let mut found = Vec::new();
            let thing = match version {
                Ok(source) => sources(file, source, &all)
                    .map_err(|error| vec![error])
                    .and_then(|all| read_thing((file.name, &all), vocabulary, &mut found)),
                Err(error) => Err(vec![error.clone()]),
            };
            let wrong = match thing {
                Ok(thing) => match read.iter().position(|it| it.name == thing.name) {
                    None => {
                        names.append(&mut found);
                        read.push(thing);
                        paths.extend(version.map(|it| it.file));
                        break;
                    }
                    Some(other) => {
                        let (name, other) = (&thing.name, paths[other]);
                        let taken = format_args!(
                            "name: {name:?} is taken by {other}; expected a unique name"
                        );
                        let faults = version.map(|it| it.fault_of("name", taken));
                        faults.into_iter().collect()
                    }
                },
                Err(wrong) => wrong,
            };
            // A mistake in a file that others are based on is reported once.
            let new = wrong.into_iter().filter(|it| !errors.contains(it));
            errors.extend(new.collect::<Vec<_>>());
        }
    }
    // Their numbers depend only on the names of the files.
    read.sort_by(|one, other| file_of(one).cmp(file_of(other)));
    things.replace_items(read);
    (errors, names)
}

fn file_of(thing: &Thing) -> &str {
    thing.item.as_ref().map_or("", |it| &it.file)
}

/// Returns an error for each name in a thing file that no monster or thing has, and that no monster has as a tag.
pub(super) fn unknown_in_things(
    names: Vec<Named>,
    things: &Things,
    bestiary: &Bestiary,
) -> Vec<MonsterError> {
    let unknown = names.into_iter().filter(|it| match it.meant {
        Meant::Monster => bestiary.get(&it.name).is_none(),
        Meant::MonsterOrTag => !bestiary.is_kind_or_tag(&it.name),
        _ => things.named(&it.name).is_none(),
    });
    let error = |it: Named| {
        let names = things.iter().map(|it| it.name.as_str());
        let hint = did_you_mean(&it.name, names.filter(|_| it.meant == Meant::Thing));
        let what = match it.meant {
            Meant::MonsterOrTag => "monster or tag",
            Meant::Monster => "monster",
            _ => "thing",
        };
        it.error(format!(
            "unknown {what} {:?}{hint}; it is left out",
            it.name
        ))
    };
    let mut errors: Vec<MonsterError> = unknown.map(error).collect();
    errors.dedup();
    errors
}

impl MonsterFiles {
    /// Returns the names and texts of the thing files that can be read, each as a file that is not based on any other.
    pub fn things(&self) -> Vec<(String, String)> {
        let all: Vec<MonsterFile> = self.iter().collect();
        let things = all.iter().filter(|it| it.name.starts_with(THINGS));
        let whole = |file: &MonsterFile| {
            let source = file.source()?;
            let sources = sources(file, source, &all).unwrap_or_default();
            let text = match reader(&sources, "Thing") {
                Ok(file) if sources.len() > 1 => file.merged(),
                // Whoever reads a broken file says what is wrong with it.
                _ => source.text.to_owned(),
            };
            Some((file.name.to_owned(), text))
        };
        things.filter_map(whole).collect()
    }
}
