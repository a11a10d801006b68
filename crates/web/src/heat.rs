//! The heat of a sum, and which of the moves that it suggests win.

use crate::answer;
use crate::desk::Desk;
use crate::sum::{Mover, Term, read_all, told as told_in_sum};
use farstar::{HeatMove, Question as Asked, Solver};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// What is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    boards: Vec<Term>,
    player: Mover,
}

/// Every component on one axis, and the moves of hotstrat and thermostrat.
pub(crate) fn heat(question: &Question, desk: &Desk<'_>) -> Json {
    let (sum, shown) = match read_all(&question.boards, desk) {
        Ok(read) => read,
        Err(wrong) => return wrong,
    };
    let player = question.player.player();
    let arena = desk.arena();
    let mut solver =
        Solver::new(&arena).consulting(desk.atlases()).watched(|probe| desk.watch(move || probe()));
    let heat = match solver.heat(&sum, player, desk.limits()) {
        Ok(heat) => heat,
        Err(error) => return answer::none(&error),
    };
    let answer = match solver.answer(&sum, Asked::default(), desk.limits()) {
        Ok(answer) => answer,
        Err(error) => return answer::none(&error),
    };
    let moves = &answer.starts(player).moves;
    let parts: Vec<Json> = heat
        .parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let mut told = json!(part);
            let value = part.value.as_deref();
            told["value"] = answer::listed(value, part.mean.as_deref());
            for (field, fact) in [("rules", "rules"), ("position", "position"), ("svg", "svg")] {
                told[field] = shown[at].told[fact].clone();
            }
            let own = moves.iter().filter(|one| one.component == at);
            told["moves"] = json!(own.clone().count());
            let winning = own.filter(|one| one.wins == Some(true));
            told["winning"] = winning.map(|one| told_in_sum(one, player, &shown)).collect();
            told
        })
        .collect();
    let advised = |advice: &HeatMove| {
        let own = |one: &&farstar::Move| {
            one.component == advice.component && one.position == advice.position
        };
        moves.iter().find(own).map_or_else(
            || json!({ "board": advice.component, "position": advice.position }),
            |one| told_in_sum(one, player, &shown),
        )
    };
    json!({
        "ambient": heat.ambient,
        "parts": parts,
        "thermostrat": heat.thermostrat.as_ref().map(advised),
        "hotstrat": heat.hotstrat.as_ref().map(advised),
        "winner": answer.starts(player).winner,
        "stopped": answer.stopped.map(farstar::Stop::word),
    })
}
