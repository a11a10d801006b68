//! The quotient of the heaps of a game, finite or infinite.

use super::{InfiniteQuotient, MisereQuotient, Presentation, QuotientCertificate, QuotientEnd};
use crate::{Error, Result};
use farstar_play::Limits;
use farstar_rules::heap::{HeapCode, HeapGame};

/// The misère quotient of the heaps of a game up to some size: all its elements where it is finite, generators and
/// rules where it is infinite and these are found.
#[derive(Debug)]
pub enum HeapQuotient {
    /// A finite one and its words; [`MisereQuotient::end`] says why it ends before the heap that was asked for, if it
    /// does.
    Finite(MisereQuotient, Presentation),
    /// An infinite one, of a game with a code; it may end before the heap that was asked for.
    Infinite(InfiniteQuotient),
}

impl HeapQuotient {
    /// The quotient of the heaps up to `to` of a heap game, of at most `most` elements. Where more are told apart with
    /// some heap, and the quotient with it is proved to be infinite, it is that one; else it is that of the heaps
    /// before.
    ///
    /// # Errors
    /// As [`MisereQuotient::of_heap_game`].
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::HeapQuotient;
    /// use farstar_rules::heap::HeapCode;
    /// use farstar_value::Limits;
    /// let dawson: HeapCode = "0.75".parse()?;
    /// let found = HeapQuotient::of(&dawson, 12, 100, &Limits::none())?;
    /// assert_eq!(found.finite().map(|finite| finite.order()), Some(8));
    /// assert_eq!((found.word(&[3, 3]).as_deref(), found.is_lost(&[3, 3])), (Some("1"), Some(false)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Cost
    /// That of [`MisereQuotient::of_heap_game`] and, where it ends for its size, of [`InfiniteQuotient::of_heap_game`].
    pub fn of(game: &dyn HeapGame, to: u32, most: usize, limits: &Limits) -> Result<Self> {
        let mut found = MisereQuotient::of_heap_game(game, to, most, limits)?;
        let infinite = game.code().map(|code| found.infinite_with_next(code, limits)).transpose();
        match infinite {
            Ok(infinite) => Ok(infinite.flatten().map_or_else(|| found.into(), Self::Infinite)),
            Err(Error::Stopped(stopped)) => {
                found.end = Some(QuotientEnd::Limit(stopped));
                Ok(found.into())
            }
            Err(other) => Err(other),
        }
    }

    /// The largest heap that it covers.
    #[must_use]
    pub fn to(&self) -> u32 {
        match self {
            Self::Finite(found, _) => found.to(),
            Self::Infinite(found) => found.to(),
        }
    }

    /// The finite one.
    #[must_use]
    pub fn finite(&self) -> Option<&MisereQuotient> {
        if let Self::Finite(found, _) = self { Some(found) } else { None }
    }

    /// Whether who is to move loses a sum of heaps, if they are all covered.
    #[must_use]
    pub fn is_lost(&self, sum: &[u32]) -> Option<bool> {
        match self {
            Self::Finite(found, _) => found.is_lost(sum),
            Self::Infinite(found) => found.is_lost(sum),
        }
    }

    /// The class of a sum of heaps as a word in the generators, if they are all covered.
    #[must_use]
    pub fn word(&self, sum: &[u32]) -> Option<String> {
        match self {
            Self::Finite(found, told) => told.words.get(found.class(sum)? as usize).cloned(),
            Self::Infinite(found) => found.class(sum),
        }
    }

    /// The words of the classes that are lost; of an infinite one a power such as `g⁶⁺⁴ⁿ` stands for those with all
    /// `n` from 0.
    #[must_use]
    pub fn lost(&self) -> Vec<String> {
        match self {
            Self::Finite(_, told) => told.lost.clone(),
            Self::Infinite(found) => found.lost(),
        }
    }

    /// Generators and relations: `⟨a, b | a²=1, b³=b⟩`.
    #[must_use]
    pub fn presentation(&self) -> String {
        match self {
            Self::Finite(_, told) => told.to_string(),
            Self::Infinite(found) => found.presentation(),
        }
    }

    /// A proof, as a text that `farstar check` checks, for the game with a code that it was made of.
    #[must_use]
    pub fn certificate(&self, code: &HeapCode) -> String {
        match self {
            Self::Finite(found, _) => QuotientCertificate::new(code, found).to_string(),
            Self::Infinite(found) => found.to_string(),
        }
    }
}

impl From<MisereQuotient> for HeapQuotient {
    fn from(found: MisereQuotient) -> Self {
        let told = found.presentation();
        Self::Finite(found, told)
    }
}

impl MisereQuotient {
    /// The infinite quotient with the heap before which this one of a game with a code ends because too many elements
    /// are told apart, if one is found and proved.
    ///
    /// # Errors
    /// That a limit was met.
    ///
    /// # Cost
    /// That of [`InfiniteQuotient::of_heap_game`].
    pub fn infinite_with_next(
        &self,
        code: &HeapCode,
        limits: &Limits,
    ) -> Result<Option<InfiniteQuotient>> {
        if self.end != Some(QuotientEnd::Order) {
            return Ok(None);
        }
        InfiniteQuotient::of_heap_game(code, self.to() + 1, limits)
    }
}
