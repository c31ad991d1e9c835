"""The game in a window at the top left corner of a display."""

import subprocess
import time

import processes


class Program:
    """A running game and its window."""

    def __init__(self, display, binary, *arguments, title="Fogbound"):
        self.display = display
        self.process = processes.start(
            [binary, *arguments, "--frontend", "window"], env=dict([*display.env.items(), processes.own_data()]),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.window = None
        deadline = time.monotonic() + 120
        while self.window is None:
            if self.process.poll() is not None:
                raise RuntimeError(f"the game ended with status {self.process.returncode}")
            if time.monotonic() > deadline:
                raise RuntimeError("the game opened no window")
            found = display.ask("search", "--onlyvisible", "--pid", self.process.pid, "--name", f"^{title}$")
            self.window = found[0] if found else None
            time.sleep(0.05)
        self.focus()

    def focus(self):
        self.display.ask("windowfocus", "--sync", self.window)

    def resize(self, width, height):
        self.display.ask("windowsize", self.window, width, height)

    def processor_ticks(self):
        """Processor time so far of all its threads, in clock ticks (100 a second)."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def close(self):
        processes.end(self.process)


def status(process, seconds=30):
    """The exit status of a process once it has ended; nothing if it does not."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def wait(condition, seconds=30, pause=0.01):
    """Waits until the condition holds; what it is then, or when the time is over."""
    deadline = time.monotonic() + seconds
    while not (holds := condition()) and time.monotonic() < deadline:
        time.sleep(pause)
    return holds
