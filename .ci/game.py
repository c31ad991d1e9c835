"""The game in a window and the same game as text, side by side: what is played in both must look the same."""

import time

from differences import colors_of, differences, read_text
from keys import commands, key_name, place_of_mouse, resolve, tokens
from layout import Layout
from painter import Painter
from palette import backgrounds
from program import Program, status
from replay import Replay

# A picture is wrong when nothing has changed for so many seconds and it is not yet right. Keys that still
# wait are played a frame or two each, which takes a loaded machine its time and is no error.
PATIENCE = 15
LIMIT = 300
# How often it is looked whether anything changes, in seconds.
LOOK = 0.25


class Game:
    """A window and its replay."""

    # How long each single key took to show.
    delays = []

    def __init__(self, display, binary, *arguments, size=(1280, 720), zoom=None, title="Fogbound", palette=None):
        self.display, self.binary, self.zoom = display, binary, zoom
        self.backgrounds = {palette.background} if palette else backgrounds()
        self.patience = PATIENCE
        # Where the mouse is, as a script writes it.
        self.pointer = None
        if zoom:
            arguments += "--zoom", str(zoom)
        self.program = Program(display, binary, *arguments, title=title)
        self.layout = None
        self.resize(*size)
        self.replay = Replay(binary, self.layout, *arguments)

    def resize(self, width, height):
        """Gives the window another size."""
        if not self.layout or (self.layout.width, self.layout.height) != (width, height):
            self.program.resize(width, height)
            self.measure(Layout(width, height, self.zoom))

    def measure(self, layout):
        """The window has a size by now."""
        self.layout = layout
        self.painter = Painter(layout, self.backgrounds)

    def until_right(self):
        """Waits until the window shows what the text is; returns what is wrong then."""
        return self.until_shows(self.replay.screen)

    def play(self, script, until_right=until_right):
        """Plays a script in both; returns what is wrong with the picture after that."""
        acts, began = tokens(script), time.monotonic()
        for act in acts:
            act = resolve(act, self.replay.screen)
            self.send(act)
            self.replay.play(self._as_text(act))
        problems = until_right(self)
        if not problems and len(acts) == 1:
            self.delays.append(time.monotonic() - began)
        return problems

    def _as_text(self, act):
        """What a key or a mouse does, as a script: a mouse comes first where it is not yet."""
        place, before = place_of_mouse(act), self.pointer
        if not place:
            return act
        self.pointer = place
        comes = f"<Hover {place}>" if place != before else ""
        return comes if act == f"<Hover {place}>" else comes + act

    def send(self, script):
        """Plays a script in the window only."""
        for command in commands(script, self.layout):
            self.display.do(command)

    def type(self, script):
        """Types keys in the window as quickly as can be; how many seconds that took."""
        began = time.monotonic()
        self.display.ask("key", "--delay", 1, *map(key_name, tokens(script)))
        return time.monotonic() - began

    def until_shows(self, screen, box=None):
        """Waits until the window shows this screen, or this box of it; returns what is wrong then."""
        lines = self.painter.lines(screen)
        began = changed = looked = time.monotonic()
        picture, wrong = None, 0
        while (wrong := self._wrong_line(lines, box, wrong)) is not None:
            now = time.monotonic()
            if now >= looked + LOOK:
                looked, before, picture = now, picture, self.display.checksum()
                changed = changed if picture == before else now
                if now > changed + self.patience or now > began + LIMIT:
                    return differences(self.display, self.layout, lines, screen, box) or ["it is right only now"]
            time.sleep(0.003)
        return []

    def shows(self, screen):
        """Whether the window shows this screen now."""
        return self._wrong_line(self.painter.lines(screen)) is None

    def _wrong_line(self, lines, box=None, first=0):
        """A line of the picture that differs; `first` is looked at first."""
        layout, top, bottom, left, right = self.layout, 0, self.layout.height, 0, self.layout.width
        if box:
            left, right = (layout.left + column * layout.cell_width for column in (box[0], box[2] + 1))
            top, bottom = (layout.top + row * layout.cell_height for row in (box[1], box[3] + 1))
        first = max(first, top)
        for y in (*range(first, bottom), *range(top, first)):
            shown, wanted = self.display.line(y, left, right), lines[y][4 * left:4 * right]
            if shown != wanted and colors_of(shown) != wanted:
                return y
        return None

    def text(self):
        """The rows of text that the window shows."""
        return read_text(self.display, self.layout)

    def status(self):
        """The exit status of the window's program, once it has ended."""
        return status(self.program.process)

    def close(self):
        self.program.close()
        self.replay.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
