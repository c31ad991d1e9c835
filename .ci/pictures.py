"""The pictures of the documentation: the game as text finds the moments, a window shows them."""

from pathlib import Path

import png
from display import Display
from game import Game
from moments import FLOOR, of_exploring, of_hunt
from replay import run

MANOR = Path(__file__).resolve().parent.parent / "assets/maps/manor.txt"
SIZE = 1280, 720


def take_pictures(folder, binary, palette):
    """Writes `dungeon.png`, a level half explored, `manor.png`, a map of windows, doors and leaves, and
    `hunt.png`, monsters of several moods."""
    folder.mkdir(parents=True, exist_ok=True)
    manor = MANOR.read_text(encoding="utf-8")
    seeds = [("--seed", str(seed)) for seed in range(7, 17)]

    def exploring(arguments, level, shares):
        floor = sum(glyph in FLOOR for glyph in level)
        return [(moment, arguments) for moment in of_exploring(binary, arguments, palette, floor, shares)]

    best = {
        "dungeon": [it for seed in seeds for it in exploring(seed, run(binary, "dungeon", *seed), (0.4, 0.75))],
        "manor": [it for seed in seeds for it in exploring(("--map", str(MANOR), *seed), manor, (0.35, 0.9))],
        "hunt": [(moment, seed) for seed in seeds for moment in of_hunt(binary, seed, palette)],
    }
    for name, moments in best.items():
        if not moments:
            raise RuntimeError(f"{name}: nobody lives long enough for a picture")
        moment, arguments = max(moments, key=lambda it: it[0].worth)
        take_picture(folder / f"{name}.png", binary, arguments, moment)
        print(f"picture {name}: {' '.join(arguments)}, {len(moment.scripts)} keys, worth {moment.worth}", flush=True)


def take_picture(file, binary, arguments, moment):
    """Plays to a moment in a window, and keeps what it shows."""
    with Display() as display, Game(display, binary, *arguments, size=SIZE) as game:
        for script in moment.scripts:
            if problems := game.play(script):
                raise RuntimeError(f"the window differs from text: {problems[0]}")
        file.write_bytes(png.written(display.lines(*SIZE)))
