//! When effects take place: each occasion, each condition, and chance.

use bevy::prelude::*;
use fogbound::game::mind::Hunts;
use fogbound::game::{Action, GameEvent, Happening, LightRule};
use fogbound::grid::Direction;
use fogbound::map::Tile;
use fogbound::vision::Light;

use super::{beast, game, hit, only, set_health};
use crate::common::AppExt;
use crate::common::arena::{events, wait};
use crate::common::assets::living;

const HALL: &str = "
####################
#..................#
#.@........b.......#
#..................#
####################
";

const BESIDE: &str = "
##########
#.@b.....#
##########
";

/// Fields of a monster whose light gets the radius 9 when an effect takes place.
fn marked(occasion: &str, rest: &str) -> String {
    beast(&format!(
        "on: {{ \"{occasion}\": [(verb: \"light\", radius: 9, {rest})] }}, \
         sight: (radius: 19), minds: {{ \"Hunts\": () }}, speed: 100"
    ))
}

fn is_marked(app: &mut App) -> bool {
    let beast = only(app);
    app.world().get::<Light>(beast).is_some()
}

#[test]
fn a_hit_is_also_a_touch_but_a_miss_or_a_bump_is_only_a_touch() {
    let mut app = game(&[&marked("hit", "")], BESIDE, LightRule::Off);
    for _ in 0..50 {
        app.act(Action::attack(Direction::East));
        let hits = |it: &GameEvent| matches!(it.what, Happening::Hit { .. });
        let was_hit = events(&mut app).iter().any(hits);
        assert_eq!(is_marked(&mut app), was_hit);
        if was_hit {
            break;
        }
    }
    let mut app = game(&[&marked("touch", "")], BESIDE, LightRule::Off);
    app.act(Action::bump((3, 1).into()));
    assert!(is_marked(&mut app));
    let mut app = game(&[&marked("touch", "")], BESIDE, LightRule::Off);
    app.act(Action::attack(Direction::East));
    assert!(
        is_marked(&mut app),
        "a blow touches, whether or not it hits"
    );
    // Nothing has touched this one.
    let mut app = game(&[&marked("touch", "")], HALL, LightRule::Off);
    wait(&mut app, 2);
    assert!(!is_marked(&mut app));
}

#[test]
fn a_deadly_blow_is_a_death_and_not_a_hit() {
    let spawns = |occasion: &str| {
        let nest = beast(&format!(
            "on: {{ \"{occasion}\": [(verb: \"spawn\", kind: \"fly\")] }}"
        ));
        let fly = "(name: \"fly\", glyph: 'f', health: 1)";
        let mut app = game(&[&nest, fly], BESIDE, LightRule::Off);
        let beast = only(&mut app);
        set_health(&mut app, beast, 1);
        hit(&mut app);
        living(&mut app, "fly").len()
    };
    assert_eq!((spawns("death"), spawns("hit")), (1, 0));
}

#[test]
fn a_creature_that_begins_to_hunt_has_noticed_something() {
    let mut app = game(&[&marked("notice", "")], HALL, LightRule::Off);
    for _ in 0..40 {
        wait(&mut app, 1);
        let began = |it: &GameEvent| match it.what {
            Happening::StateChanged { to, .. } => to == fogbound::game::State::Hunting,
            _ => false,
        };
        let has_begun = events(&mut app).iter().any(began);
        assert_eq!(is_marked(&mut app), has_begun);
        if has_begun {
            return;
        }
    }
    panic!("the beast does not notice the player");
}

/// Returns whether a condition holds on the beast's first turn, after `change`.
fn holds(condition: &str, map: &str, light: LightRule, change: impl FnOnce(&mut App)) -> bool {
    let files = [
        marked("turn", &format!("when: \"{condition}\"")).replace("\"Hunts\": ()", ""),
        "(name: \"friend\", glyph: 'f', health: 1)".to_owned(),
    ];
    let mut app = game(&[&files[0], &files[1]], map, light);
    assert!(app.entities::<With<Hunts>>().is_empty());
    change(&mut app);
    wait(&mut app, 1);
    is_marked(&mut app)
}

#[test]
fn dark_and_lit_are_about_the_light_on_the_creatures_cell() {
    let nothing = |_: &mut App| {};
    let brazier = |app: &mut App| app.set_tile((13, 1), Tile::BRAZIER);
    for (light, change, is_lit) in [
        (LightRule::Dark, nothing as fn(&mut App), false),
        (LightRule::Dark, brazier, true),
        (LightRule::Day, nothing, true),
        (LightRule::Off, nothing, true),
    ] {
        let change = |app: &mut App| {
            change(app);
            // The light changes at the end of a turn.
            wait(app, 1);
            let beast = only(app);
            app.world_mut().entity_mut(beast).remove::<Light>();
        };
        assert_eq!(holds("lit", HALL, light, change), is_lit, "{light:?}");
    }
    assert!(holds("dark", HALL, LightRule::Dark, nothing));
    assert!(!holds("dark", HALL, LightRule::Off, nothing));
    assert!(!holds("dark", HALL, LightRule::Day, nothing));
}

#[test]
fn hurt_means_that_at_most_half_of_the_health_is_left() {
    for (now, expected) in [(100, false), (51, false), (50, true), (1, true)] {
        let wound = |app: &mut App| {
            let beast = only(app);
            set_health(app, beast, now);
        };
        assert_eq!(
            holds("hurt", HALL, LightRule::Off, wound),
            expected,
            "{now}"
        );
    }
}

#[test]
fn alone_means_that_no_friend_is_near() {
    let alone = |map: &str| holds("alone", map, LightRule::Off, |_| {});
    assert!(alone(HALL));
    assert!(!alone(&HALL.replace("b...", "b..f")));
    assert!(
        alone(&HALL.replace("@........b.......", "@.b.............f")),
        "far away"
    );
    let walled = "\n##########\n#.@.b#f..#\n##########\n";
    assert!(alone(walled), "behind a wall");
}

#[test]
fn seen_and_unseen_are_about_the_eyes_of_enemies() {
    let walled = HALL
        .replace('.', "#")
        .replace("@#", "@.")
        .replace("#b", ".b");
    for (map, light, is_seen) in [
        (HALL, LightRule::Off, true),
        (HALL, LightRule::Dark, false),
        (&walled, LightRule::Off, false),
    ] {
        let shut = |app: &mut App| app.act(Action::set_lantern(fogbound::game::Lantern::Shut));
        let shut = |app: &mut App| {
            if light == LightRule::Dark {
                shut(app);
            }
            let beast = only(app);
            app.world_mut().entity_mut(beast).remove::<Light>();
        };
        assert_eq!(holds("seen", map, light, shut), is_seen, "{light:?}");
    }
    assert!(holds("unseen", &walled, LightRule::Off, |_| {}));
    assert!(!holds("unseen", HALL, LightRule::Off, |_| {}));
}

#[test]
fn close_means_that_an_enemy_is_on_an_adjacent_cell() {
    let close = |map: &str| holds("close", map, LightRule::Off, |_| {});
    assert!(close(BESIDE));
    assert!(!close(HALL));
    assert!(!close(&BESIDE.replace("@b.", "@.b")));
    assert!(!close(&HALL.replace("b.", "bf")), "friends do not count");
}

#[test]
fn all_conditions_of_an_effect_must_hold() {
    let both = |map: &str, health: i32| {
        let rest = "when: [\"close\", \"hurt\"]";
        let mut app = game(&[&marked("turn", rest)], map, LightRule::Off);
        let beast = only(&mut app);
        set_health(&mut app, beast, health);
        wait(&mut app, 1);
        is_marked(&mut app)
    };
    assert!(both(BESIDE, 9) && !both(BESIDE, 90) && !both(HALL, 9));
}

#[test]
fn an_effect_takes_place_as_often_as_its_chance_says() {
    let often = |chance: u32| {
        let rest = format!("on: {{ \"turn\": [(verb: \"noise\", chance: {chance})] }}");
        let mut app = game(&[&beast(&rest)], HALL, LightRule::Off);
        wait(&mut app, 300);
        let noise = |it: &&GameEvent| matches!(it.what, Happening::Sounded { .. });
        events(&mut app).iter().filter(noise).count()
    };
    assert_eq!(often(100), 300);
    let few = often(20);
    assert!((40..=80).contains(&few), "{few}");
}
