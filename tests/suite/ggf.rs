//! Games in GGF: as programs write them, as they are not, and there and back.

use std::fmt::Write as _;
use std::time::Duration;

use brightsword::game::record::Record;
use brightsword::game::written::{GameClock, Written};
use brightsword::game::{Game, PositionTextError, Side, Spelling};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::{Othello, Position};
use proptest::prelude::*;

fn read(text: &str) -> Written<Othello> {
    Othello::read_game(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    let result: Result<_, PositionTextError> = Othello::read_game(text.as_bytes());
    result.expect_err(text).to_string()
}

fn shown(game: &Written<Othello>) -> String {
    let show = |&mv| Othello::show_move(mv, Spelling::Capitals);
    game.moves.iter().map(show).collect()
}

fn clock(left: f64, increment: f64, grace: f64) -> GameClock {
    GameClock {
        left: Duration::from_secs_f64(left),
        increment: Duration::from_secs_f64(increment),
        grace: Duration::from_secs_f64(grace),
    }
}

const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

#[test]
fn a_game_as_nboard_writes_it() {
    let game = read(&format!(
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RB[2700]RW[2600]RE[?]TI[5:00]TY[8]\
         {START}B[F5//2.4]W[D6/0.00/0.1];)"
    ));
    assert_eq!(game.start, Position::START);
    assert_eq!(shown(&game), "F5D6");
    assert_eq!(game.clocks.first, Some(clock(297.6, 0.0, 0.0)));
    assert_eq!(game.clocks.second, Some(clock(299.9, 0.0, 0.0)));
}

/// As the game servers do: a count in front, blanks, a clock with increment and grace, two games of one match.
#[test]
fn games_as_servers_write_them() {
    let text = "1 (;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[x]PW[y]RB[2197.01]RW[2199.72]\
        TI[05:00/00:10/02:00]TY[8]RE[+12.00:t]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[d3/-1.00/310]W[c3]B[c4/1.5/.5];)";
    let game = read(text);
    assert_eq!(shown(&game), "D3C3C4");
    // Ten seconds beyond the clock come out of the grace; then the increments come in.
    assert_eq!(game.clocks.first, Some(clock(19.5, 10.0, 110.0)));
    assert_eq!(game.clocks.second, Some(clock(310.0, 10.0, 120.0)));

    let two = "2 (;GM[Othello]B[F5];)(;GM[Othello]B[C4];)\n";
    assert_eq!(shown(&read(two)), "F5");
}

#[test]
fn small_differences_do_not_matter() {
    for text in [
        "(;GM[othello]B[F5]W[D6];)",
        "(;GM[OTHELLO]B[f5]W[d6])",
        "  ( ; GM [Othello] ;B[ F5 ] ; W[D6/] ;\n)",
        "(;B[F5]XX[what ; is (this)]W[D6//]CO[it's a comment;];)trailing",
        "17(;B[F5/NaN/NaN]W[D6/1,2/0:01];)",
        "(;XX[]B[F5]W[D6]b2[x];)",
    ] {
        assert_eq!(shown(&read(text)), "F5D6", "{text}");
    }
}

/// Black has no move after these.
const BLACK_PASSES: &str = "B[C4]W[C3]B[E6]W[B4]B[A4]W[A5]B[B2]W[A3]";

#[test]
fn passes_in_every_form() {
    for pass in ["PA", "pa", "P", "PAS", "Pass", "--", "PA/0.00/0.1", "ps"] {
        let game = read(&format!("(;{BLACK_PASSES}B[{pass}];)"));
        assert_eq!(game.moves.last(), Some(&Move::PASS), "{pass}");
        assert_eq!(game.moves.len(), 9, "{pass}");
    }
    // Not written yet: black is to move, and has to pass.
    assert_eq!(read(&format!("(;{BLACK_PASSES};)")).moves.len(), 8);
    // Left out: what white does next says that it was there.
    let after = read(&format!("(;{BLACK_PASSES}B[PA];)"));
    let mut record = Record::<Othello>::new(after.start);
    for mv in after.moves {
        record.play(mv).unwrap();
    }
    let next = Othello::show_move(Othello::legal_moves(record.position())[0], Spelling::Square);
    let game = read(&format!("(;{BLACK_PASSES}W[{next}];)"));
    assert_eq!(game.moves.len(), 10);
    assert_eq!(game.moves[8], Move::PASS);
    // After the end of the game they say nothing.
    let over = "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]";
    assert_eq!(read(&format!("(;{over}W[PA]B[PA];)")).moves.len(), 9);
}

#[test]
fn any_start_position() {
    let cells = "-----------------------------O----*OO*----*O------*O------------";
    let text = format!("(;GM[Othello]TY[8r16]BO[8 {cells} O];)");
    let game = read(&text);
    assert_eq!(game.start.side, Side::Second);
    assert_eq!(game.start.cells(), cells.replace('*', "X"));
    // Whatever the order of the tags.
    let start = START.replace("*]", "O]");
    assert_eq!(shown(&read(&format!("(;W[E3]{start};)"))), "E3");
}

#[test]
fn clocks_in_every_form() {
    let first = |tags: &str| read(&format!("(;{tags};)")).clocks.first;
    assert_eq!(first("TI[5:00]"), Some(clock(300.0, 0.0, 0.0)));
    assert_eq!(first("TI[15:0]"), Some(clock(900.0, 0.0, 0.0)));
    assert_eq!(first("TI[1:00:00]"), Some(clock(3600.0, 0.0, 0.0)));
    assert_eq!(first("TI[15:00//02:00]"), Some(clock(900.0, 0.0, 120.0)));
    assert_eq!(first("TI[15:00/0:30]"), Some(clock(900.0, 30.0, 0.0)));
    assert_eq!(first("TI[0:01.5]"), Some(clock(1.5, 0.0, 0.0)));
    assert_eq!(
        first("TI[05:00,0/00:12,1/02:00,2]"),
        Some(clock(300.0, 12.0, 120.0))
    );
    assert_eq!(first("TI[5:00]TB[1:00]"), Some(clock(60.0, 0.0, 0.0)));
    assert_eq!(first("TI[5:00]TW[1:00]"), Some(clock(300.0, 0.0, 0.0)));
    for none in [
        "",
        "TI[]",
        "TI[0:00]",
        "TI[?]",
        "TI[-5:00]",
        "TI[1:2:3:4]",
        "TI[/10/20]",
        "TI[1e3]",
    ] {
        assert_eq!(first(none), None, "{none}");
    }
    // Absurd times are believed as far as it matters.
    let long = first(&format!("TI[{}:00]", "9".repeat(500))).unwrap();
    assert_eq!(long.left, Duration::from_hours(24_000));
}

#[test]
fn what_is_no_game() {
    for text in [
        "",
        "F5D6",
        "(;",
        "(;GM[Othello]",
        "(;GM[Othello];",
        "(;GM[Othello;)",
        "(;GM Othello;)",
        "GM[Othello]",
        "(GM[Othello])",
    ] {
        assert!(
            error(text).starts_with("bad position: expected a game such as"),
            "{text}"
        );
    }
    assert_eq!(
        error("(;GM[Hex];)"),
        "bad position: expected the game of Othello, found `Hex`"
    );
    assert_eq!(
        error("(;BO[10 ---];)"),
        "bad position: expected a board of size 8, found `10`"
    );
    assert_eq!(
        error("(;BO[];)"),
        "bad position: expected a board of size 8, found nothing"
    );
    assert_eq!(
        error("(;BO[8 --- *];)"),
        "bad position: expected 64 squares, found 4 squares"
    );
    assert_eq!(
        error("(;B[F5]W[A1];)"),
        "bad position: expected legal moves, found move 2: illegal move a1 for white: it turns nothing"
    );
    assert_eq!(
        error("(;B[F5]W[PA];)"),
        "bad position: expected legal moves, found move 2: illegal pass: white has a legal move, such as f4"
    );
    assert_eq!(
        error("(;B[F5]B[D6];)"),
        "bad position: expected the moves of both sides in turn, found `D6`"
    );
    assert_eq!(
        error("(;B[];)"),
        "bad position: expected a move such as `F5` or `PA`, found nothing"
    );
    assert_eq!(
        error("(;B[F9];)"),
        "bad position: expected a move such as `F5` or `PA`, found `F9`"
    );
    assert!(Othello::read_game(b"\0\xff(;\xff[\0];)").is_err());
}

/// A game of which each move is picked by a number, and its text with a little noise.
fn write(picks: &[usize]) -> (Record<Othello>, String) {
    let mut record = Record::<Othello>::new(Othello::start());
    let mut text = format!("(;GM[Othello]TI[5:00/0:02]{START}");
    for &pick in picks {
        let legal = Othello::legal_moves(record.position());
        if legal.is_empty() {
            break;
        }
        let side = match Othello::side(record.position()) {
            Side::First => 'B',
            Side::Second => 'W',
        };
        let mv = legal[pick % legal.len()];
        record.play(mv).unwrap();
        let shown = Othello::show_move(mv, Spelling::Capitals);
        let tail = ["", "//1.5", "/-2.00/0.25", "/3"][pick % 4];
        write!(text, "{side}[{shown}{tail}]").unwrap();
    }
    (record, text + ";)")
}

proptest! {
    #[test]
    fn there_and_back(picks in prop::collection::vec(0usize..1000, 0..70)) {
        let (record, text) = write(&picks);
        prop_assert_eq!(read(&text).moves, record.moves());
    }

    #[test]
    fn no_text_is_too_strange(
        picks in prop::collection::vec(0usize..1000, 0..20),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 0..5),
    ) {
        let mut text = write(&picks).1.into_bytes();
        for (at, byte, how) in cuts {
            let at = at.index(text.len());
            match how {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => text.truncate(at + 1),
            }
        }
        // Whatever is read is a game that can be played.
        if let Ok(game) = Othello::read_game(&text) {
            let mut record = Record::<Othello>::new(game.start);
            for mv in game.moves {
                prop_assert!(record.play(mv).is_ok());
            }
        }
    }
}
