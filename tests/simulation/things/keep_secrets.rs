//! No thing tells what is hidden: two worlds that differ only in what the player does not perceive say and show the same
//! when the player uses, throws, wears or steps on a thing, and the thing is used up in both or in neither.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::bestiary::{Bestiary, MonsterFiles};
use fogbound::game::effect::{AddVerb, Incident, Party, Takes, Verb};
use fogbound::game::{
    Action, Arrange, Awareness, Faction, Game, GameSetup, Health, Inventory, Item, Lantern,
    LightRule, Occasion, PlayerCommand, Things, begin_game, carry_out, spawn_thing,
};
use fogbound::grid::Direction;
use fogbound::map::{Density, TileMap};
use fogbound::view::{MessageLog, Screen};
use fogbound::vision::ObjectKind;

use super::{pack, you};
use crate::common::arena::{events, record};
use crate::common::assets::living;
use crate::common::seeds::on_all_cores;
use crate::common::verbs::{
    assert_complete, effects, give_coin, named, put_corpse, terms, told, trace,
};
use crate::common::{AppExt, drawn, tick, whole_game};

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

/// The same, with a watcher and a hunter without eyes in the light.
fn halls_with_enemies() -> String {
    HALLS.replace("#...#..........", "#...#..wh......")
}

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
    /// A trap in the light that is hidden.
    Snare,
    /// A secret door in the next wall.
    SecretDoor,
    /// Fog in a closed room.
    Fog,
    /// Smoke in a closed room.
    Smoke,
}

impl Hidden {
    /// Those that can be in one world, because they do nothing to each other. If none of a group makes a difference, none of
    /// them does.
    const GROUPS: [&[Self]; 3] = [
        &[Self::Chameleon, Self::InTheDark, Self::BehindAWall],
        &[
            Self::Beside,
            Self::Thing,
            Self::Trap,
            Self::Snare,
            Self::SecretDoor,
        ],
        &[Self::Friend, Self::Fog, Self::Smoke],
    ];

    fn all() -> Vec<Self> {
        Self::GROUPS.concat()
    }

    fn is_creature(self) -> bool {
        use Hidden::{BehindAWall, Beside, Chameleon, Friend, InTheDark};
        matches!(self, Beside | BehindAWall | Chameleon | Friend | InTheDark)
    }

    /// Puts it into a world.
    fn hide(self, app: &mut App) {
        let put = |app: &mut App, glyph: char, at: (i32, i32)| {
            let at = at.into();
            obey(app, PlayerCommand::Conjure { glyph, at });
        };
        let lie = |app: &mut App, name: &str, x: i32| {
            let kind = app.world().resource::<Things>().named(name).unwrap();
            spawn_thing(app.world_mut(), kind, IVec2::new(x, 3));
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
            Self::Thing => lie(app, "mark", 36),
            Self::Trap => lie(app, "wire", 36),
            Self::Snare => lie(app, "snare", 14),
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
    /// Wears it while this occasion may arise on its turns.
    Worn(Occasion),
}

const WAYS: [Way; 4] = [Way::Use, Way::Throw, Way::Wear, Way::Step];

impl Way {
    fn occasion(self) -> Occasion {
        match self {
            Self::Use => Occasion::USE,
            Self::Throw => Occasion::THROW,
            Self::Wear => Occasion::WEAR,
            Self::Step => Occasion::STEP,
            Self::Worn(occasion) => occasion,
        }
    }

    /// Returns the ways to wear a thing while one of the occasions of each turn may arise.
    fn worn() -> Vec<Self> {
        let terms = terms();
        let worn = terms.occasions().iter();
        let worn = worn.filter(|it| it.each_turn && it.worn.is_some());
        worn.copied().map(Self::Worn).collect()
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

/// A game that is played again and again.
struct Stage {
    /// The game without and with a secret door instead of the wall beside the player.
    games: [Game; 2],
    app: App,
}

/// All that the player learns: the lines of the log, the screen, what it carries, and the time.
#[derive(Debug, PartialEq)]
struct Learnt {
    log: Vec<String>,
    screen: Vec<String>,
    pack: Vec<(usize, String, u32, bool)>,
    time: u64,
}

/// A verb that does nothing.
#[derive(Reflect, Default)]
#[reflect(Default)]
struct Idle {}

impl Verb for Idle {
    fn act(&self, _world: &mut World, _incident: &Incident) {}
}

/// A thing whose effects do nothing, for each way to treat it.
const NOTHING: [(Way, &str); 4] = [
    (Way::Use, "nothing"),
    (Way::Throw, "nothing"),
    (Way::Wear, "nothing"),
    (Way::Step, "nothing there"),
];

impl Stage {
    fn new(files: impl IntoIterator<Item = (String, String)>, drawing: &str) -> Self {
        let keeper = |name: &str, glyph: char, rest: &str| {
            let text = format!(
                "(name: {name:?}, glyph: {glyph:?}, health: 50, appears: (weight: 0), {rest})"
            );
            (format!("{name}.ron"), text)
        };
        let thing = |name: &str, text: &str| {
            let text = format!("(name: {name:?}, sign: '~', {text})");
            (format!("things/{}.ron", name.replace(' ', "-")), text)
        };
        let idle = "[(verb: \"idle\")]";
        let worn = Way::worn().into_iter();
        let worn: String = worn
            .map(|it| format!(", {:?}: {idle}", it.occasion().name))
            .collect();
        let on = format!("on: {{ \"use\": {idle}, \"throw\": {idle}, \"wear\": {idle}{worn} }}");
        let sees = "sight: (radius: 40), dark_sight: 40";
        let camouflage = format!("{sees}, minds: {{ \"Camouflage\": (within: 0) }}");
        let friend = format!("faction: {}, {camouflage}", Faction::PLAYER.0);
        let own = [
            keeper("keeper", 'k', sees),
            keeper("chameleon", 'c', &camouflage),
            keeper("friend", 'g', &friend),
            keeper("watcher", 'w', sees),
            keeper("hunter", 'h', "sight: (radius: 0)"),
            thing(
                "wire",
                "stack: 0, on: { \"step\": [(verb: \"noise\", loudness: 9)] }",
            ),
            thing(
                "snare",
                "stack: 0, hidden: 2, on: { \"step\": [(verb: \"noise\", loudness: 9)] }",
            ),
            thing("nothing", &format!("worn: \"cloak\", {on}")),
            thing(
                "nothing there",
                &format!("stack: 0, on: {{ \"step\": {idle} }}"),
            ),
        ];
        let all: BTreeMap<String, String> = named().into_iter().chain(own).chain(files).collect();
        let files = MonsterFiles::recorded(all);
        let mut app = whole_game(drawn(HALLS));
        app.add_verb::<Idle>("idle");
        let mut screen = app.world_mut().resource_mut::<Screen>();
        screen.resize(UVec2::new(100, 34));
        record(&mut app);
        let secret = drawing.replace("#...#@", "#...?@");
        let games = [drawing, &secret].map(|it| Game::new(setup(&files, it)).unwrap());
        Self { games, app }
    }

    /// Begins a game in which the player has a thing, or one lies beside it. The world may hide something.
    fn begin(&mut self, (name, way): (&str, Way), you_are: You, hidden: &[Hidden]) {
        let game = &self.games[usize::from(hidden.contains(&Hidden::SecretDoor))];
        let app = &mut self.app;
        begin_game(app.world_mut(), game.clone());
        // Nothing was left out.
        assert_eq!(app.world().resource::<Things>().errors(), []);
        let player = app.player().unwrap();
        let tough = Health::new(1_000, 0);
        app.world_mut().entity_mut(player).insert(tough);
        obey(app, PlayerCommand::Arrange(Arrange::Oil(50)));
        let kind = app.world().resource::<Things>().named(name);
        put_corpse(app, HERE + IVec2::Y);
        let coin = app.world().resource::<Things>().named("coin");
        if let Some(coin) = coin.filter(|_| name.starts_with("take")) {
            spawn_thing(app.world_mut(), coin, HERE + IVec2::Y);
        }
        for other in living(app, "watcher") {
            give_coin(app, other);
        }
        give(app, kind.unwrap_or_else(|| panic!("no {name}")), way);
        obey(app, PlayerCommand::Act(Action::WAIT));
        if you_are == You::Dark {
            let shut = Action::set_lantern(Lantern::Shut);
            obey(app, PlayerCommand::Act(shut));
        }
        if let Way::Worn(_) = way {
            obey(app, PlayerCommand::Act(Action::wear(0)));
        }
        app.world_mut()
            .get_mut::<Health>(player)
            .unwrap()
            .set_now(500);
        let hunts = Awareness::Hunting {
            last_known: IVec2::new(9, 4),
        };
        for hunter in living(app, "hunter") {
            app.world_mut().entity_mut(hunter).insert(hunts);
        }
        for hidden in hidden {
            hidden.hide(app);
        }
        // The view of the moment, with what is hidden in place. Until the player acts, drawing it would only take time.
        obey(app, PlayerCommand::ChangeRadius(0));
        app.world_mut().resource_mut::<Screen>().set_drawn(false);
        app.update();
        *app.world_mut().resource_mut::<MessageLog>() = MessageLog::default();
        events(app);
    }

    /// Plays a game in which the player does something with a thing. Returns what it learns from each turn, and what has
    /// become of the world after the first, unless the player refused to act.
    fn play(
        &mut self,
        thing: (&str, Way),
        you_are: You,
        hidden: &[Hidden],
    ) -> (Vec<Learnt>, Vec<String>) {
        self.begin(thing, you_are, hidden);
        let app = &mut self.app;
        let mut all = vec![learnt(app, false)];
        let mut world = Vec::new();
        for action in [action(thing.1), Action::WAIT] {
            obey(app, PlayerCommand::Act(action));
            all.push(learnt(app, true));
            if world.is_empty() && hidden.is_empty() {
                world = trace(app);
                let events = events(app);
                world.extend(told(app, &events));
                let own =
                    ["use", "throw", "wear", "found a thing"].map(|it| format!("what: {it},"));
                world.retain(|it| !own.iter().any(|own| it.contains(own.as_str())));
            }
        }
        if all[0].time == all[1].time {
            world.clear();
        }
        (all, world)
    }
}

/// Carries out a command without drawing.
fn obey(app: &mut App, command: PlayerCommand) {
    carry_out(app.world_mut(), command);
}

/// Returns what the player has learnt, with or without the screen.
fn learnt(app: &mut App, with_screen: bool) -> Learnt {
    app.world_mut()
        .resource_mut::<Screen>()
        .set_drawn(with_screen);
    app.update();
    let log = app.world().resource::<MessageLog>();
    let screen = app.world().resource::<Screen>();
    let screen = match with_screen {
        true => screen.text(),
        false => String::new(),
    };
    Learnt {
        log: log.last(usize::MAX).collect(),
        screen: screen.lines().map(str::to_owned).collect(),
        pack: pack(app),
        time: tick(app),
    }
}

fn setup(files: &MonsterFiles, drawing: &str) -> GameSetup {
    GameSetup {
        monsters: files.clone(),
        light: LightRule::Dark,
        sight: Sight::default().unlimited(),
        ..drawn(drawing)
    }
}

fn give(app: &mut App, kind: ObjectKind, way: Way) {
    match way {
        Way::Step => {
            spawn_thing(app.world_mut(), kind, HERE + IVec2::X);
        }
        _ => {
            spawn_thing(app.world_mut(), kind, HERE);
            obey(app, PlayerCommand::Act(Action::PICK_UP));
            assert_eq!(app.part::<Inventory>(you(app)).count(kind), 1);
        }
    }
    let you = you(app);
    give_coin(app, you);
}

fn action(way: Way) -> Action {
    match way {
        Way::Use => Action::use_thing(0),
        Way::Throw => Action::throw(0, HERE + IVec2::new(4, 2)),
        Way::Wear => Action::wear(0),
        Way::Step => Action::step(Direction::East),
        Way::Worn(_) => Action::WAIT,
    }
}

/// Returns whether an effect shows, or may meet, what is hidden like this, by its nature.
fn may_show((way, effects): (Way, &[&str]), hidden: Hidden) -> bool {
    let any = |verbs: &[&str]| effects.iter().any(|it| verbs.contains(it));
    // The creatures that it makes look around for themselves.
    if matches!(way, Way::Worn(_)) && hidden.is_creature() && any(&["spawn", "raise"]) {
        return true;
    }
    // It takes the player to where it sees what it did not see before.
    if any(&["teleport", "fall"]) {
        return true;
    }
    // Again and again, it takes the player to cells that someone may stand on.
    if matches!(way, Way::Worn(_)) && hidden.is_creature() && any(&["blink"]) {
        return true;
    }
    // It takes the player to where the snare is found, or the watcher tells what it sees as a friend.
    if hidden == Hidden::Snare && any(&["blink"]) || hidden.is_creature() && any(&["join"]) {
        return true;
    }
    // It lets the player hear everyone, makes those in view walk, who go around whom they know of, pushes or burns them, or
    // fills the cells beside the player.
    hidden.is_creature() && any(&["hear", "call"])
        || hidden == Hidden::Beside && any(&["shove", "fire", "spawn"])
}

/// Compares worlds with and without something hidden, for each thing and each way to treat it. Returns, for each thing, how
/// many of the comparisons are about cases in which it did something.
fn compare_all(
    drawing: &str,
    files: &[(String, String)],
    things: &[Told],
    hide: &[Hidden],
) -> BTreeMap<String, usize> {
    // Each core has its own games.
    let chunks = things.chunks(things.len().div_ceil(8));
    let counts = on_all_cores(chunks, |things| {
        let mut stage = Stage::new(files.iter().cloned(), drawing);
        let mut acted = BTreeMap::new();
        let mut nothing = Vec::new();
        for you_are in [You::Lit, You::Dark] {
            let worn = Way::worn().into_iter().map(|it| (it, "nothing"));
            for (way, name) in NOTHING.into_iter().chain(worn) {
                let (_, world) = stage.play((name, way), you_are, &[]);
                nothing.push(((way, you_are), world));
            }
        }
        for (name, ways) in things {
            for ((way, verbs), you_are) in
                ways.iter().flat_map(|it| [(it, You::Lit), (it, You::Dark)])
            {
                let thing = (&**name, *way);
                let (plain, world) = stage.play(thing, you_are, &[]);
                let idle = nothing.iter().find(|it| it.0 == (*way, you_are)).unwrap();
                let hidden = |group: &[Hidden]| -> Vec<Hidden> {
                    let hidden = group.iter().copied().filter(|it| hide.contains(it));
                    hidden.filter(|it| !may_show((*way, verbs), *it)).collect()
                };
                // How the dice fall for a creature that an effect makes depends on how many there are before it.
                let makes = verbs.iter().any(|it| ["raise", "spawn"].contains(it));
                let groups = Hidden::GROUPS.map(hidden);
                let groups = groups
                    .iter()
                    .flat_map(|group| group.chunks(if makes { 1 } else { group.len().max(1) }));
                for hidden in groups {
                    if stage.play(thing, you_are, hidden).0 != plain {
                        // Tell which of them makes the difference.
                        for hidden in hidden.chunks(1).chain([hidden]) {
                            let (other, _) = stage.play(thing, you_are, hidden);
                            for (turn, (plain, other)) in plain.iter().zip(&other).enumerate() {
                                let what =
                                    format!("{thing:?}, {you_are:?}, {hidden:?}, turn {turn}");
                                assert_eq!(plain, other, "{what}");
                            }
                        }
                        panic!("{thing:?}, {you_are:?}, {hidden:?}: not the same twice");
                    }
                    let has_acted = !world.is_empty() && world != idle.1;
                    *acted.entry(name.clone()).or_default() +=
                        hidden.len() * usize::from(has_acted);
                }
            }
        }
        acted
    });
    counts.into_iter().flatten().collect()
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
        (format!("{name} ring"), 1, Way::worn()),
    ] {
        let on = ways
            .iter()
            .map(|it| format!("{:?}: [{effect}]", it.occasion().name));
        let on = on.collect::<Vec<_>>().join(", ");
        let worn = if name.ends_with("ring") {
            "worn: \"hand\","
        } else {
            ""
        };
        let text = format!("(name: {name:?}, sign: '!', {worn} stack: {stack}, on: {{ {on} }})");
        files.push((format!("things/{}.ron", name.replace(' ', "-")), text));
        let ways = ways.into_iter().map(|way| (way, vec![verb]));
        all.push((name, ways.collect()));
    }
}

/// Compares what things tell about who sees the player, where only hidden enemies do.
fn compare_without_enemies(files: &[(String, String)], mut things: Vec<Told>) {
    things.retain(|(_, ways)| ways.iter().any(|(_, verbs)| verbs.contains(&"betray")));
    assert!(!things.is_empty());
    compare_all(HALLS, files, &things, &Hidden::all());
}

#[test]
fn no_shipped_thing_tells_what_is_hidden() {
    let mut app = whole_game(drawn(HALLS));
    let things = app.world().resource::<Things>();
    let hound = app.world().resource::<Bestiary>().texts();
    // The whistle calls it.
    let hound = hound.filter(|(name, _)| *name == "grey-hound.ron");
    let files: Vec<(String, String)> = things
        .texts()
        .chain(hound)
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
    let acted = compare_all(&halls_with_enemies(), &files, &all, &Hidden::all());
    let idle = acted.iter().filter(|it| *it.1 == 0).map(|it| it.0.clone());
    assert_eq!(idle.collect::<Vec<_>>(), [""; 0], "these did nothing");
    assert!(acted.values().sum::<usize>() > 500, "{acted:?}");
    compare_without_enemies(&files, all);
}

#[test]
fn no_verb_tells_what_is_hidden() {
    assert_complete(&whole_game(drawn(HALLS)));
    let mut files = Vec::new();
    let mut all = Vec::new();
    // These learn of the level, so which cells they reach may tell something, too.
    let learn = ["tell", "see", "betray", "wedge"];
    for (shape, reach) in ["burst(3)", "round(3)", "hearing(9)"]
        .into_iter()
        .enumerate()
    {
        for (verb, effect) in effects(reach) {
            if shape > 0 && !learn.contains(&verb) {
                continue;
            }
            let name = format!("{verb}er {}", ["one", "two", "three"][shape]);
            add(&mut files, &mut all, (&name, verb), &effect);
        }
    }
    let acted = compare_all(&halls_with_enemies(), &files, &all, &Hidden::all());
    let idle = acted.iter().filter(|it| *it.1 == 0).map(|it| it.0.clone());
    let mut never = Vec::new();
    for verb in [
        "become", "count", "face", "flee", "go", "light", "reveal", "split", "vanish", "wake",
    ] {
        // A player does not turn, walk, run or split by itself, is no monster, hides nothing, and its lantern shines as it is
        // set. Nobody sleeps here.
        never.extend(["", " ring", " trap"].map(|it| format!("{verb}er one{it}")));
    }
    // The hunter finds nobody where it is drawn, and gives up, within the same turn.
    never.push("misleader one ring".to_owned());
    never.sort();
    assert_eq!(idle.collect::<Vec<_>>(), never, "these did nothing");
    assert!(acted.values().sum::<usize>() > 1_000, "{acted:?}");
    compare_without_enemies(&files, all);
}

/// Each condition, with an effect that is told at once.
#[test]
fn no_condition_tells_what_is_hidden() {
    let mut files = Vec::new();
    let mut all = Vec::new();
    for condition in terms().conditions() {
        if !condition.subject.can_be(Party::Me) {
            continue;
        }
        let when = match condition.takes {
            Takes::Monster => format!("{} you", condition.name),
            Takes::Tile => format!("{} floor", condition.name),
            Takes::Nothing | Takes::Number(..) | Takes::Thing => condition.name.to_owned(),
        };
        for not in ["", "not "] {
            let name = format!("if {not}{}", condition.name);
            let effect = format!("(verb: \"heal\", amount: 7, when: \"{not}{when}\")");
            add(&mut files, &mut all, (&name, "heal"), &effect);
        }
    }
    let creatures = Hidden::all().into_iter().filter(|it| it.is_creature());
    let acted = compare_all(HALLS, &files, &all, &creatures.collect::<Vec<_>>());
    // A thing that is used and thrown, and a trap. Rings depend on what the player sees, too.
    let is_ring = |name: &str| name.ends_with("ring");
    let all = all.iter().filter(|(name, _)| !is_ring(name)).count() / 2 * 3 * 2 * 5;
    let (rings, others): (Vec<_>, Vec<_>) = acted.iter().partition(|(name, _)| is_ring(name));
    let acted: usize = others.iter().map(|(_, count)| *count).sum();
    // Of a condition and its opposite, one holds; nobody is where the thing is thrown.
    assert_eq!(acted, all / 3, "of {all}");
    assert!(rings.iter().filter(|(_, count)| **count > 0).count() * 2 >= rings.len());
}
