//! All games born by a day.

use crate::Form;
use std::collections::HashSet;

/// The games born by `day`, one canonical form for each value: 1, 4, 22, 1474.
///
/// # Panics
/// For days past 3: more than 10^184 games are born by day 4.
pub fn born_by(day: u32) -> Vec<Form> {
    assert!(day <= 3, "nobody can list the games born by day {day}");
    let mut games = vec![Form::zero()];
    for _ in 0..day {
        let mut seen = HashSet::new();
        let forms = forms_on(&games).map(|g| g.canonical());
        games = forms.filter(|g| seen.insert(g.clone())).collect();
    }
    games
}

/// The forms `{L|R}` whose two option sets are antichains of `options`: every game with options among
/// those values, in no particular form, some of them more than once.
pub fn forms_on(options: &[Form]) -> impl Iterator<Item = Form> {
    let sets = antichains(options);
    let rights = sets.clone();
    sets.into_iter().flat_map(move |left| {
        let rights = rights.clone();
        rights.into_iter().map(move |right| Form::new(left.clone(), right))
    })
}

/// The sets of pairwise incomparable games, the empty one included.
pub fn antichains(games: &[Form]) -> Vec<Vec<Form>> {
    let mut sets = vec![Vec::new()];
    for g in games {
        let mut larger: Vec<Vec<Form>> = Vec::new();
        for set in &sets {
            if set.iter().all(|h| g.compare(h).is_none()) {
                larger.push(set.iter().chain([g]).cloned().collect());
            }
        }
        sets.append(&mut larger);
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_birthday() {
        assert_eq!(born_by(0).len(), 1);
        assert_eq!(born_by(1).len(), 4);
        assert_eq!(born_by(2).len(), 22);
        // Conway and Guy's count, Siegel, *Combinatorial Game Theory*, §III.1.
        let day3 = born_by(3);
        assert_eq!(day3.len(), 1474);
        assert_eq!(day3.iter().filter(|g| g.is_all_small()).count(), 67);
    }
}
