//! The subcommand `solve` on problems of connect four.

use brightsword::app::solve::{SolveArgs, run_with};
use brightsword::app::status::Status;
use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::{NineByFive, SevenBySix, Size, TenByFifteen, TenBySix};
use brightsword::connect4::rules::solved::Solved;
use brightsword::connect4::solver::Question;
use brightsword::connect4::solver::player::Exact;
use brightsword::game::Game as _;
use clap::Parser;
use serde_json::{Value, json};

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: SolveArgs,
}

fn args(words: &[&str]) -> Result<SolveArgs, clap::Error> {
    let words = ["solve"].into_iter().chain(words.iter().copied());
    Cli::try_parse_from(words).map(|cli| cli.args)
}

/// Status, standard output and standard error.
fn run<S: Size>(words: &[&str], input: &str) -> (Status, String, String) {
    let args = args(words).expect("good words");
    let question = if args.outcome {
        Question::Outcome
    } else {
        Question::Score
    };
    let mut player = Exact::new(1, question);
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let input = input.as_bytes();
    let status = run_with::<Connect4<S>>(&args, &mut player, input, &mut out, &mut complaints);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.expect("it runs"), text(out), text(complaints))
}

/// Red has two in the lowest row with room on both sides, and wins with its second disc from here.
const OPEN: &str = "2030";

#[test]
fn every_form_of_a_line_is_read() {
    let board = "-------/-------/-------/-------/OO-----/X-X----";
    let board = board.replace("OO-----/X-X----", "O------/O-XX---");
    let forms = [
        OPEN.to_owned(),
        format!("{OPEN} 18"),
        format!("midgame_L1 {OPEN} +18 % a comment"),
        format!("{board} X"),
        format!("{board} X; 18"),
        format!("  {board} X ; +18"),
    ];
    for form in forms {
        let (status, out, complaints) = run::<SevenBySix>(&[], &format!("{form}\n"));
        assert_eq!(complaints, "", "{form}");
        assert_eq!(status, Status::Done, "{form}: {out}");
        let row = out.lines().next().expect("a row");
        let start = "1: score +18 move 4 empties 38 nodes ";
        assert!(row.starts_with(start), "{form}: {row}");
        assert!(row.ends_with(" pv 4"), "{form}: {row}");
        assert_eq!(row.contains(" expected +18"), form.contains("18"), "{row}");
    }
}

#[test]
fn bad_lines_are_named_and_the_others_solved() {
    let lines = [
        ("2037", "illegal move 7 for blue: there is no such column"),
        ("2030 19 2", "a score in discs"),
        ("2030 22", "a score in discs"),
        ("2030x", "the cells of the whole board"),
        ("midgame_L1", "the cells of the whole board"),
        ("midgame_L1 2030 x", "a score in discs"),
        ("0000000", "illegal move 0 for red: the column is full"),
    ];
    let input = lines.map(|(line, _)| line).join("\n");
    let input = format!("\n% set\n{input}\n{OPEN} 18");
    let (status, out, complaints) = run::<SevenBySix>(&[], &input);
    assert_eq!(status, Status::Misused);
    assert_eq!(complaints.lines().count(), lines.len(), "{complaints}");
    for (number, ((line, error), complaint)) in lines.iter().zip(complaints.lines()).enumerate() {
        let start = format!("brightsword: line {}: bad position: expected ", number + 3);
        assert!(
            complaint.starts_with(&start) && complaint.contains(error),
            "{line}: {complaint}"
        );
    }
    assert!(out.starts_with("1: score +18 "), "{out}");
    assert!(out.contains("wrong 0 bad lines 7"), "{out}");
}

#[test]
fn totals_tell_means_and_what_is_wrong() {
    let (status, out, _) = run::<SevenBySix>(&[], &format!("{OPEN} 18\n{OPEN} 16\n"));
    assert_eq!(status, Status::Failed);
    let lines: Vec<&str> = out.lines().collect();
    assert!(!lines[0].contains("WRONG") && lines[1].contains(" expected +16 WRONG pv"));
    assert!(lines[2].starts_with("total: positions 2 nodes "), "{out}");
    assert!(lines[2].contains(" mean nodes "), "{out}");
    let end = " mean absolute error 1 wrong 1";
    assert!(lines[2].ends_with(end), "{out}");
}

#[test]
fn json_has_the_keys_of_every_game() {
    let (status, out, _) = run::<SevenBySix>(&["--json"], &format!("{OPEN} 18\n"));
    assert_eq!(status, Status::Done);
    let row: Value = serde_json::from_str(out.lines().next().expect("a row")).expect("JSON");
    let keys = [
        "n", "board", "side", "empties", "score", "move", "pv", "nodes", "seconds", "cpu", "exact",
        "expected", "error", "regret",
    ];
    assert_eq!(row.as_object().expect("an object").len(), keys.len());
    assert!(keys.iter().all(|key| row.get(key).is_some()), "{row}");
    assert_eq!(
        (&row["score"], &row["move"], &row["pv"], &row["exact"]),
        (&json!(18), &json!("4"), &json!(["4"]), &json!(true))
    );
    assert_eq!(
        row["board"],
        "-------/-------/-------/-------/O------/O-XX---"
    );
}

#[test]
fn outcomes_are_words_or_signs() {
    let input = format!("{OPEN} 18\n{OPEN}\n20304 -17\n20304 17\n0123\n");
    let (status, out, _) = run::<SevenBySix>(&["--outcome"], &input);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("1: score win move "), "{out}");
    assert!(lines[2].starts_with("3: score loss "), "{out}");
    assert!(lines[3].contains(" expected +17 WRONG"), "{out}");
    assert_eq!(status, Status::Failed);
    let (_, out, _) = run::<SevenBySix>(&["--outcome", "--json"], &input);
    let rows: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(
        (&rows[0]["score"], &rows[0]["exact"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(
        (&rows[2]["score"], &rows[2]["error"]),
        (&json!(-1), &json!(0))
    );
    assert_eq!(rows[3]["error"], json!(-2));
}

#[test]
fn finished_games_have_their_score() {
    let (status, out, _) = run::<SevenBySix>(&[], "0101010 -18\n");
    assert_eq!(status, Status::Done);
    assert!(
        out.starts_with("1: score -18 move none empties 35 nodes 0 "),
        "{out}"
    );
    let (_, out, _) = run::<SevenBySix>(&["--outcome"], "0101010\n");
    assert!(out.starts_with("1: score loss move none "), "{out}");
}

#[test]
fn games_and_limits_are_checked() {
    for name in [
        "othello",
        TenByFifteen::NAME,
        SevenBySix::NAME,
        NineByFive::NAME,
        TenBySix::NAME,
    ] {
        assert_eq!(args(&["--game", name]).expect("a game").game, name);
    }
    assert!(args(&["--game", "go"]).is_err());
    for limit in ["--depth", "--nodes", "--movetime"] {
        assert!(args(&["--outcome", limit, "5"]).is_err(), "{limit}");
    }
}

#[test]
fn solved_lines_of_other_boards() {
    let read = |line: &str| Solved::<TenByFifteen>::read(line.as_bytes());
    let solved = read("9900 -3").expect("it is read").expect("a position");
    assert_eq!(
        (solved.score, solved.position.side),
        (Some(-3), Connect4::<TenByFifteen>::side(&solved.position))
    );
    assert!(read("9900 76").is_err());
    assert_eq!(read("  % nothing"), Ok(None));
}
