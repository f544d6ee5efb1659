//! The harness: the server as a child process, its clients, and what `/proc` shows of its processes.

use crate::support::{PATIENCE, PROGRAM};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Instant;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::http::header::{COOKIE, ORIGIN, SET_COOKIE};
use tungstenite::{Error, Message, WebSocket};

/// A running server. It is killed when this is dropped.
pub struct Server {
    child: Child,
    /// The first line that it printed.
    pub line: String,
    /// The address on which it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Starts a server on a free port.
    pub fn start(arguments: &[&str]) -> Server {
        Server::start_on("0", arguments)
    }

    /// Starts a server on a port.
    pub fn start_on(port: &str, arguments: &[&str]) -> Server {
        #[cfg(unix)]
        crate::support::default_signals();
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--port", port]).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.strip_prefix("listening on http://").and_then(|rest| rest.split('/').next()?.parse().ok());
        Server { child, address: address.unwrap_or_else(|| panic!("an address, found `{line}`")), line }
    }

    /// Returns the origin of the page.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Connects as the page does.
    pub fn connect(&self, name: &str) -> Client {
        let request = Request { name, origin: Some(&self.origin()), cookie: None };
        self.request(&request).unwrap_or_else(|status| panic!("status {status}"))
    }

    /// Connects with the headers of a request.
    ///
    /// # Errors
    /// The status with which the server refuses the request.
    pub fn request(&self, request: &Request) -> Result<Client, u16> {
        let mut upgrade =
            format!("ws://{}/engine?name={}", self.address, request.name).into_client_request().expect("an address");
        let value = |text: &str| HeaderValue::from_str(text).expect("a value");
        upgrade.headers_mut().extend(request.origin.map(|origin| (Some(ORIGIN), value(origin))));
        upgrade.headers_mut().extend(request.cookie.map(|cookie| (Some(COOKIE), value(cookie))));
        match tungstenite::client(upgrade, self.stream()) {
            Ok((socket, response)) => {
                let cookie = response.headers().get(SET_COOKIE).map(|cookie| cookie.to_str().expect("text").to_owned());
                Ok(Client { socket, cookie })
            }
            Err(tungstenite::HandshakeError::Failure(Error::Http(response))) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a TCP connection and sends nothing.
    pub fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_nodelay(true)).expect("a socket");
        stream
    }

    /// Sends bytes and returns all bytes of the answer.
    pub fn answer(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = self.stream();
        // The server may refuse a request before it has read all of it.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Sends a request and returns its status and body.
    pub fn http(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> (u16, String) {
        let answer = self.exchange(method, path, headers, body);
        (answer.status, String::from_utf8(answer.body).expect("text"))
    }

    /// Sends a request and returns its answer.
    pub fn exchange(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut lines: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
        if !lines.contains("Host:") {
            lines += &format!("Host: {}\r\n", self.address);
        }
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\n{lines}Connection: close\r\nContent-Length: {length}\r\n\r\n");
        Answer::read(&self.answer(&[head.as_bytes(), body].concat()))
    }

    /// Returns the id of the server's process.
    #[cfg(target_os = "linux")]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends a signal to the server, waits for its end, and returns its status.
    #[cfg(unix)]
    pub fn end_by(mut self, signal: rustix::process::Signal) -> Option<i32> {
        rustix::process::kill_process(rustix::process::Pid::from_child(&self.child), signal).expect("it runs");
        crate::support::wait(&mut self.child).code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The answer to a request.
pub struct Answer {
    pub status: u16,
    /// The names of the headers in lower case, and their values.
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Reads the bytes of an answer.
    pub fn read(bytes: &[u8]) -> Answer {
        let (head, body) = split_at(bytes, b"\r\n\r\n").expect("a head and a body");
        let head = std::str::from_utf8(head).expect("text");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let pairs = head.lines().filter_map(|line| line.split_once(": "));
        let headers = pairs.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
        let mut answer = Answer { status, headers, body: body.to_vec() };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = join_chunks(body);
        }
        answer
    }

    /// Returns the value of a header, given its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

fn split_at<'a>(bytes: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = bytes.windows(separator.len()).position(|window| window == separator)?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

/// Returns the content of a body in chunked transfer coding.
fn join_chunks(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some((size, rest)) = split_at(body, b"\r\n") {
        let size = usize::from_str_radix(str::from_utf8(size).expect("text"), 16).expect("a size");
        whole.extend_from_slice(&rest[..size]);
        body = &rest[(size + 2).min(rest.len())..];
    }
    whole
}

/// A request for a WebSocket.
pub struct Request<'a> {
    /// The name of the engine.
    pub name: &'a str,
    /// The header `Origin`.
    pub origin: Option<&'a str>,
    /// The header `Cookie`.
    pub cookie: Option<&'a str>,
}

/// A client with a WebSocket.
pub struct Client {
    pub socket: WebSocket<TcpStream>,
    /// The header `Set-Cookie` of the answer.
    pub cookie: Option<String>,
}

impl Client {
    pub fn send(&mut self, line: &str) {
        self.socket.send(Message::text(line)).expect("the server reads");
    }

    /// Returns the next line; `None` at the end of the connection.
    pub fn line(&mut self) -> Option<String> {
        let start = Instant::now();
        loop {
            if let Message::Text(line) = self.read(start)? {
                return Some(line.as_str().to_owned());
            }
        }
    }

    /// Returns the next message; `None` at the end of the connection. Pings do not extend the wait.
    fn read(&mut self, start: Instant) -> Option<Message> {
        assert!(start.elapsed() < PATIENCE, "no answer but pings");
        match self.socket.read() {
            Ok(message) => Some(message),
            Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("no answer"),
            Err(_) => None,
        }
    }

    /// Returns all lines up to and including the first that fits.
    pub fn lines_until(&mut self, waited_for: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line().unwrap_or_else(|| panic!("closed, waited for {waited_for} after {lines:#?}"));
            lines.push(line);
            if fits(&lines[lines.len() - 1]) {
                return lines;
            }
        }
    }

    /// Sends a line and returns the lines before the `readyok` that follows.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.lines_until("readyok", |line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a line that must be refused, and returns the reason.
    pub fn refuse(&mut self, line: &str) -> String {
        self.send(line);
        let answer = self.line().expect("an answer");
        answer.strip_prefix("info string ").unwrap_or_else(|| panic!("`{line}` was answered by `{answer}`")).to_owned()
    }

    /// Starts the engine with `uci`.
    pub fn start_engine(&mut self) {
        assert!(self.ask("uci").contains(&"uciok".to_owned()));
    }

    /// Waits for the close frame, and returns its code and reason.
    pub fn closed(&mut self) -> Option<(u16, String)> {
        let start = Instant::now();
        loop {
            if let Message::Close(frame) = self.read(start)? {
                return frame.map(|frame| (frame.code.into(), frame.reason.as_str().to_owned()));
            }
        }
    }
}

/// What `/proc` shows of a process.
#[cfg(target_os = "linux")]
pub mod processes {
    pub use crate::support::wait_for;
    use std::fs;

    /// Returns the children of a process, zombies included.
    pub fn children(parent: u32) -> Vec<u32> {
        let processes = fs::read_dir("/proc").expect("a /proc").filter_map(|entry| {
            let id: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            let own_parent: u32 = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
            (own_parent == parent).then_some(id)
        });
        processes.collect()
    }

    /// Waits until a process has this number of children, and returns them.
    pub fn wait_for_children(parent: u32, number: usize) -> Vec<u32> {
        wait_for(|| children(parent), |children| children.len() == number)
    }

    /// Returns the number of open descriptors of a process.
    pub fn descriptors(id: u32) -> usize {
        fs::read_dir(format!("/proc/{id}/fd")).map_or(0, Iterator::count)
    }

    /// Returns the number of threads of a process.
    pub fn threads(id: u32) -> usize {
        crate::support::threads(id).len()
    }

    /// Returns the resident memory of a process in MiB.
    pub fn resident(id: u32) -> u64 {
        crate::support::memory(id, "VmRSS:") as u64
    }

    /// Returns the peak resident memory of a process in MiB.
    pub fn peak_resident(id: u32) -> u64 {
        crate::support::memory(id, "VmHWM:") as u64
    }
}
