#!/usr/bin/env python3
"""Makes the picture of the README that shows a moment in terminals with more and with fewer colours.

    python3 .ci/terminal_picture.py target/debug/fogbound docs
"""

import sys

sys.dont_write_bytecode = True

import argparse
import subprocess
from pathlib import Path

import png
from font import text_font
from painter import pixel
from terminal_cells import screen_of

DEPTHS = ("truecolor", "256"), ("16", "none")
COLUMNS, ROWS = 72, 22
SEED, KEYS = "3", "oooo"
# Between the pictures, in pixels.
RIM = 8

# The sixteen colours of xterm (XTerm-col.ad), by the names that the cells have.
_NAMES = "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"
_PLAIN = 0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5
_BRIGHT = 0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF
_SIXTEEN = dict(zip(_NAMES, _PLAIN)) | {f"bright {name}": color for name, color in zip(_NAMES, _BRIGHT)}
# What is written without a colour: as it is, bold, and dim.
_GREY, _BOLD, _DIM = 0xB2B2B2, 0xFFFFFF, 0x5A5A5A


def rgb(name):
    """A colour by its name, 0xRRGGBB; none for the terminal's own."""
    kind, _, number = name.partition(" ")
    if name.startswith("#"):
        return int(name[1:], 16)
    if kind != "color":
        return _SIXTEEN.get(name)
    index = int(number)
    if index >= 232:
        return (8 + 10 * (index - 232)) * 0x010101
    steps = (0, 95, 135, 175, 215, 255)
    red, green, blue = (steps[(index - 16) // by % 6] for by in (36, 6, 1))
    return red << 16 | green << 8 | blue


def colors_of(look):
    """The colours of a glyph and of its ground."""
    plain = _BOLD if "bold" in look.attributes else _DIM if "dim" in look.attributes else _GREY
    fore, back = rgb(look.fore), rgb(look.back)
    pair = (plain if fore is None else fore), (back or 0)
    return pair[::-1] if "reversed" in look.attributes else pair


def lines_of(screen):
    """The lines of the picture of a screen, each the bytes of its pixels."""
    font, lines = text_font(), []
    for row in screen:
        cells = []
        for cell in row:
            fore, back = map(pixel, colors_of(cell.look))
            glyph = [list(line) for line in font.glyph(cell.glyph)]
            if "underlined" in cell.look.attributes:
                glyph[-2] = [True] * len(glyph[-2])
            cells.append([b"".join(fore if bit else back for bit in line) for line in glyph])
        lines += [b"".join(parts) for parts in zip(*cells)]
    return lines


def printed(binary, colors):
    """The screen in so many colours."""
    command = [binary, "--frontend", "text", "--seed", SEED, "--keys", KEYS, "--ansi", "--colors", colors,
               "--screen", f"{COLUMNS}x{ROWS}"]
    text = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    return screen_of(tuple(text.splitlines()), COLUMNS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path, help="the game")
    parser.add_argument("folder", type=Path, help="where the picture goes")
    options = parser.parse_args()
    binary = str(options.binary.resolve())
    between = pixel(0x808080) * RIM
    rows = []
    for depths in DEPTHS:
        pictures = [lines_of(printed(binary, depth)) for depth in depths]
        rows.append([between.join(parts) for parts in zip(*pictures)])
    width = len(rows[0][0]) // 4
    file = options.folder / "terminal.png"
    file.write_bytes(png.written(rows[0] + [pixel(0x808080) * width] * RIM + rows[1]))
    print(f"{file.name}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
