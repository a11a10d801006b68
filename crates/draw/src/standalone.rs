//! Pictures that stand alone, as files or in a notebook: with a name space, colours for light and dark, and a size.

use std::fmt::Write as _;

/// The page's palette and its rules for pictures, every one of them inside `.pic`.
const STYLE: &str = include_str!("standalone.css");

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
    let Some((head, rest)) = picture.strip_prefix("<svg ").and_then(|drawn| drawn.split_once('>'))
    else {
        return picture.to_owned();
    };
    let mut out = String::with_capacity(picture.len() + STYLE.len() + 100);
    out.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" "#);
    if let Some((width, height)) = size(head) {
        // writing to a string cannot fail
        let _ = write!(out, r#"width="{width}" height="{height}" "#);
    }
    out.push_str(head);
    out.push_str("><style>");
    out.push_str(STYLE);
    out.push_str("</style>");
    out.push_str(rest);
    out
}

/// Width and height of the view box.
fn size(head: &str) -> Option<(&str, &str)> {
    let (_, after) = head.split_once("viewBox=\"")?;
    let mut numbers = after.split_once('"')?.0.split(' ').skip(2);
    Some((numbers.next()?, numbers.next()?))
}
