//! Heaps too large for a search, of which a theorem that was decided from the rules tells who wins.

use crate::searched::choose;
use crate::solver::Asked;
use crate::valued::{is_large, only_heap, tokens};
use crate::{Answer, Effort, Move, Moves, Player, Position, Proof, Solver};
use farstar_play::Stopped;
use farstar_solve::ruleset_values::heap_law;
use farstar_solve::theorems;

/// Of heaps of fewer tokens the value is found as soon.
const FEW: u64 = 1 << 9;

impl Solver<'_> {
    /// Notes who wins, and by which moves where they can be listed, if the sum is one heap whose winner a theorem
    /// tells, and says whether nothing more need be looked for.
    pub(crate) fn by_theorem(asked: Asked<'_>, answer: &mut Answer) -> Result<bool, Stopped> {
        let [one] = asked.sum.summands() else { return Ok(false) };
        let Some(position) = one.position() else { return Ok(false) };
        let tokens = tokens(position).filter(|&tokens| tokens > FEW);
        let theorem = tokens.and_then(|_| theorems::of(position.ruleset().rules(), true));
        let Some(theorem) = theorem.filter(|_| heap_law(position.ruleset().rules()).is_none())
        else {
            return Ok(false);
        };
        let told = |starter| only_heap(position).and_then(|heap| theorem.loses(&heap, starter));
        let (Some(left), Some(right)) = (told(Player::Left), told(Player::Right)) else {
            return Ok(false);
        };
        for (starter, loses) in [(Player::Left, left), (Player::Right, right)] {
            let winner = if loses { starter.opponent() } else { starter };
            answer.note_winner(starter, Some(winner), Proof::Formula);
        }
        let large = is_large(position);
        if asked.question.moves != Moves::None && !large {
            let is_impartial = position.ruleset().is_impartial();
            for mover in
                if is_impartial { &[Player::Left][..] } else { &[Player::Left, Player::Right] }
            {
                let told = |to: Position| {
                    let heap = only_heap(&to);
                    let wins = heap.and_then(|heap| theorem.loses(&heap, mover.opponent()));
                    Move { position: to.to_string(), wins, ..Move::default() }
                };
                let moves = asked.limits.guard(|| position.moves(*mover))?;
                let start = answer.starts_mut(*mover);
                start.moves = asked.limits.guard(|| moves.into_iter().map(told).collect())?;
                start.moves.sort_by_key(|one| one.wins != Some(true));
                start.all_moves = true;
                start.reply = choose(&start.moves);
            }
            if is_impartial {
                answer.mirror_moves();
            }
        }
        Ok(large || asked.question.effort != Effort::Whole)
    }
}
