//! Ordinary Rust on the abstract machine.
//!
//! A stock compiler compiles a program to metadata, which has its MIR; the machine runs that. So one compiler is always asked, but only
//! its front end: nothing is optimized, and no code is generated.

use rustassay_frontend::{Loaded, ProgramOptions};
use rustassay_machine::error::Stop;
use rustassay_machine::foreign::World;
use rustassay_machine::machine::Config;
use rustassay_metadata::{CrateFiles, Crates, MetadataError};
use rustassay_overlay::{
    CompileError, Metadata, Overlay, OverlayError, OverlayProgress, SourceFile, stock_metadata,
};
use rustassay_toolchain::{Channel, Toolchain};
use std::cmp::Reverse;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A compiler whose programs the machine can run.
#[derive(Clone, Debug)]
pub struct Interpreter {
    toolchain: Arc<Toolchain>,
    overlay: Overlay,
}

/// Why the machine cannot run a compiler's programs.
#[derive(Debug)]
pub enum InterpreterError {
    /// The compiler's metadata cannot be read.
    Metadata(MetadataError),
    /// There is no library with all bodies.
    Overlay(OverlayError),
}

impl fmt::Display for InterpreterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InterpreterError::Metadata(error) => error.fmt(f),
            InterpreterError::Overlay(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for InterpreterError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            InterpreterError::Metadata(error) => Some(error),
            InterpreterError::Overlay(error) => Some(error),
        }
    }
}

/// Which of these compilers programs are compiled with unless somebody says so: the newest stable one, or else the newest.
pub fn preferred(toolchains: &[Arc<Toolchain>]) -> Option<&Arc<Toolchain>> {
    toolchains.iter().min_by_key(|toolchain| {
        let version = &toolchain.version;
        (version.channel != Channel::Stable, Reverse(version.release))
    })
}

impl Interpreter {
    /// Readies a compiler: its library is compiled if that was not done before, and kept in `cache`.
    pub fn new(
        toolchain: Arc<Toolchain>,
        cache: Option<&Path>,
        progress: &mut dyn FnMut(OverlayProgress),
    ) -> Result<Interpreter, InterpreterError> {
        // Whether its files can be read is known at once; the library takes its time.
        let core = stock_metadata(&toolchain, "core").map_err(InterpreterError::Overlay)?;
        let files = CrateFiles { root: core, ..CrateFiles::default() };
        Crates::open(&files).map_err(InterpreterError::Metadata)?;
        let overlay = Overlay::of(&toolchain, cache, progress).map_err(InterpreterError::Overlay)?;
        Ok(Interpreter { toolchain, overlay })
    }

    /// The compiler.
    pub fn toolchain(&self) -> &Toolchain {
        &self.toolchain
    }

    /// Compiles a program. It finds the crates that it uses among `dependencies`: files, or folders with files.
    pub fn compile(
        &self,
        source: &SourceFile,
        dependencies: Vec<PathBuf>,
    ) -> Result<Interpretable, CompileError> {
        let metadata = source.compile(&self.toolchain)?;
        let files = self.overlay.crate_files(metadata.path(), dependencies);
        Ok(Interpretable { files, _metadata: Some(metadata) })
    }

    /// All crates of a program that was compiled before with all bodies.
    pub fn crate_files(&self, metadata: &Path, dependencies: Vec<PathBuf>) -> CrateFiles {
        self.overlay.crate_files(metadata, dependencies)
    }
}

/// An interpreter that is readied when somebody first asks for it: a campaign in which compilers agree does without.
#[derive(Debug)]
pub struct LazyInterpreter {
    toolchain: Arc<Toolchain>,
    cache: Option<PathBuf>,
    ready: OnceLock<Result<Interpreter, String>>,
}

impl LazyInterpreter {
    /// An interpreter of a compiler's programs. The library that it needs is kept in `cache`.
    pub fn new(toolchain: Arc<Toolchain>, cache: Option<PathBuf>) -> LazyInterpreter {
        LazyInterpreter { toolchain, cache, ready: OnceLock::new() }
    }

    /// The interpreter; or why there is none. Only the first call takes long.
    pub fn get(&self) -> Result<&Interpreter, String> {
        let make = || {
            Interpreter::new(self.toolchain.clone(), self.cache.as_deref(), &mut |_| {})
                .map_err(|error| error.to_string())
        };
        self.ready.get_or_init(make).as_ref().map_err(Clone::clone)
    }
}

impl From<Interpreter> for LazyInterpreter {
    fn from(interpreter: Interpreter) -> LazyInterpreter {
        let lazy = LazyInterpreter::new(interpreter.toolchain.clone(), None);
        LazyInterpreter { ready: OnceLock::from(Ok(interpreter)), ..lazy }
    }
}

/// A program that the machine can run.
#[derive(Debug)]
pub struct Interpretable {
    files: CrateFiles,
    /// Its file is there for as long as this is, if it was made for this.
    _metadata: Option<Metadata>,
}

impl Interpretable {
    /// A program that was compiled before, with all bodies.
    pub fn compiled(files: CrateFiles) -> Interpretable {
        Interpretable { files, _metadata: None }
    }

    /// Where its crates are.
    pub fn crate_files(&self) -> &CrateFiles {
        &self.files
    }

    /// Prepares a run of the program in a world.
    pub fn load(&self, config: Config, options: &ProgramOptions, world: World) -> Result<Loaded, Box<Stop>> {
        self.load_function(config, options, world, None)
    }

    /// The same, with a function of the program, named by its path, in place of `main`.
    pub fn load_function(
        &self,
        config: Config,
        options: &ProgramOptions,
        world: World,
        path: Option<&str>,
    ) -> Result<Loaded, Box<Stop>> {
        let crates =
            Crates::open(&self.files).map_err(|error| Box::new(Stop::Unsupported(error.to_string())))?;
        let mut loaded = Loaded::of_function(crates, config, options, path)?;
        loaded.machine.set_world(world);
        Ok(loaded)
    }
}
