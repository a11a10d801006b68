//! The pages in `docs` are those of the catalogue.

use farstar_problems::pages;
use std::path::Path;

/// `FARSTAR_WRITE_PAGES=1 cargo test -p farstar-problems --test all pages::` writes them anew.
#[test]
fn the_pages_are_up_to_date() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let write = std::env::var_os("FARSTAR_WRITE_PAGES").is_some();
    for (name, page) in
        [("catalogue.md", pages::catalogue_page()), ("errata.md", pages::errata_page())]
    {
        let path = docs.join(name);
        if write {
            std::fs::write(&path, &page).unwrap();
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            there == page,
            "docs/{name} is out of date: FARSTAR_WRITE_PAGES=1 cargo test -p farstar-problems --test all pages::"
        );
    }
}
