//! Jobs of atlases done by several processes, on one machine or on many.
//!
//! A job is one text for every [`Exchange`](farstar_atlas::Exchange): `farstar-atlas` knows one worker and threads,
//! here each worker is a process, and a [timely dataflow](https://docs.rs/timely) carries the pages between them and
//! knows when everything that was sent has been served. The processes share the directory of the job, by a folder that
//! all of them see.
//!
//! There is no recovery within a job: when a process ends the others end too, and all are started again and go on from
//! the files ([`supervise()`]).
//!
//! Nothing here asks who connects. Whoever can reach the addresses can disturb a job; they are those of the loopback
//! unless somebody names others.
#![forbid(unsafe_code)]

mod error;
mod hosts;
mod mesh;
mod sockets;
mod supervise;
mod team;

pub use error::FleetError;
pub use hosts::Hosts;
pub use supervise::{Supervision, supervise};
pub use team::work;
