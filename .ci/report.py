"""What was checked, and what came of it."""

from threading import Lock

# How many problems of a check are printed.
MOST = 20


class Report:
    """Counts and prints checks. Several threads may tell of theirs."""

    def __init__(self):
        self.passed = self.failed = 0
        self._lock = Lock()

    def check(self, what, problems):
        """Notes a check; `problems` is a list of what is wrong."""
        with self._lock:
            if not problems:
                self.passed += 1
                print(f"ok     {what}", flush=True)
                return
            self.failed += 1
            print(f"FAILED {what}", flush=True)
            for problem in problems[:MOST]:
                print(f"       {problem}", flush=True)
            if len(problems) > MOST:
                print(f"       and {len(problems) - MOST} more", flush=True)

    def check_status(self, what, game):
        """The game has been asked to end, and does without an error."""
        status = game.status()
        self.check(f"{what}, exit status 0", [] if status == 0 else [f"status {status}"])
