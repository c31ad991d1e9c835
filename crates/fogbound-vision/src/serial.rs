//! How Serde writes viewsheds, memories and maps.

use std::sync::Arc;

use fogbound_fov::grid::Grid;
use fogbound_fov::{IVec2, OpacityMap, Sight, VisibleSet};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{GridMap, GridTile, Knowledge, MapMemory, MapTile, Plan, Viewshed};

const fn one() -> u32 {
    1
}

#[derive(serde::Serialize)]
#[serde(rename = "Viewshed")]
struct WrittenViewshed<'a> {
    sight: Sight,
    dark_sight: u32,
    on_demand: bool,
    visible: &'a VisibleSet,
}

#[derive(serde::Deserialize)]
#[serde(rename = "Viewshed", deny_unknown_fields)]
struct ReadViewshed {
    sight: Sight,
    #[serde(default = "one")]
    dark_sight: u32,
    #[serde(default)]
    on_demand: bool,
    visible: VisibleSet,
}

impl Serialize for Viewshed {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        let written = WrittenViewshed {
            sight: self.sight,
            dark_sight: self.dark_sight,
            on_demand: self.is_on_demand(),
            visible: self.visible(),
        };
        written.serialize(output)
    }
}

impl<'de> Deserialize<'de> for Viewshed {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let read = ReadViewshed::deserialize(input)?;
        let viewshed = Self::new(read.sight).with_dark_sight(read.dark_sight);
        let viewshed = if read.on_demand {
            viewshed.on_demand()
        } else {
            viewshed
        };
        Ok(viewshed.with_visible(read.visible))
    }
}

#[derive(serde::Serialize)]
#[serde(rename = "MapMemory")]
struct WrittenMemory<'a, T: MapTile> {
    lore: Option<&'a Plan<T>>,
    cells: Vec<(IVec2, Knowledge<T>)>,
}

#[derive(serde::Deserialize)]
#[serde(
    rename = "MapMemory",
    deny_unknown_fields,
    bound = "T: MapTile + Deserialize<'de>"
)]
struct ReadMemory<T: MapTile> {
    lore: Option<Plan<T>>,
    cells: Vec<(IVec2, Knowledge<T>)>,
}

impl<T: MapTile + Serialize> Serialize for MapMemory<T> {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        let mut cells: Vec<_> = self.known_cells().collect();
        cells.sort_unstable_by_key(|(cell, _)| (cell.y, cell.x));
        let lore = self.lore().map(|lore| &**lore);
        WrittenMemory { lore, cells }.serialize(output)
    }
}

impl<'de, T: MapTile + Deserialize<'de>> Deserialize<'de> for MapMemory<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let read = ReadMemory::deserialize(input)?;
        let mut memory = match read.lore {
            Some(lore) => Self::knowing(Arc::new(lore)),
            None => Self::new(),
        };
        for (cell, known) in read.cells {
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

/// What is read is another map than what was written: nobody has seen it yet.
impl<'de, T: GridTile + Deserialize<'de>> Deserialize<'de> for GridMap<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let tiles = Grid::deserialize(input)?;
        let side = tiles.size().max_element();
        if side > OpacityMap::MAX_SIDE {
            return Err(D::Error::custom(format!(
                "a map with a side of {side} cells; {} are the most",
                OpacityMap::MAX_SIDE
            )));
        }
        Ok(Self::from_tiles(tiles))
    }
}
