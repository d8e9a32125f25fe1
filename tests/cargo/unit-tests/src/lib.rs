//! Every kind of unit test.

mod nested;

pub fn double(number: u8) -> u8 {
    number * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test with documentation.
    #[test]
    fn passes() {
        println!("not shown");
        assert_eq!(double(21), 42);
    }

    #[test]
    fn fails() {
        println!("shown");
        assert_eq!(double(1), 3, "one is not enough");
    }

    #[test]
    fn returns_ok() -> Result<(), String> {
        Ok(())
    }

    #[test]
    fn returns_an_error() -> Result<(), String> {
        Err("bad".to_owned())
    }

    #[test]
    #[should_panic]
    fn panics() {
        double(200);
    }

    #[test]
    #[should_panic(expected = "overflow")]
    fn panics_with_a_message() {
        double(200);
    }

    #[test]
    #[should_panic(expected = "underflow")]
    fn panics_with_another_message() {
        double(200);
    }

    #[should_panic]
    #[test]
    fn does_not_panic() {}

    #[test]
    #[ignore]
    fn is_ignored() {}

    #[ignore = "it takes a year"]
    #[test]
    fn is_ignored_for_a_reason() {}

    #[test]
    #[cfg_attr(test, ignore)]
    fn is_ignored_by_a_condition() {}

    #[test]
    fn has_undefined_behavior() {
        let bytes = [0u8; 4];
        let pointer = bytes.as_ptr();
        assert_eq!(unsafe { *pointer.add(4) }, 0);
    }

    #[test]
    fn does_what_nobody_supports() {
        extern "C" {
            fn unknown_to_everybody();
        }
        unsafe { unknown_to_everybody() };
    }

    #[test]
    fn returns_a_code() -> std::process::ExitCode {
        std::process::ExitCode::from(3)
    }

    #[test]
    fn r#match() {}

    #[test]
    #[should_panic(expected = "a text")]
    fn panics_without_a_message() {
        std::panic::panic_any(());
    }

    #[test]
    #[should_panic]
    #[ignore]
    fn is_ignored_and_panics() {
        panic!();
    }

    #[test]
    fn exits() {
        std::process::exit(7);
    }

    macro_rules! generated {
        ($name:ident, $message:literal) => {
            #[test]
            #[should_panic(expected = $message)]
            fn $name() {
                panic!("{}", $message);
            }
        };
    }

    generated!(by_a_macro, "from \"a\" macro");
}
