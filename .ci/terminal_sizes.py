"""Terminals that change their size, and terminals that are too small."""

import terminal_routes as routes
from program import wait
from terminal_bursts import until_shown
from terminal_idle import open_terminal
from terminal_processes import is_alive
from terminal_screens import open_game
from terminal_text import Grid

SMALL = Grid(40, 10)
SIZES = (120, 40), (60, 22), (61, 50), (200, 60), (80, 24), (333, 22), (79, 23), (100, 30)


def check_sizes(report, binary):
    """A game in terminals of several sizes, one after another."""
    with open_game(binary, Grid(80, 24), *routes.SEED) as game:
        problems = game.until_right() + game.play_all(("l", "j", "o", "l"))
        for size in SIZES:
            grid = Grid(*size)
            game.terminal.resize(grid)
            if wrong := game.until_on(grid):
                problems += [str(grid), *wrong]
        report.check(f"{len(SIZES)} sizes in play: every cell", problems)
        for size in SIZES * 3:
            game.terminal.resize(Grid(*size))
        report.check(f"{len(SIZES) * 3} sizes in quick succession: every cell of the last", game.until_on(Grid(*size)))
        game.terminal.resize(SMALL)
        problems = until_told(game, SMALL)
        game.terminal.send("llhjQy")
        game.terminal.resize(game.text.layout)
        problems += game.until_right() + game.play("h")
        report.check("too small for a while: what is typed then is not played", problems)


def check_sizes_while_typing(report, binary, times=30):
    """Keys and other sizes at the same moment: neither is forgotten until the next comes."""
    with open_terminal(binary, *routes.SEED) as game:
        problems = game.until_right()
        for count in range(times):
            grid = Grid(*SIZES[count % 2])
            if count % 4 < 2:
                game.terminal.send(".")
                game.terminal.resize(grid)
            else:
                game.terminal.resize(grid)
                game.terminal.send(".")
            game.text.play(".")
            if wrong := game.until_on(grid):
                problems += [f"{grid}, the change {count + 1}", *wrong]
                break
        report.check(f"{times} times another size and a key at the same moment: every cell", problems)


def check_wide_sizes(report, binary):
    """Cells are two columns wide where there are 100 columns."""
    with open_game(binary, Grid(120, 40, wide=True), *routes.SEED) as game:
        problems = game.until_right() + game.play("l")
        for grid in (Grid(99, 30), Grid(100, 30, wide=True), Grid(80, 24), Grid(120, 40, wide=True)):
            game.terminal.resize(grid)
            if wrong := game.until_on(grid):
                problems += [str(grid), *wrong]
        report.check("--wide: cells are wide from 100 columns on", problems)


def check_small(report, binary):
    """A game that begins in a terminal that is too small."""
    for end in ("played", "left"):
        with open_game(binary, Grid(80, 24), *routes.SEED, starts_on=SMALL) as game:
            problems = until_told(game, SMALL)
            game.terminal.send("llj")
            for small in (Grid(59, 22), Grid(60, 21), Grid(12, 30), Grid(200, 4)):
                game.terminal.resize(small)
                problems += until_told(game, small)
            if end == "left":
                pid = game.terminal.pid
                game.terminal.send("<Ctrl+c>")
                # tmux does not always tell how a program has ended in a pane of four rows.
                if not wait(lambda: not is_alive(pid)):
                    problems.append("it goes on")
                report.check("too small a terminal: Ctrl-C leaves", problems)
                continue
            game.terminal.resize(game.text.layout)
            problems += game.until_right() + game.play("l")
            report.check(f"begun on {SMALL.columns} x {SMALL.rows}: it tells what is needed, and goes on when there is "
                         "room", problems)


def until_told(game, grid):
    """Waits until the terminal tells which size is needed and which is there; what is wrong then."""
    return [f"{words!r} is not told on {grid}" for words in ("60 x 22", f"{grid.columns} x {grid.rows}")
            if not until_shown(game, words)]
