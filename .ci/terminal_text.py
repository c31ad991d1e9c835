"""The same game as text: what a terminal of so many cells and colours must show."""

import tempfile
from typing import NamedTuple

from replay import Replay
from terminal_cells import screen_of


class Grid(NamedTuple):
    """The columns, rows and colours of a terminal."""

    columns: int
    rows: int
    colors: str = "truecolor"
    wide: bool = False

    @property
    def arguments(self):
        """What the text front end must be told to print as many cells in such colours."""
        wide = ("--wide",) if self.wide else ()
        return "--screen", f"{self.columns}x{self.rows}", "--ansi", "--colors", self.colors, *wide

    @property
    def terminal_arguments(self):
        """What the terminal front end must be told; it knows its size."""
        wide = ("--wide",) if self.wide else ()
        return "--colors", self.colors, *wide

    def __str__(self):
        wide = ", wide" if self.wide else ""
        return f"{self.columns} x {self.rows}, colours: {self.colors}{wide}"


class Text(Replay):
    """A game as text with a folder for settings of its own."""

    def __init__(self, binary, grid, *arguments):
        if "--config-dir" not in arguments:
            arguments += own_folder()
        super().__init__(binary, grid, *arguments)

    @property
    def wanted(self):
        """The cells that a terminal must show."""
        return wanted_of(self.screen, self.layout)

    def wanted_on(self, grid):
        """The cells that a terminal of another size must show."""
        return wanted_of(self.elsewhere(grid), grid)


def wanted_of(screen, grid):
    """The cells of a printed screen."""
    return screen_of(screen.rows, grid.columns)


def own_folder():
    """The option for a folder for settings that nobody else has. It goes with the check's own folder."""
    return "--config-dir", tempfile.mkdtemp()


def write_map(rows):
    """A file with this map. It goes with the check's own folder."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8", delete=False) as file:
        file.write(rows)
    return file.name
