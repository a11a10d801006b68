//! The equations of Grundy values, least options and winners, as sentences about the options of a heap.

use super::{Kind, Multiple, Turn, Writer};
use crate::diagram::Var;
use crate::formula::{Id, LAW, Linear, Numeration, RIGHT, Relation};

/// Formulas that all hold if a player loses, and others from all of which it follows.
struct Lost {
    perhaps: Vec<Id>,
    surely: Vec<Id>,
}

/// Multiples that are told apart; further ones are only known to be as large.
const MULTIPLES: i64 = 2;

impl Writer<'_> {
    /// All of a list, for some numbers for the variables that are not kept.
    pub(super) fn some(&mut self, list: &[Id], keep: &[Var]) -> Id {
        let mut vars: Vec<Var> = list.iter().flat_map(|&one| self.formulas.numbers(one)).collect();
        vars.sort_unstable();
        vars.dedup();
        vars.retain(|v| !keep.contains(v));
        self.formulas.exists(&vars, list)
    }

    /// All of a list, for a move of this kind. With a multiple the formula holds whenever there is such a move if that
    /// is `likely` enough, else there is such a move whenever it holds.
    pub(super) fn by_move(
        &mut self,
        turn: &Turn,
        list: &[Id],
        keep: &[Var],
        likely: bool,
    ) -> Result<Id, String> {
        let Some(Multiple { var, of, most }) = &turn.multiple else {
            return Ok(self.some(list, keep));
        };
        let form = Linear::variable(*var);
        let large = || "numbers too large".to_owned();
        let mut any = Vec::new();
        for times in 1..=MULTIPLES {
            let multiple = Linear::number(0).plus(of, times).ok_or_else(large)?;
            let mut list = list.to_vec();
            list.push(self.formulas.compare(&form, Relation::Equal, &multiple)?);
            if !likely {
                list.push(self.formulas.compare(&Linear::number(times), Relation::AtMost, most)?);
            }
            any.push(self.some(&list, keep));
        }
        if likely {
            let further = Linear::number(0).plus(of, MULTIPLES + 1).ok_or_else(large)?;
            let further = self.formulas.compare(&further, Relation::AtMost, &form)?;
            any.push(self.some(&[list, &[further]].concat(), keep));
            return Ok(self.formulas.or(&any));
        }
        // of as many numbers in turn as the form says, one is a multiple: each of them, or each with the form added,
        // will do
        let (first, at) = (self.formulas.fresh()?, self.formulas.fresh()?);
        let (from, w) = (Linear::variable(first), Linear::variable(at));
        let (next, behind) =
            (w.plus(of, 1).ok_or_else(large)?, from.plus(of, 1).ok_or_else(large)?);
        let here = self.formulas.compare(&form, Relation::Equal, &w)?;
        let next = self.formulas.compare(&form, Relation::Equal, &next)?;
        let either = self.formulas.or(&[here, next]);
        let fits = self.formulas.compare(&form, Relation::AtMost, most)?;
        let good = self.some(&[list, &[either, fits]].concat(), &[keep, &[at]].concat());
        let bad = self.formulas.not(good);
        let above = self.formulas.compare(&from, Relation::AtMost, &w)?;
        let below = self.formulas.compare(&w, Relation::Less, &behind)?;
        let bad = self.formulas.exists(&[at], &[above, below, bad]);
        let all = self.formulas.not(bad);
        let one = self.formulas.compare(&Linear::number(1), Relation::AtMost, of)?;
        let least = self.formulas.compare(of, Relation::AtMost, &from)?;
        any.push(self.formulas.exists(&[first], &[one, least, all]));
        Ok(self.formulas.or(&any))
    }

    /// A move of this kind from the heap to where these hold: see [`Self::by_move`].
    fn reached(&mut self, turn: &Turn, more: &[Id], likely: bool) -> Result<Id, String> {
        let list = [&turn.guard(likely)[..], more].concat();
        let position = self.position();
        self.by_move(turn, &list, &position, likely)
    }

    /// Some option of the heap by this kind of move has the value u: see [`Self::by_move`].
    fn option(&mut self, turn: &Turn, u: Var, likely: bool) -> Result<Id, String> {
        let mut list = turn.guard(likely);
        let mut values: Vec<Var> = turn.run.iter().flat_map(|&(s, t)| [s, t]).collect();
        let last = turn.parts.iter().filter(|part| part.1 % 2 == 1).count();
        for (part, count) in &turn.parts {
            let odd = count % 2 == 1;
            let direct = odd && last == 1;
            let value = if direct { u } else { self.value()? };
            list.push(self.formulas.given(LAW, [&part[..], &[value]].concat()));
            if odd {
                values.push(value);
            }
        }
        let powers = self.claim.kind == Kind::GrundyPowers;
        if powers && values.len() > 1 {
            return Err("values that are xored".into());
        }
        match values[..] {
            [] => {
                let nothing = Linear::number(i64::from(powers));
                list.push(self.formulas.compare(
                    &Linear::variable(u),
                    Relation::Equal,
                    &nothing,
                )?);
            }
            [only] if only == u => {}
            [ref first @ .., last] => {
                let mut sum = first.first().copied().unwrap_or(last);
                for (i, &value) in values.iter().enumerate().skip(1) {
                    let to = if i + 1 == values.len() { u } else { self.value()? };
                    list.push(self.formulas.xor([sum, value, to])?);
                    sum = to;
                }
            }
        }
        let keep = [&self.position()[..], &[u]].concat();
        self.by_move(turn, &list, &keep, likely)
    }

    pub(super) fn grundy(&mut self, turns: &[Turn], inside: Id) -> Result<(), String> {
        if self.rules.misere {
            return Err("Grundy values are those of normal play".into());
        }
        let (heap, d) = (self.heap(), 2 * self.arity() as Var);
        let (v, u, w) = (d, d + 1, d + 2);
        let with = |var: Var| [&heap[..], &[var]].concat();
        let f = &mut self.formulas;
        let (law, other, order) = (f.given(LAW, with(v)), f.given(LAW, with(w)), f.less(v, w)?);
        let some = f.exists(&[v], &[law]);
        let none = f.not(some);
        self.never("a value exists", true, &[inside, none]);
        self.never("a value is unique", true, &[law, other, order]);
        let powers = self.claim.kind == Kind::GrundyPowers;
        if powers && matches!(self.claim.numeration, Numeration::Words(_)) {
            return Err(
                "the powers of a numeration by words are not the places of its digits".into()
            );
        }
        if powers {
            let power = self.formulas.power(v);
            let power = self.formulas.not(power);
            self.never("values are powers", true, &[law, power]);
        }
        let own = self.formulas.given(LAW, with(u));
        let mut options = Vec::new();
        for turn in turns {
            let option = self.option(turn, u, true)?;
            // what may not be a move refutes nothing
            let name = format!("move {}: own value", turn.line + 1);
            self.never(name, turn.is_exact(), &[inside, own, option]);
            options.push(match turn.is_exact() {
                false => self.option(turn, u, false)?,
                true => option,
            });
        }
        let option = self.formulas.or(&options);
        let missing = self.formulas.not(option);
        let less = self.formulas.less(u, v)?;
        let mut all = vec![inside, law, less, missing];
        if powers {
            all.insert(1, self.formulas.power(u));
        }
        let sure = turns.iter().all(Turn::is_exact);
        self.never("values below", sure, &all);
        Ok(())
    }

    /// Least options: the values of l(n), …, n are 0, …, n − l(n) in some order: so it is of 0, and if of n, then the
    /// options of n + 1 are these heaps, and its value n + 1 − l(n); or they are without l(n), whose value is then
    /// that of n + 1.
    ///
    /// How many options: values do not fall as heaps grow, by induction, so that of c(n) − 1 is the largest of an
    /// option of n; and all smaller ones are met, as its options are options of n.
    pub(super) fn interval(&mut self, turns: &[Turn]) -> Result<(), String> {
        if self.rules.misere || self.claim.low != [0] {
            return Err("least options are those of heaps of one number in normal play".into());
        }
        let [n, l, m, y] = [0, 2, 3, 4];
        let is_least = self.claim.kind == Kind::Interval;
        let f = &mut self.formulas;
        let (law, other, order) =
            (f.given(LAW, vec![n, l]), f.given(LAW, vec![n, m]), f.less(l, m)?);
        let some = f.exists(&[l], &[law]);
        let none = f.not(some);
        self.never(
            if is_least { "a least option exists" } else { "a number of options exists" },
            false,
            &[none],
        );
        self.never(
            if is_least { "a least option is unique" } else { "the number of options is unique" },
            false,
            &[law, other, order],
        );
        let mut options = Vec::new();
        for turn in turns {
            let ([(part, 1)], true, None) = (&turn.parts[..], turn.is_exact(), turn.run) else {
                return Err("options that are no single heaps".into());
            };
            let (y, part) = (Linear::variable(y), Linear::variable(part[0]));
            let same = self.formulas.compare(&y, Relation::Equal, &part)?;
            let list = [&turn.guard[..], &[same]].concat();
            options.push(self.some(&list, &[n, 4]));
        }
        let f = &mut self.formulas;
        let option = f.or(&options);
        let missing = f.not(option);
        let (below, inside, beyond) = (f.less(y, l)?, f.less(y, n)?, f.less(n, l)?);
        let above = f.not(below);
        let (next, k) = (f.fresh()?, f.fresh()?);
        let large = || "numbers too large".to_owned();
        let form =
            |var, more| Linear::variable(var).plus(&Linear::number(more), 1).ok_or_else(large);
        let step = f.compare(&Linear::variable(next), Relation::Equal, &form(n, 1)?)?;
        let (after, falls) = (f.given(LAW, vec![next, k]), f.less(k, l)?);
        if !is_least {
            self.never("options are smaller heaps", false, &[law, beyond]);
            self.never("no other option", false, &[law, option, above]);
            self.never("all smaller ones are options", false, &[law, below, missing]);
            self.never("options do not get fewer", false, &[law, step, after, falls]);
            return Ok(());
        }
        let leaps = f.compare(&form(l, 2)?, Relation::AtMost, &Linear::variable(k))?;
        self.never("a least option is no larger heap", false, &[law, beyond]);
        self.never("no option is less", false, &[law, option, below]);
        self.never("all heaps between are options", false, &[law, above, inside, missing]);
        self.never("the least option does not fall", false, &[law, step, after, falls]);
        self.never("the least option rises by 1", false, &[law, step, after, leaps]);
        Ok(())
    }

    /// Who begins with a heap loses, by a relation or set that is given. By a least last entry this is so where it is
    /// larger than the own one, or where there is none.
    fn lost(&mut self, which: usize, heap: &[Var]) -> Result<Id, String> {
        if self.claim.kind != Kind::Threshold {
            return Ok(self.formulas.given(which, heap.to_vec()));
        }
        let Some((&last, others)) = heap.split_last() else { return Err("no last entry".into()) };
        let t = self.formulas.fresh()?;
        let law = self.formulas.given(which, [others, &[t]].concat());
        let (least, last) = (Linear::variable(t), Linear::variable(last));
        let reached = self.formulas.compare(&least, Relation::AtMost, &last)?;
        let won = self.formulas.exists(&[t], &[law, reached]);
        Ok(self.formulas.not(won))
    }

    /// When the other player, who moves next, loses the sum of heaps that a move makes. A sum of heaps that they all
    /// lose moving first is lost; and where the player loses all of them and the other does not, the player loses the
    /// sum whoever begins, and the other does not lose it. In impartial play equal heaps cancel, so that two make a sum
    /// that is lost; and a sum is won in which just one heap is.
    fn lost_sum(&mut self, turn: &Turn, own: usize, other: usize) -> Result<Lost, String> {
        let mut parts: Vec<&[Var]> = Vec::new();
        let mut is_single = true;
        for (part, count) in &turn.parts {
            if own != other || count % 2 == 1 {
                is_single &= parts.is_empty() && (own == other || *count == 1);
                parts.push(part);
            }
        }
        let cancel = turn.parts.iter().any(|part| part.1 > 1);
        let is_sum = parts.len() != turn.parts.len() || !is_single || cancel && self.rules.misere;
        if is_sum && (self.rules.misere || self.modulus.is_some()) {
            return Err("outcomes of sums of heaps".into());
        }
        let lost =
            parts.iter().map(|part| self.lost(other, part)).collect::<Result<Vec<_>, _>>()?;
        if is_single {
            return Ok(Lost { perhaps: lost.clone(), surely: lost });
        }
        let won: Vec<Id> = lost.iter().map(|&lost| self.formulas.not(lost)).collect();
        let sure = if own == other {
            let mut any = Vec::new();
            for (at, &won) in won.iter().enumerate() {
                let others = [&lost[..at], &lost[at + 1..]].concat();
                any.push(self.formulas.and(&[&[won][..], &others].concat()));
            }
            self.formulas.or(&any)
        } else {
            let mut all = Vec::new();
            for part in &parts {
                all.push(self.lost(own, part)?);
            }
            all.push(self.formulas.or(&won));
            self.formulas.and(&all)
        };
        let perhaps = vec![self.formulas.not(sure)];
        let ([a, b], true) = (&parts[..], own == other) else {
            return Ok(Lost { perhaps, surely: lost });
        };
        let mut same = Vec::new();
        for (&x, &y) in a.iter().zip(*b) {
            let (x, y) = (Linear::variable(x), Linear::variable(y));
            same.push(self.formulas.compare(&x, Relation::Equal, &y)?);
        }
        let [same, lost] = [same, lost].map(|all| self.formulas.and(&all));
        Ok(Lost { perhaps, surely: vec![self.formulas.or(&[lost, same])] })
    }

    /// There are no two least last entries.
    fn threshold(&mut self) -> Result<(), String> {
        let heap = self.heap();
        if self.modulus.is_some() || heap.len() < 2 {
            return Err("no least last entries".into());
        }
        let others = &heap[..heap.len() - 1];
        let (t, u) = (self.formulas.fresh()?, self.formulas.fresh()?);
        let law = self.formulas.given(LAW, [others, &[t]].concat());
        let other = self.formulas.given(LAW, [others, &[u]].concat());
        let order = self.formulas.less(t, u)?;
        self.never("a least last entry is unique", false, &[law, other, order]);
        Ok(())
    }

    /// No move leads from where the mover loses to where the other loses who moves next; some move does from
    /// elsewhere.
    pub(super) fn outcome(&mut self, turns: &[Turn], inside: Id) -> Result<(), String> {
        let heap = self.heap();
        if self.claim.kind == Kind::Threshold {
            self.threshold()?;
        }
        let sides = match self.claim.kind {
            Kind::Winners => vec![
                (0, LAW, RIGHT, "Left's losses", "Left's wins"),
                (1, RIGHT, LAW, "Right's losses", "Right's wins"),
            ],
            _ => vec![(0, LAW, LAW, "P to P", "N to P")],
        };
        for (player, own, other, losses, wins) in sides {
            let law = self.lost(own, &heap)?;
            // under misère play, where there is a move, and where there surely is one
            let (mut moves, mut sure_moves, mut good) = (Vec::new(), Vec::new(), Vec::new());
            let mut sure = true;
            for turn in turns.iter().filter(|turn| turn.players[player]) {
                if turn.run.is_some() {
                    return Err("outcomes of runs of coins".into());
                }
                if self.rules.misere {
                    if turn.multiple.is_some() {
                        return Err("multiples under misère play".into());
                    }
                    let perhaps = self.some(&turn.guard, &self.position());
                    moves.push(perhaps);
                    sure_moves.push(match turn.is_exact() {
                        true => perhaps,
                        false => self.some(&turn.guard(false), &self.position()),
                    });
                }
                if self.rules.misere && turn.parts.is_empty() {
                    // nothing is left: who is to move has won
                    continue;
                }
                let Lost { perhaps, surely } = self.lost_sum(turn, own, other)?;
                let reaches = self.reached(turn, perhaps.as_slice(), true)?;
                let name = format!("move {}: {losses}", turn.line + 1);
                // what may not be a move, or not be lost, refutes nothing
                let is_exact = turn.is_exact() && perhaps == surely;
                self.never(name, is_exact, &[inside, law, reaches]);
                sure &= is_exact;
                good.push(match is_exact {
                    false => self.reached(turn, surely.as_slice(), false)?,
                    true => reaches,
                });
            }
            let reaches = self.formulas.or(&good);
            let (out, stuck) = (self.formulas.not(law), self.formulas.not(reaches));
            let mut lost = vec![inside, out, stuck];
            if self.rules.misere {
                let moved = self.formulas.or(&moves);
                let is_exact = moves == sure_moves;
                let surely = if is_exact { moved } else { self.formulas.or(&sure_moves) };
                let ended = self.formulas.not(surely);
                self.never("positions without moves are won", is_exact, &[inside, law, ended]);
                lost.push(moved);
            }
            self.never(wins, sure, &lost);
        }
        Ok(())
    }
}
