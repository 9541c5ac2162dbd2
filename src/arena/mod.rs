//! Floor 7: engines play each other over pipes, under a referee that trusts none of them.
//!
//! Engines are child processes and nothing else is known of them: our own program is one like any other. What is generic over
//! the game goes through [`Game`](crate::game::Game) and [`ground::Ground`], which the floor above implements for each.
//!
//! | module | what it knows |
//! | --- | --- |
//! | [`process`], [`warden`] | children, their groups, their lines and their ends |
//! | [`tongue`] | languages, as a host speaks them; pure |
//! | [`table`] | one process of every engine, questions and answers within deadlines |
//! | [`referee`], [`clock`] | the rules, the clocks, who has lost and why |
//! | [`opening`], [`schedule`] | what is played, in which order |
//! | [`run`] | many games at once, one after the other |
//! | [`journal`], [`record`], [`folder`], [`verify`] | what is kept, and whether it is right |
//! | [`contest`] | a run of a contest, with lines and rules of its own |
//! | [`stats`], [`report`] | what it means |
//! | [`config`], [`limit`] | what was asked for |

mod backlog;
pub mod clock;
pub mod config;
pub mod contest;
pub mod engine;
pub mod folder;
pub mod ground;
pub mod journal;
pub mod limit;
pub mod opening;
pub mod process;
pub mod record;
pub mod referee;
pub mod report;
pub mod run;
pub mod schedule;
pub mod stats;
pub mod table;
pub mod tongue;
pub mod transcript;
pub mod verify;
pub mod warden;
mod watch;
