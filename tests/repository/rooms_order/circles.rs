//! Finds cycles of files that import each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::paths::{Mention, mentions};

/// The files of a crate, by module path. The crate's root is the empty path.
pub struct Files(BTreeMap<Vec<String>, File>);

struct File {
    name: String,
    mentions: Vec<Mention>,
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
        let targets = file.mentions.iter().filter_map(|mention| {
            let mut path = mention.path.clone();
            if !mention.within {
                // The path may start with a module that this file declares. A path of only one word is a variable.
                let first = path.first().filter(|_| mention.path.len() > 1)?;
                let mut child = module.clone();
                child.push(first.clone());
                if !self.0.contains_key(&child) {
                    return None;
                }
                child.extend(path.drain(1..));
                path = child;
            }
            self.file_of(&path, 0)
        });
        targets.filter(|target| *target != module).collect()
    }

    /// Returns the module whose file defines the last name of a path, following re-exports.
    fn file_of(&self, path: &[String], depth: usize) -> Option<&Vec<String>> {
        let known = |length: &usize| self.0.contains_key(&path[..*length]);
        let length = (0..=path.len()).rev().find(known)?;
        let (module, file) = self.0.get_key_value(&path[..length])?;
        let reexport = path.get(length).and_then(|name| file.imported.get(name));
        match reexport.filter(|_| depth < 10) {
            Some(target) => {
                let source = self.reexported(module, target);
                source
                    .and_then(|source| self.file_of(&source, depth + 1))
                    .or(Some(module))
            }
            None => Some(module),
        }
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
