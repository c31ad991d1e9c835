#!/usr/bin/env python3
"""Plays the game of one's own of docs/own-game.md in a window, and compares every cell with its text.

    python3 .ci/own_game.py target/debug/dusk [--picture FILE]
"""

import sys

sys.dont_write_bytecode = True

import argparse
import re
from pathlib import Path

from differences import differences_from_text
from display import Display
from game import Game
from model import Palette, glyph_and_color
from replay import Replay
from window_check import Report

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / "examples/06_own_game"

ARGUMENTS = "--builder", "caves", "--seed", "33", "--radius", "14"
# Seven steps, a leap, and three turns in which shades come and keep their distance.
KEYS = "lllllllz..."


class OwnPalette(Palette):
    """The colours of the game of one's own: its palette, the monster and the thing that it adds."""

    def __init__(self):
        super().__init__(OWN / "dusk.ron", ROOT / "assets/monsters")
        self.monsters.update([glyph_and_color(OWN / "shade.ron")])
        source = (OWN / "statue.rs").read_text(encoding="utf-8")
        color = re.search(r"Some\(\((\d+), (\d+), (\d+)\)\)", source).groups()
        self.things = {re.search(r"'(.)'", source)[1]: int("{:02x}{:02x}{:02x}".format(*map(int, color)), 16)}

    def seen(self, glyph):
        return self.things.get(glyph) or super().seen(glyph)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path)
    parser.add_argument("--picture", type=Path, help="write what is shown at the end into this file")
    options = parser.parse_args()
    binary = str(options.binary.resolve())
    palette, report, display = OwnPalette(), Report(), Display()
    try:
        replay = Replay(binary, *ARGUMENTS, keys=KEYS)
        screens = "\n".join("\n".join(screen) for screen in replay.screens)
        for what in ("DUSK", "shade", "weathered", "z     leap", "You leap."):
            report.check(f"its text shows {what!r}", [] if what in screens else ["it does not"])
        game = Game(display, binary, palette, *ARGUMENTS, title="Dusk")
        game.resize(1280, 640)
        for count in range(len(KEYS) + 1):
            if count:
                game.key(KEYS[count - 1])
            rows = replay.after(count)
            report.check(f"its window after {count} keys: all 80 x 40 cells as its text",
                         game.until_right(differences_from_text(rows, palette)))
        if options.picture:
            options.picture.write_bytes(display.picture(*game.size).png())
        replay.close()
        game.key("Escape")
        report.check_status("Escape leaves", game)
    finally:
        display.close()
    print(f"own game: {report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
