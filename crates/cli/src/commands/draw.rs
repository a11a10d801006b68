//! `farstar draw`: pictures of thermographs, boards, trees of moves, sequences and tables, as files.

mod asked;
mod board;
mod graph;
mod picture;
mod signs;
mod tikz;
mod tree;

use super::sum;
use crate::exit::{Exit, Failure};
use crate::heap_game;
use crate::progress;
use crate::quantity::count;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use asked::{Named, Thermal, evaluated, of_ko, open};
use board::of_position;
use farstar::sequence::{GrundySequence, Heaps, PairGame, PairValues, find_period};
use farstar::{Arena, Limits, Moves, Question, Solver, Sum, Summand, Walls, Winner};
use farstar_draw::{
    Ghost, Scatter, ThermographPicture, WallCorners, heatmap, label, scatter, thermograph,
    thermograph_sentence,
};
use farstar_num::Rational;
use indicatif::ProgressBar;
use picture::{Picture, Target};

/// Points of a sequence, and the side of a table.
const MOST_POINTS: u64 = 20_000;
const WIDEST: u64 = 160;
/// Points and the side of a table when nothing is said.
const USUAL_POINTS: u64 = 100;
const USUAL_SIDE: u64 = 15;
/// Heaps between which it is told how far the work is.
const HEAPS_AT_ONCE: u64 = 512;

/// Draw a picture into a file that stands alone: SVG, PNG or TikZ, by the ending of its name.
///
/// What is seen is told in one sentence. Letters of a PNG are those of the fonts of the system; a file that ends in
/// .tex is for \input in a LaTeX document.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar draw thermograph '{3||2|1}' -o hot.svg\n  \
    farstar draw thermograph domineering 2x3 -o rectangle.png --dark\n  \
    farstar draw board clobber 'XOX|OX.' -o board.svg\n  \
    farstar draw tree domineering 2x2 --depth 3 -o tree.svg\n  \
    farstar draw sequence kayles --to 200 -o kayles.png\n  \
    farstar draw table wythoff --to 20 -o wythoff.svg\n  \
    farstar draw signs 'omega/3' -o third.svg\n  \
    farstar draw graph 'over - over' -o sides.svg")]
pub(crate) struct Draw {
    #[command(subcommand)]
    what: What,
}

/// What is drawn.
#[derive(Debug, clap::Subcommand)]
enum What {
    /// The thermograph of an expression, or of positions; of a sum with those of its parts behind.
    #[command(override_usage = "farstar draw thermograph [OPTIONS] EXPR\n       \
        farstar draw thermograph [OPTIONS] RULESET POSITION...\n       \
        farstar draw thermograph [OPTIONS] --rules FILE POSITION...")]
    Thermograph(Shown),
    /// A position on its board.
    #[command(override_usage = "farstar draw board [OPTIONS] RULESET POSITION\n       \
        farstar draw board [OPTIONS] --rules FILE POSITION")]
    Board(Shown),
    /// The moves from a position or an expression, with values; moves to canonical options are thick.
    Tree(tree::Tree),
    /// The Grundy values of a heap game, and where they are periodic.
    Sequence(Numbers),
    /// The Grundy values of a game on two numbers, such as wythoff.
    Table(Numbers),
    /// The graph of a loopy value, or those of its onside and offside: of an expression, or of a position.
    #[command(override_usage = "farstar draw graph [OPTIONS] EXPR\n       \
        farstar draw graph [OPTIONS] RULESET POSITION...\n       \
        farstar draw graph [OPTIONS] --rules FILE POSITION...")]
    Graph(Shown),
    /// The sign expansion of a number, finite or not: its path from 0 in the tree of all numbers.
    #[command(override_usage = "farstar draw signs [OPTIONS] EXPR")]
    Signs(Shown),
}

/// A picture of a position or an expression.
#[derive(Debug, clap::Args)]
struct Shown {
    #[command(flatten)]
    words: Words,
    #[command(flatten)]
    target: Target,
}

/// A picture of Grundy values.
#[derive(Debug, clap::Args)]
struct Numbers {
    #[command(flatten)]
    words: heap_game::Words,
    /// The last heap, or the last row and column.
    #[arg(long, value_name = "N", value_parser = count)]
    to: Option<u64>,
    #[command(flatten)]
    target: Target,
}

impl Draw {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let (picture, target) = match &self.what {
            What::Thermograph(shown) => {
                shown.target.check()?;
                (alive(|| walls(&shown.words, surroundings))?, &shown.target)
            }
            What::Board(shown) => {
                shown.target.check()?;
                (position(&shown.words, &surroundings.limits())?, &shown.target)
            }
            What::Tree(tree) => {
                tree.target.check()?;
                (alive(|| tree.picture(surroundings))?, &tree.target)
            }
            What::Sequence(numbers) => {
                numbers.target.check()?;
                (sequence(numbers, &surroundings.limits())?, &numbers.target)
            }
            What::Table(numbers) => {
                numbers.target.check()?;
                (table(numbers, &surroundings.limits())?, &numbers.target)
            }
            What::Graph(shown) => {
                shown.target.check()?;
                (alive(|| graph::of_value(&shown.words, surroundings))?, &shown.target)
            }
            What::Signs(shown) => {
                shown.target.check()?;
                (signs::path(&shown.words, surroundings)?, &shown.target)
            }
        };
        target.write(&picture, surroundings.json)?;
        Ok(Exit::Solved)
    }
}

/// Does work that mostly is done at once, with a sign of life.
fn alive<T>(work: impl FnOnce() -> T) -> T {
    let clock = progress::clock("drawing");
    let done = work();
    clock.finish_and_clear();
    done
}

/// A thermograph.
fn walls(words: &Words, surroundings: &Surroundings) -> Result<Picture, Failure> {
    let sum = match words.only() {
        Some(text) => match evaluated(text, surroundings, asked::thermal)? {
            Thermal::Game(value) => Sum::of_value_within(&value, &surroundings.limits())?,
            Thermal::Walls(walls) => return together(&[walls.map_err(farstar::Error::from)?]),
        },
        None => sum::read(words, &surroundings.limits())?,
    };
    let arena = Arena::new();
    let mut solver = Solver::new(&arena);
    let question = Question { moves: Moves::None, ..Question::default() };
    let answer = solver.answer(&sum, question, &surroundings.limits())?;
    if !answer.walls.is_empty() {
        // of a ko those for every komaster, on one axis
        return together(&answer.walls.iter().map(named).collect::<Result<Vec<_>, _>>()?);
    }
    if let Some(stopped) = open(&answer) {
        return Err(stopped);
    }
    let Some(value) = &answer.value else {
        let why = answer.no_value.as_ref().map_or("", |unknown| unknown.message.as_str());
        return Err(Failure::Input(format!("a value with a thermograph is needed; {why}")));
    };
    if let Some(why) = &answer.no_thermograph {
        return Err(Failure::Input(format!("a value with a thermograph is needed; {why}")));
    }
    let mut calculator = arena.calculator_with(&surroundings.limits());
    let mut of = |text: &str| -> Result<_, Failure> {
        let game = calculator.parse(text).map_err(farstar::Error::from)?;
        Ok(WallCorners::from(&calculator.thermograph(game).map_err(farstar::Error::from)?))
    };
    let whole = of(value)?;
    let mut parts = Vec::new();
    if answer.sum.len() > 1 {
        for value in answer.sum.iter().filter_map(|component| component.value.as_ref()) {
            parts.push((of(value)?, label(value)));
        }
    }
    let ghosts = parts.iter().map(|(walls, label)| Ghost { walls, label }).collect();
    Ok(Picture { svg: drawn(&whole, ghosts, "")?, sentence: thermograph_sentence(&whole) })
}

fn drawn(walls: &WallCorners, ghosts: Vec<Ghost<'_>>, name: &str) -> Result<String, Failure> {
    let picture = ThermographPicture { ghosts, name, ..ThermographPicture::default() };
    thermograph(walls, &picture).ok_or_else(|| {
        Failure::TooLarge(
            "the numbers of this thermograph are too large, too small, or too near each other to be drawn"
                .to_owned(),
        )
    })
}

/// The walls of an answer, and who is komaster.
fn named(walls: &Walls) -> Result<Named, Failure> {
    let number =
        |text: &String| text.parse::<Rational>().map_err(|error| Failure::Input(error.to_string()));
    let corner = |[x, t]: &[String; 2]| Ok((number(x)?, number(t)?));
    let wall = |wall: &[[String; 2]]| wall.iter().map(corner).collect::<Result<_, Failure>>();
    let foot = (number(&walls.mean)?, number(&walls.temperature)?);
    let komaster = walls.komaster.and_then(Winner::player);
    let corners = WallCorners::of_walls([wall(&walls.left)?, wall(&walls.right)?], foot);
    Ok((of_ko(walls.ko, komaster), corners))
}

/// The thermographs of one position, the first in front of those that differ from it; who is komaster is written
/// beside them.
fn together(seen: &[Named]) -> Result<Picture, Failure> {
    let Some(((name, first), others)) = seen.split_first() else {
        return Err(Failure::Input("there is no thermograph".to_owned()));
    };
    let others = others.iter().filter(|(_, walls)| walls != first);
    let ghosts = others.map(|(label, walls)| Ghost { walls, label }).collect();
    let said = |(name, walls): &Named| match *name {
        "" => thermograph_sentence(walls),
        name => format!("{name}: {}", thermograph_sentence(walls)),
    };
    let sentence = seen.iter().map(said).collect::<Vec<_>>().join("; ").replace(".; ", "; ");
    Ok(Picture { svg: drawn(first, ghosts, name)?, sentence })
}

/// The board of the only position.
fn position(words: &Words, limits: &Limits) -> Result<Picture, Failure> {
    let sum = sum::read(words, limits)?;
    match sum.summands() {
        [Summand::Position(position)] => Ok(of_position(position)?.0),
        [Summand::Value(_)] => Err(Failure::Usage("a value has no board".to_owned())),
        _ => Err(Failure::Usage("one position is drawn at a time".to_owned())),
    }
}

/// The last number that is drawn.
fn last(to: Option<u64>, usual: u64, most: u64) -> Result<u64, Failure> {
    match to.unwrap_or(usual) {
        to if to <= most => Ok(to),
        to => Err(Failure::TooLarge(format!("--to {to}: at most {most} can be drawn"))),
    }
}

/// Grundy values as points.
fn sequence(numbers: &Numbers, limits: &Limits) -> Result<Picture, Failure> {
    let game = numbers.words.game(limits)?;
    let to = last(numbers.to, USUAL_POINTS, MOST_POINTS)?;
    let shown = game.shown();
    let single = game.heaps.single().map_err(|_| {
        Failure::Usage(format!("{shown} is played on two numbers: `farstar draw table` shows it"))
    })?;
    let mut heaps = GrundySequence::shared(single);
    let bar = progress::bar(&shown);
    bar.set_length(to + 1);
    while heaps.len() <= to {
        let next = heaps.len().saturating_add(HEAPS_AT_ONCE).min(to + 1);
        heaps.extend_to(next, limits)?;
        bar.set_position(heaps.len());
    }
    bar.finish_and_clear();
    let period = find_period(&mut heaps, to + 1, limits)?;
    let values: Vec<i64> = heaps.values(0..to + 1).into_iter().map(i64::from).collect();
    let mut sentence = format!("Grundy values of {shown}, heaps 0 to {to}");
    if let Some(period) = &period {
        let (length, from) = (period.period, period.preperiod);
        sentence.push_str(&format!("; period {length} from heap {from}"));
    }
    let exceptions = period.iter().flat_map(|period| period.exceptions_of(&heaps));
    let exceptions: Vec<u64> = exceptions.map(|(heap, _)| heap).collect();
    let svg = scatter(&Scatter {
        values: &values,
        from: 0,
        periodic: period.map(|period| period.preperiod),
        exceptions: &exceptions,
        sentence: &sentence,
    });
    Ok(Picture { svg, sentence })
}

/// Grundy values of a game on two numbers.
fn table(numbers: &Numbers, limits: &Limits) -> Result<Picture, Failure> {
    let game = numbers.words.game(limits)?;
    let to = last(numbers.to, USUAL_SIDE, WIDEST - 1)?;
    let shown = game.shown();
    let Heaps::Pairs(pairs) = game.heaps else {
        let message = format!("{shown} is played on one number: `farstar draw sequence` shows it");
        return Err(Failure::Usage(message));
    };
    let bar = progress::bar(&shown);
    bar.set_length((to + 1) * (to + 1));
    let rows = rows(pairs, to as u32, limits, &bar)?;
    bar.finish_and_clear();
    let labels: Vec<String> = (0..=to).map(|n| n.to_string()).collect();
    let sentence = format!("Grundy values of {shown}, rows and columns 0 to {to}");
    Ok(Picture { svg: heatmap(&rows, &labels, &labels, &sentence), sentence })
}

fn rows(
    pairs: PairGame,
    to: u32,
    limits: &Limits,
    bar: &ProgressBar,
) -> Result<Vec<Vec<i64>>, Failure> {
    let mut values = PairValues::new(pairs);
    let row = |a| {
        bar.set_position(u64::from(a) * (u64::from(to) + 1));
        (0..=to).map(|b| values.value((a, b), limits).map(i64::from)).collect()
    };
    Ok((0..=to).map(row).collect::<Result<_, _>>()?)
}
