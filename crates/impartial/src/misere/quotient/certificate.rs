//! Certificates of misère quotients, and a check of them that shares nothing with the search.
//!
//! A certificate is text: the game, by its code or by the options of all positions, the values of its heaps, the
//! table of products, the lost elements, and for every two elements a third that tells them apart. The check
//! recomputes the options of all heaps from the rules and closes the transition algebra by the definition (see
//! `transitions`), with sets of numbers and no cleverness.

use super::{MisereQuotient, proving_heap};
use crate::{Error, Result};
use farstar_play::{Limits, Meter, Stopped};
use farstar_rules::heap::{HeapCode, HeapGame};
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::str::FromStr;

/// The first line.
const HEADER: &str = "farstar misere quotient 1";

/// Why a certificate of a quotient was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// A claim that is not so.
    #[error("the certificate is wrong: {0}")]
    Wrong(String),
    /// A limit stopped the check.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A proof that a monoid is the misère quotient of the heaps of a game up to some size.
///
/// # Examples
/// ```
/// use farstar_impartial::misere::{MisereQuotient, QuotientCertificate};
/// use farstar_value::Limits;
/// let (code, none): (farstar_rules::heap::HeapCode, _) = ("0.123".parse()?, Limits::none());
/// let quotient = MisereQuotient::of_heap_game(&code, 20, 1000, &none)?;
/// let certificate = QuotientCertificate::new(&code, &quotient);
/// let read: QuotientCertificate = certificate.to_string().parse()?;
/// read.check(&none)?;
/// let other: QuotientCertificate = certificate.to_string().replacen("values 0 1", "values 0 2", 1).parse()?;
/// assert!(other.check(&none).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientCertificate {
    rules: Rules,
    values: Vec<u32>,
    lost: Vec<u32>,
    product: Vec<Vec<u32>>,
    /// For the elements `x > y` one that only one of them makes lost, row by row.
    separators: Vec<Vec<u32>>,
    period: Option<(u32, u32)>,
}

/// What may be moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    Code(Box<HeapCode>),
    /// The options of positions 0, 1, …, each a list of smaller ones.
    Listed(Vec<Vec<Vec<u32>>>),
}

impl Rules {
    /// The options of a heap, if the rules cover it.
    pub(super) fn options(&self, heap: u32) -> Option<Vec<Vec<u32>>> {
        match self {
            Self::Code(code) => Some(code.options(heap)),
            Self::Listed(options) => options.get(heap as usize).cloned(),
        }
    }
}

impl QuotientCertificate {
    /// The certificate of the quotient of a game.
    #[must_use]
    pub fn new(code: &HeapCode, quotient: &MisereQuotient) -> Self {
        Self::with(Rules::Code(Box::new(code.clone())), quotient)
    }

    /// The certificate of the quotient of positions by their options ([`MisereQuotient::of_options`]): it holds the
    /// options of those that are covered.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::{MisereQuotient, QuotientCertificate};
    /// use farstar_value::Limits;
    /// let nim = [vec![], vec![vec![0]], vec![vec![0], vec![1]]];
    /// let quotient = MisereQuotient::of_options(&nim, 100, &Limits::none())?;
    /// let text = QuotientCertificate::of_options(&nim, &quotient).to_string();
    /// assert!(text.contains("moves 0 1"));
    /// let certificate: QuotientCertificate = text.parse()?;
    /// certificate.check(&Limits::none())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_options(options: &[Vec<Vec<u32>>], quotient: &MisereQuotient) -> Self {
        let covered = options.iter().take(quotient.values.len()).cloned().collect();
        Self::with(Rules::Listed(covered), quotient)
    }

    fn with(rules: Rules, quotient: &MisereQuotient) -> Self {
        let order = quotient.order() as u32;
        let separator = |x: u32, y: u32| quotient.monoid.separator(x, y).unwrap_or(0);
        Self {
            rules,
            values: quotient.values.clone(),
            lost: quotient.p_portion(),
            product: (0..order).map(|x| quotient.monoid.row(x).to_vec()).collect(),
            separators: (0..order).map(|x| (0..x).map(|y| separator(x, y)).collect()).collect(),
            period: quotient.period(),
        }
    }

    /// Checks every claim.
    ///
    /// # Errors
    /// [`Refused`]: the first claim that is not so, or the limits.
    pub fn check(&self, limits: &Limits) -> std::result::Result<(), Refused> {
        let wrong = |what: String| Err(Refused::Wrong(what));
        let mut meter = Meter::new(limits);
        let order = self.product.len();
        let is_element = |x: &u32| (*x as usize) < order;
        let rows = self.product.iter().chain([&self.values, &self.lost]).chain(&self.separators);
        if order == 0 || !rows.flatten().all(is_element) {
            return wrong("a number is no element".to_owned());
        }
        let square = self.product.iter().all(|row| row.len() == order);
        let halves = self.separators.iter().enumerate().all(|(x, row)| row.len() == x);
        if !square || !halves || self.separators.len() != order || self.values.first() != Some(&0) {
            return wrong("a table has another size".to_owned());
        }
        let times = |x: u32, y: u32| self.product[x as usize][y as usize];
        let lost: BTreeSet<u32> = self.lost.iter().copied().collect();
        let generators: BTreeSet<u32> = self.values.iter().copied().collect();
        // a commutative monoid that the heaps generate: (xg)y = x(gy) for generators is enough (Light's test)
        let elements = 0..order as u32;
        for x in elements.clone() {
            meter.step((order * generators.len()) as u64)?;
            for y in elements.clone() {
                let associates = |&g: &u32| times(times(x, g), y) == times(x, times(g, y));
                if times(x, y) != times(y, x)
                    || times(0, y) != y
                    || !generators.iter().all(associates)
                {
                    return wrong(format!("the products of {x} and {y}"));
                }
            }
        }
        let mut reached = BTreeSet::from([0]);
        let mut waiting = vec![0];
        while let Some(x) = waiting.pop() {
            waiting.extend(generators.iter().map(|&g| times(x, g)).filter(|&y| reached.insert(y)));
        }
        if reached.len() != order {
            return wrong("an element is the value of no sum".to_owned());
        }
        for (x, row) in (0..).zip(&self.separators) {
            for (y, &z) in (0..).zip(row) {
                if lost.contains(&times(x, z)) == lost.contains(&times(y, z)) {
                    return wrong(format!("{z} does not tell {x} and {y} apart"));
                }
            }
        }
        if lost.contains(&0) {
            return wrong("the empty sum is not lost".to_owned());
        }
        // the options of the heaps
        let mut letters: Vec<(u32, BTreeSet<u32>)> = Vec::new();
        for (heap, &value) in (0..).zip(&self.values) {
            let mut options = BTreeSet::new();
            let Some(listed) = self.rules.options(heap) else {
                return wrong(format!("the moves of position {heap} are missing"));
            };
            for option in listed {
                meter.step(1)?;
                let mut product = 0;
                for part in option {
                    match self.values.get(part as usize) {
                        Some(&value) if part < heap => product = times(product, value),
                        _ => return wrong(format!("a move from {heap} leaves {part}")),
                    }
                }
                options.insert(product);
            }
            if options.is_empty() && value != 0 {
                return wrong(format!("the heap {heap} has no moves and a value"));
            }
            for z in elements.clone().filter(|&z| lost.contains(&times(value, z))) {
                if options.iter().any(|&s| lost.contains(&times(s, z))) {
                    return wrong(format!(
                        "the heap {heap} beside {z} is lost and has a lost option"
                    ));
                }
            }
            if !options.is_empty() {
                letters.push((value, options));
            }
        }
        // the transition algebra: sets of options that no smaller one is known for
        let mut known: Vec<Vec<BTreeSet<u32>>> = vec![Vec::new(); order];
        let mut waiting = vec![(0, BTreeSet::new())];
        while let Some((x, options)) = waiting.pop() {
            for (value, own) in &letters {
                meter.step((1 + options.len() + own.len()) as u64)?;
                let to = times(x, *value);
                let mut all: BTreeSet<u32> = options.iter().map(|&t| times(t, *value)).collect();
                all.extend(own.iter().map(|&s| times(x, s)));
                if known[to as usize].iter().any(|less| less.is_subset(&all)) {
                    continue;
                }
                if !lost.contains(&to) && all.is_disjoint(&lost) {
                    return wrong(format!(
                        "a sum of value {to} has no lost option and is not lost"
                    ));
                }
                meter.node(16 * all.len() + 64)?;
                known[to as usize].push(all.clone());
                waiting.push((to, all));
            }
        }
        self.check_period().map_or_else(wrong, Ok)
    }

    fn check_period(&self) -> std::result::Result<(), String> {
        let Some((from, period)) = self.period else { return Ok(()) };
        let wrong = || Err(format!("the period {period} from {from} is not proved"));
        let Rules::Code(code) = &self.rules else { return wrong() };
        let needed = proving_heap(code, from, period);
        if period == 0 || needed.is_none_or(|needed| needed >= self.values.len() as u64) {
            return wrong();
        }
        let repeats = |n: usize| self.values[n] == self.values[n + period as usize];
        let all = (from as usize..self.values.len() - period as usize).all(repeats);
        if all { Ok(()) } else { wrong() }
    }
}

impl fmt::Display for QuotientCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, word: &str, numbers: &[u32]| {
            write!(f, "{word}")?;
            numbers.iter().try_for_each(|number| write!(f, " {number}"))?;
            writeln!(f)
        };
        writeln!(f, "{HEADER}")?;
        match &self.rules {
            Rules::Code(code) => writeln!(f, "game {code}")?,
            Rules::Listed(positions) => {
                positions.iter().try_for_each(|options| writeln!(f, "moves{}", listed(options)))?;
            }
        }
        if let Some((from, period)) = self.period {
            writeln!(f, "period {from} {period}")?;
        }
        list(f, "values", &self.values)?;
        list(f, "lost", &self.lost)?;
        self.product.iter().try_for_each(|row| list(f, "product", row))?;
        self.separators.iter().try_for_each(|row| list(f, "separators", row))
    }
}

impl FromStr for QuotientCertificate {
    type Err = Error;

    /// Reads a certificate.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] with the line that cannot be read; [`QuotientCertificate::is_one`] tells whether the text
    /// is one at all.
    fn from_str(text: &str) -> Result<Self> {
        let unread = |line: &str| {
            let shown: String = line.chars().take(40).collect();
            Error::out_of_range(
                format!("the line '{shown}' of a certificate"),
                "a word and numbers",
            )
        };
        if !Self::is_one(text) {
            return Err(unread(text.lines().next().unwrap_or_default()));
        }
        let (mut code, mut values, mut lost, mut period) = (None, Vec::new(), Vec::new(), None);
        let (mut product, mut separators, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for line in text.lines().skip(1).filter(|line| !line.trim().is_empty()) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if !matches!(word, "moves" | "product" | "separators") && !seen.insert(word) {
                return Err(unread(line));
            }
            if word == "game" {
                code = Some(Box::new(rest.parse().map_err(|_| unread(line))?));
                continue;
            }
            if word == "moves" {
                moves.push(options(rest).ok_or_else(|| unread(line))?);
                continue;
            }
            let numbers: std::result::Result<Vec<u32>, _> =
                rest.split_whitespace().map(str::parse).collect();
            let numbers = numbers.map_err(|_| unread(line))?;
            match (word, &numbers[..]) {
                ("period", &[from, length]) => period = Some((from, length)),
                ("values", _) => values = numbers,
                ("lost", _) => lost = numbers,
                ("product", _) => product.push(numbers),
                ("separators", _) => separators.push(numbers),
                _ => return Err(unread(line)),
            }
        }
        let rules = match (code, moves.is_empty()) {
            (Some(code), true) => Rules::Code(code),
            (None, false) => Rules::Listed(moves),
            _ => {
                let expected = "one line 'game CODE', or lines 'moves …'";
                return Err(Error::out_of_range("a certificate", expected));
            }
        };
        Ok(Self { rules, values, lost, product, separators, period })
    }
}

impl QuotientCertificate {
    /// Whether a text is such a certificate, by its first line.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim_end() == HEADER)
    }
}

impl QuotientCertificate {
    /// The certificate as JSON: an object with `certificate` (the name and version of this form), `game` (a code) or
    /// `moves` (for each position the list of its options, which are lists of positions), `period` (from which heap,
    /// and how long) if there is one, `values` (the element of each heap), `lost`, `product` (row by row) and
    /// `separators` (row x has for each y < x an element that only one of them makes lost).
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::{MisereQuotient, QuotientCertificate};
    /// use farstar_rules::heap::HeapCode;
    /// use farstar_value::Limits;
    /// let code: HeapCode = "0.3".parse()?;
    /// let quotient = MisereQuotient::of_heap_game(&code, 4, 10, &Limits::none())?;
    /// let json = QuotientCertificate::new(&code, &quotient).to_json();
    /// assert!(json.starts_with(r#"{"certificate":"farstar misere quotient 1","game":"0.3","#));
    /// QuotientCertificate::from_json(&json)?.check(&Limits::none())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let list = |numbers: &[u32]| {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            format!("[{}]", numbers.join(","))
        };
        let table = |rows: &[Vec<u32>]| {
            let rows: Vec<String> = rows.iter().map(|row| list(row)).collect();
            format!("[{}]", rows.join(","))
        };
        let rules = match &self.rules {
            Rules::Code(code) => format!(r#""game":"{code}""#),
            Rules::Listed(moves) => {
                let moves: Vec<String> = moves.iter().map(|options| table(options)).collect();
                format!(r#""moves":[{}]"#, moves.join(","))
            }
        };
        let period = self
            .period
            .map_or_else(String::new, |(from, length)| format!(r#""period":[{from},{length}],"#));
        format!(
            r#"{{"certificate":"{HEADER}",{rules},{period}"values":{},"lost":{},"product":{},"separators":{}}}"#,
            list(&self.values),
            list(&self.lost),
            table(&self.product),
            table(&self.separators)
        )
    }

    /// Whether a text is meant as a certificate in JSON.
    #[must_use]
    pub fn is_json(text: &str) -> bool {
        text.trim_start().starts_with('{') && text.contains(HEADER)
    }

    /// Reads the JSON of [`QuotientCertificate::to_json`], its keys in any order.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] with what cannot be read.
    pub fn from_json(text: &str) -> Result<Self> {
        let mut reader = Json { rest: text.trim() };
        let (mut period, mut code, mut moves) = (None, None, Vec::new());
        let (mut values, mut lost) = (Vec::new(), Vec::new());
        let (mut product, mut separators) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        reader.sign('{')?;
        loop {
            let key = reader.string()?;
            if !seen.insert(key) {
                return Err(reader.wrong("a key that was not yet there"));
            }
            reader.sign(':')?;
            match key {
                "certificate" if reader.string()? == HEADER => {}
                "game" => {
                    let text = reader.string()?;
                    let wanted = || Error::out_of_range(format!("the game {text}"), "a code");
                    code = Some(Box::new(text.parse().map_err(|_| wanted())?));
                }
                "moves" => moves = reader.list(|json| json.list(|json| json.list(Json::number)))?,
                "period" => {
                    let both = reader.list(Json::number)?;
                    let [from, length] = both[..] else { return Err(reader.wrong("two numbers")) };
                    period = Some((from, length));
                }
                "values" => values = reader.list(Json::number)?,
                "lost" => lost = reader.list(Json::number)?,
                "product" => product = reader.list(|json| json.list(Json::number))?,
                "separators" => separators = reader.list(|json| json.list(Json::number))?,
                _ => return Err(reader.wrong("a key of a certificate of a misère quotient")),
            }
            if reader.is_next(',') {
                continue;
            }
            reader.sign('}')?;
            break;
        }
        let rules = match (code, moves.is_empty()) {
            (Some(code), true) => Rules::Code(code),
            (None, false) => Rules::Listed(moves),
            _ => return Err(Error::out_of_range("a certificate", "either a game or moves")),
        };
        Ok(Self { rules, values, lost, product, separators, period })
    }
}

/// What is left to read of the few kinds of JSON that a certificate has.
struct Json<'t> {
    rest: &'t str,
}

impl<'t> Json<'t> {
    fn wrong(&self, expected: &str) -> Error {
        let shown: String = self.rest.chars().take(40).collect();
        Error::out_of_range(format!("'{shown}' in a certificate"), expected)
    }

    /// Whether this sign comes next, which is then read.
    fn is_next(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(sign);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn sign(&mut self, sign: char) -> Result<()> {
        if self.is_next(sign) { Ok(()) } else { Err(self.wrong(&format!("'{sign}'"))) }
    }

    /// A string, in which nothing is escaped.
    fn string(&mut self) -> Result<&'t str> {
        self.sign('"')?;
        let (text, rest) = self.rest.split_once('"').ok_or_else(|| self.wrong("a string"))?;
        self.rest = rest;
        Ok(text)
    }

    fn number(&mut self) -> Result<u32> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest[..end].parse().map_err(|_| self.wrong("a number below 2^32"))?;
        self.rest = &rest[end..];
        Ok(number)
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.sign('[')?;
        let mut items = Vec::new();
        if self.is_next(']') {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.is_next(',') {
                break;
            }
        }
        self.sign(']')?;
        Ok(items)
    }
}

/// Options as they stand behind `moves`: parts joined by `+`, and `-` for none.
fn listed(options: &[Vec<u32>]) -> String {
    let word = |parts: &Vec<u32>| {
        let parts: Vec<String> = parts.iter().map(u32::to_string).collect();
        if parts.is_empty() { " -".to_owned() } else { format!(" {}", parts.join("+")) }
    };
    options.iter().map(word).collect()
}

fn options(text: &str) -> Option<Vec<Vec<u32>>> {
    let parts = |word: &str| match word {
        "-" => Some(Vec::new()),
        _ => word.split('+').map(|part| part.parse().ok()).collect(),
    };
    text.split_whitespace().map(parts).collect()
}
