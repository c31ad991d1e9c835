"""A terminal of the check's own, with a program in it: it counts bytes, and may be at the end of a slow line."""

import os
import select
import termios
import threading
import time

import processes
from program import status, wait
from terminal_emulator import Emulator
from terminal_keys import in_bytes
from terminal_processes import ticks

# A slow line brings so many pieces a second.
PIECES = 50


class Terminal:
    """A pseudo-terminal of the size of a grid, whose foreground is a program. `exact`: it has kitty's protocol;
    `mute`: it answers nothing that it is asked."""

    def __init__(self, grid, *command, exact=False, mute=False, env=()):
        self.exact = exact
        self._emulator = Emulator(grid.columns, grid.rows, exact, mute)
        self._news, self._is_open = threading.Condition(), True
        self._rate = None
        # All bytes that the program has sent, and when the last of them was read.
        self.count, self.last, self._seen = 0, 0.0, 0
        self._master, self._slave = os.openpty()
        termios.tcsetwinsize(self._master, (grid.rows, grid.columns))
        environment = {**os.environ, "TERM": "xterm-256color", **dict([processes.own_data()]), **dict(env)}
        self.process = processes.start(["setsid", "--ctty", *command], stdin=self._slave, stdout=self._slave,
                                       stderr=self._slave, env=environment)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self):
        return self.process.pid

    @property
    def state(self):
        """The state of the terminal."""
        with self._news:
            return self._emulator.state

    @property
    def problems(self):
        """What a program has written that not every terminal knows."""
        with self._news:
            return list(self._emulator.problems)

    def processor_ticks(self):
        """Processor time so far of all threads of the program, in clock ticks (100 a second)."""
        return ticks(self.pid)

    @property
    def tty(self):
        """The file of the terminal."""
        return os.ttyname(self._slave)

    def tell_state(self):
        """The state of the terminal in words."""
        return str(self.state)

    def send(self, script):
        """Types a script."""
        self.send_bytes(in_bytes(script, self.state.flags != 0))

    def send_bytes(self, data):
        """Types these bytes."""
        while data:
            data = data[os.write(self._master, data):]

    def type_line(self, words):
        """Types a line for a shell."""
        # A line feed ends a line even where a program has left the terminal raw.
        self.send_bytes(f"{words}\n".encode())

    def resize(self, grid):
        """Gives the terminal another size."""
        with self._news:
            self._emulator.resize(grid.columns, grid.rows)
        termios.tcsetwinsize(self._master, (grid.rows, grid.columns))

    def slow_down(self, rate):
        """From now on the line carries so many bytes a second; None: as many as come."""
        self._rate = rate

    def shown(self):
        """The cells that it shows now."""
        with self._news:
            self._seen = self.count
            return self._emulator.cells()

    def pause(self):
        """Waits until something is written that has not been shown yet, but not for long."""
        with self._news:
            self._news.wait_for(lambda: self.count != self._seen, timeout=0.05)

    def wait_quiet(self, quiet=0.5, limit=60):
        """Waits until nothing has been written for so many seconds."""
        return wait(lambda: time.monotonic() - self.last >= quiet, seconds=limit)

    def status(self, seconds=30):
        """The exit status of the program once it has ended; 128 and its number if a signal ended it."""
        ended = status(self.process, seconds)
        return 128 - ended if ended is not None and ended < 0 else ended

    def hang_up(self):
        """The terminal goes away."""
        self._is_open = False
        self._reader.join()
        for file in {self._master, self._slave} - {None}:
            os.close(file)
        self._master = self._slave = None

    def close(self):
        """Closes the terminal and ends the program, which should end by itself then."""
        if self._master is not None:
            self.hang_up()
        status(self.process, seconds=5)
        processes.end(self.process, seconds=5)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        # When the line has carried all that was read.
        idle = time.monotonic()
        while self._is_open:
            if not self._has_more(0):
                if not self._has_more(0.05):
                    continue
                idle = time.monotonic()
            rate = self._rate
            data = os.read(self._master, max(1, rate // PIECES) if rate else 65536)
            if rate:
                idle += len(data) / rate
                time.sleep(max(0.0, idle - time.monotonic()))
            with self._news:
                answer = self._emulator.feed(data)
                self.count += len(data)
                self.last = time.monotonic()
                self._news.notify_all()
            if answer:
                self.send_bytes(answer)

    def _has_more(self, seconds):
        return bool(select.select([self._master], [], [], seconds)[0])
