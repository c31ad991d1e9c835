//! Finds cycles of files that import each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::paths::{Mention, mentions};
use super::tokens::{Token, tokens};

/// The words with which items other than `mod` and `use` begin.
const ITEMS: [&str; 9] = [
    "const",
    "enum",
    "fn",
    "impl",
    "macro_rules",
    "static",
    "struct",
    "trait",
    "type",
];

/// The files of a crate, by module path. The crate's root is the empty path.
pub struct Files(BTreeMap<Vec<String>, File>);

struct File {
    name: String,
    mentions: Vec<Mention>,
    /// Whether the file has items of its own, and not only modules and re-exports.
    has_items: bool,
    /// The full path of each name that the file imports.
    imported: BTreeMap<String, Vec<String>>,
}

impl Files {
    /// Creates the list from the paths of the files, relative to `src`, and their sources.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a Path, &'a str)>) -> Self {
        let mut all = BTreeMap::new();
        for (path, source) in files {
            let module = module_of(path);
            let mentions = mentions(&module, source);
            let imports = mentions.iter().filter(|it| it.imports && it.path.len() > 1);
            let imported =
                imports.filter_map(|it| Some((it.path.last()?.clone(), it.path.clone())));
            let file = File {
                name: path.display().to_string(),
                imported: imported.collect(),
                has_items: has_items(source),
                mentions,
            };
            all.insert(module, file);
        }
        Self(all)
    }

    /// Returns each group of files whose imports form a cycle. Each group is listed once, with its files sorted by
    /// name.
    pub fn circles(&self) -> Vec<Vec<&str>> {
        let edges: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> = self
            .0
            .keys()
            .map(|module| (module, self.imported_by(module)))
            .collect();
        let reach = |from: &Vec<String>| {
            let mut found: BTreeSet<&Vec<String>> = BTreeSet::new();
            let mut open: Vec<&Vec<String>> = edges[from].iter().copied().collect();
            while let Some(next) = open.pop() {
                if found.insert(next) {
                    open.extend(&edges[next]);
                }
            }
            found
        };
        let reached: BTreeMap<&Vec<String>, _> = self.0.keys().map(|it| (it, reach(it))).collect();
        let mut circles: BTreeSet<Vec<&str>> = BTreeSet::new();
        for (module, reaches) in &reached {
            let back = reaches
                .iter()
                .filter(|other| reached[*other].contains(module));
            let mut circle: Vec<&str> = back.map(|other| self.0[*other].name.as_str()).collect();
            circle.sort_unstable();
            if circle.len() > 1 {
                circles.insert(circle);
            }
        }
        circles.into_iter().collect()
    }

    /// Returns the modules that a module's file imports from.
    fn imported_by(&self, module: &Vec<String>) -> BTreeSet<&Vec<String>> {
        let file = &self.0[module];
        let targets = file.mentions.iter().flat_map(|mention| {
            let mut path = mention.path.clone();
            if !mention.within {
                // The path may start with a module that this file declares. A path of only one word is a variable.
                let mut child = module.clone();
                child.extend(path.first().filter(|_| path.len() > 1).cloned());
                if child.len() == module.len() || !self.0.contains_key(&child) {
                    return Vec::new();
                }
                child.extend(path.drain(1..));
                path = child;
            }
            self.files_of(&path)
        });
        targets.filter(|target| *target != module).collect()
    }

    /// Returns the modules whose files an import of a path needs. If a name is re-exported, these are the file that
    /// defines it, and each file with items of its own that re-exports it. A file without items is only an index.
    fn files_of(&self, path: &[String]) -> Vec<&Vec<String>> {
        let mut found = Vec::new();
        let mut path = path.to_vec();
        // The limit stops re-exports that lead back to themselves.
        for _ in 0..10 {
            let known = |length: &usize| self.0.contains_key(&path[..*length]);
            let Some(length) = (0..=path.len()).rev().find(known) else {
                break;
            };
            let Some((module, file)) = self.0.get_key_value(&path[..length]) else {
                break;
            };
            let reexport = path.get(length).and_then(|name| file.imported.get(name));
            let next = reexport.and_then(|target| self.reexported(module, target));
            if file.has_items || next.is_none() {
                found.push(module);
            }
            match next {
                Some(next) => path = next,
                None => break,
            }
        }
        found
    }

    /// Returns the full path, from the crate's root, of the `target` that `module` imports. Returns `None` if the
    /// target is outside the crate.
    fn reexported(&self, module: &[String], target: &[String]) -> Option<Vec<String>> {
        let mut child = module.to_vec();
        child.extend_from_slice(target);
        let is_child = target.first().is_some_and(|first| {
            let mut path = module.to_vec();
            path.push(first.clone());
            self.0.contains_key(&path)
        });
        if is_child {
            return Some(child);
        }
        let is_inside = target
            .first()
            .is_some_and(|first| self.0.contains_key(&vec![first.clone()]));
        is_inside.then(|| target.to_vec())
    }
}

/// Returns whether a file has items other than modules and imports. Programs for doc tests, which come last, do not
/// count.
fn has_items(source: &str) -> bool {
    let source = source.split("#[cfg(doctest)]").next().unwrap_or_default();
    let is_item = |token: &Token| ITEMS.contains(&token.text.as_str());
    tokens(source).iter().any(is_item)
}

/// Returns a file's module: `fov::arc` for `fov/arc.rs`, `fov` for `fov/mod.rs` and `fov.rs`, and the root for
/// `lib.rs`.
pub fn module_of(file: &Path) -> Vec<String> {
    let path = file.with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    let mut module: Vec<_> = parts.collect();
    match module.last().map(String::as_str) {
        Some("mod") if module.len() > 1 => {
            module.pop();
        }
        Some("lib") if module.len() == 1 => module.clear(),
        _ => {}
    }
    module
}
