//! What is known of comparisons of stoppers, and what is being found out.
//!
//! A state is two handles (or vertices of the component at hand) and who is to move. A state that is met while it is
//! open counts as survived; a survival that rests on an open state lower on the stack is *pending*, and forgotten if
//! that state turns out to be lost. Pending states lie in groups, each with the lowest open state that any of them
//! rests on. When a state that is pending itself is closed, the groups above where it began become one with it: what
//! rests on it then rests on what it rests on.

use rustc_hash::FxHashMap;

/// Marks a vertex of the component at hand among handles.
pub(super) const LOCAL: u32 = 1 << 31;
/// No handle.
pub(super) const NONE: u32 = u32::MAX;

/// Whether Left survives `g − h`, by the two vertices and by whether she is to move.
pub(super) type State = (u32, u32, bool);

/// What is known of comparisons, and what is being found out.
#[derive(Default)]
pub(super) struct Memory {
    /// Of two handles, for ever: by the mover two bits, whether it is known and what it is.
    known: FxHashMap<(u32, u32), u8>,
    /// With a vertex of the component at hand.
    local: FxHashMap<(u32, u32), u8>,
    pub(super) open: FxHashMap<State, u32>,
    pub(super) frames: Vec<Frame>,
    pub(super) pending: Vec<State>,
    place_of: FxHashMap<State, u32>,
    groups: Vec<Group>,
    pub(super) states: u64,
}

/// A state that is being decided.
pub(super) struct Frame {
    pub(super) state: State,
    /// Which of the two components' moves are looked at, and which is next.
    pub(super) in_first: bool,
    pub(super) next: usize,
    /// The lowest open state that its survival rests on so far.
    pub(super) low: u32,
    /// How many states were pending when it was met.
    pub(super) base: usize,
}

/// Pending states from `start` on.
struct Group {
    start: usize,
    low: u32,
}

impl Memory {
    pub(super) fn entries(&self) -> usize {
        self.known.len() + self.local.len() + 2 * self.open.len() + 2 * self.pending.len()
    }

    /// Forgets what the component at hand had to do with.
    pub(super) fn leave_component(&mut self) {
        self.local.clear();
    }

    fn of(&mut self, (g, h, _): State) -> &mut FxHashMap<(u32, u32), u8> {
        if (g | h) & LOCAL != 0 { &mut self.local } else { &mut self.known }
    }

    pub(super) fn get(&mut self, state: State) -> Option<bool> {
        let bits = *self.of(state).get(&(state.0, state.1))? >> (2 * u8::from(state.2));
        (bits & 1 != 0).then_some(bits & 2 != 0)
    }

    fn note(&mut self, state: State, value: bool) {
        let bits = (1 | u8::from(value) << 1) << (2 * u8::from(state.2));
        *self.of(state).entry((state.0, state.1)).or_insert(0) |= bits;
    }

    fn forget(&mut self, state: State) {
        if let Some(bits) = self.of(state).get_mut(&(state.0, state.1)) {
            *bits &= !(3 << (2 * u8::from(state.2)));
        }
    }

    /// The lowest open state that a known survival rests on.
    pub(super) fn low_of(&self, state: State) -> u32 {
        let Some(&place) = self.place_of.get(&state) else { return NONE };
        let group = self.groups.partition_point(|group| group.start <= place as usize);
        group.checked_sub(1).map_or(NONE, |at| self.groups[at].low)
    }

    /// Takes the pending states from `base` on out of the list, and out of the memory if they are `lost`.
    fn settle(&mut self, base: usize, lost: bool) {
        while self.pending.len() > base {
            let Some(state) = self.pending.pop() else { break };
            self.place_of.remove(&state);
            if lost {
                self.forget(state);
            }
        }
        while self.groups.last().is_some_and(|group| group.start >= base) {
            self.groups.pop();
        }
    }

    /// Drops what is half found out.
    pub(super) fn abandon(&mut self) {
        self.settle(0, true);
        self.open.clear();
        self.frames.clear();
    }

    /// Ends the state on top, with its answer; gives that with the lowest open state that it rests on.
    pub(super) fn close(&mut self, value: bool, low: u32) -> (bool, u32) {
        let Some(Frame { state, base, .. }) = self.frames.pop() else { return (value, NONE) };
        let depth = self.frames.len() as u32;
        self.open.remove(&state);
        self.note(state, value);
        if !value || low >= depth {
            self.settle(base, !value);
            return (value, NONE);
        }
        let mut low = low;
        while let Some(group) = self.groups.pop_if(|group| group.start >= base) {
            low = low.min(group.low);
        }
        self.groups.push(Group { start: base, low });
        self.place_of.insert(state, self.pending.len() as u32);
        self.pending.push(state);
        (true, low)
    }
}
