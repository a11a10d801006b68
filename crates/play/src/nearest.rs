//! The name that may have been meant by one that nobody knows.

/// The known name nearest to `typed`, if one is near: of its letters and digits at most a third must be changed,
/// inserted, left out or swapped with their neighbours. Case and other signs do not matter.
///
/// # Complexity
/// Time proportional to the product of the lengths, for each known name; only the first 64 letters are looked at.
///
/// # Examples
/// ```
/// use farstar_play::nearest;
/// let known = ["Mean", "Temperature", "LeftStop", "Heat"];
/// assert_eq!(nearest("temprature", known), Some("Temperature"));
/// assert_eq!(nearest("left_stpo", known), Some("LeftStop"));
/// assert_eq!(nearest("Haet", known), Some("Heat"));
/// assert_eq!(nearest("Nim", known), None);
/// ```
pub fn nearest<'n>(typed: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).take(64).collect()
    };
    let typed = plain(typed);
    let distances =
        known.into_iter().map(|name| (plain(name), name)).filter_map(|(letters, name)| {
            let distance = strsim::osa_distance(&typed, &letters);
            (3 * distance <= letters.chars().count()).then_some((distance, name))
        });
    distances.min().map(|(_, name)| name)
}
