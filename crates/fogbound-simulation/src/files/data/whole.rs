//! Reads files whose form a Rust type gives: settings, keys, palettes and high scores.

use ron::Error;
use ron::error::SpannedError;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::edit::field_start;
use crate::files::{TextPosition, brief, did_you_mean};

/// A mistake in a text, with its place. Displayed as one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {why}")]
pub struct TextError {
    /// Where the mistake is.
    pub place: TextPosition,
    /// What is wrong, and what would be accepted.
    pub why: String,
}

/// Reads a whole RON text as a `T`.
///
/// # Errors
///
/// Returns the first mistake. The message names fields, but not the Rust types that hold them.
pub fn parse_ron<T: DeserializeOwned>(text: &str) -> Result<T, TextError> {
    ron::from_str(text).map_err(|error: SpannedError| TextError {
        place: TextPosition {
            line: error.span.end.line,
            column: error.span.end.col,
        },
        why: in_words(&error.code),
    })
}

/// Returns an error at the value of a field, or at the start of the text if the field is not there.
pub fn error_at(text: &str, field: &str, why: impl Into<String>) -> TextError {
    let start = field_start(text, field).unwrap_or(0);
    TextError {
        place: TextPosition::after(&text[..start]),
        why: why.into(),
    }
}

fn in_words(code: &Error) -> String {
    let list = |names: &[&str]| match names {
        [] => "there are none".to_owned(),
        names => names.join(", "),
    };
    match code {
        Error::ExpectedStructLike
        | Error::ExpectedNamedStructLike(_)
        | Error::ExpectedStructName(_)
        | Error::ExpectedDifferentStructName { .. } => {
            "expected fields in parentheses, such as (name: value)".to_owned()
        }
        Error::ExpectedStructLikeEnd => "expected a closing parenthesis".to_owned(),
        Error::NoSuchStructField {
            expected, found, ..
        } => format!(
            "unknown field `{}`{}; the fields are {}",
            brief(found),
            did_you_mean(found, expected.iter().copied()),
            list(expected)
        ),
        Error::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        Error::DuplicateStructField { field, .. } => {
            format!("the field `{field}` is given twice")
        }
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => format!(
            "unknown value `{}`{}; accepted: {}",
            brief(found),
            did_you_mean(found, expected.iter().copied()),
            list(expected)
        ),
        other => brief(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Secret {
        zoom: u8,
        at: Option<(i32, i32)>,
    }

    #[test]
    fn every_mistake_has_a_place_and_no_message_names_a_type() {
        for (text, place, words) in [
            ("[]", "1:1", "expected fields in parentheses"),
            (
                "(zoom: 1, zom: 2)",
                "1:14",
                "unknown field `zom` (did you mean \"zoom\"?)",
            ),
            ("(\n zoom: 1,\n zoom: 2)", "3:6", "`zoom` is given twice"),
            ("(at: None)", "1:10", "the field `zoom` is missing"),
            ("Other(zoom: 1)", "1:6", "expected fields in parentheses"),
            ("(zoom: 1", "1:9", ""),
        ] {
            let error = parse_ron::<Secret>(text).unwrap_err();
            assert_eq!(error.place.to_string(), place, "{text}: {error}");
            let message = error.to_string();
            assert!(message.contains(words), "{text}: {message}");
            assert!(!message.contains("Secret"), "{text}: {message}");
        }
    }

    #[test]
    fn an_error_about_a_field_has_the_place_of_its_value() {
        let text = "// Mine.\n(\n    zoom: 3, // Large.\n    at: None,\n)";
        assert_eq!(error_at(text, "at", "no").to_string(), "4:9: no");
        assert_eq!(error_at(text, "zoom", "no").to_string(), "3:11: no");
        assert_eq!(error_at(text, "other", "no").to_string(), "1:1: no");
    }
}
