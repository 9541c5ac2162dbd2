//! Data that the program carries or is given, packed so that no damaged or foreign file is taken for it: a magic word that
//! names the kind, the length and the checksum (CRC-32) of the contents, and the contents packed with Zstandard.

use std::io::Read as _;

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use thiserror::Error;

/// The magic word: what kind of data this is, and in which version.
pub type Magic = [u8; 8];

/// The largest window that a packed file may ask for, in bytes: what the specification of Zstandard (RFC 8878) wants every
/// reader to have, and what [`seal`] asks for. A reader fills it before it gives anything away.
const WINDOW: u64 = 8 << 20;

/// Why bytes are not what they should be.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CapsuleError {
    /// The beginning names another kind of data or another version.
    #[error("expected the beginning {:?}, found {:?}", wanted.escape_ascii().to_string(), found.escape_ascii().to_string())]
    Foreign {
        /// The magic word that was wanted.
        wanted: Magic,
        /// What stands there.
        found: Vec<u8>,
    },
    /// The contents have another length than the reader takes or the head says.
    #[error("expected {wanted} bytes of contents, found {found}")]
    Length {
        /// What was wanted.
        wanted: usize,
        /// What there is.
        found: usize,
    },
    /// The packed contents cannot be unpacked.
    #[error("expected contents packed with Zstandard, found {0}")]
    Packing(String),
    /// The contents are not what was packed.
    #[error("expected contents with the checksum {wanted:08x}, found {found:08x}")]
    Checksum {
        /// What the head says.
        wanted: u32,
        /// That of the contents.
        found: u32,
    },
}

/// The contents of a capsule of this kind: after the magic word their length and checksum, the low byte first, then what
/// Zstandard made of them. Whatever the file claims, no more is unpacked than `LENGTH` bytes and a window of 8 MiB.
pub fn open<const LENGTH: usize>(
    bytes: &[u8],
    magic: Magic,
) -> Result<Box<[u8; LENGTH]>, CapsuleError> {
    let foreign = || CapsuleError::Foreign {
        wanted: magic,
        found: bytes[..bytes.len().min(magic.len())].to_vec(),
    };
    let length = |found| CapsuleError::Length {
        wanted: LENGTH,
        found,
    };
    let packing = |error: &dyn std::fmt::Display| CapsuleError::Packing(error.to_string());
    let rest = bytes.strip_prefix(&magic).ok_or_else(foreign)?;
    let ended = || packing(&"the end");
    let (said, rest) = rest.split_first_chunk().ok_or_else(ended)?;
    let (wanted, packed) = rest.split_first_chunk().ok_or_else(ended)?;
    let (said, wanted) = (u32::from_le_bytes(*said), u32::from_le_bytes(*wanted));
    if said as usize != LENGTH {
        return Err(length(said as usize));
    }
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(WINDOW);
    let decoder = StreamingDecoder::new_with_decoder(packed, decoder);
    let decoder = decoder.map_err(|error| packing(&error))?;
    let mut contents = Vec::with_capacity(LENGTH + 1);
    // One byte more shows that there is too much.
    decoder
        .take(LENGTH as u64 + 1)
        .read_to_end(&mut contents)
        .map_err(|error| packing(&error))?;
    let contents: Box<[u8; LENGTH]> = contents
        .try_into()
        .map_err(|contents: Vec<u8>| length(contents.len()))?;
    let found = crc32fast::hash(contents.as_slice());
    if found != wanted {
        return Err(CapsuleError::Checksum { wanted, found });
    }
    Ok(contents)
}

/// Packs contents of less than 4 GiB.
#[cfg(feature = "forge")]
pub fn seal(contents: &[u8], magic: Magic) -> std::io::Result<Vec<u8>> {
    let length = u32::try_from(contents.len()).map_err(std::io::Error::other)?;
    let mut bytes = magic.to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(crc32fast::hash(contents).to_le_bytes());
    bytes.extend(zstd::encode_all(contents, 19)?);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame of Zstandard with these bytes as they are.
    fn plain(contents: &[u8]) -> Vec<u8> {
        let length = u32::try_from(contents.len()).unwrap();
        let mut frame = 0xfd2f_b528_u32.to_le_bytes().to_vec();
        frame.push(0xa0);
        frame.extend(length.to_le_bytes());
        // The last block, unpacked.
        frame.extend(&(1 | length << 3).to_le_bytes()[..3]);
        frame.extend(contents);
        frame
    }

    fn capsule(contents: &[u8], length: u32, checksum: u32) -> Vec<u8> {
        let mut bytes = b"BStest01".to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(plain(contents));
        bytes
    }

    fn refusal(bytes: &[u8]) -> String {
        open::<5>(bytes, *b"BStest01").unwrap_err().to_string()
    }

    #[test]
    fn gives_back_what_was_packed() {
        let bytes = capsule(b"hello", 5, crc32fast::hash(b"hello"));
        assert_eq!(open(&bytes, *b"BStest01"), Ok(Box::new(*b"hello")));
    }

    #[cfg(feature = "forge")]
    #[test]
    fn opens_what_it_seals() {
        let bytes = seal(b"hello", *b"BStest01").unwrap();
        assert_eq!(open(&bytes, *b"BStest01"), Ok(Box::new(*b"hello")));
    }

    #[test]
    fn a_large_window_is_refused() {
        // A frame without a length that asks for a window of 16 MiB, and a block that says one byte five times.
        let mut bytes = b"BStest01".to_vec();
        bytes.extend(5_u32.to_le_bytes());
        bytes.extend(crc32fast::hash(b"aaaaa").to_le_bytes());
        bytes.extend(0xfd2f_b528_u32.to_le_bytes());
        let window = bytes.len() + 1;
        bytes.extend([0, 14 << 3, 0b011 | 5 << 3, 0, 0, b'a']);
        assert!(refusal(&bytes).starts_with("expected contents packed with Zstandard, found "));
        bytes[window] = 13 << 3;
        assert_eq!(open(&bytes, *b"BStest01"), Ok(Box::new(*b"aaaaa")));
    }

    #[test]
    fn says_what_is_wrong() {
        let sum = crc32fast::hash(b"hello");
        assert_eq!(
            refusal(b"PNG"),
            r#"expected the beginning "BStest01", found "PNG""#
        );
        assert_eq!(
            refusal(&[b"BStest02".as_slice(), &[0; 8]].concat()),
            r#"expected the beginning "BStest01", found "BStest02""#
        );
        assert_eq!(
            refusal(&capsule(b"hello", 6, sum)),
            "expected 5 bytes of contents, found 6"
        );
        assert_eq!(
            refusal(&capsule(b"hell", 5, sum)),
            "expected 5 bytes of contents, found 4"
        );
        assert_eq!(
            refusal(&capsule(b"jello", 5, sum)),
            "expected contents with the checksum 3610a686, found 4cd0f5e6"
        );
        let mut broken = capsule(b"hello", 5, sum);
        broken[16] = 0;
        assert!(refusal(&broken).starts_with("expected contents packed with Zstandard, found "));
        for length in 8..16 {
            assert_eq!(
                refusal(&broken[..length]),
                "expected contents packed with Zstandard, found the end"
            );
        }
        broken.truncate(16);
        assert!(refusal(&broken).starts_with("expected contents packed with Zstandard, found "));
    }
}
