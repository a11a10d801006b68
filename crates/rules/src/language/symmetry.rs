//! Symmetries of a ruleset: moves of the board and exchanges of pieces that carry the rules into themselves.
//!
//! If a reflection of the board with an exchange of pieces carries Left's rules into Left's and Right's into Right's,
//! options go to options, so values are kept; if it carries them into each other's, values are negated.

use super::ast::{BoardRules, Kind, Move, Piece, Step};
use super::canonical::{normal_rules, normal_stops};
use super::transform::{Exchange, HEX_TURNS, Map, TURNS, transform_form, transform_move};

/// Most kinds of piece for which all exchanges are tried.
const MOST_TRIED: usize = 7;

/// One symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    pub(crate) map: Map,
    pub(crate) exchange: Exchange,
    /// Whether it exchanges the players.
    pub(crate) negates: bool,
}

/// All symmetries of the rules, the identity first.
pub(crate) fn symmetries(rules: &BoardRules) -> Vec<Symmetry> {
    let maps: &[Map] = match rules.kind {
        Kind::Strip | Kind::Row => &TURNS[..2],
        Kind::Grid => &TURNS,
        Kind::Hex => &HEX_TURNS,
        _ => &TURNS[..1],
    };
    let normal = |moves: &[Move]| normal_rules(moves, rules.kind);
    let own: [Vec<Vec<Step>>; 2] = [normal(&rules.moves[0]), normal(&rules.moves[1])];
    let stops = normal_stops(&rules.stops, rules.kind);
    let read = crate::board::sets_read(rules);
    let unread = (0..rules.pieces.len()).filter(|&p| read.iter().all(|set| set >> p & 1 == 0));
    let unread: Vec<usize> = unread.collect();
    let mut found: Vec<Symmetry> = Vec::new();
    let mut others: Vec<(Map, Exchange)> = Vec::new();
    for exchange in involutions(rules) {
        // classes go to classes, and what no rule reads stays what it is
        let mut images: Vec<u32> = read.iter().map(|&set| exchange.set(set)).collect();
        images.sort_unstable();
        let numbers = (0..rules.pieces.len() as Piece)
            .all(|p| rules.number(p) == rules.number(exchange.piece(p)));
        if !numbers
            || images != read
            || unread.first().is_some_and(|&p| usize::from(exchange.0[p]) != p)
        {
            continue;
        }
        for &map in maps {
            let mut ways = decided(&found, &others, map, &exchange);
            if ways.is_none() {
                let image = [0, 1].map(|player: usize| {
                    let moves = &rules.moves[player];
                    let image = |m: &Move| transform_move(m, &map, &exchange);
                    normal(&moves.iter().map(image).collect::<Vec<_>>())
                });
                let images: Vec<_> =
                    rules.stops.iter().map(|f| transform_form(f, &map, &exchange)).collect();
                let stopped = normal_stops(&images, rules.kind) == stops;
                let exchanged = image[0] == own[1] && image[1] == own[0];
                ways = Some([stopped && image == own, stopped && exchanged]);
            }
            let ways = ways.unwrap_or_default();
            if ways == [false; 2] {
                others.push((map, exchange.clone()));
            }
            for negates in [false, true].into_iter().filter(|&n| ways[usize::from(n)]) {
                found.push(Symmetry { map, exchange: exchange.clone(), negates });
            }
        }
    }
    found
}

/// Whether a map with an exchange is a symmetry that keeps the players, and one that exchanges them, as far as it
/// follows from what is known: symmetries are a group, so what one carries to a symmetry is one, and what it carries to
/// none is none.
fn decided(
    found: &[Symmetry],
    others: &[(Map, Exchange)],
    map: Map,
    exchange: &Exchange,
) -> Option<[bool; 2]> {
    let mut ways = [false; 2];
    let mut none = false;
    for first in found {
        let product = (first.map.after(&map), first.exchange.after(exchange));
        for second in found {
            if second.map == product.0 && second.exchange == product.1 {
                ways[usize::from(first.negates != second.negates)] = true;
            }
        }
        none |= others.contains(&product);
    }
    (none || ways != [false; 2]).then_some(ways)
}

/// The exchanges of pieces that are their own inverses, the identity first.
fn involutions(rules: &BoardRules) -> Vec<Exchange> {
    let count = rules.pieces.len();
    if count > MOST_TRIED {
        return vec![Exchange::identity(), super::transform::exchange_pairs(&rules.pairs)];
    }
    let mut all = vec![(0, Exchange::identity())];
    let mut done = Vec::new();
    while let Some((at, exchange)) = all.pop() {
        if at == count {
            done.push(exchange);
            continue;
        }
        if usize::from(exchange.0[at]) == at {
            for other in at + 1..count {
                if usize::from(exchange.0[other]) == other {
                    let mut swapped = exchange.clone();
                    swapped.0.swap(at, other);
                    all.push((at + 1, swapped));
                }
            }
        }
        all.push((at + 1, exchange));
    }
    done
}
