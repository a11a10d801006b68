//! The points in which two readings of the notation disagree.

/// How `^` written directly after a number is read, and what `SelectiveSum` names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `2^3` is `2 + 3·up`, as values are printed; `**` is power, and so is `^` after a name, a parenthesis or a space.
    /// `SelectiveSum` is that of the books.
    #[default]
    Farstar,
    /// `2^3` is 8, as CGSuite reads what is typed. Values print as CGSuite prints them: classes with their package,
    /// `⟪game.Integer⟫`, and 2 + *3 as `2*3`, which would be read as a product. `SelectiveSum` is CGSuite's, which is
    /// `CgsuiteSelectiveSum` otherwise.
    CgSuite,
}
