"""The window's two fonts, from the pictures in the folder of the crate `bevy_ascii_terminal`."""

import json
import subprocess
from functools import cache
from pathlib import Path

import png

ROOT = Path(__file__).resolve().parent.parent
CRATE = "bevy_ascii_terminal"

# Pixels of a cell of text, at zoom 1. A cell of the map is twice as wide.
WIDTH, HEIGHT = 8, 16

# What code page 437 has where ASCII has no picture. The last one is the crate's own.
_LOW = "\0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
_ALL = _LOW + bytes(range(32, 127)).decode("ascii") + "⌂" + bytes(range(128, 255)).decode("cp437") + "□"


class Font:
    """The glyphs of a font: for each character 16 lines of pixels, each a tuple of whether it is set."""

    def __init__(self, path, doubled=False):
        rows, times = png.read_bits(path), 2 if doubled else 1
        height = len(rows) // 16
        if (len(rows[0]), height * times) != (16 * 8, HEIGHT):
            raise ValueError(f"{path} is not 16 x 16 glyphs of the size that is meant here")
        self.width = WIDTH * times
        self.glyphs = {}
        for index, character in enumerate(_ALL):
            top, left = index // 16 * height, index % 16 * 8
            lines = (tuple(bit for bit in row[left:left + 8] for _ in range(times)) for row in rows[top:top + height])
            self.glyphs[character] = tuple(line for line in lines for _ in range(times))
        self._characters = {}
        # Of glyphs that look alike, a space and ASCII come first.
        for character in sorted(_ALL, key=lambda it: (it != " ", not it.isprintable(), ord(it))):
            self._characters.setdefault(self.glyphs[character], character)

    def glyph(self, character):
        """The lines of a character; of a question mark if the font has no such character."""
        return self.glyphs.get(character) or self.glyphs["?"]

    def character(self, lines):
        """The character that looks so; none if no character does."""
        return self._characters.get(lines)


@cache
def text_font():
    """The font of all that is narrow."""
    return Font(_folder() / "px437_8x16.png")


@cache
def map_font():
    """The font of the map's cells."""
    return Font(_folder() / "px437_8x8.png", doubled=True)


@cache
def _folder():
    """Where the fonts are, as Cargo tells."""
    told = subprocess.run(["cargo", "metadata", "--format-version", "1", "--offline", "--locked"], cwd=ROOT, text=True,
                          capture_output=True, check=True, timeout=120)
    manifest = next(it["manifest_path"] for it in json.loads(told.stdout)["packages"] if it["name"] == CRATE)
    return Path(manifest).parent / "src/render/built_in_fonts"
