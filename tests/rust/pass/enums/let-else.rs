fn parse(text: &str) -> i32 {
    let Ok(number) = text.parse::<i32>() else {
        return -1;
    };
    number
}

fn main() {
    println!("{} {}", parse("12"), parse("twelve"));
}
