"""A screen as the text front end prints it: rows of characters with their colours."""

import re
from functools import lru_cache
from typing import NamedTuple

# Stands behind the glyph of a wide cell.
WIDE = "\u00a0"
_SGR = re.compile(r"\x1b\[([0-9;]*)m")


class Cell(NamedTuple):
    """A character, 0xRRGGBB of its pixels and of those around them, and whether it takes two columns."""

    glyph: str
    fore: int
    back: int
    wide: bool = False

    @property
    def columns(self):
        return 2 if self.wide else 1

    def __str__(self):
        return f"{'wide ' if self.wide else ''}{self.glyph!r} #{self.fore:06x} on #{self.back:06x}"


@lru_cache(4000)
def cells_of(row):
    """The cells of a printed row, from the left."""
    single, at, colors = [], 0, {38: None, 48: None}
    for told in _SGR.finditer(row):
        single += [(glyph, colors[38], colors[48]) for glyph in row[at:told.start()]]
        at = told.end()
        colors.update(_told(told[1]))
    single += [(glyph, colors[38], colors[48]) for glyph in row[at:]]
    cells = []
    for column, (glyph, fore, back) in enumerate(single):
        if fore is None or back is None:
            raise ValueError(f"column {column}, {glyph!r}, has no colours in {row!r}")
        if glyph != WIDE:
            cells.append(Cell(glyph, fore, back))
        elif column % 2 and (before := cells[-1]) == (before.glyph, fore, back, False):
            cells[-1] = before._replace(wide=True)
        else:
            raise ValueError(f"column {column} is not the second half of a wide cell in {row!r}")
    return tuple(cells)


def _told(numbers):
    """The colours that a sequence sets: 38 is that of the characters, 48 that of the ground."""
    numbers = [int(number or 0) for number in numbers.split(";")]
    colors = {}
    while numbers:
        if numbers[0] == 0:
            colors.update({38: None, 48: None})
            del numbers[0]
        elif numbers[0] in (38, 48) and numbers[1] == 2:
            red, green, blue = numbers[2:5]
            colors[numbers[0]] = red << 16 | green << 8 | blue
            del numbers[:5]
        else:
            raise ValueError(f"the sequence {numbers} sets no colour")
    return colors


class Screen:
    """What is on the screen."""

    def __init__(self, rows):
        self.rows = tuple(rows)
        self.text = [_SGR.sub("", row) for row in self.rows]

    def cells(self):
        """Column, row and cell, row by row."""
        for y, row in enumerate(self.rows):
            x = 0
            for cell in cells_of(row):
                yield x, y, cell
                x += cell.columns

    def at(self, column, row):
        """The cell in this column, or the one that reaches over it."""
        return next(cell for x, y, cell in self.cells() if y == row and x <= column < x + cell.columns)

    def find(self, words):
        """The column and row in the middle of these words, where they stand first; nothing if nowhere."""
        for y, row in enumerate(self.text):
            if words in row:
                return row.index(words) + len(words) // 2, y
        return None

    def player(self):
        """Column and row of the player on the map; nothing if it is not to be seen."""
        return next(((x, y) for x, y, cell in self.cells() if cell.glyph == "@" and cell.wide), None)

    def box(self):
        """Left, top, right and bottom of the largest box of lines; nothing if there is none."""
        found = []
        for top, row in enumerate(self.text):
            for left, right in _edges(row, *"┌┐"):
                bottoms = (y for y in range(top + 1, len(self.text))
                           if self.text[y][left] == "└" and self.text[y][right] == "┘")
                if (bottom := next(bottoms, None)) is not None:
                    found.append((left, top, right, bottom))
        return max(found, key=lambda it: (it[2] - it[0]) * (it[3] - it[1]), default=None)


def _edges(row, first, last):
    """Where a box's upper edge begins and ends in a row. There may be words in the edge."""
    for left, glyph in enumerate(row):
        if glyph == first and last in row[left:]:
            yield left, row.index(last, left)
