#!/usr/bin/env python3
"""Plays the game in real terminals and compares what they show, cell by cell, with what they ought to.

    python3 .ci/terminal_check.py target/debug/fogbound target/debug/examples/panics [--idle SECONDS]

Needs tmux, and neither a terminal nor a display. What the player ought to see is what `--frontend text` prints. What
tmux does not know, a small terminal of the check's own does. Prints a line for each check and, last, the number of
failures; exit status 1 if there is any.
"""

import sys

sys.dont_write_bytecode = True

import argparse
import os
import signal
import tempfile
import time
from collections import deque
from functools import partial
from pathlib import Path
from threading import Thread

import processes
import terminal_bursts as bursts
import terminal_choice as choice
import terminal_ends as ends
import terminal_hostile as hostile
import terminal_idle as idle
import terminal_line as line
import terminal_routes as routes
import terminal_screens as screens
import terminal_sizes as sizes
from check_death import LOST
from report import Report
from terminal_text import Grid, write_map
from window_check import work

# What the game would go by, or what it starts.
VARIABLES = ("COLORTERM", "DISPLAY", "ENV", "FOGBOUND_ASSETS", "NO_COLOR", "RUST_BACKTRACE", "STY", "TMUX",
             "WAYLAND_DISPLAY")
# Terminals of one's own: what they are called, and how they are opened.
TERMINALS = ("tmux", ends.in_tmux), ("a terminal with kitty's protocol", ends.in_exact)


def watches_of(report, binary, lost, seconds):
    """What is checked of terminals that wait most of the time. It takes little time from the others."""
    for name, route in routes.QUIET:
        yield partial(idle.check_idle, report, binary, routes.SEED, name, route, seconds)
    yield partial(idle.check_idle, report, binary, lost, "report of the dead", routes.DEATH, seconds)
    yield partial(idle.check_small_idle, report, binary, seconds)
    for size in (80, 24), (120, 40):
        yield partial(line.check_bytes, report, binary, [Grid(*size, colors) for colors in screens.COLORS])
    for grid in Grid(80, 24), Grid(80, 24, "16"), Grid(120, 40):
        yield partial(line.check_slow, report, binary, grid)


def parts_of(report, binary, panics, lost):
    """What is checked, each part with terminals of its own."""
    for size in reversed(screens.SIZES):
        for colors in screens.COLORS:
            yield partial(screens.check_screens, report, binary, Grid(*size, colors), lost)
    for name, open_terminal in TERMINALS:
        yield partial(ends.check_ends, report, open_terminal, name, panics)
        yield partial(ends.check_stops, report, open_terminal, name, binary)
        yield partial(ends.check_alone, report, open_terminal, name, binary)
    yield partial(screens.check_mouse, report, binary, Grid(80, 24))
    for check in (screens.check_wide, screens.check_script, screens.check_eyes, ends.check_exact, line.check_mute,
                  hostile.check_sequences, hostile.check_noise, hostile.check_unfinished, hostile.check_early,
                  bursts.check_paste, bursts.check_paste_of_seed, bursts.check_burst, bursts.check_long_burst,
                  sizes.check_sizes, sizes.check_sizes_while_typing, sizes.check_wide_sizes, sizes.check_small,
                  choice.check_colors, choice.check_auto, choice.check_refused):
        yield partial(check, report, binary)


def check_all(report, binary, panics, seconds):
    """All of it; what is measured in milliseconds comes last, when nothing else runs."""
    lost = "--map", write_map(LOST), "--seed", "1"
    queues = [deque([watch]) for watch in watches_of(report, binary, lost, seconds)]
    queues += [deque(parts_of(report, binary, panics, lost))] * (os.cpu_count() or 1)
    threads = [Thread(target=work, args=(report, queue), daemon=True) for queue in queues]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    work(report, deque([partial(idle.check_held, report, binary)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path, help="the game")
    parser.add_argument("panics", type=Path, help="the game with a key that panics: the example `panics`")
    parser.add_argument("--idle", type=int, default=20, help="seconds to watch an idle terminal in each mode [20]")
    options = parser.parse_args()
    binary, panics, began = str(options.binary.resolve()), str(options.panics.resolve()), time.monotonic()
    for variable in VARIABLES:
        os.environ.pop(variable, None)
    report = Report()
    # So that terminals and games are closed when CI runs out of patience, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="terminal-check-", ignore_cleanup_errors=True) as folder:
        # All that is written on the way goes there: maps, settings, tmux's socket.
        tempfile.tempdir = folder
        try:
            check_all(report, binary, panics, options.idle)
        finally:
            processes.end_all()
    print(f"terminal check: {report.passed} passed, {report.failed} failed in {time.monotonic() - began:.0f} s")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
