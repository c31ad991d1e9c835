//! Reads every input in the fuzzer's corpus with the reader for its fuzz target.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../fuzz/readers.rs"]
mod readers;

use readers::READERS;

/// Returns the contents of a folder, sorted by name.
fn listing(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the corpus exists");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .collect();
    paths.sort();
    paths
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus")
}

#[test]
fn every_reader_reads_its_whole_corpus() {
    for (name, read) in READERS {
        let files = listing(&corpus().join(name));
        assert!(!files.is_empty(), "{name} has no corpus");
        for file in files {
            // libtest shows this output only if the test fails. The last line then names the file that caused the
            // failure.
            println!("{}", file.display());
            read(&fs::read(&file).expect("the file can be read"));
        }
    }
}

#[test]
fn corpora_readers_and_targets_have_the_same_names() {
    let known: BTreeSet<&str> = READERS.iter().map(|(name, _)| *name).collect();
    let name_of = |path: &PathBuf| {
        let name = path.file_stem().and_then(|it| it.to_str());
        name.expect("names are text").to_owned()
    };
    let targets = corpus().with_file_name("fuzz_targets");
    for folder in [corpus(), targets] {
        let found: BTreeSet<String> = listing(&folder).iter().map(name_of).collect();
        assert!(
            found.iter().eq(known.iter()),
            "{found:?} instead of {known:?}"
        );
    }
}
