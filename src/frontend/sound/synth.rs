//! Computes the samples of each sound from a table of tones.

use crate::view::Noise;

/// The number of samples in a second.
pub const RATE: u32 = 44_100;

/// A tone whose pitch slides from one frequency to another, mixed with noise.
#[derive(Clone, Copy)]
struct Tone {
    /// When the tone begins, and how long it lasts, in milliseconds.
    time: (u32, u32),
    /// The frequencies at the beginning and at the end, in hertz.
    pitch: (f32, f32),
    /// The share of noise, from 0 to 1.
    noise: f32,
    /// The loudness, from 0 to 1.
    loudness: f32,
}

const fn tone(time: (u32, u32), pitch: (f32, f32), noise: f32, loudness: f32) -> Tone {
    Tone {
        time,
        pitch,
        noise,
        loudness,
    }
}

fn tones(noise: Noise) -> &'static [Tone] {
    match noise {
        Noise::Step => const { &[tone((0, 55), (120.0, 70.0), 0.7, 0.18)] },
        Noise::Door => {
            const {
                &[
                    tone((0, 160), (180.0, 240.0), 0.35, 0.30),
                    tone((150, 90), (90.0, 60.0), 0.60, 0.45),
                ]
            }
        }
        Noise::Blow => const { &[tone((0, 110), (220.0, 80.0), 0.65, 0.55)] },
        Noise::Wound => {
            const {
                &[
                    tone((0, 130), (150.0, 60.0), 0.55, 0.75),
                    tone((40, 220), (330.0, 210.0), 0.10, 0.35),
                ]
            }
        }
        Noise::Shot => {
            const {
                &[
                    tone((0, 60), (900.0, 300.0), 0.20, 0.40),
                    tone((50, 180), (1600.0, 500.0), 0.85, 0.25),
                ]
            }
        }
        Noise::Throw => const { &[tone((0, 200), (500.0, 250.0), 0.80, 0.25)] },
        Noise::Lit => {
            const {
                &[
                    tone((0, 90), (700.0, 1400.0), 0.90, 0.30),
                    tone((80, 260), (180.0, 140.0), 0.70, 0.25),
                ]
            }
        }
        Noise::PutOut => const { &[tone((0, 320), (1200.0, 200.0), 0.95, 0.28)] },
        Noise::Noticed => {
            const {
                &[
                    tone((0, 120), (440.0, 440.0), 0.05, 0.40),
                    tone((120, 240), (622.0, 610.0), 0.05, 0.45),
                ]
            }
        }
        Noise::Taken => {
            const {
                &[
                    tone((0, 70), (784.0, 784.0), 0.0, 0.25),
                    tone((70, 150), (1175.0, 1175.0), 0.0, 0.25),
                ]
            }
        }
        Noise::Heard => const { &[tone((0, 240), (140.0, 110.0), 0.40, 0.35)] },
        Noise::Stairs => {
            const {
                &[
                    tone((0, 70), (160.0, 110.0), 0.60, 0.30),
                    tone((130, 70), (140.0, 95.0), 0.60, 0.30),
                    tone((260, 80), (120.0, 80.0), 0.60, 0.30),
                ]
            }
        }
        Noise::Death => {
            const {
                &[
                    tone((0, 500), (220.0, 70.0), 0.15, 0.55),
                    tone((150, 650), (165.0, 50.0), 0.35, 0.45),
                ]
            }
        }
    }
}

/// Returns the samples of a sound for one ear, from -1 to 1. They are always the same.
pub fn samples(noise: Noise) -> Vec<f32> {
    let tones = tones(noise);
    let ends = tones.iter().map(|it| it.time.0 + it.time.1);
    let length = at(ends.max().unwrap_or_default());
    let mut samples = vec![0.0; length];
    for tone in tones {
        add(&mut samples[at(tone.time.0)..], *tone);
    }
    for sample in &mut samples {
        *sample = f32::clamp(*sample, -1.0, 1.0);
    }
    samples
}

fn add(samples: &mut [f32], tone: Tone) {
    let length = at(tone.time.1).min(samples.len());
    let (mut phase, mut hiss) = (0.0, 0x2545_f491_u32);
    for (sample, number) in samples[..length].iter_mut().zip(0..) {
        let done = number as f32 / length as f32;
        let pitch = tone.pitch.0 + (tone.pitch.1 - tone.pitch.0) * done;
        phase = (phase + pitch / RATE as f32).fract();
        // A linear congruential generator, which is random enough for noise.
        hiss = hiss.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (hiss >> 16) as f32 / 32_767.5 - 1.0;
        let wave = (phase * std::f32::consts::TAU).sin();
        let mixed = wave * (1.0 - tone.noise) + noise * tone.noise;
        *sample += mixed * tone.loudness * envelope(done);
    }
}

/// Returns the loudness at a point in a tone: a quick rise, and a slow fall to silence, so nothing clicks.
fn envelope(done: f32) -> f32 {
    const RISE: f32 = 0.04;
    let rise = (done / RISE).min(1.0);
    rise * (1.0 - done) * (1.0 - done)
}

/// Returns the number of samples in this many milliseconds.
fn at(milliseconds: u32) -> usize {
    (milliseconds * (RATE / 100) / 10) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_short_and_audible_and_begins_and_ends_in_silence() {
        for noise in Noise::ALL {
            let samples = samples(noise);
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((0.05..=0.85).contains(&seconds), "{noise:?}: {seconds} s");
            let loudest = samples.iter().fold(0.0_f32, |it, one| it.max(one.abs()));
            assert!((0.1..=0.95).contains(&loudest), "{noise:?}: {loudest}");
            let [first, last] = [samples[0], samples[samples.len() - 1]];
            assert!(first.abs() < 0.02 && last.abs() < 0.02, "{noise:?} clicks");
        }
    }

    #[test]
    fn no_two_sounds_are_the_same() {
        for (number, one) in Noise::ALL.into_iter().enumerate() {
            for other in &Noise::ALL[number + 1..] {
                assert_ne!(samples(one), samples(*other), "{one:?} and {other:?}");
            }
        }
    }
}
