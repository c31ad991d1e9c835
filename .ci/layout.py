"""Where the cells are in a window of so many pixels."""

from font import HEIGHT, WIDTH

# A window shows its glyphs as large as there is room for so many cells.
ROOMY = 160, 45


class Layout:
    """Columns and rows, and the pixels around them."""

    def __init__(self, width, height, zoom=None):
        self.width, self.height, self.wanted = width, height, zoom
        self.zoom = zoom or max(1, min(width // (WIDTH * ROOMY[0]), height // (HEIGHT * ROOMY[1])))
        self.cell_width, self.cell_height = WIDTH * self.zoom, HEIGHT * self.zoom
        self.columns, self.rows = width // self.cell_width, height // self.cell_height
        self.left = (width - self.columns * self.cell_width) // 2
        self.top = (height - self.rows * self.cell_height) // 2

    def pixel(self, column, row):
        """The pixel in the middle of a cell."""
        return (self.left + column * self.cell_width + self.cell_width // 2,
                self.top + row * self.cell_height + self.cell_height // 2)

    @property
    def arguments(self):
        """What the text front end must be told to print as many cells."""
        return "--screen", f"{self.columns}x{self.rows}", "--wide", "--ansi"

    def __str__(self):
        return (f"{self.width} x {self.height} pixels, {self.columns} x {self.rows} cells at zoom {self.zoom}, "
                f"rim {self.left} and {self.top}")
