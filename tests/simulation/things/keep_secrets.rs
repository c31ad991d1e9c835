//! No thing tells what is hidden: two worlds that differ only in what the player does not perceive say and show the same
//! when the player uses, throws, wears or steps on a thing, and the thing is used up in both or in neither.

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::effect::Condition;
use fogbound::game::{
    Action, Arrange, Faction, Game, GameSetup, Health, Inventory, Item, Lantern, LightRule,
    Occasion, PlayerCommand, Things, begin_game, spawn_thing,
};
use fogbound::grid::Direction;
use fogbound::map::{Density, TileMap};
use fogbound::view::{MessageLog, Screen};
use fogbound::vision::ObjectKind;

use super::{pack, you};
use crate::common::seeds::on_all_cores;
use crate::common::verbs::{assert_complete, effects, named, trace};
use crate::common::{AppExt, drawn, on_one_thread, tick, whole_game};

/// A hall, of which the player's lantern lights the west and a brazier the middle. The east is dark. Behind the walls are
/// closed rooms.
const HALLS: &str = "
##########################################
#........#...............................#
#...######...............................#
#...#@..+................................#
#...#....................................#
#...#.......*............................#
#...######...............................#
#........#...............................#
##########################################
";

/// Where the player begins.
const HERE: IVec2 = IVec2::new(5, 3);

/// What one of the two worlds has in addition.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hidden {
    /// A camouflaged enemy in the light.
    Chameleon,
    /// A camouflaged enemy on the next cell.
    Beside,
    /// A camouflaged friend in the light.
    Friend,
    /// An enemy in the dark.
    InTheDark,
    /// An enemy in a closed room behind the next wall.
    BehindAWall,
    /// A thing in the dark.
    Thing,
    /// A trap in the dark.
    Trap,
    /// A secret door in the next wall.
    SecretDoor,
    /// Fog in a closed room.
    Fog,
    /// Smoke in a closed room.
    Smoke,
}

impl Hidden {
    const ALL: [Self; 10] = [
        Self::Chameleon,
        Self::Beside,
        Self::Friend,
        Self::InTheDark,
        Self::BehindAWall,
        Self::Thing,
        Self::Trap,
        Self::SecretDoor,
        Self::Fog,
        Self::Smoke,
    ];

    /// Puts it into a world.
    fn hide(self, app: &mut App) {
        let put = |app: &mut App, glyph: char, at: (i32, i32)| {
            let at = at.into();
            app.command([PlayerCommand::Conjure { glyph, at }]);
        };
        let lie = |app: &mut App, name: &str| {
            let kind = app.world().resource::<Things>().named(name).unwrap();
            spawn_thing(app.world_mut(), kind, IVec2::new(36, 3));
        };
        let air = |app: &mut App, air: Density| {
            let mut map = app.world_mut().resource_mut::<TileMap>();
            for y in 1..=4 {
                map.add_air(IVec2::new(2, y), air);
            }
        };
        match self {
            Self::Chameleon => put(app, 'c', (14, 4)),
            Self::Friend => put(app, 'g', (14, 4)),
            Self::Beside => put(app, 'c', (6, 4)),
            Self::InTheDark => put(app, 'k', (37, 4)),
            Self::BehindAWall => put(app, 'k', (3, 3)),
            Self::Thing => lie(app, "mark"),
            Self::Trap => lie(app, "wire"),
            // It is there from the beginning.
            Self::SecretDoor => {}
            Self::Fog => air(app, Density::fog(6)),
            Self::Smoke => air(app, Density::smoke(6)),
        }
    }
}

/// What the player does with a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Use,
    Throw,
    Wear,
    Step,
}

const WAYS: [Way; 4] = [Way::Use, Way::Throw, Way::Wear, Way::Step];

impl Way {
    fn occasion(self) -> Occasion {
        match self {
            Self::Use => Occasion::Use,
            Self::Throw => Occasion::Throw,
            Self::Wear => Occasion::Wear,
            Self::Step => Occasion::Step,
        }
    }

    /// Returns whether a thing can be treated like this.
    fn suits(self, item: &Item) -> bool {
        match self {
            Self::Throw => item.stack > 0,
            Self::Wear => item.worn.is_some(),
            _ => item.responds_to(self.occasion()),
        }
    }
}

/// What the player is like.
#[derive(Clone, Copy, Debug, PartialEq)]
enum You {
    /// With an open lantern.
    Lit,
    /// With a lantern that is shut.
    Dark,
}

/// Two worlds that differ in one thing that is hidden.
struct Pair {
    files: MonsterFiles,
    worlds: [App; 2],
}

/// All that the player learns: the lines of the log, the screen, what it carries, and the time.
#[derive(Debug, PartialEq)]
struct Learnt {
    log: Vec<String>,
    screen: Vec<String>,
    pack: Vec<(usize, String, u32, bool)>,
    time: u64,
}

impl Pair {
    fn new(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let keeper = |name: &str, glyph: char, rest: &str| {
            let text = format!(
                "(name: {name:?}, glyph: {glyph:?}, health: 50, regeneration: 0, sight: (radius: 40), dark_sight: 40, \
                 appears: (weight: 0), {rest})"
            );
            (format!("{name}.ron"), text)
        };
        let camouflage = "minds: { \"Camouflage\": (within: 0) }";
        let friend = format!("faction: {}, {camouflage}", Faction::PLAYER.0);
        let wire = "(name: \"wire\", sign: '~', stack: 0, on: { \"step\": [(verb: \"noise\", loudness: 9)] })";
        let own = [
            keeper("keeper", 'k', ""),
            keeper("chameleon", 'c', camouflage),
            keeper("friend", 'g', &friend),
            ("things/wire.ron".to_owned(), wire.to_owned()),
        ];
        let all: std::collections::BTreeMap<String, String> =
            named().into_iter().chain(own).chain(files).collect();
        let files = MonsterFiles::recorded(all);
        let worlds = [(), ()].map(|()| {
            let mut app = on_one_thread(whole_game(setup(&files, None)));
            let mut screen = app.world_mut().resource_mut::<Screen>();
            screen.resize(UVec2::new(100, 34));
            app
        });
        Self { files, worlds }
    }

    /// Begins the game anew in both worlds. The second one hides something. The player carries the thing or, for
    /// [`Way::Step`], is beside it.
    fn begin(&mut self, (name, way): (&str, Way), you_are: You, hidden: Hidden) {
        let [plain, other] = &mut self.worlds;
        for (app, hidden) in [(plain, None), (other, Some(hidden))] {
            let game = Game::new(setup(&self.files, hidden)).unwrap();
            begin_game(app.world_mut(), game);
            app.update();
            let player = app.player().unwrap();
            let tough = Health::new(1_000, 0);
            app.world_mut().entity_mut(player).insert(tough);
            app.command([PlayerCommand::Arrange(Arrange::Oil(50))]);
            let kind = app.world().resource::<Things>().named(name);
            let kind = kind.unwrap_or_else(|| panic!("no {name}"));
            give(app, kind, way);
            app.command([PlayerCommand::Act(Action::WAIT)]);
            if you_are == You::Dark {
                app.act(Action::set_lantern(Lantern::Shut));
            }
            app.world_mut().get_mut::<Health>(player).unwrap().now = 500;
            match hidden {
                Some(hidden) => hidden.hide(app),
                None => app.command([PlayerCommand::ChangeRadius(0)]),
            }
            // The view of the moment, with what is hidden in place.
            app.command([PlayerCommand::ChangeRadius(0)]);
            *app.world_mut().resource_mut::<MessageLog>() = MessageLog::default();
        }
    }

    /// Gives both players a command. Returns what each of them learns.
    fn act(&mut self, action: Action) -> [Learnt; 2] {
        self.worlds.each_mut().map(|app| {
            app.command([PlayerCommand::Act(action)]);
            learnt(app)
        })
    }
}

fn learnt(app: &mut App) -> Learnt {
    app.update();
    let log = app.world().resource::<MessageLog>();
    Learnt {
        log: log.last(usize::MAX).collect(),
        screen: app
            .world()
            .resource::<Screen>()
            .text()
            .lines()
            .map(str::to_owned)
            .collect(),
        pack: pack(app),
        time: tick(app),
    }
}

fn setup(files: &MonsterFiles, hidden: Option<Hidden>) -> GameSetup {
    // A secret door instead of the wall beside the player.
    let drawing = match hidden {
        Some(Hidden::SecretDoor) => HALLS.replace("#...#@", "#...?@"),
        _ => HALLS.to_owned(),
    };
    GameSetup {
        monsters: files.clone(),
        light: LightRule::Dark,
        sight: Sight::default().unlimited(),
        ..drawn(&drawing)
    }
}

fn give(app: &mut App, kind: ObjectKind, way: Way) {
    match way {
        Way::Step => {
            spawn_thing(app.world_mut(), kind, HERE + IVec2::X);
        }
        _ => {
            spawn_thing(app.world_mut(), kind, HERE);
            app.act(Action::PICK_UP);
            assert_eq!(app.part::<Inventory>(you(app)).count(kind), 1);
        }
    }
}

fn action(way: Way) -> Action {
    match way {
        Way::Use => Action::use_thing(0),
        Way::Throw => Action::throw(0, HERE + IVec2::new(3, 2)),
        Way::Wear => Action::wear(0),
        Way::Step => Action::step(Direction::East),
    }
}

/// Returns whether an effect shows, or may meet, what is hidden like this, by its nature.
fn may_show(effects: &[&str], hidden: Hidden) -> bool {
    let is_creature = !matches!(
        hidden,
        Hidden::Thing | Hidden::Trap | Hidden::SecretDoor | Hidden::Fog | Hidden::Smoke
    );
    let any = |verbs: &[&str]| effects.iter().any(|it| verbs.contains(it));
    // It lets the player hear everyone, pushes or burns them, or fills the cells beside the player.
    is_creature && any(&["hear"]) || hidden == Hidden::Beside && any(&["shove", "fire", "spawn"])
}

/// Asserts that both players learn the same from what they do with a thing. Returns whether the thing did anything.
fn compare(pair: &mut Pair, thing: (&str, Way), you_are: You, hidden: Hidden) -> bool {
    pair.begin(thing, you_are, hidden);
    let [one, other] = pair.worlds.each_mut().map(learnt);
    let what = format!("{thing:?}, {you_are:?}, {hidden:?}");
    assert_eq!(one, other, "before: {what}");
    let before = trace(&mut pair.worlds[0]);
    let [one, other] = pair.act(action(thing.1));
    assert_eq!(one, other, "{what}");
    let after = trace(&mut pair.worlds[0]);
    for _ in 0..2 {
        let [one, other] = pair.act(Action::WAIT);
        assert_eq!(one, other, "later: {what}");
    }
    before != after
}

/// Compares all pairs of worlds for these things, each with the names of its verbs on each occasion. Returns how often
/// things did something, and how often they did not.
fn compare_all(files: &[(String, String)], things: &[Told]) -> [usize; 2] {
    let counts = on_all_cores(Hidden::ALL, |hidden| {
        let mut counts = [0; 2];
        let mut pair = Pair::new(files.iter().cloned());
        for (name, ways) in things {
            for (way, _) in ways.iter().filter(|it| !may_show(&it.1, hidden)) {
                for you_are in [You::Lit, You::Dark] {
                    let acts = compare(&mut pair, (name, *way), you_are, hidden);
                    counts[usize::from(!acts)] += 1;
                }
            }
        }
        counts
    });
    counts
        .into_iter()
        .fold([0; 2], |all, it| [all[0] + it[0], all[1] + it[1]])
}

/// A thing, and the verbs of its effects for each way to treat it.
type Told = (String, Vec<(Way, Vec<&'static str>)>);

/// Adds a thing with an effect that can be used and thrown, and another one to step on.
fn add(
    files: &mut Vec<(String, String)>,
    all: &mut Vec<Told>,
    (name, verb): (&str, &'static str),
    effect: &str,
) {
    for (name, stack, ways) in [
        (name.to_owned(), 9, vec![Way::Use, Way::Throw]),
        (format!("{name} trap"), 0, vec![Way::Step]),
    ] {
        let on = ways
            .iter()
            .map(|it| format!("{:?}: [{effect}]", it.occasion().name()));
        let on = on.collect::<Vec<_>>().join(", ");
        let text = format!("(name: {name:?}, sign: '!', stack: {stack}, on: {{ {on} }})");
        files.push((format!("things/{}.ron", name.replace(' ', "-")), text));
        let ways = ways.into_iter().map(|way| (way, vec![verb]));
        all.push((name, ways.collect()));
    }
}

#[test]
fn no_shipped_thing_tells_what_is_hidden() {
    let mut app = whole_game(drawn(HALLS));
    let things = app.world().resource::<Things>();
    let files: Vec<(String, String)> = things
        .texts()
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .collect();
    let all = things.items().map(|(_, thing)| {
        let item = thing.item.as_ref().unwrap();
        let ways = WAYS.into_iter().filter(|way| way.suits(item));
        let ways = ways.map(|way| {
            let effects = item.effects(way.occasion()).iter();
            (way, effects.map(|it| it.name()).collect())
        });
        (thing.name.clone(), ways.collect())
    });
    let all: Vec<Told> = all.collect();
    app.update();
    let [acted, idle] = compare_all(&files, &all);
    assert!(acted > 800, "{acted}, {idle}");
}

#[test]
fn no_verb_tells_what_is_hidden() {
    assert_complete(&whole_game(drawn(HALLS)));
    let mut files = Vec::new();
    let mut all = Vec::new();
    for (shape, reach) in ["burst(3)", "round(3)", "hearing(3)"]
        .into_iter()
        .enumerate()
    {
        for (verb, effect) in effects(reach) {
            if shape > 0 && !effect.contains("shape") {
                continue;
            }
            let name = format!("{verb}er {}", ["one", "two", "three"][shape]);
            add(&mut files, &mut all, (&name, verb), &effect);
        }
    }
    let [acted, idle] = compare_all(&files, &all);
    assert!(acted > 1_500, "{acted}, {idle}");
}

/// Each condition, with an effect that is told at once.
#[test]
fn no_condition_tells_what_is_hidden() {
    let mut files = Vec::new();
    let mut all = Vec::new();
    for condition in Condition::ALL {
        let name = format!("if {}", condition.name());
        let effect = format!("(verb: \"heal\", amount: 7, when: {:?})", condition.name());
        add(&mut files, &mut all, (&name, "heal"), &effect);
    }
    let [acted, idle] = compare_all(&files, &all);
    assert!(acted > 150 && idle > 100, "{acted}, {idle}");
}
