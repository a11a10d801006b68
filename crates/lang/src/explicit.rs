//! Forms: games that are kept as they were typed, positions as their moves make them, and what is made of them.
//!
//! A form is not simplified until its canonical form is asked for. Forms are kept once in a table and named by handles,
//! so they can be nested without bound, shared and compared at once. A value among the parts of a form stands for its
//! canonical form.

use crate::Dialect;
use crate::fault::Outcome;
use crate::meter::Meter;
use crate::value::Value;
use dashu_int::IBig;
use farstar_value::{Game, Stopped};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A form in the table of its session, which it knows: it means nothing to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    table: u32,
    place: u32,
}

/// How two games make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Compound {
    Disjunctive,
    Conjunctive,
    Selective,
    /// Selective in the first move alone.
    CgsuiteSelective,
    Ordinal,
    ConwayProduct,
    OrdinalProduct,
}

impl Compound {
    /// The kind whose method has this name.
    pub(crate) fn named(name: &str, dialect: Dialect) -> Option<Self> {
        Some(match name {
            "DisjunctiveSum" => Self::Disjunctive,
            "ConjunctiveSum" => Self::Conjunctive,
            "SelectiveSum" if dialect == Dialect::CgSuite => Self::CgsuiteSelective,
            "SelectiveSum" => Self::Selective,
            "CgsuiteSelectiveSum" => Self::CgsuiteSelective,
            "OrdinalSum" => Self::Ordinal,
            "ConwayProduct" => Self::ConwayProduct,
            "OrdinalProduct" => Self::OrdinalProduct,
            _ => return None,
        })
    }

    /// The name of the method that makes it.
    pub(crate) fn name(self, dialect: Dialect) -> &'static str {
        match self {
            Self::Disjunctive => "DisjunctiveSum",
            Self::Ordinal => "OrdinalSum",
            other => other.symbol(dialect),
        }
    }

    /// As it is written between its operands.
    pub(crate) fn symbol(self, dialect: Dialect) -> &'static str {
        match self {
            Self::Disjunctive => "+",
            Self::Conjunctive => "ConjunctiveSum",
            Self::Selective => "SelectiveSum",
            Self::CgsuiteSelective if dialect == Dialect::CgSuite => "SelectiveSum",
            Self::CgsuiteSelective => "CgsuiteSelectiveSum",
            Self::Ordinal => ":",
            Self::ConwayProduct => "ConwayProduct",
            Self::OrdinalProduct => "OrdinalProduct",
        }
    }
}

/// The same moves under another rule about who may make them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Variant {
    Dicotic,
    Impartial,
    Twisted,
}

impl Variant {
    /// The method that gives it.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Dicotic => "DicoticVariant",
            Self::Impartial => "ImpartialVariant",
            Self::Twisted => "TwistedVariant",
        }
    }
}

/// What a form is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FormNode {
    /// A value, standing for its canonical form.
    Value(Game),
    /// `'{ left | right }'`
    Explicit(Box<[Form]>, Box<[Form]>),
    /// Two forms put together.
    Compound(Compound, Form, Form),
    /// A negative that does not go into its parts.
    Negative(Form),
    /// A multiple.
    Multiple(IBig, Form),
    /// A position of a ruleset, by its place in the table.
    Position(u32),
    /// A variant.
    Variant(Variant, Form),
}

/// The table of forms.
pub(crate) struct Forms {
    /// The number of this table, given to no other.
    table: u32,
    nodes: Vec<FormNode>,
    index: FxHashMap<FormNode, Form>,
    positions: Vec<Value>,
    /// Whether some position is of a ruleset by functions, whose play need not end.
    pub(crate) by_functions: bool,
    /// The places of positions, by their texts; those of equal texts, which are of rulesets with one name, by a number
    /// behind it.
    places: FxHashMap<(String, u32), u32>,
    pub(crate) values: FxHashMap<Form, Game>,
    pub(crate) negatives: FxHashMap<Form, Form>,
    pub(crate) sides: FxHashMap<Form, [Arc<[Form]>; 2]>,
    meter: Meter,
}

/// Bytes a form takes in the table besides its options, about.
const FORM_BYTES: u64 = 160;

impl Forms {
    pub(crate) fn new(meter: &Meter) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self {
            table: NEXT.fetch_add(1, Ordering::Relaxed),
            nodes: Vec::new(),
            index: FxHashMap::default(),
            positions: Vec::new(),
            by_functions: false,
            places: FxHashMap::default(),
            values: FxHashMap::default(),
            negatives: FxHashMap::default(),
            sides: FxHashMap::default(),
            meter: meter.clone(),
        }
    }

    /// Whether this table holds the form.
    pub(crate) fn owns(&self, form: Form) -> bool {
        form.table == self.table
    }

    pub(crate) fn node(&self, form: Form) -> &FormNode {
        &self.nodes[form.place as usize]
    }

    fn intern(&mut self, node: FormNode) -> Outcome<Form> {
        if let Some(&form) = self.index.get(&node) {
            return Ok(form);
        }
        let options = match &node {
            FormNode::Explicit(left, right) => (left.len() + right.len()) as u64,
            _ => 0,
        };
        self.meter.charge(FORM_BYTES + 8 * options)?;
        let handle = u32::try_from(self.nodes.len()).map_err(|_| Stopped::Memory)?;
        self.nodes.push(node.clone());
        let form = Form { table: self.table, place: handle };
        self.index.insert(node, form);
        Ok(form)
    }

    pub(crate) fn value(&mut self, game: Game) -> Outcome<Form> {
        self.intern(FormNode::Value(game))
    }

    pub(crate) fn explicit(&mut self, left: Vec<Form>, right: Vec<Form>) -> Outcome<Form> {
        self.intern(FormNode::Explicit(left.into(), right.into()))
    }

    pub(crate) fn compound(&mut self, kind: Compound, left: Form, right: Form) -> Outcome<Form> {
        self.intern(FormNode::Compound(kind, left, right))
    }

    /// A position, which is shown as `text`.
    pub(crate) fn position(&mut self, position: &Value, text: String) -> Outcome<Form> {
        let mut key = (text, 0);
        while let Some(&place) = self.places.get(&key) {
            if self.positions[place as usize].same(position) {
                return self.intern(FormNode::Position(place));
            }
            key.1 += 1;
        }
        self.meter.charge(FORM_BYTES + key.0.len() as u64)?;
        let place = u32::try_from(self.positions.len()).map_err(|_| Stopped::Memory)?;
        self.positions.push(position.clone());
        self.by_functions |= matches!(position, Value::FunctionPosition(_));
        self.places.insert(key, place);
        self.intern(FormNode::Position(place))
    }

    /// The position in this place of the table.
    pub(crate) fn position_at(&self, place: u32) -> &Value {
        &self.positions[place as usize]
    }

    /// The negative as a form of its own.
    pub(crate) fn negated(&mut self, form: Form) -> Outcome<Form> {
        self.intern(FormNode::Negative(form))
    }

    /// Makes room for a list of options.
    pub(crate) fn keep_options(&mut self, form: Form, sides: [Arc<[Form]>; 2]) -> Outcome<()> {
        self.meter.charge(FORM_BYTES + 4 * (sides[0].len() + sides[1].len()) as u64)?;
        self.sides.insert(form, sides);
        Ok(())
    }

    pub(crate) fn variant(&mut self, kind: Variant, of: Form) -> Outcome<Form> {
        self.intern(FormNode::Variant(kind, of))
    }

    pub(crate) fn multiple(&mut self, n: IBig, form: Form) -> Outcome<Form> {
        self.intern(FormNode::Multiple(n, form))
    }

    /// The value of which this is the form, if it is nothing else.
    pub(crate) fn as_value(&self, form: Form) -> Option<Game> {
        match self.node(form) {
            FormNode::Value(game) => Some(*game),
            _ => None,
        }
    }
}
