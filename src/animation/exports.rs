//! The functions of the module `animation.wasm`, which the page loads when an animation is made.
//!
//! The host obtains memory from `allocate`, writes the frames there, and calls `encode`, which frees it. `answer` and `answer_length` are
//! the animation or the reason why there is none, until the next call.

use std::cell::RefCell;

thread_local! {
    /// The last answer.
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns memory for the frames.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Encodes frames. Returns whether the answer is an animation.
#[unsafe(no_mangle)]
extern "C" fn encode(frames: *mut u8, length: usize) -> bool {
    // SAFETY: the host passes a pointer from `allocate` once, with the length that it allocated and wrote.
    let frames = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(frames, length)) };
    let mut animation = Vec::new();
    let done = super::encode(&frames[..], &mut animation);
    let is_animation = done.is_ok();
    ANSWER.set(done.map_or_else(|why| why.to_string().into_bytes(), |()| animation));
    is_animation
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

/// Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}
