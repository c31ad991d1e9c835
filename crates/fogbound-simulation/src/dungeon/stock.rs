//! What levels are made from besides builders: tiles, vaults and depths, of the game and of a maker.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::builder::Builders;
use super::depths::Depths;
use super::vault::Vault;
use crate::files::DataError;
use crate::map::{Tile, TileSet};

/// What levels are made from besides builders.
///
/// It is read from the files that come with the game and from those of a maker, which replace them file by file: but of
/// tiles only those that the maker's file names. A file that is broken is left out, and what is wrong with it is told.
#[derive(Clone, Debug)]
pub struct Stock(Arc<Content>);

#[derive(Debug)]
struct Content {
    tiles: TileSet,
    /// In the order of their files' names, which are beside them.
    vaults: Arc<[Vault]>,
    vault_files: Vec<String>,
    depths: Depths,
    /// The maker's files that are in force, by name.
    texts: BTreeMap<String, String>,
}

/// The file of tiles, and that of depths, in a folder of assets.
pub const TILES: &str = "tiles.ron";
/// See [`TILES`].
pub const DEPTHS: &str = "depths.ron";
/// The folder of vaults in it.
pub const VAULTS: &str = "vaults/";

/// Stocks are equal if they are made from the same files.
impl PartialEq for Stock {
    fn eq(&self, other: &Self) -> bool {
        self.0.texts == other.0.texts
    }
}

impl Eq for Stock {}

impl Default for Stock {
    fn default() -> Self {
        static BUILT_IN: OnceLock<Stock> = OnceLock::new();
        BUILT_IN
            .get_or_init(|| Self::read(&BTreeMap::new(), &Builders::default()).0)
            .clone()
    }
}

impl Stock {
    /// What comes with the game, replaced and added to by these files, by their names in a folder of assets:
    /// `tiles.ron`, `depths.ron` and `vaults/NAME.txt`. With it what is wrong with those of them that are left out.
    pub fn read(files: &BTreeMap<String, String>, builders: &Builders) -> (Self, Vec<DataError>) {
        let mut errors = Vec::new();
        let mut texts = BTreeMap::new();
        let mut tiles = TileSet::default();
        if let Some(text) = files.get(TILES) {
            match TileSet::with(TILES, text) {
                Ok(set) => {
                    tiles = set;
                    texts.insert(TILES.to_owned(), text.clone());
                }
                Err(wrong) => errors.extend(wrong),
            }
        }
        let built_in = |errors: &mut Vec<DataError>| {
            // Without one of the builders that it names, it is as if there were but the first.
            let file = fogbound_assets::DEPTHS;
            Depths::read(file.path, file.text, builders).unwrap_or_else(|wrong| {
                errors.extend(wrong);
                let usual = Depths::read(file.path, file.text, &Builders::default());
                usual.expect("the game's own depths are read by a test")
            })
        };
        let own = files.get(DEPTHS).and_then(|text| {
            let read = Depths::read(DEPTHS, text, builders);
            let read = read.map_err(|wrong| errors.extend(wrong)).ok()?;
            texts.insert(DEPTHS.to_owned(), text.clone());
            Some(read)
        });
        let depths = own.unwrap_or_else(|| built_in(&mut errors));
        let mut vaults: BTreeMap<String, Vault> = BTreeMap::new();
        for file in fogbound_assets::VAULTS {
            // By the game's own glyphs, whatever a maker's are; the level takes the maker's tiles of these names.
            match Vault::read(file.path, file.text, TileSet::default()) {
                Ok(vault) => {
                    vaults.insert(format!("{VAULTS}{}", file.name), vault);
                }
                Err(error) => errors.push(error),
            }
        }
        let own = files.iter().filter(|(name, _)| name.starts_with(VAULTS));
        for (name, text) in own {
            let read = Vault::read(name, text, tiles).and_then(|vault| {
                let mut others = vaults.iter().filter(|(file, _)| *file != name);
                match others.find(|(_, it)| it.name == vault.name) {
                    Some((file, _)) => Err(DataError {
                        file: name.clone(),
                        place: None,
                        message: format!(
                            "name: the vault of {file} is called {:?}, too; every vault has a name of its own",
                            vault.name
                        ),
                    }),
                    None => Ok(vault),
                }
            });
            match read {
                Ok(vault) => {
                    vaults.insert(name.clone(), vault);
                    texts.insert(name.clone(), text.clone());
                }
                Err(error) => errors.push(error),
            }
        }
        let (vault_files, vaults): (Vec<String>, Vec<Vault>) = vaults.into_iter().unzip();
        let content = Content {
            tiles,
            vaults: vaults.into(),
            vault_files,
            depths,
            texts,
        };
        (Self(Arc::new(content)), errors)
    }

    /// The tiles.
    pub fn tiles(&self) -> TileSet {
        self.0.tiles
    }

    /// The vaults, in the order of their files' names.
    pub fn vaults(&self) -> &Arc<[Vault]> {
        &self.0.vaults
    }

    /// The vaults with the files that they are from.
    pub fn vaults_by_file(&self) -> impl Iterator<Item = (&str, &Vault)> {
        let files = self.0.vault_files.iter().map(String::as_str);
        files.zip(self.0.vaults.iter())
    }

    /// What each level is like.
    pub fn depths(&self) -> &Depths {
        &self.0.depths
    }

    /// The maker's files that are in force: names and texts, in the order of the names.
    pub fn texts(&self) -> &BTreeMap<String, String> {
        &self.0.texts
    }

    /// The tile of solid rock that levels are carved from.
    pub fn rock(&self) -> Tile {
        self.0.tiles.own(Tile::ROCK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_with_the_game_is_whole() {
        let (stock, errors) = Stock::read(&BTreeMap::new(), &Builders::default());
        let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(told.is_empty(), "{told:#?}");
        assert_eq!(stock.vaults().len(), fogbound_assets::VAULTS.len());
        assert!(stock.vaults().len() >= 30);
        assert_eq!(stock.depths().count(), 12);
    }
}
