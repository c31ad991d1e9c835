//! Plays sounds on the system's default device, if the player has turned them on.

use std::collections::HashMap;
use std::num::NonZero;

use bevy::prelude::*;
use rodio::buffer::SamplesBuffer;
use rodio::{DeviceSinkBuilder, MixerDeviceSink};

use super::cue::{Cue, Noise};
use super::synth::{RATE, samples};
use crate::modes::Settings;
use crate::view::{MessageLog, Told, ViewSystems};

/// The largest number of sounds that begin in a frame.
const MOST: usize = 4;

/// The device that plays sounds.
#[derive(Default)]
enum Device {
    /// No sound has been played yet.
    #[default]
    Unopened,
    /// There is no device that works.
    Missing,
    Open(MixerDeviceSink, HashMap<Noise, Vec<f32>>),
}

/// Adds sounds to a front end.
pub(in super::super) fn plugin(app: &mut App) {
    app.init_non_send::<Device>();
    app.add_systems(PostUpdate, play.after(ViewSystems::Narrate));
}

/// Plays the sounds of what the player was told in this frame.
fn play(
    mut told: MessageReader<Told>,
    settings: Option<Res<Settings>>,
    mut device: NonSendMut<Device>,
    mut log: ResMut<MessageLog>,
) {
    let is_on = settings.is_some_and(|it| it.sound());
    if !is_on {
        told.clear();
        return;
    }
    let mut cues: Vec<Cue> = Vec::new();
    for cue in told.read().filter_map(Cue::of) {
        if cues.iter().all(|it| it.noise != cue.noise) {
            cues.push(cue);
        }
    }
    for cue in cues.into_iter().take(MOST) {
        device.play(cue, &mut log);
    }
}

impl Device {
    fn play(&mut self, cue: Cue, log: &mut MessageLog) {
        if matches!(self, Self::Unopened) {
            *self = Self::open(log);
        }
        let Self::Open(sink, sounds) = self else {
            return;
        };
        let sound = &sounds[&cue.noise];
        let both = sound.iter().flat_map(|it| cue.ears.map(|ear| it * ear));
        let (Some(channels), Some(rate)) = (NonZero::new(2), NonZero::new(RATE)) else {
            return;
        };
        sink.mixer()
            .add(SamplesBuffer::new(channels, rate, both.collect::<Vec<_>>()));
    }

    fn open(log: &mut MessageLog) -> Self {
        match DeviceSinkBuilder::open_default_sink() {
            Ok(mut sink) => {
                sink.log_on_drop(false);
                let sounds = Noise::ALL.map(|it| (it, samples(it)));
                Self::Open(sink, sounds.into())
            }
            Err(error) => {
                log.warn(format!("No sound: {error}."));
                Self::Missing
            }
        }
    }
}
