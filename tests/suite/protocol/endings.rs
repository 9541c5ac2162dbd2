//! However the conversation ends, what was received is answered and the program goes quietly.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{PATIENCE, Program, fits};

/// The documented time from the end of the input to the end of the program.
const PROMISED: Duration = Duration::from_secs(1);

/// Runs `input` to its end and checks every reply. A machine busy with something else gets a second chance at the time.
fn check(input: &[u8], expected: &[&str]) {
    for attempt in 1.. {
        let (heard, status, time) = Program::answers(&[], input);
        assert!(
            heard.len() == expected.len()
                && expected
                    .iter()
                    .zip(&heard)
                    .all(|(pattern, line)| fits(pattern, line)),
            "expected {expected:?}, heard {heard:?}"
        );
        assert!(status.success());
        if time <= PROMISED {
            return;
        }
        assert!(attempt < 3, "{time:?} after the end of the input");
    }
}

#[test]
fn every_line_received_is_answered() {
    check(b"", &[]);
    check(b"play 1 0", &["* *"]);
    check(b"board", &["board *"]);
    check(b"go", &["best *"]);
    check(b"go infinite", &["best *"]);
    check(b"go depth 60", &["best *"]);
    check(b"go movetime 100000", &["best *"]);
    check(
        b"go movetime 100000\nboard\nf5\nplay 1 0",
        &["best *", "board *", "ok", "* *"],
    );
    check(b"go clock 60000 inc 1000\nping", &["pong", "best *"]);
    check(b"budget 1000000 1\nplay 4 0\n", &["* *"]);
    check(b"go nodes 1000000000000\nstop\n", &["best *"]);
}

#[test]
fn many_searches_share_the_grace() {
    let expected = vec!["best *"; 200];
    check("go movetime 250\n".repeat(200).as_bytes(), &expected);
    check("go movetime 5000\n".repeat(200).as_bytes(), &expected);
    check("go infinite\n".repeat(200).as_bytes(), &expected);
}

/// A move asked for without a limit may take a second, and its second begins when its turn comes.
#[test]
fn a_second_search_uses_what_is_left_of_the_grace() {
    let (heard, ..) = Program::answers(&[], b"go movetime 50\ngo\nscore\n");
    assert!(fits("score * depth * *", &heard[2]), "{heard:?}");
    assert!(
        !fits("score * depth 0 *", &heard[2]) && !fits("score * depth 1 *", &heard[2]),
        "{heard:?}"
    );
}

/// More lines than may wait hide the end of the input until some of them are answered.
#[test]
fn a_full_queue_does_not_hide_the_end() {
    let many = 20_000;
    // One search that keeps all others waiting, and searches that keep each other waiting.
    for (line, reply) in [("board", "board *"), ("go movetime 100000", "best *")] {
        let begun = Instant::now();
        let input = format!("go movetime 100000\n{}", format!("{line}\n").repeat(many));
        let (heard, status, _) = Program::answers(&[], input.as_bytes());
        // Far less than a single one of the searches may take.
        assert!(begun.elapsed() < Duration::from_secs(30));
        assert!(fits("best *", &heard[0]) && status.success());
        assert!(heard[1..].iter().all(|line| fits(reply, line)));
        assert_eq!(heard.len(), 1 + many);
    }
}

#[test]
fn a_search_that_fits_the_grace_is_finished() {
    let (heard, _, _) = Program::answers(&[], b"go depth 3\nscore\n");
    assert!(fits("score * depth 3 *", &heard[1]) || fits("score * certainty exact *", &heard[1]));
}

#[test]
fn quit_answers_what_came_before_it() {
    check(b"go infinite\nquit\nboard\n", &["best *"]);
    check(
        b"go movetime 9000\nboard\nquit\nboard\n",
        &["best *", "board *"],
    );
    check(b"quit", &[]);
}

#[test]
fn whatever_bytes_come_in() {
    check(
        b"\0\n\xff\xfe\n\r\n \t \nping\r\n",
        &["error *", "error *", "pong"],
    );
    check(
        b"\xef\xbb\xbfping\n\xef\xbb\xbfping\n",
        &["pong", "error *"],
    );
    let mut long = vec![b'x'; 10 << 20];
    check(&long, &["error line too long: *"]);
    long.extend_from_slice(b"\nboard\n");
    check(&long, &["error line too long: *", "board *"]);
    let mut spaces = b"ping ".to_vec();
    spaces.extend_from_slice(&[b' '; 4000]);
    check(&spaces, &["pong"]);
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    let mut child = Program::command(&[]).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The input stays open: only the missing reader ends the program. A child that another test is just starting may
    // hold the pipe for a moment, hence more than one line.
    let status = loop {
        let _ = input.write_all(b"board\n");
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(status.success());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut command = Program::command(&[]);
    let mut child = command.stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    // It stays open: the program ends of itself.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"board\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(
        complaint.starts_with("brightsword: writing the replies: "),
        "{complaint}"
    );
}

#[test]
fn an_interrupt_is_like_the_end_of_the_input() {
    for signal in ["-INT", "-TERM"] {
        let mut program = Program::start(&[]);
        program.say("go infinite");
        program.say("ping");
        assert_eq!(program.hear(), "pong");
        let begun = Instant::now();
        let id = program.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        assert!(fits("best *", &program.hear()));
        assert!(program.rest().is_empty());
        assert!(begun.elapsed() < 3 * PROMISED);
        assert!(program.end().1.success());
    }
}

/// A signal may come while the player is still being made: by then the program has to listen for it.
#[test]
#[cfg(target_os = "linux")]
fn signals_are_heard_before_there_is_a_player() {
    use std::{fs, io, path::PathBuf};

    const TERM: u32 = 15;
    let program = Program::start(&[]);
    let folder = PathBuf::from(format!("/proc/{}", program.id()));
    let is_search = |task: io::Result<fs::DirEntry>| {
        let name = fs::read_to_string(task.unwrap().path().join("comm"));
        name.is_ok_and(|name| name == "search\n")
    };
    let begun = Instant::now();
    while !fs::read_dir(folder.join("task")).unwrap().any(is_search) {
        assert!(begun.elapsed() < PATIENCE, "no search thread");
    }
    let status = fs::read_to_string(folder.join("status")).unwrap();
    let mut lines = status.lines();
    let caught = lines.find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    let caught = u64::from_str_radix(caught.trim(), 16).unwrap();
    assert_ne!((caught >> (TERM - 1)) & 1, 0, "{status}");
    assert!(program.end().1.success());
}

/// Nobody takes the replies, so that the program waits for room in the pipe.
#[test]
#[cfg(unix)]
fn a_signal_ends_it_where_nobody_reads() {
    let mut child = Program::command(&[]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    input.write_all(b"ping\n").unwrap();
    output.read_exact(&mut [0; b"pong\n".len()]).unwrap();
    input.write_all(&b"show\n".repeat(3000)).unwrap();
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status();
    assert!(sent.unwrap().success());
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("it goes on after {PATIENCE:?}");
        }
        thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
}

#[test]
fn wrong_use_is_told_apart() {
    for arguments in [
        &["--protocol", "klingon"][..],
        &["--player", "nobody"],
        &["--game", "chess"],
        &["--hash", "0"],
        &["--seed", "x"],
        &["--seed", "2147483648"],
        &["--level", "best"],
        &["--player", "ai1", "--level", "novice"],
        &["--game", "four-in-line", "--player", "ai1"],
        &["--game", "connect4-7x6", "--protocol", "nboard"],
    ] {
        let mut command = Program::command(arguments);
        let output = command.stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        let complaint = String::from_utf8(output.stderr).unwrap();
        let wrong = arguments[arguments.len() - 1];
        assert!(complaint.contains(wrong), "{arguments:?}: {complaint}");
    }
}
