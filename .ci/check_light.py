"""The hand-made map by night: what is lit is what `fogbound sight --ambient dark` says, flames go out, a lantern's beam."""

from functools import cache
from pathlib import Path

from check_sight import SIZE, Map
from display import Display
from game import Game
from replay import mask

FILE = Path(__file__).resolve().parent / "light.txt"
ARGUMENTS = "--map", str(FILE), "--seed", "1", "--ambient", "dark"
# The player begins with an open lantern, and sees by other lights alone once it is shut.
SHUT = "[["
WALKS = (
    ("a lit room through a door", "llllll"),
    ("the room, and what was seen of it", "lllllhh"),
    ("a brazier goes out and comes on", "llllTTT"),
    ("the torch in the wall beside a corridor", "bhhbjjhkk"),
    ("in the dark again, the room beside it in memory", "uuulllllllllll"),
)
# Beside the player, and so far to the east, in the beam of a lantern; and to the west, where it is dark.
BEAM = {1: True, 3: True, -2: False, -3: False}


def check_light(report, binary, palette):
    """The text of each moment against `fogbound sight`, and the window against the text."""
    @cache
    def sees(level, eye, _):
        return mask(binary, level, "--from", "{},{}".format(*eye), "--ambient", "dark")

    with Display() as display, Game(display, binary, *ARGUMENTS, size=SIZE) as game:
        drawn = Map(game.replay.screen, FILE)
        game.play("hh]" + "l")
        report.check("by night: an open lantern, every pixel", game.until_right())
        game.play("[")
        shown = drawn.cells(game.replay.screen)
        x, y = next(at for at, cell in shown.items() if cell.glyph == "@")
        lit = {by: shown[x + by, y].back not in palette.dark for by in BEAM if (x + by, y) in shown}
        known = {by: shown[x + by, y].glyph != " " for by in BEAM if (x + by, y) in shown}
        wrong = [f"{by} cells east: lit is {is_lit}" for by, is_lit in lit.items()
                 if is_lit != BEAM[by] and known[by]]
        report.check("a beam lights what lies before it, and leaves what it lit before as memory; every pixel",
                     wrong or game.until_right())
        game.play(SHUT[1:])
        # What the lantern has shown is remembered by now.
        drawn.known = {at: cell.glyph for at, cell in drawn.cells(game.replay.screen).items() if cell.glyph != " "}
        problems = drawn.problems(game.replay.screen, sees, None, palette)
        report.check("with the lantern shut lit is what `fogbound sight --ambient dark` says; every pixel",
                     problems or game.until_right())
        for what, keys in WALKS:
            problems, lit = [], 0
            game.send(keys)
            for count, key in enumerate(keys, 1):
                screen, before = game.replay.play(key), lit
                wrong = drawn.problems(screen, sees, None, palette)
                lit = sum(cell.back not in palette.dark for cell in drawn.cells(screen).values())
                if key == "T" and lit == before:
                    wrong.append("the flame has changed nothing")
                if wrong and not problems:
                    problems = [f"after key {count}, {key!r}, of {keys!r}:", *wrong]
            report.check(f"{what}: after each of {len(keys)} keys lit is what `fogbound sight` says; "
                         "the window shows the last", problems or game.until_right())
