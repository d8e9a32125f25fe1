//! The optional language model of `mutate` and `twins`.

use super::duration::parse_duration;
use rustassay_language_model::{Endpoint, KEY_VARIABLE, LanguageModel, Memory};
use std::path::PathBuf;
use std::time::Duration;

/// Where a language model is, if one is to be asked.
#[derive(clap::Args)]
pub struct ModelArgs {
    /// Ask a language model: the URL of an OpenAI-compatible endpoint, such as `http://localhost:8080/v1`. A key, if it wants one, is taken from the
    /// environment variable RUSTASSAY_MODEL_KEY
    #[arg(long, value_name = "URL", requires = "model")]
    model_url: Option<String>,

    /// The name of the model
    #[arg(long, value_name = "NAME", requires = "model_url")]
    model: Option<String>,

    /// The folder that keeps the model's answers, so that a question is asked once
    #[arg(long, value_name = "DIR", requires = "model_url", default_value = "rustassay-model")]
    model_cache: PathBuf,

    /// How long the model may take for an answer
    #[arg(long, value_name = "TIME", requires = "model_url", default_value = "2m", value_parser = parse_duration)]
    model_timeout: Duration,
}

impl ModelArgs {
    /// The model that the user names.
    pub fn model(&self) -> Option<LanguageModel> {
        let (url, model) = (self.model_url.clone()?, self.model.clone()?);
        let key = std::env::var(KEY_VARIABLE).ok().filter(|key| !key.is_empty());
        let endpoint = Endpoint { url, model, key, timeout: self.model_timeout };
        Some(LanguageModel { endpoint, memory: Some(Memory::new(&self.model_cache)) })
    }
}
