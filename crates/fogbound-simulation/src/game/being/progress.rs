//! How far the goals of a game are met.

use bevy::prelude::*;

use super::actor::find_player;
use super::events::{Did, FactKind, tell};
use super::fate::Quest;
use super::goals::{Does, Goal, Goals};
use super::sentences::sentence;
use super::things::Things;

impl FactKind {
    /// A goal of the game is nearer. The outcome says which, and how far it is met.
    pub const GOAL: Self = Self::new("a goal is nearer");
}

/// Changes how far a goal is met, and tells the player if it is now met further.
pub(crate) fn count_goals(
    world: &mut World,
    (number, goal): (usize, &Goal),
    change: impl FnOnce(u32) -> u32,
) {
    let quest = world.resource::<Quest>();
    let before = quest.progress.get(number).copied().unwrap_or(0);
    let most = match goal.does {
        Does::Reach => 1,
        _ => goal.count,
    };
    let now = change(before).min(most);
    if now <= before {
        return;
    }
    let words = goal.words(world.resource::<Things>());
    let mut quest = world.resource_mut::<Quest>();
    if quest.progress.len() <= number {
        quest.progress.resize(number + 1, 0);
    }
    quest.progress[number] = now;
    let far = match now == most {
        true => "done".to_owned(),
        false => format!("{now} of {most}"),
    };
    if let Some((player, at)) = find_player(world) {
        let outcome = sentence(&format!("{words}: {far}"));
        tell(world, player, at, Did::of(FactKind::GOAL).outcome(outcome));
    }
}

/// Counts something that the player has just done for the goals of the game.
pub(crate) fn count_done(world: &mut World, does: Does, what: &str) {
    let goals = &world.resource::<Quest>().goals;
    if goals.is_plain() {
        return;
    }
    let goals = goals.clone();
    for (number, goal) in goals.iter().enumerate() {
        if (goal.does, goal.what.as_str()) == (does, what) {
            count_goals(world, (number, goal), |before| before + 1);
        }
    }
}

impl Goals {
    /// Returns whether the goals are met. `things` tells things from tiles.
    pub(crate) fn are_met(&self, quest: &Quest, things: &Things) -> bool {
        let progress = |number: usize| quest.progress.get(number).copied().unwrap_or(0);
        let mut all = self.iter().enumerate();
        all.all(|(number, goal)| match goal.does {
            Does::Take if goal.is_tile(things) => quest.has_taken,
            Does::Reach => progress(number) > 0,
            _ => progress(number) >= goal.count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_goals_must_be_met() {
        let text = r#"(goals: [(do: "use", what: "book", count: 3), (do: "reach", level: 5)])"#;
        let goals = Goals::read("quest.ron", text).unwrap();
        let mut quest = Quest::default();
        for (progress, are_met) in [(vec![], false), (vec![3, 0], false), (vec![3, 1], true)] {
            quest.progress = progress;
            assert_eq!(goals.are_met(&quest, &Things::default()), are_met);
        }
    }
}
