//! The contest's shared library of Four in Line, loaded and called as its host would.
//!
//! A library has one game for its whole process and reads its limit once, so every test runs in a process of its own. With
//! a limit of 0 the answers depend on nothing but the position: copies that give the same ones to the end of a game have the
//! same board.

use std::ffi::c_int;
use std::time::Duration;

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::connect4::player::Brightsword;
use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::TenByFifteen;
use brightsword::game::level::Strength;
use brightsword::game::player::{Goal, Job, Player};
use brightsword::game::{Cell, Side};
use brightsword::search::limits::Limits;

use super::host::{Host, Loaded, alone};
use crate::oracles::grid::Grid;
use crate::oracles::sample::Chance;

fn random_column(chance: &mut Chance, grid: &Grid) -> c_int {
    let columns = grid.legal_columns();
    columns[chance.below(columns.len())]
}

/// Plays a game with both to its end and finds the same answers: they have the same board.
fn assert_twins(one: &mut Host, two: &mut Host, seed: u64) {
    let mut chance = Chance::new(seed);
    assert_eq!(one.model.grid, two.model.grid);
    while !one.is_over() {
        let column = random_column(&mut chance, &one.model.grid);
        assert_eq!(one.game_move(column), two.game_move(column));
    }
}

/// Our own player at a fixed effort, as an opponent that is better than the library without a search: the columns that it
/// thinks best, with their scores.
fn thoughts(player: &mut Brightsword, grid: &Grid, lines: usize) -> Vec<(c_int, i32)> {
    let job = Job::<Connect4<TenByFifteen>> {
        position: grid.to_position(),
        limits: Limits::nodes(1_000),
        goal: Goal::Score,
        clock: Clock::Wall,
        started: Duration::ZERO,
        lines,
        strength: Strength::FULL,
    };
    let mut scores = vec![(-1, 0); lines];
    let decision = player.think(&job, &StopToken::new(), &mut |report| {
        let column = report.line[0].column().cast_signed();
        scores[report.rank - 1] = (column, report.score);
    });
    let best = decision.mv.expect("the game is on").column().cast_signed();
    scores.retain(|&(column, _)| column >= 0);
    if scores.is_empty() {
        scores.push((best, 0));
    }
    scores
}

fn strong(player: &mut Brightsword, grid: &Grid) -> c_int {
    thoughts(player, grid, 1)[0].0
}

/// Plays for a draw: spoils the other side's lines, and neither wins nor loses where it can help it.
fn spoiler(player: &mut Brightsword, grid: &Grid) -> c_int {
    let all = thoughts(player, grid, grid.legal_columns().len());
    let lines_left = |column: c_int| {
        let mut next = *grid;
        next.play(column);
        next.open_lines(next.turn)
    };
    let decided = |score: i32| if score.abs() < 95 { 0 } else { score.abs() };
    let chosen = all
        .iter()
        .min_by_key(|&&(column, score)| (decided(score), lines_left(column)));
    chosen.expect("the game is on").0
}

/// Neutral columns that leave only so many cells free, in the last column first.
fn nearly_full(free: usize) -> Vec<c_int> {
    (0..150 - free)
        .map(|place| c_int::try_from(place / 15).expect("below 10"))
        .collect()
}

#[test]
fn sums_come_back_and_any_number_of_discs_is_taken() {
    alone(
        "sums_come_back_and_any_number_of_discs_is_taken",
        "0",
        || {
            let mut host = Host::new(Loaded::new());
            for n in 0..=6 {
                host.setup(&[3, 4, 4, 7, 0, 9][..n]);
                host.game_move(-1);
            }
            assert_eq!(host.library.setup(&[4, 4, 7]), 15);
            // Impossible ones count in the sum only, and nothing overflows.
            host.setup(&[-3, 10, 4, 1_000_000]);
            host.setup(&[c_int::MAX, c_int::MAX, c_int::MIN, 5]);
            host.setup(&[5; 40]);
            host.game_move(-1);
            host.setup(&nearly_full(0));
            assert_eq!(host.game_move(-1), -1, "no cell is free");
            assert_eq!(host.library.setup_raw(0, std::ptr::null()), 0);
            assert_eq!(host.library.setup_raw(-1, std::ptr::null()), 0);
            assert_eq!(host.library.setup_raw(c_int::MIN, std::ptr::null()), 0);
            // A host that breaks its word gets an empty board too.
            assert_eq!(host.library.setup_raw(3, std::ptr::null()), 0);
            host.model.setup(&[]);
            host.play_on(true, |grid| grid.legal_columns()[0]);
        },
    );
}

#[test]
fn a_setup_begins_a_new_game_whatever_went_on() {
    alone("a_setup_begins_a_new_game_whatever_went_on", "0", || {
        let mut chance = Chance::new(41);
        let mut old = Host::new(Loaded::new());
        for seed in 0..6 {
            old.game_move(-1);
            // Nobody has won so soon.
            for _ in 0..seed % 3 {
                let column = random_column(&mut chance, &old.model.grid);
                old.game_move(column);
            }
            let mut new = Host::new(Loaded::copy());
            let columns = &[6, 6, 1, 0, 9, 3][..seed];
            for host in [&mut old, &mut new] {
                host.setup(columns);
                if seed % 2 == 0 {
                    host.game_move(-1);
                }
            }
            assert_twins(&mut old, &mut new, 42);
        }
    });
}

#[test]
fn without_a_setup_the_first_game_is_on_an_empty_board() {
    alone(
        "without_a_setup_the_first_game_is_on_an_empty_board",
        "0",
        || {
            let mut told = Host::new(Loaded::copy());
            told.setup(&[]);
            let mut untold = Host::new(Loaded::new());
            assert_twins(&mut told, &mut untold, 43);
            let mut told = Host::new(Loaded::copy());
            told.setup(&[]);
            let mut untold = Host::new(Loaded::copy());
            assert_eq!(told.game_move(-1), untold.game_move(-1));
            assert_twins(&mut told, &mut untold, 44);
        },
    );
}

#[test]
fn the_begin_keeps_neutral_discs_but_no_others() {
    alone("the_begin_keeps_neutral_discs_but_no_others", "0", || {
        let mut host = Host::new(Loaded::new());
        host.setup(&nearly_full(15));
        assert_eq!(host.game_move(-1), 9, "only this column is free");
        // Our own disc has been dropped: the neutral ones are gone too.
        let mut fresh = Host::new(Loaded::copy());
        assert_eq!(host.game_move(-1), fresh.game_move(-1));
        assert_twins(&mut host, &mut fresh, 45);
        // So has the opponent's.
        host.setup(&nearly_full(15));
        assert_eq!(host.game_move(9), 9);
        let mut fresh = Host::new(Loaded::copy());
        assert_eq!(host.game_move(-1), fresh.game_move(-1));
        assert_twins(&mut host, &mut fresh, 46);
    });
}

#[test]
fn a_full_column_begins_a_new_game_with_this_move() {
    alone(
        "a_full_column_begins_a_new_game_with_this_move",
        "0",
        || {
            let mut host = Host::new(Loaded::new());
            host.setup(&[4; 15]);
            let mut fresh = Host::new(Loaded::copy());
            assert_eq!(host.game_move(4), fresh.game_move(4));
            assert_twins(&mut host, &mut fresh, 47);
        },
    );
}

#[test]
fn numbers_that_are_no_columns_change_nothing() {
    alone("numbers_that_are_no_columns_change_nothing", "0", || {
        let mut told = Host::new(Loaded::new());
        let mut twin = Host::new(Loaded::copy());
        let mut chance = Chance::new(48);
        for host in [&mut told, &mut twin] {
            host.setup(&[2, 7]);
        }
        while !told.is_over() {
            for n in [-2, 10, 11, 255, 256, c_int::MIN, c_int::MAX] {
                assert_eq!(told.game_move(n), -1);
            }
            let column = random_column(&mut chance, &told.model.grid);
            assert_eq!(told.game_move(column), twin.game_move(column));
        }
        assert_eq!(told.game_move(-2), -1, "after the end too");
    });
}

#[test]
fn after_the_end_a_move_begins_a_new_game() {
    alone("after_the_end_a_move_begins_a_new_game", "0", || {
        let mut host = Host::new(Loaded::new());
        let mut player = Brightsword::new(1);
        let mut chance = Chance::new(49);

        // Lost: asked all the same there is no answer, and only the next move begins another game.
        while !host.won_by(Side::First) {
            host.setup(&[0]);
            host.play_on(false, |grid| strong(&mut player, grid));
        }
        let mut fresh = Host::new(Loaded::copy());
        assert_eq!(host.game_move(3), fresh.game_move(3));
        assert_twins(&mut host, &mut fresh, 50);

        // Won.
        while !host.won_by(Side::First) {
            host.setup(&[0]);
            host.play_on(true, |grid| random_column(&mut chance, grid));
        }
        let mut fresh = Host::new(Loaded::copy());
        assert_eq!(host.game_move(3), fresh.game_move(3));
        assert_twins(&mut host, &mut fresh, 51);

        // Drawn by our disc, by the opponent's, and full from the beginning.
        host.setup(&nearly_full(1));
        assert_eq!(host.game_move(-1), 9);
        let mut fresh = Host::new(Loaded::copy());
        assert_eq!(host.game_move(9), fresh.game_move(9));
        assert_twins(&mut host, &mut fresh, 52);

        host.setup(&nearly_full(1));
        assert_eq!(host.game_move(9), -1);
        let mut fresh = Host::new(Loaded::copy());
        assert_eq!(host.game_move(9), fresh.game_move(9));
        assert_twins(&mut host, &mut fresh, 53);

        host.setup(&nearly_full(0));
        let mut fresh = Host::new(Loaded::copy());
        assert_eq!(host.game_move(0), fresh.game_move(0));
        assert_twins(&mut host, &mut fresh, 54);
    });
}

#[test]
fn many_games_in_one_process_without_reloading() {
    alone("many_games_in_one_process_without_reloading", "2", || {
        let mut host = Host::new(Loaded::new());
        let mut player = Brightsword::new(1);
        let mut chance = Chance::new(55);
        // Without a word about the beginning, red and blue.
        host.play_on(false, |grid| random_column(&mut chance, grid));
        host.game_move(-1);
        host.play_on(false, |grid| random_column(&mut chance, grid));
        for number in 0..6 {
            let columns: Vec<c_int> = (0..number).map(|place| (place * 7 + number) % 10).collect();
            host.setup(&columns);
            // Broken off after a few moves, then begun again.
            for _ in 0..number % 4 {
                let column = random_column(&mut chance, &host.model.grid);
                host.game_move(column);
            }
            host.setup(&columns);
            host.play_on(number % 2 == 0, |grid| strong(&mut player, grid));
        }
        host.game_move(-1);
        host.play_on(false, |grid| random_column(&mut chance, grid));
    });
}

#[test]
fn any_calls_in_any_order_are_answered_by_the_rules() {
    alone(
        "any_calls_in_any_order_are_answered_by_the_rules",
        "0",
        || {
            let mut chance = Chance::new(56);
            let mut host = Host::new(Loaded::new());
            let mut number = |from: c_int, below: usize| {
                from + c_int::try_from(chance.below(below)).expect("small")
            };
            for _ in 0..20_000 {
                match number(0, 40) {
                    0 => {
                        let columns: Vec<c_int> =
                            (0..number(0, 160)).map(|_| number(-1, 12)).collect();
                        host.setup(&columns);
                    }
                    1 => {
                        host.setup(&[]);
                    }
                    2 => {
                        host.game_move(-1);
                    }
                    3 => {
                        host.game_move(number(-12, 50));
                    }
                    _ => {
                        host.game_move(number(0, 10));
                    }
                }
            }
        },
    );
}

/// Against an opponent that plays for it, with an even and with an odd number of neutral discs: a hundred and more, for with
/// none to six neutral discs none of 420 games was drawn. The rules play whole drawn games with so few in `contest_games`.
#[test]
fn drawn_games_are_played_to_the_last_cell() {
    alone("drawn_games_are_played_to_the_last_cell", "0", || {
        let mut host = Host::new(Loaded::new());
        let mut player = Brightsword::new(1);
        let mut drawn = [false; 2];
        for number in 0..300 {
            if drawn == [true; 2] {
                break;
            }
            let shift = c_int::try_from(number / 7).expect("small");
            let places = 0..100 + c_int::try_from(number % 7).expect("small");
            let columns: Vec<c_int> = places.map(|at| (at + shift) % 10).collect();
            host.setup(&columns);
            host.play_on(number % 2 == 0, |grid| spoiler(&mut player, grid));
            if host.won_by(Side::First) || host.won_by(Side::Second) {
                continue;
            }
            let discs = host.model.grid.count(|cell| matches!(cell, Cell::Disc(_)));
            assert_eq!(usize::try_from(discs), Ok(150 - columns.len()));
            drawn[columns.len() % 2] = true;
        }
        assert_eq!(
            drawn, [true; 2],
            "with an even, an odd number of neutral discs"
        );
        // Nothing is wrong afterwards.
        host.game_move(-1);
    });
}

#[test]
fn a_copy_plays_a_game_of_its_own() {
    alone("a_copy_plays_a_game_of_its_own", "0", || {
        let mut one = Host::new(Loaded::new());
        let mut two = Host::new(Loaded::copy());
        one.setup(&[3, 3, 3]);
        two.setup(&[6]);
        two.game_move(-1);
        let mut chance = Chance::new(57);
        let mut heard = Vec::new();
        while !one.is_over() {
            let column = random_column(&mut chance, &one.model.grid);
            heard.push((column, one.game_move(column)));
            if !two.is_over() {
                let column = random_column(&mut chance, &two.model.grid);
                two.game_move(column);
            }
        }
        // The same answers as without the other beside it.
        let mut again = Host::new(Loaded::copy());
        again.setup(&[3, 3, 3]);
        for (column, answer) in heard {
            assert_eq!(again.game_move(column), answer);
        }
        // Loaded twice the same file has the same game, in which a disc lies.
        let mut same = Host::new(Loaded::new());
        one.setup(&nearly_full(2));
        same.model.setup(&nearly_full(2));
        assert_eq!(same.game_move(9), 9);
    });
}

#[test]
fn calls_may_come_from_different_threads() {
    alone("calls_may_come_from_different_threads", "2", || {
        let mut host = Host::new(Loaded::new());
        host.setup(&[1, 2]);
        let mut chance = Chance::new(58);
        while !host.is_over() {
            let column = random_column(&mut chance, &host.model.grid);
            std::thread::scope(|scope| {
                scope.spawn(|| host.game_move(column));
            });
        }
    });
}

#[test]
fn nothing_works_between_calls() {
    alone("nothing_works_between_calls", "30", || {
        let threads = || {
            std::fs::read_dir("/proc/self/task")
                .map(Iterator::count)
                .ok()
        };
        let before = threads();
        let mut host = Host::new(Loaded::new());
        host.setup(&[5]);
        for column in [-1, 4, 4] {
            host.game_move(column);
            assert_eq!(threads(), before);
            let clock = Clock::ProcessCpu;
            let began = clock.now();
            std::thread::sleep(Duration::from_millis(100));
            let used = clock.since(began);
            assert!(used < Duration::from_millis(20), "{used:?} used");
        }
    });
}
