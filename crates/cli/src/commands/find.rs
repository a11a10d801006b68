//! `farstar find`: the law behind a table, or behind the values of a ruleset.

use super::predict::{LawOfColumn, predict};
use super::prove;
use crate::exit::{Exit, Failure};
use crate::heap_game;
use crate::input::Lines;
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::ruleset::named;
use crate::surroundings::Surroundings;
use crate::tongue::{said, told};
use farstar::find::{
    Attempt, Column, FoundLaws, Law, LawClass, LawForm, LawSearch, NoHeaps, Proof, Table,
    TabulateError, Unary, Verdict, Written, heaps_of_cells, json_of_laws, outcomes_of,
    prove_columns, rows, share, tabulate, tabulate_cells, tabulate_winners, told_rows, verify_far,
    verify_larger, walnut, within, written,
};
use farstar::theorems::HeapTheorem;
use farstar::{Limits, Ruleset, Stopped};
use farstar_lang::{holds_function, tabulated};
use farstar_problems::{Game, Instance, Problem, catalogue};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many times as far as the heaps they were found from laws are verified.
const FAR: u64 = 10_000;
/// Bytes of a table that are read.
const LONGEST: usize = 256 << 20;

/// Find the law behind a table, or behind the values of a game.
///
/// A table has a cell on each line, its coordinates and then its value; a line of names may come first, `?` is a
/// value that is not known, and one column is a sequence from 0. Of a game, the Grundy values are tabulated, and who
/// wins where they have no law; of other games of heaps the values of single heaps, a table for each number they are
/// made of; of an entry of the catalogue whose moves have no text, small positions played out. Rulesets may be told
/// by functions. A law is found from the smaller cells and held against the
/// larger ones. What is told is a conjecture,
/// cheapest description first, with the bits it takes against those that listing the values takes, and the cells it
/// was held against. With --prove the law of a heap game becomes a theorem for all heaps, where it can be
/// decided, with
/// a certificate.
#[derive(Clone, Debug, clap::Args)]
#[command(
    override_usage = "farstar find [OPTIONS] TABLE\n       farstar find [OPTIONS] RULESET\n       farstar find [OPTIONS] PROBLEM",
    after_long_help = "Examples:\n  \
    farstar find table.tsv\n  \
    farstar find table.tsv --predict cells.tsv\n  \
    farstar find kayles\n  \
    farstar find laskers-nim --prove --certificate lasker.cert\n  \
    farstar find wythoff --outcomes --prove\n  \
    farstar find fibonacci-nim --outcomes --as walnut -o folder\n  \
    farstar find staircase-nim\n  \
    farstar find 'Ruleset(n -> [n - k for k in [1,3,4] where k <= n])'\n  \
    farstar find table.tsv --as python -o law.py\n  \
    farstar find nim --cells '{0}+{1}' --box 0..20,0..20\n  \
    farstar find toads-and-frogs --cells 'T*{0}.F*{1}' --box 1..6,1..6"
)]
pub(crate) struct Find {
    #[command(flatten)]
    words: heap_game::Words,
    /// Tabulate a game up to this heap, or to this number in both coordinates.
    #[arg(long, value_name = "N", value_parser = crate::quantity::count)]
    to: Option<u64>,
    /// The positions that are tabulated, with {0}, {1}, … for the coordinates and *{0} behind what is repeated; needs
    /// --box.
    #[arg(long, value_name = "TEXT", requires = "ranges")]
    cells: Option<String>,
    /// The ranges of the coordinates, such as 0..60,2..10.
    #[arg(long = "box", value_name = "RANGES", id = "ranges", requires = "cells")]
    ranges: Option<String>,
    /// Look for laws of these kinds only.
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', value_parser = LawClass::named)]
    class: Vec<LawClass>,
    /// Functions of the coordinates that expressions have at the price of a coordinate, such as lowbit,Omega.
    #[arg(long, value_name = "FUNCTIONS", value_delimiter = ',', value_parser = Unary::named)]
    leaves: Vec<Unary>,
    /// Look on for further laws, and show all.
    #[arg(long)]
    more: bool,
    /// How long to look for laws, in all, and then how long to prove one.
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    seconds: Duration,
    /// Hold the laws of a game of heaps against larger and larger heaps for so long, up to 10000 times those they were
    /// found from; what is wrong is then wrong at the smallest heap.
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "prove")]
    verify: Option<Duration>,
    /// The share of the cells, the larger ones, that is held back.
    #[arg(long, value_name = "SHARE", default_value = "0.2", value_parser = part)]
    hold_out: f64,
    /// Print what the first law says of the cells of this file, `?` where it says nothing.
    #[arg(long, value_name = "FILE")]
    predict: Option<String>,
    /// Write the first law, or with --prove what is proved, as text, latex, or as a program in rust, c or python that
    /// reads cells and writes their values; or, as walnut, its theorem as a folder that the program Walnut runs.
    #[arg(long = "as", value_name = "FORM", value_parser = form, conflicts_with = "predict")]
    form: Option<Form>,
    /// The file that --as writes, for walnut the folder; without it programs go to standard output.
    #[arg(long, short, value_name = "PATH", requires = "form")]
    output: Option<PathBuf>,
    /// Tabulate who wins, 0 for who does not begin, and not Grundy values.
    #[arg(long)]
    outcomes: bool,
    /// Prove the law for all heaps, or find where it is wrong.
    #[arg(long)]
    prove: bool,
    /// Write the certificate of the theorem to this file; `farstar check` reads it.
    #[arg(long, value_name = "FILE", requires = "prove")]
    certificate: Option<PathBuf>,
}

/// A form in which a law is told outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Law(Written),
    Walnut,
}

fn form(word: &str) -> Result<Form, String> {
    match word {
        "walnut" => Ok(Form::Walnut),
        word => Written::named(word)
            .map(Form::Law)
            .ok_or_else(|| "expected one of text, latex, rust, c, python, walnut".to_owned()),
    }
}

pub(super) fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.ok_or_else(|| "expected a number of seconds".to_owned())
}

fn part(word: &str) -> Result<f64, String> {
    let share = word.parse().ok().filter(|share| (0.0..0.9).contains(share));
    share.ok_or_else(|| "expected a share below 0.9, such as 0.2".to_owned())
}

impl Find {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let whole = within(self.seconds, &surroundings.limits());
        let columns = self.columns(&whole, surroundings)?;
        match self.form {
            None | Some(Form::Law(_)) if !self.prove => {}
            _ => return self.proofs(columns, &whole, surroundings),
        }
        if self.form.is_some() || self.predict.is_some() {
            let one = |i: usize| self.verified(&columns[i..], &whole, surroundings);
            let found = (0..columns.len()).map(one).collect::<Result<Vec<_>, _>>()?;
            if let Some(Form::Law(form)) = self.form {
                return self.written(&columns, &found, &[], form, surroundings);
            }
            return self.predicted(&columns, &found, &[], surroundings);
        }
        let mut open = true;
        let mut tell = |columns: &[Column]| {
            let mut exits = Exit::Solved;
            for (i, column) in columns.iter().enumerate() {
                let found = self.verified(&columns[i..], &whole, surroundings)?;
                self.shown(&found, column.of.as_deref(), surroundings)?;
                exits = exits.max(exit(&found));
                open &= found.laws.iter().all(|law| law.wrong > 0);
            }
            Ok::<_, Failure>((exits, open))
        };
        let (exits, open) = tell(&columns)?;
        if !open {
            return Ok(exits);
        }
        let (of_winners, _) = tell(&self.winners(&columns, surroundings)?)?;
        Ok(exits.max(of_winners))
    }

    /// Who wins, where columns of values have no law, or none that is proved.
    fn winners(
        &self,
        columns: &[Column],
        surroundings: &Surroundings,
    ) -> Result<Vec<Column>, Failure> {
        if !self.is_of_rules() {
            let Column { of: None, winners: false, inside, outside, .. } = &columns[0] else {
                return Ok(Vec::new());
            };
            let winners = outcomes_of(inside, outside.clone());
            let open = inside.dimension() > 1 || self.own_game().is_some();
            // values none of which is 0 are perhaps those of no game
            let tells = |column: &Column| column.inside.values().contains(&0);
            return Ok(winners.filter(|column| open && tells(column)).into_iter().collect());
        }
        let limits = within(self.seconds, &surroundings.limits());
        let ruleset = self.ruleset(&limits)?;
        let share = self.hold_out;
        match tabulate_winners(&ruleset, columns, self.to, share, &limits, &mut |_, _| {}) {
            // without who wins the values are told all the same
            Err(TabulateError::Stopped(Stopped::Time)) => Ok(Vec::new()),
            told => Ok(told?),
        }
    }

    /// What heaps are worth, of which theorems tell who wins where there is none on that alone.
    fn values(&self, surroundings: &Surroundings) -> Result<Vec<Column>, Failure> {
        let limits = within(self.seconds, &surroundings.limits());
        if !self.is_of_rules() || self.ruleset(&limits)?.is_misere() {
            return Ok(Vec::new());
        }
        messages::note("note: who wins is told by what heaps are worth, if that has a law:");
        Self { outcomes: false, ..self.clone() }.columns(&limits, surroundings)
    }

    /// Whether what is tabulated are the heaps of a ruleset that is a text.
    fn is_of_rules(&self) -> bool {
        self.has_rules() && self.cells.is_none()
    }

    /// Whether what is tabulated are positions of a ruleset that is a text.
    fn has_rules(&self) -> bool {
        self.file().is_none()
            && !self.words.table().is_some_and(holds_function)
            && self.own_game().is_none()
    }

    /// The ruleset that is named, or that of the entry of the catalogue.
    fn ruleset(&self, limits: &Limits) -> Result<Ruleset, Failure> {
        match self.entry().and_then(|(_, game)| game.ruleset()) {
            Some(name) => named(name),
            None => self.words.ruleset(limits),
        }
    }

    /// The entry of the catalogue that is asked about: by its id, or by a short name that is none of a ruleset whose
    /// heaps can be tabulated.
    fn entry(&self) -> Option<(&'static Problem, &'static Game)> {
        let text = self.words.table().filter(|_| self.cells.is_none())?;
        let problem = catalogue::problem(text).ok()?;
        let Instance::Game(game) = &problem.instance else { return None };
        let is_name = !problem.id.eq_ignore_ascii_case(text);
        let of_ruleset = || match Ruleset::named(text) {
            Ok(ruleset) => game.cells.is_none() || ruleset.rules().heap_names().is_some(),
            Err(_) => false,
        };
        (self.file().is_none() && !(is_name && of_ruleset())).then_some((problem, game))
    }

    /// The entry if its game has moves of its own, for which there is no text.
    fn own_game(&self) -> Option<(&'static Problem, &'static Game)> {
        self.entry().filter(|(_, game)| game.ruleset().is_none())
    }

    /// The table of small positions of an entry, played out.
    fn played(
        &self,
        (problem, game): (&Problem, &Game),
        tell: &mut dyn FnMut(u64, u64),
        surroundings: &Surroundings,
    ) -> Result<Column, Failure> {
        if self.prove || self.form == Some(Form::Walnut) {
            let why =
                "--prove and --as walnut: the moves of this game have no text to be proved from";
            return Err(Failure::Usage(why.to_owned()));
        }
        let table = game.tabulate(self.to, self.outcomes, &surroundings.limits(), tell);
        let table = table.map_err(super::problem::failure)?;
        let of = if table.winners { "who wins" } else { "Grundy values" };
        let pattern = game.cells.map_or("", |cells| cells.pattern);
        let (id, name) = (problem.id, problem.name);
        messages::note(&format!("{id} ({name}), positions {pattern}: {of} by play"));
        Ok(Column::of_rows(None, table.winners, table.rows, self.hold_out)?)
    }

    /// Writes the first laws of all columns, or what was proved of them, in a form.
    fn written(
        &self,
        columns: &[Column],
        found: &[FoundLaws],
        proofs: &[Result<Attempt, Stopped>],
        form: Written,
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        let proofs = proofs_of(columns, proofs);
        let law = |(i, law): (usize, Option<LawOfColumn<'_>>)| {
            let proof = proofs.get(i).filter(|proof| prove::is_theorem(proof));
            let theorem = proof.and_then(|proof| proof.as_ref().ok()?.law.as_ref());
            let (form, law) = match law? {
                LawOfColumn::Found(law) => (&law.form, Some(law)),
                LawOfColumn::Proved(form) => (form, None),
            };
            let proved = theorem == Some(form);
            let told = || Law::of_rules(form.clone(), &columns[i].inside, proved);
            Some(law.filter(|_| !proved).cloned().unwrap_or_else(told))
        };
        let laws = laws_of(found, proofs).enumerate().map(law);
        let Some(laws) = laws.collect::<Option<Vec<Law>>>() else {
            messages::note("note: no law was found");
            return Ok(exit_of(found).max(Exit::WrongInput));
        };
        let of = columns.iter().map(|column| column.of.as_deref());
        let text = written(&of.zip(&laws).collect::<Vec<_>>(), form);
        match &self.output {
            Some(path) => write(path, text.as_bytes())?,
            None if surroundings.json => {
                let object = json!({ "form": form.word(), "text": text.trim_end() });
                Output::new().json(&object)?;
            }
            None => Output::new().line(text.trim_end())?,
        }
        Ok(exit_of(found))
    }

    /// Writes what the first laws of columns say of other cells, or what was proved of columns without any.
    fn predicted(
        &self,
        columns: &[Column],
        found: &[FoundLaws],
        proofs: &[Result<Attempt, Stopped>],
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        let proofs = proofs_of(columns, proofs);
        let laws: Vec<_> = laws_of(found, proofs).collect();
        // a theorem may be no law of the table, or tell of larger heaps than the law does
        let theorem = match proofs {
            [Ok(proof)] => proof.verdict.certificate(),
            _ => None,
        };
        let theorem = theorem.and_then(|certificate| HeapTheorem::read(certificate).ok());
        let path = self.predict.as_deref().unwrap_or("-");
        predict(columns, &laws, theorem.as_ref(), path, surroundings.json)?;
        if theorem.is_some() || laws.iter().all(Option::is_some) {
            return Ok(Exit::Solved);
        }
        if let Some(stopped) = found.iter().find_map(|found| found.stopped) {
            messages::note(&format!("note: {stopped}"));
        }
        // who wins is another question than that of values, and told to who asks it
        if self.is_of_rules() && columns.iter().all(|column| !column.winners) {
            messages::note("note: with --outcomes who wins is predicted");
        }
        Ok(exit_of(found))
    }

    /// Tells of the laws of columns with what is proved of them; and of who wins, where nothing is.
    fn proofs(
        &self,
        mut columns: Vec<Column>,
        whole: &Limits,
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        let (mut exits, mut winners) = (Exit::Solved, false);
        while !columns.is_empty() {
            let mut all = Vec::new();
            for i in 0..columns.len() {
                all.push(self.search(&columns[i..], whole, surroundings)?);
            }
            // where all values have laws, who wins is looked for on top
            if !winners || exits != Exit::Solved {
                exits = exits.max(exit_of(&all));
            }
            // Walnut decides sentences about automata alone
            let exported = self.form == Some(Form::Walnut);
            let proofs = self.proved(&columns, &all, !exported, surroundings)?;
            let proved = proofs.iter().any(prove::is_theorem);
            let is_last = self.predict.is_some() || self.form.is_some() && !exported;
            if proved || is_last {
                prove::keep(&proofs, self.certificate.as_deref())?;
            }
            let law = match self.form {
                Some(Form::Law(form)) => Some(form),
                _ => None,
            };
            // what came of the proof is told beside what is written
            if law.is_some() || self.predict.is_some() {
                all.iter().zip(&proofs).for_each(|(found, proof)| prove::note(found, proof));
            }
            if let Some(form) = law {
                return self.written(&columns, &all, &proofs, form, surroundings);
            }
            if self.predict.is_some() {
                return self.predicted(&columns, &all, &proofs, surroundings);
            }
            for ((column, found), proof) in columns.iter().zip(&all).zip(&proofs) {
                if let Some(of) = column.of.as_deref().filter(|_| !surroundings.json) {
                    Output::new().line(&format!("{}:", told(of)))?;
                }
                let object = surroundings.json.then(|| json_object(found, column.of.as_deref()));
                prove::told(found, proof, object)?;
            }
            if exported {
                let theorem = proofs.iter().flatten().find_map(|one| match &one.verdict {
                    Verdict::Theorem(proof) => Some(proof),
                    _ => None,
                });
                if let Some(theorem) = theorem {
                    self.exported(theorem, surroundings)?;
                    return Ok(Exit::Solved);
                }
                exits = exits.max(Exit::WrongInput);
            } else if proved {
                return Ok(Exit::Solved);
            }
            columns = match winners {
                true => Vec::new(),
                false if self.outcomes => self.values(surroundings)?,
                false => self.winners(&columns, surroundings)?,
            };
            winners = true;
        }
        match self.rules_of_cells(&surroundings.limits())? {
            Err(NoHeaps { are_some: true, .. }) => {
                messages::note("note: the law of all heaps is asked for, of which these are some");
                Self { cells: None, ranges: None, ..self.clone() }.run(surroundings)
            }
            _ => {
                prove::keep(&[], self.certificate.as_deref())?;
                Ok(exits)
            }
        }
    }

    /// Writes a theorem as a folder for Walnut.
    fn exported(&self, theorem: &Proof, surroundings: &Surroundings) -> Result<(), Failure> {
        let name = self.ruleset(&surroundings.limits())?.name().to_owned();
        let files = walnut(&theorem.theorem, &name).map_err(Failure::Input)?;
        let folder =
            self.output.clone().unwrap_or_else(|| format!("{}-walnut", stem(&name)).into());
        // folders that Walnut looks for, empty or not
        for part in ["Automata Library", "Word Automata Library", "Custom Bases", "Command Files"] {
            let path = folder.join(part);
            std::fs::create_dir_all(&path).map_err(|error| file_failure(&path, error))?;
        }
        for (path, text) in &files {
            write(&folder.join(path), text.as_bytes())?;
        }
        messages::note(&format!("{}: {} files", folder.display(), files.len()));
        Ok(())
    }

    /// Looks for the laws of the first of some tables, in its share of the time: who wins may be asked behind them.
    fn search(
        &self,
        columns: &[Column],
        whole: &Limits,
        surroundings: &Surroundings,
    ) -> Result<FoundLaws, Failure> {
        let Column { of, winners, inside, .. } = &columns[0];
        let ask_winners = !winners && (of.is_some() || inside.dimension() > 1);
        let asked = columns.len() + usize::from(ask_winners);
        let limits = share(whole, 1.0 / asked as f64);
        let search = LawSearch {
            classes: self.class.clone(),
            leaves: self.leaves.clone(),
            more: self.more,
            limits,
        };
        let clock = progress::allotted("looking for laws", &search.limits);
        let tell = &mut |class: LawClass| {
            clock.set_message(told(&format!("looking for laws: {}", class.word())).into_owned())
        };
        let rules = match self.has_rules() {
            true => self.rules_of_cells(&search.limits)?.ok(),
            false => None,
        };
        let found = columns[0].laws(rules.as_ref(), &search, tell);
        clock.finish_and_clear();
        if surroundings.interrupted() {
            return Err(Failure::Stopped(farstar::Stopped::Cancelled));
        }
        Ok(found)
    }

    /// The laws of the first of some tables, held against further heaps where that is asked.
    fn verified(
        &self,
        columns: &[Column],
        whole: &Limits,
        surroundings: &Surroundings,
    ) -> Result<FoundLaws, Failure> {
        let (mut found, column) = (self.search(columns, whole, surroundings)?, &columns[0]);
        let Some(time) = self.verify else { return Ok(found) };
        if !self.is_of_rules() {
            let why = "--verify: only laws of the heaps of a ruleset that is a text";
            return Err(Failure::Usage(why.into()));
        }
        let limits = within(time, &surroundings.limits());
        let ruleset = self.ruleset(&limits)?;
        let largest = |cell: &[i64]| cell.iter().copied().max().unwrap_or(0).unsigned_abs();
        let to = column.inside.rows().map(|(cell, _)| largest(cell)).max().unwrap_or(0);
        let from = column.outside.iter().map(|(cell, _)| largest(cell)).fold(to, u64::max);
        let (to, laws) = (to.saturating_mul(FAR), &mut found.laws);
        let clock = progress::allotted("holding laws against further heaps", &limits);
        let done = match limits.guard(|| ruleset.heap_game())? {
            Ok(heaps) if !ruleset.is_misere() => {
                let range = (from.saturating_add(1), to);
                verify_far(heaps, column.winners, range, laws, &limits).map_err(TabulateError::from)
            }
            _ => verify_larger(&ruleset, column, (from, to), laws, &limits),
        };
        clock.finish_and_clear();
        done?;
        Ok(found)
    }

    /// Tells of laws, and of what they are the laws if that is not plain.
    fn shown(
        &self,
        found: &FoundLaws,
        of: Option<&str>,
        surroundings: &Surroundings,
    ) -> Result<(), Failure> {
        if surroundings.json {
            return Ok(Output::new().json(&json_object(found, of))?);
        }
        if let Some(of) = of {
            Output::new().line(&format!("{}:", told(of)))?;
        }
        self.told(found)
    }

    /// The tables whose laws are looked for: one, or one for each number that makes up the values of positions.
    fn columns(
        &self,
        limits: &Limits,
        surroundings: &Surroundings,
    ) -> Result<Vec<Column>, Failure> {
        let asks_play = self.to.is_some() || self.cells.is_some() || self.outcomes;
        if self.file().is_some() && asks_play {
            let why = "--to, --cells, --box and --outcomes: a table has its cells";
            return Err(Failure::Usage(why.to_owned()));
        }
        if let Some(text) = self.words.table().filter(|word| holds_function(word)) {
            if self.prove || self.cells.is_some() || self.form == Some(Form::Walnut) {
                let why = "--prove, --cells and --as walnut: of rulesets that are texts";
                return Err(Failure::Usage(why.to_owned()));
            }
            let table = tabulated(text, self.to, self.outcomes, &surroundings.limits())?;
            return Ok(vec![Column::of_table(&table, self.outcomes, self.hold_out)]);
        }
        let bar = progress::bar("positions");
        let tell = &mut |done, of| {
            bar.set_length(of);
            bar.set_position(done);
        };
        let columns = match (&self.cells, &self.ranges) {
            (Some(cells), Some(ranges)) => {
                let (ruleset, ranges) = (self.ruleset(limits)?, ranges_of(ranges)?);
                let share = self.hold_out;
                let heaps = heaps_of_cells(&ruleset, cells).is_ok();
                let is_row = heaps && ruleset.rules().heap_names().is_none();
                if let ([(_, to)], true) = (&ranges[..], is_row && self.prove) {
                    // rows are proved as heaps, from the empty one on
                    let (to, outcomes) = (Some(to.unsigned_abs()), self.outcomes);
                    let columns = tabulate(&ruleset, to, outcomes, share, limits, tell);
                    bar.finish_and_clear();
                    return Ok(columns?);
                }
                tabulate_cells(&ruleset, cells, &ranges, self.outcomes, share, limits, tell)
            }
            _ => match self.file() {
                Some(path) => return self.table(path).map(|column| vec![column]),
                None => {
                    if let Some(entry) = self.own_game() {
                        let column = self.played(entry, tell, surroundings);
                        bar.finish_and_clear();
                        return column.map(|column| vec![column]);
                    }
                    let ruleset = self.ruleset(limits)?;
                    if let Some(why) = wants_cells(&ruleset) {
                        return Err(Failure::Usage(why));
                    }
                    tell_rows(&ruleset);
                    tabulate(&ruleset, self.to, self.outcomes, self.hold_out, limits, tell)
                }
            },
        };
        bar.finish_and_clear();
        Ok(columns?)
    }

    /// The file that the table is in, if what is asked is no game.
    fn file(&self) -> Option<&str> {
        let is_named = |path: &Path| path.extension().is_some_and(|end| end == "tsv");
        let is_file = |path: &Path| path.is_file() || is_named(path);
        self.words.table().filter(|path| *path == "-" || is_file(Path::new(path)))
    }

    /// What can be proved of the laws of columns, by the theorems on codes too if that is asked.
    fn proved(
        &self,
        columns: &[Column],
        found: &[FoundLaws],
        by_theorems: bool,
        surroundings: &Surroundings,
    ) -> Result<Vec<Result<Attempt, Stopped>>, Failure> {
        let limits = within(self.seconds, &surroundings.limits());
        if self.file().is_some() {
            let why = "--prove: a table has no rules to be proved from";
            return Err(Failure::Usage(why.to_owned()));
        }
        let ruleset = match self.rules_of_cells(&limits)? {
            Ok(ruleset) => ruleset,
            Err(none) => {
                let verdict = Verdict::OutOfReach(none.why.to_owned());
                return Ok(vec![Ok(Attempt { verdict, law: None }); columns.len()]);
            }
        };
        let clock = progress::allotted("deciding what the rules say of the law", &limits);
        let proofs = prove_columns(&ruleset, columns, found, by_theorems, &limits);
        clock.finish_and_clear();
        Ok(proofs)
    }

    /// The rules of the positions that are tabulated, of which theorems are.
    fn rules_of_cells(&self, limits: &Limits) -> Result<Result<Ruleset, NoHeaps>, Failure> {
        let ruleset = self.ruleset(limits)?;
        Ok(match &self.cells {
            Some(cells) => heaps_of_cells(&ruleset, cells),
            None => Ok(ruleset),
        })
    }

    /// The table of a file: the cells from which laws are found, and those held back.
    fn table(&self, path: &str) -> Result<Column, Failure> {
        let (mut lines, mut text, mut next) = (Lines::open(path)?, String::new(), 1);
        while let Some((number, line)) = lines.next()? {
            // lines keep their numbers for messages
            text.extend(std::iter::repeat_n('\n', number - next));
            text.push_str(&line);
            next = number;
            if text.len() > LONGEST {
                return Err(Failure::TooLarge(format!("{path}: more than {LONGEST} bytes")));
            }
        }
        let table =
            Table::read(&text).map_err(|error| Failure::Input(format!("{path}: {error}")))?;
        Ok(Column::of_table(&table, false, self.hold_out))
    }

    fn told(&self, found: &FoundLaws) -> Result<(), Failure> {
        let mut output = Output::new();
        let right = found.laws.iter().filter(|law| self.more || law.wrong == 0);
        let shown: Vec<&Law> = right.take(if self.more { usize::MAX } else { 1 }).collect();
        for law in &shown {
            let word = if law.wrong == 0 { "Conjecture" } else { "Refuted" };
            output.fact(word, 11, &said(&law.told()))?;
            let mut facts = format!(
                "{:.0} bits of {:.0}, found on {} cells",
                law.bits, law.null_bits, law.trained
            );
            match (law.verified, &law.first_wrong) {
                (0, _) => {}
                (verified, None) => facts.push_str(&format!(", verified on {verified} more")),
                (verified, Some(cell)) => {
                    let cell: Vec<String> = cell.iter().map(ToString::to_string).collect();
                    facts.push_str(&format!(
                        ", wrong on {} of {verified} more, first at ({})",
                        law.wrong,
                        cell.join(", ")
                    ));
                }
            }
            output.say(&format!("            {facts}"))?;
        }
        if shown.is_empty() {
            let tried: Vec<&str> = found.tried.iter().map(|class| class.word()).collect();
            output.say(&format!("No rule. Tried: {}.", tried.join(", ")))?;
            let refuted = found.laws.len();
            if refuted > 0 {
                let laws = if refuted == 1 { "1 law was" } else { &format!("{refuted} laws were") };
                output
                    .say(&format!("{laws} refuted on the cells held back; --more shows them."))?;
            }
        }
        if let Some(stopped) = found.stopped.filter(|_| shown.is_empty()) {
            messages::note(&format!("note: {stopped}"));
        }
        Ok(())
    }
}

/// Why positions of a board are to be told, unless its rows or its coins are heaps, or it is told which heaps they are.
fn wants_cells(ruleset: &Ruleset) -> Option<String> {
    let rules = ruleset.rules();
    let is_told = rules.heap_names().is_some()
        || rules.remark("heaps").is_some()
        || rules.heap_game().is_ok();
    (!is_told && rows(ruleset).is_none()).then(|| {
        let name = ruleset.name();
        format!("{name} is played on a board: --cells and --box say which positions are tabulated, such as --cells 'XO*n' --box 1..8")
    })
}

/// Says which game of heaps the rows of a ruleset of cells are.
fn tell_rows(ruleset: &Ruleset) {
    let Some(heaps) = told_rows(ruleset) else { return };
    messages::note("note: the positions are single rows of empty cells, as a game of heaps:");
    heaps.lines().for_each(|line| messages::note(&format!("  {line}")));
    if heaps.starts_with("heap a b") {
        messages::note("  where a is a number of cells, and b what lies at its ends: 0 two edges");
    }
}

/// A name as part of the name of a folder.
fn stem(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().map(kept).collect()
}

fn file_failure(path: &Path, error: std::io::Error) -> Failure {
    Failure::File { path: path.display().to_string(), error }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| file_failure(path, error))
}

/// The law of each column that is told first, if it is right as far as is known.
fn first_laws(found: &[FoundLaws]) -> impl Iterator<Item = Option<&Law>> {
    found.iter().map(|found| found.laws.first().filter(|law| law.wrong == 0))
}

/// The proofs of columns that begin at 0, as the laws that are proved do.
fn proofs_of<'a>(
    columns: &[Column],
    proofs: &'a [Result<Attempt, Stopped>],
) -> &'a [Result<Attempt, Stopped>] {
    let from_zero = columns.iter().all(|column| column.inside.low().iter().all(|&low| low == 0));
    if from_zero { proofs } else { &[] }
}

/// The law of each column: that of a theorem, or the first that was found and not refuted, or else one that was proved.
fn laws_of<'a>(
    found: &'a [FoundLaws],
    proofs: &'a [Result<Attempt, Stopped>],
) -> impl Iterator<Item = Option<LawOfColumn<'a>>> {
    first_laws(found).enumerate().map(|(i, first)| {
        let proof = proofs.get(i);
        let attempt = proof.and_then(|proof| proof.as_ref().ok());
        let (refuted, proved) = match attempt {
            Some(Attempt { verdict: Verdict::Refuted { .. }, law, .. }) => (law.as_ref(), None),
            attempt => (None, attempt.and_then(|attempt| attempt.law.as_ref())),
        };
        let first = first.filter(|first| Some(&first.form) != refuted);
        let theorem = proved.filter(|_| proof.is_some_and(prove::is_theorem));
        // a law that was found tells where it begins
        let own = |law: &&LawForm| first.is_none_or(|first| first.form != **law);
        let theorem = theorem.filter(own).map(LawOfColumn::Proved);
        theorem
            .or_else(|| first.map(LawOfColumn::Found))
            .or_else(|| proved.map(LawOfColumn::Proved))
    })
}

fn exit_of(found: &[FoundLaws]) -> Exit {
    found.iter().map(exit).max().unwrap_or(Exit::Solved)
}

fn exit(found: &FoundLaws) -> Exit {
    let open = found.stopped.is_some() && found.laws.iter().all(|law| law.wrong > 0);
    if open { Exit::Stopped } else { Exit::Solved }
}

/// The ranges of coordinates, such as 0..60,2..10.
fn ranges_of(text: &str) -> Result<Vec<(i64, i64)>, Failure> {
    let wrong = || Failure::Usage("--box: expected ranges such as 0..60,2..10".to_owned());
    let number = |word: &str| word.trim().parse::<u32>().map(i64::from).map_err(|_| wrong());
    let range = |range: &str| {
        let (from, to) = range.split_once("..").ok_or_else(wrong)?;
        Ok((number(from)?, number(to.trim_start_matches('='))?))
    };
    text.split(',').map(range).collect()
}

/// What was found, for programs.
fn json_object(found: &FoundLaws, of: Option<&str>) -> Value {
    let mut object = json_of_laws(found);
    if let Some(of) = of {
        object["of"] = json!(of);
    }
    object
}
