//! Values of positions that outlive a run.

/// A place in which values of positions are kept. It may forget, but what it tells must have been told to it.
pub trait Memory: Send + Sync {
    /// The canonical bytes of the value of a position, given by its words, on the board that a text tells apart.
    fn value(&self, board: &str, position: &[u64]) -> Option<Vec<u8>>;

    /// Takes the value of a position.
    fn keep(&self, board: &str, position: &[u64], value: &[u8]);
}
