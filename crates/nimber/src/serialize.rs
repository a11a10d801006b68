//! Serialised nimbers: decimal strings in every format, since 128-bit integers do not survive many of them.

use crate::big::NimBig;
use crate::width::{Nim8, Nim16, Nim32, Nim64, Nim128};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// Reads a value from its text.
struct FromText<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for FromText<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a nimber as a decimal string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! by_text {
    ($($name:ident),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(FromText(PhantomData))
            }
        }
    )*};
}
by_text!(Nim8, Nim16, Nim32, Nim64, Nim128, NimBig);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_holds_decimal_strings() {
        let x = vec![Nim128::new(u128::MAX), Nim128::new(0)];
        let text = serde_json::to_string(&x).expect("plain data");
        assert_eq!(text, r#"["340282366920938463463374607431768211455","0"]"#);
        assert_eq!(serde_json::from_str::<Vec<Nim128>>(&text).expect("just written"), x);
        let big: NimBig = serde_json::from_str(&format!(r#""{}""#, u128::MAX)).expect("decimal");
        assert_eq!(big, NimBig::from(u128::MAX));
        assert!(serde_json::from_str::<Nim8>(r#""256""#).is_err());
        assert!(serde_json::from_str::<Nim8>("7").is_err());
    }
}
