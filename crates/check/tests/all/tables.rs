//! Whole tables: those written here, and those beside the repository where there are any.

use farstar_check::{Event, Summary, check_table, checker, stems};
use farstar_value::Limits;

fn check(stem: &str, table: &str) -> (Summary, Vec<Event>) {
    let mut news = Vec::new();
    let checker = checker(stem).expect("the table is known");
    let summary = check_table(checker, table, &Limits::none, &mut |event| {
        if !matches!(event, Event::Progress { .. }) {
            news.push(event);
        }
    });
    (summary, news)
}

#[test]
fn a_wrong_answer_fails_with_its_line() {
    let table = "# columns: a\tb\tsum\toutcome\n1\t2\t3\tN\n\n1\t2\t4\tN\n1\t2\t3\tP\n1\n";
    let (summary, news) = check("partizan_nim_sum", table);
    assert_eq!((summary.passed, summary.failed), (1, 3));
    let lines: Vec<_> = news
        .iter()
        .map(|event| match event {
            Event::Failed { line, message } => (*line, message.as_str()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        lines,
        [
            (4, "expected *4, got *3"),
            (5, "expected P, got N"),
            (6, "malformed row: 1 fields where 4 were expected"),
        ]
    );
}

#[test]
fn every_answer_column_is_looked_at() {
    for (stem, right, wrong) in [
        (
            "partizan_canonical",
            "{1|{0|-1}}\t{1||0|-1}\tL\tother",
            ["{1|0}\tL\tother", "{1||0|-1}\tR\tother", "{1||0|-1}\tL\tnum"].as_slice(),
        ),
        (
            "partizan_compare_add",
            "*2\t1/2\t<\t1/2*2\t*2",
            &[">\t1/2*2\t*2", "<\t1/2*3\t*2", "<\t1/2*2\t*3"],
        ),
        ("misere", "canonical\t{0,{0,{0,{0}}}}\t-\t2", &["3", "{0,1,{1}}"]),
        ("misere", "heap_outcome\t0.123\t3+6+9\tN", &["P"]),
        ("misere", "heap_canonical\t0.144\t7\t2", &["{2}"]),
        ("misere", "heap_genus\t0.77\t5\t4^146", &["4^046"]),
        ("misere", "genus\t{{2},0}\t-\t1^20", &["1^13"]),
        ("misere", "quotient\t0.123\t20\t20 5", &["20 6", "18 5"]),
        ("misere", "sum\t3\t3\t{2,3}", &["0"]),
        ("misere", "p_outcome\t{0|}\t{|0}\tN", &["P"]),
        ("misere", "p_compare_all\t{0|0}\t{{0|0}|{0|0}}\t||", &["="]),
        ("misere", "p_compare_dicot\t0\t{{0|0}|{0|0}}\t=", &["||"]),
        ("misere", "p_compare_deadending\t{0,{0|0}|{0|}}\t{0,{|0},{0|0}|{0|}}\t=", &["<"]),
        ("heap_games", "cram\t2x3\tempty board\tvalue=1\tbrute force", &["value=0\tbrute force"]),
        ("partizan_simplest", "-\t2;-3\t-4\t1", &["-5\t1", "-4\t0"]),
        ("surreal", "ord_pow\tw+1\t2\tw^2+w+1\town", &["w^2+w*2+1\town"]),
        ("surreal", "signs\tw^(1/2)\t-\t+^(w) -^(w^2)\town", &["+^(w) -^(w)\town"]),
        ("surreal", "simplest\t0\tw^(-1)\tw^(-1)*(1/2)\town", &["w^(-2)\town"]),
        ("surreal", "nim_inv\tw\t-\tw^2*3\town", &["w^2\town"]),
        (
            "partizan_translation",
            "{1|-1}\t-3/4\t{1/4|-7/4}\tN",
            &["{1/4|-3/4}\tN", "{1/4|-7/4}\tL"],
        ),
        (
            "partizan_numberish_options",
            "0:1;0:2;0:3;-1:0\t0:0;0:2;0:3\tOUT_mex\t{*,*2,*3|0}",
            &["OUT_hot\t{*,*2,*3|0}", "OUT_mex\t{*|0}"],
        ),
        (
            "partizan_surreal_arith",
            "-4\t1/8\t<\t-31/8\t-33/8\t-1/2",
            &[
                ">\t-31/8\t-33/8\t-1/2",
                "<\t-3\t-33/8\t-1/2",
                "<\t-31/8\t-4\t-1/2",
                "<\t-31/8\t-33/8\t1/2",
            ],
        ),
        (
            "partizan_surreal_tree",
            "-23/8\t6\t7\t---+--\t-3\t-11/4",
            &[
                "5\t7\t---+--\t-3\t-11/4",
                "6\t6\t---+--\t-3\t-11/4",
                "6\t7\t---+-+\t-3\t-11/4",
                "6\t7\t---+--\t-\t-11/4",
                "6\t7\t---+--\t-3\t-",
            ],
        ),
        ("partizan_a_nimber_ups", "0\t4\t2\tL", &["N"]),
        ("partizan_nim_mex", "0,1,3\t2", &["0"]),
        (
            "partizan_switch_sums",
            "2:-1;-1/4:-1;1/2:-1/2\t-1/2\tN\tLeft\tRight",
            &["L\tLeft\tRight", "N\tRight\tRight", "N\tLeft\tLeft"],
        ),
        (
            "partizan_domino_large",
            "W1 .99998 W1\t100000\tR\t-",
            &["99999\tR\t-", "100000\tN\t-", "100000\tR\t-*"],
        ),
        (
            "partizan_frog_counts",
            "3\t998244353\tLRL_R,L_RLR,L_LRR\t2\t0\t4\t2",
            &["3\t0\t4\t2", "2\t1\t4\t2", "2\t0\t5\t2", "2\t0\t4\t1"],
        ),
        ("partizan_rect_queries", "3:2:1:1,2:2:1:0\t1\t2\tR\tlose", &["N\tlose", "R\twin"]),
        ("partizan_takeaway_prefix", "1:5:1;11:1:5\tRN", &["RR", "R"]),
        (
            "partizan_large",
            "takeaway\t1\t2000\tn<=40,a<=6,b<=6\t56\t1916\t26\t2\t75403955",
            &["57\t1916\t26\t2\t75403955", "56\t1916\t26\t2\t75403956"],
        ),
        ("partizan_atomic_weight", "{^|v2*}\t-1/2\tN", &["0\tN", "-1/2\tR"]),
        ("partizan_atomic_sums", "{0|v*}\t^4\t4\tL\twin", &["3\tL\twin", "4\tN\twin", "4\tL\t-"]),
        ("impartial_mex", "7 3 3 7 0 4\t1\tbrute", &["2\tbrute"]),
        ("impartial_nim_product", "16\t18\t56\tbrute", &["57\tbrute"]),
        ("impartial_nim_pow", "222\t8\t136\tbrute", &["137\tbrute"]),
        ("impartial_nim_pow2_product", "2\t4\t64\tbrute", &["65\tbrute"]),
        ("impartial_nim_inverse", "4\t15\t7\tbrute", &["14\t7\tbrute", "15\t6\tbrute"]),
        (
            "impartial_nim_log16",
            "40163\t10587\t54372\tbrute",
            &["10588\t54372\tbrute", "10587\t54373\tbrute"],
        ),
        ("impartial_nim_dlog", "22\t243\t66\tbrute", &["67\tbrute"]),
        ("impartial_nim_determinant", "2\t169 158;23 228\t88\tbrute", &["89\tbrute"]),
        (
            "impartial_nimber_exp_soj1006",
            "4\t169 139 80 26\t169 109 5 67\t0 230 85 89\tbrute",
            &["168 109 5 67\t0 230 85 89\tbrute", "169 109 5 67\t0 230 85 88\tbrute"],
        ),
        ("impartial_nimber_set_exp", "1\t0 5\t1 5\tbrute", &["1 4\tbrute"]),
        ("nimbers", "mul\t13,11\t5", &["6"]),
        (
            "lenstra_alpha",
            "61\t60\t{3,5}\t0\tw^(w)+w\tthe literature\t",
            &[
                "30\t{3,5}\t0\tw^(w)+w\tthe literature\t",
                "{5}\t0\tw^(w)+w\tthe literature\t",
                "1\tw^(w)+w\tthe literature\t",
                "w^(w)+1\tthe literature\t",
            ],
        ),
    ] {
        let (summary, news) = check(stem, right);
        assert_eq!(summary, Summary { passed: 1, ..Summary::default() }, "{stem}: {news:?}");
        for answers in wrong {
            let questions = right.split('\t').count() - answers.split('\t').count();
            let row: Vec<_> = right.split('\t').take(questions).chain([*answers]).collect();
            let (summary, _) = check(stem, &row.join("\t"));
            assert_eq!(summary.failed, 1, "{stem}: {row:?}");
        }
    }
}

#[test]
fn expressions_are_compared_by_meaning() {
    let table = "id\tkind\tinput\texpected\tproperty\n\
        csg-1\texpr\t{3||2+*|1+*}.Incentives\t{{2*|1*||0}}\tIncentives\n\
        csg-2\texpr\t[^,v,{0|-2,{1|-5}}]\t[^,v,{0|{1|-5},-2}]\torder of options\n\
        csg-3\texpr\t(3).AtomicWeight\t!!That game is not atomic: 3\terror\n\
        csg-4\texpr\t(^).AtomicWeight\t!!no\twrong: it has one\n\
        csg-5\texpr\t(^).AtomicWeight\t2\twrong\n\
        csg-6\texpr\t1+\t2\ta syntax error\n\
        csg-7\texpr\t(0).Class\t⟪game.Zero⟫\tclass\n\
        csg-8\texpr\t1\t1\tone\n\
        csg-9\texpr\t{1|-1}\t'{Domineering.Position(\"..\")|-1}'\tnot read\n";
    let (summary, news) = check("cgsuite_values", table);
    assert_eq!((summary.passed, summary.failed, summary.skipped), (5, 3, 1), "{news:?}");
}

/// Every table beside the repository that has a checker: none of its rows may fail.
#[test]
fn the_tables_beside_the_repository() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/vectors");
    // The winners of a thousand sums take minutes in a build for tests; `cargo xtask tables` and `farstar check` are
    // for those.
    for stem in stems().into_iter().filter(|&stem| stem != "mcgs_cases") {
        for file in [format!("{folder}/{stem}.tsv"), format!("{folder}/more/{stem}.tsv")] {
            let Ok(table) = std::fs::read_to_string(&file) else { continue };
            let (summary, mut news) = check(stem, &table);
            news.retain(|event| matches!(event, Event::Failed { .. }));
            assert_eq!(summary.failed, 0, "{file}: {news:#?}");
            assert_ne!(summary.passed, 0, "{file}");
        }
    }
}
