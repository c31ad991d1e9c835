//! The lesson: small rooms that teach the game. The lab makes them of scenes; here they are begun and left.

use bevy::prelude::*;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::settings::Settings;
use crate::game::Game;
use crate::view::{MessageLog, Scene, Screen};

/// The rooms of a lesson, one of which is being played.
pub trait Course: Send + Sync {
    /// Returns the rooms' titles, in order.
    fn titles(&self) -> Vec<String>;

    /// Begins the game of a room.
    ///
    /// # Errors
    ///
    /// Returns why the room cannot be played, in one line.
    fn begin(&mut self, room: usize, world: &mut World) -> Result<(), String>;

    /// Returns how far the player is in the room that has begun. Called in every update.
    fn look(&mut self, world: &World) -> Progress;
}

/// How far the player of a room is. Texts have names of controls in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The room goes on, and its text is this one.
    On(Option<String>),
    /// The room is done, and this is the last thing to be said about it.
    Done(Option<String>),
    /// The room must begin again, for this reason.
    Failed(String),
}

/// Reads the rooms of the lesson. Without this resource, there is no lesson.
#[derive(Resource)]
pub struct Lessons {
    read: Box<ReadCourse>,
    is_offered: bool,
}

type ReadCourse = dyn Fn() -> Result<Box<dyn Course>, String> + Send + Sync;

impl Lessons {
    /// Has `read` read the rooms whenever the lesson begins. It returns an error in one line.
    pub fn new(read: impl Fn() -> Result<Box<dyn Course>, String> + Send + Sync + 'static) -> Self {
        Self {
            read: Box::new(read),
            is_offered: false,
        }
    }

    /// Has the title screen ask a new player once, before the first game, whether to take the lesson.
    pub fn offer(&mut self) {
        self.is_offered = true;
    }
}

/// The lesson that the player takes. Its game is neither saved nor scored.
#[derive(Resource)]
pub(super) struct Lesson {
    pub(super) course: Box<dyn Course>,
    /// The room that is being played.
    pub(super) room: usize,
    /// The room to begin, and what the player is told first.
    pub(super) next: Option<(usize, Option<String>)>,
    /// The text that is shown, with names of controls.
    pub(super) text: Option<String>,
    /// What was said last, once the room is done.
    pub(super) done: Option<Option<String>>,
    /// The game before the lesson, which the title screen comes back to.
    before: Option<Game>,
}

impl Lesson {
    /// Returns the title of a room, if there is such a room.
    pub(super) fn title(&self, room: usize) -> Option<String> {
        self.course.titles().into_iter().nth(room)
    }
}

/// Begins the lesson in place of whatever is played and shown, or says why that is impossible.
pub(super) fn begin_lesson(world: &mut World) -> Then {
    let read = world.get_resource::<Lessons>().map(|it| (it.read)());
    match read {
        None => Then::Stay,
        Some(Err(why)) => Then::push(Trouble::new(why)),
        Some(Ok(course)) => {
            let before = match world.remove_resource::<Lesson>() {
                Some(lesson) => lesson.before,
                None => world.get_resource::<Game>().cloned(),
            };
            // The room begins at the end of this update.
            world.insert_resource(Lesson {
                course,
                room: 0,
                next: Some((0, None)),
                text: None,
                done: None,
                before,
            });
            Then::Stay
        }
    }
}

/// Begins a room, or the same one again.
pub(super) fn begin_room(world: &mut World, room: usize) -> Then {
    if let Some(mut lesson) = world.get_resource_mut::<Lesson>() {
        lesson.next = Some((room, None));
    }
    Then::Stay
}

/// Ends the lesson. The caller opens another screen.
pub(super) fn leave(world: &mut World) {
    let Some(lesson) = world.remove_resource::<Lesson>() else {
        return;
    };
    world.resource_mut::<MessageLog>().set_task(None);
    match lesson.before {
        Some(game) => world.insert_resource(game),
        None => {
            world.remove_resource::<Game>();
        }
    }
}

/// Returns whether to ask a player who begins the first game about the lesson. Players who want no hints are not asked.
pub(super) fn is_to_offer(world: &World) -> bool {
    let settings = world.resource::<Settings>();
    let is_new = settings.hints && !settings.was_offered_lesson();
    let lessons = world.get_resource::<Lessons>();
    is_new && lessons.is_some_and(|it| it.is_offered)
}

/// Why the lesson cannot go on.
pub(super) struct Trouble {
    why: String,
    list: List,
}

impl Trouble {
    pub(super) fn new(why: String) -> Self {
        Self {
            why,
            list: List::default(),
        }
    }

    fn menu(&self) -> Menu<()> {
        Menu::new("The lesson cannot be played")
            .head([self.why.as_str()])
            .entry("Back", ())
    }
}

impl Mode for Trouble {
    fn name(&self) -> &'static str {
        "lesson trouble"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        match self.list.input(input, self.menu(), world.resource()) {
            Picked::Entry(()) | Picked::Closed => Then::Pop,
            Picked::Nothing | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        self.list.words(&self.menu())
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        self.list.draw(&self.menu(), &scene.palette, screen);
    }
}
