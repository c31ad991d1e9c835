//! The example of light does what it says.
#![allow(missing_docs)]

#[allow(dead_code)]
#[path = "../examples/lamp.rs"]
mod lamp;

#[test]
fn somebody_with_a_lamp_is_watched_from_the_dark() {
    let frames = [1, 9, 17].map(lamp::watched);
    println!("{}", frames.join("\n\n"));
    // Far away behind two walls nothing is to be seen of it.
    assert!(!frames[0].contains('*'));
    let near_eye = |frame: &str| {
        let row = frame.lines().nth(4).unwrap_or_default();
        row.get(23..26).map(str::to_owned)
    };
    assert!(
        frames
            .iter()
            .all(|it| near_eye(it).as_deref() == Some(".@."))
    );
    assert!(frames[2].contains('*'));
}
