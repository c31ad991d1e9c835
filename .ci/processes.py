"""Programs that the check starts: none of them outlives it."""

import subprocess
import tempfile

_STARTED = []


def own_data():
    """A folder for saved games that nobody else has, as a variable of the environment."""
    return "XDG_DATA_HOME", tempfile.mkdtemp(prefix="data-")



def start(command, **options):
    """Starts a program in the background."""
    process = subprocess.Popen(list(map(str, command)), **options)
    _STARTED.append(process)
    return process


def end(process, seconds=30):
    """Ends a program that still runs, if need be by force."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def end_all():
    """Ends whatever still runs, the latest first."""
    for process in reversed(_STARTED):
        end(process, seconds=2)
