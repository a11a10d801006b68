//! What names mean, and calls of what they mean: the user's functions, methods, rulesets.

use super::Machine;
use crate::Kind;
use crate::boards::written_position;
use crate::by_function::FunctionTable;
use crate::by_function::Question;
use crate::constants::CONSTANTS;
use crate::context::Context;
use crate::enumeration::{self, Member};
use crate::fault::{Fault, Outcome, count as arguments};
use crate::method::{Each, Family, MethodInfo, Reads, Run};
use crate::methods::{self, method};
use crate::names::folded;
use crate::program::{Code, Program};
use crate::token::RESERVED;
use crate::value::Value;
use farstar_num::{GeneralizedOrdinal, Rational, Surreal};
use farstar_play::nearest;
use farstar_play::say;
use farstar_value::Player;
use std::sync::Arc;

impl Machine<'_, '_> {
    /// What a name means: a variable, a constant, a method.
    pub(super) fn look_up(&mut self, place: usize, name: &str) -> Outcome<Value> {
        if let Some(value) = self.context.globals.at(place) {
            return Ok(value.clone());
        }
        if let Some(Some(value)) = self.known.get(place) {
            return Ok(value.clone());
        }
        let value = self.look_further(name)?;
        // A user's function may come between that has the name but for case; then all is forgotten.
        if !matches!(value, Value::Function(_)) {
            if self.known.len() <= place {
                self.known.resize(place + 1, None);
            }
            self.known[place] = Some(value.clone());
        }
        Ok(value)
    }

    /// The place of a name of a program, which may have been compiled in another session.
    #[inline]
    pub(super) fn place_of(&mut self, program: &Program, symbol: u32) -> usize {
        let symbol = symbol as usize;
        if program.session == self.context.globals.session() {
            return program.places[symbol] as usize;
        }
        self.context.globals.place(&program.names[symbol]) as usize
    }

    /// Gives a name of the session its value.
    pub(super) fn set_global(&mut self, place: usize, value: Value) {
        let is_function = matches!(value, Value::Function(_));
        let old = self.context.globals.set(place, value);
        if is_function || matches!(old, Some(Value::Function(_))) {
            self.known.clear();
        }
    }

    /// What a name means that is no variable.
    fn look_further(&mut self, name: &str) -> Outcome<Value> {
        let key = folded(name);
        if let Some(function) = self.function_named(&key) {
            return Ok(function);
        }
        match key.as_str() {
            "left" => return Ok(Value::Player(Player::Left)),
            "right" => return Ok(Value::Player(Player::Right)),
            "nothing" => return Ok(Value::Nothing),
            "inf" => return Ok(Value::Number(Rational::INFINITY)),
            "omega" | "ω" => {
                return Ok(self.context.value_of_ordinal(GeneralizedOrdinal::omega()));
            }
            "epsilon" => {
                let small = Surreal::from(GeneralizedOrdinal::omega()).reciprocal()?;
                return Ok(self.context.value_of_surreal(small));
            }
            "nimfield" => return Ok(Value::Class(methods::NIM_FIELD)),
            _ => {}
        }
        if let Some(value) = crate::loopy::constant(&mut self.context, name) {
            return value;
        }
        // Col by itself is the ruleset, after a point the second coordinate.
        if let Some(method) = method(&key).filter(|method| method.name != "Col") {
            return Ok(Value::Method(method));
        }
        if let Some(rules) = self.context.named_rules(name) {
            return rules;
        }
        let mut classes = methods::CLASSES.iter().chain(methods::SORTS);
        if let Some(class) = classes.find(|class| folded(class) == key) {
            return Ok(Value::Class(class));
        }
        if let Some(graph) = methods::of_word(&mut self.context, name) {
            return graph;
        }
        if let Some(fault) = Context::not_built(name) {
            return Err(fault);
        }
        let fault = Fault::new(Kind::Name, say!("`{0}` has no meaning here", name));
        let methods = crate::methods().iter().map(|m| m.name);
        // Short reserved words are near to everything.
        let long_words = RESERVED.iter().copied().filter(|word| word.len() > 3);
        let known = self
            .context
            .globals
            .iter()
            .map(|(name, _)| name)
            .chain(CONSTANTS.iter().map(|constant| constant.0))
            .chain(methods)
            .chain(long_words);
        Err(match nearest(name, known) {
            Some(near) => fault.fix(say!("did you mean `{0}`?", near)),
            None => fault
                .expected("a variable or a method")
                .fix(say!("give it a value first: {0} := …", name)),
        })
    }

    /// A user's function whose name is this one but for case and underscores.
    fn function_named(&self, key: &str) -> Option<Value> {
        self.context
            .globals
            .iter()
            .find(|(known, value)| matches!(value, Value::Function(_)) && folded(known) == key)
            .map(|(_, value)| value.clone())
    }

    /// `receiver.name(arguments…)`: the receiver and the arguments are the topmost `count` values.
    pub(super) fn call_method(&mut self, name: &str, count: usize) -> Outcome<()> {
        let key = folded(name);
        if let Some(method) = method(&key) {
            return self.call_built_in(method, count, 0);
        }
        let user =
            self.context.globals.get(name).cloned().filter(|v| matches!(v, Value::Function(_)));
        if let Some(function) = user.or_else(|| self.function_named(&key)) {
            return self.call(function, count, 0);
        }
        if let (1, Some(Value::Class(class))) = (count, self.stack.last())
            && let Some(value) = enumerated(&self.context, class, name)?
        {
            self.stack.pop();
            self.stack.push(value);
            return Ok(());
        }
        if let Some(fault) = Context::not_built(name) {
            return Err(fault);
        }
        let fault = Fault::new(Kind::Name, say!("there is no method `{0}`", name));
        let methods = crate::methods().iter().map(|m| m.name);
        Err(match (nearest(name, methods), written_position(name)) {
            (_, Some(position)) => fault.fix(position),
            (Some(near), None) => fault.fix(say!("did you mean `{0}`?", near)),
            (None, None) => fault,
        })
    }

    /// Calls a function with the topmost `count` values, and with `under` values below them that go with them.
    pub(super) fn call(&mut self, callee: Value, count: usize, under: usize) -> Outcome<()> {
        let from = self.stack.len().saturating_sub(count);
        let floor = from.saturating_sub(under);
        let position = match &callee {
            Value::Function(function) => {
                let wanted = function.code().parameters.len();
                // names are rare, and then the last argument has one
                if wanted != count || matches!(self.stack.last(), Some(Value::Named(_))) {
                    self.place_arguments(function.code(), from)?;
                }
                let Value::Function(function) = callee else { return Ok(()) };
                return self.enter(function, wanted, under);
            }
            Value::Ruleset(rules) => {
                if let Some(table) = rules.function()
                    && let [size] = &self.stack[from..]
                    && let Some(heap) = small(size)
                {
                    let wanted = table.wanted((heap, 0))?;
                    if self.explore(&Arc::clone(table), wanted, &callee, from, floor) {
                        return Ok(());
                    }
                }
                let [size] = &self.stack[from..] else {
                    return Err(Fault::of_type(say!(
                        "{0} is called with {1}",
                        rules.text(),
                        arguments(count)
                    ))
                    .expected("the size of one heap"));
                };
                self.context.heap_position(rules, size)?
            }
            Value::Coordinates(rules) => {
                if let Some(table) = rules.function()
                    && let Some(pair) = rules.called_with(&self.stack[from..])
                {
                    let wanted = table.wanted(pair)?;
                    if self.explore(&Arc::clone(table), wanted, &callee, from, floor) {
                        return Ok(());
                    }
                }
                self.context.coordinate_position(rules, &self.stack[from..])?
            }
            Value::Board(rules) => self.context.board_position(rules, &self.stack[from..])?,
            Value::FunctionRules(rules) => {
                self.context.function_position(rules, &self.stack[from..])?
            }
            Value::Method(method) => return self.call_built_in(method, count, under),
            Value::Class("Graph" | "DirectedGraph")
                if matches!(
                    self.stack.get(from),
                    None | Some(Value::List(_) | Value::Graph(_))
                ) =>
            {
                let given = self.stack.split_off(from);
                self.context.graph_called(&callee, &given)?
            }
            Value::Class(kind @ ("Grid" | "Strip"))
                if let [rows @ Value::List(_)] = &self.stack[from..] =>
            {
                let rows = rows.clone();
                self.context.grid_called(kind, &rows)?
            }
            // A graph of a loopy game, as text.
            Value::Class("Graph") => {
                let Some(method) = method("loopygraph") else { return Ok(()) };
                return self.call_built_in(method, count, under);
            }
            _ => return Err(self.context.wrong(&callee, "a function before the parenthesis")),
        };
        self.stack.truncate(floor);
        self.stack.push(position);
        Ok(())
    }

    /// Puts the arguments from a place of the stack on in the order of the parameters: those with names where the names
    /// say, and what is left out as such.
    fn place_arguments(&mut self, code: &Code, from: usize) -> Outcome<()> {
        let (most, given) = (code.parameters.len(), self.stack.split_off(from));
        let least = code.usual.iter().filter(|usual| !**usual).count();
        let shown = code.name.as_deref().unwrap_or("the function");
        let mut places: Vec<Option<Value>> = vec![None; most];
        let count = given.len();
        for (at, argument) in given.into_iter().enumerate() {
            let (place, value) = match argument {
                Value::Named(named) => {
                    let Some(place) = code.parameters.iter().position(|name| *name == named.0)
                    else {
                        let message = say!("{0} has no argument called `{1}`", shown, named.0);
                        let names = code.parameters.join(", ");
                        return Err(Fault::of_type(message).expected(say!("one of {0}", names)));
                    };
                    (place, named.1.clone())
                }
                value => (at, value),
            };
            match places.get_mut(place) {
                Some(free @ None) => *free = Some(value),
                Some(Some(_)) => {
                    let name = &code.parameters[place];
                    return Err(Fault::of_type(say!("{0} is given `{1}` twice", shown, name)));
                }
                None => return Err(called_with(shown, count, least, most)),
            }
        }
        for (place, usual) in places.into_iter().zip(&code.usual) {
            match place {
                None if !usual => return Err(called_with(shown, count, least, most)),
                place => self.stack.push(place.unwrap_or(Value::LeftOut)),
            }
        }
        Ok(())
    }

    /// Calls a method of the language with the topmost `count` values.
    pub(super) fn call_built_in(
        &mut self,
        method: &'static MethodInfo,
        count: usize,
        under: usize,
    ) -> Outcome<()> {
        if count < method.least || count > method.most {
            let given = arguments(count.saturating_sub(1));
            return Err(Fault::of_type(say!(
                "{0} after its receiver is called with {1}",
                method.name,
                given
            ))
            .expected(method.signature));
        }
        let from = self.stack.len().saturating_sub(count);
        let floor = from.saturating_sub(under);
        if self.stack[from..].iter().any(|value| matches!(value, Value::Named(_))) {
            let given = self.stack.split_off(from);
            self.stack.extend(method.in_place(given));
            let unplaced = self.stack[from..].iter().find_map(|value| match value {
                Value::Named(named) => Some(named),
                _ => None,
            });
            if let Some(named) = unplaced {
                return Err(Fault::of_type(say!(
                    "{0} has no argument called `{1}`",
                    method.name,
                    named.0
                ))
                .expected(method.signature));
            }
        }
        if let Some(Value::Mutable(of)) = self.stack.get(from)
            && !matches!(method.family, Family::Mutable | Family::Text | Family::Predicate)
        {
            let of = Arc::clone(of);
            if let Some(value) = methods::directly(&mut self.context, method, &self.stack[from..])?
            {
                self.stack.truncate(floor);
                self.stack.push(value);
                return Ok(());
            }
            // whatever else is asked is asked of what is held now
            self.stack[from] = self.context.frozen(&of)?;
        }
        match method.run {
            Run::Native(run) => {
                if let Some((table, wanted)) = asked_of_function(&self.stack[from..])
                    && self.explore(&table, wanted?, &Value::Method(method), from, floor)
                {
                    return Ok(());
                }
                if let Some(Value::BoardPosition(position)) = self.stack.get(from)
                    && !(position.ends() || methods::asks_position(method))
                {
                    let value = Arc::clone(position).game_value(&mut self.context)?;
                    self.stack[from] = value;
                }
                if method.reads == Reads::Value
                    && let Some(receiver) = self.stack.get(from)
                    && let Some(value) = self.context.value_by_functions(&receiver.clone())?
                {
                    self.stack[from] = value;
                }
                let arguments = &self.stack[from..];
                let loopy = match arguments.iter().any(|value| matches!(value, Value::Loopy(_))) {
                    true => self.context.loopy_method(method.name, arguments)?,
                    false => None,
                };
                let value = match loopy {
                    Some(value) => value,
                    None => run(&mut self.context, arguments)?,
                };
                self.stack.truncate(floor);
                self.stack.push(value);
                Ok(())
            }
            Run::Each(Each::Find) if methods::asks_law(&self.stack[from..]) => {
                let value = methods::found_law(&mut self.context, &self.stack[from..])?;
                self.stack.truncate(floor);
                self.stack.push(value);
                Ok(())
            }
            Run::Each(kind) => {
                let mut given = self.stack.split_off(from);
                self.stack.truncate(floor);
                self.begin_each(kind, &mut given)
            }
        }
    }
}

/// What a name means after an enumeration: one of its values, or the list of a group of symmetries.
fn enumerated(context: &Context<'_, '_>, class: &str, name: &str) -> Outcome<Option<Value>> {
    if let Some(member) = enumeration::member(class, name) {
        return Ok(Some(Value::Member(member)));
    }
    let list = |group: Vec<Member>| context.list(group.into_iter().map(Value::Member).collect());
    enumeration::group(class, name).map(list).transpose()
}

/// A function called with as many arguments as it does not take.
fn called_with(name: &str, count: usize, least: usize, most: usize) -> Box<Fault> {
    let fault = Fault::of_type(say!("{0} is called with {1}", name, arguments(count)));
    fault.expected(match least == most {
        true => arguments(most),
        false => say!("from {0} to {1}", least, arguments(most)),
    })
}

/// A number that can be the size of a heap.
fn small(value: &Value) -> Option<u32> {
    u32::try_from(&value.as_integer()?).ok()
}

/// What a method on a ruleset that is given by a function will ask of the function.
fn asked_of_function(arguments: &[Value]) -> Option<(Arc<FunctionTable>, Outcome<Vec<Question>>)> {
    match arguments {
        [Value::Ruleset(rules), last] => {
            let table = rules.function()?;
            Some((Arc::clone(table), table.wanted((small(last)?, 0))))
        }
        [Value::Coordinates(rules), last] => {
            let table = rules.function()?;
            Some((Arc::clone(table), table.wanted(rules.called_with(std::slice::from_ref(last))?)))
        }
        [Value::Coordinates(rules), rows, columns] => {
            let table = rules.function()?;
            Some((Arc::clone(table), table.wanted_for_table(small(rows)?, small(columns)?)))
        }
        _ => None,
    }
}
