//! Integer values that stay when the last digit of every entry is struck off, as long as no entry then falls below its
//! least, or is 0. Such a heap is called long, and others short: the law is of these. What is read of an entry depends
//! on the length of the others, and so the values of all heaps are no automaton.
//!
//! *Theorem.* Let play end, let f give an integer to every short heap, and f(x) = f(h(x)) for the long ones, where h
//! strikes off digits. For every heap x let the sum over f of every Left option be at most f(x) − 1, and of every Right
//! option at least f(x) + 1; if f(x) > 0 let some Left option have at least f(x) − 1, and if f(x) < 0 some Right option
//! at most f(x) + 1. Then f(x) is the value of x.
//!
//! *Proof.* By induction the options have these values, and f(x) is the simplest number between them (Siegel, ch.
//! II.2). ∎
//!
//! What is said of all x is shown by induction on the sum of the entries, which is less in h(x). That f rises or falls
//! with an entry comes first; where it is shown for smaller heaps it holds of any two that are so far apart in entries
//! which make it rise. What is said of a move x → t is used for z → h(t), for a heap z that is nowhere above h(x).

use super::{GameForm, Turn, Writer};
use crate::diagram::Var;
use crate::formula::{Id, LAW, Linear, Numeration, Relation};
use std::collections::BTreeMap;

/// Heaps that a move makes.
const MOST_PARTS: usize = 8;

/// A heap and its value, to which a number is added so that it is not negative.
type Cell<'a> = (&'a [Var], Var);

/// What is left of variables, with the formulas that say so; and the number that is added to values.
struct Left {
    names: BTreeMap<Var, Var>,
    given: BTreeMap<Var, Id>,
    zero: Var,
}

impl Left {
    fn of(&self, heap: &[Var]) -> Vec<Var> {
        heap.iter().map(|var| self.names[var]).collect()
    }
}

/// All ways in which so many heaps are long or short.
fn cases(heaps: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << heaps).map(move |case| (0..heaps).map(|heap| case >> heap & 1 == 1).collect())
}

impl Writer<'_> {
    pub(super) fn leading(
        &mut self,
        signs: &[i64],
        turns: &[Turn],
        inside: Id,
    ) -> Result<(), String> {
        let is_sign = |sign: &i64| (-1..=1).contains(sign);
        let fits = signs.len() == self.arity() && signs.iter().all(is_sign);
        if !fits || self.rules.misere {
            return Err("leading digits are read of heaps in normal play".into());
        }
        let is_plain = |turn: &Turn| turn.is_exact() && turn.run.is_none();
        if self.claim.forms != [GameForm::default()] || !turns.iter().all(is_plain) {
            return Err("values by leading digits are integers".into());
        }
        let heap = self.heap();
        let [zero, w, u] = [self.formulas.fresh()?, self.formulas.fresh()?, self.formulas.fresh()?];
        let short = self.short(&heap)?;
        let (law, other) = (self.told(&heap, w, zero)?, self.told(&heap, u, zero)?);
        let some = self.formulas.exists(&[w, zero], &[law]);
        let none = self.formulas.not(some);
        self.never("a value exists", false, &[inside, short, none]);
        let order = self.formulas.less(w, u)?;
        self.never("a value is unique", false, &[short, law, other, order]);
        let [p, q, place] =
            [self.formulas.fresh()?, self.formulas.fresh()?, self.formulas.fresh()?];
        let any = self.formulas.given(LAW, [&heap[..], &[p, q, place]].concat());
        let none = self.is_number(place, 0)?;
        let listed = self.formulas.not(none);
        self.never("values are integers", false, &[short, any, listed]);
        for (entry, &sign) in signs.iter().enumerate().filter(|(_, sign)| **sign != 0) {
            self.rises(entry, sign, (signs, zero), inside)?;
        }
        for (player, side) in [(0, "Left"), (1, "Right")] {
            let turns: Vec<&Turn> = turns.iter().filter(|turn| turn.players[player]).collect();
            let sign = 1 - 2 * player as i64;
            let mut options = Vec::new();
            for turn in &turns {
                self.beyond_none(turn, (sign, side), (signs, zero), inside)?;
                self.met_by_longer(turn, (side, zero), inside)?;
                options.push(self.meets(turn, sign, &heap, (w, zero))?);
            }
            let option = self.formulas.or(&options);
            let missing = self.formulas.not(option);
            let favours = self.compare_values(&[(sign, w), (-sign, zero)], Relation::AtMost, 1)?;
            let name = format!("{side}'s option of the value is met");
            self.never(name, false, &[inside, short, law, favours, missing]);
        }
        Ok(())
    }

    fn base(&self) -> Result<i64, String> {
        match self.claim.numeration {
            Numeration::Base(base) => Ok(base.into()),
            Numeration::Words(_) => Err("leading digits are those of a base".into()),
        }
    }

    fn is_number(&mut self, var: Var, number: i64) -> Result<Id, String> {
        let (var, number) = (Linear::variable(var), Linear::number(number));
        self.formulas.compare(&var, Relation::Equal, &number)
    }

    /// `least` compared with a sum of variables.
    fn compare_values(
        &mut self,
        terms: &[(i64, Var)],
        relation: Relation,
        least: i64,
    ) -> Result<Id, String> {
        let mut sum = Linear::default();
        for &(factor, var) in terms {
            sum = sum.plus(&Linear::variable(var), factor).ok_or("numbers too large")?;
        }
        self.formulas.compare(&Linear::number(least), relation, &sum)
    }

    /// Some entry is 0 or below its least, or is so when its last digit is struck off.
    fn below(&mut self, heap: &[Var], times: i64) -> Result<Id, String> {
        let mut any = Vec::new();
        for (&low, &var) in self.claim.low.iter().zip(heap) {
            let least = Linear::number(low.max(1).checked_mul(times).ok_or("numbers too large")?);
            any.push(self.formulas.compare(&Linear::variable(var), Relation::Less, &least)?);
        }
        Ok(self.formulas.or(&any))
    }

    fn short(&mut self, heap: &[Var]) -> Result<Id, String> {
        let base = self.base()?;
        self.below(heap, base)
    }

    /// What is left of a long heap, or could be.
    fn is_left(&mut self, heap: &[Var]) -> Result<Id, String> {
        let below = self.below(heap, 1)?;
        Ok(self.formulas.not(below))
    }

    /// The law gives a short heap this value.
    fn told(&mut self, heap: &[Var], w: Var, zero: Var) -> Result<Id, String> {
        let [p, q, place] =
            [self.formulas.fresh()?, self.formulas.fresh()?, self.formulas.fresh()?];
        let law = self.formulas.given(LAW, [heap, &[p, q, place]].concat());
        let none = self.is_number(place, 0)?;
        let terms = [(1, w), (-1, zero), (-1, p), (1, q)];
        let equal = self.compare_values(&terms, Relation::Equal, 0)?;
        Ok(self.formulas.exists(&[p, q, place], &[law, none, equal]))
    }

    /// Variables for all that is left when last digits are struck off.
    fn left(&mut self, vars: &[Var], zero: Var) -> Result<Left, String> {
        let base = self.base()?;
        let mut left = Left { names: BTreeMap::new(), given: BTreeMap::new(), zero };
        for &var in vars {
            if left.names.contains_key(&var) {
                continue;
            }
            let less = self.formulas.fresh()?;
            let low = self.compare_values(&[(1, var), (-base, less)], Relation::AtMost, 0)?;
            let terms = [(base, less), (-1, var)];
            let high = self.compare_values(&terms, Relation::AtMost, 1 - base)?;
            left.given.insert(var, self.formulas.and(&[low, high]));
            left.names.insert(var, less);
        }
        Ok(left)
    }

    /// Heaps with their values, each of which is `long` or short: the law gives it the value, or what is left of it has
    /// the same, which the law gives if this is short.
    fn valued(
        &mut self,
        cells: &[Cell<'_>],
        long: &[bool],
        left: &Left,
    ) -> Result<Vec<Id>, String> {
        let mut list = Vec::new();
        for (&(heap, w), _) in cells.iter().zip(long).filter(|(_, long)| !**long) {
            list.extend([self.short(heap)?, self.told(heap, w, left.zero)?]);
        }
        for (&(heap, w), _) in cells.iter().zip(long).filter(|(_, long)| **long) {
            let less = left.of(heap);
            list.extend(heap.iter().map(|var| left.given[var]));
            list.push(self.is_left(&less)?);
            // where all are long the induction tells enough
            if long.contains(&false) {
                let (short, told) = (self.short(&less)?, self.told(&less, w, left.zero)?);
                let longer = self.formulas.not(short);
                list.push(self.formulas.or(&[longer, told]));
            }
        }
        Ok(list)
    }

    /// All entries of a heap are such that values do not fall on the way to another one.
    fn upward(&mut self, signs: &[i64], from: &[Var], to: &[Var]) -> Result<Id, String> {
        let mut all = Vec::new();
        for (&sign, (&x, &y)) in signs.iter().zip(from.iter().zip(to)) {
            let (x, y) = (Linear::variable(x), Linear::variable(y));
            all.push(match sign {
                1 => self.formulas.compare(&x, Relation::AtMost, &y)?,
                -1 => self.formulas.compare(&y, Relation::AtMost, &x)?,
                _ => self.formulas.compare(&x, Relation::Equal, &y)?,
            });
        }
        Ok(self.formulas.and(&all))
    }

    /// What is known of the values of two heaps.
    fn ordered(&mut self, signs: &[i64], (x, v): Cell<'_>, (y, w): Cell<'_>) -> Result<Id, String> {
        let mut all = Vec::new();
        for ((x, v), (y, w)) in [((x, v), (y, w)), ((y, w), (x, v))] {
            let upward = self.upward(signs, x, y)?;
            let apart = self.formulas.not(upward);
            let holds = self.compare_values(&[(1, w), (-1, v)], Relation::AtMost, 0)?;
            all.push(self.formulas.or(&[apart, holds]));
        }
        Ok(self.formulas.and(&all))
    }

    /// Values do not fall, or do not rise, when an entry is one more.
    fn rises(
        &mut self,
        entry: usize,
        sign: i64,
        (signs, zero): (&[i64], Var),
        inside: Id,
    ) -> Result<(), String> {
        let heap = self.heap();
        let mut next = heap.clone();
        next[entry] = self.formulas.fresh()?;
        let (v, w) = (self.formulas.fresh()?, self.formulas.fresh()?);
        let step =
            self.compare_values(&[(1, next[entry]), (-1, heap[entry])], Relation::Equal, 1)?;
        let left = self.left(&[&heap[..], &next].concat(), zero)?;
        let (less, after) = (left.of(&heap), left.of(&next));
        for long in cases(2) {
            let mut list = self.valued(&[(&heap, v), (&next, w)], &long, &left)?;
            list.extend([inside, step]);
            if long == [true; 2] {
                list.push(self.ordered(signs, (&less, v), (&after, w))?);
            }
            list.push(self.compare_values(&[(sign, v), (-sign, w)], Relation::AtMost, 1)?);
            let way = if sign > 0 { "fall" } else { "rise" };
            self.never_of_heap(format!("values do not {way} with number {}", entry + 1), &list);
        }
        Ok(())
    }

    /// The heap and the heaps that a kind of move makes of it, as variables, and the formula of the move.
    fn moved(&mut self, turn: &Turn) -> (Vec<Var>, Id) {
        let mut vars = self.heap();
        vars.extend(turn.parts.iter().flat_map(|(part, _)| part));
        let moved = self.some(&turn.guard, &vars);
        (vars, moved)
    }

    /// The values of the heaps that a move makes, less that of the heap before, times a sign: at least this.
    fn gain(
        &mut self,
        turn: &Turn,
        sign: i64,
        (values, w): (&[Var], Var),
        zero: Var,
    ) -> Result<Vec<(i64, Var)>, String> {
        let mut terms = vec![(-sign, w), (sign, zero)];
        for (&(_, count), &value) in turn.parts.iter().zip(values) {
            let count = sign.checked_mul(count).ok_or("numbers too large")?;
            terms.extend([(count, value), (-count, zero)]);
        }
        Ok(terms)
    }

    /// No option by this kind of move is as good for who moves there as the value.
    fn beyond_none(
        &mut self,
        turn: &Turn,
        (sign, side): (i64, &str),
        (signs, zero): (&[i64], Var),
        inside: Id,
    ) -> Result<(), String> {
        if turn.parts.len() > MOST_PARTS {
            return Err("too many cases".into());
        }
        let heap = self.heap();
        let (vars, moved) = self.moved(turn);
        let left = self.left(&vars, zero)?;
        let w = self.formulas.fresh()?;
        let (mut cells, mut values) = (vec![(&heap[..], w)], Vec::new());
        for (part, _) in &turn.parts {
            values.push(self.formulas.fresh()?);
            cells.push((part, values[values.len() - 1]));
        }
        let own = (&left.of(&heap)[..], w);
        let terms = self.gain(turn, sign, (&values, w), zero)?;
        let better = self.compare_values(&terms, Relation::AtMost, 0)?;
        for long in cases(cells.len()) {
            let mut list = self.valued(&cells, &long, &left)?;
            list.extend([inside, moved, better]);
            for (&(part, value), _) in cells.iter().zip(&long).skip(1).filter(|(_, long)| **long) {
                if long[0] {
                    list.push(self.ordered(signs, (&left.of(part), value), own)?);
                }
            }
            if long.iter().all(|&long| long) {
                list.push(self.known(turn, sign, (signs, &values), own, &left)?);
            }
            self.never_of_heap(
                format!("move {}: {side}'s option is as good", turn.line + 1),
                &list,
            );
        }
        Ok(())
    }

    /// What is known of the heaps that are left of those that a move makes: if the same kind of move leads to them from
    /// a heap that is nowhere above what is left of the heap before, they are worse than that heap for the mover.
    fn known(
        &mut self,
        turn: &Turn,
        sign: i64,
        (signs, values): (&[i64], &[Var]),
        (less, w): Cell<'_>,
        left: &Left,
    ) -> Result<Id, String> {
        let (mut before, mut names, heap) = (Vec::new(), left.names.clone(), self.heap());
        for var in &heap {
            // what the move leaves as it is stands in the parts
            if !turn.parts.iter().any(|(part, _)| part.contains(var)) {
                names.insert(*var, self.formulas.fresh()?);
            }
            before.push(names[var]);
        }
        let moved = self.moved(turn).1;
        let mut leads = vec![self.formulas.renamed(moved, &names), self.is_left(&before)?];
        for (&z, &x) in before.iter().zip(less) {
            let (z, x) = (Linear::variable(z), Linear::variable(x));
            leads.push(self.formulas.compare(&z, Relation::AtMost, &x)?);
        }
        let mut own: Vec<Var> = before.iter().copied().filter(|z| !less.contains(z)).collect();
        let led = self.formulas.exists(&own, &leads);
        let none = self.formulas.not(led);
        own.push(self.formulas.fresh()?);
        let value = own[own.len() - 1];
        let terms = self.gain(turn, -sign, (values, value), left.zero)?;
        leads.push(self.compare_values(&terms, Relation::AtMost, 1)?);
        leads.push(self.ordered(signs, (&before, value), (less, w))?);
        let some = self.formulas.exists(&own, &leads);
        Ok(self.formulas.or(&[none, some]))
    }

    /// A move of this kind from what is left of a long heap is what is left of one from the heap.
    fn met_by_longer(
        &mut self,
        turn: &Turn,
        (side, zero): (&str, Var),
        inside: Id,
    ) -> Result<(), String> {
        let heap = self.heap();
        let (vars, moved) = self.moved(turn);
        let left = self.left(&vars, zero)?;
        let shorter = left.of(&heap);
        let mut list: Vec<Id> = heap.iter().map(|var| left.given[var]).collect();
        let moved_less = self.formulas.renamed(moved, &left.names);
        list.extend([inside, self.is_left(&shorter)?, moved_less]);
        let mut longer = vec![moved];
        for (part, _) in &turn.parts {
            longer.push(self.is_left(&left.of(part))?);
        }
        longer.extend(left.given.iter().filter(|(var, _)| !heap.contains(var)).map(|(_, id)| *id));
        let keep: Vec<Var> = heap.iter().chain(left.names.values()).copied().collect();
        let some = self.some(&longer, &keep);
        list.push(self.formulas.not(some));
        self.never_of_heap(
            format!("move {}: {side}'s option with further digits", turn.line + 1),
            &list,
        );
        Ok(())
    }

    /// A move of this kind from the heap leads to short heaps that are together at most 1 worse than it for the mover.
    fn meets(
        &mut self,
        turn: &Turn,
        sign: i64,
        heap: &[Var],
        (w, zero): (Var, Var),
    ) -> Result<Id, String> {
        // what is enough for the value of the heap may be too little for those of the parts
        let (own, enough) = (self.formulas.fresh()?, self.formulas.fresh()?);
        let terms = [(1, w), (-1, zero), (-1, own), (1, enough)];
        let equal = self.compare_values(&terms, Relation::Equal, 0)?;
        let (mut list, mut values) = (vec![self.moved(turn).1, equal], Vec::new());
        for (part, _) in &turn.parts {
            let value = self.formulas.fresh()?;
            list.extend([self.short(part)?, self.told(part, value, enough)?]);
            values.push(value);
        }
        let terms = self.gain(turn, sign, (&values, own), enough)?;
        list.push(self.compare_values(&terms, Relation::AtMost, -1)?);
        Ok(self.some(&list, &[heap, &[w, zero]].concat()))
    }
}
