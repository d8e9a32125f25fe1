//! Answers that were given before, a file each.

use rustassay_random::mix;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A folder of questions and answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    folder: PathBuf,
}

impl Memory {
    /// The memory in a folder, which is made when there is something to keep.
    pub fn new(folder: &Path) -> Memory {
        Memory { folder: folder.to_owned() }
    }

    /// What a model has answered to a question.
    pub fn recall(&self, model: &str, question: &str) -> Option<String> {
        let text = std::fs::read_to_string(self.file(model, question)).ok()?;
        let known: Value = serde_json::from_str(&text).ok()?;
        // Two questions may have one name.
        let is_it = known["model"] == model && known["question"] == question;
        known["answer"].as_str().filter(|_| is_it).map(str::to_owned)
    }

    /// Keeps an answer; or why that cannot be.
    pub fn keep(&self, model: &str, question: &str, answer: &str) -> Result<(), String> {
        let file = self.file(model, question);
        let text = json!({ "model": model, "question": question, "answer": answer }).to_string();
        // Whole or not at all: who reads it may be another process.
        let part = file.with_extension(format!("{}.part", std::process::id()));
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| std::fs::write(&part, text))
            .and_then(|()| std::fs::rename(&part, &file));
        written.map_err(|error| format!("cannot write `{}`: {error}", file.display()))
    }

    fn file(&self, model: &str, question: &str) -> PathBuf {
        let name = |start: u64| {
            let bytes = model.bytes().chain([0]).chain(question.bytes());
            bytes.fold(start, |state, byte| mix(state, u64::from(byte)))
        };
        self.folder.join(format!("{:016x}{:016x}.json", name(1), name(2)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_remembered_for_its_question_and_model_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = Memory::new(&folder.path().join("new"));
        assert_eq!(memory.recall("m", "why?"), None);
        memory.keep("m", "why?", "because").expect("it can be written");
        assert_eq!(memory.recall("m", "why?").as_deref(), Some("because"));
        assert_eq!(memory.recall("m", "how?"), None);
        assert_eq!(memory.recall("n", "why?"), None);
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let error = Memory::new(file.path()).keep("m", "q", "a").expect_err("a file is no folder");
        assert!(error.contains("cannot write"), "{error}");
    }
}
