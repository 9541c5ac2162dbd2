//! The subcommand `solve`: what is written for which input, and how it ends.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use brightsword::app::solve::{SolveArgs, run_with};
use brightsword::app::status::Status;
use brightsword::base::stop::StopToken;
use brightsword::game::Game;
use brightsword::game::player::{Certainty, Decision, Job, Player, Report};
use brightsword::othello::rules::moves::{Move, Squares};
use brightsword::othello::rules::position::Othello;
use brightsword::search::limits::{Limits, TimeControl};
use clap::Parser;
use serde_json::{Value, json};

use crate::oracles::minimax::minimax;

const START: &str = "---------------------------OX------XO---------------------------";

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: SolveArgs,
}

fn args(words: &[&str]) -> Result<SolveArgs, String> {
    let words = ["solve"].into_iter().chain(words.iter().copied());
    Cli::try_parse_from(words)
        .map(|cli| cli.args)
        .map_err(|error| error.to_string())
}

/// A player that works out everything, or estimates a disc and a quarter under a limit, and answers like the engine: a
/// pass, and a single move on a clock, without a report.
#[derive(Default)]
struct Stub {
    asked: Vec<Limits>,
    /// Chooses the last move rather than the best one.
    careless: bool,
    /// Claims this many discs too much.
    boast: i32,
}

impl Player<Othello> for Stub {
    fn think(
        &mut self,
        job: &Job<Othello>,
        _: &StopToken,
        _: &mut dyn FnMut(Report<Move>),
    ) -> Decision<Move> {
        self.asked.push(job.limits);
        let board = job.position.board;
        let legal = Othello::legal_moves(&job.position);
        let timed = job.limits.time != TimeControl::Infinite;
        if legal == [Move::PASS] || timed && legal.len() == 1 {
            let mv = legal.first().copied();
            return Decision { mv, report: None };
        }
        let exact = job.limits == Limits::INFINITE;
        let value = |square: &usize| -minimax(board.play(*square));
        let best = if self.careless || !exact {
            Squares(board.moves()).last()
        } else {
            Squares(board.moves()).max_by_key(value)
        };
        let mv = best.map(Move::on);
        let (score, certainty) = if exact {
            ((minimax(board) + self.boast) * 100, Certainty::Exact)
        } else {
            (125, Certainty::Estimate)
        };
        let report = Report {
            rank: 1,
            depth: 1,
            confidence: 100,
            score,
            certainty,
            nodes: 7,
            elapsed: Duration::ZERO,
            line: mv.into_iter().collect(),
        };
        Decision {
            mv,
            report: Some(report),
        }
    }

    fn new_game(&mut self) {}
}

struct Outcome {
    status: Status,
    out: String,
    complaints: String,
    asked: Vec<Limits>,
}

fn run(words: &[&str], mut player: Stub, input: &[u8]) -> Outcome {
    let args = args(words).expect("good words");
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let status = run_with(&args, &mut player, input, &mut out, &mut complaints).expect("it runs");
    Outcome {
        status,
        out: String::from_utf8(out).expect("text"),
        complaints: String::from_utf8(complaints).expect("text"),
        asked: player.asked,
    }
}

fn objects(outcome: &Outcome) -> Vec<Value> {
    let lines = outcome.out.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Two empties, black to move: a1 turns a row and wins more than h8 does.
const ENDGAME: &str = "-OOOOOOXXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXXXXXXXXXXOOOOOO- X";

#[test]
fn json_has_exactly_the_promised_keys() {
    let input = format!("{ENDGAME}; A1:+20; H8:+18;\n");
    let outcome = run(&["--json"], Stub::default(), input.as_bytes());
    let [row, total] = &objects(&outcome)[..] else {
        panic!("two lines: {}", outcome.out);
    };
    let keys = [
        "n", "board", "side", "empties", "score", "move", "pv", "nodes", "seconds", "cpu", "exact",
        "expected", "error", "regret",
    ];
    let places: Vec<usize> = keys
        .iter()
        .map(|key| outcome.out.find(&format!("\"{key}\":")).expect("the key"))
        .collect();
    assert!(places.is_sorted(), "in this order: {}", outcome.out);
    assert_eq!(row.as_object().unwrap().len(), keys.len());
    assert_eq!(total.as_object().unwrap().len(), 1);
    assert_eq!(row["n"], 1);
    assert_eq!(row["board"], ENDGAME[..64]);
    assert_eq!(row["side"], "X");
    assert_eq!(row["empties"], 2);
    assert_eq!(row["exact"], true);
    assert!(row["score"].is_i64() && row["seconds"].is_f64() && row["cpu"].is_number());
    assert_eq!(row["pv"], json!([row["move"]]));
    assert_eq!(row["expected"], 20);
    assert_eq!(total["total"]["positions"], 1);
    assert_eq!(total["total"]["nodes"], 7);
}

#[test]
fn finished_games_passes_and_single_moves_have_scores() {
    let dashes = "-".repeat(62);
    let input = format!("XX{dashes} O\nOX{dashes} X; --:-64\nXO{dashes} X\n");
    for words in [&["--json"][..], &["--json", "--movetime", "5"]] {
        let outcome = run(words, Stub::default(), input.as_bytes());
        assert_eq!(outcome.status, Status::Done);
        let [over, pass, single, _] = &objects(&outcome)[..] else {
            panic!("four lines: {}", outcome.out);
        };
        assert_eq!((&over["move"], &over["pv"]), (&Value::Null, &Value::Null));
        assert_eq!((&over["score"], &over["side"]), (&json!(-64), &json!("O")));
        assert_eq!(
            (&over["exact"], &over["expected"]),
            (&json!(true), &Value::Null)
        );
        assert_eq!(
            (&over["error"], &over["regret"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(
            (&pass["move"], &pass["score"]),
            (&json!("pass"), &json!(-64))
        );
        assert_eq!((&pass["error"], &pass["regret"]), (&json!(0), &json!(0)));
        assert_eq!(
            (&single["move"], &single["score"]),
            (&json!("c1"), &json!(64))
        );
        assert_eq!(
            (&single["exact"], &single["side"]),
            (&json!(true), &json!("X"))
        );
    }
}

#[test]
fn limits_reach_the_player_and_estimates_have_decimals() {
    let input = format!("{START} X; D3:+1; C4:-2; F5:-2; E6:-4\n");
    let words = [
        "--depth",
        "0",
        "--nodes",
        "9",
        "--movetime",
        "1500",
        "--json",
    ];
    let outcome = run(&words, Stub::default(), input.as_bytes());
    let expected = Limits {
        depth: Some(0),
        nodes: Some(9),
        time: TimeControl::MoveTime(Duration::from_millis(1_500)),
    };
    assert_eq!(outcome.asked, [expected]);
    let [row, total] = &objects(&outcome)[..] else {
        panic!("two lines");
    };
    assert_eq!(
        (&row["score"], &row["exact"]),
        (&json!(1.25), &json!(false))
    );
    assert_eq!((&row["error"], &row["regret"]), (&json!(0.25), &json!(5)));
    assert_eq!(total["total"]["mean_error"], 0.25);
    assert_eq!(total["total"]["mean_regret"], 5.0);
    assert_eq!(total["total"]["wrong"], 0);
    assert_eq!(outcome.status, Status::Done, "an estimate may be off");
}

#[test]
fn wrong_results_are_counted_and_told() {
    let value = minimax(Othello::read_position(ENDGAME.as_bytes()).unwrap().board);
    let scored = format!("{ENDGAME}; {value}\n");
    let outcome = run(&[], Stub::default(), scored.as_bytes());
    assert_eq!(outcome.status, Status::Done);
    assert!(!outcome.out.contains("WRONG"), "{}", outcome.out);
    assert!(outcome.out.contains("wrong 0"), "{}", outcome.out);

    let boast = Stub {
        boast: 2,
        ..Stub::default()
    };
    let outcome = run(&[], boast, scored.as_bytes());
    assert_eq!(outcome.status, Status::Failed);
    assert!(outcome.out.contains(" WRONG pv "), "{}", outcome.out);
    assert!(
        outcome.out.contains("mean absolute error 2 wrong 1"),
        "{}",
        outcome.out
    );

    let careless = Stub {
        careless: true,
        ..Stub::default()
    };
    let listed = format!("{ENDGAME}; A1:{value}; H8:{}\n", value - 2);
    let outcome = run(&[], careless, listed.as_bytes());
    assert_eq!(
        outcome.status,
        Status::Failed,
        "a proven score, but not by its move"
    );
    assert!(outcome.out.contains("regret 2 WRONG"), "{}", outcome.out);
}

#[test]
fn text_has_a_line_a_position_and_totals() {
    let input = format!("% comment\n\n{START} X\r\n{START} O; +2; --:-127;");
    let outcome = run(&["--depth", "4"], Stub::default(), input.as_bytes());
    let lines: Vec<&str> = outcome.out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[0],
        "1: score +1.25 move e6 empties 60 nodes 7 seconds 0.000 pv e6"
    );
    assert_eq!(
        lines[1],
        "2: score +1.25 move d6 empties 60 nodes 7 seconds 0.000 expected +2 pv d6"
    );
    assert!(lines[2].starts_with("total: positions 2 nodes 14 seconds 0.000 cpu "));
    assert!(
        lines[2].ends_with(" mean absolute error 0.75 wrong 0"),
        "{}",
        lines[2]
    );
    assert_eq!(outcome.complaints, "");
}

#[test]
fn bad_lines_are_told_with_their_number_and_the_rest_is_solved() {
    let mut input = format!("{START}\n{START} X; 3\nrubbish\0\u{ff}\n").into_bytes();
    input.extend(vec![b'-'; 10_000_000]);
    input.extend(format!("\n{START} X; a1:+3\n{START} O").into_bytes());
    let outcome = run(&["--depth", "2"], Stub::default(), &input);
    assert_eq!(outcome.status, Status::Misused);
    assert_eq!(outcome.out.lines().count(), 3, "{}", outcome.out);
    let complaints: Vec<&str> = outcome.complaints.lines().collect();
    assert_eq!(
        complaints,
        [
            "brightsword: line 1: bad position: expected the side to move, X or O, after the board, found the end",
            "brightsword: line 3: bad position: expected 64 squares, found 0 squares before `rubbish\\x00\\xc3\\xbf`",
            "brightsword: line 4: longer than 65536 bytes",
            "brightsword: line 5: bad position: expected legal moves in the list, found illegal move a1 for black: it turns nothing",
        ]
    );
    assert!(outcome.out.ends_with("bad lines 4\n"), "{}", outcome.out);
    let nothing = run(&["--json"], Stub::default(), b"");
    assert_eq!(nothing.status, Status::Done);
    assert_eq!(objects(&nothing)[0]["total"]["positions"], 0);
}

/// Takes so many lines, then it is closed; each must be flushed before the next begins.
struct Pipe {
    lines: usize,
    unflushed: bool,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.lines == 0 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if bytes.contains(&b'\n') {
            self.lines -= 1;
        }
        self.unflushed = true;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unflushed = false;
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let args = args(&["--depth", "1"]).unwrap();
    let input = format!("{START} X\n").repeat(5);
    let mut player = Stub::default();
    let mut pipe = Pipe {
        lines: 2,
        unflushed: false,
    };
    let mut complaints = Vec::new();
    let status = run_with(
        &args,
        &mut player,
        input.as_bytes(),
        &mut pipe,
        &mut complaints,
    );
    assert_eq!(status.unwrap(), Status::Done);
    assert_eq!(player.asked.len(), 3, "nothing is searched for nobody");
    assert!(!pipe.unflushed && complaints.is_empty());
}

#[test]
fn wrong_words_are_refused_clearly() {
    for (words, part) in [
        (
            &["--threads", "2"][..],
            "this version searches with 1 thread only",
        ),
        (&["--threads", "0"], "must be 1 for now"),
        (&["--threads", "x"], "must be 1 for now"),
        (&["--hash", "0"], "expected a size from 1 to 65536 MiB"),
        (&["--hash", "65537"], "expected a size from 1 to 65536 MiB"),
        (&["--nodes", "0"], "0"),
        (&["--movetime", "0"], "0"),
        (&["--depth", "-1"], "-1"),
        (&["--depth", "1001"], "1001"),
        (&["a", "b"], "unexpected argument 'b'"),
    ] {
        let error = args(words).expect_err("wrong");
        assert!(error.contains(part), "{words:?}: {error}");
    }
    let good = args(&["-", "--threads", "1", "--hash", "16"]).unwrap();
    assert_eq!((good.hash, good.threads, good.json), (16, 1, false));
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brightsword"));
    command.arg("solve").stdin(Stdio::null());
    command
}

#[test]
fn the_program_ends_with_2_when_used_wrongly() {
    for words in [
        &["--threads", "2"][..],
        &["no/such/file"],
        &["--json", "."],
        &["--nonsense"],
    ] {
        let output = program().args(words).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(!output.stderr.is_empty(), "{words:?}");
    }
    let output = program().arg("no/such/file").output().expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        complaint.starts_with("brightsword: cannot open no/such/file: "),
        "{complaint}"
    );
    assert!(output.stdout.is_empty());
    assert_eq!(program().output().expect("it runs").status.code(), Some(0));
}

#[test]
fn the_program_answers_line_by_line() {
    let mut command = program();
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command
        .args(["-", "--depth", "1"])
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for number in 1..=3 {
        writeln!(input, "{START} X").expect("it listens");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        assert!(line.starts_with(&format!("{number}: score ")), "{line}");
    }
    // Nobody reads the rest: a quiet end all the same.
    drop(output);
    writeln!(input, "{START} X").expect("it listens");
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
