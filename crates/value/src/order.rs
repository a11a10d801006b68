//! The partial order of games.
//!
//! `G ≤ H` fails iff some `G^L ≥ H` or some `H^R ≤ G` (Siegel, II.1). Before that recursion is begun, cuts and
//! fingerprints decide nearly every question; the few that are left run on an explicit stack, with a small memory of
//! answers.
//!
//! The scratch form is a form that is not interned yet, the one whose canonical form is being found: it takes part in
//! comparisons under the id [`SCRATCH`].
//!
//! # Cost
//! Constant when quick tests decide. Otherwise at most the product of the numbers of followers of both games, times
//! their options.

use crate::arena::Node;
use crate::calculator::Calculator;
use crate::closed;
use crate::error::Result;
use crate::fingerprint::Fingerprint;
use crate::game::{Comparison, Game};
use crate::stops::WideCut;
use farstar_play::Outcome;

/// The id of the scratch form.
pub(crate) const SCRATCH: u32 = u32::MAX;

/// A form `{L|R}` that is being made canonical.
pub(crate) struct ScratchForm {
    pub(crate) node: Node,
    pub(crate) wide: Option<Box<[WideCut; 2]>>,
    pub(crate) left: Vec<u32>,
    pub(crate) right: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Question {
    g: u32,
    h: u32,
    /// Options of both games already found harmless.
    next: u32,
}

/// log₂ of the entries of the memory of answers: more of them cost more cache misses than they save recursion.
const MEMO_BITS: u32 = 12;

/// Followers so many moves away are tried before a search is begun, where a question has at most so many options.
const NEAR: u32 = 2;
const FEW: usize = u64::BITS as usize;

/// What the order needs besides the arena.
#[derive(Default)]
pub(crate) struct OrderScratch {
    pub(crate) form: Option<ScratchForm>,
    stack: Vec<Question>,
    /// `g << 33 | h << 2 | answer << 1 | 1`, direct mapped.
    memo: Vec<u64>,
}

/// The key of a question in the memory of answers, if its ids fit.
#[inline(always)]
fn key(g: u32, h: u32) -> Option<u64> {
    ((g | h) >> 31 == 0).then_some(u64::from(g) << 33 | u64::from(h) << 2 | 1)
}

#[inline(always)]
fn memo_slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - MEMO_BITS)) as usize
}

/// What the quick tests say of `G ≤ H`.
#[derive(Clone, Copy)]
struct Verdict {
    refuted: bool,
    proved: bool,
}

impl Verdict {
    #[inline(always)]
    fn decided(self) -> Option<bool> {
        (self.refuted | self.proved).then_some(!self.refuted)
    }
}

/// Test games that refute `G ≤ H`, given both fingerprints: those `≤ G` but not `≤ H`, or `≥ H` but not `≥ G`.
#[inline(always)]
pub(crate) fn refuting(g: Fingerprint, h: Fingerprint) -> u64 {
    (g.ge & !h.ge) | (h.le & !g.le)
}

/// `G ≤ H` by fingerprints, without a branch.
///
/// A test game between proves it. And if every `G^L` and every `H^R` is a test game, what is not refuted is true: if it
/// failed through `G^L = T ≥ H`, then `H ≤ T` but not `G ≤ T`, which refutes.
#[inline(always)]
fn print_verdict(g: &Node, h: &Node) -> Verdict {
    Verdict {
        refuted: refuting(g.print, h.print) != 0,
        proved: (g.left_are_tests() & h.right_are_tests()) | (g.print.le & h.print.ge != 0),
    }
}

/// `G ≤ H` by cuts that are both narrow: the number between, or the number that refutes it (see `stops`).
#[inline(always)]
fn cut_verdict(g: &Node, h: &Node) -> Verdict {
    Verdict {
        refuted: (g.left_cut > h.left_cut) | (g.right_cut > h.right_cut),
        proved: g.left_cut <= h.right_cut,
    }
}

/// The question that decides `G ≤ H` if its answer is yes: whether option `i` of both is `G^L ≥ H`, or `H^R ≤ G`.
#[inline(always)]
fn option_question(g: u32, h: u32, g_left: &[u32], h_right: &[u32], i: usize) -> (u32, u32) {
    match g_left.get(i) {
        Some(&option) => (h, option),
        None => (h_right[i - g_left.len()], g),
    }
}

impl<'a> Calculator<'a> {
    /// The node of an id, the scratch form among them.
    #[inline(always)]
    fn any_node(&self, id: u32) -> &Node {
        if id == SCRATCH { &self.form().node } else { self.arena().node(id) }
    }

    fn form(&self) -> &ScratchForm {
        self.order.form.as_ref().expect("the scratch form is set while its id is in use")
    }

    pub(crate) fn any_cuts(&self, id: u32, node: &Node) -> [WideCut; 2] {
        if !node.is_wide() {
            let cut = |cut: i32, side: i32| WideCut {
                stop: crate::stops::narrow_stop(cut - side),
                side: side as i8,
            };
            return [
                cut(node.left_cut, node.left_cut & 1),
                cut(node.right_cut, -(node.right_cut & 1)),
            ];
        }
        match &self.order.form {
            Some(form) if id == SCRATCH => {
                (**form.wide.as_ref().expect("a wide scratch form keeps its cuts")).clone()
            }
            _ => self.arena().wide_cuts(node),
        }
    }

    /// `G ≤ H` when fingerprints, cuts, the rule for closed values, or the memory of answers decide it.
    #[inline(always)]
    fn quick(&self, g: u32, h: u32) -> Option<bool> {
        self.quick_of(g, self.any_node(g), h, self.any_node(h))
    }

    #[inline(always)]
    fn quick_of(&self, g: u32, first: &Node, h: u32, second: &Node) -> Option<bool> {
        match print_verdict(first, second).decided() {
            Some(answer) => Some(answer),
            None => self.quick_beyond_prints(g, h),
        }
    }

    #[inline(never)]
    fn quick_beyond_prints(&self, g: u32, h: u32) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        let (first, second) = (self.any_node(g), self.any_node(h));
        let verdict = if first.is_wide() || second.is_wide() {
            self.wide_verdict_of(g, h)
        } else {
            cut_verdict(first, second)
        };
        if let Some(answer) = verdict.decided() {
            return Some(answer);
        }
        if first.is_closed() && second.is_closed() {
            let (g, h) = (self.arena().closed(first)?, self.arena().closed(second)?);
            return Some(closed::le(g, h));
        }
        let key = key(g, h)?;
        let found = *self.order.memo.get(memo_slot(key))?;
        (found & !2 == key).then_some(found & 2 != 0)
    }

    #[cold]
    fn wide_verdict_of(&self, g: u32, h: u32) -> Verdict {
        let ([g_left, g_right], [h_left, h_right]) =
            (self.any_cuts(g, self.any_node(g)), self.any_cuts(h, self.any_node(h)));
        Verdict { refuted: g_left > h_left || g_right > h_right, proved: g_left <= h_right }
    }

    fn remember_answer(&mut self, g: u32, h: u32, answer: bool) {
        if let Some(key) = key(g, h) {
            if self.order.memo.is_empty() {
                self.order.memo = vec![0; 1 << MEMO_BITS];
            }
            self.order.memo[memo_slot(key)] = key | u64::from(answer) << 1;
        }
    }

    /// `G ≤ H` for ids, the scratch form among them.
    #[inline(always)]
    pub(crate) fn le_ids(&mut self, g: u32, h: u32) -> Result<bool> {
        match self.quick(g, h) {
            Some(answer) => Ok(answer),
            None => self.search_le(g, h),
        }
    }

    /// Makes the lists of a closed value before they are read.
    fn prepare(&mut self, id: u32) -> Result<()> {
        if id != SCRATCH {
            self.lists(id)?;
        }
        Ok(())
    }

    /// The next question that quick tests leave open, from option `next` on; or the answer to the question itself.
    fn advance(&self, question: Question) -> std::result::Result<bool, (u32, u32, u32)> {
        let Question { g, h, next } = question;
        let made = "made by `prepare`";
        let (g_left, h_right) =
            (self.any_lists(g).expect(made).0, self.any_lists(h).expect(made).1);
        for i in next as usize..g_left.len() + h_right.len() {
            let (a, b) = option_question(g, h, g_left, h_right, i);
            match self.quick(a, b) {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => return Err((a, b, i as u32)),
            }
        }
        Ok(true)
    }

    /// The option lists of an id, the scratch form among them, unless nobody has asked for them yet.
    #[inline(always)]
    fn any_lists(&self, id: u32) -> Option<(&[u32], &[u32])> {
        if id == SCRATCH {
            return Some((&self.form().left, &self.form().right));
        }
        self.arena().known_lists(self.arena().node(id))
    }

    #[inline(never)]
    fn search_le(&mut self, g: u32, h: u32) -> Result<bool> {
        if let Some(answer) = self.near_answer(g, h, NEAR) {
            return Ok(answer);
        }
        let mut stack = std::mem::take(&mut self.order.stack);
        stack.clear();
        let answer = self.search_on(&mut stack, g, h);
        self.order.stack = stack;
        answer
    }

    /// `G ≤ H` if quick tests of followers decide it that are at most `depth` moves away: most that quick tests of the
    /// games leave open. All options are tested before one of them is looked into, for one may refute. Long lists are
    /// left to the search.
    fn near_answer(&mut self, g: u32, h: u32, depth: u32) -> Option<bool> {
        let (g_left, h_right) = (self.any_lists(g)?.0, self.any_lists(h)?.1);
        if g_left.len() + h_right.len() > FEW {
            return None;
        }
        let (first, second) = (self.any_node(g), self.any_node(h));
        let mut open = 0u64;
        let mut at = 1u64;
        for &option in g_left {
            match self.quick_of(h, second, option, self.arena().node(option)) {
                Some(true) => return Some(false),
                Some(false) => {}
                None => open |= at,
            }
            at <<= 1;
        }
        for &option in h_right {
            match self.quick_of(option, self.arena().node(option), g, first) {
                Some(true) => return Some(false),
                Some(false) => {}
                None => open |= at,
            }
            at <<= 1;
        }
        let depth = if open == 0 { 0 } else { depth.checked_sub(1)? };
        let mut answer = Some(true);
        while open != 0 && answer != Some(false) {
            let (g_left, h_right) = (self.any_lists(g)?.0, self.any_lists(h)?.1);
            let (a, b) = option_question(g, h, g_left, h_right, open.trailing_zeros() as usize);
            open &= open - 1;
            match self.near_answer(a, b, depth) {
                Some(true) => answer = Some(false),
                Some(false) => {}
                None => answer = None,
            }
        }
        self.remember_answer(g, h, answer?);
        answer
    }

    /// The question `G ≤ H` with nimbers no larger than they need be, ready to be searched.
    ///
    /// Against a game `K` all nimbers beyond the followers of `K` that are nimbers compare alike: each is a far star. A
    /// follower's value is born no later than `K`, and `*m` on day `m`, so `*m` may be replaced by `*(b+1)` when `m >
    /// b + 1` for the birthday `b` of the rest.
    fn question(&mut self, g: u32, h: u32) -> Result<Question> {
        let (g, h) = (self.nearer(g, h)?, self.nearer(h, g)?);
        self.prepare(g)?;
        self.prepare(h)?;
        Ok(Question { g, h, next: 0 })
    }

    /// The closed value `id` with its nimber brought near enough to walk through, for a comparison with `other`.
    fn nearer(&mut self, id: u32, other: u32) -> Result<u32> {
        /// Option lists up to this length are made without a thought.
        const NEAR: u64 = 64;
        if id == SCRATCH || other == SCRATCH {
            return Ok(id);
        }
        let Some(value) = self.parts(Game(id)).filter(|value| value.nimber > NEAR) else {
            return Ok(id);
        };
        let rest = self.closed(&closed::Closed { nimber: 0, ..value.clone() })?;
        let born = self.birthday(rest)? + self.birthday(Game(other))?;
        match u64::try_from(born) {
            Ok(born) if born + 1 < value.nimber => {
                Ok(self.closed(&closed::Closed { nimber: born + 1, ..value.clone() })?.0)
            }
            _ => Ok(id),
        }
    }

    fn search_on(&mut self, stack: &mut Vec<Question>, g: u32, h: u32) -> Result<bool> {
        let question = self.question(g, h)?;
        stack.push(question);
        loop {
            let top = stack.len() - 1;
            let mut answer = match self.advance(stack[top]) {
                Ok(answer) => answer,
                Err((a, b, next)) => {
                    self.tick()?;
                    stack[top].next = next;
                    let question = self.question(a, b)?;
                    stack.push(question);
                    continue;
                }
            };
            // Hand the answer up: "yes" to an option's question is "no" to its parent's.
            loop {
                let done = stack.pop().expect("the question just answered is on the stack");
                self.remember_answer(done.g, done.h, answer);
                match stack.last_mut() {
                    None => return Ok(answer),
                    Some(_) if answer => answer = false,
                    Some(parent) => {
                        parent.next += 1;
                        break;
                    }
                }
            }
        }
    }

    /// Whether `G ≤ H`: Right wins `G − H` moving second.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    #[inline]
    pub fn le(&mut self, g: Game, h: Game) -> Result<bool> {
        self.le_ids(g.0, h.0)
    }

    /// Whether `G ≥ H`: Left wins `G − H` moving second.
    ///
    /// # Errors
    /// Those of [`Calculator::le`].
    #[inline]
    pub fn ge(&mut self, g: Game, h: Game) -> Result<bool> {
        self.le(h, g)
    }

    /// Whether `G < H`: Right wins `G − H`, whoever starts.
    ///
    /// # Errors
    /// Those of [`Calculator::le`].
    pub fn lt(&mut self, g: Game, h: Game) -> Result<bool> {
        Ok(g != h && self.le(g, h)?)
    }

    /// Whether `G > H`: Left wins `G − H`, whoever starts.
    ///
    /// # Errors
    /// Those of [`Calculator::le`].
    pub fn gt(&mut self, g: Game, h: Game) -> Result<bool> {
        Ok(g != h && self.le(h, g)?)
    }

    /// How `G` compares with `H`.
    ///
    /// # Errors
    /// Those of [`Calculator::le`].
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Comparison, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (star, up) = (calc.nimber(1)?, calc.up(1)?);
    /// assert_eq!(calc.compare(star, Game::ZERO)?, Comparison::Confused);
    /// assert_eq!(calc.compare(up, Game::ZERO)?, Comparison::Greater);
    /// assert_eq!(calc.compare(up, star)?, Comparison::Confused);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    #[inline]
    pub fn compare(&mut self, g: Game, h: Game) -> Result<Comparison> {
        let (first, second) = (self.node(g), self.node(h));
        let (le, ge) = (print_verdict(first, second), print_verdict(second, first));
        if (le.refuted | le.proved) & (ge.refuted | ge.proved) {
            return Ok(Comparison::from_le_ge(!le.refuted, !ge.refuted));
        }
        if g == h {
            return Ok(Comparison::Equal);
        }
        if self.le(g, h)? {
            return Ok(Comparison::Less);
        }
        Ok(if self.le(h, g)? { Comparison::Greater } else { Comparison::Confused })
    }

    /// The outcome of `G` in normal play: a player who cannot move loses.
    ///
    /// # Errors
    /// Those of [`Calculator::le`].
    pub fn outcome(&mut self, g: Game) -> Result<Outcome> {
        Ok(match self.compare(g, Game::ZERO)? {
            Comparison::Less => Outcome::R,
            Comparison::Equal => Outcome::P,
            Comparison::Greater => Outcome::L,
            Comparison::Confused => Outcome::N,
        })
    }
}
