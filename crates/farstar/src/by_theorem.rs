//! Heaps too large for a search, of which a theorem that was decided from the rules tells who wins.

use crate::searched::choose;
use crate::solver::Asked;
use crate::valued::{MOST_LISTED, is_large, only_heap, tokens};
use crate::{
    Answer, Arena, Effort, Error, Move, Moves, Player, Position, Proof, Solver, Sum, Summand,
};
use farstar_solve::Error as SolverError;
use farstar_solve::ruleset_values::heap_law;
use farstar_solve::theorems;
use farstar_solve::{HeapLaw, losers_of_taking};

/// Of heaps of fewer tokens the value is found as soon.
const FEW: u64 = 1 << 9;

impl Solver<'_> {
    /// Notes who wins, and by which moves where they can be listed, if the sum is one heap whose winner a theorem
    /// tells, beside some in which there are no moves; and says whether nothing more need be looked for.
    pub(crate) fn by_theorem(asked: Asked<'_>, answer: &mut Answer) -> Result<bool, Error> {
        let Some(component) = played_on(asked.sum) else { return Ok(false) };
        let Some(position) = asked.sum.summands()[component].position() else { return Ok(false) };
        let rules = position.ruleset().rules();
        let tokens = tokens(position).filter(|&tokens| tokens > FEW);
        let theorem = tokens.and_then(|_| theorems::of(rules, true));
        let theorem = theorem.filter(|_| heap_law(rules).is_none());
        let is_taking = theorem.is_none();
        // of sets of numbers that each player may take it is known who wins, if not the value
        let loses = |heap: &[u64], player: Player| -> Result<Option<bool>, Error> {
            match (&theorem, heap) {
                (Some(theorem), heap) => Ok(theorem.loses(heap, player)),
                (None, &[n]) => Ok(losers_of_taking(rules, n).map(|lost| lost[player as usize])),
                _ => Ok(None),
            }
        };
        let told =
            |starter| heap_played_on(position).map_or(Ok(None), |heap| loses(&heap, starter));
        let (Some(left), Some(right)) = (told(Player::Left)?, told(Player::Right)?) else {
            return Ok(false);
        };
        let has_value = |heap: Vec<u64>| {
            let arena = Arena::new();
            let value =
                |mut law: HeapLaw| law.value(&heap, &mut arena.calculator_with(asked.limits));
            HeapLaw::of(rules).is_some_and(|law| matches!(value(law), Ok(Some(_))))
        };
        let is_whole = asked.question.effort == Effort::Whole;
        if is_taking && is_whole && heap_played_on(position).is_some_and(has_value) {
            return Ok(false);
        }
        for (starter, loses) in [(Player::Left, left), (Player::Right, right)] {
            let winner = if loses { starter.opponent() } else { starter };
            answer.note_winner(starter, Some(winner), Proof::Formula);
        }
        let is_far = |heap: Vec<u64>| heap.iter().any(|&n| n > MOST_LISTED);
        let large = is_large(position);
        let beyond = large || is_taking && heap_played_on(position).is_some_and(is_far);
        if asked.question.moves != Moves::None && !large {
            let is_impartial = position.ruleset().is_impartial();
            for mover in
                if is_impartial { &[Player::Left][..] } else { &[Player::Left, Player::Right] }
            {
                let told = |to: Position| {
                    let heap = heap_played_on(&to);
                    let wins = heap.map_or(Ok(None), |heap| loses(&heap, mover.opponent()))?;
                    Ok(Move { component, position: to.to_string(), wins, ..Move::default() })
                };
                let moves = asked.limits.guard(|| position.moves(*mover))??;
                let start = answer.starts_mut(*mover);
                start.moves = asked
                    .limits
                    .guard(|| moves.into_iter().map(told).collect::<Result<_, Error>>())??;
                start.moves.sort_by_key(|one| one.wins != Some(true));
                start.all_moves = true;
                start.reply = choose(&start.moves);
            }
            if is_impartial {
                answer.mirror_moves();
            }
        }
        if let (Some(theorem), true, true) = (&theorem, large, asked.question.moves != Moves::None)
        {
            for (mover, loses) in [(Player::Left, left), (Player::Right, right)] {
                if !loses {
                    answer.note_lines((component, position), theorem, mover, asked.limits)?;
                }
            }
        }
        Ok(beyond || !is_whole)
    }

    /// Notes who wins one heap, beside some in which there are no moves, of which a theorem tells the value where that
    /// is not written down: 1 or -1, halved too often.
    pub(crate) fn by_halves(asked: Asked<'_>, answer: &mut Answer) {
        let position = played_on(asked.sum).and_then(|at| asked.sum.summands()[at].position());
        let Some(position) = position else { return };
        let theorem = theorems::of(position.ruleset().rules(), false);
        let (Some(theorem), Some(heap)) = (theorem, heap_played_on(position)) else { return };
        for starter in [Player::Left, Player::Right] {
            if let Some(loses) = theorem.loses_halved(&heap, starter) {
                let winner = if loses { starter.opponent() } else { starter };
                answer.note_winner(starter, Some(winner), Proof::Formula);
            }
        }
    }

    /// Notes moves that win in a sum whose value is not 0, if it is one heap, impartial, of which a theorem tells the
    /// value, beside some in which there are no moves.
    pub(crate) fn by_value(asked: Asked<'_>, answer: &mut Answer) -> Result<(), SolverError> {
        let summand = played_on(asked.sum).map(|at| (at, &asked.sum.summands()[at]));
        if let Some((component, summand)) = summand
            && let Some(position) = summand.position()
            && let Some(theorem) = theorems::of(position.ruleset().rules(), false)
            && answer.impartial
        {
            let heap = (component, position);
            answer.note_lines(heap, &theorem, Player::Left, asked.limits)?;
            answer.mirror_moves();
        }
        Ok(())
    }
}

/// The component that is played on, if no other has moves; one of them if none has.
fn played_on(sum: &Sum) -> Option<usize> {
    let of = |one: &Summand| one.position().is_some_and(is_over);
    the_one(sum.summands().iter().map(of))
}

/// The heap of a position that is played on, if no other has moves; one of them if none has.
pub(crate) fn heap_played_on(position: &Position) -> Option<Vec<u64>> {
    if let Some(heap) = only_heap(position) {
        return Some(heap);
    }
    let parts = position.parts();
    only_heap(&parts[the_one(parts.iter().map(is_over))?])
}

/// Whether nobody can move.
fn is_over(position: &Position) -> bool {
    let players = [Player::Left, Player::Right];
    tokens(position).is_some_and(|tokens| tokens <= FEW)
        && players.iter().all(|&player| position.moves(player).is_ok_and(|moves| moves.is_empty()))
}

/// The place of the only one that is not over, the first if all are.
fn the_one(over: impl ExactSizeIterator<Item = bool>) -> Option<usize> {
    let count = over.len();
    let open: Vec<usize> = over.enumerate().filter(|one| !one.1).map(|one| one.0).collect();
    match open[..] {
        [] if count > 0 => Some(0),
        [one] => Some(one),
        _ => None,
    }
}
