#!/usr/bin/env python3
"""Plays the game in a real window and compares what it shows, cell by cell, with what it ought to.

    python3 .ci/window_check.py target/debug/fogbound [--idle SECONDS] [--pictures DIR]

Needs Xvfb, a Vulkan driver (Mesa's software one will do) and xdotool. What ought to be seen comes from
`fogbound sight` and from `--frontend text`; colours come from the palette file and the monsters' own.
What a creature is about, which the ground behind it shows, is what `--frontend text` says beside the
map. One line for each check, the number of failures as the last line, and exit status 1 if there is any.
"""

import sys

sys.dont_write_bytecode = True

import argparse
import subprocess
import time
from pathlib import Path

from display import Display, Program
from model import GLYPH, MOODS, Layout, Palette, Screen, in_sight, is_creature, signs
from route import STEPS, tour

HERE = Path(__file__).resolve().parent
DRAWN = HERE / "window.txt"
# A picture is wrong when nothing has changed for so many seconds and it is not yet right. Keys that still
# wait are played a frame or two each, which takes a loaded machine its time and is no error.
PATIENCE = 15
LIMIT = 300

SYMBOLS = {"[": "bracketleft", "]": "bracketright", " ": "space", ".": "period"}


class Report:
    """Counts and prints checks."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, problems):
        """Notes a check; `problems` is a list of what is wrong."""
        if problems:
            self.failed += 1
            print(f"FAILED {what}", flush=True)
            for problem in problems[:8]:
                print(f"       {problem}", flush=True)
            if len(problems) > 8:
                print(f"       and {len(problems) - 8} more", flush=True)
        else:
            self.passed += 1
            print(f"ok     {what}", flush=True)


class Glyphs:
    """Which shape stands for which character: learnt from the first picture that is right in all
    else and stays as it is, the same ever after."""

    def __init__(self):
        empty = bytes(GLYPH * GLYPH)
        self.shapes, self.characters = {" ": empty}, {empty: " "}
        self.learnt = []

    def problem(self, shape, character):
        if character not in self.shapes and shape not in self.characters:
            self.shapes[character], self.characters[shape] = shape, character
            self.learnt.append((shape, character))
        if self.shapes.get(character) == shape:
            return None
        return f"shows {self.characters.get(shape, 'an unknown shape')!r} instead of {character!r}"

    def settle(self, right):
        """Keeps what was learnt from a picture, or forgets it again."""
        for shape, character in self.learnt:
            if not right:
                del self.shapes[character], self.characters[shape]
        self.learnt = []


GLYPHS = Glyphs()


class Game:
    """The binary, the window it plays in, and what can be read off that window."""

    def __init__(self, display, binary, palette, *arguments):
        self.display, self.binary, self.palette = display, binary, palette
        self.arguments = arguments
        self.program = Program(display, binary, *arguments)
        self.layout = None
        self.program.focus()

    def resize(self, width, height):
        self.program.resize(width, height)
        self.measure(width, height)

    def measure(self, width, height):
        self.size, self.layout = (width, height), Layout(width, height)

    def key(self, key):
        self.display.do(f"key {SYMBOLS.get(key, key)}")

    def screen(self):
        return Screen(self.display.picture(*self.size), self.layout, self.palette.grounds())

    def until_right(self, problems_of):
        """Waits until `problems_of` a screen are none; returns the last problems."""
        began = changed = time.monotonic()
        last, problems = None, ["no picture"]
        while problems and time.monotonic() < min(changed + PATIENCE, began + LIMIT):
            raw = self.display.raw()
            if raw == last:
                time.sleep(0.005)
                continue
            last, changed = raw, time.monotonic()
            problems = self.problems(problems_of)
            if not problems and GLYPHS.learnt:
                # A picture of the moment before may be right but for a glyph not yet known.
                GLYPHS.settle(right=False)
                wait_quiet(self.display, 1)
                problems = self.problems(problems_of)
            GLYPHS.settle(right=not problems)
            if problems:
                time.sleep(0.05)
        return problems

    def problems(self, problems_of):
        screen = self.screen()
        return screen.flaws or problems_of(screen)

    def text(self, keys):
        """The screen that the text front end shows after these keys, as rows of 80."""
        done = run(self.binary, *self.arguments, "--frontend", "text", "--keys", keys)
        return [row.ljust(80) for row in done.split("\n")[:40]]


def run(binary, *arguments, text=None):
    done = subprocess.run([binary, *map(str, arguments)], input=text, text=True, capture_output=True,
                          timeout=120, check=True)
    return done.stdout


def differences_from_text(rows, palette, map_size=(64, 36)):
    """What differs between a screen of 80 x 40 cells and the text front end's."""
    box = death_box(rows)
    creatures = creatures_in(rows, map_size)
    eye = next(((x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "@"), None)
    # The box hides who is below it, so the signs cannot be told apart.
    known = {} if box else signs(rows, eye, creatures)
    beside = {(map_size[0], y): glyph for y, glyph, _ in in_sight(rows)}

    def problems_of(screen):
        problems = []
        for (x, y), cell in screen.cells.items():
            glyph = rows[y][x]
            wrong = GLYPHS.problem(cell.shape, glyph)
            if wrong:
                pass
            elif (x, y) in box or x >= map_size[0] or y >= map_size[1]:
                if cell.back != palette.background:
                    wrong = f"{glyph!r} is on {hex(cell.back)}, not on the background"
                elif (x, y) in beside and cell.fore != palette.seen(glyph):
                    wrong = f"{glyph!r} in the list is {hex(cell.fore)}, not {hex(palette.seen(glyph))}"
            else:
                wrong = wrong_tint(cell, glyph, palette, known.get((x, y)), bool(box))
            if wrong:
                problems.append(f"column {x}, row {y}: {wrong}")
        return problems
    return problems_of


def creatures_in(rows, map_size=(64, 36)):
    """The letters on the map of a screen of text, by cell."""
    box = death_box(rows)
    return {(x, y): glyph for y, row in enumerate(rows[:map_size[1]]) for x, glyph in enumerate(row[:map_size[0]])
            if is_creature(glyph) and (x, y) not in box}


def death_box(rows):
    """The cells of the box that tells of the player's death; none while the player lives."""
    corners = [(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph in "\u250c\u2518"]
    if len(corners) != 2:
        return set()
    (left, top), (right, bottom) = corners
    return {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}


def wrong_tint(cell, glyph, palette, sign, any_mood=False):
    """What is wrong with the colours of a cell of the map, whether lit, remembered or unknown. `sign` is
    what stands beside a creature's name; with `any_mood` it is not known."""
    if is_creature(glyph):
        grounds = palette.grounds()[1:] if any_mood else [palette.ground(sign)]
        if cell.back == palette.background:
            return f"the creature {glyph!r} is drawn where nothing is seen"
        if cell.back not in grounds:
            return f"the creature {glyph!r} is on {hex(cell.back)}, not {hex(grounds[0])}"
        lit = True
    elif cell.back in (palette.light, palette.background):
        lit = cell.back == palette.light
    else:
        return f"{glyph!r}, no creature, is on the ground of a mood"
    wanted = None if glyph == " " else palette.seen(glyph) if lit else palette.dim(glyph)
    return None if cell.fore == wanted else f"{glyph!r} is {cell.fore and hex(cell.fore)}, not {wanted and hex(wanted)}"


class Drawn:
    """What the player knows on the hand-made map, by `fogbound sight` and the rules of walking."""

    def __init__(self, binary, palette):
        self.binary, self.palette = binary, palette
        self.radius, self.furthest, self.algorithm = 11, 11, "symmetric"
        self.appeared = self.vanished = 0
        self.keys, self.signs, self.signs_met = "", {}, set()
        self.enter()

    def enter(self):
        lines = DRAWN.read_text(encoding="ascii").splitlines()
        self.size = max(map(len, lines)), len(lines)
        self.tiles, self.creatures = {}, {}
        for y, line in enumerate(lines):
            for x, glyph in enumerate(line.ljust(self.size[0])):
                if glyph == "@":
                    self.eye = x, y
                elif is_creature(glyph):
                    self.creatures[x, y] = glyph
                self.tiles[x, y] = "." if glyph.isalpha() or glyph == "@" else glyph
        self.seen, self.visible = {}, set()
        self.look()

    def look(self):
        width, height = self.size
        text = "\n".join("".join(self.tiles[x, y] for x in range(width)) for y in range(height)) + "\n"
        mask = run(self.binary, "sight", "-", "--from", "{},{}".format(*self.eye), "--radius", self.radius,
                   "--algorithm", self.algorithm, "--output", "mask", text=text)
        before = set(self.creatures) & self.visible
        self.visible = {(x, y) for y, row in enumerate(mask.splitlines()) for x, bit in enumerate(row) if bit == "1"}
        after = set(self.creatures) & self.visible
        self.appeared += len(after - before)
        self.vanished += len(before - after)
        self.seen.update((cell, self.tiles[cell]) for cell in self.visible)

    def ask_moods(self, game):
        """Learns from `--frontend text` what the creatures in sight are about: chance decides that."""
        met = {at: self.creatures[at] for at in self.visible & set(self.creatures)}
        self.signs = signs(game.text(self.keys), self.eye, met) if met else {}
        self.signs_met.update(self.signs.values())

    def key(self, key):
        self.keys += f"<{key}>" if len(key) > 1 else key
        if key == "F2":
            self.furthest = 999 if self.furthest == 11 else 11
        elif key in STEPS:
            target = tuple(map(sum, zip(self.eye, STEPS[key])))
            if self.tiles[target] == "+":
                self.tiles[target] = "'"
            elif self.tiles[target] not in "#= " and target not in self.creatures:
                self.eye = target
        elif key == "c":
            around = [tuple(map(sum, zip(self.eye, step))) for step in STEPS.values()]
            door = next(cell for cell in around if self.tiles[cell] == "'")
            self.tiles[door] = "+"
        elif key in "[]":
            self.radius = min(self.radius + 1, self.furthest) if key == "]" else self.radius - 1
        elif key == " ":
            # What a wizard has stretched does not last.
            self.radius = min(self.radius, self.furthest)
            self.enter()
            return
        self.look()

    def problems_of(self, screen):
        """Every cell of the map area, exactly."""
        layout, palette = screen.layout, self.palette
        left, top = layout.corner(self.eye, self.size)
        problems = []
        for y in range(layout.map_height):
            for x in range(layout.map_width):
                at = x + left, y + top
                shown, (glyph, fore, back) = screen.cells[x, y], self.looks(at)
                wrong = None
                if shown.back != back:
                    wrong = ("is lit" if shown.back == palette.light else "is dark" if shown.back == palette.background
                             else "has the ground of a mood") + f", its ground should be {hex(back)}"
                elif shown.fore != fore:
                    wrong = f"is {shown.fore and hex(shown.fore)} instead of {fore and hex(fore)}"
                wrong = wrong or GLYPHS.problem(shown.shape, glyph)
                if wrong:
                    problems.append(f"cell {at}, {glyph!r}: {wrong}")
        return problems

    def looks(self, at):
        palette = self.palette
        if at in self.visible:
            glyph = "@" if at == self.eye else self.creatures.get(at, self.tiles[at])
            back = palette.ground(self.signs.get(at))
            return glyph, None if glyph == " " else palette.seen(glyph), back
        glyph = self.seen.get(at, " ")
        return glyph, None if glyph == " " else palette.dim(glyph), palette.background


def check_drawn(report, display, binary, palette):
    """Sight, memory and hiding on the hand-made map; sizes; covering."""
    game = Game(display, binary, palette, "--map", str(DRAWN), "--seed", "1")
    game.measure(1280, 720)
    drawn = Drawn(binary, palette)
    report.check("the first picture is what is seen from the start, and nothing else", game.until_right(drawn.problems_of))

    def play(what, keys):
        for count, key in enumerate(keys, 1):
            drawn.key(key)
            game.key(key)
            drawn.ask_moods(game)
            problems = game.until_right(drawn.problems_of)
            if problems:
                report.check(f"{what} (key {count}, {key!r}, of {keys!r})", problems)
                return
        report.check(f"{what}: {len(keys)} keys, every cell after each", [])

    play("walking lights what `fogbound sight` says, dims what is left, and shows nothing else", "llllllllluj")
    play("walls and foliage stop sight, windows do not", "llnlllll" "u" "lllllllll" "jjkk" "hhhhhhhhh" "b" "hhhhhhh" "jjjjjjjj")
    play("a caged creature appears and vanishes with sight and a closed door", "llllllllllllll" "njhkk" "cljjkkhhhhyk")
    problems = []
    if min(drawn.appeared, drawn.vanished) < 3:
        problems = [f"a creature appeared {drawn.appeared} times and vanished {drawn.vanished} times; "
                    "the walk is meant to have 3 of each"]
    report.check(f"creatures came into sight {drawn.appeared} times and left it {drawn.vanished} times", problems)
    moods = {name for sign, name in MOODS.items() if sign in drawn.signs_met}
    missing = sorted({"noticing", "hunting"} - moods)
    report.check(f"creatures were seen {', '.join(sorted(moods)) or 'unaware only'}, each on the ground of its mood",
                 [f"none was {mood}; the walk is meant to show one" for mood in missing])
    play("[ and ] change how far is seen, at once, and no further than at first", "[[[[[[[[]]]]]]]]]]]]")
    play("a wizard sees further", ["F2", *"]]]]"])
    for algorithm in algorithms(binary)[1:] + algorithms(binary)[:1]:
        drawn.algorithm = algorithm
        play(f"f: {algorithm}", "f")
    play("a wizard no more", ["F2"])
    play("a bump changes nothing", "kkk")

    for width, height in ((640, 320), (1000, 700), (645, 333), (400, 300), (1599, 999), (1280, 720)):
        game.resize(width, height)
        layout = game.layout
        report.check(f"{width} x {height} pixels: {layout.columns} x {layout.rows} cells at scale {layout.scale}, "
                     f"rim {layout.left} and {layout.top}", game.until_right(drawn.problems_of))

    before = display.picture(*game.size).rows
    cover = Program(display, binary, "--seed", "5")
    changed = wait(lambda: display.picture(*game.size).rows != before)
    time.sleep(1)
    cover.close()
    game.program.focus()
    problems = [] if changed else ["the other window did not show"]
    report.check("covered by another window and uncovered", problems or game.until_right(drawn.problems_of))
    display.ask("windowunmap", "--sync", game.program.window)
    display.ask("windowmap", "--sync", game.program.window)
    game.program.focus()
    report.check("hidden and shown", game.until_right(drawn.problems_of))
    play("Space: all dark again", " l")
    game.key("Escape")
    status = game.program.status()
    report.check("Escape leaves, exit status 0", [] if status == 0 else [f"status {status}"])
    game.program.close()


def algorithms(binary):
    """All names of algorithms, in the order of the f key, from the message on a wrong one."""
    done = subprocess.run([binary, "sight", DRAWN, "--algorithm", "?"], text=True, capture_output=True, timeout=60)
    names = done.stderr.strip().split("accepted: ")[1].split(", ")
    return [name for name in names if ":" not in name]


def tour_of(binary, seed, survives):
    """The first seed from `seed` on whose tour the player survives, or does not; its level, the walks of
    the tour, and the screen at its end."""
    for seed in range(seed, seed + 100):
        level = run(binary, "dungeon", "--seed", seed)
        walks = tour(level, legs=5)
        rows = run(binary, "--seed", seed, "--frontend", "text", "--keys", "".join(walks)).split("\n")
        if survives != bool(death_box(rows)):
            return seed, level, walks
    raise RuntimeError("a hundred tours end alike")


def check_death(report, display, binary, palette, seed):
    """A game that is lost, and the same again."""
    seed, _, walks = tour_of(binary, seed, survives=False)
    game = Game(display, binary, palette, "--seed", str(seed))
    game.resize(1280, 640)
    keys = "".join(walks)
    # The last key is the one at which the player dies.
    alive, dead = 0, len(keys)
    while dead - alive > 1:
        middle = (alive + dead) // 2
        if death_box(game.text(keys[:middle])):
            dead = middle
        else:
            alive = middle
    keys = keys[:dead]
    first = game.text("")
    display.ask("type", "--delay", "1", keys[:-1])
    report.check(f"seed {seed}, {len(keys) - 1} keys, the last moment alive: all 80 x 40 cells as --frontend text has them",
                 game.until_right(differences_from_text(game.text(keys[:-1]), palette)))
    game.key(keys[-1])
    rows = game.text(keys)
    report.check("the player dies: all 80 x 40 cells as --frontend text has them, and a box that tells of it",
                 game.until_right(differences_from_text(rows, palette)))
    game.key("Return")
    again = game.text(keys + "<Enter>")
    problems = [] if again[:36] == first[:36] else ["it does not begin as it began before"]
    report.check("Enter: the same game again", problems + game.until_right(differences_from_text(again, palette)))
    game.key("Escape")
    status = game.program.status()
    report.check("Escape leaves after that, exit status 0", [] if status == 0 else [f"status {status}"])
    game.program.close()


def check_seeded(report, display, binary, palette, seed, idle):
    """A level from a seed against the text front end; speed of keys; sleep."""
    seed, level, walks = tour_of(binary, seed, survives=True)
    game = Game(display, binary, palette, "--seed", str(seed))
    game.resize(1280, 640)
    keys = ""

    def same_as_text(what):
        rows = game.text(keys)
        problems = game.until_right(differences_from_text(rows, palette))
        report.check(f"{what}: all 80 x 40 cells as --frontend text has them, {len(creatures_in(rows))} creatures in sight",
                     problems)

    same_as_text(f"seed {seed}, first screen")
    report.check(f"seed {seed}: lit is what `fogbound sight` says of `fogbound dungeon`",
                 game.until_right(lit_as_in(binary, palette, level)))
    for walk in walks[:3]:
        for key in walk:
            game.key(key)
        keys += walk
        same_as_text(f"after {len(keys)} keys")

    fast = "".join(walks[3:])
    began = time.monotonic()
    display.ask("type", "--delay", "1", fast)
    typed = time.monotonic() - began
    keys += fast
    same_as_text(f"{len(fast)} keys typed in {typed:.2f} s, none lost")

    delays = []
    for key in "[]" * 10:
        wait_quiet(display)
        before, began = display.raw(), time.monotonic()
        game.key(key)
        if wait(lambda: display.raw() != before, pause=0.001):
            delays.append(time.monotonic() - began)
        keys += key
    delays.sort()
    problems = [] if len(delays) == 20 else [f"{20 - len(delays)} of 20 keys changed nothing within 30 s"]
    if delays and delays[len(delays) // 2] > 1:
        problems.append("half of the keys took longer than a second")
    half = delays[len(delays) // 2] if delays else 0
    report.check(f"from key to picture: half within {half * 1000:.0f} ms, all within {delays[-1] * 1000:.0f} ms (limit for half: 1000 ms)"
                 if delays else "from key to picture", problems)

    game.key("space")
    keys += " "
    same_as_text("Space: another dungeon, all dark")
    check_held_key(report, display, game)
    check_idle(report, game, idle)
    display.ask_to_close(game.program.window)
    status = game.program.status()
    report.check("closing the window leaves, exit status 0", [] if status == 0 else [f"status {status}"])
    game.program.close()


def check_held_key(report, display, game):
    """A held key repeats until it comes up. This also leaves the alarm behind that once kept the window awake."""
    wait_quiet(display)
    pictures = set()
    display.do("keydown bracketright")
    ends = time.monotonic() + 3
    while time.monotonic() < ends:
        pictures.add(hash(display.raw()))
        time.sleep(0.01)
    display.do("keyup bracketright")
    time.sleep(1)
    wait_quiet(display)
    after = display.raw()
    time.sleep(1)
    problems = [] if len(pictures) >= 5 else [f"{len(pictures)} pictures in 3 seconds"]
    if display.raw() != after:
        problems.append("it goes on repeating after the key came up")
    report.check(f"a held key repeats: {len(pictures)} pictures in 3 s, none after it came up", problems)


def check_idle(report, game, seconds):
    time.sleep(2)
    before = game.program.processor_ticks()
    time.sleep(seconds)
    ticks = game.program.processor_ticks() - before
    problems = [] if ticks <= 2 else [f"{ticks} ticks of 10 ms"]
    report.check(f"nobody plays for {seconds} s: {ticks * 10} ms of processor time (limit 20 ms)", problems)


def lit_as_in(binary, palette, level):
    """Whether the lit cells of a screen at 80 x 40 are those that `sight` gives from the level's @."""
    mask = run(binary, "sight", "-", "--radius", 11, "--output", "mask", text=level).splitlines()

    def problems_of(screen):
        return [f"cell {x},{y} is {'dark' if bit == '1' else 'lit'}"
                for y, row in enumerate(mask) for x, bit in enumerate(row)
                if (screen.cells[x, y].back != palette.background) != (bit == "1")]
    return problems_of


def wait(condition, seconds=30, pause=0.01):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def wait_quiet(display, seconds=0.3):
    """Waits until the screen has not changed for a while."""
    last, since = display.raw(), time.monotonic()
    while time.monotonic() - since < seconds:
        time.sleep(0.02)
        now = display.raw()
        if now != last:
            last, since = now, time.monotonic()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path, help="the game")
    parser.add_argument("--idle", type=int, default=60, help="seconds to watch an idle window [60]")
    parser.add_argument("--seed", type=int, default=7, help="the level that is compared with text [7]")
    parser.add_argument("--pictures", type=Path, help="write the pictures of the README into this folder, too")
    options = parser.parse_args()
    binary = str(options.binary.resolve())
    assets = HERE.parent / "assets"
    palette = Palette(assets / "palettes/default.ron", assets / "monsters")
    report, display = Report(), Display()
    try:
        # The comparison with text comes first: it teaches the shapes of all glyphs.
        check_seeded(report, display, binary, palette, options.seed, options.idle)
        check_drawn(report, display, binary, palette)
        check_death(report, display, binary, palette, options.seed)
        if options.pictures:
            from pictures import take_pictures
            take_pictures(options.pictures, display, binary, palette)
    finally:
        display.close()
    print(f"window check: {report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
