//! Loopy games: their sums against a solver that plays every position of the sum, their laws, and their names.

use farstar_value::loopy::{Graph, Loopy, LoopyOutcome, OpenGame, OpenOption};
use farstar_value::{Arena, Calculator, Comparison, Game, Outcome, Player};
use proptest::prelude::*;

type Lists = Vec<[Vec<u32>; 2]>;

/// The winner of every position of a sum of graphs, for Left to move and for Right to move: repeated passes over all of
/// them, until nothing is won any more. What is left is drawn.
fn naive_winners(parts: &[&Lists]) -> [Option<Player>; 2] {
    let sizes: Vec<usize> = parts.iter().map(|lists| lists.len()).collect();
    let count: usize = sizes.iter().product();
    let split = |mut at: usize| -> Vec<usize> {
        let digits = sizes.iter().map(|&size| {
            let digit = at % size;
            at /= size;
            digit
        });
        digits.collect()
    };
    let join = |digits: &[usize]| {
        digits.iter().zip(&sizes).rev().fold(0, |at, (&digit, &size)| at * size + digit)
    };
    let mut winners: Vec<[Option<Player>; 2]> = vec![[None, None]; count];
    loop {
        let mut changed = false;
        for at in 0..count {
            for (mover, player) in [Player::Left, Player::Right].into_iter().enumerate() {
                if winners[at][mover].is_some() {
                    continue;
                }
                let here = split(at);
                let mut after = Vec::new();
                for (part, lists) in parts.iter().enumerate() {
                    for &to in &lists[here[part]][mover] {
                        let mut there = here.clone();
                        there[part] = to as usize;
                        after.push(winners[join(&there)][1 - mover]);
                    }
                }
                let winner = if after.contains(&Some(player)) {
                    Some(player)
                } else if after.iter().all(|w| *w == Some(player.opponent())) {
                    Some(player.opponent())
                } else {
                    None
                };
                if winner.is_some() {
                    winners[at][mover] = winner;
                    changed = true;
                }
            }
        }
        if !changed {
            return winners[0];
        }
    }
}

fn winners(outcome: LoopyOutcome) -> [Option<Player>; 2] {
    use Player::{Left, Right};
    match outcome {
        LoopyOutcome::Decided(Outcome::N) => [Some(Left), Some(Right)],
        LoopyOutcome::Decided(Outcome::P) => [Some(Right), Some(Left)],
        LoopyOutcome::Decided(Outcome::L) => [Some(Left), Some(Left)],
        LoopyOutcome::Decided(Outcome::R) => [Some(Right), Some(Right)],
        LoopyOutcome::D => [None, None],
        LoopyOutcome::PHat => [None, Some(Left)],
        LoopyOutcome::PCheck => [Some(Right), None],
        LoopyOutcome::NHat => [Some(Left), None],
        LoopyOutcome::NCheck => [None, Some(Right)],
    }
}

fn value(calc: &mut Calculator<'_>, lists: &Lists) -> Loopy {
    let graph = Graph::new(lists).expect("the moves lead to vertices");
    calc.loopy_of_graph(&graph).expect("there are no limits")
}

/// Random graphs of up to `most` vertices, with up to two moves a list.
fn lists(most: u32) -> impl Strategy<Value = Lists> {
    (1..=most).prop_flat_map(|count| {
        let list = || prop::collection::vec(0..count, 0..=2);
        prop::collection::vec((list(), list()).prop_map(|(l, r)| [l, r]), count as usize)
    })
}

/// Random stoppers among them, and their graphs.
fn stoppers(most: u32) -> impl Strategy<Value = Lists> {
    lists(most).prop_filter("a stopper", |lists| {
        Graph::new(lists).is_some_and(|graph| graph.is_stopper() && !graph.is_loopfree())
    })
}

fn negative(lists: &Lists) -> Lists {
    lists.iter().map(|[l, r]| [r.clone(), l.clone()]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// The value keeps all that play can tell: who wins every sum with another graph, and what is drawn.
    #[test]
    fn values_win_the_sums_that_their_graphs_win(g in lists(5), h in lists(4), x in lists(3)) {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let (gv, hv, xv) = (value(&mut calc, &g), value(&mut calc, &h), value(&mut calc, &x));
        let outcome = calc.loopy_outcome(&gv).unwrap();
        prop_assert_eq!(winners(outcome), naive_winners(&[&g]));
        let gh = calc.loopy_add(&gv, &hv).unwrap();
        let outcome = calc.loopy_outcome(&gh).unwrap();
        prop_assert_eq!(winners(outcome), naive_winners(&[&g, &h]));
        let ghx = calc.loopy_add(&gh, &xv).unwrap();
        let outcome = calc.loopy_outcome(&ghx).unwrap();
        prop_assert_eq!(winners(outcome), naive_winners(&[&g, &h, &x]));
    }

    /// `G ≥ H` iff Left, moving second, does not lose `G − H`; equal stoppers have one canonical form.
    #[test]
    fn the_order_of_stoppers_is_survival(g in stoppers(4), h in stoppers(4)) {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let (gv, hv) = (value(&mut calc, &g), value(&mut calc, &h));
        prop_assert!(gv.is_stopper() && hv.is_stopper());
        let ge = naive_winners(&[&g, &negative(&h)])[1] != Some(Player::Right);
        let le = naive_winners(&[&h, &negative(&g)])[1] != Some(Player::Right);
        prop_assert_eq!(calc.loopy_ge(&gv, &hv).unwrap(), ge);
        prop_assert_eq!(calc.loopy_ge(&hv, &gv).unwrap(), le);
        prop_assert_eq!(gv == hv, ge && le);
    }

    /// What is not at least another game is told from it by a third, in play alone.
    #[test]
    fn every_denied_inequality_has_a_witness(g in lists(4), h in lists(4)) {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let (gv, hv) = (value(&mut calc, &g), value(&mut calc, &h));
        let ge = calc.loopy_ge(&gv, &hv).unwrap();
        let witness = calc.loopy_witness(&gv, &hv).unwrap();
        prop_assert_eq!(witness.is_none(), ge);
        if let Some(x) = witness.filter(Loopy::is_stopper) {
            let x = x.onside_graph();
            let x: Lists = x.vertices().map(|v| [x.left(v).to_vec(), x.right(v).to_vec()]).collect();
            let of = |lists| -> [i32; 2] {
                let value = |winner| match winner {
                    Some(Player::Left) => 1,
                    None => 0,
                    Some(Player::Right) => -1,
                };
                naive_winners(&[lists, &x]).map(value)
            };
            let (with_g, with_h) = (of(&g), of(&h));
            prop_assert!(with_g[0] < with_h[0] || with_g[1] < with_h[1]);
        }
    }

    /// Sums commute and associate, negatives go into sums, and the order is kept by sums.
    #[test]
    fn values_are_an_ordered_monoid(g in lists(4), h in lists(4), x in lists(3)) {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let (g, h, x) = (value(&mut calc, &g), value(&mut calc, &h), value(&mut calc, &x));
        let (gh, hg) = (calc.loopy_add(&g, &h).unwrap(), calc.loopy_add(&h, &g).unwrap());
        prop_assert!(calc.loopy_equal(&gh, &hg).unwrap());
        let hx = calc.loopy_add(&h, &x).unwrap();
        let (left, right) = (calc.loopy_add(&gh, &x).unwrap(), calc.loopy_add(&g, &hx).unwrap());
        prop_assert!(calc.loopy_equal(&left, &right).unwrap());
        let (minus_g, minus_h) = (calc.loopy_neg(&g).unwrap(), calc.loopy_neg(&h).unwrap());
        let minus = calc.loopy_neg(&gh).unwrap();
        let sum = calc.loopy_add(&minus_g, &minus_h).unwrap();
        prop_assert!(calc.loopy_equal(&minus, &sum).unwrap());
        if calc.loopy_ge(&g, &h).unwrap() {
            let gx = calc.loopy_add(&g, &x).unwrap();
            prop_assert!(calc.loopy_ge(&gx, &hx).unwrap());
        }
        // The onside is at least the offside, and both joined are the game again.
        let joined = calc.loopy_sides(&g.onside(), &g.offside()).unwrap();
        prop_assert_eq!(joined, Some(g));
    }

    /// A graph without cycles is a short game, both ways.
    #[test]
    fn short_games_go_both_ways(g in lists(5)) {
        let mut g = g;
        for (v, both) in g.iter_mut().enumerate() {
            for list in both {
                list.retain(|&w| w as usize > v);
            }
        }
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let loopy = value(&mut calc, &g);
        let game = calc.loopy_to_game(&loopy).unwrap().expect("no cycles");
        prop_assert_eq!(calc.loopy(game).unwrap(), loopy);
        let outcome = calc.outcome(game).unwrap();
        prop_assert_eq!(winners(LoopyOutcome::Decided(outcome)), naive_winners(&[&g]));
    }
}

#[test]
fn constants_are_the_values_of_their_definitions() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let zero = || OpenOption::Game(Game::ZERO);
    let star = OpenOption::Game(calc.nimber(1).unwrap());
    let close = |calc: &mut Calculator<'_>, left, right| {
        let open = OpenGame::new(left, right, None).unwrap();
        calc.loopy_close(&open).unwrap()
    };
    let pass = || OpenOption::Pass;
    assert_eq!(close(&mut calc, vec![pass()], vec![]), Loopy::on());
    assert_eq!(close(&mut calc, vec![], vec![pass()]), Loopy::off());
    assert_eq!(close(&mut calc, vec![zero()], vec![pass()]), Loopy::over());
    assert_eq!(close(&mut calc, vec![pass()], vec![zero()]), Loopy::under());
    assert_eq!(close(&mut calc, vec![pass()], vec![star]), Loopy::upon());
    let inner = OpenGame::new(vec![zero()], vec![zero(), pass()], None).unwrap();
    assert_eq!(close(&mut calc, vec![zero()], vec![OpenOption::Open(inner)]), Loopy::uponth());
    assert_eq!(close(&mut calc, vec![pass()], vec![pass()]), Loopy::dud());
    let of = |calc: &mut Calculator<'_>, text: &str| {
        calc.loopy_of_graph(&text.parse::<Graph>().unwrap()).unwrap()
    };
    assert_eq!(of(&mut calc, "0:1|2,0;1:|;2:1|1"), Loopy::upover());
    assert_eq!(of(&mut calc, "0:1|;1:|0"), Loopy::tis());
    assert_eq!(of(&mut calc, "0:|1;1:0|"), Loopy::tisn());
}

#[test]
fn graphs_read_back_and_wrong_ones_say_where() {
    for text in ["0:1|0;1:|", "0:0|0", "0:1,2|;1:|2;2:|"] {
        assert_eq!(text.parse::<Graph>().unwrap().to_string(), text);
    }
    for text in ["", "0", "0:1", "0:1|", "0:|;0:|", "0:a|", "1:|", "0:99999999999|", "0:|;70000:|"]
    {
        assert!(text.parse::<Graph>().is_err(), "{text}");
    }
}

#[test]
fn order_of_the_named_games() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let up = calc.up(1).unwrap();
    let (up, zero) = (calc.loopy(up).unwrap(), calc.loopy(Game::ZERO).unwrap());
    let rising = [
        Loopy::off(),
        Loopy::under(),
        zero,
        Loopy::uponth(),
        up,
        Loopy::upon(),
        Loopy::over(),
        Loopy::on(),
    ];
    for pair in rising.windows(2) {
        assert_eq!(calc.loopy_compare(&pair[0], &pair[1]).unwrap(), Comparison::Less);
    }
}

#[test]
fn limits_stop_products() {
    use farstar_value::{CancelToken, Error, Limits, Stopped};
    let arena = Arena::new();
    let token = CancelToken::new();
    let mut calc = arena.calculator_with(&Limits::none().cancel(token.clone()));
    let n = calc.integer(300).unwrap();
    let wide = calc.loopy(n).unwrap();
    let sum = calc.loopy_add(&wide, &Loopy::over()).unwrap();
    token.cancel();
    assert_eq!(calc.loopy_add(&sum, &sum), Err(Error::Stopped(Stopped::Cancelled)));
    let mut calc = arena.calculator();
    let big = calc.integer(70_000).unwrap();
    assert!(matches!(calc.loopy(big), Err(Error::TooLarge { .. })));
}
