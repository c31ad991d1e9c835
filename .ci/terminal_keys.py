"""Scripts of keys and of the mouse, as terminals send them and as tmux carries them out."""

import re

from keys import tokens

_MOUSE = re.compile(r"<(Click|Right|Hover|Wheel) (\d+),(\d+)(?:,(-?\d+))?>")

# What tmux calls the keys that have names, and the bytes that stand for them.
_NAMED = {
    "<Escape>": ("Escape", b"\x1b"), "<Enter>": ("Enter", b"\r"), "<Tab>": ("Tab", b"\t"),
    "<Shift+Tab>": ("BTab", b"\x1b[Z"), "<Backspace>": ("BSpace", b"\x7f"), "<Space>": ("Space", b" "),
    "<Up>": ("Up", b"\x1b[A"), "<Down>": ("Down", b"\x1b[B"), "<Right>": ("Right", b"\x1b[C"),
    "<Left>": ("Left", b"\x1b[D"), "<Home>": ("Home", b"\x1b[H"), "<End>": ("End", b"\x1b[F"),
    "<PgUp>": ("PPage", b"\x1b[5~"), "<PgDn>": ("NPage", b"\x1b[6~"), "<Shift+Left>": ("S-Left", b"\x1b[1;2D"),
    "<F2>": ("F2", b"\x1bOQ"), "<F9>": ("F9", b"\x1b[20~"),
    "<Ctrl+c>": ("C-c", b"\x03"), "<Ctrl+l>": ("C-l", b"\x0c"), "<Ctrl+z>": ("C-z", b"\x1a"),
}
# As kitty's protocol has it; all other keys are as ever.
_EXACT = {"<Escape>": b"\x1b[27u", "<Ctrl+c>": b"\x1b[99;5u", "<Ctrl+l>": b"\x1b[108;5u", "<Ctrl+z>": b"\x1b[122;5u"}


def in_bytes(script, exact=False):
    """What a terminal sends; `exact` is kitty's way to tell keys."""
    return b"".join(_bytes_of(token, exact) for token in tokens(script))


def _bytes_of(token, exact):
    if exact and token in _EXACT:
        return _EXACT[token]
    if token in _NAMED:
        return _NAMED[token][1]
    return _mouse(token) or token.encode()


def _mouse(token):
    """What a terminal sends of the mouse: a button goes down and comes up. Nothing if this is a key."""
    mouse = _MOUSE.fullmatch(token)
    if not mouse:
        return b""
    kind, x, y, lines = mouse.groups()
    place, lines = f"{int(x) + 1};{int(y) + 1}", int(lines or 0)
    if kind == "Hover":
        sent = f"\x1b[<35;{place}M"
    elif kind == "Wheel":
        sent = f"\x1b[<{64 if lines < 0 else 65};{place}M" * abs(lines)
    else:
        button = {"Click": 0, "Right": 2}[kind]
        sent = f"\x1b[<{button};{place}M\x1b[<{button};{place}m"
    return sent.encode()


def send_keys(script):
    """The arguments of tmux's `send-keys`, a list for each command."""
    names = []
    for token in tokens(script):
        if mouse := _mouse(token):
            yield from [names] * bool(names)
            yield ["-H", *(f"{byte:02x}" for byte in mouse)]
            names = []
        elif token in _NAMED:
            names.append(_NAMED[token][0])
        else:
            # At the end of an argument tmux takes it for the end of a command.
            names.append("\\;" if token == ";" else token)
    if names:
        yield names
