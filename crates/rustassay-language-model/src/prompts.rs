//! What a model is asked. The actions are those of Rust-twins (Table 1, and section 3.4 for macros), in our own words.

/// What a model is told to do to a program, by the name of the mutator that does the same without a model. To add one, add a row.
pub const ACTIONS: [(&str, &str); 18] = [
    (
        "lifetime",
        "Let one of the functions take and give references where it has values now. Name their lifetimes, and declare each name that you use.",
    ),
    (
        "outlive",
        "Let a function have references with at least two named lifetimes, and require that one of them outlives the other. If there are no lifetimes yet, introduce them.",
    ),
    (
        "ownership",
        "Make it harder to follow who owns the values of a function: move, borrow and give back values in more steps, and exchange the places of two statements.",
    ),
    (
        "unsafe",
        "Let a part of a function work on raw pointers in an unsafe block, where it has references now. It must stay free of undefined behavior.",
    ),
    ("replace-ap", "Write something else in place of a piece of code that does not shape the control flow."),
    (
        "use-var",
        "Choose a block and a place in it, and add a statement there with a new expression of the variables that are in scope.",
    ),
    ("intro-var", "Declare new variables at some places, each with an expression as its first value."),
    ("duplicate", "Repeat a statement in its block. It must not be a declaration."),
    ("expand", "Let a part of an expression become larger, with parts of other expressions of the program."),
    ("replace-by-constant", "Put a constant of the same type in place of an expression."),
    ("flip-bit", "Flip one bit of a constant."),
    ("replace-digit", "Change one decimal digit of a number, or its sign."),
    ("change-type", "Give an expression another type: wider, narrower, without a sign, or a float."),
    ("replace-unary-operator", "Write an assignment to the same variable in place of a unary operator."),
    ("flip-operator", "Put another operator in place of an arithmetic one."),
    (
        "inject-control-flow",
        "Leave a loop, go on with it or return from it in a certain iteration, which a counter of your own tells.",
    ),
    (
        "replace-function-body",
        "Give a function of the first program the body of a function of the second one that has as many parameters.",
    ),
    (
        "combine-function",
        "Join the body of a function of the first program with that of a function of the second one that has as many parameters: one after the other, or in turns.",
    ),
];

/// The actions that need a second program.
const OF_TWO: [&str; 2] = ["replace-function-body", "combine-function"];

/// Asks for a mutant. The number makes questions about one program different, and so their answers. `None` if there is no such action.
pub fn mutation(action: &str, program: &str, donor: &str, number: u64) -> Option<String> {
    let (_, what) = ACTIONS.iter().find(|(name, _)| *name == action)?;
    let mut question = format!(
        "Change a Rust program. {what} The result must be a whole program that compiles alone with the standard library, \
         and must not read or write files. This is attempt {number}: choose a place by that number.\n\
         Answer with one block of Rust code between ```rust and ``` and say nothing else.\n\nThe program:\n\
         ```rust\n{program}\n```\n"
    );
    if OF_TWO.contains(&action) {
        question.push_str(&format!("\nThe second program:\n```rust\n{donor}\n```\n"));
    }
    Some(question)
}

/// The name of the macros that a model writes.
pub const MACRO: &str = "twin_by_model";

/// Asks for a macro by example that gives a function.
pub fn macro_by_example(function: &str) -> String {
    format!(
        "Write a declarative Rust macro (macro_rules!) that expands to the function below. It is called {MACRO}, it is called like a function, and it has \
         exactly one rule with exactly one parameter, written as a fragment such as `$x:expr`, which stands for a part of the function. It uses no other \
         crate.\nAnswer with one block of Rust code between ```rust and ``` and say nothing else.\n\n```rust\n{function}\n```\n"
    )
}

/// Asks for a procedural macro that does what a macro by example does.
pub fn procedural_macro(by_example: &str) -> String {
    format!(
        "Write a function-like procedural macro (#[proc_macro]) that does exactly what the declarative macro below does, for every argument. It is called \
         {MACRO} too. Write the whole source of its crate; of other crates it may use proc_macro, syn and quote only.\n\
         Answer with one block of Rust code between ```rust and ``` and say nothing else.\n\n```rust\n{by_example}\n```\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_the_program_and_the_second_one_only_where_it_is_needed() {
        let one = mutation("flip-bit", "fn a() {}", "fn b() {}", 3).expect("it is an action");
        assert!(one.contains("fn a() {}") && !one.contains("fn b() {}") && one.contains("attempt 3"));
        let two = mutation("combine-function", "fn a() {}", "fn b() {}", 3).expect("it is an action");
        assert!(two.contains("fn a() {}") && two.contains("fn b() {}"));
        assert_eq!(mutation("nothing", "", "", 0), None);
    }
}
