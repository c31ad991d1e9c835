//! Light: the lighting rule of a game, burning tiles, and carried lights.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::dungeon::Level;
use crate::fov::Cone;
use crate::game::being::{
    Burning, Conduct, Lantern, Number, Numbers, Oil, OnLevel, ShinesAhead, Wearer,
};
use crate::grid::Direction;
use crate::map::{Flame, Tile, TileMap};
use crate::vision::{Ambient, Light, LightShape, Position, Revision, Viewshed};

/// The lighting rule of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LightRule {
    /// No darkness: everything in view is visible up to the sight radius.
    #[default]
    Off,
    /// Darkness, except for lights and lit rooms.
    Dark,
    /// Daylight everywhere.
    Day,
}

impl LightRule {
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Dark => "dark",
            Self::Day => "day",
        }
    }

    /// Returns the ambient light of a level, or `None` in a world without darkness.
    pub(crate) fn ambient(self, level: &Level) -> Option<Ambient> {
        match self {
            Self::Off => None,
            Self::Day => Some(Ambient::daylight()),
            Self::Dark => {
                let places = level.lit_rooms.iter();
                let lit = places.fold(Ambient::dark(), |it, &room| it.with_place(room, LIT_ROOM));
                Some(lit)
            }
        }
    }
}

/// The light level in a lit room.
const LIT_ROOM: u32 = 5;

/// Adds and removes lights so that they match the burning tiles.
pub(crate) fn tend_flames(
    map: Res<TileMap>,
    mut known: Local<Option<Revision>>,
    mut burning: Query<(Entity, &Position, &mut Light), With<Burning>>,
    mut commands: Commands,
) {
    let now = map.changes().revision();
    let before = known.replace(now);
    if before == Some(now) {
        return;
    }
    let changed = before.and_then(|before| map.changes().since(before));
    let mut burn: HashMap<IVec2, Entity> = HashMap::default();
    for (entity, at, mut light) in &mut burning {
        // There may be more lights than flames, for example after a snapshot has been restored.
        match map.tile(at.0).flame() {
            Some(flame) if burn.insert(at.0, entity).is_none() => {
                light.set_if_neq(light_of(flame));
            }
            _ => commands.entity(entity).despawn(),
        }
    }
    let mut kindle = |cell: IVec2, tile: Tile| {
        if let Some(flame) = tile.flame()
            && !burn.contains_key(&cell)
        {
            let fire = commands.spawn((Burning, Position(cell), light_of(flame), OnLevel));
            burn.insert(cell, fire.id());
        }
    };
    match changed {
        Some(changes) => {
            for change in changes.iter().filter(|it| it.tile) {
                kindle(change.cell, map.tile(change.cell));
            }
        }
        None => map.iter().for_each(|(cell, tile)| kindle(cell, tile)),
    }
}

pub fn light_of(flame: Flame) -> Light {
    let light = Light::new(flame.radius).with_color(flame.color);
    if flame.is_in_wall {
        light.on_wall()
    } else {
        light
    }
}

type Carries = (Or<(With<Lantern>, With<ShinesAhead>)>, Without<Burning>);

type Carrier = (
    Entity,
    (
        Option<&'static Lantern>,
        Option<&'static Oil>,
        Option<&'static Wearer>,
    ),
    Option<&'static ShinesAhead>,
    &'static Conduct,
    Option<&'static Viewshed>,
    Option<&'static mut Light>,
);

/// The farthest that someone can shine without a lantern, in cells.
const FARTHEST_GLOW: i32 = 20;

/// Adjusts lanterns to their settings and their oil, and points beams in the direction in which their carriers are looking.
pub(crate) fn shine_ahead(
    numbers: Res<Numbers>,
    mut carriers: Query<Carrier, Carries>,
    mut commands: Commands,
) {
    for (entity, (lantern, oil, wearer), beam, conduct, viewshed, light) in &mut carriers {
        let cone = viewshed.and_then(|it| it.sight().cone);
        let facing = cone
            .map(|it| it.facing())
            .unwrap_or_else(|| conduct.heading.unwrap_or(Direction::South).delta());
        let wanted = match (lantern, beam, &light) {
            (Some(lantern), ..) if oil.is_some_and(Oil::is_empty) => {
                lantern.ember(numbers.lantern.ember)
            }
            (Some(lantern), ..) => lantern.light(facing).map(|light| {
                let more = wearer.map_or(0, |it| it.points(Number::Lantern));
                let radius = light.radius.saturating_add_signed(more);
                Light { radius, ..light }
            }),
            (None, Some(beam), Some(light)) => {
                let shape = LightShape::Beam(Cone::new(facing, beam.0));
                Some(Light { shape, ..**light })
            }
            _ => continue,
        };
        let glow = wearer.map_or(0, |it| it.points(Number::Glow));
        let glow = glow.clamp(0, FARTHEST_GLOW).cast_unsigned();
        let wanted = match wanted {
            Some(light) if light.radius >= glow => Some(light),
            dark if glow == 0 => dark,
            _ => Some(Light::new(glow)),
        };
        match (wanted, light) {
            (Some(wanted), Some(mut light)) => {
                light.set_if_neq(wanted);
            }
            (Some(wanted), None) => {
                commands.entity(entity).insert(wanted);
            }
            (None, Some(_)) => {
                commands.entity(entity).remove::<Light>();
            }
            (None, None) => {}
        }
    }
}
