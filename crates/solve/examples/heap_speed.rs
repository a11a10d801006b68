//! Prints how long the sequences of heap games take: `heap_speed BITS CODE…`.

use farstar_rules::heap::heap_code;
use farstar_solve::sequence::GrundySequence;
use farstar_value::Limits;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let bits: u32 = arguments.next().ok_or("usage: heap_speed BITS CODE…")?.parse()?;
    let heaps = 1u64.checked_shl(bits).ok_or("at most 63 bits")?;
    for code in arguments {
        let mut sequence = GrundySequence::of_code(heap_code(&code)?);
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
