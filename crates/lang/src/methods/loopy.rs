//! Loopy games: their sides, sums towards one side, degrees and varieties.

use crate::method::{Family, MethodInfo, Native, Run, entry};
use crate::value::Value;

const fn of(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str),
    arguments: (usize, usize),
    run: Native,
) -> MethodInfo {
    entry(Family::Loopy, (name, signature), summary, example, arguments, Run::Native(run))
}

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Onside",
        "g.Onside",
        "The side of g on which Left wins endless play; g itself for a stopper.",
        ("dud.Onside", "on"),
        (1, 1),
        |c, a| {
            let g = c.loopy(&a[0])?;
            c.value_of_loopy(g.onside())
        },
    ),
    of(
        "Offside",
        "g.Offside",
        "The side of g on which Right wins endless play; g itself for a stopper.",
        ("(over & v).Offside", "v"),
        (1, 1),
        |c, a| {
            let g = c.loopy(&a[0])?;
            c.value_of_loopy(g.offside())
        },
    ),
    of("Upsum", "g.Upsum(h)", "The onside of g + h.", ("on.Upsum(off)", "on"), (2, 2), |c, a| {
        let (g, h) = (c.loopy(&a[0])?, c.loopy(&a[1])?);
        let sum = c.calc.loopy_upsum(&g, &h)?;
        c.value_of_loopy(sum)
    }),
    of(
        "Downsum",
        "g.Downsum(h)",
        "The offside of g + h.",
        ("upon.Downsum(^.Pow(on))", "^[on]"),
        (2, 2),
        |c, a| {
            let (g, h) = (c.loopy(&a[0])?, c.loopy(&a[1])?);
            let sum = c.calc.loopy_downsum(&g, &h)?;
            c.value_of_loopy(sum)
        },
    ),
    of(
        "Degree",
        "g.Degree",
        "The degree of loopiness: the onside of g - g, 0 for short games.",
        ("{pass|3/2}.Degree", "over"),
        (1, 1),
        |c, a| {
            let g = c.loopy(&a[0])?;
            let degree = c.calc.loopy_degree(&g)?;
            c.value_of_loopy(degree)
        },
    ),
    of(
        "Variety",
        "g.Variety",
        "What is left of a stable g, the degree of which is idempotent, when g stabilised is taken from it.",
        ("{pass|3/2}.Variety", "under"),
        (1, 1),
        |c, a| {
            let g = c.loopy(&a[0])?;
            let variety = c.calc.loopy_variety(&g)?;
            c.value_of_loopy(variety)
        },
    ),
    of(
        "IsStable",
        "g.IsStable",
        "Whether the varieties of g upwards and downwards are equal.",
        ("over.IsStable", "true"),
        (1, 1),
        |c, a| {
            let g = c.loopy(&a[0])?;
            Ok(Value::Boolean(c.calc.loopy_is_stable(&g)?))
        },
    ),
    of(
        "UpsumVariety",
        "g.UpsumVariety(d)",
        "The variety of g upwards for the idempotent degree d: the upsum of g and -(the upsum of g and d).",
        ("upon.UpsumVariety(^.Pow(on))", "v<on>"),
        (2, 2),
        |c, a| {
            let (g, d) = (c.loopy(&a[0])?, c.loopy(&a[1])?);
            let variety = c.calc.loopy_upsum_variety(&g, &d)?;
            c.value_of_loopy(variety)
        },
    ),
    of(
        "DownsumVariety",
        "g.DownsumVariety(d)",
        "The variety of g downwards for the idempotent degree d: the downsum of g and -(the downsum of g and -d).",
        ("upon.DownsumVariety(^.Pow(on))", "v<on>"),
        (2, 2),
        |c, a| {
            let (g, d) = (c.loopy(&a[0])?, c.loopy(&a[1])?);
            let variety = c.calc.loopy_downsum_variety(&g, &d)?;
            c.value_of_loopy(variety)
        },
    ),
    of(
        "IsPlumtree",
        "g.IsPlumtree",
        "Whether g is a stopper all cycles of whose canonical form are passes.",
        ("over.IsPlumtree", "true"),
        (1, 1),
        |c, a| {
            let g = c.loopy(&a[0])?;
            Ok(Value::Boolean(g.is_plumtree()))
        },
    ),
    of(
        "IsStopperSided",
        "g.IsStopperSided",
        "Whether both sides of g are stoppers.",
        ("dud.IsStopperSided", "true"),
        (1, 1),
        |c, a| {
            let g = c.loopy(&a[0])?;
            Ok(Value::Boolean(g.is_stopper_sided()))
        },
    ),
];
