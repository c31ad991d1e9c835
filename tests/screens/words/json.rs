//! The JSON lines agree with the words and with the world, and can be read back.

use bevy::prelude::*;
use fogbound::explorer::{Bot, Temperament};
use fogbound::game::bestiary::MadeBy;
use fogbound::game::{Awareness, Fate, Places};
use fogbound::tell::{Answer, Detail, VERSION, View};
use fogbound::vision::MapMemory;

use super::Told;
use crate::common::{AppExt, built, dark, drawn};

impl Told {
    fn view(&mut self, line: &str) -> View {
        let answer = self.obey(line);
        let line = self.teller.view(self.app.world_mut(), &answer).line();
        serde_json::from_str(&line).unwrap()
    }
}

#[test]
fn a_view_agrees_with_what_the_player_knows() {
    for seed in [1, 5] {
        let mut told = Told::begin(dark(built(seed)), Detail::Normal);
        let mut bot = Bot::new(Temperament::Careful);
        for _ in 0..120 {
            let view = told.teller.view(told.app.world_mut(), &Answer::Played);
            let player = told.app.player().unwrap();
            let here = told.app.place_of(player);
            let origin = told.app.world().resource::<Places>().origin().unwrap();
            assert_eq!(IVec2::from(view.you.at), here - origin);
            assert_eq!(view.version, VERSION);
            let corner = IVec2::from(view.map.corner) + origin;
            let memory = told.app.part::<MapMemory>(player);
            let mut known = 0;
            for (y, row) in (0..).zip(&view.map.rows) {
                for (x, glyph) in (0..).zip(row.chars()) {
                    let tile = memory.tile(corner + IVec2::new(x, y));
                    assert_eq!(tile.map_or('?', |it| it.glyph()), glyph);
                    known += usize::from(tile.is_some());
                }
            }
            assert_eq!(
                known,
                memory.known_count(),
                "every known cell is on the map"
            );
            let Some(command) = bot.next(told.app.world_mut()) else {
                break;
            };
            told.app.command([command]);
            if !told.app.world().resource::<Fate>().is_alive() {
                break;
            }
        }
    }
}

#[test]
fn questions_errors_and_screens_are_values() {
    let mut told = Told::begin(drawn("#######\n#@...r#\n#######"), Detail::Normal);
    let view = told.view("wait");
    assert!(view.error.is_none() && view.answer.is_empty() && view.mode == "play");
    let view = told.view("where");
    assert_eq!(view.answer.len(), 1);
    let view = told.view("fly");
    assert!(view.error.unwrap().contains("accepted:"));
    let view = told.view("menu");
    assert!(view.mode == "menu" && view.choices.iter().any(|it| it.contains("Resume")));
    let view = told.view("<Escape>");
    assert!(view.mode == "play" && view.choices.is_empty());
    let rat = view.creatures.iter().find(|it| it.name == "rat").unwrap();
    assert!(rat.enemy && rat.your_blows.is_some());
}

#[test]
fn a_creature_keeps_its_number_while_it_is_in_view() {
    let mut told = Told::begin(drawn("#########\n#@.....r#\n#########"), Detail::Normal);
    let number = |view: &View| view.creatures.first().map(|it| it.id);
    let first = number(&told.view("wait")).unwrap();
    for _ in 0..4 {
        let view = told.view("wait");
        assert!(number(&view).is_none_or(|it| it == first));
    }
}

/// When a creature comes back into view, nobody can tell whether it is the same one.
#[test]
fn a_creature_that_was_out_of_view_gets_another_number() {
    let setup = dark(drawn("########\n#@....r#\n########"));
    let mut told = Told::begin(setup, Detail::Normal);
    let player = told.app.player().unwrap();
    for rat in told.app.entities::<With<MadeBy>>() {
        // It stays where it is.
        told.app
            .world_mut()
            .entity_mut(rat)
            .insert(Awareness::Asleep);
    }
    let number = |view: &View| view.creatures.first().map(|it| it.id);
    let first = number(&told.view("open-lantern"));
    assert!(first.is_some(), "{:?}", told.app.place_of(player));
    assert_eq!(number(&told.view("shut-lantern")), None);
    let again = number(&told.view("open-lantern"));
    assert!(again.is_some() && again != first, "{first:?}, {again:?}");
}
