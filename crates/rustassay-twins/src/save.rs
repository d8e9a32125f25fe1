//! Writes pairs to folders, each with the commands that expand it.

use crate::compile::{Call, Macros, function_name, user_crate};
use crate::plan::{File, Planned};
use crate::write::{ArgumentGuard, Matcher, by_example, macro_name, plain_crate, syn_crate};
use std::fs;
use std::path::Path;

/// Writes each pair to a folder of its own.
pub fn save(folder: &Path, files: &[File], planned: &[Planned], rustc: &Path) -> Result<(), String> {
    planned.iter().try_for_each(|planned| save_pair(folder, &files[planned.file], planned, rustc))
}

fn save_pair(folder: &Path, file: &File, planned: &Planned, rustc: &Path) -> Result<(), String> {
    let folder = folder.join(format!("pair-{:05}-{}", planned.number, planned.pair.kind.name()));
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
    };
    let name = macro_name(planned.number);
    let pair = &planned.pair;
    write("by_example.rs", &by_example(pair, &name, Matcher::Fragment))?;
    write("twin_macros.rs", &plain_crate([(name.clone(), pair, ArgumentGuard::Invisible)]))?;
    write("twin_macros_with_syn.rs", &syn_crate([(name.clone(), pair)]))?;
    let call = |(id, argument): (usize, &String)| Call {
        id,
        function: planned.function,
        text: pair.invocation(&name, &function_name(id), argument),
    };
    let calls: Vec<Call> = planned.inputs.iter().enumerate().map(call).collect();
    let user = |macros: &Macros| user_crate(&file.source, &file.parsed, &macros.header(), &calls).0;
    let examples = Macros { by_example: Some(String::new()), library: None };
    let library = Macros { by_example: None, library: Some(folder.clone()) };
    write("user_by_example.rs", &user(&examples))?;
    write("user_procedural.rs", &user(&library))?;
    let rustc = rustc.display();
    let flags = file.source.flags.iter().map(|flag| format!(" '{flag}'"));
    let edition = file.source.edition.clone() + &flags.collect::<String>();
    let commands = format!(
        "# {} of `{}` in {}\n\
         export RUSTC_BOOTSTRAP=1\n\
         '{rustc}' --edition {edition} --crate-type=proc-macro twin_macros.rs\n\
         '{rustc}' --edition {edition} --crate-type=lib --cap-lints=allow -Zunpretty=hir user_by_example.rs > by_example.hir\n\
         '{rustc}' --edition {edition} --crate-type=lib --cap-lints=allow -Zunpretty=hir -L . user_procedural.rs > procedural.hir\n\
         diff by_example.hir procedural.hir\n",
        pair.kind.name(),
        pair.function,
        // It may be called anything, and this is a script.
        file.source.name.replace('\n', " "),
    );
    write("commands.sh", &commands)
}
