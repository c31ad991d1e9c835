//! A verb of a plugin's own. The scenes in `tests/scenes/effects` show what the game's verbs do, and when.

use bevy::prelude::*;
use fogbound::game::effect::{AddVerb, Incident, Verb};
use fogbound::game::{Health, LightRule};

use super::{beast, only, set_health};
use crate::common::AppExt;
use crate::common::arena::wait;

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
fn a_plugin_adds_a_verb() {
    let mut app = crate::common::assets::unbegun(super::setup(
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
