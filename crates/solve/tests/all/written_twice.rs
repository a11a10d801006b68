//! Games written a second time in other words are the same games: the texts in `twice`.

use farstar_rules::builtin::ruleset;
use farstar_rules::language::Ruleset;
use farstar_solve::values::Values;
use farstar_value::{Arena, Game, Limits};

fn value(arena: &Arena, rules: &Ruleset, position: &str) -> Game {
    let (board, start) = rules.position(position).unwrap();
    let mut values = Values::new(arena, board).unwrap();
    values.value(&start, &Limits::none()).unwrap()
}

/// Holds the text against the built-in ruleset on all strips of these pieces up to this length.
fn agree(text: &str, name: &str, pieces: &[char], longest: u32) {
    let (again, known): (Ruleset, Ruleset) = (text.parse().unwrap(), ruleset(name).unwrap());
    let arena = Arena::new();
    for length in 1..=longest {
        for mut number in 0..pieces.len().pow(length) {
            let strip: String = (0..length)
                .map(|_| {
                    let piece = pieces[number % pieces.len()];
                    number /= pieces.len();
                    piece
                })
                .collect();
            assert_eq!(value(&arena, &again, &strip), value(&arena, &known, &strip), "{strip}");
        }
    }
}

#[test]
fn domino_colouring_by_classes() {
    agree(
        include_str!("twice/domino-colouring-by-classes.game"),
        "Domino Colouring",
        &['.', 'W', 'B'],
        6,
    );
}

#[test]
fn toppling_dominoes_that_keep_their_places() {
    agree(
        include_str!("twice/toppling-dominoes-in-place.game"),
        "Toppling Dominoes",
        &['X', 'O', '#'],
        6,
    );
}

/// Who completes three wins, so nobody moves within two cells of an X while another move is left: three cells are
/// taken. On two cells nobody can complete three.
#[test]
fn treblecross_on_a_strip_is_won_like_a_heap_two_larger() {
    let heaps: Ruleset = include_str!("twice/treblecross-by-heaps.game").parse().unwrap();
    let strips = ruleset("Treblecross").unwrap();
    let arena = Arena::new();
    for length in 3..=12 {
        let strip = value(&arena, &strips, &".".repeat(length));
        let heap = value(&arena, &heaps, &(length + 2).to_string());
        assert_eq!(strip == Game::ZERO, heap == Game::ZERO, "{length}");
    }
}
