//! What can be said of light.

use clap::ValueEnum;

/// Whether there is darkness: whether light matters, and whether there is daylight, where it is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LightOptions {
    /// The classic game: all that is in view is seen.
    pub is_off: bool,
    /// Whether there is daylight; none: on maps that somebody drew.
    pub is_day: Option<bool>,
}

/// The light of a place by itself.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AmbientName {
    /// All that is in view is lit.
    #[default]
    #[value(help = None::<&'static str>)]
    Day,
    /// Only what flames shine on is lit.
    #[value(help = None::<&'static str>)]
    Dark,
}
