//! Copies text for other programs.

use bevy::prelude::*;

use crate::modes::Clipboard;

pub(super) fn plugin(app: &mut App) {
    // The text can be pasted for as long as the clipboard is open, so it stays open once it was used.
    let mut open: Option<arboard::Clipboard> = None;
    let copy = move |text: &str| {
        let clipboard = match &mut open {
            Some(clipboard) => clipboard,
            None => open.insert(arboard::Clipboard::new().map_err(|it| it.to_string())?),
        };
        clipboard.set_text(text).map_err(|it| it.to_string())
    };
    app.insert_resource(Clipboard(Box::new(copy)));
}
