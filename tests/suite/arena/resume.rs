//! Runs that are interrupted in every way go on to the same end, and what is kept can be trusted.

use std::fs;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::house::{House, finish};

/// A round robin of three deterministic engines with an engine among them that fails now and then.
fn tournament(house: &House, out: &str) -> Vec<String> {
    let engines = ["seed=1", "seed=2", "seed=3 illegal-in=200"];
    let mut words: Vec<String> = [
        "tournament",
        "--pairs",
        "9",
        "--limit",
        "nodes=1",
        "--seed",
        "4",
        "--out",
        out,
    ]
    .map(str::to_owned)
    .to_vec();
    for (number, manners) in engines.into_iter().enumerate() {
        words.push(house.engine(&format!("e{number}"), manners));
    }
    words
}

fn lines(house: &House, out: &str) -> usize {
    fs::read_to_string(house.path(&format!("{out}/events.jsonl")))
        .map_or(0, |text| text.matches('\n').count())
}

fn signal(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(pid, signal).unwrap();
}

fn report(house: &House, out: &str) -> Value {
    let text = fs::read_to_string(house.path(&format!("{out}/report.json"))).expect("a report");
    serde_json::from_str(&text).unwrap()
}

/// Waits for so many events, or for the end of the run.
fn until_lines(house: &House, out: &str, count: usize, child: &mut Child) {
    until(|| lines(house, out) >= count, child);
}

/// Waits for so many games, or for the end of the run.
fn until_games(house: &House, out: &str, count: usize, child: &mut Child) {
    let games = || {
        fs::read_to_string(house.path(&format!("{out}/events.jsonl")))
            .map_or(0, |text| text.matches("\"kind\":\"game\"").count())
    };
    until(|| games() >= count, child);
}

fn until(enough: impl Fn() -> bool, child: &mut Child) {
    let begun = Instant::now();
    while !enough() && child.try_wait().unwrap().is_none() {
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "the run does not get on"
        );
        thread::sleep(Duration::from_micros(300));
    }
}

fn until_nobody(house: &House) {
    let begun = Instant::now();
    while !house.processes().is_empty() {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "left behind: {:?}",
            house.processes()
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Kills the runner when so many games are kept, one number after the other in one run, and goes on each time.
fn killed_at(points: impl IntoIterator<Item = usize>) {
    let house = House::new();
    // Failures of an engine follow from how long its process lives, so each game has one of its own.
    let each = ["--concurrency", "2"].map(str::to_owned);
    let engines = |out: &str| {
        let words = tournament(&house, out).into_iter().chain(each.clone());
        words
            .map(|word| {
                word.replace("name=e", "restart=each-game name=e")
                    .replace("illegal-in=200", "illegal-in=20")
            })
            .collect::<Vec<_>>()
    };
    let words = engines("whole");
    let ran = house.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    let words = engines("killed");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut child = house.command(&words).spawn().unwrap();
    for point in points {
        until_games(&house, "killed", point, &mut child);
        signal(&child, Signal::KILL);
        finish(child);
        // The engines are gone although nobody could end them.
        until_nobody(&house);
        child = house
            .command(&["resume", "killed", "--quiet"])
            .spawn()
            .unwrap();
    }
    let ran = finish(child);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    assert_eq!(report(&house, "killed"), report(&house, "whole"));
    // The games too, but for the time that they took.
    let games = |out: &str| {
        let text = fs::read_to_string(house.path(&format!("{out}/games.ggf"))).unwrap();
        text.split("//")
            .map(|part| {
                part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(games("killed"), games("whole"));
    let ran = house.run(&["verify", "killed"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
}

#[test]
fn a_runner_killed_at_fifty_points_leaves_nobody_and_goes_on_to_the_same_end() {
    killed_at(1..=50);
}

#[test]
fn two_interrupts_or_a_term_end_it_at_once_and_it_can_go_on() {
    for signals in [
        &[Signal::TERM][..],
        &[Signal::HUP],
        &[Signal::INT, Signal::INT],
    ] {
        let house = House::new();
        let (a, b) = (
            house.engine("a", "mute-in=3"),
            house.engine("b", "ignore-quit"),
        );
        let mut child = house
            .command(&[
                "match", &a, &b, "--pairs", "3", "--limit", "move=60s", "--out", "run", "--seed",
                "1",
            ])
            .spawn()
            .unwrap();
        until_lines(&house, "run", 1, &mut child);
        thread::sleep(Duration::from_millis(400));
        for &one in signals {
            signal(&child, one);
            thread::sleep(Duration::from_millis(100));
        }
        let ran = finish(child);
        assert_eq!(ran.status, 5, "{}{}", ran.out, ran.errors);
        assert!(
            ran.out
                .trim_end()
                .ends_with("go on with: brightsword resume run"),
            "{}",
            ran.out
        );
        house.nobody_is_left();
        assert!(house.games().iter().all(|game| !game.counts()));
    }
}

#[test]
fn one_interrupt_lets_the_games_end() {
    let house = House::new();
    let (a, b) = (house.engine("a", "think=5"), house.engine("b", "think=5"));
    let mut child = house
        .command(&[
            "match", &a, &b, "--pairs", "3", "--limit", "move=60s", "--out", "run", "--seed", "1",
        ])
        .spawn()
        .unwrap();
    until_lines(&house, "run", 2, &mut child);
    signal(&child, Signal::INT);
    let ran = finish(child);
    assert_eq!(ran.status, 5, "{}{}", ran.out, ran.errors);
    let games = house.games();
    assert!(
        games.len() == 2
            && games
                .iter()
                .all(brightsword::arena::record::GameRecord::counts),
        "{games:?}"
    );
    let ran = house.run(&["resume", "run"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    assert_eq!(house.report()["played"], 6);
    house.verify();
}

#[test]
fn a_runner_that_was_stopped_blames_nobody() {
    let house = House::new();
    let (a, b) = (house.engine("a", "think=20"), house.engine("b", "think=20"));
    let mut child = house
        .command(&[
            "match",
            &a,
            &b,
            "--pairs",
            "1",
            "--limit",
            "move=1500ms",
            "--out",
            "run",
            "--seed",
            "1",
        ])
        .spawn()
        .unwrap();
    until_lines(&house, "run", 1, &mut child);
    thread::sleep(Duration::from_millis(400));
    signal(&child, Signal::STOP);
    thread::sleep(Duration::from_secs(4));
    signal(&child, Signal::CONT);
    let ran = finish(child);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    let games = house.games();
    assert!(
        games.iter().all(|game| game.offender.is_none()),
        "{games:?}"
    );
    assert!(
        games.iter().any(|game| game.detail.contains("asleep")),
        "{games:?}"
    );
    house.verify();
}

/// A finished run of two games.
fn finished() -> House {
    let house = House::new();
    let ran = house.play("seed=1", "seed=2", &["--pairs", "2", "--limit", "nodes=1"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    house
}

#[test]
fn a_finished_run_is_told_again() {
    let house = finished();
    let ran = house.run(&["resume", "run"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(ran.out.contains("4 of 4 games"));
    // Its end is an event once.
    assert_eq!(lines(&house, "run"), 6);
    let ran = house.run(&["report", "run"]);
    assert!(
        ran.status == 0 && ran.out.contains("4 of 4 games"),
        "{}",
        ran.errors
    );
    let ran = house.run(&["report", "run", "--json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&ran.out).unwrap(),
        house.report()
    );
    // Its folder is not for others.
    let ran = house.play("seed=1", "seed=2", &["--pairs", "2"]);
    assert_eq!(ran.status, 2);
    assert!(ran.errors.contains("belongs to a run"), "{}", ran.errors);
    for words in [
        ["resume", "nowhere"],
        ["report", "nowhere"],
        ["verify", "nowhere"],
    ] {
        assert_eq!(house.run(&words).status, 2);
    }
}

/// An event that was edited, with a checksum that fits.
fn resealed(line: &str) -> String {
    let (open, _) = line.split_once(",\"crc\":").unwrap();
    let sum = crc32fast::hash(open.as_bytes());
    format!("{open},\"crc\":\"{sum:08x}\"}}")
}

#[test]
fn what_cannot_be_true_is_told_and_nothing_is_computed_from_it() {
    let house = finished();
    let file = house.path("run/events.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().nth(1).unwrap();
    let game: Value = serde_json::from_str(line).unwrap();
    for (name, value) in [
        ("first", "7"),
        ("second", "7"),
        ("second", "0"),
        ("offender", "7"),
        ("half_points", "200"),
        ("difference", "-9223372036854775808"),
        ("given", "200"),
        ("micros", "[18446744073709551615,18446744073709551615]"),
    ] {
        let now = format!("\"{name}\":{},", game["data"][name]);
        let edited = line.replace(&now, &format!("\"{name}\":{value},"));
        assert_ne!(edited, line, "{name}");
        // In a run that has ended and in one that goes on.
        let whole = text.replace(line, &resealed(&edited));
        let begun: String = whole.split_inclusive('\n').take(2).collect();
        for events in [&whole, &begun] {
            fs::write(&file, events).unwrap();
            let ran = house.run(&["verify", "run"]);
            assert_eq!(ran.status, 1, "{name}: {}", ran.errors);
            let told = format!("game {}: ", game["data"]["game"]);
            assert!(ran.out.starts_with(&told), "{name}: {}", ran.out);
            for word in ["resume", "report"] {
                let ran = house.run(&[word, "run"]);
                assert_eq!(ran.status, 2, "{name}: {}", ran.out);
                assert!(ran.errors.contains(&told), "{name}: {}", ran.errors);
            }
            assert_eq!(&fs::read_to_string(&file).unwrap(), events, "{name}");
        }
    }
}

#[test]
fn a_full_standard_output_costs_no_game_and_has_a_status_of_its_own() {
    let full = "exec \"$@\" >/dev/full";
    for more in [&["--json"][..], &[], &["--quiet"], &["--sprt", "0", "10"]] {
        let house = House::new();
        let (a, b) = (house.engine("a", "seed=1"), house.engine("b", "seed=2"));
        let mut words = vec!["match", &a, &b, "--pairs", "2", "--limit", "nodes=1"];
        words.extend(["--out", "run", "--seed", "1"]);
        words.extend(more);
        let ran = house.run_by(full, &words);
        assert_eq!(ran.status, 70, "{more:?}: {}", ran.errors);
        assert!(ran.errors.contains("standard output"), "{}", ran.errors);
        assert_eq!(house.games().len(), 4);
        house.verify();
        for words in [["report", "run"], ["verify", "run"], ["resume", "run"]] {
            assert_eq!(house.run_by(full, &words).status, 70, "{words:?}");
        }
    }
    let house = House::new();
    let engine = house.engine("a", "");
    let contest = [
        "contest-run",
        engine.trim_start_matches("name=a "),
        "--task",
        "1",
    ];
    assert_eq!(house.run_by(full, &contest).status, 70);
}

#[test]
fn what_was_edited_is_found() {
    let events = |house: &House| fs::read_to_string(house.path("run/events.jsonl")).unwrap();
    // A result, with and without a checksum that fits.
    let house = finished();
    let text = events(&house);
    let number = text
        .lines()
        .position(|line| line.contains("\"half_points\":0"))
        .expect("a lost game");
    let line = text.lines().nth(number).unwrap();
    let edited = line.replace("\"half_points\":0", "\"half_points\":2");
    fs::write(house.path("run/events.jsonl"), text.replace(line, &edited)).unwrap();
    let ran = house.run(&["verify", "run"]);
    assert_eq!(ran.status, 1, "{}", ran.errors);
    let told = format!("line {}", number + 1);
    assert!(ran.out.contains(&told), "{}", ran.out);
    let sealed = resealed(&edited);
    fs::write(house.path("run/events.jsonl"), text.replace(line, &sealed)).unwrap();
    let ran = house.run(&["verify", "run"]);
    assert_eq!(ran.status, 1, "{}", ran.errors);
    let game = serde_json::from_str::<Value>(line).unwrap()["data"]["game"]
        .as_u64()
        .unwrap();
    assert!(
        ran.out.contains(&format!("game {game}: the result")),
        "{}",
        ran.out
    );
    // What follows from the events, and what else is kept.
    for (name, now, other) in [
        ("report.json", "\"played\": 4", "\"played\": 5"),
        ("report.txt", "4 of 4 games", "5 of 4 games"),
        ("games.ggf", "PB[a]", "PB[c]"),
        ("engines.json", "nodes=1", "nodes=2"),
        ("engines.json", "\"crc32\": \"", "\"crc32\": \"1"),
    ] {
        let house = finished();
        let file = house.path("run").join(name);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(now), "{text}");
        fs::write(&file, text.replace(now, other)).unwrap();
        let ran = house.run(&["verify", "run"]);
        assert_eq!(ran.status, 1, "{name}: {}", ran.errors);
        assert!(ran.out.contains(name), "{}", ran.out);
    }
    // What the run began with.
    let house = finished();
    fs::write(house.path("run/openings.txt"), "f5d6\nf5f6\n").unwrap();
    let ran = house.run(&["resume", "run"]);
    assert!(
        ran.status == 2 && ran.errors.contains("openings.txt"),
        "{}",
        ran.errors
    );
    for (name, text) in [
        ("openings.txt", "f5d6\nf5f6\n"),
        ("openings.txt", "?\n"),
        ("config.toml", "[run]\npairs = 0\n"),
        ("config.toml", "\u{1}"),
    ] {
        let house = finished();
        fs::write(house.path("run").join(name), text).unwrap();
        let ran = house.run(&["verify", "run"]);
        assert_eq!(ran.status, 1, "{name}: {}", ran.errors);
        assert!(ran.out.contains(name), "{}", ran.out);
    }
}

#[test]
fn events_that_were_lost_are_told_and_what_is_made_from_them_stays() {
    let house = finished();
    let file = house.path("run/events.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    for count in 0..5 {
        let kept: String = text.split_inclusive('\n').take(count).collect();
        fs::write(&file, kept).unwrap();
        let ran = house.run(&["verify", "run"]);
        assert_eq!(ran.status, 1, "{count}: {}", ran.out);
        let told = format!(
            "games.ggf has 4 games, events.jsonl only {}",
            count.max(1) - 1
        );
        assert!(ran.out.contains(&told), "{count}: {}", ran.out);
        assert!(ran.out.contains("report.txt"), "{count}: {}", ran.out);
        let games = fs::read_to_string(house.path("run/games.ggf")).unwrap();
        let ran = house.run(&["resume", "run"]);
        assert_eq!(ran.status, 2, "{count}: {}", ran.out);
        let told = if count == 0 {
            "how the run began"
        } else {
            &told
        };
        assert!(ran.errors.contains(told), "{count}: {}", ran.errors);
        let after = fs::read_to_string(house.path("run/games.ggf")).unwrap();
        assert_eq!(after, games);
    }
    // Only its end is lost: nothing differs.
    let kept: String = text.split_inclusive('\n').take(5).collect();
    fs::write(&file, kept).unwrap();
    let ran = house.run(&["verify", "run"]);
    assert!(
        ran.status == 0 && ran.out.contains("was interrupted"),
        "{}",
        ran.out
    );
    // Nobody ends so.
    let end = text.lines().last().unwrap();
    let other = resealed(&end.replace("\"complete\"", "\"tired\""));
    fs::write(&file, text.replace(end, &other)).unwrap();
    let ran = house.run(&["verify", "run"]);
    assert!(ran.status == 1 && ran.out.contains("tired"), "{}", ran.out);
}

#[test]
fn a_line_that_was_cut_is_left_out() {
    let house = finished();
    let file = house.path("run/events.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let keep: String = text.split_inclusive('\n').take(4).collect();
    fs::write(&file, &keep[..keep.len() - 30]).unwrap();
    no_end(&house);
    let ran = house.run(&["resume", "run"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(
        ran.errors.contains("the last event was damaged"),
        "{}",
        ran.errors
    );
    assert_eq!(house.report()["played"], 4);
    house.verify();
}

#[test]
fn one_runner_at_a_time() {
    let house = House::new();
    let (a, b) = (house.engine("a", "think=20"), house.engine("b", "think=20"));
    let mut child = house
        .command(&[
            "match", &a, &b, "--pairs", "1", "--limit", "move=60s", "--out", "run", "--seed", "1",
        ])
        .spawn()
        .unwrap();
    until_lines(&house, "run", 1, &mut child);
    let other = finish(house.command(&["resume", "run"]).spawn().unwrap());
    assert!(
        other.status == 2 && other.errors.contains("in use by process"),
        "{}",
        other.errors
    );
    // It can be read meanwhile.
    let other = finish(house.command(&["report", "run"]).spawn().unwrap());
    assert_eq!(other.status, 0, "{}", other.errors);
    signal(&child, Signal::TERM);
    assert_eq!(finish(child).status, 5);
    house.nobody_is_left();
}

#[test]
fn an_engine_that_changed_is_not_taken_for_the_old_one() {
    let house = House::new();
    let copy = house.path("engine");
    fs::copy(super::house::double(), &copy).unwrap();
    let (a, b) = (
        format!("name=a {} think=5 seed=1", copy.display()),
        house.engine("b", "seed=2"),
    );
    let mut child = house
        .command(&[
            "match", &a, &b, "--pairs", "2", "--limit", "move=60s", "--out", "run", "--seed", "1",
        ])
        .spawn()
        .unwrap();
    until_lines(&house, "run", 2, &mut child);
    signal(&child, Signal::TERM);
    assert_eq!(finish(child).status, 5);
    let mut bytes = fs::read(&copy).unwrap();
    bytes.push(0);
    fs::write(&copy, bytes).unwrap();
    let ran = house.run(&["resume", "run"]);
    assert!(
        ran.status == 2 && ran.errors.contains("engine `a` has changed"),
        "{}",
        ran.errors
    );
    assert_eq!(house.run(&["resume", "run", "--accept-changed"]).status, 0);
    house.verify();
}

#[test]
fn a_game_without_its_partner_is_no_part_of_the_score() {
    let house = finished();
    keep_events(&house, 4);
    let ran = house.run(&["report", "run"]);
    assert!(ran.out.contains("unpaired: 1"), "{}", ran.out);
    assert!(ran.out.contains("score of complete pairs"), "{}", ran.out);
}

#[test]
fn an_interval_of_few_pairs_is_called_rough() {
    for (pairs, few) in [("5", true), ("12", false)] {
        let house = House::new();
        let ran = house.play(
            "seed=1",
            "seed=2",
            &["--pairs", pairs, "--limit", "nodes=1"],
        );
        assert_eq!(ran.out.contains("few pairs"), few, "{}", ran.out);
    }
}

/// Only the first events of `run` are left, as if it had been killed then.
fn keep_events(house: &House, count: usize) {
    let file = house.path("run/events.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let kept: String = text.split_inclusive('\n').take(count).collect();
    fs::write(&file, kept).unwrap();
    no_end(house);
}

/// There is nothing in `run` yet that is made at its end.
fn no_end(house: &House) {
    for name in ["games.ggf", "report.txt", "report.json"] {
        fs::remove_file(house.path("run").join(name)).unwrap();
    }
}

#[test]
fn an_engine_that_no_longer_starts_stops_the_run_and_costs_nothing() {
    let house = House::new();
    let copy = house.path("engine");
    fs::copy(super::house::double(), &copy).unwrap();
    let (a, b) = (
        format!("name=a {} seed=1", copy.display()),
        house.engine("b", "seed=2"),
    );
    let ran = house.run(&[
        "match", &a, &b, "--pairs", "2", "--limit", "nodes=1", "--out", "run", "--seed", "1",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    // After some games, and before the first one.
    for count in [3, 1] {
        keep_events(&house, count);
        fs::write(&copy, "this is no program").unwrap();
        let ran = house.run(&["resume", "run", "--accept-changed"]);
        assert_eq!(ran.status, 3, "{}{}", ran.out, ran.errors);
        assert!(ran.errors.contains("cannot start"), "{}", ran.errors);
        assert!(ran.out.ends_with("brightsword resume run\n"), "{}", ran.out);
        assert_eq!(house.games().len(), count - 1);
        fs::copy(super::house::double(), &copy).unwrap();
        assert_eq!(house.run(&["resume", "run"]).status, 0);
        assert_eq!(house.report()["played"], 4);
        house.verify();
    }
}

#[test]
fn a_log_goes_on_where_it_was_and_says_when_it_is_not_whole() {
    let house = House::new();
    let more = ["--pairs", "2", "--limit", "nodes=1", "--log"];
    assert_eq!(house.play("seed=1", "seed=2", &more).status, 0);
    let log = fs::read_to_string(house.path("run/log.txt")).unwrap();
    keep_events(&house, 3);
    assert_eq!(house.run(&["resume", "run", "--log"]).status, 0);
    let longer = fs::read_to_string(house.path("run/log.txt")).unwrap();
    assert!(longer.len() > log.len() && longer.starts_with(&log));
    // One that cannot be begun is wrong use, and leaves nothing.
    let house = House::new();
    fs::create_dir_all(house.path("run/log.txt")).unwrap();
    let ran = house.play("seed=1", "seed=2", &more);
    assert_eq!(ran.status, 2, "{}", ran.errors);
    assert!(ran.errors.contains("log.txt: "), "{}", ran.errors);
    assert_eq!(fs::read_dir(house.path("run")).unwrap().count(), 1);
    // On a full disk.
    let house = House::new();
    fs::create_dir(house.path("run")).unwrap();
    std::os::unix::fs::symlink("/dev/full", house.path("run/log.txt")).unwrap();
    let ran = house.play("seed=1", "seed=2", &more);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let told = ran.errors.matches("log.txt is not complete").count();
    assert_eq!(told, 1, "{}", ran.errors);
    house.verify();
}

#[test]
fn a_full_disk_costs_no_finished_game() {
    let house = House::new();
    let (a, b) = (house.engine("a", "seed=1"), house.engine("b", "seed=2"));
    // The limit of the size of files stands for the end of the disk; the signal that comes with it is left out.
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
    let words = [
        "match", &a, &b, "--pairs", "9", "--limit", "nodes=1", "--out", "run", "--seed", "1",
    ];
    let ran = house.run_by(script, &words);
    assert_eq!(ran.status, 70, "{}{}", ran.out, ran.errors);
    assert!(ran.errors.contains("could not be kept"), "{}", ran.errors);
    // There is no room at all.
    let ran = house.run_by(&script.replace('4', "1"), &["resume", "run"]);
    assert_eq!(ran.status, 70, "{}{}", ran.out, ran.errors);
    assert!(ran.errors.contains("could not be kept"), "{}", ran.errors);
    let ran = house.run(&["resume", "run"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    assert_eq!(house.report()["played"], 18);
    house.verify();
}
