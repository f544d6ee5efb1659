//! The token that a server beyond this machine asks for: it arrives once, as the first message of a WebSocket. The answer to
//! that WebSocket's request carried a cookie, which stands for the token from then on.

use axum::http::{HeaderMap, HeaderValue, header};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use subtle::ConstantTimeEq;

/// The number of bytes of a random token or cookie.
const BYTES: usize = 16;

/// The number of cookies that are remembered. The oldest is forgotten first.
const MOST_COOKIES: usize = 256;

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

/// Returns whether a text can be a token: it stands in an address, and is compared byte for byte.
pub fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

/// The token and the cookies that stand for it.
#[derive(Debug)]
pub struct Doorkeeper {
    token: Option<String>,
    /// The name of the cookie. Cookies are shared by all ports of a machine.
    name: String,
    admitted: Mutex<VecDeque<String>>,
}

impl Doorkeeper {
    /// Returns the keeper of a server on this port.
    pub fn new(token: Option<String>, port: u16) -> Doorkeeper {
        Doorkeeper { token, name: format!("khepri-{port}"), admitted: Mutex::default() }
    }

    /// Returns whether there is a token.
    pub fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// Returns whether a request needs no token, or has a cookie that stands for it.
    pub fn admits(&self, headers: &HeaderMap) -> bool {
        !self.has_token() || self.cookies(headers).any(|cookie| self.knows(cookie))
    }

    /// Returns whether a message is the token, alone or as `token TOKEN`.
    pub fn is_said(&self, message: &str) -> bool {
        let message = message.trim();
        let said = message.strip_prefix("token ").unwrap_or(message);
        self.token.as_ref().is_some_and(|token| is_same(token, said))
    }

    /// Returns a new cookie, which is worth nothing yet, and the header that sets it.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn cookie(&self) -> Result<(String, HeaderValue), getrandom::Error> {
        let cookie = random()?;
        let text = format!("{}={cookie}; Path=/; HttpOnly; SameSite=Strict", self.name);
        let header = HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""));
        Ok((cookie, header))
    }

    /// Lets a cookie stand for the token.
    pub fn admit(&self, cookie: String) {
        let mut admitted = self.admitted.lock().unwrap_or_else(PoisonError::into_inner);
        if admitted.len() >= MOST_COOKIES {
            admitted.pop_front();
        }
        admitted.push_back(cookie);
    }

    fn knows(&self, cookie: &str) -> bool {
        let admitted = self.admitted.lock().unwrap_or_else(PoisonError::into_inner);
        // All are compared, so that the time says nothing.
        admitted.iter().fold(false, |known, own| is_same(own, cookie) | known)
    }

    fn cookies<'a>(&'a self, headers: &'a HeaderMap) -> impl Iterator<Item = &'a str> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.filter(|(name, _)| *name == self.name).map(|(_, value)| value)
    }
}

/// Compares in a time that does not depend on where the texts differ.
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
    fn a_cookie_counts_once_its_connection_sent_the_token() {
        let keeper = Doorkeeper::new(Some("secret".to_owned()), 8080);
        assert!(!keeper.admits(&HeaderMap::new()));
        assert!(["secre", "secret2", "", "token", "token secre"].into_iter().all(|said| !keeper.is_said(said)));
        assert!(keeper.is_said("secret") && keeper.is_said("token secret\n"));
        let (cookie, header) = keeper.cookie().expect("random numbers");
        let set = header.to_str().expect("text");
        assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
        let sent = format!("a=b; khepri-8080={cookie}");
        assert!(!keeper.admits(&with_cookie(&sent)));
        keeper.admit(cookie.clone());
        assert!(keeper.admits(&with_cookie(&sent)));
        assert!(!keeper.admits(&with_cookie(&format!("khepri-8081={cookie}"))));
        assert!(!keeper.admits(&with_cookie("khepri-8080=secret")), "the token itself is no cookie");
        for _ in 0..MOST_COOKIES {
            keeper.admit(random().expect("random numbers"));
        }
        assert!(!keeper.admits(&with_cookie(&sent)), "the oldest is forgotten");
        assert!(Doorkeeper::new(None, 8080).admits(&HeaderMap::new()));
    }

    #[test]
    fn tokens_are_different_and_fit_into_an_address() {
        let tokens = [random(), random()].map(|token| token.expect("random numbers"));
        assert_ne!(tokens[0], tokens[1]);
        assert!(tokens.iter().all(|token| is_token(token) && token.len() == 2 * BYTES));
        assert!(!is_token("") && !is_token("a b") && !is_token("a#") && !is_token("ä"));
    }
}
