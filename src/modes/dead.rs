//! The end of a game: what killed the player, or how it won, and how far it came.

use bevy::prelude::*;

use super::ask::with_scene;
use super::help::Help;
use super::list::{List, Picked, Shown, plain};
use super::messages::Messages;
use super::mode::{Input, Mode, Then};
use super::new_game::next_game;
use super::saves::LastEntry;
use super::title::TitleScreen;
use crate::control::Control;
use crate::game::Game;
use crate::map::Tile;
use crate::view::{Scene, Screen, article};

/// The screen of the dead.
#[derive(Default)]
pub(super) struct Dead {
    list: List,
}

const ENTRIES: [&str; 5] = [
    "Look back at what was said",
    "A new game",
    "The same game again",
    "To the title",
    "Leave",
];

impl Dead {
    pub(super) const NAME: &'static str = "dead";
}

/// What is told of the end, a line each of at most so many columns.
fn report(scene: &Scene, last: Option<&LastEntry>, columns: usize) -> Vec<String> {
    if let Some(victory) = scene.fate.victory() {
        let mut told = vec![format!(
            "The fog gives way. You came out with the beacon, in turn {}, and the lighthouse burns again.",
            victory.turn
        )];
        told.extend(score(scene, last));
        let wrapped = told.iter().flat_map(|it| textwrap::wrap(it, columns));
        return wrapped.map(|it| it.into_owned()).collect();
    }
    let Some(death) = scene.fate.death() else {
        return Vec::new();
    };
    let by = match &death.killer {
        Some(killer) => format!("{} {killer}", article(killer)),
        None => "something that you did not see".to_owned(),
    };
    let mut told = vec![format!(
        "Killed by {by}, on level {}, in turn {}.",
        death.depth, death.turn
    )];
    if let Some(eyes) = scene.player() {
        let known = eyes.memory.known_cells();
        let seen: Vec<Tile> = known.filter_map(|(_, it)| it.tile()).collect();
        let floor = seen.iter().filter(|it| it.is_passable()).count();
        let stairs = seen.contains(&Tile::STAIRS_DOWN);
        let way = if stairs {
            "and the way down"
        } else {
            "and no way down"
        };
        told.push(format!(
            "Of this level you had seen {floor} cells to walk on, {way}."
        ));
        let others = scene.in_view(&eyes, false);
        let mut counted: Vec<(String, usize)> = Vec::new();
        for sight in others.into_iter().filter(|it| it.who.is_some()) {
            match counted
                .iter_mut()
                .find(|(called, _)| *called == sight.called)
            {
                Some((_, count)) => *count += 1,
                None => counted.push((sight.called, 1)),
            }
        }
        let others: Vec<String> = counted
            .into_iter()
            .map(|(called, count)| match count {
                1 => called,
                _ => format!("{called} (x{count})"),
            })
            .collect();
        if !others.is_empty() {
            told.push(format!("The last that you saw: {}.", others.join(", ")));
        }
    }
    told.extend(score(scene, last));
    let wrapped = told.iter().flat_map(|it| textwrap::wrap(it, columns));
    wrapped.map(|it| it.into_owned()).collect()
}

/// What the game counts for, how that was earned, and where it stands among the best.
fn score(scene: &Scene, last: Option<&LastEntry>) -> Vec<String> {
    let Some(game) = &scene.game else {
        return Vec::new();
    };
    let seed = game.setup.seed;
    let mut told = Vec::new();
    if let Some(quest) = scene.quest.as_ref().filter(|it| it.last.is_some()) {
        let won = scene.fate.victory().is_some();
        let turn = scene.fate.turn().unwrap_or_else(|| scene.clock.turn());
        told.push(format!(
            "{} points: treasure {}, level {} reached, hunted {} times, {turn} turns.",
            quest.score(won, turn),
            quest.treasure,
            quest.deepest,
            quest.hunted
        ));
        if won {
            told.push(
                "The beacon counts 1,000, less 3 for each hunt and 1 for each 50 turns, but at least 200."
                    .to_owned(),
            );
        }
        // The one of another game is not this one's.
        let mine = last.filter(|it| it.entry.seed == seed && it.entry.turn == turn);
        if let Some(place) = mine.and_then(|it| it.place) {
            told.push(format!("That is place {place} in the hall of the best."));
        }
    }
    told.push(format!("Seed {seed}."));
    told
}

fn with_list<T>(title: &str, head: &[String], act: impl FnOnce(&Shown) -> T) -> T {
    act(&Shown {
        title,
        head,
        entries: &plain(ENTRIES),
    })
}

fn title(scene: &Scene) -> &'static str {
    if scene.fate.victory().is_some() {
        "You have won"
    } else {
        "You are dead"
    }
}

/// How many columns the report has.
fn columns(screen: &Screen) -> usize {
    usize::from(screen.buffer().area.width.saturating_sub(6)).clamp(8, 52)
}

impl Mode for Dead {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let columns = columns(world.resource());
        let head = with_scene(world, |scene, world| {
            (title(scene), report(scene, world.get_resource(), columns))
        });
        let (title, head) = head.unwrap_or_default();
        match input {
            Input::Asked(Control::Messages) => return Then::Push(Box::new(Messages::default())),
            Input::Asked(Control::Help) => return Then::Push(Box::new(Help::default())),
            Input::Asked(Control::Leave) => return Then::Leave,
            _ => {}
        }
        match with_list(title, &head, |shown| {
            self.list.input(input, shown, world.resource())
        }) {
            Picked::Entry(0) => Then::Push(Box::new(Messages::default())),
            Picked::Entry(1) => next_game(world),
            Picked::Entry(2) => match world.get_resource::<Game>() {
                Some(game) => Then::Begin(Box::new(game.again())),
                None => Then::Stay,
            },
            Picked::Entry(3) => Then::Only(Box::new(TitleScreen::default())),
            Picked::Entry(_) => Then::Leave,
            // It is not closed by chance: what is below it is over.
            Picked::Nothing | Picked::Closed | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        let head = report(scene, world.get_resource(), usize::MAX);
        with_list(title(scene), &head, |shown| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let head = report(scene, world.get_resource(), columns(screen));
        with_list(title(scene), &head, |shown| {
            self.list.draw(shown, &scene.palette, screen)
        });
    }
}
