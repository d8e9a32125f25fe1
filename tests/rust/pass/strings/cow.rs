use std::borrow::Cow;

fn clean(text: &str) -> Cow<'_, str> {
    match text.contains(' ') {
        true => text.replace(' ', "_").into(),
        false => text.into(),
    }
}

fn main() {
    for text in ["a b", "ab"] {
        let cleaned = clean(text);
        println!("{cleaned} {}", matches!(cleaned, Cow::Owned(_)));
    }
}
