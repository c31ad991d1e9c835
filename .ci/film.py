#!/usr/bin/env python3
"""Makes the film and the picture in three parts of the README, from what the text front end shows.

    python3 .ci/film.py target/debug/fogbound docs
"""

import sys

sys.dont_write_bytecode = True

import argparse
import struct
import zlib
from pathlib import Path

import png
from layout import Layout
from painter import Painter
from palette import Palette
from replay import Replay
from screen import Screen

ROOT = Path(__file__).resolve().parent.parent
MAP = ROOT / "assets/maps/watched-hall.txt"
# It is night there, so that light is seen to come and go.
NIGHT = "--ambient", "dark"
PALETTE = ROOT / "assets/palettes/default.ron"
# Room for the map and, beside it, for the box of words, which is not in the picture.
LAYOUT = Layout(1280, 800)
# The map's cells are squares of so many pixels.
CELL = 16

# A walk through a door into sight of a kobold, back, and the door closed behind. Each step is a picture.
WALK = "lllllll" "lllllllll" "hhhhhhhhh" "c" "..."
# Shows the cone of whoever is in view, and puts that away again.
LOOK, AWAY = "x<Tab>", "<Escape>"
# How long a picture stays, in hundredths of a second; the last one longer.
PACE, REST = 22, 200


def crop(lines, left, top, width, height):
    """A rectangle of a picture whose pixels are four bytes each."""
    return [line[4 * left:4 * (left + width)] for line in lines[top:top + height]]


def map_rectangle(screen, start, size):
    """Where on the picture the map is, if `start` is where the player is on it."""
    column, row = screen.player()
    return column * 8 - start[0] * CELL, row * CELL - start[1] * CELL, size[0] * CELL, size[1] * CELL


def animated(frames, delays):
    """An animated PNG: https://wiki.mozilla.org/APNG_Specification. The frames are lines of pixels of four bytes."""
    width, height = len(frames[0][0]) // 4, len(frames[0])

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    def packed(lines):
        rows = []
        for line in lines:
            row = bytearray(len(line) // 4 * 3)
            row[0::3], row[1::3], row[2::3] = line[2::4], line[1::4], line[0::4]
            rows.append(bytes(row))
        # Rows that are like the one above, as most are within a cell, cost next to nothing: filter 2.
        above, data = bytes(len(rows[0])), b""
        for row in rows:
            data += b"\2" + bytes((new - old) & 255 for new, old in zip(row, above))
            above = row
        return zlib.compress(data, 9)

    parts = [chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)),
             chunk(b"acTL", struct.pack(">2I", len(frames), 0))]
    number = 0
    before = None
    for index, (lines, delay) in enumerate(zip(frames, delays)):
        # Only the rows that differ are kept.
        changed = [y for y, line in enumerate(lines) if before is None or line != before[y]] or [0]
        top, bottom = (0, height) if before is None else (changed[0], changed[-1] + 1)
        parts.append(chunk(b"fcTL", struct.pack(">5I2H2B", number, width, bottom - top, 0, top, delay, 100, 0, 0)))
        number += 1
        data = packed(lines[top:bottom])
        if index == 0:
            parts.append(chunk(b"IDAT", data))
        else:
            parts.append(chunk(b"fdAT", struct.pack(">I", number) + data))
            number += 1
        before = lines
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"")


def keys_of(walk):
    return [f"<{key}>" if len(key) > 1 else key for key in walk]


def take_film(file, binary, seed):
    """Plays the walk, and keeps the map after every step; with the cone of whoever is in view."""
    painter = Painter(LAYOUT, {Palette(PALETTE).background})
    text = MAP.read_text(encoding="utf-8").splitlines()
    size = max(map(len, text)), len(text)
    start = next((row.index("@"), y) for y, row in enumerate(text) if "@" in row)
    replay = Replay(binary, LAYOUT, "--map", str(MAP), *NIGHT, "--seed", str(seed))
    rectangle = map_rectangle(replay.screen, start, size)
    frames = [crop(painter.lines(replay.screen), *rectangle)]
    for key in keys_of(WALK):
        screen = replay.play(key)
        if screen.player() is None:
            break
        shown = replay.play(LOOK)
        replay.play(AWAY)
        somebody = any(cell.glyph == "k" for *_, cell in screen.cells())
        frames.append(crop(painter.lines(shown if somebody else screen), *rectangle))
    replay.close()
    delays = [PACE] * (len(frames) - 1) + [REST]
    file.write_bytes(animated(frames, delays))
    print(f"film: seed {seed}, {len(frames)} pictures, {file.stat().st_size} bytes")
    return frames


def take_three(file, binary, seed, walk):
    """One moment three times: all of it, as a wizard sees it; what is seen; what is remembered."""
    palette = Palette(PALETTE)
    painter = Painter(LAYOUT, {palette.background})
    text = MAP.read_text(encoding="utf-8").splitlines()
    size = max(map(len, text)), len(text)
    start = next((row.index("@"), y) for y, row in enumerate(text) if "@" in row)
    replay = Replay(binary, LAYOUT, "--map", str(MAP), *NIGHT, "--seed", str(seed))
    rectangle = map_rectangle(replay.screen, start, size)
    moment = replay.play("".join(keys_of(walk)))
    truth = replay.play("<F2><F3>")
    replay.close()
    background = palette.background

    def only(keep):
        blank = f"\x1b[38;2;{background >> 16};{background >> 8 & 255};{background & 255};" \
                f"48;2;{background >> 16};{background >> 8 & 255};{background & 255}m"
        rows = []
        for y in range(LAYOUT.rows):
            row = ""
            for _, at, cell in moment.cells():
                if at != y:
                    continue
                kept = keep(cell)
                fore, back = cell.fore, cell.back
                paint = f"\x1b[38;2;{fore >> 16};{fore >> 8 & 255};{fore & 255};" \
                        f"48;2;{back >> 16};{back >> 8 & 255};{back & 255}m"
                glyph = cell.glyph if kept else " "
                row += (paint if kept else blank) + glyph + ("\u00a0" if cell.wide else "")
            rows.append(row + "\x1b[0m")
        return Screen(rows)

    seen = only(lambda cell: cell.back not in palette.dark)
    remembered = only(lambda cell: cell.back in palette.dark)
    pictures = [crop(painter.lines(it), *rectangle) for it in (truth, seen, remembered)]
    rim = (background.to_bytes(3, "little") + b"\xff") * (len(pictures[0][0]) // 4)
    lines = []
    for picture in pictures:
        lines += [rim] * CELL * bool(lines) + picture
    file.write_bytes(png.written(lines))
    print(f"three: {file.stat().st_size} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path, help="the game")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args()
    binary = str(options.binary.resolve())
    take_film(options.folder / "film.png", binary, options.seed)
    take_three(options.folder / "three.png", binary, options.seed, WALK[:13])


if __name__ == "__main__":
    main()
