"""A terminal that nobody types on takes no processor time, whatever it shows; held keys are played at once."""

import re
import time

import terminal_routes as routes
from check_idle import watch
from terminal_cells import text_of
from terminal_game import Game
from terminal_pty import Terminal
from terminal_text import Grid, Text, own_folder, write_map

GRID = Grid(80, 24)
# A key that is held comes so often in a second, and so many times.
PRESSES = 30
HELD = 90
# So many presses may wait at a time, and so many seconds may pass from the last of them until all is shown.
MOST_WAITING = 6
MOST_LATE = 0.3
# A loaded machine may be late at times.
TRIES = 4

CORRIDOR = "\n".join(("#" * (HELD + 3), f"#@{'.' * HELD}#", "#" * (HELD + 3), ""))


def open_terminal(binary, *arguments, grid=GRID, exact=False):
    """A game in a terminal of the check's own and as text."""
    terminal = Terminal(grid, binary, "--frontend", "terminal", *arguments, *grid.terminal_arguments, *own_folder(),
                        exact=exact)
    return Game(terminal, Text(binary, grid, *arguments))


def check_idle(report, binary, arguments, name, route, seconds):
    """Nobody types for so many seconds after this route."""
    with open_terminal(binary, *arguments) as game:
        problems = game.until_right() + game.play_all(route)
        if problems:
            report.check(f"{name}: the screen", problems)
        watch(report, game, name, seconds)


def check_small_idle(report, binary, seconds):
    """Nobody types while the terminal is too small."""
    with open_terminal(binary, *routes.SEED) as game:
        problems = game.until_right()
        game.terminal.resize(Grid(40, 10))
        game.terminal.wait_quiet()
        report.check("too small a terminal", problems)
        watch(report, game, "too small a terminal", seconds)


def check_held(report, binary):
    """Somebody walks along a corridor and back, with a key held down."""
    with open_terminal(binary, "--map", write_map(CORRIDOR), "--seed", "1") as game:
        problems = game.until_right()
        for key, back in "lh", "hl":
            for left in reversed(range(TRIES)):
                waiting, late, wrong = hold(game, key)
                problems += wrong
                lags = waiting > MOST_WAITING or late > MOST_LATE
                if problems or not lags or not left:
                    break
                problems += game.play(back * HELD)
            report.check(f"{key} held, {HELD} presses, {PRESSES} a second: {waiting} wait at most (limit "
                         f"{MOST_WAITING}), all shown {late * 1000:.0f} ms after the last (limit "
                         f"{MOST_LATE * 1000:.0f} ms)", problems + ["it lags behind"] * lags)


def hold(game, key):
    """Holds a key; how many presses waited at most, how late the last one was shown, and what is wrong."""
    began, first, most = time.monotonic(), turn(game.terminal), 0
    for press in range(1, HELD + 1):
        game.terminal.send(key)
        pressed = time.monotonic()
        while time.monotonic() < began + press / PRESSES:
            game.terminal.pause()
        most = max(most, first + press - turn(game.terminal))
    game.text.play(key * HELD)
    wrong = game.until_right()
    return most, game.terminal.last - pressed, wrong


def turn_of(rows):
    """The turn that these rows tell."""
    told = re.search(r"Turn (\d+)", "\n".join(rows))
    return int(told[1]) if told else 0


def turn(terminal):
    """The turn that a terminal shows."""
    return turn_of(text_of(terminal.shown()))
