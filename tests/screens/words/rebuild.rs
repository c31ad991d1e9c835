//! The words of full mode say everything that the player sees: walls and openings, creatures, place, light, exposure.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use fogbound::explorer::{Bot, Temperament};
use fogbound::game::{Exposure, Fate, Places};
use fogbound::view::{Scene, ShowsExposure};
use fogbound::vision::MapMemory;

use super::Told;
use super::read::{Creature, read};
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::{AppExt, built, dark, depth};
use fogbound::tell::Detail;

/// Returns what the scene shows: the tiles in view, the creatures, and the ghosts, by row and column from the player.
type Shown = (
    BTreeMap<(i32, i32), String>,
    Vec<Creature>,
    Vec<(String, (i32, i32))>,
);

fn shown(app: &mut App) -> Shown {
    let mut scenes = SystemState::<Scene>::new(app.world_mut());
    let scene = scenes.get(app.world()).unwrap();
    let eyes = scene.player().unwrap();
    let offset = |at: IVec2| ((at - eyes.at).y, (at - eyes.at).x);
    let visible = eyes.viewshed.iter().flat_map(|it| it.visible().iter());
    let view = visible
        .map(|at| (offset(at), eyes.memory.tile(at).unwrap().name().to_owned()))
        .collect();
    let creatures = scene.in_view(&eyes, false).into_iter();
    let creatures = creatures.filter(|it| it.who.is_some()).map(|it| Creature {
        name: it.name.clone(),
        state: it.state_word().unwrap_or_default().to_owned(),
        offset: offset(it.at),
        knows: it.knows.is_some(),
    });
    let mut creatures: Vec<Creature> = creatures.collect();
    creatures.sort();
    let ghosts = eyes.last_seen().into_iter();
    let mut ghosts: Vec<_> = ghosts.map(|it| (it.name.clone(), offset(it.at))).collect();
    ghosts.sort();
    (view, creatures, ghosts)
}

/// Plays a bot's game for some commands on a level, and checks the words after each. Returns how many creatures, ghosts and
/// exposed turns there were.
fn assert_words_suffice(seed: u64, commands: usize) -> [usize; 4] {
    let mut told = Told::begin(dark(built(seed)), Detail::Full);
    told.app.insert_resource(ShowsExposure(true));
    told.app.update();
    let mut bot = Bot::new(Temperament::Careful);
    let mut counts = [0; 4];
    let mut map: BTreeMap<(i32, i32), String> = BTreeMap::new();
    let mut level = 1;
    for _ in 0..commands {
        let lines = told.report();
        if !told.app.world().resource::<Fate>().is_alive() {
            break;
        }
        let words = read(&lines);
        let player = told.app.player().unwrap();
        let here = told.app.place_of(player);
        let origin = here - words.at;
        if std::mem::replace(&mut level, depth(&told.app)) != level {
            map.clear();
        }
        let (view, creatures, ghosts) = shown(&mut told.app);
        let context = || format!("seed {seed}:\n{}", lines.join("\n"));
        assert_eq!(words.view, view, "{}", context());
        let mut read_creatures = words.creatures.clone();
        read_creatures.sort();
        assert_eq!(read_creatures, creatures, "{}", context());
        let mut read_ghosts = words.last_seen.clone();
        read_ghosts.sort();
        assert_eq!(read_ghosts, ghosts, "{}", context());
        let world = told.app.world();
        let places = world.resource::<Places>();
        if let Some(place) = places.at(here) {
            assert_eq!(words.place, Some(place.full_name()), "{}", context());
        }
        assert_eq!(Some(origin), places.origin(), "{}", context());
        // What `V` marks.
        let exposure = world.resource::<Exposure>();
        let mut from: Vec<(i32, i32)> = exposure
            .from
            .iter()
            .map(|at| ((*at - here).y, (*at - here).x))
            .collect();
        from.sort();
        let mut seen_from = words.seen_from.clone();
        seen_from.sort();
        assert_eq!(seen_from, from, "{}", context());
        let is_exposed = words.light.starts_with("Exposed");
        let light = told.app.light().level(here);
        assert_eq!(is_exposed, light > 0, "{}", context());
        // The words of all reports together are what the player remembers of the ground.
        let absolute = words.view.iter().chain(&words.learnt);
        map.extend(absolute.map(|(&(y, x), name)| ((y + here.y, x + here.x), name.clone())));
        let memory = told.app.part::<MapMemory>(player).known_cells();
        let known = memory.map(|(at, it)| ((at.y, at.x), it.tile().unwrap().name().to_owned()));
        assert_eq!(map, known.collect(), "{}", context());
        counts[0] += creatures.len();
        counts[1] += ghosts.len();
        counts[2] += usize::from(is_exposed);
        counts[3] += 1;
        // Sometimes, a journey leads on: much comes into view and goes out of view again before the next report.
        let goes = counts[3] % 20 == 0 && !creatures.iter().any(|it| it.knows);
        match bot.next(told.app.world_mut()) {
            Some(_) if goes => drop(told.obey("explore")),
            Some(command) => told.app.command([command]),
            None => break,
        }
    }
    counts
}

#[test]
fn full_words_are_enough_to_draw_what_the_player_sees() {
    let (games, commands) = games_asked_for().map_or((24, 160), |games| (games, 600));
    let seeds: Vec<u64> = (0..games).collect();
    let counts = on_all_cores(&seeds, |&seed| assert_words_suffice(seed, commands));
    let sum = |index: usize| counts.iter().map(|it| it[index]).sum::<usize>();
    let [creatures, ghosts, exposed, all] = [0, 1, 2, 3].map(sum);
    println!("{creatures} creatures, {ghosts} ghosts, {exposed} of {all} turns in the light");
    assert!(creatures > 100 && ghosts > 50 && exposed > 100 && all > exposed);
}
