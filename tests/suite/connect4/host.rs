//! A host of the contest's shared library of Four in Line that knows what every call has to return.
#![allow(unsafe_code, reason = "calls into a loaded library")]

use std::ffi::c_int;
use std::path::PathBuf;
use std::process::Command;

use brightsword::connect4::rules::size::TenByFifteen;
use brightsword::game::Side;
use libloading::{Library, library_filename};

use crate::oracles::grid::Grid;

type GameMove = extern "C" fn(c_int) -> c_int;
type TableSetupMoves = unsafe extern "C" fn(c_int, *const c_int) -> c_int;

/// Set where a test runs in a process of its own.
const ALONE: &str = "BRIGHTSWORD_TEST_ALONE";

/// Does `body`, that of the test `name`, in a process of its own in which the library has so many milliseconds for a move,
/// and sees to it that nothing is written there but by the test program itself.
pub(super) fn alone(name: &str, limit: &str, body: impl FnOnce()) {
    if std::env::var_os(ALONE).is_some() {
        return body();
    }
    let path = format!("connect4::library::{name}");
    let output = Command::new(std::env::current_exe().expect("the path of this test"))
        .args([&path, "--exact", "--nocapture", "--test-threads=1"])
        .env(ALONE, "yes")
        .env("BRIGHTSWORD_MOVE_MS", limit)
        .output()
        .expect("this test runs again");
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{path}:\n{out}\n{err}");
    assert_eq!(err, "", "{path}");
    let lines: Vec<&str> = out.lines().filter(|line| !line.is_empty()).collect();
    let [running, test, result] = lines[..] else {
        panic!("{path} wrote more than three lines:\n{out}");
    };
    assert_eq!(running, "running 1 test");
    assert_eq!(test, format!("test {path} ... ok"));
    assert!(result.starts_with("test result: ok. 1 passed"), "{result}");
}

/// `cargo test` builds the examples too and puts them beside the tests.
pub(super) fn file() -> PathBuf {
    let program = std::env::current_exe().expect("the path of this test");
    let folder = program.ancestors().nth(2).expect("the profile's folder");
    let path = folder
        .join("examples")
        .join(library_filename("four_in_line"));
    assert!(
        path.exists(),
        "{} is missing: run `cargo build --examples` in the same profile",
        path.display()
    );
    path
}

pub(super) struct Loaded(Library);

impl Loaded {
    pub(super) fn new() -> Self {
        // SAFETY: it is our own library, without initialisers.
        Self(unsafe { Library::new(file()) }.expect("the library loads"))
    }

    /// A copy of the file, which has a game of its own.
    pub(super) fn copy() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(library_filename("copy"));
        std::fs::copy(file(), &path).expect("it can be copied");
        // SAFETY: as above. The file may go once it is loaded.
        Self(unsafe { Library::new(path) }.expect("the copy loads"))
    }

    pub(super) fn game_move(&self, n: c_int) -> c_int {
        // SAFETY: the type is the one in the header.
        let function = unsafe { self.0.get::<GameMove>(b"GameMove") };
        function.expect("name")(n)
    }

    pub(super) fn setup_raw(&self, n: c_int, columns: *const c_int) -> c_int {
        // SAFETY: the type is the one in the header; the callers below give as many numbers as they say.
        unsafe {
            let function = self.0.get::<TableSetupMoves>(b"TableSetupMoves");
            function.expect("name")(n, columns)
        }
    }

    pub(super) fn setup(&self, columns: &[c_int]) -> c_int {
        let n = c_int::try_from(columns.len()).expect("few");
        self.setup_raw(n, columns.as_ptr())
    }
}

/// What the contest's decisions say of the calls, on the naive board.
pub(super) struct Model {
    pub(super) grid: Grid,
    untouched: bool,
}

impl Model {
    pub(super) fn new() -> Self {
        Self {
            grid: Grid::sized::<TenByFifteen>(),
            untouched: true,
        }
    }

    /// The sum that is to be returned.
    pub(super) fn setup(&mut self, columns: &[c_int]) -> c_int {
        *self = Self::new();
        for &column in columns {
            self.grid.play_neutral(column);
        }
        let add = |sum: c_int, &column: &c_int| sum.wrapping_add(column);
        columns.iter().fold(0, add)
    }

    /// The columns of which one is to be returned; none where it is -1.
    pub(super) fn game_move(&mut self, n: c_int) -> Vec<c_int> {
        if n == -1 {
            if !self.untouched {
                *self = Self::new();
            }
        } else if (0..10).contains(&n) {
            if self.grid.is_over() || self.grid.landing(n).is_none() {
                *self = Self::new();
            }
            self.drop(n);
        } else {
            return Vec::new();
        }
        self.grid.legal_columns()
    }

    pub(super) fn drop(&mut self, column: c_int) {
        self.grid.play(column);
        self.untouched = false;
    }
}

/// A host that keeps the model beside the library and checks every answer.
pub(super) struct Host {
    pub(super) library: Loaded,
    pub(super) model: Model,
}

impl Host {
    pub(super) fn new(library: Loaded) -> Self {
        let model = Model::new();
        Self { library, model }
    }

    pub(super) fn setup(&mut self, columns: &[c_int]) {
        let sum = self.model.setup(columns);
        assert_eq!(self.library.setup(columns), sum, "{columns:?}");
    }

    /// The answer, which is played.
    pub(super) fn game_move(&mut self, n: c_int) -> c_int {
        let legal = self.model.game_move(n);
        let grid = self.model.grid;
        let answer = self.library.game_move(n);
        if legal.is_empty() {
            assert_eq!(answer, -1, "after {n}: {grid:?}");
        } else {
            assert!(legal.contains(&answer), "{answer} after {n}: {grid:?}");
            self.model.drop(answer);
        }
        answer
    }

    pub(super) fn is_over(&self) -> bool {
        self.model.grid.is_over()
    }

    /// Plays a game on to its end, the opponent's columns chosen by `choose`; the library is asked first if it is red.
    pub(super) fn play_on(&mut self, red: bool, mut choose: impl FnMut(&Grid) -> c_int) {
        let mut next = red.then_some(-1);
        while !self.is_over() {
            let n = next.take().unwrap_or_else(|| choose(&self.model.grid));
            self.game_move(n);
        }
    }

    pub(super) fn won_by(&self, side: Side) -> bool {
        self.model.grid.has_four(side)
    }
}
