//! Files that people wrote: reading, printing and reading again gives an equal program.

use rustassay_lang::Release;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::read;
use rustassay_testing::suite;

#[test]
fn files_of_the_suites_round_trip_in_both_forms() {
    let paths: Vec<_> = ["check/pass", "run/pass", "run/ub"].into_iter().flat_map(suite).collect();
    assert!(paths.len() >= 100, "only {} files were found", paths.len());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let program = read(&text).unwrap_or_else(|_| panic!("{} can be read", path.display())).program;
        for form in [Form::People, Form::Fast] {
            let printed = print(&program, &PrintOptions { form, release: Release::REFERENCE })
                .unwrap_or_else(|error| panic!("{} can be printed: {error}", path.display()));
            let again = read(&printed).unwrap_or_else(|errors| {
                panic!("{}: {}", path.display(), errors[0].render("printed", &printed, false))
            });
            assert!(again.program == program, "{} became another program in {form:?}", path.display());
        }
    }
}
