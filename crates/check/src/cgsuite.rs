//! Facts in the language: an expression as CGSuite reads it, and what CGSuite prints.
//!
//! Expected values are compared by meaning: what is printed is read back, so that the order of options and of sets does
//! not matter.

use crate::checker::{Checker, Context, Row, RowError, Verdict};
use farstar_impartial::misere::Genus;
use farstar_lang::{Diagnostic, Dialect, Kind, Session, Value};

/// The checkers of this family.
pub(crate) const CHECKERS: &[Checker] = &[Checker::of("cgsuite_values", expressions)];

/// Rows of which families are checked, by the letters before the number in their names.
const FAMILIES: &[&str] = &[
    "csg", "op", "arith", "spec", "int", "expl", "api", "rat", "cmpd", "help", "heap", "tb", "ord",
    "nimf", "loop", "stop", "sided", "mis", "rule", "grid", "strip", "graph",
];

/// Words in the remark on a row where CGSuite raises an error for a reason of its own.
const OWN_LIMIT: &str = "[a limit of CGSuite, not of the mathematics]";

/// `id kind input expected property`.
fn expressions(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [id, _, input, expected] = row.take()?;
    if id == "id" {
        return Ok(Verdict::Header);
    }
    let family = id.split_once('-').map_or(id, |(family, _)| family);
    if !FAMILIES.contains(&family) {
        return Ok(Verdict::Skip(format!("facts of the family `{family}` are not checked yet")));
    }
    if row.fields.get(4).is_some_and(|property| property.contains("positions = ")) {
        return Ok(Verdict::Skip("its positions are described in words".to_owned()));
    }
    if expected.contains(".Position(") {
        return Ok(Verdict::Skip("braces take the values of positions here".to_owned()));
    }
    let lists_heaps =
        row.fields.get(4).is_some_and(|property| property.contains("two spaces between options"));
    let expected = if lists_heaps { set_of_heaps(expected) } else { expected.replace("\\n", "\n") };
    let input = input.replace("\\n", "\n");
    let mut typed = Session::new(context.arena())
        .with_limits(context.limits().clone())
        .dialect(Dialect::CgSuite);
    let answer = match typed.eval(&input) {
        Ok(value) => value,
        Err(diagnostics) => return refused(&diagnostics, &expected),
    };
    if expected.starts_with("!!") {
        let excused = row.fields.get(4).is_some_and(|property| property.contains(OWN_LIMIT));
        if excused {
            return Ok(Verdict::Pass);
        }
        return Ok(Verdict::Fail {
            expected: "an error".to_owned(),
            got: typed.display(&answer).map_err(stopped)?,
        });
    }
    let got = typed.display(&answer).map_err(stopped)?;
    let same = got == expected
        || means(typed.dialect(Dialect::Farstar), &expected, &answer)?
        || input.contains(".Genus") && same_genera(&expected, &got);
    Ok(if same { Verdict::Pass } else { Verdict::Fail { expected, got } })
}

/// Options `8  1,7  -`, with `-` for no heaps at all, as a set of lists.
fn set_of_heaps(options: &str) -> String {
    let option = |heaps: &str| if heaps == "-" { "[]".to_owned() } else { format!("[{heaps}]") };
    let options = options.split("  ").filter(|heaps| !heaps.is_empty()).map(option);
    format!("{{{}}}", options.collect::<Vec<_>>().join(","))
}

/// A row that a limit broke off.
fn stopped(diagnostic: Diagnostic) -> RowError {
    RowError::Stopped(diagnostic.to_string())
}

/// The verdict on a row whose expression was refused.
fn refused(diagnostics: &[Diagnostic], expected: &str) -> Result<Verdict, RowError> {
    let message = diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    for diagnostic in diagnostics {
        match diagnostic.kind {
            Kind::Unsupported => return Ok(Verdict::Skip(message)),
            Kind::TooLarge if !expected.starts_with("!!") => return Ok(Verdict::Skip(message)),
            Kind::Stopped(_) => return Err(RowError::Stopped(message)),
            _ => {}
        }
    }
    Ok(if expected.starts_with("!!") {
        Verdict::Pass
    } else {
        Verdict::Fail { expected: expected.to_owned(), got: format!("an error: {message}") }
    })
}

/// Whether two texts, each a genus or a list of them, mean the same: a genus is printed shorter or longer (`2`, `2^2`,
/// `2^20`).
fn same_genera(expected: &str, got: &str) -> bool {
    let genera = |text: &str| -> Option<Vec<Genus>> {
        let mut depth = 0;
        let list = text.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or(text);
        let at_comma = |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && depth == 0
        };
        list.split(at_comma).map(|genus| genus.parse().ok()).collect()
    };
    genera(expected).is_some_and(|expected| genera(got) == Some(expected))
}

/// Whether the printed text `expected` means `answer`, a value of this session.
fn means(mut session: Session<'_>, expected: &str, answer: &Value) -> Result<bool, RowError> {
    if matches!(answer, Value::Loopy(_)) {
        // Sides that are no stoppers have many forms: they are compared by play.
        if session.define("answer", answer.clone()).is_err() {
            return Ok(false);
        }
        let same = session.eval(&format!("({expected}) == answer"));
        return Ok(matches!(same, Ok(Value::Boolean(true))));
    }
    let Ok(value) = session.eval(expected) else { return Ok(false) };
    let texts = [session.display(&value), session.display(answer)];
    let [wanted, got] = texts.map(|text| text.map_err(stopped));
    Ok(wanted? == got?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn genera_are_compared_by_meaning() {
        assert!(same_genera("[0,2^2,1^1,3^31,4^(1,4,6)]", "[0,2,1^13,3,4^146]"));
        assert!(!same_genera("[0,2^2]", "[0,3^2]"));
        assert!(!same_genera("[0]", "[0,0]"));
    }

    /// What is said of rows of the table `cgsuite_values`.
    fn checked(rows: &[&str]) -> crate::table::Summary {
        let text: String = rows.iter().map(|row| format!("mis-1\texpr\t{row}\tp\n")).collect();
        let limits = || farstar_value::Limits::none();
        crate::table::check_table(&CHECKERS[0], &text, &limits, &mut |_| {})
    }

    #[test]
    fn misere_forms_are_compared_in_one_session() {
        let wrong = ["*[[2]]\t*[3]", "*[[2]]\t*[1]", "*[[2,4]]\t*[4]", "'{0|}'\t'{1|}'"];
        let right = ["*[[2]]\t*[2#]", "*[[2]]\t*[[2]]", "*[[2,4]]\t*[4,2]", "'{0|}'\t'{0|}'"];
        assert_eq!(checked(&wrong).failed, 4);
        assert_eq!(checked(&right).passed, 4);
    }

    #[test]
    fn heaps_are_lists() {
        assert_eq!(set_of_heaps("8  1,7  -"), "{[8],[1,7],[]}");
        assert_eq!(set_of_heaps(""), "{}");
    }
}
