//! Families of positions: texts with numbers in them.

/// The most cells that a family writes into one position.
const LONGEST: usize = 1 << 20;

/// The position of a family with these numbers: `{0}`, `{1}`, … are the numbers, the first two also `{n}` and `{m}`,
/// and `*{0}` or `*n` repeats the bracket or the letters before it.
///
/// # Errors
/// Why there is none, in words: a count that is no number, nothing that could be repeated, more than 2^20 cells.
///
/// # Examples
/// ```
/// use farstar::instance;
/// assert_eq!(instance("T*{0}.(FT)*2|..", &[3])?, "TTT.FTFT|..");
/// assert_eq!(instance("{n}x{m}", &[4, 5])?, "4x5");
/// assert!(instance("X*{1}", &[4]).is_err());
/// # Ok::<(), String>(())
/// ```
pub fn instance(text: &str, numbers: &[i64]) -> Result<String, String> {
    let number = |name: &str| match name {
        "n" => numbers.first().copied(),
        "m" => numbers.get(1).copied(),
        _ => None,
    };
    let mut made = text.to_owned();
    for (at, number) in numbers.iter().enumerate() {
        made = made.replace(&format!("{{{at}}}"), &number.to_string());
    }
    for name in ["n", "m"] {
        if let Some(number) = number(name) {
            made = made.replace(&format!("{{{name}}}"), &number.to_string());
        }
    }
    let mut written = String::new();
    let mut rest = made.as_str();
    while let Some(at) = rest.find('*') {
        let behind = &rest[at + 1..];
        let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let (count, behind) = if digits > 0 {
            let count =
                behind[..digits].parse().map_err(|_| format!("{text}: a count is too large"))?;
            (count, &behind[digits..])
        } else {
            let name = behind.get(..1).unwrap_or_default();
            let count = number(name).and_then(|count| usize::try_from(count).ok());
            let count = count.ok_or_else(|| {
                format!("{text}: behind * stands n, m, {{0}}, {{1}}, … or a number, each with a range of its own")
            })?;
            (count, &behind[1..])
        };
        written.push_str(&rest[..at]);
        let (keep, group) =
            group(&written).ok_or_else(|| format!("{text}: nothing stands before *"))?;
        if group.len().saturating_mul(count).saturating_add(written.len()) > LONGEST {
            return Err(format!("{text}: the position is too long"));
        }
        let repeated = group.repeat(count);
        written.truncate(keep);
        written.push_str(&repeated);
        rest = behind;
    }
    written.push_str(rest);
    Ok(written)
}

/// Where the group at the end of a text begins, and what is in it: a bracket, or the letters behind the last sign that
/// is none.
fn group(text: &str) -> Option<(usize, String)> {
    if let Some(inner) = text.strip_suffix(')') {
        let open = inner.rfind('(')?;
        return Some((open, inner[open + 1..].to_owned()));
    }
    let letters = text.trim_end_matches(char::is_alphanumeric).len();
    let start = if letters < text.len() { letters } else { text.char_indices().next_back()?.0 };
    Some((start, text[start..].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_repeat_brackets_and_letters() {
        let made = |text, numbers: &[i64]| instance(text, numbers);
        assert_eq!(made("XO*n", &[3]).as_deref(), Ok("XOXOXO"));
        assert_eq!(made("T*n.F*m", &[2, 3]).as_deref(), Ok("TT.FFF"));
        assert_eq!(made("X(XO)*n.*m|..", &[2, 2]).as_deref(), Ok("XXOXO..|.."));
        assert_eq!(made("{n}+{m}", &[4, 5]).as_deref(), Ok("4+5"));
        assert_eq!(made("XO*{0}.*{2}", &[1, 9, 2]).as_deref(), Ok("XO.."));
        assert_eq!(made("X*2", &[]).as_deref(), Ok("XX"));
        assert_eq!(made("X*n", &[0]).as_deref(), Ok(""));
        for wrong in ["*n", "X*k", "X*99999999999999999999999", "X*m", "X*{1}", "X*(O)"] {
            assert!(made(wrong, &[1]).is_err(), "{wrong}");
        }
        assert!(made("X*{0}", &[-1]).is_err() && made("X*n", &[-1]).is_err());
    }
}
