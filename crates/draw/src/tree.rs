//! Trees of games: a position above those that its moves reach, Left's to the left, Right's to the right.

use crate::svg::{C, Svg};
use farstar_value::Player;

/// A position of the tree.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Its picture, drawn by this crate, and the width and height of that.
    pub picture: Option<(String, (f64, f64))>,
    /// What is written below, such as its value.
    pub label: String,
    /// The moves that are shown, Left's before Right's.
    pub branches: Vec<Branch>,
}

/// A move of the tree.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Whose it is; `None` if either may make it.
    pub player: Option<Player>,
    /// Whether it goes to an option of the canonical form.
    pub canonical: bool,
    /// What it reaches.
    pub to: Node,
}

/// Pictures of positions are so much smaller than alone, and no larger than this.
const SCALE: f64 = 0.28;
const LARGEST: f64 = 110.0;
/// Width of the letters of a label, about.
const LETTER: f64 = 6.6;
/// Room between neighbours, and between a position and its moves.
const BESIDE: f64 = 16.0;
const BELOW: f64 = 46.0;
/// Room for the label.
const LABEL: f64 = 18.0;
const MARGIN: f64 = 12.0;

impl Node {
    /// Width and height of the picture.
    fn pictured(&self) -> (f64, f64) {
        let Some((_, (width, height))) = self.picture else { return (0.0, 0.0) };
        let scale = SCALE.min(LARGEST / width.max(height).max(1.0));
        (width * scale, height * scale)
    }

    /// Width and height of what is drawn of the position itself.
    fn own(&self) -> (f64, f64) {
        let (width, height) = self.pictured();
        (width.max(self.label.chars().count() as f64 * LETTER), height + LABEL)
    }

    fn width(&self) -> f64 {
        let below: f64 = self.branches.iter().map(|branch| branch.to.width()).sum();
        let gaps = BESIDE * self.branches.len().saturating_sub(1) as f64;
        self.own().0.max(below + gaps)
    }

    /// The greatest height of a position on each level.
    fn heights(&self, level: usize, heights: &mut Vec<f64>) {
        if heights.len() == level {
            heights.push(0.0);
        }
        heights[level] = heights[level].max(self.own().1);
        for branch in &self.branches {
            branch.to.heights(level + 1, heights);
        }
    }

    /// Draws the position between `left` and `left + width`; gives the middle of its top.
    fn draw(&self, svg: &mut Svg, left: f64, level: usize, tops: &[f64]) -> (f64, f64) {
        let (whole, (_, own)) = (self.width(), self.own());
        let (middle, top) = (left + whole / 2.0, tops[level]);
        let below: f64 = self.branches.iter().map(|branch| branch.to.width()).sum();
        let gaps = BESIDE * self.branches.len().saturating_sub(1) as f64;
        let mut at = left + (whole - below - gaps) / 2.0;
        for branch in &self.branches {
            let (x, y) = branch.to.draw(svg, at, level + 1, tops);
            let whose = match branch.player {
                Some(Player::Left) => " br-l",
                Some(Player::Right) => " br-r",
                None => "",
            };
            let canonical = if branch.canonical { " br-c" } else { "" };
            svg.line(
                &format!("br{whose}{canonical}"),
                &[(middle, top + own + 3.0), (x, y - 3.0)],
                false,
            );
            at += branch.to.width() + BESIDE;
        }
        let (width, height) = self.pictured();
        if let Some((picture, _)) = &self.picture
            && let Some(inside) = picture.strip_prefix("<svg ")
        {
            svg.raw(&format!(
                r#"<svg x="{}" y="{}" width="{}" height="{}" {inside}"#,
                C(middle - width / 2.0),
                C(top),
                C(width),
                C(height)
            ));
        }
        svg.text("mid mathy", middle, top + height + 13.0, &self.label);
        (middle, top)
    }
}

/// A tree of moves: thick lines go to canonical options, broken ones to others. Cost: the square of the number of
/// positions at worst; the depth of the tree is that of the recursion.
///
/// # Examples
/// ```
/// use farstar_draw::{Branch, Node, tree};
/// use farstar_value::Player;
/// let leaf = |label: &str| Node { label: label.to_owned(), ..Node::default() };
/// let left = Branch { player: Some(Player::Left), canonical: true, to: leaf("1") };
/// let right = Branch { player: Some(Player::Right), canonical: true, to: leaf("−1") };
/// let picture = tree(&Node { branches: vec![left, right], ..leaf("±1") }, "the switch ±1");
/// assert!(picture.contains("br br-l br-c") && picture.contains("br br-r br-c"));
/// ```
#[must_use]
pub fn tree(root: &Node, sentence: &str) -> String {
    let mut heights = Vec::new();
    root.heights(0, &mut heights);
    let mut tops = Vec::new();
    let mut y = MARGIN;
    for height in &heights {
        tops.push(y);
        y += height + BELOW;
    }
    let mut svg = Svg::new(root.width() + 2.0 * MARGIN, y - BELOW + MARGIN, sentence);
    root.draw(&mut svg, MARGIN, 0, &tops);
    svg.done()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(label: &str) -> Branch {
        let to = Node { label: label.to_owned(), ..Node::default() };
        Branch { player: None, canonical: false, to }
    }

    #[test]
    fn positions_stand_beside_each_other_in_their_order() {
        let root = Node { branches: vec![leaf("a"), leaf("b"), leaf("c")], ..Node::default() };
        let picture = tree(&root, "");
        let place = |label: &str| {
            let before = picture.split(&format!(">{label}</text>")).next().expect("a part");
            let x = before.rsplit("x=\"").next().expect("a place");
            x.split('"').next().expect("a number").parse::<f64>().expect("a number")
        };
        assert!(place("a") + BESIDE <= place("b") && place("b") + BESIDE <= place("c"));
        assert_eq!(picture.matches(r#"class="br""#).count(), 3);
    }

    #[test]
    fn boards_are_put_inside() {
        let board = r#"<svg class="pic" viewBox="0 0 200 100"></svg>"#.to_owned();
        let root = Node { picture: Some((board, (200.0, 100.0))), ..Node::default() };
        let drawn = tree(&root, "");
        let inside =
            r#"<svg x="12" y="12" width="56" height="28" class="pic" viewBox="0 0 200 100"></svg>"#;
        assert!(drawn.contains(inside), "{drawn}");
    }
}
