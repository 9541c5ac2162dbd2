//! Text forms: what is written can be read, and what cannot be read says why.

use brightsword::connect4::rules::position::{Connect4, Move, Position};
use brightsword::connect4::rules::size::{SevenBySix, Size, TenByFifteen};
use brightsword::game::record::Record;
use brightsword::game::{Cell, Game, Side, Spelling};

use super::{at_all_sizes, random_games};
use crate::oracles::grid::Grid;

type Small = Connect4<SevenBySix>;
type Large = Connect4<TenByFifteen>;

const SPELLINGS: [Spelling; 5] = [
    Spelling::Square,
    Spelling::Pair,
    Spelling::Capitals,
    Spelling::Drop,
    Spelling::Vertex,
];

/// Positions of random games, seen as the game sees them.
fn positions<S: Size>() -> impl Iterator<Item = (Grid, Position<S>)> {
    let games = random_games::<S>(11, 70).flatten();
    games.map(|grid| (grid, grid.to_position()))
}

fn positions_come_back<S: Size>() {
    for (grid, at) in positions::<S>() {
        let text = Connect4::<S>::show_position(&at);
        let read = Connect4::<S>::read_position(text.as_bytes());
        assert_eq!(read, Ok(at), "{text}");
        // The other signs, and no slashes but line ends and blanks.
        let other: String = text
            .replace('/', " \r\n\t")
            .chars()
            .zip(0..)
            .map(|(sign, place)| match (sign, place % 4) {
                ('X', 0) => 'x',
                ('X', 1) => 'R',
                ('X', 2) => 'r',
                ('O', 0) => 'o',
                ('O', 1) => '0',
                ('O', 2) => 'B',
                ('O', 3) => 'b',
                ('#', 0 | 1) => '*',
                ('-', 0) => '.',
                ('-', 1) => '_',
                (sign, _) => sign,
            })
            .collect();
        let read = Connect4::<S>::read_position(other.as_bytes());
        assert_eq!(read, Ok(at), "{other}");
        let packed: String = text.replace(['/', ' '], "");
        let read = Connect4::<S>::read_position(packed.as_bytes());
        assert_eq!(read, Ok(at), "{packed}");

        let fen = Connect4::<S>::show_fen(&at, Spelling::Drop);
        let read = Connect4::<S>::read_fen(fen.as_bytes(), Spelling::Drop);
        assert_eq!(read, Ok(at), "{fen}");
        let (board, rest) = fen.split_once('[').expect("discs in hand");
        let (_, rest) = rest.split_once(']').expect("discs in hand");
        for shorter in [
            format!("{board}{rest}"),
            format!(" {board} {} ", &rest[1..2]),
        ] {
            let read = Connect4::<S>::read_fen(shorter.as_bytes(), Spelling::Drop);
            assert_eq!(read, Ok(at), "{shorter}");
        }

        let rows = Connect4::<S>::rows(&at);
        let (width, height) = (S::WIDTH as usize, S::HEIGHT as usize);
        assert_eq!((rows.len(), rows[0].len()), (height, width));
        let cell = |column: i32, row: i32| {
            rows[row.cast_unsigned() as usize][column.cast_unsigned() as usize]
        };
        let same = grid.set::<S>(|column, row, kept| cell(column, row) == kept);
        assert_eq!(same, S::BOARD, "{text}");
    }
}

#[test]
fn positions_come_back_from_both_text_forms() {
    at_all_sizes!(positions_come_back());
}

fn moves_come_back<S: Size>() {
    for (grid, at) in positions::<S>() {
        for mv in Connect4::<S>::legal_moves(&at) {
            let column = mv.column().cast_signed();
            let row = grid.landing(column).expect("not full").cast_unsigned() + 1;
            assert_eq!(mv.to_string(), column.to_string());
            let next = Connect4::<S>::play(&at, mv).expect("legal");
            for spelling in SPELLINGS {
                let text = Connect4::<S>::show_move_at(&at, mv, spelling);
                let read = Connect4::<S>::read_word(text.as_bytes(), spelling).expect("a move");
                assert_eq!(read.column(), mv.column(), "{text}");
                assert_eq!(Connect4::<S>::play(&at, read), Ok(next), "{text}");
                // Written again the row is kept, whatever position it is written at.
                let again = Connect4::<S>::show_move(read, spelling);
                assert_eq!(again, text);
                let letters = match spelling {
                    Spelling::Drop => "abcdefghij",
                    _ => "ABCDEFGHJK",
                };
                let letter = &letters[mv.column() as usize..][..1];
                let expected = match spelling {
                    Spelling::Square | Spelling::Pair => column.to_string(),
                    Spelling::Drop => format!("P@{letter}{row}"),
                    Spelling::Capitals | Spelling::Vertex => format!("{letter}{row}"),
                };
                assert_eq!(text, expected);
            }
        }
    }
}

#[test]
fn moves_come_back_in_every_spelling() {
    at_all_sizes!(moves_come_back());
}

#[test]
fn moves_without_a_row_are_written_without_one() {
    let mv = Move::into_column(8);
    assert_eq!(Large::show_move(mv, Spelling::Vertex), "J");
    assert_eq!(Large::show_move(mv, Spelling::Drop), "P@i");
    assert_eq!(Large::show_move(mv, Spelling::Pair), "8");
    assert!(!Large::is_pass(mv));
    assert_eq!(format!("{mv:?}"), "8");
}

#[test]
fn moves_are_read_in_any_form() {
    let column = |text: &str| {
        let read = Large::read_move(text.as_bytes());
        read.ok().map(Move::column)
    };
    for (text, expected) in [
        ("0", Some(0)),
        (" 9\t", Some(9)),
        ("a", Some(0)),
        ("A1", Some(0)),
        ("k15", Some(9)),
        (" J2 ", Some(8)),
        ("h07", Some(7)),
        ("10", None),
        ("-1", None),
        ("I1", None),
        ("i", None),
        ("l1", None),
        ("a0", None),
        ("a16", None),
        ("a99999999999999999999", None),
        ("4 4", None),
        ("e 1", None),
        ("e1x", None),
        ("", None),
        (" ", None),
        ("pass", None),
        ("P@e1", None),
        ("é", None),
    ] {
        assert_eq!(column(text), expected, "`{text}`");
    }
    let drop = |text: &str| {
        let read = Large::read_word(text.as_bytes(), Spelling::Drop);
        read.ok().map(Move::column)
    };
    for (text, expected) in [
        ("P@e1", Some(4)),
        ("p@E1", Some(4)),
        ("i3", Some(8)),
        ("j15", Some(9)),
        ("k1", None),
        ("e", None),
        ("P@e", None),
        ("4", None),
        (" e1", None),
        ("e1 ", None),
        ("@e1", None),
        ("P@", None),
    ] {
        assert_eq!(drop(text), expected, "`{text}`");
    }
}

#[test]
fn moves_beside_a_smaller_board_are_no_moves() {
    for text in ["7", "H1", "G7", "8", "K6", "A15"] {
        let error = Small::read_move(text.as_bytes()).expect_err(text);
        assert_eq!(
            error.to_string(),
            format!("expected a move such as `4` or `E1`, found `{text}`")
        );
    }
    for text in ["h1", "P@g7", "j6"] {
        let error = Small::read_word(text.as_bytes(), Spelling::Drop).expect_err(text);
        assert_eq!(
            error.to_string(),
            format!("expected a move such as `P@e1`, found `{text}`")
        );
    }
    for text in ["6", "G6", "g"] {
        assert_eq!(Small::read_move(text.as_bytes()).map(Move::column), Ok(6));
    }
}

#[test]
fn games_are_read_with_blanks_or_without() {
    for text in ["4 4 5", "445", "  44\r\n5 ", "4\t4\n5\n"] {
        let record = Record::<Large>::read(text.as_bytes()).expect(text);
        let columns: Vec<u32> = record.moves().iter().map(|mv| mv.column()).collect();
        assert_eq!(columns, [4, 4, 5], "`{text}`");
    }
    for text in ["", " \n"] {
        let record = Record::<Large>::read(text.as_bytes()).expect("no moves");
        assert!(record.moves().is_empty());
    }
    let error = |text: &str| {
        let read = Record::<Small>::read(text.as_bytes());
        read.expect_err(text).to_string()
    };
    for (text, expected) in [
        (
            "4 4 x",
            "bad position: expected columns such as `4`, found `x`",
        ),
        (
            "-1",
            "bad position: expected columns such as `4`, found `-1`",
        ),
        (
            "4 7",
            "bad position: expected legal moves, found move 2: illegal move 7 for blue: there is no such column",
        ),
        (
            "1111111",
            "bad position: expected legal moves, found move 7: illegal move 1 for red: the column is full",
        ),
        (
            "12121213",
            "bad position: expected legal moves, found move 8: illegal move 3: the game is over",
        ),
    ] {
        assert_eq!(error(text), expected);
    }
}

#[test]
fn there_are_no_game_files() {
    let expected =
        "bad position: expected no game file: this game has no format for them, found one";
    let error = Large::read_game(b"(;GM[2])").expect_err("no format");
    assert_eq!(error.to_string(), expected);
    let error = Large::read_sgf(b"(;GM[2])").expect_err("no format");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn bad_positions_say_what_is_wrong() {
    let empty = "-------/".repeat(6);
    for (text, expected) in [
        (
            String::new(),
            "the cells of the whole board, found 0 before the end",
        ),
        (
            "-------/---".to_owned(),
            "the cells of the whole board, found 10 before the end",
        ),
        (
            empty.replacen("/-", "/y", 1),
            "the cells of the whole board, found 7 before `/y------/-------/-------/-------/-------...`",
        ),
        (
            empty.clone(),
            "the side to move, X or O, after the board, found `/`",
        ),
        (
            format!("{empty}-"),
            "the side to move, X or O, after the board, found `/-`",
        ),
        (
            format!("{empty}#"),
            "the side to move, X or O, after the board, found `/#`",
        ),
        (
            format!("{empty} X X"),
            "nothing after the side to move, found `X`",
        ),
        (
            format!("{empty} O"),
            "as many discs of both sides with X to move, or one more X with O to move, found 0 X and 0 O",
        ),
        (
            empty.replacen("-------/-------/", "-------/--X----/", 1) + "O",
            "no disc above an empty cell, found one in column 2",
        ),
        (
            empty.replacen("-------/", "------#/", 1) + "X",
            "no disc above an empty cell, found one in column 6",
        ),
    ] {
        let error = Small::read_position(text.as_bytes()).expect_err(&text);
        assert_eq!(
            error.to_string(),
            format!("bad position: expected {expected}")
        );
    }
    let bottom = |cells: &str| format!("{}{cells}", "-------/".repeat(5));
    for (cells, counts) in [
        ("X------ X", "1 X and 0 O"),
        ("O------ X", "0 X and 1 O"),
        ("O------ O", "0 X and 1 O"),
        ("XX----- O", "2 X and 0 O"),
        ("XO----- O", "1 X and 1 O"),
    ] {
        let text = bottom(cells);
        let error = Small::read_position(text.as_bytes()).expect_err(cells);
        assert!(
            error.to_string().ends_with(&format!("found {counts}")),
            "{error}"
        );
    }
    for cells in ["X------ O", "XO----- X", "##X--## O", "####### X"] {
        let text = bottom(cells);
        assert!(Small::read_position(text.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn bad_fens_say_what_is_wrong() {
    let empty = "7/7/7/7/7/7";
    for (text, expected) in [
        (
            String::new(),
            "all rows of the board, each with all its cells, found the end",
        ),
        (
            "7/7/7/7/7 w".to_owned(),
            "all rows of the board, each with all its cells, found",
        ),
        (
            format!("{empty}/7 w"),
            "all rows of the board, each with all its cells, found",
        ),
        (
            "7/7/7/7/7/8 w".to_owned(),
            "all rows of the board, each with all its cells, found",
        ),
        (
            "7/7/7/7/7/3P2 b".to_owned(),
            "all rows of the board, each with all its cells, found",
        ),
        (
            empty.to_owned(),
            "the side to move, w or b, after the board, found the end",
        ),
        (
            format!("{empty}[PPpp"),
            "the side to move, w or b, after the board, found `[PPpp`",
        ),
        (
            format!("{empty} x"),
            "the side to move, w or b, after the board, found `x`",
        ),
        (
            format!("{empty} w KQkq"),
            "nothing but counters after the side to move, found `KQkq`",
        ),
        (
            format!("{empty} w - - 0 1 2"),
            "nothing but counters after the side to move, found `2`",
        ),
        (
            "7/7/7/7/3P3/7 b".to_owned(),
            "no disc above an empty cell, found one in column 3",
        ),
        (
            format!("{empty} b"),
            "as many discs of both sides with X to move, or one more X with O to move, found 0 X and 0 O",
        ),
    ] {
        let error = Small::read_fen(text.as_bytes(), Spelling::Drop).expect_err(&text);
        let told = error.to_string();
        let expected = format!("bad position: expected {expected}");
        assert!(told.starts_with(&expected), "{text}: {told}");
    }
    // Two digits are one number.
    for (row, fits) in [("10", true), ("55", false), ("91", false), ("010", false)] {
        let rows = [row; 15].join("/");
        let read = Large::read_fen(format!("{rows} w").as_bytes(), Spelling::Drop);
        assert_eq!(read.is_ok(), fits, "{row}");
    }
}

#[test]
fn the_start_is_written_so() {
    let at = Small::start();
    let row = "-------";
    let expected = format!("{} X", [row; 6].join("/"));
    assert_eq!(Small::show_position(&at), expected);
    let hand = format!("{}{}", "P".repeat(21), "p".repeat(21));
    let expected = format!("7/7/7/7/7/7[{hand}] w - - 0 1");
    assert_eq!(Small::show_fen(&at, Spelling::Drop), expected);
}

#[test]
fn pictures_show_discs_columns_and_whose_turn_it_is() {
    let mut record = Record::<Small>::new(Position::with_neutral(&[0, 0, 6]));
    for column in [3, 3, 2] {
        record.play(Move::into_column(column)).expect("legal");
    }
    let expected = [
        "- - - - - - -",
        "- - - - - - -",
        "- - - - - - -",
        "- - - - - - -",
        "# - - O - - -",
        "# - X X - - #",
        "0 1 2 3 4 5 6",
        "red X 2, blue O 1, blue to move",
    ];
    assert_eq!(Small::draw_position(record.position()), expected);
    for column in [3, 4, 3, 1] {
        record.play(Move::into_column(column)).expect("legal");
    }
    let drawn = Small::draw_position(record.position());
    assert_eq!(
        drawn.last().expect("lines"),
        "red X 4, blue O 3, red has won"
    );
    let full = Position::<SevenBySix>::with_neutral(&[0, 1, 2, 3, 4, 5, 6].repeat(6));
    let drawn = Small::draw_position(&full);
    assert_eq!(drawn.last().expect("lines"), "red X 0, blue O 0, drawn");
    assert!(
        Small::rows(&full)
            .concat()
            .iter()
            .all(|&cell| cell == Cell::Neutral)
    );
    assert_eq!(Small::side(&full), Side::First);
}
