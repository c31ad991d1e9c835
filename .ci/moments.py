"""Games that an explorer plays as text, and which of their moments are worth a picture."""

from dataclasses import dataclass

from layout import Layout
from replay import Replay

LAYOUT = Layout(1280, 720)
FLOOR = set(".·\"'<>")


@dataclass
class Moment:
    """A screen, how it is reached, and what it is worth."""

    worth: tuple
    scripts: tuple
    screen: object


def explore(binary, arguments, limit=120):
    """Explores, waits when that does not go on, and gives each screen with the scripts that lead to it."""
    replay = Replay(binary, LAYOUT, *arguments)
    yield (), replay.screen
    while len(replay.scripts) < limit:
        before = replay.screen
        if replay.play("o").text == before.text:
            replay.play(".")
        yield tuple(replay.scripts), replay.screen
    replay.close()


def map_cells(screen, palette):
    """What is on the map: its glyphs, whether they are lit, and the ground. A creature with a sign is not wide."""
    return [cell for *_, cell in screen.cells() if cell.wide or cell.back in palette.moods]


def creatures(screen, palette):
    """The creatures in sight: letter and ground."""
    return [(cell.glyph, cell.back) for cell in map_cells(screen, palette)
            if cell.glyph.isalpha() and cell.back not in palette.dark]


def is_over(screen):
    """Whether a box covers the map: the player is dead."""
    return screen.player() is None


def of_exploring(binary, arguments, palette, floor, shares):
    """Moments while the known share of so many cells of floor is between these two."""
    for scripts, screen in explore(binary, arguments):
        cells = map_cells(screen, palette)
        known = sum(cell.glyph in FLOOR for cell in cells) / floor
        if is_over(screen) or known > shares[1]:
            return
        if known >= shares[0]:
            lit = sum(cell.back not in palette.dark for cell in cells)
            yield Moment((40 * min(len(creatures(screen, palette)), 3) + min(lit, 120),), scripts, screen)


def of_hunt(binary, arguments, palette):
    """Moments with monsters of several kinds and moods."""
    for scripts, screen in explore(binary, arguments):
        if is_over(screen):
            return
        met = creatures(screen, palette)
        kinds, moods = {glyph for glyph, _ in met}, {back for _, back in met} & palette.moods
        known = sum(cell.glyph != " " for cell in map_cells(screen, palette))
        yield Moment((len(met) + len(kinds) + 3 * len(moods), known), scripts, screen)
