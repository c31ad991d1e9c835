"""An X server without a screen, what is shown there, pixel by pixel, and hands that type and point.

Xvfb keeps its picture in a file (-fbdir), so looking at it costs next to nothing and disturbs nobody.
"""

import ctypes
import mmap
import os
import signal
import struct
import subprocess
import tempfile
import time
import zlib
from contextlib import contextmanager

import processes


class Display:
    """An Xvfb of its own on a free display, and one xdotool that types on it."""

    def __init__(self, width=1940, height=1100):
        self.width, self.height = width, height
        self.folder = tempfile.TemporaryDirectory(prefix="window-check-")
        end, server_end = os.pipe()
        # No -terminate and no reset: the server lives on while no client is there.
        self.server = processes.start(
            ["Xvfb", "-displayfd", server_end, "-screen", 0, f"{width}x{height}x24", "-fbdir", self.folder.name,
             "-nocursor", "-nolisten", "tcp", "-noreset"],
            pass_fds=[server_end], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(server_end)
        with open(end, encoding="ascii") as told:
            number = told.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.env = {k: v for k, v in os.environ.items() if k not in ("WAYLAND_DISPLAY", "WAYLAND_SOCKET")}
        self.env["DISPLAY"] = f":{number}"
        # Where the game keeps what was chosen: here nothing was.
        self.env["XDG_CONFIG_HOME"] = self.folder.name
        with open(os.path.join(self.folder.name, "Xvfb_screen0"), "rb") as file:
            header = struct.unpack(">25I", file.read(100))
            self.memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.start = header[0] + 12 * header[19]
        self.stride, order = header[12], header[7]
        if header[11] != 32 or order != 0:
            raise RuntimeError("Xvfb keeps its picture in a form that is not understood here")
        self.hands = processes.start(["xdotool", "-"], stdin=subprocess.PIPE, env=self.env, text=True)
        self.point_nowhere()

    def line(self, y, left, right):
        """The pixels of line `y` from column `left` to before `right`: four bytes each, blue, green, red, any."""
        at = self.start + y * self.stride
        return self.memory[at + 4 * left:at + 4 * right]

    def lines(self, width, height):
        """The top left rectangle of the screen."""
        return [self.line(y, 0, width) for y in range(height)]

    def checksum(self):
        """A number that changes with the picture."""
        return zlib.adler32(memoryview(self.memory)[self.start:])

    def wait_quiet(self, seconds=0.3, limit=30):
        """Waits until the screen has not changed for a while; whether it became quiet."""
        last, since = self.checksum(), time.monotonic()
        ends = since + limit
        while time.monotonic() - since < seconds:
            time.sleep(0.03)
            now = self.checksum()
            if now != last:
                last, since = now, time.monotonic()
            if since > ends:
                return False
        return True

    def do(self, command):
        """Has the waiting xdotool carry out a command; does not wait for it."""
        self.hands.stdin.write(command + "\n")
        self.hands.stdin.flush()

    def point_nowhere(self):
        """Moves the mouse away from all windows."""
        self.do(f"mousemove {self.width - 1} {self.height - 1}")

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
        done = subprocess.run(["xdotool", *map(str, command)], env=self.env, text=True, stdin=subprocess.DEVNULL,
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
        processes.end(self.hands, 10)
        processes.end(self.server, 10)
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
