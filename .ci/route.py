"""Ways through a level that is known as text."""

from collections import deque

STEPS = {"k": (0, -1), "u": (1, -1), "l": (1, 0), "n": (1, 1), "j": (0, 1), "b": (-1, 1), "h": (-1, 0), "y": (-1, -1)}
WALLS = set('#= ')


def read(level):
    """The level's cells, and where its @ is."""
    cells = {(x, y): glyph for y, row in enumerate(level.splitlines()) for x, glyph in enumerate(row)}
    start = next(cell for cell, glyph in cells.items() if glyph == "@")
    return cells, start


def ways(cells, start):
    """The keys of a shortest way from `start` to every cell that can be reached; a closed door takes a
    key more."""
    found, waiting = {start: ""}, deque([start])
    while waiting:
        at = waiting.popleft()
        for key, (dx, dy) in STEPS.items():
            cell = at[0] + dx, at[1] + dy
            if cells.get(cell, " ") not in WALLS and cell not in found:
                found[cell] = found[at] + key * (2 if cells[cell] == "+" else 1)
                waiting.append(cell)
    return found


def far_cells(cells, start):
    """The cell furthest from `start`, then the one furthest from both, and so on."""
    distances = [ways(cells, start)]
    while True:
        goal = max(distances[0], key=lambda cell: (min(len(known[cell]) for known in distances), cell))
        yield goal
        distances.append(ways(cells, goal))
