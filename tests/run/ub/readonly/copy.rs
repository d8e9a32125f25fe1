// A static that is not `mut` cannot be copied to.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static A: [u8; 2] = [1_u8, 2_u8];

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static [u8; 2];
        let p: *const [u8; 2];
        let q: *mut [u8; 2];
        let a: [u8; 2];
        let s: *const [u8; 2];
        let unit: ();
        {
            a = [0_u8; 2];
            s = &raw const a;
            r = Static(A);
            p = &raw const *r;
            q = CastPtrToPtr::<_, *mut [u8; 2]>(p);
            Call(unit = core::intrinsics::copy_nonoverlapping(s, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR which is read-only
        }
        bb1 = {
            Return()
        }
    }
}
