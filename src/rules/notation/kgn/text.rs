//! The texts that tags and comments can hold, and the conversion of any text into one.

/// The largest number of bytes of a tag's value or a comment. A reader refuses more, so that a forgotten `}` does not fill
/// the memory.
pub(super) const LONGEST: usize = 1 << 20;

/// What separates the comments of a move while they are read. No comment can hold it.
pub(super) const BETWEEN: char = '\u{1}';

/// Begins a further comment.
pub(super) fn push_comment(text: &mut String) {
    if !text.is_empty() {
        text.push(BETWEEN);
    }
}

/// Appends a character to a comment. Consecutive blanks and control characters become one blank. `}` becomes `)`, because it
/// would end the comment.
pub(super) fn push_to_comment(text: &mut String, character: char) {
    match character {
        ' ' => push_blank(text),
        _ if character.is_control() => push_blank(text),
        '}' => text.push(')'),
        _ => text.push(character),
    }
}

fn push_blank(text: &mut String) {
    if !text.is_empty() && !text.ends_with([' ', BETWEEN]) {
        text.push(' ');
    }
}

/// Returns a text that a comment can hold, without blanks around it.
pub(super) fn comment(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len().min(LONGEST));
    for character in text.chars() {
        push_to_comment(&mut cleaned, character);
    }
    cut(&mut cleaned);
    cleaned.truncate(cleaned.trim_end_matches(' ').len());
    cleaned
}

/// Returns a text that a tag can hold: control characters become blanks.
pub(super) fn value(text: &str) -> String {
    let mut cleaned: String = text.chars().map(value_character).collect();
    cut(&mut cleaned);
    cleaned
}

/// Returns the character, or a blank for a control character.
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

/// The largest number of bytes of a tag's name.
pub(super) const LONGEST_NAME: usize = 255;

/// Returns whether a tag can have this name.
pub(super) fn is_tag_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(is_in_tag_name)
}

/// Returns whether the name of a tag can have this character.
pub(super) fn is_in_tag_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_+#=:-".contains(character)
}
