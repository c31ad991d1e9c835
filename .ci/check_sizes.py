"""A window that changes its size, is covered, and is hidden."""

import time

import routes
from check_screens import play
from display import Display
from game import Game
from layout import Layout
from program import Program, wait

SIZES = (640, 320), (1000, 700), (645, 333), (400, 300), (1599, 999), (2560, 1440), (1280, 720)
# Two that the window changes between while it draws.
SMALL = (640, 320), (645, 333)


def check_sizes(report, binary):
    """All that windows suffer, in one."""
    with Display(2600, 1460) as display, Game(display, binary, *routes.SEED) as game:
        problems = play(game, ("l", "j", "o", "l"))
        report.check("a game for windows of other sizes", problems)
        for size in SIZES:
            game.resize(*size)
            report.check(f"{game.layout}", game.until_shows(game.replay.elsewhere(game.layout)))
        check_zoom(report, game)
        check_sizes_while_drawing(report, game)
        check_covering(report, game)


def check_zoom(report, game):
    """Keys that show all of it larger, and smaller again."""
    problems = []
    for key, zoom in routes.ZOOM:
        game.send(key)
        game.replay.play(key)
        game.measure(Layout(game.layout.width, game.layout.height, zoom))
        problems += game.until_shows(game.replay.elsewhere(game.layout))
    report.check("keys that show all of it larger and smaller: every pixel", problems)


def check_sizes_while_drawing(report, game, times=24):
    """Other sizes while a frame is drawn: the window follows each without waiting for another event.

    A frame asks the server for the window's size. The server halts around that moment, so that its answer and
    the news of the other size come together. A thread that reads both must tell the one that sleeps."""
    display, window = game.display, game.program.window
    game.resize(*SMALL[1])
    layouts = [Layout(*size) for size in SMALL]
    screens = [game.replay.elsewhere(layout) for layout in layouts]
    problems = game.until_shows(screens[1])
    for count in range(times):
        display.wait_quiet(0.1)
        # A move of the mouse draws one frame and changes nothing where no map is. The pauses reach different moments.
        display.do(f"mousemove {600 + count} 100")
        time.sleep(count % 12 / 1000)
        with display.halted():
            display.do("windowsize {} {} {}".format(window, *SMALL[count % 2]))
            time.sleep(0.05)
        game.measure(layouts[count % 2])
        problems = problems or game.until_shows(screens[count % 2])
        if problems:
            problems = [f"the window shows another size (change {count + 1})", *problems]
            break
    display.point_nowhere()
    report.check(f"{times} times another size while a frame is drawn", problems)
    game.resize(1280, 720)
    report.check("1280 x 720 again", game.until_right())


def check_covering(report, game):
    """Another window in front of it; the window hidden and shown again."""
    display = game.display
    cover = Program(display, game.binary, "--seed", "6")
    changed = wait(lambda: not game.shows(game.replay.screen))
    display.wait_quiet(0.5)
    cover.close()
    game.program.focus()
    report.check("covered by another window and uncovered",
                 game.until_right() if changed else ["the other window did not show"])
    display.ask("windowunmap", "--sync", game.program.window)
    gone = wait(lambda: not game.shows(game.replay.screen))
    display.ask("windowmap", "--sync", game.program.window)
    game.program.focus()
    report.check("hidden and shown", game.until_right() if gone else ["it did not go away"])
    report.check("and played on", play(game, ("l", "h")))
