//! Checks that mostly wait. They run at the same time, so that they take only as long as the longest of them.

use crate::support::all_at_once;
use crate::survival::{ends, replays, stops};
use crate::terminal::{bursts, choice, hostile, idle, pastes, screens, sizes, slow_lines};
use crate::window;

/// A failure names the file of the check that failed.
#[test]
fn checks_that_mostly_wait() {
    all_at_once([
        idle::an_idle_game_does_nothing,
        window::idle::an_idle_window_uses_no_processor_time,
        window::keys::twelve_presses_are_twelve_steps_on_a_busy_machine,
        slow_lines::steps_show_on_slow_lines_in_terminals_that_never_answer_and_for_a_held_key,
        choice::environment_variables_decide_the_number_of_colors,
        pastes::pasted_text_is_not_played_as_keys,
        pastes::a_paste_that_looks_like_keys_does_not_end_the_game,
        pastes::a_seed_can_be_pasted,
        stops::a_game_stopped_from_outside_redraws_the_screen,
        stops::ctrl_l_redraws_the_screen,
        stops::a_suspended_game_restores_the_terminal_and_resumes,
        stops::a_suspended_game_restores_kittys_flags_and_resumes,
        ends::a_game_ends_when_its_terminal_is_closed,
        replays::every_cell_of_a_replay_is_right_and_its_journal_does_not_change,
        screens::every_screen_is_right_in_every_size_and_number_of_colors,
        screens::the_mouse_wide_cells_and_things_are_right,
        sizes::the_game_follows_the_size_of_the_terminal,
        sizes::a_key_and_a_resize_at_the_same_time_both_take_effect,
        sizes::cells_are_wide_in_a_hundred_columns_or_more,
        bursts::no_key_of_a_burst_is_lost_or_played_in_another_mode,
        bursts::no_key_of_a_long_burst_is_lost,
        hostile::the_game_survives_every_sequence,
        hostile::the_game_survives_random_bytes,
        hostile::unexpected_answers_and_unfinished_pastes_do_no_harm,
    ]);
}

/// Several windows at once, because each waits for its screen most of the time.
#[test]
fn windows_that_wait_for_the_screen() {
    all_at_once([
        window::tiles::every_tile_looks_right,
        window::sizes::a_window_is_resized_covered_and_hidden,
        window::title::the_title_begins_games_with_random_and_chosen_seeds,
        window::motion::flames_and_light_move_only_if_the_player_wants_that,
    ]);
}
