//! Reads lines of bytes on its own thread, so that the session receives them while a search runs.

use crate::output::wait_after;
use khepri_engine::internal::util::Instant;
use khepri_protocol::event::{Input, LONGEST_LINE};
use khepri_rules::internal::util::line::read_line;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, sync_channel};
use std::thread;

/// The largest number of lines that wait for the session.
const WAITING: usize = 64;

/// Starts the thread, which ends with the input or with the session. Returns a queue with an entry for each waiting line. The
/// caller removes an entry after each line that it receives. While the queue is full, the thread sends no further line.
///
/// # Errors
/// The thread could not be created.
pub fn spawn(mut reader: impl BufRead + Send + 'static, inputs: Sender<Input>) -> io::Result<Receiver<()>> {
    let (place, places) = sync_channel(WAITING);
    let read = move || {
        loop {
            let input = next(&mut reader);
            let last = matches!(input, Input::Eof);
            if place.send(()).is_err() || inputs.send(input).is_err() || last {
                return;
            }
        }
    };
    thread::Builder::new().name("input".to_owned()).spawn(read)?;
    Ok(places)
}

/// Returns the next line without its end. An error ends the input.
fn next(reader: &mut impl BufRead) -> Input {
    let (mut line, mut skipped) = (Vec::new(), 0);
    loop {
        match read_line(reader, LONGEST_LINE, &mut line).map_err(wait_after) {
            Ok(true) => break,
            Ok(false) => {
                skipped += line.len();
                line.clear();
            }
            Err(Ok(())) => {}
            Err(Err(error)) => {
                log::warn!("reading the input: {error}");
                return Input::Eof;
            }
        }
    }
    let is_end = line.is_empty();
    line.pop_if(|byte| *byte == b'\n');
    match skipped {
        0 if is_end => Input::Eof,
        0 => Input::Line(line, Instant::now()),
        _ => Input::LineTooLong(skipped + line.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn inputs(bytes: &[u8]) -> Vec<Input> {
        // The buffer is small, so that lines arrive in pieces.
        let mut reader = BufReader::with_capacity(7, bytes);
        let mut inputs = Vec::new();
        loop {
            inputs.push(next(&mut reader));
            if matches!(inputs.last(), Some(Input::Eof)) {
                return inputs;
            }
        }
    }

    #[test]
    fn lines_are_bytes_and_the_last_needs_no_end() {
        let read = inputs(b"uci\n\n\xff\xfe position\r\nquit");
        let lines: [&[u8]; 4] = [b"uci", b"", b"\xff\xfe position\r", b"quit"];
        assert_eq!(read.len(), lines.len() + 1);
        for (input, line) in read.iter().zip(lines) {
            assert!(matches!(input, Input::Line(read, _) if read == line), "{input:?}");
        }
    }

    #[test]
    fn a_line_beyond_the_limit_is_skipped_to_its_end() {
        let mut input = vec![b'x'; LONGEST_LINE + 1];
        input.extend(b"\nuci\n");
        let read = inputs(&input);
        assert!(matches!(read[0], Input::LineTooLong(length) if length == LONGEST_LINE + 1));
        assert!(matches!(&read[1], Input::Line(line, _) if line == b"uci"));
    }
}
