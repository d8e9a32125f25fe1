// What random types need of the library, for a target whose library is not at hand: put before them, and never compiled alone. The names and
// the attributes are the library's.
#![feature(no_core, lang_items, rustc_attrs, never_type, f16, f128, transparent_unions)]
#![no_core]
#![allow(warnings)]

#[lang = "pointee_sized"]
pub trait PointeeSized {}
#[lang = "meta_sized"]
pub trait MetaSized: PointeeSized {}
#[lang = "sized"]
pub trait Sized: MetaSized {}
#[lang = "copy"]
pub trait Copy {}
#[lang = "bikeshed_guaranteed_no_drop"]
pub trait NoDrop {}
#[lang = "neg"]
pub trait Neg { type Output; fn neg(self) -> Self::Output; }
macro_rules! signed {
    ($($int:ty)*) => {$(
        impl Copy for $int {}
        impl Neg for $int { type Output = $int; fn neg(self) -> $int { -self } }
    )*};
}
signed!(i8 i16 i32 i64 i128 isize);

pub enum Option<T> { None, Some(T) }
pub enum Result<T, E> { Ok(T), Err(E) }
pub struct Unique<T: ?Sized> { pointer: core::ptr::NonNull<T>, marker: core::marker::PhantomData<T> }
pub struct Global;
#[lang = "owned_box"]
pub struct Box<T: ?Sized, A = Global>(Unique<T>, A);

pub mod core {
    use super::*;
    pub mod cmp {
        #[repr(i8)]
        pub enum Ordering { Less = -1, Equal = 0, Greater = 1 }
    }
    pub mod mem {
        use super::super::*;
        #[lang = "manually_drop"]
        #[repr(transparent)]
        pub struct ManuallyDrop<T: ?Sized> { value: T }
        #[lang = "maybe_uninit"]
        #[repr(transparent)]
        pub union MaybeUninit<T> { uninit: (), value: ManuallyDrop<T> }
    }
    pub mod cell {
        use super::super::*;
        #[lang = "unsafe_cell"]
        #[repr(transparent)]
        pub struct UnsafeCell<T: ?Sized> { value: T }
        #[repr(transparent)]
        pub struct Cell<T: ?Sized> { value: UnsafeCell<T> }
    }
    pub mod ptr {
        use super::super::*;
        #[rustc_layout_scalar_valid_range_start(1)]
        pub struct NonNull<T: ?Sized> { pointer: *const T }
    }
    pub mod marker {
        use super::super::*;
        #[lang = "phantom_data"]
        pub struct PhantomData<T: ?Sized>;
    }
    pub mod num {
        use super::super::*;
        #[repr(transparent)]
        pub struct Wrapping<T>(T);
    }
}
