//! The token of a server that other machines can reach. A client sends the token once, as the first message of a WebSocket. The
//! response that opened the WebSocket has set a cookie. After the token is received, the cookie authenticates later requests.

use axum::http::{HeaderMap, HeaderValue, header};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use subtle::ConstantTimeEq;

/// The number of bytes of a random token or cookie.
const BYTES: usize = 16;

/// The number of cookies that are valid at a time. A new one replaces the oldest.
const MAX_COOKIES: usize = 256;

/// Returns a random token.
///
/// # Errors
/// The system has no random numbers.
pub fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Returns whether a text can be a token. It must fit into an address without escapes.
pub fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

/// The token, if there is one, and the valid cookies.
#[derive(Debug)]
pub struct Auth {
    token: Option<String>,
    /// The name of the cookie. It contains the port, because browsers share cookies between the ports of a machine.
    name: String,
    admitted: Mutex<VecDeque<String>>,
}

impl Auth {
    /// Returns the authentication of a server on this port.
    pub fn new(token: Option<String>, port: u16) -> Auth {
        Auth { token, name: format!("khepri-{port}"), admitted: Mutex::default() }
    }

    /// Returns whether there is a token.
    pub fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// Returns whether a request needs no token or has a valid cookie.
    pub fn admits(&self, headers: &HeaderMap) -> bool {
        !self.has_token() || self.cookies(headers).any(|cookie| self.is_valid(cookie))
    }

    /// Returns whether a message is the token, alone or as `token TOKEN`.
    pub fn is_sent(&self, message: &str) -> bool {
        let message = message.trim();
        let sent = message.strip_prefix("token ").unwrap_or(message);
        self.token.as_ref().is_some_and(|token| is_same(token, sent))
    }

    /// Returns a new cookie, which is not valid yet, and the value of the header that sets it.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn cookie(&self) -> Result<(String, HeaderValue), getrandom::Error> {
        let cookie = random()?;
        let text = format!("{}={cookie}; Path=/; HttpOnly; SameSite=Strict", self.name);
        let header = HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""));
        Ok((cookie, header))
    }

    /// Makes a cookie valid.
    pub fn admit(&self, cookie: String) {
        let mut admitted = self.admitted.lock().unwrap_or_else(PoisonError::into_inner);
        if admitted.len() >= MAX_COOKIES {
            admitted.pop_front();
        }
        admitted.push_back(cookie);
    }

    fn is_valid(&self, cookie: &str) -> bool {
        let admitted = self.admitted.lock().unwrap_or_else(PoisonError::into_inner);
        // Compares with all valid cookies, so that the time reveals nothing.
        admitted.iter().fold(false, |is_valid, known| is_same(known, cookie) | is_valid)
    }

    /// Returns the values of the cookies with the server's name.
    fn cookies<'a>(&'a self, headers: &'a HeaderMap) -> impl Iterator<Item = &'a str> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.filter(|(name, _)| *name == self.name).map(|(_, value)| value)
    }
}

/// Returns whether two texts are equal, in a time that does not depend on where they differ.
fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_cookie(text: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(text).expect("a value"))])
    }

    #[test]
    fn a_cookie_is_valid_after_its_websocket_sent_the_token() {
        let auth = Auth::new(Some("secret".to_owned()), 8080);
        assert!(!auth.admits(&HeaderMap::new()));
        assert!(["secre", "secret2", "", "token", "token secre"].into_iter().all(|sent| !auth.is_sent(sent)));
        assert!(auth.is_sent("secret") && auth.is_sent("token secret\n"));
        let (cookie, header) = auth.cookie().expect("random numbers");
        let set = header.to_str().expect("text");
        assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
        let sent = format!("a=b; khepri-8080={cookie}");
        assert!(!auth.admits(&with_cookie(&sent)));
        auth.admit(cookie.clone());
        assert!(auth.admits(&with_cookie(&sent)));
        assert!(!auth.admits(&with_cookie(&format!("khepri-8081={cookie}"))));
        assert!(!auth.admits(&with_cookie("khepri-8080=secret")), "the token itself is not a cookie");
        for _ in 0..MAX_COOKIES {
            auth.admit(random().expect("random numbers"));
        }
        assert!(!auth.admits(&with_cookie(&sent)), "the oldest is no longer valid");
        assert!(Auth::new(None, 8080).admits(&HeaderMap::new()));
    }

    #[test]
    fn tokens_differ_and_fit_into_an_address() {
        let tokens = [random(), random()].map(|token| token.expect("random numbers"));
        assert_ne!(tokens[0], tokens[1]);
        assert!(tokens.iter().all(|token| is_token(token) && token.len() == 2 * BYTES));
        assert!(!is_token("") && !is_token("a b") && !is_token("a#") && !is_token("ä"));
    }
}
