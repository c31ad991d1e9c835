//! Tests of ghosts: what is left, found again, and forgotten.

use super::*;

const HERE: IVec2 = IVec2::new(-9, 0);
const LETTER: Appearance = Appearance {
    glyph: 'r',
    color: None,
};

fn rat(id: u32, x: i32, state: State) -> Sighted<'static> {
    Sighted {
        id: ActorId(id),
        at: IVec2::new(x, 0),
        name: "rat",
        appearance: &LETTER,
        is_enemy: true,
        state,
        camouflage: None,
    }
}

fn hunter(id: u32, x: i32) -> Sighted<'static> {
    rat(id, x, State::Hunting)
}

fn look(ghosts: &mut Ghosts, turn: u64, sighted: &[Sighted]) {
    let now = turn * TICKS_PER_TURN;
    ghosts.look((HERE, now), (sighted, &[]), |_| false);
    let once = ghosts.clone();
    ghosts.look((HERE, now), (sighted, &[]), |_| false);
    assert_eq!(*ghosts, once, "looking twice at turn {turn}");
}

fn columns(ghosts: &Ghosts) -> Vec<i32> {
    ghosts.iter().map(|it| it.at.x).collect()
}

#[test]
fn a_creature_that_leaves_the_view_leaves_a_ghost_where_it_was_last_seen() {
    let mut ghosts = Ghosts::default();
    look(&mut ghosts, 1, &[hunter(1, 4)]);
    assert_eq!(columns(&ghosts), []);
    look(&mut ghosts, 2, &[rat(1, 5, State::Searching)]);
    look(&mut ghosts, 5, &[]);
    assert_eq!(columns(&ghosts), [5]);
    let ghost = ghosts.at(IVec2::new(5, 0)).unwrap();
    assert_eq!(ghost.age(5 * TICKS_PER_TURN), 3);
    assert_eq!(
        (ghost.name.as_str(), ghost.state),
        ("rat", State::Searching)
    );
}

#[test]
fn a_ghost_stays_until_its_cell_is_seen_without_the_creature() {
    let mut ghosts = Ghosts::default();
    look(&mut ghosts, 1, &[hunter(1, 4), hunter(2, 6)]);
    look(&mut ghosts, 2, &[]);
    ghosts.look((HERE, 300), (&[], &[]), |ghost| ghost.at.x == 4);
    assert_eq!(columns(&ghosts), [6]);
    ghosts.look((IVec2::new(6, 0), 300), (&[], &[]), |_| false);
    assert_eq!(columns(&ghosts), [], "the player stands there");
}

#[test]
fn a_ghost_lasts_a_hundred_turns() {
    for state in [State::Hunting, State::Asleep] {
        let mut ghosts = Ghosts::default();
        look(&mut ghosts, 7, &[rat(1, 4, state)]);
        look(&mut ghosts, 7 + GHOST_TURNS - 1, &[]);
        assert_eq!(columns(&ghosts), [4]);
        look(&mut ghosts, 7 + GHOST_TURNS, &[]);
        assert_eq!(columns(&ghosts), []);
    }
}

#[test]
fn a_creature_seen_elsewhere_has_no_ghost_and_sleepers_stay() {
    let mut ghosts = Ghosts::default();
    look(&mut ghosts, 1, &[hunter(1, 4), rat(2, 9, State::Asleep)]);
    look(&mut ghosts, 2, &[]);
    look(&mut ghosts, 4, &[hunter(1, 8)]);
    assert_eq!(columns(&ghosts), [9]);
}

#[test]
fn creatures_that_look_alike_are_not_told_apart() {
    let [same, other] = [1, 3].map(|id| {
        let mut ghosts = Ghosts::default();
        look(&mut ghosts, 1, &[hunter(1, 4), hunter(2, 14)]);
        look(&mut ghosts, 2, &[]);
        look(&mut ghosts, 3, &[hunter(id, 6)]);
        look(&mut ghosts, 4, &[]);
        ghosts
    });
    assert_eq!(columns(&same), [6, 14]);
    assert_eq!(same, other);
}

#[test]
fn a_ghost_is_taken_for_one_creature_only() {
    let mut ghosts = Ghosts::default();
    look(&mut ghosts, 1, &[hunter(1, 4), hunter(2, 9)]);
    look(&mut ghosts, 2, &[]);
    look(&mut ghosts, 4, &[hunter(3, 5), hunter(4, 4)]);
    assert_eq!(columns(&ghosts), []);
}

#[test]
fn a_creature_that_cannot_be_the_same_leaves_the_ghost() {
    for (turn, x, kept) in [(3, 8, false), (3, 9, true), (2, 6, false), (2, 7, true)] {
        let mut ghosts = Ghosts::default();
        look(&mut ghosts, 1, &[hunter(1, 4)]);
        look(&mut ghosts, 1, &[]);
        look(&mut ghosts, turn, &[hunter(1, x)]);
        let columns = columns(&ghosts);
        assert_eq!(columns == [4], kept, "{x} on turn {turn}: {columns:?}");
    }
    let mut ghosts = Ghosts::default();
    look(&mut ghosts, 1, &[hunter(1, 4)]);
    look(&mut ghosts, 2, &[]);
    let kobold = Sighted {
        name: "kobold",
        ..hunter(2, 5)
    };
    look(&mut ghosts, 3, &[kobold]);
    assert_eq!(columns(&ghosts), [4], "another kind");
    look(
        &mut ghosts,
        4,
        &[Sighted {
            at: IVec2::new(4, 0),
            ..kobold
        }],
    );
    assert_eq!(columns(&ghosts), [], "something else is there");
}

#[test]
fn creatures_that_are_found_again_are_counted() {
    let mut ghosts = Ghosts::default();
    for turn in [0, 10, 20] {
        look(&mut ghosts, turn, &[hunter(1, 4)]);
        look(&mut ghosts, turn + 1, &[]);
    }
    assert_eq!(ghosts.at(IVec2::new(4, 0)).unwrap().found_again, 2);
    look(&mut ghosts, 30, &[hunter(1, 4)]);
    look(&mut ghosts, 31, &[hunter(1, 5)]);
    assert_eq!(ghosts.in_view().next().unwrap().found_again, 0, "it moved");
}

#[test]
fn leaving_the_level_leaves_ghosts() {
    let mut ghosts = Ghosts::default();
    look(&mut ghosts, 1, &[hunter(1, 4), hunter(2, 6)]);
    ghosts.leave();
    assert_eq!(columns(&ghosts), [4, 6]);
    assert_eq!(ghosts.in_view().count(), 0);
}

#[test]
fn a_creature_that_is_known_to_have_died_leaves_no_ghost() {
    for (died, left) in [(4, vec![7]), (5, vec![7]), (7, vec![4]), (20, vec![4, 7])] {
        let mut ghosts = Ghosts::default();
        look(&mut ghosts, 1, &[hunter(1, 4), hunter(2, 7)]);
        let died = [IVec2::new(died, 0)];
        ghosts.look((HERE, 200), (&[], &died), |_| false);
        assert_eq!(columns(&ghosts), left, "{died:?}");
    }
}
