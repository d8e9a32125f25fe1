//! Asks a model.

use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;
use ureq::Agent;

/// The environment variable with the key, for endpoints that want one.
pub const KEY_VARIABLE: &str = "RUSTASSAY_MODEL_KEY";

/// Where a model is asked, and how.
#[derive(Clone)]
pub struct Endpoint {
    /// The base of its URLs, such as `http://localhost:8080/v1`, or the whole URL of its chat completions.
    pub url: String,
    /// The name of the model.
    pub model: String,
    /// What says that we may ask.
    pub key: Option<String>,
    /// How long an answer may take.
    pub timeout: Duration,
}

impl fmt::Debug for Endpoint {
    /// The key is nobody's business.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key.as_ref().map(|_| "...");
        let mut shown = f.debug_struct("Endpoint");
        shown.field("url", &self.url).field("model", &self.model).field("key", &key);
        shown.field("timeout", &self.timeout).finish()
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelError {
    /// Nobody answers there: why.
    Unreachable(String),
    /// It takes too long.
    TooSlow(Duration),
    /// The endpoint says no: its status, and the beginning of what it says.
    Status(u16, String),
    /// It is not what was asked for: what is wrong with it.
    BadAnswer(String),
    /// The code has something that no test program needs: what.
    Refused(String),
    /// The answer cannot be kept: why.
    Memory(String),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Unreachable(why) => {
                write!(f, "the model cannot be reached: {why}; is `--model-url` right, and does it run?")
            }
            ModelError::TooSlow(time) => {
                write!(f, "the model has not answered within {} seconds", time.as_secs())
            }
            ModelError::Status(401 | 403, _) => {
                write!(
                    f,
                    "the model's endpoint wants a key: put it into the environment variable {KEY_VARIABLE}"
                )
            }
            ModelError::Status(code, said) => {
                write!(f, "the model's endpoint answers with status {code}: {said}")
            }
            ModelError::BadAnswer(why) => write!(f, "the model's answer is of no use: {why}"),
            ModelError::Refused(why) => write!(f, "the model's code is refused: {why}"),
            ModelError::Memory(why) => write!(f, "the model's answer cannot be kept: {why}"),
        }
    }
}

impl std::error::Error for ModelError {}

impl ModelError {
    /// Whether another question may fare better: the endpoint is there and answers.
    pub fn is_of_the_answer(&self) -> bool {
        matches!(self, ModelError::BadAnswer(_) | ModelError::Refused(_))
    }
}

/// Longer answers are cut off by the endpoint, and longer bodies by us.
const MOST_TOKENS: u64 = 4096;
const LARGEST: u64 = 1 << 20;

/// As much of an error's text is shown.
const SHOWN: usize = 200;

impl Endpoint {
    /// The model's answer to a question.
    pub fn ask(&self, question: &str) -> Result<String, ModelError> {
        if !cfg!(feature = "tls") && self.url.starts_with("https:") {
            return Err(ModelError::Unreachable(
                "this build has no TLS for `https`; build it with `--features tls`, or name an `http` endpoint"
                    .to_owned(),
            ));
        }
        let config = Agent::config_builder()
            .timeout_global(Some(self.timeout))
            .http_status_as_error(false)
            // Whoever sends us elsewhere would get the key.
            .max_redirects(0)
            .build();
        // The temperature is the paper's.
        let body = json!({
            "model": self.model,
            "temperature": 0.5,
            "max_tokens": MOST_TOKENS,
            "messages": [{ "role": "user", "content": question }],
        });
        let mut request = Agent::new_with_config(config).post(self.completions());
        request = request.header("Content-Type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let mut response = request.send(body.to_string()).map_err(|error| self.failure(error))?;
        let text = response.body_mut().with_config().limit(LARGEST).read_to_string();
        let text = text.map_err(|error| self.failure(error))?;
        let status = response.status().as_u16();
        if status != 200 {
            return Err(ModelError::Status(status, text.chars().take(SHOWN).collect()));
        }
        let bad = |why: &str| ModelError::BadAnswer(why.to_owned());
        let answer: Value = serde_json::from_str(&text).map_err(|_| bad("it is not JSON"))?;
        let content = answer["choices"][0]["message"]["content"].as_str();
        content.map(str::to_owned).ok_or_else(|| bad("it has no `choices[0].message.content`"))
    }

    fn completions(&self) -> String {
        const PATH: &str = "/chat/completions";
        let base = self.url.trim_end_matches('/');
        if base.ends_with(PATH) { base.to_owned() } else { format!("{base}{PATH}") }
    }

    fn failure(&self, error: ureq::Error) -> ModelError {
        match error {
            ureq::Error::Timeout(_) => ModelError::TooSlow(self.timeout),
            ureq::Error::BodyExceedsLimit(_) => {
                ModelError::BadAnswer(format!("it is longer than {LARGEST} bytes"))
            }
            other => ModelError::Unreachable(other.to_string()),
        }
    }
}
