//! Matches and tournaments of engines that behave: schedules, openings, languages, the sequential test, reports.

use std::collections::BTreeMap;

use brightsword::arena::opening::{draw, order, read_file};
use brightsword::arena::record::Reason;
use brightsword::arena::schedule::{Format, meetings, pairs};
use brightsword::base::chance::Chance;
use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::TenByFifteen;
use brightsword::othello::rules::position::Othello;

use super::house::House;

#[test]
fn everybody_meets_everybody_equally_often() {
    for engines in 2..9 {
        let all = meetings(engines, Format::RoundRobin);
        assert_eq!(all.len(), engines * (engines - 1) / 2);
        let mut sorted = all.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), all.len());
        // At any time nobody is far ahead.
        let mut played = vec![0; engines];
        for (a, b) in all {
            assert!(a < b);
            played[a] += 1;
            played[b] += 1;
            let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
            assert!(most - least <= 2, "{played:?}");
        }
    }
    assert_eq!(
        meetings(4, Format::Gauntlet(2)),
        [(0, 2), (1, 2), (0, 3), (1, 3)]
    );
    let all = pairs(&meetings(3, Format::RoundRobin), 2, &[5, 6], false);
    assert!(
        all[..3].iter().all(|pair| pair.opening == 5)
            && all[3..].iter().all(|pair| pair.opening == 6)
    );
    let all = pairs(&meetings(3, Format::RoundRobin), 2, &[5, 6], true);
    assert!((all[0].a, all[0].b) == (all[1].a, all[1].b) && all[1].opening == 6);
}

#[test]
fn a_shuffle_favours_nobody() {
    let mut counts = [[0u32; 10]; 10];
    for seed in 0..100_000 {
        let shuffled = order(10, 10, true, &mut Chance::new(seed, "order"));
        for (place, opening) in shuffled.into_iter().enumerate() {
            counts[place][opening] += 1;
        }
    }
    for count in counts.into_iter().flatten() {
        assert!((9_500..=10_500).contains(&count), "{count}");
    }
    // Each once before any comes again.
    let all = order(3, 8, true, &mut Chance::new(1, "order"));
    for round in all.chunks(3).filter(|round| round.len() == 3) {
        let mut round = round.to_vec();
        round.sort_unstable();
        assert_eq!(round, [0, 1, 2]);
    }
    assert_eq!(
        order(3, 4, false, &mut Chance::new(1, "order")),
        [0, 1, 2, 0]
    );
}

#[test]
fn openings_that_are_drawn_can_be_drawn_again() {
    let one = draw::<Othello>(20, 8, &mut Chance::new(5, "openings"));
    assert_eq!(one, draw::<Othello>(20, 8, &mut Chance::new(5, "openings")));
    assert_eq!((one.len(), one[0].given.len()), (20, 8));
    let drops = draw::<Connect4<TenByFifteen>>(20, 4, &mut Chance::new(5, "openings"));
    assert_eq!(drops.len(), 20);
    // Turning one about keeps it legal, and what it is.
    let mut chance = Chance::new(1, "symmetry");
    for opening in &one {
        assert!(opening.turned(&mut chance).end().is_some());
    }
    // There are only so many.
    assert!(draw::<Othello>(50, 1, &mut Chance::new(5, "openings")).len() <= 1);
}

#[test]
fn files_of_openings() {
    let house = House::new();
    let file = house.path("openings");
    let write = |bytes: &[u8]| std::fs::write(&file, bytes).unwrap();
    let read = || read_file::<Othello>(&file, None, false);
    write(b"\xef\xbb\xbff5d6c3\r\n\n# nothing\n  f5f4 # with a comment\nstart\n(;GM[Othello]B[F5]W[F6];)\n");
    let found = read().unwrap();
    assert_eq!(
        found
            .openings
            .iter()
            .map(|opening| opening.given.len())
            .collect::<Vec<_>>(),
        [3, 2, 0, 2]
    );
    // One position, turned and by another way.
    write(b"f5d6c3\nd3c5f6\nf5f6\n---------------------------OX------XO--------------------------- X\nstart\n");
    let found = read().unwrap();
    assert_eq!((found.openings.len(), found.duplicates), (3, 2));
    write(b"f5d6c3d3c4f4c4\nf5d6\nf5f5\nhello\n");
    let faults = read().unwrap_err().0;
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(
        faults[0].contains(":1: ") && faults[0].contains("move 7"),
        "{faults:?}"
    );
    assert!(faults[2].contains(":4: "));
    let found = read_file::<Othello>(&file, None, true).unwrap();
    assert_eq!((found.openings.len(), found.skipped.len()), (1, 3));
    assert_eq!(
        read_file::<Othello>(&file, Some(1), true).unwrap().openings[0]
            .given
            .len(),
        1
    );
    let long = vec![b'x'; 100_000];
    for bytes in [&b""[..], b"# nothing\n", b"\0\0\0\0", &long] {
        write(bytes);
        assert!(read().is_err());
    }
    assert!(
        read_file::<Othello>(&house.path(""), None, false)
            .unwrap_err()
            .0[0]
            .contains("directory")
    );
    // Many bad lines are not all told.
    write("z9\n".repeat(500).as_bytes());
    assert_eq!(read().unwrap_err().0.len(), 21);
    // Lines that are no text are bad lines, and nothing in them is another one.
    let mut bytes = b"f5d6\n\0f5f4\n".to_vec();
    bytes.extend(std::iter::repeat_n(b'x', 100_000).chain(*b" f5f4\nf5f6\n"));
    write(&bytes);
    assert_eq!(read().unwrap_err().0.len(), 1);
    let found = read_file::<Othello>(&file, None, true).unwrap();
    assert_eq!((found.openings.len(), found.skipped.len()), (2, 2));
    assert!(found.skipped[1].contains(":3: "), "{:?}", found.skipped);
    // A game that is over is no beginning.
    write(b"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X\n");
    assert!(read().unwrap_err().0[0].contains("over"));
    // A forced pass is made for the engines.
    write(b"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O\n");
    assert_eq!(
        read().unwrap().openings[0].start.side,
        brightsword::game::Side::First
    );
}

#[test]
fn openings_that_cannot_be_drawn_are_refused() {
    let house = House::new();
    let ran = house.play("", "", &["--pairs", "1", "--plies", "90"]);
    assert_eq!(ran.status, 2, "{}", ran.out);
    let told = "openings.plies: no balanced opening of 90 plies";
    assert!(ran.errors.contains(told), "{}", ran.errors);
    assert!(!house.path("run").exists());
}

#[test]
fn one_pair_is_no_proof_of_superiority() {
    let house = House::new();
    let more = ["--pairs", "1", "--limit", "nodes=1"];
    let ran = house.play("illegal-in=0", "seed=2", &more);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(!ran.out.contains("LOS"), "{}", ran.out);
    assert!(house.report()["meetings"][0]["by_pairs"]["los"].is_null());
}

#[test]
fn the_schedule_does_not_depend_on_how_many_play_at_once() {
    let mut seen = Vec::new();
    for tables in ["1", "8"] {
        let house = House::new();
        let ran = house.play(
            "seed=1",
            "seed=2",
            &[
                "--pairs",
                "6",
                "--concurrency",
                tables,
                "--limit",
                "nodes=1",
            ],
        );
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let mut games: Vec<_> = house
            .games()
            .into_iter()
            .map(|game| (game.game, game.first, game.moves, game.half_points))
            .collect();
        games.sort();
        seen.push(games);
    }
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn few_openings_come_again_and_it_is_said() {
    let house = House::new();
    std::fs::write(house.path("openings"), "f5d6\nf5f6\nf5f4\n").unwrap();
    let ran = house.play(
        "seed=1",
        "seed=2",
        &[
            "--pairs",
            "5",
            "--openings",
            "openings",
            "--limit",
            "nodes=1",
        ],
    );
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(
        ran.errors.contains("3 openings for 5 pairs"),
        "{}",
        ran.errors
    );
    let mut used = BTreeMap::new();
    for game in house.games() {
        *used
            .entry(
                game.moves
                    .split_whitespace()
                    .take(2)
                    .collect::<Vec<_>>()
                    .join(""),
            )
            .or_insert(0) += 1;
    }
    assert!(
        used.values().all(|&count| count == 2 || count == 4),
        "{used:?}"
    );
    // Pairs that are played again are the same games.
    let report = house.report();
    assert_eq!(
        (report["played"].as_u64(), report["distinct"].as_u64()),
        (Some(10), Some(6))
    );
    assert!(
        ran.out.contains("only 6 of 10 games are distinct"),
        "{}",
        ran.out
    );
    house.verify();
    // Without openings all games are one.
    let house = House::new();
    let ran = house.play(
        "seed=1",
        "seed=1",
        &["--pairs", "4", "--plies", "0", "--limit", "nodes=1"],
    );
    assert!(
        ran.errors.contains("all games start alike"),
        "{}",
        ran.errors
    );
    assert_eq!(house.report()["distinct"], 1);
}

#[test]
fn every_language_about_both_games() {
    for (game, engines) in [
        (
            "othello",
            &[
                "name=native limit=nodes=1 self",
                "name=gtp protocol=gtp limit=depth=1 self",
                "name=implicit protocol=gtp passes=implicit limit=move=50ms self --player ai1",
                "name=nboard protocol=nboard limit=depth=1 self",
                "name=uci protocol=uci limit=nodes=1 self",
                "name=flipello protocol=uci variant=flipello limit=5s+10ms self --player ai2",
            ][..],
        ),
        (
            "four-in-line",
            &[
                "name=native limit=nodes=1 self",
                "name=gtp protocol=gtp limit=depth=1 self",
                "name=uci protocol=uci limit=nodes=1 self",
                "name=clock limit=2s+10ms self",
            ],
        ),
        (
            "connect4-7x6",
            &[
                "name=native limit=nodes=1 self",
                "name=uci protocol=uci limit=nodes=9 self",
            ],
        ),
    ] {
        let house = House::new();
        let mut words = vec![
            "tournament",
            "--game",
            game,
            "--pairs",
            "1",
            "--seed",
            "3",
            "--out",
            "run",
            "--concurrency",
            "2",
        ];
        words.extend(engines);
        let ran = house.run(&words);
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
        let games = house.games();
        assert_eq!(games.len(), engines.len() * (engines.len() - 1));
        for game in &games {
            assert_eq!(game.reason, Reason::Normal, "{game:?}");
        }
        house.verify();
    }
}

#[test]
fn positions_are_openings_too() {
    let house = House::new();
    // Red and blue have to go on around two neutral discs; black has to pass at once.
    std::fs::write(
        house.path("neutral"),
        "----------/----------/----------/----------/----------/----------/----------/----------/----------/----------/\
         ----------/----------/----------/----------/---#--#--- X\n",
    )
    .unwrap();
    let run = |other: &str, out: &str| {
        let words = ["match", "name=a self", other, "--game", "four-in-line"];
        let more = [
            "--openings",
            "neutral",
            "--pairs",
            "1",
            "--limit",
            "nodes=1",
        ];
        house.run(&[&words[..], &more, &["--out", out]].concat())
    };
    let ran = run("name=b protocol=uci self", "run");
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(
        house
            .games()
            .iter()
            .all(|game| game.reason == Reason::Normal && game.start.contains('#'))
    );
    house.verify();
    // GTP cannot say so.
    let ran = run("name=b protocol=gtp limit=depth=1 self", "other");
    assert_eq!(ran.status, 2);
    assert!(
        ran.errors.contains("cannot set up positions"),
        "{}",
        ran.errors
    );
}

#[test]
fn an_exact_result_ends_a_game() {
    let house = House::new();
    let ran = house.play(
        "seed=1",
        "seed=2",
        &["--pairs", "3", "--limit", "nodes=1", "--solve", "8"],
    );
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let games = house.games();
    assert!(
        games
            .iter()
            .any(|game| game.reason == Reason::AdjudicatedSolve)
    );
    assert!(games.iter().all(|game| game.difference.is_some()));
    house.verify();
}

#[test]
fn a_test_ends_when_it_knows() {
    // Our own player against moves at random: the first pairs say it all.
    let house = House::new();
    let (strong, weak) = ("name=strong self", "name=weak self --player ai1");
    let sprt = [
        "--sprt",
        "0",
        "300",
        "--limit",
        "nodes=300",
        "--seed",
        "1",
        "--concurrency",
        "2",
        "--game",
        "othello",
    ];
    let ran = house.run(&[&["match", strong, weak, "--out", "run"], &sprt[..]].concat());
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    assert!(ran.out.contains("H1 accepted"), "{}", ran.out);
    let report = house.report();
    assert_eq!(report["sequential"]["verdict"], "H1");
    house.verify();
    // It has come to its end; nobody has stopped it.
    let events = std::fs::read_to_string(house.path("run/events.jsonl")).unwrap();
    let last = events.lines().last().unwrap();
    assert!(last.contains("{\"how\":\"complete\"}"), "{last}");
    // A run that has decided is over.
    let again = house.run(&["resume", "run"]);
    assert_eq!((again.status, house.report()), (0, report));
    let ran = house.run(&[&["match", weak, strong, "--out", "other"], &sprt[..]].concat());
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.errors);
    let ran = house.run(
        &[
            &["match", strong, weak, "--out", "few", "--pairs", "1"],
            &sprt[..],
        ]
        .concat(),
    );
    assert_eq!(ran.status, 6, "{}{}", ran.out, ran.errors);
    let ran = house.run(
        &[
            &[
                "match",
                strong,
                weak,
                "--out",
                "off",
                "--pairs",
                "1",
                "--sprt-status",
                "off",
            ],
            &sprt[..],
        ]
        .concat(),
    );
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
}

#[test]
fn odd_names_are_shown_and_kept() {
    let house = House::new();
    let name = "<script>alert('\u{1}')</script> [x] ]) , \"q\" 名前";
    let (a, b) = (
        format!("name={} self --player ai1", shell_words::quote(name)),
        "name=b self --player ai2",
    );
    let ran = house.run(&[
        "match", &a, b, "--pairs", "1", "--limit", "nodes=1", "--out", "run",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(
        house.report()["standings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["name"].as_str().unwrap().starts_with("<script>"))
    );
    let games = std::fs::read_to_string(house.path("run/games.ggf")).unwrap();
    for line in games.lines() {
        use brightsword::game::Game as _;
        let game = Othello::read_game(line.as_bytes()).unwrap();
        assert!(game.moves.len() > 20);
    }
    house.verify();
}

#[test]
fn a_game_is_a_line_whatever_its_players_are_called() {
    let house = House::new();
    let name = shell_words::quote("a | b\nc\rd").into_owned();
    let a = house.engine("x", "four-in-line illegal-in=2");
    let a = a.replacen("name=x", &format!("name={name}"), 1);
    let b = house.engine("b", "four-in-line");
    let words = ["match", &a, &b, "--game", "four-in-line", "--pairs", "1"];
    let ran = house.run(&[&words[..], &["--limit", "nodes=1", "--out", "run"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let games = std::fs::read_to_string(house.path("run/games.txt")).unwrap();
    assert_eq!(games.lines().count(), 2, "{games}");
    assert_eq!(house.report()["score_rule"], "win, draw or loss");
    assert!(!ran.out.contains("empty squares"), "{}", ran.out);
    for line in games.split_terminator('\n') {
        assert!(
            line.split(" | ").count() == 6 && !line.contains('\r'),
            "{line}"
        );
    }
    house.verify();
}

#[test]
fn perfect_results_have_a_bound() {
    let house = House::new();
    let ran = house.run(&[
        "match",
        "name=a self",
        "name=b self --player ai1",
        "--pairs",
        "5",
        "--limit",
        "nodes=300",
        "--seed",
        "2",
        "--out",
        "run",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let report = house.report();
    let meeting = &report["meetings"][0];
    assert_eq!(meeting["games"], serde_json::json!([0.0, 0.0, 10.0]));
    assert!(meeting["by_pairs"]["elo"].is_null());
    assert!((meeting["by_games"]["bound"]["above"].as_f64().unwrap() - 182.7).abs() < 0.05);
    let text = ran.out.to_lowercase();
    assert!(!text.contains("nan") && text.contains("elo > "), "{text}");
}

#[test]
fn a_rehearsal_starts_nothing_but_a_handshake() {
    let house = House::new();
    let (a, b) = (house.engine("a", ""), house.engine("b", ""));
    let ran = house.run(&["match", &a, &b, "--pairs", "2", "--dry-run", "--out", "run"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(
        ran.out.contains("4 games in 2 pairs") && ran.out.contains("a is there"),
        "{}",
        ran.out
    );
    assert!(!house.path("run").exists());
}

#[test]
fn the_contest_counts_what_is_not_lost() {
    let house = House::new();
    let ran = house.run(&["contest-run", "self", "--task", "1", "--budget", "400"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    assert!(
        ran.out.trim_end().ends_with("non-losses: 10/10"),
        "{}",
        ran.out
    );
    let double = house.engine("x", "");
    for (engine, said) in [
        ("cat", "ILLEGAL"),
        ("sh -c 'read line; echo 2 3 ; cat >/dev/null'", "ILLEGAL"),
        ("sh -c 'exit 0'", "has ended"),
        ("sh -c 'sleep 9 & exit 0'", "has ended"),
        ("sleep 60", "10 s of real time for the run"),
        ("sh -c 'while :; do :; done'", "ILLEGAL"),
        (double.trim_start_matches("name=x "), "ILLEGAL"),
    ] {
        let ran = house.run(&["contest-run", engine, "--task", "2", "--budget", "500"]);
        assert_eq!(ran.status, 1, "{engine}: {}", ran.out);
        assert!(ran.out.contains(said), "{engine}: {}", ran.out);
        assert!(
            ran.out
                .trim_end()
                .ends_with("non-losses: 0/10 (illegal operation)"),
            "{}",
            ran.out
        );
    }
    assert_eq!(
        house
            .run(&["contest-run", "/no/such", "--task", "1"])
            .status,
        2
    );
    assert_eq!(house.run(&["contest-run", "self", "--task", "5"]).status, 2);
}
