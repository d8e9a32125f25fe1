//! Layouts as short texts that can be compared: ours, and those that `#[rustc_layout(debug)]` prints.

use rustassay_mir::layout::{Layout, Niche, Scalar, ScalarKind, Shape, TagEncoding};

/// A value as `{:#?}` prints it: `head`, and what is in the brackets after it.
#[derive(Debug, Default)]
pub struct Node {
    head: String,
    children: Vec<(String, Node)>,
}

/// rustc does not say how large one is: all are alike on a target.
const POINTER: &str = "a pointer";

fn scalar(scalar: Scalar) -> String {
    let kind = match scalar.kind {
        ScalarKind::Pointer => POINTER.to_owned(),
        ScalarKind::Int | ScalarKind::Float => format!("{} bytes", scalar.size),
    };
    format!("{kind} {}..={}", scalar.valid.start, scalar.valid.end)
}

fn join<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// Our layout.
pub fn ours(layout: &Layout) -> String {
    let niche = layout.niche.map(|Niche { offset, scalar: inner }| format!("at {offset}: {}", scalar(inner)));
    let shape = match &layout.shape {
        Shape::Never => "empty".into(),
        Shape::Opaque => "variant 0 ()".into(),
        Shape::Scalar(_) | Shape::WidePointer(_) => String::new(),
        Shape::Array { stride, count } => format!("array of {count}, stride {stride}"),
        Shape::Slice { stride } => format!("array of 0, stride {stride}"),
        Shape::Fields { variant, offsets } => format!("variant {} ({})", variant.0, join(offsets)),
        Shape::Union { fields } => format!("union of {fields}"),
        Shape::Enum { tag, variants } => {
            let encoding = match tag.encoding {
                TagEncoding::Direct => "direct".into(),
                TagEncoding::Niche { untagged, first, last, niche_start } => {
                    format!("niche {niche_start} for {}..={}, untagged {}", first.0, last.0, untagged.0)
                }
            };
            let variants = variants.iter().map(|variant| {
                let uninhabited = if variant.uninhabited { "!" } else { "" };
                format!("({}){uninhabited}", join(&variant.offsets))
            });
            format!("tag at {}: {}, {encoding}, variants {}", tag.offset, scalar(tag.scalar), join(variants))
        }
    };
    summary(layout.size, layout.align, layout.uninhabited, niche, shape)
}

fn summary(size: u64, align: u64, uninhabited: bool, niche: Option<String>, shape: String) -> String {
    let niche = niche.unwrap_or_else(|| "none".into());
    format!("size {size}, align {align}, uninhabited {uninhabited}, niche {niche}, {shape}")
}

/// The layouts in rustc's diagnostics, in order.
pub fn theirs(diagnostics: &str) -> Vec<Node> {
    diagnostics
        .split("error: layout_of(")
        .skip(1)
        .filter_map(|text| {
            let start = text.find(") = Layout {")? + ") = ".len();
            let end = text.find("\n --> ").or_else(|| text.find("--> "))?;
            Some(Parser { rest: &text[start..end] }.node())
        })
        .collect()
}

impl Node {
    /// rustc's layout, as [`ours`] writes it. How pointers are built in the library is not compared.
    pub fn against(&self, ours: &Layout) -> String {
        let niche = &self["largest_niche"];
        let niche = (niche.head == "Some").then(|| {
            let niche = niche.only();
            format!("at {}: {}", niche["offset"].number(), niche.scalar())
        });
        let shape = match ours.shape {
            Shape::Scalar(_) | Shape::WidePointer(_) => String::new(),
            _ => self.shape(),
        };
        let uninhabited = self["uninhabited"].head == "true";
        summary(self["size"].number(), self["align"]["abi"].number(), uninhabited, niche, shape)
    }

    fn shape(&self) -> String {
        let (fields, variants) = (&self["fields"], &self["variants"]);
        match (variants.head.as_str(), fields.head.as_str()) {
            ("Empty", _) => "empty".into(),
            ("Single", "Array") => {
                format!("array of {}, stride {}", fields["count"].head, fields["stride"].number())
            }
            ("Single", "Union") => format!("union of {}", fields.only().head),
            ("Single", "Primitive") => "empty".into(),
            ("Single", _) => format!("variant {} ({})", variants["index"].head, self.offsets()),
            _ => {
                let tag = &variants["tag"];
                let encoding = &variants["tag_encoding"];
                let encoding = match encoding.head.as_str() {
                    "Direct" => "direct".into(),
                    _ => format!(
                        "niche {} for {}, untagged {}",
                        encoding["niche_start"].head,
                        encoding["niche_variants"].head,
                        encoding["untagged_variant"].head
                    ),
                };
                let each = variants["variants"].children.iter().map(|(_, variant)| {
                    let uninhabited = if variant["uninhabited"].head == "true" { "!" } else { "" };
                    format!("({}){uninhabited}", variant.offsets())
                });
                format!("tag at {}: {}, {encoding}, variants {}", self.offsets(), tag.scalar(), join(each))
            }
        }
    }

    fn offsets(&self) -> String {
        join(self["fields"]["offsets"].children.iter().map(|(_, offset)| offset.number()))
    }

    fn scalar(&self) -> String {
        let value = &self["value"];
        let kind = match value.head.as_str() {
            "Pointer" => POINTER.to_owned(),
            _ => format!("{} bytes", value.only().head[1..].parse().unwrap_or(0) / 8),
        };
        format!("{kind} {}", self["valid_range"].head)
    }

    fn only(&self) -> &Node {
        &self.children.first().expect("brackets with something in them").1
    }

    /// `Size(8 bytes)`
    fn number(&self) -> u64 {
        self.only().head.trim_end_matches(" bytes").parse().expect("a number of bytes")
    }
}

impl std::ops::Index<&str> for Node {
    type Output = Node;
    fn index(&self, key: &str) -> &Node {
        let child = self.children.iter().find(|(name, _)| name == key);
        &child.unwrap_or_else(|| panic!("no {key} in {self:?}")).1
    }
}

/// Reads one value.
struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn node(&mut self) -> Node {
        let mut node = Node { head: self.word(), children: Vec::new() };
        // `(..=5) | (9..)`, a range that wraps
        if node.head.is_empty() && self.rest.starts_with("(..=") {
            let (range, rest) = self.rest.split_once("..)").expect("a range ends");
            let (end, start) = range[4..].split_once(") | (").expect("a range wraps");
            node.head = format!("{start}..={end}");
            self.rest = rest;
            return node;
        }
        if let Some(rest) = self.rest.strip_prefix(['(', '{', '[']) {
            self.rest = rest.trim_start();
            while !self.rest.starts_with([')', '}', ']']) {
                let mut name = String::new();
                let mut child = self.node();
                if let Some(rest) = self.rest.strip_prefix(':') {
                    name = std::mem::take(&mut child.head);
                    self.rest = rest.trim_start();
                    child = self.node();
                }
                self.rest = self.rest.trim_start_matches(',').trim_start();
                node.children.push((name, child));
            }
            self.rest = &self.rest[1..];
        }
        node
    }

    /// What is before the next bracket or separator.
    fn word(&mut self) -> String {
        let end = self.rest.find([',', ':', '(', ')', '{', '}', '[', ']']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.trim().into()
    }
}
