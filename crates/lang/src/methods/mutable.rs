//! What is done with lists, sets and maps that change.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::mutable::Kind;
use crate::sort_key::SortKey;
use crate::value::{Entry, Items, Mutable, Value};
use farstar_play::say;
use std::sync::Arc;

entries!(Mutable);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "MutableList(list)",
        "A list that changes, of these elements, or empty.",
        ("MutableList([1,2])", "MutableList([1,2])"),
        |c, a| made(c, Kind::List, a),
    )
    .taking(0, 1),
    of(
        "MutableSet(list)",
        "A set that changes, of these elements, or empty.",
        ("MutableSet([2,1,2])", "MutableSet({1,2})"),
        |c, a| made(c, Kind::Set, a),
    )
    .taking(0, 1),
    of(
        "MutableMap(map)",
        "A map that changes, of these entries, or empty.",
        ("MutableMap({3 => 9})[3]", "9"),
        |c, a| made(c, Kind::Map, a),
    )
    .taking(0, 1),
    of(
        "list.Add(x)",
        "Puts x behind the last element of a list that changes, or among those of a set.",
        ("begin x := MutableList([1]); x.Add(2); x.Sum end", "3"),
        |c, a| {
            let to = mutable(c, &a[0], &[Kind::List, Kind::Set])?;
            c.add_element(&to, &a[1])?;
            Ok(Value::Nothing)
        },
    ),
    of(
        "list.AddAll(others)",
        "Adds each of the others.",
        ("begin x := MutableSet([1]); x.AddAll([3,2,3]); x end", "MutableSet({1,2,3})"),
        |c, a| {
            let to = mutable(c, &a[0], &[Kind::List, Kind::Set])?;
            add_all(c, &to, &a[1])
        },
    ),
    of(
        "map.Put(key, value)",
        "Gives a key of a map that changes its value.",
        ("begin m := MutableMap(); m.Put(3, 9); m end", "MutableMap({3 => 9})"),
        |c, a| {
            let map = mutable(c, &a[0], &[Kind::Map])?;
            c.put_entry(&map, &a[1], &a[2])?;
            Ok(Value::Nothing)
        },
    ),
    of(
        "map.PutAll(others)",
        "Puts all entries of another map.",
        (
            "begin m := MutableMap({3 => 9}); m.PutAll({3 => 0, 4 => 16}); m end",
            "MutableMap({3 => 0, 4 => 16})",
        ),
        |c, a| {
            let to = mutable(c, &a[0], &[Kind::Map])?;
            add_all(c, &to, &a[1])
        },
    ),
    of(
        "list.Remove(x)",
        "Takes the first x out of a list that changes, the element x out of a set, the key x out of a map.",
        ("begin x := MutableList([5,6,5]); x.Remove(5); x end", "MutableList([6,5])"),
        |c, a| {
            let from = mutable(c, &a[0], ALL)?;
            remove(c, &from, &a[1])?;
            Ok(Value::Nothing)
        },
    ),
    of(
        "list.RemoveAll(others)",
        "Removes each of the others.",
        ("begin x := MutableSet([1,2,3]); x.RemoveAll([3,1,7]); x end", "MutableSet({2})"),
        |c, a| {
            let from = mutable(c, &a[0], ALL)?;
            for element in c.elements(&a[1])? {
                c.calc.limits().check()?;
                remove(c, &from, &element)?;
            }
            Ok(Value::Nothing)
        },
    ),
    of(
        "list.RemoveAt(n)",
        "Takes the element at place n out of a list that changes; the first place is 1.",
        ("begin x := MutableList([5,6,7]); x.RemoveAt(2); x end", "MutableList([5,7])"),
        |c, a| {
            let list = mutable(c, &a[0], &[Kind::List])?;
            let place = place(c, &list, &a[1])?;
            list.remove_at(place);
            Ok(Value::Nothing)
        },
    ),
    of(
        "list.Update(n, x)",
        "Puts x in place n of a list that changes.",
        ("begin x := MutableList([5,6]); x.Update(2, *); x end", "MutableList([5,*])"),
        |c, a| {
            let list = mutable(c, &a[0], &[Kind::List])?;
            c.held_fast(&a[2])?;
            let place = place(c, &list, &a[1])?;
            list.set(place, a[2].clone())?;
            Ok(Value::Nothing)
        },
    ),
    of(
        "list.Clear",
        "Takes everything out of what changes.",
        ("begin x := MutableList([5,6]); x.Clear; x.Size end", "0"),
        |c, a| {
            mutable(c, &a[0], ALL)?.replace(Vec::new());
            Ok(Value::Nothing)
        },
    ),
    of(
        "list.Sort",
        "Puts the elements of a list that changes in order, as list.Sorted does.",
        ("begin x := MutableList([3,*,1]); x.Sort; x end", "MutableList([1,3,*])"),
        |c, a| sort(c, &a[0], super::list::sorted),
    ),
    of(
        "list.SortWith(f)",
        "Puts the elements of a list that changes in the order of f, as list.SortedWith(f) does.",
        (
            "begin x := MutableList([1,3,2]); x.SortWith((a,b) -> b-a); x end",
            "MutableList([3,2,1])",
        ),
        |c, a| {
            let order = &a[1];
            sort(c, &a[0], |c, all| super::collection::sorted_by(c, all, order))
        },
    ),
    of(
        "map.ToMap",
        "The entries as a map, of a list of entries or of a map that changes.",
        ("MutableMap({3 => 9}).ToMap", "{3 => 9}"),
        |c, a| {
            let entries = c.listed(&a[0])?;
            c.map(entries)
        },
    ),
];

const ALL: &[Kind] = &[Kind::List, Kind::Set, Kind::Map];

fn mutable(context: &mut Context<'_, '_>, value: &Value, kinds: &[Kind]) -> Outcome<Arc<Mutable>> {
    match value {
        Value::Mutable(found) if kinds.contains(&found.kind()) => Ok(Arc::clone(found)),
        other => Err(context.wrong(other, say!("a {0}, which can change", kinds[0].name()))),
    }
}

fn made(context: &mut Context<'_, '_>, kind: Kind, given: &[Value]) -> Outcome<Value> {
    let made = Mutable::new(kind, Value::bytes, &context.meter);
    if let Some(elements) = given.first() {
        add_all(context, &made, elements)?;
    }
    Ok(Value::Mutable(made))
}

fn add_all(context: &mut Context<'_, '_>, to: &Mutable, others: &Value) -> Outcome<Value> {
    for element in context.elements(others)? {
        context.calc.limits().check()?;
        context.add_element(to, &element)?;
    }
    Ok(Value::Nothing)
}

fn remove(context: &mut Context<'_, '_>, from: &Mutable, element: &Value) -> Outcome<()> {
    if from.kind() != Kind::List {
        let key = context.lasting_key(element)?;
        from.remove(&key);
        return Ok(());
    }
    for (place, known) in from.elements().into_iter().enumerate() {
        if context.equal(&known, element)? {
            from.remove_at(place);
            break;
        }
    }
    Ok(())
}

/// The place that a number counted from 1 means.
fn place(context: &mut Context<'_, '_>, list: &Mutable, value: &Value) -> Outcome<usize> {
    let n = context.integer(value)?;
    let place = usize::try_from(&n).ok().and_then(|n| n.checked_sub(1));
    place.filter(|&place| place < list.len()).ok_or_else(|| {
        let shown = context.mention(value);
        Fault::domain(say!("there is no place {0}", shown)).expected(say!("1 to {0}", list.len()))
    })
}

fn sort(
    context: &mut Context<'_, '_>,
    list: &Value,
    order: impl FnOnce(&mut Context<'_, '_>, Vec<Value>) -> Outcome<Vec<Value>>,
) -> Outcome<Value> {
    let list = mutable(context, list, &[Kind::List])?;
    let sorted = order(context, list.elements())?;
    list.replace(sorted);
    Ok(Value::Nothing)
}

/// What is answered without looking at all that is held: an element by its place or key, whether there is one, how many
/// there are.
pub(crate) fn directly(
    context: &mut Context<'_, '_>,
    method: &MethodInfo,
    arguments: &[Value],
) -> Outcome<Option<Value>> {
    let [Value::Mutable(of), rest @ ..] = arguments else { return Ok(None) };
    Ok(match (method.name, of.kind(), rest) {
        ("Size", _, []) => Some(Value::integer(of.len())),
        ("IsEmpty", _, []) => Some(Value::Boolean(of.len() == 0)),
        ("At", Kind::List, [n]) => {
            let place = place(context, of, n)?;
            of.get(place)
        }
        ("At", Kind::Map, [key]) => {
            let wanted = context.lasting_key(key)?;
            match of.find(&wanted) {
                Some(Value::Entry(entry)) => Some(entry.value().clone()),
                // told as of a map that does not change
                _ => None,
            }
        }
        ("Contains", Kind::Set, [x]) | ("ContainsKey", Kind::Map, [x]) => {
            let wanted = context.lasting_key(x)?;
            Some(Value::Boolean(of.find(&wanted).is_some()))
        }
        _ => None,
    })
}

impl Context<'_, '_> {
    /// What may be put in a collection that changes.
    pub(crate) fn held_fast(&mut self, value: &Value) -> Outcome<()> {
        if value.changes() {
            let shown = self.mention(value);
            return Err(Fault::of_type(say!("{0} can change", shown))
                .expected("what does not change, such as a list, a set or a map")
                .fix("x.ToList, x.ToSet and x.ToMap are what x holds now"));
        }
        Ok(())
    }

    /// Adds an element, of a map an entry.
    pub(crate) fn add_element(&mut self, to: &Mutable, element: &Value) -> Outcome<()> {
        self.held_fast(element)?;
        match (to.kind(), element) {
            (Kind::List, _) => Ok(to.push(element.clone())?),
            (Kind::Map, Value::Entry(entry)) => {
                let key = self.lasting_key(entry.key())?;
                Ok(to.put(key, element.clone())?)
            }
            (Kind::Map, other) => Err(self.wrong(other, "an entry `key => value`")),
            (Kind::Set, _) => {
                let key = self.lasting_key(element)?;
                if to.find(&key).is_none() {
                    to.put(key, element.clone())?;
                }
                Ok(())
            }
        }
    }

    /// The key by which an element is found again. Functions have none: those that are written alike may differ.
    pub(crate) fn lasting_key(&mut self, value: &Value) -> Outcome<SortKey> {
        match value {
            Value::Function(_) | Value::FunctionRules(_) | Value::FunctionPosition(_) => {
                Err(self.wrong(value, "an element that is known by what is written"))
            }
            _ => self.key(value),
        }
    }

    /// What a collection that changes holds now, as a list, set or map.
    pub(crate) fn frozen(&mut self, of: &Mutable) -> Outcome<Value> {
        if let Some(frozen) = of.frozen() {
            return Ok(frozen);
        }
        let items = Items::new(of.elements(), &self.meter)?;
        let frozen = match of.kind() {
            Kind::List => Value::List(items),
            Kind::Set => Value::Set(items),
            Kind::Map => Value::Map(items),
        };
        of.freeze(&frozen);
        Ok(frozen)
    }

    /// Changes a map: puts a value at a key.
    pub(crate) fn put_entry(&mut self, map: &Mutable, key: &Value, value: &Value) -> Outcome<()> {
        let entry = Value::Entry(Entry::new(key.clone(), value.clone())?);
        self.add_element(map, &entry)
    }
}
