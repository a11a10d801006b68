//! What the p-th power of a p-th nim root is: Lenstra's numbers α_p.
//!
//! For an odd prime p, the (k+1)-st prime, the ordinal `ω^(ω^(k-1))` is a p-th root in the field of nimbers of `α_p =
//! κ_{q_1} + … + κ_{q_r} + m_p`: the least nimber that has no p-th root among smaller ones. The prime powers `q_i` form
//! the Q-set of p and the integer `m_p` is its excess. `κ_q` is `2^(2^(n-1))` for `q = 2^n`, and `ω^(ω^(k-1)·p^(n-1))`
//! for `q = p^n` (H. W. Lenstra, *On the algebraic closure of two*, 1977; J. DiMuro, *On On_p*, 2011). No formula for
//! the excess is known: the values are computed one by one (OEIS A380496).

/// Prime, excess, Q-set.
const TABLE: &[(u32, u32, &[u32])] = &[
    (3, 0, &[2]),
    (5, 0, &[4]),
    (7, 1, &[3]),
    (11, 1, &[5]),
    (13, 0, &[4, 3]),
    (17, 0, &[8]),
    (19, 4, &[9]),
    (23, 1, &[11]),
    (29, 0, &[4, 7]),
    (31, 1, &[5]),
    (37, 0, &[4, 9]),
    (41, 1, &[5]),
    (43, 1, &[7]),
    (47, 1, &[23]),
    (53, 1, &[13]),
    (59, 1, &[29]),
    (61, 0, &[3, 5]),
    (67, 0, &[3, 11]),
    (71, 0, &[5, 7]),
    (73, 1, &[9]),
    (79, 1, &[13]),
    (83, 1, &[41]),
    (89, 1, &[11]),
    (97, 0, &[16, 3]),
    (101, 1, &[25]),
    (103, 0, &[3, 17]),
    (107, 1, &[53]),
    (109, 0, &[4, 9]),
    (113, 0, &[4, 7]),
    (127, 1, &[7]),
    (131, 0, &[5, 13]),
    (137, 1, &[17]),
    (139, 0, &[3, 23]),
    (149, 1, &[37]),
    (151, 0, &[3, 5]),
    (157, 1, &[13]),
    (163, 4, &[81]),
    (167, 1, &[83]),
    (173, 0, &[4, 43]),
    (179, 1, &[89]),
    (181, 0, &[9, 5]),
    (191, 0, &[5, 19]),
    (193, 0, &[32, 3]),
    (197, 0, &[4, 49]),
    (199, 0, &[9, 11]),
    (211, 0, &[5, 7]),
    (223, 1, &[37]),
    (227, 1, &[113]),
    (229, 1, &[19]),
    (233, 1, &[29]),
    (239, 0, &[7, 17]),
    (241, 0, &[8, 3]),
    (251, 1, &[25]),
    (257, 0, &[16]),
    (263, 1, &[131]),
    (269, 1, &[67]),
    (271, 0, &[27, 5]),
    (277, 1, &[23]),
    (281, 0, &[5, 7]),
    (283, 1, &[47]),
    (293, 0, &[4, 73]),
    (307, 0, &[3, 17]),
    (311, 1, &[31]),
    (313, 1, &[13]),
    (317, 1, &[79]),
    (331, 0, &[3, 5]),
    (337, 1, &[7]),
    (347, 1, &[173]),
    (349, 1, &[29]),
    (353, 0, &[8, 11]),
    (359, 1, &[179]),
    (367, 1, &[61]),
    (373, 0, &[3, 31]),
    (379, 0, &[27, 7]),
    (383, 1, &[191]),
    (389, 1, &[97]),
    (397, 1, &[11]),
    (401, 0, &[8, 25]),
    (409, 0, &[3, 17]),
    (419, 0, &[11, 19]),
    (421, 0, &[5, 7]),
    (431, 1, &[43]),
    (433, 0, &[8, 9]),
    (439, 1, &[73]),
    (443, 0, &[13, 17]),
    (449, 0, &[32, 7]),
    (457, 1, &[19]),
    (461, 1, &[23]),
    (463, 0, &[7, 11]),
    (467, 1, &[233]),
    (479, 1, &[239]),
    (487, 1, &[243]),
    (491, 0, &[5, 49]),
    (499, 1, &[83]),
    (503, 1, &[251]),
    (509, 0, &[4, 127]),
    (521, 0, &[5, 13]),
    (523, 0, &[9, 29]),
    (541, 0, &[27, 5]),
    (547, 0, &[7, 13]),
    (557, 1, &[139]),
    (563, 1, &[281]),
    (569, 1, &[71]),
    (571, 1, &[19]),
    (577, 0, &[16, 9]),
];

/// The Q-set of an odd prime: prime powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QSet(&'static [u32]);

impl QSet {
    /// The prime powers, that of the smallest prime first.
    pub fn prime_powers(self) -> impl Iterator<Item = u32> {
        self.0.iter().copied()
    }
}

fn row(prime: u32) -> Option<&'static (u32, u32, &'static [u32])> {
    TABLE.binary_search_by_key(&prime, |row| row.0).ok().map(|at| &TABLE[at])
}

/// The excess `m_p` of an odd prime p in the multiplication of transfinite nimbers; known here for primes up to 577.
///
/// # Examples
/// ```
/// assert_eq!(farstar_num::excess(19), Some(4));
/// assert_eq!(farstar_num::excess(4), None);
/// ```
pub fn excess(prime: u32) -> Option<u32> {
    row(prime).map(|row| row.1)
}

/// The Q-set of an odd prime; known here for primes up to 577.
///
/// # Examples
/// ```
/// let powers: Vec<u32> = farstar_num::q_set(13).into_iter().flat_map(|q| q.prime_powers()).collect();
/// assert_eq!(powers, [4, 3]);
/// ```
pub fn q_set(prime: u32) -> Option<QSet> {
    row(prime).map(|row| QSet(row.2))
}
