//! Rulesets given by functions.

use super::{Family, MethodInfo, Native, Run, entry};
use crate::by_function::Told;

const fn of(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str),
    run: Native,
) -> MethodInfo {
    entry(Family::Heap, (name, signature), summary, example, (1, 1), Run::Native(run))
}

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "HeapRuleset",
        "HeapRuleset(heap -> options)",
        "The heap game in which a heap has these options, each a list of heaps.",
        ("HeapRuleset(k -> [[a] for a from 0 to k - 1])(5).NimValue", "5"),
        |c, a| c.rules_by_function("HeapRuleset", Told::Heaps, &a[0]),
    ),
    of(
        "CoordinateRuleset",
        "CoordinateRuleset((a, b) -> options)",
        "The game on pairs of numbers in which a pair has these options, each a pair.",
        ("CoordinateRuleset((a,b) -> [(n,b) for n from 0 to a - 1])((3,1)).NimValue", "3"),
        |c, a| c.rules_by_function("CoordinateRuleset", Told::Pairs, &a[0]),
    ),
    of(
        "GenWythoff",
        "GenWythoff(k -> bound)",
        "Wythoff's game in which k from one heap and l from the other may be taken if k ≤ l < bound.",
        ("GenWythoff(k -> k + 2)((2,6)).NimValue", "0"),
        |c, a| c.rules_by_function("GenWythoff", Told::Wythoff, &a[0]),
    ),
    of(
        "GenMem",
        "GenMem((memory, k) -> holds)",
        "Mem in which k may be taken if the function holds of the last number taken and k; positions are (tokens, memory).",
        ("GenMem((memory, k) -> k != memory)((10,3)).NimValue", "4"),
        |c, a| c.rules_by_function("GenMem", Told::Mem, &a[0]),
    ),
];
