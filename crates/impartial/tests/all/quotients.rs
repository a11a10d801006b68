//! Misère quotients: published orders, and outcomes against play.

use farstar_impartial::misere::{MisereQuotient, QuotientCertificate, QuotientEnd};
use farstar_rules::heap::{HeapCode, HeapGame};
use farstar_value::Limits;
use std::collections::HashMap;

fn quotient(code: &str, to: u32) -> MisereQuotient {
    let code: HeapCode = code.parse().unwrap();
    MisereQuotient::of_heap_game(&code, to, 1000, &Limits::none()).unwrap()
}

/// Whether who is to move loses a sum, by the definition.
fn is_lost(code: &HeapCode, sum: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&lost) = known.get(sum) {
        return lost;
    }
    let mut options = 0;
    let mut wins = false;
    for (at, &heap) in sum.iter().enumerate() {
        for option in code.options(heap) {
            options += 1;
            let rest = sum.iter().enumerate().filter(|&(place, _)| place != at);
            let mut next: Vec<u32> =
                rest.map(|(_, &heap)| heap).chain(option).filter(|&n| n > 0).collect();
            next.sort_unstable();
            wins |= is_lost(code, &next, known);
        }
    }
    let lost = options > 0 && !wins;
    known.insert(sum.to_vec(), lost);
    lost
}

#[test]
fn orders_are_the_published_ones() {
    // Plambeck and Siegel 2008
    assert_eq!(
        quotient("0.123", 20).orders(),
        [(0, 1, 0), (1, 2, 1), (3, 6, 2), (8, 12, 3), (9, 20, 5)]
    );
    let kayles = quotient("0.77", 14);
    assert_eq!(
        kayles.orders(),
        [(0, 1, 0), (1, 2, 1), (2, 6, 2), (5, 12, 3), (9, 18, 6), (12, 24, 8)]
    );
    for (code, to, order, lost) in [
        ("0.75", 12, 8, 2),
        ("0.31", 12, 6, 2),
        ("0.73", 12, 6, 2),
        ("0.26", 15, 24, 6),
        ("0.351", 12, 22, 6),
        ("0.15", 14, 8, 2),
        ("0.07", 12, 12, 3),
    ] {
        let found = quotient(code, to);
        assert_eq!((found.order(), found.p_portion().len()), (order, lost), "{code}");
    }
}

/// Where a class of the known quotient falls apart beside the next heap, sums of generators are played out.
#[test]
fn quotients_whose_classes_fall_apart_are_learned_and_proved() {
    for (text, orders) in [
        ("0.04", &[(0, 1, 0), (4, 2, 1), (7, 6, 2), (16, 12, 3), (17, 24, 5)][..]),
        ("0.44", &[(0, 1, 0), (3, 2, 1), (5, 6, 2), (11, 12, 3), (19, 18, 6), (25, 24, 8)]),
    ] {
        let code: HeapCode = text.parse().unwrap();
        let found = MisereQuotient::of_heap_game(&code, 30, 1000, &Limits::none()).unwrap();
        assert_eq!((found.to(), found.orders()), (30, orders), "{text}");
        QuotientCertificate::new(&code, &found).check(&Limits::none()).unwrap();
        let mut known = HashMap::new();
        for a in 15..=21 {
            for b in [4, 7, 16, 17] {
                let sum = [b.min(a), b.max(a)];
                assert_eq!(found.is_lost(&sum), Some(is_lost(&code, &sum, &mut known)), "{sum:?}");
            }
        }
    }
}

/// The certificates are checked by another program, which knows nothing of the search.
#[test]
fn large_quotients_are_proved_or_end_by_their_order() {
    let orders = |found: &MisereQuotient| -> Vec<(u32, usize)> {
        found.orders().iter().map(|&(heap, order, _)| (heap, order)).collect()
    };
    for (text, to, expected) in [
        ("0.07", 27, &[(0, 1), (2, 2), (4, 6), (10, 12), (14, 24), (25, 144), (27, 176)][..]),
        ("0.64", 12, &[(0, 1), (2, 2), (3, 6), (5, 10), (7, 28), (10, 44), (11, 62), (12, 122)]),
        ("0.36", 19, &[(0, 1), (1, 2), (3, 6), (8, 12), (13, 24), (15, 48), (18, 96)]),
    ] {
        let code: HeapCode = text.parse().unwrap();
        let found = quotient(text, to);
        assert_eq!(orders(&found), expected, "{text}");
        QuotientCertificate::new(&code, &found).check(&Limits::none()).unwrap();
    }
    // Plambeck and Siegel 2008: Dawson's Kayles
    let dawson = quotient("0.07", 31);
    assert_eq!(orders(&dawson)[6..], [(27, 176), (30, 360), (31, 520)]);
    let (code, mut known) = ("0.07".parse().unwrap(), HashMap::new());
    for sum in [vec![30], vec![31], vec![4, 31], vec![10, 30], vec![4, 10, 27], vec![2, 14, 25]] {
        assert_eq!(dawson.is_lost(&sum), Some(is_lost(&code, &sum, &mut known)), "{sum:?}");
    }
    let many = quotient("0.06", 30);
    assert_eq!((many.to(), many.order(), many.end()), (16, 48, Some(QuotientEnd::Order)));
}

#[test]
fn sums_are_lost_as_by_the_definition() {
    for text in ["0.123", "0.77", "0.75", "0.07", "0.26", "0.137", "0.414", "4.7", "0.54"] {
        let code: HeapCode = text.parse().unwrap();
        let found = MisereQuotient::of_heap_game(&code, 9, 1000, &Limits::none()).unwrap();
        let mut known = HashMap::new();
        for a in 0..=found.to() {
            for b in 0..=a {
                for c in 0..=b.min(5) {
                    let mut sum: Vec<u32> = [a, b, c].into_iter().filter(|&n| n > 0).collect();
                    sum.sort_unstable();
                    assert_eq!(
                        found.is_lost(&sum),
                        Some(is_lost(&code, &sum, &mut known)),
                        "{text} {sum:?}"
                    );
                }
            }
        }
    }
}

/// Siegel, *Combinatorial Game Theory*, ch. V.4: the misère quotient of Kayles has forty elements, and its period is
/// that of normal play.
#[test]
fn the_quotient_of_all_kayles_is_proved() {
    let kayles = quotient("0.77", 168);
    assert_eq!(
        (kayles.order(), kayles.p_portion().len(), kayles.period()),
        (40, 9, Some((71, 12)))
    );
    // misère Kayles is lost where normal Kayles is, but for sums of small heaps (Sibert and Conway 1992)
    let code: HeapCode = "0.77".parse().unwrap();
    let mut known = HashMap::new();
    for sum in [vec![1, 1, 1], vec![4, 4], vec![9, 9], vec![1, 4, 6], vec![12, 9], vec![2, 2, 3, 3]]
    {
        let mut sorted: Vec<u32> = sum.clone();
        sorted.sort_unstable();
        assert_eq!(kayles.is_lost(&sum), Some(is_lost(&code, &sorted, &mut known)), "{sum:?}");
    }
    // without the last heap the period is not proved
    assert_eq!(quotient("0.77", 167).period(), None);
}

#[test]
fn a_certificate_holds_and_every_number_of_it_counts() {
    let code: HeapCode = "0.123".parse().unwrap();
    let found = quotient("0.123", 24);
    assert_eq!(found.period(), Some((5, 5)));
    let text = QuotientCertificate::new(&code, &found).to_string();
    let check = |text: &str| {
        let read: QuotientCertificate = text.parse().map_err(|error| format!("{error}"))?;
        read.check(&Limits::none()).map_err(|error| format!("{error}"))
    };
    assert_eq!(check(&text), Ok(()));
    let mut refused = 0;
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate().skip(2) {
        let words: Vec<&str> = line.split(' ').collect();
        for place in 1..words.len() {
            let number: u32 = words[place].parse().unwrap();
            let mut changed = words.clone();
            let other = ((number + 1) % 20).to_string();
            changed[place] = &other;
            let mut all: Vec<String> = lines.iter().map(ToString::to_string).collect();
            all[at] = changed.join(" ");
            // a separator may be another one, and a lost element be named twice
            let may_hold = line.starts_with("separators")
                || line.starts_with("lost") && words.contains(&other.as_str());
            if !may_hold {
                assert!(check(&all.join("\n")).is_err(), "{line} with {other} at {place}");
                refused += 1;
            }
        }
    }
    assert!(refused > 400, "{refused}");
    for wrong in [
        "",
        "farstar misere quotient 1",
        "farstar misere quotient 1\ngame 0.123",
        "farstar misere quotient 1\ngame x",
    ] {
        assert!(check(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn limits_leave_what_is_proved() {
    let code: HeapCode = "0.77".parse().unwrap();
    let few = MisereQuotient::of_heap_game(&code, 40, 10, &Limits::none()).unwrap();
    assert_eq!((few.to(), few.order(), few.end()), (4, 6, Some(QuotientEnd::Order)));
    let soon = MisereQuotient::of_heap_game(&code, 168, 1000, &Limits::none().nodes(2000)).unwrap();
    assert!(matches!(soon.end(), Some(QuotientEnd::Limit(_))) && soon.to() < 168);
    let token = farstar_value::CancelToken::new();
    token.cancel();
    let none = MisereQuotient::of_heap_game(&code, 168, 1000, &Limits::none().cancel(token));
    assert!(none.is_ok_and(|none| none.to() < 168));
    // moves that make a heap larger
    let growing: Result<HeapCode, _> = "..3.3".parse();
    if let Ok(growing) = growing {
        assert!(MisereQuotient::of_heap_game(&growing, 9, 100, &Limits::none()).is_err());
    }
}

/// Every quotient of two-digit octal games has order 1, 2 or an even number of at least 6 (Siegel, ch. V.4).
#[test]
fn orders_are_those_that_are_possible() {
    for first in 0..8 {
        for second in 0..8 {
            let code = format!("0.{first}{second}");
            let Ok(code) = code.parse::<HeapCode>() else { continue };
            let found = MisereQuotient::of_heap_game(&code, 9, 60, &Limits::none()).unwrap();
            let order = found.order();
            assert!(order <= 2 || order >= 6 && order.is_multiple_of(2), "{code}: {order}");
        }
    }
}

#[test]
fn letters_go_on_after_z() {
    // 27 generators: a to z and a₁
    let found = quotient("4.7", 30);
    let told = found.presentation();
    assert_eq!((told.generators, told.words.len()), (27, found.order()));
    assert!(told.to_string().starts_with(
        "⟨a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a₁ | "
    ));
    assert_eq!(told.lost.len(), found.p_portion().len());
    let value = |heap: u32| found.value(heap).expect("heaps up to 30 are covered");
    assert_eq!(told.words[value(30) as usize], "a₁");
    // each word is the product of its letters: of heaps 1, 2, 5 and those from 7 to 30
    let heaps = [1, 2, 5].into_iter().chain(7..=30).map(value).collect::<Vec<u32>>();
    let letters: Vec<(String, u32)> =
        heaps.iter().map(|&v| (told.words[v as usize].clone(), v)).collect();
    for (class, word) in told.words.iter().enumerate() {
        let mut left = word.as_str();
        let mut product = 0;
        while !left.is_empty() && left != "1" {
            let (letter, value) = letters
                .iter()
                .filter(|(letter, _)| left.starts_with(letter.as_str()))
                .max_by_key(|(letter, _)| letter.len())
                .unwrap_or_else(|| panic!("{word}: no letter begins {left}"));
            left = &left[letter.len()..];
            let powers = ["²", "³", "⁴", "⁵"];
            let power = powers.iter().position(|power| left.starts_with(power));
            if let Some(at) = power {
                left = &left[powers[at].len()..];
            }
            for _ in 0..power.map_or(1, |at| at + 2) {
                product = found.product(product, *value).expect("classes of the quotient");
            }
        }
        assert_eq!(product as usize, class, "{word}");
    }
}

/// A certificate that names two games would show one and be read as the other.
#[test]
fn nothing_stands_twice_in_a_certificate() {
    let code: HeapCode = "0.75".parse().unwrap();
    let found = MisereQuotient::of_heap_game(&code, 12, 100, &Limits::none()).unwrap();
    let certificate = QuotientCertificate::new(&code, &found);
    let text = certificate.to_string();
    for twice in ["game 0.07", "values 0", "lost 0"] {
        let forged = text.replacen('\n', &format!("\n{twice}\n"), 1);
        assert!(forged.parse::<QuotientCertificate>().is_err(), "{twice}");
    }
    let json = certificate.to_json().replacen('{', r#"{"game":"0.07","#, 1);
    assert!(QuotientCertificate::from_json(&json).is_err());
}
