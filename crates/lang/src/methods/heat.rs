//! Cooling and heating.

use crate::method::{MethodInfo, entries};

entries!(Heat);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "g.Cool(t)",
        "g cooled by the number t > -1: a tax of t on every move until g is infinitesimally close to a number.",
        ("{3||2+*|1+*}.Cool(1/2)", "{5/2|2*}"),
        |c, a| {
            let (game, t) = (c.game(&a[0])?, c.dyadic(&a[1])?);
            let cooled = c.calc.cool(game, &t)?;
            Ok(c.value_of_game(cooled))
        },
    ),
    of("g.Freeze", "g cooled by its temperature.", ("{3||2+*|1+*}.Freeze", "9/4*"), |c, a| {
        let game = c.game(&a[0])?;
        let frozen = c.calc.freeze(game)?;
        Ok(c.value_of_game(frozen))
    }),
    of("g.Chill", "g cooled by 1.", ("{2|0}.Chill", "1*"), |c, a| {
        let game = c.game(&a[0])?;
        let chilled = c.calc.chill(game)?;
        Ok(c.value_of_game(chilled))
    }),
    of(
        "g.Heat(t)",
        "g heated by the game t: a bonus of t on every move of g that is no number.",
        ("* Heat 2", "+-2"),
        |c, a| {
            let (game, t) = (c.game(&a[0])?, c.game(&a[1])?);
            let heated = c.calc.heat(game, t)?;
            Ok(c.value_of_game(heated))
        },
    ),
    of(
        "g.Overheat(s, t)",
        "g overheated from s to t: integers n become n·s, and every other move has a bonus of t.",
        ("(7/16).Overheat(0,0)", "^[3]"),
        |c, a| {
            let (game, s, t) = (c.game(&a[0])?, c.game(&a[1])?, c.game(&a[2])?);
            let overheated = c.calc.overheat(game, s, t)?;
            Ok(c.value_of_game(overheated))
        },
    ),
];
