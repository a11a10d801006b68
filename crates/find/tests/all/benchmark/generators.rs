//! The tables of the benchmark, each played out from its definition.

use std::collections::HashMap;

type Cell<'a> = &'a [i64];

fn mex(mut options: Vec<i64>) -> i64 {
    options.sort_unstable();
    options.dedup();
    (0..).zip(&options).find(|&(n, &g)| n != g).map_or(options.len() as i64, |(n, _)| n)
}

/// Values of 0, 1, … in turn.
fn sequence(last: i64, mut next: impl FnMut(&[i64], i64) -> i64) -> Vec<i64> {
    let mut values = Vec::new();
    for n in 0..=last {
        let value = next(&values, n);
        values.push(value);
    }
    values
}

fn grundy(last: i64, options: impl Fn(&[i64], i64) -> Vec<i64>) -> Vec<i64> {
    sequence(last, |g, n| mex(options(g, n)))
}

/// Values of a game on two numbers, by the greater of them.
fn square(last: i64, next: impl Fn(&dyn Fn(i64, i64) -> i64, i64, i64) -> i64) -> Vec<Vec<i64>> {
    let mut values = vec![vec![0; last as usize + 1]; last as usize + 1];
    for m in 0..=last {
        let shell = (0..m).map(|a| (a, m)).chain((0..m).map(|b| (m, b))).chain([(m, m)]);
        for (a, b) in shell {
            let value = next(&|a, b| values[a as usize][b as usize], a, b);
            values[a as usize][b as usize] = value;
        }
    }
    values
}

fn at(g: &[i64], n: i64) -> i64 {
    g[n as usize]
}

fn digits(code: &str) -> Vec<i64> {
    code.chars().map(|c| i64::from(c.to_digit(16).expect("a digit"))).collect()
}

/// Octal and hexadecimal codes.
fn heaps(code: &str, last: i64) -> Vec<i64> {
    let digits = digits(code);
    grundy(last, |g, n| {
        let mut options = Vec::new();
        for (taken, digit) in (1..).zip(&digits) {
            let left = n - taken;
            if left < 0 {
                continue;
            }
            if digit & 1 > 0 && left == 0 {
                options.push(0);
            }
            if digit & 2 > 0 && left > 0 {
                options.push(at(g, left));
            }
            if digit & 4 > 0 {
                options.extend((1..=left / 2).map(|a| at(g, a) ^ at(g, left - a)));
            }
            if digit & 8 > 0 {
                for a in 1..=left {
                    for b in a..=left {
                        let c = left - a - b;
                        if c >= b {
                            options.push(at(g, a) ^ at(g, b) ^ at(g, c));
                        }
                    }
                }
            }
        }
        options
    })
}

/// The least winning move for each heap when the next player may take at most `factor` times what was taken.
fn least_winning(last: i64, factor: i64) -> Vec<i64> {
    let mut least = vec![i64::MAX];
    for n in 1..=last {
        // taking k wins when no winning move of what is left is at most factor·k
        least.push((1..=n).find(|&k| at(&least, n - k) > factor * k).expect("taking all wins"));
    }
    least
}

fn misere_least(last: i64, factor: i64) -> Vec<i64> {
    // whoever faces an empty heap has won
    let mut least = vec![0];
    for n in 1..=last {
        least.push((1..=n).find(|&k| at(&least, n - k) > factor * k).unwrap_or(i64::MAX));
    }
    least
}

fn is_prime(n: i64) -> bool {
    n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The simplest number between two integers.
fn simplest(left: Option<i64>, right: Option<i64>) -> i64 {
    match (left, right) {
        (None, None) => 0,
        (Some(l), None) => (l + 1).max(0),
        (None, Some(r)) => (r - 1).min(0),
        (Some(l), Some(r)) => {
            assert!(r - l >= 2);
            if l < 0 && r > 0 {
                0
            } else if l >= 0 {
                l + 1
            } else {
                r - 1
            }
        }
    }
}

/// Outcomes of three heaps: 1 when the first player wins.
fn three(
    last: i64,
    empty: i64,
    moves: impl Fn([i64; 3]) -> Vec<[i64; 3]>,
) -> HashMap<[i64; 3], i64> {
    let mut won = HashMap::new();
    for sum in 0..=3 * last {
        for a in 0..=last {
            for b in 0..=last {
                let c = sum - a - b;
                if (0..=last).contains(&c) {
                    let options = moves([a, b, c]);
                    let wins = if options.is_empty() {
                        empty
                    } else {
                        i64::from(options.iter().any(|o| won[o] == 0))
                    };
                    won.insert([a, b, c], wins);
                }
            }
        }
    }
    won
}

fn reduce(heaps: [i64; 3], which: &[usize]) -> Vec<[i64; 3]> {
    which.iter().fold(vec![heaps], |before, &heap| {
        before
            .iter()
            .flat_map(|&h| {
                (0..h[heap]).map(move |n| {
                    let mut h = h;
                    h[heap] = n;
                    h
                })
            })
            .collect()
    })
}

fn strip(last: i64, left: Option<bool>, right: Option<bool>) -> Vec<i64> {
    use farstar_value::{Arena, text::Notation};
    let arena = Arena::new();
    let mut calculator = arena.calculator();
    let mut known: HashMap<(i64, Option<bool>, Option<bool>), farstar_value::Game> = HashMap::new();
    let ends = [None, Some(false), Some(true)];
    for n in 0..=last {
        for l in ends {
            for r in ends {
                let mut options = [Vec::new(), Vec::new()];
                for (player, colour) in [true, false].into_iter().enumerate() {
                    for start in 0..n - 1 {
                        let (before, after) = (start, n - start - 2);
                        if before == 0 && l == Some(colour) || after == 0 && r == Some(colour) {
                            continue;
                        }
                        let (x, y) =
                            (known[&(before, l, Some(colour))], known[&(after, Some(colour), r)]);
                        options[player].push(calculator.add(x, y).expect("no limits"));
                    }
                }
                let value = calculator.from_options(&options[0], &options[1]).expect("no limits");
                known.insert((n, l, r), value);
            }
        }
    }
    let coded = |text: &str| match text {
        "0" => 0,
        "*" => -1,
        "-1" => 1,
        _ => {
            i64::from(
                text.strip_prefix("-1/").expect("a power").parse::<u64>().expect("a power").ilog2(),
            ) + 1
        }
    };
    let texts: Vec<String> = (0..=last)
        .map(|n| calculator.print(known[&(n, left, right)], Notation::Ascii).expect("no limits"))
        .collect();
    texts.iter().map(|text| coded(text)).collect()
}

/// The values of a table up to a corner; none outside the domain.
pub(crate) fn table(id: &str, high: &[i64]) -> Box<dyn Fn(Cell<'_>) -> Option<i64>> {
    let last = high[0];
    let most = *high.iter().max().expect("a coordinate");
    let one = |values: Vec<i64>| -> Box<dyn Fn(Cell<'_>) -> Option<i64>> {
        Box::new(move |c| Some(at(&values, c[0])))
    };
    let two = |values: Vec<Vec<i64>>| -> Box<dyn Fn(Cell<'_>) -> Option<i64>> {
        Box::new(move |c| Some(values[c[0] as usize][c[1] as usize]))
    };
    let of_three = |won: HashMap<[i64; 3], i64>| -> Box<dyn Fn(Cell<'_>) -> Option<i64>> {
        Box::new(move |c| Some(won[&[c[0], c[1], c[2]]]))
    };
    let rows = |g: &dyn Fn(i64, i64) -> i64, a: i64, b: i64| {
        let mut options: Vec<i64> = (0..a).map(|x| g(x, b)).collect();
        options.extend((0..b).map(|y| g(a, y)));
        options
    };
    match id {
        "nim1" => one(grundy(last, |g, n| (0..n).map(|m| at(g, m)).collect())),
        "bash" => {
            let columns: Vec<Vec<i64>> = (0..=high[1])
                .map(|m| grundy(last, |g, n| (1..=m.min(n)).map(|k| at(g, n - k)).collect()))
                .collect();
            Box::new(move |c| Some(at(&columns[c[1] as usize], c[0])))
        }
        "lasker" => one(grundy(last, |g, n| {
            (0..n).map(|m| at(g, m)).chain((1..n).map(|a| at(g, a) ^ at(g, n - a))).collect()
        })),
        "ruler" | "ruler0" => {
            let base = i64::from(id == "ruler");
            one(grundy(last, |g, n| {
                let mut options = if base == 1 && n > 0 { vec![0] } else { Vec::new() };
                let mut run = 0;
                for m in (base..n).rev() {
                    run ^= at(g, m);
                    options.push(run);
                }
                options
            }))
        }
        "turtles_opt" => {
            one(grundy(last, |g, n| std::iter::once(0).chain((0..n).map(|m| at(g, m))).collect()))
        }
        "mock_turtles" => one(grundy(last, |g, n| {
            let mut options = vec![0];
            for a in 0..n {
                options.push(at(g, a));
                options.extend((0..a).map(|b| at(g, a) ^ at(g, b)));
            }
            options
        })),
        "hnoi2007_split" => one(grundy(last, |g, n| {
            (0..n)
                .flat_map(|a| (a..n).map(move |b| (a, b)))
                .map(|(a, b)| at(g, a) ^ at(g, b))
                .collect()
        })),
        "p5387_xordown" => one(sequence(last, |g, n| {
            if n == 0 {
                0
            } else {
                mex((1..=n).map(|y| n ^ y).filter(|&m| m < n).map(|m| at(g, m)).collect())
            }
        })),
        "subtraction_powers" => {
            let columns: Vec<Vec<i64>> = (0..=high[1])
                .map(|a| {
                    grundy(last, |g, n| {
                        let powers = std::iter::successors(Some(1), |&p| {
                            Some(p * a).filter(|&q| a > 1 && q <= n)
                        });
                        powers.filter(|&p| p <= n).map(|p| at(g, n - p)).collect()
                    })
                })
                .collect();
            Box::new(move |c| Some(at(&columns[c[1] as usize], c[0])))
        }
        "kayles" => one(heaps("77", last)),
        "dawson_0.137" => one(heaps("137", last)),
        "octal_0.156" => one(heaps("156", last)),
        "octal_0.07" => one(heaps("07", last)),
        "hex_0.3F" => one(heaps("3F", last)),
        "hex_0.13FF" => one(heaps("13FF", last)),
        "grundy_game" => one(grundy(last, |g, n| {
            (1..n).filter(|a| 2 * a < n).map(|a| at(g, a) ^ at(g, n - a)).collect()
        })),
        "treblecross" => one(grundy(last, |g, n| {
            (1..=n).map(|i| at(g, (i - 3).max(0)) ^ at(g, (n - i - 2).max(0))).collect()
        })),
        "haoi2015_g" => one(grundy(last, |g, m| {
            let mut all = 0;
            (1..=m)
                .map(|k| {
                    if k > 1 {
                        all ^= at(g, m / k);
                    }
                    all
                })
                .collect()
        })),
        "subtract_squares" => one(grundy(last, |g, n| {
            (1..).take_while(|k| k * k <= n).map(|k| at(g, n - k * k)).collect()
        })),
        "remove_half" => one(grundy(last, |g, n| (1..=n / 2).map(|k| at(g, n - k)).collect())),
        "remove_atleast_half" => one(sequence(last, |g, n| {
            if n == 0 { 0 } else { mex((0..=n / 2).map(|m| at(g, m)).collect()) }
        })),
        "subtract_powers2" => one(grundy(last, |g, n| {
            (0..20).map(|k| 1 << k).filter(|&p| p <= n).map(|p| at(g, n - p)).collect()
        })),
        "subtract_primes1" => one(grundy(last, |g, n| {
            (1..=n).filter(|&k| k == 1 || is_prime(k)).map(|k| at(g, n - k)).collect()
        })),
        "subtract_divisor" => {
            one(grundy(last, |g, n| (1..n).filter(|d| n % d == 0).map(|d| at(g, n - d)).collect()))
        }
        "to_divisor" => {
            one(grundy(last, |g, n| (1..n).filter(|d| n % d == 0).map(|d| at(g, d)).collect()))
        }
        "subtract_coprime" => one(grundy(last, |g, n| {
            (1..=n).filter(|&k| gcd(n, k) == 1).map(|k| at(g, n - k)).collect()
        })),
        "real_factor_nim" => one(grundy(last, |g, n| {
            (1..=n).filter(|c| c * c >= 4 * n).map(|c| at(g, n - c)).collect()
        })),
        "multiplication_p1" => {
            let target_last = last;
            let mut values = vec![0; target_last as usize + 1];
            for n in 2..=target_last {
                // states above n are lost for the player to move; a state p is won when some p·k is not
                let mut lost_from = n; // numbers at least n are lost for who is to move
                let mut won = 1;
                loop {
                    // won: p with 9p ≥ lost_from
                    let won_from = (lost_from + 8) / 9;
                    if won_from <= 1 {
                        break;
                    }
                    // lost: p with 2p ≥ won_from
                    lost_from = (won_from + 1) / 2;
                    if lost_from <= 1 {
                        won = 0;
                        break;
                    }
                }
                values[n as usize] = won;
            }
            one(values)
        }
        "dynsub_P_k1" | "dynsub_P_k2" | "dynsub_P_k3" | "dynsub_P_k4" => {
            let factor = digits(&id[id.len() - 1..])[0];
            let least = least_winning(last, factor);
            Box::new(move |c| Some(i64::from(at(&least, c[0]) < c[0])))
        }
        "dynsub_take_k1" | "dynsub_take_k2" => {
            one(least_winning(last, digits(&id[id.len() - 1..])[0]))
        }
        "fibnim_outcome" | "misere_fibnim" => {
            let least =
                if id == "misere_fibnim" { misere_least(last, 2) } else { least_winning(last, 2) };
            Box::new(move |c| Some(i64::from(at(&least, c[0]) <= c[1])))
        }
        "nim2" => two(square(most, |g, a, b| mex(rows(g, a, b)))),
        "ed_pair" | "ferguson_P" => {
            let outcome = id == "ferguson_P";
            two(square(most, move |g, a, b| {
                let parts = |n: i64| (1..n).map(move |x| (x, n - x));
                let options: Vec<i64> = parts(a).chain(parts(b)).map(|(x, y)| g(x, y)).collect();
                if outcome { i64::from(options.contains(&0)) } else { mex(options) }
            }))
        }
        "selective2" => two(square(most, |g, a, b| {
            let mut options = rows(g, a, b);
            options.extend((0..a).flat_map(|x| (0..b).map(move |y| (x, y))).map(|(x, y)| g(x, y)));
            mex(options)
        })),
        "nim_product" => two(square(most, |g, a, b| {
            mex((0..a)
                .flat_map(|x| (0..b).map(move |y| (x, y)))
                .map(|(x, y)| g(x, b) ^ g(a, y) ^ g(x, y))
                .collect())
        })),
        "tartan_ruler_nim" => two(square(most, |g, a, b| {
            let mut options = Vec::new();
            if a > 0 {
                for y in 0..b {
                    let mut run = g(a, y);
                    options.push(run);
                    for x in (1..a).rev() {
                        run ^= g(x, b) ^ g(x, y);
                        options.push(run);
                    }
                }
            }
            mex(options)
        })),
        "wythoff_P" | "wythoff_grundy" => {
            let outcome = id == "wythoff_P";
            two(square(most, move |g, a, b| {
                let mut options = rows(g, a, b);
                options.extend((1..=a.min(b)).map(|k| g(a - k, b - k)));
                if outcome { i64::from(options.contains(&0)) } else { mex(options) }
            }))
        }
        "gen_wythoff2_P" => two(square(most, |g, a, b| {
            let mut options = rows(g, a, b);
            for k in 1..=a {
                options
                    .extend((k - 1..=k + 1).filter(|&l| l >= 1 && l <= b).map(|l| g(a - k, b - l)));
            }
            i64::from(options.contains(&0))
        })),
        "nimhoff3" => two(square(most, |g, a, b| {
            let mut options = rows(g, a, b);
            if a > 0 && b > 0 {
                options.push(g(a - 1, b - 1));
            }
            mex(options)
        })),
        "welter2" | "queens_strip" => {
            let queens = id == "queens_strip";
            let low = i64::from(queens);
            let values = square(most, move |g, a, b| {
                if a == b || a < low || b < low {
                    return 0;
                }
                let mut options: Vec<i64> = (low..a).filter(|&x| x != b).map(|x| g(x, b)).collect();
                options.extend((low..b).filter(|&y| y != a).map(|y| g(a, y)));
                if queens {
                    options.extend((1..a.min(b)).map(|k| g(a - k, b - k)));
                }
                mex(options)
            });
            Box::new(move |c| (c[0] != c[1]).then(|| values[c[0] as usize][c[1] as usize]))
        }
        "chomp2_P" => {
            // the poisoned square is the last to be eaten
            let values = square(most, |g, a, b| {
                if b > a || a == 0 {
                    return i64::from(a == 0);
                }
                let mut options: Vec<i64> = (0..b).map(|y| g(a, y)).collect();
                options.extend((0..a).map(|x| g(x, b.min(x))));
                i64::from(options.contains(&0))
            });
            Box::new(move |c| (c[1] <= c[0]).then(|| values[c[0] as usize][c[1] as usize]))
        }
        "euclid_powers" | "euclid_game_P" => {
            let powers = id == "euclid_powers";
            fn won(powers: bool, a: i64, b: i64, known: &mut HashMap<(i64, i64), bool>) -> bool {
                if a == 0 {
                    return false;
                }
                if let Some(&won) = known.get(&(a, b)) {
                    return won;
                }
                let sort = |x: i64, y: i64| (x.min(y), x.max(y));
                let mut options = Vec::new();
                if powers {
                    options.push(sort(b % a, a));
                    let mut p = a;
                    while p <= b {
                        options.push(sort(a, b - p));
                        if a == 1 {
                            break;
                        }
                        p *= a;
                    }
                } else {
                    options.extend((1..=b / a).map(|k| sort(a, b - k * a)));
                }
                let wins = options.into_iter().any(|(a, b)| !won(powers, a, b, known));
                known.insert((a, b), wins);
                wins
            }
            let known = std::cell::RefCell::new(HashMap::new());
            Box::new(move |c| {
                (c[0] <= c[1]).then(|| i64::from(won(powers, c[0], c[1], &mut known.borrow_mut())))
            })
        }
        "rect_a1b1" => two(square(most, |g, a, b| {
            let copies = |n: i64, v: i64| if n % 2 == 0 { 0 } else { v };
            let mut options: Vec<i64> =
                (2..=a).filter(|n| a % n == 0).map(|n| copies(n, g(a / n, b))).collect();
            options.extend((2..=b).filter(|n| b % n == 0).map(|n| copies(n, g(a, b / n))));
            mex(options)
        })),
        "cutcake" => two(square(most, |g, a, b| {
            if a == 0 || b == 0 {
                return 0;
            }
            simplest(
                (1..a).map(|x| g(x, b) + g(a - x, b)).max(),
                (1..b).map(|y| g(a, y) + g(a, b - y)).min(),
            )
        })),
        "maundy_cake" => two(square(most, |g, a, b| {
            if a == 0 || b == 0 {
                return 0;
            }
            let left = (2..=a).filter(|k| a % k == 0).map(|k| k * g(a / k, b)).max();
            simplest(left, (2..=b).filter(|k| b % k == 0).map(|k| k * g(a, b / k)).min())
        })),
        "token_f" => {
            let values = square(most, |g, i, j| {
                let mut options: Vec<i64> =
                    (1..i).filter(|x| (x - j).abs() > 1).map(|x| g(x, j)).collect();
                options.extend((1..j).filter(|y| (i - y).abs() > 1).map(|y| g(i, y)));
                mex(options)
            });
            Box::new(move |c| {
                ((c[0] - c[1]).abs() > 1).then(|| values[c[0] as usize][c[1] as usize])
            })
        }
        "cutting_poj2311" => two(square(most, |g, a, b| {
            let mut options: Vec<i64> = (2..a - 1).map(|x| g(x, b) ^ g(a - x, b)).collect();
            options.extend((2..b - 1).map(|y| g(a, y) ^ g(a, b - y)));
            mex(options)
        })),
        "candy_piles2" => two(square(most, |g, a, b| {
            if a == 0 && b == 0 {
                return 1;
            }
            let one = g((a - 1).max(0), (b - 1).max(0));
            let largest = if a >= b { g(0, b) } else { g(a, 0) };
            i64::from(one == 0 || largest == 0)
        })),
        "nim3_outcome" | "misere_nim3" => {
            let single = |h| (0..3).flat_map(|i| reduce(h, &[i])).collect();
            of_three(three(most, i64::from(id == "misere_nim3"), single))
        }
        "moore2_nim3" => of_three(three(most, 0, |h| {
            [&[0][..], &[1], &[2], &[0, 1], &[0, 2], &[1, 2]]
                .iter()
                .flat_map(|which| reduce(h, which))
                .collect()
        })),
        "staircase3" => {
            // tokens move down: sums of numbers of the steps do not shrink, so heights are counted
            let mut known: HashMap<[i64; 3], i64> = HashMap::new();
            fn won(h: [i64; 3], known: &mut HashMap<[i64; 3], i64>) -> i64 {
                if let Some(&w) = known.get(&h) {
                    return w;
                }
                let mut wins = 0;
                for step in 0..3 {
                    for k in 1..=h[step] {
                        let mut next = h;
                        next[step] -= k;
                        if step > 0 {
                            next[step - 1] += k;
                        }
                        if won(next, known) == 0 {
                            wins = 1;
                        }
                    }
                }
                known.insert(h, wins);
                wins
            }
            for c in 0..=high[2] {
                for b in 0..=high[1] {
                    for a in 0..=high[0] {
                        won([a, b, c], &mut known);
                    }
                }
            }
            of_three(known)
        }
        "takeaway_L" | "takeaway_R" => {
            // {x|y} with x ≥ y are switches; a number is written {x|x}
            use farstar_value::{Arena, Game};
            let right = id == "takeaway_R";
            let arena = Arena::new();
            let mut calculator = arena.calculator();
            let mut found: HashMap<(i64, i64, i64), i64> = HashMap::new();
            for a in 1..=high[1] {
                for b in a..=high[2] {
                    let mut values: Vec<Game> = Vec::new();
                    for n in 0..=last {
                        let option = |k: i64| {
                            if n >= k { vec![values[(n - k) as usize]] } else { Vec::new() }
                        };
                        let game =
                            calculator.from_options(&option(a), &option(b)).expect("no limits");
                        values.push(game);
                        let stop = if right {
                            calculator.right_stop(game)
                        } else {
                            calculator.left_stop(game)
                        };
                        let part =
                            stop.expect("no limits").to_string().parse().expect("an integer");
                        found.insert((n, a, b), part);
                    }
                }
            }
            Box::new(move |c| found.get(&(c[0], c[1], c[2])).copied())
        }
        "domino_WnW" => one(strip(last, Some(true), Some(true))),
        "domino_WnB" => one(strip(last, Some(true), Some(false))),
        "domino_Wn" => one(strip(last, Some(true), None)),
        "domino_n" => one(strip(last, None, None)),
        _ => panic!("{id} is no table of the benchmark"),
    }
}
