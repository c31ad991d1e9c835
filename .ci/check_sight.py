"""The hand-made map: what is lit is what `fogbound sight` says, and what is dark is remembered or unknown."""

from functools import cache
from pathlib import Path

from display import Display
from game import Game
from replay import mask

FILE = Path(__file__).resolve().parent / "window.txt"
# The classic game, in which a radius limits sight and nothing else.
ARGUMENTS = "--map", str(FILE), "--seed", "1", "--light", "off"
# As far as the player sees at first, and at most.
RADIUS = 11
SIZE = 960, 480
WALKS = (
    ("walking", "llllllllluj"),
    ("walls and curtains stop sight, windows do not",
     "llnlllll" "u" "lllllllll" "jjkk" "hhhhhhhhh" "b" "hhhhhhh" "jjjjjjjj"),
    ("a creature in a cage behind a door", "llllllllllllll" "njhkk" "cljjkkhhhhyk"),
    ("[ and ] change how far is seen, and no further than at first", "[[[[[[[[]]]]]]]]]]]]"),
    ("a bump changes nothing", "kkk"),
)


class Map:
    """The hand-made map, and what was seen of it."""

    def __init__(self, screen, file=FILE):
        lines = file.read_text(encoding="ascii").splitlines()
        self.width = max(map(len, lines))
        glyphs = {(x, y): glyph for y, line in enumerate(lines) for x, glyph in enumerate(line.ljust(self.width))}
        start = next(at for at, glyph in glyphs.items() if glyph == "@")
        self.tiles = {at: "." if glyph.isalpha() or glyph == "@" else glyph for at, glyph in glyphs.items()}
        self.known = {}
        # Where the map's corner is on the screen; the map fits, so it never moves.
        x, y = screen.player()
        self.left, self.top = x - 2 * start[0], y - start[1]

    def cells(self, screen):
        """The cells of the screen by where they are on the map."""
        on_screen = {(x, y): cell for x, y, cell in screen.cells()}
        return {(x, y): on_screen[self.left + 2 * x, self.top + y] for x, y in self.tiles}

    def level(self):
        """The map as text, doors as they were last seen."""
        rows = {y: "" for _, y in self.tiles}
        for (_, y), glyph in self.tiles.items():
            rows[y] += glyph
        return "\n".join(rows.values()) + "\n"

    def problems(self, screen, sees, radius, palette):
        """What is wrong with a screen, if `sees` tells what is visible on a level, from a place, so far."""
        shown = self.cells(screen)
        lit = {at for at, cell in shown.items() if cell.back not in palette.dark}
        self.tiles.update({at: shown[at].glyph for at in lit if shown[at].glyph in "+'*°!¡"})
        eye = next(at for at, cell in shown.items() if cell.glyph == "@")
        visible = sees(self.level(), eye, radius)
        problems = [f"cell {at} is {'lit' if at in lit else 'dark'}" for at in sorted(lit ^ visible)]
        for at in sorted(set(shown) - visible):
            known = self.known.get(at)
            if known is None and (shown[at].glyph != " " or shown[at].back != palette.background):
                problems.append(f"cell {at} was never seen and shows {shown[at]}")
            elif known is not None and shown[at].glyph != known:
                problems.append(f"cell {at} was seen as {known!r} and shows {shown[at]}")
        # What is remembered of a creature is what it stands on: a floor on this map, but for the player in a door.
        below = {"." : "·"}
        self.known.update({
            at: below.get(self.tiles[at], self.tiles[at]) if at == eye or shown[at].glyph.isalpha() else shown[at].glyph
            for at in visible})
        return problems


def check_sight(report, binary, palette):
    """The text of each moment against `fogbound sight`, and the window against the text."""
    @cache
    def sees(level, eye, radius):
        return mask(binary, level, "--from", "{},{}".format(*eye), "--radius", radius)

    with Display() as display, Game(display, binary, *ARGUMENTS, size=SIZE) as game:
        drawn, radius, met = Map(game.replay.screen), RADIUS, []
        problems = drawn.problems(game.replay.screen, sees, radius, palette)
        report.check("a hand-made map: lit is what `fogbound sight` says, the rest unknown",
                     problems or game.until_right())
        for what, keys in WALKS:
            problems, last = [], radius
            game.send(keys)
            for count, key in enumerate(keys, 1):
                radius = min(RADIUS, radius + {"[": -1, "]": 1}.get(key, 0))
                screen = game.replay.play(key)
                wrong = drawn.problems(screen, sees, radius, palette)
                met.append(any(cell.glyph == "r" for cell in drawn.cells(screen).values()))
                if wrong and not problems:
                    problems = [f"after key {count}, {key!r}, of {keys!r}:", *wrong]
            report.check(f"{what}: after each of {len(keys)} keys lit is what `fogbound sight` says; "
                         "the window shows the last", problems or game.until_right())
        appeared = sum(not before and now for before, now in zip(met, met[1:]))
        vanished = sum(before and not now for before, now in zip(met, met[1:]))
        report.check(f"creatures came into sight {appeared} times and left it {vanished} times",
                     [] if min(appeared, vanished) >= 2 else ["the walk is meant to have 2 of each"])
