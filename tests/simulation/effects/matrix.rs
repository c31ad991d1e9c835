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
use crate::common::verbs::{assert_complete, effects, named, occasions, told, trace};
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

/// Returns a game in which a beast and a gadget have an effect on an occasion.
fn stage(occasion: Occasion, effect: &str) -> App {
    let on = format!("on: {{ \"{}\": [{effect}] }}", occasion.name);
    let of_thing = occasion.of == Bearer::Thing;
    let (beast, gadget) = if of_thing { ("", &*on) } else { (&*on, "") };
    let worn = match occasion {
        Occasion::WEAR => "worn: \"cloak\",",
        Occasion::STEP => "stack: 0,",
        _ => "",
    };
    let still = "regeneration: 0, sight: (radius: 9)";
    let files = [
        (
            "beast.ron",
            format!(
                "(name: \"beast\", glyph: 'b', health: 100, defence: -100, {still}, \
                 minds: {{ \"Camouflage\": (within: 3), \"Hunts\": () }}, {beast})"
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
    }
    events(&mut app);
    app
}

/// Makes the occasion arise. Returns the events.
fn arise(app: &mut App, occasion: Occasion) -> Vec<GameEvent> {
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
    match occasion {
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
            spawn_thing(app.world_mut(), gadget, IVec2::new(2, 1));
            app.act(Action::step(Direction::North));
        }
        of_pack => {
            spawn_thing(app.world_mut(), gadget, IVec2::new(2, 2));
            app.act(Action::PICK_UP);
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
fn outcome(occasion: Occasion, effect: &str) -> Vec<String> {
    let mut app = stage(occasion, effect);
    let mut lines = told(&arise(&mut app, occasion));
    for _ in 0..3 {
        assert!(!are_waiting(app.world()), "{occasion:?}");
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
fn can_act(occasion: Occasion, verb: &str) -> bool {
    match occasion {
        // It has no body any more.
        Occasion::DEATH => ![
            "split", "flee", "light", "reveal", "tell", "hear", "blink", "betray", "mislead",
            "see", "point",
        ]
        .contains(&verb),
        // A blow reveals the monster anyway.
        Occasion::HIT | Occasion::TOUCH if verb == "reveal" => false,
        // Only the player learns something from these.
        it if it.of == Bearer::Monster => !["see", "point"].contains(&verb),
        // A player does not split or run by itself, hides nothing, and its lantern shines as it is set.
        _ => !["split", "flee", "reveal", "light"].contains(&verb),
    }
}

#[test]
fn every_verb_acts_on_every_occasion() {
    assert_complete(&crate::common::simulation(crate::common::built(1)));
    let occasions = [Bearer::Monster, Bearer::Thing]
        .into_iter()
        .flat_map(occasions);
    let verbs = effects("burst(9)");
    let acted = on_all_cores(occasions, |occasion| {
        let nothing = outcome(occasion, "(verb: \"idle\")");
        let mut acted = 0;
        for (verb, effect) in &verbs {
            let acts = outcome(occasion, effect) != nothing;
            assert_eq!(acts, can_act(occasion, verb), "{verb} on {occasion:?}");
            acted += usize::from(acts);
        }
        acted
    });
    let acted: usize = acted.iter().sum();
    assert!(acted > 170, "{acted}");
}
