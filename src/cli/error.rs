//! Command-line errors, each displayed as one line.

use std::error::Error as _;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use thiserror::Error;

use crate::dungeon::DungeonError;
use crate::files::printable;
use crate::map::MapError;

/// A command-line error, displayed as one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", printable(message))]
pub(super) struct CliError {
    message: String,
    status: u8,
}

impl CliError {
    /// Returns an error that the user can fix. Its exit status is 2. The message says what is wrong and where, and what
    /// would be accepted.
    pub fn bad_input(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            status: 2,
        }
    }

    /// Returns an error that occurred despite valid input. Its exit status is 1.
    pub fn failed(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            status: 1,
        }
    }

    pub fn exit_code(&self) -> ExitCode {
        self.status.into()
    }

    /// Shortens clap's error to one line. `command` is the command whose options clap was parsing.
    pub(super) fn from_clap(error: &clap::Error, command: &clap::Command) -> Self {
        let context = Context(error);
        // Without a command, clap reports the name of the program.
        let name = match command.get_name() {
            "fogbound" => "fogbound".to_owned(),
            name => format!("fogbound {name}"),
        };
        Self::bad_input(match error.kind() {
            ErrorKind::InvalidSubcommand => format!(
                "unknown command `{}`; accepted: {}",
                context.text(ContextKind::InvalidSubcommand),
                names(command.get_subcommands().map(clap::Command::get_name)),
            ),
            ErrorKind::UnknownArgument => format!(
                "unexpected `{}`; options of `{name}`: {}",
                context.text(ContextKind::InvalidArg),
                options_of(command),
            ),
            ErrorKind::InvalidValue if context.text(ContextKind::InvalidValue).is_empty() => {
                context.no_value()
            }
            ErrorKind::InvalidValue => {
                let value = context.text(ContextKind::InvalidValue);
                // These names are valid, but this build does not include that front end.
                let why = match value.as_str() {
                    "window" | "terminal" => format!("`{value}` is not in this build"),
                    _ => format!("unknown value `{value}`"),
                };
                let accepted = context.text(ContextKind::ValidValue);
                format!("{}: {why}; accepted: {accepted}", context.option())
            }
            ErrorKind::ValueValidation => {
                let why = error.source().map(ToString::to_string);
                format!("{}: {}", context.option(), why.unwrap_or_default())
            }
            ErrorKind::MissingRequiredArgument => format!(
                "`{name}` needs a {}; see `{name} --help`",
                bare(&context.text(ContextKind::InvalidArg)),
            ),
            ErrorKind::ArgumentConflict => context.conflict(),
            ErrorKind::InvalidUtf8 => {
                "an argument is not UTF-8 text; only file names may contain other bytes".to_owned()
            }
            // No other kind of error is known to occur. If one does occur, the first line of clap's own message is the
            // best available.
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

/// The context of a clap error.
struct Context<'a>(&'a clap::Error);

impl Context<'_> {
    /// Returns the error's context of the given kind, or an empty string if the error has none.
    fn text(&self, kind: ContextKind) -> String {
        match self.0.get(kind) {
            Some(ContextValue::Strings(texts)) => texts.join(", "),
            Some(other) => other.to_string(),
            None => String::new(),
        }
    }

    /// Returns the invalid option, without its value, or the name of another invalid argument.
    fn option(&self) -> String {
        let argument = self.text(ContextKind::InvalidArg);
        bare(argument.split(' ').next().unwrap_or_default())
    }

    fn no_value(&self) -> String {
        let argument = self.text(ContextKind::InvalidArg);
        let (option, value) = argument.split_once(' ').unwrap_or(("", &argument));
        match (option, self.text(ContextKind::ValidValue)) {
            ("", _) => format!("{} is empty; accepted: a file name", bare(value)),
            (_, names) if names.is_empty() => format!("{option} needs a value: {}", bare(value)),
            (_, names) => format!("{option} needs a value; accepted: {names}"),
        }
    }

    fn conflict(&self) -> String {
        let (option, prior) = (self.option(), self.text(ContextKind::PriorArg));
        if option.is_empty() {
            format!("{prior} must come after the command")
        } else if prior.split(' ').next() == Some(option.as_str()) {
            format!("{option} is given twice; accepted: once")
        } else {
            format!("{option} cannot be used with {prior}; use only one of them")
        }
    }
}

/// Returns the names of values without the brackets and dots that surround them in the usage text.
fn bare(values: &str) -> String {
    values.replace(['<', '>'], "").replace("...", "")
}

/// Returns the options of a command, in the order in which its help lists them.
fn options_of(command: &clap::Command) -> String {
    let shown = command.get_arguments().filter(|it| !it.is_hide_set());
    let options = shown.filter_map(clap::Arg::get_long);
    names(options.map(|option| format!("--{option}")))
}

fn names<T: AsRef<str>>(names: impl Iterator<Item = T>) -> String {
    let names: Vec<_> = names.map(|name| name.as_ref().to_owned()).collect();
    names.join(", ")
}
