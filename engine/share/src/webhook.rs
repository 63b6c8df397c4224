//! Sends short texts to an address of a chat service.

use serde_json::json;
use ureq::Agent;
use ureq::http::header::CONTENT_TYPE;

use crate::error::{ShareError, Shared};
use crate::web::{Patience, new_agent, to_share_error};

/// Address of a chat service that takes texts. The part of the address after the host is a secret, so that errors do not
/// contain it.
#[derive(Debug)]
pub struct Webhook {
    address: String,
    /// Scheme and host of the address, for errors.
    host: String,
    agent: Agent,
}

impl Webhook {
    /// Reads an address that begins with `https://` or `http://`; `None` if it does not.
    pub fn read(address: &str) -> Option<Webhook> {
        let (scheme, rest) = address.split_once("://")?;
        let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
        // A name and a password before the host are a secret as well.
        let host = rest.split(['/', '?', '#']).next()?.rsplit('@').next().filter(|host| !host.is_empty())?;
        let host = format!("{scheme}://{host}");
        is_web.then(|| Webhook { address: address.to_owned(), host, agent: new_agent(&Patience::default()) })
    }

    /// Sends a text, in the fields `content` and `text`: services differ in the field that they read.
    ///
    /// # Errors
    /// The service cannot be reached, or refuses the text. A redirect is a refusal.
    pub fn send(&self, text: &str) -> Shared<()> {
        let body = json!({"content": text, "text": text}).to_string();
        let request = self.agent.post(&self.address).header(CONTENT_TYPE, "application/json");
        let response = request.send(body).map_err(|error| to_share_error(&self.host, error))?;
        match response.status() {
            status if status.is_success() => Ok(()),
            status => Err(ShareError::Refused { from: self.host.clone(), status: status.as_u16() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// Takes one request on a port of this machine, and answers with a status. Returns the request.
    fn take_one(listener: &TcpListener, status: &str) -> String {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"}") {
            let mut piece = [0; 1024];
            let read = stream.read(&mut piece).unwrap();
            request.extend_from_slice(&piece[..read]);
        }
        write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n").unwrap();
        String::from_utf8(request).unwrap()
    }

    #[test]
    fn a_service_gets_the_text_and_errors_do_not_show_the_secret() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let hook = Webhook::read(&format!("http://{address}/hooks/secret")).unwrap();
        let sending = std::thread::spawn(move || (hook.send("Anna is asked"), hook.send("again")));
        let taken = take_one(&listener, "204 No Content");
        assert!(taken.starts_with("POST /hooks/secret HTTP/1.1"), "{taken}");
        assert!(taken.ends_with("{\"content\":\"Anna is asked\",\"text\":\"Anna is asked\"}"), "{taken}");
        take_one(&listener, "403 Forbidden");
        let (first, second) = sending.join().unwrap();
        assert!(first.is_ok(), "{first:?}");
        let error = second.unwrap_err();
        assert!(matches!(error, ShareError::Refused { status: 403, .. }), "{error:?}");
        assert!(!format!("{error:?} {error}").contains("secret"), "{error:?}");
    }

    #[test]
    fn only_addresses_on_the_web_are_read() {
        for wrong in ["", "chat.example/x", "ftp://chat.example/x", "https://", "https:///x"] {
            assert!(Webhook::read(wrong).is_none(), "{wrong}");
        }
        let hook = Webhook::read("https://name:word@chat.example:8443/secret").unwrap();
        assert_eq!(hook.host, "https://chat.example:8443");
    }
}
