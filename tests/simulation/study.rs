//! What the player learns about kinds of monsters, and the boons that this earns.

use bevy::prelude::*;
use fogbound::explorer::Bot;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::{
    Action, Actor, ActorId, Arrange, Boons, Bout, Chosen, GameEvent, GameSetup, Happening, Health,
    Numbers, Player, PlayerCommand, Quest, Snapshot, Study, boons_on_offer, carry_out, fingerprint,
};
use fogbound::grid::Direction;
use fogbound::view::MessageLog;

use crate::common::{AppExt, dark, drawn, simulation, tick, undrawn_game};

const ROOM: &str = "
#############
#.@...r.k.s.#
#############";

fn with_numbers(map: &str, numbers: &str) -> GameSetup {
    GameSetup {
        numbers: Numbers::read("numbers.ron", numbers).unwrap(),
        ..drawn(map)
    }
}

/// Makes every creature sleep.
fn lull(app: &mut App) {
    let world = app.world_mut();
    let mut others = world.query_filtered::<&Actor, Without<Player>>();
    let others: Vec<ActorId> = others.iter(world).map(|it| it.id).collect();
    for who in others {
        let awareness = fogbound::game::Awareness::Asleep;
        let change = Arrange::Awareness { who, awareness };
        carry_out(app.world_mut(), PlayerCommand::Arrange(change));
    }
}

fn wait(app: &mut App, turns: u32) {
    for _ in 0..turns {
        lull(app);
        carry_out(app.world_mut(), PlayerCommand::Act(Action::WAIT));
    }
}

fn study(app: &mut App) -> Study {
    let player = app.player().unwrap();
    app.part::<Study>(player).clone()
}

fn offered(app: &App) -> Vec<String> {
    let boons = boons_on_offer(app.world()).into_iter();
    boons.map(|it| it.name.clone()).collect()
}

/// Returns a game in which the player knows three kinds and has earned three choices.
fn learned(seed: u64) -> App {
    let setup = with_numbers(ROOM, "(study: (kinds: 1))");
    let mut app = simulation(GameSetup { seed, ..setup });
    wait(&mut app, 10);
    assert_eq!(study(&mut app).count(), 3);
    app
}

#[test]
fn nothing_is_known_with_no_turns_of_study_and_no_boon_is_earned_with_no_kinds() {
    let mut app = simulation(with_numbers(ROOM, "(study: (turns: 0))"));
    wait(&mut app, 20);
    assert_eq!(
        (study(&mut app).count(), study(&mut app).kinds().count()),
        (0, 3)
    );
    let mut app = simulation(with_numbers(ROOM, "(study: (kinds: 0))"));
    wait(&mut app, 20);
    assert_eq!(app.world().resource::<Quest>().kinds, 3);
    assert!(offered(&app).is_empty());
}

#[test]
fn kinds_in_the_first_view_are_seen_at_once() {
    let mut app = simulation(drawn(ROOM));
    assert_eq!(study(&mut app).kinds().count(), 3);
}

#[test]
fn a_choice_is_the_same_for_the_same_seed_and_offers_only_new_boons() {
    let offers: Vec<_> = (0..8).map(|seed| offered(&learned(seed))).collect();
    let again: Vec<_> = (0..8).map(|seed| offered(&learned(seed))).collect();
    assert_eq!(offers, again);
    assert!(offers.iter().any(|it| *it != offers[0]), "the seed decides");
    let mut app = learned(3);
    let mut chosen = Vec::new();
    for left in (0..3).rev() {
        let now = offered(&app);
        assert_eq!(now.len(), 3);
        assert!(
            now.iter().all(|it| !chosen.contains(it)),
            "{chosen:?}: {now:?}"
        );
        chosen.push(now[1].clone());
        carry_out(app.world_mut(), PlayerCommand::ChooseBoon(1));
        assert_eq!(offered(&app).is_empty(), left == 0);
    }
    let player = app.player().unwrap();
    assert_eq!(app.part::<Chosen>(player).0, chosen);
}

#[test]
fn only_a_boon_on_offer_can_be_chosen_and_a_choice_takes_no_time() {
    let mut app = learned(1);
    let before = (tick(&app), offered(&app));
    carry_out(app.world_mut(), PlayerCommand::ChooseBoon(3));
    assert_eq!((tick(&app), offered(&app)), before);
    carry_out(app.world_mut(), PlayerCommand::ChooseBoon(2));
    assert_eq!(tick(&app), before.0);
    assert_ne!(offered(&app), before.1);
    let mut app = simulation(drawn(ROOM));
    let player = app.player().unwrap();
    carry_out(app.world_mut(), PlayerCommand::ChooseBoon(0));
    assert!(app.part::<Chosen>(player).0.is_empty());
}

#[test]
fn a_bot_chooses_a_boon_as_soon_as_one_is_on_offer() {
    let mut app = learned(1);
    let mut bot = Bot::default();
    for left in (0..3).rev() {
        let command = bot.next(app.world_mut()).unwrap();
        assert_eq!(command, PlayerCommand::ChooseBoon(0));
        carry_out(app.world_mut(), command);
        assert_eq!(offered(&app).is_empty(), left == 0);
    }
}

/// When every boon has been chosen, no choice waits.
#[test]
fn a_short_list_of_boons_runs_out() {
    let text = r#"[(name: "hide", words: "Tough.", changes: [(number: "health", by: 7)])]"#;
    let setup = GameSetup {
        boons: Boons::read("boons.ron", text).unwrap(),
        ..with_numbers(ROOM, "(study: (kinds: 1))")
    };
    let mut app = simulation(setup);
    wait(&mut app, 10);
    assert_eq!(offered(&app), ["hide"]);
    carry_out(app.world_mut(), PlayerCommand::ChooseBoon(0));
    assert!(offered(&app).is_empty());
    let player = app.player().unwrap();
    assert_eq!(app.part::<Health>(player).max(), 37);
}

#[test]
fn study_and_boons_change_the_fingerprint_and_are_restored() {
    let mut app = learned(2);
    let snapshot = Snapshot::take(app.world_mut()).unwrap();
    let before = fingerprint(app.world_mut());
    carry_out(app.world_mut(), PlayerCommand::ChooseBoon(0));
    assert_ne!(fingerprint(app.world_mut()), before);
    snapshot.restore(app.world_mut());
    assert_eq!(fingerprint(app.world_mut()), before);
    let mut players = app.world_mut().query_filtered::<&Study, With<Player>>();
    assert_eq!(players.single(app.world()).unwrap().count(), 3);
    assert_eq!(offered(&app).len(), 3);
    let who = ActorId(1);
    let mut app = simulation(drawn(ROOM));
    let before = fingerprint(app.world_mut());
    carry_out(app.world_mut(), PlayerCommand::Arrange(Arrange::Know(who)));
    assert_ne!(fingerprint(app.world_mut()), before);
}

/// Pairs of worlds: what the player does not make out changes nothing that it learns.
#[test]
fn hidden_monsters_teach_nothing() {
    let learns = |map: &str, is_dark: bool| {
        let setup = drawn(map);
        let setup = if is_dark { dark(setup) } else { setup };
        let mut app = undrawn_game(setup);
        for turn in 0..24 {
            let step = match turn % 4 {
                0 => Action::step(Direction::East),
                2 => Action::step(Direction::West),
                _ => Action::WAIT,
            };
            app.world_mut().write_message(PlayerCommand::Act(step));
            app.update();
        }
        let log: Vec<String> = app.world().resource::<MessageLog>().since(0).collect();
        (study(&mut app), log)
    };
    // A camouflaged vine in plain view, and a sleeping drake behind a wall.
    let with = "###########\n#.@....v..#\n###########\n#D........#\n###########";
    let without = "###########\n#.@.......#\n###########\n#.........#\n###########";
    assert_eq!(learns(with, false), learns(without, false));
    assert_eq!(learns(with, true), learns(without, true));
}

/// Returns the player's last fight after forty blows against a creature that strikes back, and how often each hit.
fn fought(seed: u64, numbers: &str) -> (Bout, [usize; 2]) {
    let text = "(name: \"boxer\", glyph: 'B', health: 9999, regeneration: 0, accuracy: 60, damage: (1, 1), minds: { \"Hunts\": () })";
    let mut app = simulation(GameSetup {
        seed,
        monsters: MonsterFiles::recorded([("boxer.ron".to_owned(), text.to_owned())]),
        ..with_numbers("\n#####\n#@B.#\n#####", numbers)
    });
    let (player, mut hits) = (app.player().unwrap(), [0, 0]);
    app.world_mut()
        .resource_mut::<Messages<GameEvent>>()
        .clear();
    for _ in 0..40 {
        carry_out(
            app.world_mut(),
            PlayerCommand::Act(Action::attack(Direction::East)),
        );
        let mut all = app.world_mut().resource_mut::<Messages<GameEvent>>();
        for event in all.drain() {
            if matches!(event.what, Happening::Hit { .. }) {
                hits[usize::from(event.actor != player)] += 1;
            }
        }
    }
    (app.part::<Bout>(player).clone(), hits)
}

/// What the menu of boons says of the last fight is what would have happened: the same dice, with other numbers, make the
/// difference that it names.
#[test]
fn a_fight_tells_exactly_what_more_accuracy_or_defence_would_have_changed() {
    let (mut more, mut fewer) = (0, 0);
    for seed in 0..12 {
        let usual = "(player: (health: 999, accuracy: 60, defence: 10))";
        let (bout, [mine, its]) = fought(seed, usual);
        assert_eq!(bout.hits(), mine);
        assert_eq!((bout.mine.len(), bout.theirs.len()), (40, 40));
        let (_, [accurate, _]) = fought(seed, "(player: (health: 999, accuracy: 70, defence: 10))");
        assert_eq!(accurate - mine, bout.more_hits(10), "seed {seed}");
        let (_, [_, defended]) = fought(seed, "(player: (health: 999, accuracy: 60, defence: 20))");
        assert_eq!(its - defended, bout.fewer_wounds(10), "seed {seed}");
        assert_eq!(bout.worst, Some(999 - i32::try_from(its).unwrap()));
        more += bout.more_hits(10);
        fewer += bout.fewer_wounds(10);
    }
    assert!(more > 20 && fewer > 20, "{more} {fewer}");
}
