//! Nimbers as numbers: products, fields, power series.

use crate::problem::Problem;

/// The entries of this family.
pub const PROBLEMS: &[&Problem] = &[];
