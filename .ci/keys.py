"""Scripts of keys and of the mouse, as the text front end reads them, and as xdotool carries them out.

A script may also name a place of the screen: `<Click "Options">` in the middle of these words, `<Hover player>`,
`<Click near>` and `<Click far>` on a floor that is five steps away, and on the one furthest away."""

import re

_TOKEN = re.compile(r"<[^<>]+>|.")
_PLACE = re.compile(r'<(\w+) ("[^"]*"|[a-z]+)')
_MOUSE = re.compile(r"<(Click|Right|Hover|Wheel) (\d+),(\d+)(?:,(-?\d+))?>")
_FLOOR = ".·"

_SYMBOLS = {
    "<": "less", ">": "greater", ".": "period", ",": "comma", "?": "question", "_": "underscore", "[": "bracketleft",
    "]": "bracketright", "+": "plus", "-": "minus", "=": "equal", "/": "slash", " ": "space", "Less": "less",
    "Enter": "Return", "Space": "space", "Backspace": "BackSpace", "PgUp": "Prior", "PgDn": "Next",
    "Numpad1": "KP_End", "Numpad2": "KP_Down", "Numpad3": "KP_Next", "Numpad4": "KP_Left", "Numpad5": "KP_Begin",
    "Numpad6": "KP_Right", "Numpad7": "KP_Home", "Numpad8": "KP_Up", "Numpad9": "KP_Prior",
}


def resolve(script, screen):
    """The script with the places of this screen as columns and rows."""
    return _PLACE.sub(lambda told: "<{} {},{}".format(told[1], *_place(told[2], screen)), script)


def _place(name, screen):
    if name.startswith('"'):
        place = screen.find(name.strip('"'))
    elif name == "player":
        place = screen.player()
    else:
        place = _floor(name, screen)
    if place is None:
        raise ValueError(f"{name} is not on the screen:\n" + "\n".join(screen.text))
    return place


def _floor(name, screen):
    left, top = screen.player()
    steps = {(x, y): max(abs(x - left) // 2, abs(y - top))
             for x, y, cell in screen.cells() if cell.wide and cell.glyph in _FLOOR}
    worth = {"near": lambda at: -abs(steps[at] - 5), "far": steps.get}[name]
    return max(sorted(steps), key=worth, default=None)


def place_of_mouse(token):
    """Where the mouse does something, as a script writes it; nothing if it does nothing."""
    mouse = _MOUSE.fullmatch(token)
    return "{},{}".format(*mouse.group(2, 3)) if mouse else None


def tokens(script):
    """The keys of a script one by one, and what the mouse does."""
    return _TOKEN.findall(script)


def key_name(token):
    """What xdotool calls a key: a character, or a name in angle brackets, with or without Shift."""
    *held, name = token.strip("<>").split("+") if len(token) > 1 else (token,)
    return "+".join([*(it.lower() for it in held), _SYMBOLS.get(name, name)])


def commands(script, layout):
    """What xdotool must do, a command each."""
    for token in tokens(script):
        mouse = _MOUSE.fullmatch(token)
        if not mouse:
            yield f"key {key_name(token)}"
            continue
        kind, x, y, lines = mouse.groups()
        move = "mousemove {} {}".format(*layout.pixel(int(x), int(y)))
        # Of a wheel without axes, which xdotool's is, winit takes going down and coming up as a line each.
        turns, rest = divmod(abs(int(lines or 0)), 2)
        if rest:
            raise ValueError(f"{token}: only an even number of lines can be turned")
        click = {"Click": "click 1", "Right": "click 3", "Hover": "",
                 "Wheel": f"click --repeat {turns} --delay 1 {4 if '-' in token else 5}"}[kind]
        yield f"{move} {click}".strip()
