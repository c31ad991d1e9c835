//! Serde formats for viewsheds, memories and maps.

use std::borrow::Cow;
use std::sync::Arc;

use fogbound_fov::grid::Grid;
use fogbound_fov::{IVec2, OpacityMap, Sight, VisibleSet};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{GridMap, GridTile, Knowledge, MapMemory, MapTile, Plan, Viewshed};

const fn one() -> u32 {
    1
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Viewshed", deny_unknown_fields)]
struct SavedViewshed<'a> {
    sight: Sight,
    #[serde(default = "one")]
    dark_sight: u32,
    #[serde(default)]
    is_blind: bool,
    #[serde(default)]
    dark_sight_bonus: i64,
    #[serde(default)]
    on_demand: bool,
    visible: Cow<'a, VisibleSet>,
}

impl Serialize for Viewshed {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        let saved = SavedViewshed {
            sight: self.sight,
            dark_sight: self.dark_sight,
            is_blind: self.is_blind,
            dark_sight_bonus: self.dark_sight_bonus,
            on_demand: self.on_demand,
            visible: Cow::Borrowed(self.visible()),
        };
        saved.serialize(output)
    }
}

impl<'de> Deserialize<'de> for Viewshed {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let saved = SavedViewshed::deserialize(input)?;
        let mut viewshed = Self::new(saved.sight).with_dark_sight(saved.dark_sight);
        viewshed.set_blind(saved.is_blind);
        viewshed.set_dark_sight_bonus(saved.dark_sight_bonus);
        viewshed.on_demand = saved.on_demand;
        Ok(viewshed.with_visible(saved.visible.into_owned()))
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(
    rename = "MapMemory",
    deny_unknown_fields,
    bound(deserialize = "T: MapTile + Deserialize<'de>")
)]
struct SavedMemory<'a, T: MapTile> {
    lore: Option<Cow<'a, Plan<T>>>,
    cells: Vec<(IVec2, Knowledge<T>)>,
}

impl<T: MapTile + Serialize> Serialize for MapMemory<T> {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        let mut cells: Vec<_> = self.known_cells().collect();
        cells.sort_unstable_by_key(|(cell, _)| (cell.y, cell.x));
        let lore = self.lore().map(|lore| Cow::Borrowed(&**lore));
        SavedMemory { lore, cells }.serialize(output)
    }
}

impl<'de, T: MapTile + Deserialize<'de>> Deserialize<'de> for MapMemory<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let saved = SavedMemory::deserialize(input)?;
        let lore = saved.lore.map(Cow::into_owned);
        let mut memory = lore.map_or_else(Self::new, |lore| Self::knowing(Arc::new(lore)));
        for (cell, known) in saved.cells {
            match known {
                Knowledge::Unknown => {}
                Knowledge::Told { tile } => memory.tell(cell, tile),
                Knowledge::Seen { tile, object, when } => memory.see(cell, tile, object, when),
            }
        }
        Ok(memory)
    }
}

impl<T: MapTile + Serialize> Serialize for Plan<T> {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        self.tiles().serialize(output)
    }
}

impl<'de, T: MapTile + Deserialize<'de>> Deserialize<'de> for Plan<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Grid::deserialize(input).map(Self::new)
    }
}

impl<T: GridTile + Serialize> Serialize for GridMap<T> {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        self.plan().serialize(output)
    }
}

/// A map read from a file counts as a new map that no memory belongs to yet.
impl<'de, T: GridTile + Deserialize<'de>> Deserialize<'de> for GridMap<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let tiles = Grid::deserialize(input)?;
        let side = tiles.size().max_element();
        if side > OpacityMap::MAX_SIDE {
            return Err(D::Error::custom(format!(
                "a map side of {side} cells is too long: the maximum is {}",
                OpacityMap::MAX_SIDE
            )));
        }
        Ok(Self::from_tiles(tiles))
    }
}
