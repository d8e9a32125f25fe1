// Clone on write, borrowed and owned forms, AsRef, Deref.

use std::borrow::Cow;
use std::ops::Deref;

fn cleaned(text: &str) -> Cow<'_, str> {
    if text.contains(' ') {
        Cow::Owned(text.replace(' ', "_"))
    } else {
        Cow::Borrowed(text)
    }
}

fn length<T: AsRef<str> + ?Sized>(text: &T) -> usize {
    text.as_ref().len()
}

struct Guarded {
    inner: String,
    reads: u32,
}

impl Deref for Guarded {
    type Target = str;

    fn deref(&self) -> &str {
        &self.inner
    }
}

fn vowels(text: &str) -> usize {
    let mut count: usize = 0;
    for character in text.chars() {
        if matches!(character, 'a' | 'e' | 'i' | 'o' | 'u') {
            count += 1;
        }
    }
    count
}

fn main() {
    let same: Cow<str> = cleaned("plain");
    let changed: Cow<str> = cleaned("with some blanks");
    let is_borrowed: bool = matches!(same, Cow::Borrowed(_));
    let sum: usize = length("abc") + length(&String::from("de")) + length(&changed);
    let mut guarded: Guarded = Guarded { inner: changed.into_owned(), reads: 0 };
    let count: usize = vowels(&guarded);
    guarded.reads += 1;
    let start: bool = guarded.starts_with("with");
    println!("{same} {is_borrowed} {sum} {count} {start} {}", guarded.reads);
}
