//! Making games batch by batch, so that nothing but the last batch is lost where it is broken off.

use std::path::Path;

use rayon::prelude::*;

use super::games::{Game, Writer};
use super::thinker::Thinker;
use crate::train::progress;

/// Items that are worked on before their games are written.
const BATCH: usize = 256;

/// Items, numbered from 0, and what comes of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Items {
    /// What they are called.
    pub name: &'static str,
    /// How many there are.
    pub count: usize,
    /// Games that each of them gives.
    pub games: usize,
    /// Memory for the table of each thread's searches, in MiB.
    pub hash: usize,
}

/// Writes the games of all items in their order, from where the file ends; `make` gives those of an item, which depend on nothing but
/// its number.
pub(super) fn make<G: IntoIterator<Item = Game> + Send>(
    out: &Path,
    items: Items,
    threads: usize,
    make: impl Fn(&mut Thinker, usize) -> G + Sync,
) -> anyhow::Result<()> {
    let (mut writer, records) = Writer::open(out)?;
    let mut done = records / items.games;
    // The games of an item that was not written as a whole are written again.
    writer.keep(done * items.games)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let progress = progress::bar(items.name, items.count as u64)?;
    progress.set_position(done as u64);
    progress.reset_eta();
    while done < items.count {
        let batch = done..(done + BATCH).min(items.count);
        let games: Vec<G> = pool.install(|| {
            batch
                .clone()
                .into_par_iter()
                .map_init(
                    || Thinker::new(items.hash),
                    |thinker, number| {
                        // What other items left in the tables must not change this one.
                        thinker.new_game();
                        make(thinker, number)
                    },
                )
                .collect()
        });
        for game in games.into_iter().flatten() {
            writer.write(&game)?;
        }
        writer.flush()?;
        done = batch.end;
        progress.set_position(done as u64);
    }
    progress.finish_and_clear();
    log::warn!("{}: {done} {}", out.display(), items.name);
    Ok(())
}
