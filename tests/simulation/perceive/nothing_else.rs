//! In whole games, the log says exactly what the player perceives. An independent oracle works out what the player
//! perceives: it checks sight from both ends, and walks from every noise to the player.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bevy::ecs::message::MessageCursor;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::fov::Sight;
use fogbound::game::bestiary::Bestiary;
use fogbound::game::{
    Actor, Camouflage, Faction, GameEvent, Happening, Hearing, Perceived, Player, PlayerCommand,
    Turn, TurnSystems, Witnessed,
};
use fogbound::grid::Direction;
use fogbound::map::TileMap;
use fogbound::vision::{Position, Viewshed};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::{said, stage_of};
use crate::common::arena::distance;
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, fresh_view, random_commands};

/// The way in which the player perceives an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Seen { actor: bool, target: bool },
    Heard,
    Felt,
    Nothing,
}

impl Way {
    fn of(perceived: Perceived) -> Self {
        match perceived {
            Perceived::Seen { actor, target } => Self::Seen { actor, target },
            Perceived::Heard { .. } => Self::Heard,
            Perceived::Felt { .. } => Self::Felt,
            Perceived::Nothing => Self::Nothing,
        }
    }
}

/// The perceptions that the player should have, and the names that the player may know.
#[derive(Resource, Default)]
struct Oracle {
    cursor: MessageCursor<GameEvent>,
    /// Each event, how the player perceives it, and the offset from the player to the event's noise.
    expected: Vec<(GameEvent, Way, IVec2)>,
    names: HashMap<Entity, String>,
    made_out: BTreeSet<String>,
}

/// The player's senses.
struct Eyes<'a> {
    who: Entity,
    at: IVec2,
    view: &'a Viewshed,
    acuity: u32,
    map: &'a TileMap,
}

impl Eyes<'_> {
    fn make_out(&self, at: IVec2, hidden: Option<Camouflage>) -> bool {
        let steps = distance(at, self.at);
        let from_there = || fresh_view(self.map, at, Sight::default().unlimited());
        self.view.visible().contains(at)
            && hidden.is_none_or(|hidden| steps <= hidden.within as i32)
            && (steps <= 1 || !self.map.is_opaque(at) || from_there().contains(self.at))
    }

    /// Returns whether a noise reaches the player. A closed door counts as five cells.
    fn hear(&self, from: IVec2, loudness: u32) -> bool {
        let reach = loudness * self.acuity / 100;
        let mut costs = BTreeMap::from([((from.x, from.y), 0)]);
        let mut rest = VecDeque::from([from]);
        while let Some(cell) = rest.pop_front() {
            let cost = costs[&(cell.x, cell.y)];
            for next in Direction::ALL.map(|way| cell + way.delta()) {
                let tile = self.map.tile(next);
                let step = if tile.is_walkable() { 1 } else { 5 };
                let known = costs.get(&(next.x, next.y)).copied().unwrap_or(u32::MAX);
                if tile.is_passable() && cost + step <= reach && cost + step < known {
                    costs.insert((next.x, next.y), cost + step);
                    rest.push_back(next);
                }
            }
        }
        from != self.at && costs.contains_key(&(self.at.x, self.at.y))
    }

    fn perceive(&self, event: &GameEvent) -> (Way, IVec2) {
        let is_own = event.actor == self.who;
        let actor = is_own || self.make_out(event.actor_at, event.actor_hidden);
        let (source, loudness) = match event.what {
            Happening::Bumped { .. } => (event.at, 2),
            Happening::Stepped { runs, feels, .. } => {
                let usual = if runs { 9 } else { 2 };
                (event.at, usual.max(feels.unwrap_or(0)))
            }
            Happening::Hit { loudness, .. } | Happening::Missed { loudness, .. } => {
                (event.actor_at, loudness)
            }
            Happening::Did(did) => match did.what.name() {
                "open a door" | "close a door" => (event.at, 7),
                "break a door" => (event.at, did.loudness),
                "draw breath" => (event.at, 9),
                "breathe fire" => (event.at, 13),
                _ => (event.at, 0),
            },
            Happening::Burned { .. } => (event.actor_at, 0),
            Happening::Sounded { loudness, .. } => (event.at, loudness),
            Happening::Cried { loudness } => (event.actor_at, loudness),
            _ => (event.at, 0),
        };
        let mut target = true;
        let in_view = match event.what {
            Happening::Hit { target: other, .. }
            | Happening::Missed { target: other, .. }
            | Happening::Burned { target: other, .. } => {
                target =
                    is_own || other == self.who || self.make_out(event.at, event.target_hidden);
                if other == self.who && !actor {
                    return (Way::Felt, source - self.at);
                }
                actor || target
            }
            Happening::Bumped { into: Some(other) } => {
                target =
                    is_own || other == self.who || self.make_out(event.at, event.target_hidden);
                if other == self.who && !actor {
                    return (Way::Felt, event.actor_at - self.at);
                }
                actor || target
            }
            // Whoever kills knows it, even if it sees nothing.
            Happening::Died { by } if by == self.who => true,
            // What is thrown sounds where it lands.
            Happening::Sounded { .. } if event.at != event.actor_at => is_own,
            Happening::Did(did)
                if ["open a door", "close a door", "break a door"].contains(&did.what.name()) =>
            {
                actor || self.view.visible().contains(event.at)
            }
            _ => actor,
        };
        let way = match in_view {
            true => Way::Seen { actor, target },
            false if loudness > 0 && self.hear(source, loudness) => Way::Heard,
            false => Way::Nothing,
        };
        (way, source - self.at)
    }
}

type Bodies<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static Name,
        &'static Position,
        Option<&'static Camouflage>,
    ),
    (With<Actor>, Without<Player>),
>;

fn watch(
    mut oracle: ResMut<Oracle>,
    events: Res<Messages<GameEvent>>,
    map: Res<TileMap>,
    player: Single<(Entity, &Position, &Viewshed, &Hearing), With<Player>>,
    others: Bodies,
) {
    let (who, at, view, hearing) = *player;
    let eyes = Eyes {
        who,
        at: at.0,
        view,
        acuity: hearing.acuity,
        map: &map,
    };
    let Oracle {
        cursor,
        expected,
        names,
        made_out,
    } = &mut *oracle;
    for (entity, name, at, hidden) in &others {
        names.insert(entity, name.to_string());
        if eyes.make_out(at.0, hidden.copied()) {
            made_out.insert(name.to_string());
        }
    }
    let mut learn = |entity: Entity| made_out.extend(names.get(&entity).cloned());
    for event in cursor.read(&events) {
        let (way, offset) = eyes.perceive(event);
        if matches!(way, Way::Seen { actor: true, .. }) {
            learn(event.actor);
        }
        match event.what {
            Happening::Hit { target, .. }
            | Happening::Missed { target, .. }
            | Happening::Burned { target, .. }
                if matches!(way, Way::Seen { target: true, .. }) =>
            {
                learn(target);
            }
            // When the player bumps into a creature, the player learns by touch what the creature is.
            Happening::Bumped { into: Some(other) } if event.actor == who => learn(other),
            _ => {}
        }
        expected.push((*event, way, offset));
    }
}

/// Returns a game with an oracle and with monsters of all kinds on two opposing sides. Many of the monsters are
/// camouflaged.
fn game(seed: u64) -> App {
    let mut app = stage_of(built_small(seed));
    app.init_resource::<Oracle>()
        .add_systems(
            Turn,
            (
                watch.after(TurnSystems::Notice).before(TurnSystems::Decide),
                watch.after(TurnSystems::Act).before(TurnSystems::Settle),
            ),
        )
        .add_systems(PreUpdate, watch)
        .add_systems(Last, watch);
    let mut dice = stream(seed, "a menagerie", 0);
    let letters: Vec<char> = app
        .world()
        .resource::<Bestiary>()
        .iter()
        .map(|it| it.glyph)
        .collect();
    let floor: Vec<IVec2> = app
        .map()
        .positions()
        .filter(|&at| app.map().is_walkable(at))
        .collect();
    for _ in 0..12 {
        let glyph = *letters.choose(&mut dice).unwrap();
        let at = *floor.choose(&mut dice).unwrap();
        app.command([PlayerCommand::Conjure { glyph, at }]);
    }
    for it in app.entities::<(With<Actor>, Without<Player>)>() {
        if dice.random_range(0..3) == 0 {
            app.world_mut().entity_mut(it).insert(Faction(5));
        }
        if dice.random_range(0..3) == 0 {
            let camouflage = Camouflage { within: 2 };
            app.world_mut().entity_mut(it).insert(camouflage);
        }
    }
    said(&mut app);
    app
}

/// Takes the lines of the log, with each line repeated as often as its count says.
fn lines(app: &mut App) -> Vec<String> {
    let lines = said(app)
        .into_iter()
        .flat_map(|line| match line.split_once(" (x") {
            Some((line, times)) => {
                let times = times.trim_end_matches(')').parse().unwrap();
                vec![line.to_owned(); times]
            }
            None => vec![line],
        });
    lines.collect()
}

/// Asserts that the log names only creatures that the player has made out.
fn assert_names_known(app: &App, lines: &[String]) {
    let bestiary = app.world().resource::<Bestiary>();
    let mut names: Vec<&str> = bestiary.iter().map(|it| it.name.as_str()).collect();
    // The longest names come first, so that "kobold slinger" is not taken for "kobold".
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let made_out = &app.world().resource::<Oracle>().made_out;
    for line in lines {
        let mut rest = line.to_lowercase();
        for name in &names {
            let words = format!("the {name}");
            if rest.contains(&words) {
                assert!(made_out.contains(*name), "{line:?}, of {made_out:?}");
                rest = rest.replace(&words, "");
            }
        }
    }
}

/// Asserts that each kind of line occurs as often as the player perceived events in the corresponding way.
fn assert_lines_match(ways: &[Way], lines: &[String]) {
    let count = |is_it: &dyn Fn(&str) -> bool| lines.iter().filter(|line| is_it(line)).count();
    let ways = |is_it: &dyn Fn(&Way) -> bool| ways.iter().filter(|way| is_it(way)).count();
    let hears = |line: &str| {
        line.starts_with("You hear ") || line.starts_with("Something hammers on wood to the ")
    };
    let heard = count(&hears);
    assert_eq!(heard, ways(&|way| *way == Way::Heard), "{lines:?}");
    let felt = |line: &str| {
        let is_it = line.starts_with("Something ") || line.starts_with("Fire burns you ");
        is_it && line.contains(" from the ")
    };
    assert_eq!(count(&felt), ways(&|way| *way == Way::Felt), "{lines:?}");
    let strange = count(&|line| line.starts_with("Something ") && !felt(line) && !hears(line));
    let by_unseen = ways(&|way| matches!(way, Way::Seen { actor: false, .. }));
    assert_eq!(strange, by_unseen, "{lines:?}");
}

#[test]
fn the_log_says_exactly_what_the_player_perceives() {
    let games = on_all_cores(0..90, |seed| {
        let mut counts: BTreeMap<Way, u32> = BTreeMap::new();
        let mut app = game(seed);
        let mut cursor = MessageCursor::<Witnessed>::default();
        cursor.clear(app.world().resource::<Messages<Witnessed>>());
        app.world_mut().resource_mut::<Oracle>().expected.clear();
        for command in random_commands(seed + 500, 100) {
            app.command([command]);
            let witnessed: Vec<Witnessed> = {
                let messages = app.world().resource::<Messages<Witnessed>>();
                cursor.read(messages).copied().collect()
            };
            let expected = std::mem::take(&mut app.world_mut().resource_mut::<Oracle>().expected);
            for (_, way, _) in &expected {
                *counts.entry(*way).or_default() += 1;
            }
            let expected: Vec<_> = expected
                .into_iter()
                .filter(|it| it.1 != Way::Nothing)
                .collect();
            let both = witnessed.iter().zip(&expected);
            for (Witnessed { event, how }, (expected, way, offset)) in both {
                assert_eq!((event, Way::of(*how)), (expected, *way), "seed {seed}");
                if let Perceived::Heard { from } | Perceived::Felt { from } = how {
                    let cosine = from
                        .delta()
                        .as_vec2()
                        .normalize()
                        .dot(offset.as_vec2().normalize());
                    assert!(cosine >= 0.89, "{from:?} for {offset}");
                }
            }
            assert_eq!(witnessed.len(), expected.len(), "seed {seed}");

            let lines = lines(&mut app);
            let ways: Vec<Way> = witnessed.iter().map(|it| Way::of(it.how)).collect();
            assert_lines_match(&ways, &lines);
            assert_names_known(&app, &lines);
        }
        counts
    });
    let mut counts: BTreeMap<Way, u32> = BTreeMap::new();
    for (way, count) in games.into_iter().flatten() {
        *counts.entry(way).or_default() += count;
    }
    let enough = [
        (Way::Nothing, 5000),
        (Way::Heard, 40),
        (Way::Felt, 8),
        (
            Way::Seen {
                actor: true,
                target: true,
            },
            2000,
        ),
        (
            Way::Seen {
                actor: true,
                target: false,
            },
            1,
        ),
        (
            Way::Seen {
                actor: false,
                target: true,
            },
            4,
        ),
    ];
    for (way, least) in enough {
        let count = counts.get(&way).copied().unwrap_or_default();
        assert!(count >= least, "{way:?} only {count} times: {counts:?}");
    }
}
