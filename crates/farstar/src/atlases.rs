//! Atlases that are asked before anything is searched.

use crate::{Error, Limits};
use farstar_atlas::{Atlas, AtlasError};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex};

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
/// let question = Question { effort: Effort::None, ..Question::default() };
/// let answer = solver.answer(&Sum::from(konane.position("4x4")?), question, &none)?;
/// assert_eq!(answer.left_starts.proof, Some(Proof::Atlas));
/// assert_eq!(answer.atlas, Some(path.display().to_string()));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Atlases(pub(crate) Arc<[Named]>);

/// An open file, as it was named.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) atlas: Mutex<Atlas>,
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

    /// The files, each behind a lock: a probe reads blocks and keeps them.
    pub fn iter(&self) -> impl Iterator<Item = &Mutex<Atlas>> {
        self.0.iter().map(|named| &named.atlas)
    }
}

impl fmt::Debug for Atlases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|one| &one.name)).finish()
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
