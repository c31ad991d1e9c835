//! Chooses what to play, if the player has turned sounds on.

use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use bevy::prelude::*;

use super::cue::Cue;
use super::player;
use crate::game::bestiary::Waker;
use crate::modes::{Modes, Settings};
use crate::view::{MessageLog, Told, ViewSystems};

/// Adds sounds to a front end.
pub(in super::super) fn plugin(app: &mut App) {
    app.init_resource::<Speaker>();
    app.add_systems(PostUpdate, play.after(ViewSystems::Narrate));
}

/// The thread that plays sounds. It starts with the first sound, and ends when sounds are turned off.
#[derive(Resource, Default)]
enum Speaker {
    #[default]
    Off,
    On {
        cues: Sender<Vec<Cue>>,
        /// What went wrong, if anything did.
        failure: Mutex<Receiver<String>>,
    },
    /// There is no device that works.
    Broken,
}

/// Plays the sounds of what the player was told in this frame. The game that plays itself behind the title is silent.
fn play(
    mut told: MessageReader<Told>,
    (settings, modes): (Option<Res<Settings>>, Option<Res<Modes>>),
    mut speaker: ResMut<Speaker>,
    mut log: ResMut<MessageLog>,
    waker: Option<Res<Waker>>,
) {
    let Some(settings) = settings.filter(|it| it.sound && it.volume > 0) else {
        told.clear();
        *speaker = Speaker::Off;
        return;
    };
    if modes.is_some_and(|it| it.names().next() == Some("title")) {
        told.clear();
    }
    let loudness = f32::from(settings.volume) / 100.0;
    let cues = Cue::of_all(told.read()).into_iter();
    let cues: Vec<Cue> = cues.map(|it| it.at(loudness)).collect();
    if !cues.is_empty() {
        speaker.play(cues, waker.as_deref());
    }
    if let Some(failure) = speaker.failure() {
        *speaker = Speaker::Broken;
        log.warn(format!(
            "No sound ({failure}). To try again, turn sounds off and on under Options."
        ));
    }
}

impl Speaker {
    fn play(&mut self, cues: Vec<Cue>, waker: Option<&Waker>) {
        if let Self::Off = self {
            *self = Self::start(waker.cloned());
        }
        if let Self::On { cues: sender, .. } = self {
            // A thread that has ended has sent a failure.
            let _ = sender.send(cues);
        }
    }

    fn start(waker: Option<Waker>) -> Self {
        let (cues, inbox) = mpsc::channel();
        let (outbox, failure) = mpsc::channel();
        let on = Self::On {
            cues,
            failure: Mutex::new(failure),
        };
        let fail = move |why: String| {
            // Nobody listens any more if sounds have been turned off.
            let _ = outbox.send(why);
            waker.iter().for_each(Waker::wake);
        };
        let report = fail.clone();
        let thread = thread::Builder::new().name("sounds".to_owned());
        let started = thread.spawn(move || {
            if let Err(error) = player::play(&inbox) {
                fail(error);
            }
        });
        if let Err(error) = started {
            report(error.to_string());
        }
        on
    }

    fn failure(&mut self) -> Option<String> {
        match self {
            Self::On { failure, .. } => failure.get_mut().ok()?.try_recv().ok(),
            Self::Off | Self::Broken => None,
        }
    }
}
