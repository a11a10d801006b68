//! The table of the third document: 16-bit nimbers as polynomials over GF(2).

use farstar_value::Limits;
use std::fmt::Write;

use farstar_nimber::{Nim16, Nimber};

use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::Instance;
use crate::trial::Verification;

/// The generator that stands for x.
const GENERATOR: u16 = 10_279;
/// The polynomial of the document: x^16 + x^14 + x^12 + x^11 + x^10 + x^9 + x^4 + x^3 + x^2 + x + 1.
const MODULUS: u32 = 0x1_681f;

/// The nimber of a polynomial: the nim sum of 10279^(i) over its bits i.
fn to_nimber(polynomial: u16) -> u16 {
    let bits = (0..16_u32).filter(|i| polynomial >> i & 1 == 1);
    let powers = bits.map(|i| Nim16::new(GENERATOR).pow(i.into()));
    powers.fold(Nim16::ZERO, |sum, power| sum + power).get()
}

/// The polynomial of a nimber: [`to_nimber`] solved by elimination, one pivot for each bit.
struct Inverse {
    /// For each leading bit a nimber with that leading bit, and its polynomial.
    pivots: [Option<(u16, u16)>; 16],
}

impl Inverse {
    fn new() -> Self {
        let mut inverse = Self { pivots: [None; 16] };
        for i in 0..16 {
            let (left, polynomial) = inverse.reduce(to_nimber(1 << i), 1 << i);
            if left != 0 {
                inverse.pivots[left.ilog2() as usize] = Some((left, polynomial));
            }
        }
        inverse
    }

    fn reduce(&self, mut nimber: u16, mut polynomial: u16) -> (u16, u16) {
        while nimber != 0 {
            let Some((pivot, change)) = self.pivots[nimber.ilog2() as usize] else { break };
            nimber ^= pivot;
            polynomial ^= change;
        }
        (nimber, polynomial)
    }

    fn of(&self, nimber: u16) -> u16 {
        self.reduce(nimber, 0).1
    }
}

/// The product of polynomials over GF(2) modulo [`MODULUS`].
fn multiply(a: u16, b: u16) -> u16 {
    let mut product = 0_u32;
    for i in (0..16).rev() {
        product <<= 1;
        if product >> 16 & 1 == 1 {
            product ^= MODULUS;
        }
        if b >> i & 1 == 1 {
            product ^= u32::from(a);
        }
    }
    product as u16
}

/// I23: nimbers as polynomials.
pub(crate) const ISOMORPHISM: Entry = Entry {
    instance: Instance::computation("10279 2 32768\n", answer_maps, |input, limits| {
        let mut text = String::new();
        while !input.is_at_end() {
            let x = input.integer("a nimber", 0..=u16::MAX)?;
            // All polynomials are tried.
            let polynomial = (0..=u16::MAX).find(|&p| to_nimber(p) == x).unwrap_or(u16::MAX);
            let _ = writeln!(text, "{polynomial} {}", to_nimber(x));
            limits.check()?;
        }
        Ok(text)
    }),
    answer: Some(answer_maps),
    verification: Some(Verification::to([64, 1024, 8192], |to, trial| {
        let inverse = Inverse::new();
        for x in 0..=u16::MAX {
            trial.compare(|| format!("f2n(n2f({x}))"), to_nimber(inverse.of(x)), x)?;
        }
        for a in 0..to as u16 {
            for b in 0..to as u16 {
                let nimbers = inverse.of((Nim16::new(a) * Nim16::new(b)).get());
                let polynomials = multiply(inverse.of(a), inverse.of(b));
                trial.compare(|| format!("n2f({a} ⊗ {b})"), polynomials, nimbers)?;
            }
        }
        Ok(())
    })),
    ..entry!("I23", "generator-10279")
};

fn answer_maps(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let inverse = Inverse::new();
    let mut text = String::new();
    while !input.is_at_end() {
        let x = input.integer("a nimber", 0..=u16::MAX)?;
        let _ = writeln!(text, "{} {}", inverse.of(x), to_nimber(x));
        limits.check()?;
    }
    Ok(text)
}
