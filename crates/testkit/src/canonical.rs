//! Canonical forms by the two rules, applied until neither applies.

use crate::Form;

/// Which player's options a step looks at; for Right every order is turned round.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn own(self, g: &Form) -> &[Form] {
        match self {
            Side::Left => g.left(),
            Side::Right => g.right(),
        }
    }

    fn opposite(self, g: &Form) -> &[Form] {
        match self {
            Side::Left => g.right(),
            Side::Right => g.left(),
        }
    }

    /// Whether the owner of the options likes `a` at least as much as `b`.
    fn prefers(self, a: &Form, b: &Form) -> bool {
        match self {
            Side::Left => b.le(a),
            Side::Right => a.le(b),
        }
    }
}

impl Form {
    /// The canonical form: no dominated and no reversible option anywhere, options in a fixed order.
    ///
    /// Equal games have identical canonical forms (Conway, *On Numbers and Games*, theorem 69), and
    /// here they are identical as values of this type too.
    pub fn canonical(&self) -> Form {
        let options = |g: &[Form]| g.iter().map(Form::canonical).collect();
        let mut g = Form::new(options(self.left()), options(self.right()));
        loop {
            let left = without_dominated(bypass_reversible(&g, Side::Left), Side::Left);
            let right = without_dominated(bypass_reversible(&g, Side::Right), Side::Right);
            let next = Form::new(left, right);
            if next == g {
                return g;
            }
            g = next;
        }
    }
}

/// Replaces each option that the opponent can reverse (`Gᴸᴿ ≤ G`) by the own options of where it is reversed to.
fn bypass_reversible(g: &Form, side: Side) -> Vec<Form> {
    let mut options = Vec::new();
    for option in side.own(g) {
        match side.opposite(option).iter().find(|reply| side.prefers(g, reply)) {
            Some(reply) => options.extend_from_slice(side.own(reply)),
            None => options.push(option.clone()),
        }
    }
    options
}

/// Keeps the best options, one of each value, sorted.
fn without_dominated(mut options: Vec<Form>, side: Side) -> Vec<Form> {
    options.sort();
    options.dedup();
    let mut kept: Vec<Form> = Vec::new();
    for option in options {
        if kept.iter().any(|k| side.prefers(k, &option)) {
            continue;
        }
        kept.retain(|k| !side.prefers(&option, k));
        kept.push(option);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        text.parse::<Form>().expect("a form").canonical().to_string()
    }

    #[test]
    fn known_canonical_forms() {
        assert_eq!(canonical("{0,*|*}"), "{0|*}", "the move from up to * is reversible for Left");
        assert_eq!(canonical("{*|*}"), "0");
        assert_eq!(canonical("{0,1|}"), "2");
        assert_eq!(canonical("{1/2,1/4|1,3/4}"), "5/8");
        assert_eq!(canonical("{0|^}"), "{0|{0|*}}");
        assert_eq!(canonical("{{1|-1}|{1|-1}}"), "0");
    }

    #[test]
    fn canonical_forms_are_equal_to_the_game_and_stay() {
        for g in crate::born_by(2) {
            for h in crate::born_by(1) {
                let sum = g.add(&h);
                let canonical = sum.canonical();
                assert!(canonical.equals(&sum));
                assert_eq!(canonical.canonical(), canonical);
            }
        }
    }

    #[test]
    fn equal_games_have_identical_canonical_forms() {
        let games: Vec<Form> = crate::forms_on(&crate::born_by(1)).collect();
        for g in &games {
            for h in &games {
                assert_eq!(g.equals(h), g.canonical() == h.canonical(), "{g} {h}");
            }
        }
    }
}
