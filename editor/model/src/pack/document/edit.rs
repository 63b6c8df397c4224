//! Follows positions in texts that other programs change.

/// Returns the new offset of a byte after another program has changed the text: in the same line, at the same column or
/// at the end of a shorter line. If the line was replaced, the offset is in the first of the new lines.
pub fn follow_position(before: &str, after: &str, at: usize) -> usize {
    let head = before.get(..at).unwrap_or(before);
    let (line, column) = (head.matches('\n').count(), head.len() - head.rfind('\n').map_or(0, |end| end + 1));
    let patch = diffy::create_patch(before, after);
    // Lines of both texts that the patch has passed.
    let (mut old, mut new) = (0, 0);
    let mut found = None;
    for hunk in patch.hunks() {
        let first = hunk.old_range().start().saturating_sub(1);
        if line < first {
            break;
        }
        (old, new) = (first, hunk.new_range().start().saturating_sub(1));
        for changed in hunk.lines() {
            let is_here = found.is_none() && old == line;
            match changed {
                diffy::Line::Insert(_) => new += 1,
                diffy::Line::Context(_) => {
                    found = if is_here { Some(new) } else { found };
                    (old, new) = (old + 1, new + 1);
                }
                diffy::Line::Delete(_) => {
                    found = if is_here { Some(new) } else { found };
                    old += 1;
                }
            }
        }
    }
    let line = found.unwrap_or_else(|| line.saturating_sub(old) + new);
    let start = after.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
    let rest = after[start..].split('\n').next().unwrap_or_default();
    let mut column = column.min(rest.len());
    while !rest.is_char_boundary(column) {
        column -= 1;
    }
    start + column
}
