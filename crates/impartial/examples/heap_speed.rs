//! Prints how long the sequences of heap games take: `heap_speed BITS CODE…`.

use farstar_impartial::sequence::GrundySequence;
use farstar_rules::Ruleset;
use farstar_rules::heap::Heaps;
use farstar_value::Limits;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let bits: u32 = arguments.next().ok_or("usage: heap_speed BITS CODE…")?.parse()?;
    let heaps = 1u64.checked_shl(bits).ok_or("at most 63 bits")?;
    for code in arguments {
        let mut sequence = match Ruleset::named(&code)?.heap_game()? {
            Heaps::Single(game) => GrundySequence::shared(game),
            _ => return Err("expected heaps of one number".into()),
        };
        let start = Instant::now();
        sequence.extend_to(heaps, &Limits::none())?;
        let seconds = start.elapsed().as_secs_f64();
        let rare = sequence.sparse().map_or(0, |sparse| sparse.rare_heaps.len());
        println!(
            "{code}: 2^{bits} heaps in {seconds:.4} s, {:.2} million a second; {}, {rare} rare heaps",
            heaps as f64 / seconds / 1e6,
            sequence.method()
        );
    }
    Ok(())
}
