//! Runs the built binary.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The result of running the program.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Answer {
    /// Returns the standard output, after checking that the run ended without errors or warnings.
    pub fn text(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Returns the single line that tells the user what is wrong.
    pub fn mistake(self) -> String {
        match self.wrong() {
            Ok(line) => line.to_owned(),
            Err(why) => panic!("{why}: {self:?}"),
        }
    }

    /// Returns the single line that tells the user what is wrong, or why there is no such line.
    pub fn wrong(&self) -> Result<&str, &'static str> {
        if self.status != 2 {
            return Err("the exit status is not 2");
        }
        if !self.out.is_empty() {
            return Err("something was printed to standard output");
        }
        let line = self.err.strip_suffix('\n');
        let line = line.ok_or("the line is not complete")?;
        let line = line.strip_prefix("fogbound: ");
        let line = line.ok_or("the line does not start with the program's name")?;
        match line.is_empty() || line.contains(['\n', '\r', '\x1b']) || line.contains("panicked") {
            true => Err("not one line that says what is wrong"),
            false => Ok(line),
        }
    }
}

/// Runs `fogbound` with the given arguments.
pub fn fogbound<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Answer {
    fogbound_reading(args, "")
}

/// Runs `fogbound` with the given arguments and standard input.
pub fn fogbound_reading<A: AsRef<OsStr>>(
    args: impl IntoIterator<Item = A>,
    input: impl AsRef<[u8]>,
) -> Answer {
    let mut program = command();
    program.args(args);
    answer_of(program, input)
}

/// Runs a program with the given standard input.
pub fn answer_of(mut program: Command, input: impl AsRef<[u8]>) -> Answer {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the program has an input");
    // If a program fails before it has read everything, it closes the pipe.
    let _ = stdin.write_all(input.as_ref());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Answer {
        status: output.status.code().expect("no signal ended the program"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Returns a command that runs the program without arguments and without a display.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fogbound"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
        .env_remove("WAYLAND_SOCKET")
        .env_remove("FOGBOUND_ASSETS");
    command
}

/// Runs `fogbound monsters` with an asset folder.
pub fn monsters(assets: &Path) -> Answer {
    fogbound(["monsters".as_ref(), "--assets".as_ref(), assets.as_os_str()])
}

/// Returns what a text game with seed 7 prints, given these arguments.
pub fn played(args: &[&str]) -> String {
    let game = ["--frontend", "text", "--seed", "7"];
    fogbound(game.iter().chain(args)).text()
}

/// Plays a text game with seed 7 and the settings in a folder.
pub fn with_settings(folder: &Path, keys: &str) -> Answer {
    let folder = folder.to_str().unwrap();
    let game = ["--frontend", "text", "--seed", "7"];
    fogbound(game.iter().chain(&["--config-dir", folder, "--keys", keys]))
}
