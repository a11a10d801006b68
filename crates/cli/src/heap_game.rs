//! The heap game that the words of a command line mean.

use crate::exit::Failure;
use farstar_rules::heap::asked_game;
pub(crate) use farstar_rules::heap::{AskedGame as Game, AskedRules as Rules};

/// How games are written, for the help of the commands that take one.
pub(crate) const HELP: &str = "Games:\n  \
    0.77  4.064  0.[3]  0.3F  0.{2,3}      codes of take-and-break games\n  \
    nim  kayles  dawsons-kayles  dawsons-chess  treblecross  grundys-game\n  \
    laskers-nim  officers  guiles  kenyons-game  triplicate-nim\n  \
    subtraction 1,3,4    all-but 2,3       take a number of the set, or any other\n  \
    splittles 1,2        splittles-all-but 1,2\n  \
    turning 1-3          mock-turtles  turtles  ruler  moebius  mogul  moidores\n  \
    wythoff  wythoff 2   euclid  fibonacci-nim  take-away 3  mem     on two numbers";

/// Reads a game.
pub(crate) fn read(words: &[String]) -> Result<Game, Failure> {
    asked_game(&words.join(" ")).map_err(Failure::Input)
}
