"""A tmux server of the check's own, and terminals in it that nobody looks at."""

import os
import subprocess
import tempfile
import threading
import time

import processes
from program import wait
from terminal_cells import screen_of
from terminal_keys import send_keys

_lock, _server = threading.Lock(), []


def _name():
    """What the server's socket is called."""
    return f"fogbound-check-{os.getpid()}"


def _command(*arguments):
    # Whatever the locale is.
    return "tmux", "-u", "-L", _name(), "-f", "/dev/null", *map(str, arguments)


def _options():
    # The socket goes with the check's own folder.
    return {"env": {**os.environ, "TMUX_TMPDIR": tempfile.gettempdir()}}


def _run(*arguments, **options):
    return subprocess.run(_command(*arguments), capture_output=True, timeout=120, **options, **_options())


def ask(*arguments, text=""):
    """What tmux answers to a command, which reads this text."""
    done = _run(*arguments, input=text.encode())
    if done.returncode:
        raise RuntimeError(f"tmux {' '.join(map(str, arguments))}: {done.stderr.decode().strip()}")
    return done.stdout.decode()


def _serve():
    """Starts the server, which stays in the foreground, so that it ends with the check."""
    with _lock:
        if _server:
            return
        _server.append(processes.start(_command("-D"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, **_options()))
        if not wait(lambda: _run("set", "-g", "status", "off", input=b"").returncode == 0, pause=0.1):
            raise RuntimeError("the tmux server does not answer")
        ask("set", "-g", "remain-on-exit", "on")
        ask("set", "-g", "remain-on-exit-format", "")
        ask("set", "-g", "default-terminal", "tmux-256color")
        ask("set", "-s", "escape-time", 0)


class Session:
    """A program in a terminal of tmux's that has the size of a grid."""

    _count = 0

    def __init__(self, grid, *command, env=()):
        _serve()
        with _lock:
            Session._count += 1
            self.name = f"s{Session._count}"
        self.grid, self._is_open = grid, True
        environment = [option for name, value in [processes.own_data(), *env] for option in ("-e", f"{name}={value}")]
        self.pane = ask("new-session", "-d", "-s", self.name, "-x", grid.columns, "-y", grid.rows, "-P", "-F",
                        "#{pane_id}", *environment, "--", *command).strip()

    def tell(self, form):
        """What tmux knows of the terminal, such as `#{alternate_on}`."""
        return ask("display-message", "-p", "-t", self.pane, form).strip()

    @property
    def pid(self):
        """The process that the session has started."""
        return int(self.tell("#{pane_pid}"))

    @property
    def tty(self):
        """The file of the terminal."""
        return self.tell("#{pane_tty}")

    def tell_state(self):
        """The state of the terminal in words: tmux knows neither kitty's flags nor whether pastes come in brackets."""
        return self.tell("alternate screen #{alternate_on}, cursor #{cursor_flag}, mouse #{mouse_any_flag} "
                         "#{mouse_all_flag} #{mouse_button_flag} #{mouse_standard_flag}, told as SGR "
                         "#{mouse_sgr_flag}, keypad #{keypad_flag} #{keypad_cursor_flag}")

    def send(self, script):
        """Types a script."""
        for arguments in send_keys(script):
            ask("send-keys", "-t", self.pane, *arguments)

    def type_line(self, words):
        """Types a line for a shell."""
        ask("send-keys", "-t", self.pane, "-l", words)
        # Which ends a line even where a program has left the terminal raw.
        ask("send-keys", "-t", self.pane, "C-j")

    def paste(self, text, bracketed):
        """Pastes a text; in brackets where the program has asked for them."""
        buffer = ["-b", self.name]
        ask("load-buffer", *buffer, "-", text=text)
        ask("paste-buffer", "-d", *buffer, "-t", self.pane, *["-p"] * bracketed)

    def resize(self, grid):
        """Gives the terminal another size."""
        self.grid = grid
        ask("resize-window", "-t", self.name, "-x", grid.columns, "-y", grid.rows)

    def shown(self):
        """The cells that the terminal shows now."""
        rows = ask("capture-pane", "-e", "-p", "-N", "-t", self.pane).split("\n")[:-1]
        return screen_of(tuple(rows), self.grid.columns)

    def pause(self):
        """Waits a moment before another look."""
        time.sleep(0.01)

    def status(self, seconds=30):
        """The exit status of the session's program once it has ended; 128 and its number if a signal ended it."""
        told = wait(lambda: self.tell("#{pane_dead_status}#{?pane_dead_signal,signal #{pane_dead_signal},}"),
                    seconds=seconds, pause=0.05)
        signal = told.removeprefix("signal ")
        return None if not told else 128 + int(signal) if signal != told else int(told)

    def close(self):
        """Ends the session and with it the program."""
        if self._is_open:
            self._is_open = False
            ask("kill-session", "-t", self.name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
