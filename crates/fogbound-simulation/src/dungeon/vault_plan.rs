//! What the drawing of a vault has to promise: it is closed but for its entrances, and one gets everywhere in it.

use bevy::math::IVec2;

use super::stairs::ways_from;
use super::vault::{Vault, VaultCell};
use crate::grid::Direction;
use crate::path::SIDES;

/// What is wrong with a drawing, and the cell where; none if it is wrong as a whole.
type Fault = (Option<IVec2>, &'static str);

pub(super) fn check(vault: &Vault) -> Result<(), Fault> {
    let entrances: Vec<IVec2> = vault
        .cells
        .positions()
        .filter(|cell| at(vault, *cell) == VaultCell::Entrance)
        .collect();
    let Some(&first) = entrances.first() else {
        return Err((
            None,
            "the drawing has no entrance; at least one @ is needed at its outline",
        ));
    };
    check_outline(vault, &entrances)?;
    check_ways(vault, &entrances, first)
}

fn at(vault: &Vault, cell: IVec2) -> VaultCell {
    let cell = vault.cells.get(cell).copied();
    cell.unwrap_or(VaultCell::Outside)
}

/// Checks that entrances are at the outline, and that walls are all around what can be walked on or seen through.
fn check_outline(vault: &Vault, entrances: &[IVec2]) -> Result<(), Fault> {
    let is_outside = |cell: IVec2| at(vault, cell) == VaultCell::Outside;
    let is_inside = |cell: &&IVec2| !SIDES.iter().any(|side| is_outside(**cell + side));
    if let Some(&cell) = entrances.iter().find(is_inside) {
        return Err((
            Some(cell),
            "this entrance is inside; expected @ where the drawing ends or borders on a blank",
        ));
    }
    let is_clear = |cell: IVec2| {
        let mut tiles = vault.tiles_at(cell);
        tiles.any(|it| it.is_passable() || !it.is_opaque())
    };
    let mut clear = vault.cells.positions().filter(|cell| is_clear(*cell));
    let open = clear.find(|cell| {
        let meets_outside = Direction::ALL
            .iter()
            .any(|way| is_outside(cell + way.delta()));
        meets_outside && at(vault, *cell) != VaultCell::Entrance
    });
    match open {
        Some(cell) => Err((
            Some(cell),
            "the vault is open here; expected walls all around but for its entrances",
        )),
        None => Ok(()),
    }
}

/// Checks that one gets from the first entrance to every cell, and to the other entrances without a secret door.
fn check_ways(vault: &Vault, entrances: &[IVec2], first: IVec2) -> Result<(), Fault> {
    let ways_over = |is_way: &dyn Fn(IVec2) -> bool| ways_from(vault.size(), first, is_way);
    // Every tile that may stand there lets one pass, so that it holds whatever chance says.
    let is_sure = |cell: IVec2| {
        at(vault, cell) != VaultCell::Outside && vault.tiles_at(cell).all(|it| it.is_passable())
    };
    let is_open = |cell: IVec2| vault.tiles_at(cell).any(|it| it.is_passable());
    let reached = ways_over(&is_sure);
    let mut cells = vault.cells.positions();
    if let Some(cell) = cells.find(|cell| is_open(*cell) && reached.cost_to(*cell).is_none()) {
        return Err((
            Some(cell),
            "nobody gets here from the entrances; expected a way over the four sides of cells",
        ));
    }
    let is_plain =
        |cell: IVec2| is_sure(cell) && vault.tiles_at(cell).all(|it| it.seems().is_none());
    let reached = ways_over(&is_plain);
    match entrances
        .iter()
        .find(|cell| reached.cost_to(**cell).is_none())
    {
        Some(&cell) => Err((
            Some(cell),
            "only a secret door leads here from the first entrance; expected a way without one",
        )),
        None => Ok(()),
    }
}
