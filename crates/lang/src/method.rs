//! What a method of the language is: its names, its help, how it is done, and the chapter it belongs to.

use crate::context::Context;
use crate::fault::Outcome;
use crate::value::Value;

/// One method of the language.
#[derive(Clone, Copy, Debug)]
pub struct MethodInfo {
    /// Its name.
    pub name: &'static str,
    /// How it is called.
    pub signature: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// An expression that shows it.
    pub example: &'static str,
    /// What the example evaluates to, as it is displayed.
    pub result: &'static str,
    /// The chapter of the manual it belongs to.
    pub family: Family,
    /// The fewest arguments, with the receiver.
    pub(crate) least: usize,
    /// The most arguments, with the receiver.
    pub(crate) most: usize,
    /// What of a position it depends on.
    pub reads: Reads,
    pub(crate) run: Run,
}

impl MethodInfo {
    /// The arguments in the order of the signature: those that are named as in it go to their places, and what is left
    /// out is `Nothing`.
    pub(crate) fn in_place(&self, arguments: Vec<Value>) -> Vec<Value> {
        let (front, list) = self.signature.split_once('(').unwrap_or((self.signature, ""));
        let receiver = usize::from(front.contains('.'));
        // The commas inside a map that an argument stands for by itself separate no arguments.
        let mut depth = 0;
        let parts: Vec<&str> = list
            .split(|c: char| {
                depth += i32::from(c == '{') - i32::from(c == '}');
                c == ',' && depth == 0
            })
            .collect();
        let place_of = |name: &str| {
            let wanted = format!("{name} =>");
            let at = parts.iter().position(|part| part.trim_start().starts_with(&wanted))?;
            Some(receiver + at)
        };
        let mut placed: Vec<Value> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let place = match &argument {
                Value::Named(named) => place_of(&named.0),
                _ => None,
            };
            match (place, argument) {
                (Some(place), Value::Named(named)) => {
                    if placed.len() <= place {
                        placed.resize(place + 1, Value::Nothing);
                    }
                    placed[place] = named.1.clone();
                }
                (_, argument) => placed.push(argument),
            }
        }
        placed
    }

    /// The method under a name that its signature does not begin with.
    pub(crate) const fn called(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// The method with other numbers of arguments than the first form of its signature has, with the receiver.
    pub(crate) const fn taking(mut self, least: usize, most: usize) -> Self {
        (self.least, self.most) = (least, most);
        self
    }

    /// The method, answered from the moves of a position.
    pub(crate) const fn by_moves(mut self) -> Self {
        self.reads = Reads::Moves;
        self
    }
}

/// What of a position, or of a form that was kept, the answer of a method depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Only on the value: the answer is the same for every game of equal value.
    Value,
    /// On the moves, which differ among games of equal value. Of a value these are those of its canonical form.
    Moves,
}

/// How a method is done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Run {
    /// At once.
    Native(Native),
    /// By calling a function for each element.
    Each(Each),
}

/// A method that is done at once: its arguments, the receiver first, to its value.
pub(crate) type Native = fn(&mut Context<'_, '_>, &[Value]) -> Outcome<Value>;

/// Methods that call a function for each element of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Each {
    Apply,
    Filter,
    Find,
    Exists,
    ForAll,
    Count,
    Fold,
}

/// An entry of a family's table: its name and the numbers of its arguments are those of the first form of its
/// signature.
pub(crate) const fn entry(
    family: Family,
    signature: &'static str,
    summary: &'static str,
    (example, result): (&'static str, &'static str),
    run: Run,
) -> MethodInfo {
    let (name, least, most) = first_form(signature);
    let reads = Reads::Value;
    MethodInfo { name, signature, summary, example, result, family, least, most, reads, run }
}

/// The name in the first form of a signature, such as `x.Name(a, b => 1), Name(a)`, and its fewest and most arguments:
/// what stands before the dot is one, and those with `=>` can be left out.
const fn first_form(signature: &'static str) -> (&'static str, usize, usize) {
    let text = signature.as_bytes();
    let (mut start, mut at) = (0, 0);
    while at < text.len() && !matches!(text[at], b'(' | b',' | b' ') {
        at += 1;
        if text[at - 1] == b'.' {
            start = at;
        }
    }
    let name = signature.split_at(at).0.split_at(start).1;
    let (mut least, mut most) = if start > 0 { (1, 1) } else { (0, 0) };
    if at < text.len() && text[at] == b'(' && text[at + 1] != b')' {
        (least, most) = (least + 1, most + 1);
        let mut depth = 0;
        loop {
            match text[at] {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                b',' if depth == 1 => (least, most) = (least + 1, most + 1),
                b'=' if depth == 1 && text[at + 1] == b'>' => least -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            at += 1;
        }
    }
    (name, least, most)
}

/// The function `of` of a table: an entry of its family that is done at once.
macro_rules! entries {
    ($visible:vis $family:ident $(. $how:ident())?) => {
        $visible const fn of(
            signature: &'static str,
            summary: &'static str,
            example: (&'static str, &'static str),
            run: $crate::method::Native,
        ) -> MethodInfo {
            $crate::method::entry(
                $crate::method::Family::$family,
                signature,
                summary,
                example,
                $crate::method::Run::Native(run),
            )
            $(.$how())?
        }
    };
}
pub(crate) use entries;

/// What a method is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Looking into a game: its options, followers, outcome.
    Options,
    /// Measuring a game: stops, mean, temperature, birthday.
    Measure,
    /// Cooling and heating.
    Heat,
    /// Sums and products.
    Arithmetic,
    /// Infinitesimals: tinies, powers of up, atomic weight.
    Infinitesimal,
    /// Loopy games and their sides.
    Loopy,
    /// The lattices of games born by a day, and choosing among games.
    Lattice,
    /// Questions with the answer yes or no.
    Predicate,
    /// Numbers.
    Number,
    /// Nimbers as a field.
    Nimber,
    /// Lists, sets and ranges.
    List,
    /// Lists, sets and maps that change.
    Mutable,
    /// Heap games and their positions.
    Heap,
    /// Misère play of impartial games.
    Misere,
    /// Rulesets of the rules language and their positions.
    Board,
    /// Writing values.
    Text,
}

impl Family {
    /// The chapter's title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Options => "Options and outcomes",
            Self::Measure => "Measures",
            Self::Heat => "Cooling and heating",
            Self::Arithmetic => "Sums and products",
            Self::Infinitesimal => "Infinitesimals",
            Self::Loopy => "Loopy games",
            Self::Lattice => "Days and lattices",
            Self::Predicate => "Questions",
            Self::Number => "Numbers",
            Self::Nimber => "Nimbers",
            Self::List => "Lists, sets and ranges",
            Self::Mutable => "Lists that change",
            Self::Heap => "Heap games",
            Self::Misere => "Misère play",
            Self::Board => "Rulesets and positions",
            Self::Text => "Writing",
        }
    }
}
