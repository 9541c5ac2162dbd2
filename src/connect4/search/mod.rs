//! Principal variation search with a transposition table. Forced replies cost no depth, a search that reached no horizon
//! is known to be exact, and where the depth ends a sequence of threats may still win.
//!
//! Scores inside the tree are points for the side to move: `WIN` less the number of discs on the board when the four is
//! made, 0 for a draw, estimates between.

pub mod root;
mod strike;

use arrayvec::ArrayVec;

use super::eval::network::Network;
use super::eval::{Evaluation, Threats};
use super::rules::bits::{Bits, Cells};
use super::rules::board::{Board, holding, mirrored};
use super::rules::size::Size;
use crate::search::table::{Entry, NO_MOVE, Table};
use crate::search::watch::Watch;

/// A win with no disc on the board, which is the highest of all scores.
pub(crate) const WIN: i32 = 2_000;
/// Scores above this are proven wins, below its negative proven losses.
pub(crate) const PROVEN: i32 = WIN - 200;
/// The depth under which is stored what was searched to the end of the game.
const TO_THE_END: u8 = 127;
/// Moves at most.
const MOST_MOVES: usize = 10;
/// Bits of the largest board.
const MOST_BITS: usize = 256;
/// Boards searched for a sequence of threats where the depth ends.
const STRIKES: u32 = 8;

/// A course of play as columns.
pub(crate) type Line = ArrayVec<u8, 160>;

/// The state of one searching thread.
pub(crate) struct Searcher<'a, S: Size> {
    table: &'a Table,
    pub(crate) watch: Watch<'a>,
    evaluation: Evaluation<'a, S>,
    /// How often a disc of a side on a cell has refuted something.
    history: Box<[[i32; MOST_BITS]; 2]>,
    /// Tells games with different neutral discs apart in the table.
    salt: u64,
    /// A position and its mirror image are the same, and the game is young enough for it to matter.
    symmetric: bool,
    /// How often a search ended before the game did.
    horizons: u64,
}

/// A position on the path, with what is known without looking.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<S: Size> {
    pub(crate) board: Board<S>,
    /// Discs on the board.
    pub(crate) discs: u32,
    /// 0 if the first side is to move, 1 if the second.
    pub(crate) turn: usize,
}

impl<S: Size> Node<S> {
    /// The node after the mover's disc on `cell`.
    #[inline(always)]
    pub(crate) fn play(self, cell: S::Bits) -> Self {
        Self {
            board: self.board.play(cell),
            discs: self.discs + 1,
            turn: 1 - self.turn,
        }
    }
}

/// What a node shows without a search.
enum Outlook<B> {
    /// The game is over, or ends after the best move on this cell.
    Clear { score: i32, cell: Option<u32> },
    /// No side wins at once, and these moves do not lose at once.
    Open { moves: B, threats: Threats<B> },
}

impl<S: Size> Node<S> {
    /// Looks at the threats of both sides: whoever can complete a four does, whoever must prevent one must do that, and
    /// nobody drops a disc under a cell on which the other side completes one.
    #[inline(always)]
    fn outlook(self) -> Outlook<S::Bits> {
        let Self { board, discs, .. } = self;
        let playable = board.playable();
        if playable.is_empty() {
            return Outlook::Clear {
                score: 0,
                cell: None,
            };
        }
        let threats = Threats::of(board);
        let winning = playable & threats.mine;
        if !winning.is_empty() {
            return Outlook::Clear {
                score: win_at(discs + 1),
                cell: Some(winning.first()),
            };
        }
        let moves = holding(playable, threats.theirs);
        if moves.is_empty() {
            let forced = playable & threats.theirs;
            let lost = if forced.is_empty() { playable } else { forced };
            return Outlook::Clear {
                score: -win_at(discs + 2),
                cell: Some(lost.first()),
            };
        }
        Outlook::Open { moves, threats }
    }
}

/// A move with its place in the order.
#[derive(Debug, Clone, Copy)]
struct Candidate<B> {
    cell: B,
    bit: u32,
    order: i32,
    /// Whether it makes a threat.
    sharp: bool,
}

/// The score of a win by the disc that is number `discs` on the board.
#[inline(always)]
pub(crate) fn win_at(discs: u32) -> i32 {
    WIN - discs.cast_signed()
}

/// Whether the score is proven, whatever the depth.
#[inline(always)]
pub(crate) fn is_proven(score: i32) -> bool {
    score.abs() > PROVEN
}

/// The words by which a position is kept, and the number by which it is looked up.
struct Key {
    words: [u64; 2],
    hash: u64,
    mirrored: bool,
}

impl<'a, S: Size> Searcher<'a, S> {
    /// A search from `root` on.
    pub(crate) fn new(
        table: &'a Table,
        watch: Watch<'a>,
        root: Board<S>,
        network: Option<&'a Network>,
    ) -> Self {
        let neutral = root.neutral();
        let young = (root.mover | root.other).count() <= YOUNG;
        Self {
            table,
            watch,
            evaluation: Evaluation::new(neutral.count(), network),
            history: Box::new([[0; MOST_BITS]; 2]),
            salt: folded(neutral.words()),
            symmetric: young && neutral == mirrored::<S>(neutral),
            horizons: 0,
        }
    }

    /// Half of what was learned in the last iteration is enough to begin with.
    fn fade(&mut self) {
        for side in self.history.iter_mut() {
            for count in side {
                *count /= 2;
            }
        }
    }

    fn key(&self, board: Board<S>) -> Key {
        let identity = |board: Board<S>| board.mover.plus(board.filled.plus(S::BOTTOM)).words();
        let mut words = identity(board);
        let mut is_mirrored = false;
        if self.symmetric {
            let image = identity(board.mirrored());
            if image < words {
                words = image;
                is_mirrored = true;
            }
        }
        // The fourth word is empty. The third has two columns, which are mixed into the others: two positions of one game have
        // the same key only if both of 64 bits agree by chance.
        let [a, b, c, _] = words;
        let c = (c ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let words = [a ^ c, b ^ c.rotate_left(32)];
        let hash = folded([words[0], words[1], 0, 0]);
        Key {
            words,
            hash,
            mirrored: is_mirrored,
        }
    }

    /// The score of a node by a search of `depth` plies within `[alpha, beta]`, fail-soft. Where the window is open the
    /// course of play that leads to it is left in `line`. After an abort the value means nothing.
    pub(crate) fn score<const OPEN: bool>(
        &mut self,
        node: Node<S>,
        depth: i32,
        [mut alpha, mut beta]: [i32; 2],
        line: &mut Line,
    ) -> i32 {
        if OPEN {
            line.clear();
        }
        self.watch.count();
        if self.watch.is_over() {
            return alpha;
        }
        let Node { board, discs, turn } = node;
        let (moves, threats) = match node.outlook() {
            Outlook::Open { moves, threats } => (moves, threats),
            Outlook::Clear { score, cell } => {
                if OPEN {
                    line.extend(cell.map(column::<S>));
                }
                return score;
            }
        };
        // Neither side can win faster than this.
        let (most, least) = (win_at(discs + 3), -win_at(discs + 4));
        if most <= alpha || least >= beta {
            return if most <= alpha { most } else { least };
        }
        (alpha, beta) = (alpha.max(least), beta.min(most));

        let single = !moves.is_several();
        if depth <= 0 && !single {
            return self.leaf(node, moves, threats);
        }
        let key = self.key(board);
        let mut known = NO_MOVE;
        if let Some(entry) = self.table.probe(key.words, key.hash) {
            known = Self::column_from(entry.best[0], &key);
            if !OPEN && let Some(score) = self.settled(entry, depth, [alpha, beta]) {
                return score;
            }
        }
        let before = self.horizons;
        let less = i32::from(!single);
        let mut best = -WIN;
        let mut best_bit = None;
        let mut rest = Line::new();
        let mut candidates = self.candidates(node, moves, threats.building, known);
        for place in 0..candidates.len() {
            bring_best(&mut candidates, place);
            let Candidate {
                cell, bit, sharp, ..
            } = candidates[place];
            let child = node.play(cell);
            let floor = alpha.max(best);
            let next = depth - less;
            if OPEN {
                rest.clear();
            }
            if next > 0 {
                self.table.prefetch(self.key(child.board).hash);
            }
            let mut score;
            if place == 0 {
                score = -self.score::<OPEN>(child, next, [-beta, -floor], &mut rest);
            } else {
                let reduction = if sharp { 0 } else { reduction(depth, place) };
                let window = [-floor - 1, -floor];
                score = -self.score::<false>(child, next - reduction, window, &mut rest);
                if score > floor && reduction > 0 {
                    score = -self.score::<false>(child, next, window, &mut rest);
                }
                if OPEN && score > floor && score < beta {
                    score = -self.score::<true>(child, next, [-beta, -floor], &mut rest);
                }
            }
            if self.watch.aborted() {
                return alpha;
            }
            if score > best {
                best = score;
                best_bit = Some(bit);
                if OPEN && score > alpha {
                    extend(line, column::<S>(bit), &rest);
                }
                if score >= beta {
                    self.praise(turn, bit, depth, &candidates[..place]);
                    break;
                }
            }
        }
        let reached = if self.horizons == before {
            TO_THE_END
        } else {
            u8::try_from(depth.clamp(0, 126)).unwrap_or(0)
        };
        self.remember(&key, reached, [alpha, beta], best, best_bit);
        best
    }

    /// The score of a node without a search; of a finished game too.
    pub(crate) fn glance(&self, node: Node<S>) -> i32 {
        let board = node.board;
        if board.is_won() {
            return -win_at(node.discs);
        }
        let threats = Threats::of(board);
        let playable = board.playable();
        if !(playable & threats.mine).is_empty() {
            return win_at(node.discs + 1);
        }
        self.evaluation.estimate(board, node.turn, threats)
    }

    /// The score where the depth ends: a win by threats, else the estimate.
    fn leaf(&mut self, node: Node<S>, moves: S::Bits, threats: Threats<S::Bits>) -> i32 {
        let mut left = STRIKES;
        // A win by threats need not be the fastest, so it is no less a guess of the score than the estimate.
        self.horizons += 1;
        if let Some(discs) = self.strike(node, moves, threats, &mut left) {
            return win_at(discs);
        }
        self.evaluation.estimate(node.board, node.turn, threats)
    }

    /// The score that an entry settles.
    fn settled(&mut self, entry: Entry, depth: i32, [alpha, beta]: [i32; 2]) -> Option<i32> {
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        let deep = i32::from(entry.depth) >= depth;
        let score = if lower >= beta && (deep || lower > PROVEN) {
            lower
        } else if upper <= alpha && (deep || upper < -PROVEN) {
            upper
        } else if deep && lower == upper {
            lower
        } else {
            return None;
        };
        // A proven win that was met before its end was searched need not be the fastest.
        if entry.depth != TO_THE_END {
            self.horizons += 1;
        }
        Some(score)
    }

    fn column_from(best: u8, key: &Key) -> u8 {
        if best == NO_MOVE || !key.mirrored {
            return best;
        }
        column::<S>(S::STRIDE * (S::WIDTH - 1)) - best
    }

    fn candidates(
        &self,
        node: Node<S>,
        moves: S::Bits,
        building: S::Bits,
        known: u8,
    ) -> ArrayVec<Candidate<S::Bits>, MOST_MOVES> {
        Cells(moves)
            .map(|bit| {
                let cell = S::Bits::single(bit);
                let sharp = !(building & cell).is_empty();
                let order = if column::<S>(bit) == known {
                    i32::MAX
                } else {
                    let threat = if sharp { THREAT_FIRST } else { 0 };
                    self.history[node.turn][bit as usize] + threat + central::<S>(bit)
                };
                Candidate {
                    cell,
                    bit,
                    order,
                    sharp,
                }
            })
            .collect()
    }

    /// A move has refuted its node, those before it have not.
    fn praise(&mut self, turn: usize, bit: u32, depth: i32, failed: &[Candidate<S::Bits>]) {
        let weight = depth.max(1) * depth.max(1);
        let history = &mut self.history[turn];
        let mut learn = |bit: u32, by: i32| {
            let count = &mut history[bit as usize];
            *count += by - *count * by.abs() / MOST_HISTORY;
        };
        learn(bit, weight.min(MOST_HISTORY));
        for other in failed {
            learn(other.bit, -weight.min(MOST_HISTORY));
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "scores lie within ±WIN, columns below 10"
    )]
    fn remember(
        &self,
        key: &Key,
        depth: u8,
        [alpha, beta]: [i32; 2],
        score: i32,
        best: Option<u32>,
    ) {
        let best = best.map_or(NO_MOVE, |bit| Self::column_from(column::<S>(bit), key));
        let entry = Entry {
            lower: if score > alpha { score } else { -WIN } as i16,
            upper: if score < beta { score } else { WIN } as i16,
            depth,
            confidence: 0,
            best: [best, NO_MOVE],
        };
        self.table.store(key.words, key.hash, entry);
    }
}

/// Discs of the players up to which mirror images are looked for.
const YOUNG: u32 = 2;
/// A threat goes before what history knows of.
const THREAT_FIRST: i32 = 2_000;
/// The bound of the history's counts.
const MOST_HISTORY: i32 = 8_192;

/// By how many plies a quiet move is searched less, by its place in the order.
fn reduction(depth: i32, place: usize) -> i32 {
    match (depth, place) {
        (..3, _) | (_, ..3) => 0,
        (6.., 6..) => 2,
        _ => 1,
    }
}

/// The column of a cell.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "below 10")]
pub(crate) fn column<S: Size>(bit: u32) -> u8 {
    (bit / S::STRIDE) as u8
}

/// More for a column nearer to the middle.
fn central<S: Size>(bit: u32) -> i32 {
    let column = bit / S::STRIDE;
    column.min(S::WIDTH - 1 - column).cast_signed()
}

/// Brings the best of the candidates from `place` on to that place.
fn bring_best<B>(candidates: &mut [Candidate<B>], place: usize) {
    let best = (place..candidates.len()).max_by_key(|&at| candidates[at].order);
    if let Some(best) = best {
        candidates.swap(place, best);
    }
}

/// `line` becomes `first` followed by `rest`.
fn extend(line: &mut Line, first: u8, rest: &Line) {
    line.clear();
    line.push(first);
    line.extend(rest.iter().copied().take(line.remaining_capacity()));
}

/// Four words mixed into one.
fn folded(words: [u64; 4]) -> u64 {
    words.into_iter().fold(0, |hash, word| {
        let mixed = (hash ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ mixed >> 32
    })
}
