"""A small terminal: what a program has written to it, and the state in which it leaves it.

It knows what the game writes and what a plain shell does. Anything else it notes as a problem, so that the game does
not use more than terminals have."""

import codecs
import re
from typing import NamedTuple

from terminal_cells import BLANK, Cell, Look, look_after

_PART = re.compile(r"\x1b\[(?P<mark>[<>=?]?)(?P<numbers>[0-9;]*)(?P<end>[a-zA-Z])|(?P<control>[\r\n\b\a])|"
                   r"(?P<text>[^\x00-\x1f]+)|(?P<other>\x1b[^\[]|.)", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(\[[<>=?]?[0-9;]*)?\Z")
# The cursor; the mouse, and how it is told; the alternate screen; pastes in brackets; all of a frame at once.
_MODES = {25, 1000, 1002, 1003, 1006, 1015, 1049, 2004, 2026}


class State(NamedTuple):
    """What a program must leave as it was."""

    modes: frozenset = frozenset({25})
    # The flags of kitty's protocol for keys: of the main screen, and of the alternate one.
    main_flags: tuple = ()
    alternate_flags: tuple = ()
    look: Look = Look()

    @property
    def is_alternate(self):
        return 1049 in self.modes

    @property
    def flags(self):
        """The flags in force."""
        flags = self.alternate_flags if self.is_alternate else self.main_flags
        return flags[-1] if flags else 0

    def __str__(self):
        # What the game writes with is its own affair.
        look = "" if self.is_alternate else f", look {self.look}"
        return (f"modes {sorted(self.modes)}, kitty's flags {list(self.main_flags)}, of the alternate screen "
                f"{list(self.alternate_flags)}{look}")


class Emulator:
    """A terminal without a picture. `exact`: it has kitty's protocol for keys; `mute`: it answers nothing."""

    def __init__(self, columns, rows, exact, mute=False):
        self.exact, self.mute, self.state, self.problems = exact, mute, State(), []
        self._decoder, self._rest = codecs.getincrementaldecoder("utf-8")(), ""
        self._saved = None
        self.resize(columns, rows)

    def resize(self, columns, rows):
        """Another size; what the screen showed is gone."""
        self.columns, self.rows = columns, rows
        self._clear()

    def feed(self, data):
        """Takes what a program writes; returns what the terminal answers."""
        written = self._rest + self._decoder.decode(data)
        unfinished = _UNFINISHED.search(written)
        end = unfinished.start() if unfinished else len(written)
        self._rest = written[end:]
        answer = "".join(self._take(part) for part in _PART.finditer(written, 0, end))
        return b"" if self.mute else answer.encode()

    def cells(self):
        """What it shows."""
        return tuple(map(tuple, self._cells))

    def _clear(self):
        self._cells = [[BLANK] * self.columns for _ in range(self.rows)]
        self._x = self._y = 0

    def _take(self, part):
        if part["text"]:
            self._write(part["text"])
        elif part["control"]:
            self._move(part["control"])
        elif part["end"]:
            return self._obey(part["mark"], part["numbers"], part["end"])
        else:
            self.problems.append(f"the game writes {part[0]!r}")
        return ""

    def _write(self, text):
        for glyph in text:
            if self._x == self.columns:
                self._move("\r")
                self._move("\n")
            self._cells[self._y][self._x] = Cell(glyph, self.state.look)
            self._x += 1

    def _move(self, control):
        if control == "\r":
            self._x = 0
        elif control == "\b":
            self._x = max(0, self._x - 1)
        elif control == "\n" and self._y < self.rows - 1:
            self._y += 1
        elif control == "\n":
            self._cells = [*self._cells[1:], [BLANK] * self.columns]

    def _obey(self, mark, numbers, end):
        """Carries out a sequence; returns the answer to it."""
        values = [int(number or 0) for number in numbers.split(";")]
        told = mark + end
        if told == "m":
            self._change(look=look_after(self.state.look, numbers))
        elif told == "H":
            row, column = [*values, 0, 0][:2]
            self._x, self._y = max(1, column) - 1, max(1, row) - 1
            if self._x >= self.columns or self._y >= self.rows:
                self.problems.append(f"the cursor is sent beyond the screen: {numbers}")
                self._x, self._y = min(self._x, self.columns - 1), min(self._y, self.rows - 1)
        elif told in ("A", "B"):
            away = max(1, values[0]) * (1 if told == "B" else -1)
            self._y = min(self.rows - 1, max(0, self._y + away))
        elif told in ("C", "D"):
            away = max(1, values[0]) * (1 if told == "C" else -1)
            self._x = min(self.columns - 1, max(0, self._x + away))
        elif told == "J" and values == [2]:
            if self.state.look != Look():
                self.problems.append(f"the screen is cleared with the look {self.state.look}")
            self._cells = [[BLANK] * self.columns for _ in range(self.rows)]
        elif told in ("?h", "?l") and set(values) <= _MODES:
            self._set_modes(set(values), end == "h")
        elif told == "n" and values == [6]:
            return f"\x1b[{self._y + 1};{min(self._x, self.columns - 1) + 1}R"
        elif told == "=u":
            return self._tell_flags(mark, values[0])
        elif told == "c" and values == [0]:
            return "\x1b[?62c"
        elif told in ("?u", ">u", "<u"):
            return self._tell_flags(mark, values[0])
        else:
            self.problems.append(f"the game writes the sequence {mark}{numbers}{end}")
        return ""

    def _set_modes(self, modes, are_on):
        was_alternate = self.state.is_alternate
        self._change(modes=self.state.modes | modes if are_on else self.state.modes - modes)
        if self.state.is_alternate and not was_alternate:
            self._saved = self._cells, self._x, self._y
            self._clear()
        elif was_alternate and not self.state.is_alternate:
            self._cells, self._x, self._y = self._saved

    def _tell_flags(self, mark, number):
        """Kitty's protocol: `?` asks for the flags, `>` puts some upon the others, `<` takes off so many, `=` puts some
        in place of the upper ones."""
        if not self.exact:
            if mark != "?":
                self.problems.append("the game uses kitty's protocol, which nobody said was there")
            return ""
        if mark == "?":
            return f"\x1b[?{self.state.flags}u"
        which = "alternate_flags" if self.state.is_alternate else "main_flags"
        flags = getattr(self.state, which)
        if mark == "<" and max(1, number) > len(flags):
            self.problems.append("the game takes off flags that nobody has put there")
        changed = {">": (*flags, number), "<": flags[:-max(1, number)], "=": (*flags[:-1], number)}[mark]
        self._change(**{which: changed})
        return ""

    def _change(self, **parts):
        self.state = self.state._replace(**parts)
