//! Linear algebra against Leibniz' sum, the laws it must obey, and published determinants.

use farstar_nimber::{AlgebraError, Matrix, Nim8, Nim16, Nim32, Nim64, Nim128, Nimber, Polynomial};
use proptest::prelude::*;

/// Leibniz' sum over all permutations; in characteristic 2 there are no signs.
fn leibniz<N: Nimber>(matrix: &Matrix<N>) -> N {
    fn over<N: Nimber>(matrix: &Matrix<N>, row: usize, free: &mut Vec<usize>) -> N {
        if free.is_empty() {
            return N::ONE;
        }
        let mut sum = N::ZERO;
        for k in 0..free.len() {
            let column = free.swap_remove(k);
            sum += matrix.row(row)[column] * over(matrix, row + 1, free);
            free.push(column);
            let last = free.len() - 1;
            free.swap(k, last);
        }
        sum
    }
    over(matrix, 0, &mut (0..matrix.rows()).collect())
}

/// Entries of a fixed generator; about one in four is small so that dependent rows and zeros occur.
fn draw<N: Nimber>(rows: usize, columns: usize, mut seed: u128) -> Matrix<N> {
    Matrix::from_fn(rows, columns, |_, _| {
        seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(99);
        let bits = seed >> (128 - N::BITS);
        N::from_u128(if seed >> 7 & 3 == 0 { bits & 1 } else { bits }).expect("the width")
    })
}

/// A matrix of rank at most `rank`.
fn draw_rank<N: Nimber>(order: usize, rank: usize, seed: u128) -> Matrix<N> {
    draw::<N>(order, rank, seed).product(&draw(rank, order, seed + 1)).expect("they fit")
}

fn det<N: Nimber>(matrix: &Matrix<N>) -> N {
    matrix.determinant().expect("square")
}

fn determinants_are_leibniz_sums<N: Nimber>() {
    for order in 0..=6 {
        for seed in 0..8 {
            let matrix = draw::<N>(order, order, seed * 17 + order as u128);
            assert_eq!(det(&matrix), leibniz(&matrix), "{matrix}");
        }
    }
}

#[test]
fn determinants_are_leibniz_sums_in_every_width() {
    determinants_are_leibniz_sums::<Nim8>();
    determinants_are_leibniz_sums::<Nim16>();
    determinants_are_leibniz_sums::<Nim32>();
    determinants_are_leibniz_sums::<Nim64>();
    determinants_are_leibniz_sums::<Nim128>();
}

fn laws_across_panels<N: Nimber>(order: usize) {
    let (a, b) = (draw::<N>(order, order, 3), draw::<N>(order, order, 4));
    let product = a.product(&b).expect("they fit");
    assert_eq!(det(&product), det(&a) * det(&b));
    assert_eq!(det(&a.transpose()), det(&a));
    let inverse = a.inverse().expect("regular");
    assert_eq!(a.product(&inverse), Ok(Matrix::identity(order)));
    assert_eq!(inverse.product(&a), Ok(Matrix::identity(order)));
    let column: Vec<N> = b.transpose().row(0).to_vec();
    let solutions = a.solve(&column).expect("regular");
    assert_eq!(a.apply(&solutions.particular), Ok(column));
    assert!(solutions.kernel.is_empty());
}

#[test]
fn blocked_elimination_obeys_the_laws() {
    laws_across_panels::<Nim8>(40);
    laws_across_panels::<Nim16>(33);
    laws_across_panels::<Nim64>(75);
    laws_across_panels::<Nim128>(35);
}

#[test]
fn rank_and_kernel_of_matrices_made_with_a_known_rank() {
    for (order, rank) in [(1, 0), (5, 3), (40, 31), (70, 33), (70, 64), (90, 1)] {
        let matrix = draw_rank::<Nim64>(order, rank, 21);
        let found = matrix.rank();
        assert!(found <= rank);
        assert_eq!(found, matrix.transpose().rank());
        let kernel = matrix.kernel();
        assert_eq!(kernel.len(), order - found);
        for solution in &kernel {
            assert!(matrix.apply(solution).expect("it fits").iter().all(|x| x.is_zero()));
        }
        let basis = Matrix::from_rows(&kernel).expect("equal lengths");
        assert_eq!(basis.rank(), kernel.len(), "the basis is independent");
        assert_eq!(det(&matrix), Nim64::ZERO);
        assert_eq!(matrix.inverse(), Err(AlgebraError::Singular { order, rank: found }));
    }
}

#[test]
fn zero_columns_before_and_inside_a_panel_are_skipped() {
    // Columns 0, 3 and 32 vanish; rank and kernel must not stumble over them.
    let base = draw::<Nim64>(50, 50, 9);
    let matrix =
        Matrix::from_fn(
            50,
            50,
            |i, j| {
                if [0, 3, 32].contains(&j) { Nim64::ZERO } else { base.row(i)[j] }
            },
        );
    assert_eq!(matrix.rank(), 47);
    let kernel = matrix.kernel();
    for (solution, column) in kernel.iter().zip([0, 3, 32]) {
        assert_eq!(solution[column], Nim64::ONE);
        assert_eq!(solution.iter().filter(|x| !x.is_zero()).count(), 1);
    }
}

#[test]
fn published_determinants() {
    // Determinants of 16- and 32-bit nimbers, each computed by two programs of different method.
    let matrix: Matrix<Nim16> = "54423,64008,25166,6744;49059,57579,6087,45888;\
                                 2545,5527,10422,37433;30033,11174,35986,58252"
        .parse()
        .expect("a matrix");
    assert_eq!(det(&matrix), Nim16::new(938));
    let matrix: Matrix<Nim32> = "2731195765,3426382257,1561189250;2924681146,1337618415,572421276;\
                                 211397327,2206211678,2131996446"
        .parse()
        .expect("a matrix");
    assert_eq!(det(&matrix), Nim32::ZERO);
    let small = |text: &str| det(&text.parse::<Matrix<Nim8>>().expect("a matrix"));
    assert_eq!(small("10 9;9 6"), Nim8::new(0));
    assert_eq!(small("169 158;23 228"), Nim8::new(88));
    assert_eq!(small("0 1 0;0 1 2;1 2 3"), Nim8::new(2));
}

#[test]
fn published_determinants_of_order_30() {
    for (seed, expected) in [(6u64, 7053856905145426476), (9, 681721228712141313)] {
        let mut state = seed;
        let mut next = |modulus: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % modulus
        };
        let matrix = Matrix::from_fn(30, 30, |_, _| {
            Nim64::new((next(1 << 31) << 33) + (next(1 << 31) << 2) + next(4))
        });
        assert_eq!(det(&matrix), Nim64::new(expected));
    }
}

#[test]
fn published_rank() {
    let matrix: Matrix<Nim64> = "15035185445718164261,4038672789920481875,13845322199216095883,15756174035907360547,\
         1122176125291420114,5636250243400672025;10803745948780691579,2851321222202358512,16791002339968275747,\
         342882005891405448,9701937530503478588,10393723129238091155;17332669803805805026,10826726651227674767,\
         1081522412765121807,2331906255289583961,2402430554290450704,11028235143996776366;2535668613095421940,\
         4524082636985330754,7201040571086093676,12952155754262824062,15263872946172802047,13659035953009155138"
        .parse()
        .expect("a matrix");
    assert_eq!(matrix.rank(), 2);
}

/// det(x·1 ⊕ A) at one point, by elimination.
fn characteristic_value<N: Nimber>(matrix: &Matrix<N>, x: N) -> N {
    det(&Matrix::from_fn(matrix.rows(), matrix.rows(), |i, j| {
        matrix.row(i)[j] + if i == j { x } else { N::ZERO }
    }))
}

#[test]
fn characteristic_polynomials_take_the_values_of_the_determinant() {
    for (order, rank) in [(0, 0), (1, 1), (2, 2), (5, 5), (12, 12), (12, 4), (20, 9)] {
        let matrix = draw_rank::<Nim16>(order, rank, 5);
        let polynomial = matrix.characteristic_polynomial().expect("square");
        assert_eq!(polynomial.degree(), Some(order));
        assert_eq!(polynomial.leading(), Some(Nim16::ONE));
        for x in 0..=order as u16 {
            let x = Nim16::new(x);
            assert_eq!(polynomial.evaluate(x), characteristic_value(&matrix, x), "order {order}");
        }
    }
}

#[test]
fn a_matrix_is_a_root_of_its_characteristic_polynomial() {
    let matrix = draw::<Nim128>(9, 9, 77);
    let polynomial = matrix.characteristic_polynomial().expect("square");
    let mut value = Matrix::zero(9, 9);
    for &c in polynomial.coefficients().iter().rev() {
        let constant = Matrix::from_fn(9, 9, |i, j| if i == j { c } else { Nim128::ZERO });
        value = value.product(&matrix).and_then(|p| p.sum(&constant)).expect("they fit");
    }
    assert_eq!(value, Matrix::zero(9, 9));
    let trace = matrix.trace().expect("square");
    assert_eq!(polynomial.coefficient(8), trace);
}

#[test]
fn wrong_shapes_are_named() {
    assert_eq!(
        Matrix::from_rows(&[vec![Nim8::ONE; 2], vec![Nim8::ONE; 3]]),
        Err(AlgebraError::RaggedRows { row: 1, expected: 2, found: 3 })
    );
    let wide: Matrix<Nim8> = "1 2 3;4 5 6".parse().expect("a matrix");
    let not_square = AlgebraError::NotSquare { rows: 2, columns: 3 };
    assert_eq!(wide.determinant(), Err(not_square.clone()));
    assert_eq!(wide.inverse(), Err(not_square.clone()));
    assert_eq!(wide.characteristic_polynomial(), Err(not_square.clone()));
    assert_eq!(not_square.to_string(), "the matrix is 2×3, a square one is needed");
    assert!(matches!(
        wide.product(&wide),
        Err(AlgebraError::SizeMismatch { expected: 3, found: 2, .. })
    ));
    assert!(matches!(wide.solve(&[Nim8::ONE]), Err(AlgebraError::SizeMismatch { .. })));
    assert!(matches!("1 300".parse::<Matrix<Nim8>>(), Err(AlgebraError::Nimber(_))));
    assert!(matches!("1 x".parse::<Matrix<Nim8>>(), Err(AlgebraError::Nimber(_))));
    assert_eq!(
        "1 2;2 3;1 2".parse::<Matrix<Nim8>>().expect("3×2").solve(&[1, 0, 0].map(Nim8::new)),
        Err(AlgebraError::Inconsistent)
    );
}

#[test]
fn empty_matrices_have_their_conventional_answers() {
    let empty = Matrix::<Nim64>::zero(0, 0);
    assert_eq!(det(&empty), Nim64::ONE);
    assert_eq!(empty.inverse(), Ok(empty.clone()));
    assert_eq!(empty.characteristic_polynomial(), Ok(Polynomial::constant(Nim64::ONE)));
    assert_eq!(Matrix::<Nim64>::zero(3, 0).rank(), 0);
    assert_eq!(Matrix::<Nim64>::zero(0, 2).kernel().len(), 2);
    assert_eq!("".parse(), Ok(empty));
}

#[test]
fn a_check_that_says_no_stops_the_elimination() {
    let matrix = draw::<Nim64>(80, 80, 1);
    let mut calls = 0;
    let mut twice = || {
        calls += 1;
        calls < 3
    };
    assert_eq!(matrix.determinant_checked(&mut twice), Err(AlgebraError::Cancelled));
    assert_eq!(calls, 3);
}

proptest! {
    #[test]
    fn text_round_trips(rows in 1usize..5, columns in 1usize..5, seed: u128) {
        let matrix = draw::<Nim128>(rows, columns, seed);
        prop_assert_eq!(matrix.to_string().parse(), Ok(matrix));
    }

    #[test]
    fn solutions_solve(rows in 1usize..8, columns in 1usize..8, seed: u128) {
        let matrix = draw::<Nim8>(rows, columns, seed);
        let hidden = draw::<Nim8>(1, columns, seed ^ 1);
        let right = matrix.apply(hidden.row(0)).expect("it fits");
        let solutions = matrix.solve(&right).expect("there is one");
        prop_assert_eq!(matrix.apply(&solutions.particular).expect("it fits"), right);
        prop_assert_eq!(solutions.kernel.len(), columns - matrix.rank());
        prop_assert_eq!(solutions.kernel, matrix.kernel());
    }

    #[test]
    fn determinant_is_linear_in_a_row(order in 1usize..6, seed: u128, scale: u64) {
        let matrix = draw::<Nim64>(order, order, seed);
        let other = draw::<Nim64>(1, order, seed ^ 2);
        let with_row = |row: &[Nim64]| {
            Matrix::from_fn(order, order, |i, j| if i == 0 { row[j] } else { matrix.row(i)[j] })
        };
        let scale = Nim64::new(scale);
        let sum: Vec<_> =
            matrix.row(0).iter().zip(other.row(0)).map(|(&a, &b)| scale * a + b).collect();
        prop_assert_eq!(det(&with_row(&sum)), scale * det(&matrix) + det(&with_row(other.row(0))));
    }
}
