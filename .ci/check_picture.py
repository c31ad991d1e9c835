"""A picture that the game saves of its window."""

import subprocess
import tempfile
from itertools import zip_longest
from pathlib import Path

import png
import processes
import routes
from display import Display
from layout import Layout
from painter import Painter
from palette import backgrounds
from program import status
from replay import Replay

# The size that a window has at first.
LAYOUT = Layout(1280, 720)


def check_picture(report, binary):
    """`--screenshot` saves what the window must show, and the same as text, and leaves."""
    replay = Replay(binary, LAYOUT, *routes.SEED)
    screen = replay.play(routes.PICTURE)
    replay.close()
    with Display() as display, tempfile.TemporaryDirectory(prefix="window-check-") as folder:
        file = Path(folder) / "picture.png"
        process = processes.start(
            [binary, *routes.SEED, "--frontend", "window", "--keys", routes.PICTURE, "--screenshot", file],
            env=display.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ended = status(process)
        problems = [] if ended == 0 else [f"status {ended}"]
        if not problems:
            text = file.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
            saved, wanted = png.read_colors(file), Painter(LAYOUT, backgrounds()).lines(screen)
            problems = wrong_lines("text", text, screen.rows) + wrong_lines("picture", saved, wanted)
        report.check("a picture that the game saves: every pixel, and its text", problems)


def wrong_lines(what, lines, wanted):
    """Where lines are not those that are wanted."""
    pairs = enumerate(zip_longest(lines, wanted))
    return [f"line {y} of the {what} differs" for y, (line, other) in pairs if line != other]
