"""What differs between a picture of the window and what it ought to show."""

from model import GLYPH, is_creature
from replay import MAP_SIZE, creatures_in, death_box, in_sight, signs


class Glyphs:
    """Which shape stands for which character. A shape is learnt from the first picture that is right in
    all else and stays as it is; from then on it must always be the same."""

    def __init__(self):
        empty = bytes(GLYPH * GLYPH)
        self.shapes, self.characters = {" ": empty}, {empty: " "}
        self.learnt = []

    def problem(self, shape, character):
        if character not in self.shapes and shape not in self.characters:
            self.shapes[character], self.characters[shape] = shape, character
            self.learnt.append((shape, character))
        if self.shapes.get(character) == shape:
            return None
        return f"shows {self.characters.get(shape, 'an unknown shape')!r} instead of {character!r}"

    def settle(self, right):
        """Keeps what was learnt from a picture, or forgets it again."""
        for shape, character in self.learnt:
            if not right:
                del self.shapes[character], self.characters[shape]
        self.learnt = []


GLYPHS = Glyphs()


def differences_from_text(rows, palette):
    """What differs between a screen of 80 x 40 cells and the text front end's."""
    box = death_box(rows)
    creatures = creatures_in(rows)
    eye = next(((x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "@"), None)
    # The box hides the creatures below it, so the signs cannot be matched with the letters on the map.
    known = {} if box else signs(rows, eye, creatures)
    beside = {(MAP_SIZE[0], y): glyph for y, glyph, _ in in_sight(rows)}

    def problems_of(screen):
        problems = []
        for (x, y), cell in screen.cells.items():
            glyph = rows[y][x]
            wrong = GLYPHS.problem(cell.shape, glyph)
            if wrong:
                pass
            elif (x, y) in box or x >= MAP_SIZE[0] or y >= MAP_SIZE[1]:
                if cell.back != palette.background:
                    wrong = f"{glyph!r} is on {hex(cell.back)}, not on the background"
                elif (x, y) in beside and cell.fore != palette.seen(glyph):
                    wrong = f"{glyph!r} in the list is {hex(cell.fore)}, not {hex(palette.seen(glyph))}"
            else:
                wrong = wrong_tint(cell, glyph, palette, known.get((x, y)), bool(box))
            if wrong:
                problems.append(f"column {x}, row {y}: {wrong}")
        return problems
    return problems_of


def wrong_tint(cell, glyph, palette, sign, any_mood=False):
    """What is wrong with the colours of a cell of the map, whether lit, remembered or unknown. `sign` is
    what stands beside a creature's name; with `any_mood` it is not known."""
    if is_creature(glyph):
        grounds = palette.grounds()[1:] if any_mood else [palette.ground(sign)]
        if cell.back == palette.background:
            return f"the creature {glyph!r} is drawn where nothing is seen"
        if cell.back not in grounds:
            return f"the creature {glyph!r} is on {hex(cell.back)}, not {hex(grounds[0])}"
        lit = True
    elif cell.back in (palette.light, palette.background):
        lit = cell.back == palette.light
    else:
        return f"{glyph!r}, no creature, is on the ground of a mood"
    wanted = None if glyph == " " else palette.seen(glyph) if lit else palette.dim(glyph)
    return None if cell.fore == wanted else f"{glyph!r} is {cell.fore and hex(cell.fore)}, not {wanted and hex(wanted)}"


def differences_from_sight(visible, hidden, palette):
    """Whether the lit cells of a screen whose map begins in its corner are the visible ones."""
    def problems_of(screen):
        lit = {at for at in visible | hidden if screen.cells[at].back != palette.background}
        return [f"cell {x},{y} is {'lit' if (x, y) in lit else 'dark'}" for x, y in sorted(lit ^ visible)]
    return problems_of
