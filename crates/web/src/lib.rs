//! The workbench's server: the page, kept in the binary, and the JSON API that it uses (`docs/api.md`).
//!
//! [`serve`] binds an address of this machine, answers until it is told to stop, and ends cleanly. Answers depend on
//! requests alone: the only state is jobs, which run on threads of their own under limits, and whose failure is an
//! answer like any other.
//!
//! It holds no game logic: what is asked goes to the language, the solvers and `farstar-draw`.
#![forbid(unsafe_code)]

mod answer;
mod api;
mod assets;
mod cell;
mod comparison;
mod config;
mod connections;
mod defaults;
mod desk;
mod diagnosis;
mod explorer;
mod find;
mod games;
mod graph;
mod guard;
mod heat;
mod instance;
mod jobs;
mod outline;
mod place;
mod plots;
mod rules;
mod sequence;
mod server;
mod sum;
mod tree;

pub use config::Config;
pub use server::{ServeError, serve};
