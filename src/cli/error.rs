//! One line for everything that can be wrong on the command line.

use std::error::Error as _;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use thiserror::Error;

use crate::dungeon::DungeonError;
use crate::files::printable;
use crate::map::MapError;

/// Why the program does not do what was asked. Displayed it is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", printable(message))]
pub(super) struct CliError {
    message: String,
    status: u8,
}

impl CliError {
    /// Something the user can put right: exit status 2. The message says what
    /// is wrong, where, and what would be accepted.
    pub fn bad_input(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            status: 2,
        }
    }

    /// Something that failed although the input was right: exit status 1.
    pub fn failed(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            status: 1,
        }
    }

    /// The status to exit with.
    pub fn exit_code(&self) -> ExitCode {
        self.status.into()
    }

    /// Says in one line what clap says in several. `command` is the one whose
    /// options were being read.
    pub(super) fn from_clap(error: &clap::Error, command: &clap::Command) -> Self {
        let said = Said(error);
        // Before a command is named, its name is the program's.
        let whose = match command.get_name() {
            "fogbound" => "`fogbound`".to_owned(),
            name => format!("`fogbound {name}`"),
        };
        Self::bad_input(match error.kind() {
            ErrorKind::InvalidSubcommand => format!(
                "unknown command `{}`; accepted: {}",
                said.text(ContextKind::InvalidSubcommand),
                names(command.get_subcommands().map(clap::Command::get_name)),
            ),
            ErrorKind::UnknownArgument => format!(
                "unexpected `{}`; options of {whose}: {}",
                said.text(ContextKind::InvalidArg),
                options_of(command),
            ),
            ErrorKind::InvalidValue if said.text(ContextKind::InvalidValue).is_empty() => {
                said.no_value()
            }
            ErrorKind::InvalidValue => {
                let value = said.text(ContextKind::InvalidValue);
                // What other builds know has a name that nobody has mistyped.
                let why = match value.as_str() {
                    "window" | "terminal" => format!("`{value}` is not in this build"),
                    _ => format!("unknown value `{value}`"),
                };
                let accepted = said.text(ContextKind::ValidValue);
                format!("{}: {why}; accepted: {accepted}", said.option())
            }
            ErrorKind::ValueValidation => {
                let why = error.source().map(ToString::to_string);
                format!("{}: {}", said.option(), why.unwrap_or_default())
            }
            ErrorKind::MissingRequiredArgument => format!(
                "{whose} needs a {}; `fogbound {} --help` says more",
                bare(&said.text(ContextKind::InvalidArg)),
                command.get_name(),
            ),
            ErrorKind::ArgumentConflict => said.conflict(),
            ErrorKind::InvalidUtf8 => {
                "an argument is not UTF-8 text, as all but file names must be".to_owned()
            }
            // Nothing else is known to happen; clap's first line is then the best there is.
            _ => {
                let lines = error.to_string();
                let first = lines.lines().next().unwrap_or_default();
                first.trim_start_matches("error: ").to_owned()
            }
        })
    }
}

impl From<MapError> for CliError {
    fn from(error: MapError) -> Self {
        Self::bad_input(error.to_string())
    }
}

impl From<DungeonError> for CliError {
    fn from(error: DungeonError) -> Self {
        Self::bad_input(format!("--size: {error}"))
    }
}

/// What a clap error knows.
struct Said<'a>(&'a clap::Error);

impl Said<'_> {
    /// What it knows of one kind, nothing if it knows nothing.
    fn text(&self, kind: ContextKind) -> String {
        match self.0.get(kind) {
            Some(ContextValue::Strings(texts)) => texts.join(", "),
            Some(other) => other.to_string(),
            None => String::new(),
        }
    }

    /// The option at fault, without its value.
    fn option(&self) -> String {
        let argument = self.text(ContextKind::InvalidArg);
        argument.split(' ').next().unwrap_or_default().to_owned()
    }

    fn no_value(&self) -> String {
        let argument = self.text(ContextKind::InvalidArg);
        let (option, value) = argument.split_once(' ').unwrap_or(("", &argument));
        match (option, self.text(ContextKind::ValidValue)) {
            ("", _) => format!("the name of {} is empty", bare(value)),
            (_, names) if names.is_empty() => format!("{option} needs a value, {}", bare(value)),
            (_, names) => format!("{option} needs a value; accepted: {names}"),
        }
    }

    fn conflict(&self) -> String {
        let (option, prior) = (self.option(), self.text(ContextKind::PriorArg));
        if option.is_empty() {
            format!("{prior} stands before the command; accepted: all options after it")
        } else if prior.split(' ').next() == Some(option.as_str()) {
            format!("{option} is given twice; accepted: once")
        } else {
            format!("{option} does not go together with {prior}; accepted: one of them")
        }
    }
}

/// A value's name as it stands in the usage, without its brackets.
fn bare(value: &str) -> &str {
    value.trim_matches(['<', '>'])
}

/// The options that a command takes, in the order of its help.
fn options_of(command: &clap::Command) -> String {
    let options = command.get_arguments().filter_map(clap::Arg::get_long);
    names(options.map(|option| format!("--{option}")))
}

fn names<T: AsRef<str>>(names: impl Iterator<Item = T>) -> String {
    let names: Vec<_> = names.map(|name| name.as_ref().to_owned()).collect();
    names.join(", ")
}
