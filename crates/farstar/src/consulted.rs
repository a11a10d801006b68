//! Positions that are looked up in atlases, files of all positions of a board, before anything is searched.

use crate::answer::{Move, Play};
use crate::position::Place;
use crate::solver::Asked;
use crate::{Answer, Error, Limits, Moves, Player, Proof, Solver, Summand};
use farstar_atlas::{Atlas, AtlasError};
use farstar_rules::position::GameGraph;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Atlases that a solver asks before it searches. Cloning is cheap, and all clones ask the same files.
///
/// # Examples
/// ```
/// use farstar::atlas::{Ask, Headway, Job, Settings};
/// use farstar::{Arena, Atlases, Effort, Limits, Moves, Proof, Question, Ruleset, Solver, Sum};
/// # let path = std::env::temp_dir().join(format!("farstar-atlases-{}.atlas", std::process::id()));
/// let (konane, none) = (Ruleset::named("Konane")?, Limits::none());
/// let job = Job::new(konane.rules(), "4x4", Ask::Winner, &none)?;
/// job.run(&path, &Settings::default(), &none, &Headway::default())?;
/// let arena = Arena::new();
/// let mut solver = Solver::new(&arena).consulting(&Atlases::open([&path], &none)?);
/// let question = Question { effort: Effort::None, moves: Moves::All };
/// let answer = solver.answer(&Sum::from(konane.position("4x4")?), question, &none)?;
/// assert_eq!(answer.left_starts.proof, Some(Proof::Atlas));
/// assert_eq!(answer.atlas, Some(path.display().to_string()));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Atlases(Arc<[Named]>);

struct Named {
    name: String,
    atlas: Mutex<Atlas>,
}

impl Atlases {
    /// Opens files that `farstar solve` or [`Job`](farstar_atlas::Job) made; the first that holds a position answers.
    ///
    /// # Errors
    /// Those of [`Atlas::open`].
    pub fn open<P: AsRef<Path>>(
        paths: impl IntoIterator<Item = P>,
        limits: &Limits,
    ) -> Result<Self, AtlasError> {
        let open = |path: P| {
            let path = path.as_ref();
            let atlas = Mutex::new(Atlas::open(path, limits)?);
            Ok(Named { name: path.display().to_string(), atlas })
        };
        Ok(Self(paths.into_iter().map(open).collect::<Result<_, AtlasError>>()?))
    }
}

impl fmt::Debug for Atlases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|one| &one.name)).finish()
    }
}

impl<'a> Solver<'a> {
    /// Asks these atlases for positions of their rulesets before it searches.
    #[must_use]
    pub fn consulting(mut self, atlases: &Atlases) -> Self {
        self.atlases = atlases.clone();
        self
    }

    /// Looks a position up: who wins, by which moves, and what else the atlas tells. Says whether it was there.
    pub(crate) fn consulted(&self, asked: Asked<'_>, answer: &mut Answer) -> Result<bool, Error> {
        let [Summand::Position(position)] = asked.sum.summands() else { return Ok(false) };
        let Place::Board(board, words) = position.place() else { return Ok(false) };
        for Named { name, atlas } in self.atlases.0.iter() {
            // a cache of blocks cannot be left half changed
            let mut atlas = atlas.lock().unwrap_or_else(PoisonError::into_inner);
            let rules = atlas.field().rules();
            let misere = answer.play == Play::Misere;
            if rules != position.ruleset().rules() || rules.is_misere() != misere {
                continue;
            }
            let folding = atlas.folding();
            if misere && folding.grundy(0).is_some() {
                // Grundy values do not tell who wins misère play
                continue;
            }
            let Some(found) = atlas.answer_on(board, words)? else { continue };
            answer.atlas = Some(name.clone());
            answer.grundy = answer.grundy.or(folding.grundy(found).map(u64::from));
            for player in [Player::Left, Player::Right] {
                answer.note_winner(player, folding.winner(found, player), Proof::Atlas);
                answer.starts_mut(player).plies = folding.plies(found, player);
                if asked.question.moves == Moves::None {
                    continue;
                }
                let (mut options, mut moves) = (Vec::new(), Vec::new());
                board.options(words, player, &mut options);
                options.sort_unstable();
                options.dedup();
                for option in &options {
                    let Some(end) = atlas.answer_on(board, option)? else {
                        let shown = position.draw(option);
                        return Err(Error::Atlas(format!(
                            "{name}: the position {shown} is missing"
                        )));
                    };
                    let winner = folding.winner(end, player.opponent());
                    moves.push(Move {
                        position: position.draw(option),
                        wins: Some(winner == Some(player)),
                        draws: winner.is_none(),
                        plies: folding.plies(end, player.opponent()),
                        ..Move::default()
                    });
                }
                answer.starts_mut(player).take_moves(moves);
            }
            return Ok(true);
        }
        Ok(false)
    }
}

impl From<AtlasError> for Error {
    fn from(error: AtlasError) -> Self {
        match error {
            AtlasError::Stopped(stopped) => stopped.into(),
            other => Self::Atlas(other.to_string()),
        }
    }
}
