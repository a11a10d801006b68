//! The ground that games stand on: who plays, who wins, how far a computation may go, and how it is told to stop.
//!
//! Nothing here knows what a game is. What a position is worth (`farstar-value`) and what the rules are
//! (`farstar-rules`) are neighbours above this floor and need nothing of each other.
//!
//! ```
//! use farstar_play::{Limits, Outcome, Player, Stopped};
//! use std::time::Duration;
//! assert_eq!(Outcome::from_wins(true, true).winner(Player::Right), Player::Right);
//! assert_eq!(Limits::none().time(Duration::ZERO).check(), Err(Stopped::Time));
//! ```

mod drawers;
mod gauge;
mod guard;
mod limits;
mod message;
mod meter;
mod narrow;
mod nearest;
mod player;
mod slab;

pub use drawers::{Cabinet, Drawers};
pub use gauge::Gauge;
pub use guard::{grow, hold, step};
pub use limits::{CancelToken, Limits, Stopped};
pub use message::{Message, Shown};
pub use meter::Meter;
pub use narrow::{narrow, narrow_char};
pub use nearest::nearest;
pub use player::{Outcome, Player};
pub use slab::Slab;
