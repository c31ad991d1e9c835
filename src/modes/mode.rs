//! What a mode is.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::control::{Control, KeyDown, Mouse};
use crate::game::{Game, PlayerCommand};
use crate::view::{Scene, Screen};

/// What the player has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key has asked for this.
    Asked(Control),
    /// A key has gone down: one that asks for nothing, or any if the mode [takes keys](Mode::takes_keys).
    Key(KeyDown),
    /// A mouse has done this.
    Mouse(Mouse),
}

/// What comes of it.
pub enum Then {
    /// Nothing more.
    Stay,
    /// The player does this.
    Do(PlayerCommand),
    /// The mode is over.
    Pop,
    /// Another mode comes on top.
    Push(Box<dyn Mode>),
    /// Another mode comes in its place.
    Replace(Box<dyn Mode>),
    /// Another mode comes in place of all.
    Only(Box<dyn Mode>),
    /// All modes but the lowest are over, and that one is asked for this.
    Ask(Control),
    /// This game begins, in place of all.
    Begin(Box<Game>),
    /// The game of this file goes on, in place of all.
    Continue(PathBuf),
    /// The game of this file is watched again, in place of all.
    Watch(PathBuf),
    /// The program ends.
    Leave,
}

/// A screen: play, a menu, a page of help.
pub trait Mode: Send + Sync + 'static {
    /// What it is called, for those who look from outside.
    fn name(&self) -> &'static str;

    /// Does what a key or a mouse asks for. Only the mode on top is told.
    fn input(&mut self, input: Input, world: &mut World) -> Then;

    /// Draws itself over what is on the screen. `world` holds what is in no scene.
    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen);

    /// What it shows, in words, for those who cannot see the screen: a sentence each.
    fn words(&self, _scene: &Scene, _world: &World) -> Vec<String> {
        vec![crate::view::capitalized(&format!("{}.", self.name()))]
    }

    /// Whether it is told of every key that goes down, and not of what keys ask for.
    fn takes_keys(&self) -> bool {
        false
    }

    /// Whether it takes text that is pasted, as if it were typed.
    fn takes_text(&self) -> bool {
        false
    }

    /// Has something happen by itself; called in every update while it is on top.
    fn tick(&mut self, _world: &mut World) {}

    /// How long after `now`, in the app's real time, something happens by itself; none if nothing does.
    fn next_tick(&self, _now: std::time::Duration) -> Option<std::time::Duration> {
        None
    }
}
