//! The game copes with any numbers in a creature's components: nothing panics, no blow heals, and no creature stops
//! acting.

use bevy::prelude::*;
use fogbound::game::mind::{
    Flees, Guards, Hunts, HuntsBySound, LooksAhead, OpensDoors, Pack, RaisesAlarm, Shoots, Sleeps,
    Wanders,
};
use fogbound::game::{
    Action, Actor, ActorId, Awareness, Camouflage, Clock, Defence, Faction, Happening, Health,
    Hearing, Melee,
};
use fogbound::grid::Direction::East;
use fogbound::vision::Viewshed;

use crate::common::AppExt;
use crate::common::arena::{self, arena, begin_again, creature, events, wait};

const ROOMS: &str = "
####################
#........#.........#
#.@......+.........#
#........#.........#
####################";

/// The smallest number, the largest number, and numbers around zero.
const NUMBERS: [i32; 5] = [i32::MIN, -1, 0, 1, i32::MAX];

#[test]
fn extreme_numbers_in_a_fight_neither_overflow_nor_heal() {
    let mut app = arena(ROOMS);
    for accuracy in NUMBERS {
        for defence in NUMBERS {
            for damage in NUMBERS.map(|most| (accuracy.min(most), most)) {
                begin_again(&mut app, ROOMS);
                let melee = Melee { accuracy, damage };
                let bow = Shoots {
                    range: u32::MAX,
                    keep: 0,
                    accuracy,
                    damage,
                    ..default()
                };
                let hunting = Awareness::Hunting {
                    last_known: IVec2::new(2, 2),
                };
                let (player, _) = arena::player(&mut app);
                let health = Health::new(i32::MAX, 0);
                app.world_mut()
                    .entity_mut(player)
                    .insert((health, Defence(defence), melee));
                creature(&mut app, (3, 2), (Hunts::default(), hunting, melee));
                let archer = (Hunts::default(), hunting, bow, Defence(defence));
                creature(&mut app, (6, 2), archer);
                let mut before = health.now();
                for _ in 0..6 {
                    app.act(Action::attack(East));
                    let now = app.part::<Health>(player).now();
                    assert!((0..=before).contains(&now), "{now} after {before}");
                    before = now;
                }
                let record = events(&mut app);
                let heals = |what| matches!(what, Happening::Hit { damage, .. } if damage < 0);
                assert!(!record.iter().any(|it| heals(it.what)));
            }
        }
    }
}

/// One crowd has the largest possible numbers, and another has the smallest.
#[test]
fn extreme_numbers_in_minds_do_not_stop_the_game() {
    for most in [true, false] {
        let pick = |large: u32| if most { large } else { 0 };
        let mut app = arena(ROOMS);
        let mut guard = Guards::default();
        guard.radius = pick(u32::MAX);
        let mut alarm = RaisesAlarm::default();
        alarm.loudness = pick(u32::MAX);
        let hearing = Hearing {
            acuity: pick(u32::MAX),
        };
        let hunts = Hunts {
            patience: pick(u32::MAX),
        };
        let by_sound = HuntsBySound {
            patience: pick(u32::MAX),
        };
        let shoots = Shoots {
            range: pick(u32::MAX),
            keep: pick(u32::MAX),
            accuracy: 50,
            damage: (0, 0),
            ..default()
        };
        let looks = LooksAhead::new(pick(u16::MAX.into()) as u16);
        let flees = Flees {
            below: if most { i32::MAX } else { i32::MIN },
            within: pick(u32::MAX),
        };
        let pack = Pack {
            call: pick(u32::MAX),
        };
        let hidden = Camouflage {
            within: pick(u32::MAX),
        };
        creature(&mut app, (5, 1), (guard, hunts, hearing, OpensDoors));
        creature(&mut app, (5, 3), (alarm, hunts, looks, hearing));
        creature(&mut app, (7, 1), (shoots, hunts, hearing, Wanders));
        creature(&mut app, (7, 3), (flees, hunts, hearing, hidden));
        creature(&mut app, (8, 2), (pack, hunts, hearing));
        creature(&mut app, (11, 1), (pack, hunts, Sleeps, hearing));
        let blind = creature(&mut app, (14, 2), (by_sound, hearing));
        app.world_mut().entity_mut(blind).remove::<Viewshed>();
        for (number, speed) in [(901, 0), (902, u32::MAX)] {
            let tick = app.world().resource::<Clock>().tick;
            let mut actor = Actor::new(ActorId(number), speed);
            actor.due = tick;
            let x = number as i32 - 885;
            creature(&mut app, (x, 3), (actor, Wanders, hunts));
        }
        let healing = Health::new(i32::MAX, if most { u64::MAX } else { 1 });
        creature(&mut app, (16, 1), (healing, Faction(u16::MAX), hunts));
        let before = app.world().resource::<Clock>().tick;
        for _ in 0..15 {
            app.act(Action::cry(u32::MAX));
            app.act(Action::attack(East));
            app.act(Action::run(East));
            wait(&mut app, 1);
        }
        assert!(app.world().resource::<Clock>().tick >= before + 3_000);
    }
}

/// Journals, plugins and scenes can name any cell, number or actor in a command.
#[test]
fn commands_with_extreme_values_do_nothing_bad() {
    use fogbound::game::{Action as Act, Aim, Arrange, Lantern, PlayerCommand};
    use fogbound::map::Density;
    let numbers = [
        i32::MIN,
        i32::MIN + 1,
        -8192,
        -1,
        0,
        3,
        8192,
        8193,
        i32::MAX,
    ];
    let cells = numbers
        .iter()
        .flat_map(|x| numbers.map(|y| IVec2::new(*x, y)));
    let cells: Vec<IVec2> = cells.collect();
    let kinds = [
        Act::WAITING,
        Act::STEP,
        Act::RUN,
        Act::BUMP,
        Act::ATTACK,
        Act::SHOOT,
        Act::OPEN_DOOR,
        Act::CLOSE_DOOR,
        Act::BREAK_DOOR,
        Act::DRAW_BREATH,
        Act::BREATHING,
        Act::CRY,
        Act::STAIRS,
        Act::LANTERN,
        Act::TEND,
        Act::SEARCHING,
        Act::PICKING_UP,
        Act::DROP,
        Act::USE,
        Act::WEAR,
        Act::THROW,
    ];
    let amounts = [0, 1, u32::MAX / 2, u32::MAX - 1, u32::MAX];
    let mut app = arena(ROOMS);
    creature(&mut app, (7, 2), (Hunts::default(), Hearing::default()));
    let mut play = |command: PlayerCommand| {
        app.world_mut().write_message(command);
        app.update();
    };
    for kind in kinds {
        for &cell in &cells {
            play(PlayerCommand::Act(Act::new(kind, Aim::Cell(cell))));
            let place = (cell.x & 0xff) as u8;
            play(PlayerCommand::Act(Act::new(
                kind,
                Aim::Thing { place, at: cell },
            )));
        }
        for amount in amounts {
            play(PlayerCommand::Act(Act::new(kind, Aim::Amount(amount))));
        }
        let who = Entity::PLACEHOLDER;
        play(PlayerCommand::Act(Act::new(
            kind,
            Aim::Target { who, follows: true },
        )));
    }
    for number in numbers {
        play(PlayerCommand::ChangeRadius(number));
        play(PlayerCommand::StretchRadius(number));
        let health = number;
        play(PlayerCommand::Arrange(Arrange::Health {
            who: ActorId(1000),
            health,
        }));
    }
    for amount in amounts {
        play(PlayerCommand::Arrange(Arrange::Oil(amount)));
        play(PlayerCommand::Arrange(Arrange::Boon(amount as usize)));
    }
    play(PlayerCommand::Arrange(Arrange::Lantern(Lantern::default())));
    let more = Density {
        fog: 255,
        smoke: 255,
    };
    for &at in &cells {
        let who = ActorId(1000);
        let changes = [
            Arrange::Move { who, to: at },
            Arrange::Noise {
                at,
                loudness: u32::MAX,
            },
            Arrange::Air { at, more },
            Arrange::Thing { at, kind: 0 },
            Arrange::Thing { at, kind: u16::MAX },
            Arrange::Tile { at, glyph: '+' },
            Arrange::Awareness {
                who,
                awareness: Awareness::Noticing { at },
            },
            Arrange::Awareness {
                who,
                awareness: Awareness::Hunting { last_known: at },
            },
            Arrange::Awareness {
                who,
                awareness: Awareness::Searching {
                    around: at,
                    until: u64::MAX,
                },
            },
        ];
        for change in changes {
            play(PlayerCommand::Arrange(change));
        }
        play(PlayerCommand::Conjure { glyph: 'r', at });
        play(PlayerCommand::Act(Act::WAIT));
    }
}
