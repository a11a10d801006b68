//! Problems that the documents name and that cannot be recovered.

use crate::problem::{Kind, Problem, Text};

/// I75: a puzzle, not a combinatorial game.
pub(super) const LAZY_CANCER: Problem = Problem {
    id: "I75",
    name: "lazy-cancer",
    kind: Kind::Lost,
    title: Text::new("Lazy cancer", "懒癌"),
    topics: &["puzzle", "common knowledge"],
    source: "UOJ 76; listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "A puzzle about common knowledge (the muddy children) on a digraph of who sees whom. It is not a combinatorial game, and its statement was not found.",
        "有向图上的公共知识谜题（类似“泥孩子”），不是组合游戏；原题面未能找到。",
    ),
    ..Problem::BLANK
};

/// I76: five problems of a private judge.
pub(super) const PRIVATE_JUDGE: Problem = Problem {
    id: "I76",
    name: "private-judge",
    kind: Kind::Lost,
    title: Text::new("FLOJ 3637, 3865, 4009, 4012, 4155", "FLOJ 3637、3865、4009、4012、4155"),
    topics: &["lost"],
    source: "FLOJ; listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "Five problems of a private judge. The documents give their numbers only.",
        "私有评测站的五道题，文档只列出题号，无从恢复。",
    ),
    ..Problem::BLANK
};
