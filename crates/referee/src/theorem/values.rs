//! Values of partizan games, as sentences about the options of a heap. A value is N·U + G, for an integer N, the unit
//! U, which is 1 or up, and a game G of a list: each is 0 or equal to no integer, or beside up they are nimbers.
//!
//! *Theorem.* Let play end, let every heap have such a value, and let for every heap x with the value v = N·U + G:
//! no Left option of x have a value ≥ v, and no Right option one ≤ v; for every Left option y of v some Left option
//! of x have a value ≥ y, and for every Right option y some Right option one ≤ y. Here the options of v are, beside 1,
//! N + G' for those G' of G; or if G = 0, the Left option N − 1 where N > 0, and the Right option N + 1 where N < 0.
//! Beside up, those of a nimber for N = 0; for N > 0 the Left option 0, and * too of ↑ + *, and the Right option
//! (N − 1)·↑ + *(m xor 1), if G = *m; and the negatives of these for N < 0. Then the heaps have these values.
//!
//! *Proof.* The options of v are those of a form of it: of an integer by definition; of other games N is added to
//! options, by number translation if G is no number, and else as G is the simplest number in an interval between two
//! integers next to each other, which moves along with it (Siegel, ch. II.2 and II.3); of ups as they are known
//! (*Winning Ways*, ch. 8). By induction the options of x
//! have their values. Who moves second wins x − v: if x is moved to an option, by the first condition there is an
//! answer that wins; if v is moved to y, the option that is named answers. ∎

use super::target::Target;
use super::{Abstraction, GameForm, Kind, Turn, Writer, halves};
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

/// Comparisons of sums of games of a list and an integer, or so many ups, by play.
struct Games<'a> {
    forms: &'a [GameForm],
    ups: bool,
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
        let own = sum.1.signum() == 1 - 2 * player as i64;
        if sum.1 != 0 && (own || self.ups) {
            let mut less = (sum.0.clone(), sum.1 - sum.1.signum());
            // up is {0|*}, and * the game behind 0
            less.0.extend((!own).then_some((1, false)));
            all.push(less);
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

    /// The greatest integer with which, or with so many ups, a sum is at most 0.
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

impl Writer<'_> {
    /// An option of a player by this kind of move has a value that is at least, for Right at most, one of some targets.
    fn beyond(
        &mut self,
        games: &mut Games<'_>,
        classes: &[usize],
        (turn, player, likely): (&Turn, usize, bool),
        targets: &[Target],
    ) -> Result<Id, String> {
        if self.claim.kind == Kind::Halves {
            return self.halves_beyond((turn, player, likely), targets);
        }
        let d = 2 * self.arity() as Var;
        let sign = 1 - 2 * player as i64;
        let mut list = turn.guard(likely);
        // 0 less the integers of the option
        let mut less = Linear::number(0);
        let own = Linear { terms: vec![(sign, d), (-sign, d + 1)], constant: 0 };
        let mut sums: Vec<(Vec<Id>, Terms)> = vec![(Vec::new(), Vec::new())];
        for (part, count) in &turn.parts {
            let [p, q, c] =
                [self.formulas.fresh()?, self.formulas.fresh()?, self.formulas.fresh()?];
            list.push(self.formulas.given(LAW, [&part[..], &[p, q, c]].concat()));
            let made = Linear { terms: vec![(-sign, p), (sign, q)], constant: 0 };
            less = less.plus(&made, *count).ok_or("numbers too large")?;
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
        for target in targets {
            let less = match target.less {
                Some(_) => less.plus(&own, 1).ok_or("numbers too large")?,
                None => less.clone(),
            };
            for (given, terms) in &sums {
                let sum = [&terms[..], &[(target.game, player == 1)]].concat();
                let most = Linear::number(games.reach(&sum)? + target.less.unwrap_or(0));
                let mut all = given.clone();
                if let Some(class) = target.class {
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

    pub(super) fn is_class(&mut self, var: Var, class: usize) -> Result<Id, String> {
        self.formulas.compare(
            &Linear::variable(var),
            Relation::Equal,
            &Linear::number(class as i64),
        )
    }

    /// The options of a player of the value with the game of this class, each where some formulas hold.
    fn options_of(
        &mut self,
        class: usize,
        player: usize,
    ) -> Result<Vec<(Vec<Id>, Target)>, String> {
        let d = 2 * self.arity() as Var;
        // N as the player sees it is more less less
        let (more, less) = if player == 0 { (d, d + 1) } else { (d + 1, d) };
        let at = |game, less| Target { class: None, game, less };
        if self.claim.kind == Kind::Halves {
            return Ok(match (class, player) {
                (0, _) => Vec::new(),
                (2, 1) | (3, 0) => vec![(vec![self.formulas.less(d + 1, d)?], at(class, Some(-1)))],
                _ => vec![(Vec::new(), at(0, None))],
            });
        }
        let forms = &self.claim.forms[class][player];
        if self.claim.kind == Kind::Values {
            return Ok(match class {
                0 => vec![(vec![self.formulas.less(less, more)?], at(0, Some(1)))],
                _ => forms.iter().map(|&game| (Vec::new(), at(game, Some(0)))).collect(),
            });
        }
        let above = self.formulas.less(less, more)?;
        let mut all = vec![
            (vec![above], at(0, None)),
            (vec![self.formulas.less(more, less)?], at(class ^ 1, Some(-1))),
        ];
        let n = Linear { terms: vec![(1, more), (-1, less)], constant: 0 };
        if class == 1 {
            let one = self.formulas.compare(&n, Relation::Equal, &Linear::number(1))?;
            all.push((vec![one], at(1, None)));
        }
        let zero = self.formulas.compare(&n, Relation::Equal, &Linear::number(0))?;
        all.extend(forms.iter().map(|&game| (vec![zero], at(game, None))));
        Ok(all)
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
        let kind = self.claim.kind;
        if forms.is_empty() == kind.lists_games()
            || forms.len() > MOST_FORMS
            || !forms.iter().enumerate().all(is_before)
        {
            return Err("no list of games".into());
        }
        let ups = kind == Kind::Ups;
        let is_nimber =
            |(at, form): (usize, &GameForm)| form.iter().all(|side| side.iter().copied().eq(0..at));
        if ups && !(forms.len().is_multiple_of(2) && forms.iter().enumerate().all(is_nimber)) {
            return Err("no list of nimbers".into());
        }
        let mut games = Games { forms, ups, known: HashMap::new() };
        let mut classes = vec![0];
        for game in 1..forms.len() {
            if ups || !games.is_integer(game)? {
                classes.push(game);
            }
        }
        if kind == Kind::Halves {
            classes = halves::CLASSES.to_vec();
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
        if kind == Kind::Halves {
            let below = self.formulas.less(d, d + 1)?;
            self.never("exponents are natural", false, &[law, below]);
        }
        let target = |class: &usize| Target { class: Some(*class), game: *class, less: Some(0) };
        let own: Vec<Target> = classes.iter().map(target).collect();
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
                for (given, target) in self.options_of(class, player)? {
                    let all = [inside, law, self.is_class(d + 2, class)?];
                    let mut options = Vec::new();
                    for turn in &turns {
                        let turn = (*turn, player, turn.is_exact());
                        options.push(self.beyond(&mut games, &classes, turn, &[target])?);
                    }
                    let option = self.formulas.or(&options);
                    let missing = self.formulas.not(option);
                    let name = format!("{side}'s options of the value are met");
                    self.never(name, sure, &[&all[..], &given[..], &[missing]].concat());
                }
            }
        }
        Ok(())
    }
}
