"""The screens of the game, by keys and by mouse, in windows of several sizes."""

import re

import routes
from display import Display
from game import Game
from keys import resolve
from program import wait
from replay import Replay
from report import MOST


def play(game, route, until_right=Game.until_right):
    """Plays a route; returns what is wrong after which step."""
    problems = []
    for count, step in enumerate(route, 1):
        wrong = game.play(step, until_right)
        if wrong:
            problems += [f"step {count} of {len(route)}, {step!r}: {len(wrong)} differences", *wrong[:3]]
            # It is known by now that something is wrong; the rest may be told sooner.
            game.patience = 1
            if len(problems) > MOST:
                break
    return problems


def check_route(report, binary, size, zoom=None, closes=False):
    """All screens in a window of this size; at the end it is left, or closed from outside."""
    with Display() as display, Game(display, binary, *routes.SEED, size=size, zoom=zoom) as game:
        what = f"seed {routes.SEED[1]}, {game.layout}"
        report.check(f"{what}: the first picture, every pixel", game.until_right())
        report.check(f"{what}: every pixel after each of {len(routes.ALL)} keys, clicks and moves of the mouse",
                     play(game, routes.ALL))
        if closes:
            display.ask_to_close(game.program.window)
            report.check_status("closing the window leaves", game)
        else:
            game.send(routes.LEAVE)
            report.check_status(f"{routes.LEAVE} leaves", game)


def until_box(game):
    """Waits until the largest box of the screen is right: behind a title somebody plays who has their own time."""
    screen = game.replay.screen
    box = screen.box()
    return game.until_shows(screen, box) if box else ["there is no box", *screen.text]


def check_title(report, binary):
    """The title, and a new game from there. Chance chooses its seed, which the window tells."""
    with Display() as display, Game(display, binary) as game:
        report.check("the title: every pixel of its box", until_box(game))
        report.check(f"every pixel of its box after each of {len(routes.TITLE)} keys and clicks",
                     play(game, routes.TITLE, until_box))
        game.send(resolve(routes.NEW_GAME, game.replay.screen) + routes.TELL_SEED)
        game.replay.close()
        told = wait(lambda: re.search(r"seed (\d+)", "\n".join(game.text())))
        if not told:
            report.check("a new game from the title", ["the window shows no seed", *game.text()])
            return
        game.replay = Replay(binary, game.layout, "--seed", told[1])
        game.replay.play(routes.TELL_SEED)
        report.check(f"a new game from the title, seed {told[1]}: every pixel", game.until_right())
        report.check("its first steps, back to the title, and a game with a seed", play(game, routes.FROM_NEW_GAME))
