fn main() {
    let text = "one two three two";
    println!("{:?} {:?} {:?}", text.find("two"), text.rfind("two"), text.find('x'));
    println!("{:?} {:?}", text.split_once(' '), text.split("two").collect::<Vec<_>>());
    println!("{} {} {}", text.starts_with("one"), text.contains("ee"), text.matches("o").count());
}
