//! What a worn thing does when its wearer is hit depends on the one who hit only if the wearer perceives it.

use bevy::prelude::*;
use fogbound::game::effect::{Party, Takes};
use fogbound::game::{Action, Affect, Happening, LightRule};

use super::{gadget, game, you};
use crate::common::AppExt;
use crate::common::arena::events;
use crate::common::seeds::on_all_cores;
use crate::common::verbs::terms;

/// A corridor longer than the light of a lantern, with an archer at its end.
const CORRIDOR: &str = "
########################
#@....................b#
########################
";

/// Returns how often a gadget heals its wearer when an archer hits it, under a condition.
fn heals(when: &str, is_lit: bool) -> usize {
    let on = format!("on: {{ \"hit\": [(verb: \"heal\", amount: 1, when: {when:?})] }}");
    let light = if is_lit { "light: (radius: 1)," } else { "" };
    let archer = format!(
        "{light} carries: [(thing: \"gadget\")], sight: (radius: 30), dark_sight: 30, minds: {{ \"Hunts\": (), \"Shoots\": (range: 30, keep: 0, \
         accuracy: 100, damage: (2, 2)) }}"
    );
    let things = [&*gadget(&format!("worn: \"cloak\", {on}"))];
    let mut app = game(&things, &archer, CORRIDOR, LightRule::Dark);
    app.act(Action::wear(0));
    events(&mut app);
    let (mut hits, mut healed) = (0, 0);
    while hits == 0 {
        app.act(Action::WAIT);
        for event in events(&mut app) {
            hits += usize::from(matches!(event.what, Happening::Hit { shot: true, .. }));
            let is_healed = matches!(event.what, Happening::Affected(Affect::Healed(_)));
            healed += usize::from(is_healed && event.actor == you(&app));
        }
    }
    healed
}

#[test]
fn a_worn_thing_depends_on_the_one_who_hit_only_if_its_wearer_perceives_it() {
    let conditions = terms().conditions().to_vec();
    let conditions = conditions
        .into_iter()
        .filter(|it| it.subject.can_be(Party::Them));
    let texts = conditions.map(|it| match it.takes {
        Takes::Monster => format!("them {} beast", it.name),
        Takes::Tile => format!("them {} floor", it.name),
        Takes::Nothing | Takes::Number(..) | Takes::Thing => format!("them {}", it.name),
    });
    let results = on_all_cores(texts, |text| {
        let opposite = format!("not {text}");
        let of = |is_lit| (heals(&text, is_lit), heals(&opposite, is_lit));
        (text.clone(), of(false), of(true))
    });
    assert!(results.len() >= 15, "{}", results.len());
    for (text, unseen, seen) in results {
        assert_eq!(unseen, (0, 0), "{text}");
        assert_eq!(seen.0 + seen.1, 1, "{text}: {seen:?}");
        // It carries something, but nobody knows.
        assert!(text != "them carries" || seen == (0, 1), "{seen:?}");
    }
}
