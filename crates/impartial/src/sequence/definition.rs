//! Grundy values by the definition: the least value that no option has. This is the oracle.

use std::ops::ControlFlow;

use farstar_rules::heap::HeapGame;
use farstar_value::Limits;

use super::error::SequenceError;

/// Extends `values` by the definition to the heaps below `to`.
///
/// # Complexity
/// As many steps as the heaps below `to` have options, and each option's heaps.
pub(crate) fn extend(
    game: &dyn HeapGame,
    values: &mut Vec<u32>,
    to: usize,
    limits: &Limits,
) -> Result<(), SequenceError> {
    let mut seen: Vec<u64> = Vec::new();
    let mut options = 0u64;
    while values.len() < to {
        let heap = values.len() as u32;
        let stamp = u64::from(heap) + 1;
        let mut failure = None;
        let mut look = |parts: &[u32]| {
            options += 1;
            if options.is_multiple_of(1 << 12)
                && let Err(stopped) = limits.check_with(options, 0)
            {
                failure = Some(stopped.into());
                return ControlFlow::Break(());
            }
            let mut sum = 0;
            for &part in parts {
                if part >= heap {
                    failure = Some(match part == heap && game.overflows(heap) {
                        true => SequenceError::Overflow { heap: heap.to_string() },
                        false => SequenceError::NotShrinking { heap, part },
                    });
                    return ControlFlow::Break(());
                }
                sum ^= values[part as usize];
            }
            let index = sum as usize;
            if index >= seen.len() {
                seen.resize((index + 1).next_power_of_two(), 0);
            }
            seen[index] = stamp;
            ControlFlow::Continue(())
        };
        // a rule may try long before it finds a move
        let _ = limits.guard(|| game.visit_options(heap, &mut look))?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        let value = seen.iter().position(|&s| s != stamp).unwrap_or(seen.len());
        values.push(value as u32);
        limits.check()?;
        limits.reach(heap.into());
    }
    Ok(())
}
