//! Names: knowing values that have one by their canonical forms.
//!
//! Every name here is recognised from the options, in a few steps a value. Two of the tests make a negative, which the
//! arena remembers.

use super::uptimal::Uptimal;
use crate::{Calculator, Game, Result};
use farstar_num::Dyadic;

/// The ids of the canonical options of a general value; none of a closed one.
pub(super) fn general<'a>(calc: &Calculator<'a>, game: Game) -> Option<(&'a [u32], &'a [u32])> {
    let node = calc.node(game);
    if node.is_closed() { None } else { calc.arena().known_lists(node) }
}

/// A name of a general value.
pub(super) enum Name {
    /// A power of up, or a sum of powers.
    Uptimal(Uptimal),
    /// Tiny or miny, perhaps with a number before it.
    Tiny(Tiny),
    /// `±x`: the Right options are the negatives of the Left options.
    Switch,
}

/// `number + tiny(of)`, or `number − tiny(of)` if `miny`.
pub(crate) struct Tiny {
    pub(super) number: Dyadic,
    pub(super) of: Game,
    pub(super) miny: bool,
}

/// The name of the general value `game = {left | right}`, if it is not a tiny one; `known` gives the names of its
/// general options.
pub(super) fn name<'k>(
    calc: &mut Calculator<'_>,
    game: Game,
    left: &[u32],
    right: &[u32],
    known: impl Fn(Game) -> Option<&'k Uptimal>,
) -> Result<Option<Name>> {
    let (left_stop, right_stop) = (calc.left_stop(game)?, calc.right_stop(game)?);
    if left_stop == right_stop
        && let Some(uptimal) = Uptimal::of_options(calc, left, right, known)
    {
        return Ok(Some(Name::Uptimal(uptimal)));
    }
    let switch = left_stop == -right_stop && is_switch(calc, game, left, right)?;
    Ok(switch.then_some(Name::Switch))
}

/// Knows `x + tiny(g) = {x ‖ x | x − g}` and `x − tiny(g) = {x + g | x ‖ x}` for a number `x` and `g` with a positive
/// Right stop. (A number is added to a game that is none by adding it to every option, so `x` and `g` can be read off.)
pub(crate) fn tiny_part(
    calc: &mut Calculator<'_>,
    left: &[u32],
    right: &[u32],
) -> Result<Option<Tiny>> {
    let (&[l], &[r]) = (left, right) else { return Ok(None) };
    for (near, far, miny) in [(Game(l), Game(r), false), (Game(r), Game(l), true)] {
        let Some(x) = calc.as_number(near) else { continue };
        let Some((far_left, far_right)) = general(calc, far) else { continue };
        let (&[far_left], &[far_right]) = (far_left, far_right) else { continue };
        let (back, threat) = if miny { (far_right, far_left) } else { (far_left, far_right) };
        if back != near.0 {
            continue;
        }
        let threat = Game(threat);
        let threatens =
            if miny { calc.right_stop(threat)? > x } else { calc.left_stop(threat)? < x };
        if !threatens {
            continue;
        }
        let shifted = calc.add_number(threat, &-&x)?;
        let of = if miny { shifted } else { calc.neg(shifted)? };
        return Ok(Some(Tiny { number: x, of, miny }));
    }
    Ok(None)
}

/// Whether `game = −game`; its stops are known to be mirrored.
fn is_switch(calc: &mut Calculator<'_>, game: Game, left: &[u32], right: &[u32]) -> Result<bool> {
    // What can be seen without making the negative: the numbers of options, and the closed ones, must be mirrored.
    if left.len() != right.len() {
        return Ok(false);
    }
    let closed = |side: &[u32]| side.iter().filter(|&&id| calc.node(Game(id)).is_closed()).count();
    if closed(left) != closed(right) {
        return Ok(false);
    }
    let some_closed = left.iter().map(|&id| Game(id)).filter(|&g| calc.node(g).is_closed());
    for option in some_closed.take(4).collect::<Vec<_>>() {
        let negative = calc.neg(option)?;
        if !right.contains(&negative.0) {
            return Ok(false);
        }
    }
    Ok(calc.neg(game)? == game)
}
