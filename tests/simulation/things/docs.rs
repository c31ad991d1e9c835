//! `docs/things.md` is complete and correct.

use fogbound::game::Things;
use fogbound::game::bestiary::{MonsterFiles, load_monsters};
use fogbound::game::effect::what_it_does;

use crate::common::assets::notices;
use crate::common::verbs::{named, terms};
use crate::common::{built, simulation};

const PAGE: &str = include_str!("../../../docs/things.md");
const GIFTS: &str = include_str!("../../../docs/gifts.md");

#[test]
fn every_place_and_shipped_thing_is_documented() {
    let mut app = simulation(built(1));
    let things = app.world().resource::<Things>();
    let mut wanted: Vec<String> = Vec::new();
    let terms = terms();
    let slots = terms.slots().iter();
    wanted.extend(slots.map(|it| format!("`\"{}\"`", it.name)));
    let carried = things
        .items()
        .filter(|(_, it)| it.item.as_ref().is_some_and(|it| it.stack > 0));
    for (_, thing) in carried {
        let item = thing.item.as_ref().unwrap();
        wanted.push(format!(
            "| {} | {} |",
            thing.name,
            what_it_does(item).join(" ")
        ));
    }
    assert!(wanted.len() > 30, "{wanted:?}");
    wanted.retain(|row| !PAGE.contains(row) && !GIFTS.contains(row));
    assert!(wanted.is_empty(), "missing:\n{}", wanted.join("\n"));
    notices(&mut app);
}

#[test]
fn the_example_on_the_page_is_a_thing_without_mistakes() {
    let mut app = simulation(built(1));
    let (_, example) = PAGE.split_once("```ron\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    notices(&mut app);
    let example = ("things/example.ron".to_owned(), example.to_owned());
    let files = named().into_iter().chain([example]);
    load_monsters(app.world_mut(), MonsterFiles::recorded(files));
    assert_eq!(notices(&mut app), [""; 0]);
    assert!(app.world().resource::<Things>().items().next().is_some());
}
