//! Describes a kind of monster in sentences, from its monster file.

use crate::fov::Shape;
use crate::game::bestiary::Monster;
use crate::game::effect::{
    Bearer, ChangeLight, DropDisguise, Effect, Fear, Flee, MakeNoise, Spawn, Split, words_of,
};
use crate::game::mind::{
    DrawnToLight, Flees, Guards, Hunts, HuntsBySound, LooksAhead, OpensDoors, Pack, RaisesAlarm,
    Shoots, Sleeps, StillWhenWatched, Uses, Wanders,
};
use crate::game::{Camouflage, NORMAL_SPEED};

/// Returns what there is to know about a kind of monster: its senses, its pace, its habits, and what it carries.
pub fn lore(monster: &Monster) -> Vec<String> {
    let mut lore = vec![sight(monster), hearing(monster.hearing)];
    lore.extend(pace(monster.speed));
    lore.extend(habits(monster));
    lore.extend(effects(monster));
    if let Some(light) = &monster.light {
        let kind = if light.beam > 0 { "beam" } else { "light" };
        let cells = cells(light.radius);
        lore.push(format!("It carries a {kind} that reaches {cells}."));
    }
    let carries: Vec<&str> = monster.carries.iter().map(|it| &*it.thing).collect();
    if !carries.is_empty() {
        let uses = match monster.minds.get::<Uses>() {
            Some(_) => ", and uses it",
            None => "",
        };
        lore.push(format!("It may carry this{uses}: {}.", carries.join(", ")));
    }
    if let Some(seems) = &monster.seems {
        lore.push(format!("It pretends to be a {seems}."));
    }
    lore
}

fn cells(count: u32) -> String {
    match count {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    }
}

pub fn turns(count: u32) -> String {
    match count {
        1 => "1 turn".to_owned(),
        count => format!("{count} turns"),
    }
}

fn sight(monster: &Monster) -> String {
    let Some(sight) = monster.sight else {
        return "It is blind.".to_owned();
    };
    let far = sight
        .radius
        .map_or_else(|| "any distance".to_owned(), cells);
    let shape = match sight.shape {
        Shape::Square => " in a square",
        Shape::Diamond => " in a diamond",
        _ => "",
    };
    let ahead = match monster.minds.get::<LooksAhead>() {
        Some(_) => ", only where it is going",
        None => "",
    };
    let dark = match monster.dark_sight {
        0 => "nothing".to_owned(),
        dark => cells(dark),
    };
    format!("It sees {far} far{shape}{ahead}, and {dark} in the dark.")
}

fn hearing(acuity: u32) -> String {
    match acuity {
        0 => "It is deaf.".to_owned(),
        1..100 => format!("It hears {acuity}% as far as you."),
        100 => "It hears as well as you.".to_owned(),
        _ => format!("It hears {acuity}% as far as you."),
    }
}

fn pace(speed: u32) -> Option<String> {
    let percent = u64::from(speed) * 100 / u64::from(NORMAL_SPEED);
    match percent {
        100 => None,
        200 => Some("It acts twice as fast as you.".to_owned()),
        50 => Some("It acts half as fast as you.".to_owned()),
        percent => Some(format!("It acts at {percent}% of your speed.")),
    }
}

/// Describes the minds that come with the game.
fn habits(monster: &Monster) -> Vec<String> {
    let minds = &monster.minds;
    let mut habits = Vec::new();
    let mut add = |it: Option<String>| habits.extend(it);
    let plain = |is_so: bool, words: &str| is_so.then(|| words.to_owned());
    add(plain(
        minds.get::<Sleeps>().is_some(),
        "It sleeps until something wakes it.",
    ));
    add(plain(minds.get::<Wanders>().is_some(), "It wanders."));
    add(minds.get::<Guards>().map(|it| {
        let far = cells(it.radius);
        format!("It guards its place and goes no further than {far} from it.")
    }));
    add(minds.get::<Hunts>().map(|it| {
        let patience = turns(it.patience);
        format!("It hunts what it notices, and searches for {patience}.")
    }));
    add(minds.get::<HuntsBySound>().map(|it| {
        let patience = turns(it.patience);
        format!("It goes to every noise, and waits there for {patience}.")
    }));
    add(minds.get::<Shoots>().map(|it| {
        let (least, most) = it.damage;
        let keeps = match it.keep {
            0 => String::new(),
            keep => format!(", and keeps {} away", cells(keep)),
        };
        format!(
            "It shoots {} far for {least} to {most}{keeps}.",
            cells(it.range)
        )
    }));
    add(minds.get::<Flees>().map(|it| match it.below {
        101.. => "It always flees.".to_owned(),
        below => format!("It flees below {below}% of its health."),
    }));
    add(minds.get::<Pack>().map(|it| {
        let far = cells(it.call);
        format!("It tells others of its kind within {far} what it sees.")
    }));
    add(minds.get::<RaisesAlarm>().map(|it| {
        let far = cells(it.loudness);
        format!("It cries out when it sees an enemy; its cry carries {far}.")
    }));
    add(plain(
        minds.get::<StillWhenWatched>().is_some(),
        "It stands still while you see it.",
    ));
    add(minds.get::<Camouflage>().map(|it| {
        let near = cells(it.within);
        format!("You see it only from within {near}.")
    }));
    add(plain(
        minds.get::<DrawnToLight>().is_some(),
        "It flies to flames.",
    ));
    add(Some(match minds.get::<OpensDoors>() {
        Some(_) => "It opens doors.".to_owned(),
        None => "It cannot open doors.".to_owned(),
    }));
    habits
}

/// Describes the effects that come with the game, one sentence each.
fn effects(monster: &Monster) -> Vec<String> {
    let all = monster.on.iter();
    let each = all.flat_map(|(occasion, effects)| effects.iter().map(move |it| (occasion, it)));
    each.filter_map(|(occasion, effect)| {
        let what = verb(effect).or_else(|| effect.verb()?.words(effect.area()))?;
        let when = occasion.begins(Bearer::Monster);
        let conditions = words_of(effect.tests(), Bearer::Monster);
        let may = if effect.chance() < 100 {
            " sometimes"
        } else {
            ""
        };
        Some(format!("{when}{conditions}, it{may} {what}."))
    })
    .collect()
}

fn verb(effect: &Effect) -> Option<String> {
    if let Some(it) = effect.get::<Split>() {
        return Some(format!("splits into {}", it.into));
    }
    if let Some(it) = effect.get::<Spawn>() {
        return Some(format!("brings {} {}", it.count, it.kind));
    }
    if let Some(it) = effect.get::<MakeNoise>() {
        return Some(format!("makes a noise that carries {}", cells(it.loudness)));
    }
    if let Some(it) = effect.get::<Flee>() {
        return Some(match it.from {
            Fear::Enemies => "flees".to_owned(),
            Fear::Dark => "flees to the light".to_owned(),
        });
    }
    if let Some(it) = effect.get::<ChangeLight>() {
        return Some(match it.radius {
            Some(0) => "puts out its light".to_owned(),
            Some(radius) => format!("makes its light reach {}", cells(radius)),
            None => "lights its light again".to_owned(),
        });
    }
    let is_reveal = effect.get::<DropDisguise>().is_some();
    is_reveal.then(|| "shows itself".to_owned())
}
