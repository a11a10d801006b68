//! Names that only CGSuite has, for what the literature calls otherwise or not at all.

use crate::explicit::Compound;
use crate::methods::{Family, MethodInfo, Run, entry};

pub(crate) const METHODS: &[MethodInfo] = &[entry(
    Family::Arithmetic,
    ("CgsuiteSelectiveSum", "g.CgsuiteSelectiveSum(h)"),
    "CGSuite's selective sum: the first move is made in one or both components, and what is left is a disjunctive sum after a move in one, a conjunctive one after a move in both.",
    ("*5 CgsuiteSelectiveSum *6", "*8"),
    (2, 2),
    Run::Native(|c, a| c.compound(Compound::CgsuiteSelective, &a[0], &a[1])),
)
.by_moves()];
