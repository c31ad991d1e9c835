//! The example monsters in `examples/monsters` are valid. The scenes in `tests/scenes/examples` show what they do.

use fogbound::dungeon::Stock;
use fogbound::game::bestiary::Bestiary;
use fogbound::game::{LightRule, Things, unknown_names};

use super::game;

const FILES: [&str; 4] = [
    include_str!("../../../examples/monsters/mimic.ron"),
    include_str!("../../../examples/monsters/mocker.ron"),
    include_str!("../../../examples/monsters/swarm.ron"),
    include_str!("../../../examples/monsters/torch-bearer.ron"),
];

const HALL: &str = "
#####
#@..#
#####
";

#[test]
fn the_examples_are_short_valid_and_name_nothing_unknown() {
    let app = game(&FILES, HALL, LightRule::Off);
    for file in FILES {
        assert!(file.lines().count() <= 30, "{file}");
    }
    let (bestiary, things) = (
        app.world().resource::<Bestiary>(),
        app.world().resource::<Things>(),
    );
    let (stock, _) = Stock::read(&Default::default(), &Default::default());
    assert_eq!(unknown_names(&stock, bestiary, things), []);
    assert_eq!(bestiary.iter().count(), 4);
    assert!(bestiary.iter().all(|it| !it.description.is_empty()));
}
