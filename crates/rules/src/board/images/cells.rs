//! Keys: a part cut to its bounding box, in the least of its images under the symmetries of the rules.

use crate::board::bits::Bits;
use crate::board::packed::Packed;
use crate::board::stage::{Stage, State};
use crate::board::topology::Topology;
use crate::language::symmetry::Symmetry;
use crate::position::Key;

/// A symmetry on the numbers of pieces.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    map: [i32; 4],
    codes: [u8; 16],
    negates: bool,
}

impl Image {
    pub(crate) fn new<W: Bits>(symmetry: &Symmetry, stage: &Stage<W>, pieces: usize) -> Self {
        let mut codes = [0; 16];
        for p in 0..pieces as u8 {
            codes[usize::from(stage.codes.of(p))] = stage.codes.of(symmetry.exchange.piece(p));
        }
        codes[0] = 0;
        if let Some(edge) = stage.codes.edge {
            codes[usize::from(edge)] = edge;
        }
        Self { map: symmetry.map.0, codes, negates: symmetry.negates }
    }

    /// The linear map of columns and rows.
    pub(in crate::board) fn map(&self) -> [i32; 4] {
        self.map
    }

    /// The number that each number becomes.
    pub(in crate::board) fn numbers(&self) -> &[u8; 16] {
        &self.codes
    }

    /// Whether it exchanges the players.
    pub(in crate::board) fn negates(&self) -> bool {
        self.negates
    }
}

/// The least of the images of a part.
struct Least {
    words: Packed,
    /// Whether some image that keeps the players is least, and whether some image that exchanges them is.
    keeps: bool,
    negates: bool,
}

/// An image that is turned and reflected in steps of a quarter, on its way through the comparison with the others.
#[derive(Clone, Copy)]
struct Course {
    image: u32,
    /// The place of its first cell in the box, and how far it is to the next cell to the right and below.
    start: i32,
    right: i32,
    below: i32,
}

impl Course {
    fn new(image: usize, [a, b, c, d]: [i32; 4], columns: i32, rows: i32) -> Self {
        let from = |direction: i32, length: i32| if direction > 0 { 0 } else { length - 1 };
        let (start, right, below) = if b == 0 {
            (from(a, columns) + from(d, rows) * columns, a, d * columns)
        } else {
            (from(c, columns) + from(b, rows) * columns, b * columns, c)
        };
        Self { image: image as u32, start, right, below }
    }
}

/// Any image, also the sheared ones of hexagons.
#[derive(Clone, Copy)]
struct Sheared {
    image: usize,
    across: usize,
    down: usize,
    /// Where the first cell of the image lies in the box.
    start: (i32, i32),
    /// The step in the box for a step to the right, and for a step down.
    right: (i32, i32),
    below: (i32, i32),
}

impl Sheared {
    fn new(image: usize, map: [i32; 4], columns: usize, rows: usize) -> Self {
        // the image of the box: corners give its place and size
        let [a, b, c, d] = map;
        let (w, h) = (columns as i32 - 1, rows as i32 - 1);
        let xs = [0, a * w, b * h, a * w + b * h];
        let ys = [0, c * w, d * h, c * w + d * h];
        let min = |v: [i32; 4]| v.into_iter().min().unwrap_or(0);
        let max = |v: [i32; 4]| v.into_iter().max().unwrap_or(0);
        let (x0, y0) = (min(xs), min(ys));
        let (across, down) = ((max(xs) - x0 + 1) as usize, (max(ys) - y0 + 1) as usize);
        // the inverse map, since its determinant is 1 or -1: steps of the image as steps in the box
        let det = a * d - b * c;
        let (ix, iy, jx, jy) = (det * d, -det * b, -det * c, det * a);
        Self {
            image,
            across,
            down,
            start: (ix * x0 + iy * y0, jx * x0 + jy * y0),
            right: (ix, jx),
            below: (iy, jy),
        }
    }
}

impl<W: Bits> Stage<W> {
    /// The key of a part, and whether it stands for the negative.
    pub(crate) fn key(&self, state: &State<W>, images: &[Image]) -> Key<Packed> {
        let least = self.least(state, images);
        Key { part: least.words, negative: !least.keeps }
    }

    /// Whether images of both kinds are least.
    pub(crate) fn is_own_negative(&self, state: &State<W>, images: &[Image]) -> bool {
        let least = self.least(state, images);
        least.keeps && least.negates
    }

    fn least(&self, state: &State<W>, images: &[Image]) -> Least {
        match &self.topology {
            Topology::Plane(plane) => self.least_on_plane(state, images, plane.columns),
            Topology::Graph(_) => self.least_on_graph(state, images),
        }
    }

    fn hands_of(&self, state: &State<W>, negates: bool) -> u64 {
        if negates { state.hands.rotate_left(32) } else { state.hands }
    }

    fn least_on_graph(&self, state: &State<W>, images: &[Image]) -> Least {
        let masks = self.codes.all_masks(&state.planes);
        let mut least: Option<Least> = None;
        for image in images {
            let mut next = state.planes;
            for code in 1..self.codes.count {
                self.codes.put(&mut next, masks[usize::from(code)], image.codes[usize::from(code)]);
            }
            let next = State { planes: next, hands: self.hands_of(state, image.negates) };
            let words = self.pack(&next);
            match &mut least {
                Some(least) if least.words < words => {}
                Some(least) if least.words == words => {
                    least.keeps |= !image.negates;
                    least.negates |= image.negates;
                }
                _ => least = Some(Least { words, keeps: !image.negates, negates: image.negates }),
            }
        }
        // the identity is always an image
        least.unwrap_or_else(|| Least { words: self.pack(state), keeps: true, negates: false })
    }

    /// All images are compared cell by cell, and those that fall behind are dropped.
    fn least_on_plane(&self, state: &State<W>, images: &[Image], stride: usize) -> Least {
        let bits = self.codes.planes();
        let used = self.used(state);
        let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
        for cell in used.cells() {
            let (x, y) = (cell % stride, cell / stride);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        if used.is_empty() {
            (left, top) = (0, 0);
        }
        let (columns, rows) = (right - left + 1, bottom - top + 1);
        let cells = columns * rows;
        let mut few = [0u8; 64];
        let mut many = if cells > few.len() { vec![0u8; cells] } else { Vec::new() };
        let codes = if cells > few.len() { many.as_mut_slice() } else { &mut few[..cells] };
        for cell in used.cells() {
            let at = (cell / stride - top) * columns + cell % stride - left;
            codes[at] = self.codes.code_at(&state.planes, cell);
            if self.codes.live && state.planes[self.codes.pieces].has(cell) {
                codes[at] |= 1 << self.codes.pieces;
            }
        }
        let codes = &*codes;
        let low = (1u8 << self.codes.pieces) - 1;
        let mut best = (usize::MAX, usize::MAX, u64::MAX);
        let hands =
            |image: &Image| if self.hands { self.hands_of(state, image.negates) } else { 0 };
        let exchanged =
            |image: usize, code: u8| images[image].codes[usize::from(code & low)] | code & !low;
        let (written, keeps, negates);
        let upright = |[a, b, c, d]: [i32; 4]| a * b == 0 && c * d == 0;
        if images.iter().all(|image| upright(image.map)) {
            let mut alive: Vec<Course> = Vec::with_capacity(images.len());
            for (i, image) in images.iter().enumerate() {
                let (across, down) =
                    if image.map[1] == 0 { (columns, rows) } else { (rows, columns) };
                let shape = (across, down, hands(image));
                if shape < best {
                    best = shape;
                    alive.clear();
                }
                if shape == best {
                    alive.push(Course::new(i, image.map, columns as i32, rows as i32));
                }
            }
            written = self.compare(best, bits, &mut alive, |course: &Course, u, v| {
                let at = course.start + u * course.right + v * course.below;
                exchanged(course.image as usize, codes[at as usize])
            });
            let any = |negates: bool| {
                alive.iter().any(|course| images[course.image as usize].negates == negates)
            };
            (keeps, negates) = (any(false), any(true));
        } else {
            let mut alive: Vec<Sheared> = Vec::with_capacity(images.len());
            for (i, image) in images.iter().enumerate() {
                let course = Sheared::new(i, image.map, columns, rows);
                let shape = (course.across, course.down, hands(image));
                if shape < best {
                    best = shape;
                    alive.clear();
                }
                if shape == best {
                    alive.push(course);
                }
            }
            written = self.compare(best, bits, &mut alive, |course: &Sheared, u, v| {
                let i = course.start.0 + u * course.right.0 + v * course.below.0;
                let j = course.start.1 + u * course.right.1 + v * course.below.1;
                // sheared images have places outside the box
                let inside = (i as usize) < columns && (j as usize) < rows;
                let code = if inside { codes[j as usize * columns + i as usize] } else { 0 };
                exchanged(course.image, code)
            });
            let any = |negates: bool| alive.iter().any(|c| images[c.image].negates == negates);
            (keeps, negates) = (any(false), any(true));
        }
        Least { words: written, keeps, negates }
    }

    /// Compares images cell by cell; those that fall behind are dropped, and the cells of the others are written down.
    #[inline]
    fn compare<C: Copy>(
        &self,
        (across, down, hands): (usize, usize, u64),
        bits: usize,
        alive: &mut Vec<C>,
        code_of: impl Fn(&C, i32, i32) -> u8,
    ) -> Packed {
        let mut written = Vec::with_capacity(2 + across * down * bits / 60 + 1);
        written.push((across as u64) << 32 | down as u64);
        if self.hands {
            written.push(hands);
        }
        let (mut word, mut filled) = (0u64, 0);
        for v in 0..down as i32 {
            for u in 0..across as i32 {
                let mut code = code_of(&alive[0], u, v);
                if alive.len() > 1 {
                    let mut kept = 1;
                    for at in 1..alive.len() {
                        let other = code_of(&alive[at], u, v);
                        if other < code {
                            code = other;
                            kept = 0;
                        }
                        if other == code {
                            alive[kept] = alive[at];
                            kept += 1;
                        }
                    }
                    alive.truncate(kept);
                }
                if filled + bits > 64 {
                    written.push(word);
                    (word, filled) = (0, 0);
                }
                word |= u64::from(code) << filled;
                filled += bits;
            }
        }
        written.push(word);
        Packed::new(&written)
    }
}
