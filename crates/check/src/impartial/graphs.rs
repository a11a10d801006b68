//! Tables of games on directed graphs and of their compounds.

use std::collections::BTreeSet;

use farstar_impartial::compound::{
    Compound, Joint, continued_steps, selective_nim_value, selective_outcome,
};
use farstar_impartial::digraph::{ArcList, Digraph, Outcome, grundy_values, outcomes, sum_value};
use farstar_impartial::misere::{misere_nim_outcome, sj};
use farstar_impartial::search::{MisereSearch, Token, grundy};
use farstar_problems::contest::queens_to_origin;

use super::notation::{component, components, drawn, joined, outcome, pairs, sizes};
use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use crate::draws::Draws;

/// n, arcs, Grundy values, tokens, outcome.
pub(super) fn dag_chess(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    const DRAWN_TOKENS: u32 = 10;
    let [_, arcs, values, tokens, winner] = row.take()?;
    let (graph, tokens, is_drawn) = match drawn(arcs, "dag")? {
        Some([n, seed]) => {
            let mut draws = Draws::new(seed);
            let mut list = ArcList::new();
            list.cover(n as u32)?;
            for i in 1..n {
                let degree = draws.below(i.min(8) + 1);
                let successors: BTreeSet<u64> = (0..degree).map(|_| draws.below(i)).collect();
                for successor in successors {
                    list.push(i as u32, successor as u32)?;
                }
            }
            let tokens = (0..DRAWN_TOKENS).map(|_| draws.below(n.max(1)) as u32).collect();
            (list.into_digraph(), tokens, true)
        }
        None => {
            let graph = Digraph::from_arcs(row.parse(0)?, &pairs(arcs, '>')?)?;
            (graph, parse_list::<u32>(tokens, ' ')?, false)
        }
    };
    let found = grundy_values(&graph, context.limits())?;
    let shown = if is_drawn {
        let sum: u64 = found.iter().map(|&value| u64::from(value)).sum();
        format!("max={} sum={sum}", found.iter().max().unwrap_or(&0))
    } else {
        joined(&found)
    };
    let sum = sum_value(&graph, &found, &tokens)?;
    Ok(Verdict::all([Verdict::of(values, shown), Verdict::of(winner, outcome(sum))]))
}

/// The numbers in a text, in order.
fn numbers(text: &str) -> Result<Vec<u64>, RowError> {
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(parse).collect()
}

/// n, arcs, the outcome of each vertex; for drawn graphs how many vertices are N, P and drawn.
pub(super) fn loopy_outcomes(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, arcs, expected] = row.take()?;
    if let Some([n, seed]) = drawn(arcs, "digraph")? {
        let mut draws = Draws::new(seed);
        let mut list = ArcList::new();
        list.cover(n as u32)?;
        for u in 0..n {
            let degree = draws.below(4);
            let successors: BTreeSet<u64> = (0..degree).map(|_| draws.below(n)).collect();
            for successor in successors {
                list.push(u as u32, successor as u32)?;
            }
        }
        let [next, previous, draw] = outcomes(&list.into_digraph(), context.limits())?.counts();
        // The letters say in which order the counts are written.
        let letters = expected.chars().filter(|c| "NPD".contains(*c));
        let counts = letters.map(|letter| match letter {
            'N' => next,
            'P' => previous,
            _ => draw,
        });
        let (counts, expected) = (counts.collect::<Vec<_>>(), numbers(expected)?);
        if counts.len() != 3 {
            return Err(RowError::Malformed("expected counts of N, P and D".to_owned()));
        }
        return Ok(Verdict::of(joined(expected), joined(counts)));
    }
    let graph = Digraph::from_arcs(row.parse(0)?, &pairs(arcs, '>')?)?;
    let solved = outcomes(&graph, context.limits())?;
    let letters: String = (0..graph.vertices()).map(|v| solved.outcome(v).letter()).collect();
    Ok(Verdict::of(expected, letters))
}

/// Components, starts, steps, outcome of the continued conjunctive compound.
pub(super) fn every_sg(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    /// Largest heap of the rows that name a heap game.
    const LARGEST: u64 = 10_000_000;
    let [edges, starts, steps, winner] = row.take()?;
    let limits = context.limits();
    if let Some(heaps) = edges.strip_prefix("take1-3 heaps ") {
        let heaps = sizes(heaps)?;
        let largest = heaps.iter().copied().max().unwrap_or(0);
        if largest > LARGEST {
            return Err(RowError::Malformed(format!("a heap of more than {LARGEST}")));
        }
        let mut list = ArcList::new();
        list.cover(largest as u32 + 1)?;
        for n in 1..=largest as u32 {
            for take in 1..=n.min(3) {
                list.push(n, n - take)?;
            }
        }
        let graph = list.into_digraph();
        let heaps: Vec<u32> = heaps.into_iter().map(|heap| heap as u32).collect();
        let found = continued_steps(&graph, limits)?;
        return Ok(Verdict::all([
            Verdict::of(steps, format!("max={}", found.greatest(&heaps)?)),
            Verdict::of(winner, found.outcome(&heaps)?),
        ]));
    }
    let (graph, starts) = components(edges, starts)?;
    let found = continued_steps(&graph, limits)?;
    Ok(Verdict::all([
        Verdict::of(steps, joined(starts.iter().map(|&v| found.step(v)))),
        Verdict::of(winner, found.outcome(&starts)?),
    ]))
}

/// Two games with their starts, their values, the value of their selective compound, its outcome.
pub(super) fn selective_compound(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [first, start_first, second, start_second, value_first, value_second, value, winner] =
        row.take()?;
    let limits = context.limits();
    if (first, second) == ("nimheap", "nimheap") {
        let heaps: [u64; 2] = [parse(start_first)?, parse(start_second)?];
        let sum = selective_nim_value(&heaps)
            .ok_or_else(|| RowError::Engine("the value passes 64 bits".to_owned()))?;
        return Ok(Verdict::all([
            Verdict::of(joined([value_first, value_second]), joined(heaps)),
            Verdict::of(value, sum),
            Verdict::of(winner, outcome(sum)),
        ]));
    }
    let starts: [u32; 2] = [parse(start_first)?, parse(start_second)?];
    let graphs = [component(first, starts[0])?, component(second, starts[1])?];
    let tokens = [Token::new(&graphs[0], starts[0])?, Token::new(&graphs[1], starts[1])?];
    let single = [grundy(&tokens[0], limits)?, grundy(&tokens[1], limits)?];
    let played = grundy(&Compound::new(Joint::Selective, tokens.to_vec()), limits)?;
    let by_theorem = selective_outcome(&single.map(outcome));
    Ok(Verdict::all([
        Verdict::of(joined([value_first, value_second]), joined(single)),
        Verdict::of(value, played),
        Verdict::of(winner, outcome(played)),
        Verdict::of(winner, by_theorem.map_or_else(String::new, |found| found.to_string())),
    ]))
}

/// Components, starts, values, the outcome of the game that stops at value 0, and the true misère outcome.
pub(super) fn anti_sg_sj(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [edges, starts, values, stopping, misere] = row.take()?;
    let limits = context.limits();
    if edges == "nim heaps" {
        let heaps = sizes(starts)?;
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let small: Result<Vec<u32>, _> = heaps.iter().map(|&heap| u32::try_from(heap)).collect();
        let small = small.map_err(|_| RowError::Malformed("a heap beyond 32 bits".to_owned()))?;
        return Ok(Verdict::all([
            Verdict::of(joined(numbers(values)?), joined([sum, largest])),
            Verdict::of(stopping, sj::stopping_outcome(&small)),
            Verdict::of(misere, misere_nim_outcome(&heaps)),
        ]));
    }
    let (graph, starts) = components(edges, starts)?;
    let all = grundy_values(&graph, limits)?;
    let single: Vec<u32> = starts.iter().map(|&v| all[v as usize]).collect();
    let tokens: Result<Vec<Token<'_>>, _> = starts.iter().map(|&v| Token::new(&graph, v)).collect();
    let truth = MisereSearch::new().outcome(&tokens?, limits)?;
    let mut verdicts = vec![
        Verdict::of(values, joined(&single)),
        Verdict::of(stopping, sj::stopping_outcome(&single)),
        Verdict::of(misere, truth),
    ];
    // Where the condition of the rule holds, the rule must agree with true misère play.
    match sj::misere_outcome(&graph, &starts, limits) {
        Ok(by_rule) => verdicts.push(Verdict::of(misere, by_rule)),
        Err(stopped @ farstar_solve::Error::Stopped(_)) => return Err(stopped.into()),
        Err(_) => {}
    }
    Ok(Verdict::all(verdicts))
}

/// Queens x,y; the value of the stripped game, or `line` if a queen sees the corner; the outcome.
pub(super) fn queens_first_to_origin(
    context: &Context,
    row: &Row<'_>,
) -> Result<Verdict, RowError> {
    /// Largest board.
    const LARGEST: u32 = 300;
    let [queens, value, winner] = row.take()?;
    let queens: Vec<(u32, u32)> = pairs(queens, ',')?;
    let size = 1 + queens.iter().fold(0, |largest, &(x, y)| largest.max(x).max(y));
    if size > LARGEST {
        return Err(RowError::Malformed(format!("a coordinate beyond {LARGEST}")));
    }
    let race = queens_to_origin::queens(size, context.limits())?;
    let starts: Vec<u32> = queens.iter().map(|&(x, y)| x * size + y).collect();
    let sum = race.sum(&starts)?;
    let shown = sum.map_or_else(|| "line".to_owned(), |sum| sum.to_string());
    let by_race: Outcome = race.outcome(&starts)?;
    Ok(Verdict::all([Verdict::of(value, shown), Verdict::of(winner, by_race)]))
}
