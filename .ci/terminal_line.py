"""How many bytes a step sends, and how long it takes over a slow line."""

import random
import statistics
import time
from itertools import zip_longest

from replay import run
from terminal_game import Game
from terminal_idle import turn_of
from terminal_pty import Terminal
from terminal_text import Grid, Text, own_folder, write_map

# An open hall, larger than what can be seen of it.
HALL = "\n".join(("#" * 81, *[f"#{'.' * 79}#"] * 24, f"#{'.' * 39}@{'.' * 39}#", *[f"#{'.' * 79}#"] * 24, "#" * 81, ""))
SEEDS = 1, 2, 3
# Steps in the hall, and on each level.
STEPS = 40
# Bytes of a step: in the median, at most, and where the map moves on the screen; there, if that is more, so many for each
# character that is another one.
MEDIAN_LIMIT = 1000
LIMIT = 1000
MOVING_LIMIT = 3000
CHARACTER_LIMIT = 4.2
# Bytes a second; seconds that a step may take then, in the median and at most, where the map may move, and that steps
# typed quickly may lag behind in the end.
SLOW = 2000
MEDIAN_TIME, TIME = 0.6, 1.6
LAG_LIMIT = 3
# Steps that are typed one by one, and quickly.
SINGLE, QUICK = 8, 20
# What quickly means: all at once, or so many a second.
PACES = None, 30


def places(binary):
    """Maps to walk about in, and the keys that explore them first."""
    yield "hall", write_map(HALL), ""
    for seed in SEEDS:
        # Nobody lives there who would interrupt the walk.
        level = run(binary, "dungeon", "--seed", seed)
        file = write_map("".join("." if sign.isalpha() else sign for sign in level))
        text = Text(binary, Grid(80, 24), "--map", file, "--seed", "1")
        explored, keys = None, ""
        while explored != (explored := turn_of(text.screen.text)):
            text.play("o")
            keys += "o"
        text.close()
        yield "rooms", file, keys


def open_place(binary, grid, file, keys):
    """A game on this map after these keys."""
    arguments = "--map", file, "--seed", "1"
    script = ("--keys", keys) if keys else ()
    terminal = Terminal(grid, binary, "--frontend", "terminal", *arguments, *script, *grid.terminal_arguments,
                        *own_folder())
    text = Text(binary, grid, *arguments)
    text.play(keys)
    return Game(terminal, text)


def walk(game, seed, steps):
    """Plays so many steps of a walk that goes straight on for a while and then elsewhere, without the terminal.

    Yields each key, and what it is: a step, one with which the map moves on the screen, or none, against a wall."""
    chance, screen = random.Random(seed), game.text.screen
    while steps:
        for key in chance.choice("hjklyubn") * chance.randint(2, 6):
            before, screen = screen, game.text.play(key)
            is_step = turn_of(screen.text) > turn_of(before.text)
            steps -= is_step
            yield key, what_is(before, screen) if is_step else None
            if not steps:
                break


def what_is(before, after):
    """Whether the map has moved with a step: the player is elsewhere on the screen, and not a cell away."""
    (left, top), (column, row) = before.find("@"), after.find("@")
    return "the map moves" if (left, top) == (column, row) or max(abs(left - column), abs(top - row)) > 1 else "step"


def different(old, new):
    """How many characters of the screen are others."""
    pairs = zip(old, new, strict=True)
    return sum(a != b for one, other in pairs for a, b in zip_longest(one, other))


def check_bytes(report, binary, grids):
    """Counts what steps in a hall and in the rooms of explored levels send, in each of these terminals."""
    found = list(places(binary))
    for grid in grids:
        counts, problems = {}, []
        for seed, (kind, file, keys) in enumerate(found):
            with open_place(binary, grid, file, keys) as game:
                problems += game.until_right()
                shown = game.text.screen.text
                for key, what in walk(game, seed, STEPS):
                    before, old, shown = game.terminal.count, shown, game.text.screen.text
                    game.terminal.send(key)
                    problems += game.until_right()
                    sent = game.terminal.count - before
                    if what:
                        counts.setdefault((kind, what), []).append(sent)
                    most = LIMIT if what == "step" else max(MOVING_LIMIT, CHARACTER_LIMIT * different(old, shown))
                    if what and sent > most:
                        problems.append(f"{kind}, {what}: {sent} bytes, more than {most:.0f}")
                problems += game.terminal.problems
        told = []
        for (kind, what), sent in sorted(counts.items()):
            told.append(f"{kind}, {what}: median {statistics.median(sent):.0f}, at most {max(sent)}")
            if what == "step" and statistics.median(sent) > MEDIAN_LIMIT:
                problems.append(f"{kind}, {what}: more than {MEDIAN_LIMIT} in the median; the most were "
                                f"{sorted(sent)[-10:]}")
        report.check(f"{grid}: bytes of a step: {'; '.join(told)}", problems)


def check_slow(report, binary, grid):
    """Steps in a hall over a slow line: one by one, and typed faster than the line carries them."""
    with open_place(binary, grid, write_map(HALL), "") as game:
        terminal = game.terminal
        problems = game.until_right()
        terminal.slow_down(SLOW)
        times = []
        for key, _ in walk(game, 1, SINGLE):
            began = time.monotonic()
            terminal.send(key)
            problems += game.until_right()
            times.append(terminal.last - began)
        if statistics.median(times) > MEDIAN_TIME or max(times) > TIME:
            problems.append(f"limits: {MEDIAN_TIME} s and {TIME} s")
        report.check(f"{grid}, {SLOW} bytes a second: a step is shown in {statistics.median(times):.2f} s in the "
                     f"median, {max(times):.2f} s at most", problems)
        for pace in PACES:
            check_quick(report, game, pace)


def check_mute(report, binary):
    """A terminal that answers nothing is not waited for, once that is known."""
    grid = Grid(80, 24)
    arguments = "--map", write_map(HALL), "--seed", "1"
    terminal = Terminal(grid, binary, "--frontend", "terminal", *arguments, *grid.terminal_arguments, *own_folder(),
                        mute=True)
    with Game(terminal, Text(binary, grid, *arguments)) as game:
        problems, times = game.until_right(), []
        for key, _ in walk(game, 1, STEPS):
            began = time.monotonic()
            terminal.send(key)
            problems += game.until_right()
            times.append(time.monotonic() - began)
        if max(times) > TIME:
            problems.append(f"limit: {TIME} s")
        report.check(f"a terminal that answers nothing: a step is shown within {max(times):.2f} s", problems)


def check_quick(report, game, pace):
    """Steps typed quickly: how long after the last key the last one is shown."""
    keys = ("l" if pace else "h") * QUICK
    if pace:
        for key in keys:
            game.terminal.send(key)
            time.sleep(1 / pace)
    else:
        game.terminal.send(keys)
    ended = time.monotonic()
    game.text.play(keys)
    problems = game.until_right()
    late = max(0.0, game.terminal.last - ended)
    if late > LAG_LIMIT:
        problems.append(f"limit: {LAG_LIMIT} s")
    how = f"at {pace} a second" if pace else "at once"
    report.check(f"{game.text.layout}, {SLOW} bytes a second: {QUICK} steps typed {how} are shown {late:.2f} s after "
                 "the last key", problems)
