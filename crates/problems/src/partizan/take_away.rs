//! Partizan take-away: Left and Right take fixed numbers of stones.

use std::cmp::Ordering;

use farstar_rules::position::{Key, Ruleset};
use farstar_value::{Arena, Calculator, Game, Limits, Outcome, Player};

use super::play::{Played, multisets, show};
use super::switches::outcome_of_remainders;
use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text, Worked};
use crate::trial::{Ended, Trial, Verification};

/// Most heaps of an input.
const MOST_HEAPS: usize = 1_000_000;
/// The largest heap, and most stones of a move.
const MOST_STONES: u32 = 1_000_000_000;

/// P33: partizan take-away with every prefix.
pub const TAKE_AWAY: Problem = Problem {
    id: "P33",
    name: "partizan-take-away",
    title: Text::new("Partizan take-away, every prefix", "取石子（前缀询问）"),
    topics: &["partizan", "heaps", "switch", "order statistics"],
    source: "Slides: surreal numbers and partizan games (2021), the take-away exercise",
    statement: Text::new(
        "From heap i, of n_i stones, Left takes exactly a_i stones a move and Right exactly b_i. For every k: who wins on the first k heaps? At most 10^5 heaps, all numbers at most 10^9.",
        "第 i 堆有 n_i 颗石子，左方每次恰取 a_i 颗，右方每次恰取 b_i 颗。对每个 k，问仅有前 k 堆时的胜负。堆数不超过 10^5，各数不超过 10^9。",
    ),
    rule: Text::new(
        "G(n) = G(n mod (a+b)). For n < a+b and a ≤ b: 0 if n < a; ⌊n/a⌋ if a ≤ n < b; {⌊n/a⌋−1 | 0} if b ≤ n. For a > b the negative with a and b exchanged. The switches of a prefix are played hottest first; a tree over all switches sorted by x − y keeps, for each range, how many there are and their alternating sum.",
        "G(n) = G(n mod (a+b))。设 n < a+b 且 a ≤ b：n < a 时为 0；a ≤ n < b 时为 ⌊n/a⌋；n ≥ b 时为 {⌊n/a⌋−1 | 0}。a > b 时交换 a、b 并取相反数。前缀中的转换按 x − y 从大到小行动；把全部转换按 x − y 排序建线段树，每个结点维护个数与交错和。",
    ),
    complexity: "O(n log n)",
    format: Text::new(
        "n, then n lines n_i a_i b_i. Output: one letter (L, R, N, P) for each prefix, in one line.",
        "先读 n，再读 n 行 n_i a_i b_i。输出一行，每个前缀一个字母（L、R、N、P）。",
    ),
    samples: &[
        Sample { input: "2\n2 1 4\n4 1 4\n", output: "LL\n" },
        Sample { input: "2\n1 5 1\n11 1 5\n", output: "RN\n" },
        Sample { input: "3\n5 1 3\n5 1 3\n7 1 3\n", output: "LLL\n" },
    ],
    worked: &[
        Worked { expression: "PartizanSubtraction([1],[3])(7).CanonicalForm", value: "{2|0}" },
        Worked { expression: "PartizanSubtraction([1],[3])(2).CanonicalForm", value: "2" },
    ],
    instance: Instance::game(
        "5/1/3 4/2/1 2/3/2",
        Text::new(
            "A heap is n, a, b: Left takes exactly a of its n stones, Right exactly b.",
            "每堆写作 n、a、b：左方恰取 a 颗，右方恰取 b 颗。",
        ),
        |text, limits| turn(read(text, heaps)?, limits),
    ),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "values for a, b at most N and n < 3(a+b); outcomes of two and three heaps for smaller ones",
            "a、b 至多 N、n < 3(a+b) 的值，以及较小的两堆、三堆的胜负",
        ),
        quick: 3,
        usual: 9,
        most: 40,
        cases,
    }),
    errata: &[Erratum {
        id: "PE9",
        name: "take-away-minus-one",
        document: Document::SurrealSlides,
        place: "Solution of the take-away game (题解), the case a ≤ n < b",
        printed: Text::new("For a ≤ n < b, G = ⌊n/a⌋ − 1.", "a ≤ n < b 时 G = ⌊n/a⌋ − 1。"),
        correct: Text::new(
            "G = ⌊n/a⌋: Left has that many moves and Right none. The −1 belongs to the switch {⌊n/a⌋−1 | 0} only.",
            "G = ⌊n/a⌋：左方恰有这么多步可走，右方无步可走。−1 只属于转换 {⌊n/a⌋−1 | 0}。",
        ),
        claim: Some(Verification {
            range: Text::new("heaps with a ≤ n < b ≤ N", "满足 a ≤ n < b ≤ N 的石子堆"),
            quick: 3,
            usual: 9,
            most: 40,
            cases: printed,
        }),
    }],
    ..Problem::BLANK
};

/// A heap of `stones`, from which Left takes `left` and Right takes `right`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap {
    /// How many stones lie there.
    pub stones: u32,
    /// Stones of a move of Left; at least 1.
    pub left: u32,
    /// Stones of a move of Right; at least 1.
    pub right: u32,
}

/// The value of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapValue {
    /// An integer.
    Number(i64),
    /// `{x|y}` with integers `x ≥ y`; `*` if both are 0.
    Switch(i64, i64),
}

impl HeapValue {
    /// The value in an arena.
    ///
    /// # Errors
    /// Those of the calculator.
    pub fn game(self, calc: &mut Calculator<'_>) -> farstar_value::Result<Game> {
        match self {
            Self::Number(n) => calc.integer(n),
            Self::Switch(x, y) => {
                let (x, y) = (calc.integer(x)?, calc.integer(y)?);
                calc.from_options(&[x], &[y])
            }
        }
    }
}

/// The value of a heap; O(1).
///
/// # Examples
/// ```
/// use farstar_problems::partizan::take_away::{Heap, HeapValue, heap_value};
/// assert_eq!(heap_value(Heap { stones: 7, left: 1, right: 3 }), HeapValue::Switch(2, 0));
/// assert_eq!(heap_value(Heap { stones: 2, left: 3, right: 1 }), HeapValue::Number(-2));
/// ```
///
/// # Panics
/// If a move takes no stones.
#[must_use]
pub fn heap_value(heap: Heap) -> HeapValue {
    let Heap { stones, left, right } = heap;
    assert!(left > 0 && right > 0, "a move takes stones");
    let (few, many) = (i64::from(left.min(right)), i64::from(left.max(right)));
    let rest = i64::from(stones) % (few + many);
    let moves = rest / few;
    let sign = if left <= right { 1 } else { -1 };
    if rest < few {
        HeapValue::Number(0)
    } else if rest < many {
        HeapValue::Number(sign * moves)
    } else if sign > 0 {
        HeapValue::Switch(moves - 1, 0)
    } else {
        HeapValue::Switch(0, 1 - moves)
    }
}

/// Switches in descending order of their swing `x − y`, of which more and more are present: the sum in which they alternate is kept.
struct Alternating {
    /// A binary tree over the places: how many are present below, and their swings added and subtracted in turn.
    nodes: Vec<(u32, i64)>,
}

impl Alternating {
    fn new(places: usize) -> Self {
        Self { nodes: vec![(0, 0); 2 * places.next_power_of_two()] }
    }

    fn insert(&mut self, place: usize, swing: i64) {
        let mut node = self.nodes.len() / 2 + place;
        self.nodes[node] = (1, swing);
        while node > 1 {
            node /= 2;
            let ((count, sum), (more, rest)) = (self.nodes[2 * node], self.nodes[2 * node + 1]);
            let rest = if count % 2 == 0 { rest } else { -rest };
            self.nodes[node] = (count + more, sum + rest);
        }
    }

    /// How many are present, and their alternating sum.
    fn total(&self) -> (usize, i64) {
        let (count, sum) = self.nodes[1];
        (count as usize, sum)
    }
}

/// The outcomes of all prefixes of a list of heaps, the first heap alone first; O(n log n).
#[must_use]
pub fn prefix_outcomes(heaps: &[Heap]) -> Vec<Outcome> {
    let values: Vec<_> = heaps.iter().map(|&heap| heap_value(heap)).collect();
    let swing = |value: &HeapValue| match *value {
        HeapValue::Number(_) => None,
        HeapValue::Switch(x, y) => Some(x - y),
    };
    let mut order: Vec<_> =
        (0..heaps.len()).filter(|&heap| swing(&values[heap]).is_some()).collect();
    order.sort_by_key(|&heap| std::cmp::Reverse(swing(&values[heap])));
    let mut place = vec![0; heaps.len()];
    for (at, &heap) in order.iter().enumerate() {
        place[heap] = at;
    }
    let mut switches = Alternating::new(order.len());
    // Twice the numbers and the means of the switches. A heap adds less than 2³⁴.
    let mut doubled = 0_i64;
    let outcomes = values.iter().zip(place).map(|(&value, place)| {
        match value {
            HeapValue::Number(n) => doubled += 2 * n,
            HeapValue::Switch(x, y) => {
                doubled += x + y;
                switches.insert(place, x - y);
            }
        }
        // Whoever starts gains half a swing where he moves and loses half where he does not.
        let (count, alternating) = switches.total();
        let remainder = |gain: i64| (doubled + gain).cmp(&0);
        let (left, right): (Ordering, Ordering) = (remainder(alternating), remainder(-alternating));
        outcome_of_remainders(left, right, count)
    });
    outcomes.collect()
}

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of heaps", 0..=MOST_HEAPS)?;
    let mut heaps = Vec::new();
    for _ in 0..n {
        heaps.push(Heap {
            stones: input.integer("a heap", 0..=MOST_STONES)?,
            left: input.integer("the stones Left takes", 1..=MOST_STONES)?,
            right: input.integer("the stones Right takes", 1..=MOST_STONES)?,
        });
    }
    let mut text: String =
        prefix_outcomes(&heaps).into_iter().map(|outcome| outcome.to_string()).collect();
    text.push('\n');
    Ok(text)
}

/// The rules.
struct TakeAway;

impl Ruleset for TakeAway {
    type Position = Heap;
    type Key = Heap;

    fn options(&self, heap: &Heap, player: Player, options: &mut Vec<Heap>) {
        let taken = match player {
            Player::Left => heap.left,
            Player::Right => heap.right,
        };
        options.extend(heap.stones.checked_sub(taken).map(|stones| Heap { stones, ..*heap }));
    }

    fn key(&self, heap: &Heap) -> Key<Heap> {
        Key { part: *heap, negative: false }
    }

    fn draw(&self, heap: &Heap) -> String {
        format!("n = {}, a = {}, b = {}", heap.stones, heap.left, heap.right)
    }
}

/// Heaps to play with.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Heaps(Vec<Heap>);

/// Reads heaps `n/a/b`.
fn heaps(input: &mut Input<'_>) -> Result<Heaps> {
    let mut heaps = Vec::new();
    while !input.is_at_end() {
        let word = input.word("a heap")?;
        let numbers: Vec<u32> = word.split('/').filter_map(|n| n.parse().ok()).collect();
        match numbers[..] {
            [stones @ ..=99, left @ 1..=99, right @ 1..=99] if heaps.len() < 6 => {
                heaps.push(Heap { stones, left, right });
            }
            _ => {
                return Err(
                    input.error("expected up to six heaps n/a/b such as 5/1/3, numbers up to 99")
                );
            }
        }
    }
    Ok(Heaps(heaps))
}

impl Playable for Heaps {
    fn after(&self, mover: Player) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, heap) in self.0.iter().enumerate() {
            let mut options = Vec::new();
            TakeAway.options(heap, mover, &mut options);
            moves.extend(options.into_iter().map(|option| {
                let mut heaps = self.0.clone();
                heaps[i] = option;
                Self(heaps)
            }));
        }
        moves
    }

    fn impartial(&self) -> bool {
        false
    }

    fn rule(&self, mover: Player, _: &Limits) -> Result<Option<Fate>> {
        let outcome = prefix_outcomes(&self.0).last().copied().unwrap_or(Outcome::P);
        Ok(Some(Fate::of_outcome(outcome, mover)))
    }

    fn text(&self) -> String {
        let heaps = self.0.iter().map(|h| format!("{}/{}/{}", h.stones, h.left, h.right));
        heaps.collect::<Vec<_>>().join(" ")
    }

    fn picture(&self) -> Picture {
        let heaps = self.0.iter().map(|h| [h.stones, h.left, h.right].map(u64::from).to_vec());
        Picture::tuples(heaps.collect())
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    /// Sums are played out with moves of at most so many stones.
    const SMALL: u32 = 2;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&TakeAway);
    let mut small = Vec::new();
    for most in 1..=to as u32 {
        for (left, right) in (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b))) {
            if left.max(right) < most {
                continue;
            }
            for stones in 0..3 * (left + right) {
                let heap = Heap { stones, left, right };
                let value = played.value(&heap, &mut calc)?;
                let claimed = heap_value(heap).game(&mut calc)?;
                let (claimed, value) = (show(&mut calc, claimed)?, show(&mut calc, value)?);
                trial.compare(|| TakeAway.draw(&heap), claimed, value)?;
                if most <= SMALL && stones < left + right + 2 {
                    small.push(heap);
                }
            }
        }
    }
    for heaps in multisets(&small, 3) {
        if heaps.is_empty() {
            continue;
        }
        let by_play = played.outcome(&heaps, trial.limits())?;
        let claimed = prefix_outcomes(&heaps).last().copied().unwrap_or(Outcome::P);
        let case = || heaps.iter().map(|heap| TakeAway.draw(heap)).collect::<Vec<_>>().join("; ");
        trial.compare(case, claimed, by_play)?;
    }
    Ok(())
}

/// PE9 as printed.
fn printed(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&TakeAway);
    for right in 1..=to as u32 {
        for left in 1..right {
            for stones in left..right {
                let heap = Heap { stones, left, right };
                let value = played.value(&heap, &mut calc)?;
                let claimed = (stones / left - 1).to_string();
                trial.compare(|| TakeAway.draw(&heap), claimed, show(&mut calc, value)?)?;
            }
        }
    }
    Ok(())
}
