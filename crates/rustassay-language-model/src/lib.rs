//! An optional language model: any endpoint that speaks OpenAI's chat completions, by its URL.
//!
//! Rustassay uses a model only if the user names an endpoint. A model's answer is text by an unknown party.
//! This crate bounds its size and time, takes the code out of it, and refuses code with words that no test
//! program needs ([`code::gate`]). The caller treats the rest as it treats any other input. [`Memory`] keeps
//! answers on disk by their questions. So a run can be repeated without the model, with the same results.
//!
//! ````
//! use rustassay_language_model::{Endpoint, LanguageModel, Memory};
//! use std::time::Duration;
//!
//! let folder = tempfile::tempdir()?;
//! let memory = Memory::new(folder.path());
//! memory.keep("small", "Write a function.", "Sure:\n```rust\nfn f() {}\n```")?;
//!
//! let endpoint = Endpoint {
//!     url: "http://localhost:8080/v1".to_owned(),
//!     model: "small".to_owned(),
//!     key: None,
//!     timeout: Duration::from_secs(60),
//! };
//! // The memory has the answer, so nobody asks the endpoint.
//! let model = LanguageModel { endpoint, memory: Some(memory) };
//! assert_eq!(model.code("Write a function.", 1_000)?, "fn f() {}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ````
//!
//! - [`Endpoint`]: asks a model.
//! - [`Memory`]: answers that a model gave before.
//! - [`code`]: the code in an answer.
//! - [`prompts`]: the questions, after Rust-twins (Yang, Gao, Liu, Li, Xue, ASE 2024), in our own words.

pub mod code;
mod endpoint;
mod memory;
pub mod prompts;

pub use endpoint::{Endpoint, KEY_VARIABLE, ModelError};
pub use memory::Memory;

/// A model whose answers are remembered.
#[derive(Clone, Debug)]
pub struct LanguageModel {
    /// Where it is asked.
    pub endpoint: Endpoint,
    /// What it has answered.
    pub memory: Option<Memory>,
}

impl LanguageModel {
    /// The answer to a question: the one that was given before, or a new one.
    pub fn answer(&self, question: &str) -> Result<String, ModelError> {
        let name = &self.endpoint.model;
        if let Some(known) = self.memory.as_ref().and_then(|memory| memory.recall(name, question)) {
            return Ok(known);
        }
        let answer = self.endpoint.ask(question)?;
        if let Some(memory) = &self.memory {
            memory.keep(name, question, &answer).map_err(ModelError::Memory)?;
        }
        Ok(answer)
    }

    /// The code in the answer to a question, if it passes the gate.
    pub fn code(&self, question: &str, largest: usize) -> Result<String, ModelError> {
        let answer = self.answer(question)?;
        let code = code::in_answer(&answer)
            .ok_or_else(|| ModelError::BadAnswer("there is no block of Rust code in it".to_owned()))?;
        code::gate(code, largest).map_err(ModelError::Refused)?;
        Ok(code.to_owned())
    }
}
