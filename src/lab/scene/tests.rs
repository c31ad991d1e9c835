use std::path::Path;

use super::{Props, SceneFile};

const MAP: &str = "#####\n#@.w#\n#####\n";

fn mistakes(text: &str) -> Vec<String> {
    let read = SceneFile::parse("a scene", text, Path::new("."), &Props::default());
    read.map_or_else(
        |errors| errors.iter().map(ToString::to_string).collect(),
        |_| Vec::new(),
    )
}

/// Each mistake is one line that says where it is and what would be accepted.
#[test]
fn every_kind_of_mistake_is_one_line_with_its_place() {
    let below = [
        (
            "w: wolff",
            "4:4: no monster is called `wolff` (did you mean \"wolf\"?); accepted: ",
        ),
        ("w:", "4:3: a monster is missing here; accepted: "),
        ("q: rat, asleep", "4:1: `q` is not on the map; accepted: "),
        (
            "w: wolf, hungry",
            "4:10: unexpected `hungry`; accepted: asleep, ",
        ),
        (
            "w: (health: 5",
            "4:4: this bracket has no partner; accepted: ",
        ),
        (
            "w: (healht: 5)",
            "4:5: unknown field `healht` (did you mean `health`?)",
        ),
        (
            "w: (health: 5) hunting",
            "4:16: unexpected text after a monster; accepted: a comma",
        ),
        (
            "aftr 3: w hunting",
            "4:1: no instruction is called `aftr` (did you mean \"after\"?); accepted: ",
        ),
        (
            "after x: w hunting",
            "4:7: unexpected `x`; accepted: a whole number",
        ),
        (
            "never 9-3: w hunting",
            "4:7: unexpected `9-3`; accepted: turns",
        ),
        (
            "by 3 in 900%: w hunting",
            "4:9: unexpected `900%`; accepted: a share",
        ),
        (
            "by 3 or 4: w hunting",
            "4:6: unexpected `or`; accepted: `in 90%`",
        ),
        (
            "after 3: w hunter",
            "4:12: unexpected `hunter`; accepted: asleep, ",
        ),
        ("after 3: z hunting", "4:10: unexpected `z`; accepted: @, w"),
        (
            "after 3: w sees",
            "4:16: something is missing here; accepted: a cell X,Y",
        ),
        (
            "after 3: w hunting; ; w sees @",
            "4:21: something is missing here; accepted: a fact",
        ),
        (
            "after 3: w sees @ w",
            "4:19: unexpected `w`; accepted: nothing, `;`",
        ),
        (
            "now: light at @ is dark",
            "4:20: unexpected `dark`; accepted: a number",
        ),
        (
            "now: 1,1 is opendoor",
            "4:13: no tile is called `opendoor` (did you mean \"open door\"?); accepted: ",
        ),
        (
            "now: log says hello",
            "4:15: unexpected `hello`; accepted: a text in double quotes",
        ),
        (
            "now: log says \"hello",
            "4:15: this quotation mark has no partner; accepted: ",
        ),
        ("now: fog is thick", "4:6: unexpected `fog`; accepted: "),
        (
            "do: esat",
            "4:5: no command is called `esat` (did you mean \"east\"?); accepted: ",
        ),
        ("do: 3 east", "4:5: unexpected number `3`; accepted: "),
        ("do:", "4:4: commands are missing here; accepted: "),
        (
            "keys: <Foo>",
            "4:7: character 1: unknown key <Foo>; accepted: ",
        ),
        (
            "set: w at home",
            "4:11: unexpected `home`; accepted: a cell X,Y",
        ),
        (
            "light: dusk",
            "4:8: unexpected `dusk`; accepted: dark, day or off",
        ),
        (
            "seeds: 9-1",
            "4:8: unexpected `9-1`; accepted: the first and the last seed",
        ),
        (
            "seed: 1\nseed: 2",
            "5:7: this is set twice; accepted: one line",
        ),
        (
            "radius: far",
            "4:9: unexpected `far`; accepted: a whole number of cells",
        ),
        (
            "assets: nowhere",
            "4:9: nowhere: there is no such folder; accepted: ",
        ),
        (
            "map: x.txt",
            "4:6: the scene draws a map as well; accepted: one map",
        ),
        (
            "title:",
            "4:7: unexpected ``; accepted: a title of 1 to 40 letters",
        ),
        (
            "title: Here\ntitle: There",
            "5:8: this is set twice; accepted: one line",
        ),
        (
            "say: Press {exlpore}.",
            "4:12: no command is called `exlpore` (did you mean \"explore\"?); accepted: ",
        ),
        (
            "say: Press {explore.",
            "4:12: no command is called ``; accepted: a command in braces",
        ),
        (
            "say:",
            "4:5: unexpected ``; accepted: a text of 1 to 400 letters",
        ),
        ("say Go.", "4:1: `say` needs a colon; accepted: `say: ...`"),
        (
            "do: wait\nwhy: It went.",
            "5:1: `why` explains the facts in the line above; accepted: ",
        ),
        (
            "\nsome words",
            "5:1: this line is neither part of the map nor an instruction; accepted: ",
        ),
    ];
    for (lines, expected) in below {
        let found = mistakes(&format!("{MAP}{lines}\n"));
        assert_eq!(found.len(), 1, "{lines}: {found:?}");
        let found = found[0]
            .replace("a scene:./", "a scene:")
            .replace("./nowhere", "nowhere");
        assert!(
            found.starts_with(&format!("a scene:{expected}")),
            "{lines}: {found}"
        );
        assert!(
            found.contains("accepted: ") || found.contains("the fields are"),
            "{found}"
        );
    }
    let maps = [
        ("", "a scene: a scene needs a map; accepted: "),
        (
            "// no map\nlight: day\n",
            "a scene: a scene needs a map; accepted: ",
        ),
        ("####\n#..#\n", "a scene: the map has no start; "),
        (
            "####\n#@Y#\n",
            "a scene:2:3: `Y` stands for no creature; accepted: ",
        ),
        ("seed: 2\n##\n#@¬#\n", "a scene:3:3: unknown character"),
        (
            "#@#\n#@#\n",
            "a scene:2:2: found a second @; the first is at 1:2",
        ),
        (
            "#w.w@#\nnow: w hunting\n",
            "a scene:2:6: unexpected `w`; accepted: w1 to w2, `every w`, ",
        ),
    ];
    for (text, expected) in maps {
        let found = mistakes(text);
        assert!(
            found.len() == 1 && found[0].starts_with(expected),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn all_mistakes_of_a_scene_are_found_at_once() {
    let found = mistakes(&format!(
        "{MAP}w: wolff\nlight: dusk\nafter 3: w hunter; w sees\n"
    ));
    let lines: Vec<char> = found.iter().filter_map(|it| it.chars().nth(8)).collect();
    assert_eq!(lines.len(), 4, "{found:?}");
    assert!(lines.iter().all(|it| "456".contains(*it)), "{found:?}");
}

/// A row of the map can be indented, even below an instruction.
#[test]
fn an_indented_row_below_an_instruction_is_part_of_the_map() {
    let text = "title: Rocks\n  ####\n  #@.#\n  ####\nsay: Go\n  east.\nat end: @ at 4,1\n";
    let scene = SceneFile::parse("a scene", text, Path::new("."), &Props::default());
    let scene = scene.unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(scene.title.as_deref(), Some("Rocks"));
    assert_eq!(scene.says[0].text, "Go east.");
}

#[test]
fn comments_indented_lines_and_open_brackets_are_understood() {
    let text = "// a hall\nlight: day // by day\n\n#####\n#@.w#\n#####\nw: (health: 5,\n\nminds: {\"Hunts\": ()}),\n  asleep\n\
                now: log does not say \"a // b\";\n   w asleep // and more\n\nafter 3: w hunting\n";
    let scene = SceneFile::parse("a scene", text, Path::new("."), &Props::default());
    let scene = scene.unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(scene.claims(), 3);
    assert_eq!(scene.claims[1].place.line, 12);
    assert_eq!(scene.steps.len(), 3, "{:?}", scene.steps);
}
