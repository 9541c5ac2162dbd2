//! Sequences of threats: the attacker drops only discs that threaten to complete a four at once, so that every reply is
//! forced. What is found is a win, whatever else the position has.

use arrayvec::ArrayVec;

use super::{MOST_MOVES, Node, Outlook, Searcher};
use crate::connect4::eval::Threats;
use crate::connect4::rules::bits::{Bits, Cells};
use crate::connect4::rules::lines::completing;
use crate::connect4::rules::size::Size;

impl<S: Size> Searcher<'_, S> {
    /// How many discs lie on the board when the mover has won by threats alone, beginning with one of `moves`; none if no way
    /// was found among the `left` boards that may be looked at.
    pub(super) fn strike(
        &mut self,
        node: Node<S>,
        moves: S::Bits,
        threats: Threats<S::Bits>,
        left: &mut u32,
    ) -> Option<u32> {
        let Node { board, discs, .. } = node;
        let mut attacks = ArrayVec::<_, MOST_MOVES>::new();
        // A disc threatens to win at once only if it makes a threat or makes the way free to one.
        for bit in Cells(moves & (threats.building | threats.mine.down(1))) {
            let cell = S::Bits::single(bit);
            let filled = board.filled | cell;
            let threats = completing::<S>(board.mover | cell).without(filled) & S::BOARD;
            let now = threats & filled.plus(S::BOTTOM);
            if now.is_empty() {
                continue;
            }
            // Two cells to defend, or another threat above the one that is defended.
            if now.is_several() || !(now.up(1) & threats).is_empty() {
                return Some(discs + 3);
            }
            attacks.push((cell, now));
        }
        for (cell, reply) in attacks {
            if *left == 0 {
                return None;
            }
            *left -= 1;
            self.watch.count();
            let next = node.play(cell).play(reply);
            let won = match next.outlook() {
                Outlook::Clear { score, .. } => (score > 0).then_some(discs + 3),
                Outlook::Open { moves, threats } => self.strike(next, moves, threats, left),
            };
            if won.is_some() {
                return won;
            }
        }
        None
    }
}
