//! The options. Every change takes effect at once.

use bevy::prelude::*;

use super::list::{List, Picked, Shown};
use super::mode::{Input, Mode, Then};
use super::settings::Settings;
use crate::control::{KeyFile, KeySet};
use crate::view::{MessageLog, Scene, Screen};

/// The options screen.
#[derive(Default)]
pub(super) struct Options {
    list: List,
}

/// The step of the memory brightness, in percentage points.
const STEP: i32 = 10;

fn entries(settings: &Settings) -> Vec<(String, String)> {
    let zoom = match settings.zoom() {
        None => "auto".to_owned(),
        Some(zoom) => format!("{zoom}x"),
    };
    let wide = if settings.is_wide() {
        "2 columns"
    } else {
        "1 column"
    };
    [
        ("Palette", settings.palette().to_owned()),
        ("Window zoom", zoom),
        (
            "Memory brightness",
            format!("{}%", settings.memory_brightness()),
        ),
        ("Key set", settings.keys().set.to_string()),
        ("Map cell width in a terminal", wide.to_owned()),
        ("Back", String::new()),
    ]
    .map(|(name, value)| match value.is_empty() {
        true => (name.to_owned(), value),
        false => (name.to_owned(), format!("◄ {value} ►")),
    })
    .to_vec()
}

fn with_list<T>(settings: &Settings, act: impl FnOnce(&Shown) -> T) -> T {
    act(&Shown {
        title: "Options",
        head: &[],
        entries: &entries(settings),
    })
}

/// Changes an option to its next (1) or previous (-1) value.
fn change(settings: &mut Settings, option: usize, by: i32) {
    match option {
        0 => {
            let all = settings.palettes();
            let now = all.iter().position(|it| it == settings.palette());
            let next = (now.unwrap_or_default() as i32 + by).rem_euclid(all.len() as i32);
            settings.set_palette(&all[next as usize]);
        }
        1 => {
            let now = settings.zoom().map_or(0, i32::from);
            let next = (now + by).rem_euclid(i32::from(Settings::MAX_ZOOM) + 1);
            settings.set_zoom(u8::try_from(next).ok().filter(|it| *it > 0));
        }
        2 => {
            let next = i32::from(settings.memory_brightness()) + by * STEP;
            settings.set_memory_brightness(next.clamp(0, 255) as u8);
        }
        3 => {
            let keys = settings.keys();
            let now = KeySet::ALL.iter().position(|it| *it == keys.set);
            let next = (now.unwrap_or_default() as i32 + by).rem_euclid(KeySet::ALL.len() as i32);
            let changed = KeyFile {
                set: KeySet::ALL[next as usize],
                ..keys.clone()
            };
            settings.set_keys(changed);
        }
        4 => settings.set_wide(!settings.is_wide()),
        _ => {}
    }
}

impl Mode for Options {
    fn name(&self) -> &'static str {
        "options"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let settings = world.resource::<Settings>();
        let picked = with_list(settings, |shown| {
            self.list.input(input, shown, world.resource())
        });
        let last = entries(settings).len() - 1;
        let (option, by) = match picked {
            Picked::Nothing => return Then::Stay,
            Picked::Closed => return Then::Pop,
            Picked::Entry(entry) if entry == last => return Then::Pop,
            Picked::Entry(entry) => (entry, 1),
            Picked::Change(entry, by) => (entry, by),
        };
        let mut settings = world.resource_mut::<Settings>();
        change(&mut settings, option, by);
        let set = settings.keys().set;
        let warning = match option {
            0 => settings.save(|kept, now| kept.palette.clone_from(&now.palette)),
            1 => settings.save(|kept, now| kept.zoom = now.zoom),
            2 => settings.save(|kept, now| kept.memory_brightness = now.memory_brightness),
            3 => settings.save_keys(|keys| keys.start_from(set)),
            4 => settings.save(|kept, now| kept.wide_map = now.wide_map),
            _ => None,
        };
        world.resource_mut::<MessageLog>().warn_if(warning);
        Then::Stay
    }

    fn words(&self, _: &Scene, world: &World) -> Vec<String> {
        with_list(world.resource(), |shown| self.list.words(shown))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        with_list(world.resource(), |shown| {
            self.list.draw(shown, &scene.palette, screen)
        });
    }
}
