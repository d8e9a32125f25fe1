//! rust-lang/rust#54663 (open): a borrow that is returned from one branch lasts in the other, too (problem case #3 of RFC 2094).
//!
//! 1.95: reject E0499
//! next-solver: reject E0499
//! polonius: accept
//! rules: a mutable reborrow through a method; a branch that returns it; another use of the same place in the other branch.

pub fn first_or_push(list: &mut Vec<u8>) -> &mut u8 {
    match list.first_mut() {
        Some(first) => first,
        None => {
            list.push(0);
            &mut list[0]
        }
    }
}
