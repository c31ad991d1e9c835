//! What moves on the map for a moment: things that fly, blows that flash, numbers that rise, and flames and fog.
//!
//! Motion is only for the eye. It never delays a key, because every key and every turn ends it, and it changes nothing
//! in the game. [`VisualEffect`]s come from what the player perceives. A front end that shows them asks for more frames for as
//! long as [`Motion::next_frame`] says, and for none after that.

use std::time::Duration;

use bevy::prelude::*;
use ratatui::style::Color;

use super::Camera;

/// Something that moves for a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct VisualEffect {
    /// What moves.
    pub what: Moving,
    /// When it begins, in the app's real time.
    pub begins: Duration,
    /// How long it takes.
    pub length: Duration,
}

/// What an [`VisualEffect`] shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Moving {
    /// A thing flies in a straight line.
    Flight {
        /// Where it begins.
        from: IVec2,
        /// Where it ends.
        to: IVec2,
        /// The cells on which the player sees it.
        seen: Vec<IVec2>,
        /// What it looks like.
        glyph: char,
        /// The colour of the glyph.
        color: Color,
    },
    /// A cell flashes.
    Flash {
        /// The cell.
        at: IVec2,
        /// The colour of the flash.
        color: Color,
    },
    /// A number rises from a cell.
    Number {
        /// The cell.
        at: IVec2,
        /// The number with its sign.
        text: String,
        /// The colour of the number.
        color: Color,
    },
}

impl VisualEffect {
    /// Returns how much of the effect is over, from 0 to 1. Returns `None` before the effect begins and after it ends.
    pub fn progress(&self, now: Duration) -> Option<f32> {
        let since = now.checked_sub(self.begins)?;
        (since < self.length).then(|| since.as_secs_f32() / self.length.as_secs_f32())
    }
}

/// How long a picture takes to ease into the next one.
pub const EASING: Duration = Duration::from_millis(140);
/// The time between two frames while something moves.
const FRAME: Duration = Duration::from_millis(16);
/// The time between two frames while only flames and fog move.
const SLOW_FRAME: Duration = Duration::from_millis(80);
/// For how long flames and fog move after a key or a turn.
const RESTLESS: Duration = Duration::from_secs(2);

/// What moves on the map. Without a front end that [shows motion](Self::set_shown), nothing does.
#[derive(Resource, Clone, Debug, Default)]
pub struct Motion {
    is_shown: bool,
    is_on: bool,
    effects: Vec<VisualEffect>,
    /// The part of the map that the screen shows, and the depth of the level.
    view: Option<(Camera, u32)>,
    /// The number of times that motion was ended by a key or a turn.
    beat: u64,
    /// When the last movement ends.
    until: Duration,
    /// When flames and fog come to rest.
    restless_until: Duration,
    /// Whether flames or fog are in view.
    has_flicker: bool,
    flicker: Option<u32>,
}

/// What the player perceives in a frame, as far as it moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Perceptions {
    /// The effects. They begin with the frame, or later by the given time.
    pub(super) effects: Vec<VisualEffect>,
    /// The part of the map that the screen shows, and the depth of the level.
    pub(super) view: Option<(Camera, u32)>,
    /// Whether flames or fog are in view.
    pub(super) has_flicker: bool,
}

impl Motion {
    /// Sets whether the front end shows motion.
    pub fn set_shown(&mut self, is_shown: bool) {
        self.is_shown = is_shown;
    }

    /// Lets things move from now on, if the front end shows motion, or ends all motion.
    pub fn allow(&mut self, is_allowed: bool) {
        self.is_on = is_allowed && self.is_shown;
        if !self.is_on {
            *self = Self {
                is_shown: self.is_shown,
                beat: self.beat + u64::from(!self.is_idle()),
                ..Self::default()
            };
        }
    }

    fn is_idle(&self) -> bool {
        self.view.is_none() && self.effects.is_empty()
    }

    /// Returns whether things move now.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Takes what the player perceives in this frame. If a key was pressed or a turn has passed, everything that moved
    /// before comes to its end.
    pub(super) fn follow(&mut self, perceived: Perceptions, is_new: bool, now: Duration) {
        if !self.is_on {
            return;
        }
        if is_new {
            self.beat += 1;
            self.effects.clear();
            (self.until, self.restless_until) = (now, now + RESTLESS);
        }
        self.effects.retain(|it| it.begins + it.length > now);
        for mut effect in perceived.effects {
            effect.begins += now;
            self.keep_on(effect.begins + effect.length);
            self.effects.push(effect);
        }
        self.view = perceived.view;
        self.has_flicker = perceived.has_flicker;
        let is_restless = perceived.has_flicker && now < self.restless_until;
        // No game lasts long enough for this number to be too large.
        self.flicker = is_restless.then(|| (now.as_millis() / SLOW_FRAME.as_millis()) as u32);
    }

    /// Asks for frames until this time.
    pub fn keep_on(&mut self, until: Duration) {
        self.until = self.until.max(until);
    }

    /// Returns what moves now.
    pub fn effects(&self) -> &[VisualEffect] {
        &self.effects
    }

    /// Returns the part of the map on the screen and the depth of the level, if things move there.
    pub fn view(&self) -> Option<(Camera, u32)> {
        self.view
    }

    /// Returns a number that grows with every key and every turn.
    pub fn beat(&self) -> u64 {
        self.beat
    }

    /// Returns the step of the flames' flicker and the fog's drift, or `None` while both are still.
    pub fn flicker(&self) -> Option<u32> {
        self.flicker
    }

    /// Returns the time until the next frame is needed, or `None` if nothing moves.
    pub fn next_frame(&self, now: Duration) -> Option<Duration> {
        if !self.is_on {
            return None;
        }
        let is_restless = self.has_flicker && now < self.restless_until;
        match now < self.until {
            true => Some(FRAME),
            false => is_restless.then_some(SLOW_FRAME),
        }
    }
}

/// Slows a movement towards its end. `progress` goes from 0 to 1.
pub fn ease(progress: f32) -> f32 {
    let left = 1.0 - progress.clamp(0.0, 1.0);
    1.0 - left * left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn flash(begins: u64, length: u64) -> VisualEffect {
        VisualEffect {
            what: Moving::Flash {
                at: IVec2::ZERO,
                color: Color::Rgb(1, 2, 3),
            },
            begins: ms(begins),
            length: ms(length),
        }
    }

    fn perceived(effects: Vec<VisualEffect>, has_flicker: bool) -> Perceptions {
        Perceptions {
            effects,
            has_flicker,
            ..Perceptions::default()
        }
    }

    fn motion() -> Motion {
        let mut motion = Motion::default();
        motion.set_shown(true);
        motion.allow(true);
        motion
    }

    #[test]
    fn frames_are_asked_for_only_while_something_moves() {
        let mut motion = motion();
        assert_eq!(motion.next_frame(ms(0)), None);
        motion.follow(perceived(vec![flash(0, 100)], false), true, ms(1000));
        assert_eq!(motion.next_frame(ms(1000)), Some(FRAME));
        assert_eq!(motion.effects()[0].progress(ms(1050)), Some(0.5));
        assert_eq!(motion.next_frame(ms(1100)), None);
        motion.follow(perceived(vec![], false), false, ms(1100));
        assert!(motion.effects().is_empty());
    }

    #[test]
    fn a_key_or_a_turn_ends_what_moves() {
        let mut motion = motion();
        motion.follow(perceived(vec![flash(0, 500)], false), true, ms(0));
        let beat = motion.beat();
        motion.follow(perceived(vec![], false), false, ms(10));
        assert_eq!((motion.effects().len(), motion.beat()), (1, beat));
        motion.follow(perceived(vec![], false), true, ms(20));
        assert_eq!((motion.effects().len(), motion.beat()), (0, beat + 1));
        assert_eq!(motion.next_frame(ms(20)), None);
    }

    #[test]
    fn flames_come_to_rest_two_seconds_after_the_last_key() {
        let mut motion = motion();
        motion.follow(perceived(vec![], true), true, ms(0));
        let first = motion.flicker();
        assert!(first.is_some());
        assert_eq!(motion.next_frame(ms(1999)), Some(SLOW_FRAME));
        motion.follow(perceived(vec![], true), false, ms(1999));
        assert_ne!(motion.flicker(), first);
        motion.follow(perceived(vec![], true), false, ms(2000));
        assert_eq!(
            (motion.flicker(), motion.next_frame(ms(2000))),
            (None, None)
        );
    }

    #[test]
    fn nothing_moves_where_motion_is_not_shown_or_not_allowed() {
        for (is_shown, is_allowed) in [(false, true), (true, false)] {
            let mut motion = motion();
            motion.follow(perceived(vec![flash(0, 500)], true), true, ms(0));
            motion.set_shown(is_shown);
            motion.allow(is_allowed);
            motion.follow(perceived(vec![flash(0, 500)], true), true, ms(1));
            assert!(motion.effects().is_empty() && motion.flicker().is_none());
            assert_eq!(motion.next_frame(ms(1)), None);
        }
    }
}
