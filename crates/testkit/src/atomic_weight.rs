//! Atomic weights of all-small games.

use crate::Form;
use farstar_num::Dyadic;
use std::cmp::Ordering;

impl Form {
    /// A nim heap larger than every one that is a follower: it stands for the far star.
    pub fn far_star(&self) -> Form {
        Form::nimber(self.birthday() + 1)
    }

    /// The atomic weight `G″`, in canonical form; `None` when the game is not all-small.
    ///
    /// `G″ = {Gᴸ″ - 2 | Gᴿ″ + 2}`, unless that is an integer and `G` is comparable with the far star `⋆`. Then
    /// for `G > ⋆` it is the greatest integer `n ⧏` every `Gᴿ″ + 2`, and for `G < ⋆` the least integer
    /// `n ⧐` every `Gᴸ″ - 2` (Berlekamp, Conway and Guy, *Winning Ways*, ch. 8).
    pub fn atomic_weight(&self) -> Option<Form> {
        self.is_all_small().then(|| weight(self))
    }
}

fn weight(g: &Form) -> Form {
    let two = Form::integer(2);
    let left: Vec<Form> = g.left().iter().map(|o| weight(o).sub(&two).canonical()).collect();
    let right: Vec<Form> = g.right().iter().map(|o| weight(o).add(&two).canonical()).collect();
    let raw = Form::new(left.clone(), right.clone()).canonical();
    if !raw.to_number().is_some_and(|x| x.is_integer()) {
        return raw;
    }
    // Beyond ±(birthday + 2)·2 no comparison changes: weights of games of depth d lie within ±d.
    let span = 2 * i64::from(g.birthday()) + 4;
    let integers = || (-span..=span).map(|n| Form::number(&Dyadic::from(n)));
    let chosen = match g.compare(&g.far_star()) {
        Some(Ordering::Greater) => integers().rfind(|n| right.iter().all(|r| !r.le(n))),
        Some(Ordering::Less) => integers().find(|n| left.iter().all(|l| !n.le(l))),
        _ => Some(raw),
    };
    chosen.expect("an integer in the span fits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_weights() {
        for (game, expected) in [
            ("0", "0"),
            ("*", "0"),
            ("*3", "0"),
            ("^", "1"),
            ("v", "-1"),
            ("^*", "1"),
            ("^2", "2"),
            ("{0|^}", "2"),
            ("^3*", "3"),
            ("{^|v}", "0"),
            ("{^2|v2}", "*"),
            ("{^3|v2}", "{1|0}"),
        ] {
            let g: Form = game.parse().expect("a form");
            assert_eq!(g.atomic_weight().expect("all-small").to_string(), expected, "{game}");
        }
    }

    #[test]
    fn weights_add() {
        let games: Vec<Form> = crate::born_by(2).into_iter().filter(Form::is_all_small).collect();
        assert_eq!(games.len(), 7, "all-small games born by day 2");
        for g in &games {
            for h in &games {
                let sum = g.add(h).canonical();
                let weights = g.atomic_weight().unwrap().add(&h.atomic_weight().unwrap());
                assert!(sum.atomic_weight().unwrap().equals(&weights), "{g} + {h}");
            }
        }
    }

    #[test]
    fn a_number_has_no_weight() {
        assert_eq!(Form::integer(1).atomic_weight(), None);
    }
}
