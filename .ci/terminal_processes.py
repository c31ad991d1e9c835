"""What the system tells of processes and terminals."""

import subprocess
from pathlib import Path

from program import wait


def _stat(pid):
    """The fields of /proc/PID/stat behind the name; nothing if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


def is_alive(pid):
    """Whether the process runs or is stopped."""
    stat = _stat(pid)
    return stat is not None and stat[0] not in "ZX"


def is_stopped(pid):
    """Whether the process waits for somebody who has it go on."""
    stat = _stat(pid)
    return stat is not None and stat[0] == "T"


def is_in_foreground(pid):
    """Whether the terminal of the process belongs to it."""
    stat = _stat(pid)
    return stat is not None and stat[2] == stat[5]


def ticks(pid):
    """Processor time so far of all threads of the process, in clock ticks (100 a second)."""
    stat = _stat(pid)
    return int(stat[11]) + int(stat[12])


def child_of(pid):
    """The youngest child of a process, once it has one."""
    def children():
        return Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    if not wait(children):
        raise RuntimeError(f"the process {pid} has started none")
    return int(children()[-1])


def settings(tty):
    """What `stty -a` tells of a terminal."""
    done = subprocess.run(["stty", "-a", "-F", tty], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.splitlines()
