//! Compresses messages to a client.

use flate2::{Compress, Compression, FlushCompress};

/// Messages to one client as a single stream of DEFLATE without a header, so that each message refers to earlier ones.
/// Each message is a line of text, and its bytes end at a byte from which the client can read the whole line.
pub(crate) struct MessageStream {
    state: Compress,
}

impl Default for MessageStream {
    fn default() -> MessageStream {
        // Level 4 makes a tenth more bytes of a beginning than level 6, and lets 1,000 clients return in 2.9 instead of 3.4 s.
        MessageStream { state: Compress::new(Compression::new(4), false) }
    }
}

impl MessageStream {
    /// Returns the next bytes of the stream, which contain a message without a line break.
    pub(crate) fn compress(&mut self, message: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(message.len() / 2 + 64);
        self.add(message.as_bytes(), FlushCompress::None, &mut bytes);
        self.add(b"\n", FlushCompress::Sync, &mut bytes);
        bytes
    }

    fn add(&mut self, mut input: &[u8], flush: FlushCompress, bytes: &mut Vec<u8>) {
        loop {
            if bytes.len() == bytes.capacity() {
                bytes.reserve(bytes.len().max(64));
            }
            let before = self.state.total_in();
            let added = self.state.compress_vec(input, bytes, flush);
            added.unwrap_or_else(|error| unreachable!("compression in memory: {error}"));
            input = &input[(self.state.total_in() - before) as usize..];
            // Space that is left shows that nothing waits.
            if input.is_empty() && bytes.len() < bytes.capacity() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn each_message_can_be_read_as_soon_as_it_arrives() {
        let messages: Vec<String> =
            (0..200).map(|n: u64| format!("{n} {}", "tile ö ".repeat((n * 37 % 1009) as usize))).collect();
        let (mut stream, mut so_far) = (MessageStream::default(), Vec::new());
        let (mut raw, mut read) = (0, 0);
        for message in &messages {
            so_far.extend(stream.compress(message));
            raw += message.len() + 1;
            let mut text = vec![0; raw];
            flate2::read::DeflateDecoder::new(&so_far[..]).read_exact(&mut text).expect("the whole message");
            assert_eq!(&text[read..raw - 1], message.as_bytes());
            assert_eq!(text[raw - 1], b'\n');
            read = raw;
        }
        assert!(so_far.len() < raw / 20, "{} of {raw}", so_far.len());
    }
}
