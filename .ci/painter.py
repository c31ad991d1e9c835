"""The picture that the window must show of a screen, pixel by pixel."""

from collections import Counter
from functools import lru_cache

from font import map_font, text_font
from screen import cells_of


def pixel(color):
    """A pixel of this colour, 0xRRGGBB, as the X server keeps it. The last byte is no colour; Vulkan writes 255."""
    return bytes((color & 255, color >> 8 & 255, color >> 16, 255))


@lru_cache(20000)
def _cell_lines(cell, zoom):
    """The 16 different lines of a cell."""
    font = map_font() if cell.wide else text_font()
    fore, back = pixel(cell.fore) * zoom, pixel(cell.back) * zoom
    return tuple(b"".join(fore if bit else back for bit in line) for line in font.glyph(cell.glyph))


class Painter:
    """Draws screens for a window of a layout. Its rim has the palette's background: one of these colours."""

    def __init__(self, layout, backgrounds):
        self.layout, self.backgrounds = layout, backgrounds
        self._row = lru_cache(400)(self._draw_row)

    def lines(self, screen):
        """The lines of the picture, from the top, each the bytes of its pixels."""
        layout = self.layout
        if len(screen.rows) != layout.rows:
            raise ValueError(f"the screen has {len(screen.rows)} rows, not {layout.rows}")
        rim = pixel(self._background(screen))
        empty = rim * layout.width
        lines = [empty] * layout.top
        for row in screen.rows:
            lines += self._row(row, rim)
        return lines + [empty] * (layout.height - len(lines))

    def _background(self, screen):
        """The palette's background: the one that most cells have, if the player may choose among palettes."""
        if len(self.backgrounds) > 1:
            count = Counter(cell.back for *_, cell in screen.cells())
            return max(self.backgrounds, key=lambda color: count[color])
        return next(iter(self.backgrounds))

    def _draw_row(self, row, rim):
        layout, cells = self.layout, cells_of(row)
        columns = sum(cell.columns for cell in cells)
        if columns != layout.columns:
            raise ValueError(f"a row has {columns} columns, not {layout.columns}: {row!r}")
        left = rim * layout.left
        right = rim * (layout.width - layout.left - layout.columns * layout.cell_width)
        lines = (left + b"".join(parts) + right for parts in zip(*(_cell_lines(cell, layout.zoom) for cell in cells)))
        return [line for line in lines for _ in range(layout.zoom)]
