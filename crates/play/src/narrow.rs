//! Signs of East Asian input methods, as the signs that they stand for.

use std::borrow::Cow;

/// A sign as wide as a Chinese character, such as `（`, `＋` or `１`, as the one of ASCII that it stands for; any other
/// character as it is.
///
/// # Examples
/// ```
/// use farstar_play::narrow_char;
/// assert_eq!(['｛', '｜', '１', '，', '　', '星'].map(narrow_char), ['{', '|', '1', ',', ' ', '星']);
/// ```
#[must_use]
pub fn narrow_char(c: char) -> char {
    match c {
        // the block of full-width forms has ASCII in its order (Unicode, U+FF00 to U+FFEF)
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    }
}

/// A text with [`narrow_char`] of each of its characters, of which it has as many.
///
/// # Examples
/// ```
/// use farstar_play::narrow;
/// assert_eq!(narrow("２ｘ３"), "2x3");
/// ```
#[must_use]
pub fn narrow(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| narrow_char(c) == c) {
        return text.into();
    }
    text.chars().map(narrow_char).collect()
}
