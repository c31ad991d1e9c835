//! The files that `fogbound new` writes name every field that the loaders know, with the right default values.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fogbound::dungeon::{Builders, DepthPlan, Stock, Vault};
use fogbound::files::{DataError, MAX_RON, read_text};
use fogbound::frontend::text;
use fogbound::game::bestiary::{Bestiary, Monster, MonsterFiles, load_monsters};
use fogbound::game::{Boons, Goals, Things};
use fogbound::map::TileSet;

use crate::common::cli::fogbound;
use crate::common::files::empty_folder;
use crate::common::verbs::glows;

/// The kinds of files, each with the name of the file in the folder.
const KINDS: [(&str, &str); 7] = [
    ("monster", "monsters/wisp.ron"),
    ("tile", "tiles.ron"),
    ("depth", "depths.ron"),
    ("vault", "vaults/wisp.txt"),
    ("thing", "things/wisp.ron"),
    ("boon", "boons.ron"),
    ("quest", "quest.ron"),
];

/// Returns the text of a new file.
fn new(kind: &str, file: &str) -> String {
    let folder = empty_folder(&format!("new-{kind}-{:?}", std::thread::current().id()));
    fogbound(["new", kind, "wisp", "--assets", folder.to_str().unwrap()]).text();
    let text = read_text(&folder.join(file), MAX_RON).unwrap();
    fs::remove_dir_all(folder).unwrap();
    text
}

/// Returns the text with all of its fields in use. If `examples` is false, leaves out those that are only examples.
fn in_use(text: &str, examples: bool) -> String {
    let (mut lines, mut is_example) = (Vec::new(), false);
    for line in text.lines() {
        let start = line.len() - line.trim_start().len();
        let body = &line[start..];
        let field = body
            .strip_prefix("//")
            .filter(|it| !it.is_empty() && !it.starts_with(' '));
        match field {
            Some(_) if is_example && !examples => {}
            Some(field) => lines.push(format!("{}{field}", &line[..start])),
            None => {
                is_example = body.ends_with("Example:") || body.ends_with("Examples:");
                lines.push(line.to_owned());
            }
        }
    }
    lines.join("\n") + "\n"
}

/// The loaders, which tests ask to read files.
struct Loaders(bevy::prelude::App);

impl Loaders {
    fn new() -> Self {
        Self(text::app())
    }

    fn monsters(&mut self, text: &str) -> Bestiary {
        let world = self.0.world_mut();
        let file = ("wisp.ron".to_owned(), text.to_owned());
        let kobold = include_str!("../../assets/monsters/kobold.ron");
        let base = ("kobold.ron".to_owned(), kobold.to_owned());
        load_monsters(world, MonsterFiles::recorded([file, base]));
        world.resource::<Bestiary>().clone()
    }

    fn errors(&mut self, file: &str, text: &str) -> Vec<DataError> {
        match file.split('/').next() {
            Some("monsters") => self.monsters(text).errors().to_vec(),
            Some("things") => {
                let world = self.0.world_mut();
                let flare = include_str!("../../assets/things/flare.ron");
                let base = ("things/flare.ron".to_owned(), flare.to_owned());
                let own = (file.to_owned(), text.to_owned());
                let files = glows().into_iter().chain([base, own]);
                load_monsters(world, MonsterFiles::recorded(files));
                world.resource::<Things>().errors().to_vec()
            }
            Some("quest.ron") => Goals::read(file, text).err().unwrap_or_default(),
            Some("boons.ron") => Boons::read(file, text).err().unwrap_or_default(),
            _ => stock(file, text).1,
        }
    }
}

fn stock(file: &str, text: &str) -> (Stock, Vec<DataError>) {
    // The new level names a theme as an example.
    let theme = ("themes/library.ron".to_owned(), "(lit: 1)".to_owned());
    let files = BTreeMap::from([theme, (file.to_owned(), text.to_owned())]);
    Stock::read(&files, &Builders::default())
}

#[test]
fn every_field_in_a_new_file_can_be_used() {
    let mut loaders = Loaders::new();
    for (kind, file) in KINDS {
        let text = new(kind, file);
        // A boon needs all of its fields.
        let is_shorter = in_use(&text, true).len() < text.len();
        assert!(is_shorter || kind == "boon", "{kind}");
        for text in [&text, &in_use(&text, true), &in_use(&text, false)] {
            let errors = loaders.errors(file, text);
            assert!(errors.is_empty(), "{kind}: {errors:?}\n{text}");
        }
    }
}

/// Returns the names in a message that lists what would have been accepted.
fn listed(message: &str) -> Vec<String> {
    let starts = [
        "the fields are ",
        "the only field is ",
        "the minds are ",
        "the keys are ",
    ];
    let list = starts.iter().find_map(|it| message.split_once(it));
    let names = list.map_or("", |(_, names)| names).split(", ");
    names
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the places where a field can be added: just after each bracket that contains fields or minds.
fn places(text: &str) -> Vec<usize> {
    let is_field = |rest: &str| {
        let rest = rest.trim_start();
        let name =
            rest.trim_start_matches(|it: char| it.is_ascii_lowercase() || "_\"".contains(it));
        (name.len() < rest.len() && name.starts_with(':')) || rest.starts_with("\"Wanders")
    };
    let code: Vec<&str> = text.split_inclusive('\n').collect();
    let mut at = 0;
    let mut places = Vec::new();
    for line in code {
        let without = line.split("//").next().unwrap_or_default();
        for (bracket, _) in without.match_indices(['(', '{']) {
            let after = at + bracket + 1;
            if is_field(&without_comments(&text[after..])) {
                places.push(after);
            }
        }
        at += line.len();
    }
    places
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|it| !it.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the part of a text up to the bracket that closes it.
fn inside(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|it| {
        depth += i32::from("({[".contains(it)) - i32::from(")}]".contains(it));
        depth < 0
    });
    &text[..end.unwrap_or(text.len())]
}

#[test]
fn new_files_name_every_field_that_the_loaders_know() {
    let mut loaders = Loaders::new();
    let mut asked = 0;
    for (kind, file) in KINDS {
        let text = without_comments(&in_use(&new(kind, file), true));
        let ends: Vec<usize> = match kind {
            "vault" => vec![0],
            _ => places(&text),
        };
        for at in ends {
            let (before, after) = text.split_at(at);
            for unknown in ["zzz: 1", "\"zzz\": ()"] {
                let comma = if kind == "vault" { "\n" } else { "," };
                let wrong = format!("{before}{unknown}{comma}{after}");
                let names: BTreeSet<String> = loaders
                    .errors(file, &wrong)
                    .iter()
                    .filter(|it| it.message.contains("unknown") && it.message.contains("zzz"))
                    .flat_map(|it| listed(&it.message))
                    .collect();
                asked += names.len();
                let inside = inside(after);
                let missing = |it: &&String| {
                    !it.starts_with("and single digits")
                        && !inside.contains(&format!("{it}: "))
                        && !inside.contains(&format!("\"{it}\": "))
                };
                let missing: Vec<_> = names.iter().filter(missing).collect();
                assert!(
                    missing.is_empty(),
                    "new {kind} lacks {missing:?} in\n{inside}"
                );
            }
        }
    }
    // The messages of the loaders still list the fields.
    assert!(asked >= 80, "{asked}");
}

#[test]
fn the_forms_of_digits_in_a_new_vault_are_those_that_the_loader_knows() {
    let text = new("vault", "vaults/wisp.txt");
    let wrong = text.replace("1: any monster, asleep", "1: any");
    let (_, errors) = stock("vaults/wisp.txt", &wrong);
    let message = &errors[0].message;
    let forms: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    assert!(forms.len() >= 6, "{message}");
    for form in forms.iter().filter(|it| **it != "any") {
        let is_there =
            text.contains(&format!("   {form}:")) || text.contains(&format!("\"{form}\""));
        assert!(is_there, "{form}");
    }
}

/// Returns the values of a monster that do not depend on its name.
fn values(monster: &Monster) -> String {
    let Monster {
        health,
        regeneration,
        accuracy,
        damage,
        defence,
        speed,
        ..
    } = monster;
    let Monster {
        sight,
        dark_sight,
        light,
        hearing,
        faction,
        appears,
        color,
        ..
    } = monster;
    format!(
        "{health} {regeneration} {accuracy} {damage:?} {defence} {speed} {sight:?} {dark_sight} {light:?} {hearing} \
         {faction} {appears:?} {color:?}"
    )
}

#[test]
fn the_values_in_new_files_are_the_defaults() {
    let mut loaders = Loaders::new();
    for (kind, file) in KINDS {
        let text = new(kind, file);
        let used = in_use(&text, false);
        let mut both = [text, used].map(|text| match kind {
            "monster" => values(loaders.monsters(&text).get("wisp").unwrap()),
            "tile" => {
                let tile = stock(file, &text).0.tiles().get("wisp").unwrap();
                let kind = tile.kind();
                let colors = kind.colors;
                format!(
                    "{} {} {} {} {} {} {} {colors:?}",
                    kind.is_mass,
                    kind.is_plural,
                    kind.is_opaque,
                    kind.is_walkable,
                    kind.percent,
                    kind.spreads,
                    kind.parts
                )
            }
            "depth" => {
                let plan: DepthPlan = stock(file, &text).0.depths().get(0).unwrap().clone();
                format!("{plan:?}")
            }
            "thing" => {
                let world = loaders.0.world_mut();
                load_monsters(world, MonsterFiles::recorded([(file.to_owned(), text)]));
                let things = world.resource::<Things>();
                let thing = things.get(things.named("wisp").unwrap()).unwrap();
                // The text itself is not compared.
                let item = thing.item.as_deref().unwrap();
                format!(
                    "{} {} {:?} {} {} {:?} {:?} {} {}",
                    thing.article,
                    item.plural,
                    thing.color,
                    item.stack,
                    item.keeps,
                    item.worn,
                    item.depths,
                    item.weight,
                    item.description
                )
            }
            "quest" => {
                let goals = Goals::read(file, &text).unwrap();
                format!("{:?} {} {}", goals.end, goals.glows, goals.returns)
            }
            "boon" => format!(
                "{:?}",
                Boons::read(file, &text).unwrap().iter().collect::<Vec<_>>()
            ),
            _ => {
                format!(
                    "{:?}",
                    Vault::read(file, &text, TileSet::default()).unwrap()
                )
            }
        });
        both.sort();
        assert_eq!(both[0], both[1], "{kind}");
    }
    // The documented parameters of minds are tested elsewhere.
    let text = new("monster", KINDS[0].1);
    let page = fs::read_to_string("docs/behaviour.md").unwrap();
    let rows = page
        .lines()
        .filter_map(|it| it.strip_prefix("| `")?.split_once('.'));
    let mut count = 0;
    for (mind, rest) in rows.filter(|(mind, _)| mind.chars().all(char::is_alphabetic)) {
        let (field, rest) = rest.split_once('`').unwrap();
        let value = rest.trim_end_matches("` |").rsplit('`').next().unwrap();
        let line = text
            .lines()
            .find(|it| it.contains(&format!("\"{mind}\": (")))
            .unwrap();
        assert!(
            line.contains(&format!("{field}: {value}")),
            "{line} {field}: {value}"
        );
        count += 1;
    }
    assert!(count >= 12, "{count}");
}

#[test]
fn a_new_scene_uses_everything_that_scenes_know() {
    let folder = empty_folder("new-scene");
    let file = folder.join("rat.scene");
    fogbound(["new", "scene", "rat", "--assets", folder.to_str().unwrap()]).text();
    let text = read_text(&file, MAX_RON).unwrap();
    let check = |text: &str| {
        fs::write(&file, text).unwrap();
        fogbound(["check", file.to_str().unwrap()])
    };
    let used = in_use(&text, true);
    assert!(used.len() < text.len() - 10);
    assert!(check(&used).text().contains(": ok (9 facts"));
    // The messages for lines that cannot be read list what can be written.
    let mut count = 0;
    for wrong in [
        "zzz: 1",
        "now: M zzz",
        "set: M zzz",
        "now: zzzz is 1",
        "zzz 1: M here",
        "game: zzz",
        "light: zzz",
    ] {
        let answer = check(&format!("{}{wrong}\n", text.replace("light: dark", "")));
        let (_, list) = answer.err.split_once("accepted: ").unwrap();
        let words = list.split(|it: char| !it.is_ascii_lowercase());
        for word in words.filter(|it| {
            it.len() > 1
                && ![
                    "each", "also", "with", "letter", "map", "fact", "such", "as",
                ]
                .contains(it)
        }) {
            assert!(text.contains(word), "{word}: {list}");
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}

/// The commands that `new` suggests work as printed, from the folder in which it was run.
#[cfg(unix)]
#[test]
fn the_suggested_commands_work() {
    use std::process::Command;

    let folder = empty_folder("new-commands");
    let built = Path::new(env!("CARGO_BIN_EXE_fogbound")).parent().unwrap();
    let path = format!("{}:{}", built.display(), std::env::var("PATH").unwrap());
    let run = |script: &str| {
        let mut shell = Command::new("sh");
        shell
            .args(["-e", "-c", script])
            .current_dir(&folder)
            .env("PATH", &path);
        shell
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("FOGBOUND_ASSETS");
        let output = shell.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.success() && said.is_empty(),
            "{script}: {said}"
        );
        String::from_utf8(output.stdout).unwrap()
    };
    for (kind, name) in [
        ("monster", "grey lady"),
        ("tile", "moss"),
        ("tile", "lichen"),
        ("vault", "den"),
        ("depth", "barn"),
        ("depth", "cellar"),
        ("scene", "grey lady"),
    ] {
        let told = run(&format!(
            "fogbound new {kind} '{name}' --assets 'a maker'\\''s'"
        ));
        let commands: Vec<&str> = told.lines().filter(|it| it.starts_with("  ")).collect();
        assert_eq!(commands.len(), 2, "{told}");
        for command in commands {
            // The other commands of levels and scenes open a window.
            let text =
                match command.ends_with("--seed 1") && kind == "depth" || command.contains("lab") {
                    true => " --frontend text",
                    false => "",
                };
            let shown = run(&format!("{command}{text}"));
            let vaults = shown.lines().find_map(|it| it.strip_prefix("vaults: "));
            let is_there = vaults.is_none_or(|it| it.split(", ").any(|it| it == "den"));
            assert!(is_there, "{shown}");
        }
    }
}
