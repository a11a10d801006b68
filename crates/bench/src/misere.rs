//! Games under misère play: quotients of heap games, canonical forms of partizan games.

use crate::checksum::bytes;
use crate::measure::{Outcome, timed};
use farstar_impartial::misere::{MisereQuotient, QuotientCertificate};
use farstar_rules::heap::HeapCode;
use farstar_value::misere::{PartizanForm, PartizanForms, Universe};
use farstar_value::{Limits, Player};

/// The canonical forms of all dicots whose options are the nine dicots of day 2; 1268 of them differ.
fn dicots() -> Outcome {
    let limits = Limits::none();
    let mut forms = PartizanForms::new();
    let mut options = vec![forms.zero()];
    for _ in 0..2 {
        let mut born: Vec<PartizanForm> = Vec::new();
        for form in forms.forms_over(&options, &limits).expect("no limits") {
            if forms.is_in(form, Universe::Dicots, &limits).expect("no limits") {
                born.push(forms.reduce(form, Universe::Dicots, &limits).expect("no limits"));
            }
        }
        born.sort_unstable();
        born.dedup();
        options = born;
    }
    let day3 = forms.forms_over(&options, &limits).expect("no limits");
    let outcome = timed(
        || {
            let mut reduced: Vec<PartizanForm> = Vec::new();
            for form in day3 {
                // In a dicot of dicots both players have moves, or neither has.
                if forms.is_end(form, Player::Left) == forms.is_end(form, Player::Right) {
                    reduced.push(forms.reduce(form, Universe::Dicots, &limits).expect("no limits"));
                }
            }
            reduced.sort_unstable();
            reduced.dedup();
            (forms, reduced)
        },
        |(forms, reduced)| {
            let mut texts: Vec<String> = reduced
                .iter()
                .map(|&form| forms.text(form, &Limits::none()).expect("no limits"))
                .collect();
            texts.sort_unstable();
            (texts.len() as u64, bytes(&texts.join("\n")), String::new())
        },
    );
    assert_eq!(outcome.count, 1268, "Dorbec, Renault, Siegel, Sopena (2015)");
    outcome
}

/// A quotient with its certificate, which is checked.
fn quotient(code: &str, to: u32, order: usize, period: Option<(u32, u32)>) -> Outcome {
    let (code, limits): (HeapCode, Limits) = (code.parse().expect("a code"), Limits::none());
    let outcome = timed(
        || MisereQuotient::of_heap_game(&code, to, 1000, &limits).expect("no limits"),
        |found| {
            let certificate = QuotientCertificate::new(&code, found);
            certificate.check(&limits).expect("a right certificate");
            assert_eq!(found.period(), period);
            (found.order() as u64, bytes(&certificate.to_string()), String::new())
        },
    );
    assert_eq!(outcome.count, order as u64, "Plambeck and Siegel (2008)");
    outcome
}

type Named = (&'static str, fn() -> Outcome);

pub(crate) const CASES: &[Named] = &[
    ("misere/dicots_day_3", dicots),
    ("misere/quotient_kayles_168", || quotient("0.77", 168, 40, Some((71, 12)))),
    ("misere/quotient_0.123_20", || quotient("0.123", 20, 20, None)),
];
