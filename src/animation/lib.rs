//! Animated pictures: turns drawn frames into a GIF. The page draws the frames; this module only encodes them.
//!
//! The frames arrive as bytes. A number has two bytes, the lower one first. The head is the width, the height, the number of colours,
//! and the red, green and blue of each colour. A frame is the left edge, the top edge, the width and the height of the part that
//! it changes, its time in hundredths of a second, and the colour of each pixel in one byte. The number after the last colour means that a
//! pixel keeps its colour.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;

#[cfg(test)]
mod tests;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::io::{self, BufRead, Read, Write};
use thiserror::Error;

/// The largest size of the frames in bytes.
pub const MAX_FRAMES: u64 = 64 << 20;

/// The largest size of an animation in bytes. The code of a pixel has at most 12 bits.
pub const MAX_GIF: u64 = 128 << 20;

/// The largest width and height.
const MAX_SIDE: u16 = 1024;

/// The largest number of colours. One more number means that a pixel keeps its colour.
const MAX_COLOURS: u16 = 255;

/// The reason why frames cannot be encoded.
#[derive(Debug, Error)]
pub enum AnimationError {
    /// The frames have a fault.
    #[error("{0}")]
    Unreadable(String),
    /// The frames cannot be read, or the animation cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<EncodingError> for AnimationError {
    fn from(error: EncodingError) -> AnimationError {
        match error {
            EncodingError::Io(error) => AnimationError::Io(error),
            error => AnimationError::Unreadable(error.to_string()),
        }
    }
}

/// Encodes frames as a GIF that repeats for ever.
///
/// # Errors
/// The frames have a fault, or cannot be read, or the animation cannot be written.
pub fn encode(mut frames: impl BufRead, animation: &mut dyn Write) -> Result<(), AnimationError> {
    let mut head = Numbers { source: &mut frames, place: "the head" };
    let width = head.number("a width", 1, MAX_SIDE)?;
    let height = head.number("a height", 1, MAX_SIDE)?;
    let colours = head.number("a number of colours", 1, MAX_COLOURS)?;
    // The colour after the last one is not shown.
    let mut palette = vec![0; 3 * (usize::from(colours) + 1)];
    head.fill(&mut palette[..3 * usize::from(colours)])?;
    let mut encoder = Encoder::new(animation, width, height, &palette)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut pixels = Vec::new();
    for number in 0_u32.. {
        if frames.fill_buf()?.is_empty() {
            if number == 0 {
                return Err(AnimationError::Unreadable("expected at least one frame".to_owned()));
            }
            break;
        }
        let place = format!("frame {number}");
        let mut numbers = Numbers { source: &mut frames, place: &place };
        let left = numbers.number("a left edge", 0, width - 1)?;
        let top = numbers.number("a top edge", 0, height - 1)?;
        let across = numbers.number("a width", 1, width - left)?;
        let down = numbers.number("a height", 1, height - top)?;
        let delay = numbers.number("a time", 0, u16::MAX)?;
        pixels.resize(usize::from(across) * usize::from(down), 0);
        numbers.fill(&mut pixels)?;
        if let Some(at) = pixels.iter().position(|&pixel| u16::from(pixel) > colours) {
            let why = format!("{place}: pixel {at}: expected a colour from 0 to {colours}, found {}", pixels[at]);
            return Err(AnimationError::Unreadable(why));
        }
        encoder.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(colours as u8),
            left,
            top,
            width: across,
            height: down,
            buffer: Cow::Borrowed(&pixels),
            ..Frame::default()
        })?;
    }
    Ok(encoder.into_inner()?.flush()?)
}

/// A reader of numbers and pixels that names the place of a fault.
struct Numbers<'a, R> {
    source: &'a mut R,
    place: &'a str,
}

impl<R: Read> Numbers<'_, R> {
    /// Reads a number, and checks that it lies between two others.
    fn number(&mut self, what: &str, least: u16, most: u16) -> Result<u16, AnimationError> {
        let mut bytes = [0; 2];
        self.fill(&mut bytes)?;
        let number = u16::from_le_bytes(bytes);
        if (least..=most).contains(&number) {
            return Ok(number);
        }
        let place = self.place;
        Err(AnimationError::Unreadable(format!("{place}: expected {what} from {least} to {most}, found {number}")))
    }

    /// Reads bytes.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), AnimationError> {
        self.source.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                AnimationError::Unreadable(format!("{}: expected {} bytes, found fewer", self.place, bytes.len()))
            }
            _ => AnimationError::Io(error),
        })
    }
}
