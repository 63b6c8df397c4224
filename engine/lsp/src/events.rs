//! Defines the events that the loop of the server waits for, and the thread that reads messages.

use std::io::BufRead;
use std::sync::mpsc::SyncSender;

use crate::checker::Checked;
use crate::frames::{FrameError, read_message};
use crate::protocol::Message;
use crate::test_runs::TestsEnded;

/// Event that the loop of the server handles.
pub(crate) enum ServerEvent {
    /// Message of the client.
    Message(Message),
    /// End of the stream, with the error that ended it.
    End(Option<FrameError>),
    /// Result of a check.
    Checked(Box<Checked>),
    /// Result of a run of tests.
    Tested(TestsEnded),
}

/// Number of events that may wait; a client that sends more has to wait itself.
pub(crate) const WAITING: usize = 256;

/// Starts a thread that reads messages until the end of the stream or the first error.
pub(crate) fn read_messages(mut input: impl BufRead + Send + 'static, events: SyncSender<ServerEvent>) {
    std::thread::spawn(move || {
        loop {
            let event = match read_message(&mut input) {
                Ok(Some(message)) => ServerEvent::Message(message),
                Ok(None) => ServerEvent::End(None),
                Err(error) => ServerEvent::End(Some(error)),
            };
            let is_end = matches!(event, ServerEvent::End(_));
            if events.send(event).is_err() || is_end {
                return;
            }
        }
    });
}
