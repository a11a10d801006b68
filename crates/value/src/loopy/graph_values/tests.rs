//! Values by handle against values from the whole graph, on graphs written at random.

use super::*;
use crate::{Arena, SplitMix64};
use farstar_play::Limits;

/// A flat graph, or one whose moves mostly lead on, so that there are many components.
fn random_graph(random: &mut SplitMix64, most: u64) -> Graph {
    let count = 2 + random.below(most - 1);
    let degree = 1 + random.below(3);
    let forward = random.below(3);
    let lists: Vec<[Vec<u32>; 2]> = (0..count)
        .map(|v| {
            [(); 2].map(|()| {
                (0..random.below(degree + 1) + u64::from(v == 0))
                    .map(|_| {
                        let on = forward > 0 && v + 1 < count && random.below(4 * forward) > 0;
                        let to = if on {
                            v + 1 + random.below(count - v - 1)
                        } else {
                            random.below(count)
                        };
                        to as u32
                    })
                    .collect()
            })
        })
        .collect();
    Graph::new(&lists).unwrap()
}

fn assert_same(calc: &mut Calculator<'_>, found: &Loopy, wanted: &Loopy, graph: &Graph) {
    let same =
        found == wanted || !wanted.is_stopper_sided() && calc.loopy_equal(found, wanted).unwrap();
    assert!(same, "{graph:?}");
}

/// How many graphs: `FARSTAR_SOAK` asks for many more, `FARSTAR_SEED` for other ones.
fn rounds(few: u64) -> (SplitMix64, u64) {
    let seed = std::env::var("FARSTAR_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(24);
    let soak = std::env::var_os("FARSTAR_SOAK").is_some();
    (SplitMix64::new(seed), if soak { 40 * few } else { few })
}

#[test]
fn values_by_handle_are_those_of_the_whole_graph() {
    let (mut random, rounds) = rounds(300);
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let (mut stoppers, mut sided) = (0, 0);
    for round in 0..rounds {
        let most = [6, 10, 30, 80][round as usize % 4];
        let graph = random_graph(&mut random, most);
        let mut values = GraphValues::new(&mut calc, graph.clone()).unwrap();
        // Not from the root only, and in any order.
        for v in [random.below(graph.len() as u64) as u32, 0, graph.len() as u32 - 1] {
            let part = graph.part(v);
            let found = values.value(&mut calc, v).unwrap();
            let wanted = calc.loopy_of_whole_graph(&part).unwrap();
            assert_same(&mut calc, &found, &wanted, &part);
            stoppers += u32::from(wanted.is_stopper());
            sided += u32::from(!wanted.is_stopper() && wanted.is_stopper_sided());
        }
    }
    assert!(stoppers > 200 && sided > 100, "{stoppers} {sided}");
}

#[test]
fn sums_by_handle_are_those_of_the_product() {
    let (mut random, rounds) = rounds(150);
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for _ in 0..rounds {
        let [g, h] = [(); 2].map(|()| random_graph(&mut random, 7));
        let [a, b] = [&g, &h].map(|graph| calc.loopy_of_graph(graph).unwrap());
        let found = calc.loopy_add(&a, &b).unwrap();
        let count = h.len() as u32;
        let lists: Vec<[Vec<u32>; 2]> = (0..g.len() as u32 * count)
            .map(|at| {
                [Player::Left, Player::Right].map(|player| {
                    let (x, y) = (at / count, at % count);
                    let first = g.options(x, player).iter().map(|to| to * count + y);
                    first.chain(h.options(y, player).iter().map(|to| x * count + to)).collect()
                })
            })
            .collect();
        let product = Graph::from_lists(&lists).part(0);
        let wanted = calc.loopy_of_whole_graph(&product).unwrap();
        assert_same(&mut calc, &found, &wanted, &product);
    }
}

#[test]
fn what_a_limit_stops_is_not_remembered_wrongly() {
    let (mut random, rounds) = rounds(60);
    let arena = Arena::new();
    for _ in 0..rounds {
        let graph = random_graph(&mut random, 60);
        let mut values = GraphValues::new(&mut arena.calculator(), graph.clone()).unwrap();
        let mut calc = arena.calculator();
        for steps in 1..200 {
            calc.set_budget(u64::MAX, 256 * steps);
            let found = values.value(&mut calc, 0);
            calc.clear_budget();
            if let Ok(found) = found {
                let wanted = calc.loopy_of_whole_graph(&graph.part(0)).unwrap();
                assert_same(&mut calc, &found, &wanted, &graph);
                break;
            }
        }
    }
    let limits = Limits::none().bytes(1);
    let graph = random_graph(&mut random, 60);
    assert!(GraphValues::new(&mut arena.calculator_with(&limits), graph).is_err());
}

#[test]
fn handles_of_another_arena_are_not_taken() {
    let (mut random, _) = rounds(1);
    let graph = random_graph(&mut random, 40);
    let arenas = [Arena::new(), Arena::new()];
    // Their handles and short games are numbered in different orders.
    for text in ["{3|1}", "{2||1|*}", "+-5"] {
        arenas[1].calculator().parse(text).unwrap();
    }
    arenas[1].calculator().loopy_of_graph(&random_graph(&mut random, 40)).unwrap();
    let mut values = GraphValues::new(&mut arenas[0].calculator(), graph).unwrap();
    for v in 0..values.len() as u32 {
        let [first, second] =
            [0, 1].map(|at| values.value(&mut arenas[at].calculator(), v).unwrap());
        assert_eq!(first, second);
    }
}
