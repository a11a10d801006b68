//! Surreal numbers and partizan games.

pub mod atomic_weight;
pub mod domino;
pub mod frogs;
pub mod impartial_games;
pub mod numberish;
pub mod order;
mod play;
pub mod rectangles;
pub mod simplicity;
pub mod surreal;
pub mod switches;
pub mod take_away;
pub mod toe_tac_tics;
pub mod translation;
pub mod ups;
use crate::entry::Entry;
pub(crate) mod written;

/// The entries of this family.
pub(crate) const ENTRIES: &[&Entry] = &[
    &surreal::NUMBER_FORM,
    &surreal::OPTIONS,
    &surreal::ORDER,
    &surreal::EQUALITY,
    &surreal::ADDITION,
    &surreal::MULTIPLICATION,
    &surreal::FIRST,
    &surreal::TREE,
    &surreal::FIELD,
    &simplicity::SIMPLICITY_THEOREM,
    &simplicity::SIMPLICITY_RULE,
    &order::GAME,
    &order::SUM,
    &order::FINITE,
    &order::OUTCOMES,
    &order::SIGNS,
    &order::GREATER_OR_CONFUSED,
    &order::COMPARING,
    &order::FUZZY,
    &impartial_games::STAR,
    &domino::DOMINO_COLOURING,
    &impartial_games::NIMBERS,
    &impartial_games::IMPARTIAL,
    &impartial_games::SPRAGUE_GRUNDY,
    &ups::NUMBER_NIMBER_UPS,
    &frogs::FROGS,
    &translation::TRANSLATION,
    &rectangles::RECTANGLES,
    &rectangles::BOTH_FLAGS,
    &rectangles::NO_FLAGS,
    &rectangles::ALONG_H,
    &rectangles::ALONG_W,
    &take_away::TAKE_AWAY,
    &switches::SWITCHES,
    &atomic_weight::ALL_SMALL,
    &atomic_weight::FAR_STAR,
    &atomic_weight::ATOMIC_WEIGHT,
    &atomic_weight::EXAMPLES,
    &atomic_weight::THEOREM,
    &numberish::NUMBER_AGAINST_NIMBER,
    &numberish::NIMBER_ORDER,
    &numberish::MEX,
    &numberish::NIMBER_SUM,
    &numberish::SYMMETRIC,
    &numberish::CANONICAL,
    &numberish::OPTIONS_BOUND,
    &numberish::ORDER,
    &numberish::SIMPLEST_FORM,
    &numberish::LEAVING,
    &toe_tac_tics::TOE_TAC_TICS,
    &toe_tac_tics::HYPOTHESIS,
];
