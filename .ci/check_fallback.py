"""A display without a graphics device: the game says so, and is played as text."""

import subprocess

import routes
from display import Display

# No driver of Vulkan is found.
NO_DEVICE = {"VK_DRIVER_FILES": "/nonexistent"}


def check_fallback(report, binary):
    """The window front end without a graphics device."""
    with Display() as display:
        done = subprocess.run([binary, *routes.SEED, "--frontend", "window"], env={**display.env, **NO_DEVICE},
                              input=f"l\n{routes.LEAVE}\n", text=True, capture_output=True, timeout=60)
    problems = [] if done.returncode == 0 else [f"status {done.returncode}"]
    if len(done.stderr.splitlines()) != 1 or "graphics" not in done.stderr:
        problems.append(f"it says {done.stderr!r}")
    if done.stdout.count("@") < 2:
        problems.append(f"it shows {done.stdout!r}")
    report.check("without a graphics device: a line that says so, and the game as text", problems)
