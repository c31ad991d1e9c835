//! Commands in words, such as `explore` or `north`, as keys.

use super::{Bindings, Control, KeyScript, ScriptError};
use crate::files::{brief, did_you_mean};

/// The word that introduces a key script.
const KEYS: &str = "keys ";

/// Parses a line, which is either `keys` and a key script, or a list of command names and keys, such as `north ll
/// <Up>`. One invalid word makes the whole line invalid.
///
/// # Errors
///
/// Returns what is wrong with the line, and what would be accepted.
pub fn script_of_words(bindings: &Bindings, line: &str) -> Result<KeyScript, String> {
    let line = line.trim();
    if let Some(script) = line.strip_prefix(KEYS) {
        return parse(script.trim_start());
    }
    let mut script = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = match rest.strip_prefix('<') {
            Some(name) => name.find('>').map(|at| at + 2),
            None => rest.find([' ', '\t', '<']),
        };
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        script += &key_of_word(bindings, word)?;
        rest = after.trim_start();
    }
    parse(&script)
}

fn parse(script: &str) -> Result<KeyScript, String> {
    script
        .parse()
        .map_err(|error: ScriptError| error.to_string())
}

/// Returns the key for one word, in key script syntax.
fn key_of_word(bindings: &Bindings, word: &str) -> Result<String, String> {
    if let Some(control) = bindings.named(word) {
        let key = bindings.keys(control).next();
        return key
            .map(|key| key.to_string())
            .ok_or_else(|| format!("`{word}` has no key; accepted: a command with a key"));
    }
    let mut keys = word.chars();
    let first = keys.next();
    if word.starts_with('<') || keys.all(|key| Some(key) == first) {
        return Ok(word.to_owned());
    }
    let names: Vec<String> = bindings.controls().into_iter().map(Control::name).collect();
    let meant = did_you_mean(word, names.iter().map(String::as_str));
    Err(format!(
        "no command is called `{}`{meant}; accepted: command names, such as `explore` or `east`; single keys, \
         such as `l`, `lll` or `<Up>`; `keys` and a script, such as `keys jll<Up>`",
        brief(word)
    ))
}
