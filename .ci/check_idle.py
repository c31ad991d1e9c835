"""A window that nobody touches takes no processor time, whatever it shows."""

import time

from check_screens import play
from display import Display
from game import Game
from program import wait

SIZE = 800, 600
# Ticks of 10 ms that it may take.
LIMIT = 2


def check_idle(report, binary, arguments, modes, seconds):
    """Watches a window on a display of its own in several modes: pairs of a name and the scripts that lead there, the
    first ones from the game's beginning, others from the mode before."""
    with Display() as display, Game(display, binary, *arguments, size=SIZE) as game:
        report.check(f"{modes[0][0]}: the first picture", game.until_right())
        for name, scripts in modes:
            report.check(f"{name}: every pixel after each of {len(scripts)} keys", play(game, scripts))
            watch(report, game, name, seconds)


def watch(report, game, name, seconds):
    """Nobody touches the window for so many seconds."""
    settle(game.program)
    began, before = time.monotonic(), game.program.processor_ticks()
    time.sleep(seconds)
    ticks = game.program.processor_ticks() - before
    report.check(f"{name}: nobody plays for {time.monotonic() - began:.0f} s: {ticks * 10} ms of processor time "
                 f"(limit {LIMIT * 10} ms)", [] if ticks <= LIMIT else [f"{ticks} ticks of 10 ms"])


def settle(program, quiet=1, limit=20):
    """Waits until the program has taken no processor time for a second."""
    last, since = program.processor_ticks(), time.monotonic()

    def is_quiet():
        nonlocal last, since
        now = program.processor_ticks()
        if now != last:
            last, since = now, time.monotonic()
        return time.monotonic() - since >= quiet

    wait(is_quiet, seconds=limit, pause=0.05)
