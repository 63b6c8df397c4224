//! Serves the socket of a client.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde::Deserialize;
use tilewright_table::{ConnectionId, Outgoing, PROTOCOL};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{interval, timeout};

use crate::compress::MessageStream;
use crate::limits::{HELLO, MessageRate, PING, SILENCE, WAITING};
use crate::server::HostState;
use crate::worker::Work;

/// Code of a connection that broke a rule of the host.
const POLICY: u16 = 1008;

/// First message of a client.
#[derive(Deserialize)]
struct Hello {
    t: String,
    v: u32,
    token: String,
    /// True if the client reads compressed messages.
    #[serde(default)]
    z: bool,
}

/// Connected client.
struct Greeted {
    /// Messages to the client.
    messages: mpsc::Receiver<Outgoing>,
    /// Compression of these messages; `None` for plain texts.
    stream: Option<MessageStream>,
}

/// Serves a client until its connection ends.
pub(crate) async fn serve(mut socket: WebSocket, state: Arc<HostState>, table: String, address: IpAddr) {
    if !state.visitors.enter(address) {
        refuse(&mut socket, "busy").await;
        return;
    }
    let id = state.next_connection();
    match greet(&mut socket, &state, &table, id).await {
        Ok(greeted) => {
            talk(&mut socket, &state, &table, id, greeted).await;
            state.send(&table, Work::Disconnect { table: table.clone(), id });
        }
        Err(code) => {
            if code == "wrong_link" {
                state.visitors.note_wrong(address);
            }
            refuse(&mut socket, code).await;
        }
    }
    state.visitors.leave(address);
}

/// Waits for the first message, and connects the client. Returns the connected client, or the code of a refusal.
async fn greet(
    socket: &mut WebSocket,
    state: &HostState,
    table: &str,
    id: ConnectionId,
) -> Result<Greeted, &'static str> {
    let first = timeout(HELLO, socket.recv()).await.ok().flatten().and_then(Result::ok);
    let Some(Message::Text(text)) = first else { return Err("no_hello") };
    let hello: Hello = serde_json::from_str(&text).map_err(|_| "no_hello")?;
    if hello.t != "hello" {
        return Err("no_hello");
    }
    if hello.v != PROTOCOL {
        return Err("version");
    }
    let (to, messages) = mpsc::channel(WAITING);
    let (done, connected) = oneshot::channel();
    state.send(table, Work::Connect { table: table.to_owned(), id, token: hello.token, to, done });
    connected.await.map_err(|_| "unavailable")??;
    Ok(Greeted { messages, stream: hello.z.then(MessageStream::default) })
}

async fn refuse(socket: &mut WebSocket, code: &str) {
    let told = format!("{{\"t\":\"refused\",\"code\":\"{code}\",\"text\":\"\"}}");
    // The client may be gone.
    drop(socket.send(Message::text(told)).await);
    close(socket, code).await;
}

async fn close(socket: &mut WebSocket, why: &str) {
    let frame = CloseFrame { code: POLICY, reason: why.into() };
    drop(socket.send(Message::Close(Some(frame))).await);
}

/// Passes messages in both directions.
async fn talk(socket: &mut WebSocket, state: &HostState, table: &str, id: ConnectionId, greeted: Greeted) {
    let Greeted { mut messages, mut stream } = greeted;
    let mut rate = MessageRate::new(Instant::now());
    let mut pings = interval(PING);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            message = messages.recv() => {
                let Some(message) = message else { return };
                let sent = match &mut stream {
                    Some(stream) => Message::binary(stream.compress(&message.text)),
                    None => Message::text(message.text),
                };
                if socket.send(sent).await.is_err() {
                    return;
                }
                if message.ends {
                    close(socket, "closed").await;
                    return;
                }
            }
            received = socket.recv() => {
                let Some(Ok(received)) = received else { return };
                heard = Instant::now();
                match received {
                    Message::Text(text) => {
                        if !rate.take(heard) {
                            close(socket, "too many messages").await;
                            return;
                        }
                        state.send(table, Work::Receive { table: table.to_owned(), id, text: text.to_string() });
                    }
                    Message::Binary(_) => {
                        close(socket, "not text").await;
                        return;
                    }
                    Message::Close(_) => return,
                    Message::Ping(_) | Message::Pong(_) => {
                        if !rate.take(heard) {
                            return;
                        }
                    }
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE || socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
            }
        }
    }
}
