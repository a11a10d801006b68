//! Laws that read of each entry of a heap, a number from 1 on, only how often 2 divides it and how many odd prime
//! factors it has, repeated ones counted.
//!
//! Let e(n) = (i, j) if n is the product of i twos and j odd primes. Then e(mn) = e(m) + e(n), and what lies below e(n)
//! in both places are just the e(d) of the divisors d of n: a divisor takes some of the prime factors, and some of each
//! sort may be taken in any number. With e(d) goes e(n/d) = e(n) − e(d); and d is 1 if e(d) = 0, it is n if
//! e(d) = e(n), and even if its first exponent is not 0.
//!
//! *Theorem.* Let every variable of a move run over divisors d of an entry n, let its condition say no more of numbers
//! than whether they are 1 or even, and of d whether it is n, and let it make products of entries, variables and the
//! quotients n/d, each once or d or n/d times. Then a heap has the values, where both players move alike, and the
//! winners of what e reads of it in the game below.
//!
//! *Proof.* What e reads of the options of a heap are the options of what it reads of the heap, and all of them, since
//! each pair of exponents below e(n) is that of a divisor. So play on numbers ends where it ends on exponents, and the
//! claim holds by induction. Of as many equal heaps as a number says two cancel where the number is even, and
//! one is left where it is odd, if both players move alike; else what is said of winners is said of any number of
//! equal heaps, if it is of two. ∎

use crate::rules::{Expr, Move, Range, Rules, binary};

/// Prime factors that are looked for.
const LARGEST: u64 = 3_000_000;

/// How often 2 divides a number, and how many odd prime factors it has; nothing of 0 and of what has large ones.
pub(super) fn exponents(number: u64) -> Option<[u64; 2]> {
    let twos = u64::from(number.trailing_zeros());
    let (mut rest, mut odd, mut prime) = (number.checked_shr(number.trailing_zeros())?, 0, 3);
    while prime * prime <= rest {
        match rest % prime {
            0 => (rest, odd) = (rest / prime, odd + 1),
            _ if prime > LARGEST => return None,
            _ => prime += 2,
        }
    }
    Some([twos, odd + u64::from(rest > 1)])
}

/// The game on the exponents of a game of numbers: entry or variable v becomes 2v and 2v + 1.
pub(super) fn game(rules: &Rules, of_winners: bool) -> Result<Rules, String> {
    let alike = rules.moves.iter().all(|one| one.players == [true; 2]);
    if !alike && !of_winners {
        return Err("divisors where the moves of Left and Right differ".into());
    }
    // three equal heaps are no single one under misère play
    let several = |one: &Move| one.parts.iter().any(|part| part.0 != Expr::Number(1));
    if rules.misere && rules.moves.iter().any(several) {
        return Err("outcomes of sums of heaps".into());
    }
    let names: Vec<String> =
        rules.names.iter().flat_map(|name| [name.clone(), name.clone()]).collect();
    let mut moves = Vec::new();
    for one in &rules.moves {
        let reader = Exponents::of(one, rules.names.len(), alike);
        let made = reader.and_then(|reader| reader.moves(one));
        moves.extend(made.ok_or("moves that are no matter of divisors alone")?);
    }
    Ok(Rules { misere: rules.misere, names, moves })
}

/// The entry that each variable divides; entries are their own. And whether both players move alike.
struct Exponents(Vec<usize>, bool);

impl Exponents {
    fn of(one: &Move, arity: usize, alike: bool) -> Option<Self> {
        let mut owners: Vec<usize> = (0..arity).collect();
        for variable in arity..arity + one.ranges.len() {
            let divides = |n: &usize| {
                let wanted = binary("divides", Expr::Variable(variable), Expr::Variable(*n));
                one.condition
                    .as_ref()
                    .is_some_and(|condition| condition.implies(&|one| *one == wanted))
            };
            owners.push((0..arity).find(divides)?);
        }
        let is_plain = !one.run && one.multiple.is_none();
        is_plain.then_some(Self(owners, alike))
    }

    fn moves(&self, one: &Move) -> Option<Vec<Move>> {
        let arity = self.0.len() - one.ranges.len();
        let mut conditions = vec![self.condition(one.condition.as_ref()?)?];
        let mut ranges = Vec::new();
        for (at, range) in (arity..).zip(&one.ranges) {
            let Range::Between(low, high) = range else { return None };
            let (divisor, entry) = (Expr::Variable(at), Expr::Variable(self.0[at]));
            // a divisor is at least 1 and at most the entry
            conditions.push(self.condition(&binary("<=", low.clone(), divisor.clone()))?);
            conditions.push(match high {
                Expr::Binary("-", high, less) if **less == Expr::Number(1) && **high == entry => {
                    self.condition(&binary("<", divisor, entry.clone()))?
                }
                high => self.condition(&binary("<=", divisor, high.clone()))?,
            });
            let below = |exponent| Range::Between(Expr::Number(0), Expr::Variable(exponent));
            ranges.extend([below(2 * self.0[at]), below(2 * self.0[at] + 1)]);
        }
        let (mut made, mut parity) = (vec![(conditions, Vec::new())], Vec::new());
        for (count, entries) in &one.parts {
            let mut read = Vec::new();
            for entry in entries {
                read.extend(self.product(entry)?);
            }
            parity.clear();
            match count {
                Expr::Number(_) => parity.push((None, count.clone())),
                // it matters only that there may be several
                count if !self.1 => {
                    self.product(count)?;
                    parity.push((None, Expr::Number(2)));
                }
                count => {
                    // as often as an odd number says, or an even one
                    let [twos, _] = self.product(count)?;
                    for (relation, times) in [("=", 1), ("!=", 2)] {
                        let holds = binary(relation, twos.clone(), Expr::Number(0));
                        parity.push((Some(holds), Expr::Number(times)));
                    }
                }
            }
            let mut longer = Vec::new();
            for (conditions, parts) in made {
                for (holds, times) in &parity {
                    let (mut conditions, mut parts): (Vec<Expr>, Vec<_>) =
                        (conditions.clone(), parts.clone());
                    conditions.extend(holds.clone());
                    parts.push((times.clone(), read.clone()));
                    longer.push((conditions, parts));
                }
            }
            made = longer;
        }
        let players = one.players;
        let whole = |(conditions, parts): (Vec<Expr>, Vec<_>)| Move {
            players,
            ranges: ranges.clone(),
            parts,
            condition: conditions.into_iter().reduce(|a, b| binary("and", a, b)),
            run: false,
            multiple: None,
        };
        Some(made.into_iter().map(whole).collect())
    }

    /// The exponents of a product.
    fn product(&self, expr: &Expr) -> Option<[Expr; 2]> {
        let both = |op, [a, b]: [Expr; 2], [c, d]: [Expr; 2]| [binary(op, a, c), binary(op, b, d)];
        Some(match expr {
            Expr::Variable(v) => [Expr::Variable(2 * v), Expr::Variable(2 * v + 1)],
            Expr::Number(1) => [Expr::Number(0), Expr::Number(0)],
            Expr::Binary("*", a, b) => both("+", self.product(a)?, self.product(b)?),
            Expr::Binary("/", a, b) => {
                let (Expr::Variable(n), Expr::Variable(d)) = (&**a, &**b) else { return None };
                if self.0[*d] != *n {
                    return None;
                }
                both("-", self.product(a)?, self.product(b)?)
            }
            _ => return None,
        })
    }

    /// The same condition on exponents.
    fn condition(&self, expr: &Expr) -> Option<Expr> {
        let always = |yes: bool| binary("=", Expr::Number(0), Expr::Number(i64::from(!yes)));
        let (op, a, b) = match expr {
            Expr::Not(a) => return Some(Expr::Not(Box::new(self.condition(a)?))),
            Expr::Binary(op @ ("and" | "or"), a, b) => {
                return Some(binary(op, self.condition(a)?, self.condition(b)?));
            }
            Expr::Binary(op, a, b) => (*op, &**a, &**b),
            _ => return None,
        };
        // the lesser of two numbers first, and formulas that hold where they are one
        let (swapped, same) = match (op, a, b) {
            ("divides", Expr::Variable(d), Expr::Variable(n)) => {
                return (self.0[*d] == *n).then(|| always(true));
            }
            ("=" | "!=", Expr::Binary("mod", x, by), Expr::Number(rest @ (0 | 1)))
                if **by == Expr::Number(2) =>
            {
                let [twos, _] = self.product(x)?;
                let is_even = (op == "=") == (*rest == 0);
                return Some(binary(if is_even { "!=" } else { "=" }, twos, Expr::Number(0)));
            }
            ("divides", Expr::Number(2), x) => {
                let [twos, _] = self.product(x)?;
                return Some(binary("!=", twos, Expr::Number(0)));
            }
            // x < 2, and 2 <= x
            ("<", x, Expr::Number(2)) => {
                return self.condition(&binary("<=", x.clone(), Expr::Number(1)));
            }
            ("<=", Expr::Number(2), x) => {
                return self.condition(&binary("<", Expr::Number(1), x.clone()));
            }
            (_, Expr::Number(1), x) => (false, self.zero(&self.product(x)?)),
            (_, x, Expr::Number(1)) => (true, self.zero(&self.product(x)?)),
            (_, Expr::Variable(x), Expr::Variable(y)) => {
                let swapped = self.0[*y] == *x;
                let (d, n) = if swapped { (*y, *x) } else { (*x, *y) };
                if self.0[d] != n {
                    return None;
                }
                let one = |i| binary("=", Expr::Variable(2 * d + i), Expr::Variable(2 * n + i));
                (swapped, binary("and", one(0), one(1)))
            }
            _ => return None,
        };
        Some(match (op, swapped) {
            ("=", _) | ("<=", true) => same,
            ("!=", _) | ("<", false) => Expr::Not(Box::new(same)),
            ("<=", false) => always(true),
            ("<", true) => always(false),
            _ => return None,
        })
    }

    fn zero(&self, [a, b]: &[Expr; 2]) -> Expr {
        binary("=", binary("+", a.clone(), b.clone()), Expr::Number(0))
    }
}
