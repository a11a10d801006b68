//! Printing one value.
//!
//! A general value is printed from a plan: every general follower that the text may need gets a [`Node`] with its
//! options in printing order, its name if it has one, and how many bars it takes. The plan is a directed acyclic graph
//! and is made from the leaves up with an explicit stack; the text itself, which is a tree and may be far larger, is
//! then written with another explicit stack, up to a bound.
//!
//! The order of options depends on the values alone, never on handles: numbers by size, then numbers plus nimbers, then
//! those with ups, then general values by the first difference of their options, Left's before Right's, in the same
//! order. So equal values print equally in every arena.

use super::literal::Arrow;
use super::names::{self, Name, Tiny};
use super::parse::MOST_KEPT;
use crate::{Calculator, Closed, Error, Game, Result};
use farstar_num::{Dyadic, IBig, UBig};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// The longest text of a value, in bytes.
const LONGEST_TEXT: usize = 64 << 20;

/// Games that would take more bars than this keep their braces: five bars are hard to tell from four.
const MOST_BARS: u32 = 4;

/// How a value is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `{3/4^^*5||+-1|Tiny(2)}`: what CGSuite prints, except that `1+*2` has its plus, since `1*2` is read as a
    /// product.
    #[default]
    Ascii,
    /// `{3/4⇑∗5||±1|⧾₂}`: the symbols of the books, as plain text, with the plus of `1+∗2`.
    Unicode,
    /// `\{\frac{3}{4}{\Uparrow}{*}5\mathrel{||}\pm 1\mid {+}_{2}\}`: for mathematics mode.
    Latex,
}

impl Calculator<'_> {
    /// The text of `g`: its shortest name, or its canonical form with as few braces as bars allow.
    ///
    /// Named are numbers, nimbers, ups and their sums, powers of up, tinies and minies with a number before them, and
    /// symmetric switches. [`parse`](Calculator::parse) reads every text back as `g`. Equal values give equal texts, in
    /// this arena and in any other.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the text would pass 64 MiB; [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, text::Notation};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let g = calc.parse("{3|{{0,*|-1}|{-2|-4}}}")?;
    /// assert_eq!(calc.print(g, Notation::Ascii)?, "{3|||0,*|-1||-2|-4}");
    /// let h = calc.parse("{0||0|-2}")?;
    /// assert_eq!(calc.print(h, Notation::Ascii)?, "Tiny(2)");
    /// assert_eq!(calc.print(h, Notation::Unicode)?, "⧾₂");
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Complexity
    /// Linear in the text and in the followers of `g`, with their options sorted.
    pub fn print(&mut self, g: Game, notation: Notation) -> Result<String> {
        let mut text = String::new();
        self.print_to(g, notation, &mut text)?;
        Ok(text)
    }

    /// [`print`](Calculator::print), appended to `text`.
    ///
    /// # Errors
    /// As [`print`](Calculator::print); `text` then holds a part of the value.
    pub fn print_to(&mut self, g: Game, notation: Notation, text: &mut String) -> Result<()> {
        if let Some(closed) = self.parts(g) {
            return write_closed(text, notation, closed);
        }
        text.reserve(USUAL_TEXT);
        let mut plan = std::mem::take(&mut self.text.plan);
        let written = plan.prepare(self, g).and_then(|()| plan.write(self, g, notation, text));
        plan.clear();
        self.text.plan = plan;
        written
    }
}

/// Room for the text of most values, in bytes.
const USUAL_TEXT: usize = 32;

/// What the text of one general value is made of.
struct Node {
    /// Where its options are among those of the plan, in printing order: Left's from `start`, Right's from `middle`.
    start: usize,
    middle: usize,
    end: usize,
    name: Option<Name>,
    /// Bars of the value when written in braces.
    bars: u32,
}

/// The general values that a text may need, and what is still to be done.
#[derive(Default)]
pub(crate) struct Plan {
    known: Known,
    options: Vec<Game>,
    /// Games whose nodes are to be made, and whether those of their options have been asked for.
    pending: Vec<(Game, bool)>,
    steps: Vec<Step>,
}

/// The nodes of the general values met so far.
#[derive(Default)]
struct Known {
    games: Vec<Game>,
    /// The node of each of `games`.
    nodes: Vec<Node>,
    /// Where each game is, once there are too many to look through.
    places: FxHashMap<Game, usize>,
}

/// Up to so many games are looked through one by one.
const FEW: usize = 16;

/// A step of writing.
enum Step {
    Game(Game),
    /// The value in braces, but without them: as an option that stands alone on its side.
    Bare(Game),
    Text(&'static str),
    Bars(u32),
}

impl Known {
    fn node(&self, game: Game) -> Option<&Node> {
        let place = if self.games.len() <= FEW {
            self.games.iter().position(|&g| g == game)?
        } else {
            *self.places.get(&game)?
        };
        self.nodes.get(place)
    }

    fn insert(&mut self, game: Game, node: Node) {
        self.games.push(game);
        self.nodes.push(node);
        match self.games.len() {
            0..=FEW => {}
            len if len == FEW + 1 => {
                self.places = self.games.iter().copied().zip(0..).collect();
            }
            len => {
                self.places.insert(game, len - 1);
            }
        }
    }

    /// The order of two general values, by the first of the `options` in which they differ.
    ///
    /// Options are equal exactly if their handles are, so there is one way down and nothing is visited twice.
    fn first_difference(
        &self,
        options: &[Game],
        calc: &mut Calculator<'_>,
        mut g: Game,
        mut h: Game,
    ) -> Result<Ordering> {
        while g != h {
            calc.tick()?;
            let (Some(a), Some(b)) = (self.node(g), self.node(h)) else { break };
            let sides = [(a.left(options), b.left(options)), (a.right(options), b.right(options))];
            let Some((one, other)) = sides.into_iter().find(|(one, other)| one != other) else {
                break;
            };
            let Some((&x, &y)) = one.iter().zip(other).find(|(x, y)| x != y) else {
                return Ok(one.len().cmp(&other.len()));
            };
            let order = Key::of(calc, x).cmp(&Key::of(calc, y));
            if order != Ordering::Equal {
                return Ok(order);
            }
            (g, h) = (x, y);
        }
        Ok(Ordering::Equal)
    }
}

impl Node {
    fn left<'o>(&self, options: &'o [Game]) -> &'o [Game] {
        &options[self.start..self.middle]
    }

    fn right<'o>(&self, options: &'o [Game]) -> &'o [Game] {
        &options[self.middle..self.end]
    }
}

impl Plan {
    /// The plan of a value and of all general values under it.
    pub(crate) fn of(calc: &mut Calculator<'_>, game: Game) -> Result<Self> {
        let mut plan = Self::default();
        plan.prepare(calc, game)?;
        Ok(plan)
    }

    /// The options of a general value of the plan, Left's and Right's, in printing order.
    pub(crate) fn options(&self, game: Game) -> Option<(&[Game], &[Game])> {
        let node = self.node(game)?;
        Some((node.left(&self.options), node.right(&self.options)))
    }

    fn node(&self, game: Game) -> Option<&Node> {
        self.known.node(game)
    }

    /// Forgets everything, and keeps some of the room for the next value.
    fn clear(&mut self) {
        if self.known.games.len() > FEW {
            *self = Self::default();
            return;
        }
        self.known.games.clear();
        self.known.nodes.clear();
        self.options.clear();
        self.pending.clear();
        self.steps.clear();
        self.options.shrink_to(MOST_KEPT);
        self.steps.shrink_to(MOST_KEPT);
    }

    /// Makes the nodes of `root` and of all general values under it.
    fn prepare(&mut self, calc: &mut Calculator<'_>, root: Game) -> Result<()> {
        self.pending.push((root, false));
        while let Some((game, children_done)) = self.pending.pop() {
            if self.node(game).is_some() {
                continue;
            }
            calc.tick()?;
            let Some((left, right)) = names::general(calc, game) else { continue };
            let tiny = names::tiny_part(calc, left, right)?;
            if !children_done {
                let waiting = self.pending.len();
                self.pending.push((game, true));
                let options = left.iter().chain(right).map(|&id| Game(id));
                let parts = options.chain(tiny.as_ref().map(|tiny| tiny.of));
                self.pending.extend(
                    parts.filter(|&g| names::general(calc, g).is_some()).map(|g| (g, false)),
                );
                if self.pending.len() > waiting + 1 {
                    continue;
                }
                self.pending.truncate(waiting);
            }
            self.finish(calc, game, tiny, left, right)?;
        }
        Ok(())
    }

    /// Makes the node of `game`, whose options have theirs.
    fn finish(
        &mut self,
        calc: &mut Calculator<'_>,
        game: Game,
        tiny: Option<Tiny>,
        left: &[u32],
        right: &[u32],
    ) -> Result<()> {
        let known = |g: Game| match &self.known.node(g)?.name {
            Some(Name::Uptimal(uptimal)) => Some(uptimal),
            _ => None,
        };
        let name = match tiny {
            Some(tiny) => Some(Name::Tiny(tiny)),
            None => names::name(calc, game, left, right, known)?,
        };
        let start = self.options.len();
        self.add_sorted(calc, left)?;
        let middle = self.options.len();
        self.add_sorted(calc, right)?;
        let sides = [&self.options[start..middle], &self.options[middle..]];
        let inlined = sides.into_iter().filter_map(|side| self.alone(side));
        let bars = 1 + inlined.map(|(_, node)| node.bars).max().unwrap_or(0);
        let end = self.options.len();
        self.known.insert(game, Node { start, middle, end, name, bars });
        Ok(())
    }

    /// The option of `side` that is written without braces: the only one, in braces otherwise, with room for more bars.
    fn alone(&self, side: &[Game]) -> Option<(Game, &Node)> {
        let [only] = *side else { return None };
        let node = self.node(only)?;
        (node.name.is_none() && node.bars < MOST_BARS).then_some((only, node))
    }

    /// Adds the options of one side in printing order.
    fn add_sorted(&mut self, calc: &mut Calculator<'_>, side: &[u32]) -> Result<()> {
        let start = self.options.len();
        self.options.extend(side.iter().map(|&id| Game(id)));
        if side.len() == 1 {
            return Ok(());
        }
        let (options, list) = self.options.split_at_mut(start);
        let mut failure = Ok(());
        list.sort_by(|&g, &h| {
            Key::of(calc, g).cmp(&Key::of(calc, h)).then_with(|| {
                self.known.first_difference(options, calc, g, h).unwrap_or_else(|e| {
                    failure = Err(e);
                    Ordering::Equal
                })
            })
        });
        failure
    }

    fn write(
        &mut self,
        calc: &mut Calculator<'_>,
        root: Game,
        notation: Notation,
        text: &mut String,
    ) -> Result<()> {
        let longest = text.len().saturating_add(LONGEST_TEXT);
        let mut steps = std::mem::take(&mut self.steps);
        steps.push(Step::Game(root));
        while let Some(step) = steps.pop() {
            calc.tick()?;
            match step {
                Step::Text(piece) => text.push_str(piece),
                Step::Bars(1) if notation == Notation::Latex => text.push_str("\\mid "),
                Step::Bars(bars) => {
                    let latex = notation == Notation::Latex;
                    text.push_str(if latex { "\\mathrel{" } else { "" });
                    for _ in 0..bars {
                        text.push('|');
                    }
                    text.push_str(if latex { "}" } else { "" });
                }
                Step::Bare(game) => {
                    if let Some(node) = self.node(game) {
                        self.write_options(node, &mut steps);
                    }
                }
                Step::Game(game) => {
                    if let Some(closed) = calc.parts(game) {
                        write_closed(text, notation, closed)?;
                    } else if let Some(node) = self.node(game) {
                        self.write_node(calc, game, node, notation, text, &mut steps)?;
                    }
                }
            }
            if text.len() > longest {
                return Err(too_long());
            }
        }
        self.steps = steps;
        Ok(())
    }

    /// Writes or schedules the text of one general value; what is scheduled last comes first.
    fn write_node(
        &self,
        calc: &mut Calculator<'_>,
        game: Game,
        node: &Node,
        notation: Notation,
        text: &mut String,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        let latex = notation == Notation::Latex;
        let (open, close) = if latex { ("\\{", "\\}") } else { ("{", "}") };
        match &node.name {
            None => {
                text.push_str(open);
                steps.push(Step::Text(close));
                steps.push(Step::Bare(game));
            }
            Some(Name::Uptimal(uptimal)) => {
                if !uptimal.number.is_zero() {
                    write_number(text, notation, &uptimal.number)?;
                }
                write_arrow(text, notation, uptimal.arrow);
                if uptimal.nimber != 0 {
                    write_star(text, notation, uptimal.nimber);
                }
            }
            Some(Name::Switch) => {
                text.push_str(match notation {
                    Notation::Ascii => "+-",
                    Notation::Unicode => "±",
                    Notation::Latex => "\\pm ",
                });
                match node.left(&self.options) {
                    &[only] if self.binds_tightly(calc, only) => steps.push(Step::Game(only)),
                    &[only] => {
                        steps.extend([Step::Text(")"), Step::Game(only), Step::Text("(")]);
                    }
                    list => {
                        steps.push(Step::Text(close));
                        schedule_list(list, steps);
                        steps.push(Step::Text(open));
                    }
                }
            }
            Some(Name::Tiny(tiny)) => {
                if !tiny.number.is_zero() {
                    write_number(text, notation, &tiny.number)?;
                }
                match notation {
                    Notation::Ascii => {
                        text.push_str(if tiny.miny { "Miny(" } else { "Tiny(" });
                        steps.extend([Step::Text(")"), Step::Game(tiny.of)]);
                    }
                    Notation::Latex => {
                        text.push_str(if tiny.miny { "{-}_{" } else { "{+}_{" });
                        steps.extend([Step::Text("}"), Step::Game(tiny.of)]);
                    }
                    Notation::Unicode => {
                        text.push(if tiny.miny { '⧿' } else { '⧾' });
                        let braced = self.node(tiny.of).is_some_and(|node| node.name.is_none());
                        match calc.as_number(tiny.of).and_then(|x| x.to_i64()) {
                            Some(n) if n >= 0 => write_subscript(text, n.unsigned_abs()),
                            _ if braced => steps.push(Step::Game(tiny.of)),
                            _ => steps.extend([
                                Step::Text(")"),
                                Step::Game(tiny.of),
                                Step::Text("("),
                            ]),
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Schedules `left|right` without braces.
    fn write_options(&self, node: &Node, steps: &mut Vec<Step>) {
        self.schedule_side(node.right(&self.options), steps);
        steps.push(Step::Bars(node.bars));
        self.schedule_side(node.left(&self.options), steps);
    }

    fn schedule_side(&self, side: &[Game], steps: &mut Vec<Step>) {
        match self.alone(side) {
            Some((only, _)) => steps.push(Step::Bare(only)),
            None => schedule_list(side, steps),
        }
    }

    /// Whether a value needs no parentheses after ±: a number, an arrow or a nimber alone, or braces.
    fn binds_tightly(&self, calc: &Calculator<'_>, g: Game) -> bool {
        match (calc.parts(g), self.node(g)) {
            (Some(closed), _) => {
                let parts = [!closed.number.is_zero(), closed.up != 0, closed.nimber != 0];
                parts.into_iter().filter(|&part| part).count() <= 1
            }
            (None, Some(node)) => node.name.is_none(),
            (None, None) => false,
        }
    }
}

/// Schedules `a,b,c`.
fn schedule_list(list: &[Game], steps: &mut Vec<Step>) {
    for (i, &g) in list.iter().enumerate().rev() {
        steps.push(Step::Game(g));
        if i > 0 {
            steps.push(Step::Text(","));
        }
    }
}

/// What orders options before their own options do; variants come in this order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'a> {
    Number(&'a Dyadic),
    Starred(&'a Dyadic, u64),
    Closed(&'a Dyadic, i64, u64),
    General,
}

impl<'a> Key<'a> {
    fn of(calc: &Calculator<'a>, g: Game) -> Self {
        match calc.parts(g) {
            Some(Closed { number, up: 0, nimber: 0 }) => Self::Number(number),
            Some(Closed { number, up: 0, nimber }) => Self::Starred(number, *nimber),
            Some(Closed { number, up, nimber }) => Self::Closed(number, *up, *nimber),
            None => Self::General,
        }
    }
}

fn too_long() -> Error {
    Error::TooLarge {
        what: "the text of this value".into(),
        limit: format!("{LONGEST_TEXT} bytes"),
    }
}

fn write_closed(text: &mut String, notation: Notation, closed: &Closed) -> Result<()> {
    if !closed.number.is_zero() || (closed.up == 0 && closed.nimber == 0) {
        write_number(text, notation, &closed.number)?;
    }
    if closed.up != 0 {
        write_arrow(text, notation, Arrow::Multiple(closed.up));
    }
    if closed.nimber != 0 {
        // `1*2` would be read as a product where one is meant by it
        let product = !closed.number.is_zero() && closed.up == 0 && closed.nimber > 1;
        if product && notation != Notation::Latex {
            text.push('+');
        }
        write_star(text, notation, closed.nimber);
    }
    Ok(())
}

fn write_number(text: &mut String, notation: Notation, x: &Dyadic) -> Result<()> {
    if let Some((n @ -9..=9, 0)) = x.to_small() {
        if n < 0 {
            text.push_str(if notation == Notation::Unicode { "−" } else { "-" });
        }
        text.push(char::from(b'0' + n.unsigned_abs() as u8));
        return Ok(());
    }
    // A decimal digit holds more than 3 bits.
    if x.bits().max(x.exponent()) / 4 > LONGEST_TEXT as u64 {
        return Err(too_long());
    }
    if x.is_negative() {
        text.push_str(if notation == Notation::Unicode { "−" } else { "-" });
    }
    let numerator = Signless(x);
    let written = match (x.exponent(), notation) {
        (0, _) => write!(text, "{numerator}"),
        (e, Notation::Latex) => write!(text, "\\frac{{{numerator}}}{{{}}}", PowerOfTwo(e)),
        (e, _) => write!(text, "{numerator}/{}", PowerOfTwo(e)),
    };
    written.map_err(|_| too_long())
}

/// The numerator of a number, without its sign.
struct Signless<'x>(&'x Dyadic);

impl std::fmt::Display for Signless<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.to_small() {
            Some((n, _)) => write!(f, "{}", n.unsigned_abs()),
            None => {
                let n: IBig = self.0.numerator();
                write!(f, "{}", if self.0.is_negative() { -n } else { n })
            }
        }
    }
}

/// `2^e` in decimal digits.
struct PowerOfTwo(u64);

impl std::fmt::Display for PowerOfTwo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 < 64 {
            return write!(f, "{}", 1_u64 << self.0);
        }
        let shift = usize::try_from(self.0).map_err(|_| std::fmt::Error)?;
        write!(f, "{}", UBig::ONE << shift)
    }
}

fn write_star(text: &mut String, notation: Notation, nimber: u64) {
    text.push_str(match notation {
        Notation::Ascii => "*",
        Notation::Unicode => "∗",
        Notation::Latex => "{*}",
    });
    if nimber != 1 {
        write_count(text, nimber);
    }
}

fn write_count(text: &mut String, n: u64) {
    write!(text, "{n}").expect("writing to a string cannot fail");
}

fn write_arrow(text: &mut String, notation: Notation, arrow: Arrow) {
    let (Arrow::Multiple(n) | Arrow::Power(n) | Arrow::Sum(n)) = arrow;
    let count = n.unsigned_abs();
    let (one, two) = match (notation, n > 0) {
        (Notation::Ascii, true) => ("^", "^^"),
        (Notation::Ascii, false) => ("v", "vv"),
        (Notation::Unicode, true) => ("↑", "⇑"),
        (Notation::Unicode, false) => ("↓", "⇓"),
        (Notation::Latex, true) => ("{\\uparrow}", "{\\Uparrow}"),
        (Notation::Latex, false) => ("{\\downarrow}", "{\\Downarrow}"),
    };
    if arrow == Arrow::Multiple(n) && count == 2 {
        text.push_str(two);
        return;
    }
    text.push_str(one);
    match (arrow, notation) {
        (Arrow::Multiple(_), _) if count == 1 => {}
        (Arrow::Multiple(_), _) => write_count(text, count),
        (Arrow::Power(_), Notation::Unicode) => {
            write_digits(text, count, ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']);
        }
        (arrow, notation) => {
            let (open, close) = match (arrow, notation) {
                (Arrow::Power(_), Notation::Latex) => ("^{", "}"),
                (Arrow::Power(_), _) => ("<", ">"),
                (_, Notation::Latex) => ("^{[", "]}"),
                _ => ("[", "]"),
            };
            text.push_str(open);
            write_count(text, count);
            text.push_str(close);
        }
    }
}

fn write_subscript(text: &mut String, n: u64) {
    write_digits(text, n, ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉']);
}

fn write_digits(text: &mut String, n: u64, digits: [char; 10]) {
    let plain = n.to_string();
    text.extend(plain.bytes().map(|digit| digits[usize::from(digit - b'0')]));
}
