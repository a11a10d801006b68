//! Partizan misère play against published counts, play by the definition, and contexts.

use farstar_value::misere::{PartizanForm, PartizanForms, Universe};
use farstar_value::{CancelToken, Comparison, Error, Limits, Outcome, Player, SplitMix64, Stopped};
use std::collections::HashMap;

/// All 256 forms of birthday at most 2.
fn born_by_2(forms: &mut PartizanForms) -> Vec<PartizanForm> {
    let limits = Limits::none();
    let day1 = forms.forms_over(&[forms.zero()], &limits).unwrap();
    forms.forms_over(&day1, &limits).unwrap()
}

fn members(forms: &PartizanForms, of: &[PartizanForm], universe: Universe) -> Vec<PartizanForm> {
    let belongs = |form: &&PartizanForm| forms.is_in(**form, universe, &Limits::none()).unwrap();
    of.iter().filter(belongs).copied().collect()
}

/// How many different games these are.
fn classes(forms: &mut PartizanForms, of: &[PartizanForm], universe: Universe) -> usize {
    let limits = Limits::none();
    let mut found: Vec<PartizanForm> = Vec::new();
    for &form in of {
        let old = found
            .iter()
            .any(|&other| forms.compare(form, other, universe, &limits) == Ok(Comparison::Equal));
        if !old {
            found.push(form);
        }
    }
    found.len()
}

#[test]
fn counts_by_day_are_the_published_ones() {
    let mut forms = PartizanForms::new();
    let day1 = forms.forms_over(&[forms.zero()], &Limits::none()).unwrap();
    assert_eq!(classes(&mut forms, &day1, Universe::All), 4);
    let day2 = born_by_2(&mut forms);
    assert_eq!(classes(&mut forms, &day2, Universe::All), 256);
    let dicots = members(&forms, &day2, Universe::Dicots);
    assert_eq!((dicots.len(), classes(&mut forms, &dicots, Universe::Dicots)), (10, 9));
    let dead_ending = members(&forms, &day2, Universe::DeadEnding);
    assert_eq!(
        (dead_ending.len(), classes(&mut forms, &dead_ending, Universe::DeadEnding)),
        (232, 196)
    );
}

#[test]
fn there_are_1268_dicots_by_day_3() {
    // Dorbec, Renault, Siegel, Sopena (2015).
    let limits = Limits::none();
    let mut forms = PartizanForms::new();
    let day2 = born_by_2(&mut forms);
    let mut options = members(&forms, &day2, Universe::Dicots);
    // 0 = {*|*} beside dicots
    let zero = forms.parse("{{0|0}|{0|0}}", &limits).unwrap();
    options.retain(|&option| option != zero);
    let day3 = forms.forms_over(&options, &limits).unwrap();
    let day3 = members(&forms, &day3, Universe::Dicots);
    assert_eq!(day3.len(), 511 * 511 + 1);
    let mut reduced = Vec::new();
    for (at, form) in day3.into_iter().enumerate() {
        let simple = forms.reduce(form, Universe::Dicots, &limits).unwrap();
        if at % 7 == 0 {
            let order = forms.compare(form, simple, Universe::Dicots, &limits);
            assert_eq!(order, Ok(Comparison::Equal));
        }
        reduced.push(simple);
    }
    reduced.sort_unstable();
    reduced.dedup();
    assert_eq!(reduced.len(), 1268);
    // one form for each game
    assert_eq!(classes(&mut forms, &reduced, Universe::Dicots), 1268);
}

/// Whether the player to move wins the sum, by playing it out.
fn wins(
    forms: &PartizanForms,
    sum: &mut Vec<PartizanForm>,
    mover: Player,
    known: &mut HashMap<(Vec<PartizanForm>, Player), bool>,
) -> bool {
    let key = (sum.clone(), mover);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut stuck = true;
    let mut won = false;
    for at in 0..sum.len() {
        let part = sum[at];
        for option in forms.options(part, mover).to_vec() {
            stuck = false;
            sum[at] = option;
            won |= !wins(forms, sum, mover.opponent(), known);
        }
        sum[at] = part;
    }
    known.insert(key, won || stuck);
    won || stuck
}

#[test]
fn outcomes_are_those_of_play() {
    let mut forms = PartizanForms::new();
    let day2 = born_by_2(&mut forms);
    let mut known = HashMap::new();
    for (at, &a) in day2.iter().enumerate().step_by(5) {
        for &b in day2.iter().skip(at).step_by(7) {
            let c = day2[(11 * at + 3) % 256];
            let first = [Player::Left, Player::Right]
                .map(|mover| wins(&forms, &mut vec![a, b, c], mover, &mut known));
            let outcome = forms.outcome(&[a, b, c], &Limits::none());
            assert_eq!(outcome, Ok(Outcome::from_wins(first[0], first[1])));
        }
    }
}

/// Whether Left does no worse with the first outcome.
fn at_least(g: Outcome, h: Outcome) -> bool {
    let left = |outcome: Outcome, first| outcome.winner(first) == Player::Left;
    [Player::Left, Player::Right].iter().all(|&first| left(g, first) || !left(h, first))
}

/// Compares all pairs, and sees that no context speaks against what is claimed. Returns how many `≥` there are.
fn against_contexts(
    forms: &mut PartizanForms,
    games: &[PartizanForm],
    contexts: &[PartizanForm],
    universe: Universe,
) -> usize {
    let limits = Limits::none();
    let rows: Vec<Vec<Outcome>> = games
        .iter()
        .map(|&g| contexts.iter().map(|&x| forms.outcome(&[g, x], &limits).unwrap()).collect())
        .collect();
    let mut claims = 0;
    for (g, with_g) in games.iter().zip(&rows) {
        for (h, with_h) in games.iter().zip(&rows) {
            let claimed = forms.ge(*g, *h, universe, &limits).unwrap();
            let seen = with_g.iter().zip(with_h).all(|(&g, &h)| at_least(g, h));
            let shown = |form| forms.text(form, &limits).unwrap();
            assert!(seen || !claimed, "{} >= {} in {universe}", shown(*g), shown(*h));
            claims += usize::from(claimed);
        }
    }
    claims
}

#[test]
fn no_context_violates_a_comparison() {
    let mut forms = PartizanForms::new();
    let day2 = born_by_2(&mut forms);
    let some: Vec<PartizanForm> = day2.iter().step_by(3).copied().collect();
    let found = against_contexts(&mut forms, &some, &day2, Universe::All);
    assert!(found > some.len(), "only {found} comparisons");
    let limits = Limits::none();
    let deeper = dicots_over_six(&mut forms, &day2);
    let some: Vec<PartizanForm> = deeper.iter().step_by(29).copied().collect();
    let found = against_contexts(&mut forms, &some, &deeper, Universe::Dicots);
    assert!(found > some.len(), "only {found} comparisons");
    let dead_ending = members(&forms, &day2, Universe::DeadEnding);
    let mut contexts = dead_ending.clone();
    for n in 3..6 {
        for player in [Player::Left, Player::Right] {
            contexts.push(forms.murder(n, player, &limits).unwrap());
            contexts.push(forms.waiting(n, player, &limits).unwrap());
        }
    }
    let found = against_contexts(&mut forms, &dead_ending, &contexts, Universe::DeadEnding);
    assert!(found > dead_ending.len(), "only {found} comparisons");
}

/// The dicots with options among six of day 2.
fn dicots_over_six(forms: &mut PartizanForms, day2: &[PartizanForm]) -> Vec<PartizanForm> {
    let dicots = members(forms, day2, Universe::Dicots);
    let deeper = forms.forms_over(&dicots[..6], &Limits::none()).unwrap();
    members(forms, &deeper, Universe::Dicots)
}

#[test]
fn reduced_forms_are_equal_and_reduced() {
    let mut forms = PartizanForms::new();
    let limits = Limits::none();
    let day2 = born_by_2(&mut forms);
    let mut simpler = 0;
    for universe in Universe::EVERY {
        let members = members(&forms, &day2, universe);
        let mut games = dicots_over_six(&mut forms, &day2);
        games.truncate(500);
        // forms of day 3, their options here and there among those of day 2
        for at in 0..500 {
            let pick = |by: usize| members[(by * at + by) % members.len()];
            let left: Vec<PartizanForm> = [3, 17, 29].map(pick).into();
            games.push(forms.from_options(&left, &[pick(11), pick(41)], &limits).unwrap());
        }
        for form in games {
            let simple = forms.reduce(form, universe, &limits).unwrap();
            simpler += usize::from(simple != form);
            assert_eq!(forms.compare(form, simple, universe, &limits), Ok(Comparison::Equal));
            assert_eq!(forms.reduce(simple, universe, &limits), Ok(simple));
            for player in [Player::Left, Player::Right] {
                let ends = forms.is_end(form, player) == forms.is_end(simple, player);
                assert!(ends || universe != Universe::All);
            }
        }
    }
    assert!(simpler > 100, "only {simpler} forms were reduced");
}

/// Equal games have one reduced form: how many there are of these, which are not more than their classes.
fn told_apart(forms: &mut PartizanForms, of: &[PartizanForm], universe: Universe) -> usize {
    let limits = Limits::none();
    let mut reduced: Vec<PartizanForm> = Vec::new();
    for &form in of {
        let simple = forms.reduce(form, universe, &limits).unwrap();
        assert_eq!(forms.compare(form, simple, universe, &limits), Ok(Comparison::Equal));
        assert_eq!(forms.reduce(simple, universe, &limits), Ok(simple));
        reduced.push(simple);
    }
    reduced.sort_unstable();
    reduced.dedup();
    assert_eq!(classes(forms, &reduced, universe), reduced.len());
    reduced.len()
}

#[test]
fn equal_dead_ending_games_have_one_reduced_form() {
    let mut forms = PartizanForms::new();
    let day2 = born_by_2(&mut forms);
    let of_day2 = members(&forms, &day2, Universe::DeadEnding);
    assert_eq!(told_apart(&mut forms, &of_day2, Universe::DeadEnding), 196);
    // forms of day 3 and 4 over ends, waiting moves and games between
    let limits = Limits::none();
    let names = ["0", "{0|0}", "{0|}", "{|0,{|0}}", "{{0|}|{|0}}"];
    let some = names.map(|text| forms.parse(text, &limits).unwrap());
    let over = forms.forms_over(&some, &limits).unwrap();
    let over = members(&forms, &over, Universe::DeadEnding);
    assert_eq!((over.len(), told_apart(&mut forms, &over, Universe::DeadEnding)), (968, 859));
    let mut random = SplitMix64::new(5);
    let some = [(); 5].map(|()| of_day2[random.below(of_day2.len() as u64) as usize]);
    let over = forms.forms_over(&some, &limits).unwrap();
    let over = members(&forms, &over, Universe::DeadEnding);
    assert!(told_apart(&mut forms, &over, Universe::DeadEnding) < over.len() / 2);
}

#[test]
fn forms_are_read_back() {
    let mut forms = PartizanForms::new();
    let limits = Limits::none();
    for form in born_by_2(&mut forms) {
        let text = forms.text(form, &limits).unwrap();
        assert_eq!(forms.parse(&text, &limits), Ok(form), "{text}");
    }
    for text in
        ["", "{", "{0", "{0|0|0}", "{0,|}", "{,0|}", "00", "{|}}", "{0 0|}", "x", "{|é}", "0,0"]
    {
        assert!(matches!(forms.parse(text, &limits), Err(Error::Parse { .. })), "{text}");
    }
}

#[test]
fn a_game_outside_of_the_universe_is_named() {
    let mut forms = PartizanForms::new();
    let limits = Limits::none();
    let mut told = |text: &str, universe| {
        let form = forms.parse(text, &limits).unwrap();
        forms.ge(form, form, universe, &limits).map_err(|error| error.to_string())
    };
    assert_eq!(
        told("{0|}", Universe::Dicots),
        Err("{0|} is not a dicot: Left can move and Right cannot".into())
    );
    assert_eq!(
        told("{{|0}|0}", Universe::Dicots),
        Err("{{|0}|0} is not a dicot: after moves to {|0} Right can move and Left cannot".into())
    );
    assert_eq!(
        told("{0|{{0|0}|}}", Universe::DeadEnding),
        Err("{0|{{0|0}|}} is not dead-ending: after moves to {{0|0}|} Right cannot move, but can \
             after a move of Left"
            .into())
    );
    assert_eq!(told("{0|{{0|0}|}}", Universe::All), Ok(true));
}

#[test]
fn work_stops_at_its_limits() {
    let mut forms = PartizanForms::new();
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let cancelled = Limits::none().cancel(cancelled);
    let stopped = |reason| Err(Error::Stopped(reason));
    assert_eq!(forms.murder(100_000, Player::Left, &cancelled), stopped(Stopped::Cancelled));
    let few = Limits::none().nodes(1000);
    assert_eq!(forms.waiting(100_000, Player::Left, &few), stopped(Stopped::Nodes));
    // deep forms do not exhaust the stack
    let limits = Limits::none();
    let deep = forms.waiting(20_000, Player::Left, &limits).unwrap();
    assert_eq!(forms.outcome(&[deep], &limits), Ok(Outcome::R));
    assert_eq!(forms.ge(deep, deep, Universe::DeadEnding, &limits), Ok(true));
    let other = forms.waiting(19_999, Player::Left, &limits).unwrap();
    assert_eq!(forms.ge(deep, other, Universe::All, &few), Err(Error::Stopped(Stopped::Nodes)));
}

#[test]
fn what_is_remembered_is_forgotten_before_it_is_too_much() {
    let mut forms = PartizanForms::new();
    let day2 = born_by_2(&mut forms);
    let mut roomy = PartizanForms::new();
    let same = born_by_2(&mut roomy);
    let narrow = Limits::none().bytes(1 << 18);
    for at in 0..6000 {
        let pick = |by: usize| (by * at + by) % 256;
        let (a, b, c) = (pick(7), pick(91), pick(201));
        let found = forms.outcome(&[day2[a], day2[b], day2[c]], &narrow);
        let told = roomy.outcome(&[same[a], same[b], same[c]], &Limits::none());
        assert_eq!(found, told);
        let found = forms.ge(day2[a], day2[b], Universe::All, &narrow);
        assert_eq!(found, roomy.ge(same[a], same[b], Universe::All, &Limits::none()));
    }
}
