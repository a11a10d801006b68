//! Rulesets given by functions.

use crate::by_function::Told;
use crate::method::{MethodInfo, entries};

entries!(Heap);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "HeapRuleset(heap -> options)",
        "The heap game in which a heap has these options, each a list of heaps.",
        ("HeapRuleset(k -> [[a] for a from 0 to k - 1])(5).NimValue", "5"),
        |c, a| c.rules_by_function("HeapRuleset", Told::Heaps, a),
    ),
    of(
        "CoordinateRuleset((a, b) -> options)",
        "The game on pairs of numbers in which a pair has these options, each a pair.",
        ("CoordinateRuleset((a,b) -> [(n,b) for n from 0 to a - 1])((3,1)).NimValue", "3"),
        |c, a| c.rules_by_function("CoordinateRuleset", Told::Pairs, a),
    ),
    of(
        "GenWythoff(k -> bound)",
        "Wythoff's game in which k from one heap and l from the other may be taken if k ≤ l < bound.",
        ("GenWythoff(k -> k + 2)((2,6)).NimValue", "0"),
        |c, a| c.rules_by_function("GenWythoff", Told::Wythoff, a),
    ),
    of(
        "GenMem((memory, k) -> holds)",
        "Mem in which k may be taken if the function holds of the last number taken and k; positions are (tokens, memory).",
        ("GenMem((memory, k) -> k != memory)((10,3)).NimValue", "4"),
        |c, a| c.rules_by_function("GenMem", Told::Mem, a),
    ),
    of(
        "PartizanHeapRuleset(left, right)",
        "The heap game in which a heap has the options of the first function for Left and of the second for Right, each a list of heaps.",
        (
            "PartizanHeapRuleset(k -> [[k - a] for a in [1,3] where a <= k], k -> [[k - a] for a in [2,3] where a <= k])(3).CanonicalForm",
            "{0,{1|0}|0}",
        ),
        |c, a| c.rules_by_function("PartizanHeapRuleset", Told::Heaps, a),
    ),
    of(
        "PartizanCoordinateRuleset(left, right)",
        "The game on pairs of numbers in which the first function gives Left's options and the second Right's, each a pair.",
        (
            "PartizanCoordinateRuleset((a,b) -> [(n,b) for n from 0 to a - 1], (a,b) -> [(a,n) for n from 0 to b - 1])((3,1)).CanonicalForm",
            "2",
        ),
        |c, a| c.rules_by_function("PartizanCoordinateRuleset", Told::Pairs, a),
    ),
];
