//! Parts of readers of JSON: objects, and lists that are bounded and name the entry at fault.

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// A value that must be an object in JSON. Without this type, serde also accepts a list of the field values in order.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Fields(PhantomData))
    }
}

/// Reads the list in the field with this name, and converts its entries. Keeps at most one entry more than `max`.
///
/// # Errors
/// The first entry that cannot be read.
pub fn bounded_list<'de, D: Deserializer<'de>, E: Deserialize<'de>, T>(
    deserializer: D,
    name: &'static str,
    max: usize,
    convert: impl Fn(E) -> T,
) -> Result<Vec<T>, D::Error> {
    let mut entries = Vec::new();
    let visit = |entry| {
        push_bounded(&mut entries, convert(entry), max);
        true
    };
    Each::new(name, visit).deserialize(deserializer)?;
    Ok(entries)
}

/// Appends an entry unless there are already more than `max`. One entry beyond the limit is stored, so that the caller can
/// detect the excess.
pub fn push_bounded<T>(entries: &mut Vec<T>, entry: T, max: usize) {
    if entries.len() <= max {
        entries.push(entry);
    }
}

/// A visitor of a list. It calls `visit` with each entry until `visit` returns false.
pub struct Each<T, F> {
    /// The name of the field with the list, for errors.
    name: &'static str,
    visit: F,
    entry: PhantomData<T>,
}

impl<T, F: FnMut(T) -> bool> Each<T, F> {
    /// Returns a visitor of the list in the field with this name.
    pub fn new(name: &'static str, visit: F) -> Each<T, F> {
        Each { name, visit, entry: PhantomData }
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> bool> DeserializeSeed<'de> for Each<T, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> bool> Visitor<'de> for Each<T, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: a list", self.name)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        let mut index = 0_usize;
        loop {
            let wrong = |error: &dyn fmt::Display| A::Error::custom(format!("{}[{index}]: {error}", self.name));
            let Some(entry) = list.next_element().map_err(|error| wrong(&error))? else { return Ok(()) };
            if !(self.visit)(entry) {
                return Err(wrong(&"expected no further one"));
            }
            index += 1;
        }
    }
}
