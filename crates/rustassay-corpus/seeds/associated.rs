// Associated types, constants and functions, supertraits, blanket implementations.

trait Container {
    type Item;
    const CAPACITY: usize;

    fn get(&self, at: usize) -> Option<&Self::Item>;
    fn first(&self) -> Option<&Self::Item> {
        self.get(0)
    }
}

trait Named {
    fn name() -> &'static str;
}

trait Described: Container + Named {
    fn describe(&self) -> String;
}

struct Row {
    cells: [u16; 4],
}

impl Container for Row {
    type Item = u16;
    const CAPACITY: usize = 4;

    fn get(&self, at: usize) -> Option<&u16> {
        self.cells.get(at)
    }
}

impl Named for Row {
    fn name() -> &'static str {
        "row"
    }
}

impl<C> Described for C
where
    C: Container + Named,
    C::Item: std::fmt::Debug,
{
    fn describe(&self) -> String {
        format!("{} of {}, first {:?}", C::name(), C::CAPACITY, self.first())
    }
}

fn last<C: Container>(container: &C) -> Option<&C::Item> {
    let mut at: usize = C::CAPACITY;
    while at > 0 {
        at -= 1;
        if let Some(item) = container.get(at) {
            return Some(item);
        }
    }
    None
}

fn main() {
    let row: Row = Row { cells: [9, 8, 7, 6] };
    let end: u16 = *last(&row).unwrap_or(&0);
    let text: String = row.describe();
    let capacity: usize = <Row as Container>::CAPACITY * 2;
    println!("{text} {end} {capacity}");
}
