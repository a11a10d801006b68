//! Pieces that could take back are counted pair by pair.

use farstar_rules::Packed;
use farstar_rules::builtin::ruleset;
use farstar_rules::coded::Coded;
use farstar_rules::position::GameGraph;
use farstar_testkit::SplitMix64;
use farstar_value::Player;

fn backing<const N: usize>(coded: &dyn Coded<N, Position = Packed>, start: &Packed) -> [u32; 2] {
    let words = coded.words(start).expect("the words are all there is to a board of rows");
    [Player::Left, Player::Right].map(|player| coded.backing(&words, player))
}

#[test]
fn pieces_back_those_beside_them_where_they_take_by_going_there() {
    let mut random = SplitMix64::new(5);
    for (name, takes) in [("Clobber", true), ("Konane", false)] {
        for _ in 0..50 {
            let mut piece = |_| ["X", "O", "."][random.below(3) as usize];
            let rows: Vec<String> = (0..4).map(|_| (0..5).map(&mut piece).collect()).collect();
            let (game, start) =
                ruleset(name).expect("it is built in").position(&rows.join("|")).expect("a board");
            let coded = game.coded().unwrap_or_else(|| panic!("a small board has codes"));
            let told = farstar_rules::of_any_length!(coded, coded => backing(&*coded, &start));
            let cells: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
            let pairs = |piece: u8| {
                let across = cells.iter().flat_map(|row| row.windows(2));
                let across = across.filter(|pair| **pair == [piece, piece]).count();
                let down = cells.windows(2).flat_map(|two| two[0].iter().zip(two[1]));
                let down = down.filter(|&(&a, &b)| a == piece && b == piece).count();
                // each of the two backs the other
                2 * (across + down) as u32
            };
            let wanted = if takes { [b'X', b'O'].map(pairs) } else { [0, 0] };
            assert_eq!(told, wanted, "{name} {}", rows.join("|"));
        }
    }
}
