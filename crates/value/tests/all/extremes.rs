//! Sizes at the edge: deep, wide, and large values; limits; many threads in one arena.

use farstar_num::Dyadic;
use farstar_value::{
    Arena, Calculator, CancelToken, Closed, Comparison, Error, Game, Limits, Outcome, Stopped,
};

/// `{n | {n−1 | … {1 | 0}}}`-like towers: each level a new switch over the one before.
fn tower(calc: &mut Calculator<'_>, height: i64) -> Game {
    let mut game = Game::ZERO;
    for level in 1..=height {
        let left = calc.integer(level).unwrap();
        game = calc.from_options(&[left], &[game]).unwrap();
    }
    game
}

#[test]
fn towers_of_a_hundred_thousand_levels_are_negated_and_compared() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let high = tower(calc, 100_000);
    let minus = calc.neg(high).unwrap();
    assert_eq!(calc.neg(minus).unwrap(), high);
    assert_eq!(calc.compare(minus, high).unwrap(), Comparison::Less);
    let moved = calc.add_number(high, &Dyadic::HALF).unwrap();
    assert_eq!(calc.left_stop(moved).unwrap(), Dyadic::from_small(200_001, 1));
}

/// All-small towers have stops that say nothing, so the order has to walk down.
#[test]
fn order_walks_deep_without_the_machine_stack() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let star_two = calc.nimber(2).unwrap();
    let (mut a, mut b) = (calc.nimber(5).unwrap(), calc.nimber(6).unwrap());
    for _ in 0..20_000 {
        a = calc.from_options(&[Game::ZERO, star_two], &[a]).unwrap();
        b = calc.from_options(&[Game::ZERO, star_two], &[b]).unwrap();
    }
    let (le, ge) = (calc.le(a, b).unwrap(), calc.le(b, a).unwrap());
    assert_eq!(Comparison::from_le_ge(le, ge), calc.compare(a, b).unwrap());
    assert!(le != ge || a == b || !le);
}

#[test]
fn many_nimbers_are_worth_their_mex_if_it_is_one() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let mut nimbers =
        |some: &[u64]| -> Vec<Game> { some.iter().map(|&n| calc.nimber(n).unwrap()).collect() };
    let left = nimbers(&[0, 1, 2, 3, 4, 5, 7, 9, 10, 10, 300]);
    let (same, fewer) = (nimbers(&[5, 4, 3, 2, 1, 0, 8]), nimbers(&[0, 1, 2, 3]));
    let six = nimbers(&[6])[0];
    assert_eq!(calc.from_options(&left, &same).unwrap(), six);
    // where the mexes differ the value is no nimber, and higher ones are reversible all the same
    let better = calc.from_options(&left, &fewer).unwrap();
    assert!(calc.as_nimber(better).is_none());
    let low = calc.from_options(&left[..6], &fewer).unwrap();
    assert_eq!(better, low);
}

#[test]
fn large_numbers_neither_wrap_nor_lose_their_order() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let huge = Dyadic::new(1, 0).mul_pow2(200);
    let tiny = Dyadic::new(1, 0).mul_pow2(-200);
    let (g, h) = (calc.number(&huge).unwrap(), calc.number(&tiny).unwrap());
    let sum = calc.add(g, h).unwrap();
    assert_eq!(calc.as_number(sum), Some(&huge + &tiny));
    assert_eq!(calc.compare(sum, g).unwrap(), Comparison::Greater);
    // A switch between numbers that fit no node, its stops, and a number inside its confusion interval.
    let minus = calc.neg(sum).unwrap();
    let switch = calc.from_options(&[sum], &[minus]).unwrap();
    assert_eq!(calc.left_stop(switch).unwrap(), &huge + &tiny);
    assert_eq!(calc.outcome(switch).unwrap(), Outcome::N);
    assert_eq!(calc.compare(switch, g).unwrap(), Comparison::Confused);
    let above = calc.add(sum, h).unwrap();
    assert_eq!(calc.compare(switch, above).unwrap(), Comparison::Less);
    assert_eq!(calc.add(switch, switch).unwrap(), Game::ZERO);
    assert_eq!(calc.neg(switch).unwrap(), switch);
}

#[test]
fn large_closed_values_need_no_options() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let nimber = calc.nimber(1 << 60).unwrap();
    assert_eq!(calc.add(nimber, nimber).unwrap(), Game::ZERO);
    assert!(matches!(calc.left_options(nimber), Err(Error::TooLarge { .. })));
    let ups = calc.up(i64::MAX).unwrap();
    let up = calc.up(1).unwrap();
    assert!(matches!(calc.add(ups, up), Err(Error::TooLarge { .. })));
    assert!(calc.gt(ups, nimber).unwrap());
    assert!(arena.stats().values < 20);
}

/// `*1000000000` against games that only a search can compare it with: it is a far star for them.
#[test]
fn far_nimbers_compare_without_their_options() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let near = calc.parse("{0,*5|*7,{*9|^*6}}").unwrap();
    for ups in -3..=3 {
        let near = {
            let up = calc.up(ups).unwrap();
            calc.add(near, up).unwrap()
        };
        let (far, farther) = (calc.nimber(300).unwrap(), calc.nimber(1_000_000_000).unwrap());
        assert_eq!(calc.compare(near, far).unwrap(), calc.compare(near, farther).unwrap());
    }
    assert!(arena.stats().values < 5000);
}

/// Sprague–Grundy: `{*S|*S} = *mex(S)`, with heaps too large to look into option by option.
#[test]
fn large_heaps_are_reversible() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    for (heaps, mex) in [(vec![0, 1, 2, 300], 3), (vec![0, 2, 1 << 40], 1), (vec![5, 1 << 50], 0)] {
        let options: Vec<Game> = heaps.iter().map(|n| calc.nimber(*n).unwrap()).collect();
        let game = calc.from_options(&options, &options).unwrap();
        assert_eq!(calc.as_nimber(game), Some(mex));
    }
    // In {1, 1*300 | 0} the heap is not reversible; in {1*2, 1*300 | 1, 1*} it is, through 1*2.
    let one_heap = calc.parse("{1,1*300|0}").unwrap();
    assert_eq!(calc.left_options(one_heap).unwrap().len(), 2);
    let bypassed = calc.parse("{1,1*,1*300|1,1*}").unwrap();
    assert_eq!(bypassed, calc.parse("1*2").unwrap());
    assert!(arena.stats().values < 1000);
}

#[test]
fn more_options_than_a_node_counts() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let one = calc.integer(1).unwrap();
    let nimbers: Vec<Game> = (0..9_000).map(|n| calc.nimber(n).unwrap()).collect();
    let hot: Vec<Game> = nimbers.iter().map(|n| calc.add(*n, one).unwrap()).collect();
    // 1*k for all k against 0: {1, 1*, …, 1*8999 | 0}; all are confused, none reversible.
    let game = calc.from_options(&hot, &[Game::ZERO]).unwrap();
    assert_eq!(calc.left_options(game).unwrap().len(), 9_000);
    assert_eq!(calc.right_options(game).unwrap(), [Game::ZERO]);
    assert_eq!(calc.from_options(&hot, &[Game::ZERO]).unwrap(), game);
}

#[test]
fn limits_stop_a_growing_sum_and_leave_the_arena_usable() {
    let arena = Arena::new();
    let grow = |limits: &Limits| -> Result<Game, Error> {
        let mut calc = arena.calculator_with(limits);
        let mut sum = Game::ZERO;
        for k in 1..40 {
            let (left, right) = (calc.integer(3 * k)?, calc.integer(-k * k)?);
            let switch = calc.from_options(&[left], &[right])?;
            sum = calc.add(sum, switch)?;
        }
        Ok(sum)
    };
    assert_eq!(grow(&Limits::none().nodes(10_000)), Err(Error::Stopped(Stopped::Nodes)));
    let bytes = arena.stats().bytes + 200_000;
    assert_eq!(grow(&Limits::none().bytes(bytes)), Err(Error::Stopped(Stopped::Memory)));
    let token = CancelToken::new();
    token.cancel();
    assert_eq!(grow(&Limits::none().cancel(token)), Err(Error::Stopped(Stopped::Cancelled)));
    let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::none() };
    assert_eq!(grow(&late), Err(Error::Stopped(Stopped::Time)));
    let calc = &mut arena.calculator();
    let star = calc.nimber(1).unwrap();
    assert_eq!(calc.add(star, star).unwrap(), Game::ZERO);
}

/// Several threads make the same sums in one arena, in different orders, and agree on every handle.
#[test]
fn threads_share_an_arena() {
    let arena = Arena::new();
    let switches = |calc: &mut Calculator<'_>| -> Vec<Game> {
        (1..=9)
            .map(|k| {
                let (left, right) = (calc.integer(3 * k).unwrap(), calc.integer(-k * k).unwrap());
                calc.from_options(&[left], &[right]).unwrap()
            })
            .collect()
    };
    let totals: Vec<Game> = std::thread::scope(|scope| {
        let work: Vec<_> = (0..4)
            .map(|thread| {
                let arena = &arena;
                scope.spawn(move || {
                    let calc = &mut arena.calculator();
                    let mut parts = switches(calc);
                    parts.rotate_left(2 * thread);
                    calc.sum(parts).unwrap()
                })
            })
            .collect();
        work.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(totals.iter().all(|total| *total == totals[0]));
    let alone = Arena::new();
    let calc = &mut alone.calculator();
    let parts = switches(calc);
    let expected = calc.sum(parts).unwrap();
    let (mut here, mut there) = (arena.calculator(), alone.calculator());
    assert_eq!(here.left_stop(totals[0]).unwrap(), there.left_stop(expected).unwrap());
    assert_eq!(
        here.left_options(totals[0]).unwrap().len(),
        there.left_options(expected).unwrap().len()
    );
}

#[test]
fn closed_parts_come_back() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let value = Closed { number: Dyadic::from_small(-7, 3), up: -4, nimber: 9 };
    let game = calc.closed(&value).unwrap();
    let (left, right) = (calc.left_options(game).unwrap(), calc.right_options(game).unwrap());
    assert_eq!(calc.from_options(&left, &right).unwrap(), game);
    assert_eq!(calc.closed_parts(game), Some(value));
}
