"""The screens of the game in terminals of several sizes and numbers of colours, cell by cell."""

import terminal_routes as routes
from terminal_cells import beyond
from terminal_game import Game
from terminal_text import Grid, Text, own_folder
from terminal_tmux import Session

SIZES = (60, 22), (80, 24), (120, 40), (200, 60)
COLORS = "truecolor", "256", "16", "8", "none"


def open_game(binary, grid, *arguments, starts_on=None):
    """A game in tmux, which may begin in a terminal of another size, and as text."""
    session = Session(starts_on or grid, binary, "--frontend", "terminal", *arguments, *grid.terminal_arguments,
                      *own_folder())
    return Game(session, Text(binary, grid, *arguments))


def check_screens(report, binary, grid, lost):
    """The title, a game from there, and a lost one, with keys alone."""
    with open_game(binary, grid) as game:
        problems = game.until_box() + game.play_all(routes.TITLE, Game.until_box)
        problems += game.play_all((routes.BEGIN, *routes.PLAY))
        count = len(routes.TITLE) + len(routes.PLAY) + 1
        report.check(f"{grid}: title, walk, look, explore, menus: every cell after each of {count} steps", problems)
        looks = game.looks
    with open_game(binary, grid, *lost) as game:
        problems = game.until_right() + game.play_all(routes.DEATH)
        dead = [] if game.text.screen.find("You are dead") else ["the player lives", *game.text.screen.text]
        problems += game.play_all((*routes.DEAD_ROUTE, routes.AGAIN))
        if game.text.screen.rows != game.text.screens[0].rows:
            problems.append("the same game does not begin as it began")
        count = len((*routes.DEATH, *routes.DEAD_ROUTE)) + 1
        report.check(f"{grid}: death and the same game again: every cell after each of {count} steps", dead + problems)
        looks |= game.looks
    report.check(f"{grid}: {len(looks)} different looks, all in the colours of the depth", beyond(grid.colors, looks))


def check_mouse(report, binary, grid):
    """The mouse over the map and in menus."""
    with open_game(binary, grid, *routes.SEED) as game:
        report.check(f"{grid}: {len(routes.MOUSE)} moves, clicks and turns of the wheel, every cell",
                     game.until_right() + game.play_all(routes.MOUSE))


def check_wide(report, binary):
    """A map with cells two columns wide."""
    grid = Grid(120, 40, "truecolor", wide=True)
    with open_game(binary, grid, *routes.SEED) as game:
        count = len(routes.PLAY) + len(routes.MOUSE)
        report.check(f"{grid}: every cell after each of {count} steps",
                     game.until_right() + game.play_all((*routes.MOUSE, *routes.PLAY)))


def check_script(report, binary):
    """Keys that the command line names are played first."""
    script = ("--keys", "lljjx")
    grid = Grid(80, 24)
    session = Session(grid, binary, "--frontend", "terminal", *routes.SEED, *script, *grid.terminal_arguments,
                      *own_folder())
    text = Text(binary, grid, *routes.SEED)
    text.play(script[1])
    with Game(session, text) as game:
        report.check("--keys plays keys before those that are typed", game.until_right() + game.play("l"))


def check_eyes(report, binary):
    """The comparison itself: what the terminal shows is told from other screens."""
    grid = Grid(80, 24, "8")
    with open_game(binary, grid, *routes.SEED) as game:
        problems = game.until_right()
        right = game.text.wanted
        y = next(y for y, row in enumerate(right) if any(cell.glyph == "@" for cell in row))
        x = next(x for x, cell in enumerate(right[y]) if cell.glyph == "@")
        cell = right[y][x]
        wrong = {
            "a glyph": cell._replace(glyph="%"),
            "a colour": cell._replace(look=cell.look._replace(fore="red")),
            "a ground": cell._replace(look=cell.look._replace(back="blue")),
            "an attribute": cell._replace(look=cell.look._replace(attributes=frozenset())),
        }
        game.patience = 0
        for what, other in wrong.items():
            changed = (*right[:y], (*right[y][:x], other, *right[y][x + 1:]), *right[y + 1:])
            if len(game.until_shows(changed)) != 1:
                problems.append(f"{what} makes no difference")
        if not beyond("8", {cell.look._replace(fore="bright red")}):
            problems.append("a colour beyond the depth is not seen")
        report.check(f"the comparison sees {', '.join(wrong)}, and a colour beyond the depth", problems)
