//! An optional language model: any endpoint that speaks as OpenAI's chat completions do, given by its URL.
//!
//! Nothing here is used unless somebody names an endpoint. What a model answers is text by an unknown party: it is bounded in size and time, its code is
//! taken out and held against a list of what no test program needs ([`code::gate`]), and it is for whoever asked to treat it as any other
//! input. Answers are remembered on disk by their questions, so that a run can be repeated without the model, and gives the same.
//!
//! - [`Endpoint`]: asks a model.
//! - [`Memory`]: answers that were given before.
//! - [`code`]: the code in an answer.
//! - [`prompts`]: what is asked, after Rust-twins (Yang, Gao, Liu, Li, Xue, ASE 2024), in our own words.

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
