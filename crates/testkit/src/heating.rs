//! Cooling, heating, overheating and the Norton product, from their definitions on canonical forms
//! (Berlekamp, Conway and Guy, *Winning Ways*, ch. 6 and 8).

use crate::Form;
use farstar_num::Dyadic;

impl Form {
    /// `n·G` for an integer `n`: the sum of `|n|` copies of `G` or `-G`.
    pub fn multiple(&self, n: i64) -> Form {
        let copy = if n < 0 { self.neg() } else { self.clone() };
        (0..n.unsigned_abs()).fold(Form::zero(), |sum, _| sum.add(&copy).canonical())
    }

    /// `G` cooled by `t ≥ 0`: `{Gᴸ_t - t | Gᴿ_t + t}` up to the temperature, the mean above it. In canonical form.
    pub fn cool(&self, t: &Dyadic) -> Form {
        fn cooled(g: &Form, t: &Dyadic) -> Form {
            if *t > g.temperature() {
                return Form::number(&g.mean());
            }
            let tax = Form::number(t);
            let left = g.left().iter().map(|o| cooled(o, t).sub(&tax)).collect();
            let right = g.right().iter().map(|o| cooled(o, t).add(&tax)).collect();
            Form::new(left, right).canonical()
        }
        cooled(&self.canonical(), t)
    }

    /// `G` heated by `t`: `{∫Gᴸ + t | ∫Gᴿ - t}`, numbers as they are. In canonical form.
    pub fn heat(&self, t: &Form) -> Form {
        integral(&self.canonical(), t, &|g| g.to_number().map(|x| Form::number(&x)))
    }

    /// `G` overheated from `s` to `t`: `{∫Gᴸ + t | ∫Gᴿ - t}`, and `n·s` for an integer `n`. In canonical form.
    pub fn overheat(&self, s: &Form, t: &Form) -> Form {
        integral(&self.canonical(), t, &|g| Some(s.multiple(g.to_number()?.to_i64()?)))
    }

    /// The Norton product `G·U` with a unit `U > 0`: `n·U` for an integer `n`, otherwise
    /// `{Gᴸ·U + U + I | Gᴿ·U - U - I}` for every incentive `I` of `U`. In canonical form.
    pub fn norton_product(&self, unit: &Form) -> Form {
        let unit = unit.canonical();
        let left = unit.left().iter().map(|o| o.sub(&unit));
        let right = unit.right().iter().map(|o| unit.sub(o));
        let steps: Vec<Form> = left.chain(right).map(|i| unit.add(&i).canonical()).collect();
        norton(&self.canonical(), &unit, &steps)
    }
}

fn integral(g: &Form, t: &Form, fixed: &impl Fn(&Form) -> Option<Form>) -> Form {
    if let Some(value) = fixed(g) {
        return value;
    }
    let left = g.left().iter().map(|o| integral(o, t, fixed).add(t)).collect();
    let right = g.right().iter().map(|o| integral(o, t, fixed).sub(t)).collect();
    Form::new(left, right).canonical()
}

fn norton(g: &Form, unit: &Form, steps: &[Form]) -> Form {
    if let Some(n) = g.to_number().and_then(|x| x.to_i64()) {
        return unit.multiple(n);
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for step in steps {
        left.extend(g.left().iter().map(|o| norton(o, unit, steps).add(step)));
        right.extend(g.right().iter().map(|o| norton(o, unit, steps).sub(step)));
    }
    Form::new(left, right).canonical()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Form {
        text.parse::<Form>().expect("a form").canonical()
    }

    #[test]
    fn cooling_follows_the_thermograph() {
        let g = form("{3|{2*|1*}}");
        for (t, expected) in [
            ("0", "{3|{2*|1*}}"),
            ("1/4", "{11/4|{2|3/2}}"),
            ("1/2", "{5/2|2*}"),
            ("5/8", "{19/8|17/8}"),
            ("3/4", "9/4*"),
            ("7", "9/4"),
        ] {
            let t: Dyadic = t.parse().expect("a number");
            assert_eq!(g.cool(&t), form(expected), "cooled by {t}");
        }
    }

    #[test]
    fn heating_undoes_cooling_of_a_switch() {
        assert_eq!(form("*").heat(&form("2")), form("{2|-2}"));
        assert_eq!(form("^").heat(&form("2")), form("{2|{0|-4}}"));
        assert_eq!(form("{3|{2*|1*}}").heat(&form("1")), form("{4|{{3|1}|{0|-2}}}"));
    }

    #[test]
    fn overheating_turns_the_unit() {
        let g = form("{3|{2*|1*}}");
        let expected = form("{1|{{1*|-1*}|-1,{-1|-3}}}");
        assert_eq!(g.overheat(&form("*"), &form("1*")), expected);
        assert_eq!(form("*").overheat(&form("1"), &form("1")), form("{1|-1}"));
    }

    #[test]
    fn norton_products_with_up() {
        for (g, expected) in
            [("0", "0"), ("6", "^6"), ("-4", "v4"), ("1/2", "{^2*|v*}"), ("^", "{^2*|{0|v4}}")]
        {
            assert_eq!(form(g).norton_product(&Form::up()), form(expected), "{g}");
        }
    }
}
