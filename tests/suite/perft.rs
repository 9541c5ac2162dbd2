//! Leaves of the game tree: the published totals, and the naive board's elsewhere.

use brightsword::app::perft::{PerftArgs, run};
use brightsword::app::status::Status;
use brightsword::game::Game;
use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::perft::perft;
use brightsword::othello::rules::position::Othello;

use clap::Parser;

use crate::oracles::naive::NaiveBoard;
use crate::program::Program;

/// Totals from the start position, at 1 ply and more.
const PUBLISHED: [u64; 11] = [
    4,
    12,
    56,
    244,
    1_396,
    8_200,
    55_092,
    390_216,
    3_005_288,
    24_571_284,
    212_258_800,
];

#[test]
fn published_totals_from_the_start() {
    assert_eq!(perft(Board::START, 0), 1);
    let most = if cfg!(debug_assertions) { 9 } else { 11 };
    for (depth, expected) in (1..=most).zip(PUBLISHED) {
        assert_eq!(perft(Board::START, depth), expected, "depth {depth}");
    }
}

#[test]
fn the_naive_board_has_the_published_totals_too() {
    for (depth, expected) in (1..=6).zip(PUBLISHED) {
        assert_eq!(NaiveBoard::start().perft(depth), expected, "depth {depth}");
    }
}

/// Positions with the depth to count to: openings, midgames, endgames to the last disc; with passes, wipe-outs and
/// games that end early within that depth.
const POSITIONS: [(&str, u32); 20] = [
    (
        "---------------------------OOO-----XXX-------------------------- X",
        4,
    ),
    (
        "---------X--------X------OOXX------OX-------O--------O---------- X",
        4,
    ),
    (
        "------------------XXO----OXXO-----OXXX----OOO------------------- X",
        4,
    ),
    (
        "----------OX-X-----XXO-----XOX-----OOXX---O-O-O-----O-------O--- X",
        4,
    ),
    (
        "---OOO----OO----XOXX-----XXOXO----XXXX----XOX------O------------ X",
        4,
    ),
    (
        "----OOX------O----X-XOO--OOXOX----OOOOOO--O-OX-----X-OX--------X X",
        4,
    ),
    (
        "OX------OX---X---XOOX----XOOO---OOOOOO----OOXO----OOOX-----O-XX- X",
        4,
    ),
    (
        "---------------O--XXXXO---XXXXX---XXXXOXOOXXOXO--OXXXO-O--OX-XO- X",
        4,
    ),
    (
        "-OOOXXX---OOOX-O---OOXO----OOX-XOOXOOXO--O-XOXX--O-OXX-X---O-X-- X",
        4,
    ),
    (
        "-XXX-----X-XXX---XXXXX---XOOOO--XXOOOOOOOXOOXOO--OXXXO--OX-OXO-- X",
        4,
    ),
    (
        "---X-X-OX-OXOOOOOOOX-OOO--OXOOOOOXOXOOOOX-XXOOO--XOO-OO---O-OOO- X",
        4,
    ),
    (
        "OOOOOOO-XXXXXXXOX-OXOX-OXOXOXOOOX-OXOXO-X---XOOOOXOXOOOO--X----O X",
        4,
    ),
    (
        "XXXXXXXOOOXOOOO---OXXO---OOXXOOOOOOXOOO--OXXO-O-OXOOOO-OXXXXOOO- O",
        6,
    ),
    (
        "--XXOOOX-XXXXOOX-XXXXXXX-XXXOXOO-XXXXXOO--XXXOOO-XXXOOOO-OOOOOOO X",
        6,
    ),
    (
        "OOOOOOOX-XOOOOXOXXOOOXOOXXXXXXOO-XXXXXOO---XXOOO---XOOOO-OOOOOOO X",
        6,
    ),
    (
        "---------------------------OOO-----XOX-------X-------X---------- X",
        5,
    ),
    (
        "------------X--O-OOXO-O---XOOXX-OOOOOX------O------------------- O",
        4,
    ),
    (
        "OOOOOOO-OOOXXXOXOOOOOOOXOOXOOXOXOOOOOOXX-OOOOXOX---OOOXX---OOXXX X",
        8,
    ),
    (
        "OXXXOOO-OXXXXOOXOXXXOOOOOOXXOOOXOOOXXOXXX-OXOX---OOOXXX---OXXXXX X",
        8,
    ),
    (
        "-O-XOOOOXOOOOOOOXOOOOOOOXXOOOOOOXOXXXXOO-OOXXOOO--XXXX-OXXXXXXX- O",
        9,
    ),
];

#[test]
fn twenty_other_positions_agree_with_the_naive_board() {
    for (text, depth) in POSITIONS {
        let board = Othello::read_position(text.as_bytes()).unwrap().board;
        for depth in 1..=depth {
            let expected = NaiveBoard::from_board(board).perft(depth);
            assert_eq!(perft(board, depth), expected, "{text} at {depth}");
        }
    }
}

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: PerftArgs,
}

fn run_words(words: &[&str]) -> String {
    let cli = Cli::try_parse_from(["perft"].iter().chain(words)).expect("good words");
    let mut out = Vec::new();
    assert_eq!(run(&cli.args, &mut out).expect("it runs"), Status::Done);
    String::from_utf8(out).expect("text")
}

#[test]
fn the_subcommand_prints_depth_count_and_seconds() {
    let out = run_words(&["5"]);
    assert_eq!(out.lines().count(), 5);
    for ((line, depth), expected) in out.lines().zip(1..).zip(PUBLISHED) {
        let [number, count, seconds] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("three fields: {line}");
        };
        assert_eq!(number, depth.to_string());
        assert_eq!(count, expected.to_string());
        assert!(seconds.parse::<f64>().is_ok());
    }
    let out = run_words(&["1", "--position", POSITIONS[16].0]);
    assert!(out.starts_with("1 "), "a position may begin with `-`");
    for words in [&["0"][..], &["151"], &["x"], &[], &["3", "--game", "chess"]] {
        let words = ["perft"].iter().chain(words);
        assert!(Cli::try_parse_from(words).is_err());
    }
}

#[test]
fn the_subcommand_counts_every_game() {
    let counts = |words: &[&str]| {
        let out = run_words(words);
        let count = |line: &str| line.split(' ').nth(1).unwrap().to_owned();
        out.lines().map(count).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(counts(&["5", "--game", "othello"]), "4 12 56 244 1396");
    let board = format!("{}----#----- X", "-".repeat(140));
    for (game, expected) in [
        ("four-in-line", "10 100 1000 10000"),
        ("connect4-7x6", "7 49 343 2401"),
        ("connect4-9x5", "9 81 729 6561"),
        ("connect4-10x6", "10 100 1000 10000"),
    ] {
        assert_eq!(counts(&["4", "--game", game]), expected);
    }
    let neutral = ["3", "--game", "four-in-line", "--position", &board];
    assert_eq!(counts(&neutral), "10 100 1000");
    // Both sides have three in line, and whoever moves completes one of them in one way or the other.
    let nearly = "-------/-------/-------/-------/OOO----/XXX---- X";
    assert_eq!(
        counts(&["2", "--game", "connect4-7x6", "--position", nearly]),
        "7 43"
    );
}

#[test]
fn a_position_that_does_not_fit_the_game_is_told_so() {
    for words in [
        &["perft", "3", "--position", "XX X"][..],
        &[
            "perft",
            "3",
            "--game",
            "four-in-line",
            "--position",
            POSITIONS[16].0,
        ],
    ] {
        let (_, status) = Program::start(words).end();
        assert_eq!(status.code(), Some(2), "{words:?}");
    }
}
