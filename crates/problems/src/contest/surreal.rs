//! Surreal numbers, where the impartial documents name them.

use crate::partizan::written;
use crate::problem::{Kind, Problem, Text, Worked};

/// I77: surreal numbers.
pub(super) const SURREAL: Problem = Problem {
    id: "I77",
    name: "surreal-numbers",
    kind: Kind::Theory,
    title: Text::new("Surreal numbers", "超现实数"),
    topics: &["surreal numbers", "theory"],
    source: "Notes on Nim, SG functions and the nim product, part 2 (a heading only); whx1003, Game Theory (2024), named as advanced",
    statement: Text::new(
        "A number {L | R} has numbers for options, no left option being at least a right one. The entries P01 to P11 have the theory.",
        "若 {L | R} 的选项都是数，且没有左选项大于等于右选项，则它是数。理论见条目 P01 至 P11。",
    ),
    rule: Text::new(
        "The value is the simplest number strictly between the left and the right options.",
        "其值是严格介于左、右选项之间的最简数。",
    ),
    worked: &[
        Worked { expression: "{0|1}", value: "1/2" },
        Worked { expression: "{1/4|5/8}", value: "1/2" },
    ],
    instance: written::sum("{1/4|3/4} + -1/2 + *"),
    ..Problem::BLANK
};
