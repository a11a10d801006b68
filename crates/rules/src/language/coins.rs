//! Coin turning: impartial rules by which a position is worth the sum of its heads, each lying alone.
//!
//! Two pieces turn into each other and no other piece ever changes; say heads and tails. In every move one cell,
//! the *leading* one, is read as heads and becomes tails. No other cell is asked for its face: a cell of the pattern
//! may hold both faces or neither, and its coin is turned, or stays. There are no clauses. So a set of cells may be
//! turned with one of them leading wherever it lies right to the edge and to the pieces that never change, and all that
//! is asked of the faces is that the leading coin shows heads. Last, some linear function of columns and rows, the same
//! for all moves, is larger on every other cell turned than on the leading one: on a strip, all of them lie to one
//! side.
//!
//! *Theorem* (coin turning; Lenstra for sets of any kind). Let g(c) be the least number that is not the nim sum of g
//! over the cells turned along with c in some move that c leads. It is well defined, since these cells lie ahead of c.
//! In normal play a position has as Grundy value the nim sum of g over its heads.
//!
//! *Proof.* Play ends: the sets of heads fall in the order that looks first at where the function is least. Let v be
//! the nim sum of g over the heads, and suppose the claim for all options. A move led by c takes g(c) from the sum and
//! puts in the nim sum over the other cells turned, whatever they show, since x ⊕ x = 0; as that is not g(c), no option
//! has the value v. Let u < v. The highest binary digit of u ⊕ v is one of v, so of some g(c) with c heads, and g(c) ⊕
//! u ⊕ v is less than g(c): some move led by c has it as the sum over the other cells. It is legal, since c shows
//! heads, and its option has the value u. ∎
//!
//! The position is not the sum of its heads as a game: two coins that meet on a cell annul each other, where their sum
//! would be played on. So this tells Grundy values, and with them the winners of normal play and the winning moves;
//! misère play and the numbers of moves are those of the whole position.

use super::ast::{BoardRules, Element, Form, Item, Kind, Layout, Piece};
use super::canonical::normal_rules;

/// What is known of rules that turn coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoinTurning {
    pub(crate) heads: Piece,
    pub(crate) tails: Piece,
    /// A column and a row weigh so much; every other cell turned weighs more than the leading one.
    pub(crate) weights: (i64, i64),
}

impl CoinTurning {
    pub(crate) fn weight(&self, column: usize, row: usize) -> i64 {
        self.weights.0 * column as i64 + self.weights.1 * row as i64
    }
}

/// What a move does on one cell of its pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Leads,
    Turns,
    Stays,
}

/// How the rules turn coins, if they do and the theorem holds for them.
pub(crate) fn coin_turning(rules: &BoardRules) -> Option<CoinTurning> {
    let plane = matches!(rules.kind, Kind::Strip | Kind::Grid | Kind::Hex);
    if !plane || rules.hands || rules.has_numbers() || !rules.stops.is_empty() {
        return None;
    }
    let moves = rules.moves.each_ref().map(|moves| normal_rules(moves, rules.kind));
    if moves[0] != moves[1] {
        return None;
    }
    let mut forms = Vec::new();
    for steps in &moves[0] {
        let [step] = steps.as_slice() else { return None };
        if !step.clauses.is_empty() {
            return None;
        }
        forms.extend(&step.forms);
    }
    // the first cell that is one piece and becomes another leads
    let (heads, tails) = forms.first().and_then(|form| lead(&form.from, &form.to))?;
    let mut ahead = Vec::new();
    for form in forms {
        ahead.extend(directions(form, heads, tails)?);
    }
    Some(CoinTurning { heads, tails, weights: half_plane(&ahead)? })
}

/// A piece that is read alone and changed, and what it becomes.
fn lead(from: &[Element], to: &[Element]) -> Option<(Piece, Piece)> {
    from.iter().zip(to).find_map(|(from, to)| match (&from.item, &to.item) {
        (Item::Cell(from), Item::Cell(to)) => match (from.as_slice(), to.as_slice()) {
            ([from], [to]) if from != to => Some((*from, *to)),
            _ => None,
        },
        (Item::Group(_, from), Item::Group(_, to)) => lead(from, to),
        _ => None,
    })
}

/// What happens on a cell of this class; `None` if it is not what turning coins allows.
fn role(from: &[Piece], to: &Item, heads: Piece, tails: Piece) -> Option<Role> {
    let image = |at: usize| match to {
        Item::Keep => Some(from[at]),
        Item::Cell(to) if to.len() == 1 => Some(to[0]),
        Item::Cell(to) if to.len() == from.len() => Some(to[at]),
        _ => None,
    };
    let becomes = |piece: Piece| match from.iter().position(|&p| p == piece) {
        Some(at) => image(at).map(Some),
        None => Some(None),
    };
    if from == [heads] && image(0) == Some(tails) {
        return Some(Role::Leads);
    }
    let others = (0..from.len()).filter(|&at| from[at] != heads && from[at] != tails);
    for at in others {
        if image(at) != Some(from[at]) {
            return None;
        }
    }
    match (becomes(heads)?, becomes(tails)?) {
        (None, None) => Some(Role::Stays),
        (Some(h), Some(t)) if (h, t) == (heads, tails) => Some(Role::Stays),
        (Some(h), Some(t)) if (h, t) == (tails, heads) => Some(Role::Turns),
        _ => None,
    }
}

/// The roles of the cells of a pattern in their order, those of repeats once; `None` if they are not what turning coins
/// allows.
fn roles(
    from: &[Element],
    to: &[Element],
    (heads, tails): (Piece, Piece),
    once: bool,
    found: &mut Vec<Role>,
) -> Option<()> {
    if from.len() != to.len() {
        return None;
    }
    for (from, to) in from.iter().zip(to) {
        if (from.least, from.most) != (to.least, to.most) {
            return None;
        }
        let once = once && (from.least, from.most) == (1, Some(1));
        match (&from.item, &to.item) {
            (Item::Group(_, from), Item::Group(_, to)) => {
                roles(from, to, (heads, tails), once, found)?;
            }
            (Item::Cell(from), to) => {
                let role = role(from, to, heads, tails)?;
                if role == Role::Leads && !once {
                    return None;
                }
                found.push(role);
            }
            _ => return None,
        }
    }
    Some(())
}

/// In which directions the other cells that a form turns lie from the leading one; `None` if it does not turn coins.
fn directions(form: &Form, heads: Piece, tails: Piece) -> Option<Vec<(i64, i64)>> {
    let mut found = Vec::new();
    roles(&form.from, &form.to, (heads, tails), true, &mut found)?;
    let mut leading = (0..found.len()).filter(|&at| found[at] == Role::Leads);
    let (Some(lead), None) = (leading.next(), leading.next()) else { return None };
    let turned = (0..found.len()).filter(|&at| found[at] == Role::Turns);
    match form.layout {
        Layout::Line(dx, dy) => {
            let along = (i64::from(dx), i64::from(dy));
            let way = |at: usize| if at > lead { along } else { (-along.0, -along.1) };
            Some(turned.map(way).collect())
        }
        Layout::Block(columns) => {
            let cells = |side: &[Element]| {
                side.iter().all(|e| {
                    (e.least, e.most) == (1, Some(1)) && !matches!(e.item, Item::Group(..))
                })
            };
            let place = |at: usize| ((at % columns) as i64, (at / columns) as i64);
            let from_lead = |at: usize| (place(at).0 - place(lead).0, place(at).1 - place(lead).1);
            cells(&form.from).then(|| turned.map(from_lead).collect())
        }
        Layout::Path => None,
    }
}

/// Weights of a column and of a row by which every one of these vectors weighs more than nothing, if there are any:
/// then the vectors lie in an open half plane, and the sum of the inner normals of its first and its last vector will
/// do, or the one direction they all have.
fn half_plane(vectors: &[(i64, i64)]) -> Option<(i64, i64)> {
    if vectors.is_empty() {
        return Some((1, 1));
    }
    let cross = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 - a.1 * b.0;
    let dot = |a: (i64, i64), b: (i64, i64)| a.0 * b.0 + a.1 * b.1;
    // all others lie less than half a turn on from the first, counted one way, and from the last, counted the other
    let end = |sign: i64| {
        vectors.iter().copied().find(|&d| {
            vectors.iter().all(|&e| match sign * cross(d, e) {
                0 => dot(d, e) > 0,
                turn => turn > 0,
            })
        })
    };
    let (first, last) = (end(1)?, end(-1)?);
    Some(match cross(first, last) {
        0 => first,
        _ => (last.1 - first.1, first.0 - last.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_found_where_vectors_lie_in_a_half_plane() {
        let near: Vec<(i64, i64)> =
            (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))).filter(|&v| v != (0, 0)).collect();
        let mut seen = [false; 2];
        for (i, &a) in near.iter().enumerate() {
            for (j, &b) in near.iter().enumerate().take(i + 1) {
                for &c in &near[..=j] {
                    let vectors = [a, b, c];
                    let all = |w: (i64, i64)| vectors.iter().all(|v| v.0 * w.0 + v.1 * w.1 > 0);
                    // normals of such vectors are at most so large, and one turned by less than the angle between two
                    // of them lies inside
                    let exists = (-9..=9).any(|x| (-9..=9).any(|y| all((x, y))));
                    let found = half_plane(&vectors);
                    assert_eq!(found.is_some(), exists, "{vectors:?}");
                    assert!(found.is_none_or(all), "{vectors:?} {found:?}");
                    seen[usize::from(exists)] = true;
                }
            }
        }
        assert_eq!(seen, [true; 2]);
    }
}
