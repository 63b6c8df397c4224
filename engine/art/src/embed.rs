//! Embeds pictures in documents that consist of text.

use crate::bitmap::Bitmap;

/// Returns the address of a picture that contains the picture itself: its JPEG file if it has one, otherwise a PNG file.
pub fn data_uri(bitmap: &Bitmap) -> String {
    match bitmap.jpeg() {
        Some(jpeg) => format!("data:image/jpeg;base64,{}", base64(jpeg)),
        None => format!("data:image/png;base64,{}", base64(&bitmap.png())),
    }
}

/// Encodes bytes in base 64.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let value = (0..3).fold(0u32, |sum, at| sum << 8 | u32::from(three.get(at).copied().unwrap_or_default()));
        for digit in 0..4 {
            let shift = 18 - 6 * digit;
            let is_padding = digit > three.len();
            text.push(if is_padding { '=' } else { char::from(DIGITS[(value >> shift & 63) as usize]) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_encoded_with_padding() {
        let encoded = ["", "f", "fo", "foo", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYmFy"]);
    }

    #[test]
    fn jpeg_files_are_embedded_unchanged() {
        let bitmap = || Bitmap::new(1, 1, vec![1, 2, 3, 255]).unwrap();
        assert_eq!(data_uri(&bitmap().with_jpeg(b"foo".to_vec())), "data:image/jpeg;base64,Zm9v");
        assert!(data_uri(&bitmap()).starts_with("data:image/png;base64,iVBORw0KGgo"));
    }
}
