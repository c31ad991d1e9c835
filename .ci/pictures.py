"""The pictures of the documentation: the game explores, and the best moment is kept."""

import window_check
from route import read, ways


def take_pictures(folder, display, binary, palette):
    """Writes `dungeon.png`, a level half explored, and `manor.png`, a map of windows, doors and leaves."""
    folder.mkdir(parents=True, exist_ok=True)
    root = window_check.HERE.parent
    manor = root / "assets/maps/manor.txt"
    levels = (
        ("dungeon", window_check.run(binary, "dungeon", "--seed", 7), ("--seed", "7"), None, (0.45, 0.75)),
        ("manor", manor.read_text(encoding="utf-8"), ("--map", str(manor), "--seed", "7"), (24, 12), (0.3, 0.6)),
    )
    for name, level, arguments, first, shares in levels:
        game = window_check.Game(display, binary, palette, *arguments)
        game.measure(1280, 720)
        score, picture = max(explore(game, level, first, shares), key=lambda moment: moment[0])
        (folder / f"{name}.png").write_bytes(picture.png())
        print(f"picture {name}: {score} points", flush=True)
        game.program.close()


def explore(game, level, first, shares):
    """Walks to `first`, if anywhere, then to the nearest cell not yet seen, again and again. Gives each
    moment's picture and worth while the known share of the level is between `shares`."""
    cells, start = read(level)
    size = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    floor = {cell for cell, glyph in cells.items() if glyph not in "# "}
    player = game.palette.plain["player"]
    shows_player = lambda screen: [] if any(cell.fore == player for cell in screen.cells.values()) else ["no player"]
    game.until_right(shows_player)
    background, light = game.palette.background, game.palette.light
    stuck, before = 0, None
    while True:
        window_check.wait_quiet(game.display, 0.15)
        screen = game.screen()
        left, top = game.layout.corner(start, size)  # The whole map fits, so it never moves.
        at = {(x + left, y + top): cell for (x, y), cell in screen.cells.items()}
        start = next(cell for cell in cells if at[cell].fore == player)
        known = {cell for cell in floor if at[cell].back == light or at[cell].fore}
        lit = sum(at[cell].back == light for cell in floor)
        creatures = sum(at[cell].fore == game.palette.plain["creature"] for cell in floor)
        share = len(known) / len(floor)
        if share > shares[1]:
            return
        if share > shares[0] and not screen.flaws:
            yield 40 * min(creatures, 3) + min(lit, 120), game.display.picture(*game.size)
        first = None if start == first else first
        found = ways(cells, start)
        goals = [first] if first else [cell for cell in found if cell in floor - known]
        way = found[min(goals, key=lambda cell: (len(found[cell]), cell))]
        # Whoever stands in the way moves on if time passes, and a bump takes none.
        stuck = stuck + 1 if start == before else 0
        before = start
        game.key(way[0] if stuck % 4 < 2 else ".")
