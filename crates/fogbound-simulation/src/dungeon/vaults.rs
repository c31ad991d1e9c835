//! Placing vaults.

use bevy::math::{IVec2, UVec2, Vec2Swizzles as _};
use rand::RngExt;

use super::carve::Canvas;
use super::random::{RandomStream, between, weighted};
use super::vault::{Dweller, Key, Stands, Vault, VaultCell};
use crate::grid::Rectangle;
use crate::map::Tile;

/// The number of places to try for each vault.
const TRIES: u32 = 30;

/// The minimum number of level cells per vault.
const CELLS_PER_VAULT: u32 = 550;

/// A vault covers at most one sixth of the level's cells.
const LARGEST_SHARE: u32 = 6;

/// The number of cells to keep free on each side of a vault, so that paths can pass.
const SPACE: i32 = 2;

/// Places random vaults for the level's depth, each at most once.
pub(super) fn place(canvas: &mut Canvas, rng: &mut RandomStream) {
    let depth = canvas.site().depth + 1;
    let (least, most) = canvas.site().odds.vaults;
    let room = canvas.size().element_product() / CELLS_PER_VAULT;
    let wanted = (between(rng, least as i32, most as i32) as u32).min(room);
    let vaults = canvas.site().vaults.clone();
    let holds = canvas.site().holds.clone();
    let mut taken: Vec<Rectangle> = Vec::new();
    for name in holds {
        let Some(vault) = vaults.iter().find(|it| it.name == name) else {
            continue;
        };
        for _ in 0..TRIES {
            let turned = Turned::at_random(vault, rng);
            if let Some(at) = find_place(canvas, &turned, &taken, rng) {
                turned.build(canvas, at, rng);
                taken.push(Rectangle::new(at, turned.size()));
                break;
            }
        }
    }
    let held = taken.len() as u32;
    let is_held = |vault: &Vault| canvas.site().holds.contains(&vault.name);
    let mut left: Vec<&Vault> = vaults
        .iter()
        .filter(|it| (it.depths.0..=it.depths.1).contains(&depth))
        .filter(|it| it.weight > 0 && !is_held(it))
        .collect();
    // If no place is found for a vault, another vault is tried, up to a limit.
    for _ in 0..wanted * 3 {
        if taken.len() as u32 == wanted + held {
            return;
        }
        let Some(chosen) = weighted(left.iter().map(|it| it.weight), rng) else {
            return;
        };
        let vault = left.remove(chosen);
        let turned = Turned::at_random(vault, rng);
        if turned.size().element_product() > canvas.size().element_product() / LARGEST_SHARE {
            continue;
        }
        if let Some(at) = find_place(canvas, &turned, &taken, rng) {
            turned.build(canvas, at, rng);
            taken.push(Rectangle::new(at, turned.size()));
        }
    }
}

/// A rotated or mirrored vault. In `turn`, bit 0 flips the vault horizontally, bit 1 flips it vertically, and bit 2
/// swaps columns and rows.
struct Turned<'a> {
    vault: &'a Vault,
    turn: u32,
}

impl<'a> Turned<'a> {
    /// Turns a vault at random, if it may be turned.
    fn at_random(vault: &'a Vault, rng: &mut RandomStream) -> Self {
        let turn = if vault.turns {
            rng.random_range(0..8_u32)
        } else {
            0
        };
        Self { vault, turn }
    }

    fn size(&self) -> UVec2 {
        let size = self.vault.size();
        if self.turn & 4 == 0 { size } else { size.yx() }
    }

    /// Returns the position that a cell in the drawing has after the transformation.
    fn place(&self, cell: IVec2) -> IVec2 {
        let last = self.vault.size().as_ivec2() - 1;
        let mut cell = cell;
        if self.turn & 1 != 0 {
            cell.x = last.x - cell.x;
        }
        if self.turn & 2 != 0 {
            cell.y = last.y - cell.y;
        }
        if self.turn & 4 == 0 { cell } else { cell.yx() }
    }

    fn build(&self, canvas: &mut Canvas, at: IVec2, rng: &mut RandomStream) {
        for (drawn, &cell) in self.vault.cells.iter() {
            let place = at + self.place(drawn);
            let tile = match cell {
                VaultCell::Outside => continue,
                VaultCell::Tile(tile) => tile,
                VaultCell::Entrance => {
                    canvas.note_entrance(place);
                    Tile::FLOOR
                }
                VaultCell::Letter(letter) => {
                    canvas.settle(place, Dweller::Letter(letter));
                    Tile::FLOOR
                }
                VaultCell::Key(digit) => match self.vault.keys.get(&digit) {
                    Some(Key::Tiles(tiles)) => {
                        tiles[rng.random_range(0..tiles.len() as u32) as usize]
                    }
                    Some(Key::Dweller(dweller, tile)) => {
                        canvas.settle(place, Dweller::clone(dweller));
                        *tile
                    }
                    None => Tile::FLOOR,
                },
            };
            canvas.set(place, tile);
            canvas.keep(place);
        }
        canvas.note_vault(&self.vault.name, Rectangle::new(at, self.size()));
    }
}

/// Returns a random place for a vault in the level, with free space around it.
fn find_place(
    canvas: &Canvas,
    vault: &Turned,
    taken: &[Rectangle],
    rng: &mut RandomStream,
) -> Option<IVec2> {
    let (size, all) = (vault.size().as_ivec2(), canvas.size().as_ivec2());
    let last = all - size - SPACE - 1;
    let first = IVec2::splat(SPACE + 1);
    if last.cmplt(first).any() {
        return None;
    }
    for _ in 0..TRIES {
        let at = IVec2::new(between(rng, first.x, last.x), between(rng, first.y, last.y));
        let cells = Rectangle::new(at, size.as_uvec2());
        let is_apart = taken
            .iter()
            .all(|it| !it.intersects(&cells.expanded(SPACE)));
        let middle = cells.center();
        // Builders begin in the upper left corner, and the player usually starts there, so this area counts as near.
        let is_near = middle.x * 2 < all.x && middle.y * 2 < all.y;
        let is_there = match vault.vault.stands {
            Stands::Anywhere => true,
            Stands::Near => is_near,
            Stands::Far => !is_near,
        };
        if is_apart && is_there {
            return Some(at);
        }
    }
    None
}
