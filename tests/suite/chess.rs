//! The text forms of programs made for chess.

use brightsword::game::record::Record;
use brightsword::game::{Game, Spelling};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::{Othello, Position};

use crate::oracles::sample::Chance;

fn word(text: &str, spelling: Spelling) -> Option<String> {
    let mv = Othello::read_word(text.as_bytes(), spelling).ok()?;
    Some(Othello::show_move(mv, Spelling::Square))
}

#[test]
fn words() {
    for (text, square, drop) in [
        ("f5", Some("f5"), Some("f4")),
        ("F5", Some("f5"), Some("f4")),
        ("a1", Some("a1"), Some("a8")),
        ("P@f4", None, Some("f5")),
        ("p@h1", None, Some("h8")),
        ("c1c1", Some("pass"), Some("pass")),
        ("h8h8", Some("pass"), Some("pass")),
        ("0000", Some("pass"), Some("pass")),
        ("@@@@", Some("pass"), Some("pass")),
        ("pass", Some("pass"), Some("pass")),
        ("PASS", Some("pass"), Some("pass")),
        ("pa", Some("pass"), Some("pass")),
        ("PS", Some("pass"), Some("pass")),
        ("--", Some("pass"), Some("pass")),
        ("c1c2", None, None),
        ("P@", None, None),
        ("P@i1", None, None),
        ("Q@a1", None, None),
        ("a9", None, None),
        ("f5q", None, None),
        ("", None, None),
        ("000", None, None),
    ] {
        assert_eq!(word(text, Spelling::Square).as_deref(), square, "{text}");
        assert_eq!(word(text, Spelling::Drop).as_deref(), drop, "{text}");
    }
}

#[test]
fn every_move_and_position_of_a_game_is_read_back() {
    let mut chance = Chance::new(60);
    let mut passes = 0;
    for _ in 0..200 {
        let mut record = Record::<Othello>::new(Othello::start());
        loop {
            let at = *record.position();
            for spelling in [Spelling::Square, Spelling::Drop] {
                let fen = Othello::show_fen(&at, spelling);
                let read = Othello::read_fen(fen.as_bytes(), spelling);
                assert_eq!(read, Ok(at), "{fen}");
                for mv in Othello::legal_moves(&at) {
                    let text = Othello::show_move_at(&at, mv, spelling);
                    let read = Othello::read_word(text.as_bytes(), spelling);
                    assert_eq!(read, Ok(mv), "{text}");
                }
            }
            let legal = Othello::legal_moves(&at);
            if legal.is_empty() {
                break;
            }
            passes += usize::from(legal[0] == Move::PASS);
            record.play(legal[chance.below(legal.len())]).unwrap();
        }
    }
    assert!(passes > 20, "{passes}");
}

#[test]
fn the_start_as_fairy_stockfish_has_it() {
    let hand = format!("[{}{}]", "P".repeat(60), "p".repeat(60));
    assert_eq!(
        Othello::show_fen(&Position::START, Spelling::Drop),
        format!("8/8/8/3pP3/3Pp3/8/8/8{hand} w - - 0 1")
    );
    let legal: Vec<String> = Othello::legal_moves(&Position::START)
        .into_iter()
        .map(|mv| Othello::show_move(mv, Spelling::Drop))
        .collect();
    assert_eq!(legal, ["P@d6", "P@c5", "P@f4", "P@e3"]);
    assert_eq!(
        Othello::show_fen(&Position::START, Spelling::Square),
        "8/8/8/3OX3/3XO3/8/8/8 X"
    );
}

/// The forced passes of the recorded dialogue with Fairy-Stockfish: the first own disc from the bottom left.
#[test]
fn the_disc_that_stays() {
    let read = |fen: &str| Othello::read_fen(fen.as_bytes(), Spelling::Drop).unwrap();
    for (fen, pass) in [
        (
            "pppppppp/PPPPPPpp/1PPPPppp/1PPpppPp/pPPppPPp/p1PPPpPp/p2PPPPp/2PPP1Pp w - - 0 27",
            "c1c1",
        ),
        (
            "pppppppp/PPPPPPpp/1PPPPppp/1PPpppPp/pPPppPPp/p1PPPpPp/p2PPppp/1ppppppp w 0 1",
            "d2d2",
        ),
    ] {
        assert_eq!(
            Othello::show_move_at(&read(fen), Move::PASS, Spelling::Drop),
            pass
        );
    }
    assert_eq!(Othello::show_move(Move::PASS, Spelling::Drop), "0000");
}

#[test]
fn many_tails_and_spellings() {
    for (fen, spelling) in [
        ("8/8/8/3pP3/3Pp3/8/8/8 w", Spelling::Drop),
        ("8/8/8/3pP3/3Pp3/8/8/8 w 0 1", Spelling::Drop),
        ("8/8/8/3pP3/3Pp3/8/8/8[] w - - 0 1", Spelling::Drop),
        ("8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1", Spelling::Drop),
        ("8/8/44/12pP3/---Pp3/8/8/8 W", Spelling::Drop),
        ("8/8/8/3ox3/3xo3/8/8/8 x 0 1", Spelling::Square),
        ("8/8/8/3wb3/3bw3/8/8/8 b - - 0 1", Spelling::Square),
        ("8/8/8/3O*3/3*O3/8/8/8 X", Spelling::Square),
        (
            "---------------------------OX------XO--------------------------- X",
            Spelling::Square,
        ),
    ] {
        let read = Othello::read_fen(fen.as_bytes(), spelling);
        assert_eq!(read, Ok(Position::START), "{fen}");
    }
}

#[test]
fn mistakes_in_a_fen_are_named() {
    let error = |fen: &str| {
        let read = Othello::read_fen(fen.as_bytes(), Spelling::Drop);
        read.unwrap_err().to_string()
    };
    for (fen, expected) in [
        (
            "",
            "bad position: expected 8 rows of 8 squares, found the end",
        ),
        (
            "8/8/8/8/8/8/8 w",
            "bad position: expected 8 rows of 8 squares, found `8/8/8/8/8/8/8 w`",
        ),
        (
            "8/8/8/3pP3/3Pp3/8/8/8",
            "bad position: expected the side to move after the board, found the end",
        ),
        (
            "8/8/8/3pP3/3Pp3/8/8/8 x",
            "bad position: expected the side to move after the board, found `x`",
        ),
        (
            "8/8/8/3pP3/3Pp3/8/8/8 w K - 0 1",
            "bad position: expected nothing but counters after the side to move, found `K - 0 1`",
        ),
        (
            "8/8/8/8/8/8/8/8 w",
            "bad position: expected at least one disc on the board, found an empty board",
        ),
    ] {
        assert_eq!(error(fen), expected, "{fen}");
    }
    for fen in [
        "8/8/8/3pP4/3Pp3/8/8/8 w",
        "8/8/8/3pP2/3Pp3/8/8/8 w",
        "8/8/8/3xX3/3Pp3/8/8/8 w",
        "8/8/8/3pP3/3Pp3/8/8/8/8 w",
        "8/8/8/3pP3/3Pp3/8/8/8[PP w",
        "8/8/8/3pP3/3Pp3/8/8/8w",
        "9/8/8/3pP3/3Pp3/8/8/8 w",
    ] {
        assert!(error(fen).starts_with("bad position: "), "{fen}");
    }
}
