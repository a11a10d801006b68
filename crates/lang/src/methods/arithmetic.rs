//! Sums and products of games.

use crate::Dialect;
use crate::context::Context;
use crate::explicit::{Compound, Variant};
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use farstar_value::Player;

entries!(Arithmetic);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "g.NortonProduct(u)",
        "The Norton product of g by u: copies of u for integers, and otherwise options with incentives of u.",
        ("(1/2).NortonProduct(^)", "{^^*|v*}"),
        |c, a| {
            let (game, unit) = (c.game(&a[0])?, c.game(&a[1])?);
            let product = c.calc.norton_product(game, unit)?;
            Ok(c.value_of_game(product))
        },
    ),
    of(
        "g.ConwayProduct(h)",
        "The product of Conway: of numbers, of nimbers, and of other games as forms, values by their canonical ones.",
        ("*4 ConwayProduct *4", "*6"),
        |c, a| c.compound(Compound::ConwayProduct, &a[0], &a[1]),
    )
    .by_moves(),
    of(
        "g.DisjunctiveSum(h)",
        "g + h, in which a move is made in one of both.",
        ("{2|1} DisjunctiveSum *", "{2*|1*}"),
        |c, a| c.add(&a[0], &a[1]),
    )
    .by_moves(),
    of(
        "CompoundGame(kind, g, h)",
        "A sum or product that keeps its parts and their options, also of two values: of the kind DisjunctiveSum, ConjunctiveSum, SelectiveSum, OrdinalSum, ConwayProduct or OrdinalProduct.",
        ("CompoundGame(DisjunctiveSum, 2, 1).LeftOptions.Size", "2"),
        |c, a| {
            let Value::Method(MethodInfo { name, .. }) = &a[0] else {
                return Err(c.wrong(&a[0], "a kind of sum such as DisjunctiveSum"));
            };
            let Some(kind) = Compound::named(name, c.dialect) else {
                return Err(c.wrong(&a[0], "a kind of sum such as DisjunctiveSum"));
            };
            let (g, h) = (c.form(&a[1])?, c.form(&a[2])?);
            Ok(Value::Form(c.forms.compound(kind, g, h)?))
        },
    )
    .by_moves(),
    of(
        "NegativeGame(g)",
        "The negative of g, which keeps g: its options are the negatives of those of g.",
        ("NegativeGame(*2)", "NegativeGame(*2)"),
        |c, a| {
            let form = c.form(&a[0])?;
            Ok(Value::Form(c.forms.negated(form)?))
        },
    )
    .by_moves(),
    of(
        "g.OrdinalSum(h)",
        "g:h, in which any move in g ends play in h.",
        ("* OrdinalSum 1", "^*"),
        |c, a| c.compound(Compound::Ordinal, &a[0], &a[1]),
    )
    .by_moves(),
    of(
        "g.OrdinalProduct(h)",
        "The ordinal product: h with each of its edges replaced by a copy of g or -g.",
        ("(1/2) OrdinalProduct (1/4)", "11/32"),
        |c, a| c.compound(Compound::OrdinalProduct, &a[0], &a[1]),
    )
    .by_moves(),
    of(
        "g.ConjunctiveSum(h)",
        "The sum in which a move is made in every component, and the first to end ends play.",
        ("(+-1) ConjunctiveSum ^^", "{0|-1}"),
        |c, a| c.compound(Compound::Conjunctive, &a[0], &a[1]),
    )
    .by_moves(),
    of(
        "g.SelectiveSum(h)",
        "The sum in which every move is made in one or more components.",
        ("*5 SelectiveSum *6", "*11"),
        |c, a| {
            let kind = match c.dialect {
                Dialect::Farstar => Compound::Selective,
                Dialect::CgSuite => Compound::CgsuiteSelective,
            };
            c.compound(kind, &a[0], &a[1])
        },
    )
    .by_moves(),
    of(
        "g.Companion",
        "The companion: the automorphism of the lattice of values that exchanges 0 and *.",
        ("0.Companion", "*"),
        |c, a| {
            let game = c.game(&a[0])?;
            let companion = c.calc.companion(game)?;
            Ok(c.value_of_game(companion))
        },
    ),
    of(
        "g.Subordinate(base)",
        "The h with base:h = g; the base may be a form or a position.",
        ("^[5].Subordinate('{*|*}')", "5"),
        |c, a| {
            let game = c.game(&a[0])?;
            let above = if Context::keeps_form(&a[1]) {
                let base = c.form(&a[1])?;
                let mut sides = [Vec::new(), Vec::new()];
                for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                    for &option in c.form_options(base, player)?.iter() {
                        side.push(c.canonical_form(option)?);
                    }
                }
                c.calc.subordinate_to_options(game, &sides[0], &sides[1])?
            } else {
                let base = c.game(&a[1])?;
                c.calc.subordinate(game, base)?
            };
            Ok(c.value_of_game(above))
        },
    )
    .by_moves(),
    of(
        "g.DicoticVariant",
        "The game in which a player may only move where the other could too.",
        ("1.DicoticVariant", "0"),
        |c, a| c.variant(Variant::Dicotic, &a[0]),
    )
    .by_moves(),
    of(
        "g.ImpartialVariant",
        "The game in which both players have the moves of both; of a ruleset the ruleset, Domineering.ImpartialVariant(\"....\").",
        ("2.ImpartialVariant", "0"),
        |c, a| match (&a[0], &a[1..]) {
            (Value::Board(rules), []) => c.impartial_rules(rules).map(Value::Board),
            (Value::Board(rules), position) => {
                let rules = c.impartial_rules(rules)?;
                c.board_position(&rules, position)
            }
            (value, []) => c.variant(Variant::Impartial, value),
            (other, _) => Err(c.wrong(other, "a ruleset")),
        },
    )
    .taking(1, 3)
    .by_moves(),
    of(
        "g.TwistedVariant",
        "The game in which the players change sides after every move.",
        ("1.TwistedVariant", "1"),
        |c, a| c.variant(Variant::Twisted, &a[0]),
    )
    .by_moves(),
];
