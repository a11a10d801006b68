//! How a board is played: chosen once, when the board is made, from what all its rules have in common.
//!
//! Each technique is one file. What it shares with the others is here: which of them a ruleset gets, and the few
//! questions that are answered by technique. Nothing else asks which one it is.

use farstar_play::Player;

use super::bits::Bits;
use super::codes::Codes;
use super::colours::Colours;
use super::connected::Connected;
use super::falls::Falls;
use super::holes::Holes;
use super::liberties;
use super::lone::Lone;
use super::packed::Packed;
use super::shifts::Shifts;
use super::stage::{Stage, State};
use super::table::Tables;
use super::topology::Topology;

/// The technique by which a board is played.
#[derive(Debug)]
pub(crate) enum Play<W> {
    /// Any rules. Moves are found by the walk of patterns, parts instance by instance (`parts`).
    General,
    /// No rule has a clause, on a board of rows: parts are found by shifting whole masks (`shifts`, `connected`).
    Shifts(Box<Shifts<W>>),
    /// Every move changes one cell, and clauses look at its neighbours only (`lone`).
    Lone(Lone),
    /// Stones are placed on empty cells, and blocks must keep one (`liberties`).
    Liberties {
        /// The number of the empty cell.
        empty: u8,
        /// The colours of stones, where codes keep what is allowed for each (`colours`).
        colours: Option<Colours>,
    },
    /// Every move takes one stone off, and what is no longer held up falls (`falls`).
    Falls(Falls),
    /// Every move of a row exchanges a hole and a stone beside it (`holes`).
    Holes(Holes),
}

impl<W: Bits> Play<W> {
    /// The quickest technique for these rules.
    pub(super) fn of(tables: &Tables<W>, codes: &Codes, topology: &Topology<W>) -> Self {
        if tables.stop.is_some() {
            return Self::General;
        }
        if let Some(holes) = Holes::of(tables, topology) {
            return Self::Holes(holes);
        }
        if let Some(shifts) = Shifts::of(tables, codes, topology) {
            return Self::Shifts(Box::new(shifts));
        }
        if let Some(falls) = Falls::of(tables) {
            return Self::Falls(falls);
        }
        if let Some(empty) = liberties::empty(tables) {
            return Self::Liberties { empty, colours: Colours::of(tables, codes, empty) };
        }
        Lone::of(tables, topology, codes).map_or(Self::General, Self::Lone)
    }

    /// Whether codes keep for each player, or for each colour of stones, where moves may be made.
    #[inline]
    pub(super) fn codes_by_player(&self) -> bool {
        match self {
            Self::Lone(lone) => lone.by_player,
            Self::Liberties { colours, .. } => colours.is_some(),
            Self::General | Self::Shifts(_) | Self::Holes(_) | Self::Falls(_) => false,
        }
    }

    /// Whether codes keep the colours of stones in a way of their own.
    #[inline]
    pub(super) fn codes_by_colour(&self) -> bool {
        matches!(self, Self::Liberties { colours: Some(_), .. })
    }

    /// Whether parts have to be looked at move by move, since an option is taken apart as quickly as it is brought to a
    /// normal form.
    pub(super) fn is_quickly_taken_apart(&self) -> bool {
        matches!(self, Self::Lone(_)) || self.codes_by_colour()
    }

    /// Whether nothing that matters to a part tells the board from the rest of the frame: there are no clauses, or what
    /// they ask for is kept by players.
    pub(super) fn ignores_the_frame(&self) -> bool {
        matches!(self, Self::Shifts(_) | Self::Holes(_)) || self.codes_by_player()
    }

    /// Whether the moves of a part in a row do not depend on the length of the row.
    pub(super) fn ignores_the_length_of_a_row(&self) -> bool {
        !matches!(self, Self::General | Self::Lone(_) | Self::Falls(_))
    }

    /// What ties cells together by whole masks, where a quick look may leave parts together.
    pub(super) fn quick_look(&self) -> Option<&Connected<W>> {
        self.connected().filter(|connected| !connected.exact)
    }

    /// What ties cells together by whole masks.
    pub(super) fn connected(&self) -> Option<&Connected<W>> {
        if let Self::Shifts(shifts) = self { shifts.connected.as_ref() } else { None }
    }

    /// Whether all that a move asks for lies on the cells of its pattern.
    pub(super) fn has_no_clause(&self) -> bool {
        matches!(self, Self::Shifts(_))
    }
}

impl<W: Bits> Stage<W> {
    /// A position as codes keep it.
    pub(super) fn coded_state(&self, position: &Packed) -> State<W> {
        let state = self.state(position);
        match self.play {
            Play::Liberties { colours: Some(colours), .. } => self.coloured_state(colours, &state),
            _ => state,
        }
    }

    /// Calls `visit` with every state that a move of `player` reaches; quick where a move flips bits and asks nothing.
    #[inline]
    pub(super) fn each_move(
        &self,
        state: &State<W>,
        player: Player,
        visit: &mut impl FnMut(&State<W>),
    ) {
        match &self.play {
            Play::Liberties { empty, .. } => self.placings(state, *empty, player, visit),
            Play::Lone(lone) => self.lone_moves(lone, state, player, visit),
            Play::Falls(falls) => {
                let masks = self.codes.all_masks(&state.planes);
                let live = self.live(state);
                falls.each_move(&self.topology, &masks, live, player, &mut |falling, gone| {
                    let mut next = *state;
                    self.codes.put(&mut next.planes, falling, gone);
                    visit(&next);
                });
            }
            Play::General if self.stopped(state) => {}
            Play::General | Play::Shifts(_) | Play::Holes(_) => {
                self.pattern_moves(state, player, visit);
            }
        }
    }

    /// The same for a state as codes keep it.
    #[inline]
    pub(super) fn each_coded_move(
        &self,
        state: &State<W>,
        player: Player,
        visit: &mut impl FnMut(&State<W>),
    ) {
        match self.play {
            Play::Liberties { colours: Some(colours), .. } => {
                self.coloured_moves(colours, state, player, visit);
            }
            _ => self.each_move(state, player, visit),
        }
    }

    /// How many moves begin with each match of a first step; further steps are not counted.
    pub(super) fn mobility(&self, state: &State<W>, player: Player) -> u32 {
        match &self.play {
            Play::Liberties { empty, .. } => self.places(state, *empty, player),
            Play::Lone(lone) => self.lone_places(lone, state, player),
            Play::Falls(falls) => {
                let masks = self.codes.all_masks(&state.planes);
                falls.taken(&masks, self.live(state), player).count()
            }
            Play::General | Play::Shifts(_) | Play::Holes(_) => self.patterns(state, player),
        }
    }

    /// The same for a state as codes keep it.
    pub(super) fn coded_mobility(&self, state: &State<W>, player: Player) -> u32 {
        match self.play {
            Play::Liberties { colours: Some(colours), .. } => {
                self.coloured_places(colours, state, player)
            }
            _ => self.mobility(state, player),
        }
    }

    /// Calls `visit` with each part of a state.
    #[inline]
    pub(super) fn each_part(&self, state: &State<W>, visit: &mut dyn FnMut(&State<W>)) {
        if state.hands != 0 {
            return visit(state);
        }
        match &self.play {
            Play::Shifts(shifts) => self.shifted_parts(shifts, state, visit),
            Play::Holes(holes) => self.hole_parts(state, *holes, visit),
            Play::Lone(lone) => self.lone_parts(lone, state, false, visit),
            Play::Falls(falls) => {
                let masks = self.codes.all_masks(&state.planes);
                let live = self.live(state);
                let each = &mut |own: W, kept: W| {
                    let mut part = *state;
                    for plane in part.planes.iter_mut().take(self.codes.pieces) {
                        *plane = plane.and(kept);
                    }
                    part.planes[self.codes.pieces] = own.and(live);
                    visit(&part);
                };
                if falls.each_block(&self.topology, &masks, live, each).is_none() {
                    visit(state);
                }
            }
            Play::Liberties { empty, .. } => self.placing_parts(state, *empty, visit),
            Play::General => {
                let mut parts = Vec::new();
                self.parts(state, &mut parts);
                parts.iter().for_each(visit);
            }
        }
    }

    /// Calls `visit` with each part of a state as codes keep it.
    #[inline]
    pub(super) fn each_coded_part(&self, state: &State<W>, visit: &mut dyn FnMut(&State<W>)) {
        match &self.play {
            Play::Liberties { colours: Some(_), .. } => self.coloured_parts(state, visit),
            Play::Lone(lone) if state.hands == 0 => self.lone_parts(lone, state, true, visit),
            _ => self.each_part(state, visit),
        }
    }

    /// Calls `visit` with parts that a quick look tells apart, where there is a quicker one than
    /// [`Stage::each_coded_part`]; they may fall apart further.
    #[inline]
    pub(super) fn each_coarse_part(&self, state: &State<W>, visit: &mut dyn FnMut(&State<W>)) {
        match &self.play {
            Play::Shifts(shifts) if state.hands == 0 => self.coarse_parts(shifts, state, visit),
            _ => self.each_coded_part(state, visit),
        }
    }
}
