//! The wizard: a maker's way to see what nobody should.

use bevy::prelude::*;

use super::keys::wizard_keys;
use super::screen::SIDEBAR;
use crate::control::{Bindings, WizardCommand, WizardMode};
use crate::game::bestiary::{Bestiary, MonsterKind};
use crate::game::{Actor, ActorId, Awareness, Intent, Player, PlayerCommand, Senses};
use crate::vision::{MapMemory, Position, Viewshed};

/// What of a creature is laid over the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Overlay {
    #[default]
    Nothing,
    /// What it sees.
    Viewshed,
    /// What it has seen.
    Memory,
}

/// What the wizard has asked for. Changes what is shown, never what is.
#[derive(Resource, Clone, Debug, Default)]
pub struct Wizard {
    mode: WizardMode,
    reveals: bool,
    eyes: Option<Entity>,
    overlay: Overlay,
    cursor: Option<IVec2>,
    kind: usize,
    lines: Vec<String>,
}

impl Wizard {
    /// Whose eyes the screen is drawn through, if not the player's.
    pub fn eyes(&self) -> Option<Entity> {
        self.eyes.filter(|_| self.mode.is_on)
    }

    /// Whether the whole map and everybody on it is shown.
    pub fn reveals(&self) -> bool {
        self.mode.is_on && self.reveals
    }

    /// The cell that the wizard points at.
    pub fn cursor(&self) -> Option<IVec2> {
        self.cursor.filter(|_| self.mode.is_on)
    }

    /// What stands beside the map, a line each.
    pub(super) fn lines(&self) -> &[String] {
        if self.mode.is_on { &self.lines } else { &[] }
    }

    /// Whether `cell` is marked, seen through these eyes.
    pub(super) fn marks(
        &self,
        cell: IVec2,
        viewshed: Option<&Viewshed>,
        memory: &MapMemory,
    ) -> bool {
        self.mode.is_on
            && (self.cursor == Some(cell)
                || match self.overlay {
                    Overlay::Nothing => false,
                    Overlay::Viewshed => viewshed.is_some_and(|viewshed| viewshed.sees(cell)),
                    Overlay::Memory => memory.has_seen(cell),
                })
    }
}

type Minded = (
    Entity,
    &'static Actor,
    &'static Name,
    Option<&'static Awareness>,
    Option<&'static Senses>,
    Option<&'static Intent>,
    Option<&'static MonsterKind>,
);

/// Does what the wizard asks.
pub(super) fn obey(
    mut commands: MessageReader<WizardCommand>,
    (mode, bestiary): (Res<WizardMode>, Res<Bestiary>),
    mut wizard: ResMut<Wizard>,
    actors: Query<(Entity, &Actor, Has<Player>)>,
    positions: Query<&Position>,
    players: Query<&Position, With<Player>>,
    mut game: MessageWriter<PlayerCommand>,
) {
    let here = wizard
        .eyes
        .and_then(|eyes| positions.get(eyes).ok())
        .or(players.single().ok())
        .map_or(IVec2::ZERO, |position| position.0);
    if *mode != wizard.mode {
        wizard.mode = *mode;
    }
    let cursor = mode.is_pointing.then(|| wizard.cursor.unwrap_or(here));
    if cursor != wizard.cursor {
        wizard.cursor = cursor;
    }
    for &command in commands.read() {
        match command {
            WizardCommand::Reveal => wizard.reveals = !wizard.reveals,
            WizardCommand::NextEyes => wizard.eyes = next_eyes(wizard.eyes, &actors),
            WizardCommand::NextOverlay => {
                wizard.overlay = match wizard.overlay {
                    Overlay::Nothing => Overlay::Viewshed,
                    Overlay::Viewshed => Overlay::Memory,
                    Overlay::Memory => Overlay::Nothing,
                }
            }
            WizardCommand::MovePointer(way) => {
                let at = wizard.cursor.unwrap_or(here);
                wizard.cursor = Some(at + way.delta());
            }
            WizardCommand::NextKind => wizard.kind += 1,
            WizardCommand::Conjure => {
                let kinds: Vec<char> = bestiary.iter().map(|monster| monster.glyph).collect();
                if let (Some(at), false) = (wizard.cursor, kinds.is_empty()) {
                    let glyph = kinds[wizard.kind % kinds.len()];
                    game.write(PlayerCommand::Conjure { glyph, at });
                }
            }
        }
    }
}

/// The eyes after these, by id; after the last the player's own again.
fn next_eyes(
    eyes: Option<Entity>,
    actors: &Query<(Entity, &Actor, Has<Player>)>,
) -> Option<Entity> {
    let current = eyes
        .and_then(|eyes| actors.get(eyes).ok())
        .map_or(ActorId::PLAYER, |(_, actor, _)| actor.id);
    actors
        .iter()
        .filter(|(_, actor, is_player)| !is_player && actor.id > current)
        .min_by_key(|(_, actor, _)| actor.id)
        .map(|(entity, ..)| entity)
}

/// Writes down what the wizard should read.
pub(super) fn explain(
    mut wizard: ResMut<Wizard>,
    (bestiary, bindings): (Res<Bestiary>, Res<Bindings>),
    creatures: Query<Minded>,
) {
    if !wizard.mode.is_on {
        return;
    }
    let mut lines = vec!["Wizard".to_owned()];
    if let Some((_, actor, name, awareness, senses, _, kind)) =
        wizard.eyes.and_then(|eyes| creatures.get(eyes).ok())
    {
        lines.push(format!("{} #{}", name, actor.id.0));
        if let Some(awareness) = awareness {
            lines.push(awareness.state().name().to_owned());
            let place = match *awareness {
                Awareness::Noticing { at } => Some(at),
                Awareness::Hunting { last_known } => Some(last_known),
                Awareness::Searching { around, .. } => Some(around),
                Awareness::Asleep | Awareness::Unaware => None,
            };
            lines.extend(place.map(|at| format!(" at {},{}", at.x, at.y)));
        }
        if let Some(senses) = senses {
            lines.push(format!("sees {}", senses.enemies.len()));
            if let Some(heard) = senses.heard {
                lines.push(format!("hears {},{}", heard.from.x, heard.from.y));
            }
        }
        if let Some(monster) = kind.and_then(|kind| bestiary.get(&kind.0)) {
            lines.push("minds:".to_owned());
            lines.extend(monster.minds.names().map(|name| format!(" {name}")));
        }
    } else {
        lines.push("your own eyes".to_owned());
    }
    let overlay = match wizard.overlay {
        Overlay::Nothing => "nothing",
        Overlay::Viewshed => "viewshed",
        Overlay::Memory => "memory",
    };
    lines.push(format!("marks {overlay}"));
    let kinds: Vec<&str> = bestiary
        .iter()
        .map(|monster| monster.name.as_str())
        .collect();
    if let (Some(at), false) = (wizard.cursor, kinds.is_empty()) {
        lines.push(format!("points {},{}", at.x, at.y));
        lines.push(format!("+{}", kinds[wizard.kind % kinds.len()]));
    }
    lines.extend(wizard_keys(&bindings, SIDEBAR.into()));
    if wizard.lines != lines {
        wizard.lines = lines;
    }
}
