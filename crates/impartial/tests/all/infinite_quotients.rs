//! Infinite misère quotients: a published one, against play and against every change of its certificate.

use farstar_impartial::misere::InfiniteQuotient;
use farstar_rules::heap::{HeapCode, HeapGame};
use farstar_value::{CancelToken, Limits};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Weimerskirch 2009: the heaps of 0.3122 up to 7.
fn quotient() -> &'static InfiniteQuotient {
    static FOUND: OnceLock<InfiniteQuotient> = OnceLock::new();
    FOUND.get_or_init(|| {
        let code: HeapCode = "0.3122".parse().unwrap();
        InfiniteQuotient::of_heap_game(&code, 7, &Limits::none()).unwrap().unwrap()
    })
}

/// Whether who is to move loses a sum, given by how many heaps of 1 to 7 there are, by the definition.
fn is_lost(moves: &[Vec<Option<usize>>], sum: [u8; 7], known: &mut HashMap<[u8; 7], bool>) -> bool {
    if let Some(&lost) = known.get(&sum) {
        return lost;
    }
    let (mut any, mut wins) = (false, false);
    for heap in 0..7 {
        if sum[heap] == 0 {
            continue;
        }
        for to in &moves[heap] {
            let mut next = sum;
            next[heap] -= 1;
            if let Some(to) = *to {
                next[to] += 1;
            }
            any = true;
            wins |= is_lost(moves, next, known);
        }
    }
    let lost = any && !wins;
    known.insert(sum, lost);
    lost
}

#[test]
fn all_sums_of_eight_heaps_are_lost_as_by_the_definition() {
    let code: HeapCode = "0.3122".parse().unwrap();
    let moves: Vec<Vec<Option<usize>>> = (1..=7)
        .map(|heap| {
            let to = |parts: Vec<u32>| parts.into_iter().find(|&part| part > 0);
            code.options(heap).into_iter().map(|parts| to(parts).map(|n| n as usize - 1)).collect()
        })
        .collect();
    let (found, mut known) = (quotient(), HashMap::new());
    let mut sums = vec![Vec::new()];
    for _ in 0..8 {
        for sum in sums.clone() {
            for heap in sum.last().copied().unwrap_or(1)..=7 {
                let mut longer: Vec<u32> = sum.clone();
                longer.push(heap);
                sums.push(longer);
            }
        }
        sums.sort_unstable();
        sums.dedup();
    }
    assert_eq!(sums.len(), 6435);
    // and some with many equal heaps
    for many in [9, 12, 15, 18, 21] {
        for heap in [5, 7] {
            for few in [vec![], vec![1], vec![4, 6], vec![2, 3], vec![5; 7], vec![7; 6]] {
                sums.push([vec![heap; many], few].concat());
            }
        }
    }
    for sum in &sums {
        let mut counts = [0u8; 7];
        sum.iter().for_each(|&heap| counts[heap as usize - 1] += 1);
        let lost = is_lost(&moves, counts, &mut known);
        assert_eq!(found.is_lost(sum), Some(lost), "{sum:?}");
    }
}

#[test]
fn an_infinite_quotient_is_told_in_letters() {
    let found = quotient();
    assert_eq!((found.to(), found.generators()), (7, 7));
    assert!(found.presentation().starts_with("⟨a, b, c, d, e, f, g | a²=1, "));
    assert_eq!(found.class(&[7, 7, 7, 7, 7, 7, 5, 5, 5, 5]).as_deref(), Some("g²"));
    assert_eq!(found.class(&[7; 30]).as_deref(), Some("g³⁰"));
    assert_eq!(found.is_lost(&[8]), None);
    assert!(found.lost().contains(&"g⁸⁺⁴ⁿ".to_owned()), "{:?}", found.lost());
}

#[test]
fn a_certificate_of_an_infinite_quotient_is_read_and_its_numbers_count() {
    let text = quotient().to_string();
    let check = |text: &str| -> Result<(), String> {
        let read: InfiniteQuotient = text.parse().map_err(|error| format!("{error}"))?;
        read.check(&Limits::none()).map_err(|error| format!("{error}"))
    };
    assert_eq!(check(&text), Ok(()));
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    for (at, line) in lines.iter().enumerate().skip(1) {
        // without a line
        assert!(check(&with(at, "")).is_err(), "without {line}");
        // a number more in the last word
        if line.starts_with("rule") || line.starts_with("cycles") || line.starts_with("way") {
            let (head, last) = line.rsplit_once(',').unwrap();
            let more = format!("{head},{}", last.parse::<u32>().unwrap() + 1);
            assert!(check(&with(at, &more)).is_err(), "{more}");
        }
    }
    let lost = lines.iter().position(|line| line.starts_with("lost")).unwrap();
    for other in ["", " 0,0,0,0,0,0,1", " 0,0,0,0,0,0,0", " 2,0,0,0,0,0,0", " 0,0"] {
        let changed = if other.is_empty() {
            lines[lost].rsplit_once(' ').unwrap().0.to_owned()
        } else {
            format!("{}{other}", lines[lost])
        };
        assert!(check(&with(lost, &changed)).is_err(), "lost with {other}");
    }
    assert!(check("").is_err() && check("farstar infinite misere quotient 1\nvalues 0").is_err());
}

#[test]
fn what_is_finite_or_stopped_gives_none() {
    let finite: HeapCode = "0.123".parse().unwrap();
    assert!(InfiniteQuotient::of_heap_game(&finite, 8, &Limits::none()).unwrap().is_none());
    let code: HeapCode = "0.3122".parse().unwrap();
    assert!(InfiniteQuotient::of_heap_game(&code, 7, &Limits::none().nodes(1000)).is_err());
    let token = CancelToken::new();
    token.cancel();
    assert!(InfiniteQuotient::of_heap_game(&code, 7, &Limits::none().cancel(token)).is_err());
    // too many heaps
    assert!(InfiniteQuotient::of_heap_game(&code, 100, &Limits::none()).unwrap().is_none());
}
