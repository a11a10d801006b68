//! Finite commutative monoids with a set of lost elements, and sets of their elements.

/// A set of elements, one bit each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Elements(Box<[u64]>);

impl Elements {
    /// The empty set in a monoid of this order.
    pub(super) fn none(order: usize) -> Self {
        Self(vec![0; order.div_ceil(64)].into())
    }

    pub(super) fn insert(&mut self, element: u32) {
        self.0[element as usize / 64] |= 1 << (element % 64);
    }

    pub(super) fn has(&self, element: u32) -> bool {
        self.0[element as usize / 64] >> (element % 64) & 1 != 0
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(super) fn is_in(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| at as u32 * 64 + bit)
        })
    }

    pub(super) fn bytes(&self) -> usize {
        8 * self.0.len() + 16
    }
}

/// A commutative monoid whose element 0 is the identity, with its lost elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Monoid {
    order: usize,
    product: Vec<u32>,
    lost: Elements,
    /// For each element the set of those that make it lost.
    partners: Vec<Elements>,
}

impl Monoid {
    /// The monoid of this table, row by row.
    pub(super) fn new(order: usize, product: Vec<u32>, lost: Elements) -> Self {
        let partners = (0..order)
            .map(|x| {
                let mut partners = Elements::none(order);
                for (y, &xy) in (0..).zip(&product[x * order..(x + 1) * order]) {
                    if lost.has(xy) {
                        partners.insert(y);
                    }
                }
                partners
            })
            .collect();
        Self { order, product, lost, partners }
    }

    /// One element, which is not lost: the empty sum alone.
    pub(super) fn trivial() -> Self {
        Self::new(1, vec![0], Elements::none(1))
    }

    pub(super) fn order(&self) -> usize {
        self.order
    }

    pub(super) fn times(&self, x: u32, y: u32) -> u32 {
        self.product[x as usize * self.order + y as usize]
    }

    pub(super) fn row(&self, x: u32) -> &[u32] {
        &self.product[x as usize * self.order..(x as usize + 1) * self.order]
    }

    pub(super) fn lost(&self) -> &Elements {
        &self.lost
    }

    pub(super) fn is_lost(&self, x: u32) -> bool {
        self.lost.has(x)
    }

    /// Every element of the set times `x`.
    pub(super) fn image(&self, set: &Elements, x: u32) -> Elements {
        let row = self.row(x);
        let mut image = Elements::none(self.order);
        set.iter().for_each(|y| image.insert(row[y as usize]));
        image
    }

    /// An element `z` such that `xz` is lost and some `sz` with `s` in the set as well: then nothing of value `x` has
    /// all these options.
    pub(super) fn clash(&self, x: u32, options: &Elements) -> Option<u32> {
        self.partners[x as usize].iter().find(|&z| {
            let row = self.row(z);
            options.iter().any(|s| self.lost.has(row[s as usize]))
        })
    }

    /// The monoid in which elements that no product tells apart are one, and where each went. It is reduced.
    pub(super) fn reduced(&self) -> (Self, Vec<u32>) {
        let mut classes: rustc_hash::FxHashMap<&Elements, u32> = rustc_hash::FxHashMap::default();
        let mut firsts = Vec::new();
        let to: Vec<u32> = (0..self.order)
            .map(|x| {
                *classes.entry(&self.partners[x]).or_insert_with(|| {
                    firsts.push(x as u32);
                    firsts.len() as u32 - 1
                })
            })
            .collect();
        let order = firsts.len();
        let mut lost = Elements::none(order);
        let mut product = Vec::with_capacity(order * order);
        for (at, &x) in (0..).zip(&firsts) {
            if self.is_lost(x) {
                lost.insert(at);
            }
            product.extend(firsts.iter().map(|&y| to[self.times(x, y) as usize]));
        }
        (Self::new(order, product, lost), to)
    }

    /// The elements that are their own squares.
    pub(super) fn idempotents(&self) -> Vec<u32> {
        (0..self.order as u32).filter(|&x| self.times(x, x) == x).collect()
    }

    /// The least ideal, a group: what the product of all idempotents divides.
    pub(super) fn kernel(&self) -> Vec<u32> {
        let least = self.idempotents().into_iter().fold(0, |z, x| self.times(z, x));
        let mut multiples = self.row(least).to_vec();
        multiples.sort_unstable();
        multiples.dedup();
        multiples
    }

    /// An element that exactly one of the two makes lost, if they differ.
    pub(super) fn separator(&self, x: u32, y: u32) -> Option<u32> {
        let (x, y) = (&self.partners[x as usize], &self.partners[y as usize]);
        (0..self.order as u32).find(|&z| x.has(z) != y.has(z))
    }
}
