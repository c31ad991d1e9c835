//! Every fact that actions report has its words, its sound and, if it is dangerous, a warning.

use bevy::prelude::*;
use fogbound::game::{Action, Did, FactKind, Lantern, OilLevel, Things, tell};
use fogbound::view::{MessageLog, Noise, Told};

use crate::common::arena::creature;
use crate::common::{AppExt, drawn, whole_game};

const HALL: &str = "########\n#@....>#\n########";

/// A cell that the player does not know, so that no tile has a part in the words.
const UNKNOWN: IVec2 = IVec2::new(-9, -9);

/// Returns what the player is told of a fact, its sound, and whether it is a warning.
fn told(app: &mut App, actor: Entity, did: Did) -> Vec<(String, Option<Noise>, bool)> {
    let mut cursor = app
        .world()
        .resource::<Messages<Told>>()
        .get_cursor_current();
    let at = if Some(actor) == app.player() {
        UNKNOWN
    } else {
        app.place_of(actor)
    };
    app.insert_resource(MessageLog::default());
    tell(app.world_mut(), actor, at, did);
    app.act(Action::WAIT);
    let log = app.world().resource::<MessageLog>();
    let said = log.lines(500, 20, 0).into_iter();
    let said = said.map(|it| (it.text, it.is_warning));
    let told = app.world().resource::<Messages<Told>>();
    let noises: Vec<Option<Noise>> = cursor.read(told).map(|it| it.noise).collect();
    let said: Vec<(String, bool)> = said.collect();
    assert_eq!(said.len(), noises.len(), "{said:?}");
    said.into_iter()
        .zip(noises)
        .map(|((words, warns), noise)| (words, noise, warns))
        .collect()
}

#[test]
fn every_fact_has_its_words_its_sound_and_its_warning() {
    let mut app = whole_game(drawn(HALL));
    let player = app.player().unwrap();
    let flare = app.world().resource::<Things>().named("flare").unwrap();
    let of = |what: FactKind| Did::of(what);
    let act = |what| Did::of(FactKind::from(what));
    use Noise::{Door, Lit, PutOut, Stairs, Taken, Throw, Wound};
    #[rustfmt::skip]
    let rows = [
        (act(Action::OPEN_DOOR), "You open the door.", Some(Door), false),
        (act(Action::CLOSE_DOOR), "You close the door.", Some(Door), false),
        (act(Action::CLOSE_DOOR).with(flare), "You push a flare aside and close the door.", Some(Door), false),
        (act(Action::CLOSE_DOOR).outcome("held"), "Something holds the door open.", Some(Door), false),
        (act(Action::BREAK_DOOR).outcome("struck"), "You hammer on the door.", Some(Door), false),
        (act(Action::BREAK_DOOR).outcome("broken"), "You break the door down.", Some(Door), false),
        (act(Action::DRAW_BREATH), "You draw breath.", None, false),
        (act(Action::BREATHING), "You breathe fire.", Some(Lit), false),
        (act(Action::SEARCHING), "You search the walls around you.", None, false),
        (of(FactKind::FOUND_SECRET), "You find a secret door!", None, false),
        (act(Action::LANTERN).amount(Lantern::Shut as u32), "You shut your lantern.", Some(PutOut), false),
        (act(Action::LANTERN).amount(Lantern::Narrowed as u32), "You set your lantern to a beam.", Some(Lit), false),
        (act(Action::LANTERN).amount(Lantern::Open as u32), "You open your lantern.", Some(Lit), false),
        (of(FactKind::TOOK_OIL).amount(3), "You fill your lantern: oil for 3 turns.", Some(Taken), false),
        (of(FactKind::LEFT_OIL), "You leave the oil. Your lantern has no room for all of it yet.", None, false),
        (of(FactKind::OIL_LOW).amount(OilLevel::Quarter as u32), "A quarter of your oil is left.", None, true),
        (of(FactKind::OIL_LOW).amount(OilLevel::Empty as u32), "Your oil is gone. Only an ember glows in your lantern.", None, true),
        (act(Action::TEND).outcome("lit").amount(9), "You light the solid rock with oil for 9 turns.", Some(Lit), false),
        (act(Action::TEND).outcome("put out"), "You put out the flame.", Some(PutOut), false),
        (of(FactKind::PICKED_UP).with(flare).amount(1), "You pick up a flare (b).", Some(Taken), false),
        (of(FactKind::PICKED_UP).with(flare).outcome("no room"), "Your pack has no room for a flare.", None, false),
        (act(Action::DROP).with(flare), "You drop a flare.", Some(Throw), false),
        (act(Action::USE).with(flare), "You use a flare.", Some(Taken), false),
        (act(Action::WEAR).with(flare), "You put on a flare.", Some(Taken), false),
        (act(Action::WEAR).with(flare).outcome("taken off"), "You take off the flare.", Some(Taken), false),
        (act(Action::THROW).with(flare), "You throw a flare.", Some(Throw), false),
        (of(FactKind::FOUND).with(flare), "You come upon a flare.", None, false),
        (of(FactKind::TOOK_TREASURE).amount(5), "You take the treasure: 5 points.", Some(Taken), false),
        (of(FactKind::TOOK_BEACON), "You take the beacon. Its light cannot be covered, and everything wakes up. Carry it out the way you came in!", Some(Taken), false),
        (of(FactKind::CAME_OUT), "You step out into the fog, and it gives way.", Some(Stairs), false),
        (of(FactKind::SCORCHED).amount(2), "The fire burns you for 2.", Some(Wound), true),
        (of(FactKind::SEARED).amount(2), "The light burns you for 2.", Some(Wound), false),
        (of(FactKind::AIR_CLEARED), "The air around you clears.", None, false),
        (of(FactKind::TOOK_HEART), "You take heart.", None, false),
        (of(FactKind::NO_DUNGEON), "The new dungeon could not be built, so you stay where you are.", None, false),
        (of(FactKind::RADIUS_CHANGED).amount(4), "Sight radius: 4.", None, false),
    ];
    for (did, words, noise, warns) in rows {
        let expected = vec![(words.to_owned(), noise, warns)];
        assert_eq!(told(&mut app, player, did), expected, "{did:?}");
    }
}

#[test]
fn what_another_creature_does_is_told_in_words_of_its_own() {
    let mut app = whole_game(drawn(HALL));
    let other = creature(&mut app, (4, 1), Name::new("golem"));
    // Until it has seen the player, and the player it.
    for _ in 0..4 {
        app.act(Action::WAIT);
    }
    let act = |what| Did::of(FactKind::from(what));
    #[rustfmt::skip]
    let rows = [
        (act(Action::DRAW_BREATH), "The golem draws breath.", None, true),
        (act(Action::BREATHING), "The golem breathes fire!", Some(Noise::Lit), false),
        (act(Action::BREAK_DOOR).outcome("set on fire"), "The golem sets fire to a door.", Some(Noise::Door), false),
        (act(Action::CLOSE_DOOR), "The golem closes a door.", Some(Noise::Door), false),
        (act(Action::TEND).outcome("lit"), "The golem lights a flame.", Some(Noise::Lit), false),
        (Did::of(FactKind::SCORCHED).amount(2), "The fire burns the golem for 2.", None, false),
    ];
    for (did, words, noise, warns) in rows {
        let expected = vec![(words.to_owned(), noise, warns)];
        assert_eq!(told(&mut app, other, did), expected, "{did:?}");
    }
    // Nobody is told that the door was held against another creature.
    let held = act(Action::CLOSE_DOOR).outcome("held");
    assert_eq!(told(&mut app, other, held), []);
}
