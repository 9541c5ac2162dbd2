//! Matches and tournaments: the real program against engines that misbehave, and the arithmetic behind the reports.

mod clocks;
mod configuration;
mod faults;
mod house;
mod matches;
mod rating;
mod resume;
mod simulation;
mod statistics;
