//! Large zeroed memory, in fresh pages of the system: there is no memory behind a page before it is written to.

#[cfg(not(target_os = "linux"))]
pub use allocated::{ALIGNMENT, give_back, resize, take};
#[cfg(target_os = "linux")]
pub use mapped::{ALIGNMENT, give_back, resize, take};

/// Asked of the system itself. The allocator would keep a block of some MiB that is given back, and put other things
/// between such blocks: after many changes of a table's size the process would hold several tables' worth.
#[cfg(target_os = "linux")]
mod mapped {
    use rustix::mm::{Advice, MapFlags, MremapFlags, ProtFlags, madvise, mmap_anonymous, mremap, munmap};
    use std::ptr::{self, NonNull};

    /// What begins at a multiple of this lies in as few large pages as possible. Bytes.
    pub const ALIGNMENT: usize = 2 << 20;

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

    /// Gives it another size and perhaps another place. Returns nothing if the system refuses it: then nothing has
    /// changed. Afterwards there is no memory behind any page, if the system does as it is advised.
    ///
    /// # Safety
    /// It was taken with the old size, and what was at the old place is used no more.
    pub unsafe fn resize(memory: NonNull<u8>, old: usize, new: usize) -> Option<NonNull<u8>> {
        // SAFETY: the range is that of the mapping, and as the caller says nothing refers to it afterwards.
        let memory = unsafe { mremap(memory.as_ptr().cast(), old, new, MremapFlags::MAYMOVE) }.ok()?;
        // Large pages are split when they move to where none can begin.
        // SAFETY: the range is that of the mapping, whose content nothing refers to.
        let _ = unsafe { madvise(memory, new, Advice::LinuxDontNeed) };
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

    /// A cache line. Bytes.
    pub const ALIGNMENT: usize = 64;

    /// No more alignment than the allocator gives of itself: asked for a larger one, it would write the zeros instead
    /// of taking fresh pages. Bytes.
    const ALLOCATED: usize = 16;

    /// Zeroed memory of so many bytes, at least one; nothing if there is none.
    pub fn take(size: usize) -> Option<NonNull<u8>> {
        let layout = Layout::from_size_align(size, ALLOCATED).ok()?;
        // SAFETY: the layout is not empty.
        NonNull::new(unsafe { alloc_zeroed(layout) })
    }

    /// Gives it another size and another place. Returns nothing if there is no memory: then nothing has changed.
    ///
    /// # Safety
    /// It was taken with the old size, and what was at the old place is used no more.
    pub unsafe fn resize(memory: NonNull<u8>, old: usize, new: usize) -> Option<NonNull<u8>> {
        // The two never stand in memory side by side: nothing is written to the new one before the old one is gone.
        let resized = take(new)?;
        // SAFETY: as the caller says.
        unsafe { give_back(memory, old) };
        Some(resized)
    }

    /// Gives it back.
    ///
    /// # Safety
    /// It was taken with this size, and nobody uses it any more.
    pub unsafe fn give_back(memory: NonNull<u8>, size: usize) {
        if let Ok(layout) = Layout::from_size_align(size, ALLOCATED) {
            // SAFETY: as the caller says, it was allocated with this layout.
            unsafe { dealloc(memory.as_ptr(), layout) }
        }
    }
}
