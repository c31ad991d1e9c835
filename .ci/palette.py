"""What a palette file says of the grounds behind the cells, as 0xRRGGBB."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "assets/palettes"
TILES = ROOT / "assets/tiles.ron"
MOODS = "asleep", "noticing", "hunting", "searching"


class Palette:
    """The colours of a palette file that the check needs to know."""

    def __init__(self, path=FOLDER / "default.ron"):
        text = re.sub(r"//.*", "", Path(path).read_text(encoding="utf-8"))
        colors = [(name, int(digits, 16)) for name, digits in re.findall(r'\b(\w+): "#([0-9A-Fa-f]{6})"', text)]
        self.background = dict(colors)["background"]
        self.moods = {color for name, color in colors if name in MOODS}
        # What is behind a cell of the map that is not seen: by the palette, or else by the tile's own colours.
        grounds = re.findall(r'remembered_ground: "#([0-9A-Fa-f]{6})"', text + TILES.read_text(encoding="utf-8"))
        self.dark = {self.background, *(int(digits, 16) for digits in grounds)}


@cache
def backgrounds():
    """The backgrounds of all palettes that a player can choose."""
    return {Palette(path).background for path in FOLDER.glob("*.ron")}
