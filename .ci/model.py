"""What the window ought to show: the palette, the layout of the screen, and cells read from pixels."""

import re
from array import array
from pathlib import Path

GLYPH = 8
TILES = {
    " ": "rock", "#": "wall", ".": "floor", "+": "closed door", "'": "open door",
    "=": "window", '"': "foliage", "<": "stairs up", ">": "stairs down",
}


def is_creature(glyph):
    """Letters are creatures, in maps and on the screen."""
    return glyph.isascii() and glyph.isalpha()


# What stands before a creature's name beside the map, and which mood's ground it has on the map.
MOODS = {"?": "noticing", "!": "hunting", "~": "searching"}


class Palette:
    """The colours of a palette file and of the monsters' own files, as 0xRRGGBB."""

    def __init__(self, path, monsters):
        text = re.sub(r"//.*", "", Path(path).read_text(encoding="utf-8"))
        color = r'"#([0-9A-Fa-f]{6})"'
        self.plain = {name: int(digits, 16) for name, digits in re.findall(rf"\b(\w+): {color}", text)}
        tints = re.findall(rf'(\w[\w ]*)"?: \(lit: {color}, remembered: {color}\)', text)
        self.lit = {name: int(lit, 16) for name, lit, _ in tints}
        self.remembered = {name: int(remembered, 16) for name, _, remembered in tints}
        self.background, self.light = self.plain["background"], self.plain["light"]
        self.moods = {sign: self.plain[name] for sign, name in MOODS.items()}
        self.monsters = dict(glyph_and_color(file) for file in sorted(Path(monsters).glob("*.ron")))

    def seen(self, glyph):
        """The colour of a glyph on a cell that is seen now."""
        if glyph == "@":
            return self.plain["player"]
        if is_creature(glyph):
            return self.monsters.get(glyph) or self.plain["creature"]
        return self.lit[TILES.get(glyph, "thing")]

    def ground(self, sign):
        """What is behind a creature with this sign: its mood's colour, or light."""
        return self.moods.get(sign, self.light)

    def grounds(self):
        """Every colour that can be behind a glyph; what is behind the unknown comes first."""
        return self.background, self.light, *self.moods.values()

    def dim(self, glyph):
        """The colour of a glyph on a cell that is remembered."""
        return self.remembered[TILES.get(glyph, "thing")]


def glyph_and_color(path):
    """A monster's letter, and its own colour if it has one: "#rrggbb" or (red, green, blue)."""
    text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    color = re.search(r'\bcolor: (?:"#([0-9A-Fa-f]{6})"|\((\d+), (\d+), (\d+)\))', text)
    if color is None:
        return _glyph(text), None
    digits, *numbers = color.groups()
    return _glyph(text), int(digits or "{:02x}{:02x}{:02x}".format(*map(int, numbers)), 16)


def _glyph(text):
    return re.search(r"\bglyph: '(.)'", text)[1]


class Layout:
    """Where everything is in a window of so many pixels: src/frontend/window/fit.rs, src/view/screen.rs."""

    def __init__(self, width, height):
        self.scale = max(1, min(width // (80 * GLYPH), height // (40 * GLYPH)))
        side = GLYPH * self.scale
        self.columns, self.rows = max(16, width // side), max(8, height // side)
        # An odd pixel goes to the right, and to the top: the library counts from the bottom.
        self.left, self.top = (width - self.columns * side) // 2, (height - self.rows * side + 1) // 2
        messages = min(3, self.rows // 8)
        self.map_width = self.columns - 16 if self.columns >= 60 else self.columns
        self.map_height = self.rows - messages - 1

    def corner(self, focus, size):
        """The cell of the map that is drawn at the map area's top left: src/view/camera.rs."""
        return tuple(
            -((view - whole) // 2) if whole <= view else min(max(at - view // 2, 0), whole - view)
            for at, whole, view in zip(focus, size, (self.map_width, self.map_height)))


class Cell:
    """One cell of a picture: its glyph as 64 bits, its colours."""

    __slots__ = ("shape", "fore", "back")

    def __init__(self, shape, fore, back):
        self.shape, self.fore, self.back = shape, fore, back


class Screen:
    """A picture taken apart into cells. `flaws` says where it is not made of cells."""

    def __init__(self, picture, layout, backgrounds):
        self.layout, self.flaws, self.backgrounds = layout, [], backgrounds
        self.cells = {}
        lines = [line.tobytes() for line in self._unscaled(picture)]
        side = 4 * GLYPH
        for y in range(layout.rows):
            strips = ([line[at:at + side] for at in range(0, len(line), side)]
                      for line in lines[y * GLYPH:(y + 1) * GLYPH])
            for x, pixels in enumerate(zip(*strips)):
                self.cells[x, y] = _cell(pixels, backgrounds)
                if self.cells[x, y] is None:
                    self.flaws.append(f"the cell in column {x}, row {y} has colours that no cell has")
                    self.cells[x, y] = Cell(b"?", None, None)

    def _unscaled(self, picture):
        """The glyphs' own pixels; every one must fill a square of its own, and the rim be empty."""
        layout, scale = self.layout, self.layout.scale
        right = layout.left + layout.columns * GLYPH * scale
        bottom = layout.top + layout.rows * GLYPH * scale
        empty = array("I", [self.backgrounds[0]])
        lines, above = [], None
        for y, row in enumerate(picture.rows):
            inside = layout.top <= y < bottom
            rim = row[:layout.left] + row[right:] if inside else row
            if rim != empty * len(rim):
                self.flaws.append(f"line {y} of the picture has something outside of the cells")
            if not inside:
                continue
            row = row[layout.left:right]
            if (y - layout.top) % scale:
                if row != above:
                    self.flaws.append(f"line {y} of the picture is not like the one above")
                continue
            above, line = row, row[::scale]
            if any(row[i::scale] != line for i in range(1, scale)):
                self.flaws.append(f"line {y} of the picture is not scaled by {scale}")
            lines.append(line)
        return lines


_KNOWN = {}


def _cell(pixels, backgrounds):
    """The cell of these 8 lines of 8 pixels, or nothing if they are not two colours, one of them a background."""
    if pixels not in _KNOWN:
        values = array("I", b"".join(pixels))
        colors = set(values)
        back = [color for color in colors if color in backgrounds]
        fore = [color for color in colors if color not in backgrounds]
        if len(back) == 1 and len(fore) <= 1:
            shape = bytes(value != back[0] for value in values)
            _KNOWN[pixels] = Cell(shape, fore[0] if fore else None, back[0])
        else:
            _KNOWN[pixels] = None
    return _KNOWN[pixels]
