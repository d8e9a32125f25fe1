//! How the project is written: the width of Markdown, words that mislead, and common misspellings.

use rustassay_testing::repository;
use std::fs;
use std::path::{Path, PathBuf};

/// Prose in Markdown ends its lines here.
const WIDTH: usize = 100;

/// What not to write, and what to write instead. CONTRIBUTING.md has whole sentences.
const INSTEAD: &[(&str, &str)] = &[
    ("is told once", "duplicates share one finding"),
    ("did not come back", "not reproduced"),
    ("does not come to an end", "hangs"),
    ("did not come to an end", "hung"),
    ("stillborn", "does not compile"),
    ("what is there in every layout", "relies on an unspecified layout"),
    (" 1 findings", "count(n, \"finding\")"),
    (" 1 programs", "count(n, \"program\")"),
    ("a `i8`", "an `i8`"),
    ("a `i16`", "an `i16`"),
    ("a `i32`", "an `i32`"),
    ("a `i64`", "an `i64`"),
    ("a `i128`", "an `i128`"),
    ("a `isize`", "an `isize`"),
    ("an `u8`", "a `u8`"),
    ("an `usize`", "a `usize`"),
    (" the the ", "the"),
    (" is is ", "is"),
    (" a a ", "a"),
    (" of of ", "of"),
    (" to to ", "to"),
];

/// Misspellings that a spell checker for code knows, too: words that mean nothing else.
const MISSPELLED: &[&str] = &[
    "accomodate",
    "accross",
    "acheive",
    "adress",
    "agressive",
    "alignement",
    "allways",
    "alot",
    "apparant",
    "arbitary",
    "artefect",
    "asume",
    "auxilary",
    "avaiable",
    "availabe",
    "becuase",
    "begining",
    "beleive",
    "calender",
    "catagory",
    "charactor",
    "choosen",
    "comming",
    "commited",
    "compability",
    "compatiblity",
    "compleately",
    "concious",
    "consistant",
    "contruct",
    "corectly",
    "definately",
    "defualt",
    "dependancy",
    "dependant",
    "desciption",
    "determinisitc",
    "deterministicly",
    "developement",
    "diferent",
    "dissapear",
    "dosen't",
    "embarass",
    "enviroment",
    "equivalant",
    "excecute",
    "existance",
    "existant",
    "explicitely",
    "exsits",
    "familar",
    "finaly",
    "foward",
    "funtion",
    "garantee",
    "goverment",
    "gaurantee",
    "guarentee",
    "happend",
    "heirarchy",
    "immediatly",
    "implemention",
    "independant",
    "infered",
    "initalize",
    "intepreter",
    "interupt",
    "intial",
    "lenght",
    "libary",
    "mantain",
    "maintainance",
    "miliseconds",
    "neccessary",
    "necesary",
    "occassion",
    "occured",
    "occurence",
    "occuring",
    "ommit",
    "optimiziation",
    "orignal",
    "paramter",
    "parrallel",
    "peformance",
    "persistant",
    "posible",
    "precceding",
    "preceeding",
    "prefered",
    "privelege",
    "proccess",
    "programm",
    "pronounciation",
    "propogate",
    "psuedo",
    "publically",
    "recieve",
    "recomend",
    "recursivly",
    "redundent",
    "refered",
    "relevent",
    "repitition",
    "reproducable",
    "resouce",
    "responsability",
    "retreive",
    "returend",
    "seperate",
    "similiar",
    "sofware",
    "specifed",
    "statment",
    "succesful",
    "successfull",
    "sucess",
    "suport",
    "supress",
    "suprise",
    "teh",
    "threshhold",
    "transfered",
    "truely",
    "unecessary",
    "unneccesary",
    "untill",
    "useable",
    "usefull",
    "vaild",
    "varible",
    "wether",
    "wich",
    "withing",
    "writen",
    "writting",
];

/// Files with an ending in a folder and all below it, but for what others wrote.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(&repository().join(folder), ending, &mut files);
    assert!(!files.is_empty(), "`{folder}` has files");
    files
}

fn collect(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it is a folder of ours").flatten() {
        let path = entry.path();
        let is_file = entry.file_type().expect("it is there").is_file();
        if is_file && path.extension().is_some_and(|it| it == ending) && !path.ends_with("suite/prose.rs") {
            files.push(path);
        } else if !is_file && ![".git", "target"].iter().any(|name| path.ends_with(name)) {
            collect(&path, ending, files);
        }
    }
}

/// The Markdown that people read in the repository. Bug reports are not: a tracker breaks their lines.
fn pages() -> Vec<PathBuf> {
    let is_report = |path: &PathBuf| path.parent().is_some_and(|folder| folder.ends_with("tests/issues"));
    files(".", "md").into_iter().filter(|path| !is_report(path)).collect()
}

/// Our own Rust: not the programs of suites and the corpus, some of which are wrong on purpose.
fn sources() -> Vec<PathBuf> {
    let is_ours = |path: &PathBuf| !path.components().any(|part| part.as_os_str() == "seeds");
    ["src", "tests/suite", "crates", "benches"]
        .iter()
        .flat_map(|folder| files(folder, "rs"))
        .filter(is_ours)
        .collect()
}

/// Each line of files, with the file's name and the line's number for a message.
fn lines(files: Vec<PathBuf>) -> impl Iterator<Item = (String, String)> {
    files.into_iter().flat_map(|path| {
        let text = fs::read_to_string(&path).expect("our files are text");
        let name = path.strip_prefix(repository()).unwrap_or(&path).display().to_string();
        let lines: Vec<_> = text.lines().map(str::to_owned).collect();
        (1..).zip(lines).map(move |(number, line)| (format!("{name}:{number}"), line))
    })
}

#[test]
fn prose_in_markdown_has_at_most_100_columns() {
    let mut long = Vec::new();
    let mut is_code = false;
    for (place, line) in lines(pages()) {
        let is_fence = line.starts_with("```");
        is_code = if place.ends_with(":1") { is_fence } else { is_code ^ is_fence };
        let is_prose = !is_code && !line.starts_with("    ") && !line.trim_start().starts_with(['|', '<']);
        // What has no space to break at is a link.
        let can_break = line.trim_start_matches(['-', ' ']).contains(' ');
        if is_prose && can_break && line.chars().count() > WIDTH {
            long.push(place);
        }
    }
    assert!(long.is_empty(), "lines above {WIDTH} columns: {long:#?}");
}

#[test]
fn no_page_and_no_source_has_words_that_mislead() {
    let mut found = Vec::new();
    for (place, line) in lines([pages(), sources()].concat()) {
        // The page that says what not to write has it in the left column of a table.
        if place.starts_with("CONTRIBUTING.md:") && line.starts_with('|') {
            continue;
        }
        let line = line.to_lowercase();
        let hits = INSTEAD.iter().filter(|(words, _)| line.contains(words));
        found.extend(hits.map(|(words, better)| format!("{place}: `{}`; write: {better}", words.trim())));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn words_are_spelled_as_in_a_dictionary() {
    let mut found = Vec::new();
    for (place, line) in lines([pages(), sources()].concat()) {
        let line = line.to_lowercase();
        let words = line.split(|c: char| !c.is_alphabetic() && c != '\'');
        found.extend(words.filter(|word| MISSPELLED.contains(word)).map(|word| format!("{place}: `{word}`")));
    }
    assert!(found.is_empty(), "{found:#?}");
}
