"""An X server without a screen, programs on it, and what they show, pixel by pixel.

Xvfb keeps its picture in a file (-fbdir), so reading it costs a millisecond and disturbs nobody.
"""

import ctypes
import os
import signal
import struct
import subprocess
import tempfile
import time
import zlib
from array import array
from contextlib import contextmanager


class Picture:
    """Pixels of a rectangle of the screen, row by row, each 0xRRGGBB."""

    def __init__(self, rows):
        self.rows = rows
        self.width, self.height = len(rows[0]), len(rows)

    def png(self):
        """The picture as the bytes of a PNG file, with a table of its colours if they are few."""
        colors = sorted({pixel for row in self.rows for pixel in row})
        few = len(colors) <= 256
        if few:
            index = {color: i for i, color in enumerate(colors)}
            lines = (bytes(index[pixel] for pixel in row) for row in self.rows)
        else:
            lines = (b"".join(pixel.to_bytes(3, "big") for pixel in row) for row in self.rows)
        data = b"".join(b"\0" + line for line in lines)
        parts = [(b"IHDR", struct.pack(">2I5B", self.width, self.height, 8, 3 if few else 2, 0, 0, 0))]
        if few:
            parts.append((b"PLTE", b"".join(color.to_bytes(3, "big") for color in colors)))
        parts += [(b"IDAT", zlib.compress(data, 9)), (b"IEND", b"")]
        chunks = (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
            for name, body in parts
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


class Display:
    """An Xvfb of its own on a free display, and one xdotool that types on it."""

    def __init__(self, width=1600, height=1000):
        self.folder = tempfile.TemporaryDirectory(prefix="window-check-")
        end, server_end = os.pipe()
        # No -terminate and no reset: the server lives on while no client is there.
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(server_end), "-screen", "0", f"{width}x{height}x24",
             "-fbdir", self.folder.name, "-nolisten", "tcp", "-noreset"],
            pass_fds=[server_end], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(server_end)
        with open(end, encoding="ascii") as told:
            number = told.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.env = {k: v for k, v in os.environ.items() if k not in ("WAYLAND_DISPLAY", "WAYLAND_SOCKET")}
        self.env["DISPLAY"] = f":{number}"
        self.file = open(os.path.join(self.folder.name, "Xvfb_screen0"), "rb", buffering=0)
        header = struct.unpack(">25I", self.file.read(100))
        self.start = header[0] + 12 * header[19]
        self.line, order = header[12], header[7]
        if header[11] != 32 or order != 0:
            raise RuntimeError("Xvfb keeps its picture in a form that is not understood here")
        self.hands = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, env=self.env, text=True)

    def raw(self, lines=-1):
        """The bytes of the screen's first lines, or of all, for telling whether anything has changed."""
        self.file.seek(self.start)
        return self.file.read(lines * self.line if lines > 0 else -1)

    def picture(self, width, height):
        """The top left rectangle of the screen."""
        return self.cut(self.raw(height), width, height)

    def cut(self, raw, width, height):
        """The top left rectangle of a screen that `raw` gave."""
        rows = []
        for start in range(0, height * self.line, self.line):
            row = bytearray(raw[start:start + 4 * width])
            row[3::4] = bytes(width)  # what is not colour
            rows.append(array("I", bytes(row)))
        return Picture(rows)

    def wait_quiet(self, seconds=0.3):
        """Waits until the screen has not changed for a while."""
        last, since = self.raw(), time.monotonic()
        while time.monotonic() - since < seconds:
            time.sleep(0.02)
            now = self.raw()
            if now != last:
                last, since = now, time.monotonic()

    def do(self, command):
        """Has the waiting xdotool carry out a command; does not wait for it."""
        self.hands.stdin.write(command + "\n")
        self.hands.stdin.flush()

    @contextmanager
    def halted(self):
        """The server stands still: requests wait, and their answers come all at once afterwards."""
        self.server.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.server.send_signal(signal.SIGCONT)

    def ask(self, *command, seconds=60):
        """Runs an xdotool of its own and returns what it prints."""
        done = subprocess.run(["xdotool", *command], env=self.env, text=True, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=seconds)
        if done.returncode and command[0] != "search":
            raise RuntimeError(f"xdotool {command[0]}: {done.stderr.strip()}")
        return done.stdout.split()

    def ask_to_close(self, window):
        """What a window manager sends when its closing button is pressed. Old xdotools cannot do that."""
        xlib = ctypes.CDLL("libX11.so.6")
        xlib.XOpenDisplay.restype = ctypes.c_void_p
        xlib.XInternAtom.restype = ctypes.c_ulong
        server = ctypes.c_void_p(xlib.XOpenDisplay(self.env["DISPLAY"].encode()))
        atom = lambda name: xlib.XInternAtom(server, name, 0)
        # An XClientMessageEvent: type, serial, sent, display, window, message, format, five longs.
        event = (ctypes.c_long * 24)(33, 0, 0, 0, int(window), atom(b"WM_PROTOCOLS"), 32, atom(b"WM_DELETE_WINDOW"))
        xlib.XSendEvent(server, ctypes.c_ulong(int(window)), 0, ctypes.c_long(0), event)
        xlib.XCloseDisplay(server)

    def close(self):
        self.hands.stdin.close()
        self.hands.wait(10)
        self.server.terminate()
        self.server.wait(10)
        self.file.close()
        self.folder.cleanup()


class Program:
    """The game in a window at the screen's top left corner."""

    def __init__(self, display, binary, *arguments, title="Fogbound"):
        self.display = display
        self.process = subprocess.Popen(
            [binary, *arguments, "--frontend", "window"], env=display.env,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.window = None
        deadline = time.monotonic() + 120
        while self.window is None:
            if self.process.poll() is not None:
                raise RuntimeError(f"the game ended with status {self.process.returncode}")
            if time.monotonic() > deadline:
                raise RuntimeError("the game opened no window")
            found = display.ask("search", "--onlyvisible", "--pid", str(self.process.pid), "--name", f"^{title}$")
            self.window = found[0] if found else None
            time.sleep(0.05)

    def focus(self):
        self.display.ask("windowfocus", "--sync", self.window)

    def resize(self, width, height):
        self.display.ask("windowsize", self.window, str(width), str(height))

    def processor_ticks(self):
        """Processor time so far of all its threads, in clock ticks (100 a second)."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def status(self, seconds=30):
        """Its exit status, once it has ended."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)


def wait(condition, seconds=30, pause=0.01):
    """Waits until the condition holds; whether it does before the time is over."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True
