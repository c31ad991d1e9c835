//! What is seen, and who of it is made out.

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

/// What the log says while a chameleon `x` cells to the right of the player becomes aware of it.
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
    panic!("it never notices");
}

#[test]
fn a_chameleon_that_is_not_made_out_is_not_named_when_it_looks_up() {
    for x in 3..=5 {
        assert_eq!(chameleon_looks_up(x), [""; 0], "from {x} cells");
    }
    assert_eq!(chameleon_looks_up(2), ["The chameleon looks up."]);
    let beside = chameleon_looks_up(1);
    assert_eq!(beside[0], "The chameleon has noticed you!");
}

/// It stays where it is and only changes its mind.
#[test]
fn changes_of_mind_of_the_camouflaged_are_told_from_near_only() {
    for (x, is_told) in [(3, true), (4, false)] {
        let mut app = stage("\n#########\n#@......#\n#########");
        let parts = (Name::new("chameleon"), Camouflage { within: 2 });
        let hidden = creature(&mut app, (x, 1), parts);
        let player = app.player().unwrap();
        assert!(app.sees(player, (x, 1)), "its cell is in plain view");
        said(&mut app);
        wait(&mut app, 20);
        let told = changes(&events(&mut app), hidden);
        use State::{Hunting, Noticing, Unaware};
        assert_eq!(told, [(Unaware, Noticing), (Noticing, Hunting)]);
        let expected = ["The chameleon looks up.", "The chameleon has noticed you!"];
        assert_eq!(said(&mut app), expected[..if is_told { 2 } else { 0 }]);
    }
}

/// An open field with the player in the middle.
fn field() -> App {
    let row = |y: i32| {
        let tile = |x| if (x, y) == (15, 15) { '@' } else { '.' };
        (0..31).map(tile).chain(['\n']).collect::<String>()
    };
    stage(&(0..31).map(row).collect::<String>())
}

/// An archer twelve cells away, `way` from the player, that sees it and shoots for so much.
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
fn an_archer_out_of_sight_is_something_in_a_direction() {
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
        let told = said_once(&mut app);
        let hit = format!("Something shoots you from the {name} for 2.");
        let missed = format!("Something shoots past you from the {name}.");
        assert!(told.contains(&hit) && told.contains(&missed), "{told:?}");
        assert!(
            told.iter().all(|it| *it == hit || *it == missed),
            "{told:?}"
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
    let told = said_once(&mut app);
    let [hit, missed] = [
        "The longbowman shoots you for 2.",
        "The longbowman shoots past you.",
    ];
    assert!(told.contains(&hit.to_owned()) && told.contains(&missed.to_owned()));
    assert!(told.iter().all(|it| it == hit || it == missed), "{told:?}");
}

/// What is said of who has killed the player: by `Fate`, and in the box on the screen.
fn killed(radius: PlayerCommand) -> (Option<String>, String, Vec<String>) {
    let mut app = field();
    app.command([radius]);
    let player = app.player().unwrap();
    app.world_mut()
        .entity_mut(player)
        .insert(Health::new(10, 0));
    archer(&mut app, East, 100);
    said(&mut app);
    while is_alive(&app) {
        wait(&mut app, 1);
    }
    let death = app.world().resource::<Fate>().death().cloned().unwrap();
    let screen = app.world().resource::<Screen>().text();
    (death.killer, screen, said(&mut app))
}

#[test]
fn death_does_not_name_a_killer_that_was_not_seen() {
    let (killer, screen, told) = killed(PlayerCommand::ChangeRadius(-8));
    assert_eq!(killer, None);
    assert!(
        screen.contains("Killed by something that you did not see"),
        "{screen}"
    );
    assert!(!screen.contains("longbowman"), "{screen}");
    assert!(told.contains(&"You die.".to_owned()), "{told:?}");
    assert!(!told.concat().contains("longbowman"), "{told:?}");

    let (killer, screen, _) = killed(PlayerCommand::StretchRadius(4));
    assert_eq!(killer.as_deref(), Some("longbowman"));
    assert!(screen.contains("Killed by a longbowman"), "{screen}");
}

#[test]
fn the_box_of_the_dead_shows_all_its_lines_whoever_the_killer_is() {
    for name in ["longbowman", "kobold slinger", "strangler vine", ""] {
        let radius = if name.is_empty() { -8 } else { 4 };
        let mut app = field();
        app.command([PlayerCommand::StretchRadius(radius)]);
        let player = app.player().unwrap();
        app.world_mut()
            .entity_mut(player)
            .insert(Health::new(10, 0));
        let archer = archer(&mut app, East, 100);
        app.world_mut().entity_mut(archer).insert(Name::new(name));
        while is_alive(&app) {
            wait(&mut app, 1);
        }
        let screen = app.world().resource::<Screen>().text();
        let last_line = "│  Leave  ";
        assert!(screen.contains(last_line), "killed by {name:?}:\n{screen}");
    }
}

/// What the log says when an orc strikes a gnome east of it, both `x` cells and more from the player.
fn fight(x: i32, gnome: impl Bundle) -> Vec<String> {
    let mut app = stage("\n###############\n#@............#\n###############");
    app.command([PlayerCommand::ChangeRadius(-6)]);
    let parts = (Name::new("gnome"), Faction(7), gnome);
    let gnome = creature(&mut app, (2 + x, 1), parts);
    app.world_mut().entity_mut(gnome).remove::<Viewshed>();
    let orc = (
        Name::new("orc"),
        arms(3),
        Puppet(Action::attack_whom(gnome, false)),
    );
    let orc = creature(&mut app, (1 + x, 1), orc);
    app.world_mut().entity_mut(orc).remove::<Viewshed>();
    let is_hit = |what| matches!(what, Happening::Hit { .. });
    loop {
        said(&mut app);
        app.act(Action::WAIT);
        let mut told = said(&mut app);
        // A change of mind of those who fight is another matter.
        told.retain(|line| !line.contains("noticed"));
        if events(&mut app).iter().any(|event| is_hit(event.what)) {
            return told;
        }
    }
}

#[test]
fn a_fight_in_view_names_only_those_made_out() {
    assert_eq!(fight(3, ()), ["The orc hits the gnome for 3."]);
    let hidden = Camouflage { within: 2 };
    assert_eq!(fight(3, hidden), ["The orc hits something for 3."]);
    // The player sees five cells far.
    assert_eq!(fight(5, ()), ["The orc hits something for 3."]);
    assert_eq!(fight(6, ()), ["You hear fighting to the east."]);
}

#[test]
fn a_victim_in_view_is_named_and_its_attacker_out_of_sight_is_not() {
    let mut app = stage("\n###############\n#@............#\n###############");
    app.command([PlayerCommand::ChangeRadius(-6)]);
    let gnome = creature(&mut app, (6, 1), (Name::new("gnome"), Faction(7)));
    let blow = Puppet(Action::attack_whom(gnome, false));
    creature(&mut app, (7, 1), (Name::new("orc"), arms(3), blow));
    said(&mut app);
    wait(&mut app, 10);
    let told = said_once(&mut app);
    let hit = "Something hits the gnome for 3.".to_owned();
    assert!(told.contains(&hit), "{told:?}");
    assert!(!told.concat().contains("orc"), "{told:?}");
}

/// Neither sees the other. The player's `Senses` know from then on where the orc stands, and so must whoever
/// reads the log.
#[test]
fn the_player_feels_it_when_a_creature_bumps_into_it_in_the_dark() {
    let mut app = stage("\n#########\n#@......#\n#########");
    app.command([PlayerCommand::ChangeRadius(-11)]);
    let blind = Viewshed::new(Sight::default().with_radius(0));
    let parts = (Name::new("orc"), blind, Puppet(Action::step(West)));
    creature(&mut app, (2, 1), parts);
    said(&mut app);
    app.act(Action::WAIT);
    let told = said(&mut app).concat();
    assert!(told.contains("the east"), "{told:?}");
    assert!(!told.contains("orc"), "{told:?}");
}

/// The player sees five cells far: the orc, and not whom it runs into.
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
    let told = events(&mut app);
    assert!(told.iter().any(|it| it.actor == orc && bumped(it)));
    let told = said(&mut app);
    assert!(!told.concat().contains("gnome"), "{told:?}");
}

/// Whoever strikes shows itself: the second blow is no different from the first.
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
    let told = said(&mut app);
    let blow = ["The chameleon hits you for 2.", "The chameleon misses you."];
    assert!(
        told.iter().any(|line| blow.contains(&line.as_str())),
        "{told:?}"
    );
}
