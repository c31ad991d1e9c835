"""A game that is lost at once, and the same again."""

import tempfile
from contextlib import contextmanager
from pathlib import Path

import routes
from check_screens import play
from display import Display
from game import Game

# A player among trolls and ogres.
LOST = """\
#########
#.......#
#..OTO..#
#..T@T..#
#..OTO..#
#.......#
#########
"""


@contextmanager
def lost_map():
    """The arguments of a game that is soon lost."""
    with tempfile.TemporaryDirectory(prefix="window-check-") as folder:
        file = Path(folder) / "lost.txt"
        file.write_text(LOST, encoding="ascii")
        yield "--map", str(file), "--seed", "1"


def check_death(report, binary, lost):
    """On a map of `lost_map`."""
    with Display() as display, Game(display, binary, *lost) as game:
        report.check("a player among trolls: every pixel after each of the last keys", play(game, routes.DEATH))
        dead = game.replay.screen
        told = [] if dead.find(routes.DEAD) else [f"no {routes.DEAD!r}", *dead.text]
        report.check("the player dies, and is told so", told)
        report.check("the dead may look at what they did: every pixel", play(game, routes.DEAD_ROUTE))
        problems = game.play(routes.AGAIN)
        if game.replay.screen.rows != game.replay.screens[0].rows:
            problems.append("it does not begin as it began before")
        report.check("the same again begins as it began, every pixel", problems)
        report.check("and is played", play(game, routes.STEPS))
