//! Arrays of numpy, or other objects with a buffer, that are filled in place.

use super::arguments::mistyped;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;
use std::marker::PhantomData;
use std::ptr;

/// A type of numbers in an array.
pub trait Number: Copy + Send + Sync {
    /// Its name in numpy.
    const NAME: &'static str;
    /// The letters of its format in a buffer.
    const FORMATS: &'static [&'static [u8]];
}

macro_rules! numbers {
    ($($number:ty, $name:literal, $formats:expr;)*) => {
        $(impl Number for $number {
            const NAME: &'static str = $name;
            const FORMATS: &'static [&'static [u8]] = $formats;
        })*
    };
}

/// A truth value of numpy in one byte, 0 or 1.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Truth(u8);

impl From<bool> for Truth {
    fn from(truth: bool) -> Truth {
        Truth(u8::from(truth))
    }
}

numbers! {
    i8, "int8", &[b"b"];
    u8, "uint8", &[b"B"];
    Truth, "bool", &[b"?"];
    i32, "int32", if size_of::<std::ffi::c_long>() == 4 { &[b"i", b"l"] } else { &[b"i"] };
    i64, "int64", if size_of::<std::ffi::c_long>() == 8 { &[b"l", b"q"] } else { &[b"q"] };
}

/// An array that is filled.
pub struct Target<'py, T> {
    array: Bound<'py, PyAny>,
    buffer: PyUntypedBuffer,
    numbers: PhantomData<T>,
}

impl<'py, T: Number> Target<'py, T> {
    /// Returns the array that was given, or a new one of numpy.
    ///
    /// # Errors
    /// The array has another type or shape, or cannot be written.
    pub fn of(
        py: Python<'py>,
        array: Option<Bound<'py, PyAny>>,
        name: &str,
        shape: &[usize],
    ) -> PyResult<Target<'py, T>> {
        let array = match array {
            Some(array) => array,
            None => py.import("numpy")?.call_method1("empty", (pyo3::types::PyTuple::new(py, shape)?, T::NAME))?,
        };
        let expected = || {
            let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
            let shape = if let [length] = shape.as_slice() { format!("{length},") } else { shape.join(", ") };
            mistyped(name, &format!("a writable, contiguous array of {} with the shape ({shape})", T::NAME), &array)
        };
        let buffer = contiguous::<T>(&array).ok_or_else(expected)?;
        if buffer.readonly() || buffer.shape() != shape {
            return Err(expected());
        }
        Ok(Target { array, buffer, numbers: PhantomData })
    }

    /// Returns access to the numbers.
    pub fn cells(&self) -> Cells<T> {
        Cells { start: self.buffer.buf_ptr().cast(), len: self.buffer.item_count() }
    }

    /// Returns the array.
    pub fn into_array(self) -> Bound<'py, PyAny> {
        self.array
    }
}

/// Returns the buffer of an array of numbers without gaps.
fn contiguous<T: Number>(array: &Bound<'_, PyAny>) -> Option<PyUntypedBuffer> {
    let buffer = PyUntypedBuffer::get(array).ok()?;
    let fits = T::FORMATS.contains(&buffer.format().to_bytes())
        && buffer.item_size() == size_of::<T>()
        && buffer.is_c_contiguous()
        && buffer.buf_ptr().cast::<T>().is_aligned();
    fits.then_some(buffer)
}

/// Reads an array of whole numbers, int64 or int32.
pub fn whole_numbers(array: &Bound<'_, PyAny>, name: &str, len: usize) -> PyResult<Vec<i64>> {
    let numbers = match (contiguous::<i64>(array), contiguous::<i32>(array)) {
        (Some(buffer), _) if buffer.shape() == [len] => copied::<i64>(&buffer),
        (_, Some(buffer)) if buffer.shape() == [len] => copied::<i32>(&buffer).into_iter().map(i64::from).collect(),
        _ => {
            return Err(mistyped(
                name,
                &format!("a contiguous array of int64 or int32 with the shape ({len},)"),
                array,
            ));
        }
    };
    Ok(numbers)
}

/// Copies the numbers of a buffer, whose type was checked.
fn copied<T: Number>(buffer: &PyUntypedBuffer) -> Vec<T> {
    let mut numbers = Vec::with_capacity(buffer.item_count());
    // SAFETY: the buffer has this number of aligned `T`, of which all bit patterns are values, and the vector has the room.
    // The interpreter's lock is held, so no code of Python writes at the same time.
    unsafe {
        ptr::copy_nonoverlapping(buffer.buf_ptr().cast::<T>(), numbers.as_mut_ptr(), buffer.item_count());
        numbers.set_len(buffer.item_count());
    }
    numbers
}

/// The numbers of an array, which threads fill.
///
/// The memory may be shared with code of Python, so it is only written by copies, never referred to.
#[derive(Clone, Copy)]
pub struct Cells<T> {
    start: *mut T,
    len: usize,
}

// SAFETY: the pointer is only used by `write`, whose callers write different places at the same time. The memory lives as long as
// the `Target` that the caller holds. As with numpy's own functions, code of Python that uses the array on another thread in the
// meantime finds old and new numbers mixed.
unsafe impl<T: Send> Send for Cells<T> {}
// SAFETY: as for `Send`.
unsafe impl<T: Sync> Sync for Cells<T> {}

impl<T: Number> Cells<T> {
    /// Copies numbers to a place. What would lie beyond the end is not copied.
    pub fn write(&self, place: usize, numbers: &[T]) {
        let room = self.len.saturating_sub(place).min(numbers.len());
        // SAFETY: `place + room` is within the array, and `numbers` is memory of Rust, which no array shares.
        unsafe { ptr::copy_nonoverlapping(numbers.as_ptr(), self.start.wrapping_add(place), room) }
    }
}
