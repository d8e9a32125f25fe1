// References that live for named times, in functions and in types.

struct Words<'text> {
    text: &'text str,
    at: usize,
}

impl<'text> Words<'text> {
    fn new(text: &'text str) -> Words<'text> {
        Words { text, at: 0 }
    }

    fn next_word(&mut self) -> Option<&'text str> {
        let rest: &'text str = &self.text[self.at..];
        let rest: &'text str = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let end: usize = rest.find(' ').unwrap_or(rest.len());
        self.at = self.text.len() - rest.len() + end;
        Some(&rest[..end])
    }
}

fn longer<'a>(left: &'a str, right: &'a str) -> &'a str {
    if left.len() < right.len() { right } else { left }
}

fn first_of<'a, 'b>(left: &'a str, right: &'b str, count: usize) -> &'a str {
    let shared: usize = left.len().min(right.len()).min(count);
    &left[..shared]
}

fn choose<'a, 'b: 'a>(left: &'a i32, right: &'b i32, which: bool) -> &'a i32 {
    if which { left } else { right }
}

fn main() {
    let text: String = String::from("one  three four");
    let mut words: Words = Words::new(&text);
    let mut longest: &str = "";
    let mut count: u32 = 0;
    while let Some(word) = words.next_word() {
        longest = longer(longest, word);
        count += 1;
    }
    let start: &str = first_of(longest, &text, 3);
    let number: i32 = 5;
    let chosen: i32 = *choose(&number, &7, count > 2);
    println!("{longest} {count} {start} {chosen}");
}
