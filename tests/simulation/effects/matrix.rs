//! Every verb acts on every occasion, except where it cannot: a dead monster does not run, and only monsters split.

use bevy::prelude::*;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::effect::{AddVerb, Bearer, Incident, Occasion, Verb, are_waiting};
use fogbound::game::{
    Action, Arrange, Awareness, GameEvent, GameSetup, Happening, LightRule, PlayerCommand, State,
    Things, spawn_thing,
};
use fogbound::grid::Direction;

use super::set_health;
use crate::common::arena::{events, record};
use crate::common::assets::{living, notices, unbegun};
use crate::common::seeds::on_all_cores;
use crate::common::verbs::{
    assert_complete, effects, give_coin, named, occasions, put_corpse, told, trace,
};
use crate::common::{AppExt, drawn};

/// The player and a beast, a watcher of a third side, a hunter that sees nothing, a closed door and a brazier. The player
/// does not know the room in the east.
const STAGE: &str = "
####################
#..+.......#.......#
#.@b....w..#.......#
#.....h....#.......#
#..*.......#.......#
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

/// Returns a game in which a beast or a gadget has an effect on an occasion.
fn stage((bearer, occasion): Asked, effect: &str) -> App {
    let on = format!("on: {{ \"{}\": [{effect}] }}", occasion.name);
    let of_thing = bearer == Bearer::Thing;
    let (beast, gadget) = if of_thing { ("", &*on) } else { (&*on, "") };
    let worn = match occasion {
        Occasion::STEP => "stack: 0,",
        it if it == Occasion::WEAR || it.worn.is_some() => "worn: \"cloak\",",
        _ => "",
    };
    let fights = match occasion {
        Occasion::BLOW if !of_thing => "damage: (1, 1), accuracy: 100,",
        Occasion::MISS if !of_thing => "damage: (1, 1), accuracy: 0,",
        Occasion::HIT if of_thing => "damage: (1, 1), accuracy: 100,",
        Occasion::MISS if of_thing => "defence: 100,",
        _ => "defence: -100,",
    };
    let still = "regeneration: 0, sight: (radius: 9)";
    let files = [
        (
            "beast.ron",
            format!(
                "(name: \"beast\", glyph: 'b', health: 100, {still}, \
                 minds: {{ \"Camouflage\": (within: 3), \"Hunts\": () }}, {fights} {beast})"
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
            "things/gadget.ron",
            format!("(name: \"gadget\", sign: '!', {worn} {gadget})"),
        ),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text));
    let mut app = unbegun(GameSetup {
        monsters: MonsterFiles::recorded(files.into_iter().chain(named())),
        light: LightRule::Dark,
        ..drawn(STAGE)
    });
    app.add_verb::<Idle>("idle");
    app.update();
    assert_eq!(notices(&mut app), [""; 0], "{effect}");
    record(&mut app);
    app.make_player_tough();
    let player = app.player().unwrap();
    set_health(&mut app, player, 500_000);
    app.command([PlayerCommand::Arrange(Arrange::Oil(50))]);
    for (name, awareness) in [
        ("beast", Awareness::Unaware),
        ("watcher", Awareness::Unaware),
        (
            "hunter",
            Awareness::Hunting {
                last_known: IVec2::new(9, 1),
            },
        ),
    ] {
        let who = living(&mut app, name)[0];
        app.world_mut().entity_mut(who).insert(awareness);
        set_health(&mut app, who, 50);
        give_coin(&mut app, who);
    }
    put_corpse(&mut app, IVec2::new(4, 4));
    events(&mut app);
    app
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
    match occasion {
        Occasion::HIT if bearer == Bearer::Thing => {
            until(app, Action::WAIT, &|it| is_by(it, beast, true));
        }
        Occasion::BLOW | Occasion::MISS => {
            let hits = occasion == Occasion::BLOW;
            let (who, action) = match bearer {
                Bearer::Monster => (beast, Action::WAIT),
                Bearer::Thing => (you, strike),
            };
            until(app, action, &|it| is_by(it, who, hits));
        }
        Occasion::HIT => until(app, strike, &|it| matches!(it.what, Happening::Hit { .. })),
        Occasion::TOUCH => app.act(strike),
        Occasion::DEATH => {
            set_health(app, beast, 1);
            until(app, strike, &|it| matches!(it.what, Happening::Died { .. }));
        }
        Occasion::NOTICE => until(app, Action::WAIT, &|it| {
            let hunts = matches!(
                it.what,
                Happening::StateChanged {
                    to: State::Hunting,
                    ..
                }
            );
            hunts && it.actor == beast
        }),
        Occasion::TURN => app.act(Action::WAIT),
        Occasion::STEP => {
            give_coin(app, you);
            spawn_thing(app.world_mut(), gadget, IVec2::new(2, 1));
            app.act(Action::step(Direction::North));
        }
        of_pack => {
            spawn_thing(app.world_mut(), gadget, IVec2::new(2, 2));
            app.act(Action::PICK_UP);
            give_coin(app, you);
            let ticks = app.ticks_of(match of_pack {
                Occasion::USE => Action::use_thing(0),
                Occasion::WEAR => Action::wear(0),
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
    let mut app = stage(asked, effect);
    let mut lines = told(&arise(&mut app, asked));
    for _ in 0..3 {
        assert!(!are_waiting(app.world()), "{asked:?}");
        lines.extend(trace(&mut app));
        lines.extend(told(&events(&mut app)));
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
    match occasion {
        // The centre of its own effect is where it stands.
        _ if verb == "face" => false,
        // It has no body any more.
        Occasion::DEATH => ![
            "split", "flee", "light", "reveal", "tell", "hear", "blink", "betray", "mislead",
            "see", "point", "steal", "give", "swap",
        ]
        .contains(&verb),
        // A blow reveals the monster anyway.
        Occasion::HIT | Occasion::TOUCH | Occasion::BLOW | Occasion::MISS if verb == "reveal" => {
            false
        }
        // Only the player learns something from these.
        _ if bearer == Bearer::Monster => !["see", "point"].contains(&verb),
        // A player does not split or run by itself, hides nothing, and its lantern shines as it is set.
        _ => !["split", "flee", "reveal", "light"].contains(&verb),
    }
}

#[test]
fn every_verb_acts_on_every_occasion() {
    assert_complete(&crate::common::simulation(crate::common::built(1)));
    let occasions = [Bearer::Monster, Bearer::Thing]
        .into_iter()
        .flat_map(|of| occasions(of).into_iter().map(move |it| (of, it)));
    let verbs = effects("burst(9)");
    let acted = on_all_cores(occasions, |asked| {
        let nothing = outcome(asked, "(verb: \"idle\")");
        let mut acted = 0;
        for (verb, effect) in &verbs {
            let acts = outcome(asked, effect) != nothing;
            assert_eq!(acts, can_act(asked, verb), "{verb} on {asked:?}");
            acted += usize::from(acts);
        }
        acted
    });
    let acted: usize = acted.iter().sum();
    assert!(acted > 300, "{acted}");
}
