#!/usr/bin/env python3
"""Plays the game in real windows and compares what they show, pixel by pixel, with what they ought to.

    python3 .ci/window_check.py target/debug/fogbound [--idle SECONDS] [--pictures DIR]

Needs Xvfb, a Vulkan driver (Mesa's software one will do) and xdotool. What the player ought to see is what
`--frontend text` prints, drawn with the pictures of the window's two fonts; what is lit is what `fogbound sight`
says. Prints a line for each check and, last, the number of failures; exit status 1 if there is any.
"""

import sys

sys.dont_write_bytecode = True

import argparse
import os
import signal
import time
import traceback
from collections import deque
from functools import partial
from pathlib import Path
from threading import Thread

import processes
import routes
from check_death import check_death, lost_map
from check_fallback import check_fallback
from check_idle import check_idle
from check_keys import check_held, check_keys, check_presses
from check_light import check_light
from check_picture import check_picture
from check_screens import check_route, check_title
from check_sight import check_sight
from check_sizes import check_sizes
from game import Game
from palette import Palette
from pictures import take_pictures
from report import Report

# The window sizes in which all screens are played through, and whether the window is closed in the end.
SIZES = (1920, 1080), (1280, 720), (1024, 768), (800, 600)

def watches_of(report, binary, lost, seconds):
    """What is checked of windows that nobody touches. It takes no time from those that are played in."""
    yield partial(check_held, report, binary, seconds)
    for modes in routes.QUIET:
        yield partial(check_idle, report, binary, routes.SEED, modes, seconds)
    yield partial(check_idle, report, binary, lost, routes.QUIET_LOST, seconds)


def parts_of(report, binary, palette, lost):
    """What is checked, each part with a display of its own; those that take longest come first."""
    yield partial(check_route, report, binary, SIZES[0])
    yield partial(check_sizes, report, binary)
    yield partial(check_sight, report, binary, palette)
    yield partial(check_light, report, binary, palette)
    for size in SIZES[1:]:
        yield partial(check_route, report, binary, size, closes=size == SIZES[-1])
    yield partial(check_route, report, binary, SIZES[2], zoom=2)
    yield partial(check_keys, report, binary)
    yield partial(check_presses, report, binary)
    yield partial(check_death, report, binary, lost)
    yield partial(check_title, report, binary)
    yield partial(check_picture, report, binary)
    yield partial(check_fallback, report, binary)


def work(report, parts):
    """Carries out parts until none is left."""
    while parts:
        try:
            part = parts.popleft()
        except IndexError:
            return
        try:
            part()
        except Exception:  # Whatever it is, the other parts go on.
            report.check(f"{part.func.__name__} ended early", traceback.format_exc().splitlines()[-8:])


def check_delays(report):
    """How long the windows took to show what a key does."""
    delays = sorted(Game.delays) or [float("inf")]
    half = delays[len(delays) // 2]
    report.check(f"from key to picture, {len(delays)} times: half within {half * 1000:.0f} ms (limit 1000 ms)",
                 [] if half <= 1 else ["half of the keys took longer than a second"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path, help="the game")
    parser.add_argument("--idle", type=int, default=15, help="seconds to watch an idle window in each mode [15]")
    parser.add_argument("--pictures", type=Path, help="write the pictures of the README into this folder, too")
    options = parser.parse_args()
    binary, began = str(options.binary.resolve()), time.monotonic()
    palette, report = Palette(), Report()
    # So that displays and games are closed when CI runs out of patience, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        with lost_map() as lost:
            queues = [deque([watch]) for watch in watches_of(report, binary, lost, options.idle)]
            queues += [deque(parts_of(report, binary, palette, lost))] * (os.cpu_count() or 1)
            threads = [Thread(target=work, args=(report, queue), daemon=True) for queue in queues]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        check_delays(report)
        if options.pictures:
            take_pictures(options.pictures, binary, palette)
    finally:
        processes.end_all()
    print(f"window check: {report.passed} passed, {report.failed} failed in {time.monotonic() - began:.0f} s")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
