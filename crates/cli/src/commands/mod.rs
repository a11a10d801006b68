//! The commands, one file each.

mod atlas;
mod check;
mod compare;
mod draw;
mod eval;
mod find;
mod generate;
mod graph;
mod grundy;
pub(crate) mod laws;
mod nim;
mod outcome;
mod period;
mod play;
mod predict;
mod probe;
mod problem;
mod prove;
mod quotient;
mod rules;
mod serve;
mod shell;
mod solve;
mod sum;
mod sweep;
mod table;
mod try_claim;
mod value;

use crate::exit::{Exit, Failure};
use crate::messages;
use crate::surroundings::Surroundings;
use std::io::{self, IsTerminal};

/// A command and its options.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Eval(eval::Eval),
    Compare(compare::Compare),
    Shell(shell::Shell),
    Value(value::Value),
    Outcome(outcome::OutcomeCommand),
    Play(play::Play),
    Table(table::Table),
    Draw(draw::Draw),
    Try(try_claim::Try),
    Rules(rules::List),
    Grundy(grundy::Grundy),
    Period(period::Period),
    Find(find::Find),
    Laws(laws::Laws),
    Sweep(sweep::SweepCommand),
    Quotient(quotient::Quotient),
    Graph(graph::Graph),
    Solve(solve::Solve),
    Probe(probe::Probe),
    #[command(name = "atlas")]
    Atlas(atlas::AtlasCommand),
    Problem(problem::ProblemCommand),
    Check(check::Check),
    Nim(nim::Nim),
    Serve(serve::Serve),
    Completions(generate::Completions),
    Man(generate::Man),
}

/// Runs a command; without one, the shell on a terminal.
pub(crate) fn run(command: Option<&Command>, surroundings: &Surroundings) -> Result<Exit, Failure> {
    match command {
        Some(Command::Eval(eval)) => eval.run(surroundings),
        Some(Command::Compare(compare)) => compare.run(surroundings),
        Some(Command::Draw(draw)) => draw.run(surroundings),
        Some(Command::Shell(shell)) => shell.run(surroundings),
        Some(Command::Value(value)) => value.run(surroundings),
        Some(Command::Outcome(outcome)) => outcome.run(surroundings),
        Some(Command::Play(play)) => play.run(surroundings),
        Some(Command::Table(table)) => table.run(surroundings),
        Some(Command::Try(claim)) => claim.run(surroundings),
        Some(Command::Rules(rules)) => rules.run(surroundings),
        Some(Command::Grundy(grundy)) => grundy.run(surroundings),
        Some(Command::Period(period)) => period.run(surroundings),
        Some(Command::Find(find)) => find.run(surroundings),
        Some(Command::Laws(laws)) => laws.run(surroundings),
        Some(Command::Sweep(sweep)) => sweep.run(surroundings),
        Some(Command::Quotient(quotient)) => quotient.run(surroundings),
        Some(Command::Graph(graph)) => graph.run(surroundings),
        Some(Command::Solve(solve)) => solve.run(surroundings),
        Some(Command::Probe(probe)) => probe.run(surroundings),
        Some(Command::Atlas(atlas)) => atlas.run(surroundings),
        Some(Command::Problem(problem)) => problem.run(surroundings),
        Some(Command::Check(check)) => check.run(surroundings),
        Some(Command::Nim(nim)) => nim.run(surroundings),
        Some(Command::Serve(serve)) => serve.run(surroundings),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => {
            shell::Shell::default().run(surroundings)
        }
        None => {
            messages::note(
                "error: a command is needed where there is no terminal, for instance `farstar eval -`",
            );
            messages::note("Try `farstar --help`.");
            Ok(Exit::Usage)
        }
    }
}
