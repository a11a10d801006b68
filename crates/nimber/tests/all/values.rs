//! Single values computed by independent programs, and facts of the literature.

use farstar_nimber::{
    Nim16, Nim64, Nim128, NimBig, Nimber, ParseNimberError, Roots, quadratic_roots,
};

fn nim(text: &str) -> Nim128 {
    text.parse().expect("a 128-bit nimber")
}

#[test]
fn products_of_64_and_128_bits() {
    for (a, b, product) in [
        ("2147483648", "2147483648", "3729449897"),
        ("18446744073709551615", "18446744073709551615", "11290409524105353207"),
        ("59", "47", "96"),
        ("7805901375264068590", "5023078440828219273", "12327601044785073730"),
        ("9186695795467022412", "22", "13515343093626090082"),
        ("1899243787827241404", "14881652802375704081", "12997601008246579248"),
        ("880726893076754566", "8584804242682116548", "15386010895441618493"),
        (
            "175992657",
            "40147332289923310320112273332611826677",
            "189500686959776708696618170356252938523",
        ),
        (
            "75006060633399824910117187845227311886",
            "155367814",
            "265625452198364543641308022206504378971",
        ),
        ("6553405114521725687021012116600450514", "30", "92393795381250863674445235491932453865"),
    ] {
        let (a, b, product) = (nim(a), nim(b), nim(product));
        assert_eq!(a * b, product);
        if let (Ok(a), Ok(b)) = (Nim64::try_from(a), Nim64::try_from(b)) {
            assert_eq!(Nim128::from(a * b), product);
        }
        assert_eq!(NimBig::from(a) * NimBig::from(b), NimBig::from(product));
    }
}

#[test]
fn roots_inverses_and_powers() {
    assert_eq!(nim("8699227544193").sqrt(), nim("5572075518963"));
    assert_eq!(Nim16::new(65535).sqrt(), Nim16::new(47281));
    assert_eq!(
        nim("5744208975697469811569742077011").square(),
        nim("8453150726987816814102227485279")
    );
    for (x, inverse) in [
        ("9223372036854775808", "12513565293448600917"),
        ("14448121758471311479", "14496538856370670349"),
        ("61774160926", "3452712715572937981"),
    ] {
        assert_eq!(nim(x).inverse(), Some(nim(inverse)));
        assert_eq!(nim(inverse) / nim(inverse), Nim128::ONE);
    }
    assert_eq!(
        nim("19173659699712632590111711606712524")
            .pow(253_719_737_862_260_207_237_998_949_530_607_840_523),
        nim("76417747338182204744842424151836517006")
    );
    let a = Nim64::new(4_346_484_569_957_227_972);
    assert_eq!(a.half_solve(), Some(Nim64::new(9_072_596_725_935_583_440)));
    assert_eq!(
        Nim64::new(u64::MAX >> 1).half_solve(),
        Some(Nim64::new(14_982_702_095_038_959_170))
    );
    assert_eq!(Nim64::new(1 << 63).half_solve(), None);
}

#[test]
fn orders_and_logarithms() {
    for (x, order) in [
        (11_167_122_180_915_339_309, 6_148_914_691_236_517_205),
        (1998, 4369),
        (3743, 65535),
        (15_364_632_344_611_390_757, 1_085_102_592_571_150_095),
    ] {
        assert_eq!(Nim64::new(x).order(), Some(order));
    }
    for (base, x, log) in [
        (18, 111, 111),
        (258, 18338, 60928),
        ((1 << 32) + 6, 8_957_652_697_055_964_724, 9_636_719_270_470_540_384),
        ((1 << 32) + 6, 4_970_398_288_717_303_694, 4_345_583_414_534_272_765),
    ] {
        assert_eq!(Nim64::new(x).log(Nim64::new(base)), Some(log));
    }
}

#[test]
fn finite_nimbers_are_quadratically_closed_but_2_has_no_cube_root() {
    let two = Nim64::new(2);
    // 2 has order 3, so a cube root would have order 9; but 9 divides no 2^(2^k) − 1, a product of different Fermat
    // numbers of which only the first is divisible by 3.
    assert_eq!(two.order(), Some(3));
    assert!((0..=255).all(|x| Nim64::new(x).pow(3) != two));
    assert_eq!(quadratic_roots(Nim64::ONE, Nim64::ONE, Nim64::new(1 << 63)), Roots::None);
    let wide = quadratic_roots(Nim128::ONE, Nim128::ONE, Nim128::new(1 << 63));
    assert!(matches!(wide, Roots::Two(..)));
}

#[test]
fn text_outside_the_field_is_refused_with_a_reason() {
    assert_eq!("*300".parse(), Ok(Nim16::new(300)));
    assert_eq!(
        "65536".parse::<Nim16>(),
        Err(ParseNimberError::TooWide { text: "65536".to_owned(), bits: 16 })
    );
    let message = "six".parse::<Nim64>().expect_err("no digits").to_string();
    assert_eq!(message, "expected a decimal number such as 5 or *5, found \"six\"");
}

#[test]
fn powers_to_zero_and_of_zero() {
    assert_eq!(Nim64::ZERO.pow(0), Nim64::ONE);
    assert_eq!(Nim64::ZERO.pow(5), Nim64::ZERO);
    assert_eq!(Nim128::ZERO.pow_limbs(&[]), Nim128::ONE);
    assert_eq!(NimBig::default().pow(0), NimBig::from(1u64));
    assert_eq!(Nim64::ZERO.inverse(), None);
    assert_eq!(Nim64::ONE.checked_div(Nim64::ZERO), None);
}
