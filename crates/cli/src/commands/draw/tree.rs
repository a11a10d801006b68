//! The tree of moves from a position or an expression, with values.

use super::asked::{meant, open};
use super::board::of_position;
use super::picture::{Picture, Target};
use crate::exit::Failure;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use farstar::{Answer, Arena, Move, Player, Question, Solver, Sum, Summand};
use farstar_draw::{Branch, Node, label, tree};

/// Positions of a tree that are drawn.
const MOST_POSITIONS: usize = 300;
/// Characters of a value that are written.
const LONGEST_LABEL: usize = 24;

/// A tree of moves.
#[derive(Debug, clap::Args)]
#[command(override_usage = "farstar draw tree [OPTIONS] EXPR\n       \
    farstar draw tree [OPTIONS] RULESET POSITION\n       \
    farstar draw tree [OPTIONS] --rules FILE POSITION")]
pub(super) struct Tree {
    #[command(flatten)]
    words: Words,
    /// So many moves deep.
    #[arg(long, value_name = "MOVES", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Only moves to options of the canonical form.
    #[arg(long)]
    canonical: bool,
    #[command(flatten)]
    pub(super) target: Target,
}

/// A tree that is being grown.
struct Growth<'g, 'a> {
    solver: Solver<'a>,
    surroundings: &'g Surroundings,
    canonical: bool,
    depth: u32,
    positions: usize,
}

impl Tree {
    pub(super) fn picture(&self, surroundings: &Surroundings) -> Result<Picture, Failure> {
        let sum = meant(&self.words, surroundings)?;
        let [root] = sum.summands() else {
            return Err(Failure::Usage("the tree of one position is drawn at a time".to_owned()));
        };
        let name = match root {
            Summand::Position(position) => format!("{}: {position}", position.ruleset().name()),
            Summand::Value(value) => value.clone(),
        };
        let arena = Arena::new();
        let mut growth = Growth {
            solver: Solver::new(&arena),
            surroundings,
            canonical: self.canonical,
            depth: self.depth,
            positions: 0,
        };
        let node = growth.node(&sum, self.depth)?;
        let what = if self.canonical { "canonical moves" } else { "moves" };
        let sentence = format!(
            "Tree of {what} from {name}: {} positions, {} deep at most",
            growth.positions, self.depth
        );
        Ok(Picture { svg: tree(&node, &sentence), sentence })
    }
}

impl Growth<'_, '_> {
    /// A position with `depth` moves below.
    fn node(&mut self, sum: &Sum, depth: u32) -> Result<Node, Failure> {
        self.positions += 1;
        if self.positions > MOST_POSITIONS {
            return Err(Failure::TooLarge(format!(
                "more than {MOST_POSITIONS} positions up to depth {}; a smaller --depth or --canonical draws fewer",
                self.depth
            )));
        }
        let answer = self.solver.answer(sum, Question::default(), &self.surroundings.limits())?;
        if let Some(stopped) = open(&answer) {
            return Err(stopped);
        }
        let picture = match sum.summands() {
            [Summand::Position(position)] => {
                let (picture, size) = of_position(position)?;
                Some((picture.svg, size))
            }
            _ => None,
        };
        let mut branches = Vec::new();
        if depth > 0 {
            for (player, one) in self.moves(&answer) {
                let to = self.node(&sum.after(&one)?, depth - 1)?;
                branches.push(Branch { player, canonical: one.canonical, to });
            }
        }
        Ok(Node { picture, label: written(&answer), branches })
    }

    /// The moves that are shown: those of both players once, where they are the same.
    fn moves(&self, answer: &Answer) -> Vec<(Option<Player>, Move)> {
        let of = |moves: &[Move], player| -> Vec<(Option<Player>, Move)> {
            let shown = moves.iter().filter(|one| one.canonical || !self.canonical);
            shown.map(|one| (player, one.clone())).collect()
        };
        let (left, right) = (&answer.left_starts.moves, &answer.right_starts.moves);
        let reached = |moves: &[Move]| {
            let mut reached: Vec<_> = moves.iter().map(|one| one.position.clone()).collect();
            reached.sort_unstable();
            reached
        };
        if reached(left) == reached(right) {
            return of(left, None);
        }
        let mut moves = of(left, Some(Player::Left));
        moves.extend(of(right, Some(Player::Right)));
        moves
    }
}

/// The value, or who wins, as it is written below a position.
fn written(answer: &Answer) -> String {
    let shown = match (&answer.value, answer.outcome) {
        (Some(value), _) => label(value),
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) => String::new(),
    };
    match shown.char_indices().nth(LONGEST_LABEL) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}
