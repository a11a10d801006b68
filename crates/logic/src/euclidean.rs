//! Laws of pairs by the steps of Euclid's algorithm: the law of the game of quotients, which is played and has laws
//! found of its own; see `farstar_referee::Euclidean`.

use crate::candidates::laws_of;
use crate::played::played_table;
use crate::prove::{Subject, Verdict, prove_reading};
use farstar_find::{Binary, Expr, LawForm, LawSearch, Table, find};
use farstar_play::{Limits, Stopped};
use farstar_referee::{Abstraction, Euclidean, euclidean};
use farstar_rules::language::Ruleset;

/// The largest quotient and value from which laws are found.
const SIDE: u64 = 40;
/// The share of the time in which they are.
const SHARE: f64 = 0.3;

/// The theorem about a game in which multiples of one number are taken from the other, and its law if that is an
/// expression; nothing of other games, and where no law of the game of quotients is proved.
///
/// # Errors
/// A limit that was met.
pub(crate) fn prove(
    subject: &Subject,
    table: &Table,
    limits: &Limits,
) -> Result<Option<(Verdict, Option<LawForm>)>, Stopped> {
    if subject.automata || !subject.may_read(&Abstraction::Euclidean) {
        return Ok(None);
    }
    let Ok(game) = euclidean(&subject.rules) else { return Ok(None) };
    let Ok(rules) = Ruleset::named(&game.game) else { return Ok(None) };
    let part = limits.share(SHARE);
    let Ok(Some((inside, outside))) = played_table(&rules, Some(SIDE), subject.outcomes, &part)
    else {
        return limits.check().map(|()| None);
    };
    let search = LawSearch { limits: part, ..LawSearch::default() };
    let found = find(&inside, &outside, &search);
    for law in laws_of(&(&found, &inside, &outside), limits) {
        let verdict = prove_reading(subject, &law, Abstraction::Euclidean, limits)?;
        let Verdict::Theorem(mut proof) = verdict else { continue };
        let law = of_pairs(&law, &game).filter(|law| law.is_exact(table));
        proof.is_learned = law.is_none();
        return Ok(Some((Verdict::Theorem(proof), law)));
    }
    Ok(None)
}

/// The law of pairs that a law of quotients and values is.
fn of_pairs(law: &LawForm, game: &Euclidean) -> Option<LawForm> {
    let LawForm::Expression(law) = law else { return None };
    let coordinate = |axis| Box::new(Expr::Coordinate(axis));
    let binary = |op, a, b| Expr::Binary(op, Box::new(a), Box::new(b));
    let least = Expr::Binary(Binary::Min, coordinate(0), coordinate(1));
    let most = Expr::Binary(Binary::Max, coordinate(0), coordinate(1));
    let rest = binary(Binary::Mod, most.clone(), least.clone());
    // where something is left of a multiple the last quotient is less by 1
    let large = match game.is_positive {
        true => binary(Binary::Sub, most, Expr::Constant(1)),
        false => most,
    };
    let quotient = binary(Binary::Div, large, least.clone());
    let call = Expr::Smaller(vec![rest, least]);
    // under misère play the value that is read is not that of the law
    (!game.is_misere).then(|| with(law, &[quotient, call])).flatten().map(LawForm::Expression)
}

/// An expression with others in the places of its coordinates; none if it calls itself.
fn with(expr: &Expr, places: &[Expr]) -> Option<Expr> {
    let inner = |x: &Expr| with(x, places).map(Box::new);
    Some(match expr {
        Expr::Coordinate(axis) => places.get(*axis)?.clone(),
        Expr::Constant(_) => expr.clone(),
        Expr::Unary(op, x) => Expr::Unary(*op, inner(x)?),
        Expr::Binary(op, x, y) => Expr::Binary(*op, inner(x)?, inner(y)?),
        Expr::If(x, y, z) => Expr::If(inner(x)?, inner(y)?, inner(z)?),
        Expr::Smaller(_) => return None,
    })
}
