//! The form of a game: its Left options and its Right options, nothing else.

use farstar_num::Dyadic;
use std::sync::Arc;

/// A short game as a tree of options. Clones share the tree.
///
/// `==` is identity of forms (same options in the same order); equality of values is [`Form::equals`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(Arc<Options>);

#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Options {
    left: Vec<Form>,
    right: Vec<Form>,
}

impl Form {
    /// `{left | right}`.
    pub fn new(left: Vec<Form>, right: Vec<Form>) -> Form {
        Form(Arc::new(Options { left, right }))
    }

    /// Where Left can move to.
    pub fn left(&self) -> &[Form] {
        &self.0.left
    }

    /// Where Right can move to.
    pub fn right(&self) -> &[Form] {
        &self.0.right
    }

    /// `{|}`.
    pub fn zero() -> Form {
        Form::new(Vec::new(), Vec::new())
    }

    /// The canonical form of a number. Integers are as deep as they are large.
    pub fn number(x: &Dyadic) -> Form {
        let option = |o: Option<Dyadic>| o.iter().map(Form::number).collect();
        Form::new(option(x.left_option()), option(x.right_option()))
    }

    /// The canonical form of an integer.
    pub fn integer(n: i64) -> Form {
        Form::number(&Dyadic::from(n))
    }

    /// `*n`, the nim heap of `n`.
    pub fn nimber(n: u32) -> Form {
        let mut heaps: Vec<Form> = Vec::new();
        for _ in 0..n {
            heaps.push(Form::new(heaps.clone(), heaps.clone()));
        }
        Form::new(heaps.clone(), heaps)
    }

    /// `↑ = {0|*}`.
    pub fn up() -> Form {
        Form::new(vec![Form::zero()], vec![Form::nimber(1)])
    }

    /// The switch `{x|y}` of two numbers.
    pub fn switch(x: &Dyadic, y: &Dyadic) -> Form {
        Form::new(vec![Form::number(x)], vec![Form::number(y)])
    }

    /// All options, Left's first.
    pub fn options(&self) -> impl Iterator<Item = &Form> {
        self.left().iter().chain(self.right())
    }

    /// The depth of this form's tree: the birthday of its value when the form is canonical, at least that otherwise.
    pub fn birthday(&self) -> u32 {
        self.options().map(|g| g.birthday() + 1).max().unwrap_or(0)
    }

    /// Whether every follower, itself included, has moves for both players or for neither.
    pub fn is_all_small(&self) -> bool {
        self.left().is_empty() == self.right().is_empty() && self.options().all(Form::is_all_small)
    }

    /// Whether every follower has the same options for both players, up to their order.
    pub fn is_impartial(&self) -> bool {
        let same = |a: &[Form], b: &[Form]| a.iter().all(|x| b.contains(x));
        same(self.left(), self.right())
            && same(self.right(), self.left())
            && self.options().all(Form::is_impartial)
    }
}
