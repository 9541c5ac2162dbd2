//! Floor.
