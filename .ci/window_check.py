#!/usr/bin/env python3
"""Plays the game in a real window and compares what it shows, cell by cell, with what it ought to.

    python3 .ci/window_check.py target/debug/fogbound [--idle SECONDS] [--pictures DIR]

Needs Xvfb, a Vulkan driver (Mesa's software one will do) and xdotool. What the player ought to see comes
from `fogbound sight` and from `--frontend text`; colours come from the palette file and the monsters' own.
The ground behind a creature shows its mood, which `--frontend text` prints beside the map. Prints a line
for each check and, last, the number of failures; exit status 1 if there is any.
"""

import sys

sys.dont_write_bytecode = True

import argparse
import copy
import signal
import time
from pathlib import Path

import drawn
from differences import GLYPHS, differences_from_sight, differences_from_text
from display import Display, Program, wait
from game import Game
from model import MOODS, Palette
from pictures import take_pictures
from replay import WORKERS, algorithms, creatures_in, mask
from tour import find_tour

ASSETS = Path(__file__).resolve().parent.parent / "assets"

# Walks on the hand-made map.
WALKS = (
    ("walking lights what `fogbound sight` says, dims what is left, and shows nothing else", "llllllllluj"),
    ("walls and foliage stop sight, windows do not", "llnlllll" "u" "lllllllll" "jjkk" "hhhhhhhhh" "b" "hhhhhhh" "jjjjjjjj"),
    ("a caged creature appears and vanishes with sight and a closed door", "llllllllllllll" "njhkk" "cljjkkhhhhyk"),
)


class Report:
    """Counts and prints checks."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, problems):
        """Notes a check; `problems` is a list of what is wrong."""
        if problems:
            self.failed += 1
            print(f"FAILED {what}", flush=True)
            for problem in problems[:8]:
                print(f"       {problem}", flush=True)
            if len(problems) > 8:
                print(f"       and {len(problems) - 8} more", flush=True)
        else:
            self.passed += 1
            print(f"ok     {what}", flush=True)

    def check_status(self, what, game):
        """The game has been asked to end, and does without an error."""
        status = game.program.status()
        self.check(f"{what}, exit status 0", [] if status == 0 else [f"status {status}"])
        game.program.close()


def check_death(report, display, binary, palette, seed):
    """A game that is lost, and the same again; a held key. Returns the game, which goes on."""
    tour = find_tour(binary, seed, survives=False)
    # The last key is the one at which the player dies.
    keys, (*_, alive, dead) = list(tour.keys), tour.screens
    game = Game(display, binary, palette, "--seed", str(tour.seed))
    game.resize(1280, 640)
    game.type("".join(keys[:-1]))
    report.check(f"seed {tour.seed}, {len(keys) - 1} keys, the last moment alive: all 80 x 40 cells as --frontend text has them",
                 game.until_right(differences_from_text(alive, palette)))
    game.key(keys[-1])
    report.check("the player dies: all 80 x 40 cells as --frontend text has them, and a box that tells of it",
                 game.until_right(differences_from_text(dead, palette)))
    game.key("Enter")
    again = tour.replay.play(["Enter"])
    tour.replay.close()
    problems = [] if again[:36] == tour.screens[0][:36] else ["it does not begin as it began before"]
    report.check("Enter: the same game again", problems + game.until_right(differences_from_text(again, palette)))
    check_held_key(report, display, game)
    return game


def check_held_key(report, display, game):
    """A held key repeats until it comes up. This also leaves the alarm behind that once kept the window awake."""
    display.wait_quiet()
    pictures = set()
    display.do("keydown bracketright")
    ends = time.monotonic() + 3
    while time.monotonic() < ends:
        pictures.add(hash(display.raw()))
        time.sleep(0.01)
    display.do("keyup bracketright")
    time.sleep(1)
    display.wait_quiet()
    after = display.raw()
    time.sleep(1)
    problems = [] if len(pictures) >= 5 else [f"{len(pictures)} pictures in 3 seconds"]
    if display.raw() != after:
        problems.append("it goes on repeating after the key came up")
    report.check(f"a held key repeats: {len(pictures)} pictures in 3 s, none after it came up", problems)


class Idle:
    """A window that nobody touches, and how much processor time it takes."""

    def __init__(self, game):
        self.game = game
        time.sleep(2)
        self.began, self.ticks = time.monotonic(), game.program.processor_ticks()

    def check(self, report, seconds):
        """The window has been left alone for so many seconds at least."""
        time.sleep(max(0, self.began + seconds - time.monotonic()))
        ticks = self.game.program.processor_ticks() - self.ticks
        problems = [] if ticks <= 2 else [f"{ticks} ticks of 10 ms"]
        report.check(f"nobody plays for {time.monotonic() - self.began:.0f} s: {ticks * 10} ms of processor time (limit 20 ms)",
                     problems)


def check_seeded(report, display, binary, palette, tour):
    """A level from a seed against the text front end; keys typed fast."""
    game = Game(display, binary, palette, "--seed", str(tour.seed))

    def same_as_text(what, rows):
        problems = game.until_right(differences_from_text(rows, palette))
        report.check(f"{what}: all 80 x 40 cells as --frontend text has them", problems)

    game.resize(1280, 640)
    same_as_text(f"seed {tour.seed}, first screen", tour.screens[0])
    visible, hidden = mask(binary, tour.level, "--radius", 11)
    report.check(f"seed {tour.seed}: lit is what `fogbound sight` says of `fogbound dungeon`",
                 game.until_right(differences_from_sight(visible, hidden, palette)))
    # At scale 1, for a software driver draws that much quicker.
    game.resize(640, 320)
    half = len(tour.keys) // 2
    check_tour(report, game, palette, tour, half)
    check_eyes(report, game, palette, tour, half)

    typed = game.type("".join(tour.keys[half:]))
    last = tour.screens[-1]
    same_as_text(f"{len(tour.keys) - half} keys typed in {typed:.2f} s, none lost", last)
    game.resize(1280, 640)
    same_as_text("twice as large", last)
    game.key(" ")
    same_as_text("Space: another dungeon, all dark", tour.replay.play(" "))
    tour.replay.close()
    display.ask_to_close(game.program.window)
    report.check_status("closing the window leaves", game)


def check_tour(report, game, palette, tour, count):
    """The screen after each of the tour's first keys, so many."""
    problems, met = [], 0
    for played, (key, rows) in enumerate(zip(tour.keys[:count], tour.screens[1:]), 1):
        game.key(key)
        if not problems:
            problems = game.until_right(differences_from_text(rows, palette))
            where = f"key {played} of {count}, {key!r}"
            met += bool(creatures_in(rows))
    where = where if problems else f"after each of {count} keys"
    report.check(f"{where}: all 80 x 40 cells as --frontend text has them, {met} screens with creatures in sight", problems)
    if problems:
        # The keys that were not waited for come before those of the next check.
        game.display.wait_quiet(1)


def check_eyes(report, game, palette, tour, count):
    """The comparison itself: the screen of `count` keys, which the window shows, is told from others."""
    rows = tour.screens[count]
    wall = next(y for y, row in enumerate(rows) if "#" in row)

    def with_word(y, word, other):
        return [*rows[:y], rows[y].replace(word, other, 1), *rows[y + 1:]]

    def with_color(name):
        changed = copy.copy(palette)
        changed.plain = {**palette.plain, name: palette.plain[name] ^ 1}
        changed.light = changed.plain["light"]
        return changed

    wrong = {
        "a key too few": (tour.screens[count - 1], palette),
        "another glyph": (with_word(wall, "#", "."), palette),
        "another letter": (with_word(39, "seed", "sead"), palette),
        "another colour of the player": (rows, with_color("player")),
        "another colour of light": (rows, with_color("light")),
    }
    problems = []
    for what, (other_rows, other_palette) in wrong.items():
        if not game.problems(differences_from_text(other_rows, other_palette)):
            problems.append(f"{what} makes no difference")
        GLYPHS.settle(right=False)
    report.check(f"the comparison sees {', '.join(wrong)}", problems)


def check_delays(report, display, game, keys="[]" * 10):
    """How long the window takes to show what a key does. At the end all is as it was."""
    delays = []
    for key in keys:
        display.wait_quiet()
        before, began = display.raw(), time.monotonic()
        game.key(key)
        if wait(lambda: display.raw() != before, pause=0.001):
            delays.append(time.monotonic() - began)
    delays.sort()
    lost = len(keys) - len(delays)
    problems = [f"{lost} of {len(keys)} keys changed nothing within 30 s"] if lost else []
    if delays and delays[len(delays) // 2] > 1:
        problems.append("half of the keys took longer than a second")
    half = delays[len(delays) // 2] if delays else 0
    report.check(f"from key to picture: half within {half * 1000:.0f} ms, all within {delays[-1] * 1000:.0f} ms (limit for half: 1000 ms)"
                 if delays else "from key to picture", problems)


def check_drawn(report, display, binary, palette):
    """Sight, memory and hiding on the hand-made map; sizes; covering."""
    names = algorithms(binary, drawn.FILE)
    toys = (
        ("[ and ] change how far is seen, at once, and no further than at first", "[[[[[[[[]]]]]]]]]]]]"),
        ("a wizard sees further", ["F2", *"]]]]"]),
        *((f"f: {name}", "f") for name in names[1:] + names[:1]),
        ("a wizard no more", ["F2"]),
        ("a bump changes nothing", "kkk"),
    )
    fresh = "Space: all dark again", " l"
    walk = drawn.Walk(binary, palette, names, [key for _, keys in (*WALKS, *toys, fresh) for key in keys])
    moments = walk.moments()
    game = Game(display, binary, palette, *drawn.ARGUMENTS)
    game.measure(1280, 720)
    moment = next(moments)
    report.check("the first picture is what is seen from the start, and nothing else", game.until_right(moment.problems_of))

    def play(what, keys):
        """Plays keys, and compares after each until one is wrong. Returns the last moment."""
        problems = []
        for count, key in enumerate(keys, 1):
            game.key(key)
            moment = next(moments)
            if not problems:
                problems = game.until_right(moment.problems_of)
                where = f"{what} (key {count}, {key!r}, of {keys!r})"
        report.check(where if problems else f"{what}: {len(keys)} keys, every cell after each", problems)
        return moment

    # At scale 1 as well, with as many cells.
    game.resize(640, 360)
    for part in WALKS:
        play(*part)
    problems = []
    if min(walk.appeared, walk.vanished) < 3:
        problems = [f"a creature appeared {walk.appeared} times and vanished {walk.vanished} times; "
                    "the walk is meant to have 3 of each"]
    report.check(f"creatures came into sight {walk.appeared} times and left it {walk.vanished} times", problems)
    moods = {name for sign, name in MOODS.items() if sign in walk.signs_met}
    missing = sorted({"noticing", "hunting"} - moods)
    report.check(f"creatures were seen {', '.join(sorted(moods)) or 'unaware only'}, each on the ground of its mood",
                 [f"none was {mood}; the walk is meant to show one" for mood in missing])
    for part in toys:
        moment = play(*part)

    check_sizes(report, game, moment)
    check_sizes_while_drawing(report, display, game, moment)
    check_delays(report, display, game)
    check_covering(report, display, binary, game, moment)
    play(*fresh)
    game.key("Escape")
    report.check_status("Escape leaves", game)


def check_sizes(report, game, moment):
    for width, height in ((640, 320), (1000, 700), (645, 333), (400, 300), (1599, 999), (1280, 720)):
        game.resize(width, height)
        layout = game.layout
        report.check(f"{width} x {height} pixels: {layout.columns} x {layout.rows} cells at scale {layout.scale}, "
                     f"rim {layout.left} and {layout.top}", game.until_right(moment.problems_of))


def check_sizes_while_drawing(report, display, game, moment, times=24):
    """Other sizes while a frame is drawn: the window follows each without waiting for another event.

    A frame asks the server for the window's size. The server halts around that moment, so that its answer and
    the news of the other size come together. A thread that reads both must tell the one that sleeps."""
    for count in range(times):
        display.wait_quiet(0.1)
        # A move of the mouse draws one frame and changes nothing. The pauses reach different moments of it.
        display.do(f"mousemove {50 + count} 50")
        time.sleep(count % 12 / 1000)
        size = ((640, 320), (645, 333))[count % 2]
        with display.halted():
            display.do("windowsize {} {} {}".format(game.program.window, *size))
            time.sleep(0.05)
        game.measure(*size)
        problems = game.until_right(moment.problems_of)
        if problems:
            problems = [f"the window shows another size (change {count + 1})", *problems]
            break
    report.check(f"{times} times another size while a frame is drawn", problems)
    game.resize(1280, 720)


def check_covering(report, display, binary, game, moment):
    """Another window in front of it; the window hidden and shown again."""
    before = display.picture(*game.size).rows
    cover = Program(display, binary, "--seed", "5")
    changed = wait(lambda: display.picture(*game.size).rows != before)
    time.sleep(1)
    cover.close()
    game.program.focus()
    problems = [] if changed else ["the other window did not show"]
    report.check("covered by another window and uncovered", problems or game.until_right(moment.problems_of))
    display.ask("windowunmap", "--sync", game.program.window)
    display.ask("windowmap", "--sync", game.program.window)
    game.program.focus()
    report.check("hidden and shown", game.until_right(moment.problems_of))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path, help="the game")
    parser.add_argument("--idle", type=int, default=60, help="seconds to watch an idle window, at least [60]")
    parser.add_argument("--seed", type=int, default=5, help="the level that is compared with text, or the first after it that the player survives [5]")
    parser.add_argument("--pictures", type=Path, help="write the pictures of the README into this folder, too")
    options = parser.parse_args()
    binary = str(options.binary.resolve())
    palette = Palette(ASSETS / "palettes/default.ron", ASSETS / "monsters")
    report, display, quiet_display = Report(), Display(), Display()
    # So that displays and games are closed when CI runs out of patience, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        tour = WORKERS.submit(find_tour, binary, options.seed, survives=True)
        # The comparisons with text come first: they teach the shapes of all glyphs. The first window is then
        # left alone, on a display of its own, while others are played in.
        game = check_death(report, quiet_display, binary, palette, options.seed + 1)
        idle = Idle(game)
        check_seeded(report, display, binary, palette, tour.result())
        check_drawn(report, display, binary, palette)
        idle.check(report, options.idle)
        game.key("Escape")
        report.check_status("Escape leaves after that", game)
        if options.pictures:
            take_pictures(options.pictures, display, binary, palette)
    finally:
        display.close()
        quiet_display.close()
    print(f"window check: {report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
