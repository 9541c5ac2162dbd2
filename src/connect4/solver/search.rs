//! Null-window search to the end of the game.

use arrayvec::ArrayVec;

use super::Parts;
use super::masks::{MOST_COLUMNS, Masks};
use super::memory::{Bounds, Key, Memory, NO_COLUMN, identity};
use super::node::{Course, Node};
use crate::connect4::rules::bits::{Bits, Cells};
use crate::connect4::rules::size::Size;
use crate::search::watch::Watch;

/// With so many empty cells or more the positions after all moves are looked up before the first of them is searched.
const PROBING: u32 = 12;

/// What counts how much in the order of moves.
mod order {
    /// A threat that the mover has after the move.
    pub(super) const THREAT: i32 = 32;
    /// The same on a row that suits its side in the end.
    pub(super) const SUITING: i32 = 8;
    /// Forced replies after which it is the mover's turn again.
    pub(super) const TURNED: i32 = 32;
    /// The move that was good here before: more than all else.
    pub(super) const KNOWN: i32 = 1 << 20;
    /// A move that has been searched: less than all else.
    pub(super) const DONE: i32 = i32::MIN;
}

/// A search in progress.
pub(super) struct Search<'a, S: Size> {
    pub(super) memory: &'a mut Memory,
    pub(super) masks: &'a Masks<S>,
    pub(super) parts: Parts,
    /// Counts the positions that are entered.
    pub(super) watch: Watch<'a>,
}

/// A move that has to be searched, with the position after it and its forced replies.
struct Child<S: Size> {
    cell: S::Bits,
    node: Node<S>,
    /// Whether it is the mover's turn again in that position.
    turned: bool,
    key: Key,
    order: i32,
}

impl<S: Size> Search<'_, S> {
    /// A bound on the node's score which shows whether it lies above `alpha`. After an abort the value means nothing.
    ///
    /// What shows by itself, [`Node::verdict`], has been asked before.
    pub(super) fn score(&mut self, node: &Node<S>, own: Key, alpha: i32) -> i32 {
        self.watch.count();
        if self.watch.is_over() {
            return alpha;
        }
        let begun = self.watch.nodes();
        let [mut least, mut most] = node.range();
        let mut good = NO_COLUMN;
        if self.parts.table
            && let Some(known) = self.memory.find(own)
        {
            (least, most, good) = (least.max(known.least), most.min(known.most), known.column);
            if least > alpha {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        let mut best = i32::MIN;
        let mut children = ArrayVec::new();
        if self.spread(node, alpha, good, &mut children, &mut best)
            || self.probe(node, alpha, &mut children, &mut best)
        {
            return best;
        }
        for _ in 0..children.len() {
            let Some(child) = children.iter_mut().max_by_key(|child| child.order) else {
                break;
            };
            child.order = order::DONE;
            let score = self.after(child, alpha);
            if self.watch.aborted() {
                return alpha;
            }
            best = best.max(score);
            if score > alpha {
                good = child.cell.first() / S::STRIDE;
                break;
            }
        }
        if best > alpha {
            least = least.max(best);
        } else {
            most = most.min(best);
        }
        if self.parts.table {
            let bounds = Bounds {
                least,
                most,
                column: good,
            };
            self.memory.keep(own, bounds, self.watch.nodes() - begun);
        }
        best
    }

    #[inline(always)]
    fn after(&mut self, child: &Child<S>, alpha: i32) -> i32 {
        let Child { node, key, .. } = child;
        if child.turned {
            self.score(node, *key, alpha)
        } else {
            -self.score(node, *key, -alpha - 1)
        }
    }

    /// Plays all moves. Those whose score shows by itself go into `best`, the others among the children; whether one is
    /// above `alpha`.
    #[inline(always)]
    fn spread(
        &mut self,
        node: &Node<S>,
        alpha: i32,
        good: u32,
        children: &mut ArrayVec<Child<S>, MOST_COLUMNS>,
        best: &mut i32,
    ) -> bool {
        let suiting = if node.empty.is_multiple_of(2) {
            self.masks.lower
        } else {
            self.masks.upper
        };
        for bit in Cells(node.moves) {
            let cell = S::Bits::single(bit);
            let (next, turned) = match node.follow(cell) {
                Course::Over(score) => {
                    *best = (*best).max(-score);
                    if -score > alpha {
                        return true;
                    }
                    continue;
                }
                Course::Open { node, turned } => (node, turned),
            };
            let verdict = if turned {
                next.verdict(self.masks, self.parts, alpha)
            } else {
                let verdict = next.verdict(self.masks, self.parts, -alpha - 1);
                verdict.map(|score| -score)
            };
            if let Some(score) = verdict {
                *best = (*best).max(score);
                if score > alpha {
                    return true;
                }
                continue;
            }
            let key = identity(next.board);
            self.memory.fetch(key);
            let threats = if turned { next.mine } else { next.theirs };
            let known = bit / S::STRIDE == good;
            let order = order::THREAT * threats.count().cast_signed()
                + order::SUITING * (threats & suiting).count().cast_signed()
                + order::TURNED * i32::from(turned)
                + order::KNOWN * i32::from(known)
                + self.masks.places[bit as usize];
            children.push(Child {
                cell,
                node: next,
                turned,
                key,
                order,
            });
        }
        false
    }

    /// Looks the positions after all moves up, and drops those known not to be above `alpha`; whether one is above it.
    #[inline(always)]
    fn probe(
        &self,
        node: &Node<S>,
        alpha: i32,
        children: &mut ArrayVec<Child<S>, MOST_COLUMNS>,
        best: &mut i32,
    ) -> bool {
        if node.empty < PROBING || !self.parts.probing || !self.parts.table {
            return false;
        }
        let mut place = 0;
        while let Some(child) = children.get(place) {
            place += 1;
            let Some(Bounds { least, most, .. }) = self.memory.find(child.key) else {
                continue;
            };
            let [least, most] = if child.turned {
                [least, most]
            } else {
                [-most, -least]
            };
            if least > alpha {
                *best = (*best).max(least);
                return true;
            }
            if most <= alpha {
                *best = (*best).max(most);
                place -= 1;
                children.swap_remove(place);
            }
        }
        false
    }
}
