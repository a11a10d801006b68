//! Names: when two spellings are one name, and which known name is nearest to an unknown one.

/// A name without its case and underscores, by which methods and functions are found.
pub(crate) fn folded(name: &str) -> String {
    name.chars().filter(|&c| c != '_').flat_map(char::to_lowercase).collect()
}

/// The known name nearest to `name`, if one is near enough to be meant.
pub(crate) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let wanted: Vec<char> = folded(name).chars().collect();
    if wanted.len() > 64 {
        return None;
    }
    let allowed = match wanted.len() {
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let letters: Vec<char> = folded(candidate).chars().collect();
        if letters.len().abs_diff(wanted.len()) > allowed {
            continue;
        }
        let distance = edit_distance(&wanted, &letters);
        let better = best.is_none_or(|(least, chosen)| (distance, candidate) < (least, chosen));
        if distance <= allowed && better {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let mut least = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_mistakes_find_their_name() {
        let known = ["Mean", "Temperature", "LeftStop", "Heat"];
        assert_eq!(nearest("temprature", known), Some("Temperature"));
        assert_eq!(nearest("left_stpo", known), Some("LeftStop"));
        assert_eq!(nearest("Haet", known), Some("Heat"));
        assert_eq!(nearest("Nim", known), None);
    }
}
