// Text that is made, cut into words, changed and put together again.
fn main() {
    let mut text = String::new();
    for number in 0..1_000 {
        text.push_str(&number.to_string());
        text.push(if number % 7 == 0 { '\n' } else { ' ' });
    }
    let mut longest = String::new();
    let mut letters = 0;
    for line in text.lines() {
        let words: Vec<String> = line.split(' ').rev().map(str::to_uppercase).collect();
        let joined = words.join("-");
        letters += joined.chars().filter(|letter| letter.is_ascii_digit()).count();
        if joined.len() > longest.len() {
            longest = joined;
        }
    }
    println!("{letters} {longest}");
}
