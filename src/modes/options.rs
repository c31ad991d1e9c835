//! The options. Every change takes effect at once.

use bevy::prelude::*;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use super::settings::{Settings, Zoomed};
use crate::control::{KeyFile, KeySet};
use crate::view::{Display, MessageLog, Scene, Screen};

/// The options screen.
#[derive(Default)]
pub(super) struct Options {
    list: List,
}

/// The step by which the memory brightness changes, in percentage points.
const STEP: i32 = 10;

/// Changes an option to its next (1) or previous (-1) value and saves it. Returns a warning if saving failed.
type Change = fn(&mut Settings, i32) -> Option<String>;

/// Where an option applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Applies {
    Everywhere,
    InWindows,
    InTerminals,
    WithSound,
}

/// Returns a menu of the options that apply here, each with what it is for and the function that changes it. The "Back"
/// entry has no function.
fn menu(settings: &Settings, screen: &Screen) -> Menu<Option<Change>> {
    use Applies::{Everywhere, InTerminals, InWindows, WithSound};
    let pixels = |zoom: Option<u8>| match zoom {
        None => "auto".to_owned(),
        Some(zoom) => format!("{zoom} pixels"),
    };
    let on = |is_on| if is_on { "on" } else { "off" }.to_owned();
    let wide = match settings.wide_map {
        true => "2 columns",
        false => "1 column",
    };
    let walls = match settings.wall_lines {
        true => "lines",
        false => "#",
    };
    let brightness = format!("{}%", settings.memory_brightness);
    let options: Vec<(&str, String, Change, Applies, &str)> = vec![
        (
            "Palette",
            settings.palette.clone(),
            change_palette,
            Everywhere,
            "The colours. Each of them keeps what you see apart from what you remember, also for the colour-blind.",
        ),
        (
            "Text in a window",
            pixels(settings.zoom),
            |settings, by| change_zoom(settings, Zoomed::Text, by),
            InWindows,
            "The height of text. Auto fits the window. Ctrl + and Ctrl - change it at any time.",
        ),
        (
            "Map cells in a window",
            pixels(settings.map_zoom),
            |settings, by| change_zoom(settings, Zoomed::Map, by),
            InWindows,
            "The size of the map's cells. Auto is half again as large as text. +, - and the wheel over the map change it \
             at any time.",
        ),
        (
            "Memory brightness",
            brightness,
            |settings, by| {
                settings.choose(|now| now.memory_brightness = step(now.memory_brightness, by))
            },
            Everywhere,
            "How bright the places are that you remember and don't see.",
        ),
        (
            "Key set",
            settings.keys().set.to_string(),
            change_key_set,
            Everywhere,
            "The keys that walk: letters as in older roguelikes, or WASD. Keys changes single ones.",
        ),
        (
            "Map cell width in a terminal",
            wide.to_owned(),
            |settings, _| settings.choose(|now| now.wide_map ^= true),
            InTerminals,
            "Two columns make cells nearly square, in terminals with at least 100 columns.",
        ),
        (
            "Hints",
            on(settings.hints),
            |settings, _| settings.show_hints(!settings.hints),
            Everywhere,
            "Each hint explains something once, when it first matters. Turn hints off and on to get all of them again.",
        ),
        (
            "Walls in a terminal",
            walls.to_owned(),
            |settings, _| settings.choose(|now| now.wall_lines ^= true),
            InTerminals,
            "Draws walls as joined lines or as #.",
        ),
        (
            "Motion in a window",
            on(settings.motion),
            |settings, _| settings.choose(|now| now.motion ^= true),
            InWindows,
            "Arrows fly, blows flash, and light and the map glide. It never makes a key wait.",
        ),
        (
            "Sound",
            on(settings.sound),
            |settings, _| settings.choose(|now| now.sound ^= true),
            WithSound,
            "Every sound says something that the log says, too. A key turns sounds off and on at any time.",
        ),
        (
            "Volume",
            format!("{}%", settings.volume),
            |settings, by| settings.choose(|now| now.volume = step(now.volume, by)),
            WithSound,
            "How loud sounds are.",
        ),
    ];
    let menu = Menu::new("Options").sized(PAGE.0, PAGE.1);
    let applies = |applies: Applies| match applies {
        Everywhere => true,
        InWindows => screen.scale().is_some(),
        InTerminals => screen.scale().is_none(),
        WithSound => cfg!(feature = "sound"),
    };
    let options = options.into_iter().filter(|it| applies(it.3));
    options
        .fold(menu, |menu, (name, value, change, _, words)| {
            menu.setting(name, format!("◄ {value} ►"), Some(change))
                .text([words])
        })
        .entry("Back", None)
}

/// The columns and rows inside the page.
const PAGE: (u16, u16) = (86, 14);

/// Returns the item `by` places after `now`. The first item follows the last.
fn neighbour<'a, T: PartialEq>(all: &'a [T], now: &T, by: i32) -> &'a T {
    let now = all.iter().position(|it| it == now).unwrap_or_default();
    &all[(now as i32 + by).rem_euclid(all.len() as i32) as usize]
}

/// Returns a percentage, one step higher or lower.
fn step(percent: u8, by: i32) -> u8 {
    (i32::from(percent) + by * STEP).clamp(0, u8::MAX.into()) as u8
}

fn change_palette(settings: &mut Settings, by: i32) -> Option<String> {
    let next = neighbour(&settings.palettes(), &settings.palette, by).clone();
    settings.choose(|now| now.palette = next)
}

fn change_zoom(settings: &mut Settings, what: Zoomed, by: i32) -> Option<String> {
    let heights = Display::ZOOMS.map(Some);
    let all = [&[None], heights.as_slice()].concat();
    let now = match what {
        Zoomed::Text => settings.zoom,
        Zoomed::Map => settings.map_zoom,
    };
    settings.set_zoom(what, *neighbour(&all, &now, by))
}

fn change_key_set(settings: &mut Settings, by: i32) -> Option<String> {
    let keys = settings.keys().clone();
    let set = *neighbour(&KeySet::ALL, &keys.set, by);
    settings.set_keys(KeyFile { set, ..keys });
    settings.save_keys(|keys, known| keys.start_from(set, known))
}

impl Mode for Options {
    fn name(&self) -> &'static str {
        "options"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = menu(world.resource(), world.resource());
        let (change, by) = match self.list.input(input, menu, world.resource()) {
            Picked::Nothing => return Then::Stay,
            Picked::Closed | Picked::Entry(None) => return Then::Pop,
            Picked::Entry(Some(change)) => (change, 1),
            Picked::Change(Some(change), by) => (change, by),
            Picked::Change(None, _) => return Then::Stay,
        };
        let warning = change(&mut world.resource_mut::<Settings>(), by);
        world.resource_mut::<MessageLog>().warn_if(warning);
        Then::Stay
    }

    fn words(&self, _: &Scene, world: &World) -> Vec<String> {
        self.list.words(&menu(world.resource(), world.resource()))
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let menu = menu(world.resource(), screen);
        self.list.draw(&menu, &scene.palette, screen);
    }
}
