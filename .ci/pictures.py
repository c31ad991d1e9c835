"""The pictures of the documentation: the game explores, and the best moment is kept."""

from pathlib import Path

from differences import differences_from_text
from game import Game
from replay import death_box, in_sight, run
from route import read, ways
from tour import take_tour

MANOR = Path(__file__).resolve().parent.parent / "assets/maps/manor.txt"


def take_pictures(folder, display, binary, palette):
    """Writes `dungeon.png`, a level half explored, `manor.png`, a map of windows, doors and leaves, and
    `hunt.png`, monsters of several moods."""
    folder.mkdir(parents=True, exist_ok=True)
    dungeons = ((run(binary, "dungeon", "--seed", seed), ("--seed", str(seed))) for seed in range(7, 40))
    take_exploring(folder / "dungeon.png", display, binary, palette, dungeons, None, (0.45, 0.75))
    house = MANOR.read_text(encoding="utf-8"), ("--map", str(MANOR), "--seed", "7")
    take_exploring(folder / "manor.png", display, binary, palette, [house], (24, 12), (0.3, 0.6))
    take_hunt(folder, display, binary, palette)


def take_exploring(file, display, binary, palette, levels, first, shares):
    """Takes the best picture of an explorer on the first of these levels that it survives for long enough."""
    for level, arguments in levels:
        game = Game(display, binary, palette, *arguments)
        game.measure(1280, 720)
        best = max(explore(game, level, first, shares), key=lambda moment: moment[0], default=None)
        game.program.close()
        if best:
            score, picture = best
            file.write_bytes(picture.png())
            print(f"picture {file.stem}: {' '.join(arguments)}, {score} points", flush=True)
            return
    raise RuntimeError(f"{file.stem}: nobody lives long enough for a picture")


def take_hunt(folder, display, binary, palette, seeds=range(1, 14)):
    """Looks for the moment with most to see among the tours of a few levels, then plays to it in a window."""
    score, seed, keys, rows = max(
        (moment for seed in seeds for moment in moments(binary, seed)), key=lambda moment: moment[0])
    game = Game(display, binary, palette, "--seed", str(seed))
    game.resize(1280, 640)
    game.type(keys)
    problems = game.until_right(differences_from_text(rows, palette))
    if problems:
        raise RuntimeError(f"the window differs from text: {problems[0]}")
    (folder / "hunt.png").write_bytes(display.picture(*game.size).png())
    print(f"picture hunt: seed {seed}, {len(keys)} keys, {score[0]} points", flush=True)
    game.program.close()


def moments(binary, seed):
    """Moments of a tour through a level: what each is worth, the seed, the keys, and the screen as text."""
    tour = take_tour(binary, seed)
    tour.replay.close()
    for count, rows in enumerate(tour.screens):
        if count < 40 or death_box(rows):
            continue
        listed = in_sight(rows)
        kinds = {glyph for _, glyph, _ in listed}
        moods = {sign for _, _, sign in listed} - {" "}
        known = sum(glyph != " " for row in rows[:36] for glyph in row[:64])
        score = len(listed) + len(kinds) + 2 * len(moods) + 2 * ("!" in moods)
        yield (score, known), seed, "".join(tour.keys[:count]), rows


def explore(game, level, first, shares):
    """Walks to `first`, if anywhere, then to the nearest cell not yet seen, again and again. Gives each
    moment's picture and worth while the known share of the level is between `shares`."""
    cells, start = read(level)
    size = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    floor = {cell for cell, glyph in cells.items() if glyph not in "# "}
    player = game.palette.plain["player"]
    shows_player = lambda screen: [] if any(cell.fore == player for cell in screen.cells.values()) else ["no player"]
    game.until_right(shows_player)
    background = game.palette.background
    stuck, before = 0, None
    while True:
        game.display.wait_quiet(0.15)
        screen = game.screen()
        left, top = game.layout.corner(start, size)  # The whole map fits, so it never moves.
        at = {(x + left, y + top): cell for (x, y), cell in screen.cells.items()}
        start = next((cell for cell in cells if at[cell].fore == player and at[cell].back != background), None)
        if start is None:
            return  # Dead, and covered by the box that says so.
        known = {cell for cell in floor if at[cell].back != background or at[cell].fore}
        lit = sum(at[cell].back != background for cell in floor)
        colors = {game.palette.plain["creature"], *game.palette.monsters.values()}
        creatures = sum(at[cell].fore in colors for cell in floor)
        share = len(known) / len(floor)
        if share > shares[1]:
            return
        if share > shares[0] and not screen.flaws:
            yield 40 * min(creatures, 3) + min(lit, 120), game.display.picture(*game.size)
        first = None if start == first else first
        found = ways(cells, start)
        goals = [first] if first else [cell for cell in found if cell in floor - known]
        way = found[min(goals, key=lambda cell: (len(found[cell]), cell))]
        # A monster in the way moves on if time passes, and a bump takes none.
        stuck = stuck + 1 if start == before else 0
        before = start
        if stuck > 40:
            return  # Dead, or walled in.
        game.key(way[0] if stuck % 4 < 2 else ".")
