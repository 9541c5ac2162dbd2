//! What is said about a run: all mistakes at once, with their lines, and a file that says the same again.

use brightsword::arena::config::Config;
use brightsword::arena::config::draft::Draft;
use brightsword::arena::config::file::read;

use super::house::House;

const GAMES: [&str; 2] = ["othello", "four-in-line"];

fn complete(draft: &Draft) -> Result<Config, Vec<String>> {
    Config::complete(draft, "/bin/brightsword", &GAMES)
}

#[test]
fn all_mistakes_are_told_at_once() {
    let text = "\
[run]
cocurrency = 2
pairs = \"ten\"
game = \"chess\"
[clock]
limit = \"60s+\"
margin = 20
[openngs]
file = \"x\"
[sprt]
elo0 = 5
elo1 = 0
[[engine]]
name = \"a\"
cmd = \"a 'b\"
protocol = \"xboard\"
[[engine]]
name = \" a \"
cmd = [\"a\"]
limt = \"move=1s\"
resign = 1
";
    let (draft, faults) = read("run.toml", text);
    for (line, said) in [
        (
            2,
            "unknown key in [run] `cocurrency`: the nearest known one is `concurrency`",
        ),
        (
            3,
            "run.pairs: expected a whole number from 1 to 1000000, found `ten`",
        ),
        (
            6,
            "clock.limit: `60s+`: column 5: expected a time with its unit",
        ),
        (7, "clock.margin: expected a time with its unit"),
        (
            8,
            "unknown section `openngs`: the nearest known one is `openings`",
        ),
        (15, "engine.cmd: `a 'b`"),
        (
            16,
            "engine.protocol: expected one of native, gtp, nboard, uci, found `xboard`",
        ),
        (
            20,
            "unknown key of an engine `limt`: the nearest known one is `limit`",
        ),
        (
            21,
            "engine.resign: expected true or false, found the number 1",
        ),
    ] {
        let wanted = format!("run.toml:{line}: {said}");
        assert!(
            faults.iter().any(|fault| fault.starts_with(&wanted)),
            "{wanted} in {faults:#?}"
        );
    }
    assert_eq!(faults.len(), 9, "{faults:#?}");
    let more = complete(&draft).unwrap_err();
    for said in [
        "run.game: expected one of othello, four-in-line, found `chess`",
        "two engines are called `a`",
        "sprt: expected elo0 below elo1, found 5 and 0",
    ] {
        assert!(
            more.iter().any(|fault| fault.contains(said)),
            "{said} in {more:#?}"
        );
    }
    // It was told why it cannot be read.
    assert!(more.iter().all(|fault| !fault.contains("`cmd`")));
    let (draft, faults) = read("run.toml", "[[engine]]\ncmd = 5\n");
    let told = "run.toml:2: engine.cmd: expected a text or a list of texts, found integer";
    assert_eq!(faults, [told]);
    let more = complete(&draft).unwrap_err();
    assert_eq!(more, ["expected at least two engines, found 1"]);
}

#[test]
fn a_setting_is_said_once_and_a_bound_is_told() {
    let house = House::new();
    let words = [
        "match",
        "name=a name=c self",
        "self",
        "--seed",
        "9223372036854775808",
    ];
    let ran = house.run(&words);
    assert_eq!(ran.status, 2, "{}", ran.out);
    for said in ["name: expected it once", "from 0 to 9223372036854775807"] {
        assert!(ran.errors.contains(said), "{}", ran.errors);
    }
}

#[test]
fn a_variant_is_one_that_the_engine_knows() {
    let house = House::new();
    for (engine, said) in [
        (
            "name=a variant=flipello self",
            "expected protocol uci, found native",
        ),
        ("name=a protocol=uci variant=chess self", "found `chess`"),
    ] {
        let ran = house.run(&[
            "match",
            engine,
            "name=b self",
            "--pairs",
            "1",
            "--out",
            "run",
        ]);
        assert_eq!(ran.status, 2, "{engine}: {}", ran.out);
        assert!(ran.errors.contains(said), "{engine}: {}", ran.errors);
        assert!(!house.path("run").exists());
    }
}

#[test]
fn what_was_meant_is_guessed() {
    let house = House::new();
    std::fs::write(house.path("run.toml"), "").unwrap();
    std::fs::write(house.path("plan"), "").unwrap();
    for (words, said) in [
        (&["run.toml"][..], "did you mean --config run.toml?"),
        (&["self", "none.toml"], "did you mean --config none.toml?"),
        (&["plan"], "did you mean --config plan?"),
        (&["self", "name=x plan"], "looked for in PATH"),
    ] {
        let mut all = vec!["match", "--pairs", "1", "--out", "run"];
        all.extend(words);
        let ran = house.run(&all);
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.out);
        assert!(ran.errors.contains(said), "{words:?}: {}", ran.errors);
    }
}

#[test]
fn what_is_no_toml_is_told_with_its_lines() {
    let (_, faults) = read(
        "run.toml",
        "[run]\npairs = \nseed = 1\nseed = 2\n[[engine]\n",
    );
    assert!(faults.len() >= 3, "{faults:#?}");
    for line in [2, 4, 5] {
        assert!(
            faults
                .iter()
                .any(|fault| fault.starts_with(&format!("run.toml:{line}: "))),
            "{line} in {faults:#?}"
        );
    }
}

#[test]
fn a_complete_configuration_says_itself_again() {
    let text = "\
[run]
game = \"four-in-line\"
format = \"gauntlet\"
seeds = 1
games = 40
concurrency = 3
seed = 12345
order = \"by-meeting\"
ask-passes = true
max-failures = 7
[clock]
margin = \"5ms\"
lag = 0
hang = \"3s\"
[openings]
file = \"openings.txt\"
plies = 6
count = 100
start = 3
order = \"sequential\"
symmetry = \"random\"
skip-bad = true
[adjudicate]
solve = 12
[output]
rating-interval = 50
[each]
limit = \"depth=3 & 1s+10ms\"
options = { hash = 16 }
restart = \"each-pair\"
[[engine]]
name = 'quoted \"<script>\" 名前'
cmd = \"self --player 'a b'\"
[[engine]]
cmd = [\"/usr/bin/engine\", \"with blank\"]
protocol = \"gtp\"
passes = \"implicit\"
resign = false
env = { B = \"2\", A = \"1\" }
options = { hash = 32, style = \"wild\" }
init = [\"first words\"]
memory = \"64MiB\"
dir = \"/tmp\"
clear-env = true
loose-options = true
[[engine]]
name = \"third\"
cmd = \"x\"
limit = \"nodes=9\"
protocol = \"uci\"
variant = \"flipello\"
";
    let (draft, faults) = read("run.toml", text);
    assert_eq!(faults, [""; 0]);
    let config = complete(&draft).unwrap();
    assert_eq!((config.pairs, config.games()), (10, 40));
    assert_eq!(
        config.engines[0].launch.argv,
        [
            "/bin/brightsword",
            "--player",
            "a b",
            "--game",
            "four-in-line"
        ]
    );
    assert_eq!(config.engines[1].name, "engine with blank");
    assert_eq!(
        config.engines[1].options,
        [
            ("hash".into(), "32".into()),
            ("style".into(), "wild".into())
        ]
    );
    assert_eq!(config.engines[2].limit.to_string(), "nodes=9");
    assert_eq!(config.engines[2].variant.as_deref(), Some("flipello"));
    assert_eq!(config.engines[2].options, [("hash".into(), "16".into())]);
    let (again, faults) = read("config.toml", &config.write());
    assert_eq!(faults, [""; 0], "{}", config.write());
    assert_eq!(complete(&again).unwrap(), config);
}

#[test]
fn the_number_of_games_has_to_fit() {
    let engines = "[[engine]]\ncmd='a'\n[[engine]]\ncmd='b'\n[[engine]]\ncmd='c'\n";
    let (draft, _) = read("x", &format!("[run]\ngames = 20\n{engines}"));
    let faults = complete(&draft).unwrap_err();
    assert!(
        faults[0].contains("expected 18 or 24, found 20"),
        "{faults:?}"
    );
    let (draft, _) = read("x", &format!("[run]\ngames = 4\npairs = 2\n{engines}"));
    assert!(complete(&draft).unwrap_err()[0].contains("found both"));
    let (draft, _) = read("x", &format!("[sprt]\nelo0 = 0\nelo1 = 5\n{engines}"));
    assert!(complete(&draft).unwrap_err()[0].contains("expected two engines, found 3"));
    let (draft, _) = read("x", "[sprt]\nelo0 = 0\n[[engine]]\ncmd='a'\n");
    assert_eq!(complete(&draft).unwrap_err().len(), 2);
}

#[test]
fn the_command_line_is_held_to_the_same() {
    let house = House::new();
    let ran = house.run(&[
        "match",
        "name=x nme=y self",
        "name=x",
        "--pairs",
        "0",
        "--limit",
        "fast",
        "--sprt",
        "5",
        "-5",
        "--concurrency",
        "many",
    ]);
    assert_eq!(ran.status, 2);
    for said in [
        "--pairs",
        "--limit",
        "--concurrency",
        "nearest known one is `name`",
        "expected a command behind",
        "elo0 below elo1",
    ] {
        assert!(ran.errors.contains(said), "{said} in {}", ran.errors);
    }
    for words in [
        &["match", "self"][..],
        &["match", "self", "self"],
        &["match", "self", "name=b self", "name=c self"],
        &["match"],
    ] {
        let ran = house.run(words);
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.errors);
    }
    // What is said on the command line comes before what the file says.
    std::fs::write(
        house.path("run.toml"),
        "[run]\ngames = 8\nseed = 3\n[[engine]]\ncmd='self'\n",
    )
    .unwrap();
    let ran = house.run(&[
        "match",
        "--config",
        "run.toml",
        "--pairs",
        "3",
        "name=a self",
        "name=b self",
        "--print-config",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(
        ran.out.contains("pairs = 3") && ran.out.contains("seed = 3"),
        "{}",
        ran.out
    );
}
