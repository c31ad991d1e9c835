//! Plays sounds on the system's default device, in a thread of its own: a slow device delays no key.

use std::collections::HashMap;
use std::error::Error;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use rodio::buffer::SamplesBuffer;
use rodio::{DeviceSinkBuilder, DeviceSinkError, MixerDeviceSink};

use super::cue::Cue;
use super::synth::{RATE, samples};
use crate::view::Noise;

/// How long the device stays open after the last sound. An open device works all the time, even in silence, but opening
/// one may take half a second.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open device.
struct Device {
    sink: MixerDeviceSink,
    /// Whether the device has stopped working, for example because it was unplugged.
    is_broken: Arc<AtomicBool>,
}

/// Plays the sounds of each message until no more can arrive.
///
/// # Errors
///
/// If no device works.
pub(super) fn play(inbox: &Receiver<Vec<Cue>>) -> Result<(), String> {
    let sounds: HashMap<Noise, Vec<f32>> = Noise::ALL.map(|it| (it, samples(it))).into();
    let mut device: Option<Device> = None;
    loop {
        let wait = if device.is_some() {
            PATIENCE
        } else {
            Duration::MAX
        };
        let cues = match inbox.recv_timeout(wait) {
            Ok(cues) => cues,
            Err(RecvTimeoutError::Timeout) => {
                device = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        let working = device
            .take()
            .filter(|it| !it.is_broken.load(Ordering::Relaxed));
        let open = match working {
            Some(open) => open,
            None => quietly(open).map_err(|error| last_cause(&error))?,
        };
        for cue in cues {
            add(&open.sink, &sounds[&cue.noise], cue.ears);
        }
        device = Some(open);
    }
}

fn open() -> Result<Device, DeviceSinkError> {
    let is_broken = Arc::new(AtomicBool::new(false));
    let broken = is_broken.clone();
    let default = DeviceSinkBuilder::from_default_device()?;
    let mut sink = default
        .with_error_callback(move |_| broken.store(true, Ordering::Relaxed))
        .open_sink_or_fallback()?;
    sink.log_on_drop(false);
    Ok(Device { sink, is_broken })
}

/// Keeps the system's sound library from writing to the terminal, where it would spoil the picture.
#[cfg(target_os = "linux")]
fn quietly<T>(act: impl FnOnce() -> T) -> T {
    // The handler stays in place for this thread. Each call starts with an empty buffer.
    let _ = alsa::Output::local_error_handler();
    act()
}

#[cfg(not(target_os = "linux"))]
fn quietly<T>(act: impl FnOnce() -> T) -> T {
    act()
}

fn add(sink: &MixerDeviceSink, sound: &[f32], ears: [f32; 2]) {
    let both = sound.iter().flat_map(|it| ears.map(|ear| it * ear));
    let (Some(channels), Some(rate)) = (NonZero::new(2), NonZero::new(RATE)) else {
        return;
    };
    let buffer = SamplesBuffer::new(channels, rate, both.collect::<Vec<_>>());
    sink.mixer().add(buffer);
}

/// Returns the first sentence of the innermost cause of an error: the outer ones only say which call failed.
fn last_cause(error: &dyn Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    let words = cause.to_string();
    let end = words.find(['\n', '.']).unwrap_or(words.len());
    words[..end].to_owned()
}
