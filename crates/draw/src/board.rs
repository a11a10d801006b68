//! Positions on boards: where cells lie, and the picture.
//!
//! What is a cell depends on the board: a square, a hexagon, a vertex, an edge, a heap. Cells are numbered as [`View`]
//! lists them.

use crate::network::{self, Network};
use crate::svg::{C, Svg};
use farstar_rules::View;
use farstar_rules::language::Kind;
use farstar_value::Player;
use std::collections::BTreeMap;

/// A position to be drawn.
#[derive(Clone, Debug)]
pub struct Scene<'v> {
    /// What lies where.
    pub view: &'v View,
    /// What the board is; `None` for heaps.
    pub kind: Option<Kind>,
    /// The pieces, the empty one first, each with its owner.
    pub pieces: &'v [(char, Option<Player>)],
    /// Where vertices lie, by their names, if the user has put them somewhere.
    pub places: &'v BTreeMap<String, (f64, f64)>,
}

/// Where the cells of a position lie, in the units of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Width and height of the picture.
    pub size: (f64, f64),
    /// For each cell the box around it: left, top, width, height.
    pub boxes: Vec<[f64; 4]>,
    /// What each cell is called, such as `b3`.
    pub labels: Vec<String>,
    /// Where the vertices of a graph lie.
    pub points: Vec<(f64, f64)>,
}

/// A move, as a tag on the board.
#[derive(Clone, Debug)]
pub struct Tag<'t> {
    /// Its number, by which the page knows it.
    pub number: usize,
    /// Whose move it is; `None` if either may make it.
    pub player: Option<Player>,
    /// Where it is put.
    pub at: (f64, f64),
    /// What it says: the value, short.
    pub label: &'t str,
    /// Whether it wins.
    pub wins: bool,
}

/// A square is so wide at most, and at least.
const WIDEST: f64 = 76.0;
const NARROWEST: f64 = 14.0;
/// Boards are about as large as this, so that letters keep their size on the screen.
const BOARD: f64 = 384.0;
/// More stones than this are a number.
const MOST_STONES: u64 = 12;
/// Room for the names of rows and columns.
const EDGE: f64 = 20.0;

/// The letters of a column: a … z, aa, ab, …
fn column(mut at: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + (at % 26) as u8));
        if at < 26 {
            break;
        }
        at = at / 26 - 1;
    }
    letters.iter().rev().collect()
}

/// Where the cells of a position lie.
///
/// # Examples
/// ```
/// use farstar_draw::{Scene, layout};
/// use farstar_rules::builtin::ruleset;
/// let rules = ruleset("Domineering")?;
/// let (game, start) = rules.position("2x3")?;
/// let view = game.view(&start);
/// let scene = Scene { view: &view, kind: rules.kind(), pieces: &[], places: &Default::default() };
/// assert_eq!(layout(&scene).labels, ["a2", "b2", "c2", "a1", "b1", "c1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn layout(scene: &Scene<'_>) -> Layout {
    match scene.view {
        View::Rows { columns, cells, .. } if scene.kind == Some(Kind::Hex) => {
            hexagons(*columns, cells.len())
        }
        View::Rows { columns, cells, .. } => squares(*columns, cells.len(), is_line(scene.kind)),
        View::Graph { vertices, edges, .. } => {
            let names = vertices.iter().map(|(name, _)| name.as_str());
            let points = network::spread(names, edges, scene.places);
            let boxes = points.iter().map(|&(x, y)| [x - 20.0, y - 20.0, 40.0, 40.0]).collect();
            let labels = vertices.iter().map(|(name, _)| name.clone()).collect();
            Layout { size: network::size(&points), boxes, labels, points }
        }
        View::Edges { vertices, edges, .. } => {
            let points = network::grown(vertices, edges, scene.places);
            let ends = network::ends(vertices.len(), edges);
            let boxes = ends
                .iter()
                .map(|&(a, b)| {
                    let ((x, y), (u, v)) = (points[a], points[b]);
                    [x.min(u), y.min(v), (x - u).abs(), (y - v).abs()]
                })
                .collect();
            let labels = (0..edges.len()).map(column).collect();
            Layout { size: network::size(&points), boxes, labels, points }
        }
        View::Heaps(heaps) => {
            let width = (heaps.len().max(1) as f64 * 56.0 + 16.0).max(200.0);
            // As high as the highest heap that is drawn stone by stone.
            let stones = heaps.iter().filter(|heap| by_stones(heap)).flatten();
            let high =
                (stones.max().map_or(0.0, |&most| most as f64) * 16.0 + 16.0).clamp(64.0, 208.0);
            let boxes =
                (0..heaps.len()).map(|i| [8.0 + i as f64 * 56.0, 8.0, 56.0, high]).collect();
            let labels = (1..=heaps.len()).map(|i| i.to_string()).collect();
            Layout { size: (width, high + 36.0), boxes, labels, points: Vec::new() }
        }
    }
}

fn is_line(kind: Option<Kind>) -> bool {
    matches!(kind, Some(Kind::Strip | Kind::Row))
}

fn squares(columns: usize, cells: usize, line: bool) -> Layout {
    let columns = columns.max(1);
    let rows = cells.div_ceil(columns);
    let side = (BOARD / columns.max(rows).max(1) as f64).floor().clamp(NARROWEST, WIDEST);
    let left = if line { 4.0 } else { EDGE };
    let boxes = (0..cells)
        .map(|i| {
            [left + (i % columns) as f64 * side, 4.0 + (i / columns) as f64 * side, side, side]
        })
        .collect();
    let label = |i: usize| match line {
        true => (i + 1).to_string(),
        false => format!("{}{}", column(i % columns), rows - i / columns),
    };
    let size = (left + columns as f64 * side + 4.0, 4.0 + rows as f64 * side + EDGE);
    Layout { size, boxes, labels: (0..cells).map(label).collect(), points: Vec::new() }
}

fn hexagons(columns: usize, cells: usize) -> Layout {
    let columns = columns.max(1);
    let rows = cells.div_ceil(columns);
    let wide = columns as f64 + rows as f64 / 2.0;
    let side = (BOARD / wide.max(1.0)).floor().clamp(NARROWEST, WIDEST);
    // A hexagon on its point is 2/√3 as high as it is wide, and rows overlap by a quarter.
    let high = side * 1.154_7;
    let boxes = (0..cells)
        .map(|i| {
            let (row, at) = (i / columns, i % columns);
            [
                4.0 + (at as f64 + row as f64 / 2.0) * side,
                4.0 + row as f64 * high * 0.75,
                side,
                high,
            ]
        })
        .collect();
    let label = |i: usize| format!("{}{}", column(i % columns), rows - i / columns);
    let size = (8.0 + wide * side, 8.0 + (rows as f64 * 0.75 + 0.25) * high);
    Layout { size, boxes, labels: (0..cells).map(label).collect(), points: Vec::new() }
}

impl Layout {
    /// The middle of some cells, where a move that changes them gets its tag.
    #[must_use]
    pub fn middle(&self, cells: &[usize]) -> Option<(f64, f64)> {
        let found: Vec<_> = cells.iter().filter_map(|&cell| self.boxes.get(cell)).collect();
        let count = found.len() as f64;
        (!found.is_empty()).then(|| {
            let x: f64 = found.iter().map(|b| b[0] + b[2] / 2.0).sum();
            let y: f64 = found.iter().map(|b| b[1] + b[3] / 2.0).sum();
            (x / count, y / count)
        })
    }
}

/// The picture of a position, with tags for moves.
#[must_use]
pub fn board(scene: &Scene<'_>, layout: &Layout, tags: &[Tag<'_>], sentence: &str) -> String {
    let mut svg = Svg::new(layout.size.0, layout.size.1, sentence);
    match scene.view {
        View::Rows { columns, cells, numbers, hands } => {
            rows(&mut svg, scene, layout, *columns, (cells, numbers), *hands)
        }
        View::Graph { vertices, edges, numbers, .. } => {
            let directed = scene.kind == Some(Kind::Digraph);
            let shown: Vec<(usize, usize)> = edges
                .iter()
                .copied()
                .filter(|&(a, b)| vertices[a].1.is_some() && vertices[b].1.is_some())
                .collect();
            let network = Network { points: &layout.points, edges: &shown, directed };
            network.lines(&mut svg, &[]);
            for (i, (name, piece)) in vertices.iter().enumerate() {
                if let Some(sign) = piece {
                    vertex(&mut svg, scene, layout.points[i], (*sign, number_at(numbers, i)), name);
                }
            }
        }
        View::Edges { vertices, edges, numbers } => {
            edges_of(&mut svg, scene, layout, vertices.len(), edges, numbers);
        }
        View::Heaps(heaps) => stones(&mut svg, layout, heaps),
    }
    for tag in tags {
        draw_tag(&mut svg, tag);
    }
    svg.done()
}

fn owner(scene: &Scene<'_>, sign: char) -> Option<Player> {
    scene.pieces.iter().find(|(known, _)| *known == sign).and_then(|(_, owner)| *owner)
}

fn is_empty(scene: &Scene<'_>, sign: char) -> bool {
    scene.pieces.first().is_some_and(|(empty, _)| *empty == sign)
}

fn rows(
    svg: &mut Svg,
    scene: &Scene<'_>,
    layout: &Layout,
    columns: usize,
    (cells, numbers): (&[Option<char>], &[Option<u32>]),
    hands: Option<[u32; 2]>,
) {
    let hex = scene.kind == Some(Kind::Hex);
    for (cell, piece) in cells.iter().enumerate() {
        let place = layout.boxes[cell];
        let [x, y, width, height] = place;
        let class = if *piece == Some('#') || piece.is_none() { "hole" } else { "sq" };
        if hex {
            hexagon(svg, class, place);
        } else {
            svg.rect(class, place, 0.0);
        }
        let (cx, cy) = (x + width / 2.0, y + height / 2.0);
        match (piece, number_at(numbers, cell)) {
            (Some(sign), Some(number)) => {
                numbered(svg, scene, (cx, cy), width * 0.33, *sign, number);
            }
            (Some('#'), _) => {
                let arm = width * 0.14;
                svg.path(
                    "holex",
                    &format!(
                        "M{} {}l{a} {a}m0 -{a}l-{a} {a}",
                        C(cx - arm),
                        C(cy - arm),
                        a = C(2.0 * arm)
                    ),
                );
            }
            (Some(sign), _) if !is_empty(scene, *sign) => {
                piece_at(svg, scene, (cx, cy), width * 0.33, *sign);
            }
            _ => {}
        }
    }
    if hex || columns == 0 {
        return;
    }
    let count = cells.len().div_ceil(columns);
    let Some([left, top, side, _]) = layout.boxes.first().copied() else { return };
    let (width, height) = (columns as f64 * side, count as f64 * side);
    svg.rect("frame-line", [left, top, width, height], 1.0);
    // Names that would run into each other are left out.
    let every = (18.0 / side).ceil().max(1.0) as usize;
    for at in (0..columns).step_by(every) {
        let name = if is_line(scene.kind) { (at + 1).to_string() } else { column(at) };
        svg.text("mid q", left + (at as f64 + 0.5) * side, top + height + 16.0, &name);
    }
    if !is_line(scene.kind) {
        for at in (0..count).step_by(every) {
            let y = top + (count - at) as f64 * side - side / 2.0 + 4.0;
            svg.text("q", 3.0, y, &(at + 1).to_string());
        }
    }
    if let Some([of_left, of_right]) = hands {
        let text = format!("in hand: Left {of_left}, Right {of_right}");
        svg.text("q end", left + width, top + height + 16.0, &text);
    }
}

fn hexagon(svg: &mut Svg, class: &str, [x, y, width, height]: [f64; 4]) {
    let d = format!(
        "M{} {}l{w} {h}v{s}l-{w} {h}-{w} -{h}v-{s}Z",
        C(x + width / 2.0),
        C(y),
        w = C(width / 2.0),
        h = C(height / 4.0),
        s = C(height / 2.0)
    );
    svg.path(class, &d);
}

/// The number on a cell, if its piece carries one.
fn number_at(numbers: &[Option<u32>], cell: usize) -> Option<u32> {
    numbers.get(cell).copied().flatten()
}

/// A piece with its number: whose it is is seen, and which it is where it is nobody's and not the only one.
fn numbered(svg: &mut Svg, scene: &Scene<'_>, (x, y): (f64, f64), r: f64, sign: char, number: u32) {
    let only = scene.pieces.iter().filter(|(_, owner)| owner.is_none()).count() < 2;
    match owner(scene, sign) {
        Some(player) => owned(svg, player, (x, y), r, &number.to_string()),
        None => {
            svg.circle("stone-ring", x, y, r);
            let text = if only || is_empty(scene, sign) {
                number.to_string()
            } else {
                format!("{sign}{number}")
            };
            written(svg, "mid", (x, y), r, &text);
        }
    }
}

/// What belongs to a player: round for Left, pointed for Right.
fn owned(svg: &mut Svg, player: Player, (x, y): (f64, f64), r: f64, sign: &str) {
    let class = match player {
        Player::Left => {
            svg.circle("pl", x, y, r);
            "mid on-l"
        }
        Player::Right => {
            let d = r * 1.2;
            svg.path("pr", &format!("M{} {}l{d} {d}-{d} {d}-{d} -{d}Z", C(x), C(y - d), d = C(d)));
            "mid on-r"
        }
    };
    written(svg, class, (x, y), r, sign);
}

/// A sign on a piece, if the piece is large enough.
fn written(svg: &mut Svg, class: &str, (x, y): (f64, f64), r: f64, sign: &str) {
    if r >= 9.0 {
        svg.text(class, x, y + 4.5, sign);
    }
}

/// A piece: round for Left, pointed for Right, a letter for what belongs to nobody.
fn piece_at(svg: &mut Svg, scene: &Scene<'_>, (x, y): (f64, f64), r: f64, sign: char) {
    let sign_text = sign.to_string();
    match owner(scene, sign) {
        Some(player) => owned(svg, player, (x, y), r, &sign_text),
        None => {
            svg.circle("stone-ring", x, y, r);
            written(svg, "mid", (x, y), r, &sign_text);
        }
    }
}

fn vertex(
    svg: &mut Svg,
    scene: &Scene<'_>,
    (x, y): (f64, f64),
    (sign, number): (char, Option<u32>),
    name: &str,
) {
    if let Some(number) = number {
        numbered(svg, scene, (x, y), 16.0, sign, number);
    } else if sign == '#' {
        svg.rect("hole", [x - 14.0, y - 14.0, 28.0, 28.0], 2.0);
    } else if is_empty(scene, sign) {
        svg.circle("vn", x, y, 16.0);
    } else {
        piece_at(svg, scene, (x, y), 16.0, sign);
    }
    svg.text("vs", x, y + 32.0, name);
}

fn edges_of(
    svg: &mut Svg,
    scene: &Scene<'_>,
    layout: &Layout,
    vertices: usize,
    edges: &[(Option<usize>, Option<usize>, Option<char>)],
    numbers: &[Option<u32>],
) {
    let (width, height) = layout.size;
    svg.rect("canvas", [0.5, 0.5, width - 1.0, height - 1.0], 8.0);
    let ground = network::ground(layout.size);
    svg.path("ground", &format!("M20 {}H{}", C(ground), C(width - 20.0)));
    let mut at = 34.0;
    while at < width - 20.0 {
        svg.path("hatch", &format!("M{} {}l-9 11", C(at), C(ground + 4.0)));
        at += 16.0;
    }
    let ends = network::ends(vertices, edges);
    let twins = network::twins(&ends);
    let mut standing = vec![false; layout.points.len()];
    for (i, (_, _, piece)) in edges.iter().enumerate() {
        let Some(sign) = piece.filter(|sign| *sign != '_') else { continue };
        let (a, b) = ends[i];
        (standing[a], standing[b]) = (true, true);
        let d = network::bow(layout.points[a], layout.points[b], twins[i]);
        match owner(scene, sign) {
            Some(Player::Left) => svg.path("hb hb-l", &d),
            Some(Player::Right) => {
                svg.path("hb hb-r", &d);
                svg.path("hb hb-core", &d);
            }
            None => svg.path("hb hb-g", &d),
        }
    }
    for (&(x, y), standing) in layout.points.iter().zip(standing) {
        if standing {
            svg.circle("joint", x, y, 6.0);
        }
    }
    for (i, (_, _, piece)) in edges.iter().enumerate() {
        if piece.is_some_and(|sign| sign != '_') {
            let [x, y, w, h] = layout.boxes[i];
            let number =
                number_at(numbers, i).map_or(String::new(), |number| format!(": {number}"));
            let label = format!("{}{number}", layout.labels[i]);
            svg.text("mid", x + w / 2.0 + 16.0, y + h / 2.0 + 4.0, &label);
        }
    }
}

/// Whether a heap is drawn stone by stone: it is few numbers, and none is large.
fn by_stones(heap: &[u64]) -> bool {
    (1..=3).contains(&heap.len()) && heap.iter().all(|&count| count <= MOST_STONES)
}

fn stones(svg: &mut Svg, layout: &Layout, heaps: &[Vec<u64>]) {
    for (heap, place) in heaps.iter().zip(&layout.boxes) {
        let [x, y, width, height] = *place;
        let (middle, bottom) = (x + width / 2.0, y + height);
        if by_stones(heap) {
            // The numbers of one heap stand side by side in a frame.
            let apart = (width - 16.0) / heap.len() as f64;
            if heap.len() > 1 {
                let tall = heap.iter().max().map_or(0.0, |&most| most as f64) * 16.0 + 6.0;
                svg.rect("sq", [x + 5.0, bottom - tall, width - 10.0, tall], 2.0);
            }
            let radius = if heap.len() > 2 { 5.5 } else { 7.0 };
            for (column, &count) in heap.iter().enumerate() {
                let at = middle + (column as f64 - (heap.len() - 1) as f64 / 2.0) * apart;
                for stone in 0..count {
                    svg.circle("stone", at, bottom - 9.0 - stone as f64 * 16.0, radius);
                }
            }
        } else {
            svg.rect("sq", [x + 6.0, bottom - 44.0, width - 12.0, 44.0], 2.0);
        }
        let numbers: Vec<String> = heap.iter().map(u64::to_string).collect();
        svg.text("mid", middle, bottom + 20.0, &numbers.join(", "));
    }
    let line = layout.boxes.first().map_or(layout.size.1 - 28.0, |b| b[1] + b[3] + 2.0);
    svg.path("axis", &format!("M4 {}H{}", C(line), C(layout.size.0 - 4.0)));
    if heaps.is_empty() {
        svg.text("mid q", layout.size.0 / 2.0, layout.size.1 / 2.0 - 6.0, "nothing is left");
    }
}

/// A tag is so high, and its letters about so wide.
const TAG: f64 = 22.0;
const LETTER: f64 = 7.4;

fn draw_tag(svg: &mut Svg, tag: &Tag<'_>) {
    let letters = tag.label.chars().count().max(1) as f64 * LETTER;
    let tick = if tag.wins { 15.0 } else { 0.0 };
    let width = letters + 15.0 + tick;
    let (x, y) = (tag.at.0 - width / 2.0, tag.at.1 - TAG / 2.0);
    let side = match tag.player {
        Some(Player::Left) => "mv mv-l",
        Some(Player::Right) => "mv mv-r",
        None => "mv mv-b",
    };
    let class = if tag.wins { format!("{side} mv-win") } else { side.to_owned() };
    svg.open(&class, &format!(r#"data-move="{}""#, tag.number));
    if tag.player == Some(Player::Right) {
        let (w, h) = (C(width - 12.0), C(TAG / 2.0));
        svg.path("tag", &format!("M{} {}l6 -{h}h{w}l6 {h}l-6 {h}h-{w}Z", C(x), C(tag.at.1)));
    } else {
        let round = if tag.player.is_some() { TAG / 2.0 } else { 3.0 };
        svg.rect("tag", [x, y, width, TAG], round);
    }
    if tag.wins {
        svg.path("tick", &format!("M{} {}l3 3 5.6-6.4", C(x + 8.0), C(tag.at.1 + 0.6)));
    }
    svg.text("", tag.at.0 + tick / 2.0, tag.at.1 + 4.2, tag.label);
    svg.close();
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_rules::builtin::ruleset;

    fn drawn(name: &str, position: &str, tags: &[Tag<'_>]) -> (Layout, String) {
        let rules = ruleset(name).expect("a ruleset");
        let (game, start) = rules.position(position).expect("a position");
        let view = game.view(&start);
        let pieces: Vec<_> = rules.pieces().iter().map(|&p| (p, rules.owner(p))).collect();
        let places = BTreeMap::new();
        let scene = Scene { view: &view, kind: rules.kind(), pieces: &pieces, places: &places };
        let layout = layout(&scene);
        let picture = board(&scene, &layout, tags, name);
        assert!(!picture.contains("style="), "{name}");
        assert_eq!(layout.boxes.len(), layout.labels.len(), "{name}");
        (layout, picture)
    }

    #[test]
    fn squares_are_76_wide_on_small_boards() {
        let (layout, picture) = drawn("Domineering", "##..|..#.|....|.##.", &[]);
        assert_eq!(layout.size, (328.0, 328.0));
        assert_eq!(layout.boxes[5], [96.0, 80.0, 76.0, 76.0]);
        assert_eq!(picture.matches(r#"class="hole""#).count(), 5);
        assert_eq!(picture.matches(r#"class="sq""#).count(), 11);
        assert!(picture.contains(
            r#"<rect class="frame-line" x="20" y="4" width="304" height="304" rx="1"/>"#
        ));
    }

    #[test]
    fn pieces_differ_by_shape() {
        let (_, picture) = drawn("Toads and Frogs", "TT.F", &[]);
        assert_eq!(picture.matches(r#"class="pl""#).count(), 2);
        assert_eq!(picture.matches(r#"class="pr""#).count(), 1);
    }

    #[test]
    fn the_numbers_of_one_heap_stand_side_by_side() {
        let (layout, picture) = drawn("Generalised Wythoff", "(3,5)", &[]);
        assert_eq!(picture.matches(r#"class="stone""#).count(), 8);
        let [x, _, width, _] = layout.boxes[0];
        let middle = x + width / 2.0;
        for (column, stones) in [(middle - 10.0, 3), (middle + 10.0, 5)] {
            let at = format!(r#"class="stone" cx="{}""#, C(column));
            assert_eq!(picture.matches(&at).count(), stones, "{picture}");
        }
    }

    #[test]
    fn hackenbush_stands_on_its_ground() {
        let (layout, picture) = drawn("Hackenbush", "$-1:B, 1-2:R, 2-3:G, $-4:G", &[]);
        assert_eq!(picture.matches("hb-l").count(), 1);
        assert_eq!(picture.matches("hb-core").count(), 1);
        assert_eq!(picture.matches("hb-g").count(), 2);
        let ground = network::ground(layout.size);
        // Vertices 1 to 4, then the feet of the two edges on the ground.
        assert!(layout.points[4..].iter().all(|p| p.1 == ground));
        assert!(layout.points[2].1 < layout.points[1].1 && layout.points[1].1 < layout.points[0].1);
    }

    #[test]
    fn every_built_in_example_is_drawn() {
        for rules in farstar_rules::builtin::rulesets() {
            if let Some(example) = rules.remark("example") {
                let (_, picture) = drawn(rules.name(), example, &[]);
                assert!(picture.ends_with("</svg>"), "{}", rules.name());
            }
        }
    }

    #[test]
    fn tags_say_whose_they_are() {
        let tag = |player, wins| Tag { number: 7, player, at: (96.0, 80.0), label: "±1", wins };
        let tags =
            [tag(Some(Player::Left), true), tag(Some(Player::Right), false), tag(None, false)];
        let (_, picture) = drawn("Domineering", "2x2", &tags);
        assert!(picture.contains(r#"<g class="mv mv-l mv-win" data-move="7"><rect class="tag""#));
        assert!(picture.contains(r#"<g class="mv mv-r" data-move="7"><path class="tag""#));
        assert_eq!(picture.matches("class=\"tick\"").count(), 1);
    }

    #[test]
    fn columns_go_on_after_z() {
        assert_eq!([0, 25, 26, 27, 701, 702].map(column), ["a", "z", "aa", "ab", "zz", "aaa"]);
    }
}
