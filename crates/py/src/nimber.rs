//! Products of nimbers: of integers of any size, and of arrays in place.
//!
//! Arrays come as buffers. A part that fits the nearest cache is copied, computed with the instructions the processor
//! has, and copied back: that costs a few per cent, and no memory is shared with Python while it is written.

use crate::exchange::{integer, to_int};
use crate::faults;
use dashu_int::{IBig, UBig};
use farstar_nimber::{Nim8, Nim16, Nim32, Nim64, Nim128, NimBig, Nimber};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyZeroDivisionError;
use pyo3::prelude::*;
use pyo3::types::{PyMemoryView, PySlice};

/// Elements computed at a time.
const PART: usize = 1 << 14;

fn nimber(value: &Bound<'_, PyAny>) -> PyResult<NimBig> {
    let n = integer(value)?;
    let n = UBig::try_from(n)
        .map_err(|_| faults::wrong_value("a nimber is an integer of at least 0"))?;
    let bytes = n.to_le_bytes();
    let limb =
        |bytes: &[u8]| bytes.iter().rev().fold(0u64, |limb, &byte| limb << 8 | u64::from(byte));
    Ok(NimBig::from_limbs(bytes.chunks(8).map(limb).collect()))
}

fn told<'py>(py: Python<'py>, n: &NimBig) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = n.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
    to_int(py, &IBig::from(UBig::from_le_bytes(&bytes)))
}

fn no_inverse() -> PyErr {
    PyZeroDivisionError::new_err("0 has no inverse among the nimbers")
}

fn unknown(operation: &str) -> PyErr {
    faults::wrong_value(format!("no operation '{operation}'"))
}

/// `mul` or `div` of two integers.
#[pyfunction]
pub(crate) fn nim_binary<'py>(
    operation: &str,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (a_value, b) = (nimber(a)?, nimber(b)?);
    let made = match operation {
        "mul" => &a_value * &b,
        "div" => a_value.checked_div(&b).ok_or_else(no_inverse)?,
        _ => return Err(unknown(operation)),
    };
    told(a.py(), &made)
}

/// `inv`, `sqrt`, `square` or `order` of an integer.
#[pyfunction]
pub(crate) fn nim_unary<'py>(
    operation: &str,
    a: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let value = nimber(a)?;
    let made = match operation {
        "inv" => value.inverse().ok_or_else(no_inverse)?,
        "sqrt" => value.sqrt(),
        "square" => value.square(),
        "order" => NimBig::from_limbs(value.order().ok_or_else(|| {
            faults::wrong_value("0 has no order, and that of a nimber this large is not known")
        })?),
        _ => return Err(unknown(operation)),
    };
    told(a.py(), &made)
}

/// A power with an integer above; negative ones are powers of the inverse.
#[pyfunction]
pub(crate) fn nim_power<'py>(
    a: &Bound<'py, PyAny>,
    exponent: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (mut base, exponent) = (nimber(a)?, integer(exponent)?);
    let negative = exponent < IBig::ZERO;
    if negative {
        base = base.inverse().ok_or_else(no_inverse)?;
    }
    let exponent = if negative { -exponent } else { exponent };
    let bytes = UBig::try_from(exponent).unwrap_or_default().to_le_bytes();
    let limb =
        |bytes: &[u8]| bytes.iter().rev().fold(0u64, |limb, &byte| limb << 8 | u64::from(byte));
    let limbs: Vec<u64> = bytes.chunks(8).map(limb).collect();
    told(a.py(), &base.pow_limbs(&limbs))
}

/// The least exponent by which `base` becomes `a`, of nimbers below 2^128; `None` if there is none.
#[pyfunction]
pub(crate) fn nim_log(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    base: &Bound<'_, PyAny>,
) -> PyResult<Option<u128>> {
    let below = || faults::wrong_value("logarithms are known of nimbers below 2^128");
    let a = nimber(a)?.to_u128().ok_or_else(below)?;
    let base = nimber(base)?.to_u128().ok_or_else(below)?;
    fn of<F: Nimber>(a: u128, base: u128) -> Option<Option<u128>> {
        let (a, base) = (F::from_u128(a)?, F::from_u128(base)?);
        Some(if a.is_zero() || base.is_zero() { None } else { a.log(base) })
    }
    let widths = || {
        of::<Nim8>(a, base)
            .or_else(|| of::<Nim16>(a, base))
            .or_else(|| of::<Nim32>(a, base))
            .or_else(|| of::<Nim64>(a, base))
            .or_else(|| of::<Nim128>(a, base))
    };
    Ok(py.detach(widths).flatten())
}

/// Calls `part` with each part of the array, which must lie in one piece, as long as there are any.
fn in_parts(
    array: &Bound<'_, PyAny>,
    mut part: impl FnMut(usize, usize) -> PyResult<()>,
) -> PyResult<()> {
    let py = array.py();
    let count = PyMemoryView::from(array)?.len()?;
    for from in (0..count).step_by(PART) {
        part(from, count.min(from + PART))?;
        py.check_signals()?;
    }
    Ok(())
}

/// A part of an array.
fn part<B: Element>(array: &Bound<'_, PyAny>, from: usize, to: usize) -> PyResult<PyBuffer<B>> {
    let py = array.py();
    let place = |n: usize| isize::try_from(n).map_err(|_| faults::wrong_value("too long an array"));
    let slice = PySlice::new(py, place(from)?, place(to)?, 1);
    PyBuffer::get(&PyMemoryView::from(array)?.get_item(slice)?)
}

/// Nimbers as the numbers of a buffer, and back.
fn bits<F: Nimber>(nimbers: &[F], bits: &mut [F::Bits]) {
    for (bit, nimber) in bits.iter_mut().zip(nimbers) {
        *bit = nimber.to_bits();
    }
}

fn nimbers<F: Nimber>(bits: &[F::Bits], nimbers: &mut [F])
where
    F::Bits: Copy,
{
    for (nimber, &bit) in nimbers.iter_mut().zip(bits) {
        *nimber = F::from_bits(bit);
    }
}

/// The products of the elements of two arrays of one width.
#[allow(clippy::useless_vec, reason = "parts are too large for the stack")]
fn binary<F: Nimber<Bits = B>, B: Element + Default>(
    out: &Bound<'_, PyAny>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let py = out.py();
    let lengths = [out.len()?, a.len()?, b.len()?];
    if lengths.iter().any(|&length| length != lengths[0]) {
        return Err(faults::wrong_value("the arrays differ in length"));
    }
    let zero = F::from_bits(B::default());
    let (mut x, mut y, mut products) = (vec![zero; PART], vec![zero; PART], vec![zero; PART]);
    let mut raw = vec![B::default(); PART];
    in_parts(out, |from, to| {
        let count = to - from;
        let raw = &mut raw[..count];
        part::<B>(a, from, to)?.copy_to_slice(py, raw)?;
        nimbers(raw, &mut x);
        part::<B>(b, from, to)?.copy_to_slice(py, raw)?;
        nimbers(raw, &mut y);
        F::mul_slice(&mut products[..count], &x[..count], &y[..count]);
        bits(&products, raw);
        part::<B>(out, from, to)?.copy_from_slice(py, raw)
    })
}

#[allow(clippy::useless_vec, reason = "parts are too large for the stack")]
fn unary<F: Nimber<Bits = B>, B: Element + Default>(
    operation: &str,
    array: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let py = array.py();
    let of_part: fn(&mut [F]) = match operation {
        "inv" => F::inverse_slice,
        "sqrt" => F::sqrt_slice,
        "square" => F::square_slice,
        _ => return Err(unknown(operation)),
    };
    let mut x = vec![F::from_bits(B::default()); PART];
    let mut raw = vec![B::default(); PART];
    in_parts(array, |from, to| {
        let (raw, x) = (&mut raw[..to - from], &mut x[..to - from]);
        let buffer = part::<B>(array, from, to)?;
        buffer.copy_to_slice(py, raw)?;
        nimbers(raw, x);
        if operation == "inv" && x.iter().any(|x| x.is_zero()) {
            return Err(no_inverse());
        }
        of_part(x);
        bits(x, raw);
        buffer.copy_from_slice(py, raw)
    })
}

fn width(bits: u32) -> PyErr {
    faults::wrong_type(format!("arrays of nimbers have 8, 16, 32 or 64 bits, not {bits}"))
}

/// Writes the products of two arrays of unsigned integers of `bits` bits into a third.
#[pyfunction]
pub(crate) fn nim_binary_into(
    bits: u32,
    out: &Bound<'_, PyAny>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> PyResult<()> {
    match bits {
        8 => binary::<Nim8, u8>(out, a, b),
        16 => binary::<Nim16, u16>(out, a, b),
        32 => binary::<Nim32, u32>(out, a, b),
        64 => binary::<Nim64, u64>(out, a, b),
        _ => Err(width(bits)),
    }
}

/// Replaces the elements of an array by their inverses (`inv`), roots (`sqrt`) or squares (`square`).
#[pyfunction]
pub(crate) fn nim_unary_into(operation: &str, bits: u32, array: &Bound<'_, PyAny>) -> PyResult<()> {
    match bits {
        8 => unary::<Nim8, u8>(operation, array),
        16 => unary::<Nim16, u16>(operation, array),
        32 => unary::<Nim32, u32>(operation, array),
        64 => unary::<Nim64, u64>(operation, array),
        _ => Err(width(bits)),
    }
}
