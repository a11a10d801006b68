//! Recursion without the machine's stack.

use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use crate::memo::Op;
use rustc_hash::FxHashMap;
use std::hash::Hash;

impl Calculator<'_> {
    /// The value at `root` of a function defined by recursion on options, on an explicit stack.
    ///
    /// `step` is asked about a key with everything known so far. It returns the value, or pushes the keys it still
    /// needs and returns `None`; those are computed first, and `step` is asked again. Keys must not depend on
    /// themselves.
    pub(crate) fn fold<K: Copy + Eq + Hash, T: Clone>(
        &mut self,
        root: K,
        memo: &mut FxHashMap<K, T>,
        mut step: impl FnMut(&mut Self, K, &FxHashMap<K, T>, &mut Vec<K>) -> Result<Option<T>>,
    ) -> Result<T> {
        let mut missing = Vec::new();
        // Most calls end here: everything is known, and nothing needs to be kept.
        if let Some(value) = step(self, root, memo, &mut missing)? {
            return Ok(value);
        }
        let mut stack = vec![root];
        stack.append(&mut missing);
        while let Some(key) = stack.last().copied() {
            if memo.contains_key(&key) {
                stack.pop();
                continue;
            }
            self.tick()?;
            missing.clear();
            match step(self, key, memo, &mut missing)? {
                Some(value) => {
                    stack.pop();
                    memo.insert(key, value);
                }
                None => stack.append(&mut missing),
            }
        }
        Ok(memo[&root].clone())
    }

    /// What the arena remembers of an operation.
    #[inline]
    pub(crate) fn cached(&self, op: Op, g: Game, h: Game) -> Option<Game> {
        self.arena().memo.get(op, g.0, h.0).map(Game)
    }

    /// Lets the arena remember the result of an operation.
    #[inline]
    pub(crate) fn remember(&self, op: Op, g: Game, h: Game, result: Game) {
        self.arena().memo.put(op, g.0, h.0, result.0);
    }
}
