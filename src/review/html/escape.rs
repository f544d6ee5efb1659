//! Texts and pictures as parts of an HTML page.

use crate::notation::excerpt::is_control;

/// Returns a text for the content of an element or a quoted attribute. Control characters, which XML forbids, become blanks.
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

/// Returns a picture as the address of an image. The pictures of a page share no names in this way.
pub fn data_of_svg(svg: &str) -> String {
    let mut address = String::with_capacity(svg.len() * 5 / 4);
    address.push_str("data:image/svg+xml,");
    for byte in svg.bytes() {
        match byte {
            // Everything that neither an address nor an attribute of a page gives a meaning.
            b' ' | b'/' | b':' | b'=' | b'(' | b')' | b',' | b';' | b'-' | b'.' | b'_' => {
                address.push(char::from(byte))
            }
            _ if byte.is_ascii_alphanumeric() => address.push(char::from(byte)),
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        assert_eq!(escape("a<b>&\"'\0\u{202e}é\u{ffff}"), "a&lt;b&gt;&amp;&quot;&#39;  é\u{fffd}");
    }

    #[test]
    fn a_picture_becomes_one_address() {
        assert_eq!(
            data_of_svg("<g id=\"1\">#%é\n</g>"),
            "data:image/svg+xml,%3Cg id=%221%22%3E%23%25%C3%A9%0A%3C/g%3E"
        );
    }
}
