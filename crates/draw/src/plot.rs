//! Sequences as points, tables of numbers as squares.

use crate::label::label;
use crate::svg::{C, Svg};

/// A sequence of numbers to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Scatter<'s> {
    /// The numbers.
    pub values: &'s [i64],
    /// The index of the first.
    pub from: u64,
    /// From this index on the sequence is periodic.
    pub periodic: Option<u64>,
    /// Indices that are exceptions of the period, increasing.
    pub exceptions: &'s [u64],
    /// One sentence: what is shown.
    pub sentence: &'s str,
}

const WIDTH: f64 = 336.0;
const HEIGHT: f64 = 242.0;
/// The plane of the points: left, right, top, bottom.
const PLANE: [f64; 4] = [34.0, 328.0, 20.0, 204.0];

/// A distance of marks, 1, 2, 5, 10, …, of which at most `most` fit into `span`.
fn step(span: u64, most: u64) -> u64 {
    let mut power: u64 = 1;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if span / step <= most || step == u64::MAX {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// A sequence as points: circles for exceptions, a band where it is periodic.
///
/// # Examples
/// ```
/// use farstar_draw::{Scatter, scatter};
/// let values = &[0, 1, 2, 3, 1, 4];
/// let picture = scatter(&Scatter { values, periodic: Some(3), exceptions: &[0], ..Scatter::default() });
/// assert_eq!(picture.matches("class=\"dot\"").count(), 5);
/// assert_eq!(picture.matches("class=\"dot-x\"").count(), 1);
/// ```
#[must_use]
pub fn scatter(plot: &Scatter<'_>) -> String {
    let [left, right, top, bottom] = PLANE;
    let mut svg = Svg::new(WIDTH, HEIGHT, plot.sentence);
    let count = plot.values.len().max(1) as u64;
    let low = plot.values.iter().copied().min().unwrap_or(0).min(0);
    let high = plot.values.iter().copied().max().unwrap_or(0).max(low.saturating_add(1));
    let span = high.abs_diff(low);
    let x = |index: u64| left + (right - left) * (index - plot.from) as f64 / count as f64;
    let y = |value: i64| bottom - (bottom - top) * value.abs_diff(low) as f64 / span as f64;
    if let Some(from) = plot.periodic.filter(|from| *from < plot.from + count) {
        let at = x(from.max(plot.from));
        svg.rect("band", [at, top, right - at, bottom - top], 0.0);
        svg.text("q", (at + 6.0).min(right - 50.0), top - 6.0, "periodic");
    }
    let distance = step(span, 6);
    let mut mark = low;
    while mark <= high {
        svg.path("grid", &format!("M{} {}H{}", C(left), C(y(mark)), C(right)));
        svg.text("end", left - 6.0, y(mark) + 4.0, &label(&mark.to_string()));
        let Some(next) = i64::try_from(distance).ok().and_then(|d| mark.checked_add(d)) else {
            break;
        };
        mark = next;
    }
    let distance = step(count, 5);
    let mut index = plot.from.next_multiple_of(distance);
    while index <= plot.from + count {
        svg.text("mid", x(index), bottom + 18.0, &index.to_string());
        index += distance;
    }
    let mut exceptions = plot.exceptions.iter().copied().peekable();
    let small = plot.values.len() > 200;
    for (index, &value) in (plot.from..).zip(plot.values) {
        while exceptions.next_if(|&exception| exception < index).is_some() {}
        let (class, r) = match (exceptions.peek() == Some(&index), small) {
            (true, false) => ("dot-x", 3.4),
            (true, true) => ("dot-x", 2.0),
            (false, false) => ("dot", 2.4),
            (false, true) => ("dot", 1.2),
        };
        svg.circle(class, x(index), y(value), r);
    }
    svg.text("q end", right, HEIGHT - 4.0, "n →");
    svg.text("q", 2.0, HEIGHT - 4.0, "↑ g(n)");
    svg.done()
}

/// Larger tables have no numbers in their squares.
const MOST_WRITTEN: usize = 24;

/// A table of numbers as squares, darker for larger numbers; zeros are marked. Classes `h0` (zero) to `h4`.
///
/// # Examples
/// ```
/// let marks = ["0".to_owned(), "1".to_owned()];
/// let picture = farstar_draw::heatmap(&[vec![0, 1], vec![1, 2]], &marks, &marks, "Nim");
/// assert_eq!(picture.matches("class=\"h0\"").count(), 1);
/// ```
#[must_use]
pub fn heatmap(
    rows: &[Vec<i64>],
    row_labels: &[String],
    column_labels: &[String],
    sentence: &str,
) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let most = rows.iter().flatten().map(|value| value.unsigned_abs()).max().unwrap_or(0);
    let side = (300.0 / columns.max(rows.len()) as f64).clamp(3.0, 26.0).floor();
    let written = columns <= MOST_WRITTEN && rows.len() <= MOST_WRITTEN && most < 1000;
    let (width, height) = (30.0 + columns as f64 * side, 24.0 + rows.len() as f64 * side);
    let mut svg = Svg::new(width.max(60.0), height.max(40.0), sentence);
    let every = (20.0 / side).ceil().max(1.0) as usize;
    for (at, name) in column_labels.iter().take(columns).enumerate().step_by(every) {
        svg.text("mid q", 28.0 + (at as f64 + 0.5) * side, 14.0, name);
    }
    for (row, values) in rows.iter().enumerate() {
        let y = 20.0 + row as f64 * side;
        if row % every == 0
            && let Some(name) = row_labels.get(row)
        {
            svg.text("end q", 24.0, y + side / 2.0 + 4.0, name);
        }
        for (column, &value) in values.iter().enumerate() {
            let x = 28.0 + column as f64 * side;
            let shade = shade(value.unsigned_abs(), most);
            svg.rect(&format!("h{shade}"), [x, y, side - 1.0, side - 1.0], 0.0);
            if written {
                svg.text(
                    &format!("mid ht{shade}"),
                    x + side / 2.0 - 0.5,
                    y + side / 2.0 + 4.0,
                    &label(&value.to_string()),
                );
            }
        }
    }
    svg.done()
}

/// 0 for zero, then 1 to 4 by size.
fn shade(value: u64, most: u64) -> u64 {
    if value == 0 || most == 0 {
        return 0;
    }
    let quarter = (u128::from(value) * 4).div_ceil(u128::from(most));
    quarter.clamp(1, 4) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_where_the_numbers_are() {
        let values = [0, 4, 2];
        let picture = scatter(&Scatter { values: &values, from: 10, ..Scatter::default() });
        for (x, y) in [("34", "204"), ("132", "20"), ("230", "112")] {
            assert!(
                picture.contains(&format!(r#"<circle class="dot" cx="{x}" cy="{y}" r="2.4"/>"#)),
                "{picture}"
            );
        }
        assert!(picture.contains(">10</text>") && picture.contains(">13</text>"));
    }

    #[test]
    fn marks_are_few() {
        for (span, most, wanted) in
            [(5, 6, 1), (7, 6, 2), (30, 6, 5), (61, 6, 10), (1_000_000, 5, 200_000)]
        {
            assert_eq!(step(span, most), wanted, "{span}");
        }
        assert!(u64::MAX / step(u64::MAX, 6) <= 6);
    }

    #[test]
    fn extremes_are_drawn() {
        for values in [&[][..], &[i64::MIN, i64::MAX], &[7; 3], &[-5]] {
            assert!(scatter(&Scatter { values, ..Scatter::default() }).ends_with("</svg>"));
        }
        assert!(heatmap(&[], &[], &[], "").ends_with("</svg>"));
        assert!(heatmap(&[vec![i64::MIN, 1], vec![]], &[], &[], "").contains("h4"));
    }

    #[test]
    fn shades_go_from_zero_to_the_greatest() {
        assert_eq!([0, 1, 4, 5, 8, 9, 16].map(|v| shade(v, 16)), [0, 1, 1, 2, 2, 3, 4]);
    }
}
