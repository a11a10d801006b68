//! Thermographs: values grow to the left, temperature upwards, from −1, or from 0 where play may be endless.

use crate::label::label;
use crate::scale::Scale;
use crate::svg::{C, Svg, escape};
use farstar_num::Rational;
use farstar_value::loopy::LoopyThermograph;
use farstar_value::{Player, Thermograph};

/// Width of the letters of a label, about.
const LETTER: f64 = 6.4;
/// More corners than this are not all labelled.
const MOST_LABELS: usize = 6;
/// How many of the hottest are then.
const HOTTEST: usize = 4;
/// Ghosts beyond these are not drawn.
const MOST_GHOSTS: usize = 3;

/// A corner of a wall: its value and its temperature.
type Corner = (Rational, Rational);

/// What is drawn of a thermograph, of a short game or of one whose play may be endless: the corners of both walls from
/// the bottom to the foot of the mast.
///
/// # Examples
/// ```
/// use farstar_draw::{ThermographPicture, WallCorners, thermograph};
/// use farstar_value::{Arena, loopy::Graph};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// // The ko {1|{ko|0}}: its mast stands at two thirds.
/// let ko: Graph = "0:2|1;1:0|3;2:3|;3:|".parse()?;
/// let walls = WallCorners::from(&calc.graph_thermograph(&ko, None)?);
/// let drawn = thermograph(&walls, &ThermographPicture::default()).unwrap();
/// assert!(drawn.contains(r#"data-wall="mast" data-value="2/3" data-temperature="1/3""#));
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallCorners {
    left: Vec<Corner>,
    right: Vec<Corner>,
    foot: Corner,
}

impl WallCorners {
    fn new(player: impl Fn(Player) -> Vec<Corner>, foot: Corner) -> Self {
        let [left, right] = [Player::Left, Player::Right].map(|side| {
            let mut wall = player(side);
            // a wall that joins the mast of the other below its foot goes on in it
            if wall.last().is_none_or(|(_, t)| *t < foot.1) {
                wall.push(foot.clone());
            }
            wall
        });
        Self { left, right, foot }
    }

    /// Those of the walls of Left and of Right, corners `(value, temperature)` from the bottom, whose mast begins at
    /// `foot`.
    ///
    /// ```
    /// use farstar_draw::WallCorners;
    /// use farstar_num::Rational;
    /// use farstar_value::Player;
    /// let [zero, one] = [0, 1].map(|n| Rational::from(n));
    /// // the walls of {1|0} above temperature 0, but for their foot
    /// let half = Rational::from(1).checked_div(&Rational::from(2))?;
    /// let foot = (half.clone(), half);
    /// let walls = [vec![(one, zero.clone())], vec![(zero.clone(), zero)]];
    /// let drawn = WallCorners::of_walls(walls, foot.clone());
    /// assert_eq!(drawn.corners(Player::Left)[1], foot);
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    #[must_use]
    pub fn of_walls(
        [left, right]: [Vec<(Rational, Rational)>; 2],
        foot: (Rational, Rational),
    ) -> Self {
        let walls = |player| if player == Player::Left { left.clone() } else { right.clone() };
        Self::new(walls, foot)
    }

    /// The corners `(value, temperature)` of the wall of a player, the last one at the foot of the mast.
    #[must_use]
    pub fn corners(&self, player: Player) -> &[(Rational, Rational)] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The value and the temperature at which the mast begins.
    #[must_use]
    pub fn foot(&self) -> &(Rational, Rational) {
        &self.foot
    }
}

impl From<&Thermograph> for WallCorners {
    fn from(walls: &Thermograph) -> Self {
        let wall = |player| {
            let corners = walls.corners(player).into_iter();
            corners.map(|(t, x)| (x.into(), t.into())).collect()
        };
        Self::new(wall, (walls.mean().into(), walls.temperature().into()))
    }
}

impl From<&LoopyThermograph> for WallCorners {
    fn from(walls: &LoopyThermograph) -> Self {
        let wall = |player| {
            let corners = walls.corners(player).iter();
            corners.map(|(t, x)| (x.clone(), t.clone())).collect()
        };
        Self::new(wall, (walls.mean().clone(), walls.temperature().clone()))
    }
}

/// The thermograph of another game behind the first, as of a term of a sum.
#[derive(Clone, Copy, Debug)]
pub struct Ghost<'t> {
    /// Its walls.
    pub walls: &'t WallCorners,
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
    /// What the first is called, as who is komaster in it.
    pub name: &'t str,
}

impl Default for ThermographPicture<'_> {
    fn default() -> Self {
        Self { width: 336.0, height: 264.0, ghosts: Vec::new(), name: "" }
    }
}

/// A thermograph as SVG; `None` if its numbers are too large, too small, or too near each other to be drawn.
///
/// Every corner is a mark with `data-wall`, `data-value` and `data-temperature` and a title that says them.
///
/// # Examples
/// ```
/// use farstar_draw::{ThermographPicture, WallCorners, thermograph};
/// use farstar_value::Arena;
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let switch = calc.parse("{1|-1}")?;
/// let walls = WallCorners::from(&calc.thermograph(switch)?);
/// let drawn = thermograph(&walls, &ThermographPicture::default()).unwrap();
/// assert!(drawn.contains("data-wall=\"left\" data-value=\"1\" data-temperature=\"0\"") == false);
/// assert!(drawn.contains("data-wall=\"left\" data-value=\"2\" data-temperature=\"-1\""));
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[must_use]
pub fn thermograph(walls: &WallCorners, picture: &ThermographPicture<'_>) -> Option<String> {
    let ghosts = &picture.ghosts[..picture.ghosts.len().min(MOST_GHOSTS)];
    let drawn = || ghosts.iter().map(|ghost| ghost.walls).chain([walls]);
    let all = || drawn().flat_map(|walls| walls.left.iter().chain(&walls.right));
    let [least, most] = [all().map(|(x, _)| x).min()?, all().map(|(x, _)| x).max()?];
    let [coldest, hottest] = [all().map(|(_, t)| t).min()?, all().map(|(_, t)| t).max()?];
    let (x0, x1, y0, y1) = (14.0, picture.width - 34.0, 16.0, picture.height - 40.0);
    let values = Scale::around(least, most, ghosts.is_empty() || !picture.name.is_empty(), x1, x0)?;
    let temperatures = Scale::of_temperature(coldest, hottest, y1, y0)?;
    let place = |(x, t): &Corner| (values.at(x), temperatures.at(t));

    let mut svg = Svg::new(picture.width, picture.height, &thermograph_sentence(walls));
    let zero = temperatures.at(&Rational::ZERO);
    if zero < y1 {
        svg.rect("below", [x0, zero, x1 - x0, y1 - zero], 0.0);
    }
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
    if !picture.name.is_empty() {
        svg.text("q", x0, y0 - 4.0, picture.name);
    }
    svg.text("q end", picture.width - 2.0, picture.height - 6.0, "temperature ↑");
    for ghost in ghosts {
        let mut wall: Vec<(f64, f64)> = ghost.walls.left.iter().map(place).collect();
        let (x, foot) = *wall.last()?;
        wall.push((x, y0));
        svg.line("ghost", &wall, false);
        let wall: Vec<(f64, f64)> = ghost.walls.right.iter().map(place).collect();
        svg.line("ghost", &wall, false);
        svg.text("pt mathy", x + 7.0, (foot - 20.0).max(y0 + 10.0), ghost.label);
    }
    let (lefts, rights): (Vec<_>, Vec<_>) =
        (walls.left.iter().map(place).collect(), walls.right.iter().map(place).collect());
    let mut inside = lefts.clone();
    inside.extend(rights.iter().rev());
    svg.line("heat", &inside, true);
    svg.line("wl", &lefts, false);
    svg.line("wr", &rights, false);
    let foot = &walls.foot;
    let (mast, bottom) = place(foot);
    svg.path("mast", &format!("M{} {}V{}", C(mast), C(bottom), C(y0 + 6.0)));
    svg.path("headfill", &format!("M{} {}l-4.5 10h9Z", C(mast), C(y0 - 3.0)));

    // Corners below the foot, then the foot.
    let below = |wall| -> Vec<&Corner> {
        let corners: &Vec<Corner> = wall;
        corners.iter().filter(|corner| *corner != foot).collect()
    };
    let (left, right) = (below(&walls.left), below(&walls.right));
    let labelled = labelled(&left, &right);
    for (wall, corners) in [("left", &left), ("right", &right)] {
        for &corner in corners {
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
        foot,
    );
    let mut labels = vec![(foot, "pt", mast + 11.0, bottom - 3.0)];
    for &corner in left.iter().filter(|corner| labelled.contains(&&corner.1)) {
        let (x, y) = place(corner);
        let y = if y + 4.0 > y1 { y - 7.0 } else { y + 4.0 };
        let room = x - 10.0 - written(corner).chars().count() as f64 * LETTER > 0.0;
        labels.push(if room {
            (corner, "pt tl end", x - 10.0, y)
        } else {
            (corner, "pt tl", x + 14.0, y)
        });
    }
    for &corner in right.iter().filter(|corner| labelled.contains(&&corner.1)) {
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
fn labelled<'w>(left: &[&'w Corner], right: &[&'w Corner]) -> Vec<&'w Rational> {
    let mut all: Vec<&Rational> = left.iter().chain(right).map(|(_, t)| t).collect();
    if all.len() + 1 > MOST_LABELS {
        all.sort();
        all.reverse();
        all.truncate(HOTTEST - 1);
    }
    all
}

fn mark(svg: &mut Svg, shape: &str, wall: &str, (x, t): &Corner) {
    let element = if shape.starts_with("<circle") { "circle" } else { "path" };
    let what = if wall == "mast" { "foot of the mast" } else { wall };
    let said = if wall == "mast" { what.to_owned() } else { format!("{what} wall") };
    svg.raw(&format!(
        r#"{shape} data-wall="{wall}" data-value="{x}" data-temperature="{t}"><title>{}</title></{element}>"#,
        escape(&format!("{said}: value {}, temperature {}", label(&x.to_string()), label(&t.to_string())))
    ));
}

fn written((x, t): &Corner) -> String {
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
///     farstar_draw::thermograph_sentence(&(&calc.thermograph(up)?).into()),
///     "Thermograph with mean 0 and temperature 0. Left wall: (1, −1), (0, 0). Right wall: (0, −1), (0, 0)."
/// );
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[must_use]
pub fn thermograph_sentence(walls: &WallCorners) -> String {
    let wall = |corners: &[Corner]| corners.iter().map(written).collect::<Vec<_>>().join(", ");
    format!(
        "Thermograph with mean {} and temperature {}. Left wall: {}. Right wall: {}.",
        label(&walls.foot.0.to_string()),
        label(&walls.foot.1.to_string()),
        wall(&walls.left),
        wall(&walls.right)
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
        thermograph(&(&walls).into(), &ThermographPicture::default())
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
            let drawn = WallCorners::from(&walls);
            let picture = thermograph(&drawn, &ThermographPicture::default()).expect("a picture");
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
    fn walls_of_kos_begin_at_nothing_and_have_fractions_at_their_corners() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let ko = "0:2|1;1:0|3;2:3|;3:|".parse().expect("a graph");
        let mut drawn = |komaster| {
            let walls = calc.graph_thermograph(&ko, komaster).expect("a thermograph");
            thermograph(&WallCorners::from(&walls), &ThermographPicture::default())
                .expect("a picture")
        };
        // From (1, 0) and (0, 0) to the foot (2/3, 1/3); the axis from −1/2 at 302 to 3/2 at 14, so 144 a unit;
        // temperatures from 0 at 224 to 3/4 at 16.
        let nobody = drawn(None);
        assert!(nobody.contains(r#"<path class="wl" d="M86 224L134 131.6"/>"#), "{nobody}");
        assert!(nobody.contains(r#"<path class="wr" d="M230 224L134 131.6"/>"#), "{nobody}");
        assert!(nobody.contains(">(2/3, 1/3)</text>"), "{nobody}");
        // Left as komaster has one wall, which slants; the axis from 5/8 at 302 to 9/8 at 14, so 576 a unit.
        let left = drawn(Some(Player::Left));
        for wall in ["wl", "wr"] {
            let line = format!(r#"<path class="{wall}" d="M86 224L278 131.6"/>"#);
            assert!(left.contains(&line), "{left}");
        }
        assert!(!left.contains("temperature −"), "{left}");
    }

    #[test]
    fn ghosts_are_within_the_picture() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let walls = |calc: &mut farstar_value::Calculator<'_>, text: &str| {
            let game = calc.parse(text).expect("a game");
            WallCorners::from(&calc.thermograph(game).expect("a thermograph"))
        };
        let (sum, a, b) =
            (walls(&mut calc, "1"), walls(&mut calc, "{1|-1}"), walls(&mut calc, "{5|-3}"));
        let ghosts = [("±1", &a), ("{5|−3}", &b)].map(|(label, walls)| Ghost { walls, label });
        let picture =
            ThermographPicture { ghosts: ghosts.to_vec(), ..ThermographPicture::default() };
        let picture = thermograph(&sum, &picture).expect("a picture");
        assert_eq!(picture.matches(r#"class="ghost""#).count(), 4);
        assert!(picture.contains("{5|−3}"));
    }
}
