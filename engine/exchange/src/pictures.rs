//! Checks the paths of pictures in imported files: they stay below the folder of the file, and valid in packs.

/// Endings of pictures that packs can show.
const ENDINGS: [&str; 5] = [".png", ".jpg", ".jpeg", ".webp", ".svg"];
/// Maximum length of a path, in bytes.
const MAX_PATH: usize = 100;
/// Maximum number of folders in a path.
const MAX_FOLDERS: usize = 4;

/// Returns the path of a picture with forward slashes, without `.` and with `..` resolved.
///
/// # Errors
/// The path leads out of the folder, is too long, or is not a picture; the reason continues "the picture `…` ".
pub(crate) fn picture_path(written: &str) -> Result<String, &'static str> {
    let path = written.trim().replace('\\', "/");
    let is_drive = path.as_bytes().get(1) == Some(&b':');
    if path.starts_with('/') || is_drive || path.contains("://") {
        return Err("is not below the folder of the file");
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return Err("is not below the folder of the file");
                }
            }
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    if path.len() > MAX_PATH || parts.len() > MAX_FOLDERS + 1 {
        return Err("has too long a path");
    }
    let lower = path.to_lowercase();
    if !ENDINGS.iter().any(|ending| lower.ends_with(ending) && lower.len() > ending.len()) {
        return Err("is not a PNG, JPEG, WebP or SVG file");
    }
    if path.chars().any(|letter| letter.is_control() || "<>:\"|?*".contains(letter)) {
        return Err("has a name that is not valid on all systems");
    }
    Ok(path)
}

/// Returns the path of a picture within the folder `art` of a pack: letters, digits and the signs `_`, `-`, `.`.
pub(crate) fn art_path(path: &str) -> String {
    let plain = |letter: char| match letter {
        '/' | '.' | '-' | '_' => letter,
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '_',
    };
    let mut plain: String = path.chars().map(plain).collect();
    if let Some(dot) = plain.rfind('.') {
        let ending = plain[dot..].to_lowercase();
        plain.replace_range(dot.., &ending);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below_the_folder() {
        for (written, path) in [
            ("bay.png", "bay.png"),
            ("./img\\bay.PNG", "img/bay.PNG"),
            ("img/../bay.svg", "bay.svg"),
            (" a b.webp ", "a b.webp"),
        ] {
            assert_eq!(picture_path(written).as_deref(), Ok(path));
        }
        for written in [
            "/etc/bay.png",
            "../bay.png",
            "a/../../bay.png",
            "C:\\bay.png",
            "http://a/b.png",
            "bay.txt",
            ".png",
            "a:b.png",
            "",
        ] {
            assert!(picture_path(written).is_err(), "{written}");
        }
        assert!(picture_path(&format!("{}.png", "x".repeat(500))).is_err());
        assert_eq!(art_path("img/Große Bay.PNG"), "img/Gro_e_Bay.png");
    }
}
