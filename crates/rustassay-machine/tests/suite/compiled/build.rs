//! A terse builder of programs that custom MIR cannot say.

use rustassay_machine::error::{Step, Stop, Ub, unsupported};
use rustassay_machine::machine::{Config, Machine};
use rustassay_machine::supply::Supplier;
use rustassay_mir::model::*;
use std::rc::Rc;

/// A program in the making.
pub struct Build {
    pub program: Program,
    pub methods: Vec<((Ty, u32), FnId)>,
    exit: FnDefId,
}

/// Knows the methods that a test gave.
#[derive(Debug)]
struct Methods {
    methods: Vec<((Ty, u32), FnId)>,
}

impl Supplier for Methods {
    fn body(&self, _: &mut Machine, _: FnId) -> Step<()> {
        unsupported("a function without a body")
    }

    fn method(&self, _: &mut Machine, concrete: Ty, _: Ty, slot: u32) -> Step<FnId> {
        match self.methods.iter().find(|(key, _)| *key == (concrete, slot)) {
            Some((_, function)) => Ok(*function),
            None => unsupported("a method that the test has not"),
        }
    }

    fn caller_location(&self, _: &mut Machine, call: At) -> Step<ConstExpr> {
        let At::Statement(function, ..) = call else { return unsupported("a call from nowhere") };
        Ok(ConstExpr::Bits(u128::from(function.0), Ty::USIZE))
    }
}

/// A body in the making: statements go to the last block.
pub struct Code {
    body: Body,
}

impl Code {
    pub fn local(&mut self, ty: Ty) -> Local {
        self.body.local(ty)
    }

    fn block(&mut self) -> &mut Block {
        self.body.blocks.as_mut_vec().last_mut().expect("there is an entry block")
    }

    pub fn push(&mut self, statement: Statement) {
        self.block().statements.push(statement);
    }

    pub fn assign(&mut self, place: impl Into<Place>, rvalue: Rvalue) {
        self.push(Statement::Assign(place.into(), rvalue));
    }

    /// Ends the block, and goes on in the next.
    pub fn end(&mut self, terminator: impl FnOnce(BlockId) -> Terminator) {
        let next = self.body.blocks.next_id();
        self.block().terminator = terminator(next);
        self.body.blocks.push(Block::new(Terminator::Return));
    }

    pub fn call(&mut self, dest: impl Into<Place>, function: FnRef, args: Vec<Operand>) {
        let dest = dest.into();
        let func = Operand::Const(Const::Fn(Box::new(function)));
        let unwind = UnwindAction::Continue;
        self.end(|target| Terminator::Call(Box::new(Call { dest, func, args, target, unwind })));
    }

    pub fn drop(&mut self, place: impl Into<Place>) {
        let place = place.into();
        self.end(|target| Terminator::Drop { place, target, unwind: UnwindAction::Continue });
    }
}

/// `place` with these steps.
pub fn place(local: Local, steps: &[Elem]) -> Place {
    Place { local, projection: steps.iter().copied().collect() }
}

pub fn copy(place: impl Into<Place>) -> Operand {
    Operand::Copy(place.into())
}

pub fn moved(place: impl Into<Place>) -> Operand {
    Operand::Move(place.into())
}

pub fn int(value: i128) -> Operand {
    Operand::Const(Types::new().const_int(IntTy::I32, value))
}

pub fn size(value: i128) -> Operand {
    Operand::Const(Types::new().const_int(IntTy::Usize, value))
}

pub fn field(n: u32) -> Elem {
    Elem::Field(FieldId(n))
}

impl Build {
    pub fn new() -> Build {
        let mut program = Program::default();
        let sig = FnSig { abi: Abi::C, is_unsafe: true, params: vec![Ty::I32], ret: Ty::NEVER };
        let exit = FnDefId::Foreign(foreign(&mut program, "exit", sig));
        Build { program, methods: Vec::new(), exit }
    }

    /// A function that is defined elsewhere.
    pub fn foreign(&mut self, name: &str, params: &[Ty], ret: Ty) -> FnRef {
        let sig = FnSig { abi: Abi::Rust, is_unsafe: true, params: params.to_vec(), ret };
        FnRef::plain(FnDefId::Foreign(foreign(&mut self.program, name, sig)))
    }

    /// A function that returns after what `write` writes.
    pub fn function(&mut self, name: &str, params: &[Ty], ret: Ty, write: impl FnOnce(&mut Code)) -> FnId {
        let mut body = Body::new(params, ret);
        body.blocks.push(Block::new(Terminator::Return));
        let mut code = Code { body };
        write(&mut code);
        self.program.add_fn(Function {
            name: name.into(),
            sig: FnSig { abi: Abi::Rust, is_unsafe: false, params: params.to_vec(), ret },
            is_const: false,
            is_pub: false,
            inline: None,
            attrs: Vec::new(),
            phase: Phase::RuntimeOptimized,
            body: code.body,
        })
    }

    /// A struct of a compiled crate.
    pub fn structure(&mut self, name: &str, fields: &[Ty], instance: AdtInstance) -> Ty {
        let fields = fields.iter().enumerate();
        let fields = fields.map(|(n, &ty)| Field { name: n.to_string().into(), ty, is_pub: true });
        let variant =
            Variant { name: name.into(), ctor: Ctor::Tuple, fields: fields.collect(), discriminant: None };
        self.program.add_adt(AdtDef {
            name: name.into(),
            kind: AdtKind::Struct,
            origin: AdtOrigin::Instance(Box::new(instance)),
            repr: Repr::default(),
            derives: Vec::new(),
            variants: vec![variant].into(),
            drop: None,
            is_pub: true,
        })
    }

    pub fn set_drop(&mut self, ty: Ty, drop: FnId) {
        let TyKind::Adt(adt) = *self.program.types.kind(ty) else { panic!("only ADTs have destructors") };
        self.program.types.adts[adt].drop = Some(drop);
    }

    /// `dyn Name`, a trait of its own for each number.
    pub fn object(&mut self, name: &str, principal: u32) -> Ty {
        let def = DynDef { name: format!("dyn {name}").into(), principal: Some(principal), is_unpin: true };
        self.program.types.trait_object(def)
    }

    /// Runs `main`, which exits with what it leaves in the local that `write` gives.
    pub fn exit_code(self, write: impl FnOnce(&mut Code) -> Local) -> Step<i32> {
        self.exit_code_under(Config::default(), write)
    }

    pub fn exit_code_under(mut self, config: Config, write: impl FnOnce(&mut Code) -> Local) -> Step<i32> {
        let exit = FnRef::plain(self.exit);
        self.function("main", &[], Ty::UNIT, |code| {
            let result = write(code);
            let never = code.local(Ty::NEVER);
            code.call(never, exit, vec![copy(result)]);
        });
        let mut machine = Machine::new(self.program, config);
        machine.set_supplier(Rc::new(Methods { methods: self.methods }));
        match machine.run_main() {
            Err(stop) => match *stop {
                Stop::Exit(code) => Ok(code),
                other => Err(Box::new(other)),
            },
            Ok(ending) => panic!("the program exits, but {ending:?}"),
        }
    }

    /// What is wrong with `main`.
    pub fn ub(self, write: impl FnOnce(&mut Code) -> Local) -> Ub {
        match self.exit_code(write).map_err(|stop| *stop) {
            Err(Stop::Ub(ub)) => ub,
            other => panic!("expected Undefined Behavior, found {other:?}"),
        }
    }
}

fn foreign(program: &mut Program, name: &str, sig: FnSig) -> ForeignFnId {
    program.foreign_fns.push(ForeignFn {
        name: name.into(),
        kind: ForeignKind::Symbol,
        sig,
        is_variadic: false,
    })
}
