"""Keys that are typed faster than anybody types, and pastes."""

import random
import string
import time

import terminal_routes as routes
from keys import tokens
from program import wait
from terminal_cells import text_of
from terminal_game import Game
from terminal_idle import open_terminal
from terminal_processes import is_alive
from terminal_screens import open_game
from terminal_text import Grid

GRID = Grid(80, 24)
# All but the log, which tells of a paste what text cannot know.
NO_LOG = 0, 0, 79, 19
PASTED = 10_000
# Seconds until a key is answered after a paste.
PATIENCE = 2


def check_burst(report, binary):
    """Keys through modes, all at once: none is lost, none is taken for another mode or overtakes another."""
    terminals = (
        ("tmux", open_game(binary, GRID, *routes.SEED), routes.BURST),
        ("a terminal with kitty's protocol", open_terminal(binary, *routes.SEED, exact=True), routes.EXACT_BURST),
    )
    for name, game, burst in terminals:
        with game:
            problems = game.until_right()
            game.terminal.send(burst)
            game.text.play(burst)
            report.check(f"{name}: {len(tokens(burst))} keys through modes at once, none lost: every cell",
                         problems + game.until_right())


def check_long_burst(report, binary):
    """More bytes at once than a program reads at a time, and fewer keys than are taken for a paste."""
    keys = "<Right><Left>" * 250
    with open_terminal(binary, *routes.SEED) as game:
        problems = game.until_right()
        game.terminal.send(keys)
        game.text.play(keys)
        report.check(f"{len(tokens(keys))} arrow keys at once, none lost: every cell", problems + game.until_right())


def text_to_paste(seed):
    """Characters without sense, with lines, and with what leaves the game in between."""
    chance = random.Random(seed)
    signs = chance.choices(string.ascii_letters + string.digits + string.punctuation + " \n", k=PASTED)
    for at in range(PASTED // 3, PASTED, PASTED // 10):
        signs[at:at + 2] = "Qy"
    return "".join(signs)


def check_paste(report, binary):
    """A paste in brackets is not played; one without is dropped as soon as there is no doubt that nobody types it."""
    with open_game(binary, GRID, *routes.SEED) as game:
        problems = game.until_right() + game.play("l")
        game.terminal.paste(text_to_paste(1), bracketed=True)
        problems += [] if until_shown(game, "Pasted text is not played") else ["the log does not tell of the paste"]
        problems += game.until_shows(game.text.wanted, NO_LOG)
        began = time.monotonic()
        problems += game.play("l", lambda it: it.until_shows(it.text.wanted, NO_LOG))
        took = time.monotonic() - began
        problems += [f"limit: {PATIENCE} s"] if took > PATIENCE else []
        report.check(f"{PASTED} characters pasted in brackets: none is played; the next key is after "
                     f"{took * 1000:.0f} ms", problems)
    for seed in range(2, 5):
        check_raw_paste(report, binary, seed)


def check_raw_paste(report, binary, seed):
    """A paste that is no different from keys. What it opens is closed after that until the menu is open."""
    with open_game(binary, GRID, *routes.SEED) as game:
        problems = game.until_right()
        pid = game.terminal.pid
        game.terminal.paste(text_to_paste(seed), bracketed=False)
        wait_quiet(game.terminal)
        if not is_alive(pid):
            problems.append(f"the game has ended with status {game.terminal.status()}")
        slowest = 0
        for _ in range(8):
            if problems or until_shown(game, "Go on", 0):
                break
            began, before = time.monotonic(), game.terminal.shown()
            game.terminal.send("<Escape>")
            wait(lambda: game.terminal.shown() != before, seconds=PATIENCE)
            slowest = max(slowest, time.monotonic() - began)
        else:
            problems += ["Escape does not open the menu", *text_of(game.terminal.shown())]
        if slowest > PATIENCE:
            problems.append(f"limit: {PATIENCE} s")
        report.check(f"{PASTED} characters pasted without brackets (seed {seed}): the game goes on, and answers keys "
                     f"after {slowest * 1000:.0f} ms", problems)


def check_paste_of_seed(report, binary):
    """A seed can be pasted where one is asked for."""
    with open_game(binary, GRID) as game:
        problems = game.until_box() + game.play("<Down>", Game.until_box) + game.play("<Enter>", Game.until_box)
        game.terminal.paste("31415", bracketed=True)
        game.text.play("31415")
        problems += game.until_box() + game.play("<Enter>")
        report.check("a seed pasted into the title's box, and the game with that seed", problems)


def until_shown(game, words, seconds=30):
    """Waits until these words stand on the screen, in one row or on several."""
    return wait(lambda: words in " ".join(" ".join(text_of(game.terminal.shown())).split()), seconds=seconds)


def wait_quiet(terminal, quiet=1, limit=60):
    """Waits until the screen has not changed for a second."""
    last, since = None, time.monotonic()

    def is_quiet():
        nonlocal last, since
        if (shown := terminal.shown()) != last:
            last, since = shown, time.monotonic()
        return time.monotonic() - since > quiet

    return wait(is_quiet, seconds=limit, pause=0.05)
