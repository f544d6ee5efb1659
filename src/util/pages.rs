//! Large zeroed memory, in fresh pages of the system that are touched only when they are used.

#[cfg(not(target_os = "linux"))]
pub use allocated::{give_back, take};
#[cfg(target_os = "linux")]
pub use mapped::{give_back, take};

/// Asked of the system itself. The allocator would keep a block of some MiB that is given back, and put other things
/// between such blocks: after many changes of a table's size the process would hold several tables' worth.
#[cfg(target_os = "linux")]
mod mapped {
    use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};
    use std::ptr::{self, NonNull};

    /// Zeroed memory of so many bytes, at least one; nothing if there is none.
    pub fn take(size: usize) -> Option<NonNull<u8>> {
        // SAFETY: a new mapping, wherever the system likes, changes nothing that is there.
        let memory =
            unsafe { mmap_anonymous(ptr::null_mut(), size, ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE) };
        let memory = memory.ok()?;
        // Large pages cost fewer look-ups of addresses, and most accesses to a table are to pages not seen for a while.
        // SAFETY: the range is that of the mapping, and this advice changes no content. If it is refused, all goes on
        // as before.
        let _ = unsafe { madvise(memory, size, Advice::LinuxHugepage) };
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
#[cfg(not(target_os = "linux"))]
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
