#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub const C0: u8 = 1;
pub const C1: u8 = C0;
pub const C2: u8 = C1;
pub const C3: u8 = C2;
pub const C4: u8 = C3;
pub const C5: u8 = C4;
pub const C6: u8 = C5;
pub const C7: u8 = C6;
pub const C8: u8 = C7;
pub const C9: u8 = C8;
pub const C10: u8 = C9;
pub const C11: u8 = C10;
pub const C12: u8 = C11;
pub const C13: u8 = C12;
pub const C14: u8 = C13;
pub const C15: u8 = C14;
pub const C16: u8 = C15;
pub const C17: u8 = C16;
pub const C18: u8 = C17;
pub const C19: u8 = C18;
pub const C20: u8 = C19;
pub const C21: u8 = C20;
pub const C22: u8 = C21;
pub const C23: u8 = C22;
pub const C24: u8 = C23;
pub const C25: u8 = C24;
pub const C26: u8 = C25;
pub const C27: u8 = C26;
pub const C28: u8 = C27;
pub const C29: u8 = C28;
pub const C30: u8 = C29;
pub const C31: u8 = C30;
pub const C32: u8 = C31;
pub const C33: u8 = C32;
pub const C34: u8 = C33;
pub const C35: u8 = C34;
pub const C36: u8 = C35;
pub const C37: u8 = C36;
pub const C38: u8 = C37;
pub const C39: u8 = C38;
pub const C40: u8 = C39;
pub const C41: u8 = C40;
pub const C42: u8 = C41;
pub const C43: u8 = C42;
pub const C44: u8 = C43;
pub const C45: u8 = C44;
pub const C46: u8 = C45;
pub const C47: u8 = C46;
pub const C48: u8 = C47;
pub const C49: u8 = C48;
pub const C50: u8 = C49;
pub const C51: u8 = C50;
pub const C52: u8 = C51;
pub const C53: u8 = C52;
pub const C54: u8 = C53;
pub const C55: u8 = C54;
pub const C56: u8 = C55;
pub const C57: u8 = C56;
pub const C58: u8 = C57;
pub const C59: u8 = C58;
pub const C60: u8 = C59;
pub const C61: u8 = C60;
pub const C62: u8 = C61;
pub const C63: u8 = C62;
pub const C64: u8 = C63;
pub const C65: u8 = C64;
pub const C66: u8 = C65;
pub const C67: u8 = C66;
pub const C68: u8 = C67;
pub const C69: u8 = C68;
pub const C70: u8 = C69;
pub const C71: u8 = C70;
pub const C72: u8 = C71;
pub const C73: u8 = C72;
pub const C74: u8 = C73;
pub const C75: u8 = C74;
pub const C76: u8 = C75;
pub const C77: u8 = C76;
pub const C78: u8 = C77;
pub const C79: u8 = C78;
pub const C80: u8 = C79;
pub const C81: u8 = C80;
pub const C82: u8 = C81;
pub const C83: u8 = C82;
pub const C84: u8 = C83;
pub const C85: u8 = C84;
pub const C86: u8 = C85;
pub const C87: u8 = C86;
pub const C88: u8 = C87;
pub const C89: u8 = C88;
pub const C90: u8 = C89;
pub const C91: u8 = C90;
pub const C92: u8 = C91;
pub const C93: u8 = C92;
pub const C94: u8 = C93;
pub const C95: u8 = C94;
pub const C96: u8 = C95;
pub const C97: u8 = C96;
pub const C98: u8 = C97;
pub const C99: u8 = C98;
pub const C100: u8 = C99;
pub const C101: u8 = C100;
pub const C102: u8 = C101;
pub const C103: u8 = C102;
pub const C104: u8 = C103;
pub const C105: u8 = C104;
pub const C106: u8 = C105;
pub const C107: u8 = C106;
pub const C108: u8 = C107;
pub const C109: u8 = C108;
pub const C110: u8 = C109;
pub const C111: u8 = C110;
pub const C112: u8 = C111;
pub const C113: u8 = C112;
pub const C114: u8 = C113;
pub const C115: u8 = C114;
pub const C116: u8 = C115;
pub const C117: u8 = C116;
pub const C118: u8 = C117;
pub const C119: u8 = C118;
pub const C120: u8 = C119;
pub const C121: u8 = C120;
pub const C122: u8 = C121;
pub const C123: u8 = C122;
pub const C124: u8 = C123;
pub const C125: u8 = C124;
pub const C126: u8 = C125;
pub const C127: u8 = C126;
pub const C128: u8 = C127;

#[custom_mir(dialect = "runtime", phase = "optimized")]
fn f() -> u8 {
    mir! {
        {
            RET = C128;
            Return()
        }
    }
}

fn main() {
    f();
}
