//! The way to a surreal number from 0 in the tree of all numbers: plus goes down to the right, minus down to the
//! left.

use crate::svg::{C, Svg, escape};

/// A run of equal signs.
#[derive(Clone, Debug)]
pub struct SignStep {
    /// Whether the signs are pluses.
    pub plus: bool,
    /// How many: an ordinal.
    pub length: String,
    /// The number at its end, if it has a short name.
    pub number: Option<String>,
}

/// Runs that are drawn.
const MOST: usize = 60;
/// How far a run goes aside and down.
const ASIDE: f64 = 62.0;
const BELOW: f64 = 44.0;
const MARGIN: f64 = 28.0;
/// Width of the letters of a label, about.
const LETTER: f64 = 6.6;

/// The path of a number; if it goes on behind these runs, because the last ones repeat or because it is too long, a
/// broken line shows it.
///
/// # Examples
/// ```
/// use farstar_draw::{SignStep, sign_path};
/// let step = |plus, length: &str| SignStep { plus, length: length.to_owned(), number: None };
/// let picture = sign_path(&[step(true, "ω"), step(false, "ω")], false, "ω/2", "the path to ω/2");
/// assert!(picture.contains("br-l") && picture.contains("br-r") && picture.contains("ω/2"));
/// ```
#[must_use]
pub fn sign_path(steps: &[SignStep], goes_on: bool, number: &str, sentence: &str) -> String {
    let shown = &steps[..steps.len().min(MOST)];
    let mut corners = vec![(0.0, 0.0)];
    for step in shown {
        let &(x, y) = &corners[corners.len() - 1];
        corners.push((x + if step.plus { ASIDE } else { -ASIDE }, y + BELOW));
    }
    let label = |at: usize| match shown.get(at) {
        _ if at == 0 => "0".to_owned(),
        None => String::new(),
        Some(_) => shown[at - 1].number.clone().unwrap_or_default(),
    };
    let mut labels: Vec<String> = (0..corners.len()).map(label).collect();
    let whole = shown.len() == steps.len();
    if whole && !shown.is_empty() {
        number.clone_into(&mut labels[shown.len()]);
    }
    let half = |at: usize| labels[at].chars().count() as f64 * LETTER + 14.0;
    let reach = |at: usize| (corners[at].0 - half(at), corners[at].0 + half(at));
    let left = (0..corners.len()).map(|at| reach(at).0).fold(-ASIDE, f64::min);
    let right = (0..corners.len()).map(|at| reach(at).1).fold(ASIDE, f64::max);
    let open = goes_on || !whole;
    let height = corners[corners.len() - 1].1 + if open { BELOW } else { 0.0 };
    let mut svg = Svg::new(right - left + 2.0 * MARGIN, height + 2.0 * MARGIN, sentence);
    let at = |(x, y): (f64, f64)| (x - left + MARGIN, y + MARGIN);
    for (step, pair) in shown.iter().zip(corners.windows(2)) {
        let (from, to) = (at(pair[0]), at(pair[1]));
        // In Hackenbush the pluses are edges of Left, the minuses those of Right.
        svg.line(if step.plus { "br br-l br-c" } else { "br br-r br-c" }, &[from, to], false);
        let (sign, class, beside) =
            if step.plus { ("+", "mathy", 7.0) } else { ("−", "mathy end", -7.0) };
        let length = match step.length.as_str() {
            "1" => String::new(),
            many => format!(r#"<tspan dy="-5" font-size="75%">{}</tspan>"#, escape(many)),
        };
        let (x, y) = ((from.0 + to.0) / 2.0 + beside, (from.1 + to.1) / 2.0 - 3.0);
        svg.raw(&format!(
            r#"<text class="{class}" x="{}" y="{}">{sign}{length}</text>"#,
            C(x),
            C(y)
        ));
    }
    if open {
        let &(x, y) = &corners[corners.len() - 1];
        svg.line("ghost", &[at((x, y)), at((x, y + BELOW))], false);
    }
    for (place, &corner) in corners.iter().enumerate() {
        let (x, y) = at(corner);
        svg.circle("joint", x, y, 4.0);
        // Outside the corner, where no line runs; where the way goes straight on, below it.
        let before = place.checked_sub(1).and_then(|at| shown.get(at)).map(|step| step.plus);
        let after = shown.get(place).map(|step| step.plus);
        let on_the_left = after.or(before.map(|plus| !plus)).unwrap_or(false);
        let (class, x) = if on_the_left { ("mathy end", x - 9.0) } else { ("mathy", x + 9.0) };
        let below = if before.is_some() && before == after { 13.0 } else { 4.0 };
        svg.text(class, x, y + below, &labels[place].replace('-', "−"));
    }
    svg.done()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_told_by_a_broken_line() {
        let step = |plus| SignStep { plus, length: "1".to_owned(), number: None };
        let word = [step(true), step(false), step(false), step(true)];
        assert!(sign_path(&word, true, "1/3", "1/3").contains("ghost"));
        assert!(!sign_path(&word, false, "3/8", "3/8").contains("ghost"));
    }

    #[test]
    fn the_root_alone_is_a_point() {
        assert!(sign_path(&[], false, "0", "0").contains(">0</text>"));
    }

    #[test]
    fn lengths_are_raised_and_names_stand_where_no_line_runs() {
        let step = |plus, number: &str| SignStep {
            plus,
            length: "ω".to_owned(),
            number: Some(number.to_owned()),
        };
        let picture = sign_path(&[step(true, "ω"), step(false, "0")], false, "ω-1", "ω-1");
        assert!(
            picture.contains(r#">+<tspan dy="-5" font-size="75%">ω</tspan></text>"#),
            "{picture}"
        );
        // The last line comes from the right, so its name is on the left.
        assert!(
            picture.contains(r#"<text class="mathy end""#)
                && picture.ends_with(">ω−1</text></svg>")
        );
    }

    #[test]
    fn long_paths_are_cut() {
        let steps = vec![SignStep { plus: true, length: "1".to_owned(), number: None }; 500];
        let picture = sign_path(&steps, false, "x", "long");
        assert_eq!(picture.matches("br-l").count(), MOST);
        assert!(picture.contains("ghost"));
    }
}
