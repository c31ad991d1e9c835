//! Wizard mode, which lets developers see what players must not see.

use bevy::prelude::*;

use super::key_names::keys_of;
use super::thoughts::{Reader, thoughts};
use crate::control::{Bindings, WizardCommand, WizardMode};
use crate::game::bestiary::Bestiary;
use crate::game::mind::record_reasons;
use crate::game::{Actor, ActorId, Clock, Game, Player, PlayerCommand, player_of};
use crate::vision::{MapMemory, Viewshed};

/// What the wizard's overlay marks on the map, for the creature whose view is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Overlay {
    #[default]
    Nothing,
    /// The cells that the creature sees.
    Viewshed,
    /// The cells that the creature has seen.
    Memory,
}

/// What the wizard has chosen to see. These choices affect only the screen, never the game.
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
    /// Returns the creature whose view is shown, or `None` for the player.
    pub fn eyes(&self) -> Option<Entity> {
        self.eyes.filter(|_| self.mode.is_on)
    }

    /// Returns whether to show the whole map and every creature on it.
    pub fn reveals(&self) -> bool {
        self.mode.is_on && self.reveals
    }

    pub(super) fn lines(&self) -> &[String] {
        match self.mode.is_on {
            true => &self.lines,
            false => &[],
        }
    }

    /// Returns whether the overlay marks `cell` for a creature with this viewshed and memory.
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

/// Returns the creature with the lowest ID above the current creature's, or `None` (the player) if there is none.
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

/// Updates the wizard's lines for the panel. From the first time on, the reasons for decisions are recorded.
pub(super) fn explain(world: &mut World) {
    if !world.resource::<Wizard>().mode.is_on {
        return;
    }
    record_reasons(world);
    let player = player_of(world);
    let wizard = world.resource::<Wizard>();
    let mut lines = vec!["Wizard".to_owned()];
    let thoughts = wizard.eyes.map(|eyes| thoughts(world, eyes, Reader::Maker));
    match thoughts.filter(|it| !it.is_empty()) {
        Some(thoughts) => lines.extend(thoughts),
        None => lines.push("your own eyes".to_owned()),
    }
    if let Some(game) = world.get_resource::<Game>() {
        let sight = game.sight;
        let tick = world.resource::<Clock>().tick;
        lines.push(format!("seed {}, tick {tick}", game.setup.seed));
        let radius = sight
            .radius
            .map_or_else(|| "unlimited".to_owned(), |it| it.to_string());
        lines.push(format!("{} {radius}", sight.algorithm));
    }
    let eye = wizard.eyes.or(player);
    if let Some(viewshed) = eye.and_then(|eye| world.get::<Viewshed>(eye)) {
        lines.push(format!("recomputed {}", viewshed.recomputations()));
    }
    let overlay = match wizard.overlay {
        Overlay::Nothing => "nothing",
        Overlay::Viewshed => "viewshed",
        Overlay::Memory => "memory",
    };
    lines.push(format!("marks {overlay}"));
    let bestiary = world.resource::<Bestiary>();
    let kinds: Vec<&str> = bestiary
        .iter()
        .map(|monster| monster.name.as_str())
        .collect();
    if !kinds.is_empty() {
        lines.push(format!("conjures {}", kinds[wizard.kind % kinds.len()]));
    }
    let bindings = world.resource::<Bindings>();
    let controls = bindings.controls().into_iter();
    let controls = controls.filter(|control| bindings.is_for_wizards(*control));
    let keys = controls.map(|it| format!("{} {}", keys_of(bindings, it), bindings.words(it)));
    lines.push(keys.collect::<Vec<_>>().join(", "));
    if wizard.lines != lines {
        world.resource_mut::<Wizard>().lines = lines;
    }
}
