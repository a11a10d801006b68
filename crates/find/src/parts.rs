//! Tables that fall into smaller ones: separable tables, sequences whose terms have a law for each residue of their
//! number, tables that begin behind 0, and laws with a few exceptions near the border.

use crate::expr::Binary;
use crate::law::LawForm;
use crate::table::Table;

/// Moduli by which sequences are parted.
const MODULI: std::ops::RangeInclusive<i64> = 2..=6;
/// Terms that each part must have.
const FEWEST: i64 = 12;
/// Rows that each part of cells of several numbers must have.
const FEWEST_ROWS: i64 = 4;
/// More rows are not parted: what they have in common shows in the whole.
const MOST_PARTED: i64 = 32;
/// How far from the border exceptions may lie.
const BORDERS: [i64; 3] = [1, 2, 4];
const MOST_EXCEPTIONS: usize = 24;
/// Exceptions of cells of several numbers.
const MOST_CORNERS: usize = 6;
/// Rows that may have laws of their own, and cells that each must have.
const MOST_ROWS: usize = 10;
const SHORTEST_ROW: usize = 8;

/// The law of a smaller table, if one is found quickly.
pub(crate) type Finder<'a> = dyn FnMut(&Table) -> Option<LawForm> + 'a;

/// v(a, b, …) = u(a) op w(b) op …, where op is + or xor.
pub(crate) fn separable(table: &Table, find: &mut Finder<'_>) -> Option<LawForm> {
    let dimension = table.dimension();
    if dimension < 2 {
        return None;
    }
    let low = table.low().to_vec();
    let corner = table.get(&low)?;
    for op in [Binary::Xor, Binary::Add] {
        let apart = |value: i64, corner: i64| match op {
            Binary::Xor => Some(value ^ corner),
            _ => value.checked_sub(corner),
        };
        // the first part has the corner, the others are 0 there
        let row = |axis: usize, x: i64| {
            let mut cell = low.clone();
            cell[axis] = x;
            let value = table.get(&cell)?;
            if axis == 0 { Some(value) } else { apart(value, corner) }
        };
        let together = |cell: &[i64]| {
            let parts = (0..dimension).map(|axis| row(axis, cell[axis]));
            parts.reduce(|all, part| {
                let (all, part) = (all?, part?);
                if op == Binary::Xor { Some(all ^ part) } else { all.checked_add(part) }
            })
        };
        if !table.rows().all(|(cell, value)| together(cell) == Some(Some(value))) {
            continue;
        }
        let part = |axis: usize| {
            let terms = (low[axis]..=table.high()[axis]).map_while(|x| row(axis, x));
            Table::sequence(low[axis], &terms.collect::<Vec<_>>()).ok()
        };
        let parts = (0..dimension).map(|axis| find(&part(axis)?)).collect::<Option<Vec<_>>>()?;
        return Some(LawForm::Separable { op, parts });
    }
    None
}

/// A law for each residue of n - first, of cells of several numbers for each residue of the last one.
pub(crate) fn residues(table: &Table, find: &mut Finder<'_>) -> Option<LawForm> {
    let last = table.dimension() - 1;
    let (low, count) = (table.low()[last], table.high()[last] - table.low()[last] + 1);
    if last == 0 && count != table.len() as i64 || last > 0 && count > MOST_PARTED {
        return None;
    }
    let (first, fewest) = if last == 0 { (low, FEWEST) } else { (0, FEWEST_ROWS) };
    'moduli: for modulus in MODULI.take_while(|&modulus| fewest * modulus <= count) {
        let mut parts = Vec::new();
        for residue in 0..modulus {
            let part = table.map(|cell, value| {
                let mut cell = cell.to_vec();
                let at = cell[last] - first;
                cell[last] = at.div_euclid(modulus);
                (at.rem_euclid(modulus) == residue).then_some((cell, value))
            })?;
            // each part must begin where all do, as laws of parts are read from there
            let begins = part.low()[..last] == table.low()[..last];
            let Some(law) = Some(part).filter(|_| begins).and_then(|part| find(&part)) else {
                continue 'moduli;
            };
            parts.push(law);
        }
        return Some(LawForm::Residues { first, parts });
    }
    None
}

/// A law for each of the first numbers of the last coordinate, behind which the rows are equal.
pub(crate) fn rows(table: &Table, find: &mut Finder<'_>) -> Option<LawForm> {
    let last = table.dimension().checked_sub(1).filter(|&last| last > 0)?;
    let (first, end) = (table.low()[last], table.high()[last]);
    let row = |number: i64| {
        table.map(|cell, v| (cell[last] == number).then(|| (cell[..last].to_vec(), v)))
    };
    let (mut parts, mut before): (Vec<LawForm>, Option<LawForm>) = (Vec::new(), None);
    for number in first..=end {
        let row = row(number)?;
        // each row must begin where all do, as laws of parts are read from there
        if row.len() < SHORTEST_ROW || row.low() != &table.low()[..last] {
            return None;
        }
        let law = match before.take().filter(|law| law.is_exact(&row)) {
            Some(law) => law,
            None => find(&row)?,
        };
        before = Some(law.clone());
        parts.push(law);
        let many = parts.len();
        if many > MOST_ROWS && parts[many - 1] != parts[many - 2] {
            return None;
        }
    }
    while parts.len() > 1 && parts[parts.len() - 1] == parts[parts.len() - 2] {
        parts.pop();
    }
    (parts.len() > 1 && parts.len() <= MOST_ROWS).then_some(LawForm::Rows { first, parts })
}

/// The law of the cells less the lowest cell of the table, where that is not 0.
pub(crate) fn shifted(table: &Table, find: &mut Finder<'_>) -> Option<LawForm> {
    let by = table.low().to_vec();
    if by.iter().all(|&low| low == 0) {
        return None;
    }
    let less = |cell: &[i64], v| {
        let cell = cell.iter().zip(&by).map(|(&x, &low)| x.checked_sub(low)).collect::<Option<_>>();
        Some((cell?, v))
    };
    let law = find(&table.map(less)?)?;
    Some(LawForm::Shifted { by, law: Box::new(law) })
}

/// A law of the cells that are not at the border, and the others. Where a border grows with the table, of cells of
/// several numbers, the law holds there too, but for a few of them.
pub(crate) fn exceptions(table: &Table, find: &mut Finder<'_>) -> Option<LawForm> {
    let is_sequence = table.dimension() == 1;
    for border in BORDERS {
        let is_inside =
            |cell: &[i64]| cell.iter().zip(table.low()).all(|(x, low)| x - low >= border);
        let inside = table.map(|cell, v| is_inside(cell).then(|| (cell.to_vec(), v)))?;
        if inside.len() < table.len() / 2 {
            return None;
        }
        let Some(law) = find(&inside) else { continue };
        if law.is_exact(table) {
            return Some(law);
        }
        let low = if is_sequence { inside.low() } else { table.low() };
        let says = |cell: &[i64]| {
            let cell: Vec<i128> = cell.iter().map(|&x| x.into()).collect();
            law.value(&cell, low)
        };
        let wrong = |&(cell, v): &(&[i64], i64)| says(cell) != Some(v.into());
        let most = if is_sequence { MOST_EXCEPTIONS } else { MOST_CORNERS };
        let cells: Vec<(Vec<i64>, i64)> =
            table.rows().filter(wrong).take(most + 1).map(|(cell, v)| (cell.to_vec(), v)).collect();
        // exceptions are few, and do not grow with the table
        if cells.len() <= most {
            let low = low.to_vec();
            return Some(LawForm::Exceptions { cells, low, law: Box::new(law) });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::{LawForm, LawSearch, Table, find};

    fn first(rows: Vec<(Vec<i64>, i64)>) -> (LawForm, impl Fn(&[i128]) -> Option<i128>) {
        let found = find(&Table::new(rows).unwrap(), &[], &LawSearch::default());
        let law = found.laws.into_iter().next().expect("a law");
        (law.form.clone(), move |cell: &[i128]| law.value(cell))
    }

    #[test]
    fn what_is_constant_but_for_a_few_cells_has_a_law() {
        let law = |a: i64, b: i64| if a == b && a < 2 { a } else { 2 };
        let cells = (0..30).flat_map(|a| (0..30).map(move |b| (vec![a, b], law(a, b))));
        let (form, value) = first(cells.collect());
        assert!(matches!(form, LawForm::Exceptions { .. }), "{form:?}");
        for (a, b) in [(0, 0), (1, 1), (0, 500), (2, 2), (90, 90)] {
            assert_eq!(value(&[a, b]), Some(law(a as i64, b as i64).into()), "({a}, {b})");
        }
        // but not a line of them
        let cells = (0..30).flat_map(|a| {
            (0..30).map(move |b| (vec![a, b], i64::from(a == 7 && b % 3 == 0 && b != 9)))
        });
        let found = find(&Table::new(cells.collect()).unwrap(), &[], &LawSearch::default());
        assert!(found.laws.iter().all(|law| !matches!(law.form, LawForm::Exceptions { .. })));
    }

    #[test]
    fn rows_have_laws_of_their_own() {
        let kayles = [4i64, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
        let law = |a: i64, b: i64| match b {
            0 => kayles[a as usize % 12],
            1 => a / 3 - a % 2,
            2 => 0,
            _ => a % 5,
        };
        let rows = (0..50).flat_map(|a| (0..12).map(move |b| (vec![a, b], law(a, b))));
        let (form, value) = first(rows.collect());
        assert!(matches!(form, LawForm::Rows { .. }), "{form:?}");
        let names = ["a", "b"].map(String::from);
        let told = form.shown(&names);
        assert!(told.contains("at b = 0: period 12") && told.contains("from b = 3 on: "), "{told}");
        for (b, wanted) in [(0, 2), (1, 333_333_333), (2, 0), (3, 3), (1 << 40, 3)] {
            assert_eq!(value(&[1_000_000_003, b]), Some(wanted), "{b}");
        }
        // kinds that are few are all seen
        let rows = (0..60).flat_map(|a| (0..2).map(move |b| (vec![a, b], law(a, b))));
        let (inside, outside) = Table::new(rows.collect()).unwrap().split(0.2);
        assert!(inside.high()[1] == 1 && outside.len() == 24, "{}", outside.len());
    }

    #[test]
    fn heaps_of_two_games_side_by_side_are_separable() {
        let kayles = [4i64, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
        let row = |a: i64, b: i64| (vec![a, b], kayles[a as usize % 12] ^ (b % 3));
        let rows = (0..40).flat_map(|a| (0..20).map(move |b| row(a, b)));
        let (form, value) = first(rows.collect());
        assert!(matches!(form, LawForm::Separable { .. }), "{form:?}");
        assert_eq!(value(&[12_000_000_003, 30_000_000_001]), Some(8 ^ 1));
    }

    #[test]
    fn residues_have_laws_of_their_own() {
        let value = |n: i64| if n % 2 == 0 { (n / 2) ^ 5 } else { i64::from(n.count_ones()) };
        let (form, law) = first((0..200).map(|n| (vec![n], value(n))).collect());
        assert_eq!(law(&[2_000_001]), Some(value(2_000_001).into()), "{form:?}");
        assert_eq!(law(&[2_000_000]), Some(value(2_000_000).into()));
    }

    #[test]
    fn a_call_at_a_cell_that_is_found() {
        // f(n) = f(n - ⌊√n⌋) + 1
        let mut values = vec![0i64];
        for n in 1..400usize {
            values.push(values[n - n.isqrt()] + 1);
        }
        let (form, law) = first((0..).zip(values).map(|(n, v)| (vec![n], v)).collect());
        let far = |mut n: i128| {
            let mut steps = 0;
            while n > 0 {
                (n, steps) = (n - n.isqrt(), steps + 1);
            }
            steps
        };
        assert_eq!(law(&[1_000_000_000]), Some(far(1_000_000_000)), "{form:?}");
    }
}
