//! Games under misère play: quotients of heap games, canonical forms of partizan games.

use crate::checksum::bytes;
use crate::measure::{Outcome, timed};
use farstar_impartial::misere::{MisereForm, MisereForms, MisereQuotient, QuotientCertificate};
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

/// The canonical forms of all games with at most seven options among the 22 of day 4; the count is that of a program
/// which simplifies sets as the definition says.
fn canonical_forms() -> Outcome {
    let limits = Limits::none();
    let mut forms = MisereForms::new();
    let born = forms.born_by(4, &limits).expect("no limits");
    let sets = (0..1u32 << born.len()).filter(|set| set.count_ones() <= 7);
    let of_set = |set: u32| -> Vec<MisereForm> {
        born.iter()
            .enumerate()
            .filter(|(at, _)| set >> at & 1 == 1)
            .map(|(_, &form)| form)
            .collect()
    };
    let games: Vec<Vec<MisereForm>> = sets.map(of_set).collect();
    let outcome = timed(
        || {
            let mut found: Vec<MisereForm> = games
                .iter()
                .map(|options| forms.from_options(options, &limits).expect("no limits"))
                .collect();
            found.sort_unstable();
            found.dedup();
            found.len()
        },
        |&found| (found as u64, 0, format!("{found} of {} sets", games.len())),
    );
    assert_eq!(outcome.count, 271_224);
    outcome
}

/// The quotients of the octal games of two digits to heap 12, or as far as they have at most a hundred classes.
fn octals() -> Outcome {
    let limits = Limits::none();
    let codes: Vec<HeapCode> =
        (0..64).map(|n| format!("0.{}{}", n / 8, n % 8).parse().expect("a code")).collect();
    timed(
        || {
            let quotient = |code| MisereQuotient::of_heap_game(code, 12, 100, &limits);
            codes.iter().map(|code| quotient(code).expect("no limits")).collect::<Vec<_>>()
        },
        |found| {
            for (code, quotient) in codes.iter().zip(found) {
                QuotientCertificate::new(code, quotient).check(&limits).expect("right");
            }
            let orders: Vec<String> = found.iter().map(|one| one.order().to_string()).collect();
            (found.len() as u64, bytes(&orders.join(" ")), orders.join(" "))
        },
    )
}

type Named = (&'static str, fn() -> Outcome);

pub(crate) const CASES: &[Named] = &[
    ("misere/canonical_forms", canonical_forms),
    ("misere/dicots_day_3", dicots),
    ("misere/octals_to_12", octals),
    ("misere/quotient_kayles_168", || quotient("0.77", 168, 40, Some((71, 12)))),
    ("misere/quotient_0.123_20", || quotient("0.123", 20, 20, None)),
];
