#!/usr/bin/env python3
"""Kills the game, fills its disk and has it panic: nothing of a game may be lost but the command that was being played.

    python3 .ci/saves_check.py target/debug/fogbound target/debug/examples/panics [--kills NUMBER]

Prints a line for each check and, last, the number of failures; exit status 1 if there is any. A small disk is made for
real, which needs root or a system on which anybody may have a namespace of one's own.
"""

import sys

sys.dont_write_bytecode = True

import argparse
import os
import random
import re
import signal
import subprocess
import tempfile
import time
from collections import deque
from functools import partial
from pathlib import Path
from threading import Thread

import processes
from program import status, wait
from report import Report
from terminal_game import Game
from terminal_pty import Terminal
from terminal_text import Grid, Text, own_folder
from terminal_tmux import Session
from window_check import work

# Each of these keys is one command, whatever becomes of it.
KEYS = ".hjklyubn"
LENGTH = 120
SCREEN = "--frontend", "text", "--screen", "80x24"


def journal_of(folder):
    """The journal in a folder of saved games; nothing if there is none."""
    files = sorted(Path(folder).glob("games/*.journal"))
    return files[0] if files else None


def done_in(journal):
    """How many commands a journal has the end of."""
    lines = journal.read_bytes().split(b"\n")[:-1]
    return max(0, sum(line.startswith(b"= ") for line in lines) - 1)


def text_of(binary, *arguments, wanted=0):
    """What the game prints as text; the exit status must be this one."""
    done = subprocess.run([binary, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=120)
    if done.returncode != wanted:
        raise RuntimeError(f"{arguments}: status {done.returncode}: {done.stderr}")
    return done.stdout if wanted == 0 else done.stderr


def typed(seed):
    """The keys of a game."""
    dice = random.Random(seed)
    return "".join(dice.choice(KEYS) for _ in range(LENGTH))


def rest_of(binary, folder, seed, keys, least):
    """What is wrong with what is left of a game that was killed when `least` keys had been answered."""
    journal = journal_of(folder)
    if journal is None:
        return ["there is no journal"] if least else []
    before, count = journal.read_bytes(), done_in(journal)
    if b"\n= " not in before and not least:
        # It was killed while the game began.
        return []
    if b"\nend " in before:
        # The player died before that, and was asked for nothing more.
        told = text_of(binary, "replay", journal, "--check")
        return [] if "as it was played" in told else [told]
    if count < least:
        return [f"{least} commands were answered, {count} are in the journal"]
    shown = text_of(binary, *SCREEN, "--data-dir", folder, "--continue", "--keys", "")
    left = text_of(binary, *SCREEN, "--seed", seed, "--keys", keys[:count])
    # The last line but one of what was said may tell that a line was left out.
    if shown != left and "is left out" not in shown:
        return [f"after {count} commands the screen is another", *shown.splitlines(), *left.splitlines()]
    torn = list(Path(folder).glob("games/*.torn-*"))
    if not before.endswith(b"\n") and not torn:
        return ["what was torn off the end has not been kept"]
    return []


def kill_text(report, binary, number):
    """Kills the text front end within a script."""
    seed, folder = 1000 + number, tempfile.mkdtemp()
    keys = typed(seed)
    game = processes.start([binary, *SCREEN, "--data-dir", folder, "--seed", seed, "--keys", "-"],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    dice = random.Random(number)
    until = dice.randrange(LENGTH)
    reader = game.stdout
    for _ in range(24):
        reader.readline()
    for key in keys[:until]:
        game.stdin.write(key.encode() + b"\n")
        game.stdin.flush()
        for _ in range(24):
            reader.readline()
    # The next keys are on their way when it is killed.
    game.stdin.write("\n".join(keys[until:]).encode() + b"\n")
    game.stdin.flush()
    time.sleep(dice.random() * 0.02)
    game.kill()
    game.wait()
    report.check(f"text, killed, {number}", rest_of(binary, folder, seed, keys, until))


def kill_terminal(report, binary, number):
    """Kills the terminal front end while somebody types."""
    seed, folder = 2000 + number, tempfile.mkdtemp()
    keys, dice = typed(seed), random.Random(number)
    command = [binary, "--frontend", "terminal", "--colors", "16", "--config-dir", tempfile.mkdtemp(), "--data-dir",
               folder, "--seed", str(seed)]
    with Terminal(Grid(80, 24), *command) as terminal:
        wait(lambda: journal_of(folder) and b"\n= " in journal_of(folder).read_bytes())
        for key in keys[:dice.randrange(LENGTH)]:
            terminal.send(key)
            time.sleep(dice.random() * 0.02)
        os.kill(terminal.pid, signal.SIGKILL)
        terminal.status()
    report.check(f"terminal, killed, {number}", rest_of(binary, folder, seed, keys, 0))


class Lines:
    """A game as text that is typed on line by line."""

    def __init__(self, binary, *arguments):
        self.game = processes.start([binary, *SCREEN, *arguments, "--keys", "-"], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.screen = self._read()

    def _read(self):
        return "".join(self.game.stdout.readline() for _ in range(24))

    def type(self, keys):
        self.game.stdin.write(f"{keys}\n")
        self.game.stdin.flush()
        self.screen = self._read()
        return self.screen

    def end(self):
        """Ends the input. Returns the exit status and standard error."""
        self.game.stdin.close()
        told = self.game.stderr.read()
        return self.game.wait(60), told


def turn_of(screen):
    """The turn that a screen shows."""
    return int(re.search(r"[Tt]urn (\d+)", screen)[1])


def check_full_disk(report, binary):
    """A disk that fills up, and has room again."""
    folder = Path(tempfile.mkdtemp())
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], check=True)
    try:
        filler = folder / "filler"
        # In quick succession: with each line of the journal.
        game = Lines(binary, "--data-dir", folder, "--seed", "5")
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 512)
            except OSError:
                pass
        told = None
        for turn in range(400):
            screen = game.type(KEYS[1 + turn % 8])
            if told is None and "cannot be saved" in " ".join(screen.split()):
                told = turn
        problems = [] if told is not None else ["nobody is told that the disk is full", screen]
        full = done_in(journal_of(folder))
        if full >= 400:
            problems.append("the disk has never been full")
        # It stays on the screen, however much else is said.
        rows = screen.rstrip().splitlines()
        if not re.match(r"The last \d+ commands are not saved: the disk is full", rows[-1]):
            problems += ["the last row does not say so any more", screen]
        # What is there is whole.
        check = text_of(binary, "replay", journal_of(folder), "--check")
        if "as it was played" not in check:
            problems.append(check)
        report.check(f"a full disk: told after {told} keys, the journal has {full} of 400", problems)
        filler.unlink()
        again = "saved again" in " ".join(game.type(".").split())
        screen = game.type(".")
        status_and_error = game.end()
        shown = text_of(binary, *SCREEN, "--data-dir", folder, "--continue", "--keys", "")
        problems = [] if again else ["nobody is told that there is room again"]
        if status_and_error != (0, "") or "are not saved" in screen:
            problems += [f"all is saved, and it ends with {status_and_error}", screen]
        if shown.split("\n")[:18] != screen.split("\n")[:18]:
            problems += ["the game that goes on is another", *shown.splitlines(), *screen.splitlines()]
        report.check("a disk that has room again", problems)
    finally:
        subprocess.run(["umount", folder], check=False)


def check_left_full(report, binary):
    """A game that is left while the disk is full: the question, the exit status and standard error say so."""
    folder = Path(tempfile.mkdtemp())
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], check=True)
    try:
        game = Lines(binary, "--data-dir", folder, "--seed", "5")
        with (folder / "filler").open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 512)
            except OSError:
                pass
        for turn in range(400):
            game.type(KEYS[1 + turn % 8])
        asked = " ".join(game.type("<Escape><Up><Enter>").split())
        missing = re.search(r"Leave\? The last (\d+) commands are not saved", asked)
        problems = [] if missing else ["the question does not know it", game.screen]
        status, told = game.end()
        there = done_in(journal_of(folder))
        if status != 1 or len(told.splitlines()) != 1 or not missing or f"last {missing[1]} commands" not in told:
            problems += [f"it ends with status {status}", told]
        elif there + int(missing[1]) != 400:
            problems.append(f"{there} commands are there, and {missing[1]} are said to be missing")
        command = [binary, "--frontend", "terminal", "--colors", "16", "--config-dir", tempfile.mkdtemp(), "--data-dir",
                   str(folder), "--seed", "6"]
        with Terminal(Grid(80, 24), *command) as terminal:
            time.sleep(1)
            for key in "....Qy":
                terminal.send(key)
                time.sleep(0.2)
            ended = terminal.status()
        if ended != 1:
            problems.append(f"in a terminal it ends with status {ended}")
        report.check("a game that is left while the disk is full", problems)
    finally:
        subprocess.run(["umount", folder], check=False)


def check_read_only(report, binary):
    """A folder that cannot be written."""
    folder = Path(tempfile.mkdtemp())
    mount = "mount", "-t", "tmpfs", "-o"
    subprocess.run([*mount, "size=256k", "tmpfs", folder], check=True)
    try:
        text_of(binary, *SCREEN, "--data-dir", folder, "--seed", "5", "--keys", "...")
        before = journal_of(folder).read_bytes()
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        game = Lines(binary, "--data-dir", folder, "--seed", "6")
        problems = [] if "cannot be saved" in " ".join(game.screen.split()) else ["it is not told at once", game.screen]
        screen = game.type("....")
        if turn_of(screen) != 4:
            problems += ["it cannot be played on", screen]
        game.end()
        game = Lines(binary, "--data-dir", folder, "--continue")
        if "cannot be saved" not in " ".join(game.screen.split()) or turn_of(game.type("..")) != 5:
            problems += ["a game that is there cannot be played on", game.screen]
        game.end()
        if journal_of(folder).read_bytes() != before:
            problems.append("the journal has changed")
        report.check("a read-only folder", problems)
    finally:
        subprocess.run(["umount", folder], check=False)


def check_panic(report, panics):
    """A fault names the journal, and the journal brings it back."""
    folder = tempfile.mkdtemp()
    told = text_of(panics, *SCREEN, "--data-dir", folder, "--seed", "5", "--keys", "..<F10>.", wanted=101)
    journal = journal_of(folder)
    problems = []
    if f"in turn 2. Its journal is {journal}" not in told or "a panic on purpose" not in told:
        problems += ["the panic does not name the journal and the turn", told]
    again = text_of(panics, "replay", journal, "--check", wanted=101)
    if "a panic on purpose" not in again or "not finished" not in again:
        problems += ["the journal does not bring the panic back", again]
    shown = text_of(panics, *SCREEN, "--data-dir", folder, "--continue", "--keys", "")
    if "is left out" not in " ".join(shown.split()):
        problems += ["it is not told that a command is left out", shown]
    report.check("a panic", problems)


# Forth and back, events, eyes, views, a turn, and what pages there are.
REPLAY = ("<Right>", "<Right><Right>", "<Left>", "<PgDn>", "e", "v", "v", "e", "v", "E", "<Tab>", "<Shift+Tab>", "<Up>",
          "t5", "<Enter>", "<End>", "<Right>", "m", "<Escape>", "<Home>")


def check_replay(report, binary, grid):
    """A replay in a terminal, cell by cell."""
    folder = tempfile.mkdtemp()
    text_of(binary, "watch", *SCREEN, "--data-dir", folder, "--seed", "3", "--keys", "<Right>" * 200)
    file = str(journal_of(folder))
    session = Session(grid, binary, "replay", file, "--frontend", "terminal", *grid.terminal_arguments, *own_folder())
    with Game(session, Text(binary, grid, "replay", file)) as game:
        problems = game.until_right() + game.play_all(REPLAY)
        report.check(f"{grid}: a replay, every cell after each of {len(REPLAY)} steps", problems)
    before = Path(file).read_bytes()
    again = text_of(binary, "replay", file, "--check")
    problems = [] if "as it was played" in again and Path(file).read_bytes() == before else [again]
    report.check(f"{grid}: a journal that was watched is the same", problems)


def can_mount():
    """Whether this process may have a small disk."""
    folder = tempfile.mkdtemp()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True, check=False).returncode:
        return False
    subprocess.run(["umount", folder], check=False)
    return True


def check_all(report, binary, panics, kills):
    parts = deque([partial(check_panic, report, panics), partial(check_full_disk, report, binary),
                   partial(check_left_full, report, binary),
                   partial(check_read_only, report, binary)])
    parts += [partial(check_replay, report, binary, grid) for grid in (Grid(80, 24), Grid(120, 40, "16"))]
    for number in range(kills // 2):
        parts += [partial(kill_text, report, binary, number), partial(kill_terminal, report, binary, number)]
    threads = [Thread(target=work, args=(report, parts), daemon=True) for _ in range(os.cpu_count() or 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path, help="the game")
    parser.add_argument("panics", type=Path, help="the game with keys that panic: the example `panics`")
    parser.add_argument("--kills", type=int, default=100, help="how often to kill it [100]")
    options = parser.parse_args()
    if not can_mount() and "FOGBOUND_UNSHARED" not in os.environ:
        # In a namespace of its own everybody is root.
        os.environ["FOGBOUND_UNSHARED"] = "1"
        os.execvp("unshare", ["unshare", "--map-root-user", "--mount", sys.executable, *sys.argv])
    binary, panics, began = str(options.binary.resolve()), str(options.panics.resolve()), time.monotonic()
    for variable in ("DISPLAY", "FOGBOUND_ASSETS", "NO_COLOR", "RUST_BACKTRACE", "WAYLAND_DISPLAY"):
        os.environ.pop(variable, None)
    report = Report()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="saves-check-", ignore_cleanup_errors=True) as folder:
        tempfile.tempdir = folder
        try:
            check_all(report, binary, panics, options.kills)
        finally:
            processes.end_all()
    print(f"saves check: {report.passed} passed, {report.failed} failed in {time.monotonic() - began:.0f} s")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
