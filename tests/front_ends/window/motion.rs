//! Motion in the window: it is there, it ends, and it makes no key slower.

use std::thread;
use std::time::{Duration, Instant};

use super::game::{Game, arguments};
use super::layout::Layout;
use super::stage::Stage;
use crate::support::{self, Folder};

/// A dark room with two burning braziers.
const ROOM: &str = "\
############
#..........#
#.@..*..*..#
#..........#
############
";

/// Presses a key, and counts the different pictures in the two seconds after that.
fn pictures(stage: &Stage, motion: &str) -> usize {
    let layout = Layout::new(640, 320);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let folder = Folder::new();
    let file = folder.write("room.txt", ROOM);
    let options = ["--map", &file, "--seed", "1", "--ambient", "dark"];
    let options = [&options[..], &["--motion", motion]].concat();
    let mut game = Game::start(&display, layout, &arguments(&options));
    game.display
        .wait_quiet(Duration::from_secs(1), Duration::from_secs(10));
    let (mut last, mut count) = (game.picture(), 0);
    game.type_only("l");
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(2) {
        let now = game.picture();
        count += usize::from(now != last);
        last = now;
    }
    // What has come to rest is exactly what the text front end shows.
    game.text.play("l");
    let is_right = support::wait(Duration::from_secs(20), || game.shows(game.text.screen()));
    assert!(is_right, "the picture is wrong when nothing moves any more");
    game.play(&["j"]);
    count
}

pub fn flames_and_light_move_only_if_the_player_wants_that() {
    let Some(stage) = Stage::enter() else { return };
    let (moving, still) = thread::scope(|scope| {
        let moving = scope.spawn(|| pictures(&stage, "on"));
        let still = pictures(&stage, "off");
        (moving.join(), still)
    });
    let moving = moving.expect("the window with motion is right");
    // Some pictures may be only half drawn.
    assert!(
        still <= 4 && moving > 2 * still,
        "{moving} and {still} pictures"
    );
}

#[test]
fn keys_pressed_at_thirty_a_second_are_all_answered() {
    const KEYS: usize = 90;
    let Some(stage) = Stage::enter() else { return };
    let layout = Layout::new(1280, 720);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let folder = Folder::new();
    let file = folder.write("room.txt", ROOM);
    let options = ["--map", &file, "--seed", "1", "--ambient", "dark"];
    let options = [&options[..], &["--motion", "on"]].concat();
    let game = Game::start(&display, layout, &arguments(&options));
    let journals = game.program.journals();
    let [journal] = &journals[..] else {
        panic!("there is one game: {journals:?}")
    };
    let answered = || {
        let text = std::fs::read_to_string(journal).expect("the game has a journal");
        text.lines().filter(|it| it.starts_with('>')).count()
    };
    let (mut most, began) = (0, Instant::now());
    for key in 0..KEYS {
        game.type_only(if key % 2 == 0 { "j" } else { "k" });
        let next = Duration::from_millis(1000 / 30) * (key as u32 + 1);
        thread::sleep(next.saturating_sub(began.elapsed()));
        most = most.max((key + 1).saturating_sub(answered()));
    }
    // Three keys are a tenth of a second.
    println!("at most {most} keys waited");
    assert!(support::wait(Duration::from_secs(20), || answered() == KEYS));
    let errors = game.program.errors();
    assert!(!errors.contains("bevy_time"), "{errors}");
}
