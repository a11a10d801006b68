//! Values of partizan games, as sentences about the options of a heap. A value is N + G, for an integer N and a game G
//! of a list, each of which is 0 or equal to no integer.
//!
//! *Theorem.* Let play end, let every heap have such a value, and let for every heap x with the value v = N + G:
//! no Left option of x have a value ≥ v, and no Right option one ≤ v; for every Left option y of v some Left option
//! of x have a value ≥ y, and for every Right option y some Right option one ≤ y. Here the options of v are N + G',
//! for those G' of G; or if G = 0, the Left option N − 1 where N > 0, and the Right option N + 1 where N < 0. Then
//! the heaps have these values.
//!
//! *Proof.* The options of v are those of a form of it: of an integer by definition; of other games N is added to
//! options, by number translation if G is no number, and else as G is the simplest number in an interval between two
//! integers next to each other, which moves along with it (Siegel, ch. II.2 and II.3). By induction the options of x
//! have their values. Who moves second wins x − v: if x is moved to an option, by the first condition there is an
//! answer that wins; if v is moved to y, the option that is named answers. ∎

use super::{Abstraction, GameForm, Turn, Writer};
use crate::diagram::Var;
use crate::formula::{Id, LAW, Linear, Relation};
use std::collections::HashMap;

/// Games in a list.
const MOST_FORMS: usize = 200;
/// Sums of them that are compared.
const MOST_SUMS: usize = 1 << 20;
/// Sums of values that are told apart.
const MOST_CASES: usize = 4_096;

/// Games of a list, each with whether it is negative.
type Terms = Vec<(usize, bool)>;

/// Comparisons of sums of games of a list and an integer, by play.
struct Games<'a> {
    forms: &'a [GameForm],
    known: HashMap<(Terms, i64), bool>,
}

impl Games<'_> {
    /// What a player can make of a sum.
    fn moves(&self, sum: &(Terms, i64), player: usize) -> Vec<(Terms, i64)> {
        let mut all = Vec::new();
        for (at, &(game, negative)) in sum.0.iter().enumerate() {
            for &to in &self.forms[game][player ^ usize::from(negative)] {
                let mut sum = sum.clone();
                sum.0[at].0 = to;
                all.push(sum);
            }
        }
        if sum.1.signum() == 1 - 2 * player as i64 {
            all.push((sum.0.clone(), sum.1 - sum.1.signum()));
        }
        all
    }

    /// Whether a sum is at most 0: whatever Left begins with, Right has an answer after which it is.
    fn at_most_zero(&mut self, mut sum: (Terms, i64)) -> Result<bool, String> {
        // 0 has no moves, and what stands there twice, once negative, is 0
        sum.0.retain(|term| term.0 > 0);
        sum.0.sort_unstable();
        while let Some(at) =
            sum.0.windows(2).position(|two| two[0].0 == two[1].0 && two[0].1 != two[1].1)
        {
            sum.0.drain(at..at + 2);
        }
        if let Some(&known) = self.known.get(&sum) {
            return Ok(known);
        }
        if self.known.len() > MOST_SUMS {
            return Err("values that take too long to compare".into());
        }
        let mut holds = true;
        for begun in self.moves(&sum, 0) {
            let mut answered = false;
            for answer in self.moves(&begun, 1) {
                answered = answered || self.at_most_zero(answer)?;
            }
            holds &= answered;
        }
        self.known.insert(sum, holds);
        Ok(holds)
    }

    /// The greatest integer with which a sum is at most 0.
    fn reach(&mut self, sum: &[(usize, bool)]) -> Result<i64, String> {
        let mut most = 0;
        while self.at_most_zero((sum.to_vec(), most + 1))? {
            most += 1;
        }
        while !self.at_most_zero((sum.to_vec(), most))? {
            most -= 1;
        }
        Ok(most)
    }

    fn is_integer(&mut self, game: usize) -> Result<bool, String> {
        let less = self.reach(&[(game, false)])?;
        self.at_most_zero((vec![(game, true)], -less))
    }
}

/// What the value of an option is held against: the game G of the value where it is this one, or any; a game in its
/// place; and what is added.
type Target = (Option<usize>, usize, i64);

impl Writer<'_> {
    /// An option of a player by this kind of move has a value that is at least, for Right at most, one of some targets.
    fn beyond(
        &mut self,
        games: &mut Games<'_>,
        classes: &[usize],
        (turn, player, likely): (&Turn, usize, bool),
        targets: &[Target],
    ) -> Result<Id, String> {
        let d = 2 * self.arity() as Var;
        let sign = 1 - 2 * player as i64;
        let mut list = turn.guard(likely);
        // N less the integers of the option
        let mut less = Linear { terms: vec![(sign, d), (-sign, d + 1)], constant: 0 };
        let mut sums: Vec<(Vec<Id>, Terms)> = vec![(Vec::new(), Vec::new())];
        for (part, count) in &turn.parts {
            let [p, q, c] =
                [self.formulas.fresh()?, self.formulas.fresh()?, self.formulas.fresh()?];
            list.push(self.formulas.given(LAW, [&part[..], &[p, q, c]].concat()));
            let own = Linear { terms: vec![(-sign, p), (sign, q)], constant: 0 };
            less = less.plus(&own, *count).ok_or("numbers too large")?;
            if *count > 4 || sums.len() * classes.len() * targets.len() > MOST_CASES {
                return Err("sums of too many values".into());
            }
            let mut longer = Vec::new();
            for &class in classes {
                let is_it = self.is_class(c, class)?;
                for (given, terms) in &sums {
                    let more = vec![(class, player == 0); *count as usize];
                    longer.push(([&given[..], &[is_it]].concat(), [&terms[..], &more].concat()));
                }
            }
            sums = longer;
        }
        let mut any = Vec::new();
        for &(class, game, more) in targets {
            for (given, terms) in &sums {
                let sum = [&terms[..], &[(game, player == 1)]].concat();
                let most = Linear::number(games.reach(&sum)? + more);
                let mut all = given.clone();
                if let Some(class) = class {
                    all.push(self.is_class(d + 2, class)?);
                }
                all.push(self.formulas.compare(&less, Relation::AtMost, &most)?);
                any.push(self.formulas.and(&all));
            }
        }
        list.push(self.formulas.or(&any));
        let keep = [&self.position()[..], &[d, d + 1, d + 2]].concat();
        self.by_move(turn, &list, &keep, likely)
    }

    fn is_class(&mut self, var: Var, class: usize) -> Result<Id, String> {
        self.formulas.compare(
            &Linear::variable(var),
            Relation::Equal,
            &Linear::number(class as i64),
        )
    }

    pub(super) fn values(&mut self, turns: &[Turn], inside: Id) -> Result<(), String> {
        let forms = &self.claim.forms[..];
        if self.rules.misere || self.claim.reads != Abstraction::Entries {
            return Err("values are those of heaps in normal play".into());
        }
        if turns.iter().any(|turn| turn.run.is_some()) {
            return Err("values of runs of coins".into());
        }
        let is_before =
            |(at, form): (usize, &GameForm)| form.concat().iter().all(|&game| game < at);
        if forms.is_empty() || forms.len() > MOST_FORMS || !forms.iter().enumerate().all(is_before)
        {
            return Err("no list of games".into());
        }
        let mut games = Games { forms, known: HashMap::new() };
        let mut classes = vec![0];
        for game in 1..forms.len() {
            if !games.is_integer(game)? {
                classes.push(game);
            }
        }
        let d = 2 * self.arity() as Var;
        let law = self.formulas.given(LAW, [&self.heap()[..], &[d, d + 1, d + 2]].concat());
        let some = self.formulas.exists(&[d, d + 1, d + 2], &[law]);
        let none = self.formulas.not(some);
        self.never("a value exists", true, &[inside, none]);
        let mut any = Vec::new();
        for &class in &classes {
            any.push(self.is_class(d + 2, class)?);
        }
        let listed = self.formulas.or(&any);
        let other = self.formulas.not(listed);
        self.never("values are listed", false, &[law, other]);
        let own: Vec<Target> = classes.iter().map(|&class| (Some(class), class, 0)).collect();
        for (player, side) in [(0, "Left"), (1, "Right")] {
            let turns: Vec<&Turn> = turns.iter().filter(|turn| turn.players[player]).collect();
            for turn in &turns {
                let beyond = self.beyond(&mut games, &classes, (turn, player, true), &own)?;
                let name = format!("move {}: {side}'s option is as good", turn.line + 1);
                // what may not be a move refutes nothing
                self.never(name, turn.is_exact(), &[inside, law, beyond]);
            }
            let sure = turns.iter().all(|turn| turn.is_exact());
            for &class in &classes {
                let targets: Vec<Target> = match class {
                    0 => vec![(None, 0, 1)],
                    _ => forms[class][player].iter().map(|&game| (None, game, 0)).collect(),
                };
                for target in targets {
                    let mut all = vec![inside, law, self.is_class(d + 2, class)?];
                    if class == 0 {
                        let (more, less) = if player == 0 { (d, d + 1) } else { (d + 1, d) };
                        all.push(self.formulas.less(less, more)?);
                    }
                    let mut options = Vec::new();
                    for turn in &turns {
                        let turn = (*turn, player, turn.is_exact());
                        options.push(self.beyond(&mut games, &classes, turn, &[target])?);
                    }
                    let option = self.formulas.or(&options);
                    all.push(self.formulas.not(option));
                    self.never(format!("{side}'s options of the value are met"), sure, &all);
                }
            }
        }
        Ok(())
    }
}
