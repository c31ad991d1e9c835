//! The turn loop: a separate schedule that runs tick by tick until the player must decide.

use bevy::prelude::*;

use super::arrange::arrange;
use super::chronicle::{Chronicler, with_chronicler};
use super::command::{MAX_RADIUS, PlayerCommand};
use crate::game::being::{
    Action, Actor, Arrange, Blinded, Clock, Did, Due, FactKind, Fate, Happening, Health, Intent,
    Lantern, Limits, Number, Numbers, Obstacle, Occupancy, Oil, OilLevel, Phase, Player, Turn,
    Wearer, find_player, forget_reasons, hide_again, let_pass, percent, run_now, run_now_with,
    sync_occupancy, tell,
};
use crate::game::bestiary::{Bestiary, load_monsters};
use crate::game::deed::judge;
use crate::game::effect::are_waiting;
use crate::game::level::{Followers, Game, Stay, choose_boon, spawn_native, start, study};
use crate::game::saved::Unsaved;
use crate::game::sense::{keep_ghosts, witness_now};
use crate::map::TileMap;
use crate::vision::{Moment, Position, Viewshed};

impl FactKind {
    /// The oil in the actor's lantern has fallen to a level. The amount is the place of the [`OilLevel`].
    pub const OIL_LOW: Self = Self::new("oil is low");

    /// The actor's sight radius has changed. The amount is the new radius, in cells.
    pub const RADIUS_CHANGED: Self = Self::new("sight radius");
}

/// Carries out the pending commands. Each command runs until the player's next turn.
pub fn run_turns(world: &mut World) {
    let commands: Vec<PlayerCommand> = world
        .resource_mut::<Messages<PlayerCommand>>()
        .drain()
        .collect();
    if commands.is_empty() {
        return;
    }
    for command in commands {
        with_chronicler(world, |it, world| it.begins(world, &command));
        carry_out(world, command);
        with_chronicler(world, |it, world| it.ends(world));
    }
}

/// Carries out a command and runs the game until the player's next turn, without recording the command.
pub fn carry_out(world: &mut World, command: PlayerCommand) {
    // Outside code may have moved or spawned entities.
    run_now(world, sync_occupancy);
    let (began, first) = (world.resource::<Clock>().tick, world.change_tick());
    match command {
        PlayerCommand::Act(action) => act(world, action),
        PlayerCommand::ChangeRadius(by) => {
            let furthest = world.resource::<Game>().setup.sight.radius;
            change_radius(world, by, furthest);
        }
        PlayerCommand::StretchRadius(by) => change_radius(world, by, Some(MAX_RADIUS)),
        PlayerCommand::NextAlgorithm => next_algorithm(world),
        PlayerCommand::ChooseBoon(number) => {
            let is_done = choose_boon(world, number.into());
            look(world);
            if !is_done {
                hinder(world, Obstacle::Named("no boon"));
            }
        }
        PlayerCommand::NewDungeon => {
            let next = world.resource::<Game>().next();
            begin(world, next);
        }
        PlayerCommand::Again if !world.resource::<Fate>().is_alive() => {
            let same = world.resource::<Game>().again();
            begin(world, same);
        }
        PlayerCommand::Again => {}
        PlayerCommand::Conjure { glyph, at } => conjure(world, glyph, at),
        PlayerCommand::Arrange(change) => {
            let is_done = arrange(world, change);
            look(world);
            if !is_done {
                hinder(world, Obstacle::Named("no target"));
            }
        }
    }
    let ticks = world.resource::<Clock>().tick.saturating_sub(began);
    run_now_with(world, study, ticks);
    witness_all(world);
    debug_assert!(!are_waiting(world), "an effect waits between commands");
    let last = world.change_tick();
    world.resource_mut::<Unsaved>().command = Some((first, last));
}

/// Reports why a command without a place has no effect.
fn hinder(world: &mut World, obstacle: Obstacle) {
    if let Some((player, at)) = find_player(world) {
        tell(world, player, at, Happening::Hindered(obstacle));
    }
}

/// Updates what the player sees without letting any time pass.
pub(crate) fn look(world: &mut World) {
    run_phase(world, Phase::Look);
}

/// Starts a game. The world must have the game's plugins. This function is the only way to start a game. The previous
/// game ends.
///
/// The bestiary is read from the monster files. If the first level cannot be built, the previous game continues and the
/// log gives the reason. [`Game::new`] checks whether the level can be built.
pub fn begin_game(world: &mut World, game: Game) {
    load_monsters(world, game.setup.monsters.clone());
    begin(world, game);
}

/// Starts a game with the current bestiary. Stops any recording of the previous game.
fn begin(world: &mut World, game: Game) {
    world.insert_resource(Chronicler::default());
    world.insert_resource(Limits::default());
    forget_reasons(world);
    let what = start(world, game);
    if !world.contains_resource::<Game>() {
        return;
    }
    let opening = match what {
        Happening::Arrived => world.resource::<Game>().opening.clone(),
        _ => Vec::new(),
    };
    for change in &opening {
        arrange(world, *change);
    }
    look(world);
    // What the player sees at first heals nothing.
    let is_health = |it: &&Arrange| matches!(it, Arrange::Health { .. });
    for change in opening.iter().filter(is_health) {
        arrange(world, *change);
    }
    if let Some((player, at)) = find_player(world) {
        tell(world, player, at, what);
    }
    run_now_with(world, study, 0);
    witness_all(world);
}

/// Makes the player perceive all that has happened so far, so that no event waits for the next command.
fn witness_all(world: &mut World) {
    witness_now(world);
    run_now(world, keep_ghosts);
}

fn run_phase(world: &mut World, phase: Phase) {
    world.resource_mut::<Clock>().phase = phase;
    world.run_schedule(Turn);
}

/// Performs the player's action, and then runs the clock until the player is due again. An impossible action takes no
/// time: for example, walking into a known wall does not cost a turn.
fn act(world: &mut World, action: Action) {
    let Some((player, from)) = find_player(world) else {
        return;
    };
    if !world.resource::<Fate>().is_alive() {
        return;
    }
    if let Err(obstacle) = judge(world, player, action) {
        let at = action.aim.cell(from);
        tell(world, player, at, Happening::Hindered(obstacle));
        return;
    }
    let begin = world.resource::<Clock>().tick;
    world.resource_mut::<PendingAction>().0 = Some(action);
    while let Some(tick) = run_now(world, next_tick) {
        world.resource_mut::<Clock>().tick = tick;
        if world.get::<Actor>(player).is_some_and(|it| it.due <= tick) {
            world.resource_mut::<Moment>().0 = tick;
            run_phase(world, Phase::Player);
            // The player keeps its view until it acts again. Therefore, the age of a memory does not depend on when
            // other actors act, because the player may not know that.
            let until = world.get::<Actor>(player).map_or(tick, |it| it.due);
            world.resource_mut::<Moment>().0 = until;
        }
        run_phase(world, Phase::Others);
    }
    // After the game ends, the player has no next turn, so the clock stops at that moment.
    let is_alive = world.resource::<Fate>().is_alive();
    let player_due = world.get::<Actor>(player).map(|actor| actor.due);
    if let Some(tick) = player_due.filter(|_| is_alive) {
        world.resource_mut::<Clock>().tick = tick;
        run_now(world, regenerate);
        run_now(world, hide_again);
        burn_oil(world, player, tick.saturating_sub(begin));
        let before = in_force(world, player);
        run_now(world, let_pass);
        if in_force(world, player) != before {
            look(world);
        }
    }
}

/// Returns what affects how an actor sees and how its lantern shines.
fn in_force(world: &World, who: Entity) -> (Option<Blinded>, Option<Wearer>) {
    (world.get(who).copied(), world.get(who).cloned())
}

/// Burns the oil that the player's lantern uses in `ticks` ticks. The light changes and warnings come when the player's turn
/// comes, so neither depends on when other creatures act.
fn burn_oil(world: &mut World, player: Entity, ticks: u64) {
    let numbers = world.resource::<Numbers>().lantern;
    let share = percent(world, player, Number::OilBurnt);
    let (Some(lantern), Some(at)) = (
        world.get::<Lantern>(player).copied(),
        world.get::<Position>(player).map(|it| it.0),
    ) else {
        return;
    };
    let Some(mut oil) = world.get_mut::<Oil>(player) else {
        return;
    };
    let before = oil.level();
    oil.burn(lantern, ticks, (numbers, share));
    let level = oil.level();
    if level > before {
        tell(
            world,
            player,
            at,
            Did::of(FactKind::OIL_LOW).amount(level as u32),
        );
    }
    if level > before && level == OilLevel::Empty {
        look(world);
    }
}

/// The action that the player will take on the coming turn.
#[derive(Resource, Default)]
pub(super) struct PendingAction(Option<Action>);

/// Turns the player's command into its intent.
pub(super) fn obey(
    due: Res<Due>,
    mut pending: ResMut<PendingAction>,
    mut players: Query<&mut Intent, With<Player>>,
) {
    for mut intent in players.iter_many_unique_mut(due.all()) {
        intent.0 = pending.0.take();
    }
}

/// Restores the hit points that wounded creatures have regained by now.
pub(super) fn regenerate(clock: Res<Clock>, mut wounded: Query<&mut Health, With<Actor>>) {
    for mut health in wounded.iter_mut().filter(|health| health.may_change()) {
        let mut healed = *health;
        healed.heal_until(clock.tick);
        health.set_if_neq(healed);
    }
}

/// Returns the next tick to run, or `None` if the player is due first and has no pending action.
///
/// Creatures due at the same tick as the player act after the player. New creatures have a due tick of 0, so they act
/// at once.
fn next_tick(
    clock: Res<Clock>,
    (followers, stay): (Res<Followers>, Res<Stay>),
    fate: Res<Fate>,
    pending: Res<PendingAction>,
    players: Query<&Actor, With<Player>>,
    actors: Query<&Actor>,
) -> Option<u64> {
    if !fate.is_alive() {
        return None;
    }
    let player_due = players.single().ok()?.due;
    let next = actors.iter().map(|actor| actor.due).min()?;
    let arrivals = followers.next().into_iter().chain(stay.next);
    let next = arrivals.fold(next, u64::min);
    let next = next.max(clock.tick);
    let must_ask = player_due <= next && pending.0.is_none();
    (!must_ask).then_some(next)
}

/// Conjures a monster onto a cell for a wizard, if there is a monster with this glyph and the cell is free.
fn conjure(world: &mut World, glyph: char, at: IVec2) {
    let monster = world.resource::<Bestiary>().by_glyph(glyph).cloned();
    let is_free = world.resource::<TileMap>().is_walkable(at)
        && world.resource::<Occupancy>().at(at).is_none();
    if let Some(monster) = monster.filter(|_| is_free) {
        let tick = world.resource::<Clock>().tick;
        spawn_native(world, &monster, at, tick);
        look(world);
    } else if let Some((player, _)) = find_player(world) {
        tell(
            world,
            player,
            at,
            Happening::Hindered(Obstacle::Named("no target")),
        );
    }
}

/// Changes the player's sight radius. The radius can grow to at most `furthest`, or to at most `MAX_RADIUS` if
/// `furthest` is `None`.
fn change_radius(world: &mut World, by: i32, furthest: Option<u32>) {
    let furthest = furthest.unwrap_or(MAX_RADIUS);
    let radius = match world.resource::<Game>().sight.radius {
        // If the radius is unlimited, the first decrease starts from the maximum.
        None if by >= 0 => return,
        None => MAX_RADIUS,
        // A wizard may already have set a larger radius, which stays in effect until the player decreases it.
        Some(radius) if by >= 0 => radius.max(radius.saturating_add_signed(by).min(furthest)),
        Some(radius) => radius.saturating_add_signed(by),
    };
    change_sight(
        world,
        Did::of(FactKind::RADIUS_CHANGED).amount(radius).into(),
        |sight| {
            sight.radius = Some(radius);
        },
    );
}

fn next_algorithm(world: &mut World) {
    let current = world.resource::<Game>().sight.algorithm;
    let mut all = crate::fov::Algorithm::ALL.iter().copied().cycle();
    all.find(|algorithm| algorithm.name() == current.name());
    let next = all.next().unwrap_or_default();
    change_sight(world, Happening::AlgorithmChanged(next), |sight| {
        sight.algorithm = next;
    });
}

fn change_sight(world: &mut World, what: Happening, change: impl FnOnce(&mut crate::fov::Sight)) {
    let Some((player, at)) = find_player(world) else {
        return;
    };
    let mut sight = world.resource::<Game>().sight;
    change(&mut sight);
    world.resource_mut::<Game>().sight = sight;
    if let Some(mut viewshed) = world.get_mut::<Viewshed>(player) {
        viewshed.set_sight(sight);
    }
    tell(world, player, at, what);
    look(world);
}

/// Starts games in an app.
pub trait BeginGame {
    /// Starts `game`, as [`begin_game`] does.
    fn begin_game(&mut self, game: Game) -> &mut Self;
}

impl BeginGame for App {
    fn begin_game(&mut self, game: Game) -> &mut Self {
        begin_game(self.world_mut(), game);
        self
    }
}
