//! The score, and the parts that it is the sum of.

use serde::{Deserialize, Serialize};

use super::fate::Quest;
use super::numbers::ScoreNumbers;

/// A part of a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScorePart {
    /// What the points are for, in a few words.
    pub name: String,
    /// The points, which are negative for what a victory cost.
    pub points: i64,
}

impl ScoreNumbers {
    /// Returns the points for a treasure with this basic worth that lies `below` levels below the first.
    pub(crate) fn worth(&self, worth: u32, below: u32) -> u32 {
        let percent = 100 + u64::from(self.treasure) * u64::from(below);
        u32::try_from(u64::from(worth) * percent / 100).unwrap_or(u32::MAX)
    }
}

impl Quest {
    /// Returns the parts of the score of a game that ends on the given turn. If it ends with a victory, `prize` names what the
    /// points for that are for, and hunts and turns cost points. Parts without points are left out.
    pub fn score_parts(
        &self,
        prize: Option<&str>,
        turn: u64,
        numbers: &ScoreNumbers,
    ) -> Vec<ScorePart> {
        let below = self.deepest.saturating_sub(1);
        let times = |count: u32, points: u32| i64::from(count) * i64::from(points);
        let counted = |count: u32, one: &str, many: &str| match count {
            1 => one.to_owned(),
            _ => format!("{count} {many}"),
        };
        let mut parts = vec![
            ("treasure".to_owned(), self.treasure.into()),
            (
                counted(below, "1 level down", "levels down"),
                times(below, numbers.level),
            ),
            (
                counted(self.ground, "1 cell explored", "cells explored"),
                times(self.ground, numbers.ground) / 100,
            ),
            (
                counted(self.kinds, "1 kind studied", "kinds studied"),
                times(self.kinds, numbers.kind),
            ),
            (
                counted(self.unnoticed, "1 level unnoticed", "levels unnoticed"),
                times(self.unnoticed, numbers.unnoticed),
            ),
        ];
        if let Some(prize) = prize {
            let won = i64::from(numbers.victory);
            let hunts = times(self.hunted, numbers.hunted);
            let turns = turn.checked_div(numbers.turns.into()).unwrap_or(0);
            let turns = i64::try_from(turns).unwrap_or(i64::MAX).min(won);
            let least = i64::from(numbers.least).min(won);
            parts.extend([
                (prize.to_owned(), won),
                (counted(self.hunted, "1 hunt", "hunts"), -hunts),
                (format!("{turn} turns"), -turns),
                (
                    format!("never below {least}"),
                    (least - (won - hunts - turns)).max(0),
                ),
            ]);
        }
        parts.retain(|(_, points)| *points != 0);
        let part = |(name, points)| ScorePart { name, points };
        parts.into_iter().map(part).collect()
    }

    /// Returns the score of a game that ends on the given turn: the sum of its [parts](Self::score_parts).
    pub fn score(&self, victory: bool, turn: u64, numbers: &ScoreNumbers) -> u32 {
        let prize = victory.then_some("");
        let parts = self.score_parts(prize, turn, numbers).into_iter();
        let sum: i64 = parts.map(|part| part.points).sum();
        u32::try_from(sum.max(0)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::being::numbers::Numbers;

    fn quest() -> Quest {
        Quest {
            treasure: 40,
            deepest: 12,
            hunted: 10,
            ground: 1_250,
            kinds: 3,
            unnoticed: 2,
            ..Quest::default()
        }
    }

    #[test]
    fn every_part_of_a_score_counts() {
        let numbers = Numbers::default().score;
        let seen = 40 + 275 + 25 + 30 + 40;
        assert_eq!(quest().score(false, 2_000, &numbers), seen);
        let won = quest().score(true, 2_000, &numbers);
        assert_eq!(won, seen + 1_000 - 30 - 40);
        assert_eq!(quest().score(true, u64::MAX, &numbers), seen + 200);
        let parts = quest().score_parts(Some("the beacon"), 2_000, &numbers);
        let lines: Vec<String> = parts
            .iter()
            .map(|part| format!("{} {}", part.points, part.name))
            .collect();
        let expected = [
            "40 treasure",
            "275 11 levels down",
            "25 1250 cells explored",
            "30 3 kinds studied",
            "40 2 levels unnoticed",
            "1000 the beacon",
            "-30 10 hunts",
            "-40 2000 turns",
        ];
        assert_eq!(lines, expected);
    }

    /// Each number of the score changes the score of a won game when it is set to 0.
    #[test]
    fn no_number_of_the_score_is_idle() {
        let usual = Numbers::default().score;
        let changed = |change: &dyn Fn(&mut ScoreNumbers), turn| {
            let mut numbers = usual;
            change(&mut numbers);
            quest().score(true, turn, &numbers) as i64 - quest().score(true, turn, &usual) as i64
        };
        assert_eq!(changed(&|it| it.victory = 0, 2_000), -930);
        assert_eq!(changed(&|it| it.level = 0, 2_000), -275);
        assert_eq!(changed(&|it| it.ground = 0, 2_000), -25);
        assert_eq!(changed(&|it| it.kind = 0, 2_000), -30);
        assert_eq!(changed(&|it| it.unnoticed = 0, 2_000), -40);
        assert_eq!(changed(&|it| it.hunted = 0, 2_000), 30);
        assert_eq!(changed(&|it| it.turns = 0, 2_000), 40);
        assert_eq!(changed(&|it| it.least = 0, u64::MAX), -200);
        assert_eq!([0, 1, 11].map(|below| usual.worth(10, below)), [10, 15, 65]);
    }
}
