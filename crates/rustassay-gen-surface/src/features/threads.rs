//! Threads whose results do not depend on who is first: joined, scoped, over channels, with atomics and mutexes.

use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

/// The types of what several threads look at together.
const SUMMED: [Int; 4] = [Int::ALL[0], Int::ALL[1], Int::ALL[2], Int::ALL[3]];

/// What starting a thread costs.
const THREAD: u64 = 60_000;

impl Writer {
    /// Work for another thread: an expression that touches nothing that all threads see.
    pub fn isolated(&mut self, params: &[(Name, Ty)], ty: Ty, depth: usize) -> Expr {
        let name = self.frame().name;
        let mut frame = self.new_frame(name, ty, 2_000, 0);
        frame.is_isolated = true;
        frame.can_return = false;
        self.frames.push(frame);
        for &(name, ty) in params {
            self.declare(name, ty, false);
        }
        let value = self.expr(ty, false, depth);
        self.frames.pop();
        value
    }

    /// A type that can go to another thread.
    fn sendable(&mut self) -> Ty {
        for _ in 0..3 {
            let ty = self.any_type();
            let facts = self.types.facts(ty);
            if facts.is_send && !facts.is_noisy {
                return ty;
            }
        }
        self.scalar_type()
    }

    /// One of the ways to use threads.
    pub fn thread_statement(&mut self, out: &mut Vec<Stmt>) {
        if self.frame().is_isolated || self.frame().is_read_only || !self.afford(3 * THREAD) {
            return self.observation(out);
        }
        weighted!(
            self.random,
            (1, self.spawned(out)),
            (1, self.scoped(out)),
            (1, self.channel(out)),
            (1, self.atomics(out)),
            (1, self.mutex(out)),
        )
    }

    /// `thread::spawn(move || ..).join().unwrap()`.
    fn spawned(&mut self, out: &mut Vec<Stmt>) {
        let (given, ty) = (self.sendable(), self.sendable());
        let name = self.name("sent");
        let value = self.expr(given, true, 2);
        let body = self.isolated(&[(name, given)], ty, 3);
        let closure = Expr::Closure(Box::new(Closure {
            is_move: true,
            is_async: false,
            params: Vec::new(),
            ret: None,
            body,
        }));
        let handle = self.name("handle");
        out.push(let_pat(Pat::name(name), Some(self.syntax(given)), value));
        out.push(let_name(handle, call_path(&["std", "thread", "spawn"], vec![closure])));
        let joined = Expr::Name(handle).method("join", Vec::new()).method("unwrap", Vec::new());
        let annotation = self.maybe_annotation(ty);
        self.bind(out, ty, false, annotation, joined);
    }

    /// `thread::scope`, with threads that borrow.
    fn scoped(&mut self, out: &mut Vec<Stmt>) {
        let item = self.random.one(SUMMED);
        let of = self.types.int(item);
        let vec = self.ty(TyKind::Vec(of));
        let data = match self.find_place(vec, Purpose::Read) {
            Some(place) => place.expr,
            None => self.let_value(out, vec, false).into(),
        };
        let (s, a, b, x) = (self.name("s"), self.name("t"), self.name("t"), self.name("v"));
        let ty = self.scalar_type();
        let first = self.isolated(&[(x, of)], ty, 2);
        let second = self.isolated(&[(x, of)], ty, 2);
        let work = |body: Expr| {
            let each = data
                .clone()
                .method("iter", Vec::new())
                .method("map", vec![closure(vec![Pat::Ref(Mutability::Not, Box::new(Pat::name(x)))], body)]);
            closure(Vec::new(), each.method_of("collect", generic("Vec", vec![Type::Infer]), Vec::new()))
        };
        let spawn = |body: Expr| Expr::Name(s).method("spawn", vec![work(body)]);
        let join = |name: Name| Expr::Name(name).method("join", Vec::new()).method("unwrap", Vec::new());
        let stmts = vec![let_name(a, spawn(first)), let_name(b, spawn(second))];
        let tail = Expr::Tuple(vec![join(a), join(b)]);
        let scope = call_path(
            &["std", "thread", "scope"],
            vec![closure(vec![Pat::name(s)], block_expr(stmts, Some(tail)))],
        );
        let results = self.ty(TyKind::Vec(ty));
        let pair = self.ty(TyKind::Tuple(vec![results, results]));
        self.bind(out, pair, false, None, scope);
    }

    /// One thread sends, in its order, and the other receives.
    fn channel(&mut self, out: &mut Vec<Stmt>) {
        let ty = self.sendable();
        let (tx, rx, i, handle) = (self.name("tx"), self.name("rx"), self.name("i"), self.name("handle"));
        let u32 = self.types.int(Int::U32);
        let sent = self.isolated(&[(i, u32)], ty, 2);
        let pair = Pat::Tuple(vec![Pat::name(tx), Pat::name(rx)]);
        let channel = match self.chance(self.chances().unbounded_channels) {
            true => {
                call(path(&["std", "sync", "mpsc", "channel"]).of_types(vec![self.syntax(ty)]), Vec::new())
            }
            false => call(
                path(&["std", "sync", "mpsc", "sync_channel"]).of_types(vec![self.syntax(ty)]),
                vec![number(1)],
            ),
        };
        let count = self.random.within(&self.mixture.ranges.messages) as u128;
        let send = Expr::Name(tx).method("send", vec![sent]).method("unwrap", Vec::new()).stmt();
        let body = Expr::For(
            None,
            Box::new((Pat::name(i), range(number_of(0, "u32"), number(count)))),
            block(vec![send], None),
        );
        let closure = Expr::Closure(Box::new(Closure {
            is_move: true,
            is_async: false,
            params: Vec::new(),
            ret: None,
            body: block_expr(vec![body.stmt()], None),
        }));
        out.push(let_pat(pair, None, channel));
        out.push(let_name(handle, call_path(&["std", "thread", "spawn"], vec![closure])));
        let received = match self.coin() {
            true => Expr::Name(rx).method("iter", Vec::new()),
            false => Expr::Name(rx).method("into_iter", Vec::new()),
        };
        let vec = self.ty(TyKind::Vec(ty));
        let collected = received.method_of("collect", generic("Vec", vec![Type::Infer]), Vec::new());
        self.bind(out, vec, false, None, collected);
        out.push(Expr::Name(handle).method("join", Vec::new()).method("unwrap", Vec::new()).stmt());
    }

    /// Threads that add to one number: in whatever order, the sum is the same.
    fn atomics(&mut self, out: &mut Vec<Stmt>) {
        let name = self.name("COUNTER");
        let (word, int) =
            self.random.one([("AtomicU32", Int::U32), ("AtomicU64", Int::U64), ("AtomicUsize", Int::USIZE)]);
        let of = self.types.int(int);
        let atomic = path(&["std", "sync", "atomic", word]);
        let start = self.int_literal(int, true).0;
        let value = call(atomic.clone().then("new"), vec![start]);
        self.add_item(ItemKind::Static(Mutability::Not, name, atomic.into(), Some(value)));
        let ordering = |word: &'static str| Expr::Path(path(&["std", "sync", "atomic", "Ordering", word]));
        let how = self.random.one(["SeqCst", "Relaxed", "AcqRel"]);
        let (s, n) = (self.name("s"), self.name("n"));
        let amount = self.isolated(&[(n, of)], of, 2);
        let method = self.random.one(["fetch_add", "fetch_xor", "fetch_sub", "fetch_max", "fetch_and"]);
        let change = Expr::Name(name).method(method, vec![amount, ordering(how)]).stmt();
        let spawn = Closure {
            is_move: true,
            is_async: false,
            params: Vec::new(),
            ret: None,
            body: block_expr(vec![change], None),
        };
        let spawn = Expr::Name(s).method("spawn", vec![Expr::Closure(Box::new(spawn))]).stmt();
        let count = self.random.within(&self.mixture.ranges.atomic_threads) as u128;
        let head = range(number_of(0, int.name()), number(count));
        let body = Expr::For(None, Box::new((Pat::name(n), head)), block(vec![spawn], None)).stmt();
        let scope = call_path(
            &["std", "thread", "scope"],
            vec![closure(vec![Pat::name(s)], block_expr(vec![body], None))],
        );
        out.push(scope.stmt());
        let load = Expr::Name(name).method("load", vec![ordering("SeqCst")]);
        self.bind(out, of, false, None, load);
        // What all threads see must not be looked at by those that run meanwhile.
        self.frame_mut().has_effects = true;
    }

    /// A number behind a mutex, changed by threads in a way that does not depend on their order.
    fn mutex(&mut self, out: &mut Vec<Stmt>) {
        let int = self.some_int();
        let of = self.types.int(int);
        let (m, n, t, handles, copy) =
            (self.name("m"), self.name("n"), self.name("t"), self.name("handles"), self.name("copy"));
        let start = self.expr(of, false, 1);
        let lock_type = self.random.one(["Mutex", "RwLock"]);
        let lock = if lock_type == "Mutex" { "lock" } else { "write" };
        let made = call_path(&["std", "sync", lock_type, "new"], vec![start]);
        out.push(let_name(m, call_path(&["std", "sync", "Arc", "new"], vec![made])));
        let amount = self.isolated(&[(n, of)], of, 2);
        let guard = self.name("guard");
        let changed = Expr::Name(guard).deref().method("wrapping_add", vec![t.into()]);
        let work = vec![
            let_pat(Pat::name(t), Some(self.syntax(of)), amount),
            let_mut(guard, Expr::Name(copy).method(lock, Vec::new()).method("unwrap", Vec::new())),
            assign(Expr::Name(guard).deref(), changed).stmt(),
        ];
        let spawn = Closure {
            is_move: true,
            is_async: false,
            params: Vec::new(),
            ret: None,
            body: block_expr(work, None),
        };
        let spawn = call_path(&["std", "thread", "spawn"], vec![Expr::Closure(Box::new(spawn))]);
        let clone = call_path(&["std", "sync", "Arc", "clone"], vec![Expr::Name(m).borrow()]);
        let each = block_expr(vec![let_name(copy, clone)], Some(spawn));
        let count = self.random.within(&self.mixture.ranges.locking_threads) as i128;
        let head = range(self.literal(int, 0, false), self.literal(int, count, true));
        let all = head.method("map", vec![closure(vec![Pat::name(n)], each)]);
        out.push(let_name(handles, all.method_of("collect", generic("Vec", vec![Type::Infer]), Vec::new())));
        let h = self.name("h");
        let join = Expr::Name(h).method("join", Vec::new()).method("unwrap", Vec::new()).stmt();
        out.push(Expr::For(None, Box::new((Pat::name(h), handles.into())), block(vec![join], None)).stmt());
        let read = if lock_type == "Mutex" { "lock" } else { "read" };
        let value = Expr::Name(m).method(read, Vec::new()).method("unwrap", Vec::new()).deref();
        let v = self.name("v");
        let value = block_expr(vec![let_name(v, value)], Some(v.into()));
        self.bind(out, of, false, None, value);
    }
}
