"""The hand-made map: what the player knows of it after each key of a walk."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from differences import GLYPHS
from model import is_creature
from replay import WORKERS, Replay, mask, signs
from route import STEPS

FILE = Path(__file__).resolve().parent / "window.txt"
ARGUMENTS = "--map", str(FILE), "--seed", "1"


@dataclass(frozen=True)
class Step:
    """Where the walk is after a key: nothing that depends on what is seen."""

    tiles: dict
    eye: tuple
    radius: int
    algorithm: str
    # Whether the dungeon is a fresh one, all dark again.
    fresh: bool


class Moment:
    """What the player knows after a key: the cells in sight, those remembered, and signs of creatures."""

    def __init__(self, walk, step, visible, seen, sign):
        self.size, self.creatures, self.palette = walk.size, walk.creatures, walk.palette
        self.tiles, self.eye = step.tiles, step.eye
        self.visible, self.seen, self.signs = visible, seen, sign

    def problems_of(self, screen):
        """Every cell of the map area, exactly."""
        layout, palette = screen.layout, self.palette
        left, top = layout.corner(self.eye, self.size)
        problems = []
        for y in range(layout.map_height):
            for x in range(layout.map_width):
                at = x + left, y + top
                shown, (glyph, fore, back) = screen.cells[x, y], self.looks(at)
                wrong = None
                if shown.back != back:
                    wrong = ("is lit" if shown.back == palette.light else "is dark" if shown.back == palette.background
                             else "has the ground of a mood") + f", its ground should be {hex(back)}"
                elif shown.fore != fore:
                    wrong = f"is {shown.fore and hex(shown.fore)} instead of {fore and hex(fore)}"
                wrong = wrong or GLYPHS.problem(shown.shape, glyph)
                if wrong:
                    problems.append(f"cell {at}, {glyph!r}: {wrong}")
        return problems

    def looks(self, at):
        """The glyph of a cell, its colour, and the colour of its ground."""
        palette = self.palette
        if at in self.visible:
            glyph = "@" if at == self.eye else self.creatures.get(at, self.tiles[at])
            back = palette.ground(self.signs.get(at))
            return glyph, None if glyph == " " else palette.seen(glyph), back
        glyph = self.seen.get(at, " ")
        return glyph, None if glyph == " " else palette.dim(glyph), palette.background


class Walk:
    """A walk on the hand-made map, by the rules of walking and by `fogbound sight`."""

    def __init__(self, binary, palette, algorithms, keys):
        self.binary, self.palette, self.algorithms = binary, palette, algorithms
        self.keys = list(keys)
        self.tiles, self.creatures = {}, {}
        lines = FILE.read_text(encoding="ascii").splitlines()
        self.size = max(map(len, lines)), len(lines)
        for y, line in enumerate(lines):
            for x, glyph in enumerate(line.ljust(self.size[0])):
                if glyph == "@":
                    self.start = x, y
                elif is_creature(glyph):
                    self.creatures[x, y] = glyph
                self.tiles[x, y] = "." if glyph.isalpha() or glyph == "@" else glyph
        self.appeared = self.vanished = 0
        self.signs_met = set()
        self.look = cache(self._look)
        self.replay = Replay(binary, *ARGUMENTS, keys=self.keys)
        self.replay.close()

    def moments(self):
        """The moments before the first key and after each. What the game says of all of them is asked for
        in the background."""
        steps = list(self._steps())
        answers = [WORKERS.submit(self._ask, count, step) for count, step in enumerate(steps)]
        visible, seen = set(), {}
        for step, answer in zip(steps, answers):
            before = set(self.creatures) & visible
            visible, sign = answer.result()
            if step.fresh:
                seen = {}
            else:
                after = set(self.creatures) & visible
                self.appeared += len(after - before)
                self.vanished += len(before - after)
            self.signs_met.update(sign.values())
            seen = {**seen, **{cell: step.tiles[cell] for cell in visible}}
            yield Moment(self, step, visible, seen, sign)

    def _steps(self):
        """The rules of walking."""
        tiles, eye, radius, furthest, algorithm = self.tiles, self.start, 11, 11, 0
        yield Step(tiles, eye, radius, self.algorithms[0], fresh=True)
        for key in self.keys:
            if key == "F2":
                furthest = 999 if furthest == 11 else 11
            elif key in STEPS:
                target = _beside(eye, STEPS[key])
                if tiles[target] == "+":
                    tiles = {**tiles, target: "'"}
                elif tiles[target] not in "#= " and target not in self.creatures:
                    eye = target
            elif key == "c":
                door = next(cell for cell in (_beside(eye, step) for step in STEPS.values()) if tiles[cell] == "'")
                tiles = {**tiles, door: "+"}
            elif key in "[]":
                radius = min(radius + 1, furthest) if key == "]" else radius - 1
            elif key == "f":
                algorithm = (algorithm + 1) % len(self.algorithms)
            elif key == " ":
                # What a wizard has stretched does not last.
                tiles, eye, radius = self.tiles, self.start, min(radius, furthest)
            yield Step(tiles, eye, radius, self.algorithms[algorithm], fresh=key == " ")

    def _ask(self, count, step):
        """The cells that are seen after so many keys, and the signs of the creatures there. Chance decides
        what a creature is about, so the signs are those of the text front end."""
        width, height = self.size
        level = "\n".join("".join(step.tiles[x, y] for x in range(width)) for y in range(height)) + "\n"
        visible = self.look(level, step.eye, step.radius, step.algorithm)
        met = {at: self.creatures[at] for at in visible & set(self.creatures)}
        return visible, signs(self.replay.after(count), step.eye, met) if met else {}

    def _look(self, level, eye, radius, algorithm):
        visible, _ = mask(self.binary, level, "--from", "{},{}".format(*eye), "--radius", radius, "--algorithm", algorithm)
        return visible


def _beside(cell, step):
    return cell[0] + step[0], cell[1] + step[1]
