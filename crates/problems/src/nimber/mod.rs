//! Nimbers as numbers: products, fields, power series.

pub mod field;
pub mod isomorphism;
pub mod products;
pub mod series;

use crate::entry::Entry;
/// The entries of this family.
pub(crate) const ENTRIES: &[&Entry] = &[
    &products::PRODUCT,
    &products::LAWS,
    &field::FIELD,
    &products::FERMAT,
    &products::RECURSION,
    &products::LOGARITHMS,
    &isomorphism::ISOMORPHISM,
    &products::POWERS_OF_TWO,
    &field::DETERMINANT,
    &field::LOGARITHM,
    &products::FIELD_AXIOMS,
    &series::EXPONENTIAL,
    &series::LEMMAS,
    &series::SET_SERIES,
];
