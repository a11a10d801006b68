//! Certificates of period: a text that says what was proved, by which theorem, and what a reader needs to check it.

use std::fmt;
use std::str::FromStr;

use farstar_rules::heap::{HeapCode, HeapCodeError};

use super::engine::GrundySequence;
use super::period::Periodicity;
use super::theorem::Theorem;

/// The first line of a certificate.
const HEADER: &str = "farstar period certificate 1";

/// A claim that the sequence of a code has a period, with the theorem that proves it.
///
/// The text form has one `key value` pair on a line. A certificate says nothing about how the
/// values were computed; a checker recomputes them. The sparse space, when there is one, is a
/// hint that makes the check faster: any space gives the same values.
///
/// # Examples
/// ```
/// use farstar_impartial::sequence::{Certificate, GrundySequence, find_period};
/// use farstar_value::Limits;
/// let mut game = GrundySequence::of_code("0.07".parse()?);
/// let found = find_period(&mut game, 10_000, &Limits::none())?.expect("Dawson's Kayles is solved");
/// let text = Certificate::new(&game, &found).expect("it is proved").to_string();
/// let certificate: Certificate = text.parse()?;
/// assert!(certificate.check(&Limits::none()).is_ok());
/// assert!(text.replace("period 34", "period 68").parse::<Certificate>()?.check(&Limits::none()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub game: HeapCode,
    /// The claim; its `heaps` are the heaps the theorem needs, and its theorem is present.
    pub claim: Periodicity,
    /// The theorem of the claim.
    pub theorem: Theorem,
    /// A sparse space that makes the values fast to compute: mask, whether the parity of the
    /// heap counts, parity of the common class.
    pub space: Option<(u32, bool, u32)>,
    /// The digest of the values of the heaps below `claim.heaps` ([`digest`]).
    pub digest: u64,
}

/// The 64-bit FNV-1a digest of a sequence of values, four bytes each, low byte first.
pub fn digest(values: impl IntoIterator<Item = u32>) -> u64 {
    let bytes = values.into_iter().flat_map(u32::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl Certificate {
    /// The certificate of a proved period of a sequence given by a code.
    #[must_use]
    pub fn new(sequence: &GrundySequence, claim: &Periodicity) -> Option<Self> {
        let theorem = claim.theorem.clone()?;
        let game = sequence.game().code()?.clone();
        let needed = match theorem {
            Theorem::GuySmith { to, .. } => to + claim.period,
            Theorem::LastValues { at, .. }
            | Theorem::FiniteState { at, .. }
            | Theorem::AllBut { at, .. } => at + claim.period,
            Theorem::Arithmetic { period, block, .. } => block + period,
        };
        if needed > sequence.len() {
            return None;
        }
        let values = (0..needed).filter_map(|heap| sequence.value(heap));
        let space = sequence.rare().map(|rare| rare.space);
        Some(Self {
            game,
            claim: Periodicity { heaps: needed, ..claim.clone() },
            theorem,
            space: space.map(|space| (space.mask, space.by_parity, space.common)),
            digest: digest(values),
        })
    }
}

/// Why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The first line is another.
    #[error("the text does not start with `{HEADER}`")]
    Header,
    /// A line is not a known key and a value.
    #[error("line {line} is not a key and a number")]
    Line {
        /// The line, counted from 1.
        line: usize,
    },
    /// A key that the theorem needs is missing.
    #[error("`{key}` is missing")]
    Missing {
        /// The key.
        key: &'static str,
    },
    /// The code of the game cannot be read.
    #[error("the game: {0}")]
    Game(#[from] HeapCodeError),
    /// A theorem that is not known.
    #[error("`{name}` is not a known theorem")]
    Theorem {
        /// The name given.
        name: String,
    },
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Periodicity { period, preperiod, saltus, exceptions, heaps, .. } = &self.claim;
        writeln!(f, "{HEADER}")?;
        writeln!(f, "game {}", self.game)?;
        writeln!(f, "period {period}\npreperiod {preperiod}\nsaltus {saltus}")?;
        let exceptions = exceptions.unwrap_or_default();
        writeln!(f, "exceptions {exceptions}\nheaps {heaps}\ndigest {:016x}", self.digest)?;
        writeln!(f, "theorem {}", self.theorem.name())?;
        match &self.theorem {
            Theorem::GuySmith { parts, last_take, from, to } => {
                writeln!(f, "parts {parts}\nlast-take {last_take}\nfrom {from}\nto {to}")?;
            }
            Theorem::LastValues { window, at } | Theorem::AllBut { window, at } => {
                writeln!(f, "window {window}\nat {at}")?;
            }
            Theorem::FiniteState { mask, by_parity, common, last_rare, window, at } => {
                let by_parity = u64::from(*by_parity);
                writeln!(f, "state-mask {mask}\nstate-parity {by_parity}\nstate-common {common}")?;
                writeln!(f, "last-rare {last_rare}\nwindow {window}\nat {at}")?;
            }
            Theorem::Arithmetic { period, saltus, from, block } => {
                writeln!(f, "proof-period {period}\nproof-saltus {saltus}")?;
                writeln!(f, "from {from}\nblock {block}")?;
            }
        }
        if let Some((mask, by_parity, common)) = self.space {
            let by_parity = u8::from(by_parity);
            writeln!(f, "sparse-mask {mask}\nsparse-parity {by_parity}\nsparse-common {common}")?;
        }
        Ok(())
    }
}

/// The numbers of a certificate by key.
struct Numbers(Vec<(String, u64)>);

impl Numbers {
    fn find(&self, key: &'static str) -> Option<u64> {
        self.0.iter().find(|(k, _)| k == key).map(|&(_, number)| number)
    }

    fn get(&self, key: &'static str) -> Result<u64, CertificateError> {
        self.find(key).ok_or(CertificateError::Missing { key })
    }
}

impl FromStr for Certificate {
    type Err = CertificateError;

    fn from_str(text: &str) -> Result<Self, CertificateError> {
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line.trim() != HEADER) {
            return Err(CertificateError::Header);
        }
        let mut numbers = Numbers(Vec::new());
        let (mut game, mut name) = (None, None);
        for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let bad = CertificateError::Line { line: index + 1 };
            let Some((key, value)) = line.trim().split_once(' ') else { return Err(bad) };
            let number = match key {
                "game" if game.is_none() => {
                    game = Some(value.parse::<HeapCode>()?);
                    continue;
                }
                "theorem" if name.is_none() => {
                    name = Some(value.to_owned());
                    continue;
                }
                "digest" => u64::from_str_radix(value, 16),
                _ => value.parse(),
            };
            let Ok(number) = number else { return Err(bad) };
            if numbers.0.iter().any(|(k, _)| k == key) {
                return Err(bad);
            }
            numbers.0.push((key.to_owned(), number));
        }
        let get = |key| numbers.get(key);
        let name = name.ok_or(CertificateError::Missing { key: "theorem" })?;
        let theorem = match name.as_str() {
            "guy-smith" => Theorem::GuySmith {
                parts: get("parts")?,
                last_take: get("last-take")?,
                from: get("from")?,
                to: get("to")?,
            },
            "last-values" => Theorem::LastValues { window: get("window")?, at: get("at")? },
            "all-but" => Theorem::AllBut { window: get("window")?, at: get("at")? },
            "finite-state" => Theorem::FiniteState {
                mask: get("state-mask")?,
                by_parity: get("state-parity")? != 0,
                common: get("state-common")?,
                last_rare: get("last-rare")?,
                window: get("window")?,
                at: get("at")?,
            },
            "arithmetic" => Theorem::Arithmetic {
                period: get("proof-period")?,
                saltus: get("proof-saltus")?,
                from: get("from")?,
                block: get("block")?,
            },
            _ => return Err(CertificateError::Theorem { name }),
        };
        let space = numbers.find("sparse-mask").map(|mask| {
            let parity = numbers.find("sparse-parity").unwrap_or(0) != 0;
            (mask as u32, parity, numbers.find("sparse-common").unwrap_or(0) as u32 & 1)
        });
        Ok(Self {
            game: game.ok_or(CertificateError::Missing { key: "game" })?,
            claim: Periodicity {
                period: get("period")?,
                preperiod: get("preperiod")?,
                saltus: get("saltus")?,
                exceptions: Some(get("exceptions")?),
                heaps: get("heaps")?,
                theorem: Some(theorem.clone()),
            },
            theorem,
            space,
            digest: get("digest")?,
        })
    }
}
