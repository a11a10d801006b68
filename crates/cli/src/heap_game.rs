//! The heap game that the words of a command line mean.

use crate::exit::Failure;
use crate::ruleset::{self, Source, named, none_called, read_file};
use farstar::sequence::Heaps;
use farstar::{Limits, Position, Ruleset};
use std::path::{Path, PathBuf};

/// How games are written, for the help of the commands that take one.
pub(crate) const HELP: &str = "Games: any ruleset of heaps or of coins in a row, as `farstar rules` names it, among them\n  \
    0.77  4.064  0.[3]  0.3F  0.{2,3}      codes of take-and-break games\n  \
    0.{1,2+}  0.*  0.4!  0.4?  0.4=        more counts of heaps, any; all differ, some, none\n  \
    nim  kayles  dawsons-kayles  dawsons-chess  grundys-game\n  \
    laskers-nim  officers  guiles  kenyons-game  triplicate-nim\n  \
    subtraction 1,3,4    all-but 2,3       take a number of the set, or any other\n  \
    splittles 1,2        splittles-all-but 1,2\n  \
    turning 1-3          mock-turtles  turtles  ruler  moebius  mogul  moidores\n  \
    wythoff  wythoff 2   euclid  fibonacci-nim  take-away 3  mem     on two numbers\n\
    --rules FILE, or FILE alone, reads rulesets of your own.";

/// Which game is meant.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Words {
    /// Read rulesets from this file, or from standard input if it is `-`; a file may also stand as the first word. GAME
    /// names one of them; of an only one the name may be left out, also behind `misere`.
    #[arg(long = "rules", value_name = "FILE")]
    file: Option<PathBuf>,
    /// A code or the name of a ruleset, see below.
    #[arg(required_unless_present = "file", value_name = "GAME")]
    game: Vec<String>,
}

/// A game on heaps.
pub(crate) struct Game {
    /// As it was typed.
    pub(crate) text: String,
    pub(crate) rules: Ruleset,
    pub(crate) heaps: Heaps,
}

impl Words {
    /// The only word, which may name a file with a table.
    pub(crate) fn table(&self) -> Option<&str> {
        match self.file_first() {
            (None, [only]) => Some(only),
            _ => None,
        }
    }

    fn file_first(&self) -> (Option<&Path>, &[String]) {
        ruleset::file_first(self.file.as_deref(), &self.game)
    }

    /// Reads the ruleset.
    pub(crate) fn ruleset(&self, limits: &Limits) -> Result<Ruleset, Failure> {
        let (path, words) = self.file_first();
        let file = match path {
            Some(path) => read_file(path, limits)?,
            None => Vec::new(),
        };
        let text = words.join(" ");
        match &file[..] {
            [only] if text.is_empty() => Ok(only.clone()),
            [_, _, ..] if text.is_empty() => {
                Err(none_called(path.unwrap_or(Path::new("")), "", &file))
            }
            _ => limits.guard(|| match Ruleset::among(&file, &text) {
                Some(own) => own.map_err(Failure::from),
                None => named(&text),
            })?,
        }
    }

    /// The positions behind the first word, which names their ruleset, if there are any.
    pub(crate) fn positions(&self, limits: &Limits) -> Result<Option<Vec<Position>>, Failure> {
        let words = ruleset::Words::of(self.file.as_ref(), &self.game);
        let (source, texts) = words.split(limits)?;
        if texts.is_empty() {
            return Ok(None);
        }
        let rules = match source {
            Source::Named(name) => named(name)?,
            Source::File(rules) => rules,
        };
        ruleset::positions(&rules, texts, limits).map(Some)
    }

    /// Reads the game.
    pub(crate) fn game(&self, limits: &Limits) -> Result<Game, Failure> {
        self.game_of(self.ruleset(limits)?, limits)
    }

    /// Reads the game where misère play is meant anyway, so that `misere` may stand before it.
    pub(crate) fn misere_game(&self, limits: &Limits) -> Result<Game, Failure> {
        let rules = self.ruleset(limits)?;
        let rules = if rules.is_misere() { rules.rules().normal().into() } else { rules };
        self.game_of(rules, limits)
    }

    fn game_of(&self, rules: Ruleset, limits: &Limits) -> Result<Game, Failure> {
        let text = self.file_first().1.join(" ");
        let heaps = limits.guard(|| rules.heap_game())?.map_err(Failure::Input)?;
        let text = if text.is_empty() { rules.name().to_owned() } else { text };
        Ok(Game { text, rules, heaps })
    }
}

impl Game {
    /// How the game is called in messages: as written, and its code if that is another text.
    pub(crate) fn shown(&self) -> String {
        let rules = self.rules.rules();
        let code = match (rules.code(), rules.turning()) {
            (Some(code), _) => code.to_string(),
            (None, Some(code)) => code.to_string(),
            (None, None) => return self.text.clone(),
        };
        if code == self.text { code } else { format!("{} ({code})", self.text) }
    }
}
