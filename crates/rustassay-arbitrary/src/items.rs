//! Items: functions as far as their signatures go, statics, named constants, surface Rust.

use crate::{Draft, PlannedFn, facts};
use rustassay_mir::model::*;

/// The phases of functions.
const PHASES: &[(usize, Phase)] = &[
    (14, Phase::RuntimeInitial),
    (2, Phase::RuntimePostCleanup),
    (2, Phase::RuntimeOptimized),
    (1, Phase::Built),
    (1, Phase::AnalysisInitial),
    (1, Phase::AnalysisPostCleanup),
];

/// A function of surface Rust.
struct Surface {
    text: &'static str,
    name: &'static str,
    /// `None` is any type that implements `Debug`.
    params: &'static [Option<Ty>],
    /// `None` is that type again.
    ret: Option<Ty>,
    /// How many type arguments a call spells out.
    generics: usize,
}

/// The functions of surface Rust that every program has.
const SURFACE: &[Surface] = &[
    Surface {
        text: "pub fn observe(value: impl core::fmt::Debug) {\n    core::hint::black_box(&value);\n}",
        name: "observe",
        params: &[None],
        ret: Some(Ty::UNIT),
        generics: 0,
    },
    Surface {
        text: "pub fn pass<T>(value: T) -> T {\n    core::hint::black_box(value)\n}",
        name: "pass",
        params: &[None],
        ret: None,
        generics: 1,
    },
    Surface {
        text: "pub fn mix(a: u32, b: u64) -> u64 {\n    b ^ a as u64\n}",
        name: "mix",
        params: &[Some(Ty::U32), Some(Ty::U64)],
        ret: Some(Ty::U64),
        generics: 0,
    },
];

/// Attributes of functions, beside `#[inline]`.
const ATTRIBUTES: &[&str] = &["cold", "must_use", "doc(hidden)", "allow(dead_code)"];

impl Draft {
    /// Adds what all programs share: features, and the functions of surface Rust.
    pub(crate) fn add_surface(&mut self) {
        self.program.attrs.push("feature(f16, f128, never_type, explicit_tail_calls, funnel_shifts)".into());
        // By default an error, when the intrinsic makes a mutable reference of a shared one.
        self.program.attrs.push("allow(mutable_transmutes)".into());
        for &Surface { text, name, params, ret, generics } in SURFACE {
            let item = self.program.add_surface(text);
            let function = SurfaceFn {
                item,
                name: name.into(),
                params: params.into(),
                ret,
                generics,
                abi: Abi::Rust,
                is_const: false,
                is_unsafe: false,
            };
            self.surface.push(self.program.surface_fns.push(function));
        }
    }

    /// Decides which functions there will be.
    pub(crate) fn plan_functions(&mut self) {
        for _ in 0..self.config.functions {
            let phase = self.rng.row(PHASES);
            let sig = match phase.is_runtime() {
                true => self.runtime_sig(),
                false => self.plain_sig(),
            };
            // Bodies of one signature can call each other in tail position and share pointers.
            let name = format!("fun{}", self.planned.len());
            // Borrow-checked bodies drop boxes, which constants cannot (E0493).
            let is_const = phase.is_runtime() && self.rng.chance(15);
            self.planned.push(PlannedFn { sig, phase, is_const, name });
        }
    }

    fn runtime_sig(&mut self) -> FnSig {
        let known: Vec<FnSig> = self.planned.iter().map(|function| function.sig.clone()).collect();
        let pointers = self.pool.iter().filter_map(|&ty| match self.program.types.kind(ty) {
            TyKind::FnPtr(sig) => Some((**sig).clone()),
            _ => None,
        });
        let pointers: Vec<FnSig> = pointers.collect();
        match self.rng.below(4) {
            0 if !known.is_empty() => self.rng.pick(&known).expect("there are some"),
            1 if !pointers.is_empty() => self.rng.pick(&pointers).expect("there are some"),
            2 => self.register_sig(),
            _ => self.sig(),
        }
    }

    /// A signature that tail calls can use.
    fn register_sig(&mut self) -> FnSig {
        let params = (0..self.rng.below(4)).map(|_| self.part_where(facts::is_register, Ty::I32)).collect();
        let ret = self.part_where(facts::is_register, Ty::UNIT);
        FnSig { abi: Abi::Rust, is_unsafe: false, params, ret }
    }

    /// A signature for bodies that are borrow checked: nothing in it has a lifetime.
    fn plain_sig(&mut self) -> FnSig {
        let mut params: Vec<Ty> = (0..self.rng.between(1, 3)).map(|_| Ty::int(self.int_ty())).collect();
        if self.rng.chance(40) {
            params.push(self.program.types.boxed(params[0]));
        }
        FnSig { abi: Abi::Rust, is_unsafe: false, ret: params[0], params }
    }

    /// Adds statics and named constants.
    pub(crate) fn add_globals(&mut self) {
        for _ in 0..self.config.globals {
            let is_mut = self.rng.chance(40);
            let ty = self.part();
            if (is_mut || facts::is_sync(&self.program.types, ty, 3))
                && let Some(init) = self.const_expr(ty, 0)
            {
                let name = format!("S{}", self.program.statics.len()).into();
                let is_pub = self.rng.chance(50);
                self.program.add_static(StaticDef { name, ty, is_mut, is_pub, init, align: None });
            }
            let ty = self.part();
            if let Some(value) = self.const_expr(ty, 0) {
                let name = format!("C{}", self.program.consts.len()).into();
                let is_pub = self.rng.chance(50);
                self.program.add_const(ConstDef { name, ty, is_pub, value });
            }
        }
    }

    /// Adds the planned functions, with bodies.
    pub(crate) fn add_functions(mut self) -> Draft {
        for planned in self.planned.clone() {
            let body;
            (self, body) = match planned.phase.is_runtime() {
                true => self.runtime_body(&planned),
                false => self.plain_body(&planned),
            };
            let inline = self.rng.row(&[
                (6, None),
                (1, Some(Inline::Hint)),
                (1, Some(Inline::Always)),
                (1, Some(Inline::Never)),
            ]);
            let attr = self.rng.pick(ATTRIBUTES).expect("there are attributes");
            let attrs = if self.rng.chance(15) { vec![attr.into()] } else { vec![] };
            self.program.add_fn(Function {
                name: planned.name.into(),
                sig: planned.sig,
                is_const: planned.is_const,
                is_pub: self.rng.chance(80),
                inline,
                attrs,
                phase: planned.phase,
                body,
            });
        }
        self
    }

    /// Mixes items of different kinds; those of one kind keep their order, which is that of their ids.
    pub(crate) fn shuffle_items(&mut self) {
        let is_surface = |item: &ItemId| matches!(item, ItemId::Surface(_));
        let (mut order, rest): (Vec<_>, Vec<_>) = self.program.order.iter().copied().partition(is_surface);
        let of_kind = |wanted: fn(&ItemId) -> bool| rest.iter().copied().filter(wanted).rev().collect();
        let mut kinds: [Vec<ItemId>; 4] = [
            of_kind(|item| matches!(item, ItemId::Adt(_))),
            of_kind(|item| matches!(item, ItemId::Static(_))),
            of_kind(|item| matches!(item, ItemId::Const(_))),
            of_kind(|item| matches!(item, ItemId::Fn(_))),
        ];
        while kinds.iter().any(|kind| !kind.is_empty()) {
            let kind = self.rng.below(kinds.len());
            order.extend(kinds[kind].pop());
        }
        self.program.order = order;
    }
}
