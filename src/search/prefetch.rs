//! A hint to the processor's cache; without effect on results.
#![allow(unsafe_code, reason = "the prefetch intrinsic takes a raw pointer")]

/// Fetches the cache line at `address`, which need not be valid.
#[inline(always)]
pub(crate) fn read<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
