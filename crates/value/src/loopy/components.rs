//! Sides of large graphs, found from the end: one strongly connected component after another.
//!
//! Play that has left a component never returns to it. So when the values of all later components are known, the later
//! part of the graph may be exchanged for their simplest forms: in `G − G'`, where `G'` is `G` with a follower `K` of a
//! later component exchanged for an equal `K'`, the second player answers move by move until one side reaches `K` and
//! she the other, and then plays as she does in `K − K'`; who is to be credited with endless play depends on no finite
//! beginning of it. A component with its exits is small where the whole graph, and worse its product with itself,
//! is not: geese that only advance make a component of every place they can stand in (Siegel, VI.4, calls the simplest
//! forms of sides; the exchange is folklore).

use super::draft::Draft;
use super::graph::{Graph, reachable};
use super::sidling::side_of;
use crate::calculator::Calculator;
use crate::error::Result;
use farstar_play::Player;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// One side of a graph whose vertices are all reached from vertex 0, as simple as it is found to be.
///
/// # Cost
/// That of [`side_of`] for every vertex by which a component is entered, on the component with the simplest forms of
/// its exits.
pub(crate) fn side_by_components(
    calc: &mut Calculator<'_>,
    graph: &Graph,
    winner: Player,
) -> Result<Graph> {
    let components = graph.components();
    let last = components.len() as u32 - 1;
    if last == 0 {
        return side_of(calc, graph, winner);
    }
    let mut component_of = vec![0u32; graph.len()];
    for (number, members) in components.iter().enumerate() {
        for &v in members {
            component_of[v as usize] = number as u32;
        }
    }
    let mut entered = vec![false; graph.len()];
    entered[0] = true;
    for v in graph.vertices() {
        for &w in graph.left(v).iter().chain(graph.right(v)) {
            entered[w as usize] |= component_of[v as usize] != component_of[w as usize];
        }
    }
    let mut forms = Forms::default();
    let mut form_of = vec![u32::MAX; graph.len()];
    for (number, members) in components.iter().enumerate() {
        let inside = |w: u32| component_of[w as usize] == number as u32;
        let alone = match members[..] {
            [v] if !graph.left(v).iter().chain(graph.right(v)).any(|&w| w == v) => Some(v),
            _ => None,
        };
        // Many vertices outside all cycles have options of the same values.
        let options = alone.map(|v| {
            [Player::Left, Player::Right].map(|player| {
                let forms = graph.options(v, player).iter().map(|&w| form_of[w as usize]);
                let mut forms: Vec<u32> = forms.collect();
                forms.sort_unstable();
                forms.dedup();
                forms
            })
        });
        if let (Some(v), Some(options)) = (alone, &options)
            && let Some(&form) = forms.of_options.get(options)
        {
            form_of[v as usize] = form;
            continue;
        }
        let mut draft = Draft::default();
        let mut places: FxHashMap<u32, u32> = FxHashMap::default();
        for &v in members {
            let place = draft.vertex(calc)?;
            places.insert(v, place);
        }
        let mut exits: FxHashMap<u32, u32> = FxHashMap::default();
        for &v in members {
            for player in [Player::Left, Player::Right] {
                for &w in graph.options(v, player) {
                    let to = if inside(w) {
                        places[&w]
                    } else {
                        let form = form_of[w as usize];
                        match exits.get(&form) {
                            Some(&to) => to,
                            None => {
                                let to = draft.append(calc, &forms.all[form as usize])?;
                                exits.insert(form, to);
                                to
                            }
                        }
                    };
                    draft.edge(places[&v], player, to)?;
                }
            }
        }
        for &v in members.iter().filter(|&&v| entered[v as usize]) {
            let side = side_of(calc, &reachable(&draft.lists, places[&v]), winner)?;
            form_of[v as usize] = forms.number(side);
        }
        if let (Some(v), Some(options)) = (alone, options) {
            forms.of_options.insert(options, form_of[v as usize]);
        }
    }
    Ok(forms.take(form_of[0]))
}

/// The forms that were found, each once.
#[derive(Default)]
struct Forms {
    all: Vec<Arc<Graph>>,
    numbers: FxHashMap<Arc<Graph>, u32>,
    /// By the forms of Left's and Right's options, for vertices outside all cycles.
    of_options: FxHashMap<[Vec<u32>; 2], u32>,
}

impl Forms {
    fn number(&mut self, form: Graph) -> u32 {
        let next = self.all.len() as u32;
        let form = Arc::new(form);
        let number = *self.numbers.entry(Arc::clone(&form)).or_insert(next);
        if number == next {
            self.all.push(form);
        }
        number
    }

    fn take(self, number: u32) -> Graph {
        let form = Arc::clone(&self.all[number as usize]);
        drop(self);
        Arc::unwrap_or_clone(form)
    }
}
