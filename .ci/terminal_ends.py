"""However the game ends or stops, the terminal is as it was before."""

import os
import shlex
import signal
import time

import terminal_routes as routes
from program import wait
from terminal_cells import text_of
from terminal_game import Game
from terminal_processes import child_of, is_alive, is_in_foreground, is_stopped, settings
from terminal_pty import Terminal
from terminal_text import Grid, Text, own_folder
from terminal_tmux import Session

GRID = Grid(80, 24)
PROMPT = "ready> "
# A shell that leaves the terminal as programs leave it.
SHELL = "sh", "-i"
PANIC = "a panic on purpose"

# How the game ends, what makes it, and the exit status that the shell sees.
ENDS = (
    ("Q and y", "Qy", 0),
    ("Ctrl-C", "<Ctrl+c>", 130),
    ("Ctrl-C in the menu", "<Ctrl+c>", 130),
    ("kill -TERM", signal.SIGTERM, 143),
    ("kill -HUP", signal.SIGHUP, 129),
    ("kill -INT", signal.SIGINT, 130),
    ("a panic", "<F9>", 101),
)


def in_tmux(*command, env=()):
    return Session(GRID, *command, env=env)


def in_exact(*command, env=()):
    """A terminal with kitty's protocol."""
    return Terminal(GRID, *command, exact=True, env=env)


class Shell:
    """A shell in a terminal, which starts the game."""

    def __init__(self, open_terminal, binary):
        self.binary = binary
        self.terminal = open_terminal(*SHELL, env=[("PS1", PROMPT)])
        self.pid = self.terminal.pid
        self._until_prompt()
        self.before = self.state()

    def state(self):
        """All of the terminal's state that can be had."""
        return [self.terminal.tell_state(), *settings(self.terminal.tty)]

    def start(self):
        """Starts the game; returns it, beside the same as text."""
        command = [self.binary, "--frontend", "terminal", *routes.SEED, *GRID.terminal_arguments, *own_folder()]
        self.terminal.type_line(shlex.join(map(str, command)))
        self.game_pid = child_of(self.pid)
        return Game(self.terminal, Text(self.binary, GRID, *routes.SEED))

    def until_back(self):
        """Waits until the terminal is the shell's again; what is wrong then."""
        if not wait(lambda: is_in_foreground(self.pid), seconds=30):
            return ["the terminal does not come back to the shell"]
        if not wait(lambda: self.state() == self.before, seconds=3, pause=0.1):
            return [f"{now} instead of {was}" for now, was in zip(self.state(), self.before) if now != was]
        return []

    def _until_prompt(self):
        if not wait(lambda: any(row == PROMPT.strip() for row in text_of(self.terminal.shown()))):
            raise RuntimeError("the shell shows no prompt")

    def run(self, command, mark):
        """Runs a command that prints a line with this mark in front; what is behind it."""
        self.terminal.type_line(command)

        def told():
            return [row.removeprefix(mark) for row in text_of(self.terminal.shown()) if row.startswith(mark)]
        wait(told, pause=0.02)
        return told()[-1:]

    def close(self):
        self.terminal.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def check_ends(report, open_terminal, where, panics):
    """The ways in which the game ends, one after another from the same shell."""
    with Shell(open_terminal, panics) as shell:
        for number, (name, cause, expected) in enumerate(ENDS):
            game = shell.start()
            problems = game.until_right() + game.play("l")
            if "menu" in name:
                problems += game.play("<Escape>")
            taken = shell.state()
            if isinstance(cause, str):
                shell.terminal.send(cause)
            else:
                os.kill(shell.game_pid, cause)
            problems += shell.until_back()
            mark = f"status {number}: "
            status = shell.run(f'echo "{mark}$?"', mark)
            if status != [str(expected)]:
                problems.append(f"exit status {status} instead of {expected}")
            text = "\n".join(text_of(shell.terminal.shown()))
            if PROMPT not in text:
                problems.append("what the screen showed before is gone")
            if cause == "<F9>" and PANIC not in text:
                problems += ["the panic's message cannot be read", text]
            game.text.close()
            if taken[0] == shell.before[0] or taken[1:] == shell.before[1:]:
                problems.append(f"the game has not taken the terminal: {taken}")
            report.check(f"{where}: {name} ends it with status {expected}, and the terminal is as it was", problems)
        check_written(report, where, shell.terminal)


def check_stops(report, open_terminal, where, binary):
    """The game is stopped and goes on, and is left in the end."""
    with Shell(open_terminal, binary) as shell:
        game = shell.start()
        problems = game.until_right() + game.play("l")
        for _ in range(2):
            problems += stop(shell, "<Ctrl+z>") + go_on(shell, game)
        report.check(f"{where}: Ctrl-Z gives the terminal back as it was; fg goes on with the same screen", problems)
        problems = stop(shell, "<Ctrl+z>")
        shell.terminal.type_line("bg")
        # It goes on for a moment, and stops when it wants the terminal.
        time.sleep(0.5)
        if not wait(lambda: is_stopped(shell.game_pid)):
            problems.append("the game goes on in the background")
        problems += shell.until_back() + go_on(shell, game)
        report.check(f"{where}: bg stops it again and leaves the terminal to the shell; fg goes on", problems)
        os.kill(shell.game_pid, signal.SIGSTOP)
        problems = [] if wait(lambda: is_in_foreground(shell.pid)) else ["the shell does not come back"]
        # The shell writes into the game's screen.
        problems += [] if wait(lambda: not game.shows(), seconds=10) else ["nothing spoils the screen"]
        problems += go_on(shell, game)
        report.check(f"{where}: kill -STOP, rubbish from the shell, and fg: the whole screen is drawn anew", problems)
        shell.terminal.send("Qy")
        report.check(f"{where}: and left after that, the terminal is as it was", shell.until_back())
        game.text.close()
        check_written(report, where, shell.terminal)


def stop(shell, key):
    """The game stops; what is wrong then."""
    shell.terminal.send(key)
    if not wait(lambda: is_stopped(shell.game_pid)):
        return ["the game does not stop"]
    return shell.until_back()


def go_on(shell, game):
    """The shell has the game go on; what is wrong then, and after a key."""
    shell.terminal.type_line("fg")
    return game.until_right() + game.play("l") + game.play("h")


def check_alone(report, open_terminal, where, binary):
    """A game that no shell could have go on, and that somebody stops from outside."""
    terminal = open_terminal(binary, "--frontend", "terminal", *routes.SEED, *GRID.terminal_arguments, *own_folder())
    with Game(terminal, Text(binary, GRID, *routes.SEED)) as game:
        problems = game.until_right()
        before = terminal.tell_state()
        terminal.send("<Ctrl+z>")
        problems += game.play("l") + game.play("h")
        if terminal.tell_state() != before:
            problems.append(f"{terminal.tell_state()} instead of {before}")
        report.check(f"{where}: Ctrl-Z where nobody could have it go on: it goes on at once", problems)
        problems = spoil(game)
        os.kill(terminal.pid, signal.SIGSTOP)
        # In tmux it does not stay so: tmux has its programs go on.
        if isinstance(terminal, Terminal) and not wait(lambda: is_stopped(terminal.pid)):
            problems.append("it does not stop")
        os.kill(terminal.pid, signal.SIGCONT)
        problems += game.until_right() + game.play("l")
        if terminal.tell_state() != before:
            problems.append(f"{terminal.tell_state()} instead of {before}")
        report.check(f"{where}: rubbish on the screen, kill -STOP, kill -CONT: the whole screen is drawn anew",
                     problems)
        problems = spoil(game)
        terminal.send("<Ctrl+l>")
        report.check(f"{where}: rubbish on the screen and Ctrl-L: the whole screen is drawn anew",
                     problems + game.until_right())
        check_written(report, where, terminal)
        check_gone(report, where, terminal)


def spoil(game):
    """Somebody else writes to the terminal; what is wrong if that is not to be seen."""
    with open(game.terminal.tty, "wb", buffering=0) as tty:
        tty.write(b"\x1b[5;5Hrubbish\x1b[12;1Hmore rubbish")
    return [] if wait(lambda: not game.shows()) else ["the rubbish is not to be seen"]


def check_gone(report, where, terminal):
    """The terminal is closed while the game runs."""
    pid = terminal.pid
    if isinstance(terminal, Terminal):
        terminal.hang_up()
        # It learns of it by the signal or because it cannot read, whichever comes first.
        status = terminal.status()
        problems = [] if status in (1, 129) else [f"status {status} instead of 129"]
    else:
        terminal.close()
        problems = [] if wait(lambda: not is_alive(pid)) else ["the game goes on without a terminal"]
    report.check(f"{where}: the terminal is closed, and the game ends", problems)


def check_written(report, where, terminal):
    """All that the game has written to a terminal of the check's own is what terminals know."""
    if isinstance(terminal, Terminal):
        report.check(f"{where}: nothing is written that is not known", terminal.problems)


def check_exact(report, binary):
    """Keys as kitty sends them: Escape, Ctrl-C and the rest of them."""
    terminal = in_exact(binary, "--frontend", "terminal", *routes.SEED, *GRID.terminal_arguments, *own_folder())
    with Game(terminal, Text(binary, GRID, *routes.SEED)) as game:
        problems = game.until_right()
        state = terminal.state
        if not state.alternate_flags or state.main_flags:
            problems.append(f"the flags are {state}")
        problems += game.play_all(("l", "x", "<Escape>", "<Escape>", "<Down>", "<Escape>", "m", "<Escape>"))
        # A key that comes with Alt asks for nothing here, and is no Escape.
        terminal.send_bytes(b"\x1b[108;3u\x1b[111;3u")
        problems += game.play("l")
        report.check("a terminal with kitty's protocol: flags are set for the alternate screen alone; keys are played",
                     problems)
        terminal.send("<Ctrl+c>")
        status = terminal.status()
        problems = [] if status == 130 else [f"status {status}"]
        state = terminal.state
        if state.main_flags or state.alternate_flags or state.modes != {25}:
            problems.append(f"it leaves {state}")
        report.check("a terminal with kitty's protocol: Ctrl-C, and all is as it was", problems)
