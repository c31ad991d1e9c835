//! The tiles, vaults and level plans from which levels are built, both built-in and custom.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::builder::Builders;
use super::depths::{Depths, THEMES, Themes, lay_depths};
use super::vault::Vault;
use crate::files::{DataError, Layer, Source, join};
use crate::map::{Tile, TileSet};

/// The tiles, vaults and level plans from which levels are built.
///
/// A stock is read from built-in and custom files. A custom file replaces the built-in file with the same name, except
/// that a custom tile file replaces only the tiles it names. A file with errors is reported and not used.
#[derive(Clone, Debug)]
pub struct Stock(Arc<Content>);

#[derive(Debug)]
struct Content {
    tiles: TileSet,
    /// The vaults, in the same order as their file names in `vault_files`.
    vaults: Arc<[Vault]>,
    vault_files: Vec<String>,
    depths: Depths,
    /// The contents of the custom files in use, by file name.
    texts: BTreeMap<String, String>,
}

/// The name of the tile file in an assets folder.
pub const TILES: &str = "tiles.ron";
/// The name of the level plan file in an assets folder.
pub const DEPTHS: &str = "depths.ron";
/// The name of the vault folder in an assets folder.
pub const VAULTS: &str = "vaults/";

/// Two stocks are equal if they use the same custom files.
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
    /// Reads the built-in files and the custom `files` that replace or extend them. The keys of `files` are file names
    /// in an assets folder: `tiles.ron`, `depths.ron`, `themes/NAME.ron` and `vaults/NAME.txt`. Files with errors are not
    /// used. Returns
    /// the stock and all errors.
    pub fn read(files: &BTreeMap<String, String>, builders: &Builders) -> (Self, Vec<DataError>) {
        let mut reader = Reader {
            files,
            builders,
            texts: BTreeMap::new(),
            errors: Vec::new(),
        };
        let tiles = reader.tiles();
        let depths = reader.depths();
        let (vault_files, vaults): (Vec<String>, Vec<Vault>) =
            reader.vaults(tiles).into_iter().unzip();
        let content = Content {
            tiles,
            vaults: vaults.into(),
            vault_files,
            depths,
            texts: reader.texts,
        };
        (Self(Arc::new(content)), reader.errors)
    }

    pub fn tiles(&self) -> TileSet {
        self.0.tiles
    }

    /// Returns the vaults, in the order of their file names.
    pub fn vaults(&self) -> &Arc<[Vault]> {
        &self.0.vaults
    }

    /// Iterates over the vaults, each with its file name.
    pub fn vaults_by_file(&self) -> impl Iterator<Item = (&str, &Vault)> {
        let files = self.0.vault_files.iter().map(String::as_str);
        files.zip(self.0.vaults.iter())
    }

    pub fn depths(&self) -> &Depths {
        &self.0.depths
    }

    /// Returns the contents of the custom files in use, by file name.
    pub fn texts(&self) -> &BTreeMap<String, String> {
        &self.0.texts
    }

    /// Returns the rock tile into which levels are carved.
    pub fn rock(&self) -> Tile {
        self.0.tiles.own(Tile::ROCK)
    }
}

/// A reader for a stock's files.
struct Reader<'a> {
    files: &'a BTreeMap<String, String>,
    builders: &'a Builders,
    /// The contents of the custom files without errors, by file name.
    texts: BTreeMap<String, String>,
    errors: Vec<DataError>,
}

impl Reader<'_> {
    /// Reads the built-in tiles, changed and extended by the custom tile file.
    fn tiles(&mut self) -> TileSet {
        let Some(text) = self.files.get(TILES) else {
            return TileSet::default();
        };
        match TileSet::with(TILES, text) {
            Ok(set) => {
                self.texts.insert(TILES.to_owned(), text.clone());
                set
            }
            Err(wrong) => {
                self.errors.extend(wrong);
                TileSet::default()
            }
        }
    }

    /// Reads the custom level plans. If the custom plans are missing or have errors, reads the built-in ones.
    fn depths(&mut self) -> Depths {
        let themes = self.files.iter().filter(|it| it.0.starts_with(THEMES));
        let themes: Themes = themes
            .map(|(name, text)| (name.clone(), text.clone()))
            .collect();
        let file = fogbound_assets::DEPTHS;
        let layer = self.files.get(DEPTHS).map(|text| Layer {
            path: DEPTHS.to_owned(),
            text: text.clone(),
        });
        let own = Source {
            file: file.path,
            text: file.text,
        };
        let lay = |plan, below| lay_depths(plan, below, &themes);
        let read = |file: &str, text: &str| Depths::read(file, text, self.builders);
        let (joined, wrong) = join(layer.as_slice(), Some(own), &lay, |file, text| {
            read(file, text).map(drop)
        });
        self.errors.extend(wrong);
        let found = joined.and_then(|it| Some((read(DEPTHS, &it.text).ok()?.traced(&it), it.text)));
        if let Some((depths, text)) = found {
            self.texts.insert(DEPTHS.to_owned(), text);
            return depths;
        }
        read(file.path, file.text).unwrap_or_else(|wrong| {
            // The plans name a built-in builder that the app lacks, so read them with the list of built-in builders.
            self.errors.extend(wrong);
            let usual = Depths::read(file.path, file.text, &Builders::default());
            usual.expect("a test reads the built-in level plans")
        })
    }

    /// Reads the built-in and custom vaults, and returns them by file name.
    fn vaults(&mut self, tiles: TileSet) -> BTreeMap<String, Vault> {
        let mut vaults = BTreeMap::new();
        for file in fogbound_assets::VAULTS {
            // Built-in vaults use the built-in glyphs, even if a custom tile file changes them. Later, the tiles are
            // replaced with the custom tiles of the same names.
            match Vault::read(file.path, file.text, TileSet::default()) {
                Ok(vault) => {
                    vaults.insert(format!("{VAULTS}{}", file.name), vault);
                }
                Err(error) => self.errors.push(error),
            }
        }
        let own = self.files.iter();
        for (name, text) in own.filter(|(name, _)| name.starts_with(VAULTS)) {
            let read = Vault::read(name, text, tiles);
            match read.and_then(|vault| with_unique_name(vault, name, &vaults)) {
                Ok(vault) => {
                    vaults.insert(name.clone(), vault);
                    self.texts.insert(name.clone(), text.clone());
                }
                Err(error) => self.errors.push(error),
            }
        }
        vaults
    }
}

/// Returns `vault`, or an error if a vault in another file has the same name.
fn with_unique_name(
    vault: Vault,
    file: &str,
    vaults: &BTreeMap<String, Vault>,
) -> Result<Vault, DataError> {
    let mut others = vaults.iter().filter(|(other, _)| *other != file);
    match others.find(|(_, it)| it.name == vault.name) {
        Some((other, _)) => Err(DataError {
            file: file.to_owned(),
            place: None,
            message: format!(
                "name: {:?} is already the name of the vault in {other}; expected a unique name",
                vault.name
            ),
        }),
        None => Ok(vault),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_files_have_no_errors() {
        let (stock, errors) = Stock::read(&BTreeMap::new(), &Builders::default());
        let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(told.is_empty(), "{told:#?}");
        assert_eq!(stock.vaults().len(), fogbound_assets::VAULTS.len());
        assert!(stock.vaults().len() >= 30);
        assert_eq!(stock.depths().count(), 12);
    }
}
