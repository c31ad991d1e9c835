//! Reads a data file from several folders. Later folders win.

use std::path::PathBuf;

use super::data::{DataError, Merged, Node, Source};
use super::{FileError, read_text};

/// A data file in one of several folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The path, for messages.
    pub path: String,
    /// The text.
    pub text: String,
}

/// A data file, joined from those in several folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The path of the last one, for messages.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// Where the parts of the text come from, if it was joined.
    merged: Option<Merged>,
}

/// How a version of a file is laid over those in earlier folders. Returns `None` if it replaces them as it stands.
///
/// # Errors
///
/// Says what is wrong with the file.
pub type Lay<'a> = dyn Fn(Node<'a>, Option<Node<'a>>) -> Result<Option<Node<'a>>, DataError> + 'a;

impl Joined {
    /// Returns an error in the text as an error in the file that the place comes from.
    pub fn trace(&self, error: DataError) -> DataError {
        match &self.merged {
            Some(merged) => merged.trace(error),
            None => DataError {
                file: self.path.clone(),
                ..error
            },
        }
    }
}

/// Lays a version over earlier ones field by field.
///
/// # Errors
///
/// None.
pub fn lay_over<'a>(own: Node<'a>, below: Option<Node<'a>>) -> Result<Option<Node<'a>>, DataError> {
    Ok(below.map(|below| own.over(below)))
}

/// Replaces earlier versions.
///
/// # Errors
///
/// None.
pub fn replace<'a>(_: Node<'a>, _: Option<Node<'a>>) -> Result<Option<Node<'a>>, DataError> {
    Ok(None)
}

/// Reads the file with this name, of at most `most` bytes, in each folder that has it. An error goes to `errors`.
pub fn layers(
    folders: &[PathBuf],
    name: &str,
    most: u64,
    errors: &mut Vec<DataError>,
) -> Vec<Layer> {
    let read = |folder: &PathBuf| {
        let file = folder.join(name);
        let path = file.display().to_string();
        match read_text(&file, most) {
            Ok(text) => Some(Layer { path, text }),
            Err(FileError::Missing) => None,
            Err(error) => {
                let place = match error {
                    FileError::NotUtf8 { place, .. } => Some(place),
                    _ => None,
                };
                let message = error.to_string();
                errors.push(DataError {
                    file: path,
                    place,
                    message,
                });
                None
            }
        }
    };
    folders.iter().filter_map(read).collect()
}

/// Joins the versions of a file, each laid over the earlier ones, the first over `below`. `check` returns the errors in a
/// text. A version with errors is left out, and its errors are returned as well. Those that it has only together with
/// others name them.
pub fn join<'a>(
    layers: &'a [Layer],
    below: Option<Source<'a>>,
    lay: &Lay<'a>,
    check: impl Fn(&str, &str) -> Result<(), Vec<DataError>>,
) -> (Option<Joined>, Vec<DataError>) {
    let mut errors = Vec::new();
    let mut used: Vec<&'a Layer> = Vec::new();
    let mut joined: Option<Joined> = None;
    for layer in layers {
        let attempt = |used: &[&'a Layer]| -> Result<Joined, Vec<DataError>> {
            let found = lay_all(used, below, lay).map_err(|error| vec![error])?;
            let errors = check(&found.path, &found.text).err().unwrap_or_default();
            match errors.is_empty() {
                true => Ok(found),
                false => Err(errors.into_iter().map(|it| found.trace(it)).collect()),
            }
        };
        used.push(layer);
        match attempt(&used) {
            Ok(found) => joined = Some(found),
            Err(wrong) => {
                used.pop();
                let is_clash = !used.is_empty() && attempt(&[layer]).is_ok();
                let others: Vec<&str> = used.iter().map(|it| &*it.path).collect();
                let others = others.join(" and ");
                errors.extend(wrong.into_iter().map(|mut it| {
                    if is_clash {
                        it.message += &format!(" (together with {others})");
                        it.message += "; this file is left out";
                    }
                    it
                }));
            }
        }
    }
    (joined, errors)
}

fn lay_all<'a>(
    layers: &[&'a Layer],
    below: Option<Source<'a>>,
    lay: &Lay<'a>,
) -> Result<Joined, DataError> {
    let mut all = below.map(Node::of).transpose()?;
    let mut joined = Joined {
        path: String::new(),
        text: String::new(),
        merged: None,
    };
    for layer in layers {
        let source = Source {
            file: &layer.path,
            text: &layer.text,
        };
        joined.path.clone_from(&layer.path);
        let Ok(own) = Node::of(source) else {
            // Whoever reads the file says what is wrong with it.
            joined.text.clone_from(&layer.text);
            joined.merged = None;
            return Ok(joined);
        };
        let laid = lay(own.clone(), all.take())?;
        let merged = laid.as_ref().map(Node::written);
        joined.text = merged
            .as_ref()
            .map_or_else(|| layer.text.clone(), |it| it.text.clone());
        joined.merged = merged;
        all = Some(laid.unwrap_or(own));
    }
    Ok(joined)
}
