//! Impartial games given by an option function.

/// The least natural number that is not among `values`.
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let values: Vec<u64> = values.into_iter().collect();
    (0..).find(|n| !values.contains(n)).expect("finitely many values leave one out")
}

/// The Grundy number of a position: the mex of those of its options.
pub fn grundy<P>(position: &P, options: &impl Fn(&P) -> Vec<P>) -> u64 {
    mex(options(position).iter().map(|p| grundy(p, options)))
}

/// Whether the player to move wins when who cannot move loses.
pub fn normal_win<P>(position: &P, options: &impl Fn(&P) -> Vec<P>) -> bool {
    options(position).iter().any(|p| !normal_win(p, options))
}

/// Whether the player to move wins when who cannot move wins.
pub fn misere_win<P>(position: &P, options: &impl Fn(&P) -> Vec<P>) -> bool {
    let options_here = options(position);
    options_here.is_empty() || options_here.iter().any(|p| !misere_win(p, options))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nim: a move makes one heap smaller.
    #[expect(clippy::ptr_arg, reason = "an option function takes the position type as it is")]
    fn nim(heaps: &Vec<u32>) -> Vec<Vec<u32>> {
        let mut options = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            for left in 0..heap {
                let mut next = heaps.clone();
                next[i] = left;
                options.push(next);
            }
        }
        options
    }

    #[test]
    fn the_grundy_number_of_nim_is_the_exclusive_or() {
        for a in 0..4 {
            for b in 0..4 {
                let heaps = vec![a, b, 1];
                assert_eq!(grundy(&heaps, &nim), u64::from(a ^ b ^ 1));
                assert_eq!(normal_win(&heaps, &nim), a ^ b ^ 1 != 0);
            }
        }
    }

    #[test]
    fn misere_nim_follows_bouton() {
        // Bouton 1901: as in normal play while some heap exceeds 1, the opposite afterwards.
        for a in 0..4 {
            for b in 0..4 {
                let normal = a ^ b != 0;
                let expected = if a.max(b) > 1 { normal } else { !normal };
                assert_eq!(misere_win(&vec![a, b], &nim), expected, "{a} {b}");
            }
        }
    }

    #[test]
    fn a_form_has_the_grundy_number_of_its_nimber() {
        let g = crate::Form::nimber(4);
        assert_eq!(grundy(&g, &|g| g.left().to_vec()), 4);
        assert_eq!(mex([0, 1, 3]), 2);
    }
}
