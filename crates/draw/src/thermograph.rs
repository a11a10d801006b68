//! Thermographs: values grow to the left, temperature upwards, from −1.

use crate::label::label;
use crate::scale::Scale;
use crate::svg::{C, Svg, escape};
use farstar_num::Dyadic;
use farstar_value::{Player, Thermograph};

/// Width of the letters of a label, about.
const LETTER: f64 = 6.4;
/// More corners than this are not all labelled.
const MOST_LABELS: usize = 6;
/// How many of the hottest are then.
const HOTTEST: usize = 4;
/// Ghosts beyond these are not drawn.
const MOST_GHOSTS: usize = 3;

/// The thermograph of another game behind the first, as of a term of a sum.
#[derive(Clone, Copy, Debug)]
pub struct Ghost<'t> {
    /// Its walls.
    pub thermograph: &'t Thermograph,
    /// What it is called.
    pub label: &'t str,
}

/// How a thermograph is drawn.
#[derive(Clone, Debug)]
pub struct ThermographPicture<'t> {
    /// Width of the picture, in units of its view box.
    pub width: f64,
    /// Height of the picture.
    pub height: f64,
    /// Other thermographs behind it, three at most.
    pub ghosts: Vec<Ghost<'t>>,
}

impl Default for ThermographPicture<'_> {
    fn default() -> Self {
        Self { width: 336.0, height: 264.0, ghosts: Vec::new() }
    }
}

/// The corners of a wall, as (value, temperature), from the bottom to the foot of the mast.
fn corners(thermograph: &Thermograph, player: Player) -> Vec<(Dyadic, Dyadic)> {
    thermograph.corners(player).into_iter().map(|(t, x)| (x, t)).collect()
}

/// A thermograph as SVG; `None` if its numbers are too large, too small, or too near each other to be drawn.
///
/// Every corner is a mark with `data-wall`, `data-value` and `data-temperature` and a title that says them.
///
/// # Examples
/// ```
/// use farstar_draw::{ThermographPicture, thermograph};
/// use farstar_value::Arena;
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let switch = calc.parse("{1|-1}")?;
/// let drawn = thermograph(&calc.thermograph(switch)?, &ThermographPicture::default()).unwrap();
/// assert!(drawn.contains("data-wall=\"left\" data-value=\"1\" data-temperature=\"0\"") == false);
/// assert!(drawn.contains("data-wall=\"left\" data-value=\"2\" data-temperature=\"-1\""));
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[must_use]
pub fn thermograph(thermograph: &Thermograph, picture: &ThermographPicture<'_>) -> Option<String> {
    let ghosts = &picture.ghosts[..picture.ghosts.len().min(MOST_GHOSTS)];
    let left = corners(thermograph, Player::Left);
    let right = corners(thermograph, Player::Right);
    let mut least = right.first()?.0.clone();
    let mut most = left.first()?.0.clone();
    let mut hottest = thermograph.temperature();
    for ghost in ghosts {
        let [l, r] = [Player::Left, Player::Right].map(|p| corners(ghost.thermograph, p));
        least = least.min(r.first()?.0.clone());
        most = most.max(l.first()?.0.clone());
        hottest = hottest.max(ghost.thermograph.temperature());
    }
    let (x0, x1, y0, y1) = (14.0, picture.width - 34.0, 16.0, picture.height - 40.0);
    let values = Scale::around(&least, &most, ghosts.is_empty(), x1, x0)?;
    let temperatures = Scale::of_temperature(&hottest, y1, y0)?;
    let place = |(x, t): &(Dyadic, Dyadic)| (values.at(x), temperatures.at(t));

    let mut svg = Svg::new(picture.width, picture.height, &thermograph_sentence(thermograph));
    let zero = temperatures.at(&Dyadic::ZERO);
    svg.rect("below", [x0, zero, x1 - x0, y1 - zero], 0.0);
    for x in values.marks() {
        let at = values.at(&x);
        svg.path("grid", &format!("M{} {}V{}", C(at), C(y0), C(y1)));
        svg.text("mid", at, y1 + 16.0, &label(&x.to_string()));
    }
    for t in temperatures.marks() {
        let at = temperatures.at(&t);
        let class = if t.is_zero() { "axis" } else { "grid" };
        svg.path(class, &format!("M{} {}H{}", C(x0), C(at), C(x1)));
        svg.text("", x1 + 7.0, at + 4.0, &label(&t.to_string()));
    }
    svg.text("q", x0, picture.height - 6.0, "← value");
    svg.text("q end", picture.width - 2.0, picture.height - 6.0, "temperature ↑");
    for ghost in ghosts {
        let mut wall: Vec<(f64, f64)> =
            corners(ghost.thermograph, Player::Left).iter().map(place).collect();
        let (x, foot) = *wall.last()?;
        wall.push((x, y0));
        svg.line("ghost", &wall, false);
        let wall: Vec<(f64, f64)> =
            corners(ghost.thermograph, Player::Right).iter().map(place).collect();
        svg.line("ghost", &wall, false);
        svg.text("pt mathy", x + 7.0, (foot - 20.0).max(y0 + 10.0), ghost.label);
    }
    let (lefts, rights): (Vec<_>, Vec<_>) =
        (left.iter().map(place).collect(), right.iter().map(place).collect());
    let mut inside = lefts.clone();
    inside.extend(rights.iter().rev());
    svg.line("heat", &inside, true);
    svg.line("wl", &lefts, false);
    svg.line("wr", &rights, false);
    let foot = (thermograph.mean().clone(), thermograph.temperature());
    let (mast, bottom) = place(&foot);
    svg.path("mast", &format!("M{} {}V{}", C(mast), C(bottom), C(y0 + 6.0)));
    svg.path("headfill", &format!("M{} {}l-4.5 10h9Z", C(mast), C(y0 - 3.0)));

    // Corners below the foot, then the foot.
    let below = |wall: &[(Dyadic, Dyadic)]| -> Vec<(Dyadic, Dyadic)> {
        wall.iter().filter(|corner| **corner != foot).cloned().collect()
    };
    let (left, right) = (below(&left), below(&right));
    let labelled = labelled(&left, &right);
    for (wall, corners) in [("left", &left), ("right", &right)] {
        for corner in corners {
            let (x, y) = place(corner);
            let shape = if wall == "left" {
                format!(r#"<circle class="dl" cx="{}" cy="{}" r="4.5""#, C(x), C(y))
            } else {
                format!(r#"<path class="dr" d="M{} {}l6 6-6 6-6-6Z""#, C(x), C(y - 6.0))
            };
            mark(&mut svg, &shape, wall, corner);
        }
    }
    mark(
        &mut svg,
        &format!(r#"<circle class="dm" cx="{}" cy="{}" r="4.5""#, C(mast), C(bottom)),
        "mast",
        &foot,
    );
    let mut labels = vec![(&foot, "pt", mast + 11.0, bottom - 3.0)];
    for corner in left.iter().filter(|corner| labelled.contains(&corner.1)) {
        let (x, y) = place(corner);
        let y = if y + 4.0 > y1 { y - 7.0 } else { y + 4.0 };
        let room = x - 10.0 - written(corner).chars().count() as f64 * LETTER > 0.0;
        labels.push(if room {
            (corner, "pt tl end", x - 10.0, y)
        } else {
            (corner, "pt tl", x + 14.0, y)
        });
    }
    for corner in right.iter().filter(|corner| labelled.contains(&corner.1)) {
        let (x, y) = place(corner);
        let y = if y + 4.0 > y1 { y - 9.0 } else { y - 5.0 };
        labels.push((corner, "pt tr", x + 11.0, y));
    }
    for (corner, class, x, y) in labels {
        svg.text(class, x, y, &written(corner));
    }
    Some(svg.done())
}

/// The temperatures whose corners are labelled: all, or the hottest.
fn labelled(left: &[(Dyadic, Dyadic)], right: &[(Dyadic, Dyadic)]) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> = left.iter().chain(right).map(|(_, t)| t.clone()).collect();
    if all.len() + 1 > MOST_LABELS {
        all.sort();
        all.reverse();
        all.truncate(HOTTEST - 1);
    }
    all
}

fn mark(svg: &mut Svg, shape: &str, wall: &str, (x, t): &(Dyadic, Dyadic)) {
    let element = if shape.starts_with("<circle") { "circle" } else { "path" };
    let what = if wall == "mast" { "foot of the mast" } else { wall };
    let said = if wall == "mast" { what.to_owned() } else { format!("{what} wall") };
    svg.raw(&format!(
        r#"{shape} data-wall="{wall}" data-value="{x}" data-temperature="{t}"><title>{}</title></{element}>"#,
        escape(&format!("{said}: value {}, temperature {}", label(&x.to_string()), label(&t.to_string())))
    ));
}

fn written((x, t): &(Dyadic, Dyadic)) -> String {
    format!("({}, {})", label(&x.to_string()), label(&t.to_string()))
}

/// What a thermograph shows, in one sentence.
///
/// # Examples
/// ```
/// use farstar_value::Arena;
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let up = calc.up(1)?;
/// assert_eq!(
///     farstar_draw::thermograph_sentence(&calc.thermograph(up)?),
///     "Thermograph with mean 0 and temperature 0. Left wall: (1, −1), (0, 0). Right wall: (0, −1), (0, 0)."
/// );
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[must_use]
pub fn thermograph_sentence(thermograph: &Thermograph) -> String {
    let wall = |player| {
        let corners: Vec<String> = corners(thermograph, player).iter().map(written).collect();
        corners.join(", ")
    };
    format!(
        "Thermograph with mean {} and temperature {}. Left wall: {}. Right wall: {}.",
        label(&thermograph.mean().to_string()),
        label(&thermograph.temperature().to_string()),
        wall(Player::Left),
        wall(Player::Right)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_value::Arena;

    fn drawn(text: &str) -> Option<String> {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let game = calc.parse(text).expect("a game");
        let walls = calc.thermograph(game).expect("a thermograph");
        thermograph(&walls, &ThermographPicture::default())
    }

    #[test]
    fn walls_are_where_the_numbers_are() {
        // ±1: from (2, −1) and (−2, −1) to the foot (0, 1); axis from −3 at 302 to 3 at 14, so 48 a unit; temperatures
        // from −1 at 224 to 2 at 16.
        let picture = drawn("{1|-1}").expect("a picture");
        assert!(picture.contains(r#"<path class="wl" d="M62 224L158 85.3"/>"#), "{picture}");
        assert!(picture.contains(r#"<path class="wr" d="M254 224L158 85.3"/>"#), "{picture}");
        assert!(picture.contains(r#"<path class="mast" d="M158 85.3V22"/>"#), "{picture}");
        assert!(
            picture.contains(r#"<text class="pt" x="169" y="82.3">(0, 1)</text>"#),
            "{picture}"
        );
    }

    #[test]
    fn every_corner_is_a_mark() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        for text in ["{3||2|1}", "{{3|1},{3|1*}|+-1*,{1|-1*}}", "7/8", "5", "^", "{10000||0|-4}"] {
            let game = calc.parse(text).expect("a game");
            let walls = calc.thermograph(game).expect("a thermograph");
            let picture = thermograph(&walls, &ThermographPicture::default()).expect("a picture");
            for (player, name) in [(Player::Left, "left"), (Player::Right, "right")] {
                for (t, x) in walls.corners(player) {
                    let of_wall =
                        format!(r#"data-wall="{name}" data-value="{x}" data-temperature="{t}""#);
                    let of_mast =
                        format!(r#"data-wall="mast" data-value="{x}" data-temperature="{t}""#);
                    assert!(
                        picture.contains(&of_wall) || picture.contains(&of_mast),
                        "{text} {name} {x} {t}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_placed_is_not_drawn() {
        assert!(drawn("1180591620717411303424").is_none(), "2^70 has no marks of 64 bits");
        assert!(drawn("{1099511627776|-1099511627776}").is_some(), "2^40");
    }

    #[test]
    fn ghosts_are_within_the_picture() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let walls = |calc: &mut farstar_value::Calculator<'_>, text: &str| {
            let game = calc.parse(text).expect("a game");
            calc.thermograph(game).expect("a thermograph")
        };
        let (sum, a, b) =
            (walls(&mut calc, "1"), walls(&mut calc, "{1|-1}"), walls(&mut calc, "{5|-3}"));
        let ghosts =
            [("±1", &a), ("{5|−3}", &b)].map(|(label, thermograph)| Ghost { thermograph, label });
        let picture =
            ThermographPicture { ghosts: ghosts.to_vec(), ..ThermographPicture::default() };
        let picture = thermograph(&sum, &picture).expect("a picture");
        assert_eq!(picture.matches(r#"class="ghost""#).count(), 4);
        assert!(picture.contains("{5|−3}"));
    }
}
