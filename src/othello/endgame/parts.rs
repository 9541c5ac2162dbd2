//! The parts of the solver that make it fast and must not make it different. A unit test may switch one of them off; in
//! every other build they are always on and the question costs nothing.

/// A part that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Both transposition tables.
    Tables,
    /// Cut-offs by stable discs.
    Stability,
    /// The order of moves.
    Ordering,
}

/// Whether a part is in use.
#[cfg(not(test))]
#[inline(always)]
pub(crate) const fn in_use(_: Part) -> bool {
    true
}

#[cfg(test)]
thread_local! {
    static LEFT_OUT: std::cell::Cell<Option<Part>> = const { std::cell::Cell::new(None) };
}

/// Whether a part is in use on this thread.
#[cfg(test)]
pub(crate) fn in_use(part: Part) -> bool {
    LEFT_OUT.get() != Some(part)
}

/// Runs `work` without one of the parts.
#[cfg(test)]
pub(crate) fn without<T>(part: Part, work: impl FnOnce() -> T) -> T {
    LEFT_OUT.set(Some(part));
    let result = work();
    LEFT_OUT.set(None);
    result
}
