//! Why a sum is won as it is, in sentences a person can follow at the board.

use crate::answer::Move;
use crate::valued::is_large;
use crate::{
    Answer, Effort, Error, Limits, Moves, Player, Position, Proof, Question, Solver, SolverError,
    Sum,
};
use farstar_num::Dyadic;
use farstar_play::{Message, say};
use farstar_solve::ruleset_values::heap_law;

/// Parts whose Grundy values are written one below the other.
const MOST_PARTS: usize = 24;
/// Moves that win that are explained, of each player.
const MOST_WINNING: usize = 4;
/// Moves that lose whose answers are told, of each player.
const MOST_LOSING: usize = 6;

/// Characters of a value that stands in a sentence.
const LONGEST_VALUE: usize = 40;

/// A part of the sum, with its Grundy value.
struct Part {
    /// The component that it is of, from 0.
    component: usize,
    shown: String,
    grundy: u64,
}

impl Solver<'_> {
    /// Notes in the answer why the sum is won as it is: of impartial games the nim sum of the parts in binary, and what
    /// each winning move makes of it; of others what the stops, the temperature or the atomic weight decide, and what
    /// the winning moves leave; then an answer to each losing move.
    ///
    /// What a limit leaves out is not told; the rest is.
    ///
    /// # Errors
    /// Those of [`Sum::answer`], limits left out.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Arena, Limits, Question, Ruleset, Solver, Sum};
    /// let (arena, limits) = (Arena::new(), Limits::none());
    /// let mut solver = Solver::new(&arena);
    /// let sum = Sum::from(Ruleset::named("Nim")?.position("3+5+7")?);
    /// let mut answer = solver.answer(&sum, Question::default(), &limits)?;
    /// solver.explain(&sum, &mut answer, &limits)?;
    /// assert_eq!(answer.reasons[..4], [
    ///     "011   3   the Grundy value of 3",
    ///     "101   5   the Grundy value of 5",
    ///     "111   7   the Grundy value of 7",
    ///     "001   1   their nim sum",
    /// ]);
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn explain(
        &mut self,
        sum: &Sum,
        answer: &mut Answer,
        limits: &Limits,
    ) -> Result<(), Error> {
        let mut said = Vec::new();
        let parts = match answer.grundy {
            Some(_) => self.grundy_parts(sum, limits)?,
            None => None,
        };
        let by_nim_sum = parts.is_some();
        match parts {
            Some(parts) => self.by_nim_sum(sum, answer, &parts, limits, &mut said)?,
            None => by_facts(answer, &mut said),
        }
        let both = [Player::Left, Player::Right];
        for &player in if answer.impartial { &both[..1] } else { &both[..] } {
            if !by_nim_sum {
                winning(answer, player, sum, &mut said);
            }
            self.losing(sum, answer, player, limits, &mut said)?;
        }
        say_laws(sum, &mut said);
        answer.reasons = said.into_iter().map(String::from).collect();
        Ok(())
    }

    /// The parts of a sum of impartial games with their Grundy values; `None` if one is not known or they are many.
    fn grundy_parts(&mut self, sum: &Sum, limits: &Limits) -> Result<Option<Vec<Part>>, Error> {
        let mut parts = Vec::new();
        for (component, summand) in sum.summands().iter().enumerate() {
            let pieces: Vec<(String, Sum)> = match summand.position() {
                Some(position) => {
                    let pieces = limits.guard(|| position.parts()).map_err(SolverError::from)?;
                    pieces.into_iter().map(|part| (part.to_string(), part.into())).collect()
                }
                None => vec![(summand.to_string(), summand.clone().into())],
            };
            if parts.len() + pieces.len() > MOST_PARTS {
                return Ok(None);
            }
            for (shown, piece) in pieces {
                let Some(grundy) = self.grundy(&piece, limits)? else { return Ok(None) };
                parts.push(Part { component, shown, grundy });
            }
        }
        Ok(Some(parts))
    }

    fn grundy(&mut self, sum: &Sum, limits: &Limits) -> Result<Option<u64>, Error> {
        let question = Question { moves: Moves::None, ..Question::default() };
        Ok(self.answer(sum, question, limits)?.grundy)
    }

    /// The nim sum, one part below the other, and what the winning moves make of it.
    fn by_nim_sum(
        &mut self,
        sum: &Sum,
        answer: &Answer,
        parts: &[Part],
        limits: &Limits,
        said: &mut Vec<Message>,
    ) -> Result<(), Error> {
        let total = parts.iter().fold(0, |sum, part| sum ^ part.grundy);
        if parts.len() > 1 {
            let largest = parts.iter().map(|part| part.grundy).max().unwrap_or(0);
            let bits = (64 - largest.leading_zeros()).max(1) as usize;
            let digits = largest.to_string().len();
            let row = |n: u64| format!("{n:0bits$b}   {n:digits$}");
            for part in parts {
                said.push(say!("{0}   the Grundy value of {1}", row(part.grundy), part.shown));
            }
            said.push(say!("{0}   their nim sum", row(total)));
            said.push(match total {
                0 => say!(
                    "the nim sum is 0: who begins loses, for every move makes it another number, and a reply makes it 0 again"
                ),
                _ => say!("the nim sum is not 0: who begins wins by making it 0"),
            });
        } else {
            said.push(match total {
                0 => say!("the Grundy value is 0: no move leads to another position of Grundy value 0, so who begins loses"),
                _ => say!("the Grundy value is {0}: who begins wins by a move to Grundy value 0", total),
            });
        }
        for one in answer.left_starts.moves.iter().filter(|one| wins(one)).take(MOST_WINNING) {
            let own = parts.iter().filter(|part| part.component == one.component);
            let before = own.fold(0, |sum, part| sum ^ part.grundy);
            let shown = shown(one, sum);
            let now = before ^ total;
            let after = sum.after(one)?;
            let pieces = after.summands()[one.component].position().map(Position::parts);
            let mut values = Vec::new();
            for piece in pieces.into_iter().flatten().take(MOST_PARTS) {
                values.extend(self.grundy(&piece.into(), limits)?);
            }
            let known = values.iter().fold(0, |sum, n| sum ^ n) == now;
            said.push(if values.len() > 1 && known {
                let values: Vec<String> = values.iter().map(u64::to_string).collect();
                say!(
                    "{0} wins: {1} = {2} in the place of {3}",
                    shown,
                    values.join(" ⊕ "),
                    now,
                    before
                )
            } else {
                say!("{0} wins: {1} in the place of {2}", shown, now, before)
            });
        }
        Ok(())
    }

    /// What is played against each move that loses.
    fn losing(
        &mut self,
        sum: &Sum,
        answer: &Answer,
        player: Player,
        limits: &Limits,
        said: &mut Vec<Message>,
    ) -> Result<(), Error> {
        let moves = &answer.starts(player).moves;
        for one in
            moves.iter().filter(|one| one.wins == Some(false) && !one.draws).take(MOST_LOSING)
        {
            let after = sum.after(one)?;
            let starter = Some(player.opponent());
            let question = Question { effort: Effort::None, moves: Moves::One, starter };
            let then = self.answer(&after, question, limits)?;
            let start = then.starts(player.opponent());
            let reply = start.reply.as_ref().and_then(|reply| start.moves.get(reply.number));
            let Some(reply) = reply.filter(|reply| wins(reply)) else {
                if start.all_moves && start.moves.is_empty() {
                    said.push(say!(
                        "{0} loses: nothing is left to answer, and in this play that wins",
                        shown(one, sum)
                    ));
                }
                continue;
            };
            said.push(if answer.impartial {
                say!("{0} loses to {1}", shown(one, sum), shown(reply, &after))
            } else {
                say!("{0} to {1} loses to {2}", player, shown(one, sum), shown(reply, &after))
            });
        }
        Ok(())
    }
}

/// Whether a value is short enough to stand in a sentence.
fn is_short(value: &&str) -> bool {
    value.chars().nth(LONGEST_VALUE).is_none()
}

fn wins(one: &Move) -> bool {
    one.wins == Some(true)
}

/// A move as people write it: the number of the component where there are several, and what becomes of it.
fn shown(one: &Move, sum: &Sum) -> String {
    match sum.summands().len() {
        1 => one.position.clone(),
        _ => format!("{}: {}", one.component + 1, one.position),
    }
}

/// What decides a sum that is no nim sum.
fn by_facts(answer: &Answer, said: &mut Vec<Message>) {
    let number =
        |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<Dyadic>().ok());
    if answer.value_of.is_none()
        && let Some(value) = &answer.value
    {
        if value == "0" {
            said.push(say!("the value is 0: who begins loses"));
            return;
        }
        if let Ok(value) = value.parse::<Dyadic>() {
            said.push(match value.is_positive() {
                true => {
                    say!("the value is the number {0}, above 0: Left wins, whoever begins", value)
                }
                false => {
                    say!("the value is the number {0}, below 0: Right wins, whoever begins", value)
                }
            });
            return;
        }
        if let (Some(left), Some(right)) = (number(&answer.left_stop), number(&answer.right_stop)) {
            by_stops(&left, &right, number(&answer.atomic_weight).as_ref(), said);
        }
        return;
    }
    for player in [Player::Left, Player::Right] {
        let start = answer.starts(player);
        let (Some(winner), Some(proof)) = (start.winner, start.proof) else { continue };
        let winner = match winner.player() {
            Some(winner) => say!("{0} wins", winner),
            None => say!("a draw"),
        };
        said.push(match (proof, start.plies, &answer.bounds) {
            (Proof::Thermographs, _, Some(bounds)) => say!(
                "{0} begins, {1}: the means of the components add to {2}, and no component is hotter than {3}",
                player, winner, bounds.mean, bounds.temperature
            ),
            (Proof::Retrograde, Some(plies), _) => {
                say!("{0} begins, {1}: the end is {2} moves away", player, winner, plies)
            }
            (Proof::Retrograde, None, _) => {
                say!("{0} begins, {1}: found from all positions, backwards from the end", player, winner)
            }
            (Proof::Formula, ..) => {
                say!("{0} begins, {1}: a theorem on heaps tells it", player, winner)
            }
            (Proof::Search, ..) => {
                say!("{0} begins, {1}: found by a search of play to its end", player, winner)
            }
            _ => say!("{0} begins, {1}", player, winner),
        });
    }
}

/// What the stops decide, and of an infinitesimal the atomic weight (Siegel, *Combinatorial Game Theory*, II.3 and the
/// two-ahead rule of II.7).
fn by_stops(left: &Dyadic, right: &Dyadic, weight: Option<&Dyadic>, said: &mut Vec<Message>) {
    if left.is_negative() {
        said.push(say!(
            "even if Left begins, play comes to {0}, below 0: Right wins, whoever begins",
            left
        ));
        return;
    }
    if right.is_positive() {
        said.push(say!(
            "even if Right begins, play comes to {0}, above 0: Left wins, whoever begins",
            right
        ));
        return;
    }
    if left.is_positive() {
        said.push(say!("the Left stop {0} is above 0: Left wins if she begins", left));
    }
    if right.is_negative() {
        said.push(say!("the Right stop {0} is below 0: Right wins if he begins", right));
    }
    if left.is_positive() && right.is_negative() {
        return;
    }
    if let Some(weight) = weight {
        let one = Dyadic::ONE;
        let two = &one + &one;
        if *weight >= two {
            said.push(say!(
                "the atomic weight {0} is at least 2: Left wins, whoever begins",
                weight
            ));
        } else if *weight >= one {
            said.push(say!("the atomic weight {0} is at least 1: Left wins if she begins", weight));
        } else if *weight <= -two {
            said.push(say!(
                "the atomic weight {0} is at most −2: Right wins, whoever begins",
                weight
            ));
        } else if *weight <= -one {
            said.push(say!("the atomic weight {0} is at most −1: Right wins if he begins", weight));
        }
        return;
    }
    if left.is_zero() {
        said.push(say!("the Left stop is 0: when Left begins, what is infinitesimal decides"));
    }
    if right.is_zero() {
        said.push(say!("the Right stop is 0: when Right begins, what is infinitesimal decides"));
    }
}

/// What the winning moves of a player leave.
fn winning(answer: &Answer, player: Player, sum: &Sum, said: &mut Vec<Message>) {
    let moves = &answer.starts(player).moves;
    let good: Vec<&Move> = moves.iter().filter(|one| wins(one)).take(MOST_WINNING).collect();
    for one in good {
        let value = one.value.as_deref().filter(|text| is_short(text) && answer.value_of.is_none());
        said.push(match (value, player) {
            (Some("0"), _) => say!("{0} wins by {1}: it leaves 0", player, shown(one, sum)),
            (Some(value), Player::Left) => {
                say!(
                    "{0} wins by {1}: it leaves {2}, not below 0 nor confused with it",
                    player,
                    shown(one, sum),
                    value
                )
            }
            (Some(value), Player::Right) => {
                say!(
                    "{0} wins by {1}: it leaves {2}, not above 0 nor confused with it",
                    player,
                    shown(one, sum),
                    value
                )
            }
            (None, _) => say!("{0} wins by {1}", player, shown(one, sum)),
        });
    }
    if answer.starts(player).all_moves && moves.is_empty() {
        said.push(say!("{0} has no move", player));
    }
}

/// Says which laws told of the heaps of a sum.
fn say_laws(sum: &Sum, said: &mut Vec<Message>) {
    let mut named: Vec<&str> = Vec::new();
    for position in sum.positions() {
        let rules = position.ruleset();
        let law = heap_law(rules.rules())
            .or_else(|| is_large(position).then_some("a theorem decided from the rules"));
        if let Some(law) = law.filter(|_| !named.contains(&rules.name())) {
            named.push(rules.name());
            said.push(say!("{0}: {1}, for heaps of any size", rules.name(), law));
        }
    }
}
