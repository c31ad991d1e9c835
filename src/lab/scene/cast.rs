//! The player and the creatures of a scene, and how instructions refer to them.

use bevy::math::IVec2;

use super::words::{Amount, Words};
use crate::files::DataError;
use crate::game::ActorId;

/// The player or a creature of a scene.
#[derive(Clone, Debug)]
pub(in crate::lab) struct Role {
    /// The name in the scene: `@`, a letter, or a letter with a number if several creatures share the letter.
    pub(in crate::lab) name: String,
    pub(in crate::lab) letter: char,
    pub(in crate::lab) id: ActorId,
    /// The name of the monster, or `you`.
    pub(in crate::lab) kind: String,
    /// The cell on which the creature begins, or `None` if it appears later.
    pub(in crate::lab) start: Option<IVec2>,
}

/// All roles of a scene. The first one is the player.
#[derive(Clone, Debug, Default)]
pub(in crate::lab) struct Cast(pub(in crate::lab) Vec<Role>);

/// How many of several creatures a fact concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lab) enum Share {
    Every,
    Any,
    No,
    /// So many of them.
    Count(Amount),
}

/// The roles that a fact or a change concerns, as indexes into the cast.
#[derive(Clone, Debug)]
pub(in crate::lab) struct Who {
    pub(in crate::lab) share: Share,
    pub(in crate::lab) roles: Vec<usize>,
}

/// A cell: fixed, or wherever a role is.
#[derive(Clone, Copy, Debug)]
pub(in crate::lab) enum Spot {
    Cell(IVec2),
    Role(usize),
}

impl Cast {
    /// Creates the cast of a map: the player, and the creatures in the order in which the game numbers them. Then come the
    /// letters and kinds of those that appear later.
    pub(super) fn new(
        start: IVec2,
        creatures: &[(IVec2, char, String)],
        later: Vec<(char, String)>,
    ) -> Self {
        let player = Role {
            name: "@".to_owned(),
            letter: '@',
            id: ActorId::PLAYER,
            kind: "you".to_owned(),
            start: Some(start),
        };
        let same = |letter: char| creatures.iter().filter(move |it| it.1 == letter);
        let role = |(index, (start, letter, kind)): (usize, &(IVec2, char, String))| {
            let number = creatures[..=index]
                .iter()
                .filter(|it| it.1 == *letter)
                .count();
            Role {
                name: match same(*letter).count() {
                    1 => letter.to_string(),
                    _ => format!("{letter}{number}"),
                },
                letter: *letter,
                // The game numbers creatures from 1.
                id: ActorId(index as u32 + 1),
                kind: kind.clone(),
                start: Some(*start),
            }
        };
        let creatures = creatures.iter().enumerate().map(role);
        let later = later.into_iter().map(|(letter, kind)| Role {
            name: letter.to_string(),
            letter,
            id: ActorId(u32::MAX),
            kind,
            start: None,
        });
        Self(
            std::iter::once(player)
                .chain(creatures)
                .chain(later)
                .collect(),
        )
    }

    /// Reads who a fact or a change concerns. A letter that several creatures share needs `every`, `any` or `no`, or a
    /// number as in `w2`. If `all` is set, such a letter stands for all of them.
    pub(super) fn who(&self, words: &mut Words, all: bool) -> Result<Who, DataError> {
        let shares = [Share::Every, Share::Any, Share::No];
        let share = words
            .takes_any(&["every", "any", "no"])
            .map(|it| shares[it]);
        let name = words.peek().unwrap_or_default();
        let of_letter = |role: &Role| name.len() == 1 && name.starts_with(role.letter);
        let named = |role: &Role| {
            if share.is_none() && !all {
                role.name == name
            } else {
                role.name == name || of_letter(role)
            }
        };
        let roles: Vec<usize> = (0..self.0.len()).filter(|it| named(&self.0[*it])).collect();
        if roles.is_empty() {
            let several = self.0.iter().filter(|it| of_letter(it)).count();
            return Err(match several {
                0 => words.unexpected(&self.names()),
                _ => words.unexpected(&format!(
                    "{name}1 to {name}{several}, `every {name}`, `any {name}`, `no {name}`, or a number such as `2 {name}`"
                )),
            });
        }
        words.word();
        Ok(Who {
            share: share.unwrap_or(Share::Every),
            roles,
        })
    }

    pub(super) fn role(&self, words: &mut Words) -> Result<usize, DataError> {
        let at = words.at();
        let who = self.who(words, false)?;
        match who.roles[..] {
            [role] => Ok(role),
            _ => Err(words.error(at, format!("accepted here: one of {}", self.names()))),
        }
    }

    /// Reads a cell `X,Y`, or a role that stands for the cell that it is on.
    pub(super) fn spot(&self, words: &mut Words) -> Result<Spot, DataError> {
        match words.cell() {
            Some(cell) => Ok(Spot::Cell(cell)),
            None => {
                let accepted = format!(
                    "a cell X,Y such as 3,1, counted from 0,0 at the top left, or one of {}",
                    self.names()
                );
                let is_known = self.0.iter().any(|it| Some(&*it.name) == words.peek());
                match is_known {
                    true => self.role(words).map(Spot::Role),
                    false => Err(words.unexpected(&accepted)),
                }
            }
        }
    }

    /// Returns the names of all roles, for messages.
    pub(super) fn names(&self) -> String {
        const MOST: usize = 30;
        let names: Vec<&str> = self.0.iter().take(MOST).map(|it| &*it.name).collect();
        let more = if self.0.len() > MOST { ", ..." } else { "" };
        format!("{}{more}", names.join(", "))
    }
}
