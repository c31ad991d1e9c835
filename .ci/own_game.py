#!/usr/bin/env python3
"""Plays the game of one's own of docs/own-game.md in a window, and compares every pixel with its text.

    python3 .ci/own_game.py target/debug/dusk [--picture FILE]
"""

import sys

sys.dont_write_bytecode = True

import argparse
import signal
from pathlib import Path

import png
import processes
from display import Display
from game import Game
from palette import ROOT, Palette
from report import Report

SIZE = 1280, 720
ARGUMENTS = "--builder", "caves", "--seed", "10", "--radius", "14"
# Five steps, a leap, and three turns in which shades come and keep their distance; that is worth a picture. Then what
# can be done.
STEPS = *"lllllz...", "<Escape>", '<Click "Do something">'
PICTURE = 9
WORDS = "Dusk", "shade", "weathered", "You leap.", "leap "


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path)
    parser.add_argument("--picture", type=Path, help="write what is shown at the end into this file")
    options = parser.parse_args()
    binary, report = str(options.binary.resolve()), Report()
    palette = Palette(ROOT / "examples/06_own_game/dusk.ron")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        with Display() as display, Game(display, binary, *ARGUMENTS, size=SIZE, title="Dusk", palette=palette) as game:
            report.check("its window at first: every pixel as its text", game.until_right())
            for count, step in enumerate(STEPS, 1):
                report.check(f"its window after {count} steps: every pixel as its text", game.play(step))
                if count == PICTURE and options.picture:
                    options.picture.write_bytes(png.written(display.lines(*SIZE)))
            text = "\n".join("\n".join(screen.text) for screen in game.replay.screens)
            for word in WORDS:
                report.check(f"its text shows {word!r}", [] if word in text else ["it does not"])
            display.ask_to_close(game.program.window)
            report.check_status("closing its window leaves", game)
    finally:
        processes.end_all()
    print(f"own game: {report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
