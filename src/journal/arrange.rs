//! Converts the changes that scenes make to and from the text that a journal stores.

use std::str::FromStr;

use bevy::prelude::*;

use crate::game::{ActorId, Arrange, Awareness, Faction, Lantern};
use crate::grid::Direction;
use crate::map::{Density, read_cell};

pub(super) fn write(change: Arrange) -> String {
    let cell = |it: IVec2| format!("{},{}", it.x, it.y);
    match change {
        Arrange::Move { who, to } => format!("move {} {}", who.0, cell(to)),
        Arrange::Awareness { who, awareness } => {
            let details = match awareness {
                Awareness::Asleep | Awareness::Unaware => String::new(),
                Awareness::Noticing { at } => format!(" {}", cell(at)),
                Awareness::Hunting { last_known } => format!(" {}", cell(last_known)),
                Awareness::Searching { around, until } => format!(" {} {until}", cell(around)),
            };
            format!("awareness {} {}{details}", who.0, awareness.state().name())
        }
        Arrange::Health { who, health } => format!("health {} {health}", who.0),
        Arrange::Side { who, faction } => format!("side {} {}", who.0, faction.0),
        Arrange::Face { who, way } => format!("face {} {}", who.0, cell(way.delta())),
        Arrange::Give { who, kind, worn } => format!("give {} {kind} {worn}", who.0),
        Arrange::Forget(who) => format!("forget {}", who.0),
        Arrange::Know(who) => format!("know {}", who.0),
        Arrange::Boon(number) => format!("boon {number}"),
        Arrange::Remove(who) => format!("remove {}", who.0),
        Arrange::Lantern(lantern) => format!("lantern {}", lantern.name()),
        Arrange::Oil(turns) => format!("oil {turns}"),
        Arrange::Tile { at, glyph } => format!("tile {} {glyph}", cell(at)),
        Arrange::Noise { at, loudness } => format!("noise {} {loudness}", cell(at)),
        Arrange::Air { at, more } => format!("air {} {} {}", cell(at), more.fog, more.smoke),
        Arrange::Corpse { at, glyph } => format!("corpse {} {glyph}", cell(at)),
        Arrange::Thing { at, kind } => format!("thing {} {kind}", cell(at)),
    }
}

/// The words of a change that have not been read yet.
struct Words<'a>(std::str::Split<'a, char>);

impl<'a> Words<'a> {
    fn word(&mut self) -> &'a str {
        self.0.next().unwrap_or_default()
    }

    fn number<T: FromStr>(&mut self) -> Result<T, String> {
        let word = self.word();
        word.parse()
            .map_err(|_| format!("unexpected value `{word}`"))
    }

    fn who(&mut self) -> Result<ActorId, String> {
        self.number().map(ActorId)
    }

    fn cell(&mut self) -> Result<IVec2, String> {
        read_cell(self.word())
    }

    fn awareness(&mut self) -> Result<Awareness, String> {
        Ok(match self.word() {
            "asleep" => Awareness::Asleep,
            "unaware" => Awareness::Unaware,
            "noticing" => Awareness::Noticing { at: self.cell()? },
            "hunting" => Awareness::Hunting {
                last_known: self.cell()?,
            },
            "searching" => Awareness::Searching {
                around: self.cell()?,
                until: self.number()?,
            },
            other => return Err(format!("unknown state `{other}`")),
        })
    }
}

/// Parses a change.
///
/// # Errors
///
/// If the change is invalid. The error says why.
pub(super) fn read(text: &str) -> Result<Arrange, String> {
    let mut words = Words(text.split(' '));
    Ok(match words.word() {
        "move" => Arrange::Move {
            who: words.who()?,
            to: words.cell()?,
        },
        "awareness" => Arrange::Awareness {
            who: words.who()?,
            awareness: words.awareness()?,
        },
        "health" => Arrange::Health {
            who: words.who()?,
            health: words.number()?,
        },
        "side" => Arrange::Side {
            who: words.who()?,
            faction: Faction(words.number()?),
        },
        "face" => Arrange::Face {
            who: words.who()?,
            way: Direction::from_delta(words.cell()?).ok_or("no direction")?,
        },
        "give" => Arrange::Give {
            who: words.who()?,
            kind: words.number()?,
            worn: words.number()?,
        },
        "corpse" => Arrange::Corpse {
            at: words.cell()?,
            glyph: text.chars().next_back().unwrap_or(' '),
        },
        "forget" => Arrange::Forget(words.who()?),
        "know" => Arrange::Know(words.who()?),
        "boon" => Arrange::Boon(words.number()?),
        "remove" => Arrange::Remove(words.who()?),
        "lantern" => {
            let name = words.word();
            let mut all = Lantern::ALL.into_iter();
            let found = all.find(|it| it.name() == name);
            Arrange::Lantern(found.ok_or_else(|| format!("unknown lantern setting `{name}`"))?)
        }
        "oil" => Arrange::Oil(words.number()?),
        "tile" => Arrange::Tile {
            at: words.cell()?,
            // The glyph may be a space.
            glyph: text.chars().next_back().unwrap_or(' '),
        },
        "noise" => Arrange::Noise {
            at: words.cell()?,
            loudness: words.number()?,
        },
        "thing" => Arrange::Thing {
            at: words.cell()?,
            kind: words.number()?,
        },
        "air" => Arrange::Air {
            at: words.cell()?,
            more: Density {
                fog: words.number()?,
                smoke: words.number()?,
            },
        },
        _ => return Err(format!("unknown change `{text}`")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_read_as_it_was_written() {
        let (who, at) = (ActorId(3), IVec2::new(-4, 5));
        let awareness = [
            Awareness::Asleep,
            Awareness::Unaware,
            Awareness::Noticing { at },
            Awareness::Hunting { last_known: at },
            Awareness::Searching {
                around: at,
                until: 700,
            },
        ];
        let awareness = awareness.map(|awareness| Arrange::Awareness { who, awareness });
        let lanterns = Lantern::ALL.map(Arrange::Lantern);
        let others = [
            Arrange::Move { who, to: at },
            Arrange::Health { who, health: 9 },
            Arrange::Side {
                who,
                faction: Faction(2),
            },
            Arrange::Face {
                who,
                way: Direction::NorthWest,
            },
            Arrange::Give {
                who,
                kind: 49_155,
                worn: true,
            },
            Arrange::Corpse { at, glyph: 'g' },
            Arrange::Forget(who),
            Arrange::Oil(9),
            Arrange::Know(who),
            Arrange::Boon(3),
            Arrange::Remove(who),
            Arrange::Tile { at, glyph: ' ' },
            Arrange::Tile { at, glyph: '+' },
            Arrange::Noise { at, loudness: 40 },
            Arrange::Air {
                at,
                more: Density { fog: 3, smoke: 7 },
            },
            Arrange::Thing { at, kind: 49_155 },
        ];
        for change in awareness.into_iter().chain(lanterns).chain(others) {
            assert_eq!(read(&write(change)), Ok(change));
        }
        for wrong in [
            "",
            "move",
            "move 3 4",
            "awareness 3 dead",
            "lantern lit",
            "face 3 0,0",
            "give 3 4 perhaps",
            "noise 1,1 x",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
