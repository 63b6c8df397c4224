//! Reads the orientation from EXIF data, and no other value.

use image::metadata::Orientation;

/// Number of the tag that contains the orientation.
const ORIENTATION: u16 = 0x0112;

/// Returns the orientation that EXIF data declare; data that cannot be read declare none.
pub(crate) fn orientation(exif: &[u8]) -> Orientation {
    declared(exif).and_then(Orientation::from_exif).unwrap_or(Orientation::NoTransforms)
}

/// Returns the number of the orientation, from 1 to 8; `None` if the data contain none.
fn declared(exif: &[u8]) -> Option<u8> {
    let is_little = match exif.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes: [u8; 2] = exif.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let long = |at: usize| {
        let bytes: [u8; 4] = exif.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    };
    let directory = usize::try_from(long(4)?).ok()?;
    let count = usize::from(short(directory)?);
    let mut entries = (0..count).map(|number| directory.checked_add(2 + 12 * number));
    let entry = entries.find(|at| at.and_then(short) == Some(ORIENTATION))??;
    u8::try_from(short(entry.checked_add(8)?)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orientations_are_read_in_both_byte_orders() {
        let little = b"II*\0\x08\0\0\0\x02\0\x00\x01\x03\0\x01\0\0\0\x09\0\0\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0";
        assert_eq!(orientation(little), Orientation::Rotate90);
        assert_eq!(orientation(big), Orientation::Rotate270);
        // Data that are cut off or point outside of themselves declare no orientation.
        for length in 0..little.len() - 3 {
            assert_eq!(orientation(&little[..length]), Orientation::NoTransforms, "{length}");
        }
        assert_eq!(orientation(b"II*\0\xff\xff\xff\xff\x02\0"), Orientation::NoTransforms);
    }
}
