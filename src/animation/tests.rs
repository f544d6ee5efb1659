//! Encoded frames decoded again, and faulty frames with the reasons.

use super::encode;
use gif::{ColorOutput, DecodeOptions, Repeat};

/// Two by two pixels in white, black and red; then the lower row in black, except for a pixel that stays.
const FRAMES: &[u8] = &[
    2, 0, 2, 0, 3, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, // the head
    0, 0, 0, 0, 2, 0, 2, 0, 100, 0, 0, 1, 2, 0, // the first frame: white, black, red, white
    0, 0, 1, 0, 2, 0, 1, 0, 44, 1, 3, 1, // the second frame: the lower row, its first pixel unchanged
];

/// Encodes frames, or returns the reason why they cannot be encoded.
fn encoded(frames: &[u8]) -> Result<Vec<u8>, String> {
    let mut animation = Vec::new();
    encode(frames, &mut animation).map(|()| animation).map_err(|why| why.to_string())
}

#[test]
fn frames_have_their_parts_times_and_colours() {
    let animation = encoded(FRAMES).expect("an animation");
    assert_eq!(&animation[..6], b"GIF89a");
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    let mut decoder = options.read_info(&animation[..]).expect("a GIF");
    assert_eq!((decoder.width(), decoder.height(), decoder.repeat()), (2, 2, Repeat::Infinite));
    let palette = decoder.global_palette().expect("a palette").to_vec();
    assert_eq!(palette[..9], [255, 255, 255, 0, 0, 0, 255, 0, 0]);
    let first = decoder.read_next_frame().expect("a frame").expect("a frame");
    assert_eq!((first.left, first.top, first.width, first.height, first.delay), (0, 0, 2, 2, 100));
    assert_eq!(*first.buffer, [0, 1, 2, 0]);
    let second = decoder.read_next_frame().expect("a frame").expect("a frame");
    assert_eq!((second.left, second.top, second.width, second.height, second.delay), (0, 1, 2, 1, 300));
    assert_eq!((&*second.buffer, second.transparent), (&[3, 1][..], Some(3)));
    assert!(decoder.read_next_frame().expect("the end").is_none());
}

#[test]
fn the_place_of_a_fault_is_named() {
    /// Returns the frames with one byte replaced.
    fn with(at: usize, byte: u8) -> Vec<u8> {
        let mut frames = FRAMES.to_vec();
        frames[at] = byte;
        frames
    }
    for (frames, why) in [
        (Vec::new(), "the head: expected 2 bytes, found fewer"),
        (with(0, 0), "the head: expected a width from 1 to 1024, found 0"),
        (with(3, 5), "the head: expected a height from 1 to 1024, found 1282"),
        (with(5, 1), "the head: expected a number of colours from 1 to 255, found 259"),
        (FRAMES[..14].to_vec(), "the head: expected 9 bytes, found fewer"),
        (FRAMES[..15].to_vec(), "expected at least one frame"),
        (with(15, 2), "frame 0: expected a left edge from 0 to 1, found 2"),
        (with(19, 3), "frame 0: expected a width from 1 to 2, found 3"),
        (with(35, 2), "frame 1: expected a height from 1 to 1, found 2"),
        (with(27, 4), "frame 0: pixel 2: expected a colour from 0 to 3, found 4"),
        (FRAMES[..40].to_vec(), "frame 1: expected 2 bytes, found fewer"),
    ] {
        assert_eq!(encoded(&frames).expect_err(why), why);
    }
}
