//! Words for whoever sits at the screen, not for a character of the game.

use std::path::PathBuf;

use bevy::prelude::*;

/// Something that a maker should read, such as what is wrong with a file. The view shows it among
/// the messages of the game.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Notice(pub String);

/// Something may have changed in this folder of assets.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct FolderChanged(pub PathBuf);
