//! Decides which pages may connect. A page of another origin must not use a table on this machine, even if a name of its
//! own leads to this machine's address.

use std::net::IpAddr;

/// Returns the host and the port of an address such as `https://example.org/` or `http://127.0.0.1:7412`.
pub(crate) fn authority(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    rest.split('/').next().filter(|authority| !authority.is_empty())
}

/// True if a request may name this host: as an address, as `localhost`, or by the public name.
pub(crate) fn is_own_host(host: &str, public: Option<&str>) -> bool {
    if public.and_then(authority).is_some_and(|own| own.eq_ignore_ascii_case(host)) {
        return true;
    }
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

/// True if a page of this origin may connect to the host that the request names.
pub(crate) fn is_own_origin(origin: &str, host: &str) -> bool {
    authority(origin).is_some_and(|from| from.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_localhost_and_the_public_name_are_own_hosts() {
        for host in ["127.0.0.1:7412", "localhost:7412", "[::1]:7412", "192.168.1.5:80", "10.0.0.1"] {
            assert!(is_own_host(host, None), "{host}");
        }
        for host in ["evil.example:7412", "localhost.evil.example", "127.0.0.1.evil.example", "", "[evil]:1"] {
            assert!(!is_own_host(host, None), "{host}");
        }
        assert!(is_own_host("play.example", Some("https://play.example/")));
        assert!(!is_own_host("play.example:8080", Some("https://play.example/")));
    }

    #[test]
    fn a_page_connects_only_to_its_own_host() {
        assert!(is_own_origin("http://127.0.0.1:7412", "127.0.0.1:7412"));
        assert!(is_own_origin("https://Play.example", "play.example"));
        for origin in ["http://evil.example", "null", "", "http://127.0.0.1:80", "file:///"] {
            assert!(!is_own_origin(origin, "127.0.0.1:7412"), "{origin}");
        }
    }
}
