//! Escapes texts and pictures for an HTML page.

use khepri_rules::internal::notation::excerpt::is_control;

/// Escapes a text for an element or a quoted attribute. Replaces control characters by blanks, because XML forbids some of
/// them.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if is_control(character) => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Returns the data URL of an SVG. Identifiers of inline SVGs would be shared by the whole page.
pub fn data_url(svg: &str) -> String {
    let mut url = String::with_capacity(svg.len() * 5 / 4);
    url.push_str("data:image/svg+xml,");
    for byte in svg.bytes() {
        match byte {
            // These characters have no special meaning in a data URL or in a quoted attribute.
            b' ' | b'/' | b':' | b'=' | b'(' | b')' | b',' | b';' | b'-' | b'.' | b'_' => url.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => url.push(char::from(byte)),
            _ => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_has_no_markup_or_control_characters() {
        assert_eq!(escape("a<b>&\"'\0\u{202e}é\u{ffff}"), "a&lt;b&gt;&amp;&quot;&#39;  é\u{fffd}");
    }

    #[test]
    fn a_picture_becomes_a_percent_encoded_url() {
        assert_eq!(data_url("<g id=\"1\">#%é\n</g>"), "data:image/svg+xml,%3Cg id=%221%22%3E%23%25%C3%A9%0A%3C/g%3E");
    }
}
