//! Profiles of programs: stacks of calls with how often each was seen, as text or as a flame graph.
//!
//! The text is the "folded" form that flame graph tools read: `main;f;g 12`. The picture is an SVG file of its own, in which a click
//! on a function shows just what it called.

use super::output::write_file;
use rustassay_machine::profile::StackSamples;
use rustassay_mir::model::FnId;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A look at the stack every so many steps. It is no round number, so that no loop of the program keeps in step with it.
pub const PERIOD: u64 = 997;

/// Reads the name of a file for a profile.
pub fn file(text: &str) -> Result<PathBuf, String> {
    match Path::new(text).extension() {
        Some(_) => Ok(PathBuf::from(text)),
        // Somebody means a profile of cargo.
        None => Err(
            "expected a file name such as `profile.svg`; `--cargo-profile` is for profiles of the manifest"
                .to_owned(),
        ),
    }
}

/// The height of a call, and the width of all, in pixels.
const HEIGHT: usize = 17;
const WIDTH: f64 = 1200.0;

/// Calls that are narrower than this cannot be seen.
const NARROWEST: f64 = 0.3;

/// Stacks, the outermost call first, and how often each was seen.
#[derive(Default)]
pub struct Stacks(BTreeMap<Vec<String>, u64>);

impl Stacks {
    /// The stacks that a machine saw.
    pub fn new(samples: &StackSamples, name: impl Fn(FnId) -> String) -> Stacks {
        let mut stacks = Stacks::default();
        for (stack, count) in samples {
            // In the text these separate calls and counts.
            let calls = stack.iter().map(|function| name(*function).replace(';', ",").replace('\n', " "));
            *stacks.0.entry(calls.collect()).or_default() += count;
        }
        stacks
    }

    /// Adds what such a text says. Lines that say something else are passed over.
    fn read(&mut self, text: &str) {
        for (stack, count) in text.lines().filter_map(|line| line.rsplit_once(' ')) {
            if let Ok(count) = count.parse::<u64>() {
                *self.0.entry(stack.split(';').map(str::to_owned).collect()).or_default() += count;
            }
        }
    }

    /// Writes a picture or a text, by the file's name.
    pub fn write(&self, file: &Path) -> Result<(), String> {
        let is_picture = file.extension().is_some_and(|extension| extension == "svg");
        let text = if is_picture { self.picture() } else { self.text() };
        write_file(file, text.as_bytes())
    }

    fn text(&self) -> String {
        self.0.iter().map(|(stack, count)| format!("{} {count}\n", stack.join(";"))).collect()
    }

    fn picture(&self) -> String {
        let stacks: Vec<(&[String], u64)> = self.0.iter().map(|(stack, count)| (&**stack, *count)).collect();
        let total: u64 = stacks.iter().map(|(_, count)| count).sum();
        let deepest = stacks.iter().map(|(stack, _)| stack.len()).max().unwrap_or(0);
        let height = (deepest + 4) * HEIGHT;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"monospace\" font-size=\"11\">\n\
             <style>{STYLE}</style>\n<text x=\"4\" y=\"14\">{total} samples, one every {PERIOD} steps; \
             a click on a function shows just what it called, and a click here everything</text>\n"
        );
        let mut picture = Picture { text: &mut text, total: total.max(1), bottom: height - HEIGHT };
        picture.calls(&stacks, 0, 0);
        let _ = write!(text, "<script><![CDATA[{SCRIPT}]]></script>\n</svg>\n");
        text
    }
}

const STYLE: &str =
    "svg{background:#fff}rect{stroke:#fff;stroke-width:.5}g:hover rect{stroke:#000}g{cursor:pointer}";

/// Makes a call as wide as the picture, with what it called, and hides what it did not.
const SCRIPT: &str = "
const all = [...document.querySelectorAll('g')].map(g => ({g, x: +g.dataset.x, w: +g.dataset.w, d: +g.dataset.d}));
const show = root => all.forEach(({g, x, w, d}) => {
  const scale = 1200 / root.w, left = Math.max(0, (x - root.x) * scale), width = Math.min(1200, w * scale);
  const inside = x < root.x + root.w - 1e-6 && x + w > root.x + 1e-6;
  g.style.display = inside ? '' : 'none';
  const [rect, text] = [g.querySelector('rect'), g.querySelector('text')];
  rect.setAttribute('x', left); rect.setAttribute('width', width); text.setAttribute('x', left + 3);
  const room = Math.floor((width - 6) / 6.7), name = g.dataset.n;
  text.textContent = room < 3 ? '' : name.length > room ? name.slice(0, room - 1) + '\\u2026' : name;
});
const everything = {x: 0, w: 1200, d: 0};
document.documentElement.addEventListener('click', event => {
  const g = event.target.closest('g');
  show(g ? all.find(it => it.g === g) : everything);
});
show(everything);
";

/// A picture that is being drawn.
struct Picture<'a> {
    text: &'a mut String,
    total: u64,
    bottom: usize,
}

impl Picture<'_> {
    /// Draws the calls at a depth of stacks that are alike up to there, the first after `before` samples.
    fn calls(&mut self, stacks: &[(&[String], u64)], depth: usize, before: u64) {
        let mut before = before;
        for group in stacks.chunk_by(|(a, _), (b, _)| a.get(depth) == b.get(depth)) {
            let count: u64 = group.iter().map(|(_, count)| count).sum();
            if let Some(name) = group[0].0.get(depth) {
                let width = count as f64 * WIDTH / self.total as f64;
                if width >= NARROWEST {
                    self.call(name, depth, before, count);
                    self.calls(group, depth + 1, before);
                }
            }
            before += count;
        }
    }

    fn call(&mut self, name: &str, depth: usize, before: u64, count: u64) {
        let scale = WIDTH / self.total as f64;
        let (x, width) = (before as f64 * scale, count as f64 * scale);
        let y = self.bottom.saturating_sub((depth + 1) * HEIGHT);
        let percent = count as f64 * 100.0 / self.total as f64;
        let name = escaped(name);
        // Warm colors that only depend on the name.
        let hue =
            name.bytes().fold(7u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte))) % 55;
        let _ = writeln!(
            self.text,
            "<g data-n=\"{name}\" data-x=\"{x:.3}\" data-w=\"{width:.3}\" data-d=\"{depth}\">\
             <title>{name}: {count} samples, {percent:.1}%</title>\
             <rect x=\"{x:.3}\" y=\"{y}\" width=\"{width:.3}\" height=\"{HEIGHT}\" fill=\"hsl({hue},80%,65%)\"/>\
             <text x=\"{:.3}\" y=\"{}\"></text></g>",
            x + 3.0,
            y + 12
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Writes one profile of all that are in a folder.
pub fn merge(folder: &Path, file: &Path) -> Result<(), String> {
    let mut stacks = Stacks::default();
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("cannot read `{}`: {error}", folder.display()))?;
    for entry in entries.flatten() {
        stacks.read(&std::fs::read_to_string(entry.path()).unwrap_or_default());
    }
    stacks.write(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stacks() -> Stacks {
        let mut stacks = Stacks::default();
        stacks.read("main;f 2\nmain;f;Vec<u8> 1\nmain;g 1\nno count\n");
        stacks
    }

    #[test]
    fn stacks_are_written_as_they_are_read_and_added_up() {
        let mut twice = stacks();
        twice.read(&stacks().text());
        assert_eq!(twice.text(), "main;f 4\nmain;f;Vec<u8> 2\nmain;g 2\n");
    }

    #[test]
    fn a_call_is_as_wide_as_its_share() {
        let picture = stacks().picture();
        for expected in [
            "data-n=\"main\" data-x=\"0.000\" data-w=\"1200.000\"",
            "data-n=\"f\" data-x=\"0.000\" data-w=\"900.000\"",
            "data-n=\"Vec&lt;u8&gt;\" data-x=\"600.000\" data-w=\"300.000\"",
            "data-n=\"g\" data-x=\"900.000\" data-w=\"300.000\"",
            "<title>g: 1 samples, 25.0%</title>",
        ] {
            assert!(picture.contains(expected), "{expected} is missing in\n{picture}");
        }
    }
}
