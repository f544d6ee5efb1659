//! Checks of the origin of requests. `Host`, and the host of a URI in absolute form, must be the server's own address.
//! `Origin`, if sent, must be the server's own page. The checks refuse requests from other sites. They also refuse requests
//! to names that an attacker's DNS resolves to this machine (DNS rebinding).

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Uri, header};
use khepri_rules::internal::notation::excerpt;
use std::net::{IpAddr, SocketAddr};

/// The header in which browsers report whether a request comes from the page itself or from another site.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The port that a `Host` may omit.
const HTTP_PORT: u16 = 80;

/// The hosts that the server accepts.
#[derive(Clone, Copy, Debug)]
pub struct Hosts {
    address: SocketAddr,
}

impl Hosts {
    /// Returns the hosts of a server that listens on an address.
    pub fn of(address: SocketAddr) -> Hosts {
        Hosts { address }
    }

    /// Checks `Host`, the host of a URI in absolute form, and `Origin` if it is sent.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), String> {
        let host = single(headers, &header::HOST)?.unwrap_or_default();
        let mut hosts = std::iter::once(host).chain(uri.authority().map(Authority::as_str));
        if let Some(other) = hosts.find(|host| !self.is_own(host)) {
            return Err(format!("Host: expected {}, found {}", self.address, excerpt(other)));
        }
        let Some(origin) = single(headers, &header::ORIGIN)? else { return Ok(()) };
        let is_own_page = origin.strip_prefix("http://").is_some_and(|own| own.eq_ignore_ascii_case(host));
        if is_own_page { Ok(()) } else { Err(format!("Origin: expected http://{host}, found {}", excerpt(origin))) }
    }

    /// Checks that a request does not come from another site.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn check_site(&self, headers: &HeaderMap) -> Result<(), String> {
        match single(headers, &FETCH_SITE)? {
            None | Some("same-origin" | "none") => Ok(()),
            Some(site) => Err(format!("Sec-Fetch-Site: expected same-origin, found {}", excerpt(site))),
        }
    }

    /// Returns whether a `Host` is an address of this server. A server on all addresses accepts every IP address, because an
    /// attacker's DNS cannot change what an IP address means.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host, Some(HTTP_PORT)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let own = self.address.ip();
        let reaches_loopback = own.is_loopback() || own.is_unspecified();
        if reaches_loopback && name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let ip: Option<IpAddr> = bare.unwrap_or(name).parse().ok();
        ip.is_some_and(|ip| ip == own || own.is_unspecified())
    }
}

/// Returns the value of a header that may be sent once.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, String> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(format!("{name}: expected it once"));
    }
    first.map(|value| value.to_str().map_err(|_| format!("{name}: expected ASCII"))).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn check(address: &str, given: &[(&HeaderName, &str)]) -> Result<(), String> {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(*name, HeaderValue::from_str(value).expect("a value"));
        }
        let hosts = Hosts::of(address.parse().expect("an address"));
        hosts.check(&Uri::from_static("/"), &headers).and_then(|()| hosts.check_site(&headers))
    }

    #[test]
    fn only_the_servers_own_address_is_accepted_as_host() {
        for (address, host) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("127.0.0.1:8080", "localhost:8080"),
            ("127.0.0.1:80", "localhost"),
            ("[::1]:8080", "[::1]:8080"),
            ("192.168.1.5:8080", "192.168.1.5:8080"),
            ("0.0.0.0:8080", "192.168.1.5:8080"),
            ("[::]:8080", "[fe80::1]:8080"),
        ] {
            assert_eq!(check(address, &[(&header::HOST, host)]), Ok(()), "{host}");
        }
        for (address, host) in [
            ("127.0.0.1:8080", "evil.example:8080"),
            ("127.0.0.1:8080", "127.0.0.1.evil.example:8080"),
            ("127.0.0.1:8080", "127.0.0.1:8081"),
            ("127.0.0.1:8080", "127.0.0.1"),
            ("127.0.0.1:8080", "127.0.0.2:8080"),
            ("127.0.0.1:8080", ""),
            ("127.0.0.1:8080", "localhost:8080:8080"),
            ("0.0.0.0:8080", "evil.example:8080"),
            ("192.168.1.5:8080", "localhost:8080"),
        ] {
            assert!(check(address, &[(&header::HOST, host)]).is_err(), "{address} {host}");
        }
        assert!(check("127.0.0.1:1", &[]).is_err(), "no Host");
        let twice = [(&header::HOST, "127.0.0.1:1"), (&header::HOST, "127.0.0.1:1")];
        assert!(check("127.0.0.1:1", &twice).is_err());
    }

    #[test]
    fn a_uri_in_absolute_form_must_have_the_servers_own_host() {
        let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("127.0.0.1:8080"))]);
        let hosts = Hosts::of("127.0.0.1:8080".parse().expect("an address"));
        for (uri, is_own) in [
            ("http://127.0.0.1:8080/", true),
            ("http://localhost:8080/assets/style.css", true),
            ("http://evil.example/", false),
            ("http://evil.example:8080/", false),
            ("http://127.0.0.1:8081/", false),
            ("http://evil.example@127.0.0.1:8080/", false),
            ("evil.example:8080", false),
        ] {
            assert_eq!(hosts.check(&Uri::from_static(uri), &headers).is_ok(), is_own, "{uri}");
        }
    }

    #[test]
    fn another_origin_is_refused() {
        let with = |origin| check("127.0.0.1:8080", &[(&header::HOST, "localhost:8080"), (&header::ORIGIN, origin)]);
        assert_eq!(with("http://localhost:8080"), Ok(()));
        for origin in [
            "http://127.0.0.1:8080",
            "https://localhost:8080",
            "http://localhost:8081",
            "http://localhost",
            "http://evil.example",
            "http://localhost:8080.evil.example",
            "null",
            "",
        ] {
            assert!(with(origin).is_err(), "{origin}");
        }
        for (site, is_ok) in [("same-origin", true), ("none", true), ("cross-site", false), ("same-site", false)] {
            let given = [(&header::HOST, "localhost:8080"), (&FETCH_SITE, site)];
            assert_eq!(check("127.0.0.1:8080", &given).is_ok(), is_ok, "{site}");
        }
    }
}
