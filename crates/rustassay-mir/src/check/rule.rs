//! The rules, each with its name and where it comes from.

/// Declares [`Rule`]: a doc comment, the variant, its name, and why the rule is there if that needs saying.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident = $name:literal $(because $note:literal)?;)*) => {
        /// A rule of the checker. `validate.rs` is `rustc_mir_transform::validate`, which makes rustc crash; the custom-MIR
        /// parser is `rustc_mir_build::builder::custom`; codes such as E0308 are rustc's errors.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Rule {
            $($(#[$doc])* $rule,)*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &[Rule] = &[$(Rule::$rule),*];

            /// The rule's name, in kebab case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name,)*
                }
            }

            /// Why the rule is there, where the message does not say.
            pub const fn note(self) -> Option<&'static str> {
                match self {
                    $(Rule::$rule => rules!(@note $($note)?),)*
                }
            }
        }
    };
    (@note $note:literal) => { Some($note) };
    (@note) => { None };
}

rules! {
    // Ids and names.

    /// Every id refers to something that exists. Text cannot break this rule; programs made by hand can.
    DanglingId = "dangling-id";
    /// Every item is in the program's order exactly once, or it would not be printed.
    ItemOrder = "item-order";
    /// Names are identifiers and no keywords (rustc's parser), and shadow nothing that the text itself needs.
    BadName = "bad-name";
    /// Items of one namespace, fields, variants, locals and blocks have names of their own (E0428, E0124). rustc lets a
    /// local shadow another; the text would then say something else than the program.
    DuplicateName = "duplicate-name";
    /// A local cannot have the name of a static, constant, constructor (E0530, E0308) or function: the text would
    /// mean one of the two everywhere. Nor of a variant without fields of its own type (E0170).
    ShadowedItem = "shadowed-item";

    // Types and items.

    /// Unstable types and the intrinsics need crate features (E0658).
    MissingFeature = "missing-feature";
    /// Values, and what arrays, slices, tuples and most generic types are made of, have a size (E0277).
    Unsized = "unsized";
    /// A value is smaller than 2^61 bytes ("values of the type are too big for the target architecture"), and a constant array, which rustc computes byte
    /// by byte, is not larger than 2^24. The latter limit is ours.
    TooBig = "too-big";
    /// The type of a function item has no name, so only a plain local can have it, by inference from its first use (E0282).
    UnnameableType = "unnameable-type"
        because "the text gives such a local no type, and rustc infers it from the first use";
    /// A type contains itself only behind a pointer (E0072).
    RecursiveType = "recursive-type";
    /// The parts of an ADT fit its kind: one variant for structs and unions, no fields for unit variants, and so on.
    AdtShape = "adt-shape";
    /// `repr` attributes fit the ADT and each other (E0084, E0517, E0587, E0589, E0692, E0731).
    InvalidRepr = "invalid-repr";
    /// A packed type does not contain an `align` type (E0588).
    PackedContainsAlign = "packed-contains-align";
    /// A transparent type has at most one field that is not a zero-sized type of alignment 1 (E0690).
    TransparentFields = "transparent-fields";
    /// Discriminants are distinct, fit their type, and need a `repr` beside variants with fields (E0081, E0370, E0732).
    InvalidDiscriminant = "invalid-discriminant";
    /// Union fields need no drop: they are `Copy`, references, `ManuallyDrop`, or made of these (E0740).
    UnionField = "union-field";
    /// A derived trait's own requirements hold (E0204, E0277, E0119, E0507; unions derive `Clone` and `Copy` alone).
    InvalidDerive = "invalid-derive";
    /// `Drop::drop` calls a safe function that takes `&mut self` and gives `()` (E0308, E0133), and the type is not
    /// `Copy` (E0184).
    InvalidDrop = "invalid-drop";
    /// Outer attributes of functions are ones that rustc knows and takes there.
    UnknownAttribute = "unknown-attribute"
        because "an attribute that the checker does not know may be an error, or change what the function means";
    /// `#[track_caller]` is for functions of Rust's own convention (E0737). They have an argument that the text does not
    /// show and a tail call does not pass on (`rustc_mir_build::check_tail_calls` has this rule for `become`).
    TrackCaller = "track-caller";
    /// A function that is not in the runtime dialect has elided lifetimes, so a reference in its result needs exactly
    /// one in its parameters (E0106).
    MissingLifetime = "missing-lifetime";

    // Constants and statics.

    /// A static that is not `mut` is `Sync` (E0277).
    NotSync = "not-sync";
    /// A constant is in the range of its type.
    ConstantRange = "constant-range";
    /// A constant expression has the type that its context wants (E0308).
    ConstantType = "constant-type";
    /// `f as fn(..)`, `n as *const T` and `a as &[T]` convert what they can (E0605, E0606).
    ConstantCast = "constant-cast";
    /// A constant does not refer to itself (E0391).
    CyclicConstant = "cyclic-constant";
    /// Constants need each other at most 128 deep. The limit is ours: evaluators use their stack for each level.
    ConstantDepth = "constant-depth";
    /// A constant does not refer to a temporary with interior mutability (E0492).
    InteriorMutability = "interior-mutability";
    /// `&raw mut` needs a `static mut` (E0596).
    ImmutableStatic = "immutable-static";

    // Bodies as a whole.

    /// The body's first locals are what the signature says.
    SignatureLocals = "signature-locals";
    /// There is an entry block; it is no cleanup block and has no name, and nothing goes back to it (`check_edge` in
    /// `validate.rs`).
    EntryBlock = "entry-block";
    /// Normal edges stay among cleanup blocks or among the others, unwind edges lead into cleanup (`check_edge` in
    /// `validate.rs`).
    CleanupEdge = "cleanup-edge";
    /// `Return` is outside cleanup, `UnwindResume` and `UnwindTerminate` are inside (`visit_terminator` in
    /// `validate.rs`). rustc does not look for `TailCall` in cleanup, which would return from there.
    CleanupTerminator = "cleanup-terminator";
    /// In cleanup nothing may unwind further, and `ReasonInCleanup` is for cleanup alone (`check_unwind_edge` in
    /// `validate.rs`).
    UnwindAction = "unwind-action";
    /// The target has the calling convention (E0570).
    TargetAbi = "target-abi";
    /// A function whose convention forbids unwinding does not let a panic pass (`can_unwind` in `validate.rs`).
    CannotUnwind = "cannot-unwind";
    /// Cleanup blocks form a tree of funclets (`check_cleanup_control_flow` in `validate.rs`).
    CleanupFlow = "cleanup-flow"
        because "on some targets each of these groups becomes a function of its own, with one exit";
    /// In the last phase a call that may unwind into cleanup or abort returns to a block of its own
    /// (`is_critical_call_edge` in `validate.rs`).
    CriticalCallEdge = "critical-call-edge";
    /// The arms of a switch have distinct values (`visit_terminator` in `validate.rs`).
    DuplicateSwitchValue = "duplicate-switch-value";
    /// A switch is on an integer, `bool` or `char` (`validate.rs`).
    SwitchType = "switch-type";
    /// A switch's values are values of the operand's type (`validate.rs`).
    SwitchValue = "switch-value";
    /// The storage of the return place and the arguments is the caller's to manage. rustc does not check this.
    StorageOfSignature = "storage-of-signature"
        because "these live as long as the call; MIR that rustc builds never says otherwise";
    /// A `debug` line's place has no index step (`visit_var_debug_info` in `validate.rs`) and a size (E0277). Where
    /// bodies are borrow-checked, a local is one source variable at most (`rustc_borrowck::diagnostics`: "has many names").
    DebugPlace = "debug-place";
    /// Some constructs exist only in some phases (`validate.rs`, and borrow checking of the first two phases).
    WrongPhase = "wrong-phase";
    /// Some constructs are in the model for releases of rustc other than the reference release.
    OtherRelease = "other-release";
    /// Some constructs are in the model for the machine, which runs compiled crates as well. Text cannot break this rule.
    NotCustomMir = "not-custom-mir"
        because "custom MIR has no way to say this";

    // Places.

    /// From the phase `analysis, post-cleanup` on, a dereference comes first in a place (`visit_place` in `validate.rs`).
    DerefNotFirst = "deref-not-first"
        because "a place then reads memory at most once; rustc's `Derefer` pass has put each further pointer in a local";
    /// Boxes are not dereferenced in the runtime dialect (`visit_projection_elem` in `validate.rs`).
    BoxDeref = "box-deref"
        because "rustc's `ElaborateBoxDerefs` pass has replaced this by a dereference of the pointer inside";
    /// Only pointers, references and boxes are dereferenced (E0614).
    DerefNonPointer = "deref-non-pointer";
    /// A field step names a field that the type has (E0609, "Out of bounds field" in `validate.rs`).
    NoSuchField = "no-such-field";
    /// Fields of library types are mostly private (E0616, E0451).
    PrivateField = "private-field";
    /// Only arrays and slices are indexed (E0608, "cannot be indexed" in `validate.rs`).
    IndexNonArray = "index-non-array";
    /// An index is a local of type `usize` ("bad index" in `validate.rs`).
    IndexType = "index-type";
    /// `Variant` is for enums, names a variant that the enum has, and is followed by a field (`visit_place` in
    /// `validate.rs`).
    Downcast = "downcast";

    // Statements.

    /// The two sides of an assignment have the same type ("incompatible types" in `validate.rs`).
    AssignType = "assign-type"
        because "MIR has no coercions: the types must be the same";
    /// An operator takes these types (`visit_rvalue` in `validate.rs`, E0369, E0600).
    OperandType = "operand-type";
    /// A cast is between types that it can convert (`visit_rvalue` in `validate.rs`, E0605, E0606).
    InvalidCast = "invalid-cast";
    /// An aggregate gives every field once, in order, with its type (`visit_rvalue` in `validate.rs`, E0063).
    AggregateFields = "aggregate-fields";
    /// Before the runtime dialect only `Copy` types are copied (`visit_operand` in `validate.rs`).
    CopyOfNonCopy = "copy-of-non-copy";
    /// `[x; n]` needs a `Copy` value, a constant, or `n` of at most 1 (E0277).
    RepeatNotCopy = "repeat-not-copy";
    /// `Assume` takes a `bool` (`visit_statement` in `validate.rs`).
    AssumeType = "assume-type";
    /// `SetDiscriminant` takes an enum and one of its variants (`visit_statement` in `validate.rs`).
    SetDiscriminant = "set-discriminant";
    /// A reference to a field of a packed type is aligned (E0793). rustc checks this in the phase `built`.
    PackedReference = "packed-reference";

    // Calls.

    /// What is called is a function ("non-callable type" in `validate.rs`).
    NotCallable = "not-callable";
    /// A call has as many arguments as the function has parameters (E0061).
    ArgumentCount = "argument-count";
    /// An argument has the parameter's type (E0308).
    ArgumentType = "argument-type";
    /// The destination has the type of the result (E0308). Once borrow checking is past, a `!` may go to any zero-sized
    /// type, and that of an intrinsic to any type (`make_return_dest` in `rustc_codegen_ssa::mir::block`).
    DestinationType = "destination-type";
    /// Destinations and moved arguments are not in packed types ("packed place" in `validate.rs`).
    PackedCallPlace = "packed-call-place"
        because "the callee may get a pointer to the place, and would expect it to be aligned";
    /// Destinations and moved arguments of a call are different places (`rustc_mir_transform::lint`, with `-Zlint-mir`).
    CallOverlap = "call-overlap"
        because "the callee may get pointers to these places, and each is its own";
    /// Generic arguments fit what the function takes; intrinsics are checked when code is generated (E0511).
    GenericArgs = "generic-args";
    /// Atomic operations have the orderings that hardware and LLVM know.
    AtomicOrdering = "atomic-ordering";
    /// `read_via_copy` and `discriminant_value` take their pointer from a local (`rustc_mir_transform::lower_intrinsics`:
    /// "Only passing a local is supported").
    PointerInLocal = "pointer-in-local"
        because "rustc replaces the call by a place that begins with that local";
    /// A `const fn` calls `const` functions, drops nothing that needs it, and neither compares pointers, nor moves them by
    /// `Offset`, nor turns them into integers (E0015, E0493).
    ConstFn = "const-fn";
    /// A tail call has the caller's signature and arguments in registers where the convention is foreign, or LLVM rejects
    /// it (`musttail` in LLVM's language reference; `rustc_mir_build::check_tail_calls` has these rules for `become`).
    TailCall = "tail-call";

    // Borrow checking, which rustc does in the first two phases.

    /// A local is initialized where it is read (E0381).
    Uninitialized = "uninitialized";
    /// A local is not used after it was moved (E0382).
    Moved = "moved";
    /// Values are not moved out of pointers, indices or types that implement `Drop` (E0507, E0508, E0509).
    MoveOut = "move-out";
    /// Nothing is written or mutably borrowed through `&` or `*const` (E0594, E0596).
    SharedWrite = "shared-write";
    /// What is borrowed is left alone as long as the reference may be used (E0499, E0502, E0505, E0506, E0597, E0716).
    Borrowed = "borrowed"
        because "the checker's borrow rule is coarser than rustc's: it looks at whole locals";
}
