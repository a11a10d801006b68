//! Infinitesimals: tinies and minies, powers of up, atomic weight.

use crate::fault::Fault;
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use farstar_play::say;
use farstar_value::Comparison;
use std::sync::Arc;

entries!(Infinitesimal);

pub(super) const METHODS: &[MethodInfo] = &[
    of("Tiny(g)", "{0||0|-g}", ("Tiny(2) == {0||0|-2}", "true"), |c, a| c.tiny(&a[0])),
    of("Miny(g)", "{g|0||0}", ("Miny(1)", "Miny(1)"), |c, a| c.miny(&a[0])),
    of(
        "g.Pow(x)",
        "The x-th power of g = {0|h}: {0|h - k} where k is g.PowTo(x-1).",
        ("^.Pow(2)", "^<2>"),
        |c, a| {
            let (game, x) = (c.game(&a[0])?, c.dyadic(&a[1])?);
            let power = c.calc.pow(game, &x)?;
            Ok(c.value_of_game(power))
        },
    ),
    of(
        "g.PowTo(x)",
        "The game g:y where 1:y = x; for g = {0|h} with g >= 0, the sum of the powers of g up to the x-th.",
        ("^.PowTo(3)", "^[3]"),
        |c, a| {
            let (game, x) = (c.game(&a[0])?, c.dyadic(&a[1])?);
            let power = c.calc.pow_to(game, &x)?;
            Ok(c.value_of_game(power))
        },
    ),
    of(
        "g.UptimalExpansion",
        "The number, the nimber, and how many of up, up^2, up^3, … g is the sum of.",
        ("(73/16+v9*8).UptimalExpansion", "73/16*8.9-"),
        |c, a| {
            let game = c.game(&a[0])?;
            match c.calc.uptimal_expansion(game)? {
                Some(expansion) => Ok(Value::Expansion(Arc::new(expansion))),
                None => {
                    let shown = c.mention(&a[0]);
                    Err(Fault::domain(say!("{0} is not an uptimal", shown))
                        .expected("a sum of a number, a nimber and powers of up"))
                }
            }
        },
    ),
    of(
        "g.AtomicWeight",
        "The atomic weight: how many ups g is worth when remote stars are about.",
        ("(^^*3).AtomicWeight", "2"),
        |c, a| {
            let game = c.game(&a[0])?;
            let weight = c.calc.atomic_weight(game)?;
            Ok(c.value_of_game(weight))
        },
    ),
    of("g.IsAtomic", "Whether g has an atomic weight.", ("1.IsAtomic", "false"), |c, a| {
        let game = c.game(&a[0])?;
        Ok(Value::Boolean(c.calc.is_atomic(game)?))
    }),
    of(
        "g.RemoteStar",
        "A nimber so large that every larger one compares with g in the same way.",
        ("*5.RemoteStar", "*8"),
        |c, a| {
            let game = c.game(&a[0])?;
            let star = c.calc.remote_star(game)?;
            Ok(c.value_of_game(star))
        },
    ),
    of(
        "g.CompareRemoteStar",
        "How g compares with remote stars: \"<\", \"==\", \">\" or \"<>\".",
        ("^.CompareRemoteStar", "\">\""),
        |c, a| {
            let game = c.game(&a[0])?;
            let sign = match c.calc.compare_remote_star(game)? {
                Comparison::Less => "<",
                Comparison::Equal => "==",
                Comparison::Greater => ">",
                Comparison::Confused => "<>",
            };
            c.text(sign)
        },
    ),
    of(
        "g.ReducedCanonicalForm",
        "The simplest game infinitesimally close to g.",
        ("{1|*}.ReducedCanonicalForm", "{1|0}"),
        |c, a| {
            let game = c.game(&a[0])?;
            let reduced = c.calc.reduced_canonical_form(game)?;
            Ok(c.value_of_game(reduced))
        },
    ),
];
