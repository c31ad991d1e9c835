//! Follows the player through the rooms of the lesson.

use bevy::prelude::*;

use super::confirm::Confirm;
use super::course::{Lesson, Progress, Trouble, begin_room, leave};
use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::new_game::begin_with;
use super::stack::Modes;
use super::title::TitleScreen;
use crate::control::{Bindings, Control, KeyQueue};
use crate::dungeon::random::fresh_seed;
use crate::explorer::Journey;
use crate::game::Fate;
use crate::map::TileMap;
use crate::view::{MessageLog, Scene, Screen, killed_by, with_keys};

/// Begins the room that is due, says what is to be said in it, and opens a menu when it is done. A player who dies
/// begins the room again.
pub(super) fn follow_lesson(world: &mut World) {
    let Some(mut lesson) = world.remove_resource::<Lesson>() else {
        return;
    };
    let mut followed = follow(&mut lesson, world);
    if let Ok(Some(why)) = followed {
        lesson.next = Some((lesson.room, Some(format!("{why} The room begins again."))));
        followed = follow(&mut lesson, world);
    }
    world.insert_resource(lesson);
    if let Err(why) = followed {
        leave(world);
        let mut modes = world.resource_mut::<Modes>();
        modes.only(TitleScreen::default());
        modes.push_now(Trouble::new(why));
    }
}

/// Begins the room that is due, and looks at it. Returns why it must begin again, if it must.
///
/// # Errors
///
/// Returns why a room cannot be played.
fn follow(lesson: &mut Lesson, world: &mut World) -> Result<Option<String>, String> {
    if let Some((room, first)) = lesson.next.take() {
        lesson.course.begin(room, world)?;
        (lesson.room, lesson.text, lesson.done) = (room, None, None);
        let titles = lesson.course.titles();
        let title = titles.get(room).map_or("", |it| it.as_str());
        let mut log = world.resource_mut::<MessageLog>();
        log.set_task(None);
        log.say(format!(
            "The lesson, room {} of {}: {title}.",
            room + 1,
            titles.len()
        ));
        log.warn_if(first);
    }
    if lesson.done.is_some() {
        return Ok(None);
    }
    let progress = lesson.course.look(world);
    let fate = world.resource::<Fate>();
    match progress {
        Progress::Done(last) => {
            end_room(world);
            let bindings = world.resource::<Bindings>();
            lesson.done = Some(last.map(|it| with_keys(bindings, &it)));
        }
        Progress::Failed(why) => return Ok(Some(with_keys(world.resource(), &why))),
        Progress::On(_) if let Some(death) = fate.death() => {
            let by = killed_by(death, world.get_resource::<TileMap>());
            return Ok(Some(format!("You were killed by {by}.")));
        }
        Progress::On(_) if !fate.is_alive() => {
            return Ok(Some("The game is over.".to_owned()));
        }
        Progress::On(text) if text != lesson.text => {
            let words = text.as_ref().map(|it| with_keys(world.resource(), it));
            // A new text has something to do with where the player is now.
            world.resource_mut::<Journey>().stop();
            let mut log = world.resource_mut::<MessageLog>();
            if let Some(words) = &words {
                log.say(words.clone());
            }
            log.set_task(words);
            lesson.text = text;
        }
        Progress::On(_) => {}
    }
    Ok(None)
}

fn end_room(world: &mut World) {
    world.resource_mut::<Journey>().stop();
    world.resource_mut::<MessageLog>().set_task(None);
    // Keys typed in the room must not pick anything in the menu.
    world.resource_mut::<KeyQueue>().ignore_typed();
    let mut modes = world.resource_mut::<Modes>();
    modes.push_now(RoomDone::default());
}

/// The menu at the end of a room.
#[derive(Default)]
struct RoomDone {
    list: List,
}

fn menu(world: &World) -> Menu<fn(&mut World) -> Then> {
    let Some(lesson) = world.get_resource::<Lesson>() else {
        return Menu::new("The lesson");
    };
    let title = lesson.title(lesson.room).unwrap_or_default();
    let next = lesson.title(lesson.room + 1);
    let last = lesson.done.clone().flatten();
    let mut menu = Menu::<fn(&mut World) -> Then>::new(format!("Done: {title}")).head(last);
    menu = match next {
        Some(next) => menu.entry(format!("Next room: {next}"), |world| {
            let room = world.get_resource::<Lesson>().map_or(0, |it| it.room);
            begin_room(world, room + 1)
        }),
        None => menu
            .head(["That was the last room of the lesson."])
            .entry("New game", |world| {
                leave(world);
                let begun = begin_with(world, fresh_seed() >> 32);
                begun.unwrap_or_else(|_| Then::only(TitleScreen::default()))
            }),
    };
    menu.entry("Play this room again", |world| {
        let room = world.get_resource::<Lesson>().map_or(0, |it| it.room);
        begin_room(world, room)
    })
    .entry("Leave the lesson", |world| {
        leave(world);
        Then::only(TitleScreen::default())
    })
}

impl Mode for RoomDone {
    fn name(&self) -> &'static str {
        "room done"
    }

    fn closes(&self) -> bool {
        false
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        if input == Input::Asked(Control::LEAVE) {
            return Then::Push(Confirm::quit_game(world));
        }
        let menu = menu(world);
        match self.list.input(input, menu, world.resource()) {
            Picked::Entry(act) => act(world),
            // The room below is done, so there is nothing to return to.
            Picked::Nothing | Picked::Closed | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, _: &Scene, world: &World) -> Vec<String> {
        self.list.words(&menu(world))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        self.list.draw(&menu(world), &scene.palette, screen);
    }
}
