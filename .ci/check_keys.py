"""Keys that are typed fast, keys that are held, and whether the comparison would see a mistake."""

import os
import re
import sys
import tempfile
import time

import processes
import routes
from check_idle import watch
from display import Display
from game import Game
from keys import tokens
from program import wait
from screen import Screen

# At zoom 1 and small, for a software driver draws that much quicker.
SIZE = 640, 320


def check_keys(report, binary):
    with Display() as display, Game(display, binary, *routes.SEED, size=SIZE) as game:
        report.check(f"{game.layout}: the first picture", game.until_right())
        check_eyes(report, game)
        check_burst(report, game)


def check_burst(report, game):
    """Keys typed fast across modes: none is lost, none is taken for another mode, none overtakes another."""
    typed = game.type(routes.BURST)
    count = len(tokens(routes.BURST))
    screen = game.replay.play(routes.BURST)
    report.check(f"{count} keys through modes typed in {typed:.2f} s, none lost: every pixel as text",
                 game.until_shows(screen))


def check_presses(report, binary):
    """Twelve presses of 150 ms are twelve steps, also on a busy machine and after the window has slept."""
    with tempfile.TemporaryDirectory() as folder:
        hall = os.path.join(folder, "hall.txt")
        with open(hall, "w", encoding="ascii") as file:
            file.write("#" * 42 + "\n#@" + "." * 39 + "#\n" + "#" * 42 + "\n")
        with Display() as display, Game(display, binary, "--map", hall, "--light", "off", size=SIZE) as game:
            problems = game.until_right()
            busy = [processes.start([sys.executable, "-c", "while True: pass"]) for _ in range(2 * (os.cpu_count() or 1))]
            try:
                for pause in 12 * [0.4]:
                    # One xdotool does all three, so that the key is not held for longer than that.
                    display.do("keydown l sleep 0.15 keyup l")
                    time.sleep(0.15 + pause)
            finally:
                for process in busy:
                    processes.end(process)
            game.replay.play(12 * "l")
            report.check("twelve presses of 150 ms on a busy machine are twelve steps", problems + game.until_right())


def check_held(report, binary, seconds):
    """A held key repeats until it comes up; then nothing wakes the window any more."""
    with Display() as display, Game(display, binary, *routes.SEED, size=SIZE) as game:
        report.check("play: the first picture", game.until_right())
        watch(report, game, "play", seconds)
        hold(report, game)
        watch(report, game, "look, after a held key", seconds)


def hold(report, game):
    """The cursor of a look moves on while a key is held, as it does with as many keys."""
    problems = game.play("x")
    pictures = {game.display.checksum()}

    def seen():
        pictures.add(game.display.checksum())
        # Some may be of a picture that is half drawn.
        return len(pictures) > 15

    game.display.do("keydown h")
    if not wait(seen, seconds=10):
        problems.append(f"{len(pictures) - 1} changes in 10 seconds")
    game.display.do("keyup h")
    if not game.display.wait_quiet(1, limit=5):
        problems.append("it goes on repeating after the key came up")
    moves = 0
    while not game.shows(game.replay.screen) and moves < 60:
        game.replay.play("h")
        moves += 1
    report.check(f"a held key repeats until it comes up: {moves} moves of the cursor",
                 problems + game.until_right() + ([] if moves > 5 else ["they are too few"]))


def check_eyes(report, game):
    """The comparison itself: the screen that the window shows is told from others."""
    rows = game.replay.screen.rows

    def with_change(pattern, other):
        y = next(y for y, row in enumerate(rows) if re.search(pattern, row))
        return Screen([*rows[:y], re.sub(pattern, other, rows[y], count=1), *rows[y + 1:]])

    wrong = {
        "a wide glyph": with_change("[#.]\u00a0", "%\u00a0"),
        "a letter": with_change("e", "a"),
        "a narrow cell for a wide one": with_change("([#.])\u00a0", r"\1 "),
        "a glyph's colour": with_change(r"38;2;(\d+)(;[^m]*m[#@])", lambda told: f"38;2;{int(told[1]) ^ 1}{told[2]}"),
        "a ground's colour": with_change(r"48;2;(\d+);", lambda told: f"48;2;{int(told[1]) ^ 1};"),
    }
    problems = [f"{what} makes no difference" for what, screen in wrong.items() if game.shows(screen)]
    report.check(f"the comparison sees {', '.join(wrong)}", problems)
