//! `farstar find --predict`: what laws say of the cells of a file, without play.

use crate::exit::Failure;
use crate::input::Lines;
use crate::messages;
use crate::output::Output;
use crate::surroundings::Surroundings;
use farstar::find::{Column, Prediction};
use farstar_value::Arena;
use farstar_value::text::Notation;
use serde_json::{Value, json};

/// Cells whose values are made in one arena.
const CELLS_OF_ARENA: usize = 4_096;

/// Writes each cell of a file with its value: the value that columns make together where they are parts of one, else
/// the number of each. A theorem about one column is asked where its law says nothing.
pub(super) fn predict(
    columns: &[Column],
    known: &Prediction<'_>,
    path: &str,
    surroundings: &Surroundings,
) -> Result<(), Failure> {
    let as_json = surroundings.json;
    let Some(column) = columns.first() else { return Ok(()) };
    let (names, makes_value) = (column.inside.names(), column.parts.is_some());
    let mut lines = Lines::open(path)?;
    let (mut output, mut arena, mut told) = (Output::new(), Arena::new(), 0);
    let is_plain = matches!(columns, [Column { of: None, .. }]);
    if !is_plain && !makes_value && !as_json {
        let of = columns.iter().map(|column| column.of.as_deref().unwrap_or("value"));
        let heads: Vec<&str> = names.iter().map(String::as_str).chain(of).collect();
        output.line(&format!("# {}", heads.join("\t")))?;
    }
    let mut beyond = false;
    while let Some((number, line)) = lines.next()? {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .collect();
        if words.is_empty() || number == 1 && column.inside.is_heading(&words) {
            continue;
        }
        let wrong = |why: String| Failure::Input(format!("{path}:{number}: {why}"));
        if words.len() != names.len() {
            let (given, wanted) = (words.len(), names.len());
            return Err(wrong(format!("{given} coordinates, but a cell has {wanted}")));
        }
        if let Some(word) = words.iter().find(|word| !is_integer(word)) {
            return Err(wrong(format!("'{word}' is no integer")));
        }
        let cell: Option<Vec<i128>> = words.iter().map(|word| word.parse().ok()).collect();
        beyond |= cell.is_none();
        let said = cell.map_or(vec![None; columns.len()], |cell| known.numbers(&cell));
        let values: Vec<Option<String>> = if makes_value {
            let known: Option<Vec<i128>> = said.into_iter().collect();
            vec![known.map(|known| value(column, &known, &arena)).transpose()?.flatten()]
        } else {
            said.into_iter().map(|value| value.map(|value| value.to_string())).collect()
        };
        if as_json {
            let cell: Vec<Value> = words.iter().map(|word| number_of(word)).collect();
            let told = |value: Option<String>| value.map_or(Value::Null, |value| number_of(&value));
            let values: Vec<Value> = values.into_iter().map(told).collect();
            let mut object = match &values[..] {
                [value] => json!({ "cell": cell, "value": value }),
                values => json!({ "cell": cell, "values": values }),
            };
            if !is_plain && !makes_value {
                object["of"] = columns.iter().map(|column| column.of.as_deref()).collect();
            }
            output.json(&object)?;
        } else {
            let told = |value: Option<String>| value.unwrap_or_else(|| "?".to_owned());
            let values: Vec<String> = values.into_iter().map(told).collect();
            output.line(&format!("{}\t{}", words.join("\t"), values.join("\t")))?;
        }
        told += 1;
        if told % CELLS_OF_ARENA == 0 {
            arena = Arena::new();
        }
    }
    if !known.is_whole() {
        messages::note("note: no law was found");
    }
    if beyond {
        messages::note("note: nothing is said of cells with numbers of 2^127 or more");
    }
    Ok(())
}

/// The canonical form that columns make of what their laws say.
fn value(column: &Column, said: &[i128], arena: &Arena) -> Result<Option<String>, Failure> {
    let mut calc = arena.calculator();
    let told = column.game(said, &mut calc);
    let told =
        told.and_then(|game| game.map(|game| calc.print(game, Notation::default())).transpose());
    told.map_err(|error| Failure::TooLarge(error.to_string()))
}

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A number, or as a text what programs do not read as one of 64 bits.
fn number_of(word: &str) -> Value {
    word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number))
}
