//! Laws of pairs of numbers in which multiples of one are taken from the other, by the steps of Euclid's algorithm.
//!
//! Let (a, b) with a ≥ b ≥ 1 and a = qb + r, r < b, have the options (a − jb, b) for the j ≤ q that the rules allow by
//! j and q alone, and let (b, a) have the mirrored ones; and let a pair with a 0 have none. Where all that is left is
//! to be above 0, j = q is allowed only if r > 0.
//!
//! The *game of quotients* has heaps (q, v): (q − j, v) are options for the same j, and (0, v) has the options (0, w)
//! for all w < v, so that it has the value v.
//!
//! *Theorem.* The value of (a, b) is that of (q, v) in the game of quotients, where v is the value of (b, r), and 0 if
//! r = 0. Where something must be left above 0 and q is nowhere asked for, it is that of (q − 1, 0) if r = 0.
//!
//! *Proof.* By induction on a. The options (a − jb, b) have the quotients q − j and the same remainder, so for j < q
//! the values of (q − j, v), and that for j = q is (r, b), of the value v. If r = 0 that one has no options, so the
//! value 0, and v = 0 is right; or if it is not allowed, what is left is a chain of the heaps 1, …, q, of which the
//! first has no options, as the heaps 0, …, q − 1 are with v = 0. ∎
//!
//! Of winners the same holds with v = 0 for pairs with which who begins loses and v = 1 for others; under misère play
//! for those with which he wins, as pairs without options are.

use crate::rules::{self, Expr, Move, Range, Rules, binary};

/// The number of the variable of a move.
const TIMES: usize = 2;

/// A game in which multiples of one number are taken from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Euclidean {
    /// The text of its game of quotients.
    pub game: String,
    /// Whether something must be left.
    pub is_positive: bool,
    /// Whether who cannot move wins.
    pub is_misere: bool,
}

impl Euclidean {
    /// The heap (q, v) of the game of quotients that a pair is, if `law` tells what is read of such heaps.
    ///
    /// Costs a call of `law` for each division of Euclid's algorithm but the first.
    ///
    /// # Examples
    /// ```
    /// use farstar_referee::euclidean;
    /// let rules = "game Euclid\nheap a b\nBoth: (a,b) -> (a-i*b,b) for i in 1..a if 0 < b\n\
    ///              Both: (a,b) -> (a,b-i*a) for i in 1..b if 0 < a";
    /// let euclid = euclidean(rules)?;
    /// // the least number left out by v and q − 1 others: 2 and 1 for 2 = 2·1 and 5 = 2·2 + 1; and 7 = 1·5 + 2
    /// let law = |q: u64, v: u64| Some(q - u64::from(v >= q));
    /// assert_eq!(euclid.read([7, 5], &law), Some([1, 1]));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn read(
        &self,
        [a, b]: [u64; 2],
        law: &dyn Fn(u64, u64) -> Option<u64>,
    ) -> Option<[u64; 2]> {
        let (mut large, mut small, mut quotients) = (a.max(b), a.min(b), Vec::new());
        while small > 0 {
            quotients.push(large / small);
            (large, small) = (small, large % small);
        }
        if let (Some(last), true) = (quotients.last_mut(), self.is_positive) {
            *last -= 1;
        }
        let mut rest = quotients.into_iter();
        let first = rest.next().unwrap_or(0);
        let value = rest.rev().try_fold(0, |value, quotient| law(quotient, value))?;
        Some([first, value])
    }
}

/// The game of quotients of a game.
///
/// # Errors
/// Rules that are no such game.
pub fn euclidean(text: &str) -> Result<Euclidean, String> {
    of(&rules::read(text)?)
}

pub(super) fn of(rules: &Rules) -> Result<Euclidean, String> {
    let wrong = || "moves that are no matter of quotients alone".to_owned();
    if rules.names.len() != 2 {
        return Err(wrong());
    }
    let mut sides = [Vec::new(), Vec::new()];
    for one in &rules.moves {
        let line = [0, 1].into_iter().find_map(|x| Reader { one, x, y: 1 - x }.line());
        let line = line.ok_or_else(wrong)?;
        sides[line.from].push(line);
    }
    let positive = |line: &Line| line.is_positive;
    let is_positive = sides.concat().iter().any(positive);
    let says = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "q");
    if is_positive && sides.concat().iter().any(|line| !line.is_positive || says(&line.condition)) {
        return Err(wrong());
    }
    for side in &mut sides {
        side.sort_by_key(Line::text);
    }
    // where the numbers are equal one of two mirrored moves is enough
    let mirrored = |(one, other): (&Line, &Line)| {
        one.text() == other.text() && !(one.is_strict && other.is_strict)
    };
    let [first, second] = &sides;
    if first.len() != second.len() || !first.iter().zip(second).all(mirrored) {
        return Err(wrong());
    }
    let misere = if rules.misere { " misere" } else { "" };
    let mut game = format!("game Quotients{misere}\nheap q v\n");
    for line in first {
        game.push_str(&line.text());
    }
    game.push_str("Both: (q,v) -> (0,k) for k in 0..v-1 if q = 0\n");
    Ok(Euclidean { game, is_positive, is_misere: rules.misere })
}

/// A kind of move from an entry.
#[derive(Clone, PartialEq, Eq)]
struct Line {
    from: usize,
    /// How many times the other entry is taken, and the range of k.
    times: String,
    range: String,
    condition: String,
    is_positive: bool,
    /// Whether equal entries have no such move.
    is_strict: bool,
}

impl Line {
    fn text(&self) -> String {
        let Self { times, range, condition, .. } = self;
        let condition = match &**condition {
            "" => String::new(),
            condition => format!(" if {condition}"),
        };
        format!("Both: (q,v) -> (q-{times},v){range}{condition}\n")
    }
}

/// Reads a move by which something is taken from entry x, and not from y.
struct Reader<'a> {
    one: &'a Move,
    x: usize,
    y: usize,
}

impl Reader<'_> {
    fn line(&self) -> Option<Line> {
        let (x, y) = (Expr::Variable(self.x), Expr::Variable(self.y));
        let [(Expr::Number(1), entries)] = &self.one.parts[..] else { return None };
        if self.one.players != [true; 2] || self.one.run {
            return None;
        }
        let place = entries.iter().position(|entry| *entry == y)?;
        let rest = &entries[1 - place];
        let is_remainder = *rest == binary("mod", x.clone(), y.clone());
        let times = match rest {
            _ if is_remainder => "q".to_owned(),
            Expr::Binary("-", from, taken) if **from == x => self.times(taken)?,
            _ => return None,
        };
        let range = match &self.one.ranges[..] {
            [] => String::new(),
            [Range::Between(Expr::Number(low @ 1..), high)] => {
                format!(" for k in {low}..{}", self.most(high)?)
            }
            [Range::Of(list)] if list.iter().all(|&k| k > 0) => {
                let list: Vec<String> = list.iter().map(ToString::to_string).collect();
                format!(" for k in {{{}}}", list.join(" "))
            }
            _ => return None,
        };
        let (mut conditions, mut is_guarded, mut is_positive) = (Vec::new(), false, false);
        let (mut is_large, mut is_strict) = (false, false);
        let zero = Expr::Number(0);
        for term in terms(self.one.condition.as_ref()) {
            match term {
                Expr::Binary("<", a, b) if (&**a, &**b) == (&zero, &y) => is_guarded = true,
                Expr::Binary("<=", a, b) if (&**a, &**b) == (&Expr::Number(1), &y) => {
                    is_guarded = true;
                }
                Expr::Binary("!=", a, b) if (&**a, &**b) == (&y, &zero) => is_guarded = true,
                // whatever is taken is taken from no less
                Expr::Binary("<=", a, b) if (&**a, &**b) == (&y, &x) => is_large = true,
                Expr::Binary("<", a, b) if (&**a, &**b) == (&y, &x) => {
                    (is_large, is_strict) = (true, true);
                }
                Expr::Binary("<", a, b) if (&**a, &**b) == (&zero, &x) => {}
                Expr::Binary("<", a, b) if (&**a, &**b) == (&zero, rest) => is_positive = true,
                Expr::Binary("<=", a, b) if (&**a, &**b) == (&Expr::Number(1), rest) => {
                    is_positive = true;
                }
                Expr::Binary("<", a, b) if **b == x && self.is_taken(rest, a) => is_positive = true,
                Expr::Binary("<=", a, b) if (&**a, &**b) == (&zero, rest) => {}
                Expr::Binary("<=", a, b) if **b == x && self.is_taken(rest, a) => {}
                term => conditions.push(self.said(term)?),
            }
        }
        if !is_guarded || is_remainder && (!is_large || is_positive || !range.is_empty()) {
            return None;
        }
        if is_remainder {
            conditions.push("1 <= q".to_owned());
        }
        let condition = conditions.join(" and ");
        Some(Line { from: self.x, times, range, condition, is_positive, is_strict })
    }

    fn is_taken(&self, rest: &Expr, taken: &Expr) -> bool {
        matches!(rest, Expr::Binary("-", _, of) if **of == *taken)
    }

    /// How many times y is taken, at least once.
    fn times(&self, taken: &Expr) -> Option<String> {
        let (k, y) = (Expr::Variable(TIMES), Expr::Variable(self.y));
        match taken {
            Expr::Variable(TIMES) if self.one.multiple == Some((TIMES, self.y)) => Some("k".into()),
            taken if *taken == y => Some("1".into()),
            Expr::Binary("*", a, b) => match (&**a, &**b) {
                (Expr::Number(n @ 1..), z) | (z, Expr::Number(n @ 1..)) if *z == y => {
                    Some(n.to_string())
                }
                (a, b) if (a, b) == (&k, &y) || (a, b) == (&y, &k) => Some("k".into()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The end of a range that goes up to q at least, or to a number.
    fn most(&self, high: &Expr) -> Option<String> {
        match high {
            // x is at least q
            Expr::Variable(v) if *v == self.x => Some("q".into()),
            Expr::Binary("min", a, b) => Some(format!("min({},{})", self.most(a)?, self.most(b)?)),
            other => self.said(other).filter(|said| !said.contains('(')),
        }
    }

    /// What is said of k and q.
    fn said(&self, expr: &Expr) -> Option<String> {
        let (x, y) = (Expr::Variable(self.x), Expr::Variable(self.y));
        let rest = binary("mod", x.clone(), y.clone());
        if *expr == binary("/", binary("-", x, rest), y) {
            return Some("q".into());
        }
        Some(match expr {
            Expr::Number(n) if *n < 0 => format!("(0-{})", n.unsigned_abs()),
            Expr::Number(n) => n.to_string(),
            Expr::Variable(TIMES) if self.one.multiple.is_none() => "k".into(),
            Expr::Variable(_) => return None,
            Expr::Not(a) => format!("(not {})", self.said(a)?),
            Expr::Binary(op @ ("min" | "max" | "gcd" | "xor"), a, b) => {
                format!("{op}({},{})", self.said(a)?, self.said(b)?)
            }
            Expr::Binary("power", a, b) => {
                format!("({} power of {})", self.said(a)?, self.said(b)?)
            }
            Expr::Binary(op, a, b) => format!("({} {op} {})", self.said(a)?, self.said(b)?),
        })
    }
}

/// The terms of a conjunction.
fn terms(condition: Option<&Expr>) -> Vec<&Expr> {
    match condition {
        None => Vec::new(),
        Some(Expr::Binary("and", a, b)) => [terms(Some(a)), terms(Some(b))].concat(),
        Some(one) => vec![one],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Result<Euclidean, String> {
        euclidean(&format!("game G\nheap a b\nBoth: {}", moves.replace("\n ", "\nBoth: ")))
    }

    #[test]
    fn only_quotients_matter() {
        let text = |moves| game(moves).map(|game| game.game);
        let quotients = |line| {
            let last = "Both: (q,v) -> (0,k) for k in 0..v-1 if q = 0\n";
            Ok(format!("game Quotients\nheap q v\n{line}\n{last}"))
        };
        assert_eq!(
            text(
                "(a,b) -> (a-k*b,b) for k in 1..a if b > 0\n (a,b) -> (a,b-k*a) for k in 1..b if a > 0"
            ),
            quotients("Both: (q,v) -> (q-k,v) for k in 1..q")
        );
        assert_eq!(
            text(
                "(a,b) -> (a-k*b,b) for k in {1 3} if b > 0\n (a,b) -> (a,b-k*a) for k in {1 3} if a > 0"
            ),
            quotients("Both: (q,v) -> (q-k,v) for k in {1 3}")
        );
        // the order of the numbers is another, and of the moves
        assert_eq!(
            text("(a,b) -> (a,b-2*a) if a > 0\n (a,b) -> (b,a-2*b) if b > 0"),
            quotients("Both: (q,v) -> (q-2,v)")
        );
        assert_eq!(
            text(
                "(a,b) -> (a-b,b) if b > 0 and (a-a mod b)/b mod 3 = 1\n (a,b) -> (a,b-a) if a > 0 and (b-b mod a)/a mod 3 = 1"
            ),
            quotients("Both: (q,v) -> (q-1,v) if ((q mod 3) = 1)")
        );
    }

    #[test]
    fn other_games_have_no_quotients() {
        for moves in [
            // one side
            "(a,b) -> (a-b,b) if b > 0",
            // not the same from both
            "(a,b) -> (a-b,b) if b > 0\n (a,b) -> (a,b-2*a) if a > 0",
            // nothing of equal numbers
            "(a,b) -> (a-b,b) if b > 0 and a > b\n (a,b) -> (a,b-a) if a > 0 and b > a",
            // play without end
            "(a,b) -> (a-b,b)\n (a,b) -> (a,b-a)",
            "(a,b) -> (a-k*b,b) for k in 0..a if b > 0\n (a,b) -> (a,b-k*a) for k in 0..b if a > 0",
            // what is taken is no multiple, or is bounded by more than quotients
            "(a,b) -> (a-b-1,b) if b > 0\n (a,b) -> (a,b-a-1) if a > 0",
            "(a,b) -> (a-k*b,b) for k in 1..b if b > 0\n (a,b) -> (a,b-k*a) for k in 1..a if a > 0",
            "(a,b) -> (a-b,b) if b > 0 and a > 7\n (a,b) -> (a,b-a) if a > 0 and b > 7",
            // something must be left, and the last quotient is not as it is
            "(a,b) -> (a-b,b) if b > 0 and a-b > 0 and (a-a mod b)/b != 3\n (a,b) -> (a,b-a) if a > 0 and b-a > 0 and (b-b mod a)/a != 3",
            // now and then something must be left
            "(a,b) -> (a-b,b) if b > 0 and a-b > 0\n (a,b) -> (a,b-a) if a > 0 and b-a > 0\n (a,b) -> (a-2*b,b) if b > 0\n (a,b) -> (a,b-2*a) if a > 0",
            // sums
            "(a,b) -> (a-b,b)+(a-b,b) if b > 0\n (a,b) -> (a,b-a)+(a,b-a) if a > 0",
        ] {
            let told = game(moves).err();
            assert!(told.is_some_and(|why| why.ends_with("quotients alone")), "{moves}");
        }
        assert!(euclidean("game G\nheap n\nBoth: (n) -> (n-1)").is_err());
        let partizan =
            "game G\nheap a b\nLeft: (a,b) -> (a-b,b) if b > 0\nRight: (a,b) -> (a,b-a) if a > 0";
        assert!(euclidean(partizan).is_err());
    }
}
