"""A walk through a level that looks where it is: a monster in the way is attacked until the way is free."""

from dataclasses import dataclass

from replay import Replay, creatures_in, death_box, place_of_player, run
from route import far_cells, read, ways

# How many keys a tour has, if the player lives.
LENGTH = 240


@dataclass
class Tour:
    """A tour of the level of `seed`."""

    seed: int
    level: str
    replay: Replay

    @property
    def keys(self):
        return self.replay.keys

    @property
    def screens(self):
        """The screens before the first key and after each."""
        return self.replay.screens

    @property
    def survived(self):
        return not death_box(self.screens[-1])

    @property
    def meets(self):
        """How many screens of its first half show creatures."""
        return sum(map(bool, map(creatures_in, self.screens[:len(self.keys) // 2])))


def take_tour(binary, seed):
    """Walks to the furthest cells until the player dies or the tour is long enough."""
    level = run(binary, "dungeon", "--seed", seed)
    tour = Tour(seed, level, Replay(binary, "--seed", str(seed)))
    cells, at = read(level)
    goals = far_cells(dict(cells), at)
    goal = at
    while len(tour.keys) < LENGTH:
        while goal == at:
            goal = next(goals)
        rows = tour.replay.play(ways(cells, at)[goal][0])
        if death_box(rows):
            break
        at = place_of_player(rows)
        # A door that somebody has opened or closed takes a key less or more.
        doors = {(x, y): rows[y][x] for x, y in cells if rows[y][x] in "+'"}
        cells.update(doors)
    return tour


def find_tour(binary, seed, survives):
    """The first tour, from `seed` on, that meets creatures, and that the player survives, or does not."""
    for seed in range(seed, seed + 100):
        tour = take_tour(binary, seed)
        if tour.survived == survives and tour.meets >= 5:
            return tour
        tour.replay.close()
    raise RuntimeError(f"of a hundred tours none {'is survived' if survives else 'ends in death'}")
