//! Guessing an infinite quotient from sums that are played out.

use super::claim::{Lost, lcm};
use super::proof::{Presented, Unproved, Way};
use super::rewriting::{Rewriting, Word, degree, is_before, times};
use farstar_play::{Meter, Stopped};
use std::collections::{BTreeSet, HashMap};

/// The longest words that are told apart, and the longest tests: products of a few letters and a power of one.
const LONGEST: u64 = 16;
const FEW: u64 = 3;
const POWERS: u32 = 24;
/// Powers that repeat are looked for up to this one, beside words that are no longer than this.
const REPEATING: u32 = 6;
const BESIDE: u64 = 5;
/// Heaps with moves, and words that are told apart, at most.
const MOST_LETTERS: usize = 9;
const MOST_WORDS: usize = 1 << 14;
/// How long a period of lost words may be.
const LONGEST_PERIOD: u32 = 12;

/// Sums of heaps that have moves, played out; powers that are guessed to repeat do.
struct Play {
    /// The options of each letter, as words.
    options: Vec<Vec<Word>>,
    /// From which power on each letter's powers repeat, and the period.
    cycles: Vec<Option<(u32, u32)>>,
    known: HashMap<Word, bool>,
}

impl Play {
    fn reduced(&self, word: &Word) -> Word {
        let fold = |(&count, cycle): (&u32, &Option<(u32, u32)>)| match *cycle {
            Some((from, period)) if count >= from + period => from + (count - from) % period,
            _ => count,
        };
        word.iter().zip(&self.cycles).map(fold).collect()
    }

    /// Whether who is to move loses. Nothing recurses: sums wait for their options on a stack.
    fn is_lost(&mut self, word: &Word, meter: &mut Meter<'_>) -> Result<bool, Stopped> {
        let start = self.reduced(word);
        if let Some(&lost) = self.known.get(&start) {
            return Ok(lost);
        }
        let mut waiting = vec![start.clone()];
        while let Some(word) = waiting.last() {
            let (mut moves, mut lost, mut open) = (0, true, None);
            'letters: for (at, options) in self.options.iter().enumerate() {
                if word[at] == 0 {
                    continue;
                }
                for option in options {
                    let mut after = times(word, option);
                    after[at] -= 1;
                    let after = self.reduced(&after);
                    moves += 1;
                    match self.known.get(&after) {
                        Some(true) => {
                            lost = false;
                            break 'letters;
                        }
                        Some(false) => {}
                        None => {
                            open.get_or_insert(after);
                        }
                    }
                }
            }
            if lost && let Some(open) = open {
                waiting.push(open);
                continue;
            }
            meter.node(64 + 4 * word.len())?;
            let Some(word) = waiting.pop() else { break };
            self.known.insert(word, lost && moves > 0);
        }
        Ok(self.known.get(&start).copied().unwrap_or(false))
    }

    /// What a word is worth beside tests, one bit each.
    fn row(
        &mut self,
        word: &Word,
        tests: &[Word],
        meter: &mut Meter<'_>,
    ) -> Result<Box<[u64]>, Stopped> {
        let mut row = vec![0u64; tests.len().div_ceil(64)];
        for (at, test) in tests.iter().enumerate() {
            row[at / 64] |= u64::from(self.is_lost(&times(word, test), meter)?) << (at % 64);
        }
        Ok(row.into())
    }
}

/// All words of at most this degree, shorter ones first.
fn words_up_to(letters: usize, most: u64) -> Vec<Word> {
    let mut all: Vec<Word> = vec![vec![0; letters].into()];
    let mut from = 0;
    for _ in 0..most {
        let level = from..all.len();
        from = all.len();
        for at in level {
            let last = all[at].iter().rposition(|&n| n > 0).unwrap_or(0);
            for letter in last..letters {
                let mut longer = all[at].clone();
                longer[letter] += 1;
                all.push(longer);
            }
        }
    }
    all
}

fn power(letters: usize, letter: usize, n: u32) -> Word {
    (0..letters).map(|at| if at == letter { n } else { 0 }).collect()
}

/// The infinite quotient of heaps with these options, proved; `None` if no guess was one.
pub(super) fn find(
    heaps: &[Vec<Vec<u32>>],
    meter: &mut Meter<'_>,
) -> Result<Option<Presented>, Stopped> {
    let generators: Vec<u32> =
        (0..heaps.len() as u32).filter(|&heap| !heaps[heap as usize].is_empty()).collect();
    let letters = generators.len();
    if letters > MOST_LETTERS {
        return Ok(None);
    }
    let value =
        |heap: u32| -> Word { generators.iter().map(|&own| u32::from(own == heap)).collect() };
    let values: Vec<Word> = (0..heaps.len() as u32).map(value).collect();
    let nothing: Word = vec![0; letters].into();
    let product = |parts: &Vec<u32>| {
        parts.iter().fold(nothing.clone(), |all, &part| times(&all, &values[part as usize]))
    };
    let options =
        generators.iter().map(|&heap| heaps[heap as usize].iter().map(product).collect()).collect();
    let mut play = Play { options, cycles: vec![None; letters], known: HashMap::new() };
    // which powers repeat
    let beside = words_up_to(letters, BESIDE);
    let mut cycles = Vec::new();
    for letter in 0..letters {
        let mut rows = Vec::new();
        let mut found = None;
        for n in 0..=REPEATING {
            let row = play.row(&power(letters, letter, n), &beside, meter)?;
            if let Some(same) = rows.iter().position(|known| *known == row) {
                found = Some((same as u32, n - same as u32));
                break;
            }
            rows.push(row);
        }
        cycles.push(found);
    }
    play.cycles = cycles;
    play.known.clear();
    let few = words_up_to(letters, FEW);
    let mut tests: Vec<Word> = few.clone();
    for letter in (0..letters).filter(|&letter| play.cycles[letter].is_none()) {
        for n in 1..=POWERS {
            tests.extend(few.iter().map(|word| times(word, &power(letters, letter, n))));
        }
    }
    tests.sort_unstable();
    tests.dedup();
    // words that are told apart, and rules
    let mut rules = Rewriting::default();
    let mut known: HashMap<Box<[u64]>, Word> =
        HashMap::from([(play.row(&nothing, &tests, meter)?, nothing.clone())]);
    let mut level = vec![nothing.clone()];
    for longest in 1..=LONGEST {
        let mut longer: Vec<Word> = Vec::new();
        for word in &level {
            longer.extend((0..letters).map(|letter| times(word, &power(letters, letter, 1))));
        }
        longer.sort_unstable_by(|a, b| b.cmp(a));
        longer.dedup();
        let before = rules.0.len();
        level.clear();
        for word in longer {
            if !rules.is_normal(&word) {
                continue;
            }
            let row = play.row(&word, &tests, meter)?;
            meter.node(64 + 8 * row.len())?;
            match known.get(&row) {
                Some(same) if is_before(same, &word) => rules.0.push((word, same.clone())),
                Some(_) => return Ok(None),
                None => {
                    known.insert(row, word.clone());
                    level.push(word);
                }
            }
        }
        if level.is_empty() || known.len() > MOST_WORDS {
            return Ok(None);
        }
        if rules.0.len() == before
            && (3..LONGEST).contains(&longest)
            && let Some(found) = guess(&mut play, &rules, &generators, &values, &tests, meter)?
        {
            match found.check(heaps, meter) {
                Ok(()) => return Ok(Some(found)),
                Err(Unproved::Stopped(stopped)) => return Err(stopped),
                // longer words are told apart
                Err(Unproved::Wrong(_)) => {}
            }
        }
    }
    Ok(None)
}

/// The lost words of rules, what tells elements apart, and ways back, as play says.
fn guess(
    play: &mut Play,
    rules: &Rewriting,
    generators: &[u32],
    values: &[Word],
    tests: &[Word],
    meter: &mut Meter<'_>,
) -> Result<Option<Presented>, Stopped> {
    let letters = generators.len();
    if rules.differing(meter)?.is_some() {
        return Ok(None);
    }
    let alone: Vec<Word> = (0..letters).map(|letter| power(letters, letter, 1)).collect();
    let cones = rules.normal_cones(&alone, true, meter)?;
    if cones.iter().any(|cone| cone.open.len() > 1) || cones.iter().all(|cone| cone.open.is_empty())
    {
        return Ok(None);
    }
    // of each letter so many count
    let mut cycles = vec![(0, 1); letters];
    for cone in &cones {
        for (at, cycle) in cycles.iter_mut().enumerate() {
            cycle.0 = cycle.0.max(cone.start[at] + 1);
        }
    }
    let mut on: BTreeSet<usize> = BTreeSet::new();
    for cone in &cones {
        let [letter] = cone.open[..] else { continue };
        on.insert(letter);
        let mut lost = Vec::new();
        for n in 0..=POWERS + LONGEST_PERIOD {
            lost.push(play.is_lost(&times(&cone.start, &power(letters, letter, n)), meter)?);
        }
        let repeats = |from: usize, period: usize| {
            (from..lost.len() - period).all(|n| lost[n] == lost[n + period])
        };
        let all = (1..=LONGEST_PERIOD).find_map(|period| {
            let from = (0..lost.len() / 2).find(|&from| repeats(from, period as usize))?;
            Some((from as u32, period))
        });
        let Some((from, period)) = all else { return Ok(None) };
        let cycle = &mut cycles[letter];
        *cycle =
            (cycle.0.max(cone.start[letter] + from), lcm(cycle.1.into(), period.into()) as u32);
    }
    let mut lost = Lost { cycles, words: BTreeSet::new() };
    for cone in &cones {
        let ends = cone.open.first().map_or(0, |&letter| {
            let (from, period) = lost.cycles[letter];
            (from + period).saturating_sub(cone.start[letter] + 1)
        });
        for n in 0..=ends {
            let letter = cone.open.first().copied().unwrap_or(0);
            let word = times(&cone.start, &power(letters, letter, n));
            if play.is_lost(&word, meter)? {
                lost.words.insert(word);
            }
        }
    }
    // ways back
    let mut ways = Vec::new();
    for &letter in &on {
        let starts: Vec<Word> = cones
            .iter()
            .filter(|cone| cone.open == [letter])
            .map(|cone| times(&cone.start, &power(letters, letter, POWERS)))
            .collect();
        let period = lost.cycles[letter].1;
        let mut found = None;
        'steps: for step in (1..=2 * LONGEST_PERIOD).filter(|step| step % period == 0) {
            for other in (0..letters).filter(|&other| other != letter) {
                for n in 1..=2 * LONGEST_PERIOD {
                    let back = power(letters, other, n);
                    let both = times(&back, &power(letters, letter, step));
                    let mut all = true;
                    for start in &starts {
                        all = all && rules.normal(&times(start, &both), meter)? == *start;
                    }
                    if all {
                        found = Some(Way { letter, step, back });
                        break 'steps;
                    }
                }
            }
        }
        let Some(way) = found else { return Ok(None) };
        ways.push(way);
    }
    // tests that tell words apart, each of which tells two apart that those before do not
    let mut words: Vec<Word> = Vec::new();
    for cone in &cones {
        match cone.open[..] {
            [letter] => words
                .extend((0..POWERS / 2).map(|n| times(&cone.start, &power(letters, letter, n)))),
            _ => words.push(cone.start.clone()),
        }
    }
    let mut classes: Vec<u32> = vec![0; words.len()];
    let (mut number, mut chosen) = (1, Vec::new());
    let mut by_size: Vec<&Word> =
        tests.iter().filter(|test| degree(test) <= u64::from(POWERS / 4)).collect();
    by_size.sort_by_key(|word| degree(word));
    for test in by_size {
        let mut split: HashMap<(u32, bool), u32> = HashMap::new();
        let mut next = classes.clone();
        for (class, word) in next.iter_mut().zip(&words) {
            let fresh = split.len() as u32;
            *class =
                *split.entry((*class, play.is_lost(&times(word, test), meter)?)).or_insert(fresh);
        }
        if split.len() > number {
            number = split.len();
            classes = next;
            chosen.push(test.clone());
        }
    }
    Ok(Some(Presented {
        generators: generators.to_vec(),
        values: values.to_vec(),
        rules: rules.clone(),
        lost,
        tests: chosen,
        ways,
    }))
}
