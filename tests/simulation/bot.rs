//! Bots play whole games and know only what the player knows.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use fogbound::dungeon::{Builders, Dungeon, LevelSource, Stock};
use fogbound::explorer::{Bot, Temperament};
use fogbound::fov::Sight;
use fogbound::game::{
    Action, Awareness, Clock, Death, Fate, GameEvent, GameSetup, Happening, Health, Lantern,
    LightRule, Melee, PlayerCommand, Things, Witnessed, carry_out, fingerprint, spawn_thing,
};
use fogbound::grid::Direction::East;
use fogbound::vision::{ObjectKind, Viewshed};

use crate::common::arena::{creature, distance, player};
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, dark, depth, drawn, simulation, tick};

/// Has a bot act once. Returns the bot's action, or `None` if the bot has nothing left to do.
fn act(app: &mut App, bot: &mut Bot) -> Option<Action> {
    let world = app.world_mut();
    let command = bot.next(world)?;
    carry_out(world, command);
    world.resource_mut::<Messages<GameEvent>>().clear();
    world.resource_mut::<Messages<Witnessed>>().clear();
    match command {
        PlayerCommand::Act(action) => Some(action),
        PlayerCommand::ChooseBoon(_) => act(app, bot),
        other => panic!("the bot asks for {other:?}"),
    }
}

/// Has a bot act until `is_over` returns true, at most `most` times.
fn play_until(app: &mut App, bot: &mut Bot, most: u32, is_over: impl Fn(&mut App) -> bool) {
    for _ in 0..most {
        if is_over(app) {
            return;
        }
        assert!(act(app, bot).is_some(), "nothing is left to do");
    }
    panic!("the game is not over after {most} actions");
}

/// Spawns an enemy that either is hunting the player or is unaware of the player.
fn enemy(app: &mut App, at: (i32, i32), health: i32, damage: (i32, i32), hunts: bool) -> Entity {
    let (_, last_known) = player(app);
    let awareness = match hunts {
        true => Awareness::Hunting { last_known },
        false => Awareness::Unaware,
    };
    let melee = Melee {
        accuracy: 90,
        damage,
    };
    creature(app, at, (Health::new(health, 0), melee, awareness))
}

fn set_health(app: &mut App, now: i32) {
    let (player, _) = player(app);
    app.world_mut()
        .get_mut::<Health>(player)
        .unwrap()
        .set_now(now);
}

fn health(app: &mut App) -> i32 {
    let (player, _) = player(app);
    app.part::<Health>(player).now()
}

#[test]
fn every_temperament_makes_progress_and_is_deterministic() {
    let games = Temperament::ALL
        .into_iter()
        .flat_map(|it| (0..3).map(move |seed| (it, seed)));
    let ends = on_all_cores(games.collect::<Vec<_>>(), |(temperament, seed)| {
        let play = |turns: u64| {
            let mut app = simulation(dark(built_small(seed)));
            let mut bot = Bot::new(temperament);
            let (mut timeless, mut ascents) = (0, 0);
            let mut before = (tick(&app), depth(&app));
            while before.0 < turns * 100 && act(&mut app, &mut bot).is_some() {
                let now = (tick(&app), depth(&app));
                timeless = if now.0 > before.0 { 0 } else { timeless + 1 };
                ascents += u32::from(now.1 < before.1);
                before = now;
                assert!(ascents <= 3 * now.1 + 3, "the bot keeps going up and down");
                assert!(timeless < 3, "the bot repeats an action that takes no time");
            }
            (depth(&app), fingerprint(app.world_mut()), app)
        };
        let (deepest, _, app) = play(1200);
        let turn = app.world().resource::<Clock>().turn();
        let is_over = turn >= 1200 || !app.world().resource::<Fate>().is_alive();
        assert!(
            is_over,
            "{temperament:?} {seed}: the bot gives up on turn {turn}"
        );
        assert_eq!(play(150).1, play(150).1, "{temperament:?} {seed}");
        (temperament, deepest)
    });
    for temperament in Temperament::ALL {
        let depths = ends.iter().filter(|it| it.0 == temperament);
        let deepest = depths.map(|it| it.1).max();
        assert!(
            deepest > Some(2),
            "no {temperament:?} bot got below level {deepest:?}"
        );
    }
}

#[test]
fn a_bot_ignores_what_it_cannot_perceive() {
    let map = "
####################
#@.......#.........#
#........#.........#
#........#.........#
#........+.........#
####################
";
    for temperament in Temperament::ALL {
        let mut alone = simulation(drawn(map));
        let mut watched = simulation(drawn(map));
        // The bot would react at once if it knew of this enemy.
        let unseen = enemy(&mut watched, (17, 1), 40, (9, 9), true);
        let mut bots = [(); 2].map(|_| Bot::new(temperament));
        let [one, other] = &mut bots;
        let mut count = 0;
        loop {
            let (player, _) = player(&mut watched);
            if watched
                .part::<Viewshed>(player)
                .sees(watched.place_of(unseen))
            {
                break;
            }
            assert_eq!(act(&mut alone, one), act(&mut watched, other));
            count += 1;
            assert!(count < 100, "the bot never opens the door");
        }
        assert!(count > 4, "the bot saw the other room at once");
        let differs = (0..20).any(|_| act(&mut alone, one) != act(&mut watched, other));
        assert!(differs, "{temperament:?} ignores an enemy in view");
    }
}

#[test]
fn a_bot_fights_the_weak_and_flees_the_strong() {
    let weak = (4, (1, 2));
    let strong = (90, (9, 9));
    let run = Some(Action::run(East));
    for (temperament, map, at, foe, (health, damage), expected) in [
        // The bot strikes an adjacent hunter, but not one that would kill the bot.
        (
            Temperament::Careful,
            "#####\n#@..#\n#...#\n#####",
            (1, 1),
            (2, 1),
            weak,
            Some(Action::attack(East)),
        ),
        (
            Temperament::Careful,
            "############\n#@.........#\n############",
            (5, 1),
            (2, 1),
            strong,
            run,
        ),
        (
            Temperament::Rash,
            "############\n#@.........#\n############",
            (1, 1),
            (4, 1),
            strong,
            Some(Action::step(East)),
        ),
        (
            Temperament::Rash,
            "############\n#@.........#\n############",
            (1, 1),
            (2, 1),
            strong,
            Some(Action::attack(East)),
        ),
        // The bot closes a door between itself and the enemy.
        (
            Temperament::Careful,
            "##############\n#@....'......#\n##############",
            (5, 1),
            (9, 1),
            strong,
            Some(Action::close_door(East)),
        ),
    ] {
        let mut app = simulation(drawn(map));
        let (player, _) = player(&mut app);
        app.put(player, at);
        enemy(&mut app, foe, health, damage, true);
        let action = act(&mut app, &mut Bot::new(temperament));
        assert_eq!(action, expected, "{temperament:?}\n{map}");
    }
}

#[test]
fn a_hurt_bot_sees_new_ground_before_it_goes_down() {
    // The stairs are at hand. The hall behind the door is new ground.
    let map = "
######################
#@.>#................#
#...+................#
#####................#
#####................#
######################
";
    for (temperament, hurt, explores) in [
        (Temperament::Careful, true, true),
        (Temperament::Bright, true, true),
        (Temperament::Careful, false, false),
        (Temperament::Rash, true, false),
    ] {
        let mut app = simulation(drawn(map));
        if hurt {
            set_health(&mut app, 20);
        }
        let before = health(&mut app);
        let mut bot = Bot::new(temperament);
        play_until(&mut app, &mut bot, 100, |app| depth(app) > 1);
        let turns = tick(&app) / 100;
        assert_eq!(turns > 6, explores, "{temperament:?}, hurt: {hurt}");
        assert_eq!(health(&mut app) >= before + 5, explores, "{temperament:?}");
    }
}

/// Returns a game in a dungeon full of things, without monsters.
fn full_of_things(seed: u64) -> GameSetup {
    let level = |depth: u32| {
        format!(
            "{depth}: (name: \"a store\", arrival: \"Shelves.\", crowd: 0, things: 20, vaults: (0, 0))"
        )
    };
    let depths: Vec<String> = (1..=12).map(level).collect();
    let depths = format!("{{ {} }}", depths.join(", "));
    let files = [("depths.ron".to_owned(), depths)].into();
    let (stock, errors) = Stock::read(&files, &Builders::default());
    assert!(errors.is_empty(), "{errors:?}");
    let dungeon = Dungeon {
        stock,
        ..Dungeon::default()
    };
    GameSetup {
        source: LevelSource::Dungeon(dungeon),
        ..dark(built_small(seed))
    }
}

/// Curious bots try out everything that ships with the game, and their games repeat exactly.
#[test]
fn curious_bots_try_out_every_thing_and_their_games_repeat_exactly() {
    let (mut shipped, mut tried) = (BTreeSet::new(), BTreeSet::new());
    for seed in 1..=12 {
        let mut app = simulation(full_of_things(seed));
        let things = app.world().resource::<Things>();
        let is_carried = |it: &fogbound::game::Thing| {
            it.item.as_ref().is_some_and(|it| it.stack > 0 && !it.waits)
        };
        let all = things.items().filter(|(_, it)| is_carried(it));
        let name_of: BTreeMap<ObjectKind, String> =
            all.map(|(kind, it)| (kind, it.name.clone())).collect();
        shipped.extend(name_of.values().cloned());
        let mut bot = Bot::new(Temperament::Curious);
        let mut commands = Vec::new();
        while commands.len() < 3_000 {
            let world = app.world_mut();
            let Some(command) = bot.next(world) else {
                break;
            };
            carry_out(world, command);
            commands.push(command);
            let mut all = world.resource_mut::<Messages<GameEvent>>();
            tried.extend(all.drain().filter_map(|event| match event.what {
                Happening::Did(did) if ["use", "throw", "wear"].contains(&did.what.name()) => {
                    name_of.get(&did.thing?).cloned()
                }
                _ => None,
            }));
            world.resource_mut::<Messages<Witnessed>>().clear();
        }
        let print = fingerprint(app.world_mut());
        let mut again = simulation(full_of_things(seed));
        for command in commands {
            carry_out(again.world_mut(), command);
        }
        assert_eq!(fingerprint(again.world_mut()), print);
        if tried == shipped {
            break;
        }
    }
    assert!(shipped.len() > 25, "{shipped:?}");
    assert_eq!(tried, shipped);
}

#[test]
fn a_hurt_bot_uses_what_heals_and_shuts_its_lantern_for_what_heals_in_the_dark() {
    for (temperament, expected) in [
        (
            Temperament::Careful,
            [Action::set_lantern(Lantern::Shut), Action::use_thing(0)],
        ),
        (Temperament::EmptyHanded, [Action::WAIT; 2]),
    ] {
        let mut app = simulation(dark(drawn(
            "####################\n#@................>#\n####################",
        )));
        let salve = app.world().resource::<Things>().named("salve").unwrap();
        let (_, here) = player(&mut app);
        spawn_thing(app.world_mut(), salve, here);
        app.act(Action::PICK_UP);
        set_health(&mut app, 8);
        let mut bot = Bot::new(temperament);
        let acts = [act(&mut app, &mut bot), act(&mut app, &mut bot)];
        if temperament == Temperament::Careful {
            assert_eq!(acts, expected.map(Some));
            assert_eq!(health(&mut app), 8 + 10);
        } else {
            assert!(!acts.contains(&Some(Action::use_thing(0))), "{acts:?}");
        }
    }
}

#[test]
fn a_bot_kills_a_weak_sleeper_and_leaves_a_strong_one_alone() {
    for (strength, dies) in [(5, true), (60, false)] {
        let mut app = simulation(drawn(
            "###############\n#@..........>.#\n#.............#\n###############",
        ));
        let foe = enemy(&mut app, (6, 2), strength, (8, 8), false);
        let eyes = Viewshed::new(Sight::default().with_radius(0));
        let asleep = (Awareness::Asleep, eyes);
        app.world_mut().entity_mut(foe).insert(asleep);
        play_until(&mut app, &mut Bot::default(), 60, |app| depth(app) > 1);
        let lives = app.world().get_entity(foe).is_ok();
        assert_eq!(lives, !dies, "{strength} hit points");
    }
}

#[test]
fn a_bot_draws_oil_when_it_has_burnt_much() {
    let mut app = simulation(dark(drawn("##########\n#@*.....+#\n##########")));
    let draws = Some(PlayerCommand::Act(Action::tend(East)));
    // Full, with room for the oil of the brazier, and half full.
    for (turns, draws_it) in [(0, false), (120, false), (80, true)] {
        for _ in 0..turns {
            carry_out(app.world_mut(), PlayerCommand::Act(Action::WAIT));
        }
        let action = Bot::new(Temperament::Bright).next(app.world_mut());
        assert_eq!(action == draws, draws_it, "after {turns} more turns");
    }
}

/// Returns the setting of the player's lantern after each of the bot's turns.
fn lanterns(app: &mut App, temperament: Temperament, turns: u32) -> Vec<Lantern> {
    let (player, _) = player(app);
    let mut bot = Bot::new(temperament);
    let mut lantern = || {
        act(app, &mut bot);
        *app.part::<Lantern>(player)
    };
    (0..turns).map(|_| lantern()).collect()
}

#[test]
fn each_temperament_sets_the_lantern_its_own_way() {
    use Lantern::{Open, Shut};
    use Temperament::{Blind, Bright, Careful, Rash};
    let map = "#############\n#@.........+#\n#############";
    for (temperament, is_hurt, wanted) in [
        (Blind, false, [Shut; 3]),
        (Bright, true, [Open; 3]),
        (Rash, true, [Open; 3]),
        (Careful, false, [Open; 3]),
        // New ground heals only if it is seen by light.
        (Careful, true, [Open; 3]),
    ] {
        let mut app = simulation(dark(drawn(map)));
        if is_hurt {
            set_health(&mut app, 8);
        }
        let lanterns = lanterns(&mut app, temperament, 3);
        assert_eq!(lanterns, wanted, "{temperament:?}, hurt: {is_hurt}");
    }
    // The bot sneaks away from a strong enemy, whether it has noticed the bot or not.
    for hunts in [false, true] {
        for temperament in [Careful, Bright, Rash] {
            let mut app = simulation(dark(drawn(map)));
            enemy(&mut app, (6, 1), 90, (9, 9), hunts);
            let lanterns = lanterns(&mut app, temperament, 2);
            let hides = lanterns == [Shut; 2];
            assert_eq!(hides, temperament == Careful, "hunts: {hunts}");
        }
    }
    // Only a careful bot walks a long known way in the dark.
    for temperament in [Careful, Bright, Rash] {
        let light = LightRule::Day;
        let map =
            "##########################\n#@......................>#\n##########################";
        let mut app = simulation(GameSetup {
            light,
            sight: Sight::default().unlimited(),
            ..drawn(map)
        });
        let wanted = match temperament {
            Careful => [Shut; 3],
            _ => [Open; 3],
        };
        assert_eq!(lanterns(&mut app, temperament, 3), wanted);
    }
}

#[test]
fn a_careful_bot_fights_by_a_beam_what_it_only_feels() {
    let map = "#############\n#@.........+#\n#############";
    for (temperament, wanted) in [
        (Temperament::Careful, Lantern::Narrowed),
        (Temperament::Bright, Lantern::Open),
    ] {
        let mut app = simulation(dark(drawn(map)));
        app.act(Action::set_lantern(Lantern::Shut));
        enemy(&mut app, (2, 1), 20, (1, 1), true);
        let lanterns = lanterns(&mut app, temperament, 8);
        assert_eq!(lanterns.last(), Some(&wanted), "{temperament:?}");
    }
}

#[test]
fn a_careful_bot_that_was_found_fights_instead_of_hiding_again() {
    // The enemy is too strong to face, and there is nowhere to go.
    let mut app = simulation(dark(drawn("####\n#@.#\n####")));
    enemy(&mut app, (2, 1), 99, (4, 8), true);
    // The lantern shines from now on.
    app.act(Action::WAIT);
    let mut bot = Bot::new(Temperament::Careful);
    let actions: Vec<_> = (0..40).filter_map(|_| act(&mut app, &mut bot)).collect();
    let blows = actions.iter().filter(|it| it.kind == Action::ATTACK);
    assert!(blows.count() > 20);
}

#[test]
fn a_careful_bot_walks_over_known_ground_in_the_dark() {
    // A hurt bot explores the passage to its end and comes back to the stairs.
    let map = "##########################\n#>@......................#\n##########################";
    for (temperament, shuts) in [(Temperament::Careful, true), (Temperament::Bright, false)] {
        let mut app = simulation(dark(drawn(map)));
        set_health(&mut app, 8);
        let (player, _) = player(&mut app);
        let (mut bot, mut was_shut) = (Bot::new(temperament), false);
        for _ in 0..100 {
            if depth(&app) > 1 {
                break;
            }
            act(&mut app, &mut bot);
            was_shut |= *app.part::<Lantern>(player) == Lantern::Shut;
        }
        assert!(depth(&app) > 1, "{temperament:?}");
        assert_eq!(was_shut, shuts, "{temperament:?}");
    }
}

#[test]
fn a_bot_walks_around_sleepers() {
    // The short path leads past the sleeper, and a longer one avoids it.
    let map = "
#############
#@.........>#
#...........#
#.#########.#
#.#########.#
#...........#
#############
";
    let mut app = simulation(drawn(map));
    let foe = enemy(&mut app, (6, 2), 60, (8, 8), false);
    let eyes = Viewshed::new(Sight::default().with_radius(0));
    app.world_mut()
        .entity_mut(foe)
        .insert((Awareness::Asleep, eyes));
    play_until(&mut app, &mut Bot::default(), 200, |app| {
        let (_, at) = player(app);
        let is_down = depth(app) > 1;
        assert!(
            is_down || distance(at, IVec2::new(6, 2)) > 1,
            "the bot walks up to the sleeper"
        );
        is_down
    });
}

#[test]
fn a_bot_fights_its_way_through_a_blocked_passage() {
    // The enemy is strong, asleep or awake, but the bot attacks it and kills it in the end.
    for awareness in [Awareness::Unaware, Awareness::Asleep] {
        let mut app = simulation(drawn("#########\n#@....+>#\n#########"));
        let foe = enemy(&mut app, (5, 1), 40, (5, 9), false);
        app.world_mut().entity_mut(foe).insert(awareness);
        play_until(&mut app, &mut Bot::default(), 600, |app| depth(app) > 1);
    }
}

#[test]
fn a_bot_stops_when_it_is_done_or_dead() {
    for temperament in Temperament::ALL {
        let mut app = simulation(drawn("#####\n#@..#\n#####"));
        let mut bot = Bot::new(temperament);
        let actions = (0..20).find(|_| act(&mut app, &mut bot).is_none());
        assert!(actions.is_some(), "the bot never finishes an empty room");
    }
    let mut app = simulation(drawn("#####\n#@..+\n#####"));
    assert!(Bot::default().next(app.world_mut()).is_some());
    *app.world_mut().resource_mut::<Fate>() = Fate::Died(Death {
        killer: None,
        at: IVec2::ONE,
        depth: 1,
        turn: 0,
    });
    assert_eq!(Bot::default().next(app.world_mut()), None);
}
