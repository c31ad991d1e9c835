//! The lamp example shows what it promises.

#[allow(dead_code)]
#[path = "../../examples/lamp.rs"]
mod example;

#[test]
fn a_lamp_bearer_is_watched_from_the_dark() {
    let frames = [1, 9, 17].map(example::watched);
    // The lamp is seen from far away, through two doorways, with darkness in between.
    assert!(frames[0].contains('*') && frames[0].contains("                ..."));
    let near_eye = |frame: &str| {
        let row = frame.lines().nth(4).unwrap_or_default();
        row.get(23..26).map(str::to_owned)
    };
    assert!(
        frames
            .iter()
            .all(|it| near_eye(it).as_deref() == Some(".@."))
    );
    // Later the lamp is behind a wall, but some of its light is still visible.
    assert!(!frames[2].contains('*') && frames[2].contains("......  .@."));
}
