"""Bytes that no player types: every sequence, noise, and what never ends. The game goes on, and Ctrl-C leaves it."""

import random
import time
from itertools import product
from threading import Thread

import terminal_routes as routes
from program import wait
from terminal_bursts import until_shown, wait_quiet
from terminal_cells import text_of
from terminal_pty import Terminal
from terminal_text import Grid, own_folder

GRID = Grid(80, 24)
NUMBERS = "", "0", "1", "65535", "4294967296"
ENDS = [chr(end) for end in range(0x40, 0x7f)]
# What stands before the parameters, and up to how many of them there are.
MARKS = {"": 4, "<": 3, "?": 2, ">": 1, "=": 1}
NOISE = 1_000_000
# Seconds until the game has read all that it was sent.
READING = 60
# Seconds until Ctrl-C has left the game.
PATIENCE = 2
LEAVES = {"Ctrl-C": b"\x03", "Ctrl-C as kitty sends it": b"\x1b[99;5u"}
# The beginnings of what never ends, and answers to questions that nobody asked.
UNFINISHED = (b"\x1b[200~hello", b"\x1b[?1u", b"\x1b[1;", b"\x1b[M ", b"\x1b]11;rgb:00", b"\xf0\x9f")


def sequences():
    """Every sequence of these parameters with every final byte."""
    lists = {mark: [";".join(numbers) for count in range(most + 1) for numbers in product(NUMBERS, repeat=count)]
             for mark, most in MARKS.items()}
    return "".join(f"\x1b[{mark}{numbers}{end}" for mark in MARKS for numbers in lists[mark] for end in ENDS).encode()


def noise(seed):
    """Random bytes, without those that leave or stop the game as they should: Ctrl-C, Ctrl-Z, and Q as a key."""
    return random.Random(seed).randbytes(NOISE).translate(None, b"\x03\x1aQ")


def open_alone(binary, exact=False):
    """A game without the same as text: nobody knows what these bytes play."""
    return Terminal(GRID, binary, "--frontend", "terminal", *routes.SEED, *GRID.terminal_arguments, *own_folder(),
                    exact=exact)


class Alone:
    """A terminal, as `until_shown` wants it."""

    def __init__(self, terminal):
        self.terminal = terminal


def check_flood(report, binary, name, data):
    """The game goes on after these bytes, answers Escape, and leaves on Ctrl-C."""
    with open_alone(binary) as terminal:
        problems = [] if until_shown(Alone(terminal), "Turn 0") else ["the game does not begin"]
        began = time.monotonic()
        # A game that reads no more would keep the sender waiting.
        sender = Thread(target=terminal.send_bytes, args=(data,), daemon=True)
        sender.start()
        sender.join(READING)
        if sender.is_alive():
            report.check(f"{name}, {len(data)} bytes: the game reads them", ["it reads no more"])
            return
        wait_quiet(terminal)
        took = time.monotonic() - began
        for _ in range(8):
            if problems or until_shown(Alone(terminal), "Go on", 0):
                break
            before = terminal.shown()
            terminal.send("<Escape>")
            wait(lambda: terminal.shown() != before, seconds=PATIENCE)
        else:
            problems += ["Escape does not open the menu", *text_of(terminal.shown())]
        problems += leave(terminal, LEAVES["Ctrl-C"])
        report.check(f"{name}, {len(data)} bytes: the game goes on, quiet after {took:.1f} s, and Ctrl-C leaves",
                     problems + terminal.problems)


def leave(terminal, keys):
    """Sends keys that leave the game; what is wrong then."""
    began = time.monotonic()
    terminal.send_bytes(keys)
    status = terminal.status()
    took = time.monotonic() - began
    if status != 130:
        return [f"status {status} instead of 130"]
    return [f"Ctrl-C takes {took:.1f} s"] if took > PATIENCE else []


def check_sequences(report, binary):
    """Every sequence that a terminal could send."""
    check_flood(report, binary, "every CSI sequence of up to four parameters", sequences())


def check_noise(report, binary):
    """Bytes without sense."""
    check_flood(report, binary, "random bytes", noise(1))


def check_unfinished(report, binary):
    """Ctrl-C leaves at once whatever is unfinished, in the same moment or later."""
    for number, (begun, (name, keys)) in enumerate(product(UNFINISHED, LEAVES.items())):
        with open_alone(binary) as terminal:
            problems = [] if until_shown(Alone(terminal), "Turn 0") else ["the game does not begin"]
            terminal.send_bytes(begun)
            time.sleep(0.1 * (number % 3))
            report.check(f"{begun!r} and {name}: it leaves at once", problems + leave(terminal, keys))


def check_early(report, binary):
    """What is there before the game has asked for anything, and a key after a paste without an end."""
    for exact in False, True:
        with open_alone(binary, exact) as terminal:
            terminal.send_bytes(b"\x1b[?1u")
            problems = [] if until_shown(Alone(terminal), "Turn 0") else ["the game does not begin"]
            terminal.send_bytes(b"\x1b[200~hello")
            if not until_shown(Alone(terminal), "Pasted text is not played", 5):
                problems += ["the paste never ends", *text_of(terminal.shown())]
            terminal.send("<Escape>")
            problems += [] if until_shown(Alone(terminal), "Go on", 5) else ["Escape does not open the menu"]
            name = "with kitty's protocol" if exact else "without kitty's protocol"
            report.check(f"a terminal {name}: an early answer and a paste without an end do no harm",
                         problems + leave(terminal, LEAVES["Ctrl-C as kitty sends it"]) + terminal.problems)
