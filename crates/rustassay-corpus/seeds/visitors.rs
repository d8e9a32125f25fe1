// Double dispatch, generic visitors, trait objects behind references, recursion over trees.

trait Visitor<R> {
    fn number(&mut self, value: i32) -> R;
    fn sum(&mut self, left: R, right: R) -> R;
}

enum Tree {
    Leaf(i32),
    Branch(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn accept<R, V: Visitor<R>>(&self, visitor: &mut V) -> R {
        match self {
            Tree::Leaf(value) => visitor.number(*value),
            Tree::Branch(left, right) => {
                let left: R = left.accept(visitor);
                let right: R = right.accept(visitor);
                visitor.sum(left, right)
            }
        }
    }
}

struct Evaluate;

impl Visitor<i32> for Evaluate {
    fn number(&mut self, value: i32) -> i32 {
        value
    }

    fn sum(&mut self, left: i32, right: i32) -> i32 {
        left + right
    }
}

struct Print {
    nodes: usize,
}

impl Visitor<String> for Print {
    fn number(&mut self, value: i32) -> String {
        self.nodes += 1;
        value.to_string()
    }

    fn sum(&mut self, left: String, right: String) -> String {
        self.nodes += 1;
        format!("({left}+{right})")
    }
}

fn build(depth: u32, value: i32) -> Tree {
    if depth == 0 {
        return Tree::Leaf(value);
    }
    let left: Tree = build(depth - 1, value * 2);
    let right: Tree = build(depth - 1, value * 2 + 1);
    Tree::Branch(Box::new(left), Box::new(right))
}

fn main() {
    let tree: Tree = build(3, 1);
    let value: i32 = tree.accept(&mut Evaluate);
    let mut print: Print = Print { nodes: 0 };
    let text: String = tree.accept(&mut print);
    let nodes: usize = print.nodes;
    println!("{value} {text} {nodes}");
}
