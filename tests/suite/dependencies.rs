//! The packages used directly are the ones agreed upon: none comes in unnoticed.

use std::process::Command;

use serde_json::Value;

const ENGINE: [&str; 25] = [
    "anyhow",
    "arrayvec",
    "bytemuck",
    "clap",
    "crc32fast",
    "ctrlc",
    "env_logger",
    "indicatif",
    "log",
    "nom",
    "rand_core",
    "rand_xoshiro",
    "rayon",
    "rustix",
    "ruzstd",
    "serde",
    "serde_json",
    "shell-words",
    "signal-hook",
    "statrs",
    "strsim",
    "tempfile",
    "thiserror",
    "toml",
    "zstd",
];
const TESTS: [&str; 4] = ["criterion", "libloading", "proptest", "syn"];

/// The names of the direct dependencies of one kind; the ordinary kind is `null`.
fn names(package: &Value, kind: Option<&str>) -> Vec<String> {
    let all = package["dependencies"].as_array().expect("a list");
    let mut names: Vec<String> = all
        .iter()
        .filter(|dependency| dependency["kind"].as_str() == kind)
        .map(|dependency| dependency["name"].as_str().expect("a name").to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn direct_packages_are_the_agreed_ones() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success());
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    assert_eq!(packages.len(), 1, "one package");
    let package = &packages[0];
    assert_eq!(package["license"], "MIT OR Apache-2.0");
    assert_eq!(names(package, None), ENGINE);
    assert_eq!(names(package, Some("dev")), TESTS);
    assert_eq!(names(package, Some("build")), [""; 0]);
}
