//! Tests of what the player sees of events, and of which creatures the player can make out.

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::mind::Shoots;
use fogbound::game::{
    Action, Awareness, Camouflage, Faction, Fate, Happening, Health, PlayerCommand, State,
};
use fogbound::grid::Direction::{self, East, West};
use fogbound::view::Screen;
use fogbound::vision::Viewshed;

use super::{arms, is_alive, said, said_once, stage};
use crate::common::AppExt;
use crate::common::arena::{changes, creature, events, look, wait};
use crate::common::puppets::Puppet;

/// Returns what the log says when a chameleon becomes aware of a player who is `x` cells to the west.
fn chameleon_looks_up(x: usize) -> Vec<String> {
    let gap = ".".repeat(x - 1);
    let mut app = stage(&format!("\n##########\n#@{gap}c...\n##########"));
    let chameleon = app.entities::<With<Camouflage>>()[0];
    for _ in 0..100 {
        wait(&mut app, 1);
        if !changes(&events(&mut app), chameleon).is_empty() {
            return said(&mut app);
        }
    }
    panic!("the chameleon never notices the player");
}

#[test]
fn a_hidden_chameleon_is_not_named_when_it_looks_up() {
    for x in 3..=5 {
        assert_eq!(chameleon_looks_up(x), [""; 0], "from {x} cells");
    }
    assert_eq!(chameleon_looks_up(2), ["The chameleon looks up."]);
    let beside = chameleon_looks_up(1);
    assert_eq!(beside[0], "The chameleon has noticed you!");
}

/// The creature stays where it is and only changes its state.
#[test]
fn state_changes_of_camouflaged_creatures_show_only_from_nearby() {
    for (x, is_shown) in [(3, true), (4, false)] {
        let mut app = stage("\n#########\n#@......#\n#########");
        let parts = (Name::new("chameleon"), Camouflage { within: 2 });
        let hidden = creature(&mut app, (x, 1), parts);
        let player = app.player().unwrap();
        assert!(
            app.sees(player, (x, 1)),
            "the creature's cell is in plain view"
        );
        said(&mut app);
        wait(&mut app, 20);
        let changes = changes(&events(&mut app), hidden);
        use State::{Hunting, Noticing, Unaware};
        assert_eq!(changes, [(Unaware, Noticing), (Noticing, Hunting)]);
        let expected = ["The chameleon looks up.", "The chameleon has noticed you!"];
        assert_eq!(said(&mut app), expected[..if is_shown { 2 } else { 0 }]);
    }
}

/// Returns a game on an open field with the player in the middle.
fn field() -> App {
    let row = |y: i32| {
        let tile = |x| if (x, y) == (15, 15) { '@' } else { '.' };
        (0..31).map(tile).chain(['\n']).collect::<String>()
    };
    stage(&(0..31).map(row).collect::<String>())
}

/// Spawns an archer far from the player in the direction `way`. The archer sees the player and does the given damage.
fn archer(app: &mut App, way: Direction, damage: i32) -> Entity {
    let here = IVec2::splat(15);
    let steps = if way.is_diagonal() { 8 } else { 12 };
    let bow = Shoots {
        range: 14,
        keep: 0,
        accuracy: 70,
        damage: (damage, damage),
    };
    let eyes = Viewshed::new(Sight::default().with_radius(14));
    let last_known = here;
    let aware = Awareness::Hunting { last_known };
    let parts = (Name::new("longbowman"), bow, eyes, aware);
    creature(app, (here + way.delta() * steps).into(), parts)
}

#[test]
fn an_unseen_archer_is_something_in_a_direction() {
    let compass = [
        "north",
        "north-east",
        "east",
        "south-east",
        "south",
        "south-west",
        "west",
        "north-west",
    ];
    for (way, name) in Direction::ALL.into_iter().zip(compass) {
        let mut app = field();
        app.command([PlayerCommand::ChangeRadius(-8)]);
        archer(&mut app, way, 2);
        said(&mut app);
        wait(&mut app, 12);
        let lines = said_once(&mut app);
        let hit = format!("Something shoots you from the {name} for 2.");
        let missed = format!("Something shoots at you from the {name} and misses.");
        assert!(lines.contains(&hit) && lines.contains(&missed), "{lines:?}");
        assert!(
            lines.iter().all(|it| *it == hit || *it == missed),
            "{lines:?}"
        );
    }
}

#[test]
fn an_archer_in_sight_is_named() {
    let mut app = field();
    app.command([PlayerCommand::StretchRadius(4)]);
    archer(&mut app, East, 2);
    said(&mut app);
    wait(&mut app, 12);
    let lines = said_once(&mut app);
    let [hit, missed] = [
        "The longbowman shoots you for 2.",
        "The longbowman shoots at you and misses.",
    ];
    assert!(lines.contains(&hit.to_owned()) && lines.contains(&missed.to_owned()));
    assert!(
        lines.iter().all(|it| it == hit || it == missed),
        "{lines:?}"
    );
}

/// Makes an archer with the given name kill a player whose sight radius has been changed by `radius`. Returns the
/// killer according to `Fate`, the screen, and the lines of the log.
fn killed(name: &str, radius: i32) -> (Option<String>, String, Vec<String>) {
    let mut app = field();
    app.command([PlayerCommand::StretchRadius(radius)]);
    let player = app.player().unwrap();
    app.world_mut()
        .entity_mut(player)
        .insert(Health::new(10, 0));
    let archer = archer(&mut app, East, 100);
    let name = Name::new(name.to_owned());
    app.world_mut().entity_mut(archer).insert(name);
    said(&mut app);
    while is_alive(&app) {
        wait(&mut app, 1);
    }
    let death = app.world().resource::<Fate>().death().cloned().unwrap();
    let screen = app.world().resource::<Screen>().text();
    (death.killer, screen, said(&mut app))
}

#[test]
fn death_names_only_a_killer_that_was_seen() {
    let (killer, screen, lines) = killed("longbowman", -8);
    assert_eq!(killer, None);
    assert!(screen.contains("Killed by something unseen"), "{screen}");
    assert!(!screen.contains("longbowman"), "{screen}");
    assert!(lines.contains(&"You die.".to_owned()), "{lines:?}");
    assert!(!lines.concat().contains("longbowman"), "{lines:?}");

    let (killer, screen, _) = killed("longbowman", 4);
    assert_eq!(killer.as_deref(), Some("longbowman"));
    assert!(screen.contains("Killed by a longbowman"), "{screen}");
}

#[test]
fn the_death_screen_shows_every_line_for_any_killer() {
    for name in ["longbowman", "kobold slinger", "strangler vine", ""] {
        let radius = if name.is_empty() { -8 } else { 4 };
        let (_, screen, _) = killed(name, radius);
        let last_line = "│  Quit  ";
        assert!(screen.contains(last_line), "killed by {name:?}:\n{screen}");
    }
}

/// Returns what the log says when an orc `x` cells east of the player hits a gnome that stands beyond the orc.
fn fight(x: i32, gnome: impl Bundle) -> Vec<String> {
    let mut app = stage("\n###############\n#@............#\n###############");
    app.command([PlayerCommand::ChangeRadius(-6)]);
    let parts = (Name::new("gnome"), Faction(7), gnome);
    let gnome = creature(&mut app, (2 + x, 1), parts);
    app.world_mut().entity_mut(gnome).remove::<Viewshed>();
    let orc = (
        Name::new("orc"),
        arms(3),
        Puppet(Action::attack_target(gnome, false)),
    );
    let orc = creature(&mut app, (1 + x, 1), orc);
    app.world_mut().entity_mut(orc).remove::<Viewshed>();
    let is_hit = |what| matches!(what, Happening::Hit { .. });
    loop {
        said(&mut app);
        app.act(Action::WAIT);
        let mut lines = said(&mut app);
        // Ignore the fighters' state changes.
        lines.retain(|line| !line.contains("noticed"));
        if events(&mut app).iter().any(|event| is_hit(event.what)) {
            return lines;
        }
    }
}

#[test]
fn a_fight_in_view_names_only_those_made_out() {
    assert_eq!(fight(3, ()), ["The orc hits the gnome for 3."]);
    let hidden = Camouflage { within: 2 };
    assert_eq!(fight(3, hidden), ["The orc hits something for 3."]);
    // The player's sight ends after five cells.
    assert_eq!(fight(5, ()), ["The orc hits something for 3."]);
    assert_eq!(fight(6, ()), ["You hear fighting to the east."]);
}

#[test]
fn a_visible_victim_is_named_but_not_an_unseen_attacker() {
    let mut app = stage("\n###############\n#@............#\n###############");
    app.command([PlayerCommand::ChangeRadius(-6)]);
    let gnome = creature(&mut app, (6, 1), (Name::new("gnome"), Faction(7)));
    let blow = Puppet(Action::attack_target(gnome, false));
    creature(&mut app, (7, 1), (Name::new("orc"), arms(3), blow));
    said(&mut app);
    wait(&mut app, 10);
    let lines = said_once(&mut app);
    let hit = "Something hits the gnome for 3.".to_owned();
    assert!(lines.contains(&hit), "{lines:?}");
    assert!(!lines.concat().contains("orc"), "{lines:?}");
}

/// The player and the orc do not see each other. After the bump, the player's `Senses` contain the orc's position, so
/// the log must say where the orc is, too.
#[test]
fn the_player_feels_a_creature_bump_into_it_in_the_dark() {
    let mut app = stage("\n#########\n#@......#\n#########");
    app.command([PlayerCommand::ChangeRadius(-11)]);
    let blind = Viewshed::new(Sight::default().with_radius(0));
    let parts = (Name::new("orc"), blind, Puppet(Action::step(West)));
    creature(&mut app, (2, 1), parts);
    said(&mut app);
    app.act(Action::WAIT);
    let lines = said(&mut app).concat();
    assert!(lines.contains("the east"), "{lines:?}");
    assert!(!lines.contains("orc"), "{lines:?}");
}

/// The player can see only five cells away, so it sees the orc but not the gnome that the orc bumps into.
#[test]
fn a_creature_bumped_into_out_of_sight_is_not_named() {
    let mut app = stage("\n###############\n#@............#\n###############");
    app.command([PlayerCommand::ChangeRadius(-6)]);
    let gnome = (Name::new("gnome"), Camouflage { within: 0 });
    creature(&mut app, (7, 1), gnome);
    let orc = (Name::new("orc"), Puppet(Action::step(East)));
    let orc = creature(&mut app, (6, 1), orc);
    said(&mut app);
    events(&mut app);
    app.act(Action::WAIT);
    let bumped = |it: &fogbound::game::GameEvent| matches!(it.what, Happening::Bumped { .. });
    let is_bump = |it: &fogbound::game::GameEvent| it.actor == orc && bumped(it);
    assert!(events(&mut app).iter().any(is_bump));
    let lines = said(&mut app);
    assert!(!lines.concat().contains("gnome"), "{lines:?}");
}

/// A blow reveals the attacker, even if it is the first one.
#[test]
fn a_camouflaged_attacker_is_named_when_it_strikes() {
    let mut app = stage("\n#########\n#@......#\n#########");
    let puppet = Puppet(Action::attack(West));
    let parts = (
        Name::new("chameleon"),
        Camouflage { within: 0 },
        arms(2),
        puppet,
    );
    creature(&mut app, (2, 1), parts);
    look(&mut app);
    said(&mut app);
    app.act(Action::WAIT);
    let lines = said(&mut app);
    let blow = ["The chameleon hits you for 2.", "The chameleon misses you."];
    assert!(
        lines.iter().any(|line| blow.contains(&line.as_str())),
        "{lines:?}"
    );
}
