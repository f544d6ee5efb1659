//! Large zeroed memory, in fresh pages of the system that are touched only when they are used.

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub use allocated::{give_back, take};
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub use mapped::{give_back, take};

/// Asked of the system itself. The allocator would keep a block of some MiB that is given back, and put other things
/// between such blocks: after many changes of a table's size the process would hold several tables' worth.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod mapped {
    use std::ffi::{c_int, c_void};
    use std::ptr::{self, NonNull};

    unsafe extern "C" {
        /// Of the system's C library, <https://man7.org/linux/man-pages/man2/mmap.2.html>.
        fn mmap(at: *mut c_void, size: usize, access: c_int, kind: c_int, file: c_int, offset: i64) -> *mut c_void;
        fn munmap(address: *mut c_void, size: usize) -> c_int;
        /// <https://man7.org/linux/man-pages/man2/madvise.2.html>.
        fn madvise(address: *mut c_void, size: usize, advice: c_int) -> c_int;
    }

    /// `PROT_READ` and `PROT_WRITE`.
    const READ_AND_WRITE: c_int = 1 | 2;
    /// `MAP_PRIVATE` and `MAP_ANONYMOUS`.
    const OWN_AND_OF_NO_FILE: c_int = 2 | 0x20;
    /// `MADV_HUGEPAGE`: they cost fewer look-ups of addresses, and most accesses to a table are to pages not seen for a
    /// while.
    const LARGE_PAGES: c_int = 14;

    /// Zeroed memory of so many bytes, at least one; nothing if there is none.
    pub fn take(size: usize) -> Option<NonNull<u8>> {
        // SAFETY: a new mapping, wherever the system likes, changes nothing that is there.
        let memory = unsafe { mmap(ptr::null_mut(), size, READ_AND_WRITE, OWN_AND_OF_NO_FILE, -1, 0) };
        // `MAP_FAILED` is the last address.
        if memory.addr() == usize::MAX {
            return None;
        }
        // SAFETY: the range is that of the mapping, and this advice changes no content. If it is refused, all goes on
        // as before.
        let _ = unsafe { madvise(memory, size, LARGE_PAGES) };
        NonNull::new(memory.cast())
    }

    /// Gives it back.
    ///
    /// # Safety
    /// It was taken with this size, and nobody uses it any more.
    pub unsafe fn give_back(memory: NonNull<u8>, size: usize) {
        // SAFETY: as the caller says. It cannot fail for a whole mapping.
        let _ = unsafe { munmap(memory.as_ptr().cast(), size) };
    }
}

/// Where no more is known of the system.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod allocated {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    /// No more alignment than the allocator gives of itself: asked for a larger one, it would write the zeros instead
    /// of taking fresh pages.
    const ALIGNMENT: usize = 16;

    /// Zeroed memory of so many bytes, at least one; nothing if there is none.
    pub fn take(size: usize) -> Option<NonNull<u8>> {
        let layout = Layout::from_size_align(size, ALIGNMENT).ok()?;
        // SAFETY: the layout is not empty.
        NonNull::new(unsafe { alloc_zeroed(layout) })
    }

    /// Gives it back.
    ///
    /// # Safety
    /// It was taken with this size, and nobody uses it any more.
    pub unsafe fn give_back(memory: NonNull<u8>, size: usize) {
        if let Ok(layout) = Layout::from_size_align(size, ALIGNMENT) {
            // SAFETY: as the caller says, it was allocated with this layout.
            unsafe { dealloc(memory.as_ptr(), layout) }
        }
    }
}
