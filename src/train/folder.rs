//! Where the workshop keeps its data: games and weights in the making, outside the repository.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;

/// The folder for one game, made if it is not there: `$FORGE_DATA`, else `brightsword/forge` in the user's data folder as
/// the XDG specification has it.
pub fn of_game(game: &str) -> anyhow::Result<PathBuf> {
    let folder = base()?.join(game);
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the data folder {}", folder.display()))?;
    Ok(folder)
}

fn base() -> anyhow::Result<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = named("FORGE_DATA") {
        return Ok(folder.into());
    }
    let shared = named("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(named("HOME")?).join(".local/share")));
    let shared = shared.context("expected a data folder in FORGE_DATA, XDG_DATA_HOME or HOME")?;
    Ok(shared.join("brightsword").join("forge"))
}
