//! Describes a map cell: what is there, how the player knows about it, and why the player cannot see it.

use bevy::math::IVec2;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use crate::control::WizardMode;
use crate::fov::line;
use crate::game::deed::{Odds, odds, odds_of_shots, strikes_when_left};
use crate::game::effect::what_it_does;
use crate::game::{Actor, Ghost, KnownMap, Senses, State, TICKS_PER_TURN, Visibility, is_stone};
use crate::grid::Direction;
use crate::view::{
    InView, InViewKind, PointOfView, Reader, Scene, ago, air_words, article, capitalized, compass,
    latest_reason, with_article,
};
use crate::vision::{Knowledge, Viewshed};

/// Returns the paragraphs of a cell's description. The first paragraph is a summary.
pub(super) fn describe(scene: &Scene, world: &World, cell: IVec2) -> Vec<String> {
    describe_from(scene, world, cell, whence)
}

/// Returns the paragraphs of a cell's description. The first paragraph is a summary. `whence` puts the offset of a cell
/// from the player into words, in brackets.
pub fn describe_from(
    scene: &Scene,
    world: &World,
    cell: IVec2,
    whence: fn(IVec2) -> String,
) -> Vec<String> {
    let Some(eyes) = scene.eyes() else {
        return Vec::new();
    };
    let mut words = Vec::new();
    let sees = eyes.viewshed.as_ref().is_some_and(|it| it.sees(cell));
    if cell == eyes.at {
        words.push("You are here.".to_owned());
        words.extend(scene.lit_by(&eyes).map(|it| format!("You are {it}.")));
    }
    let sights = scene.in_view(&eyes, scene.reveals());
    let sight = sights.iter().find(|it| it.at == cell && it.who.is_some());
    let has_creature = sight.is_some();
    if let Some(sight) = sight {
        words.extend(of_creature(scene, world, &eyes, sight));
    }
    let ghost = eyes.ghosts.and_then(|it| it.at(cell));
    words.extend(
        ghost
            .filter(|_| !has_creature)
            .map(|it| of_ghost(scene, it)),
    );
    let ground = of_place(scene, &eyes, cell, sees);
    words.push(ground.clone());
    words.extend(of_thing(scene, &eyes, cell).filter(|_| !has_creature));
    let description = eyes.memory.tile(cell).map(|it| &it.kind().description);
    words.extend(
        description
            .filter(|it| !it.is_empty() && !has_creature)
            .cloned(),
    );
    let felt = world.get::<Senses>(eyes.entity).and_then(|it| it.felt);
    // A creature that died in view is no longer there.
    let felt = felt.filter(|it| !sees || world.get::<Actor>(it.who).is_some());
    if felt.is_some_and(|it| it.at == cell) && !has_creature && cell != eyes.at {
        words.insert(0, "Something is there: you felt it.".to_owned());
    }
    if !sees && let Some(why) = why_unseen(scene, &eyes, cell, whence) {
        words.push(capitalized(&why));
    }
    if cell != eyes.at {
        words[0] = format!("{} {}", words[0], whence(cell - eyes.at));
    }
    let place = scene.places.at(cell).filter(|_| is_own(scene, &eyes));
    let tells = words.iter_mut().find(|it| it.starts_with(&ground));
    if let (Some(place), Some(words)) = (place, tells) {
        *words += &format!(" {}.", capitalized(&place.full_name()));
    }
    words
}

/// Returns whether these are the player's own eyes. Only the player has names for places.
fn is_own(scene: &Scene, eyes: &PointOfView) -> bool {
    let player = scene.player();
    player.is_some_and(|it| it.entity == eyes.entity)
}

/// Describes the thing that the player knows to lie on a cell, and what it does.
fn of_thing(scene: &Scene, eyes: &PointOfView, cell: IVec2) -> Option<String> {
    let Knowledge::Seen { object, .. } = eyes.memory.get(cell) else {
        return None;
    };
    let item = scene.things.item(object?)?;
    let mut words = vec![item.description.clone()];
    words.extend(what_it_does(item));
    let words = words.join(" ").trim().to_owned();
    Some(words).filter(|it| !it.is_empty())
}

/// Returns the distance and direction of a cell, given its offset from the player.
pub(super) fn whence(offset: IVec2) -> String {
    let far = offset.abs().max_element();
    let cells = if far == 1 { "cell" } else { "cells" };
    let way = Direction::towards(offset).map_or("", compass);
    format!("({far} {cells} {way})")
}

fn of_creature(scene: &Scene, world: &World, eyes: &PointOfView, sight: &InView) -> Vec<String> {
    let Some(who) = sight.who else {
        return Vec::new();
    };
    let mut words = Vec::new();
    let state = about(sight).map_or_else(String::new, |it| format!(", {it}"));
    let wounds = match sight.health {
        None | Some(100..) => "",
        Some(67..) => ", scratched",
        Some(34..) => ", hurt",
        Some(_) => ", badly hurt",
    };
    let own_odds = odds(world, eyes.entity, who);
    let is_beside = (sight.at - eyes.at).abs().max_element() <= 1;
    let perceive = match own_odds.is_some_and(|it| it.penalty.is_some()) {
        true if is_beside => "feel",
        true => "make out",
        false => "see",
    };
    words.push(format!("You {perceive} {}{state}{wounds}.", sight.called));
    words.extend(scene.description(who).map(str::to_owned));
    if sight.kind != InViewKind::Friend {
        words.extend(of_fight(scene, world, eyes, (who, sight, own_odds)));
    }
    if scene.knows_kind(&sight.name) {
        words.extend(scene.lore_of(who).map(|it| it.join(" ")));
    }
    if world.resource::<WizardMode>().is_on {
        words.extend(latest_reason(world, who, Reader::Maker));
    }
    words
}

/// Describes what a fight with an enemy would be like.
fn of_fight(
    scene: &Scene,
    world: &World,
    eyes: &PointOfView,
    (who, sight, own_odds): (Entity, &InView, Option<Odds>),
) -> Vec<String> {
    let mut words = Vec::new();
    let name = format!("the {}", sight.name);
    words.extend(own_odds.map(|odds| fight("You hit", &name, &odds, "kill it")));
    if is_stone(world, who) {
        words.push("While anyone sees it, it is stone: a blow only rings out.".to_owned());
    }
    let shots = odds_of_shots(world, who, eyes.entity);
    words.extend(
        shots.map(|odds| fight(&enemy(&odds, "shoots and hits"), "you", &odds, "kill you")),
    );
    let cover = shots.and_then(|odds| odds.cover());
    words.extend(cover.map(|hidden| format!("Walls hide {hidden}% of your cell from its shots.")));
    words.extend(of_fire(scene, eyes, sight));
    let strikes = scene.may_strike(who);
    words.push(match odds(world, who, eyes.entity) {
        Some(odds) if strikes => fight(&enemy(&odds, "hits"), "you", &odds, "kill you"),
        _ => "It does not fight hand to hand.".to_owned(),
    });
    if strikes_when_left(world, who, eyes.entity) {
        words.push("It strikes you if you step away.".to_owned());
    }
    words
}

/// Describes the fire that a creature breathes, and where it will breathe if it has drawn breath.
fn of_fire(scene: &Scene, eyes: &PointOfView, sight: &InView) -> Option<String> {
    let breath = sight.who.and_then(|who| scene.breath_of(who))?;
    let (least, most) = breath.damage;
    let harm = format!("It breathes fire, which burns everything on a line for {least} to {most}.");
    let Some(way) = breath
        .aim()
        .and_then(|aim| Direction::towards(aim - sight.at))
    else {
        return Some(harm);
    };
    let is_in_line = scene.line_of_fire(eyes, sight).contains(&eyes.at);
    let line = if is_in_line { ", along your cell" } else { "" };
    let way = compass(way);
    Some(format!(
        "{harm} It is drawing breath and will breathe to the {way}{line}."
    ))
}

fn of_ghost(scene: &Scene, ghost: &Ghost) -> String {
    let name = &ghost.name;
    let how = match ghost.state {
        State::Asleep => ", asleep,",
        _ => "",
    };
    let ago = ago(ghost.age(scene.clock.tick));
    capitalized(&format!("{} {name} was here{how} {ago}.", article(name)))
}

/// Returns the words for a creature's state.
fn about(sight: &InView) -> Option<&'static str> {
    match sight.state? {
        _ if sight.kind == InViewKind::Friend => sight.state_word(),
        State::Unaware => Some("unaware of you"),
        State::Noticing => Some("which has noticed something"),
        State::Asleep | State::Hunting | State::Searching => sight.state_word(),
    }
}

/// Returns the subject and the verb for the attacks of an enemy. If it strikes less well because it does not see the
/// player, the words say so.
fn enemy(odds: &Odds, verb: &str) -> String {
    let subject = if odds.penalty.is_some_and(|it| it > 0) {
        "Not seeing you, it"
    } else {
        "It"
    };
    format!("{subject} {verb}")
}

/// Describes the odds of an attack. `hits` is the subject and the verb, such as `It hits`.
fn fight(hits: &str, target: &str, odds: &Odds, to_kill: &str) -> String {
    let Odds {
        chance,
        damage: (least, most),
        blows,
        ..
    } = *odds;
    let damage = if least == most {
        least.to_string()
    } else {
        format!("{least} to {most}")
    };
    let count = match blows {
        None => return format!("{hits} {target} {chance}% of the time, for no damage."),
        Some((1, 1)) => {
            let kills = to_kill.replacen("kill", "kills", 1);
            return format!(
                "{hits} {target} {chance}% of the time, for {damage}; one hit {kills}."
            );
        }
        Some((few, many)) if few == many => format!("{few} hits"),
        Some((few, i32::MAX)) => format!("{few} hits or more"),
        Some((few, many)) => format!("{few} to {many} hits"),
    };
    format!("{hits} {target} {chance}% of the time, for {damage}; {count} {to_kill}.")
}

/// Describes the tile and the thing on a cell, and how the player knows about them.
fn of_place(scene: &Scene, eyes: &PointOfView, cell: IVec2, sees: bool) -> String {
    let (how, tile, object, when) = match eyes.memory.get(cell) {
        Knowledge::Seen { tile, object, .. } if sees => ("You see", tile, object, None),
        Knowledge::Seen { tile, object, when } => ("You remember", tile, object, Some(when.0)),
        Knowledge::Told { tile } => {
            let tile = with_article(tile);
            return format!("You know of {tile} here, but have never seen it.");
        }
        Knowledge::Unknown => return "You know nothing of this place.".to_owned(),
    };
    let object = object.and_then(|kind| scene.things.get(kind));
    let thing = object.map(|it| format!("{} {}, on ", it.article, it.name));
    let ago = when.map_or_else(String::new, |when| {
        match scene.clock.tick.saturating_sub(when) / TICKS_PER_TURN {
            0 => String::new(),
            turns => format!(", last seen {}", ago(turns)),
        }
    });
    let (lit, air) = if sees {
        let map = scene.map.as_deref();
        let air = map.and_then(|map| air_words(map.air().at(cell)));
        (light_there(scene, eyes, cell), air)
    } else {
        ("", None)
    };
    let air = air.map_or_else(String::new, |it| format!(", in {it}"));
    format!(
        "{how} {}{}{air}{lit}{ago}.",
        thing.unwrap_or_default(),
        with_article(tile)
    )
}

/// Describes the light on a cell in view, unless the light is bright.
fn light_there(scene: &Scene, eyes: &PointOfView, cell: IVec2) -> &'static str {
    let Some(map) = scene.map.as_ref().filter(|_| scene.light.is_lit_world()) else {
        return "";
    };
    match Visibility::in_light(scene.light.seen_from(map.opacities(), eyes.at, cell).level) {
        Visibility::Hidden => ", in the dark",
        Visibility::Dim => ", in dim light",
        Visibility::Bright => "",
    }
}

/// Says why the player does not see a cell, as far as the player can know.
fn why_unseen(
    scene: &Scene,
    eyes: &PointOfView,
    cell: IVec2,
    whence: fn(IVec2) -> String,
) -> Option<String> {
    let sight = eyes.viewshed.as_deref().map(Viewshed::sight)?;
    let offset = cell - eyes.at;
    if !sight.reaches(offset) {
        let radius = sight.radius.unwrap_or_default();
        if radius == 0 {
            return Some("you are blind for now.".to_owned());
        }
        let cells = if radius == 1 { "cell" } else { "cells" };
        return Some(format!(
            "it is too far away: you can see no further than {radius} {cells}."
        ));
    }
    let map = scene.map.as_deref()?;
    let known = KnownMap::new(eyes.memory, [eyes.at, cell]);
    let known = known.with_air(map.air(), eyes.viewshed.as_deref());
    if known.view(eyes.at, sight).contains(cell) {
        // In the dark, the player cannot tell whether something unknown also hides the cell.
        if scene.light.is_lit_world() {
            return Some("it is dark there.".to_owned());
        }
        return Some("something unknown hides it.".to_owned());
    }
    // Find the nearest known obstacle on the line to the cell or on the line back; these lines may differ.
    let there = line(eyes.at, cell);
    let back = line(cell, eyes.at);
    let between = there.chain(back).filter(|it| *it != eyes.at && *it != cell);
    let opaque = between.filter(|it| known.is_opaque(*it));
    let hides = opaque.min_by_key(|it| ((*it - eyes.at).length_squared(), it.y, it.x));
    let Some(at) = hides else {
        return Some("a corner hides it.".to_owned());
    };
    let tile = eyes.memory.tile(at).filter(|it| it.is_opaque());
    let what = tile.map_or_else(
        || {
            air_words(map.air().at(at))
                .unwrap_or("something")
                .to_owned()
        },
        with_article,
    );
    Some(format!("{what} hides it {}.", whence(at - eyes.at)))
}

/// Returns the cells that the creature on this cell sees, judging by the map as the player knows it.
pub(super) fn watched(scene: &Scene, cell: IVec2) -> HashSet<IVec2> {
    let none = HashSet::default;
    let Some(eyes) = scene.eyes() else {
        return none();
    };
    let sights = scene.in_view(&eyes, scene.reveals());
    let here = sights.iter().find(|it| it.at == cell && it.who.is_some());
    here.map_or_else(none, |it| scene.watched_by(&eyes, it))
}
