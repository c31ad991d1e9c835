//! Turns the events of gamepads into presses in the queue.
//!
//! The D-pad and the sticks give eight directions. A diagonal of the D-pad needs two buttons, and a stick crosses other
//! directions on its way out, so a direction counts once it has stayed the same for a moment.

use std::time::Duration;

use bevy::input::gamepad::{
    GamepadAxis, GamepadButton, GamepadConnection, GamepadConnectionEvent, GamepadEvent,
};
use bevy::prelude::*;

use super::button::Button;
use super::pad_button::PadButton;
use super::press::Press;
use super::queue::KeyQueue;
use crate::grid::Direction;

/// How long a direction must stay the same before it counts.
const SETTLED: Duration = Duration::from_millis(50);

/// How far a stick must be pushed, as a share of its whole way, before it has a direction.
const PUSHED: f32 = 0.5;

/// How far a stick must still be pushed to keep its direction.
const LET_GO: f32 = 0.35;

/// The angle, in degrees, by which a stick may differ from its direction and still keep it. Each direction is the nearest
/// one over 45 degrees.
const KEEPS: f32 = 30.0;

/// The state of all gamepads. They work as one: any of them can play.
#[derive(Resource, Debug)]
pub struct Gamepads {
    listens: bool,
    down: Vec<GamepadButton>,
    /// The left stick, which stands for the D-pad as well, and the right one.
    sticks: [Stick; 2],
}

impl Default for Gamepads {
    fn default() -> Self {
        Self {
            listens: true,
            down: Vec::new(),
            sticks: [Stick::new(PadButton::near), Stick::new(PadButton::far)],
        }
    }
}

/// A stick, and its direction.
#[derive(Debug)]
struct Stick {
    /// Names a direction of this stick.
    name: fn(Direction) -> PadButton,
    /// The position, with positive `y` up.
    at: Vec2,
    /// The direction that the stick, or the D-pad, has now.
    way: Option<Direction>,
    /// The direction of a tap: the last direction, or a diagonal before it, because the two buttons of a diagonal hardly
    /// come up at the same time.
    tap: Option<Direction>,
    /// The time of the last change of direction.
    since: Duration,
    /// Whether no direction has counted since the stick was last at rest.
    is_fresh: bool,
    /// The button that is held down for the direction.
    pressed: Option<PadButton>,
}

impl Gamepads {
    /// Chooses whether to pass on new presses. A window does not, while another one is in use.
    pub fn listen(&mut self, listens: bool) {
        self.listens = listens;
    }

    /// Returns the time from `now`, in the app's real time, until a direction counts, or `None` if none is about to.
    pub fn next(&self, now: Duration) -> Option<Duration> {
        let sticks = self.sticks.iter();
        sticks.filter_map(|it| it.next(now)).min()
    }

    /// Returns the button as it counts while the left trigger is up or down.
    fn shifted(&self, button: PadButton) -> Button {
        match self.down.contains(&GamepadButton::LeftTrigger2) {
            true => Button::PadShift(button),
            false => Button::Pad(button),
        }
    }

    fn hear(&mut self, event: &GamepadEvent, now: Duration, queue: &mut KeyQueue) {
        match event {
            GamepadEvent::Button(it) => self.turn(it.button, it.state.is_pressed(), queue),
            GamepadEvent::Axis(it) => match it.axis {
                GamepadAxis::LeftStickX => self.sticks[0].at.x = it.value,
                GamepadAxis::LeftStickY => self.sticks[0].at.y = it.value,
                GamepadAxis::RightStickX => self.sticks[1].at.x = it.value,
                GamepadAxis::RightStickY => self.sticks[1].at.y = it.value,
                _ => {}
            },
            GamepadEvent::Connection(GamepadConnectionEvent {
                connection: GamepadConnection::Disconnected,
                ..
            }) => self.rest(queue),
            GamepadEvent::Connection(_) => {}
        }
        let [left, right] = [0, 1].map(|it| self.sticks[it].pushed());
        let ways = [self.pad_way().or(left), right];
        for (number, way) in ways.into_iter().enumerate() {
            let tapped = self.sticks[number].turn(way, now, queue);
            if let Some(button) = tapped.filter(|_| self.listens) {
                queue.tap(Press::of(self.shifted(button)));
            }
        }
    }

    /// Follows a button that goes down or up. Triggers report the same state more than once.
    fn turn(&mut self, button: GamepadButton, is_down: bool, queue: &mut KeyQueue) {
        if self.down.contains(&button) == is_down {
            return;
        }
        self.down.retain(|it| *it != button);
        if is_down {
            self.down.push(button);
        }
        match PadButton::of(button) {
            Some(it) if !is_down => queue.key_up(it),
            Some(it) if self.listens => queue.key_down(Press::of(self.shifted(it))),
            _ => {}
        }
    }

    /// Releases everything, because a gamepad is gone.
    fn rest(&mut self, queue: &mut KeyQueue) {
        for button in std::mem::take(&mut self.down) {
            if let Some(button) = PadButton::of(button) {
                queue.key_up(button);
            }
        }
        for stick in &mut self.sticks {
            (stick.at, stick.is_fresh) = (Vec2::ZERO, stick.way.is_none());
        }
    }

    /// Presses the directions that have stayed the same for long enough.
    fn settle(&mut self, now: Duration, queue: &mut KeyQueue) {
        for number in 0..self.sticks.len() {
            let settled = self.sticks[number].settle(now);
            if let Some(button) = settled.filter(|_| self.listens) {
                queue.key_down(Press::of(self.shifted(button)));
            }
        }
    }

    fn pad_way(&self) -> Option<Direction> {
        let is_down = |button| i32::from(self.down.contains(&button));
        Direction::from_delta(IVec2::new(
            is_down(GamepadButton::DPadRight) - is_down(GamepadButton::DPadLeft),
            is_down(GamepadButton::DPadDown) - is_down(GamepadButton::DPadUp),
        ))
    }
}

impl Stick {
    fn new(name: fn(Direction) -> PadButton) -> Self {
        Self {
            name,
            at: Vec2::ZERO,
            way: None,
            tap: None,
            since: Duration::ZERO,
            is_fresh: true,
            pressed: None,
        }
    }

    /// Returns the direction in which the stick is pushed. A stick keeps its direction until it is clearly elsewhere, so
    /// that a shaking hand changes nothing.
    fn pushed(&self) -> Option<Direction> {
        let (x, y) = (self.at.x, -self.at.y);
        let off_by = |way: &Direction| Vec2::new(x, y).angle_to(way.delta().as_vec2()).abs();
        let length = self.at.length();
        let keeps = |way: &Direction| off_by(way).to_degrees() < KEEPS;
        if length < LET_GO {
            return None;
        }
        let kept = self.way.filter(keeps);
        let nearest = || {
            Direction::ALL
                .into_iter()
                .min_by(|one, other| off_by(one).total_cmp(&off_by(other)))
        };
        match self.way {
            None if length < PUSHED => None,
            _ => kept.or_else(nearest),
        }
    }

    /// Follows the direction. Returns the button that was only tapped: the direction came and went before it counted.
    fn turn(
        &mut self,
        way: Option<Direction>,
        now: Duration,
        queue: &mut KeyQueue,
    ) -> Option<PadButton> {
        if way == self.way {
            return None;
        }
        (self.way, self.since) = (way, now);
        if let Some(button) = self.pressed.take() {
            queue.key_up(button);
        }
        if way.is_some() {
            self.tap = self.tap.filter(|it| it.is_diagonal()).or(way);
            return None;
        }
        let is_tap = std::mem::replace(&mut self.is_fresh, true);
        self.tap.take().filter(|_| is_tap).map(self.name)
    }

    /// Returns the button for a direction that counts from now on.
    fn settle(&mut self, now: Duration) -> Option<PadButton> {
        if self.next(now)? > Duration::ZERO {
            return None;
        }
        self.is_fresh = false;
        self.pressed = self.way.map(self.name);
        self.pressed
    }

    fn next(&self, now: Duration) -> Option<Duration> {
        let waits = self.way.is_some() && self.pressed.is_none();
        waits.then(|| (self.since + SETTLED).saturating_sub(now))
    }
}

pub(super) fn hear(
    time: Res<Time<Real>>,
    mut events: MessageReader<GamepadEvent>,
    mut gamepads: ResMut<Gamepads>,
    mut queue: ResMut<KeyQueue>,
) {
    let now = time.elapsed();
    for event in events.read() {
        gamepads.hear(event, now, &mut queue);
    }
    if gamepads.next(now).is_some() {
        gamepads.settle(now, &mut queue);
    }
}
