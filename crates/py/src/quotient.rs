//! Misère quotients of heap games.

use crate::faults;
use crate::ruleset::Ruleset;
use crate::run::{Asked, watched};
use farstar::misere::{HeapQuotient, MisereQuotient as Finite, QuotientEnd};
use farstar::sequence::Heaps;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The most heaps, and the most classes, that can be asked for.
const MOST: u32 = 10_000;

/// The misère quotient of a heap game: the monoid whose P-portion decides every sum of its heaps, where who cannot
/// move wins. Classes are numbered from 0, the class of the empty sum. What is told is proved.
///
/// `game` is a code, a name or a `Ruleset`; heaps are taken up to `to`, and at most `most` classes. Where there are
/// more, or a limit is met, it is the quotient of the heaps before, and `stopped` says why; where these are proved to
/// be infinitely many, it is the infinite quotient with that heap, told by generators and relations.
///
/// >>> from farstar import MisereQuotient
/// >>> q = MisereQuotient("0.123")
/// >>> q.order, len(q.p_portion), q.period
/// (20, 5, (5, 5))
/// >>> q.is_lost([3, 6, 9])
/// False
#[pyclass(frozen, module = "farstar")]
pub(crate) struct MisereQuotient {
    name: String,
    found: HeapQuotient,
    certificate: Option<String>,
    /// The heap that was asked for.
    asked: u32,
}

impl MisereQuotient {
    /// The quotient, if its classes can be listed.
    fn finite(&self, py: Python<'_>) -> PyResult<&Finite> {
        self.found.finite().ok_or_else(|| {
            let name = &self.name;
            let message = format!(
                "the misère quotient of {name} is infinite: `word`, `is_lost`, `lost` and `presentation` tell of its classes"
            );
            faults::raise(py, "DomainError", (message,))
        })
    }
}

#[pymethods]
impl MisereQuotient {
    #[new]
    #[pyo3(signature = (game, *, to = 200, most = 1000, **limits))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        to: u32,
        most: u32,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let rules = match game.cast::<Ruleset>() {
            Ok(rules) => rules.get().rules.clone(),
            Err(_) => {
                let text: String = game.extract()?;
                let rules = farstar::Ruleset::named(&text);
                rules.map_err(|error| faults::of_question(py, &error, &text))?
            }
        };
        // misère play is meant anyway
        let rules = if rules.is_misere() { rules.rules().normal().into() } else { rules };
        if to > MOST || !(1..=MOST).contains(&most) {
            return Err(faults::wrong_value(format!(
                "at most {MOST} heaps, and 1 to {MOST} classes"
            )));
        }
        let undefined = |message: String| faults::raise(py, "DomainError", (message,));
        let Heaps::Single(heaps) = rules.heap_game().map_err(undefined)? else {
            let message = format!("{}: a misère quotient is of heaps of one number", rules.name());
            return Err(undefined(message));
        };
        let asked = Asked::of(py, limits)?;
        let found = watched(py, &asked, |limits| {
            HeapQuotient::of(heaps.as_ref(), to, most as usize, limits)
        })?;
        let found = found.map_err(|error| {
            faults::of_question(py, &farstar::Error::Solver(error), rules.name())
        })?;
        let certificate = heaps.code().map(|code| found.certificate(code));
        Ok(Self { name: rules.name().to_owned(), found, certificate, asked: to })
    }

    /// Whether it is proved to have infinitely many classes.
    ///
    /// >>> from farstar import MisereQuotient
    /// >>> q = MisereQuotient("0.3122", to=7)
    /// >>> q.is_infinite, q.order, q.word([7, 7, 7]), q.is_lost([7, 7, 7])
    /// (True, None, 'g³', False)
    #[getter]
    fn is_infinite(&self) -> bool {
        self.found.finite().is_none()
    }

    /// The number of classes; `None` if there are infinitely many.
    #[getter]
    fn order(&self) -> Option<usize> {
        self.found.finite().map(Finite::order)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.finite(py).map(Finite::order)
    }

    /// The classes of sums that who is to move loses.
    #[getter]
    fn p_portion(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        self.finite(py).map(Finite::p_portion)
    }

    /// The words of the classes that are lost; of an infinite quotient with powers such as `g⁶⁺⁴ⁿ`, for all n from 0.
    #[getter]
    fn lost(&self) -> Vec<String> {
        self.found.lost()
    }

    /// The largest heap that it covers; all of them if there is a `period`.
    #[getter]
    fn to(&self) -> u32 {
        self.found.to()
    }

    /// From which heap on classes repeat for ever, and the period, if that is proved.
    #[getter]
    fn period(&self) -> Option<(u32, u32)> {
        self.found.finite().and_then(Finite::period)
    }

    /// Why it ends before the heap that was asked for: `'size'` if there are more classes than were wanted, a limit
    /// such as `'time'`, `'open'` if the classes with the next heap were not found. `None` if it does not.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        match &self.found {
            HeapQuotient::Finite(found, _) => found.end().map(|end| match end {
                QuotientEnd::Order => "size",
                QuotientEnd::Limit(reason) => reason.word(),
                QuotientEnd::Open => "open",
            }),
            HeapQuotient::Infinite(found) => (found.to() < self.asked).then_some("open"),
        }
    }

    /// The class of a heap; `None` if it is not covered.
    fn value(&self, py: Python<'_>, heap: u32) -> PyResult<Option<u32>> {
        self.finite(py).map(|found| found.value(heap))
    }

    /// The class of the sum of two classes.
    fn product(&self, py: Python<'_>, x: u32, y: u32) -> PyResult<u32> {
        let product = self.finite(py)?.product(x, y);
        product.map_err(|error| faults::wrong_value(error.to_string()))
    }

    /// Whether who is to move loses a sum of heaps; `None` if one is not covered.
    fn is_lost(&self, heaps: Vec<u32>) -> Option<bool> {
        self.found.is_lost(&heaps)
    }

    /// The class of a sum of heaps as a word in the generators; `None` if one is not covered.
    fn word(&self, heaps: Vec<u32>) -> Option<String> {
        self.found.word(&heaps)
    }

    /// The classes as words in the generators, in the order of their numbers.
    #[getter]
    fn words(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        match &self.found {
            HeapQuotient::Finite(_, told) => Ok(told.words.clone()),
            HeapQuotient::Infinite(_) => self.finite(py).map(|_| Vec::new()),
        }
    }

    /// Generators and relations.
    ///
    /// >>> from farstar import MisereQuotient
    /// >>> MisereQuotient("0.75", to=12).presentation
    /// '⟨a, b, c | a²=1, bc=ab, c²=b², b³=b⟩'
    #[getter]
    fn presentation(&self) -> String {
        self.found.presentation()
    }

    /// The heaps at which the number of classes changed: heap, classes, and how many of them are lost.
    #[getter]
    fn orders(&self, py: Python<'_>) -> PyResult<Vec<(u32, usize, usize)>> {
        self.finite(py).map(|found| found.orders().to_vec())
    }

    /// The certificate, which `check_certificate` and `farstar check` check; `None` for games without a code.
    #[getter]
    fn certificate(&self) -> Option<&str> {
        self.certificate.as_deref()
    }

    fn __repr__(&self) -> String {
        let Some(found) = self.found.finite() else {
            let to = self.found.to();
            return format!(
                "<MisereQuotient of {}, heaps up to {to}: infinitely many classes>",
                self.name
            );
        };
        let heaps = match found.period() {
            Some(_) => "all heaps".to_owned(),
            None => format!("heaps up to {}", found.to()),
        };
        let (classes, lost) = (found.order(), found.p_portion().len());
        format!(
            "<MisereQuotient of {}, {heaps}: {classes} classes, {lost} of them lost>",
            self.name
        )
    }
}
