//! x
use farstar_value::{Arena, text::Notation, Game, Calculator};
fn born_by(calc: &mut Calculator<'_>, day: u32) -> Vec<Game> {
    let mut games = vec![Game::ZERO];
    for _ in 0..day {
        let mut antichains: Vec<Vec<Game>> = vec![Vec::new()];
        for &g in &games {
            for i in 0..antichains.len() {
                let unrelated = |&h: &Game| !calc.le(g, h).unwrap() && !calc.le(h, g).unwrap();
                if antichains[i].iter().all(unrelated) {
                    let longer = antichains[i].iter().copied().chain([g]).collect();
                    antichains.push(longer);
                }
            }
        }
        let mut next = Vec::new();
        for left in &antichains { for right in &antichains { next.push(calc.from_options(left, right).unwrap()); } }
        next.sort_unstable(); next.dedup(); games = next;
    }
    games
}
fn main(){ let arena=Arena::new(); let mut c=arena.calculator(); let g=born_by(&mut c,3);
 let full: Vec<String> = g.iter().map(|&g| c.print(g,Notation::Ascii).unwrap()).collect();
 let mode = std::env::args().nth(1).unwrap();
 for _ in 0..200 { match mode.as_str() {
  "print" => for &x in &g { std::hint::black_box(c.print(x,Notation::Ascii).unwrap()); },
  "parse" => for (s,&x) in full.iter().zip(&g) { assert_eq!(c.parse(s).unwrap(), x); },
  "fresh" => { let a=Arena::new(); let mut c=a.calculator(); for s in &full { std::hint::black_box(c.parse(s).unwrap()); } },
  _ => {} } }
}
