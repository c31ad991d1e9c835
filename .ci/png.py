"""Pictures in the form of PNG, as far as they are met here."""

import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def read_bits(path):
    """A picture of one bit a pixel: its rows, each a list of whether a pixel is white."""
    width, depth, kind, parts = _parts(path)
    if depth != 1 or kind not in (0, 3):
        raise ValueError(f"{path} is a kind of PNG that is not understood here")
    table = parts.get(b"PLTE", b"\0\0\0\xff\xff\xff")
    white = [table[3 * index] > 127 for index in range(len(table) // 3)]
    lines = _unfiltered(zlib.decompress(parts[b"IDAT"]), (width + 7) // 8, 1)
    return [[white[line[x // 8] >> (7 - x % 8) & 1] for x in range(width)] for line in lines]


def read_colors(path):
    """A picture of red, green and blue: its lines, four bytes a pixel: blue, green, red, 255."""
    width, depth, kind, parts = _parts(path)
    if depth != 8 or kind not in (2, 6):
        raise ValueError(f"{path} is a kind of PNG that is not understood here")
    size, lines = 3 if kind == 2 else 4, []
    for line in _unfiltered(zlib.decompress(parts[b"IDAT"]), width * size, size):
        pixels = bytearray(b"\xff" * 4 * width)
        pixels[0::4], pixels[1::4], pixels[2::4] = line[2::size], line[1::size], line[0::size]
        lines.append(bytes(pixels))
    return lines


def _parts(path):
    """The width of a picture, its depth, its kind, and the parts of its file by their names."""
    data = path.read_bytes()
    if not data.startswith(_SIGNATURE):
        raise ValueError(f"{path} is no PNG")
    parts, at = {}, len(_SIGNATURE)
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        parts[name] = parts.get(name, b"") + data[at + 8:at + 8 + length]
        at += 12 + length
    width, _, depth, kind, _, _, interlaced = struct.unpack(">2I5B", parts[b"IHDR"])
    if interlaced:
        raise ValueError(f"{path} is a kind of PNG that is not understood here")
    return width, depth, kind, parts


def _unfiltered(data, length, size):
    """The lines of a picture, each of so many bytes, and so many bytes a pixel."""
    lines, above = [], bytes(length)
    for start in range(0, len(data), length + 1):
        kind, line = data[start], bytearray(data[start + 1:start + 1 + length])
        if kind == 2:
            line = above if not any(line) else bytes((new + old) & 255 for new, old in zip(line, above))
        elif kind:
            for at in range(length):
                left, corner = (line[at - size], above[at - size]) if at >= size else (0, 0)
                guess = (0, left, 0, (left + above[at]) // 2, _paeth(left, above[at], corner))[kind]
                line[at] = (line[at] + guess) & 255
        above = bytes(line)
        lines.append(above)
    return lines


def _paeth(left, above, corner):
    guess = left + above - corner
    return min((left, above, corner), key=lambda it: abs(guess - it))


def written(lines):
    """A PNG file of lines of pixels of four bytes: blue, green, red, and one that is no colour. It has a table of
    its colours if they are few."""
    rows = []
    for line in lines:
        row = bytearray(len(line) // 4 * 3)
        row[0::3], row[1::3], row[2::3] = line[2::4], line[1::4], line[0::4]
        rows.append(bytes(row))
    width, height = len(rows[0]) // 3, len(rows)
    split = [[row[at:at + 3] for at in range(0, len(row), 3)] for row in rows]
    colors = sorted({pixel for row in split for pixel in row})
    few = len(colors) <= 256
    if few:
        index = {color: i for i, color in enumerate(colors)}
        rows = [bytes(map(index.__getitem__, row)) for row in split]
    parts = [(b"IHDR", struct.pack(">2I5B", width, height, 8, 3 if few else 2, 0, 0, 0))]
    if few:
        parts.append((b"PLTE", b"".join(colors)))
    parts += [(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts)
