//! The games born by day 3, one by one: counts, order, sums, against published numbers and the definitions.

use farstar_value::{Arena, Calculator, Comparison, Game};

/// All antichains of `games`.
fn antichains(calc: &mut Calculator<'_>, games: &[Game]) -> Vec<Vec<Game>> {
    let mut chains: Vec<Vec<Game>> = vec![Vec::new()];
    for &game in games {
        for i in 0..chains.len() {
            let fits = chains[i]
                .iter()
                .all(|&other| calc.compare(game, other) == Ok(Comparison::Confused));
            if fits {
                let mut chain = chains[i].clone();
                chain.push(game);
                chains.push(chain);
            }
        }
    }
    chains
}

fn next_day(calc: &mut Calculator<'_>, games: &[Game]) -> Vec<Game> {
    let chains = antichains(calc, games);
    let mut next = Vec::new();
    for left in &chains {
        for right in &chains {
            next.push(calc.from_options(left, right).unwrap());
        }
    }
    next.sort_unstable();
    next.dedup();
    next
}

fn day(calc: &mut Calculator<'_>, n: u32) -> Vec<Game> {
    (0..n).fold(vec![Game::ZERO], |games, _| next_day(calc, &games))
}

/// Siegel, III.1: 1, 4, 22, 1474 games are born by days 0 to 3.
#[test]
fn games_born_by_day_three() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let counts: Vec<usize> = (0..4).map(|n| day(calc, n).len()).collect();
    assert_eq!(counts, [1, 4, 22, 1474]);
}

/// The order of the 1474 games: 653173 pairs less, as many greater, 864856 confused.
#[test]
fn order_of_day_three() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let games = day(calc, 3);
    let mut counts = [0; 4];
    for &g in &games {
        for &h in &games {
            counts[calc.compare(g, h).unwrap() as usize] += 1;
        }
    }
    assert_eq!(counts, [653_173, 1474, 653_173, 864_856]);
}
