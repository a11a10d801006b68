//! What values of options are held against.

/// A value, told by that of the heap, N and a game G.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// The game G of the value, if it is to be this one.
    pub(super) class: Option<usize>,
    /// The game in its place.
    pub(super) game: usize,
    /// How much less than N stands beside it, as the player sees it; nothing: no N, but 0. Of halves, how much more
    /// than the exponent.
    pub(super) less: Option<i64>,
}
