//! Data that the program carries or is given, packed so that no damaged or foreign file is taken for it: a magic word that
//! names the kind, the length and the checksum (CRC-32) of the contents, and the contents packed with Zstandard.

use std::io::Read as _;

use ruzstd::decoding::StreamingDecoder;
use thiserror::Error;

/// The magic word: what kind of data this is, and in which version.
pub type Magic = [u8; 8];

/// Bytes before the packed contents: magic, length, checksum, all with the low byte first.
const HEAD: usize = 16;

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

/// The contents of a capsule of this kind, which must be `length` bytes. Never takes much more memory than that, whatever
/// the file claims.
pub fn open(bytes: &[u8], magic: Magic, length: usize) -> Result<Vec<u8>, CapsuleError> {
    let foreign = || CapsuleError::Foreign {
        wanted: magic,
        found: bytes[..bytes.len().min(magic.len())].to_vec(),
    };
    let (head, packed) = bytes.split_first_chunk::<HEAD>().ok_or_else(foreign)?;
    let [
        m0,
        m1,
        m2,
        m3,
        m4,
        m5,
        m6,
        m7,
        l0,
        l1,
        l2,
        l3,
        c0,
        c1,
        c2,
        c3,
    ] = *head;
    if [m0, m1, m2, m3, m4, m5, m6, m7] != magic {
        return Err(foreign());
    }
    let said = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
    let wanted = u32::from_le_bytes([c0, c1, c2, c3]);
    if said != length {
        return Err(CapsuleError::Length {
            wanted: length,
            found: said,
        });
    }
    let packing = |error: &dyn std::fmt::Display| CapsuleError::Packing(error.to_string());
    let decoder = StreamingDecoder::new(packed).map_err(|error| packing(&error))?;
    let mut contents = Vec::with_capacity(length + 1);
    // One byte more shows that there is too much.
    decoder
        .take(length as u64 + 1)
        .read_to_end(&mut contents)
        .map_err(|error| packing(&error))?;
    if contents.len() != length {
        return Err(CapsuleError::Length {
            wanted: length,
            found: contents.len(),
        });
    }
    let found = crc32fast::hash(&contents);
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
        open(bytes, *b"BStest01", 5).unwrap_err().to_string()
    }

    #[test]
    fn gives_back_what_was_packed() {
        let bytes = capsule(b"hello", 5, crc32fast::hash(b"hello"));
        assert_eq!(open(&bytes, *b"BStest01", 5), Ok(b"hello".to_vec()));
    }

    #[cfg(feature = "forge")]
    #[test]
    fn opens_what_it_seals() {
        let bytes = seal(b"hello", *b"BStest01").unwrap();
        assert_eq!(open(&bytes, *b"BStest01", 5), Ok(b"hello".to_vec()));
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
        broken.truncate(16);
        assert!(refusal(&broken).starts_with("expected contents packed with Zstandard, found "));
    }
}
