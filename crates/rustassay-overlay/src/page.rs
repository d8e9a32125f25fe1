//! A source file, from the page of HTML on which rustdoc shows it.

/// The file that a page shows, and its text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Its path in the compiler's sources: `library/core/src/bool.rs`.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
}

/// Reads a page; or says what is wrong with it.
///
/// The text stands in one element. It is coloured by `span` elements, links its names with `a` elements, and numbers its lines by
/// `a` elements with the attribute `data-nosnippet`, whose content does not belong to it.
pub(crate) fn read(page: &str) -> Result<Shown, &'static str> {
    let path = between(page, "content=\"Source of the Rust file `", "`.\"").ok_or("it names no file")?;
    let code = between(page, "<pre class=\"rust\"><code>", "</code></pre>").ok_or("it has no code")?;
    Ok(Shown { path: plain(path)?, text: plain(code)? })
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    Some(rest.split_once(end)?.0)
}

/// The text of a piece of HTML, without tags and line numbers.
fn plain(html: &str) -> Result<String, &'static str> {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with('&') {
            let (entity, after) = rest[1..].split_once(';').ok_or("an entity does not end")?;
            text.push(character(entity).ok_or("it has an unknown entity")?);
            rest = after;
        } else {
            let (tag, after) = rest.split_once('>').ok_or("a tag does not end")?;
            rest = match tag.contains("data-nosnippet") {
                true => after.split_once("</a>").ok_or("a line number does not end")?.1,
                false => after,
            };
        }
    }
    text.push_str(rest);
    Ok(text)
}

/// The character that `&entity;` stands for.
fn character(entity: &str) -> Option<char> {
    Some(match entity {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(code: &str) -> String {
        format!(
            "<head><meta name=\"description\" content=\"Source of the Rust file `library/core/src/../../x/a.rs`.\"></head>\
             <pre class=\"rust\"><code>{code}</code></pre>"
        )
    }

    #[test]
    fn tags_and_line_numbers_are_taken_away_and_entities_read() {
        let code = "<a href=#1 id=1 data-nosnippet>1</a><span class=\"kw\">fn </span><a href=\"x.html\">f</a>&lt;T&gt;(a: &amp;&#39;static T) {}\n\
                    <a href=#2 id=2 data-nosnippet>2</a>\n";
        let shown = read(&page(code)).unwrap();
        assert_eq!(shown.path, "library/core/src/../../x/a.rs");
        assert_eq!(shown.text, "fn f<T>(a: &'static T) {}\n\n");
    }

    #[test]
    fn a_page_that_is_none_is_refused() {
        for bad in
            ["", "<pre class=\"rust\"><code>a</code></pre>", "content=\"Source of the Rust file `a.rs`.\""]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
        for code in ["&lt", "&nonsense;", "&#xd800;", "<span", "<a data-nosnippet>1"] {
            assert!(read(&page(code)).is_err(), "{code}");
        }
    }
}
