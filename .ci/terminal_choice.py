"""Which front end and which colours the game chooses, and what it says where it can show no screen."""

import os
import subprocess

import terminal_routes as routes
from program import wait
from terminal_cells import text_of
from terminal_game import Game
from terminal_pty import Terminal
from terminal_text import Grid, Text, own_folder
from terminal_tmux import Session

GRID = Grid(80, 24)
# What the environment says, and how many colours the game shows then.
COLORS = (
    ({"TERM": "xterm-256color"}, "256"),
    ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ({"TERM": "xterm", "COLORTERM": "truecolor"}, "truecolor"),
    ({"TERM": "linux"}, "16"),
    ({"TERM": "ansi"}, "8"),
    ({"TERM": "vt100"}, "none"),
    ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
)


def check_colors(report, binary):
    """`--colors auto`, and nothing, go by the environment."""
    for count, (variables, colors) in enumerate(COLORS):
        told = ("--colors", "auto") if count % 2 else ()
        assigned = [f"{name}={value}" for name, value in variables.items()]
        session = Session(GRID, "env", *assigned, binary, "--frontend", "terminal", *routes.SEED, *told, *own_folder())
        with Game(session, Text(binary, GRID._replace(colors=colors), *routes.SEED)) as game:
            report.check(f"{' '.join(assigned)}: --colors {colors}", game.until_right() + game.play("l"))


def check_auto(report, binary):
    """`--frontend auto` without a display, in a terminal and into a pipe."""
    arguments = binary, *routes.SEED
    with Game(Session(GRID, *arguments, *GRID.terminal_arguments, *own_folder()),
              Text(binary, GRID, *routes.SEED)) as game:
        report.check("--frontend auto without a display is the terminal", game.until_right() + game.play("l"))
    done = run(*arguments, *own_folder())
    text = run(*arguments, "--frontend", "text", *own_folder())
    problems = [f"status {done.returncode}"] if done.returncode else []
    if done.stdout != text.stdout or "Turn 0" not in text.stdout:
        problems += ["it does not print the first screen", *done.stdout.splitlines()]
    if len(done.stderr.splitlines()) != 1:
        problems += ["it does not say in one line why", *done.stderr.splitlines()]
    report.check("--frontend auto without a display and into a pipe: the first screen as text", problems)


def check_refused(report, binary):
    """Where no screen can be shown the game says so in a line, with status 2, and leaves the terminal alone."""
    problems = refusal(run(binary, "--frontend", "terminal", *own_folder()))
    report.check("--frontend terminal into a pipe: a line on standard error, status 2", problems)
    for term in ("dumb", ""):
        # Standard error is a pipe of the shell's, so that its lines are told apart from those the terminal breaks.
        command = 'said=$("$@" 2>&1 >/dev/tty); echo "status $?, lines $(echo "$said" | wc -l)"; echo "$said"'
        with Terminal(GRID, "sh", "-c", command, "sh", binary, "--frontend", "terminal", *own_folder(),
                      env={"TERM": term}) as terminal:
            before = terminal.state
            terminal.status()
            # The last that it wrote may still be on its way.
            wait(lambda: terminal.count)
            terminal.wait_quiet()
            rows, after = text_of(terminal.shown()), terminal.state
        problems = [] if rows[0] == "status 2, lines 1" and "TERM" in "".join(rows[1:]) else rows
        if after != before:
            problems.append(f"the terminal is left with {after}")
        report.check(f"TERM={term}: a line on standard error, status 2", problems)


def refusal(done):
    """What is wrong with a refusal."""
    problems = [] if done.returncode == 2 else [f"status {done.returncode}"]
    if done.stdout or len(done.stderr.splitlines()) != 1 or "--frontend text" not in done.stderr:
        problems += [f"on standard output: {done.stdout!r}", f"on standard error: {done.stderr!r}"]
    return problems


def run(*command):
    """What the game says without a terminal."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "TERM": "xterm-256color"})
