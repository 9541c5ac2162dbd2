//! The floors of the house are respected: who may know whom, who may print, where `unsafe` may stand.

use std::fs;
use std::path::{Path, PathBuf};

use brightsword::app::catalogue;

use crate::oracles::source::{Finding, findings, vocabulary};

/// Floors from the ground up; the longest matching module path counts.
const FLOORS: [(&str, u32); 16] = [
    ("base", 0),
    ("search", 1),
    ("game", 2),
    ("othello::rules", 3),
    ("othello", 4),
    ("connect4::rules", 3),
    ("connect4", 4),
    ("session", 5),
    ("protocol", 6),
    ("arena", 7),
    ("train", 7),
    ("app", 8),
    ("lib", 9),
    ("main", 9),
    ("bin", 9),
    ("abi", 9),
];

/// Rooms that may not know certain rooms below them either.
const STRANGERS: [(&str, &[&str]); 6] = [
    ("othello", &["connect4"]),
    ("connect4", &["othello"]),
    ("session", &["othello", "connect4"]),
    ("protocol", &["othello", "connect4"]),
    ("arena", &["othello", "connect4", "search", "session"]),
    ("train", &["session", "protocol"]),
];

/// Rooms in which no game may be named, not even in a text.
const NAMELESS: [&str; 2] = ["session", "protocol"];

/// What games are called in code and text; `-`, `_` and blanks do not count.
const NAMES: [&str; 7] = [
    "othello",
    "reversi",
    "flipello",
    "connect4",
    "connectfour",
    "cfour",
    "fourinline",
];

/// Files and folders that may write to standard output or standard error.
const PRINTERS: [&str; 4] = [
    "src/protocol/outbox.rs",
    "src/app/",
    "src/main.rs",
    "src/bin/",
];

/// Files that may write to standard error, and only there: the processor check runs before anything else.
const COMPLAINERS: [&str; 1] = ["src/base/processor.rs"];

/// Files and folders that may contain `unsafe`.
const UNSAFE: [&str; 8] = [
    "src/base/pages.rs",
    "src/othello/eval/lanes/",
    "src/othello/rules/flips/",
    "src/othello/rules/mobility/",
    "src/connect4/rules/wide/",
    "src/search/prefetch.rs",
    "src/abi/",
    "src/base/processor.rs",
];

fn room(module: &[String]) -> &str {
    module.first().map_or("lib", String::as_str)
}

fn floor(module: &[String]) -> Option<u32> {
    let longest = module.len().min(2);
    (0..=longest).rev().find_map(|length| {
        let name = if length == 0 && module.is_empty() {
            "lib".to_owned()
        } else {
            module[..length].join("::")
        };
        let found = FLOORS.iter().find(|(known, _)| *known == name);
        found.map(|&(_, floor)| floor)
    })
}

/// The module that a file is: `src/base/clock.rs` is `base::clock`, `src/lib.rs` the root.
fn module_of(file: &str) -> Vec<String> {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    let mut module: Vec<String> = path.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod") || module == ["lib"] {
        module.pop();
    }
    module
}

/// What is wrong with a use of `target` in the module `from`, if anything; the name is that of the stranger.
fn forbidden(from: &[String], target: &[String]) -> Option<String> {
    let above = floor(target)?;
    let (here, there) = (room(from), room(target));
    let stranger = STRANGERS
        .iter()
        .any(|(name, strangers)| *name == here && strangers.contains(&there));
    let own = floor(from)?;
    let upward = above > own || (above == own && here != there);
    (stranger || upward).then(|| {
        let shown = if here == there { 2 } else { 1 };
        target[..shown.min(target.len())].join("::")
    })
}

/// Every sentence that can be said against a file.
fn complaints(file: &str, text: &str) -> Vec<String> {
    let module = module_of(file);
    if floor(&module).is_none() {
        return vec![format!("{file} has no floor: add it to the plan")];
    }
    let allowed = |places: &[&str]| places.iter().any(|place| file.starts_with(place));
    let mut all = Vec::new();
    for finding in findings(&module, text).unwrap_or_else(|error| panic!("{file}: {error}")) {
        match finding {
            Finding::Uses(target) => {
                if let Some(name) = forbidden(&module, &target) {
                    all.push(format!("{file} may not use {name}"));
                }
            }
            Finding::Prints(how) if how == "io::stderr" && allowed(&COMPLAINERS) => {}
            Finding::Prints(how) if !allowed(&PRINTERS) => {
                all.push(format!("{file} may not print ({how})"));
            }
            Finding::Unsafe(how) if !allowed(&UNSAFE) => {
                all.push(format!("{file} may not contain unsafe code ({how})"));
            }
            Finding::Prints(_) | Finding::Unsafe(_) => {}
        }
    }
    // A path to a game is complained about already.
    if NAMELESS.contains(&room(&module)) && all.is_empty() {
        for said in vocabulary(text).unwrap_or_else(|error| panic!("{file}: {error}")) {
            if let Some(name) = named(&said) {
                all.push(format!("{file} may not name a game ({name})"));
            }
        }
    }
    all.dedup();
    all
}

/// The game that is named in a text.
fn named(text: &str) -> Option<&'static str> {
    let text = text.replace(['-', '_', ' '], "");
    NAMES.into_iter().find(|name| text.contains(name))
}

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
}

#[test]
fn the_floors_are_respected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    assert!(files.len() > 20, "the sources are found");
    let mut all = Vec::new();
    for path in files {
        let file = path.strip_prefix(root).expect("below the root");
        let file = file.to_str().expect("plain names").replace('\\', "/");
        let text = fs::read_to_string(&path).expect("a text file");
        all.extend(complaints(&file, &text));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

fn expect(file: &str, text: &str, sentences: &[&str]) {
    assert_eq!(complaints(file, text), sentences, "{file}: {text}");
}

#[test]
fn looking_up_is_noticed_however_it_is_written() {
    let sentence = ["src/game/mod.rs may not use session"];
    for text in [
        "use crate::session::Session;",
        "use crate::{base::clock, session};",
        "pub use crate::session as friend;",
        "use super::session::*;",
        "use crate::{game::{self}, session::{state::{Idle, Busy}}};",
        "fn f() { crate::session::begin(); }",
        "fn f(x: crate::session::Session) {}",
        "fn f() -> Vec<super::session::Session> { Vec::new() }",
        "impl crate::session::Desk for u8 {}",
        "#[derive(Debug)] struct S { x: Option<crate::session::X> }",
        "mod tests { use super::super::session::X; }",
        "fn f() { assert_eq!(1, crate::session::COUNT); }",
        "fn f() { vec![super :: session::a()]; }",
        "mod a { mod b { fn f() { super::super::super::session::x(); } } }",
        "#[cfg(test)] mod tests { fn f() { use brightsword::session::X; } }",
        "#[derive(crate::session::Magic)] struct S;",
    ] {
        expect("src/game/mod.rs", text, &sentence);
    }
    for text in [
        "use crate::base::clock::Clock; use crate::search::limits; use self::player::X; use super::game::record;",
        "mod tests { use super::*; use super::super::base::stop; }",
        "// crate::session\nconst TEXT: &str = \"crate::session::X\";",
        "use std::session::X; use session::X; use other::session;",
        "pub(super) fn f() {} pub(crate) fn g() {}",
    ] {
        expect("src/game/mod.rs", text, &[]);
    }
}

#[test]
fn every_floor_is_known() {
    for (file, text, sentences) in [
        (
            "src/base/clock.rs",
            "use crate::search::table::Table;",
            &["src/base/clock.rs may not use search"][..],
        ),
        (
            "src/search/table.rs",
            "use crate::game::Game;",
            &["src/search/table.rs may not use game"],
        ),
        (
            "src/othello/rules/board.rs",
            "use crate::othello::eval::Eval;",
            &["src/othello/rules/board.rs may not use othello::eval"],
        ),
        (
            "src/othello/rules/flips/mod.rs",
            "use super::super::player;",
            &["src/othello/rules/flips/mod.rs may not use othello::player"],
        ),
        (
            "src/othello/eval/mod.rs",
            "use crate::othello::search::X; use super::rules::board;",
            &[],
        ),
        (
            "src/othello/player.rs",
            "use crate::connect4::rules::X;",
            &["src/othello/player.rs may not use connect4"],
        ),
        (
            "src/connect4/player.rs",
            "use crate::othello::rules::X;",
            &["src/connect4/player.rs may not use othello"],
        ),
        (
            "src/connect4/rules/board.rs",
            "use crate::session::X;",
            &["src/connect4/rules/board.rs may not use session"],
        ),
        (
            "src/session/mod.rs",
            "use crate::othello::rules::X; use crate::game::Game;",
            &["src/session/mod.rs may not use othello"],
        ),
        (
            "src/session/desk.rs",
            "use crate::protocol::line;",
            &["src/session/desk.rs may not use protocol"],
        ),
        (
            "src/protocol/contest/mod.rs",
            "use crate::connect4::X;",
            &["src/protocol/contest/mod.rs may not use connect4"],
        ),
        (
            "src/protocol/line.rs",
            "use crate::session::desk::Desk; use crate::app::X;",
            &["src/protocol/line.rs may not use app"],
        ),
        (
            "src/arena/client.rs",
            "use crate::protocol::X; use crate::game::X; use crate::othello::eval::X;",
            &["src/arena/client.rs may not use othello"],
        ),
        (
            "src/arena/referee.rs",
            "use crate::train::X;",
            &["src/arena/referee.rs may not use train"],
        ),
        (
            "src/train/fit.rs",
            "use crate::othello::eval::X; use crate::session::X;",
            &["src/train/fit.rs may not use session"],
        ),
        (
            "src/app/mod.rs",
            "use crate::protocol::X; use crate::othello::X; use crate::abi::X;",
            &["src/app/mod.rs may not use abi"],
        ),
        (
            "src/main.rs",
            "use brightsword::app::X; use brightsword::othello::X;",
            &[],
        ),
        (
            "src/novelty/mod.rs",
            "",
            &["src/novelty/mod.rs has no floor: add it to the plan"],
        ),
    ] {
        expect(file, text, sentences);
    }
}

#[test]
fn names_of_games_are_noticed() {
    for (text, name) in [
        (
            "const TEXT: &str = \"Brightsword plays Othello\";",
            "othello",
        ),
        ("const VERB: &[u8] = b\"set_game Reversi\";", "reversi"),
        (
            "fn f() { format!(\"{} in Four in Line\", 1); }",
            "fourinline",
        ),
        ("fn connect_four() {}", "connectfour"),
        ("enum Game { CFour }", "cfour"),
        (
            "fn f(x: u8) { match x { 1 => g(\"connect4-7x6\"), _ => {} } }",
            "connect4",
        ),
        (
            "#[expect(dead_code, reason = \"flipello\")] fn f() {}",
            "flipello",
        ),
    ] {
        let sentence = format!("src/protocol/gtp/mod.rs may not name a game ({name})");
        expect("src/protocol/gtp/mod.rs", text, &[sentence.as_str()]);
        expect("src/app/catalogue.rs", text, &[]);
    }
    expect(
        "src/session/desk.rs",
        "/// Othello.\n// othello\nfn f() {}\n#[cfg(test)] mod tests { const GAME: &str = \"othello\"; }",
        &[],
    );
    // Whatever can be chosen is known here.
    for game in catalogue::GAMES {
        assert!(named(&game.name.to_lowercase()).is_some(), "{}", game.name);
        assert!(
            named(&game.title.to_lowercase()).is_some(),
            "{}",
            game.title
        );
    }
}

#[test]
fn printing_is_noticed() {
    for (text, how) in [
        ("fn f() { println!(\"x\"); }", "println!"),
        ("fn f() { std::print!(\"x\"); }", "print!"),
        ("fn f() { eprintln!(); }", "eprintln!"),
        ("fn f() { eprint!(\"x\"); }", "eprint!"),
        ("fn f() { let _ = dbg!(1); }", "dbg!"),
        ("fn f() { assert!({ println!(); true }); }", "println!"),
        ("fn f() { std::io::stdout(); }", "io::stdout"),
        ("use std::io::{self, stdout};", "io::stdout"),
        ("use std::io; fn f() { io::stderr().lock(); }", "io::stderr"),
    ] {
        let sentence = format!("src/session/mod.rs may not print ({how})");
        expect("src/session/mod.rs", text, &[sentence.as_str()]);
        expect("src/protocol/outbox.rs", text, &[]);
        expect("src/app/event_loop.rs", text, &[]);
        expect("src/main.rs", text, &[]);
    }
    let check = "src/base/processor.rs";
    expect(check, "fn f() { std::io::stderr(); }", &[]);
    let sentence = "src/base/processor.rs may not print (io::stdout)";
    expect(check, "fn f() { std::io::stdout(); }", &[sentence]);
    expect(
        "src/session/mod.rs",
        "fn f() { writeln!(out, \"println!\"); }",
        &[],
    );
}

#[test]
fn unsafe_code_is_noticed() {
    for (text, how) in [
        ("fn f() { unsafe { g() } }", "unsafe block"),
        ("unsafe fn f() {}", "unsafe fn"),
        ("trait T { unsafe fn f(); }", "unsafe fn"),
        ("unsafe impl Send for X {}", "unsafe impl"),
        ("unsafe trait T {}", "unsafe trait"),
        ("unsafe extern \"C\" { fn f(); }", "extern block"),
        (
            "#![allow(unsafe_code, reason = \"x\")]",
            "unsafe_code attribute",
        ),
        ("#[expect(unsafe_code)] fn f() {}", "unsafe_code attribute"),
        ("#[unsafe(no_mangle)] fn f() {}", "unsafe attribute"),
        ("fn f() { assert!(unsafe { g() }); }", "unsafe in a macro"),
    ] {
        let sentence = format!("src/search/table.rs may not contain unsafe code ({how})");
        expect("src/search/table.rs", text, &[sentence.as_str()]);
        for file in [
            "src/search/prefetch.rs",
            "src/othello/rules/flips/last/bmi2.rs",
            "src/othello/rules/mobility/avx2.rs",
            "src/abi/othello_contest.rs",
            "src/base/processor.rs",
        ] {
            expect(file, text, &[]);
        }
    }
    expect(
        "src/search/table.rs",
        "// unsafe\n#![deny(unsafe_code)] fn unsafe_f() {}",
        &[],
    );
}
