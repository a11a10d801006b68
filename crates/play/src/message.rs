//! What is said to a user: a sentence that can be told in another language.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// A sentence with places, and what stands in them.
///
/// The sentence as it is written in the program, with `{0}`, `{1}`, … for what differs, is the message's *id*: a table
/// of another language has the sentence under it, with the same places. [`say!`](crate::say) makes a message. A text
/// that was put together elsewhere is a message too, whose id is the text.
///
/// # Examples
/// ```
/// use farstar_play::{Message, say};
/// let message: Message = say!("{0} is larger than {1}", "12", 9);
/// assert_eq!(message.to_string(), "12 is larger than 9");
/// assert_eq!(message.id(), "{0} is larger than {1}");
/// let whole = say!("heap {0}: {1}", 3, message);
/// assert_eq!(whole.to_string(), "heap 3: 12 is larger than 9");
/// assert_eq!(whole.arguments()[1].id(), "{0} is larger than {1}");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    id: Cow<'static, str>,
    arguments: Vec<Message>,
    /// The sentence in English.
    text: Cow<'static, str>,
}

/// A [`Message`]: the sentence, then what stands in its places `{0}`, `{1}`, …: texts, numbers, messages, or anything
/// that can be shown.
#[macro_export]
macro_rules! say {
    ($sentence:literal $(, $argument:expr)* $(,)?) => {{
        // A message in a place keeps its id; the method of `Message` itself is found before that of the trait.
        #[allow(unused_imports, reason = "a sentence may have no places")]
        use $crate::Shown as _;
        $crate::Message::new($sentence, ::std::vec![$((&$argument).as_message()),*])
    }};
}

impl Message {
    /// The message with this sentence and what stands in its places.
    #[must_use]
    pub fn new(sentence: &'static str, arguments: Vec<Message>) -> Self {
        let text = if arguments.is_empty() {
            Cow::Borrowed(sentence)
        } else {
            filled(sentence, &arguments).into()
        };
        Self { id: Cow::Borrowed(sentence), arguments, text }
    }

    /// The sentence with its places, by which tables of other languages know it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What stands in its places.
    #[must_use]
    pub fn arguments(&self) -> &[Message] {
        &self.arguments
    }

    /// The sentence in English.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// A copy, to stand in a place of another message.
    #[doc(hidden)]
    #[must_use]
    pub fn as_message(&self) -> Self {
        self.clone()
    }
}

/// What can stand in a place of a [`Message`].
#[doc(hidden)]
pub trait Shown {
    /// Its text, as a message.
    fn as_message(&self) -> Message;
}

impl<T: fmt::Display + ?Sized> Shown for T {
    fn as_message(&self) -> Message {
        self.to_string().into()
    }
}

/// A sentence with its places filled.
fn filled(sentence: &str, arguments: &[Message]) -> String {
    let mut text = String::new();
    let mut rest = sentence;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let place = from.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let argument = place.and_then(|(n, _)| arguments.get(n.parse::<usize>().ok()?));
        match (argument, place) {
            (Some(argument), Some((_, behind))) => {
                text.push_str(&argument.text);
                rest = behind;
            }
            // A brace that is no place.
            _ => {
                text.push('{');
                rest = &from[1..];
            }
        }
    }
    text + rest
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self { id: text.clone().into(), arguments: Vec::new(), text: text.into() }
    }
}

impl From<&'static str> for Message {
    fn from(sentence: &'static str) -> Self {
        Self::new(sentence, Vec::new())
    }
}

impl From<Message> for String {
    fn from(message: Message) -> Self {
        message.text.into_owned()
    }
}

impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.text, f)
    }
}

impl PartialEq<str> for Message {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_that_are_no_places_stay() {
        let message = say!("a form such as {0|1} or {{0}}, not {1} {", 7);
        assert_eq!(message, "a form such as {0|1} or {7}, not {1} {");
        assert_eq!(Message::from("{0|1}").id(), "{0|1}");
    }

    #[test]
    fn what_fills_a_place_is_not_filled_again() {
        assert_eq!(say!("{0} {1}", "{1}", "x"), "{1} x");
    }
}
