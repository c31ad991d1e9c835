//! The example `sprites` shows with plain sprites what the hero sees and remembers.

use bevy::prelude::*;
use fogbound_vision::Position;

#[allow(dead_code)]
#[path = "../../examples/sprites.rs"]
mod example;

/// Returns how strongly the ground is painted, cell by cell: `#` if it is seen, `.` if it is remembered.
fn ground(app: &mut App) -> Vec<String> {
    let mut rows = vec![" ".repeat(20); 5];
    let mut cells = app.world_mut().query::<(&example::Ground, &Sprite)>();
    for (ground, sprite) in cells.iter(app.world()) {
        let glyph = match sprite.color.alpha() {
            1.0 => "#",
            0.0 => " ",
            _ => ".",
        };
        let x = ground.0.x as usize;
        rows[ground.0.y as usize].replace_range(x..=x, glyph);
    }
    rows
}

/// Returns the cells on which something is drawn.
fn drawn(app: &mut App) -> Vec<(i32, i32)> {
    let mut all = app.world_mut().query::<(&Position, &Visibility)>();
    let all = all.iter(app.world());
    let drawn = all.filter(|(_, it)| **it == Visibility::Visible);
    let mut drawn: Vec<(i32, i32)> = drawn.map(|(at, _)| at.0.into()).collect();
    drawn.sort_unstable();
    drawn
}

#[test]
fn sprites_are_painted_as_seen_and_remembered() {
    let mut app = App::new();
    app.init_resource::<ButtonInput<KeyCode>>();
    app.add_plugins(example::plugin);
    app.update();
    let room = [
        " ####               ",
        "#####               ",
        "######              ",
        "#####               ",
        " ####               ",
    ];
    assert_eq!(ground(&mut app), room);
    assert_eq!(drawn(&mut app), [(2, 2)]);
    for _ in 0..9 {
        app.world_mut()
            .resource_mut::<ButtonInput<KeyCode>>()
            .press(KeyCode::ArrowRight);
        app.update();
        app.world_mut()
            .resource_mut::<ButtonInput<KeyCode>>()
            .reset_all();
    }
    let hall = ground(&mut app).join("\n");
    assert!(hall.contains('.'), "it remembers the room:\n{hall}");
    assert_eq!(drawn(&mut app), [(10, 2)], "a wall is in the way");
}
