//! The numbers that worn things change. Each test compares a change with none.

use bevy::prelude::*;
use fogbound::game::deed::odds;
use fogbound::game::{Action, Awareness, Lantern, LightRule, State};
use fogbound::vision::LightMap;

use super::{gadget, game, you};
use crate::common::AppExt;
use crate::common::arena::state;
use crate::common::assets::living;

/// Returns a game in which the player wears a gadget that changes a number, unless `by` is 0.
fn wearing(number: &str, by: i32, beast: &str, map: &str, light: LightRule) -> App {
    let change = format!("(verb: \"change\", number: \"{number}\", by: {by})");
    let gadget = gadget(&format!("worn: \"cloak\", on: {{ \"wear\": [{change}] }}"));
    let mut app = game(&[&gadget], beast, map, light);
    app.act(Action::wear(0));
    app
}

#[test]
fn surprise_attacks_deal_more_and_other_blows_as_much_as_usual() {
    let damage = |by: i32, awareness: Awareness| {
        let mut app = wearing("surprise", by, "", "######\n#@.b.#\n######", LightRule::Day);
        let beast = living(&mut app, "beast")[0];
        *app.world_mut().get_mut::<Awareness>(beast).unwrap() = awareness;
        odds(app.world(), you(&app), beast).unwrap().damage
    };
    let hunting = Awareness::Hunting {
        last_known: IVec2::ONE,
    };
    let (least, most) = damage(0, Awareness::Unaware);
    assert_eq!(damage(100, Awareness::Unaware), (2 * least, 2 * most));
    assert_eq!(damage(-100, Awareness::Unaware), (0, 0));
    let (least, most) = damage(0, Awareness::Asleep);
    assert_eq!(damage(50, Awareness::Asleep), (least * 3 / 2, most * 3 / 2));
    assert_eq!(damage(100, hunting), damage(0, hunting));
}

#[test]
fn a_cloak_that_blends_in_helps_in_dim_light_only() {
    let hall = "
###############################
#*............................#
#.@..........................b#
###############################
";
    let is_noticed = |by: i32, wanted: std::ops::RangeInclusive<u32>| {
        let sees = "sight: (radius: 40), minds: { \"Hunts\": () }";
        let mut app = wearing("dim", by, sees, hall, LightRule::Dark);
        app.act(Action::set_lantern(Lantern::Shut));
        let (player, beast) = (you(&app), living(&mut app, "beast")[0]);
        let level = |app: &App, x| app.world().resource::<LightMap>().level(IVec2::new(x, 2));
        let x = (2..28).find(|x| wanted.contains(&level(&app, *x))).unwrap();
        app.put(player, (x, 2));
        app.put(beast, (x + 6, 2));
        *app.world_mut().get_mut::<Awareness>(beast).unwrap() = Awareness::Unaware;
        (0..30).any(|_| {
            app.act(Action::WAIT);
            state(&app, beast) != State::Unaware
        })
    };
    assert!(is_noticed(0, 1..=3));
    assert!(!is_noticed(-100, 1..=3));
    assert!(is_noticed(-100, 4..=99));
}
