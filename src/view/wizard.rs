//! The wizard: a maker's way to see what nobody should.

use bevy::prelude::*;

use super::key_names::keys_of;
use crate::control::{Bindings, Control, WizardCommand, WizardMode};
use crate::game::bestiary::{Bestiary, MonsterKind};
use crate::game::{Actor, ActorId, Awareness, Clock, Game, Intent, Player, PlayerCommand, Senses};
use crate::vision::{MapMemory, Viewshed};

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

    /// What stands beside the map, in lines of so many columns.
    pub(super) fn lines(&self, columns: usize) -> Vec<String> {
        let lines = self.lines.iter().filter(|_| self.mode.is_on);
        let wrapped = lines.flat_map(|line| textwrap::wrap(line, columns.max(1)));
        wrapped.map(|line| line.into_owned()).collect()
    }

    /// Whether `cell` is marked, seen through these eyes.
    pub(super) fn marks(
        &self,
        cell: IVec2,
        viewshed: Option<&Viewshed>,
        memory: &MapMemory,
    ) -> bool {
        self.mode.is_on
            && match self.overlay {
                Overlay::Nothing => false,
                Overlay::Viewshed => viewshed.is_some_and(|viewshed| viewshed.sees(cell)),
                Overlay::Memory => memory.has_seen(cell),
            }
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
    mut game: MessageWriter<PlayerCommand>,
) {
    if *mode != wizard.mode {
        wizard.mode = *mode;
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
            WizardCommand::NextKind => wizard.kind += 1,
            WizardCommand::Conjure(at) => {
                let kinds: Vec<char> = bestiary.iter().map(|monster| monster.glyph).collect();
                if !kinds.is_empty() {
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
    (game, clock): (Option<Res<Game>>, Res<Clock>),
    creatures: Query<Minded>,
    eyes: Query<&Viewshed>,
    players: Query<Entity, With<Player>>,
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
    if let Some(game) = game {
        let sight = game.sight();
        lines.push(format!("seed {}, tick {}", game.seed(), clock.tick));
        let radius = sight
            .radius
            .map_or_else(|| "unlimited".to_owned(), |it| it.to_string());
        lines.push(format!("{} {radius}", sight.algorithm));
    }
    let eye = wizard.eyes.or(players.single().ok());
    if let Some(viewshed) = eye.and_then(|eye| eyes.get(eye).ok()) {
        lines.push(format!("recomputed {}", viewshed.recomputations()));
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
    if !kinds.is_empty() {
        lines.push(format!("to conjure: {}", kinds[wizard.kind % kinds.len()]));
    }
    let own = Control::all().filter(|control| control.is_for_wizards());
    let keys = own.map(|it| format!("{} {}", keys_of(&bindings, it), bindings.words(it)));
    lines.push(keys.collect::<Vec<_>>().join(", "));
    if wizard.lines != lines {
        wizard.lines = lines;
    }
}
