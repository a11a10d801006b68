//! The disjunctive sum, the negative, multiples.
//!
//! `G + H = {G^L+H, G+H^L | G^R+H, G+H^R}` on an explicit stack, with every sum remembered in the arena. Closed values
//! are added by their rule. When one summand is a number and the other is not, the number translation theorem (Siegel
//! II.3) gives the canonical lists at once. Otherwise options that come from one summand never dominate each other
//! (`G^L₁+H ≤ G^L₂+H` iff `G^L₁ ≤ G^L₂`), so only cross pairs are compared.

use crate::calculator::Calculator;
use crate::canonical::Choice;
use crate::closed::Closed;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::memo::Op;
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use farstar_num::Dyadic;
use farstar_play::Stopped;

/// A sum whose options' sums are being computed.
struct Pending<'a> {
    g: u32,
    h: u32,
    /// Left options of G and of H, then Right options of G and of H.
    lists: [&'a [u32]; 4],
    /// Which option comes next: list and place.
    list: usize,
    place: usize,
    /// One summand is a number, the other is not.
    translates: bool,
}

/// Scratch space of sums.
#[derive(Default)]
pub(crate) struct SumScratch<'a> {
    pending: Vec<Pending<'a>>,
    /// Results of the options of pending sums, in their order.
    results: Vec<u32>,
    left: Vec<Choice>,
    right: Vec<Choice>,
}

fn add_closed(g: &Closed, h: &Closed) -> Result<Closed> {
    let up = g.up.checked_add(h.up).ok_or_else(|| Error::TooLarge {
        what: "a multiple of up".to_owned(),
        limit: i64::MAX.to_string(),
    })?;
    let number = g.number.checked_add(&h.number).map_err(Error::from)?;
    Ok(Closed { number, up, nimber: g.nimber ^ h.nimber })
}

impl<'a> Calculator<'a> {
    /// The disjunctive sum `G + H`.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit; [`Error::TooLarge`] for a multiple of up beyond 2⁶³.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (three, five, six) = (calc.nimber(3)?, calc.nimber(5)?, calc.nimber(6)?);
    /// assert_eq!(calc.add(three, five)?, six);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// One canonical form for every pair of followers that is met for the first time.
    pub fn add(&mut self, g: Game, h: Game) -> Result<Game> {
        if let Some(sum) = self.quick_sum(g.0, h.0)? {
            return Ok(Game(sum));
        }
        let mut scratch = std::mem::take(&mut self.sums);
        let sum = self.add_on(&mut scratch, g.0, h.0);
        scratch.pending.clear();
        scratch.results.clear();
        self.sums = scratch;
        sum.map(Game)
    }

    /// A sum that needs no options: with 0, of closed values, or remembered.
    #[inline]
    fn quick_sum(&mut self, g: u32, h: u32) -> Result<Option<u32>> {
        if g == Game::ZERO.0 {
            return Ok(Some(h));
        }
        if h == Game::ZERO.0 {
            return Ok(Some(g));
        }
        // The memory first: it is one load where the nodes are two.
        if let Some(sum) = self.arena().memo.get(Op::Sum, g.min(h), g.max(h)) {
            return Ok(Some(sum));
        }
        self.closed_sum(g, h)
    }

    /// The sum of closed values, or of a value and its known negative.
    #[inline(never)]
    fn closed_sum(&mut self, g: u32, h: u32) -> Result<Option<u32>> {
        let (first, second) = (self.arena().node(g), self.arena().node(h));
        let (Some(first), Some(second)) = (self.arena().closed(first), self.arena().closed(second))
        else {
            // A difference of equals, if the negative was ever taken; sums of followers of G − G are full of them.
            return Ok((self.arena().negatives.get(g) == Some(h)).then_some(Game::ZERO.0));
        };
        let sum = self.closed(&add_closed(first, second)?)?.0;
        self.arena().memo.put(Op::Sum, g.min(h), g.max(h), sum);
        Ok(Some(sum))
    }

    fn pend(&mut self, g: u32, h: u32) -> Result<Pending<'a>> {
        let is_number = |calc: &Self, id: u32| calc.parts(Game(id)).is_some_and(Closed::is_number);
        // At most one of them is a number, since the sum of two closed values is quick.
        let (g_number, h_number) = (is_number(self, g), is_number(self, h));
        let (gl, gr) = if g_number { (&[][..], &[][..]) } else { self.lists(g)? };
        let (hl, hr) = if h_number { (&[][..], &[][..]) } else { self.lists(h)? };
        Ok(Pending {
            g,
            h,
            lists: [gl, hl, gr, hr],
            list: 0,
            place: 0,
            translates: g_number || h_number,
        })
    }

    fn add_on(&mut self, scratch: &mut SumScratch<'a>, g: u32, h: u32) -> Result<u32> {
        let SumScratch { pending, results, left, right } = scratch;
        pending.push(self.pend(g, h)?);
        'work: loop {
            let top = pending.last_mut().expect("the sum asked for is still pending");
            while top.list < 4 {
                let Some(option) = top.lists[top.list].get(top.place).copied() else {
                    top.list += 1;
                    top.place = 0;
                    continue;
                };
                let (a, b) = if top.list % 2 == 0 { (option, top.h) } else { (top.g, option) };
                match self.quick_sum(a, b)? {
                    Some(sum) => {
                        results.push(sum);
                        top.place += 1;
                    }
                    None => {
                        let deeper = self.pend(a, b)?;
                        pending.push(deeper);
                        continue 'work;
                    }
                }
            }
            // All option sums are there, the last ones computed on top.
            let [gl, hl, gr, hr] = top.lists.map(<[u32]>::len);
            let first = results.len() - (gl + hl + gr + hr);
            let choices = |from: usize, count: usize, group: u32| {
                results[from..from + count].iter().map(move |id| Choice::of_group(*id, group))
            };
            left.clear();
            left.extend(choices(first, gl, 0).chain(choices(first + gl, hl, 1)));
            right.clear();
            right.extend(choices(first + gl + hl, gr, 0).chain(choices(
                first + gl + hl + gr,
                hr,
                1,
            )));
            let sum = if top.translates {
                self.intern_canonical(left, right)?
            } else {
                self.canonical(left, right)?
            };
            let done = pending.pop().expect("the sum just computed was pending");
            self.arena().memo.put(Op::Sum, done.g.min(done.h), done.g.max(done.h), sum.0);
            results.truncate(first);
            if pending.is_empty() {
                return Ok(sum.0);
            }
            results.push(sum.0);
            if let Some(parent) = pending.last_mut() {
                parent.place += 1;
            }
        }
    }

    /// The sum of any number of games.
    ///
    /// # Errors
    /// Those of [`Calculator::add`].
    pub fn sum(&mut self, games: impl IntoIterator<Item = Game>) -> Result<Game> {
        games.into_iter().try_fold(Game::ZERO, |sum, game| self.add(sum, game))
    }

    /// `G + x` for a number `x`. If `G` is not a number itself, this adds `x` to every option (number translation
    /// theorem).
    ///
    /// # Errors
    /// Those of [`Calculator::add`].
    pub fn add_number(&mut self, g: Game, x: &Dyadic) -> Result<Game> {
        let x = self.number(x)?;
        self.add(g, x)
    }

    /// The difference `G − H`.
    ///
    /// # Errors
    /// Those of [`Calculator::add`].
    pub fn sub(&mut self, g: Game, h: Game) -> Result<Game> {
        if g == h {
            return Ok(Game::ZERO);
        }
        let minus = self.neg(h)?;
        self.add(g, minus)
    }

    /// The negative `−G = {−G^R | −G^L}`: the players change roles.
    ///
    /// # Errors
    /// Those of [`Calculator::add`].
    pub fn neg(&mut self, g: Game) -> Result<Game> {
        if let Some(negative) = self.arena().negatives.get(g.0) {
            return Ok(Game(negative));
        }
        self.find_negative(g)
    }

    /// A negative not known yet, after those of its options; none is ever forgotten.
    #[inline(never)]
    fn find_negative(&mut self, g: Game) -> Result<Game> {
        let arena = self.arena();
        let mut open = vec![g.0];
        loop {
            let Some(&top) = open.last() else {
                return Ok(Game(arena.negatives.get(g.0).ok_or(Stopped::Memory)?));
            };
            if arena.negatives.get(top).is_some() {
                open.pop();
                continue;
            }
            let negative = match self.parts(Game(top)) {
                Some(value) => {
                    let negative = value.negative().ok_or_else(|| Error::TooLarge {
                        what: "a multiple of up".to_owned(),
                        limit: i64::MAX.to_string(),
                    })?;
                    self.closed(&negative)?
                }
                None => {
                    let (left, right) = self.lists(top)?;
                    let before = open.len();
                    let unknown = |id: &&u32| arena.negatives.get(**id).is_none();
                    open.extend(left.iter().chain(right).filter(unknown));
                    if open.len() > before {
                        continue;
                    }
                    let negatives = |list: &[u32]| -> Vec<Choice> {
                        list.iter()
                            .filter_map(|id| arena.negatives.get(*id).map(Choice::any))
                            .collect()
                    };
                    self.intern_canonical(&mut negatives(right), &mut negatives(left))?
                }
            };
            arena.negatives.put(top, negative.0);
            arena.negatives.put(negative.0, top);
        }
    }

    /// The multiple `n·G`: the sum of `n` copies of `G`, or of `−n` copies of `−G`.
    ///
    /// # Errors
    /// Those of [`Calculator::add`].
    ///
    /// # Cost
    /// Closed values at once; otherwise `O(log n)` sums.
    pub fn multiple(&mut self, n: &IBig, g: Game) -> Result<Game> {
        if let Some(value) = self.parts(g) {
            let up = IBig::from(value.up) * n;
            let product = Closed {
                number: value.number.checked_mul(&Dyadic::from(n.clone())).map_err(Error::from)?,
                up: i64::try_from(up).map_err(|_| Error::TooLarge {
                    what: "a multiple of up".to_owned(),
                    limit: i64::MAX.to_string(),
                })?,
                nimber: if n.bit(0) { value.nimber } else { 0 },
            };
            return self.closed(&product);
        }
        let base = if *n < IBig::ZERO { self.neg(g)? } else { g };
        let (_, count) = n.clone().into_parts();
        let mut product = Game::ZERO;
        for bit in (0..count.bit_len()).rev() {
            product = self.add(product, product)?;
            if count.bit(bit) {
                product = self.add(product, base)?;
            }
        }
        Ok(product)
    }
}
