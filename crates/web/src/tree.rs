//! A position with its options as a tree shows them: of each player every value once, with why it is not canonical.

use crate::answer;
use crate::desk::Desk;
use crate::explorer::{arranged, tell_answer, told_board, told_move};
use crate::place::{Known, Place};
use crate::rules::Source;
use farstar::{Answer, Player, Question as Asked, Reduction, Solver, Sum};
use farstar_draw::{board, layout};
use farstar_lang::Session;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, HashMap};

/// More options than this are only counted.
const MOST_OPTIONS: usize = 60;

/// What is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    rules: Source,
    position: String,
}

/// Options of one player that have one value.
struct Group {
    first: Known,
    names: Vec<String>,
    reduction: Option<Reduction>,
}

/// The position, its value, and its options.
pub(crate) fn tree(question: &Question, desk: &Desk<'_>) -> Json {
    let place = match Place::read(&question.rules, &question.position, desk.limits()) {
        Ok(place) => place,
        Err(wrong) => return wrong,
    };
    let places = BTreeMap::new();
    let scene = place.scene(&places);
    let layout = layout(&scene);
    let mut told = told_board(&place, &scene, &layout);
    told["svg"] = json!(board(&scene, &layout, &[], &place.sentence()));
    let arena = desk.arena();
    let mut solver =
        Solver::new(&arena).consulting(desk.atlases()).watched(|probe| desk.watch(move || probe()));
    let sum = Sum::from(place.position.clone());
    let answer = match solver.answer(&sum, Asked::default(), desk.limits()) {
        Ok(answer) => answer,
        Err(error) => {
            told["none"] = json!(error.to_string());
            return told;
        }
    };
    tell_answer(&mut told, &answer);
    if let Some(value) = solver.value() {
        let mut session = Session::new(&arena).with_limits(desk.limits().clone());
        told["value"] = answer::any(&mut session, value).json;
    }
    let moves = desk.limits().guard(|| place.all_moves(&layout));
    let groups = groups(arranged(moves.unwrap_or_default(), &answer), &answer, &mut solver, desk);
    told["more"] = json!(groups.len().saturating_sub(MOST_OPTIONS));
    let shown = groups.iter().take(MOST_OPTIONS);
    told["options"] = shown.map(|group| option(&place, group)).collect();
    told
}

/// The moves of each player, those of equal value together. Without values every position stands alone: so in misère
/// play, where the values told are those of normal play and equal ones are won differently.
fn groups(
    known: Vec<Known>,
    answer: &Answer,
    solver: &mut Solver<'_>,
    desk: &Desk<'_>,
) -> Vec<Group> {
    let by_value = answer.value_of.is_none();
    let mut reasons: HashMap<(bool, String), Reduction> = HashMap::new();
    for player in [Player::Left, Player::Right] {
        let found = if by_value {
            solver.reductions(answer, player, desk.limits())
        } else {
            Ok(Vec::new())
        };
        // What a limit keeps back is not told.
        for (one, reason) in answer.starts(player).moves.iter().zip(found.unwrap_or_default()) {
            let place = (player == Player::Right, one.position.clone());
            reasons.extend(reason.map(|reason| (place, reason)));
        }
    }
    let mut places: HashMap<(bool, String), usize> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    for one in known {
        let right = one.player == Some(Player::Right);
        let value = one.told.value.clone().filter(|_| by_value);
        let key = (right, value.unwrap_or_else(|| format!("position {}", one.told.position)));
        let at = *places.entry(key).or_insert(groups.len());
        if let Some(group) = groups.get_mut(at) {
            group.names.push(one.change.name.clone());
            continue;
        }
        let reduction = reasons.get(&(right, one.told.position.clone())).cloned();
        groups.push(Group { names: vec![one.change.name.clone()], first: one, reduction });
    }
    groups
}

/// An option as the tree shows it.
fn option(place: &Place, group: &Group) -> Json {
    let mut told = told_move(&group.first);
    told["names"] = json!(group.names);
    if let Some(reduction) = &group.reduction {
        let (why, value) = match reduction {
            Reduction::Dominated(by) => ("dominated", by),
            Reduction::Reversible(through) => ("reversible", through),
            _ => return told,
        };
        told["reduced"] = json!({ "why": why, "by": answer::listed(Some(value), None) });
    }
    let after = place.position.ruleset().position(&group.first.told.position);
    if let Some(after) = after.ok().and_then(|after| Place::of(after).ok()) {
        told["svg"] = json!(drawn(&after));
        told["alt"] = json!(after.sentence());
    }
    told
}

/// The board alone.
fn drawn(place: &Place) -> String {
    let places = BTreeMap::new();
    let scene = place.scene(&places);
    board(&scene, &layout(&scene), &[], &place.sentence())
}
