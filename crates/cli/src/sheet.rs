//! A table of texts, printed for people, spreadsheets and papers.

/// How a table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Columns aligned by spaces.
    Text,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// Tab-separated values.
    Tsv,
    /// A `tabular`.
    Latex,
}

/// A head and rows of the same width.
pub(crate) struct Sheet {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    pub(crate) fn new(head: Vec<String>) -> Self {
        Self { head, rows: Vec::new() }
    }

    pub(crate) fn width(&self) -> usize {
        self.head.len()
    }

    pub(crate) fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.head).chain(&self.rows)
    }

    /// The table as text.
    pub(crate) fn print(&self, format: Format) -> String {
        let joined = |by: &str, cell: fn(&str) -> String, end: &str| -> String {
            let line = |row: &Vec<String>| {
                row.iter().map(|text| cell(text)).collect::<Vec<_>>().join(by) + end
            };
            self.lines().map(line).collect()
        };
        match format {
            Format::Csv => joined(",", quoted, "\n"),
            Format::Tsv => joined("\t", str::to_owned, "\n"),
            Format::Latex => {
                let columns = "l".repeat(self.width());
                let body =
                    joined(" & ", in_latex, " \\\\\n").replacen("\\\\\n", "\\\\ \\hline\n", 1);
                format!("\\begin{{tabular}}{{{columns}}}\n{body}\\end{{tabular}}\n")
            }
            Format::Text => self.aligned(),
        }
    }

    fn aligned(&self) -> String {
        let mut widths = vec![0; self.width()];
        for row in self.lines() {
            for (width, text) in widths.iter_mut().zip(row) {
                *width = text.chars().count().max(*width);
            }
        }
        let mut text = String::new();
        for row in self.lines() {
            let mut line = String::new();
            for (width, cell) in widths.iter().zip(row) {
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A cell of comma-separated values.
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A cell of LaTeX; what stands between dollars is mathematics already.
fn in_latex(text: &str) -> String {
    if text.starts_with('$') && text.ends_with('$') && text.len() > 1 {
        return text.to_owned();
    }
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => shown.extend(['\\', c]),
            '\\' => shown.push_str("\\textbackslash{}"),
            '^' => shown.push_str("\\^{}"),
            '~' => shown.push_str("\\~{}"),
            '|' => shown.push_str("\\textbar{}"),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_aligned_quoted_and_escaped() {
        let mut sheet = Sheet::new(vec!["position".into(), "value".into()]);
        sheet.push(vec!["X|O".into(), "{1,*|0}".into()]);
        assert_eq!(sheet.print(Format::Text), "position  value\nX|O       {1,*|0}\n");
        assert_eq!(sheet.print(Format::Csv), "position,value\nX|O,\"{1,*|0}\"\n");
        assert_eq!(sheet.print(Format::Tsv), "position\tvalue\nX|O\t{1,*|0}\n");
        assert_eq!(
            sheet.print(Format::Latex),
            "\\begin{tabular}{ll}\nposition & value \\\\ \\hline\nX\\textbar{}O & \\{1,*\\textbar{}0\\} \\\\\n\\end{tabular}\n"
        );
    }
}
