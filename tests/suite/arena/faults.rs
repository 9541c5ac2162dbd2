//! Engines that misbehave in every way cost themselves a game, never the run, and leave nobody behind.

use std::sync::mpsc::channel;
use std::time::Duration;

use brightsword::arena::process::{Launch, Process, Said};
use brightsword::arena::record::Reason;
use brightsword::arena::warden::Warden;

use super::house::House;

/// Two pairs of `a`, which misbehaves, against `b`, which does not; four games that count whatever happens.
fn forfeits(manners: &str, more: &[&str]) -> (House, Vec<(Reason, Option<usize>)>) {
    let house = House::new();
    let mut words = vec!["--pairs", "2"];
    words.extend(more);
    if !more.contains(&"--limit") {
        words.extend(["--limit", "nodes=1"]);
    }
    let ran = house.play(manners, "seed=2", &words);
    assert_eq!(ran.status, 0, "{manners}: {}{}", ran.out, ran.errors);
    let games = house.games();
    assert_eq!(
        games.iter().filter(|game| game.counts()).count(),
        4,
        "{manners}: {}",
        ran.out
    );
    house.verify();
    let ends = games
        .iter()
        .map(|game| (game.reason, game.offender))
        .collect();
    (house, ends)
}

/// All four games are lost by `a` in this way.
fn always(manners: &str, reason: Reason, more: &[&str]) -> House {
    let (house, ends) = forfeits(manners, more);
    assert_eq!(ends, [(reason, Some(0)); 4], "{manners}");
    let standings = &house.report()["standings"];
    assert_eq!(standings[0]["name"], "b");
    assert_eq!(standings[1]["forfeits"][reason.code()], 4);
    house
}

#[test]
fn whoever_plays_well_is_left_alone() {
    for manners in [
        "crlf",
        "twice",
        "babble=50",
        "banner=10000",
        "late-best",
        "complain=2",
    ] {
        let (_, ends) = forfeits(manners, &[]);
        assert_eq!(ends, [(Reason::Normal, None); 4], "{manners}");
    }
    // A byte at a time takes its time.
    let (_, ends) = forfeits("slow-bytes", &[]);
    assert!(ends.iter().all(|(_, offender)| offender.is_none()));
}

#[test]
fn a_process_that_ends_loses_and_comes_back() {
    // It is not waited for until a guard says so: the limit has no clock.
    always("exit-in=2", Reason::Crash, &[]);
    always("close-in=2", Reason::Crash, &[]);
    let house = always("panic-in=3", Reason::Crash, &[]);
    for game in house.games() {
        assert!(
            game.errors
                .iter()
                .any(|line| line.contains("as I was told")),
            "{game:?}"
        );
    }
}

#[test]
fn whoever_is_dead_is_not_late_although_a_child_holds_its_output() {
    for (manners, limit) in [
        ("child exit-in=2", "move=80ms"),
        // The child talks.
        ("talker exit-in=2", "move=300ms"),
        ("talker exit-in=2", "nodes=1"),
    ] {
        let house = House::new();
        let clock = "[clock]\nmax-search = \"300ms\"\n";
        std::fs::write(house.path("run.toml"), clock).unwrap();
        let a = format!("limit={limit} {}", house.engine("a", manners));
        let b = format!("limit=nodes=1 {}", house.engine("b", "seed=2"));
        let words = ["match", &a, &b, "--pairs", "1", "--config", "run.toml"];
        let ran = house.run(&[&words[..], &["--out", "run", "--seed", "1"]].concat());
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
        let ends: Vec<_> = house.games().iter().map(|game| game.reason).collect();
        assert_eq!(ends, [Reason::Crash; 2], "{manners} {limit}: {}", ran.out);
        house.verify();
    }
}

#[test]
fn a_move_counts_although_its_engine_leaves_with_it() {
    let (house, _) = forfeits("exit-after=5", &[]);
    for game in house.games() {
        // Its fifth move is on the record, without an end of its line; then it is missed.
        assert_eq!((game.reason, game.offender), (Reason::Crash, Some(0)));
        let played = game.moves.split_whitespace().count() - game.given;
        let own = if game.first == 0 { 5 } else { 6 };
        assert!(played >= 5 + own - 1, "{game:?}");
    }
}

#[test]
fn whoever_leaves_in_the_others_turn_does_not_disturb_it() {
    let house = House::new();
    let ran = house.play(
        "exit-told=12",
        "seed=2 think=50",
        &["--pairs", "1", "--limit", "move=5s"],
    );
    assert_eq!(ran.status, 0, "{}", ran.errors);
    for game in house.games() {
        assert_eq!(
            (game.reason, game.offender),
            (Reason::Crash, Some(0)),
            "{game:?}"
        );
    }
    house.verify();
}

#[test]
fn moves_against_the_rules_lose_and_are_no_part_of_the_record() {
    for manners in ["illegal-in=1", "illegal-in=9", "pass-in=2"] {
        let (house, ends) = forfeits(manners, &[]);
        assert_eq!(ends[0], (Reason::Illegal, Some(0)), "{manners}");
        // It is the same process that goes on.
        assert_eq!(ends[1..], [(Reason::Normal, None); 3], "{manners}");
        assert!(house.games()[0].detail.contains("illegal"));
    }
}

#[test]
fn a_pass_that_is_asked_for_must_be_one() {
    let (_, ends) = forfeits("seed=1", &["--ask-passes", "true"]);
    assert_eq!(ends, [(Reason::Normal, None); 4]);
}

#[test]
fn a_move_in_place_of_a_pass_is_illegal() {
    let (house, ends) = forfeits("never-passes", &["--ask-passes", "true"]);
    // Hardly a game at random goes by without a pass.
    assert!(ends.contains(&(Reason::Illegal, Some(0))), "{ends:?}");
    let why = |record: &brightsword::arena::record::GameRecord| {
        record.offender.is_none() || record.detail.contains("illegal")
    };
    assert!(house.games().iter().all(why));
}

#[test]
fn too_many_files_are_refused_with_what_would_do() {
    let house = House::new();
    let (a, b) = (house.engine("a", ""), house.engine("b", ""));
    let ran = house.run_by(
        "ulimit -n 64; exec \"$@\"",
        &[
            "match",
            &a,
            &b,
            "--pairs",
            "40",
            "--concurrency",
            "32",
            "--out",
            "run",
        ],
    );
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(
        ran.errors
            .contains("need 212 open files, 64 are allowed: expected at most 7 at once"),
        "{}",
        ran.errors
    );
    assert!(!house.path("run").exists());
}

#[test]
fn what_is_no_answer_loses() {
    for manners in ["garbage-in=2", "error-in=2", "long-line-in=2"] {
        always(manners, Reason::Protocol, &[]);
    }
}

#[test]
fn silence_loses_on_time_and_the_run_goes_on() {
    // The last game of the run ends so, too.
    always("mute-in=2", Reason::Time, &["--limit", "move=100ms"]);
    let (_, ends) = forfeits("late-in=3 by=400", &["--limit", "move=100ms"]);
    // The process is the same in all games, and its third search is in the first one.
    assert_eq!(ends[0], (Reason::Time, Some(0)));
    assert_eq!(ends[1..], [(Reason::Normal, None); 3]);
}

#[test]
fn silence_without_a_clock_is_a_stall() {
    let house = House::new();
    let config = format!(
        "[run]\npairs = 1\nseed = 1\n[clock]\nlimit = \"depth=1\"\nhang = \"300ms\"\nreply = \"300ms\"\n\
         [[engine]]\nname = \"a\"\ncmd = {:?}\n[[engine]]\nname = \"b\"\ncmd = {:?}\n",
        house.engine("x", "mute-in=2").trim_start_matches("name=x "),
        house.engine("x", "seed=2").trim_start_matches("name=x "),
    );
    std::fs::write(house.path("run.toml"), &config).unwrap();
    let ran = house.run(&["match", "--config", "run.toml", "--out", "run"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(
        house
            .games()
            .iter()
            .all(|game| (game.reason, game.offender) == (Reason::Stall, Some(0)))
    );
    // No reply to a new game is the same.
    std::fs::write(
        house.path("mute.toml"),
        config.replace("mute-in=2", "mute-new"),
    )
    .unwrap();
    let ran = house.run(&["match", "--config", "mute.toml", "--out", "mute"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(ran.out.contains("stall by a"), "{}", ran.out);
}

/// A pair of these two, which have little time to reply and to search without a clock; how the games ended.
fn impatiently(a: &str, b: &str, more: &[&str]) -> Vec<(Reason, Option<usize>)> {
    let house = House::new();
    let clock = "[clock]\nreply = \"300ms\"\nmax-search = \"300ms\"\nhang = \"300ms\"\n";
    std::fs::write(house.path("run.toml"), clock).unwrap();
    let words = [
        &["--pairs", "1", "--config", "run.toml"][..],
        if more.is_empty() {
            &["--limit", "nodes=1"]
        } else {
            more
        },
    ]
    .concat();
    let ran = house.play(a, b, &words);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    house.verify();
    let games = house.games();
    games
        .iter()
        .map(|game| (game.reason, game.offender))
        .collect()
}

#[test]
fn talk_without_a_pause_puts_no_deadline_off() {
    let stall = [(Reason::Stall, Some(0)); 2];
    // In place of a reply, and in a search, where it has less than 64 MiB to say.
    assert_eq!(impatiently("flood-new", "", &[]), stall);
    assert_eq!(impatiently("chatter-in=2", "", &[]), stall);
    // Whoever is silent is not saved by the other's talk.
    assert_eq!(impatiently("mute-in=2", "flood", &[]), stall);
    let time = [(Reason::Time, Some(0)); 2];
    assert_eq!(
        impatiently("mute-in=2", "flood", &["--limit", "move=100ms"]),
        time
    );
}

#[test]
fn what_nobody_hears_waits_in_little_memory() {
    let line = "x".repeat(100_000);
    let launch = Launch {
        argv: vec!["yes".to_owned(), line],
        dir: None,
        env: Vec::new(),
        clear_env: false,
    };
    let (post, queue) = channel();
    let process = Process::start(&launch, (0, 1), post, &Warden::nobody()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(process);
    let bytes: usize = queue
        .iter()
        .map(|message| match message.said {
            Said::Line(line) => line.len(),
            _ => 0,
        })
        .sum();
    // What waits, what is read at once, what the pipe holds, and the lines between.
    assert!(bytes < 2 << 20, "{bytes}");
}

#[test]
fn too_much_memory_loses() {
    let house = House::new();
    let (a, b) = (house.engine("a", "eat=200"), house.engine("b", ""));
    let a = format!("memory=100MiB {a}");
    let ran = house.run(&[
        "match", &a, &b, "--pairs", "1", "--limit", "nodes=1", "--out", "run", "--log",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(
        house
            .games()
            .iter()
            .all(|game| (game.reason, game.offender) == (Reason::Memory, Some(0)))
    );
    // Every line is in the log.
    let log = std::fs::read_to_string(house.path("run/log.txt")).unwrap();
    assert!(
        log.contains(" a/1 > go nodes 1\n") && log.contains(" b/1 < best "),
        "{log}"
    );
}

#[test]
fn both_failing_before_a_move_is_nobodys_loss() {
    let house = House::new();
    let ran = house.play(
        "mute-new",
        "mute-new",
        &["--pairs", "1", "--max-failures", "2"],
    );
    assert_eq!(ran.status, 3, "{}", ran.errors);
    assert!(
        house
            .games()
            .iter()
            .all(|game| game.reason == Reason::VoidBoth && !game.counts())
    );
}

#[test]
fn too_many_failures_end_the_run() {
    let house = House::new();
    let ran = house.play(
        "exit-in=1",
        "seed=2",
        &["--pairs", "20", "--max-failures", "3"],
    );
    assert_eq!(ran.status, 3, "{}", ran.errors);
    assert!(ran.out.contains("brightsword resume run"), "{}", ran.out);
    assert_eq!(house.games().iter().filter(|game| game.counts()).count(), 3);
    // A forfeit is a loss once.
    let report = house.report();
    assert_eq!(report["standings"][1]["forfeits"]["crash"], 3);
    assert_eq!(report["standings"][1]["games"], 3.0);
}

#[test]
fn whoever_does_not_go_is_made_to() {
    let house = House::new();
    let ran = house.play(
        "ignore-quit child",
        "child exit-in=9",
        &["--pairs", "1", "--limit", "nodes=1"],
    );
    assert_eq!(ran.status, 0, "{}", ran.errors);
    house.nobody_is_left();
}

#[test]
fn starting_is_a_phase_of_its_own() {
    // Whoever needs long is waited for and pays nothing.
    let (_, ends) = forfeits("slow-start=500", &["--limit", "1s+1s"]);
    assert_eq!(ends, [(Reason::Normal, None); 4]);
    // Or not so long, if that was said.
    let house = House::new();
    std::fs::write(house.path("run.toml"), "[clock]\nstartup = \"200ms\"\n").unwrap();
    let (a, b) = (house.engine("a", ""), house.engine("b", "slow-start=60000"));
    let ran = house.run(&["match", &a, &b, "--config", "run.toml", "--out", "run"]);
    assert!(
        ran.status == 2 && ran.errors.contains("engine `b` did not start"),
        "{}",
        ran.errors
    );
    // Whoever cannot start ends the run before it begins, and nothing is recorded.
    for (engine, said) in [
        ("/no/such/engine", "No such file"),
        ("/etc/hostname", "cannot start"),
        ("sh -c 'echo sorry >&2; exit 1'", "did not start"),
        ("option.hash=100 DOUBLE", "1..64"),
        ("option.hsh=1 DOUBLE", "no option"),
        ("protocol=gtp limit=nodes=5 self", "GTP cannot tell"),
        ("protocol=nboard limit=move=1s self", "NBoard"),
    ] {
        let house = House::new();
        let tagged = house.engine("x", "");
        let engine = engine.replace("DOUBLE", tagged.trim_start_matches("name=x "));
        let ran = house.run(&[
            "match",
            &engine,
            &house.engine("b", ""),
            "--out",
            "run",
            "--seed",
            "1",
        ]);
        assert_eq!(ran.status, 2, "{engine}: {}", ran.errors);
        assert!(ran.errors.contains(said), "{engine}: {}", ran.errors);
        assert!(!house.path("run").exists());
    }
}
