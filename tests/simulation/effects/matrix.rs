//! Every verb acts on every occasion, except where it cannot: a dead monster does not run, and only monsters split.

use std::cell::RefCell;

use bevy::prelude::*;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::effect::{
    AddVerb, Bearer, Incident, Occasion, Party, Takes, Verb, are_waiting,
};
use fogbound::game::{
    Action, Arrange, Awareness, Did, FactKind, Game, GameEvent, GameSetup, Happening, LightRule,
    PlayerCommand, Snapshot, State, Things, begin_game, fingerprint, spawn_thing,
};
use fogbound::grid::Direction;

use super::set_health;
use crate::common::arena::{events, record};
use crate::common::assets::{living, notices};
use crate::common::seeds::on_all_cores;
use crate::common::verbs::{
    assert_complete, effects, give_coin, named, occasions, put_corpse, terms, told, trace,
};
use crate::common::{AppExt, built_small, drawn, simulation};

/// The player and a beast, a friend of each, a watcher of a third side, a hunter that sees nothing, a closed door and a brazier. The player
/// does not know the room in the east.
const STAGE: &str = "
####################
#..+.......#.......#
#.@b....w..#.......#
#..a..h....#.......#
#..*c......#.......#
####################
";

/// A verb that does nothing.
#[derive(Reflect, Default)]
#[reflect(Default)]
struct Idle {}

impl Verb for Idle {
    fn act(&self, _world: &mut World, _incident: &Incident) {}
}

/// An occasion of a monster or of a thing.
type Asked = (Bearer, Occasion);

thread_local! {
    /// The app in which a thread plays all its games, one after the other.
    static APP: RefCell<App> = RefCell::new({
        let mut app = simulation(built_small(1));
        app.add_verb::<Idle>("idle");
        record(&mut app);
        app
    });
}

/// Begins a game in which a beast or a gadget has an effect on an occasion.
fn begin(app: &mut App, (bearer, occasion): Asked, effect: &str) {
    let of_thing = bearer == Bearer::Thing;
    let lives = match (occasion.name, of_thing) {
        ("spared", false) => ", \"turn\": [(verb: \"change\", number: \"lives\", most: 1)]",
        ("spared", true) => ", \"wear\": [(verb: \"change\", number: \"lives\")]",
        _ => "",
    };
    let on = format!("on: {{ \"{}\": [{effect}]{lives} }}", occasion.name);
    let (beast, gadget) = if of_thing { ("", &*on) } else { (&*on, "") };
    let worn = match occasion.name {
        "step" => "stack: 0,",
        "wear" | "take off" => "worn: \"cloak\",",
        _ if occasion.worn.is_some() => "worn: \"cloak\",",
        _ => "",
    };
    let fights = match (occasion.name, of_thing) {
        ("blow", false) | ("hit", true) => "damage: (1, 1), accuracy: 100,",
        // The player and its friend would not die of it.
        ("kill", false) => "damage: (1, 1), accuracy: 100, faction: 0,",
        ("miss", false) => "damage: (1, 1), accuracy: 0,",
        ("miss", true) => "defence: 100,",
        ("spared", true) => "damage: (1, 1), accuracy: 100,",
        _ => "defence: -100,",
    };
    let still = "regeneration: 0, sight: (radius: 9)";
    let files = [
        (
            "beast.ron",
            format!(
                "(name: \"beast\", glyph: 'b', health: 100, {still}, \
                 minds: {{ \"Camouflage\": (within: 3), \"Hunts\": () }}, carries: [(thing: \"coin\")], {fights} {beast})"
            ),
        ),
        (
            "watcher.ron",
            format!("(name: \"watcher\", glyph: 'w', health: 100, faction: 5, {still})"),
        ),
        (
            "hunter.ron",
            "(name: \"hunter\", glyph: 'h', health: 100, faction: 5, sight: (radius: 0))"
                .to_owned(),
        ),
        (
            "cub.ron",
            "(name: \"cub\", glyph: 'c', health: 100, regeneration: 0, sight: (radius: 0), hearing: 0)"
                .to_owned(),
        ),
        (
            "ally.ron",
            format!("(name: \"ally\", glyph: 'a', health: 100, faction: 0, {still})"),
        ),
        (
            "things/whistle.ron",
            "(name: \"whistle\", sign: '?', on: { \"use\": [(verb: \"spawn\", kind: \"beast\")] })"
                .to_owned(),
        ),
        (
            "things/fuse.ron",
            "(name: \"fuse\", sign: '?', on: { \"use\": [(verb: \"place\", thing: \"gadget\", turns: 1)] })"
                .to_owned(),
        ),
        (
            "things/gadget.ron",
            format!("(name: \"gadget\", sign: '!', {worn} {gadget})"),
        ),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text));
    let setup = GameSetup {
        monsters: MonsterFiles::recorded(files.into_iter().chain(named())),
        light: LightRule::Dark,
        ..drawn(STAGE)
    };
    begin_game(app.world_mut(), Game::new(setup).unwrap());
    assert_eq!(notices(app), [""; 0], "{effect}");
    app.make_player_tough();
    let player = app.player().unwrap();
    set_health(app, player, 500_000);
    app.command([PlayerCommand::Arrange(Arrange::Oil(50))]);
    put_corpse(app, IVec2::new(1, 3));
    put(app, "coin", IVec2::new(5, 3));
    app.command([PlayerCommand::ChangeRadius(0)]);
    events(app);
}

/// Gives the creatures their states, wounds and coins.
fn make_ready(app: &mut App) {
    for (name, awareness) in [
        ("beast", Awareness::Unaware),
        ("watcher", Awareness::Unaware),
        ("cub", Awareness::Asleep),
        (
            "hunter",
            Awareness::Hunting {
                last_known: IVec2::new(9, 1),
            },
        ),
    ] {
        let who = living(app, name)[0];
        app.world_mut().entity_mut(who).insert(awareness);
        set_health(app, who, 50);
        give_coin(app, who);
    }
    events(app);
}

fn put(app: &mut App, name: &str, cell: IVec2) {
    let kind = app.world().resource::<Things>().named(name).unwrap();
    spawn_thing(app.world_mut(), kind, cell);
}

/// Makes the occasion arise. Returns the events.
fn arise(app: &mut App, (bearer, occasion): Asked) -> Vec<GameEvent> {
    let beast = living(app, "beast")[0];
    let mut all = Vec::new();
    let mut until = |app: &mut App, action: Action, is_it: &dyn Fn(&GameEvent) -> bool| {
        for _ in 0..60 {
            app.act(action);
            let events = events(app);
            let is_over = events.iter().any(is_it);
            all.extend(events);
            if is_over {
                return;
            }
        }
        panic!("{occasion:?} does not arise");
    };
    let strike = Action::attack(Direction::East);
    let gadget = app.world().resource::<Things>().named("gadget").unwrap();
    let is_spared = |it: &GameEvent| it.what == Did::of(FactKind::SPARED).into();
    let is_by = |it: &GameEvent, who: Entity, hits: bool| {
        let is_it = match it.what {
            Happening::Hit { .. } => hits,
            Happening::Missed { .. } => !hits,
            _ => false,
        };
        is_it && it.actor == who
    };
    let you = app.player().unwrap();
    if bearer == Bearer::Thing && occasion.worn.is_some() {
        spawn_thing(app.world_mut(), gadget, IVec2::new(2, 2));
        app.act(Action::PICK_UP);
        app.act(Action::wear(0));
        give_coin(app, you);
        // It may have hit already.
        give_coin(app, beast);
        events(app);
    }
    match (occasion.name, bearer) {
        ("kill", _) => {
            let of_monster = bearer == Bearer::Monster;
            let victim = if of_monster {
                living(app, "cub")[0]
            } else {
                beast
            };
            let action = if of_monster { Action::WAIT } else { strike };
            if of_monster {
                let last_known = IVec2::new(4, 4);
                let hunts = Awareness::Hunting { last_known };
                app.world_mut().entity_mut(beast).insert(hunts);
            }
            set_health(app, victim, 1);
            until(app, action, &|it| matches!(it.what, Happening::Died { .. }));
        }
        ("hit", Bearer::Thing) => until(app, Action::WAIT, &|it| is_by(it, beast, true)),
        ("blow" | "miss", _) => {
            let hits = occasion == Occasion::BLOW;
            let (who, action) = match bearer {
                Bearer::Monster => (beast, Action::WAIT),
                Bearer::Thing => (you, strike),
            };
            until(app, action, &|it| is_by(it, who, hits));
        }
        ("spared", Bearer::Thing) => {
            set_health(app, you, 1);
            until(app, Action::WAIT, &|it| is_spared(it));
        }
        ("spared", _) => {
            app.act(Action::WAIT);
            set_health(app, beast, 1);
            until(app, strike, &|it| is_spared(it));
        }
        ("hit", _) => until(app, strike, &|it| matches!(it.what, Happening::Hit { .. })),
        ("touch", _) => app.act(strike),
        ("death", _) => {
            set_health(app, beast, 1);
            until(app, strike, &|it| matches!(it.what, Happening::Died { .. }));
        }
        ("notice", _) => until(app, Action::WAIT, &|it| {
            let hunts = matches!(
                it.what,
                Happening::StateChanged {
                    to: State::Hunting,
                    ..
                }
            );
            hunts && it.actor == beast
        }),
        ("hear", _) => {
            let at = IVec2::new(8, 4);
            app.command([PlayerCommand::Arrange(Arrange::Noise { at, loudness: 20 })]);
            app.act(Action::WAIT);
            app.act(Action::WAIT);
        }
        ("arrive", _) => {
            put(app, "whistle", IVec2::new(2, 2));
            app.act(Action::PICK_UP);
            app.act(Action::use_thing(0));
        }
        _ if occasion.each_turn => app.act(Action::WAIT),
        ("step", _) => {
            give_coin(app, you);
            spawn_thing(app.world_mut(), gadget, IVec2::new(2, 1));
            app.act(Action::step(Direction::North));
        }
        ("fade", _) => {
            let fuse = app.world().resource::<Things>().named("fuse").unwrap();
            spawn_thing(app.world_mut(), fuse, IVec2::new(2, 2));
            app.act(Action::PICK_UP);
            give_coin(app, you);
            app.act(Action::use_thing(0));
            app.act(Action::WAIT);
        }
        ("pick up", _) => {
            give_coin(app, you);
            spawn_thing(app.world_mut(), gadget, IVec2::new(2, 2));
            app.act(Action::PICK_UP);
        }
        ("take off", _) => {
            spawn_thing(app.world_mut(), gadget, IVec2::new(2, 2));
            for action in [Action::PICK_UP, Action::wear(0)] {
                app.act(action);
            }
            give_coin(app, you);
            app.act(Action::wear(0));
        }
        (of_pack, _) => {
            spawn_thing(app.world_mut(), gadget, IVec2::new(2, 2));
            app.act(Action::PICK_UP);
            give_coin(app, you);
            let ticks = app.ticks_of(match of_pack {
                "use" => Action::use_thing(0),
                "zap" => Action::zap(0, IVec2::new(5, 1)),
                "wear" => Action::wear(0),
                _ => Action::throw(0, IVec2::new(5, 1)),
            });
            if ticks == 0 {
                // The player knows that using it would do nothing.
                app.act(Action::WAIT);
            }
        }
    }
    all
}

/// Returns all that an effect on an occasion leads to.
fn outcome(asked: Asked, effect: &str) -> Vec<String> {
    APP.with_borrow_mut(|app| {
        begin(app, asked, effect);
        make_ready(app);
        play_on(app, asked)
    })
}

/// Returns all that an effect on an occasion leads to, and checks that it leads to the same again from a snapshot.
fn outcome_twice(asked: Asked, effect: &str) -> Vec<String> {
    APP.with_borrow_mut(|app| {
        begin(app, asked, effect);
        let snapshot = Snapshot::take(app.world_mut()).unwrap();
        let [(lines, first), (_, again)] = [0; 2].map(|_| {
            snapshot.restore(app.world_mut());
            make_ready(app);
            let lines = play_on(app, asked);
            (lines, fingerprint(app.world_mut()))
        });
        assert_eq!(first, again, "{effect} on {asked:?}");
        lines
    })
}

fn play_on(app: &mut App, asked: Asked) -> Vec<String> {
    let events_of_it = arise(app, asked);
    let mut lines = told(app, &events_of_it);
    for _ in 0..3 {
        assert!(!are_waiting(app.world()), "{asked:?}");
        lines.extend(trace(app));
        let more = events(app);
        lines.extend(told(app, &more));
        app.act(Action::WAIT);
    }
    let is_own = |it: &String| {
        ["Hindered", "what: use,", "Waited"]
            .iter()
            .any(|own| it.contains(own))
    };
    lines.retain(|it| !is_own(it));
    lines
}

/// Returns whether a verb can do something on an occasion.
fn can_act((bearer, occasion): Asked, verb: &str) -> bool {
    match occasion.name {
        // The only sleeper is the one that is killed.
        "kill" if verb == "wake" => bearer == Bearer::Thing,
        // By then, the sleeper has woken by itself. The scenes of this verb show that it acts.
        "spared" | "fade" if verb == "wake" => bearer == Bearer::Monster,
        // The centre of its own effect is where it stands.
        // It would go on to the next one.
        "kill" if verb == "go" => bearer == Bearer::Monster,
        // It shows only in the limits of other effects.
        _ if verb == "count" => false,
        _ if ["face", "go"].contains(&verb) => false,
        // It has no body any more.
        "death" => ![
            "split", "flee", "light", "reveal", "tell", "hear", "blink", "betray", "mislead",
            "see", "point", "steal", "give", "swap", "strike", "shoot", "take", "become", "vanish",
            "teleport",
        ]
        .contains(&verb),
        // Nobody is its user.
        "fade" => ![
            "split", "flee", "light", "reveal", "tell", "hear", "blink", "betray", "mislead",
            "see", "point", "steal", "give", "swap", "strike", "shoot", "take", "become", "vanish",
            "join", "teleport",
        ]
        .contains(&verb),
        // Its last point cannot be shared.
        "spared" if verb == "split" => false,
        // It has not looked around yet.
        "arrive" if ["blink", "strike", "shoot"].contains(&verb) => false,
        // A blow reveals the monster anyway.
        "hit" | "spared" | "touch" | "blow" | "miss" | "kill" if verb == "reveal" => false,
        // Only the player learns something from these.
        _ if bearer == Bearer::Monster => !["see", "point"].contains(&verb),
        // A player does not split or run by itself, hides nothing, and its lantern shines as it is set.
        _ => !["split", "flee", "reveal", "light", "become", "vanish"].contains(&verb),
    }
}

/// Returns every occasion of monsters and of things.
fn all_occasions() -> Vec<Asked> {
    let bearers = [Bearer::Monster, Bearer::Thing].into_iter();
    let all = bearers.flat_map(|of| occasions(of).into_iter().map(move |it| (of, it)));
    all.collect()
}

#[test]
fn every_verb_acts_on_every_occasion() {
    assert_complete(&crate::common::simulation(crate::common::built(1)));
    let verbs = effects("burst(9)");
    let acted = on_all_cores(all_occasions(), |asked| {
        let nothing = outcome_twice(asked, "(verb: \"idle\")");
        let mut acted = 0;
        for (verb, effect) in &verbs {
            // The first blow takes the player away from the one that strikes, before the test begins to look.
            if *verb == "fall" && asked == (Bearer::Thing, Occasion::HIT) {
                continue;
            }
            let acts = outcome_twice(asked, effect) != nothing;
            assert_eq!(acts, can_act(asked, verb), "{verb} on {asked:?}");
            acted += usize::from(acts);
        }
        acted
    });
    let acted: usize = acted.iter().sum();
    assert!(acted > 700, "{acted}");
}

/// Returns each condition as a file can name it for a party.
fn tests_of(party: Party) -> Vec<String> {
    let terms = terms();
    let conditions = terms.conditions().iter();
    let conditions = conditions.filter(|it| it.subject.can_be(party));
    let words = conditions.map(|it| match it.takes {
        Takes::Monster => format!("{} {} beast", party.name(), it.name),
        Takes::Tile => format!("{} {} floor", party.name(), it.name),
        Takes::Nothing | Takes::Number(..) | Takes::Thing => {
            format!("{} {}", party.name(), it.name)
        }
    });
    words.collect()
}

#[test]
fn of_each_condition_and_its_opposite_one_holds_on_every_occasion() {
    let counts = on_all_cores(all_occasions(), |asked| {
        // Effects on putting a thing on always take place.
        if asked.1 == Occasion::WEAR {
            return [0; 2];
        }
        let nothing = outcome(asked, "(verb: \"idle\")");
        let mut counts = [0; 2];
        for party in Party::ALL.into_iter().filter(|it| asked.1.has(*it)) {
            for test in tests_of(party) {
                let acts = ["", "not "].map(|not| {
                    let when = format!("{not}{test}");
                    let effect = format!("(verb: \"noise\", loudness: 3, when: {when:?})");
                    outcome(asked, &effect) != nothing
                });
                // An occasion of each turn arises several times, and who is concerned may change in between.
                let is_one = acts[0] != acts[1] || asked.1.each_turn && acts == [true; 2];
                // Nothing holds of a creature that is no more.
                let is_gone = [Occasion::DEATH, Occasion::FADE].contains(&asked.1);
                let is_gone = is_gone && party == Party::Me;
                let is_one = is_one || is_gone && acts == [false; 2];
                assert!(is_one, "{test} on {asked:?}: {acts:?}");
                counts[usize::from(acts[0])] += 1;
            }
        }
        counts
    });
    let all = counts
        .iter()
        .fold([0; 2], |all, it| [all[0] + it[0], all[1] + it[1]]);
    assert!(all.iter().all(|it| *it > 100), "{all:?}");
}

#[test]
fn every_verb_depends_on_every_condition() {
    let asked = (Bearer::Monster, Occasion::HIT);
    let nothing = outcome(asked, "(verb: \"idle\")");
    let with =
        |effect: &str, when: &str| format!("{}, when: {when:?})", &effect[..effect.len() - 1]);
    let tests: Vec<String> = [Party::Me, Party::Them]
        .into_iter()
        .flat_map(tests_of)
        .collect();
    let verbs = effects("burst(9)");
    let verbs: Vec<_> = verbs.iter().filter(|it| can_act(asked, it.0)).collect();
    let counts = on_all_cores(tests, |test| {
        let noise = with("(verb: \"noise\", loudness: 3)", &test);
        let holds = outcome(asked, &noise) != nothing;
        let [yes, no] = if holds { ["", "not "] } else { ["not ", ""] };
        for (verb, effect) in &verbs {
            let acts = |not: &str| outcome(asked, &with(effect, &format!("{not}{test}")));
            assert_eq!(acts(no), nothing, "{verb} unless {test}");
            assert_ne!(acts(yes), nothing, "{verb} if {test}");
        }
        verbs.len()
    });
    assert!(counts.iter().sum::<usize>() > 500, "{counts:?}");
}
