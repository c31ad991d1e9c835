//! The paths that a source file mentions, in `use` lines and elsewhere.

use super::tokens::{Token, tokens};

/// A path that a file mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The path's segments. A path within the crate does not include the root, so its first segment is a room.
    pub path: Vec<String>,
    /// Whether the path refers to something in this crate.
    pub within: bool,
    /// Whether the path is part of a `use` item.
    pub imports: bool,
    /// The line where the path begins.
    pub line: usize,
}

/// Returns all paths in the source of a module. `module` is the module's own path below the crate's root. A single word
/// counts as a path.
pub fn mentions(module: &[String], source: &str) -> Vec<Mention> {
    let mut walk = Walk {
        tokens: tokens(source),
        at: 0,
        module: module.to_vec(),
        braces: Vec::new(),
        found: Vec::new(),
    };
    walk.file();
    walk.found
}

struct Walk {
    tokens: Vec<Token>,
    at: usize,
    /// The path of the current module, including inline modules.
    module: Vec<String>,
    /// For each open brace, whether it opened an inline module.
    braces: Vec<bool>,
    found: Vec<Mention>,
}

impl Walk {
    fn file(&mut self) {
        while let Some(token) = self.tokens.get(self.at).cloned() {
            if token.is("use") && !self.next_is("<") {
                self.at += 1;
                self.use_tree(&[], token.line);
            } else if token.is("mod") && self.tokens.get(self.at + 2).is_some_and(|it| it.is("{")) {
                self.module.push(self.tokens[self.at + 1].text.clone());
                self.braces.push(true);
                self.at += 3;
            } else if token.is("mod") && self.tokens.get(self.at + 2).is_some_and(|it| it.is(";")) {
                // A module declaration that refers to another file is not an import.
                self.at += 3;
            } else if token.is("pub") && self.tokens.get(self.at + 2).is_some_and(|it| it.is("in"))
            {
                // The path in `pub(in a::b)` only says who can see the item.
                self.at += 3;
                self.path();
            } else if token.is("{") {
                self.braces.push(false);
                self.at += 1;
            } else if token.is("}") {
                if self.braces.pop() == Some(true) {
                    self.module.pop();
                }
                self.at += 1;
            } else if token.is_word() {
                let path = self.path();
                self.record(&path, token.line, false);
            } else {
                self.at += 1;
            }
        }
    }

    fn next_is(&self, text: &str) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|it| it.is(text))
    }

    /// Consumes `a::b::c`, and a trailing `::` if there is one.
    fn path(&mut self) -> Vec<String> {
        let mut path = Vec::new();
        while let Some(token) = self.tokens.get(self.at).filter(|it| it.is_word()) {
            path.push(token.text.clone());
            self.at += 1;
            if !self.tokens.get(self.at).is_some_and(|it| it.is("::")) {
                break;
            }
            self.at += 1;
        }
        path
    }

    /// Consumes everything between `use` and `;`, or a single branch of a `use` tree.
    fn use_tree(&mut self, stem: &[String], line: usize) {
        if self.tokens.get(self.at).is_some_and(|it| it.is("::")) {
            self.at += 1;
        }
        let mut path = stem.to_vec();
        path.extend(self.path());
        match self.tokens.get(self.at).map(|it| it.text.as_str()) {
            Some("{") => {
                self.at += 1;
                while let Some(token) = self.tokens.get(self.at).cloned() {
                    if token.is("}") {
                        break;
                    } else if token.is(",") {
                        self.at += 1;
                    } else {
                        self.use_tree(&path, token.line);
                    }
                }
                self.at += 1;
            }
            sign => {
                if sign == Some("*") {
                    path.push("*".to_owned());
                    self.at += 1;
                }
                // Skip `as name`.
                let ends = |it: &Token| [",", "}", ";"].contains(&it.text.as_str());
                while self.tokens.get(self.at).is_some_and(|it| !ends(it)) {
                    self.at += 1;
                }
                // `a::{self}` is `a`.
                if path.len() > 1 && path.last().is_some_and(|it| it == "self") {
                    path.pop();
                }
                self.record(&path, line, true);
            }
        }
    }

    fn record(&mut self, path: &[String], line: usize, imports: bool) {
        let Some(first) = path.first() else { return };
        let mut base = self.module.clone();
        let mut rest = path;
        let within = ["crate", "self", "super"].contains(&first.as_str()) && path.len() > 1;
        if within {
            if first == "crate" {
                base.clear();
                rest = &rest[1..];
            } else {
                while let Some(step) = rest.first().filter(|it| *it == "self" || *it == "super") {
                    if step == "super" {
                        base.pop();
                    }
                    rest = &rest[1..];
                }
            }
        } else {
            base.clear();
        }
        base.extend_from_slice(rest);
        self.found.push(Mention {
            path: base,
            within,
            imports,
            line,
        });
    }
}
