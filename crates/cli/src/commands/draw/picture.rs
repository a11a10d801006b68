//! A picture and the file that it goes to.

use super::tikz::tikz;
use crate::exit::Failure;
use crate::messages;
use crate::output::Output;
use crate::tongue::told;
use farstar_draw::{Theme, coloured};
use resvg::{tiny_skia, usvg};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// Points of a PNG for each unit of the picture, and the most points of a PNG.
const SCALE: f32 = 2.0;
const MOST_POINTS: f32 = 4e7;
/// TeX knows no longer lengths, in units of the picture.
const LONGEST_OF_TEX: f32 = 21_000.0;

/// A picture with what it shows in one sentence.
pub(super) struct Picture {
    pub(super) svg: String,
    pub(super) sentence: String,
}

/// Where a picture goes, and on what ground.
#[derive(Debug, clap::Args)]
pub(super) struct Target {
    /// Write the picture to this file, which ends in .svg, .png or .tex (TikZ); `-` is SVG on standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Light lines on dark ground.
    #[arg(long)]
    dark: bool,
}

impl Target {
    /// Whether this kind of file can be written, before anything is computed.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.is_output() || ["svg", "png", "tex"].iter().any(|ending| self.ends_in(ending)) {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "{}: a picture is a file that ends in .svg, .png or .tex",
            self.output.display()
        )))
    }

    fn is_output(&self) -> bool {
        self.output == Path::new("-")
    }

    fn ends_in(&self, ending: &str) -> bool {
        self.output.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
    }

    /// Writes the picture, and its sentence to standard output.
    pub(super) fn write(&self, picture: &Picture, json: bool) -> Result<(), Failure> {
        let theme = if self.dark { Theme::Dark } else { Theme::Light };
        let svg = coloured(&picture.svg, theme);
        let mut output = Output::new();
        if self.is_output() {
            return Ok(output.line(&svg)?);
        }
        let bytes = if self.ends_in("png") {
            png(&read(&svg)?)?
        } else if self.ends_in("tex") {
            tex(&read(&svg)?, &picture.sentence)?.into_bytes()
        } else {
            svg.into_bytes()
        };
        let path = self.output.display().to_string();
        fs::write(&self.output, bytes)
            .map_err(|error| Failure::File { path: path.clone(), error })?;
        match json {
            true => output.json(&json!({ "file": path, "sentence": picture.sentence }))?,
            false => output.line(&format!("{path}: {}", told(&picture.sentence)))?,
        }
        Ok(())
    }
}

/// What is wrong with a picture; with one of ours, nothing.
fn wrong(what: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("the picture cannot be drawn: {what}"))
}

/// The paths and letters of a picture.
fn read(svg: &str) -> Result<usvg::Tree, Failure> {
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    if fonts.is_empty() {
        messages::note("note: no fonts are installed here, so the picture has no letters");
    }
    usvg::Tree::from_str(svg, &options).map_err(|error| wrong(&error))
}

/// The picture for LaTeX.
fn tex(tree: &usvg::Tree, sentence: &str) -> Result<String, Failure> {
    let (width, height) = (tree.size().width(), tree.size().height());
    if width.max(height) > LONGEST_OF_TEX {
        let message =
            format!("a picture of {width} by {height} is too large for TeX; SVG holds it");
        return Err(Failure::TooLarge(message));
    }
    Ok(tikz(tree.root(), sentence))
}

/// The picture point by point.
fn png(tree: &usvg::Tree) -> Result<Vec<u8>, Failure> {
    let (width, height) = ((tree.size().width() * SCALE), (tree.size().height() * SCALE));
    let too_large = || {
        Failure::TooLarge(format!(
            "a picture of {width} by {height} points is too large for PNG; SVG holds it"
        ))
    };
    if width * height > MOST_POINTS {
        return Err(too_large());
    }
    let points = tiny_skia::Pixmap::new(width as u32, height as u32);
    let mut points = points.ok_or_else(too_large)?;
    resvg::render(tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut points.as_mut());
    points.encode_png().map_err(|error| wrong(&error))
}
