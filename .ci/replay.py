"""What the game says that ought to be seen: `fogbound sight`, `fogbound dungeon`, and `--frontend text`."""

import subprocess
from threading import Timer

import processes
from screen import Screen

# How many seconds the game may take to answer.
PATIENCE = 120


def run(binary, *arguments, text=None):
    """What the game prints."""
    done = subprocess.run([binary, *map(str, arguments)], input=text, text=True, capture_output=True,
                          timeout=PATIENCE, check=True)
    return done.stdout


class Replay:
    """A game in the text front end, started once, on as many cells as a window of this layout has."""

    def __init__(self, binary, layout, *arguments):
        self.binary, self.layout, self.arguments = binary, layout, arguments
        # Where the others save their games, this one does, too: what it says of that is the same.
        saves = () if "--data-dir" in arguments else ("--data-dir", processes.own_data()[1])
        self.program = processes.start(
            [binary, *arguments, *saves, "--frontend", "text", *layout.arguments, "--keys", "-"], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        # The screens before the first script and after each.
        self.scripts, self.screens = [], [self._read()]

    @property
    def screen(self):
        return self.screens[-1]

    def play(self, script):
        """Plays on, and returns the screen after that."""
        self.program.stdin.write(f"{script}\n")
        self.program.stdin.flush()
        self.scripts.append(script)
        self.screens.append(self._read())
        return self.screen

    def elsewhere(self, layout):
        """The screen of the same game in a window of another layout."""
        other = Replay(self.binary, layout, *self.arguments)
        screen = other.play("".join(self.scripts)) if self.scripts else other.screen
        other.close()
        return screen

    def close(self):
        """Ends the program; the screens stay. Returns its exit status."""
        self.program.communicate(timeout=PATIENCE)
        return self.program.returncode

    def _read(self):
        # A read has no time-out of its own. A program that hangs is killed, which ends the read.
        patience = Timer(PATIENCE, self.program.kill)
        patience.start()
        rows = [self.program.stdout.readline() for _ in range(self.layout.rows)]
        patience.cancel()
        if not rows[-1]:
            raise RuntimeError(f"the text front end printed no screen after {self.scripts[-1:]}")
        return Screen(row.rstrip("\n") for row in rows)


def mask(binary, level, *options):
    """The cells of a map that `fogbound sight` calls visible."""
    rows = run(binary, "sight", "-", *options, "--output", "mask", text=level).splitlines()
    return {(x, y) for y, row in enumerate(rows) for x, bit in enumerate(row) if bit == "1"}
