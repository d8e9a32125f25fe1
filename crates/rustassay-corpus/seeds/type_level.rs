// Computing with types: numbers, lists, projections of projections, recursion through implementations.

use std::marker::PhantomData;

struct Zero;
struct Next<N>(PhantomData<N>);

trait Number {
    const VALUE: usize;
}

impl Number for Zero {
    const VALUE: usize = 0;
}

impl<N: Number> Number for Next<N> {
    const VALUE: usize = N::VALUE + 1;
}

trait Plus<M> {
    type Sum: Number;
}

impl<M: Number> Plus<M> for Zero {
    type Sum = M;
}

impl<M: Number, N: Plus<M>> Plus<M> for Next<N> {
    type Sum = Next<<N as Plus<M>>::Sum>;
}

struct Nil;
struct Cons<H, T>(H, T);

trait List {
    type Length: Number;
    type Reversed<Acc>
    where
        Self: Sized;
    fn total(&self) -> u64;
}

impl List for Nil {
    type Length = Zero;
    type Reversed<Acc> = Acc;
    fn total(&self) -> u64 {
        0
    }
}

impl<H: Into<u64> + Copy, T: List> List for Cons<H, T> {
    type Length = Next<T::Length>;
    type Reversed<Acc> = T::Reversed<Cons<H, Acc>>;
    fn total(&self) -> u64 {
        self.0.into() + self.1.total()
    }
}

type Two = Next<Next<Zero>>;
type Five = <Two as Plus<Next<Two>>>::Sum;
type Three = Cons<u8, Cons<u16, Cons<u32, Nil>>>;

fn same<L>(list: &L, other: &L::Reversed<Nil>) -> bool
where
    L: List,
    L::Reversed<Nil>: List<Length = L::Length>,
{
    list.total() == other.total() && <L::Length as Number>::VALUE > 0
}

fn main() {
    let list: Three = Cons(1, Cons(2, Cons(3, Nil)));
    let back: Cons<u32, Cons<u16, Cons<u8, Nil>>> = Cons(3, Cons(2, Cons(1, Nil)));
    let length: usize = <<Three as List>::Length as Number>::VALUE;
    println!("{} {length} {} {}", Five::VALUE, list.total(), same(&list, &back));
}
