"""What the game says that ought to be seen: `fogbound sight`, `fogbound dungeon`, and `--frontend text`."""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from threading import Timer

from model import is_creature

MAP_SIZE = 64, 36
# They ask the game in the background, while the window draws.
WORKERS = ThreadPoolExecutor(os.cpu_count())
# How many seconds the game may take to answer.
PATIENCE = 120


def run(binary, *arguments, text=None):
    done = subprocess.run([binary, *map(str, arguments)], input=text, text=True, capture_output=True,
                          timeout=PATIENCE, check=True)
    return done.stdout


class Replay:
    """A game in the text front end, started once: its screen after each key, as 40 rows of 80 characters."""

    def __init__(self, binary, *arguments, keys=""):
        self.program = subprocess.Popen([binary, *arguments, "--frontend", "text", "--keys", "-"], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.keys, self.screens = [], [self._screen()]
        self.play(keys)

    def play(self, keys):
        """Plays on, and returns the last screen."""
        for key in keys:
            self.program.stdin.write(f"{key}\n" if len(key) == 1 else f"<{key}>\n")
            self.program.stdin.flush()
            self.keys.append(key)
            self.screens.append(self._screen())
        return self.screens[-1]

    def after(self, count):
        """The screen after so many keys."""
        return self.screens[count]

    def close(self):
        """Ends the program; the screens stay."""
        self.program.communicate(timeout=PATIENCE)
        if self.program.returncode:
            raise RuntimeError(f"the text front end ended with status {self.program.returncode}")

    def _screen(self):
        # A read has no time-out of its own. A program that hangs is killed, which ends the read.
        patience = Timer(PATIENCE, self.program.kill)
        patience.start()
        rows = [self.program.stdout.readline() for _ in range(40)]
        patience.cancel()
        if not rows[-1]:
            raise RuntimeError("the text front end printed no screen")
        return [row.rstrip("\n").ljust(80) for row in rows]


def mask(binary, level, *options):
    """The cells of a map that `fogbound sight` calls visible, and those that it does not."""
    rows = run(binary, "sight", "-", *options, "--output", "mask", text=level).splitlines()
    bits = {(x, y): bit for y, row in enumerate(rows) for x, bit in enumerate(row)}
    return {at for at, bit in bits.items() if bit == "1"}, {at for at, bit in bits.items() if bit == "0"}


def algorithms(binary, file):
    """All names of algorithms, in the order of the f key, from the message on a wrong one."""
    done = subprocess.run([binary, "sight", file, "--algorithm", "?"], text=True, capture_output=True, timeout=PATIENCE)
    names = done.stderr.strip().split("accepted: ")[1].split(", ")
    return [name for name in names if ":" not in name]


def death_box(rows):
    """The cells of the box that tells of the player's death; none while the player lives."""
    corners = [(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph in "\u250c\u2518"]
    if len(corners) != 2:
        return set()
    (left, top), (right, bottom) = corners
    return {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}


def place_of_player(rows):
    return next(((row.index("@"), y) for y, row in enumerate(rows) if "@" in row), None)


def creatures_in(rows):
    """The letters on the map of a screen, by cell."""
    box = death_box(rows)
    width, height = MAP_SIZE
    return {(x, y): glyph for y, row in enumerate(rows[:height]) for x, glyph in enumerate(row[:width])
            if is_creature(glyph) and (x, y) not in box}


def in_sight(rows):
    """What stands beside the map under "In sight": rows of the screen, glyphs and signs of creatures."""
    beside = [row[MAP_SIZE[0]:] for row in rows]
    first = next(y for y, words in enumerate(beside) if words.startswith("In sight")) + 1
    listed = []
    for y, words in enumerate(beside[first:], first):
        # A glyph, a sign, a space, a name. "nothing" and "and 3 more" have something else third.
        if not re.match(r"[A-Za-z][ z?!~] \S", words):
            if not words.strip() or words.startswith(("nothing", "and ", "Keys")):
                break
            continue
        listed.append((y, words[0], words[1]))
    return listed


def signs(rows, eye, creatures):
    """The sign of each creature in sight, by its cell. `creatures` are letters by cell; the list beside the
    map has them in the order of their distance from `eye`, then of rows, then of columns."""
    order = sorted(creatures, key=lambda at: ((at[0] - eye[0]) ** 2 + (at[1] - eye[1]) ** 2, at[1], at[0]))
    listed = in_sight(rows)
    shown, named = "".join(creatures[at] for at in order), "".join(glyph for _, glyph, _ in listed)
    if shown != named:
        raise ValueError(f"on the map are {shown!r}, beside it {named!r}")
    return {at: sign for at, (_, _, sign) in zip(order, listed)}
