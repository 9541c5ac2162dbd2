//! Large pages for tables that are filled at once: a page fault for 2 MiB in place of 512.

#![expect(unsafe_code, reason = "advice to the system about memory")]

/// Asks the system to back this memory with large pages, where it can; only a wish, so failure is no error.
///
/// The pages should not have been touched yet. Nothing for memory that is touched bit by bit while a clock runs: each first
/// touch then waits for 2 MiB to be wiped.
#[cfg_attr(
    not(target_os = "linux"),
    expect(unused_variables, reason = "no such advice there")
)]
pub fn prefer_large<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        // Advice is about whole pages; those at the ends may be shared with others, whom it does not harm.
        const PAGE: usize = 4096;
        let start = memory.as_mut_ptr().addr().next_multiple_of(PAGE);
        let end = (memory.as_mut_ptr().addr() + size_of_val(memory)) / PAGE * PAGE;
        if start < end {
            let at = memory.as_mut_ptr().with_addr(start).cast();
            // SAFETY: the pages from `start` to `end` lie within `memory`, and this advice changes nothing in them.
            let _ = unsafe { madvise(at, end - start, Advice::LinuxHugepage) };
        }
    }
}
