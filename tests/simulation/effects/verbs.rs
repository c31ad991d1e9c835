//! What a plugin adds for data files: a verb, and a place to wear things. The scenes in `tests/scenes/effects` show what
//! the game's verbs do, and when.

use bevy::prelude::*;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::effect::{AddTerms, AddVerb, Incident, Verb};
use fogbound::game::{GameSetup, Health, LightRule, Slot, Things};

use super::{beast, only, set_health, setup};
use crate::common::arena::wait;
use crate::common::assets::{notices, unbegun};
use crate::common::{AppExt, built};

const BESIDE: &str = "
##########
#........#
#.@b.....#
#........#
##########
";

#[derive(Reflect, Default)]
#[reflect(Default)]
struct Mend {
    points: i32,
}

impl Verb for Mend {
    fn act(&self, world: &mut World, incident: &Incident) {
        let mut health = world.get_mut::<Health>(incident.who).unwrap();
        health.heal(self.points);
    }
}

#[test]
fn a_plugin_adds_a_place_to_wear_things() {
    let belt = (
        "things/belt.ron",
        "(name: \"belt\", sign: '=', worn: \"belt\")",
    );
    let files = [belt].map(|(name, text)| (name.to_owned(), text.to_owned()));
    let [with, without] = [true, false].map(|has_slot| {
        let mut app = unbegun(GameSetup {
            monsters: MonsterFiles::recorded(files.clone()),
            ..built(1)
        });
        if has_slot {
            app.add_slot(Slot { name: "belt" });
        }
        app.update();
        let things = app.world().resource::<Things>();
        let worn = things.named("belt").and_then(|it| things.item(it)?.worn);
        (worn, notices(&mut app).join("\n"))
    });
    assert_eq!(with, (Some(Slot { name: "belt" }), String::new()));
    let [why, accepted] = ["worn: found `\"belt\"`", "\"finger\", \"arm\""];
    assert!(
        without.1.contains(why) && without.1.contains(accepted),
        "{without:?}"
    );
}

#[test]
fn a_plugin_adds_a_verb() {
    let mut app = unbegun(setup(
        &[&beast("on: { \"turn\": [(verb: \"mend\", points: 9)] }")],
        BESIDE,
        LightRule::Off,
    ));
    app.add_verb::<Mend>("mend");
    app.update();
    let beast = only(&mut app);
    set_health(&mut app, beast, 10);
    wait(&mut app, 1);
    assert_eq!(app.part::<Health>(beast).now(), 19);
}
