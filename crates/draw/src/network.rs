//! Graphs: where vertices lie when nobody has put them anywhere, lines between them, arrow heads.

use crate::svg::{C, Svg};
use farstar_value::loopy::{Graph, Loopy};
use farstar_value::text::Notation;
use farstar_value::{Calculator, Player};
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;

/// The picture of a graph is so large at least.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 352.0;
/// Below the ground there is so much room.
const BELOW: f64 = 52.0;
/// Room around vertices.
const MARGIN: f64 = 36.0;
/// Arcs in both directions bow so far to their sides.
const BOW: f64 = 20.0;

/// An edge between vertices, of which the ground has no number, with its piece.
type Edge = (Option<usize>, Option<usize>, Option<char>);

/// The size of a picture that holds these points.
pub(crate) fn size(points: &[(f64, f64)]) -> (f64, f64) {
    let right = points.iter().map(|p| p.0).fold(0.0, f64::max);
    let bottom = points.iter().map(|p| p.1).fold(0.0, f64::max);
    (WIDTH.max(right + MARGIN), HEIGHT.max(bottom + BELOW))
}

/// The height of the ground in a picture of this size.
pub(crate) fn ground((_, height): (f64, f64)) -> f64 {
    height - BELOW
}

/// A place that a user gave, if it can be drawn.
fn given(places: &BTreeMap<String, (f64, f64)>, name: &str) -> Option<(f64, f64)> {
    let &(x, y) = places.get(name)?;
    let drawable = |x: f64| x.is_finite() && (0.0..=1e5).contains(&x);
    (drawable(x) && drawable(y)).then_some((x, y))
}

/// Vertices that lie as they are joined: paths in a line, grids in rows, others on an ellipse; unless they have
/// places.
pub(crate) fn spread<'n>(
    names: impl ExactSizeIterator<Item = &'n str>,
    edges: &[(usize, usize)],
    places: &BTreeMap<String, (f64, f64)>,
) -> Vec<(f64, f64)> {
    let found = path(names.len(), edges).or_else(|| rows(names.len(), edges));
    let Some(points) = found else { return round(names, places) };
    let pairs = names.zip(points);
    pairs.map(|(name, point)| given(places, name).unwrap_or(point)).collect()
}

/// Vertices of a line or of rows are so far apart at most.
const PITCH: f64 = 100.0;

/// The points of a path, whose vertices may come in any order.
fn path(count: usize, edges: &[(usize, usize)]) -> Option<Vec<(f64, f64)>> {
    if count < 2 || edges.len() + 1 != count {
        return None;
    }
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &(a, b) in edges {
        neighbours.get_mut(a)?.push(b);
        neighbours.get_mut(b)?.push(a);
    }
    let mut at = neighbours.iter().position(|of| of.len() == 1)?;
    let mut places: Vec<Option<usize>> = vec![None; count];
    for place in 0..count {
        places[at] = Some(place);
        if neighbours[at].len() > 2 {
            return None;
        }
        match neighbours[at].iter().find(|&&next| places[next].is_none()) {
            Some(&next) => at = next,
            None if place + 1 == count => break,
            None => return None,
        }
    }
    let pitch = ((WIDTH - 2.0 * MARGIN) / (count - 1) as f64).clamp(64.0, PITCH);
    let left = (WIDTH / 2.0 - pitch * (count - 1) as f64 / 2.0).max(MARGIN);
    places.iter().map(|place| Some((left + (*place)? as f64 * pitch, HEIGHT / 2.0))).collect()
}

/// The points of a grid of at least two rows and columns, whose vertices come in reading order.
fn rows(count: usize, edges: &[(usize, usize)]) -> Option<Vec<(f64, f64)>> {
    let mut sorted: Vec<_> = edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let is_grid = |columns: usize| {
        let down = count - columns;
        let across = count - count / columns;
        sorted.len() == down + across
            && sorted
                .iter()
                .all(|&(a, b)| b - a == columns || (b - a == 1 && a / columns == b / columns))
    };
    let divides = |columns: &usize| count.is_multiple_of(*columns) && is_grid(*columns);
    let columns = (2..=count / 2).find(divides)?;
    let pitch = ((WIDTH - 2.0 * MARGIN) / (columns - 1) as f64).clamp(64.0, PITCH);
    let left = (WIDTH / 2.0 - pitch * (columns - 1) as f64 / 2.0).max(MARGIN);
    let point =
        |i: usize| (left + (i % columns) as f64 * pitch, MARGIN + (i / columns) as f64 * pitch);
    Some((0..count).map(point).collect())
}

/// Vertices on an ellipse, unless they have places.
fn round<'n>(
    names: impl ExactSizeIterator<Item = &'n str>,
    places: &BTreeMap<String, (f64, f64)>,
) -> Vec<(f64, f64)> {
    let count = names.len().max(1) as f64;
    // Neighbours keep 64 units between them.
    let wide = (WIDTH / 2.0 - MARGIN).max(count * 64.0 / TAU);
    let high = (HEIGHT / 2.0 - MARGIN - 8.0).max(wide * 0.54);
    let place = |i: usize| {
        let angle = TAU * i as f64 / count - TAU / 4.0;
        (MARGIN + wide + wide * angle.cos(), MARGIN + high + high * angle.sin())
    };
    names.enumerate().map(|(i, name)| given(places, name).unwrap_or_else(|| place(i))).collect()
}

/// The two ends of each edge as places among the points of [`grown`]: vertices first, then a foot for every end on
/// the ground.
pub(crate) fn ends(vertices: usize, edges: &[Edge]) -> Vec<(usize, usize)> {
    let mut feet = vertices;
    let mut place = |end: Option<usize>| {
        end.unwrap_or_else(|| {
            feet += 1;
            feet - 1
        })
    };
    edges.iter().map(|&(a, b, _)| (place(a), place(b))).collect()
}

/// Where the vertices of a graph that grows from the ground lie, and the feet of its edges: as high as they are far
/// from the ground.
pub(crate) fn grown(
    vertices: &[String],
    edges: &[Edge],
    places: &BTreeMap<String, (f64, f64)>,
) -> Vec<(f64, f64)> {
    let count = vertices.len();
    let ends = ends(count, edges);
    let total = ends.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0).max(count);
    // A tree that reaches everything, from the feet on.
    let mut level: Vec<Option<usize>> = vec![None; total];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); total];
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); total];
    for &(a, b) in &ends {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut order: Vec<usize> = (count..total).collect();
    let mut roots = order.clone();
    let mut next = 0;
    let reach = |order: &mut Vec<usize>,
                 next: &mut usize,
                 level: &mut Vec<Option<usize>>,
                 children: &mut Vec<Vec<usize>>| {
        while let Some(&at) = order.get(*next) {
            *next += 1;
            for &other in &neighbours[at] {
                if level[other].is_none() {
                    level[other] = level[at].map(|l| l + 1);
                    children[at].push(other);
                    order.push(other);
                }
            }
        }
    };
    for &foot in &roots {
        level[foot] = Some(0);
    }
    reach(&mut order, &mut next, &mut level, &mut children);
    for vertex in 0..count {
        if level[vertex].is_none() {
            // It hangs in the air.
            level[vertex] = Some(1);
            roots.push(vertex);
            order.push(vertex);
            reach(&mut order, &mut next, &mut level, &mut children);
        }
    }
    // Leaves side by side, everything else above the middle of what it carries.
    let mut x = vec![0.0; total];
    let mut slots = 0.0;
    let mut stack: Vec<(usize, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
    while let Some((at, done)) = stack.pop() {
        if children[at].is_empty() {
            x[at] = slots;
            slots += 1.0;
        } else if done {
            let sum: f64 = children[at].iter().map(|&child| x[child]).sum();
            x[at] = sum / children[at].len() as f64;
        } else {
            stack.push((at, true));
            stack.extend(children[at].iter().rev().map(|&child| (child, false)));
        }
    }
    let deepest = level.iter().flatten().copied().max().unwrap_or(1).max(1) as f64;
    let floor = (HEIGHT - BELOW).max(deepest * 48.0 + MARGIN);
    let step = ((floor - MARGIN) / deepest).min(96.0);
    let width = (WIDTH - 2.0 * MARGIN).max(slots * 40.0);
    let name = |i: usize| vertices.get(i).map(String::as_str);
    let mut points: Vec<(f64, f64)> = (0..total)
        .map(|i| {
            let free = (
                MARGIN + width * (x[i] + 0.5) / slots.max(1.0),
                floor - step * level[i].unwrap_or(0) as f64,
            );
            name(i).and_then(|name| given(places, name)).unwrap_or(free)
        })
        .collect();
    if !places.is_empty() {
        stand(&ends, count, &mut points);
    }
    points
}

/// Puts feet below the vertices that they carry, on the ground of the picture.
fn stand(ends: &[(usize, usize)], count: usize, points: &mut [(f64, f64)]) {
    let lowest = points[..count].iter().map(|p| p.1).fold(0.0, f64::max);
    let floor = (HEIGHT - BELOW).max(lowest + 48.0);
    for &(a, b) in ends {
        for (foot, other) in [(a, b), (b, a)] {
            if foot >= count {
                let x = if other < count { points[other].0 } else { points[foot].0 };
                points[foot] = (x, floor);
            }
        }
    }
}

/// For each edge how many before it join the same two ends.
pub(crate) fn twins(ends: &[(usize, usize)]) -> Vec<usize> {
    let mut seen: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let count = |&(a, b): &(usize, usize)| {
        let before = seen.entry((a.min(b), a.max(b))).or_default();
        *before += 1;
        *before - 1
    };
    ends.iter().map(count).collect()
}

/// The way from one point to another, bowed for the second and later edges between them; a loop if the points are
/// one.
pub(crate) fn bow(from: (f64, f64), to: (f64, f64), twin: usize) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        let r = 16.0 + 8.0 * twin as f64;
        return format!(
            "M{x} {y}c-{a} -{b} {a} -{b} 0 0",
            x = C(from.0),
            y = C(from.1),
            a = C(2.0 * r),
            b = C(2.4 * r)
        );
    }
    if twin == 0 {
        return format!("M{} {}L{} {}", C(from.0), C(from.1), C(to.0), C(to.1));
    }
    let far = BOW * twin.div_ceil(2) as f64 * 2.0 * if twin % 2 == 1 { 1.0 } else { -1.0 };
    let (mx, my) =
        ((from.0 + to.0) / 2.0 - dy / length * far, (from.1 + to.1) / 2.0 + dx / length * far);
    format!("M{} {}Q{} {} {} {}", C(from.0), C(from.1), C(mx), C(my), C(to.0), C(to.1))
}

/// A graph whose lines are to be drawn.
pub(crate) struct Network<'n> {
    pub(crate) points: &'n [(f64, f64)],
    pub(crate) edges: &'n [(usize, usize)],
    pub(crate) directed: bool,
}

impl Network<'_> {
    /// Draws the lines; those of the edges in `good` are heavy.
    pub(crate) fn lines(&self, svg: &mut Svg, good: &[usize]) {
        let (known, good): (BTreeSet<_>, BTreeSet<_>) =
            (self.edges.iter().collect(), good.iter().collect());
        let twins = twins(self.edges);
        for (i, &(a, b)) in self.edges.iter().enumerate() {
            let heavy = good.contains(&i);
            let class = if heavy { "arc arc-good" } else { "arc" };
            if !self.directed {
                svg.path(class, &bow(self.points[a], self.points[b], twins[i]));
                continue;
            }
            let far = if a != b && known.contains(&(b, a)) { BOW } else { 0.0 };
            self.arc(svg, [class, if heavy { "arrow-good" } else { "arrow" }], (a, b), far);
        }
    }

    /// An arc that bows so far to its side.
    fn arc(&self, svg: &mut Svg, [class, head]: [&str; 2], (a, b): (usize, usize), far: f64) {
        let (from, to) = (self.points[a], self.points[b]);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length < 1.0 {
            svg.path(class, &bow((from.0, from.1 - 20.0), (to.0, to.1 - 20.0), 0));
            arrow(svg, head, (from.0, from.1 - 20.0), (-0.64, 0.77));
            return;
        }
        let middle =
            ((from.0 + to.0) / 2.0 - dy / length * far, (from.1 + to.1) / 2.0 + dx / length * far);
        // From the rim of one vertex to the rim of the other.
        let toward = |p: (f64, f64), q: (f64, f64), r: f64| {
            let l = (q.0 - p.0).hypot(q.1 - p.1).max(1.0);
            let r = r.min(l / 2.0);
            (p.0 + (q.0 - p.0) / l * r, p.1 + (q.1 - p.1) / l * r)
        };
        let start = toward(from, middle, 24.0);
        let end = toward(to, middle, 26.0);
        svg.path(
            class,
            &format!(
                "M{} {}Q{} {} {} {}",
                C(start.0),
                C(start.1),
                C(middle.0),
                C(middle.1),
                C(end.0),
                C(end.1)
            ),
        );
        let l = (end.0 - middle.0).hypot(end.1 - middle.1).max(1.0);
        arrow(svg, head, end, ((end.0 - middle.0) / l, (end.1 - middle.1) / l));
    }
}

/// A head whose point is a little beyond `at`, in the direction of a unit vector.
fn arrow(svg: &mut Svg, class: &str, at: (f64, f64), (dx, dy): (f64, f64)) {
    let (px, py) = (at.0 + dx * 3.0, at.1 + dy * 3.0);
    let (bx, by) = (at.0 - dx * 8.0, at.1 - dy * 8.0);
    svg.path(
        class,
        &format!(
            "M{} {}L{} {}L{} {}Z",
            C(bx - dy * 5.0),
            C(by + dx * 5.0),
            C(px),
            C(py),
            C(bx + dy * 5.0),
            C(by - dx * 5.0)
        ),
    );
}

/// How a vertex of a digraph is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Won {
    /// By the player to move.
    Next,
    /// By the player who moved there.
    Previous,
    /// By nobody.
    Drawn,
}

/// A vertex of a digraph to be drawn.
#[derive(Clone, Debug)]
pub struct Vertex<'v> {
    /// What it is called.
    pub name: &'v str,
    /// Where it lies.
    pub at: (f64, f64),
    /// How it is won.
    pub won: Won,
    /// What stands below it, such as "N in 3".
    pub note: &'v str,
}

/// A digraph on which a token is moved: squares are won for who moved there, circles for who is to move, diamonds are
/// drawn. The arcs in `good` win.
///
/// # Examples
/// ```
/// use farstar_draw::{Vertex, Won, digraph};
/// let vertices = [
///     Vertex { name: "a", at: (70.0, 170.0), won: Won::Next, note: "N in 1" },
///     Vertex { name: "b", at: (180.0, 84.0), won: Won::Previous, note: "P in 0" },
/// ];
/// let picture = digraph(&vertices, &[(0, 1)], &[0], "Two vertices");
/// assert!(picture.contains("class=\"vp\"") && picture.contains("arc-good"));
/// ```
#[must_use]
pub fn digraph(
    vertices: &[Vertex<'_>],
    arcs: &[(usize, usize)],
    good: &[usize],
    sentence: &str,
) -> String {
    let points: Vec<(f64, f64)> = vertices.iter().map(|vertex| vertex.at).collect();
    let arcs: Vec<(usize, usize)> =
        arcs.iter().copied().filter(|&(a, b)| a < points.len() && b < points.len()).collect();
    let (width, height) = size(&points);
    let mut svg = Svg::new(width, height, sentence);
    svg.rect("canvas", [0.5, 0.5, width - 1.0, height - 1.0], 8.0);
    Network { points: &points, edges: &arcs, directed: true }.lines(&mut svg, good);
    for vertex in vertices {
        let (x, y) = vertex.at;
        let class = match vertex.won {
            Won::Next => {
                svg.circle("vn", x, y, 20.0);
                "vt"
            }
            Won::Previous => {
                svg.rect("vp", [x - 19.0, y - 19.0, 38.0, 38.0], 4.0);
                "vt vt-p"
            }
            Won::Drawn => {
                svg.path("vd", &format!("M{} {}l25 25-25 25-25-25Z", C(x), C(y - 25.0)));
                "vt"
            }
        };
        svg.text(class, x, y + 5.0, vertex.name);
        svg.text("vs", x, y + 36.0, vertex.note);
    }
    svg.done()
}

/// One of the graphs of a picture of a loopy game.
#[derive(Clone, Debug)]
pub struct LoopySide<'g> {
    /// The graph.
    pub graph: &'g Graph,
    /// What stands in its vertices, as far as it goes.
    pub names: Vec<String>,
    /// What stands below it, such as "onside".
    pub caption: &'g str,
}

/// Graphs of a loopy game side by side, as its onside and offside: Left's moves and Right's in their colours, passes as
/// arcs back to where they begin. Play begins at the first vertex, on top.
///
/// # Examples
/// ```
/// use farstar_draw::{LoopySide, loopy_sides};
/// let (on, off) = ("0:0|".parse()?, "0:|0".parse()?);
/// let side = |graph, name: &str, caption| LoopySide { graph, names: vec![name.to_owned()], caption };
/// let picture = loopy_sides(&[side(&on, "on", "onside"), side(&off, "off", "offside")], "dud");
/// assert!(picture.contains(">onside<") && picture.contains(">offside<"));
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[must_use]
pub fn loopy_sides(sides: &[LoopySide<'_>], sentence: &str) -> String {
    let (mut width, mut height, mut placed) = (0.0, 0.0_f64, Vec::new());
    for side in sides {
        let mut points = circle_of(side.graph.len());
        let (wide, high) = size(&points);
        points.iter_mut().for_each(|point| point.0 += width);
        placed.push((points, width + wide / 2.0));
        (width, height) = (width + wide, height.max(high));
    }
    let mut svg = Svg::new(width, height, sentence);
    svg.rect("canvas", [0.5, 0.5, width - 1.0, height - 1.0], 8.0);
    for (side, (points, middle)) in sides.iter().zip(&placed) {
        loopy_part(&mut svg, side, points);
        if !side.caption.is_empty() {
            svg.text("vs", *middle, height - 14.0, side.caption);
        }
    }
    svg.done()
}

/// The moves and the vertices of one graph.
fn loopy_part(
    svg: &mut Svg,
    LoopySide { graph, names, .. }: &LoopySide<'_>,
    points: &[(f64, f64)],
) {
    let network = Network { points, edges: &[], directed: true };
    for v in graph.vertices() {
        for (player, classes, side) in
            [(Player::Left, ["wl", "tl"], 1.0), (Player::Right, ["wr", "tr"], -1.0)]
        {
            for &w in graph.options(v, player) {
                let other = graph.options(v, player.opponent()).contains(&w);
                let back = graph.left(w).contains(&v) || graph.right(w).contains(&v);
                // Right's arc bows to the other side of Left's, and arcs there and back are apart.
                let far = match (v == w, other, back) {
                    (true, ..) | (_, false, false) => 0.0,
                    (_, true, false) => side * BOW / 2.0,
                    (_, false, true) => BOW,
                    (_, true, true) => BOW * if side > 0.0 { 1.0 } else { 2.0 },
                };
                network.arc(svg, classes, (v as usize, w as usize), far);
            }
        }
    }
    for (v, &(x, y)) in points.iter().enumerate() {
        svg.circle("vn", x, y, 20.0);
        svg.text("vt", x, y + 5.0, names.get(v).map_or("", String::as_str));
    }
}

/// Graphs with more positions are not drawn.
const MOST_DRAWN: usize = 40;
/// Longer texts do not stand in a vertex.
const LONGEST_NAME: usize = 6;

/// A loopy value as its graph, or as those of its two sides, each position with its value where that is short; and
/// the sentence that says the same. `None` for graphs of more than 40 positions, and at a limit.
///
/// # Examples
/// ```
/// use farstar_draw::loopy_picture;
/// use farstar_value::{Arena, loopy::Loopy};
/// let arena = Arena::new();
/// let (picture, sentence) = loopy_picture(&Loopy::dud(), &mut arena.calculator()).unwrap();
/// assert!(sentence.starts_with("A loopy game. Its onside, a graph of 1 position: 0:0|. Its offside,"));
/// assert!(picture.contains(">on<") && picture.contains(">off<"));
/// ```
#[must_use]
pub fn loopy_picture(value: &Loopy, calc: &mut Calculator<'_>) -> Option<(String, String)> {
    let one = value.onside_graph() == value.offside_graph();
    let both = [(value.onside(), "onside"), (value.offside(), "offside")];
    let shown = &both[..if one { 1 } else { 2 }];
    if shown.iter().any(|(side, _)| side.onside_graph().len() > MOST_DRAWN) {
        return None;
    }
    let is_short = calc.loopy_to_game(value).ok()?.is_some();
    let what = if is_short { "A game without cycles." } else { "A loopy game." };
    let (mut sides, mut sentence) = (Vec::new(), what.to_owned());
    for (side, caption) in shown {
        let graph = side.onside_graph();
        let mut names = Vec::new();
        for follower in calc.loopy_followers(side).ok()? {
            let text = match calc.loopy_to_game(&follower).ok()? {
                Some(game) => calc.print(game, Notation::Ascii).ok()?,
                None => calc.loopy_print(&follower).ok()?,
            };
            names.push(if text.len() > LONGEST_NAME { String::new() } else { text });
        }
        let (which, caption) =
            if one { ("As".to_owned(), "") } else { (format!("Its {caption},"), *caption) };
        let (count, s) = (graph.len(), if graph.len() == 1 { "" } else { "s" });
        sentence += &format!(" {which} a graph of {count} position{s}: {graph}.");
        sides.push(LoopySide { graph, names, caption });
    }
    Some((loopy_sides(&sides, &sentence), sentence))
}

/// Where `count` vertices lie when nobody has put them anywhere.
#[must_use]
pub fn circle_of(count: usize) -> Vec<(f64, f64)> {
    round((0..count).map(|_| ""), &BTreeMap::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_on_the_circle_keep_apart() {
        for count in [1, 2, 11, 40, 200] {
            let points = circle_of(count);
            for (i, a) in points.iter().enumerate() {
                for b in &points[..i] {
                    assert!((a.0 - b.0).hypot(a.1 - b.1) > 30.0, "{count}");
                }
            }
            let (width, height) = size(&points);
            assert!(points.iter().all(|p| p.0 > 0.0 && p.0 < width && p.1 > 0.0 && p.1 < height));
        }
    }

    #[test]
    fn arcs_in_both_directions_bow_apart() {
        let points = [(100.0, 100.0), (300.0, 100.0)];
        let mut svg = Svg::new(400.0, 200.0, "");
        Network { points: &points, edges: &[(0, 1), (1, 0)], directed: true }.lines(&mut svg, &[1]);
        let drawn = svg.done();
        assert!(drawn.contains("Q200 120 ") && drawn.contains("Q200 80 "), "{drawn}");
        assert_eq!(drawn.matches("arrow-good").count(), 1);
    }

    #[test]
    fn places_of_users_are_kept_unless_they_are_nonsense() {
        let places: BTreeMap<String, (f64, f64)> =
            [("a".to_owned(), (12.0, 34.0)), ("b".to_owned(), (f64::NAN, 1.0))]
                .into_iter()
                .collect();
        let points = round(["a", "b"].into_iter(), &places);
        assert_eq!(points[0], (12.0, 34.0));
        assert!(points[1].0.is_finite());
    }

    #[test]
    fn loops_and_edges_in_the_air_have_places() {
        let names = ["1".to_owned(), "2".to_owned()];
        let edges: [Edge; 4] = [
            (None, None, Some('B')),
            (None, Some(0), Some('B')),
            (Some(1), Some(1), Some('R')),
            (Some(0), Some(0), Some('G')),
        ];
        let points = grown(&names, &edges, &BTreeMap::new());
        assert_eq!(points.len(), 5);
        assert!(points.iter().all(|p| p.0.is_finite() && p.1.is_finite()));
    }
}
