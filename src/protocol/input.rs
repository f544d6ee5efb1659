//! Reads lines of bytes on its own thread, so that the session receives them while a search runs.

use super::event::SessionEvent;
use crate::output::wait_after;
use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;
use std::thread;

/// The most bytes of a line. A longer line is skipped.
const LONGEST_LINE: usize = 4 << 20;

/// Starts the thread, which ends with the input or with the session.
///
/// # Errors
/// The thread could not be created.
pub fn spawn(mut reader: impl BufRead + Send + 'static, events: SyncSender<SessionEvent>) -> io::Result<()> {
    let read = move || {
        loop {
            let event = next(&mut reader);
            let last = matches!(event, SessionEvent::EndOfInput);
            if events.send(event).is_err() || last {
                return;
            }
        }
    };
    thread::Builder::new().name("input".to_owned()).spawn(read).map(|_| ())
}

/// Returns the next line without its end. An error ends the input.
fn next(reader: &mut impl BufRead) -> SessionEvent {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let bytes = match reader.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) => match wait_after(error) {
                Ok(()) => continue,
                Err(error) => {
                    log::warn!("reading the input: {error}");
                    return SessionEvent::EndOfInput;
                }
            },
        };
        if bytes.is_empty() {
            return if length == 0 { SessionEvent::EndOfInput } else { whole(line, length) };
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let content = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or(bytes);
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(content.get(..room).unwrap_or(content));
        length += content.len();
        let used = content.len() + usize::from(end.is_some());
        reader.consume(used);
        if end.is_some() {
            return whole(line, length);
        }
    }
}

fn whole(line: Vec<u8>, length: usize) -> SessionEvent {
    if line.len() == length { SessionEvent::Line(line) } else { SessionEvent::LineTooLong(length) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn events(input: &[u8]) -> Vec<SessionEvent> {
        // A small buffer, so that lines come in pieces.
        let mut reader = BufReader::with_capacity(7, input);
        let mut events = Vec::new();
        loop {
            events.push(next(&mut reader));
            if matches!(events.last(), Some(SessionEvent::EndOfInput)) {
                return events;
            }
        }
    }

    #[test]
    fn lines_are_bytes_and_the_last_needs_no_end() {
        let read = events(b"uci\n\n\xff\xfe position\r\nquit");
        let lines: [&[u8]; 4] = [b"uci", b"", b"\xff\xfe position\r", b"quit"];
        assert_eq!(read.len(), lines.len() + 1);
        for (event, line) in read.iter().zip(lines) {
            assert!(matches!(event, SessionEvent::Line(read) if read == line), "{event:?}");
        }
    }

    #[test]
    fn a_line_beyond_the_limit_is_skipped_to_its_end() {
        let mut input = vec![b'x'; LONGEST_LINE + 1];
        input.extend(b"\nuci\n");
        let read = events(&input);
        assert!(matches!(read[0], SessionEvent::LineTooLong(length) if length == LONGEST_LINE + 1));
        assert!(matches!(&read[1], SessionEvent::Line(line) if line == b"uci"));
    }
}
