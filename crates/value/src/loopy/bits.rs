//! Tables of bits with rows and columns, turned over in blocks of 64 by 64.

/// Rows of bits, 64 to a word; the bits behind the last column are never looked at.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    /// So many rows and columns, all bits equal.
    pub(super) fn new(rows: usize, columns: usize, fill: bool) -> Self {
        let words = columns.div_ceil(64);
        Self { words, bits: vec![if fill { u64::MAX } else { 0 }; rows * words] }
    }

    pub(super) fn fill(&mut self, with: bool) {
        self.bits.fill(if with { u64::MAX } else { 0 });
    }

    pub(super) fn row(&self, at: u32) -> &[u64] {
        &self.bits[at as usize * self.words..(at as usize + 1) * self.words]
    }

    pub(super) fn row_mut(&mut self, at: u32) -> &mut [u64] {
        &mut self.bits[at as usize * self.words..(at as usize + 1) * self.words]
    }

    pub(super) fn get(&self, row: u32, column: u32) -> bool {
        self.row(row)[column as usize / 64] >> (column % 64) & 1 != 0
    }

    /// Writes the first `rows` rows into the columns of another table.
    pub(super) fn turn_into(&self, rows: usize, to: &mut Self) {
        let mut block = [0u64; 64];
        let lines = to.bits.len().checked_div(to.words).unwrap_or(0);
        for up in 0..rows.div_ceil(64) {
            let height = (rows - 64 * up).min(64);
            for word in 0..self.words {
                for (at, line) in block.iter_mut().enumerate() {
                    let from = (64 * up + at) * self.words + word;
                    *line = if at < height { self.bits[from] } else { 0 };
                }
                turn(&mut block);
                let first = 64 * word;
                for (at, line) in block.iter().take(lines.saturating_sub(first)).enumerate() {
                    to.bits[(first + at) * to.words + up] = *line;
                }
            }
        }
    }
}

/// Exchanges rows and columns; Warren, *Hacker's Delight*, 7.3.
fn turn(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFFu64;
    while width != 0 {
        let mut at = 0;
        while at < 64 {
            let swap = ((block[at] >> width) ^ block[at + width]) & mask;
            block[at] ^= swap << width;
            block[at + width] ^= swap;
            at = (at + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_turned_over_has_its_columns_as_rows() {
        let (rows, columns) = (70, 131);
        let mut table = Rows::new(rows, columns, false);
        let bit = |r: u32, c: u32| (r * 37 + c * c * 11).is_multiple_of(3);
        for r in 0..rows as u32 {
            for c in (0..columns as u32).filter(|&c| bit(r, c)) {
                table.row_mut(r)[c as usize / 64] |= 1 << (c % 64);
            }
        }
        let mut turned = Rows::new(columns, rows, true);
        table.turn_into(rows, &mut turned);
        for r in 0..rows as u32 {
            for c in 0..columns as u32 {
                assert_eq!(turned.get(c, r), bit(r, c));
            }
        }
    }
}
