//! A quantity of positions that is found from the quantities of their options: canonical forms of partizan positions,
//! genera of impartial ones.
//!
//! An option is a list of parts whose sum it is, so a quantity is needed of parts only. The search goes depth first
//! with a stack of its own, and remembers what it finds.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use farstar_rules::heap::{HeapGame, Pair, PartizanHeaps};
use farstar_value::{Calculator, Game, Limits, Player};

use crate::{Error, Result};
use farstar_impartial::coin::turned;
use farstar_impartial::misere::Genus;
use farstar_play::Meter;

/// Receives one option after the other: whose it is, and its parts.
pub type OptionSink<'v, P> = dyn FnMut(Player, &[P]) -> ControlFlow<()> + 'v;

/// What is known so far of a quantity of positions.
///
/// # Examples
/// ```
/// use farstar_rules::Ruleset;
/// use farstar_solve::value_of::ValueOf;
/// use farstar_value::{Arena, Limits, text::Notation};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let mut cakes = ValueOf::new();
/// let cutcake = Ruleset::named("Cutcake")?.partizan_pairs().ok_or("no pairs")?;
/// let value = cakes.partizan_pair((8, 3), &cutcake, &mut calc)?;
/// assert_eq!(calc.print(value, Notation::Ascii)?, "-3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ValueOf<P, V> {
    known: HashMap<P, V>,
}

impl<P, V> Default for ValueOf<P, V> {
    fn default() -> Self {
        Self { known: HashMap::new() }
    }
}

/// A position whose options are being looked at.
struct Open<P> {
    position: P,
    options: Vec<(Player, Vec<P>)>,
    /// The first option that may have a part of unknown value.
    next: usize,
}

impl<P: Clone + Eq + Hash + Debug, V: Clone> ValueOf<P, V> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The quantity of `start`: `visit` hands over the options of a position, `close` makes the quantity from the
    /// options, each given by the quantities of its parts.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if a position is its own follower; those of `limits`, whose nodes are positions; those of
    /// `close`.
    pub fn find(
        &mut self,
        start: &P,
        limits: &Limits,
        mut visit: impl FnMut(&P, &mut OptionSink<'_, P>) -> ControlFlow<()>,
        mut close: impl FnMut(&[(Player, Vec<V>)]) -> Result<V>,
    ) -> Result<V> {
        let mut meter = Meter::new(limits);
        // What was found before stays in memory.
        meter.reserve((self.known.len() * 2 * size_of::<(P, V)>()) as u64)?;
        let mut stack: Vec<Open<P>> = Vec::new();
        let mut open: HashSet<P> = HashSet::new();
        let mut wanted = (!self.known.contains_key(start)).then(|| start.clone());
        loop {
            if let Some(position) = wanted.take() {
                if !open.insert(position.clone()) {
                    return Err(Error::not_covered(
                        format!("the position {position:?}"),
                        "play can come back to it",
                    ));
                }
                meter.node(2 * size_of::<P>() + size_of::<V>() + size_of::<Open<P>>())?;
                let options = collect(&position, &mut visit, &mut meter)?;
                stack.push(Open { position, options, next: 0 });
            }
            // Go to the first part without a value, or close the position on top.
            let Some(top) = stack.last_mut() else { break };
            let known = &self.known;
            let unknown =
                top.options[top.next..].iter().enumerate().find_map(|(at, (_, parts))| {
                    parts
                        .iter()
                        .find(|&part| !known.contains_key(part))
                        .map(|part| (at, part.clone()))
                });
            if let Some((at, part)) = unknown {
                top.next += at;
                wanted = Some(part);
                continue;
            }
            let Some(Open { position, options, .. }) = stack.pop() else { break };
            let of = |part| self.known.get(part).cloned();
            let valued: Vec<(Player, Vec<V>)> = options
                .iter()
                .map(|(player, parts)| (*player, parts.iter().filter_map(of).collect()))
                .collect();
            let value = close(&valued)?;
            open.remove(&position);
            self.known.insert(position, value);
        }
        self.known.get(start).cloned().ok_or_else(|| {
            Error::not_covered(format!("the position {start:?}"), "its play does not end")
        })
    }
}

/// The options of a position, as far as the limits allow.
fn collect<P: Clone>(
    position: &P,
    visit: &mut impl FnMut(&P, &mut OptionSink<'_, P>) -> ControlFlow<()>,
    meter: &mut Meter<'_>,
) -> Result<Vec<(Player, Vec<P>)>> {
    let mut options = Vec::new();
    let mut charged = Ok(());
    let _ = visit(position, &mut |player, parts| {
        if charged.is_ok() {
            let bytes = size_of::<(Player, Vec<P>)>() + size_of_val(parts);
            charged = meter.reserve_small(bytes as u64);
        }
        if charged.is_ok() {
            charged = meter.step(1 + parts.len() as u64);
        }
        if charged.is_err() {
            return ControlFlow::Break(());
        }
        options.push((player, parts.to_vec()));
        ControlFlow::Continue(())
    });
    charged?;
    Ok(options)
}

impl<P: Clone + Eq + Hash + Debug> ValueOf<P, Game> {
    /// The value of a position: the canonical form of the values of its options, which `visit` hands over, each as
    /// the parts whose sum it is.
    ///
    /// Every position that play can reach is valued once, within the limits of the calculator.
    ///
    /// # Errors
    /// As [`ValueOf::find`], and those of the calculator.
    ///
    /// # Examples
    /// ```
    /// use farstar_solve::value_of::ValueOf;
    /// use farstar_value::{Arena, Player, text::Notation};
    /// use std::ops::ControlFlow;
    /// // From a heap Left takes one token or two, Right takes three.
    /// let (arena, mut known) = (Arena::new(), ValueOf::new());
    /// let mut calc = arena.calculator();
    /// let value = known.value(&3_u32, &mut calc, |&heap, sink| {
    ///     for (player, taken) in [(Player::Left, 1), (Player::Left, 2), (Player::Right, 3)] {
    ///         if let Some(left) = heap.checked_sub(taken) {
    ///             sink(player, &[left])?;
    ///         }
    ///     }
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(calc.print(value, Notation::Ascii)?, "{2|0}");
    /// # Ok::<(), farstar_solve::Error>(())
    /// ```
    pub fn value(
        &mut self,
        position: &P,
        calc: &mut Calculator<'_>,
        visit: impl FnMut(&P, &mut OptionSink<'_, P>) -> ControlFlow<()>,
    ) -> Result<Game> {
        let limits = calc.limits().clone();
        self.find(position, &limits, visit, |options| {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for (player, parts) in options {
                let sum = calc.sum(parts.iter().copied())?;
                match player {
                    Player::Left => left.push(sum),
                    Player::Right => right.push(sum),
                }
            }
            for options in [&mut left, &mut right] {
                options.sort_unstable();
                options.dedup();
            }
            Ok(calc.from_options(&left, &right)?)
        })
    }
}

impl ValueOf<Pair, Game> {
    /// The value of a position of a partizan game on pairs, by its options.
    ///
    /// # Errors
    /// As [`ValueOf::value`].
    pub fn partizan_pair(
        &mut self,
        position: Pair,
        game: &PartizanHeaps,
        calc: &mut Calculator<'_>,
    ) -> Result<Game> {
        self.value(&position, calc, |&pair, sink| {
            let mut players = [Player::Left, Player::Right].into_iter().zip(game);
            players.try_for_each(|(player, game)| {
                game.visit_options(pair, &mut |parts| sink(player, parts))
            })
        })
    }
}

impl ValueOf<Pair, Genus> {
    /// The genus of a position of an impartial game on pairs whose moves leave one pair each.
    ///
    /// # Errors
    /// As [`ValueOf::find`]; [`Error::NotCovered`] if a move leaves several pairs, since the genus of a sum is not
    /// found from the genera.
    pub fn genus(
        &mut self,
        position: Pair,
        game: &(impl HeapGame<Pair> + ?Sized),
        limits: &Limits,
    ) -> Result<Genus> {
        self.find(
            &position,
            limits,
            |&pair, sink| game.visit_options(pair, &mut |parts| sink(Player::Left, parts)),
            |options| {
                let mut genera = Vec::new();
                for (_, parts) in options {
                    let [genus] = &parts[..] else {
                        return Err(Error::not_covered(
                            format!("the genus of {} pairs together", parts.len()),
                            "it does not follow from the genera of the pairs",
                        ));
                    };
                    genera.push(genus);
                }
                Ok(Genus::of_options(&genera))
            },
        )
    }
}

impl<V: Clone> ValueOf<Vec<u32>, V> {
    /// A quantity of a row of coins that is given by the places of its heads in increasing order; `close` makes it from
    /// those of the options.
    ///
    /// Every set of heads that turning can reach is a position of its own.
    ///
    /// # Errors
    /// As [`ValueOf::find`].
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::Genus;
    /// use farstar_rules::heap::Spawning;
    /// use farstar_solve::value_of::ValueOf;
    /// use farstar_value::Limits;
    /// // Turtles, of which the second and the third stand: two heaps would be a win for the next player.
    /// let turtles: Spawning = "1-2".parse()?;
    /// let genus = |options: &[&Genus]| Ok(Genus::of_options(options));
    /// let found = ValueOf::new().coins(&[2, 3], &turtles, &Limits::none(), genus)?;
    /// assert_eq!(found.misere_value(0), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coins(
        &mut self,
        heads: &[u32],
        game: &(impl HeapGame + ?Sized),
        limits: &Limits,
        mut close: impl FnMut(&[&V]) -> Result<V>,
    ) -> Result<V> {
        self.find(
            &heads.to_vec(),
            limits,
            |heads, sink| {
                heads.iter().try_for_each(|&lead| {
                    game.visit_options(lead, &mut |others| {
                        sink(Player::Left, &[turned(heads, lead, others)])
                    })
                })
            },
            |options| close(&options.iter().flat_map(|(_, parts)| parts).collect::<Vec<&V>>()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_rules::Ruleset;
    use farstar_rules::heap::{HeapFunction, TakeSet, partizan_join, subtraction, wythoff};
    use farstar_value::Arena;
    use farstar_value::text::Notation;

    fn values(name: &str, last: u32) -> Vec<String> {
        let game = Ruleset::named(name).unwrap().partizan_pairs().unwrap();
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let mut found = ValueOf::new();
        (0..=last)
            .map(|n| {
                let value = found.partizan_pair((8, n), &game, &mut calc).unwrap();
                calc.print(value, Notation::Ascii).unwrap()
            })
            .collect()
    }

    #[test]
    fn cakes_have_the_values_of_winning_ways() {
        assert_eq!(values("Cutcake", 8), ["-7", "-7", "-3", "-3", "-1", "-1", "-1", "-1", "0"]);
    }

    #[test]
    fn euclid_and_subtraction_have_the_published_values() {
        assert_eq!(values("Partizan Euclid", 8), ["0", "0", "0", "v", "0", "0", "^", "^5", "0"]);
        let game = partizan_join(
            subtraction(TakeSet::Only(&[1, 3])).unwrap(),
            subtraction(TakeSet::Only(&[2, 3])).unwrap(),
        );
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let value = ValueOf::new().partizan_pair((6, 0), &game, &mut calc).unwrap();
        let shown = calc.print(value, Notation::Ascii).unwrap();
        assert_eq!(shown, "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}");
    }

    #[test]
    fn the_genus_of_nim_on_two_heaps_of_which_one_is_empty_is_that_of_a_heap() {
        let wythoff = wythoff(|k| k + 1);
        let mut genera = ValueOf::new();
        for n in 0..9 {
            let genus = genera.genus((n, 0), &wythoff, &Limits::none()).unwrap();
            assert_eq!(genus, Genus::of_nim_heap(n));
        }
    }

    #[test]
    fn play_without_end_is_an_error_and_limits_hold() {
        let circle = HeapFunction::new("circle", |(a, b): Pair, visit| visit(&[(b, a)]));
        let limits = Limits::none();
        assert!(ValueOf::new().genus((1, 2), &circle, &limits).is_err());
        let few = Limits::none().nodes(100);
        let stopped = ValueOf::new().genus((100, 100), &wythoff(|k| k + 1), &few);
        assert!(matches!(stopped, Err(Error::Stopped(_))));
    }

    #[test]
    fn deep_play_does_not_use_the_stack_of_the_machine() {
        let countdown = HeapFunction::new("one", |(a, b): Pair, visit| {
            if a > 0 { visit(&[(a - 1, b)]) } else { ControlFlow::Continue(()) }
        });
        let genus = ValueOf::new().genus((200_000, 0), &countdown, &Limits::none()).unwrap();
        assert_eq!(genus, Genus::of_nim_heap(0));
    }
}
