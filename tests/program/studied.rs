//! Study and boons in saved games.

use bevy::prelude::*;
use fogbound::game::{Boons, Chosen, Game, GameSetup, Numbers, Study};

use crate::common::files::empty_folder;
use crate::common::{AppExt, drawn};
use crate::saved::{begun, check, continued, file, play, replayed};

fn knowledge(app: &mut App) -> (Study, Chosen) {
    let player = app.player().unwrap();
    (
        app.part::<Study>(player).clone(),
        app.part::<Chosen>(player).clone(),
    )
}

#[test]
fn study_boons_and_a_custom_file_are_restored_in_continued_games_and_replays() {
    let folder = empty_folder("studied");
    let text =
        r#"[(name: "owl", words: "You see far.", changes: [(number: "dark sight", by: 3)])]"#;
    let setup = GameSetup {
        numbers: Numbers::read("numbers.ron", "(study: (turns: 2, kinds: 1))").unwrap(),
        boons: Boons::read("boons.ron", text).unwrap(),
        ..drawn("########\n#@..r..#\n########")
    };
    let mut app = begun(&folder, setup.clone());
    let world = app.world_mut();
    let who = fogbound::game::ActorId(1);
    let awareness = fogbound::game::Awareness::Asleep;
    let change = fogbound::game::Arrange::Awareness { who, awareness };
    world.write_message(fogbound::game::PlayerCommand::Arrange(change));
    play(&mut app, "...G");
    play(&mut app, "1.");
    let before = (knowledge(&mut app), check(&mut app));
    assert_eq!(before.0.1.0, ["owl"]);
    drop(app);
    let mut app = continued(&folder).unwrap();
    assert_eq!((knowledge(&mut app), check(&mut app)), before);
    assert_eq!(app.world().resource::<Game>().setup.boons, setup.boons);
    drop(app);
    let mut app = replayed(&folder, &file(&folder), u64::MAX);
    assert_eq!(knowledge(&mut app), before.0);
}
