//! A position that can be played, seen and judged by a rule.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::ControlFlow;

use farstar_draw::{Scene, change, label, layout};
use farstar_rules::View;
use farstar_rules::impartial::Impartial;
use farstar_value::{Limits, Player};

use super::positions::Positions;
use super::{Fate, Move, Picture, Side, Turn};
use crate::error::Result;
use crate::input::Input;

/// A position given by its moves, as a verification plays it, with what a player has to see of it.
pub(crate) trait Playable: Clone + Eq + Hash {
    /// What the moves of a player leave; an impartial game asks for Left's.
    fn after(&self, mover: Player) -> Vec<Self>;

    /// Whether both players have the same moves and the same aim.
    fn impartial(&self) -> bool {
        true
    }

    /// Whose turn it is, if the position tells.
    fn mover(&self) -> Option<Player> {
        None
    }

    /// Who wins when the player to move cannot; `None` if nobody does.
    fn winner(&self, mover: Player) -> Option<Player> {
        Some(mover.opponent())
    }

    /// What the entry's rule says of the player to move, if it speaks of this position.
    fn rule(&self, mover: Player, limits: &Limits) -> Result<Option<Fate>>;

    /// The position as it is read again.
    fn text(&self) -> String;

    /// What it looks like.
    fn picture(&self) -> Picture;

    /// What the move to `after` is called, if the pictures do not tell.
    fn called(&self, _after: &Self) -> Option<String> {
        None
    }
}

/// Reads a position to the end of its text.
pub(crate) fn read<P>(text: &str, position: impl FnOnce(&mut Input<'_>) -> Result<P>) -> Result<P> {
    let mut input = Input::new(text);
    let position = position(&mut input)?;
    input.end()?;
    Ok(position)
}

/// The options of a position that the searches of the engine play.
pub(crate) fn options<P: Impartial>(position: &P) -> Vec<P> {
    let mut options = Vec::new();
    let _ = position.options(&mut |option| {
        options.push(option);
        ControlFlow::Continue(())
    });
    options
}

/// Everything about a position.
pub(crate) fn turn<P: Playable>(position: P, limits: &Limits) -> Result<Turn> {
    let impartial = position.impartial();
    let movers = match position.mover() {
        Some(mover) => vec![mover],
        None if impartial => vec![Player::Left],
        None => vec![Player::Left, Player::Right],
    };
    let positions = Positions::reached(&position, &movers, limits)?;
    let picture = position.picture();
    let mut sides = Vec::new();
    for player in movers {
        let next = if impartial { player } else { player.opponent() };
        let mut after: Vec<P> = Vec::new();
        for one in position.after(player) {
            if !after.contains(&one) {
                after.push(one);
            }
        }
        let moves = after.iter().map(|one| {
            let (name, cells, at) = told(&picture, &one.picture());
            Move {
                name: position.called(one).unwrap_or(name),
                cells,
                at,
                position: one.text(),
                fate: positions.fate(one, next).opposite(),
            }
        });
        let mut moves: Vec<Move> = moves.collect();
        let of_heaps = matches!(&picture, Picture::Board { view: View::Heaps(_), .. });
        tell_apart(&mut moves, of_heaps);
        sides.push(Side {
            player,
            played: positions.fate(&position, player),
            rule: position.rule(player, limits)?,
            moves,
            best: positions.best(&after, next),
        });
    }
    let grundy = if impartial { positions.grundy(limits)? } else { None };
    let (mover, text) = (position.mover(), position.text());
    Ok(Turn { position: text, picture, impartial, mover, grundy, sides })
}

/// Moves of one name are told apart: by the numbers of the heaps that they change, otherwise they are counted.
fn tell_apart(moves: &mut [Move], of_heaps: bool) {
    for by_cells in [of_heaps, false] {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for one in moves.iter() {
            *names.entry(one.name.clone()).or_default() += 1;
        }
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for one in moves.iter_mut().filter(|one| names[&one.name] > 1) {
            let count = seen.entry(one.name.clone()).or_default();
            *count += 1;
            if by_cells {
                let cells: Vec<String> =
                    one.cells.iter().map(|cell| (cell + 1).to_string()).collect();
                one.name = format!("{}: {}", cells.join(", "), one.name);
            } else if *count > 1 {
                one.name = format!("{} ({count})", one.name);
            }
        }
    }
}

/// What a move is called, what it changes and where it is, by the pictures before and after it.
fn told(before: &Picture, after: &Picture) -> (String, Vec<usize>, Option<(f64, f64)>) {
    match (before, after) {
        (Picture::Board { view: old, kind, pieces }, Picture::Board { view: new, .. }) => {
            let places = BTreeMap::new();
            let layout = layout(&Scene { view: old, kind: *kind, pieces, places: &places });
            let change = change(old, new, &layout, pieces.first().map(|piece| piece.0));
            (change.name, change.cells, change.at)
        }
        (Picture::Sum(old), Picture::Sum(new)) => {
            let mut came = new.clone();
            let mut went = Vec::new();
            for (i, game) in old.iter().enumerate() {
                match came.iter().position(|other| other == game) {
                    Some(at) => drop(came.remove(at)),
                    None => went.push(i),
                }
            }
            let written = |games: Vec<&String>| {
                let labels: Vec<String> = games.into_iter().map(|game| label(game)).collect();
                if labels.is_empty() { "0".to_owned() } else { labels.join(" + ") }
            };
            let left = written(went.iter().map(|&i| &old[i]).collect());
            (format!("{left} → {}", written(came.iter().collect())), went, None)
        }
        _ => (String::new(), Vec::new(), None),
    }
}
