"""Programs that the check starts: none of them outlives it."""

import subprocess

_STARTED = []


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
