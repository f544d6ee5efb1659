//! What a tag and a comment can hold, and how any text is brought to that.

/// Bytes of the value of a tag or of a comment; a reader refuses more, so that a forgotten `}` does not fill the memory.
pub(super) const LONGEST: usize = 1 << 20;

/// Appends a character to the text of a comment: blanks and control characters are one blank, `}` would end it.
pub(super) fn push_to_comment(text: &mut String, character: char) {
    match character {
        ' ' => push_blank(text),
        _ if character.is_control() => push_blank(text),
        '}' => text.push(')'),
        _ => text.push(character),
    }
}

fn push_blank(text: &mut String) {
    if !text.is_empty() && !text.ends_with(' ') {
        text.push(' ');
    }
}

/// The text as a comment can hold it, without blanks around it.
pub(super) fn comment(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len().min(LONGEST));
    for character in text.chars() {
        push_to_comment(&mut cleaned, character);
    }
    cut(&mut cleaned);
    cleaned.truncate(cleaned.trim_end_matches(' ').len());
    cleaned
}

/// The text as a tag can hold it: control characters are blanks.
pub(super) fn value(text: &str) -> String {
    let mut cleaned: String = text.chars().map(value_character).collect();
    cut(&mut cleaned);
    cleaned
}

/// What stands in a tag for a character.
pub(super) fn value_character(character: char) -> char {
    if character.is_control() { ' ' } else { character }
}

fn cut(text: &mut String) {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
}

/// Bytes of the name of a tag.
pub(super) const LONGEST_NAME: usize = 255;

/// Whether a tag can have this name.
pub(super) fn is_tag_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(is_in_tag_name)
}

/// Whether the name of a tag can have this character.
pub(super) fn is_in_tag_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_+#=:-".contains(character)
}
