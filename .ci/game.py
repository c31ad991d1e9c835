"""The game in a window: keys go in, screens come out."""

import time

from differences import GLYPHS
from display import Program
from model import Layout, Screen

# A picture is wrong when nothing has changed for so many seconds and it is not yet right. Keys that still
# wait are played a frame or two each, which takes a loaded machine its time and is no error.
PATIENCE = 15
LIMIT = 300

SYMBOLS = {"[": "bracketleft", "]": "bracketright", " ": "space", ".": "period", "Enter": "Return"}


class Game:
    """A window that the game plays in, and what can be read off it."""

    def __init__(self, display, binary, palette, *arguments, title="Fogbound"):
        self.display, self.palette = display, palette
        self.program = Program(display, binary, *arguments, title=title)
        self.layout = None
        self.program.focus()

    def resize(self, width, height):
        self.program.resize(width, height)
        self.measure(width, height)

    def measure(self, width, height):
        self.size, self.layout = (width, height), Layout(width, height)

    def key(self, key):
        self.display.do(f"key {SYMBOLS.get(key, key)}")

    def type(self, keys):
        """Types characters as quickly as can be; how many seconds that took."""
        began = time.monotonic()
        self.display.ask("type", "--delay", "1", keys)
        return time.monotonic() - began

    def screen(self, raw=None):
        """What the window shows, or showed when the display's screen was `raw`."""
        picture = self.display.cut(raw or self.display.raw(self.size[1]), *self.size)
        return Screen(picture, self.layout, self.palette.grounds())

    def until_right(self, problems_of):
        """Waits until `problems_of` a screen are none; returns the last problems."""
        began = changed = time.monotonic()
        last, problems = None, ["no picture"]
        while problems and time.monotonic() < min(changed + PATIENCE, began + LIMIT):
            raw = self.display.raw(self.size[1])
            if raw == last:
                time.sleep(0.005)
                continue
            last, changed = raw, time.monotonic()
            problems = self.problems(problems_of, raw)
            if not problems and GLYPHS.learnt:
                # A picture of the moment before may be right but for a glyph not yet known.
                GLYPHS.settle(right=False)
                self.display.wait_quiet(1)
                problems = self.problems(problems_of)
            GLYPHS.settle(right=not problems)
            if problems:
                time.sleep(0.02)
        return problems

    def problems(self, problems_of, raw=None):
        """What is wrong with the screen now, or with that of `raw`."""
        screen = self.screen(raw)
        return screen.flaws or problems_of(screen)
