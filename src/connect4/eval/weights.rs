//! The weights that the program carries, and the file they come in.

use std::sync::LazyLock;

use super::network::Network;
use crate::base::capsule::{self, CapsuleError, Magic};

/// The kind of the file and its version.
pub(crate) const MAGIC: Magic = *b"BSfour01";

/// What the program plays Four in Line with; `four-in-line.json` beside the file says where it comes from.
static EMBEDDED: &[u8] = include_bytes!("four-in-line.weights");

impl Network {
    /// The weights that the program carries.
    ///
    /// # Panics
    /// Never: a test opens what is embedded.
    pub(crate) fn embedded() -> &'static Self {
        static NETWORK: LazyLock<Network> =
            LazyLock::new(|| Network::open(EMBEDDED).expect("the file that was built in is whole"));
        &NETWORK
    }

    /// The weights of a file.
    pub fn open(file: &[u8]) -> Result<Self, CapsuleError> {
        Ok(Self::from_bytes(&*capsule::open(file, MAGIC)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_speaks_of_these_weights() {
        let manifest = include_str!("four-in-line.json");
        let manifest: serde_json::Value = serde_json::from_str(manifest).unwrap();
        let contents = capsule::open::<{ Network::BYTES }>(EMBEDDED, MAGIC).unwrap();
        assert_eq!(manifest["bytes"], contents.len());
        let checksum = format!("{:08x}", crc32fast::hash(contents.as_slice()));
        assert_eq!(manifest["crc32"], checksum);
    }

    #[test]
    fn damaged_files_are_refused() {
        let contents = capsule::open::<{ Network::BYTES }>(EMBEDDED, MAGIC).unwrap();
        for place in (0..EMBEDDED.len()).step_by(97).chain(0..24) {
            let mut file = EMBEDDED.to_vec();
            file[place] ^= 1 << (place % 8);
            // Not every bit of a packed frame counts; what is read in spite of damage is what was packed.
            if let Ok(read) = capsule::open::<{ Network::BYTES }>(&file, MAGIC) {
                assert!(read == contents && place >= 16, "byte {place}");
            }
            assert!(Network::open(&EMBEDDED[..place]).is_err());
        }
        assert!(Network::open(b"").is_err());
    }
}
