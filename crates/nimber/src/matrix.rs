//! Matrices over a field of nimbers.
//!
//! In characteristic 2 every sign is 1, so Leibniz' sum for the determinant is the sign-free one that elsewhere defines
//! the permanent: determinant and permanent are one function here, and elimination computes it.

mod characteristic;
mod echelon;

use crate::error::{AlgebraError, Check, proceed, unchecked};
use crate::field::Nimber;
use crate::polynomial::Polynomial;
use crate::working::{Working, in_working_form};
use echelon::Echelon;
use std::fmt;
use std::str::FromStr;

/// A matrix of nimbers, stored row by row.
///
/// `Display` and `FromStr` write and read `9 8;6 10`: rows between semicolons (or lines), entries between blanks or
/// commas.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Matrix, Nim64};
/// let matrix: Matrix<Nim64> = "9 8;6 10".parse()?;
/// assert_eq!(matrix.determinant()?, Nim64::new(12));
/// assert_eq!(matrix.product(&matrix.inverse()?)?, Matrix::identity(2));
/// # Ok::<(), farstar_nimber::AlgebraError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Matrix<N> {
    rows: usize,
    columns: usize,
    entries: Vec<N>,
}

/// All solutions of a system of linear equations: one of them plus any combination of the kernel's basis.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Solutions<N> {
    /// One solution, zero at the free unknowns.
    pub particular: Vec<N>,
    /// A basis of the solutions of the homogeneous system.
    pub kernel: Vec<Vec<N>>,
}

impl<N: Nimber> Matrix<N> {
    /// The matrix with these rows.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::RaggedRows`] with the first row whose length is not that of the first.
    pub fn from_rows(rows: &[Vec<N>]) -> Result<Self, AlgebraError> {
        let columns = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows.iter().position(|row| row.len() != columns) {
            return Err(AlgebraError::RaggedRows {
                row,
                expected: columns,
                found: rows[row].len(),
            });
        }
        Ok(Self { rows: rows.len(), columns, entries: rows.concat() })
    }

    /// The matrix with these entries, row by row.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SizeMismatch`] unless there are `rows`·`columns` entries.
    pub fn new(rows: usize, columns: usize, entries: Vec<N>) -> Result<Self, AlgebraError> {
        if rows.checked_mul(columns) == Some(entries.len()) {
            return Ok(Self { rows, columns, entries });
        }
        Err(AlgebraError::SizeMismatch {
            what: "entries of a matrix",
            expected: rows.saturating_mul(columns),
            found: entries.len(),
        })
    }

    /// The matrix whose entry in row i and column j is `entry(i, j)`.
    pub fn from_fn(rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> N) -> Self {
        let entries = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        Self { rows, columns, entries: entries.map(|(i, j)| entry(i, j)).collect() }
    }

    /// The zero matrix.
    pub fn zero(rows: usize, columns: usize) -> Self {
        Self::from_fn(rows, columns, |_, _| N::ZERO)
    }

    /// The identity matrix.
    pub fn identity(order: usize) -> Self {
        Self::from_fn(order, order, |i, j| if i == j { N::ONE } else { N::ZERO })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The entry in a row and column, both from 0; `None` outside.
    pub fn get(&self, row: usize, column: usize) -> Option<N> {
        (row < self.rows && column < self.columns)
            .then(|| self.entries[row * self.columns + column])
    }

    /// The entries, row by row.
    pub fn entries(&self) -> &[N] {
        &self.entries
    }

    /// One row, from 0.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn row(&self, row: usize) -> &[N] {
        assert!(row < self.rows, "row {row} of {} rows", self.rows);
        &self.entries[row * self.columns..(row + 1) * self.columns]
    }

    /// The transpose.
    #[must_use]
    pub fn transpose(&self) -> Self {
        Self::from_fn(self.columns, self.rows, |i, j| self.entries[j * self.columns + i])
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SizeMismatch`] unless the shapes agree.
    pub fn sum(&self, other: &Self) -> Result<Self, AlgebraError> {
        expect_size("rows of the second summand", self.rows, other.rows)?;
        expect_size("columns of the second summand", self.columns, other.columns)?;
        let sums = self.entries.iter().zip(&other.entries).map(|(&a, &b)| a + b);
        Ok(Self { rows: self.rows, columns: self.columns, entries: sums.collect() })
    }

    /// The product, with unreduced sums; n·m·k nimber products for n×m by m×k.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SizeMismatch`] unless `other` has as many rows as this matrix has columns.
    pub fn product(&self, other: &Self) -> Result<Self, AlgebraError> {
        expect_size("rows of the second factor", self.columns, other.rows)?;
        let (rows, inner, columns) = (self.rows, self.columns, other.columns);
        let entries = in_working_form!(N; W => {
            let (a, b) = (W::import_slice(&self.entries), W::import_slice(&other.entries));
            let mut c = vec![W::ZERO; rows * columns];
            W::matrix_product(&mut c, columns, (&a, inner), (&b, columns), [rows, inner, columns]);
            W::export_slice(&c)
        });
        Ok(Self { rows, columns, entries })
    }

    /// The product with a column.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SizeMismatch`] unless the column has as many entries as this matrix has columns.
    pub fn apply(&self, column: &[N]) -> Result<Vec<N>, AlgebraError> {
        expect_size("entries of the column", self.columns, column.len())?;
        Ok((0..self.rows).map(|row| N::dot(self.row(row), column)).collect())
    }

    fn order(&self) -> Result<usize, AlgebraError> {
        if self.rows == self.columns {
            return Ok(self.rows);
        }
        Err(AlgebraError::NotSquare { rows: self.rows, columns: self.columns })
    }

    /// The determinant, which in characteristic 2 is also the permanent; that of the empty matrix is 1.
    ///
    /// Cost: n³/3 nimber products by blocked elimination with unreduced sums.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::NotSquare`].
    pub fn determinant(&self) -> Result<N, AlgebraError> {
        self.determinant_checked(&mut unchecked)
    }

    /// [`Matrix::determinant`] that asks `check` before every panel of 24 columns whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn determinant_checked(&self, check: Check<'_>) -> Result<N, AlgebraError> {
        let order = self.order()?;
        in_working_form!(N; W => {
            let entries = W::import_slice(&self.entries);
            let echelon = Echelon::<W>::of(&entries, order, order, order, check)?;
            let product = echelon.pivots.iter().fold(W::ONE, |product, &p| product.mul(p));
            Ok(if echelon.columns.len() == order { product.export() } else { N::ZERO })
        })
    }

    /// The rank, by blocked elimination.
    pub fn rank(&self) -> usize {
        self.rank_checked(&mut unchecked).expect("the check never stops the elimination")
    }

    /// [`Matrix::rank`] that asks `check` before every panel of 24 columns whether to go on.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn rank_checked(&self, check: Check<'_>) -> Result<usize, AlgebraError> {
        in_working_form!(N; W => {
            let entries: Vec<W> = W::import_slice(&self.entries);
            let echelon = Echelon::of(&entries, self.rows, self.columns, self.columns, check)?;
            Ok(echelon.columns.len())
        })
    }

    /// The inverse; n³ nimber products.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::NotSquare`], [`AlgebraError::Singular`] with the rank.
    pub fn inverse(&self) -> Result<Self, AlgebraError> {
        self.inverse_checked(&mut unchecked)
    }

    /// [`Matrix::inverse`] that asks `check` before every panel of 24 columns whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn inverse_checked(&self, check: Check<'_>) -> Result<Self, AlgebraError> {
        let order = self.order()?;
        in_working_form!(N; W => {
            let mut augmented = vec![W::ZERO; 2 * order * order];
            for (i, row) in augmented.chunks_exact_mut((2 * order).max(1)).enumerate() {
                row[..order].copy_from_slice(&W::import_slice(self.row(i)));
                row[order + i] = W::ONE;
            }
            let mut echelon = Echelon::<W>::of(&augmented, order, 2 * order, order, &mut *check)?;
            let rank = echelon.columns.len();
            if rank < order {
                return Err(AlgebraError::Singular { order, rank });
            }
            proceed(check)?;
            echelon.substitute_back();
            let entries = (0..order).flat_map(|i| W::export_slice(&echelon.row(i)[order..]));
            Ok(Self { rows: order, columns: order, entries: entries.collect() })
        })
    }

    /// All solutions x of `self`·x = `right`.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SizeMismatch`] unless there is one right side for each row, [`AlgebraError::Inconsistent`] if
    /// there is no solution.
    ///
    /// # Examples
    ///
    /// ```
    /// use farstar_nimber::{Matrix, Nim8};
    /// let matrix: Matrix<Nim8> = "1 2;2 3".parse()?;
    /// // The second row is twice the first, so the right sides must be as well.
    /// let solutions = matrix.solve(&[5, 10].map(Nim8::new))?;
    /// assert_eq!(solutions.particular, [5, 0].map(Nim8::new));
    /// assert_eq!(solutions.kernel, [[2, 1].map(Nim8::new)]);
    /// # Ok::<(), farstar_nimber::AlgebraError>(())
    /// ```
    pub fn solve(&self, right: &[N]) -> Result<Solutions<N>, AlgebraError> {
        expect_size("right sides", self.rows, right.len())?;
        in_working_form!(N; W => {
            let width = self.columns + 1;
            let mut augmented = Vec::with_capacity(self.rows * width);
            for (i, &right) in right.iter().enumerate() {
                augmented.extend(W::import_slice(self.row(i)));
                augmented.push(W::import(right));
            }
            let mut echelon =
                Echelon::<W>::of(&augmented, self.rows, width, self.columns, &mut unchecked)?;
            let rank = echelon.columns.len();
            if (rank..self.rows).any(|row| !echelon.row(row)[self.columns].is_zero()) {
                return Err(AlgebraError::Inconsistent);
            }
            echelon.substitute_back();
            let mut particular = vec![N::ZERO; self.columns];
            for (row, &column) in echelon.columns.iter().enumerate() {
                particular[column] = echelon.row(row)[self.columns].export();
            }
            Ok(Solutions { particular, kernel: echelon.kernel(self.columns) })
        })
    }

    /// A basis of the columns x with `self`·x = 0: one for each free unknown, which is 1 in it and 0 in the other free
    /// ones.
    pub fn kernel(&self) -> Vec<Vec<N>> {
        in_working_form!(N; W => {
            let entries: Vec<W> = W::import_slice(&self.entries);
            let mut echelon =
                Echelon::of(&entries, self.rows, self.columns, self.columns, &mut unchecked)
                    .expect("the check never stops the elimination");
            echelon.substitute_back();
            echelon.kernel(self.columns)
        })
    }

    /// The trace: the sum of the diagonal.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::NotSquare`].
    pub fn trace(&self) -> Result<N, AlgebraError> {
        Ok((0..self.order()?).map(|i| self.entries[i * self.columns + i]).sum())
    }

    /// The characteristic polynomial det(x·1 ⊕ `self`), monic of degree n, through Hessenberg form: O(n³).
    ///
    /// # Errors
    ///
    /// [`AlgebraError::NotSquare`].
    ///
    /// # Examples
    ///
    /// ```
    /// use farstar_nimber::{Matrix, Nim8};
    /// let matrix: Matrix<Nim8> = "0 1;1 1".parse()?;
    /// assert_eq!(matrix.characteristic_polynomial()?.to_string(), "x^2 + x + 1");
    /// # Ok::<(), farstar_nimber::AlgebraError>(())
    /// ```
    pub fn characteristic_polynomial(&self) -> Result<Polynomial<N>, AlgebraError> {
        self.characteristic_polynomial_checked(&mut unchecked)
    }

    /// [`Matrix::characteristic_polynomial`] that asks `check` before every column whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn characteristic_polynomial_checked(
        &self,
        check: Check<'_>,
    ) -> Result<Polynomial<N>, AlgebraError> {
        let order = self.order()?;
        in_working_form!(N; W => {
            let entries: Vec<W> = W::import_slice(&self.entries);
            let polynomial = characteristic::polynomial(entries, order, check)?;
            Ok(Polynomial::from_working(&polynomial))
        })
    }
}

fn expect_size(what: &'static str, expected: usize, found: usize) -> Result<(), AlgebraError> {
    if expected == found {
        Ok(())
    } else {
        Err(AlgebraError::SizeMismatch { what, expected, found })
    }
}

impl<N: Nimber> fmt::Display for Matrix<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            if row > 0 {
                formatter.write_str(";")?;
            }
            for (column, entry) in self.row(row).iter().enumerate() {
                if column > 0 {
                    formatter.write_str(" ")?;
                }
                write!(formatter, "{entry}")?;
            }
        }
        Ok(())
    }
}

impl<N: Nimber> FromStr for Matrix<N> {
    type Err = AlgebraError;

    fn from_str(text: &str) -> Result<Self, AlgebraError> {
        let text = text.trim().trim_end_matches(';');
        if text.is_empty() {
            return Ok(Self { rows: 0, columns: 0, entries: Vec::new() });
        }
        let row = |line: &str| {
            line.split([',', ' ', '\t', '\r'])
                .filter(|entry| !entry.is_empty())
                .map(|entry| entry.parse().map_err(AlgebraError::from))
                .collect::<Result<Vec<N>, _>>()
        };
        Self::from_rows(&text.split([';', '\n']).map(row).collect::<Result<Vec<_>, _>>()?)
    }
}
