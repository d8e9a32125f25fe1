//! What programs call that is no MIR: the allocator, and what panics.

use crate::config::Mixture;
use crate::observe::function;
use rustassay_mir::model::*;

/// The functions that a program has for this, if it has a use for them.
#[derive(Clone, Debug, Default)]
pub struct Harness {
    /// `fn(size, align) -> *mut u8`
    pub alloc: Option<SurfaceFnId>,
    /// `fn(*mut u8, size, align)`
    pub dealloc: Option<SurfaceFnId>,
    /// `fn()`, which panics
    pub fail: Option<SurfaceFnId>,
    /// `fn(*mut u8, *mut u8)`: what is called with a panic that was caught
    pub caught: Option<FnId>,
    /// What begins threads and waits for them.
    pub threads: Option<ThreadFunctions>,
}

/// Functions for threads.
#[derive(Copy, Clone, Debug)]
pub struct ThreadFunctions {
    /// `fn(fn(*mut u8), *mut u8) -> usize`
    pub spawn: SurfaceFnId,
    /// `fn(usize)`
    pub join: SurfaceFnId,
    /// `fn()`
    pub yield_now: SurfaceFnId,
}

/// The function that begins threads.
pub const SPAWN: &str = "__rustassay_spawn";

/// What they do in a compiled program. The pointer goes to the thread as it is, with what it may be used for.
const SPAWN_TEXT: &str = "\
fn __rustassay_spawn(function: fn(*mut u8), data: *mut u8) -> usize {
    struct Data(*mut u8);
    unsafe impl Send for Data {}
    impl Data {
        fn pointer(&self) -> *mut u8 {
            self.0
        }
    }
    let data = Data(data);
    let thread = std::thread::spawn(move || function(data.pointer()));
    Box::into_raw(Box::new(thread)) as usize
}";
const JOIN_TEXT: &str = "\
fn __rustassay_join(thread: usize) {
    let thread = thread as *mut std::thread::JoinHandle<()>;
    unsafe { Box::from_raw(thread) }.join().unwrap();
}";
const YIELD_TEXT: &str = "\
fn __rustassay_yield() {
    std::thread::yield_now();
}";

impl Harness {
    /// Adds the functions to a program.
    pub fn new(program: &mut Program, mixture: &Mixture) -> Harness {
        let w = &mixture.weights;
        let mut harness = Harness::default();
        let bytes = program.types.raw_ptr(Mutability::Mut, Ty::U8);
        if w.heap + w.boxes > 0 {
            let alloc = "fn __rust_alloc(size: usize, align: usize) -> *mut u8 {\n    unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) }\n}";
            let dealloc = "fn __rust_dealloc(p: *mut u8, size: usize, align: usize) {\n    unsafe { std::alloc::dealloc(p, std::alloc::Layout::from_size_align_unchecked(size, align)) }\n}";
            harness.alloc = Some(surface(program, "__rust_alloc", alloc, &[Ty::USIZE, Ty::USIZE], bytes));
            let params = [bytes, Ty::USIZE, Ty::USIZE];
            harness.dealloc = Some(surface(program, "__rust_dealloc", dealloc, &params, Ty::UNIT));
        }
        if w.catches > 0 {
            let fail = "fn fail() {\n    panic!()\n}";
            harness.fail = Some(surface(program, "fail", fail, &[], Ty::UNIT));
            let mut body = Body::new(&[bytes, bytes], Ty::UNIT);
            body.blocks.push(Block::new(Terminator::Return));
            let caught = function("caught", &[bytes, bytes], Ty::UNIT, body);
            harness.caught = Some(program.add_fn(caught));
        }
        if mixture.sharing.is_some() {
            let sig = FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![bytes], ret: Ty::UNIT };
            let function = program.types.fn_ptr(sig);
            let spawn = surface(program, SPAWN, SPAWN_TEXT, &[function, bytes], Ty::USIZE);
            let join = surface(program, "__rustassay_join", JOIN_TEXT, &[Ty::USIZE], Ty::UNIT);
            let yield_now = surface(program, "__rustassay_yield", YIELD_TEXT, &[], Ty::UNIT);
            harness.threads = Some(ThreadFunctions { spawn, join, yield_now });
        }
        harness
    }
}

/// Adds a function in surface Rust.
pub fn surface(program: &mut Program, name: &str, text: &str, params: &[Ty], ret: Ty) -> SurfaceFnId {
    let item = program.add_surface(text);
    program.surface_fns.push(SurfaceFn {
        item,
        name: name.into(),
        params: params.iter().copied().map(Some).collect(),
        ret: Some(ret),
        generics: 0,
        abi: Abi::Rust,
        is_const: false,
        is_unsafe: false,
    })
}
