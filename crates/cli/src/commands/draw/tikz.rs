//! A picture as TikZ: the paths and the letters of its SVG, for `\input` in a LaTeX document.

use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{Color, Group, Node, Paint, Path, Text, TextAnchor};
use std::fmt::Write as _;

/// Big points of TeX for each unit of the picture.
const UNIT: f32 = 0.75;

/// The picture. Its letters are set in the fonts of the document.
pub(super) fn tikz(root: &Group, sentence: &str) -> String {
    let sentence = sentence.replace(['\n', '\r'], " ");
    let mut out = format!(
        "% {sentence}\n% \\usepackage{{tikz}} in the preamble, \\input where it stands\n\
         \\begin{{tikzpicture}}[x={UNIT}bp,y=-{UNIT}bp]\n"
    );
    group(&mut out, root, 1.0);
    out.push_str("\\end{tikzpicture}\n");
    out
}

/// What is drawn together, seen through by what is around it.
fn group(out: &mut String, drawn: &Group, opacity: f32) {
    let opacity = opacity * drawn.opacity().get();
    for node in drawn.children() {
        match node {
            Node::Group(inside) => group(out, inside, opacity),
            Node::Path(drawn) => path(out, drawn, opacity),
            Node::Text(written) => text(out, written),
            // no picture of ours has one
            Node::Image(_) => {}
        }
    }
}

/// By how much lengths grow.
fn growth(transform: Transform) -> f32 {
    let Transform { sx, kx, ky, sy, .. } = transform;
    (sx * sy - kx * ky).abs().sqrt()
}

fn colour(paint: &Paint) -> Option<String> {
    let Paint::Color(Color { red, green, blue }) = paint else { return None };
    Some(format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}"))
}

fn seen_through(key: &str, opacity: f32) -> String {
    if opacity < 1.0 { format!(",{key} opacity={opacity:.3}") } else { String::new() }
}

// writing to a string cannot fail, here and below
fn path(out: &mut String, drawn: &Path, opacity: f32) {
    let transform = drawn.abs_transform();
    let mut keys = Vec::new();
    if let Some((fill, named)) = drawn.fill().and_then(|fill| Some((fill, colour(fill.paint())?))) {
        keys.push(format!("fill={named}{}", seen_through("fill", opacity * fill.opacity().get())));
    }
    if let Some((stroke, named)) =
        drawn.stroke().and_then(|stroke| Some((stroke, colour(stroke.paint())?)))
    {
        let scale = growth(transform) * UNIT;
        let width = stroke.width().get() * scale;
        let faint = seen_through("draw", opacity * stroke.opacity().get());
        keys.push(format!("draw={named},line width={width}bp{faint}"));
        if let Some(dashes) = stroke.dasharray() {
            let dashes: Vec<String> = dashes
                .iter()
                .zip(["on", "off"].into_iter().cycle())
                .map(|(length, word)| format!("{word} {}bp", length * scale))
                .collect();
            keys.push(format!("dash pattern={}", dashes.join(" ")));
        }
    }
    let Some(data) = drawn.data().clone().transform(transform).filter(|_| !keys.is_empty()) else {
        return;
    };
    let _ = write!(out, "\\path[{}]", keys.join(","));
    let at = |point: Point| format!("({},{})", rounded(point.x), rounded(point.y));
    let mut last = Point::default();
    for segment in data.segments() {
        let _ = match segment {
            PathSegment::MoveTo(to) => write!(out, " {}", at(to)),
            PathSegment::LineTo(to) => write!(out, " -- {}", at(to)),
            // a quadratic curve is the cubic one whose handles are two thirds of the way to its own
            PathSegment::QuadTo(handle, to) => {
                let third = |from: Point| {
                    let x = from.x + (handle.x - from.x) * 2.0 / 3.0;
                    Point::from_xy(x, from.y + (handle.y - from.y) * 2.0 / 3.0)
                };
                write!(out, " .. controls {} and {} .. {}", at(third(last)), at(third(to)), at(to))
            }
            PathSegment::CubicTo(first, second, to) => {
                write!(out, " .. controls {} and {} .. {}", at(first), at(second), at(to))
            }
            PathSegment::Close => write!(out, " -- cycle"),
        };
        match segment {
            PathSegment::MoveTo(to)
            | PathSegment::LineTo(to)
            | PathSegment::QuadTo(_, to)
            | PathSegment::CubicTo(_, _, to) => last = to,
            PathSegment::Close => {}
        }
    }
    out.push_str(";\n");
}

/// Hundredths are enough.
fn rounded(length: f32) -> f32 {
    (length * 100.0).round() / 100.0
}

fn text(out: &mut String, written: &Text) {
    let transform = written.abs_transform();
    for chunk in written.chunks() {
        let Some(span) = chunk.spans().first() else { continue };
        let mut place =
            Point::from_xy(chunk.x().unwrap_or_default(), chunk.y().unwrap_or_default());
        transform.map_point(&mut place);
        let anchor = match chunk.anchor() {
            TextAnchor::Start => "base west",
            TextAnchor::Middle => "base",
            TextAnchor::End => "base east",
        };
        let size = rounded(span.font_size().get() * growth(transform) * UNIT);
        let named = span.fill().and_then(|fill| colour(fill.paint()));
        let named = named.map(|named| format!(",text={named}")).unwrap_or_default();
        let letters: String = chunk.text().chars().map(tex).collect();
        let _ = writeln!(
            out,
            "\\node[anchor={anchor},inner sep=0pt{named},font=\\fontsize{{{size}bp}}{{{size}bp}}\\selectfont] \
             at ({},{}) {{{letters}}};",
            rounded(place.x),
            rounded(place.y)
        );
    }
}

/// A letter as LaTeX reads it, in any of its engines.
fn tex(letter: char) -> String {
    let mathematics = match letter {
        '{' | '}' | '#' | '%' | '&' | '$' | '_' => return format!("\\{letter}"),
        '\\' => "\\backslash",
        '~' => "\\sim",
        '^' => "\\wedge",
        '|' => "\\vert",
        '<' => "<",
        '>' => ">",
        '*' | '∗' => "*",
        '−' => "-",
        '±' => "\\pm",
        '×' => "\\times",
        '·' => "\\cdot",
        '∥' | '‖' => "\\Vert",
        '⦀' => "\\Vert\\!\\vert",
        '↑' => "\\uparrow",
        '↓' => "\\downarrow",
        '⇑' => "\\Uparrow",
        '⇓' => "\\Downarrow",
        '←' => "\\leftarrow",
        '→' => "\\rightarrow",
        '⧾' => "+",
        '⧿' => "-",
        '∞' => "\\infty",
        '⋯' => "\\cdots",
        'ω' => "\\omega",
        'ε' => "\\varepsilon",
        '≤' => "\\le",
        '≥' => "\\ge",
        '…' => "\\ldots",
        '₀'..='₉' => return format!("$_{}$", letter as u32 - '₀' as u32),
        '⁴'..='⁹' | '⁰' => return format!("$^{}$", letter as u32 - '⁰' as u32),
        '¹' => "^1",
        '²' => "^2",
        '³' => "^3",
        '½' => "\\frac12",
        '⅓' => "\\frac13",
        '⅔' => "\\frac23",
        '¼' => "\\frac14",
        '¾' => "\\frac34",
        '⅛' => "\\frac18",
        '⅜' => "\\frac38",
        '⅝' => "\\frac58",
        '⅞' => "\\frac78",
        '⁄' => "/",
        other => return other.to_string(),
    };
    format!("${mathematics}$")
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::usvg::{Options, Tree};

    #[test]
    fn paths_keep_their_places_colours_and_dashes() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><g transform="scale(2)" opacity="0.5">
            <path d="M1 2L3 4Z" fill="#0a0b0c" stroke="#ff0000" stroke-width="3" stroke-dasharray="1 2"/></g></svg>"##;
        let tree = Tree::from_str(svg, &Options::default()).unwrap();
        let drawn = tikz(tree.root(), "two\nlines");
        let path = drawn.lines().nth(3).unwrap();
        assert!(
            path.starts_with("\\path[fill={rgb,255:red,10;green,11;blue,12},fill opacity=0.500,"),
            "{drawn}"
        );
        assert!(path.contains("draw={rgb,255:red,255;green,0;blue,0},line width=4.5bp"), "{drawn}");
        assert!(path.contains("dash pattern=on 1.5bp off 3bp"), "{drawn}");
        assert!(path.ends_with(" (2,4) -- (6,8) -- cycle;"), "{drawn}");
        assert!(drawn.starts_with("% two lines\n"));
    }

    #[test]
    fn letters_are_those_of_mathematics() {
        let shown = |text: &str| text.chars().map(tex).collect::<String>();
        assert_eq!(shown("{2|−½}"), "\\{2$\\vert$$-$$\\frac12$\\}");
        assert_eq!(shown("⧾₁₂ ↑² 10⁶"), "$+$$_1$$_2$ $\\uparrow$$^2$ 10$^6$");
    }
}
