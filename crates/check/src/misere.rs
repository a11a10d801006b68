//! Misère play: canonical forms, genera, sums and quotients of impartial games, and partizan forms with their order in
//! three universes.

use crate::checker::{Checker, Context, Row, RowError, Verdict, parse, parse_list};
use farstar_impartial::misere::{
    Genus, MisereForm, MisereForms, MisereNotation, MisereQuotient, QuotientCertificate,
    QuotientEnd, Refused,
};
use farstar_rules::heap::HeapCode;
use farstar_value::misere::{PartizanForm, PartizanForms, Universe};
use farstar_value::{Comparison, Limits, Stopped};
use std::time::{Duration, Instant};

/// The checkers of this family.
pub(crate) const CHECKERS: &[Checker] = &[Checker::of("misere", check)];

/// `kind a b answer route`.
fn check(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [kind, a, b, answer] = row.take()?;
    let limits = context.limits();
    let mut forms = MisereForms::new();
    match kind {
        "heap_outcome" => {
            let sum = sum_of_heaps(&mut forms, a, b, limits)?;
            Ok(Verdict::of(answer, forms.outcome(sum).letter()))
        }
        "heap_genus" => {
            let heap = sum_of_heaps(&mut forms, a, b, limits)?;
            genus(answer, forms.genus(heap))
        }
        "heap_canonical" => {
            let heap = sum_of_heaps(&mut forms, a, b, limits)?;
            canonical(&mut forms, answer, heap, limits)
        }
        "outcome" => {
            let form = read(&mut forms, a, limits)?.form;
            Ok(Verdict::of(answer, forms.outcome(form).letter()))
        }
        "genus" => {
            let form = read(&mut forms, a, limits)?.form;
            genus(answer, forms.genus(form))
        }
        "canonical" => {
            let form = read(&mut forms, a, limits)?.form;
            canonical(&mut forms, answer, form, limits)
        }
        "sum" => {
            let (a, b) = (read(&mut forms, a, limits)?.form, read(&mut forms, b, limits)?.form);
            let sum = forms.sum(a, b, limits)?;
            canonical(&mut forms, answer, sum, limits)
        }
        "quotient" => quotient(answer, a, b, limits),
        "p_outcome" => {
            let mut forms = PartizanForms::new();
            let mut sum = Vec::new();
            for text in [a, b].into_iter().filter(|text| *text != "-") {
                sum.push(partizan(&mut forms, text, limits)?);
            }
            Ok(Verdict::of(answer, forms.outcome(&sum, limits)?))
        }
        "p_compare_all" => compare(answer, a, b, Universe::All, limits),
        "p_compare_dicot" => compare(answer, a, b, Universe::Dicots, limits),
        "p_compare_deadending" => compare(answer, a, b, Universe::DeadEnding, limits),
        _ => Err(RowError::Malformed(format!("`{kind}` is no kind of row"))),
    }
}

/// The form of a sum of heaps such as `3+6+9` of the game with a code.
fn sum_of_heaps(
    forms: &mut MisereForms,
    code: &str,
    heaps: &str,
    limits: &Limits,
) -> Result<MisereForm, RowError> {
    let code: HeapCode = parse(code)?;
    let sizes: Vec<u32> = parse_list(heaps, '+')?;
    let count = sizes.iter().max().map_or(0, |&most| most.saturating_add(1));
    let mut of_heap = Vec::new();
    forms.extend_heaps_of_game(&mut of_heap, &code, count, limits)?;
    let mut sum = forms.zero();
    for size in sizes {
        sum = forms.sum(sum, of_heap[size as usize], limits)?;
    }
    Ok(sum)
}

/// Most elements of a quotient that is looked for.
const LARGEST_QUOTIENT: usize = 1 << 12;

/// A quotient that was not found in this time is skipped: it may be infinite, and the rows behind it are not.
const LONGEST: Duration = Duration::from_secs(60);

/// The order and the size of the P-portion, with a proof that is checked without what found them.
fn quotient(answer: &str, code: &str, to: &str, limits: &Limits) -> Result<Verdict, RowError> {
    let (code, to): (HeapCode, u32) = (parse(code)?, parse(to)?);
    let mut limits = limits.clone();
    let end = Instant::now() + LONGEST;
    limits.deadline = Some(limits.deadline.map_or(end, |own| own.min(end)));
    let found = MisereQuotient::of_heap_game(&code, to, LARGEST_QUOTIENT, &limits)?;
    match found.end() {
        None => {}
        Some(QuotientEnd::Limit(Stopped::Cancelled)) => {
            return Err(RowError::Stopped(Stopped::Cancelled.to_string()));
        }
        Some(QuotientEnd::Limit(stopped)) => {
            return Ok(Verdict::Skip(format!("the quotient of {code} to heap {to}: {stopped}")));
        }
        Some(QuotientEnd::Order | QuotientEnd::Open) => {
            let last = found.to();
            return Ok(Verdict::Skip(format!("a quotient that is known up to heap {last} only")));
        }
    }
    QuotientCertificate::new(&code, &found).check(&limits).map_err(|refused| match refused {
        Refused::Stopped(stopped) => RowError::Stopped(stopped.to_string()),
        Refused::Wrong(_) => RowError::Engine(refused.to_string()),
    })?;
    Ok(Verdict::of(answer, format!("{} {}", found.order(), found.p_portion().len())))
}

/// A genus may be written with more of the digits that repeat, or as that of a nim heap.
fn genus(answer: &str, found: &Genus) -> Result<Verdict, RowError> {
    let same = parse::<Genus>(answer)? == *found;
    Ok(if same { Verdict::Pass } else { Verdict::of(answer, found) })
}

/// Whether the answer is the canonical form of the game, written out.
fn canonical(
    forms: &mut MisereForms,
    answer: &str,
    found: MisereForm,
    limits: &Limits,
) -> Result<Verdict, RowError> {
    let wanted = read(forms, answer, limits)?;
    if wanted.form == found && wanted.canonical {
        return Ok(Verdict::Pass);
    }
    Ok(Verdict::of(answer, forms.text(found, MisereNotation::Lists, limits)?))
}

/// An impartial game as it was written.
struct Written {
    form: MisereForm,
    /// Whether the text is the canonical form.
    canonical: bool,
}

/// Reads nested sets, `{0,{2}}`, in which a number is a nim heap.
fn read(forms: &mut MisereForms, text: &str, limits: &Limits) -> Result<Written, RowError> {
    let malformed = || RowError::Malformed(format!("`{text}` is no set of sets and nim heaps"));
    let mut open: Vec<Vec<MisereForm>> = vec![Vec::new()];
    let mut canonical = true;
    let mut letters = text.trim().char_indices().peekable();
    while let Some((from, letter)) = letters.next() {
        let top = open.last_mut().ok_or_else(malformed)?;
        match letter {
            '{' => open.push(Vec::new()),
            ',' | ' ' => {}
            '}' => {
                let mut options = open.pop().ok_or_else(malformed)?;
                let form = forms.from_options(&options, limits)?;
                options.sort_unstable();
                options.dedup();
                canonical &= forms.options(form) == options;
                open.last_mut().ok_or_else(malformed)?.push(form);
            }
            '0'..='9' => {
                let mut end = from + 1;
                while letters.next_if(|(_, letter)| letter.is_ascii_digit()).is_some() {
                    end += 1;
                }
                let size: u32 = parse(&text.trim()[from..end])?;
                top.push(forms.nim_heap(size, limits)?);
            }
            _ => return Err(malformed()),
        }
    }
    match &open[..] {
        [whole] => match whole[..] {
            [form] => Ok(Written { form, canonical }),
            _ => Err(malformed()),
        },
        _ => Err(malformed()),
    }
}

/// `=`, `<`, `>` or `||` in a universe.
fn compare(
    answer: &str,
    a: &str,
    b: &str,
    universe: Universe,
    limits: &Limits,
) -> Result<Verdict, RowError> {
    let mut forms = PartizanForms::new();
    let (a, b) = (partizan(&mut forms, a, limits)?, partizan(&mut forms, b, limits)?);
    Ok(Verdict::of(
        answer,
        match forms.compare(a, b, universe, limits)? {
            Comparison::Confused => "||".to_owned(),
            order => order.to_string(),
        },
    ))
}

fn partizan(
    forms: &mut PartizanForms,
    text: &str,
    limits: &Limits,
) -> Result<PartizanForm, RowError> {
    Ok(forms.parse(text, limits)?)
}
