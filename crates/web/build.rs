//! Builds the crate anew when the page has changed: its files are compressed by a macro, whose inputs are not known.

fn main() {
    println!("cargo::rerun-if-changed=page/dist");
}
