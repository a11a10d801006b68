//! Games of one number n in which the options of a heap are all heaps from one on, or all up to one.
//!
//! *From l(n) to n − 1*, where l(n + 1) is l(n) or l(n) + 1: take any number up to half of the heap, up to a third of
//! it, …. Then the values of l(n), …, n are 0, …, n − l(n) in some order, by induction; so if l(n + 1) = l(n) the value
//! of n + 1 is n + 1 − l(n), and else that of l(n), which alone is no option any more. (Levine, *Fractal sequences and
//! restricted Nim*, Ars Combinatoria 80, 2006.)
//!
//! *From 0 to h(n)*, which does not fall as n grows: take at least a third of the heap, …. Then options of options are
//! options, and the value is how long play may last: 1 more than that of h(n).
//!
//! What must be shown of l and h is regular, the values are not; or a root bounds what is taken or left (see
//! [`farstar_referee::RootBound`]), and the referee sees it in the rules.

use crate::Subject;
use crate::automata::Workshop;
use crate::build;
use crate::solve::{Decided, Proof, Undecided, decide};
use farstar_find::{Binary, Expr, LawForm, Table, Unary};
use farstar_play::{Limits, Player, Stopped};
use farstar_referee::{Abstraction, Claim, Fall, Kind, LAW, Numeration, RootBound, root_bound};
use farstar_rules::language::Ruleset;
use std::ops::ControlFlow;

/// Heaps whose options are looked at.
const HEAPS: u64 = 120;
/// Parts of a heap that least options may be shares of.
const DIVISORS: i64 = 16;

/// Options of all heaps.
struct Options {
    kind: Kind,
    /// The law of the values.
    law: LawForm,
    /// The law of the least options, or of how many there are; none where a root tells it.
    ends: Option<Expr>,
}

/// The law of a table that the options of the heaps of its `rules` tell.
///
/// # Errors
/// A limit that was met.
pub(crate) fn told_by_ends(
    rules: &Ruleset,
    table: &Table,
    limits: &Limits,
) -> Result<Option<LawForm>, Stopped> {
    Ok(options(rules, table, limits)?.map(|options| options.law))
}

/// What the options of heaps are, if they are as they should be as far as is looked, and the law holds in a table.
fn options(rules: &Ruleset, table: &Table, limits: &Limits) -> Result<Option<Options>, Stopped> {
    let is_one = rules.heap_names().is_some_and(|names| names.len() == 1);
    if !is_one || rules.is_misere() || !rules.is_impartial() {
        return Ok(None);
    }
    if let Some(roots) = root_bound(rules.canonical()) {
        let law = by_roots(&roots).into_iter().find(|law| law.is_exact(table));
        return Ok(law.map(|law| Options { kind: Kind::Roots, law, ends: None }));
    }
    let (mut least, mut counts): (Vec<i64>, Vec<i64>) = (Vec::new(), Vec::new());
    let [mut is_least, mut is_initial] = [true; 2];
    for n in 0..HEAPS {
        limits.check()?;
        let (mut options, mut single) = (Vec::new(), true);
        let _ = rules.visit_heap(Player::Left, &[n], &mut |made| {
            match made {
                Some(&[option]) => options.push(option as i64),
                _ => single = false,
            }
            if single { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        options.sort_unstable();
        options.dedup();
        let n = n as i64;
        let (first, count) = (options.first().copied().unwrap_or(n), options.len() as i64);
        let steps = |&before: &i64| first == before || first == before + 1;
        is_least &=
            single && least.last().is_none_or(steps) && (first..n).eq(options.iter().copied());
        is_initial &=
            single && counts.last().is_none_or(|&before| before <= count) && (0..count).eq(options);
        if !is_least && !is_initial {
            return Ok(None);
        }
        least.push(first);
        counts.push(count);
    }
    let found = match is_least {
        true => linear(&least).map(|ends| {
            let options =
                Expr::Binary(Binary::Sub, Box::new(Expr::Coordinate(0)), Box::new(ends.clone()));
            (Kind::Interval, recursive((0, 1), (&ends, true), &ends, &options).to_vec(), ends)
        }),
        false => initial(&counts).map(|(law, ends)| (Kind::Initial, vec![law], ends)),
    };
    Ok(found.and_then(|(kind, laws, ends)| {
        let law = laws.into_iter().find(|law| law.is_exact(table))?;
        Some(Options { kind, law, ends: Some(ends) })
    }))
}

/// The law of the values by how many options there are, and the law of that.
fn initial(counts: &[i64]) -> Option<(LawForm, Expr)> {
    let of = |op, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    let none = counts.iter().take_while(|&&count| count == 0).count();
    // as if it had been 0 before too
    let largest: Vec<i64> = counts.iter().map(|count| (count - 1).max(0)).collect();
    let largest = linear_from(&largest, none, false)?;
    let some = of(Binary::Less, Expr::Constant(none as i64 - 1), Expr::Coordinate(0));
    let law = of(Binary::Add, Expr::Smaller(vec![largest.clone()]), some.clone());
    let count = Expr::Unary(Unary::Inc, Box::new(largest));
    let ends = Expr::If(Box::new(some), Box::new(count), Box::new(Expr::Constant(0)));
    Some((LawForm::Expression(law), ends))
}

/// The law of the values where a root bounds what is taken or left, in ways that differ in what they say where there is
/// no root, or it is more than the heap.
fn by_roots(roots: &RootBound) -> Vec<LawForm> {
    let of = |op, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    let (n, number) = (|| Expr::Coordinate(0), Expr::Constant);
    let dec = |x: Expr| Expr::Unary(Unary::Dec, Box::new(x));
    let times = |by: i64, x: Expr| if by == 1 { x } else { of(Binary::Mul, x, number(by)) };
    let plus = |x: Expr, more: i64| match more {
        0 => x,
        1.. => of(Binary::Add, x, number(more)),
        _ => of(Binary::Sub, x, number(-more)),
    };
    let ([a, b], [c, e]) = (roots.of, roots.heap);
    let inner = match (a, b) {
        (1, 0) => plus(times(c, n()), e),
        _ => plus(times(4 * a * c, n()), 4 * a * e + b * b),
    };
    let root = |inner: Expr| {
        let root = plus(Expr::Unary(Unary::Sqrt, Box::new(inner)), -b);
        if (a, b) == (1, 0) { root } else { of(Binary::Div, root, number(2 * a)) }
    };
    let bounds = if roots.is_taken {
        [root(inner.clone()), root(of(Binary::Max, inner, number(b * b)))]
    } else {
        let first = (0..).find(|&heap| roots.root(heap) >= 0).unwrap_or(0) as i64;
        let few = of(Binary::Less, n(), number(first));
        let some = plus(root(inner), 1);
        [some.clone(), Expr::If(Box::new(few), Box::new(number(0)), Box::new(some))]
    };
    let within = bounds.clone().map(|bound| of(Binary::Min, n(), bound));
    let mut laws = Vec::new();
    for bound in bounds.into_iter().chain(within) {
        let rest = of(Binary::Sub, n(), bound.clone());
        let (end, other) = if roots.is_taken { (rest, bound) } else { (bound, rest) };
        if roots.is_interval() {
            // what is taken changes where the least option does not
            let steps = if roots.is_taken { &other } else { &end };
            laws.extend(recursive((0, 1), (steps, !roots.is_taken), &end, &other));
        } else {
            let some = match roots.is_taken {
                true => of(Binary::Less, other, n()),
                false => of(Binary::Less, number(0), end.clone()),
            };
            let law = of(Binary::Add, Expr::Smaller(vec![dec(end)]), some);
            laws.push(LawForm::Expression(law));
        }
    }
    laws
}

/// (c·n + e) div d, or n where that is less, or 0 as long as it is 0, if a sequence is that, with the least d.
fn linear(sequence: &[i64]) -> Option<Expr> {
    linear_from(sequence, 0, true)
}

/// The same of its terms from some place on, and `within` n or not.
fn linear_from(sequence: &[i64], from: usize, within: bool) -> Option<Expr> {
    let of = |op, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    let n = || Expr::Coordinate(0);
    for (d, c) in (1..=DIVISORS).flat_map(|d| (0..=d).map(move |c| (d, c))) {
        let rest = |(n, l): (i64, &i64)| d * l - c * n;
        // what is 0 says only that the sum is not too large, what is n that it is not too small
        let terms = || (0..).zip(sequence).skip(from);
        let least = terms().filter(|(_, l)| **l > 0).map(rest).max().unwrap_or(0);
        let below = terms().filter(|(n, l)| !within || *l < n);
        let most = below.map(rest).min().unwrap_or(0) + d - 1;
        if least > most {
            continue;
        }
        let e = 0.clamp(least, most);
        let times = if c == 1 { n() } else { of(Binary::Mul, n(), Expr::Constant(c)) };
        let sum = match e {
            0 => times,
            1.. => of(Binary::Add, times, Expr::Constant(e)),
            _ => of(Binary::Sub, times, Expr::Constant(-e)),
        };
        let share = match d {
            1 => sum,
            2 => Expr::Unary(Unary::Half, Box::new(sum)),
            _ => of(Binary::Div, sum, Expr::Constant(d)),
        };
        let is_over = terms().any(|(n, l)| (c * n + e).div_euclid(d) > *l.max(&0));
        let share = if is_over { of(Binary::Min, n(), share) } else { share };
        let zeros = sequence.iter().take_while(|&&l| l == 0).count() as i64;
        return Some(match e {
            0.. => share,
            _ => {
                let few = of(Binary::Less, n(), Expr::Constant(zeros));
                Expr::If(Box::new(few), Box::new(Expr::Constant(0)), Box::new(share))
            }
        });
    }
    None
}

/// The values by the `least` options, and how many there are, in two ways of saying n − 1, of which the first may say
/// nothing at 0; n is the number at a place of so many. Whether `steps` is what it was of n − 1 tells, or its negation,
/// whether the least option is.
pub(crate) fn recursive(
    (place, numbers): (usize, usize),
    (steps, tells): (&Expr, bool),
    least: &Expr,
    options: &Expr,
) -> [LawForm; 2] {
    let n = || Expr::Coordinate(place);
    let of = |op, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    let dec = |x: Expr| Expr::Unary(Unary::Dec, Box::new(x));
    [dec(n()), dec(of(Binary::Max, n(), Expr::Constant(1)))].map(|before| {
        let stays = of(Binary::Equal, steps.clone(), at(steps, place, &before));
        let fresh = Box::new(options.clone());
        let again = Box::new(called((place, numbers), dec(least.clone())));
        let (then, other) = if tells { (fresh, again) } else { (again, fresh) };
        LawForm::Expression(Expr::If(Box::new(stays), then, other))
    })
}

/// The law itself with another number at a place.
pub(crate) fn called((place, numbers): (usize, usize), other: Expr) -> Expr {
    let mut cell: Vec<Expr> = (0..numbers).map(Expr::Coordinate).collect();
    cell[place] = other;
    Expr::Smaller(cell)
}

/// An expression with another one in place of a coordinate.
pub(crate) fn at(expr: &Expr, place: usize, x: &Expr) -> Expr {
    let inner = |expr: &Expr| Box::new(at(expr, place, x));
    match expr {
        Expr::Coordinate(i) if *i == place => x.clone(),
        Expr::Coordinate(_) | Expr::Constant(_) => expr.clone(),
        Expr::Unary(op, a) => Expr::Unary(*op, inner(a)),
        Expr::Binary(op, a, b) => Expr::Binary(*op, inner(a), inner(b)),
        Expr::If(a, b, c) => Expr::If(inner(a), inner(b), inner(c)),
        Expr::Smaller(cell) => Expr::Smaller(cell.iter().map(|one| at(one, place, x)).collect()),
    }
}

/// Proves the values of such a game, with the law that says them.
///
/// # Errors
/// A limit that was met.
pub(crate) fn prove(
    subject: &Subject,
    table: &Table,
    limits: &Limits,
) -> Result<Option<(LawForm, Box<Proof>)>, Stopped> {
    if subject.outcomes || subject.low != [0] {
        return Ok(None);
    }
    let Ok(rules) = Ruleset::named(&subject.rules) else { return Ok(None) };
    let Some(Options { kind, law, ends }) = options(&rules, table, limits)? else {
        return Ok(None);
    };
    let claim = Claim {
        rules: subject.rules.clone(),
        kind,
        numeration: Numeration::Base(2),
        low: vec![0],
        measure: vec![Fall::Sum],
        reads: Abstraction::Entries,
        forms: Vec::new(),
    };
    let Some(ends) = ends else {
        return Ok(Proof::by_rules(&claim).map(|proof| (law, proof)));
    };
    let mut shop = Workshop::new(2, limits);
    let Some(made) = build::expression(&mut shop, &ends, 1)? else { return Ok(None) };
    let mut given = vec![None; 5];
    given[LAW] = Some(made);
    match decide(&mut shop, &claim, &given, limits) {
        Ok(Decided::Theorem(proof)) => Ok(Some((law, proof))),
        Ok(Decided::Fails { .. }) | Err(Undecided::OutOfReach(_)) => Ok(None),
        Err(Undecided::Stopped(stopped)) => Err(stopped),
    }
}
