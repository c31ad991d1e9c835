"""The game in a terminal and the same game as text, side by side: what is played in both must look the same."""

import time

from keys import place_of_mouse, resolve, tokens
from report import MOST
from terminal_cells import differences, part_of

# A screen is wrong when nothing has changed for so many seconds and it is not yet right. Keys that still wait are
# played one by one, which takes a loaded machine its time and is no error.
PATIENCE = 15
LIMIT = 120


class Game:
    """A terminal, which may be tmux's or the check's own, and a text."""

    def __init__(self, terminal, text):
        self.terminal, self.text = terminal, text
        self.patience = PATIENCE
        # Where the mouse is, as a script writes it.
        self.pointer = None
        # All looks of cells that have been shown.
        self.looks = set()

    def play(self, script, until_right=None):
        """Plays a script in both; returns what is wrong with the screen after that."""
        before = self.text.screen
        for act in tokens(script):
            act = resolve(act, self.text.screen)
            self.terminal.send(act)
            self.text.play(self._as_text(act))
        if script.endswith("<Escape>") and self.text.screen.rows == before.rows:
            raise ValueError("nobody sees when this Escape is played, and with a key that follows it is another key")
        return (until_right or Game.until_right)(self)

    def play_all(self, route, until_right=None):
        """Plays a route; returns what is wrong after which step."""
        problems = []
        for count, step in enumerate(route, 1):
            if wrong := self.play(step, until_right):
                problems += [f"step {count} of {len(route)}, {step!r}: {len(wrong)} differences", *wrong[:3]]
                if len(problems) > MOST:
                    break
        return problems

    def _as_text(self, act):
        """What a key or a mouse does, as a script: a mouse comes first where it is not yet."""
        place, before = place_of_mouse(act), self.pointer
        if not place:
            return act
        self.pointer = place
        comes = f"<Hover {place}>" if place != before else ""
        return comes if act == f"<Hover {place}>" else comes + act

    def until_right(self):
        """Waits until the terminal shows what the text is; returns what is wrong then."""
        return self.until_shows(self.text.wanted)

    def until_box(self):
        """Waits until the largest box is right: behind a title somebody plays who has their own time."""
        box = self.text.screen.box()
        return self.until_shows(self.text.wanted, box) if box else ["there is no box", *self.text.screen.text]

    def until_on(self, grid):
        """Waits until the terminal, which has another size by now, shows what the text is on that."""
        return self.until_shows(self.text.wanted_on(grid))

    def until_shows(self, wanted, box=None):
        """Waits until the terminal shows these cells, or those of this box; returns what is wrong then."""
        began = changed = time.monotonic()
        wanted_part, before = part_of(wanted, box), None
        while part_of(shown := self.terminal.shown(), box) != wanted_part:
            now = time.monotonic()
            changed, before = (changed if shown == before else now), shown
            if now > changed + self.patience or now > began + LIMIT:
                # It is known by now that something is wrong; the rest may be told sooner.
                self.patience = 1
                return differences(shown, wanted, box) or ["it is right only now"]
            self.terminal.pause()
        self.looks.update(cell.look for row in shown for cell in row)
        return []

    def shows(self):
        """Whether the terminal shows now what the text is."""
        return self.terminal.shown() == self.text.wanted

    @property
    def program(self):
        """What `check_idle.watch` watches."""
        return self.terminal

    def close(self):
        self.terminal.close()
        self.text.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
