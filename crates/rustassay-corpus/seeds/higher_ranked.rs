// Functions and traits for all lifetimes: bounds, pointers, returned references, traits that are implemented for functions.

trait Pick<'a, T: ?Sized + 'a> {
    type Output: 'a;
    fn pick(&self, from: &'a T) -> Self::Output;
}

impl<'a, T: ?Sized + 'a, R: 'a, F: Fn(&'a T) -> R> Pick<'a, T> for F {
    type Output = R;
    fn pick(&self, from: &'a T) -> R {
        self(from)
    }
}

fn length_of<T: ?Sized, P>(picker: P, from: &T) -> usize
where
    P: for<'a> Pick<'a, T, Output = &'a str>,
{
    picker.pick(from).len()
}

fn apply<F>(f: F, words: &[String]) -> Vec<usize>
where
    F: for<'a, 'b> Fn(&'a str, &'b str) -> &'a str,
{
    words.iter().map(|word| f(word, "other").len()).collect()
}

fn first<'a>(text: &'a str, _: &str) -> &'a str {
    &text[..1]
}

fn keep<'a>(text: &'a String) -> &'a str {
    text
}

struct Machine<S> {
    state: S,
    step: for<'a> fn(&'a mut S) -> Option<&'a S>,
}

impl<S> Machine<S> {
    fn run(&mut self) -> u32 {
        let mut steps: u32 = 0;
        while (self.step)(&mut self.state).is_some() {
            steps += 1;
        }
        steps
    }
}

fn count_down(n: &mut u32) -> Option<&u32> {
    *n = n.checked_sub(1)?;
    Some(n)
}

fn with<R>(f: impl for<'a> FnOnce(&'a [u8]) -> R) -> R {
    let local: [u8; 3] = [1, 2, 3];
    f(&local)
}

fn main() {
    let words: Vec<String> = vec![String::from("abc"), String::from("de")];
    let long: usize = length_of(keep, &words[0]);
    let lengths: Vec<usize> = apply(first, &words);
    let whole: Vec<usize> = apply(|a, _| a, &words);
    let steps: u32 = Machine { state: 4, step: count_down }.run();
    let sum: u32 = with(|bytes| bytes.iter().map(|b| u32::from(*b)).sum());
    println!("{long} {lengths:?} {whole:?} {steps} {sum}");
}
