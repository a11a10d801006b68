//! Left and Right stops: play until the game is a number.

use crate::Form;
use farstar_num::Dyadic;

impl Form {
    /// The number where the game stops when Left starts: the game itself when it is a number, otherwise the
    /// best Right stop among the Left options.
    pub fn left_stop(&self) -> Dyadic {
        if let Some(x) = self.to_number() {
            return x;
        }
        let stops = self.left().iter().map(Form::right_stop);
        stops.max().expect("a game without Left options is a number")
    }

    /// The number where the game stops when Right starts.
    pub fn right_stop(&self) -> Dyadic {
        if let Some(x) = self.to_number() {
            return x;
        }
        let stops = self.right().iter().map(Form::left_stop);
        stops.min().expect("a game without Right options is a number")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_stops() {
        let stops = |t: &str| {
            let g: Form = t.parse().expect("a form");
            (g.left_stop().to_string(), g.right_stop().to_string())
        };
        assert_eq!(stops("{2|-1}"), ("2".into(), "-1".into()));
        assert_eq!(stops("^2*"), ("0".into(), "0".into()));
        assert_eq!(stops("{{4|1}|-1/2}"), ("1".into(), "-1/2".into()));
        assert_eq!(stops("3/8"), ("3/8".into(), "3/8".into()));
    }
}
