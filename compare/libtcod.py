"""Compares fogbound-fov with libtcod: the cells that both show, and how long libtcod takes.

    pip install tcod==21.2
    cargo run --release -- libtcod | python3 libtcod.py

The first table compares views without a radius on 120 random maps. The second one times libtcod's functions on open
fields and random walls like those in the other tables; it measures the C functions, called through cffi. The script
also checks the pictures on the page for users of libtcod.
"""

import pathlib
import random
import re
import sys
import time

import tcod
from tcod.cffi import ffi, lib

PAIRS = [
    ("symmetric", "FOV_SYMMETRIC_SHADOWCAST"),
    ("recursive", "FOV_SHADOW"),
    ("raycast", "FOV_BASIC"),
    ("diamond", "FOV_DIAMOND"),
    ("permissive", "FOV_PERMISSIVE_8"),
    ("restrictive", "FOV_RESTRICTIVE"),
]


def load(width, height, opaque):
    """Returns a map of libtcod."""
    map_ = ffi.gc(lib.TCOD_map_new(width, height), lib.TCOD_map_delete)
    for index, wall in enumerate(opaque):
        lib.TCOD_map_set_properties(map_, index % width, index // width, not wall, True)
    return map_


def check_pictures():
    """Checks libtcod's side of the pictures on the page for its users."""
    page = pathlib.Path(__file__).parent / "../crates/fogbound-fov/LIBTCOD.md"
    count = 0
    for section in page.read_text(encoding="utf-8").split("\n### ")[1:]:
        if "```text" not in section:
            continue
        theirs = re.search("FOV_[A-Z_]+", section)[0]
        rows = section.split("```text\n")[1].split("\n```")[0].split("\n")
        width, picture = len(rows[0]), "".join(rows)
        map_ = load(width, len(rows), [glyph in "#xo" for glyph in picture])
        eye = picture.index("@")
        lib.TCOD_map_compute_fov(map_, eye % width, eye // width, 0, True, getattr(lib, theirs))
        for index, glyph in enumerate(picture):
            seen = lib.TCOD_map_is_in_fov(map_, index % width, index // width)
            assert seen == (glyph in "@.#+x"), f"{theirs}: {index % width}, {index // width}"
        count += 1
    print(f"\nlibtcod shows what {count} pictures say.")


def compare(lines):
    """Prints how many views differ, and in how many cells."""
    names = next(lines).split()
    maps = [line.split() for line in lines]
    print(f"libtcod of tcod {tcod.__version__}, {len(maps)} views:\n")
    print("| fogbound-fov | libtcod | views that differ | cells that only we show | cells that only libtcod shows |")
    print("|---|---|---:|---:|---:|")
    for ours, theirs in PAIRS:
        views, only_ours, only_theirs = 0, 0, 0
        for fields in maps:
            width, height, x, y = map(int, fields[:4])
            map_ = load(width, height, [glyph == "1" for glyph in fields[4]])
            lib.TCOD_map_compute_fov(map_, x, y, 0, True, getattr(lib, theirs))
            view = fields[5 + names.index(ours)]
            mine = [glyph == "1" for glyph in view]
            other = [bool(lib.TCOD_map_is_in_fov(map_, i % width, i // width)) for i in range(width * height)]
            views += mine != other
            only_ours += sum(a and not b for a, b in zip(mine, other))
            only_theirs += sum(b and not a for a, b in zip(mine, other))
        print(f"| `{ours}` | `{theirs}` | {views} | {only_ours} | {only_theirs} |")


def measure():
    """Prints the time that each of libtcod's functions takes for a view."""
    print("\nMicroseconds per view:\n")
    print("| map | " + " | ".join(f"`{theirs}`" for _, theirs in PAIRS) + " |")
    print("|---|" + "---:|" * len(PAIRS))
    side = 129
    for name, share in [("open", 0.0), ("10 % walls", 0.1), ("25 % walls", 0.25)]:
        dice = random.Random(1)
        maps = []
        for _ in range(16):
            opaque = [dice.random() < share for _ in range(side * side)]
            opaque[side * side // 2] = False
            maps.append(load(side, side, opaque))
        for radius in (8, 20, 60):
            best = []
            for _, theirs in PAIRS:
                algorithm = getattr(lib, theirs)
                times = []
                for _ in range(5):
                    start = time.perf_counter()
                    for map_ in maps:
                        lib.TCOD_map_compute_fov(map_, side // 2, side // 2, radius, True, algorithm)
                    times.append((time.perf_counter() - start) / len(maps))
                best.append(f"{min(times) * 1e6:.1f}")
            print(f"| {name}, radius {radius} | " + " | ".join(best) + " |")


compare(iter(sys.stdin))
check_pictures()
measure()
