//! The lines that may pass from a page to an engine, and the options that a page may set. All others are refused: a page must
//! not read files, set other options, or use more resources than the command line allows.

use super::settings::{Caps, Kind};
use khepri_engine::perft;
use khepri_protocol::command::Command;
use khepri_rules::internal::notation::excerpt;
use std::fmt::Write;

/// The length of the longest line from a page, in bytes. It is enough for a game of 20,000 plies.
pub const MAX_LINE: usize = 128 << 10;

/// The commands without arguments that may pass.
const PLAIN: [&str; 11] =
    ["uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "eval", "moves", "history", "setups", "flip"];

/// The options with fixed names that may pass, and the values that they accept.
const OPTIONS: [(&str, ValueType); 6] = [
    ("Hash", ValueType::Hash),
    ("Threads", ValueType::Threads),
    ("MultiPV", ValueType::Number(256)),
    ("Ponder", ValueType::Word),
    ("Draw Plies", ValueType::Number(1000)),
    ("Clear Hash", ValueType::None),
];

/// The prefix of the names of options that all engines share.
const COMMON_PREFIX: &str = "UCI_";

/// The length of the longest word that is the value of an option, in bytes.
const MAX_WORD: usize = 32;

/// The values that an option accepts.
#[derive(Clone, Copy)]
enum ValueType {
    /// A number of MiB up to the cap.
    Hash,
    /// A number of threads up to the cap.
    Threads,
    /// A number up to this one.
    Number(u64),
    /// One word of letters, digits, `-` and `_`, which cannot be a path.
    Word,
    /// No value.
    None,
}

impl ValueType {
    fn of(name: &str) -> Option<ValueType> {
        let known = OPTIONS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let prefix = name.get(..COMMON_PREFIX.len());
        let is_common = prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(COMMON_PREFIX));
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        known.map(|(_, values)| values).or((is_common && is_name).then_some(ValueType::Word))
    }

    /// Returns the largest number; `None` if the values are not numbers.
    fn max(self, caps: Caps) -> Option<u64> {
        match self {
            ValueType::Hash => Some(caps.hash),
            ValueType::Threads => Some(caps.threads),
            ValueType::Number(max) => Some(max),
            ValueType::Word | ValueType::None => None,
        }
    }
}

/// A line that may pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Allowed {
    /// The line for the engine, with one blank between words.
    pub line: String,
    /// The command of the line.
    pub command: Command,
}

/// Checks whether a line of a page may pass. Returns `None` for an empty line.
///
/// # Errors
/// The reason why the line is refused.
pub fn check(line: &str, kind: Kind, caps: Caps) -> Result<Option<Allowed>, String> {
    if line.len() > MAX_LINE {
        return Err(format!("expected a line of at most {MAX_LINE} bytes, found {}", line.len()));
    }
    let caps = caps.for_kind(kind);
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if let Some(control) = line.chars().find(|character| character.is_control() && *character != '\t') {
        let found = excerpt(&control.to_string());
        return Err(format!("expected one line without control characters, found {found}"));
    }
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let Some((first, rest)) = words.split_first() else { return Ok(None) };
    let command = Command::read(line.as_bytes());
    let searches = matches!(first, &"go" | &"ponderhit");
    if kind == Kind::Rules && searches {
        return Err(format!("{first}: the rules session never searches"));
    }
    let passes = match (*first, rest) {
        ("position" | "reach", _) | ("d", ["last"]) | ("beam", [] | [_]) => true,
        ("go", _) => return go(&words, command, kind).map(Some),
        ("setoption", _) => return option(&command, caps).map(|line| Some(Allowed { line, command })),
        (plain, []) => PLAIN.contains(&plain),
        _ => false,
    };
    if passes {
        return Ok(Some(Allowed { line: words.join(" "), command }));
    }
    let shown = excerpt(&words.join(" "));
    Err(format!("{shown} does not pass: expected one of {}, beam, reach, position, go and setoption", PLAIN.join(", ")))
}

/// Returns a `go` if it starts a search. Another engine gets only limits that this program can read.
fn go(words: &[&str], command: Command, kind: Kind) -> Result<Allowed, String> {
    let is_perft = matches!(command, Command::Perft(_)) || words.contains(&"perft");
    if is_perft {
        return Err(format!("go perft does not pass: khepri perft counts up to {} plies", perft::DEEPEST));
    }
    match &command {
        Command::Go(go) if kind == Kind::Foreign && !go.unreadable.is_empty() => {
            Err(format!("go: {}", go.unreadable.join("; ")))
        }
        _ => Ok(Allowed { line: words.join(" "), command }),
    }
}

/// Returns the line of a `setoption` if the page may set the option to this value.
fn option(command: &Command, caps: Caps) -> Result<String, String> {
    let (name, value) = match command {
        Command::SetOption { name, value } => (name, value.as_deref().unwrap_or_default()),
        Command::Unreadable(why) => return Err(why.clone()),
        _ => return Err("setoption: expected name".to_owned()),
    };
    let Some(values) = ValueType::of(name) else {
        let names: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
        let found = excerpt(name);
        return Err(format!("option {found} does not pass: expected one of {}, {COMMON_PREFIX}…", names.join(", ")));
    };
    let wrong = |expected: &str| Err(format!("{name}: expected {expected}, found {}", excerpt(value)));
    match (values, values.max(caps)) {
        (_, Some(max)) => {
            let is_decimal = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            if !is_decimal || value.parse().ok().is_none_or(|number: u64| number > max) {
                return wrong(&format!("a number up to {max}"));
            }
        }
        (ValueType::None, _) if !value.is_empty() => return wrong("no value"),
        (ValueType::Word, _) if !is_word(value) => return wrong("one word of letters and digits"),
        _ => {}
    }
    Ok(if value.is_empty() { format!("setoption name {name}") } else { format!("setoption name {name} value {value}") })
}

fn is_word(value: &str) -> bool {
    let is_in_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=MAX_WORD).contains(&value.len()) && value.bytes().all(is_in_word)
}

/// Returns a line of the engine as the page gets it; `None` for an option that the page may not set. The default and the
/// maximum of `Hash` and `Threads` are limited to the caps.
pub fn for_page(line: String, kind: Kind, caps: Caps) -> Option<String> {
    let caps = caps.for_kind(kind);
    let Some(option) = line.strip_prefix("option name ") else { return Some(line) };
    let (name, rest) = option.split_once(" type ")?;
    let values = ValueType::of(name)?;
    let max = match values {
        ValueType::Hash | ValueType::Threads => values.max(caps),
        _ => None,
    };
    let Some(max) = max else { return Some(line) };
    let mut limited = format!("option name {name} type");
    let mut words = rest.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let _ = write!(limited, " {word}");
        if matches!(word, "default" | "max")
            && let Some(number) = words.next()
        {
            let _ = match number.parse::<u64>() {
                Ok(number) => write!(limited, " {}", number.min(max)),
                Err(_) => write!(limited, " {number}"),
            };
        }
    }
    Some(limited)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPS: Caps = Caps { hash: 256, threads: 2 };

    fn checked(line: &str, kind: Kind) -> Result<String, String> {
        check(line, kind, CAPS).map(|allowed| allowed.map(|allowed| allowed.line).unwrap_or_default())
    }

    #[test]
    fn the_commands_of_a_game_pass() {
        for line in [
            "uci",
            "isready",
            "ucinewgame",
            "position startpos moves h2g2",
            "position kfen x y z",
            "go",
            "go infinite",
            "go wtime 1 btime 1 searchmoves a8- h2g2",
            "stop",
            "ponderhit",
            "d",
            "d last",
            "eval",
            "moves",
            "beam",
            "beam h2+",
            "reach",
            "reach e4",
            "reach red e4",
            "setups",
            "flip",
            "setoption name Hash value 256",
            "setoption name threads value 2",
            "setoption name MultiPV value 5",
            "setoption name Ponder value true",
            "setoption name UCI_Variant value khet1",
            "setoption name UCI_Elo value 900",
            "setoption name Draw Plies value 50",
            "setoption name Clear Hash",
        ] {
            assert_eq!(checked(line, Kind::Own).as_deref(), Ok(line));
            assert_eq!(checked(line, Kind::Foreign).as_deref(), Ok(line));
        }
        assert_eq!(checked("  go\tdepth   3 \r\n", Kind::Own).as_deref(), Ok("go depth 3"));
        assert_eq!(checked("", Kind::Own).as_deref(), Ok(""));
    }

    #[test]
    fn other_lines_are_refused_with_a_reason() {
        let long = format!("position startpos moves{}", " h2g2".repeat(30_000));
        for (line, reason) in [
            ("quit", "`quit` does not pass"),
            ("bench", "`bench` does not pass"),
            ("bench 3", "`bench 3` does not pass"),
            ("help", "`help` does not pass"),
            ("debug on", "does not pass"),
            ("export_net /tmp/x", "does not pass"),
            ("uci now", "does not pass"),
            ("d first", "does not pass"),
            ("beam a b", "does not pass"),
            ("UCI", "does not pass"),
            ("go perft 5", "go perft does not pass"),
            ("go  perft", "go perft does not pass"),
            ("go depth 1 perft 5", "go perft does not pass"),
            ("uci\nquit", "expected one line"),
            ("uci\rquit", "expected one line"),
            ("uci\0", "expected one line"),
            ("position kfen a\u{85}quit", "expected one line"),
            ("setoption name EvalFile value /etc/passwd", "option `EvalFile` does not pass"),
            ("setoption name Move Overhead value 5", "does not pass"),
            ("setoption name Hash value 257", "a number up to 256, found `257`"),
            ("setoption name Hash value 1 value 9999", "a number up to 256"),
            ("setoption name Hash value -1", "a number up to 256"),
            ("setoption name Hash", "a number up to 256, found nothing"),
            ("setoption name Hash value 99999999999999999999999", "a number up to 256"),
            ("setoption name Threads value 3", "a number up to 2"),
            ("setoption name UCI_Variant value ../../etc", "one word"),
            ("setoption name UCI_Book value /etc/passwd", "one word"),
            ("setoption name UCI_Book value a b", "one word"),
            ("setoption name UCI_ Book value a", "does not pass"),
            ("setoption name Clear Hash value 1", "no value"),
            ("setoption", "setoption"),
            (&long, "at most 131072 bytes"),
        ] {
            for kind in [Kind::Own, Kind::Foreign, Kind::Rules] {
                let refused = checked(line, kind).expect_err(line);
                assert!(kind == Kind::Rules || refused.contains(reason), "{line}: {refused}");
                assert!(refused.len() < 400 && !refused.contains('\n'), "{refused}");
            }
        }
    }

    #[test]
    fn the_rules_session_never_searches_and_has_no_large_table() {
        for line in ["go depth 1", "ponderhit", "setoption name Hash value 2", "setoption name Threads value 2"] {
            assert!(checked(line, Kind::Rules).is_err(), "{line}");
        }
        for line in ["moves", "setoption name UCI_Variant value khet1", "position startpos", "d last"] {
            assert!(checked(line, Kind::Rules).is_ok(), "{line}");
        }
    }

    #[test]
    fn another_engine_gets_no_unreadable_limit() {
        assert!(checked("go depth 3 eval_file x", Kind::Foreign).is_err());
        assert!(checked("go depth 3 eval_file x", Kind::Own).is_ok(), "this program reports what is wrong");
    }

    #[test]
    fn the_page_gets_the_options_that_it_may_set() {
        let for_page = |line: &str, kind| for_page(line.to_owned(), kind, CAPS);
        let own = |line| for_page(line, Kind::Own);
        assert_eq!(own("info depth 1").as_deref(), Some("info depth 1"));
        assert_eq!(own("option name EvalFile type string default x"), None);
        assert_eq!(
            own("option name Hash type spin default 512 min 1 max 65536").as_deref(),
            Some("option name Hash type spin default 256 min 1 max 256")
        );
        assert_eq!(
            own("option name Threads type spin default 1 min 1 max 512").as_deref(),
            Some("option name Threads type spin default 1 min 1 max 2")
        );
        let multipv = "option name MultiPV type spin default 1 min 1 max 256";
        assert_eq!(own(multipv).as_deref(), Some(multipv));
        let hash = for_page("option name Hash type spin default 64 min 1 max 65536", Kind::Rules);
        assert_eq!(hash.as_deref(), Some("option name Hash type spin default 1 min 1 max 1"));
    }
}
