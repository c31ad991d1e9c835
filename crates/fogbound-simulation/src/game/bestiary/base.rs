//! What a file is based on: the field `base` names another monster or thing, whose fields count where the file has none.

use super::files::{MonsterError, MonsterFile, THINGS};
use crate::files::data::{BASE, Pair, Reader, Source, Value};
use crate::files::{brief, did_you_mean};

/// How many files can be based on each other in a row.
const MOST: usize = 8;

/// Returns a version of a file, followed by those that it is based on, nearest first. A version in a folder can be based on
/// the built-in version of the same file.
pub(super) fn sources<'a>(
    file: &MonsterFile<'a>,
    source: Source<'a>,
    all: &[MonsterFile<'a>],
) -> Result<Vec<Source<'a>>, MonsterError> {
    let of_kind = |it: &&MonsterFile| it.name.starts_with(THINGS) == file.name.starts_with(THINGS);
    let others = all.iter().filter(of_kind);
    let mut chain = vec![source];
    let mut below = after(file, source);
    while let Some(base) = base_of(chain[chain.len() - 1])? {
        let last = chain[chain.len() - 1];
        let is_meant = |it: &Source| name_of(*it).as_ref() == Some(&base);
        let patched = below.iter().position(is_meant);
        let patched = patched.map(|at| below.drain(..=at).next_back());
        let patched = patched.flatten();
        let named = || {
            let named = others.clone().filter(|it| it.name != file.name);
            named
                .filter_map(|it| Some((it, it.source()?)))
                .find(|(_, it)| is_meant(it))
        };
        let next = patched.or_else(|| {
            let (file, found) = named()?;
            below = after(file, found);
            Some(found)
        });
        match next.filter(|it| chain.len() < MOST && !chain.contains(it)) {
            Some(next) => chain.push(next),
            None => {
                let names = others.clone().filter_map(|it| name_of(it.source()?));
                let names: Vec<String> = names.collect();
                let kind = match file.name.starts_with(THINGS) {
                    true => "thing",
                    false => "monster",
                };
                let why = match names.contains(&base) {
                    true => format!(
                        "{base:?} is itself based on this {kind}, or on more than {MOST} others; expected another {kind}"
                    ),
                    false => {
                        let hint = did_you_mean(&base, names.iter().map(String::as_str));
                        let base = brief(&base);
                        format!("found \"{base}\"{hint}; expected the name of another {kind}")
                    }
                };
                return Err(last.fault_of(BASE, format_args!("base: {why}")));
            }
        }
    }
    Ok(chain)
}

/// Returns the versions of a file that another one wins over, nearest first.
fn after<'a>(file: &MonsterFile<'a>, source: Source<'a>) -> Vec<Source<'a>> {
    let mut versions = file.versions().skip_while(|it| *it != source);
    versions.next();
    versions.collect()
}

/// Begins to read a file with what it is based on.
pub(super) fn reader<'a>(
    sources: &[Source<'a>],
    type_name: &'static str,
) -> Result<Reader<'a>, Vec<MonsterError>> {
    let (own, bases) = sources.split_first().ok_or_else(Vec::new)?;
    let mut file = Reader::new(own.whole(), type_name, "")?;
    for base in bases {
        file.based_on(base.whole());
    }
    Ok(file)
}

/// Returns the name of what a file is based on, if it is.
fn base_of(source: Source) -> Result<Option<String>, MonsterError> {
    // Most files are not.
    if !source.text.contains(BASE) {
        return Ok(None);
    }
    let fields = source.whole().fields("")?;
    let found = fields.iter().find(|it| it.key.text() == BASE);
    let name = |it: &Pair| {
        let expected = "the name of another monster or thing in double quotes";
        Value::new(BASE, it.value).accept(expected, |_: &String| true)
    };
    found.map(name).transpose()
}

/// Returns the name of what a file defines, which a file that leaves it out has from its base.
fn name_of(source: Source) -> Option<String> {
    field(source, "name").or_else(|| field(source, BASE))
}

/// Returns the value of a field that holds a text.
fn field(source: Source, name: &str) -> Option<String> {
    let fields = source.whole().fields("").ok()?;
    let field = fields.iter().find(|it| it.key.text() == name)?;
    field.value.read().ok()
}
