//! Pictures that stand alone, as files or in a notebook: with a name space, colours for light and dark, and a size.

use std::fmt::Write as _;

/// The page's palette and its rules for pictures, every one of them inside `.pic`.
const STYLE: &str = include_str!("standalone.css");

/// The colours of a picture on its own ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark lines on light ground.
    #[default]
    Light,
    /// Light lines on dark ground.
    Dark,
}

/// A picture as a file of its own: what this crate draws has classes only, here the colours are put in, for light and
/// for dark by what the reader prefers.
///
/// # Examples
/// ```
/// use farstar_draw::{Scatter, scatter, standalone};
/// let picture = standalone(&scatter(&Scatter { values: &[0, 1, 2], ..Scatter::default() }));
/// assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width="));
/// assert!(picture.contains("prefers-color-scheme: dark"));
/// ```
#[must_use]
pub fn standalone(picture: &str) -> String {
    framed(picture, STYLE, "")
}

/// A picture as a file of its own on light or on dark ground, at its own size. Every colour is written out, so that
/// programs that know no variables of style sheets show it as well.
///
/// # Examples
/// ```
/// use farstar_draw::{Scatter, Theme, coloured, scatter};
/// let picture = coloured(&scatter(&Scatter { values: &[0, 1, 2], ..Scatter::default() }), Theme::Dark);
/// assert!(picture.contains(".pic .paper { fill: #13151b; }"));
/// assert!(!picture.contains("var(") && !picture.contains("@media"));
/// ```
#[must_use]
pub fn coloured(picture: &str, theme: Theme) -> String {
    let ground = r#"<rect class="paper" width="100%" height="100%"/>"#;
    framed(picture, &written_out(theme), ground)
}

/// The rules for pictures with the colours of a theme in the place of their names.
fn written_out(theme: Theme) -> String {
    let mut lines = STYLE.lines();
    let (light, dark) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let named = |line: &'static str| {
        line.split([';', '{'])
            .filter_map(|rule| rule.trim().strip_prefix("--")?.split_once(": "))
            .collect::<Vec<_>>()
    };
    let mut colours = named(light);
    if theme == Theme::Dark {
        // the first one of a name is taken
        colours.splice(0..0, named(dark));
    }
    let mut style = String::from(".pic { font-family: var(--ui); }\n");
    lines.for_each(|line| style.extend([line, "\n"]));
    while let Some(start) = style.find("var(--") {
        let Some(length) = style[start..].find(')') else { break };
        let name = &style[start + 6..start + length];
        let colour = colours.iter().find(|(known, _)| *known == name).map_or("none", |(_, c)| c);
        style.replace_range(start..=start + length, colour);
    }
    style
}

fn framed(picture: &str, style: &str, ground: &str) -> String {
    let Some((head, rest)) = picture.strip_prefix("<svg ").and_then(|drawn| drawn.split_once('>'))
    else {
        return picture.to_owned();
    };
    let mut out = String::with_capacity(picture.len() + style.len() + 200);
    out.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" "#);
    if let Some((width, height)) = size(head) {
        // writing to a string cannot fail
        let _ = write!(out, r#"width="{width}" height="{height}" "#);
    }
    out.push_str(head);
    out.push_str("><style>");
    out.push_str(style);
    out.push_str("</style>");
    out.push_str(ground);
    out.push_str(rest);
    out
}

/// Width and height of the view box.
fn size(head: &str) -> Option<(&str, &str)> {
    let (_, after) = head.split_once("viewBox=\"")?;
    let mut numbers = after.split_once('"')?.0.split(' ').skip(2);
    Some((numbers.next()?, numbers.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_colour_has_one() {
        for (theme, gold) in [(Theme::Light, "#f2c648"), (Theme::Dark, "#e6bd4a")] {
            let style = written_out(theme);
            assert!(style.contains(&format!(".pic .h0 {{ fill: {gold}; }}")), "{style}");
            let unknown = style.lines().filter(|line| line.contains("(--") || line.contains("@"));
            assert_eq!(unknown.count(), 0);
        }
    }
}
