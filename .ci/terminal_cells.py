"""Cells as terminals show them: glyphs in however few colours, and with attributes."""

import re
from functools import lru_cache
from typing import NamedTuple

from screen import WIDE

_SGR = re.compile(r"\x1b\[([0-9;]*)m")
_NAMES = "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"
_ATTRIBUTES = {1: "bold", 2: "dim", 4: "underlined", 7: "reversed"}

# How many colours to ask for, and how the names of those begin that are shown then.
DEPTHS = {
    "truecolor": re.compile(r"#[0-9a-f]{6}"),
    "256": re.compile(r"color (1[6-9]|[2-9]\d|1\d\d|2[0-4]\d|25[0-5])"),
    "16": re.compile("(bright )?({})".format("|".join(_NAMES))),
    "8": re.compile("|".join(_NAMES)),
    "none": re.compile("default"),
}
# The attributes that may stand in for the colours that are missing.
DEPTH_ATTRIBUTES = {"8": {"bold"}, "none": set(_ATTRIBUTES.values())}


class Look(NamedTuple):
    """The colours of a glyph and of its ground, and the attributes."""

    fore: str = "default"
    back: str = "default"
    attributes: frozenset = frozenset()

    def __str__(self):
        return " ".join([self.fore, "on", self.back, *sorted(self.attributes)])


class Cell(NamedTuple):
    """What one column of one row shows."""

    glyph: str = " "
    look: Look = Look()

    def __str__(self):
        return f"{self.glyph!r} {self.look}"


BLANK = Cell()


@lru_cache(20000)
def look_after(look, parameters):
    """The look after a sequence with these parameters."""
    numbers = [int(number or 0) for number in parameters.split(";")]
    while numbers:
        number = numbers.pop(0)
        if number == 0:
            look = Look()
        elif number in _ATTRIBUTES:
            look = look._replace(attributes=look.attributes | {_ATTRIBUTES[number]})
        else:
            ground = number // 10 in (4, 10)
            look = look._replace(**{"back" if ground else "fore": _color(number - 10 * ground, numbers)})
    return look


def _color(number, rest):
    """The name of a colour; takes the numbers that belong to it from the rest."""
    if number == 39:
        return "default"
    if 30 <= number < 38:
        return _NAMES[number - 30]
    if 90 <= number < 98:
        return f"bright {_NAMES[number - 90]}"
    if number == 38 and rest[:1] == [2] and len(rest) > 3:
        name = "#{:02x}{:02x}{:02x}".format(*rest[1:4])
        del rest[:4]
        return name
    if number == 38 and rest[:1] == [5] and len(rest) > 1:
        name = f"color {rest[1]}"
        del rest[:2]
        return name
    raise ValueError(f"the number {number} before {rest} sets neither a colour nor an attribute")


@lru_cache(20000)
def _cells_of(row, look):
    """The cells of a printed row that begins with this look, and the look after it."""
    cells, at = [], 0
    for told in _SGR.finditer(row):
        cells += [Cell(glyph, look) for glyph in row[at:told.start()]]
        look, at = look_after(look, told[1]), told.end()
    cells += [Cell(glyph, look) for glyph in row[at:]]
    # Terminals show a blank in the second column of a wide cell.
    return tuple(cell._replace(glyph=" ") if cell.glyph == WIDE else cell for cell in cells), look


@lru_cache(200)
def screen_of(rows, columns):
    """The cells of printed rows. Blank ones at a row's end may be missing; a look lasts beyond the end of a row."""
    look, screen = Look(), []
    for row in rows:
        cells, look = _cells_of(row, look)
        screen.append(cells + (BLANK,) * (columns - len(cells)))
    return tuple(screen)


def text_of(screen):
    """The rows of a screen without colours."""
    return ["".join(cell.glyph for cell in row).rstrip() for row in screen]


def part_of(screen, box=None):
    """A screen, or this box of it: left, top, right and bottom."""
    if not box:
        return screen
    left, top, right, bottom = box
    return tuple(row[left:right + 1] for row in screen[top:bottom + 1])


def differences(shown, wanted, box=None):
    """What is wrong with a screen."""
    shown, wanted = part_of(shown, box), part_of(wanted, box)
    left, top = box[:2] if box else (0, 0)
    if [len(row) for row in shown] != [len(row) for row in wanted]:
        return [f"{len(shown[0] if shown else ())} x {len(shown)} cells instead of {len(wanted[0])} x {len(wanted)}"]
    return [f"column {left + x}, row {top + y}: {cell} instead of {should}"
            for y, rows in enumerate(zip(shown, wanted)) for x, (cell, should) in enumerate(zip(*rows))
            if cell != should]


def beyond(depth, looks):
    """Which of these looks a terminal with so many colours would not be told."""
    color, attributes = DEPTHS[depth], DEPTH_ATTRIBUTES.get(depth, set())
    return [f"{look} with --colors {depth}" for look in sorted(looks, key=str)
            if not (color.fullmatch(look.fore) and color.fullmatch(look.back) and look.attributes <= attributes)]
