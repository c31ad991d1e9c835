//! Saves pictures of the window.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::view::window::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;

use crate::control::KeyQueue;
use crate::explorer::Journey;
use crate::game::{Clock, Game};
use crate::modes::TakePicture;
use crate::view::{MessageLog, Screen, Title, ViewSystems};

/// A request to save a picture after the last key and then close the window.
#[derive(Resource, Clone, Debug)]
pub struct LastPicture {
    /// The file to save the picture in.
    pub file: PathBuf,
    /// The number of frames since the last key.
    settled: u32,
}

impl LastPicture {
    /// Returns a request to save a picture in this file. It is a PNG file, whatever the name's extension.
    pub fn new(mut file: PathBuf) -> Self {
        file.set_extension("png");
        Self { file, settled: 0 }
    }
}

/// The number of frames after which a change is certain to be visible.
const SETTLING: u32 = 4;

/// The destination of a picture that is being taken.
#[derive(Component)]
struct Destination {
    file: PathBuf,
    is_last: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(save).add_systems(
        PostUpdate,
        (
            take.before(ViewSystems::Narrate),
            take_last
                .run_if(resource_exists::<LastPicture>)
                .after(ViewSystems::Draw),
        ),
    );
}

/// Takes the pictures that the player asked for.
fn take(
    mut asked: MessageReader<TakePicture>,
    (title, game, clock): (Res<Title>, Option<Res<Game>>, Res<Clock>),
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if asked.read().count() == 0 {
        return;
    }
    let folders = directories::UserDirs::new();
    let pictures = folders.as_ref().and_then(|it| it.picture_dir());
    let folder = pictures.filter(|it| it.is_dir()).unwrap_or(Path::new("."));
    let seed = game.map_or(0, |game| game.setup.seed);
    let name = format!("{}-{seed}-{}", title.0.to_lowercase(), clock.turn());
    let numbers = (1..).map(|number| match number {
        1 => folder.join(format!("{name}.png")),
        _ => folder.join(format!("{name}-{number}.png")),
    });
    let free = numbers.into_iter().find(|file| !file.exists());
    if let Some(file) = free {
        shoot(&mut commands, file, false);
        redraw.write(RequestRedraw);
    }
}

/// Takes the picture after the last key.
fn take_last(
    (queue, journey): (Res<KeyQueue>, Res<Journey>),
    mut last: ResMut<LastPicture>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    redraw.write(RequestRedraw);
    if !queue.is_empty() || journey.is_on_the_way() {
        return;
    }
    last.settled += 1;
    if last.settled == SETTLING {
        shoot(&mut commands, last.file.clone(), true);
    }
}

fn shoot(commands: &mut Commands, file: PathBuf, is_last: bool) {
    commands.spawn((Screenshot::primary_window(), Destination { file, is_last }));
}

/// Saves a picture, and the screen as text beside it.
fn save(
    taken: On<ScreenshotCaptured>,
    destinations: Query<&Destination>,
    screen: Res<Screen>,
    mut log: ResMut<MessageLog>,
    mut exit: MessageWriter<AppExit>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Ok(Destination { file, is_last }) = destinations.get(taken.entity) else {
        return;
    };
    let picture = taken.image.clone().try_into_dynamic();
    let saved = match picture {
        Ok(picture) => picture
            .to_rgb8()
            .save(file)
            .map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let text = file.with_extension("txt");
    let saved =
        saved.and_then(|()| fs::write(&text, screen.ansi()).map_err(|error| error.to_string()));
    let name = file.display();
    match (&saved, is_last) {
        (Ok(()), true) => {
            exit.write(AppExit::Success);
        }
        (Err(error), true) => {
            error!("--screenshot {name}: {error}");
            exit.write(AppExit::from_code(2));
        }
        (Ok(()), false) => log.say(format!("Saved as {name}.")),
        (Err(error), false) => log.warn(format!("{name}: {error}.")),
    }
    redraw.write(RequestRedraw);
}
