//! The examples show what they promise.

use fogbound_vision::IVec2;

#[allow(dead_code)]
#[path = "../../examples/guard.rs"]
mod guard;
#[allow(dead_code)]
#[path = "../../examples/ogre.rs"]
mod ogre;
#[allow(dead_code)]
#[path = "../../examples/two_sides.rs"]
mod two_sides;

fn count(picture: &str, glyph: char) -> usize {
    picture.chars().filter(|it| *it == glyph).count()
}

#[test]
fn each_side_sees_and_remembers_what_its_own_units_see() {
    for (frames, strangers, remembers) in [(1, 0, false), (9, 1, true), (17, 0, true)] {
        let [a, b] = two_sides::battle(frames);
        let what = format!("after {frames} frames:\n{a}\n\n{b}");
        assert_eq!((count(&a, 'a'), count(&b, 'b')), (2, 2), "{what}");
        assert_eq!(
            (count(&a, 'b'), count(&b, 'a')),
            (strangers, strangers),
            "{what}"
        );
        assert_eq!(a.contains([',', '%']), remembers, "{what}");
        assert_eq!(b.contains([',', '%']), remembers, "{what}");
    }
}

#[test]
fn an_ogre_sees_what_any_of_its_eyes_sees() {
    let walk = ogre::walk(3);
    assert!(
        walk.iter().all(|[all, first]| all > first && *first > 20),
        "{walk:?}"
    );
}

#[test]
fn a_guard_sees_only_what_is_before_it() {
    assert_eq!(guard::alarms("eeeeeeeeeeeeee"), [], "close behind it");
    let seen = [(7, IVec2::new(4, 5)), (13, IVec2::new(10, 5))];
    assert_eq!(guard::alarms("wwsssseeeeeeee"), seen, "in front of it");
}
