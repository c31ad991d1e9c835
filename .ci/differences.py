"""What differs between what a display shows and a screen, in words."""

from array import array
from functools import lru_cache

from font import map_font, text_font
from screen import WIDE, Cell


def colors_of(pixels):
    """Pixels without what is no colour in them."""
    pixels = bytearray(pixels)
    pixels[3::4] = b"\xff" * (len(pixels) // 4)
    return bytes(pixels)


def differences(display, layout, lines, screen, box=None):
    """Which cells of the display's picture are not those of the screen, of which these are the lines. With a box,
    nothing outside of it counts."""
    problems = [] if box else _around(display, layout, lines)
    for x, y, cell in screen.cells():
        if box and not (box[0] <= x <= box[2] and box[1] <= y <= box[3]):
            continue
        left, top = layout.left + x * layout.cell_width, layout.top + y * layout.cell_height
        right = left + cell.columns * layout.cell_width
        wanted = [line[4 * left:4 * right] for line in lines[top:top + layout.cell_height]]
        if _pixels(display, layout, x, y, cell.columns) != wanted:
            shown = read_cell(display, layout, x, y, cell.wide) or read_cell(display, layout, x, y, not cell.wide)
            problems.append(f"column {x}, row {y}: {shown or 'what is no glyph'} instead of {cell}")
    return problems


def _around(display, layout, lines):
    """Where something is outside of the cells."""
    right = layout.left + layout.columns * layout.cell_width
    bottom = layout.top + layout.rows * layout.cell_height
    problems = []
    for y, line in enumerate(lines):
        shown = colors_of(display.line(y, 0, layout.width))
        inside = slice(4 * layout.left, 4 * right if layout.top <= y < bottom else 4 * layout.left)
        if shown[:inside.start] + shown[inside.stop:] != line[:inside.start] + line[inside.stop:]:
            problems.append(f"line {y} of the picture has something outside of the cells")
    return problems


def _pixels(display, layout, column, row, columns):
    left, top = layout.left + column * layout.cell_width, layout.top + row * layout.cell_height
    return [colors_of(display.line(y, left, left + columns * layout.cell_width))
            for y in range(top, top + layout.cell_height)]


def read_cell(display, layout, column, row, wide=False):
    """What a cell shows; nothing if it is no glyph in two colours."""
    if column + (2 if wide else 1) > layout.columns:
        return None
    lines = _pixels(display, layout, column, row, 2 if wide else 1)
    return _read(b"".join(lines), layout.zoom, wide)


@lru_cache(20000)
def _read(pixels, zoom, wide):
    font = map_font() if wide else text_font()
    values = array("I", pixels)
    width = font.width * zoom
    rows = [values[at:at + width] for at in range(0, len(values), width)]
    lines = [row[::zoom] for row in rows[::zoom]]
    scaled = [array("I", [pixel for pixel in line for _ in range(zoom)]) for line in lines for _ in range(zoom)]
    colors = sorted(set(values), key=lambda color: -values.count(color))
    if scaled != rows or len(colors) > 2:
        return None
    # The colour of most of its pixels is likely to be the ground.
    for back, fore in {(colors[0], colors[-1]), (colors[-1], colors[0])}:
        character = font.character(tuple(tuple(pixel != back for pixel in line) for line in lines))
        if character:
            return Cell(character, fore & 0xffffff, back & 0xffffff, wide)
    return None


def read_text(display, layout):
    """The rows of text that the display shows; wide cells and what is no glyph are `WIDE`."""
    cells = ((read_cell(display, layout, x, y) for x in range(layout.columns)) for y in range(layout.rows))
    return ["".join(cell.glyph if cell else WIDE for cell in row) for row in cells]
