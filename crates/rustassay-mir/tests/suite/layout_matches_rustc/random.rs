//! Random types, as values of the model and as Rust text.

use rustassay_lang::Architecture;
use rustassay_mir::layout::{LayoutOptions, Layouts};
use rustassay_mir::model::*;
use rustassay_random::Random;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A type, and how to write it; a definition comes before it.
pub struct Defined {
    pub ty: Ty,
    pub text: String,
}

/// A type that others can be built of.
#[derive(Clone)]
struct Known {
    ty: Ty,
    text: String,
    /// Whether a packed type must not contain it (E0588).
    aligned: bool,
}

/// Makes types of ever more parts.
pub struct Generator {
    choices: Random,
    types: Types,
    layouts: Layouts,
    known: Vec<Known>,
    /// How many of the known types were there from the start.
    simple: usize,
    source: String,
    defined: Vec<Defined>,
}

impl Generator {
    pub fn new(seed: u64, architecture: &'static Architecture) -> Generator {
        let mut types = Types::on(architecture);
        let aligned_zst = types.array(Ty::U64, 0);
        let plain = |ty, text: &str| Known { ty, text: text.into(), aligned: false };
        let mut known = vec![
            plain(Ty::UNIT, "()"),
            plain(Ty::BOOL, "bool"),
            plain(Ty::CHAR, "char"),
            plain(Ty::NEVER, "!"),
            plain(Ty::NEVER, "!"),
            plain(aligned_zst, "[u64; 0]"),
        ];
        known.extend(IntTy::ALL.map(|int| plain(Ty::int(int), int.name())));
        known.extend(FloatTy::ALL.map(|float| plain(Ty::float(float), float.name())));
        Generator {
            choices: Random::new(seed),
            types,
            layouts: Layouts::new(LayoutOptions::default()),
            simple: known.len(),
            known,
            source: String::new(),
            defined: Vec::new(),
        }
    }

    /// Makes `count` types: the table, the crate that asks for their layouts, and the types in its order.
    pub fn run(mut self, count: usize) -> (Types, String, Vec<Defined>) {
        while self.defined.len() < count {
            let before = self.source.len();
            let new = match (self.defined.len(), self.below(10)) {
                (0, _) => self.discriminants_near_the_end(),
                (1, _) => self.niche_that_would_overlap_zero(),
                (2, _) => self.aligned_variant_that_cannot_exist(),
                (_, 0..=3) => self.enumeration(),
                (_, 4..=6) => self.structure(),
                (_, 7) => self.union(),
                _ => self.composed(),
            };
            let number = self.defined.len();
            writeln!(self.source, "#[rustc_layout(debug)] type T{number} = {};", new.text).expect("text");
            let text = self.source[before..].into();
            self.defined.push(Defined { ty: new.ty, text });
            let small =
                self.layouts.of(&self.types, new.ty).is_ok_and(|layout| layout.sized && layout.size < 512);
            if small {
                self.known.push(new);
            }
        }
        (self.types, self.source, self.defined)
    }

    /// Chance comes upon this and the next two too rarely.
    fn discriminants_near_the_end(&mut self) -> Known {
        let repr = Repr { int: Some(IntTy::U8), ..Repr::default() };
        let variants = (250..=254).map(|value| (Vec::new(), Some(value)));
        self.define(AdtKind::Enum, repr, variants.collect())
    }

    /// Three more values after 254 would reach 1: the niche grows downwards instead.
    fn niche_that_would_overlap_zero(&mut self) -> Known {
        let inner = vec![self.known[self.known.len() - 1].clone()];
        let variants = [inner, vec![], vec![], vec![]].map(|fields| (fields, None));
        self.define(AdtKind::Enum, Repr::default(), variants.into())
    }

    /// A variant without data that cannot exist, which makes the enum more aligned nevertheless.
    fn aligned_variant_that_cannot_exist(&mut self) -> Known {
        let named = |name: &str| self.known.iter().find(|known| known.text == name).cloned();
        let cannot_exist = [named("!"), named("[u64; 0]")].into_iter().flatten().collect();
        let variants = vec![(cannot_exist, None), (named("u8").into_iter().collect(), None)];
        self.define(AdtKind::Enum, Repr::default(), variants)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.choices.below(bound)
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// A type to build of; more often a simple one.
    fn known(&mut self) -> Known {
        let bound = if self.one_in(2) { self.simple } else { self.known.len() };
        let index = self.below(bound);
        self.known[index].clone()
    }

    fn fields(&mut self, most: usize, packed: bool) -> Vec<Known> {
        let count = self.below(most + 1);
        let mut fields: Vec<Known> = (0..count).map(|_| self.known()).collect();
        fields.retain(|field| !(packed && field.aligned));
        fields
    }

    fn composed(&mut self) -> Known {
        let inner = self.known();
        let Known { ty, ref text, aligned } = inner;
        let wide = self.one_in(3);
        let (pointee, pointee_text) = match wide {
            true if self.one_in(3) => (Ty::STR, "str".into()),
            true => (self.types.slice(ty), format!("[{text}]")),
            false => (ty, text.clone()),
        };
        let pointing = |ty, text| Known { ty, text, aligned: false };
        match self.below(9) {
            0 => pointing(self.types.reference(Mutability::Not, pointee), format!("&'static {pointee_text}")),
            1 => pointing(self.types.raw_ptr(Mutability::Mut, pointee), format!("*mut {pointee_text}")),
            2 => pointing(self.types.boxed(pointee), format!("Box<{pointee_text}>")),
            3 => {
                let ty = self.types.library(Library::NonNull, &[pointee]);
                pointing(ty, format!("core::ptr::NonNull<{pointee_text}>"))
            }
            4 => {
                let len = self.below(4) as u64;
                Known { ty: self.types.array(ty, len), text: format!("[{text}; {len}]"), aligned }
            }
            5 => {
                let sig = FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![ty], ret: Ty::UNIT };
                Known { ty: self.types.fn_ptr(sig), text: format!("fn({text})"), aligned: false }
            }
            6 => {
                let fields = self.fields(4, false);
                let tys: Vec<Ty> = fields.iter().map(|field| field.ty).collect();
                let texts: String = fields.iter().map(|field| format!("{}, ", field.text)).collect();
                let aligned = fields.iter().any(|field| field.aligned);
                Known { ty: self.types.tuple(&tys), text: format!("({texts})"), aligned }
            }
            _ => {
                let library = self.pick(&Library::ALL);
                let args: Vec<Known> =
                    [inner].into_iter().chain([self.known()]).take(library.arity()).collect();
                let tys: Vec<Ty> = args.iter().map(|arg| arg.ty).collect();
                let texts: Vec<&str> = args.iter().map(|arg| arg.text.as_str()).collect();
                let text = match library.arity() {
                    0 => library.path().into(),
                    _ => format!("{}<{}>", library.path(), texts.join(", ")),
                };
                let aligned = args.iter().any(|arg| arg.aligned);
                Known { ty: self.types.library(library, &tys), text, aligned }
            }
        }
    }

    fn structure(&mut self) -> Known {
        let mut repr = Repr { c: self.one_in(3), ..Repr::default() };
        match self.below(6) {
            0 => repr.pack = Some(self.pick(&[1, 2, 4, 8])),
            1 => repr.align = Some(self.pick(&[1, 2, 4, 8, 16, 32])),
            _ => {}
        }
        let mut fields = self.fields(6, repr.pack.is_some());
        if self.one_in(10) && repr.pack.is_none() {
            let element = self.known();
            let (ty, text) = (self.types.slice(element.ty), format!("[{}]", element.text));
            fields.push(Known { ty, text, aligned: element.aligned });
        } else if self.one_in(10) {
            repr = Repr { transparent: true, ..Repr::default() };
            fields.truncate(1);
        }
        self.define(AdtKind::Struct, repr, vec![(fields, None)])
    }

    fn union(&mut self) -> Known {
        let mut repr = Repr { c: self.one_in(2), ..Repr::default() };
        match self.below(5) {
            0 => repr.pack = Some(self.pick(&[1, 2, 4])),
            1 => repr.align = Some(self.pick(&[2, 16])),
            _ => {}
        }
        let mut fields = self.fields(4, repr.pack.is_some());
        fields.push(Known { ty: Ty::U8, text: "u8".into(), aligned: false });
        for field in &mut fields {
            field.ty = self.types.library(Library::ManuallyDrop, &[field.ty]);
            field.text = format!("core::mem::ManuallyDrop<{}>", field.text);
        }
        self.define(AdtKind::Union, repr, vec![(fields, None)])
    }

    fn enumeration(&mut self) -> Known {
        let count = self.below(7);
        let most_fields = self.pick(&[0, 1, 2, 4]);
        let mut repr = Repr::default();
        if count > 0 && self.one_in(3) {
            repr.c = self.one_in(2);
            repr.int = (!repr.c || self.one_in(2)).then(|| self.pick(&IntTy::ALL));
        }
        repr.align = self.one_in(10).then(|| self.pick(&[1, 2, 8, 16]));
        let explicit = count > 0 && (repr.int.is_some() || most_fields == 0) && self.one_in(2);
        let values = self.discriminants(count, repr);
        // Without data but in one variant, the enum fills that variant's niche.
        let only_with_data = self.one_in(3).then(|| self.below(count.max(1)));
        let mut variants = Vec::new();
        for (index, value) in values.into_iter().enumerate() {
            let most_fields = if only_with_data.is_none_or(|only| only == index) { most_fields } else { 0 };
            variants.push((self.fields(most_fields, false), explicit.then_some(value)));
        }
        self.define(AdtKind::Enum, repr, variants)
    }

    /// Distinct discriminants, some close to each other and some at the ends of the type.
    fn discriminants(&mut self, count: usize, repr: Repr) -> BTreeSet<u128> {
        // C enums whose discriminants do not fit a C integer are about to be refused.
        let range = if repr.c && repr.int.is_none() { IntTy::I32 } else { repr.int.unwrap_or(IntTy::Isize) };
        let [range, ty] = [range, repr.int.unwrap_or(IntTy::Isize)].map(|int| self.types.int(int));
        let mut values = BTreeSet::new();
        while values.len() < count {
            let base = match self.below(4) {
                0 => range.sign_extend(range.min_bits()),
                1 => range.sign_extend(range.max_bits()) - 8,
                2 => 1 << self.below(range.bits() as usize - 2),
                _ => 0,
            };
            let value = base + self.below(8) as i128;
            values.insert(ty.truncate(range.sign_extend(range.truncate(value as u128)) as u128));
        }
        values
    }

    fn define(&mut self, kind: AdtKind, repr: Repr, variants: Vec<(Vec<Known>, Option<u128>)>) -> Known {
        let name = format!("D{}", self.defined.len());
        let aligned =
            repr.align.is_some() || variants.iter().flat_map(|(fields, _)| fields).any(|field| field.aligned);
        let keyword = match kind {
            AdtKind::Struct => "struct",
            AdtKind::Enum => "enum",
            AdtKind::Union => "union",
        };
        let mut def = AdtDef {
            name: name.as_str().into(),
            kind,
            origin: AdtOrigin::Program,
            repr,
            derives: Vec::new(),
            variants: IdVec::new(),
            drop: None,
            is_pub: true,
        };
        let mut bodies = String::new();
        for (index, (fields, discriminant)) in variants.into_iter().enumerate() {
            let body: String = fields
                .iter()
                .enumerate()
                .map(|(index, field)| format!("f{index}: {}, ", field.text))
                .collect();
            let value = discriminant.map_or(String::new(), |bits| match def.discriminant_ty() {
                IntTy::U128 => format!(" = {bits}"),
                ty => format!(" = {}", self.types.int(ty).sign_extend(bits)),
            });
            match kind {
                AdtKind::Enum if fields.is_empty() => write!(bodies, "V{index}{value}, "),
                AdtKind::Enum => write!(bodies, "V{index} {{ {body}}}{value}, "),
                AdtKind::Struct | AdtKind::Union => write!(bodies, "{body}"),
            }
            .expect("text");
            def.variants.push(Variant {
                name: format!("V{index}").as_str().into(),
                ctor: Ctor::Named,
                fields: fields
                    .iter()
                    .enumerate()
                    .map(|(index, field)| Field {
                        name: format!("f{index}").as_str().into(),
                        ty: field.ty,
                        is_pub: false,
                    })
                    .collect(),
                discriminant,
            });
        }
        writeln!(self.source, "{} {keyword} {name} {{ {bodies}}}", attribute(repr)).expect("text");
        let adt = self.types.adts.push(def);
        Known { ty: self.types.adt(adt), text: name, aligned }
    }
}

fn attribute(repr: Repr) -> String {
    let parts = [
        repr.c.then(|| "C".into()),
        repr.transparent.then(|| "transparent".into()),
        repr.int.map(|int| int.name().into()),
        repr.pack.map(|pack| format!("packed({pack})")),
        repr.align.map(|align| format!("align({align})")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("#[repr({})]", parts.join(", ")) }
}
