//! Laws of impartial games on random instances.

use farstar_impartial::coin::CoinRow;
use farstar_impartial::compound::{Compound, Joint, continued_steps};
use farstar_impartial::digraph::{
    Digraph, Outcome, grundy_values, loopy_grundy, outcomes, read_edge_list, verify_p_set,
};
use farstar_impartial::hackenbush::GreenHackenbush;
use farstar_impartial::kayles::{KaylesGraph, Rule};
use farstar_impartial::misere::MisereForms;
use farstar_impartial::nim::{moore_outcome, staircase_sum, staircase_winning_moves};
use farstar_impartial::nimber_search::NimberSearch;
use farstar_impartial::search::{Token, grundy};
use farstar_value::Limits;
use proptest::prelude::*;

fn arcs(vertices: u32, most: usize) -> impl Strategy<Value = Vec<(u32, u32)>> {
    prop::collection::vec((0..vertices, 0..vertices), 0..most)
}

/// Arcs that lead to smaller numbers.
fn downward(vertices: u32, most: usize) -> impl Strategy<Value = Vec<(u32, u32)>> {
    let ordered = |list: Vec<(u32, u32)>| {
        list.into_iter().map(|(u, v)| (u.max(v), u.min(v))).filter(|(u, v)| u != v).collect()
    };
    arcs(vertices, most).prop_map(ordered)
}

/// The graph of the disjunctive sum: vertex a·n + b is the pair (a, b).
fn product(left: &Digraph, right: &Digraph) -> Digraph {
    let n = right.vertices();
    let mut arcs = Vec::new();
    for a in 0..left.vertices() {
        for b in 0..n {
            arcs.extend(left.successors(a).iter().map(|c| (a * n + b, c * n + b)));
            arcs.extend(right.successors(b).iter().map(|c| (a * n + b, a * n + c)));
        }
    }
    Digraph::from_arcs(left.vertices() * n, &arcs).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn loopy_values_decide_every_sum(a in arcs(9, 20), b in arcs(6, 14)) {
        let limits = Limits::none();
        let (left, right) = (Digraph::from_arcs(9, &a).unwrap(), Digraph::from_arcs(6, &b).unwrap());
        let played = outcomes(&product(&left, &right), &limits).unwrap();
        let (g, h) = (loopy_grundy(&left, &limits).unwrap(), loopy_grundy(&right, &limits).unwrap());
        for (v, w) in (0..9).flat_map(|v| (0..6).map(move |w| (v, w))) {
            prop_assert_eq!((&g.value(v) + &h.value(w)).outcome(), played.outcome(v * 6 + w));
        }
    }

    #[test]
    fn the_value_of_a_sum_is_the_nim_sum(a in downward(12, 30), b in downward(10, 25)) {
        let limits = Limits::none();
        let (left, right) = (Digraph::from_arcs(12, &a).unwrap(), Digraph::from_arcs(10, &b).unwrap());
        let whole = grundy_values(&product(&left, &right), &limits).unwrap();
        let (g, h) = (grundy_values(&left, &limits).unwrap(), grundy_values(&right, &limits).unwrap());
        for (v, w) in (0..12).flat_map(|v| (0..10).map(move |w| (v, w))) {
            prop_assert_eq!(whole[v * 10 + w], g[v] ^ h[w]);
        }
    }

    #[test]
    fn p_positions_verify_and_a_changed_set_does_not(list in downward(15, 40), flip in 0usize..15) {
        let limits = Limits::none();
        let graph = Digraph::from_arcs(15, &list).unwrap();
        let solved = outcomes(&graph, &limits).unwrap();
        let mut member: Vec<bool> = (0..15).map(|v| solved.outcome(v) == Outcome::P).collect();
        prop_assert_eq!(verify_p_set(&graph, &member, &limits).unwrap(), Ok(()));
        member[flip] ^= true;
        prop_assert!(verify_p_set(&graph, &member, &limits).unwrap().is_err());
    }

    #[test]
    fn a_graph_survives_its_text(list in arcs(30, 60)) {
        let text: String = list.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        let named: String = list.iter().map(|(u, v)| format!("v{u} v{v} # arc\n")).collect();
        let read = read_edge_list(text.as_bytes(), &Limits::none()).unwrap().arcs.into_digraph();
        prop_assert_eq!(&read, &Digraph::from_arcs(read.vertices(), &list).unwrap());
        let named = read_edge_list(named.as_bytes(), &Limits::none()).unwrap();
        prop_assert_eq!(named.arcs.len(), list.len());
        for v in 0..named.arcs.vertices() {
            prop_assert!(named.name(v).starts_with('v'));
        }
    }

    #[test]
    fn text_of_any_bytes_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_edge_list(bytes.as_slice(), &Limits::none());
    }

    #[test]
    fn winning_turns_are_all_the_turns_to_zero(
        code in prop::sample::select(vec!["1-3", "2", "1+C", "3E", "1-4C(4)", "1-2,1+C", "2-3S"]),
        heads in prop::collection::btree_set(0u32..12, 0..7),
    ) {
        let limits = Limits::none();
        let game = CoinRow::new(code.parse().unwrap(), 12, &limits).unwrap();
        let heads: Vec<u32> = heads.into_iter().collect();
        let winning = game.winning_turns(&heads, &limits).unwrap();
        prop_assert_eq!(winning.is_empty(), game.grundy(&heads).unwrap() == 0);
        for turn in winning {
            let after: Vec<u32> = heads.iter().chain(&turn).copied().collect();
            prop_assert_eq!(game.grundy(&after).unwrap(), 0);
        }
    }

    #[test]
    fn exactly_the_winning_edges_leave_value_zero(edges in arcs(8, 14)) {
        let position = GreenHackenbush::new(8, &edges, &[0]).unwrap();
        let winning = position.winning_edges(&Limits::none()).unwrap();
        prop_assert_eq!(winning.is_empty(), position.value() == 0);
        for cut in 0..edges.len() {
            let mut rest = edges.clone();
            rest.remove(cut);
            let after = GreenHackenbush::new(8, &rest, &[0]).unwrap().value();
            // An edge that does not hang on the ground is no move: it leaves the value as it was.
            let wins = position.value() != 0 && after == 0;
            prop_assert_eq!(winning.contains(&(cut as u32)), wins);
        }
    }

    #[test]
    fn the_nimber_search_finds_the_value_by_definition(edges in arcs(9, 16), nodes in any::<bool>()) {
        let rule = if nodes { Rule::Node } else { Rule::Arc };
        let graph = KaylesGraph::new(9, &edges, rule).unwrap();
        let value = grundy(&graph.start(), &Limits::none()).unwrap();
        let mut search = NimberSearch::new();
        prop_assert_eq!(search.outcome(&graph.start(), &Limits::none()).unwrap() == Outcome::P, value == 0);
        prop_assert_eq!(search.grundy(&graph.start(), &Limits::none()).unwrap(), value);
    }

    #[test]
    fn misere_sums_are_a_commutative_monoid(list in downward(7, 14), picks in [0u32..7, 0u32..7, 0u32..7]) {
        let limits = Limits::none();
        let graph = Digraph::from_arcs(7, &list).unwrap();
        let mut forms = MisereForms::new();
        let mut of_vertex = Vec::new();
        for v in 0..7 {
            let options: Vec<_> = graph.successors(v).iter().map(|&w| of_vertex[w as usize]).collect();
            of_vertex.push(forms.from_options(&options, &limits).unwrap());
        }
        let [a, b, c] = picks.map(|v| of_vertex[v as usize]);
        let mut sum = |x, y| forms.sum(x, y, &limits).unwrap();
        let left = sum(a, b);
        prop_assert_eq!(left, sum(b, a));
        let (left, right) = (sum(left, c), sum(b, c));
        prop_assert_eq!(left, sum(a, right));
    }

    #[test]
    fn joint_moves_win_and_every_reply_loses(list in downward(9, 22), starts in [0u32..9, 0u32..9, 0u32..9]) {
        let limits = Limits::none();
        let graph = Digraph::from_arcs(9, &list).unwrap();
        let steps = continued_steps(&graph, &limits).unwrap();
        let tokens = starts.map(|v| Token::new(&graph, v).unwrap()).to_vec();
        let value = grundy(&Compound::new(Joint::Continued, tokens), &limits).unwrap();
        prop_assert_eq!(steps.outcome(&starts).unwrap() == Outcome::N, value != 0);
        if let Some(reply) = steps.winning_move(&starts).unwrap() {
            let after: Vec<u32> = starts.iter().zip(reply).map(|(&v, to)| to.unwrap_or(v)).collect();
            prop_assert_eq!(steps.outcome(&after).unwrap(), Outcome::P);
        }
    }

    #[test]
    fn staircase_moves_reach_zero(piles in prop::collection::vec(0u64..1_000_000, 0..9)) {
        let winning: Vec<_> = staircase_winning_moves(&piles).collect();
        prop_assert_eq!(winning.is_empty(), staircase_sum(&piles) == 0);
        for m in winning {
            let mut after = piles.clone();
            prop_assert!(m.tokens > 0);
            after[m.pile] -= m.tokens;
            after[m.pile - 1] += m.tokens;
            prop_assert_eq!(staircase_sum(&after), 0);
        }
    }

    #[test]
    fn moores_rule_has_a_move_back_to_balance(heaps in prop::collection::vec(0u64..5, 0..4), most in 1u64..4) {
        // By definition: P iff no joint move leaves a P-position.
        let all = |limit: &[u64]| {
            limit.iter().fold(vec![vec![]], |lists: Vec<Vec<u64>>, &top| {
                lists.iter().flat_map(|list| (0..=top).map(|a| [list.as_slice(), &[a]].concat())).collect()
            })
        };
        let moved = |after: &Vec<u64>| heaps.iter().zip(after).filter(|(a, b)| a != b).count() as u64;
        let reachable = all(&heaps);
        let wins = reachable
            .iter()
            .filter(|after| (1..=most).contains(&moved(after)))
            .any(|after| moore_outcome(most, after) == Outcome::P);
        prop_assert_eq!(moore_outcome(most, &heaps) == Outcome::N, wins);
    }
}
