"""What `make test` leaves to `.ci/run`, before a change lands: what is dear.

On a developer's machine a run of the tests is to be short. What is named here takes seconds of a core each: a compiler,
a cluster, servers that are killed, statistics, whole games. For most of it something cheaper is asked in every run; for
some, as a game by ear or an update of the page, nothing is. Under CI nothing is left out.
`make test ARGS="-m landing"` tries only this, `ARGS="-m 'not soak'"` all that CI does.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import pytest

from tests.needs import under_ci

# How the names of tests begin, with their cases where only some are meant.
DEAR = """
tests/adapters/test_openspiel.py::test_a_playthrough_of_openspiel[tokkuri]
tests/adapters/test_ppo.py::test_it_beats_random
tests/arena/test_arena.py::test_levels_do_not_depend_on_the_clock
tests/arena/test_arena.py::test_stopped_in_the_middle_and_taken_up_again[2]
tests/arena/test_sequential.py::test_the_truth_is_seldom_ruled_out_however_often_one_looks
tests/bots/test_levels.py::test_a_regular_beats_a_novice_and_a_novice_can_win
tests/core/test_compiling.py::test_a_compiled_game_that_does_not_end_is_stopped
tests/core/test_compiling.py::test_a_difference_between_plain_and_compiled_is_found
tests/core/test_compiling.py::test_changed_rules_are_never_run_from_an_old_cache
tests/core/test_compiling.py::test_two_processes_at_once_agree_and_compile_once
tests/core/test_compiling.py::test_where_the_search_does_not_compile_it_thinks_plainly_to_the_same_end
tests/core/test_compiling.py::test_writing_out_of_bounds_is_caught_when_checked
tests/core/test_jit.py::test_another_version_is_compiled_with_by_documented_means_and_that_is_said_once
tests/core/test_wasm.py::test_the_batch_step_is_the_same
tests/lab/test_findings.py::test_false_alarms_are_rare
tests/lab/test_planted.py::test_in_pure_chance_thinking_does_nothing
tests/lab/test_running.py::test_any_number_of_workers_writes_the_same_bytes
tests/lab/test_running.py::test_on_ray_the_games_are_the_same
tests/lab/test_running.py::test_stopped_in_the_middle_and_taken_up_again
tests/lab/test_stats.py::test_the_interval_covers_what_it_should
tests/lab/test_tune.py::test_
tests/referees/test_donburiko_referee.py::test_games_by_players_with_a_leaning
tests/referees/test_ice_referee.py::test_games_by_players_with_a_leaning
tests/referees/test_kotori_referee.py::test_games_by_players_with_a_leaning
tests/referees/test_tokkuri_referee.py::test_games_by_players_with_a_leaning
tests/referees/test_umbradeco_referee.py::test_games_by_players_with_a_leaning
tests/server/test_bad_lines.py::test_games_are_played_to_their_end_over_lines_that_cut_repeat_reorder_delay_and_swallow
tests/server/test_bad_lines.py::test_thousands_come_and_go_and_who_never_says_hello_is_hung_up_on
tests/server/test_bad_lines.py::test_who_never_reads_is_hung_up_on_and_slows_nobody
tests/server/test_deploy.py::test_games_are_played_through_nginx_though_a_node_is_killed
tests/server/test_driving.py::test_thinkers_end_with_a_server_that_is_killed
tests/server/test_fuzz.py::test_any_messages_over_any_lines
tests/server/test_nodes.py::test_both_nodes_are_killed_in_turn_again_and_again
tests/server/test_nodes.py::test_bots_play_once_though_both_nodes_could_let_them
tests/server/test_nodes.py::test_postgresql_dies_and_comes_back
tests/server/test_nodes.py::test_redis_dies_and_comes_back_and_play_goes_on
tests/server/test_nodes.py::test_the_driving_node_is_killed_and_the_other_lets_the_bots_play_on
tests/server/test_nodes.py::test_who_lost_the_line_at_one_node_is_awaited_then_played_for_and_welcomed_back_at_the_other
tests/server/test_operations.py::test_a_server_that_cannot_start_says_why_in_a_sentence
tests/server/test_operations.py::test_sigterm_under_load_tells_everyone_to_come_back_and_loses_nothing
tests/server/test_server_lessons.py::test_a_lesson_is_done_or_failed_at_a_server_as_in_the_search[umbradeco
tests/server/test_spare.py::test_every_file_of_it_is_handed_out_as_it_is_and_under_its_own_policy
tests/server/test_tables.py::test_reviews_are_begun_now_and_then_and_thought_about_one_by_one
tests/server/test_thinking.py::test_a_kernel_that_fails_in_a_thinker_is_logged_once_and_counted
tests/server/test_wire_secrecy.py::test_nor_of_a_hint
tests/terminal/test_in_a_terminal.py::test_wrong_requests_are_answered_before_the_screen_opens
tests/test_adding_a_game.py::test_its_own_tests_pass
tests/test_docs.py::test_the_site
tests/test_needs.py::test_where_nothing_is_installed
tests/test_new.py::test_a_game_is_checked_by_its_name_where_its_package_lies
tests/test_new.py::test_a_mind_and_a_drawing_are_held_to_laws_too[does not compile]
tests/test_new.py::test_a_saved_rule_is_played_by_the_next_table
tests/test_new.py::test_it_can_be_studied_at_once
tests/test_notebooks.py::test_a_notebook_shows_what_it_gives[is_umbradeco_fair]
tests/training/test_course.py::test_a_game_from_elsewhere_takes_the_same_course
tests/web/test_faces.py::test_each_face_is_drawn_and_named_in_both_languages
tests/web/test_faces.py::test_what_is_said_stands_at_the_seat
tests/web/test_from_elsewhere.py::test_janken_is_played_on_a_table_of_its_own
tests/web/test_from_elsewhere.py::test_the_generic_table_can_show_any_of_our_games
tests/web/test_games.py::test_bots_play_and_one_watches
tests/web/test_hot_seat.py::test_a_curtain_hangs_between_any_two_hands
tests/web/test_hot_seat.py::test_the_other_hand_is_nowhere_on_the_page
tests/web/test_keyboard.py::test_a_game_on_a_board_by_keyboard
tests/web/test_keyboard.py::test_to_the_end_by_keyboard
tests/web/test_learning.py::test_a_coach_who_is_not_answered_asks_again_and_bothers_nobody
tests/web/test_learning.py::test_after_the_last_lesson_a_first_game_with_a_coach
tests/web/test_learning.py::test_every_lesson_of_every_game_is_listed
tests/web/test_line.py::test_two_tabs_on_one_seat_both_play
tests/web/test_motion.py::test_a_table_at_which_somebody_thinks_is_at_rest
tests/web/test_package.py::test_the_wheel_has_all_of_the_front_end
tests/web/test_page_kept.py::test_a_browser_that_dies_in_mid_move_loses_nothing
tests/web/test_page_kept.py::test_a_first_move_is_made_and_kept_before_python_is_there[tokkuri
tests/web/test_page_kept.py::test_a_host_that_sends_the_policy_binds_the_workers_too
tests/web/test_page_kept.py::test_a_new_version_comes_while_a_game_is_played
tests/web/test_page_kept.py::test_a_table_of_rules_that_are_gone_is_listed_and_says_so[False
tests/web/test_page_kept.py::test_a_version_with_other_rules_waits_for_a_game_in_progress[False
tests/web/test_page_kept.py::test_of_two_tabs_one_has_the_deal_that_was_laid
tests/web/test_page_offline.py::test_a_game_by_touch_and_a_reload_in_the_middle_of_it
tests/web/test_page_offline.py::test_a_game_is_imported_and_reviewed[phone
tests/web/test_page_offline.py::test_a_level_thinks_as_everywhere[umbradeco-master]
tests/web/test_page_offline.py::test_a_novice_plays_as_everywhere
tests/web/test_page_offline.py::test_bots_are_watched_their_deal_is_checked_and_their_game_reviewed
tests/web/test_page_offline.py::test_rules_and_lessons_are_there[phone
tests/web/test_page_offline.py::test_the_end_of_a_game_against_bots[phone
tests/web/test_page_offline.py::test_the_page_never_stutters_while_a_master_thinks
tests/web/test_page_server.py::test_a_page_goes_on_when_its_server_is_back
tests/web/test_page_server.py::test_a_page_that_loses_its_server_offers_the_one_that_needs_none
tests/web/test_pages.py::test_axe_finds_nothing_in_waiting_room_settings_end_and_replay
tests/web/test_pieces.py::test_a_whole_game_with_the_pieces
tests/web/test_reader.py::test_a_game_by_ear
tests/web/test_replay.py::test_a_finished_table_is_reviewed_and_its_link_shared
tests/web/test_replay.py::test_the_better_move_is_shown_on_the_board_and_the_played_one_is_listed
tests/web/test_stage.py::test_hands_laid_open_in_a_replay_cover_nothing
tests/web/test_study.py::test_the_report
tests/web/test_tour.py::test_bots_wait_until_one_has_seen_it
tests/web/test_wasm_page.py::test_chromium_agrees_with_numba
tests/web/test_watching.py::test_a_watched_game_is_paused_sped_up_and_found_again
tests/web/test_what_if.py::test_something_is_tried_out_and_the_game_goes_on
tests/web/test_with_a_terminal.py::test_a_terminal_and_a_browser_at_one_table
"""
# Of these one case in so many is tried by `make test`.
ONE_IN = {
    "tests/adapters/test_gymnasium.py::test_games_by_the_mask": 3,
    "tests/adapters/test_openspiel.py::test_random_simulations_with_serialisation": 3,
    "tests/adapters/test_pettingzoo.py::test_the_suite_of_pettingzoo": 3,
    "tests/arena/test_arena.py::test_a_bot_that_goes_wrong_ends_the_arena": 2,
    "tests/arena/test_arena.py::test_stopped_it_says_how_to_go_on": 2,
    "tests/arena/test_log.py::test_a_game_that_cannot_have_come_out_so": 3,
    "tests/arena/test_stopping.py::test_a_stopped_arena_leaves_nothing_running": 4,
    "tests/bots/test_review.py::test_a_loser_by_chance_is_told_so": 2,
    "tests/core/test_wasm.py::test_plain_is_wasm": 2,
    "tests/lab/test_report.py::test_every_finding_is_told": 3,
    "tests/referees/test_donburiko_referee.py::test_random_games": 3,
    "tests/referees/test_ice_referee.py::test_random_games": 3,
    "tests/referees/test_kotori_referee.py::test_random_games": 3,
    "tests/referees/test_tokkuri_referee.py::test_random_games": 3,
    "tests/referees/test_umbradeco_referee.py::test_random_games": 3,
    "tests/server/test_driving.py::test_bots_of_every_kind_play_to_the_end": 3,
    "tests/server/test_http_fuzz.py::test_every_answer_is_one_that_the_description_knows": 3,
    "tests/server/test_wire_secrecy.py::test_what_a_viewer_cannot_see_changes_no_byte_that_it_is_sent": 3,
    "tests/table/test_table_lessons.py::test_every_lesson_ends_at_a_table_as_it_does_in_the_search": 3,
    "tests/table/test_table_play.py::test_entries_are_the_table": 3,
    "tests/table/test_table_play.py::test_undo_brings_back_the_same_bytes": 3,
    "tests/table/test_table_play.py::test_what_can_be_taken_back_taught_the_mover_nothing": 3,
    "tests/table/test_table_refusals.py::test_an_illegal_move_is_refused_by_the_rule_that_forbids_it": 3,
    "tests/table/test_table_replay.py::test_each_pair_of_eyes_reads_in_the_replay_what_it_was_told_at_the_table": 3,
    "tests/table/test_table_replay.py::test_with_everything_open_nothing_is_unknown": 3,
    "tests/terminal/test_pictures.py::test_any_position_fits_the_smallest_screen": 3,
    "tests/terminal/test_whole_games.py::test_a_game_is_played_to_its_end": 3,
    "tests/test_cli.py::test_a_whole_game_in_a_terminal": 3,
    "tests/test_deals_elsewhere.py::test_a_game_is_dealt_elsewhere": 3,
    "tests/test_laws.py::test_laws": 3,
    "tests/test_laws.py::test_laws_hold_by_house_rules": 3,
    "tests/test_laws.py::test_the_generic_table_and_the_drawing_can_show_it": 2,
    "tests/test_new.py::test_a_game_that_cannot_be_loaded_keeps_no_other_from_being_played": 3,
    "tests/web/test_from_elsewhere.py::test_where_a_table_fails_the_generic_one_takes_over": 3,
    "tests/web/test_games.py::test_two_people_play_the_end_of_a_game": 2,
    "tests/web/test_house_rules.py::test_a_variant_is_made_told_and_not_remembered": 2,
    "tests/web/test_kotori_table.py::test_birds_won_are_said_once_at_the_cage": 3,
    "tests/web/test_kotori_table.py::test_the_deck_is_told_in_one_line": 3,
    "tests/web/test_learning.py::test_a_lesson_is_failed_taken_again_and_done": 3,
    "tests/web/test_learning.py::test_no_rules_page_is_wider_than_a_phone": 3,
    "tests/web/test_learning.py::test_who_runs_into_the_rule_has_done_a_lesson_about_it": 2,
    "tests/web/test_moving_about.py::test_focus_never_falls_to_the_body": 2,
    "tests/web/test_moving_about.py::test_the_narrowest_phone_needs_no_scrolling_sideways": 3,
    "tests/web/test_options.py::test_a_wrong_kifu_is_refused_in_the_language_of_the_screen": 3,
    "tests/web/test_page_offline.py::test_the_end_of_a_game_against_bots": 3,
    "tests/web/test_pages.py::test_axe_finds_nothing_at_tables": 3,
    "tests/web/test_pages.py::test_axe_finds_nothing_on_pages": 2,
    "tests/web/test_pages.py::test_two_clicks_to_a_running_game": 2,
    "tests/web/test_pieces.py::test_a_piece_can_be_dragged": 2,
    "tests/web/test_pieces.py::test_a_piece_that_may_not_be_played_says_why": 2,
    "tests/web/test_pieces.py::test_the_first_moves_with_the_pieces": 4,
    "tests/web/test_pieces.py::test_what_is_seldom_asked_is_answered_with_the_pieces": 2,
    "tests/web/test_stage.py::test_a_full_hand_is_seen_whole": 2,
    "tests/web/test_stage.py::test_a_table_fits_every_window": 2,
    "tests/web/test_stage.py::test_nothing_shifts_while_one_plays": 3,
    "tests/web/test_stage.py::test_the_flasks_across_the_table_are_of_one_size": 3,
    "tests/web/test_study.py::test_a_curious_player_reads_how_long_how_lucky_how_fair": 3,
    "tests/web/test_table_details.py::test_places_for_a_card_leave_the_last_number_free": 2,
    "tests/web/test_tokkuri_table.py::test_the_round_before_leaves_room_for_what_is_asked": 2,
    "tests/web/test_tour.py::test_each_step_points_at_what_it_speaks_of": 2,
    "tests/web/test_words.py::test_an_umbrella_bears_its_colour_in_ones_own_language": 3,
    "tests/web/test_words.py::test_notation_is_for_those_who_ask_for_it": 3,
}


def spare(items: Iterable[pytest.Item]) -> None:
    """Leave to `.ci/run` what is dear, and most of the cases of what has many."""
    if under_ci():
        return
    dear, seen = tuple(DEAR.strip().splitlines()), dict.fromkeys(ONE_IN, 0)
    for item in items:
        if item.get_closest_marker("soak"):
            continue
        test = item.nodeid.partition("[")[0]
        if test in seen:
            seen[test] += 1
        if item.nodeid.startswith(dear) or (test in seen and (seen[test] + zlib.crc32(test.encode())) % ONE_IN[test]):
            item.add_marker("landing")
