//! Answers against play by the definition, and what they say when something is missing.

use farstar::{
    Answer, Arena, CancelToken, Effort, Error, Limits, Moves, Play, Player, Position, Proof,
    Question, Ruleset, Solver, Stop, Sum, Winner,
};

fn position(ruleset: &str, text: &str) -> Position {
    Ruleset::named(ruleset).unwrap().position(text).unwrap()
}

/// Whether a player who is to move wins, played out.
fn wins(sum: &[Position], player: Player, misere: bool) -> bool {
    let mut any = false;
    for (at, one) in sum.iter().enumerate() {
        for next in one.moves(player).unwrap() {
            any = true;
            let mut after = sum.to_vec();
            after[at] = next;
            if !wins(&after, player.opponent(), misere) {
                return true;
            }
        }
    }
    misere && !any
}

/// Winners and moves of an answer are those of the definition.
#[track_caller]
fn assert_played_out(answer: &Answer, sum: &[Position]) {
    for player in [Player::Left, Player::Right] {
        assert_start_played_out(answer, sum, player);
    }
}

/// The winner and the moves where a player begins are those of the definition.
#[track_caller]
fn assert_start_played_out(answer: &Answer, sum: &[Position], player: Player) {
    let misere = answer.play == Play::Misere;
    let start = answer.starts(player);
    let winner = if wins(sum, player, misere) { player } else { player.opponent() };
    assert_eq!(start.winner, Some(Winner::from(Some(winner))), "{sum:?} {player}");
    assert!(start.all_moves, "{sum:?}");
    let count: usize = sum.iter().map(|one| one.moves(player).unwrap().len()).sum();
    assert_eq!(start.moves.len(), count, "{sum:?} {player}");
    for told in &start.moves {
        let mut after = sum.to_vec();
        let next = after[told.component].moves(player).unwrap();
        let next = next.into_iter().find(|one| one.to_string() == told.position);
        after[told.component] = next.expect("a move of the position");
        let expected = !wins(&after, player.opponent(), misere);
        assert_eq!(told.wins, Some(expected), "{sum:?} {player} {told:?}");
    }
    if let Some(reply) = &start.reply {
        assert_eq!(start.moves[reply.number].wins == Some(true), winner == player, "{sum:?}");
    }
}

const SUMS: &[&[(&str, &str)]] = &[
    // an edge from a vertex to itself is no two vertices
    &[("Arc Kayles", "a-a")],
    &[("Arc Kayles", "a-a, a-b, b-b"), ("Looped Arc Kayles", "b-b, e-a, e-b, a:o")],
    &[("Domineering", "2x3")],
    &[("Clobber", "XOX|OX.")],
    &[("Toads and Frogs", "T.TF.F")],
    &[("Hackenbush", "$-1:B, 1-2:R, 1-3:G")],
    &[("Snort", "a-b-c, a:X")],
    &[("Nim", "2+3")],
    &[("Kayles", "5")],
    &[("Cram", "2x3")],
    &[("Nim", "2"), ("Clobber", "XO."), ("Domineering", "2x2")],
];

fn sum_of(positions: &[Position]) -> Sum {
    positions.iter().fold(Sum::default(), |sum, one| sum + one.clone())
}

#[test]
fn winners_are_those_of_play_by_the_definition() {
    for sum in SUMS {
        for variant in ["", "misere "] {
            let positions: Vec<Position> = sum
                .iter()
                .map(|(ruleset, text)| position(&format!("{variant}{ruleset}"), text))
                .collect();
            let sum = sum_of(&positions);
            for effort in [Effort::Whole, Effort::Little, Effort::None] {
                let arena = Arena::new();
                let question = Question { effort, ..Question::default() };
                let answer = Solver::new(&arena).answer(&sum, question, &Limits::none()).unwrap();
                assert_played_out(&answer, &positions);
                assert_eq!(answer.stopped, None, "{answer:?}");
                assert_eq!(answer.value.is_some(), effort != Effort::None, "{answer:?}");
                let marked = answer.play == Play::Misere && effort != Effort::None;
                assert_eq!(answer.value_of.is_some(), marked, "{answer:?}");
                for starter in [Player::Left, Player::Right] {
                    let question = Question { starter: Some(starter), ..question };
                    let answer = Solver::new(&arena).answer(&sum, question, &Limits::none());
                    assert_start_played_out(&answer.unwrap(), &positions, starter);
                }
            }
        }
    }
}

#[test]
fn who_is_not_asked_about_is_not_searched_for() {
    let sum = Sum::from(position("Clobber", "XOXO|OXOX|XOXO"));
    for starter in [Player::Left, Player::Right] {
        let arena = Arena::new();
        let question =
            Question { effort: Effort::None, moves: Moves::None, starter: Some(starter) };
        let answer = Solver::new(&arena).answer(&sum, question, &Limits::none()).unwrap();
        assert!(answer.starts(starter).winner.is_some());
        assert_eq!(answer.starts(starter.opponent()).winner, None);
    }
}

#[test]
fn a_solver_keeps_normal_and_misere_play_apart() {
    let arena = Arena::new();
    let mut solver = Solver::new(&arena);
    for ruleset in ["Nim", "misere Nim", "Nim", "misere Nim"] {
        for text in ["1", "2", "1+1", "2+2", "1+2+3"] {
            let one = [position(ruleset, text)];
            let answer = solver.answer(&sum_of(&one), Question::default(), &Limits::none());
            assert_played_out(&answer.unwrap(), &one);
        }
    }
}

#[test]
fn a_value_in_misere_play_is_one_of_normal_play() {
    let answer = position("misere Nim", "1").answer(&Limits::none()).unwrap();
    assert_eq!((answer.value.as_deref(), answer.value_of), (Some("*"), Some(Play::Normal)));
    // who must take the last token loses
    assert_eq!(answer.outcome.map(|outcome| outcome.to_string()).as_deref(), Some("P"));
    assert_eq!((answer.left_starts.proof, answer.grundy), (Some(Proof::Formula), None));
}

#[test]
fn sums_that_have_no_winner_are_refused() {
    let sum = position("misere Nim", "1") + position("Nim", "1");
    assert!(matches!(sum.answer(&Limits::none()), Err(Error::Sum(_))));
    let sum = Sum::from(position("misere Nim", "1")) + Sum::of_value("{*2|*2}").unwrap();
    assert!(matches!(sum.answer(&Limits::none()), Err(Error::Sum(_))));
    // *2 names the heap of two: taking one leaves one beside one, and the other player must take the last
    let sum = Sum::from(position("misere Nim", "1")) + Sum::of_value("*2").unwrap();
    let answer = sum.answer(&Limits::none()).unwrap();
    assert_eq!(answer.outcome.map(|outcome| outcome.to_string()).as_deref(), Some("N"));
}

#[test]
fn theorems_on_heaps_need_no_search() {
    let answer = position("Nim", "2000000000+7").answer(&Limits::none().nodes(1000)).unwrap();
    assert_eq!(answer.value.as_deref(), Some("*2000000007"));
    assert_eq!(answer.left_starts.proof, Some(Proof::Formula));
    // too many moves to list: those that win are told
    let moves: Vec<&str> =
        answer.left_starts.moves.iter().map(|one| one.position.as_str()).collect();
    assert_eq!((moves, answer.left_starts.all_moves), (vec!["7+7"], false));
    assert_eq!(answer.stopped, None);
    // moves to heaps of which a law tells are judged by it
    let sum = Sum::from(position("two-heap-nim", "(2000,500)"));
    let question = Question { effort: Effort::Little, ..Question::default() };
    let answer = Solver::new(&Arena::new()).answer(&sum, question, &Limits::none().nodes(1 << 14));
    let answer = answer.unwrap();
    let moves = answer.left_starts.moves.iter().filter(|one| one.wins == Some(true));
    assert_eq!(moves.map(|one| one.position.as_str()).collect::<Vec<_>>(), ["(500,500)"]);
    assert_eq!((answer.left_starts.all_moves, answer.stopped), (true, None));
    // as far as numbers are typed: 10^18 times the golden ratio, and 10^18 more
    for (b, lost) in [("2618033988749894848", true), ("2618033988749894849", false)] {
        let far = position("wythoff", &format!("(1618033988749894848,{b})"));
        let answer = far.answer(&Limits::none().nodes(1000)).unwrap();
        let winner = if lost { Winner::Right } else { Winner::Left };
        assert_eq!((answer.left_starts.winner, answer.stopped), (Some(winner), None), "{b}");
    }
    let far = position("two-heap-nim", "(9223372036854775807,7)").answer(&Limits::none()).unwrap();
    assert_eq!(far.value.as_deref(), Some("*9223372036854775800"));
    let cut = position("cutcake", "(9223372036854775807,1)").answer(&Limits::none()).unwrap();
    assert!(cut.value.as_deref().is_some_and(|value| value.ends_with("9223372036854775806")));
    let farther = Ruleset::named("wythoff").unwrap().position("(1,9223372036854775808)");
    assert!(farther.unwrap_err().to_string().contains("larger than 9223372036854775807"));
    // what is over beside it changes nothing, and what is not over is no matter of time
    let large = position("wythoff", "(1000000000,1618033988)");
    let over = large.clone() + position("wythoff", "(0,0)");
    let answer = over.answer(&Limits::none().nodes(1000)).unwrap();
    assert_eq!((answer.left_starts.winner, answer.stopped), (Some(Winner::Left), None));
    for text in ["(0,0)+(10,13)", "(0,0)+(3,5)"] {
        assert_played_out(
            &position("wythoff", text).answer(&Limits::none()).unwrap(),
            &[position("wythoff", text)],
        );
    }
    let answer = (large + position("wythoff", "(1,2)")).answer(&Limits::none()).unwrap();
    assert_eq!((answer.left_starts.winner, answer.stopped), (None, Some(Stop::Size)));
}

#[test]
fn games_of_one_family_are_told_apart() {
    // (1, 3) is worth 0 in 2-Wythoff, and not in 3-Wythoff, where it is one move from the end
    let sum = position("wythoff 2", "1,3") + position("wythoff 3", "1,3");
    assert_ne!(sum.answer(&Limits::none()).unwrap().grundy, Some(0));
    let answer = position("wythoff 2", "1,3").answer(&Limits::none()).unwrap();
    assert_eq!(answer.grundy, Some(0));
}

#[test]
fn endless_play_is_told_with_its_length() {
    let answer = position("Fox and Geese", "....|.G.G|....|..F.").answer(&Limits::none()).unwrap();
    let start = &answer.left_starts;
    assert_eq!((start.winner, start.plies), (Some(Winner::Right), Some(8)));
    assert_eq!(start.proof, Some(Proof::Retrograde));
    let slowest = start.moves.iter().filter_map(|one| one.plies).max();
    let reply = start.reply.as_ref().expect("a move");
    assert_eq!(start.moves[reply.number].plies, slowest);
}

/// The Grundy value of a pair that makes its first number 0 and its second another, or becomes two pairs.
fn of_pair(a: u64, b: u64) -> u64 {
    let mut options: Vec<u64> = (1..=a).map(|i| of_pair(0, b ^ i)).collect();
    options.extend((a > 1 && b > 0).then(|| of_pair(a - 2, a ^ b) ^ of_pair(a, b - 1)));
    (0..).find(|value| !options.contains(value)).expect("there are finitely many options")
}

#[test]
fn sums_whose_parts_end_are_won_by_the_values_of_these() {
    // that the second number may grow hides from a look at the rules that play ends
    let text = "game G\nheap a b\nBoth: (a,b) -> (a-i,xor(b,a)) + (a,b-1) for i in {2}\n      (a,b) -> (xor(a,a),xor(b,i)) for i in 1..a";
    let rules: Ruleset = text.parse().unwrap();
    assert!(!rules.ends());
    for [a, b, c, d] in [[3, 2, 2, 3], [3, 2, 3, 2], [1, 4, 2, 1], [2, 3, 4, 1]] {
        let sum = rules.position(&format!("({a},{b})+({c},{d})")).unwrap();
        let answer = sum.answer(&Limits::none()).unwrap();
        let wins = of_pair(a, b) != of_pair(c, d);
        assert_eq!(answer.left_starts.winner == Some(Winner::Left), wins, "{sum}");
        assert_eq!((answer.positions, answer.left_starts.proof), (None, Some(Proof::Value)));
    }
    // of one part the graph tells how long play lasts
    let answer = rules.position("(3,2)").unwrap().answer(&Limits::none()).unwrap();
    assert!(answer.left_starts.plies.is_some());
}

#[test]
fn values_and_endless_play_are_added() {
    let toads = |text| position("Backsliding Toads and Frogs", text);
    let sum = toads("T.") + toads(".F") + Sum::of_value("5").unwrap();
    let answer = sum.answer(&Limits::none()).unwrap();
    assert_eq!(answer.value.as_deref(), Some("dud"));
    assert_eq!(answer.right_starts.winner, Some(Winner::Draw));
    let reply = answer.right_starts.reply.as_ref().expect("a move");
    assert!(answer.right_starts.moves[reply.number].draws);
}

#[test]
fn a_limit_leaves_what_was_found() {
    let sum = position("Domineering", "3x3") + position("Domineering", "9x9");
    let answer = sum.answer(&Limits::none().nodes(200)).unwrap();
    assert_eq!((answer.sum[0].value.as_deref(), &answer.value), (Some("+-1"), &None));
    let why = answer.no_value.expect("a reason");
    assert_eq!(why.stopped, Some(Stop::Nodes));
    assert!(!answer.left_starts.moves.is_empty() && answer.left_starts.reply.is_some());
    let token = CancelToken::new();
    token.cancel();
    let answer = sum.answer(&Limits::none().cancel(token)).unwrap();
    assert_eq!(answer.stopped, Some(Stop::Cancelled));
}

#[test]
fn the_form_of_an_answer_is_fixed() {
    let answer = position("Nim", "1").answer(&Limits::none()).unwrap();
    let start = |player: &str| {
        format!(
            r#"{{"all_moves":true,"moves":[{{"canonical":true,"in":0,"mean":"0","position":"0","value":"0","wins":true}}],"proof":"formula","reply":{{"move":0,"why":"wins"}},"winner":"{player}"}}"#
        )
    };
    let wanted = format!(
        r#"{{"atomic_weight":"0","birthday":"1","endless":false,"grundy":1,"impartial":true,"left_starts":{},"left_stop":"0","mean":"0","outcome":"N","play":"normal","right_starts":{},"right_stop":"0","sum":[{{"mean":"0","position":"1","ruleset":"Nim","temperature":"0","value":"*"}}],"temperature":"0","value":"*"}}"#,
        start("Left"),
        start("Right"),
    );
    assert_eq!(answer.to_json(), wanted);
    assert_eq!(serde_json::from_str::<Answer>(&wanted).unwrap(), answer);
}

#[test]
fn sums_of_endless_boards_are_won_in_misere_play_too() {
    let toads = "Backsliding Toads and Frogs";
    let sum = |rules: &str, texts: &[&str]| {
        texts.iter().fold(Sum::default(), |sum, text| sum + position(rules, text))
    };
    let answer = |sum: &Sum| sum.answer(&Limits::none()).unwrap();
    // Who cannot move wins: nobody can be made to stay, each walks to and fro.
    let told = answer(&sum(&format!("misere {toads}"), &["T.", ".F"]));
    assert_eq!(told.outcome.map(|outcome| outcome.to_string()).as_deref(), Some("D"));
    // Left alone can move, and must for ever.
    let told = answer(&sum(&format!("misere {toads}"), &["T.", "TF"]));
    assert_eq!(told.left_starts.winner, Some(Winner::from(Some(Player::Right))));
    assert_eq!(told.right_starts.winner, Some(Winner::from(Some(Player::Right))));
    let told = answer(&sum(toads, &["T.", "TF"]));
    assert_eq!(told.left_starts.winner, Some(Winner::from(Some(Player::Left))));
}

#[test]
fn lists_of_moves_that_are_cut_off_decide_nothing() {
    // The heap of 1 becomes one with too many moves to list, and comes back from there: a draw.
    let rules = "game Leaping\nheap n\nBoth: (n) -> (k) for k in 1..n-1\n      (n) -> (2000000000) if n = 1";
    let leaping: Ruleset = rules.parse().unwrap();
    let answer = leaping.position("1").unwrap().answer(&Limits::none());
    assert!(answer.is_err_and(|error| error.to_string().contains("more moves")));
}

/// Heaps beyond those of boards have the moves that they have, or it is said that these are too many.
#[test]
fn large_heaps_list_their_moves_or_say_why_not() {
    let few = position("subtraction 1,3,4", "3000000000");
    let moves =
        few.moves(Player::Left).map(|moves| moves.iter().map(ToString::to_string).collect());
    let expected = ["2999999996", "2999999997", "2999999999"].map(str::to_owned);
    assert_eq!(moves, Ok(expected.to_vec()));
    for (ruleset, text) in [("Nim", "3000000000"), ("Kayles", "100000000")] {
        let told = position(ruleset, text).moves(Player::Right).map(|moves| moves.len());
        let told = told.unwrap_err().to_string();
        assert!(told.contains("too many"), "{ruleset}: {told}");
    }
}

/// The text of an answer has its keys in order, as a map of them has.
#[test]
fn the_text_of_an_answer_has_its_keys_in_order() {
    let mut texts = vec![Answer::default().to_json()];
    for sum in SUMS {
        let sum = sum.iter().map(|(ruleset, text)| position(ruleset, text)).map(Sum::from);
        let sum = sum.reduce(|a, b| a + b).unwrap();
        texts.push(sum.answer(&Limits::none()).unwrap().to_json());
    }
    for text in texts {
        let map: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(map.to_string(), text);
    }
}

/// What is drawn is read as the position that it is, also where a word such as K3,3 made the graph.
#[test]
fn a_position_is_what_its_text_is_read_as() {
    for (ruleset, text) in [
        ("Arc Kayles", "K3,3"),
        ("Node Kayles", "K3,3"),
        ("Node Kayles", "star5"),
        ("Col", "K2,3"),
        ("Snort", "a-b, b-c, d:X"),
    ] {
        for to in position(ruleset, text).moves(Player::Left).unwrap() {
            assert_eq!(position(ruleset, &to.to_string()), to, "{ruleset} {text}");
        }
    }
}

/// Sums that grow with every move fill the stack of the search, which counts as memory too.
#[test]
fn the_stack_of_a_search_is_under_the_limit_on_memory() {
    let rules = "game L misere\nheap n\nLeft: (n) -> (n-k) + (k) for k in 1..n-1\nRight: (n) -> (n-1) + (n-2)";
    let limits = Limits::none().bytes(32 << 20);
    let answer = position(rules, "40").answer(&limits).unwrap();
    assert_eq!(answer.stopped, Some(Stop::Memory), "{answer:?}");
    // play on heaps that are not proved to get smaller has Grundy values where they do
    let rules = "game Share\nheap n\nBoth: (n) -> (n div (k+1)) for k in 1..n";
    let answer = position(rules, "6").answer(&Limits::none()).unwrap();
    assert_eq!((answer.grundy, answer.value.as_deref()), (Some(3), Some("*3")));
    // also where moves make many heaps
    let rules = "game Doubled\nheap n\nBoth: (n) -> 2*(n-k) for k in {1,3,4} if k divides n\n\
        (n) -> (n div (k+1)) for k in 1..n div 2 if k divides n";
    let mut grundy: Vec<u64> = Vec::new();
    for n in 0..=24u64 {
        let mut options: Vec<u64> = Vec::new();
        options.extend([1, 3, 4].iter().filter(|&&k| n >= k && n % k == 0).map(|_| 0));
        let shares = (1..=n / 2).filter(|k| n % k == 0);
        options.extend(shares.map(|k| grundy[(n / (k + 1)) as usize]));
        grundy.push((0..).find(|value| !options.contains(value)).unwrap());
        if n % 8 == 0 {
            let answer = position(rules, &n.to_string()).answer(&Limits::none()).unwrap();
            assert_eq!(answer.grundy, Some(grundy[n as usize]), "heap {n}: {answer:?}");
        }
    }
}
