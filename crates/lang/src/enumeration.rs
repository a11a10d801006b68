//! Values that are told by their names: the symmetries of grids, and the colours of vertices and edges.

use crate::names::folded;

/// A value of an enumeration, such as `Symmetry.Transpose` or `Color.Blue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// The place of the enumeration in the table, and its own place there: less room than two names.
    class: u8,
    place: u8,
}

/// The enumerations, each with its values in order.
const ENUMERATIONS: &[(&str, &[&str])] = &[
    ("Color", &["Blue", "Green", "Red"]),
    (
        "Symmetry",
        &[
            "Identity",
            "Inversion",
            "HorizontalFlip",
            "VerticalFlip",
            "Transpose",
            "AntiTranspose",
            "ClockwiseRotation",
            "AnticlockwiseRotation",
        ],
    ),
];

/// The groups of symmetries, each by the places of its symmetries.
const GROUPS: &[(&str, &[usize])] = &[
    ("Flip", &[0, 1, 2, 3]),
    ("Rotational", &[0, 1, 6, 7]),
    ("EightWay", &[0, 1, 2, 3, 4, 5, 6, 7]),
];

/// The value of this name, regardless of case and underscores.
pub(crate) fn member(class: &str, name: &str) -> Option<Member> {
    let class = ENUMERATIONS.iter().position(|(known, _)| *known == class)?;
    let place = ENUMERATIONS[class].1.iter().position(|known| folded(known) == folded(name))?;
    Some(Member { class: u8::try_from(class).ok()?, place: u8::try_from(place).ok()? })
}

/// The symmetries of the group of this name.
pub(crate) fn group(class: &str, name: &str) -> Option<Vec<Member>> {
    let (_, places) = GROUPS.iter().find(|(known, _)| folded(known) == folded(name))?;
    let names = ENUMERATIONS.iter().find(|(known, _)| class == "Symmetry" && *known == class)?.1;
    places.iter().map(|&place| member(class, names[place])).collect()
}

impl Member {
    /// The name of its enumeration.
    #[must_use]
    pub fn class(self) -> &'static str {
        ENUMERATIONS[usize::from(self.class)].0
    }

    /// Its name there.
    #[must_use]
    pub fn name(self) -> &'static str {
        ENUMERATIONS[usize::from(self.class)].1[usize::from(self.place)]
    }

    /// Its place in its enumeration, from 1.
    pub(crate) fn ordinal(self) -> u8 {
        self.place + 1
    }

    /// A symmetry as what is done in turn: exchanging rows and columns, turning the rows round, turning the
    /// columns round.
    pub(crate) fn as_symmetry(self) -> Option<[bool; 3]> {
        Some(match self.name() {
            "Identity" => [false, false, false],
            "Inversion" => [false, true, true],
            "HorizontalFlip" => [false, false, true],
            "VerticalFlip" => [false, true, false],
            "Transpose" => [true, false, false],
            "AntiTranspose" => [true, true, true],
            "ClockwiseRotation" => [true, false, true],
            "AnticlockwiseRotation" => [true, true, false],
            _ => return None,
        })
    }
}
