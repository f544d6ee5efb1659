//! Any bytes as the input of a session: the session ends, answers each command and each search once, and prints only what the
//! protocol allows.
//!
//! The script is the input with less work: searches get a node limit, other commands get smaller numbers, and the script ends
//! after a number of searches. The line `wait` is not sent: there the script pauses until all finite searches are answered.

use super::check_message;
use khepri::internal::eval::{network, worth};
use khepri::internal::measure::bench::{self, Group};
use khepri::internal::output::Output;
use khepri::internal::protocol::answers;
use khepri::internal::protocol::command::{Command, Go, Source};
use khepri::internal::protocol::driver;
use khepri::internal::protocol::options::{self, Change};
use khepri::internal::protocol::position::Start;
use khepri::internal::rules::{Colour, Game, Move, Outcome, Position, RuleSet};
use khepri::internal::search::limits::Limits;
use std::collections::BTreeSet;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::channel;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit of a script, which is enough for a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The maximum length of a `wait`.
const WAIT: Duration = Duration::from_secs(1);

/// The node limit of a search.
const NODES: u64 = 200;

/// The largest amount of work in a script, in searches.
const MAX_WORK: usize = 12;

/// The work of a bench, in searches. It allocates its own table and clears it for each position.
const BENCH_WORK: usize = 10;

/// The number of `info string` lines before the last line of a bench: one for each position and each group of positions.
static BENCH_REMARKS: LazyLock<usize> = LazyLock::new(|| {
    let positions = bench::lines().filter_map(|line| line.parse::<Position>().ok());
    let groups: BTreeSet<Group> = positions.map(|position| Group::of(&position)).collect();
    bench::lines().count() + groups.len()
});

/// The largest number of lines in a script.
const LINES: usize = 150;

/// Runs a session on the input and checks its output.
pub fn check(input: &[u8]) {
    let script = Script::of(input);
    let answers = run(&script);
    Checker { script: &script, answers: &answers, answered: 0, counts: Counts::default() }.check();
}

/// A search that the script starts.
struct Search {
    position: Position,
    /// The root moves.
    allowed: Vec<Move>,
}

/// The number of commands of each kind, or of their answers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Counts {
    ready: usize,
    uci: usize,
    help: usize,
    version: usize,
    /// `d` and `d last`.
    boards: usize,
    beams: usize,
    setups: usize,
    moves: usize,
    histories: usize,
    evals: usize,
    perfts: usize,
    benches: usize,
    searches: usize,
    refused: usize,
}

/// A part of the script.
#[derive(Default)]
struct Part {
    /// The number of searches, perfts and refusals to wait for before this part is sent.
    after: Option<usize>,
    text: Vec<u8>,
}

/// The input of a session, with the output that is expected.
struct Script {
    parts: Vec<Part>,
    /// The commands before `quit`.
    counts: Counts,
    quits: bool,
    /// The searches before `quit`.
    searches: Vec<Search>,
    /// The games that the engine has in turn.
    games: Vec<Game>,
    /// The arguments of the readable `beam` commands.
    sources: Vec<Source>,
    /// The number of lines that are answered by an `info string`, unless they are pending at `quit`.
    remarks: usize,
    /// Whether the session may print more `info string` lines.
    may_print_more: bool,
}

impl Script {
    /// Makes a script of the input.
    fn of(input: &[u8]) -> Script {
        let variant = RuleSet::Khet2;
        let start = Start::Classic.read(variant).expect("the classic set-up");
        let mut script = Script {
            parts: vec![Part { after: None, text: b"setoption name Hash value 1\n".to_vec() }],
            counts: Counts::default(),
            quits: false,
            games: vec![start.clone()],
            sources: Vec::new(),
            searches: Vec::new(),
            remarks: 0,
            may_print_more: false,
        };
        let mut model = Model { game: start, variant, work: 0, endless: false };
        for line in input.split(|&byte| byte == b'\n').take(LINES) {
            if line == b"wait" {
                let asked = script.counts.searches + script.counts.perfts;
                script.parts.push(Part { after: Some(asked).filter(|_| !model.endless), text: Vec::new() });
                continue;
            }
            let line = with_less_work(line);
            if !script.quits && !script.expect(&mut model, Command::read(&line)) {
                break;
            }
            if let Some(part) = script.parts.last_mut() {
                part.text.extend(line);
                part.text.push(b'\n');
            }
        }
        script
    }

    /// Applies a command to the model and adds the answers that are expected. Returns false if the script has too much work.
    fn expect(&mut self, model: &mut Model, command: Command) -> bool {
        model.work += match command {
            Command::Bench(_) => BENCH_WORK,
            Command::Go(_) | Command::Perft(_) | Command::NewGame => 1,
            _ => 0,
        };
        if model.work > MAX_WORK {
            return false;
        }
        let counts = &mut self.counts;
        match command {
            Command::Empty | Command::NewGame => {}
            Command::Unreadable(why) if why.starts_with("beam: ") => counts.beams += 1,
            Command::Unknown(_) | Command::Unreadable(_) => self.remarks += 1,
            Command::Debug(on) => self.may_print_more |= on,
            Command::Uci => counts.uci += 1,
            Command::IsReady => counts.ready += 1,
            Command::Help => counts.help += 1,
            Command::Version => counts.version += 1,
            Command::Display => counts.boards += 1,
            Command::LastShot => counts.boards += 1,
            Command::Beam(source) => {
                counts.beams += 1;
                self.sources.push(source);
            }
            Command::Setups => counts.setups += 1,
            Command::Moves => counts.moves += 1,
            Command::History => counts.histories += 1,
            Command::Evaluate => counts.evals += 1,
            Command::Perft(_) => counts.perfts += 1,
            Command::Bench(_) => counts.benches += 1,
            // The effect of these commands depends on whether a search is running.
            Command::PonderHit => self.may_print_more = true,
            Command::Stop => {
                self.may_print_more = true;
                model.endless = false;
            }
            Command::Quit => self.quits = true,
            Command::SetOption { name, value } => match options::change(&name, value.as_deref()) {
                Ok(Change::Variant(variant)) => model.variant = variant,
                Ok(_) => {}
                Err(_) => self.remarks += 1,
            },
            Command::Position(position) => match position.read(model.variant) {
                Ok(game) => {
                    self.games.push(game.clone());
                    model.game = game;
                }
                Err(_) => self.remarks += 1,
            },
            Command::Flip => {
                model.game = Game::new(model.game.position().half_turn());
                self.games.push(model.game.clone());
            }
            Command::Go(go) => {
                counts.searches += 1;
                self.may_print_more = true;
                model.endless |= !is_limited(&go.limits) || go.limits.infinite || go.limits.ponder;
                self.searches.push(search(model.game.position(), &go));
            }
        }
        true
    }
}

/// The expected state of the session.
struct Model {
    game: Game,
    variant: RuleSet,
    /// The work so far, in searches.
    work: usize,
    /// Whether a search may be waiting for `stop` or `ponderhit`.
    endless: bool,
}

/// Returns the search that a `go` starts.
fn search(position: &Position, go: &Go) -> Search {
    let legal = position.legal_moves();
    let only: Vec<Move> = go.limits.searchmoves.iter().map(|&mv| position.normalised(mv)).collect();
    let allowed: Vec<Move> = legal.iter().copied().filter(|mv| only.contains(mv)).collect();
    Search { position: position.clone(), allowed: if allowed.is_empty() { legal } else { allowed } }
}

fn is_limited(limits: &Limits) -> bool {
    let Limits { depth, nodes, movetime, mate, clock, .. } = limits;
    depth.is_some() || nodes.is_some() || movetime.is_some() || mate.is_some() || clock.is_some()
}

/// Returns the line, or a similar one with less work.
fn with_less_work(line: &[u8]) -> Vec<u8> {
    let shortened = match Command::read(line) {
        Command::Perft(3..) => "go perft 2".to_owned(),
        Command::Bench(_) => "bench 1".to_owned(),
        Command::SetOption { name, value } => match options::change(&name, value.as_deref()) {
            Ok(Change::Hash(3..)) => "setoption name Hash value 2".to_owned(),
            Ok(Change::Threads(3..)) => "setoption name Threads value 2".to_owned(),
            _ => return line.to_vec(),
        },
        Command::Go(Go { limits, unreadable }) if unreadable.is_empty() && is_limited(&limits) => {
            if limits.nodes.is_some_and(|nodes| nodes <= NODES) {
                return line.to_vec();
            }
            format!("{} nodes {NODES}", String::from_utf8_lossy(line))
        }
        _ => return line.to_vec(),
    };
    shortened.into_bytes()
}

/// The answers of the session, in order.
#[derive(Clone, Default)]
struct Transcript(Arc<Mutex<Vec<String>>>);

impl Transcript {
    fn answers(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the number of searches, perfts and refused searches that have ended.
    fn ends(&self) -> usize {
        self.answers().iter().filter(|answer| Answer::of(answer).ends_search()).count()
    }
}

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).expect("answers are text");
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A reader of the script that pauses before its parts.
struct Input {
    parts: Vec<Part>,
    /// The rest of the current part.
    rest: Vec<u8>,
    transcript: Transcript,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            if self.parts.is_empty() {
                return Ok(0);
            }
            let part = self.parts.remove(0);
            let start = Instant::now();
            while part.after.is_some_and(|ends| self.transcript.ends() < ends) && start.elapsed() < WAIT {
                thread::sleep(Duration::from_micros(200));
            }
            self.rest = part.text;
        }
        let length = self.rest.len().min(buffer.len());
        let read: Vec<u8> = self.rest.drain(..length).collect();
        buffer[..length].copy_from_slice(&read);
        Ok(length)
    }
}

/// Runs a session on the script and returns its answers.
fn run(script: &Script) -> Vec<String> {
    let transcript = Transcript::default();
    let parts = script.parts.iter().map(|part| Part { text: part.text.clone(), ..*part }).collect();
    let input = Input { parts, rest: Vec::new(), transcript: transcript.clone() };
    let output = Output::to(transcript.clone());
    let (sender, over) = channel();
    let session = thread::spawn(move || {
        driver::run(BufReader::new(input), &output).expect("memory for a table, and a thread to read on");
        // Fails if the receiver has timed out.
        let _ = sender.send(());
    });
    if over.recv_timeout(PATIENCE).is_err() {
        panic!("the session has not ended; it has answered {:#?}", transcript.answers());
    }
    session.join().expect("the session has ended");
    transcript.answers()
}

/// The kind of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Ready,
    Uci,
    Help,
    Version,
    Remark,
    Refusal,
    BestMove,
    Line,
    CurrentMove,
    PerftMove,
    PerftEnd,
    BenchEnd,
    Board,
    NoShot,
    Beam,
    Setups,
    Moves,
    History,
    Evaluation,
}

impl Answer {
    /// Returns the kind of an answer, given its text.
    fn of(text: &str) -> Answer {
        let text = text.trim_end_matches('\n');
        let (first, last) = (text.lines().next().unwrap_or_default(), text.lines().next_back().unwrap_or_default());
        let word = first.split(' ').next().unwrap_or_default();
        match word {
            "readyok" => Answer::Ready,
            "id" => Answer::Uci,
            "Khepri" => Answer::Version,
            "bestmove" => Answer::BestMove,
            "network" => Answer::Evaluation,
            "total" => Answer::Moves,
            "ply" => Answer::History,
            "nodes" => Answer::PerftEnd,
            "board" => Answer::Beam,
            "setup" => Answer::Setups,
            "info" => match first {
                "info string perft was stopped" => Answer::PerftEnd,
                "info string bench was stopped" => Answer::BenchEnd,
                "info string d: no shot yet" => Answer::NoShot,
                _ if first.starts_with("info string beam: ") => Answer::Beam,
                _ if first.starts_with("info string go refused: ") => Answer::Refusal,
                _ if first.starts_with("info string ") => Answer::Remark,
                _ if first.starts_with("info currmove ") => Answer::CurrentMove,
                _ => Answer::Line,
            },
            _ if first.ends_with(" nps") => Answer::BenchEnd,
            _ if text == answers::help().trim_end() => Answer::Help,
            _ if last.starts_with("total ") => Answer::Moves,
            _ if last.starts_with("result: ") => Answer::Board,
            _ => Answer::PerftMove,
        }
    }

    /// Returns whether this is the last answer to a `go`.
    fn ends_search(self) -> bool {
        matches!(self, Answer::BestMove | Answer::PerftEnd | Answer::Refusal)
    }
}

/// A checker of the answers to a script.
struct Checker<'a> {
    script: &'a Script,
    answers: &'a [String],
    /// The number of searches that are answered. Further answers belong to later searches.
    answered: usize,
    counts: Counts,
}

impl Checker<'_> {
    fn check(&mut self) {
        let mut remarks = 0;
        for answer in self.answers {
            let text = answer.strip_suffix('\n').expect("a whole line");
            self.check_answer(text);
            remarks += usize::from(Answer::of(text) == Answer::Remark);
        }
        self.check_counts(remarks);
    }

    fn fail(&self, what: &str, answer: &str) -> ! {
        let script: Vec<String> =
            self.script.parts.iter().map(|part| String::from_utf8_lossy(&part.text).into_owned()).collect();
        panic!("{what}: {answer}\nanswers {:#?}\nto {}", self.answers, script.join("wait\n"))
    }

    fn check_counts(&self, remarks: usize) {
        let (asked, answered) = (&self.script.counts, &self.counts);
        let expect = |is_true: bool, what: &str| {
            if !is_true {
                self.fail(what, &format!("commands {asked:?}, answers {answered:?}, {remarks} remarks"));
            }
        };
        // These are answered at once, even during a search.
        expect(asked.ready == answered.ready, "each isready is answered");
        expect(asked.uci == answered.uci, "each uci is answered");
        expect(asked.help == answered.help && asked.version == answered.version, "help and version are answered");
        // A `quit` drops the pending commands.
        let all = |asked: usize, answered: usize| asked == answered || self.script.quits && answered < asked;
        expect(all(asked.boards, answered.boards), "each d is answered");
        expect(asked.setups == answered.setups, "each setups is answered");
        expect(all(asked.beams, answered.beams), "each beam is answered");
        expect(all(asked.moves, answered.moves), "each moves is answered");
        expect(all(asked.histories, answered.histories), "each history is answered");
        expect(all(asked.evals, answered.evals), "each eval is answered");
        expect(all(asked.benches, answered.benches), "each bench is answered");
        let ends = answered.searches + answered.perfts + answered.refused;
        expect(all(asked.searches + asked.perfts, ends), "each go is answered once");
        expect(answered.searches <= asked.searches && answered.perfts <= asked.perfts, "no answer without a command");
        if !self.script.may_print_more && !self.script.quits {
            let benches = answered.benches * *BENCH_REMARKS;
            expect(remarks == self.script.remarks + benches, "each bad line is answered by one info string");
        }
    }

    fn check_answer(&mut self, text: &str) {
        let kind = Answer::of(text);
        let lines = text.lines().count();
        let is_long = matches!(kind, Answer::Uci | Answer::Help | Answer::Board | Answer::Beam | Answer::Setups)
            || matches!(kind, Answer::Moves | Answer::History | Answer::Evaluation);
        if !is_long && (lines != 1 || text.contains(char::is_control)) {
            self.fail("expected one line", text);
        }
        let counts = &mut self.counts;
        let is_expected = match kind {
            Answer::Ready => {
                counts.ready += 1;
                text == "readyok"
            }
            Answer::Uci => {
                counts.uci += 1;
                text == answers::identity().trim_end()
            }
            Answer::Help => {
                counts.help += 1;
                true
            }
            Answer::Version => {
                counts.version += 1;
                text == answers::version()
            }
            Answer::Remark => {
                check_message(text.trim_start_matches("info string "));
                !text.starts_with("info string internal error: ")
            }
            Answer::Refusal => {
                counts.refused += 1;
                true
            }
            Answer::PerftMove => {
                let (mv, count) = text.split_once(": ").unwrap_or_default();
                mv.parse::<Move>().is_ok() && is_number(count)
            }
            Answer::PerftEnd => {
                counts.perfts += 1;
                text.starts_with("info") || fits(text, "nodes N time N nps N")
            }
            Answer::BenchEnd => {
                counts.benches += 1;
                text.starts_with("info") || fits(text, "N nodes N nps")
            }
            Answer::Board => {
                counts.boards += 1;
                self.is_board(text)
            }
            Answer::NoShot => {
                counts.boards += 1;
                self.script.games.iter().any(|game| game.moves().len() == 0)
            }
            Answer::Beam => {
                counts.beams += 1;
                text.starts_with("info string ") || self.is_beam(text)
            }
            Answer::Setups => {
                counts.setups += 1;
                text == answers::setups()
            }
            Answer::Moves => {
                counts.moves += 1;
                self.script.games.iter().any(|game| answers::moves(game.position()) == text)
            }
            Answer::History => {
                counts.histories += 1;
                self.script.games.iter().any(|game| answers::history(game) == text)
            }
            Answer::Evaluation => {
                counts.evals += 1;
                let network = network::embedded();
                self.script.games.iter().any(|game| worth::table(&network, game.position()) == text)
            }
            Answer::CurrentMove => {
                let words: Vec<&str> = text.split(' ').collect();
                matches!(words[..], [_, _, mv, "currmovenumber", n] if mv.parse::<Move>().is_ok() && is_number(n))
            }
            Answer::Line => self.is_line(text),
            Answer::BestMove => {
                let is_expected = self.is_best_move(text);
                self.answered += 1;
                self.counts.searches += 1;
                is_expected
            }
        };
        if !is_expected {
            self.fail("unexpected answer", text);
        }
    }

    fn is_board(&self, text: &str) -> bool {
        let lines: Vec<&str> = text.lines().rev().take(7).collect();
        let [result, reason, occurred, to_move, key, written, _] = lines[..] else { return false };
        self.script.games.iter().any(|game| {
            let position = game.position();
            let has_pharaoh = [Colour::Silver, Colour::Red].map(|colour| position.pharaoh(colour).is_some());
            let reasons: &[&str] = match (has_pharaoh, position.outcome()) {
                ([false, false], _) => &["both-pharaohs"],
                ([true, false] | [false, true], _) => &["pharaoh"],
                ([true, true], Some(_)) => &["no-moves"],
                ([true, true], None) => &["-", "repetition"],
            };
            let outcome = position.outcome().map_or("*".to_owned(), |outcome| outcome.to_string());
            written == format!("kfen: {position}")
                && key == format!("key: {:016x}", position.key())
                && to_move == format!("to move: {}", position.side_to_move().name().to_lowercase())
                && reason.strip_prefix("reason: ").is_some_and(|reason| reasons.contains(&reason))
                && result == format!("result: {outcome}")
        }) && fits(occurred, "occurred: N")
    }

    fn is_beam(&self, text: &str) -> bool {
        let is_beam_of = |game: &Game, source| answers::beam(game, source).is_ok_and(|beam| beam.to_string() == text);
        self.script.games.iter().any(|game| self.script.sources.iter().any(|&source| is_beam_of(game, source)))
    }

    /// Returns the searches without an answer so far.
    fn unanswered(&self) -> &[Search] {
        self.script.searches.get(self.answered..).unwrap_or_default()
    }

    fn is_best_move(&self, text: &str) -> bool {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["bestmove", "(none)"] => self.unanswered().iter().any(|search| search.position.outcome().is_some()),
            ["bestmove", best] => self.unanswered().iter().any(|search| played(search, &[best]).is_some()),
            ["bestmove", best, "ponder", mv] => {
                self.unanswered().iter().any(|search| played(search, &[best, mv]).is_some())
            }
            _ => false,
        }
    }

    /// Returns whether a text is a report of an unanswered search:
    /// `info depth D seldepth D multipv N score … nodes N nps N hashfull N time N pv M …`.
    fn is_line(&self, text: &str) -> bool {
        let Some((head, line)) = text.split_once(" pv ") else { return false };
        let line: Vec<&str> = line.split(' ').collect();
        let Some((head, score, tail)) = head
            .split_once(" score ")
            .and_then(|(head, rest)| rest.split_once(" nodes ").map(|(score, tail)| (head, score, tail)))
        else {
            return false;
        };
        let score: Vec<&str> = score.split(' ').collect();
        let (mate, rest) = match score[..] {
            ["cp", value, ref rest @ ..] if value.parse::<i32>().is_ok() => (None, rest),
            ["mate", moves, ref rest @ ..] => match moves.parse::<i32>() {
                Ok(moves) if moves != 0 => (Some(moves), rest),
                _ => return false,
            },
            _ => return false,
        };
        let (is_bound, rest) = match rest {
            ["lowerbound" | "upperbound", rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let shares: Vec<u32> = rest.iter().skip(1).filter_map(|share| share.parse().ok()).collect();
        let has_shares = rest.is_empty() || rest[0] == "wdl" && rest.len() == 4 && shares.iter().sum::<u32>() == 1000;
        let is_line_of = |search: &Search| {
            played(search, &line).is_some_and(|last| match mate {
                Some(moves) if !is_bound => ends_in_mate(search, &last, line.len(), moves),
                _ => true,
            })
        };
        fits(head, "info depth N seldepth N multipv N")
            && fits(tail, "N nps N hashfull N time N")
            && has_shares
            && self.unanswered().iter().any(is_line_of)
    }
}

/// Returns the position after a line of play, if all its moves are legal and the first one is a root move.
fn played(search: &Search, line: &[&str]) -> Option<Position> {
    let mut position = search.position.clone();
    for (index, word) in line.iter().enumerate() {
        let mv = word.parse::<Move>().ok()?;
        if index == 0 && !search.allowed.contains(&mv) {
            return None;
        }
        position.play(mv).ok()?;
    }
    Some(position)
}

/// Returns whether the line of a mate score ends the game after that number of moves.
fn ends_in_mate(search: &Search, last: &Position, plies: usize, moves: i32) -> bool {
    let mover = search.position.side_to_move();
    let winner: Colour = if moves > 0 { mover } else { mover.other() };
    last.outcome() == Some(Outcome::Win(winner)) && plies.div_ceil(2) == moves.unsigned_abs() as usize
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a text has the words of a form, with a number for each `N`.
fn fits(text: &str, form: &str) -> bool {
    let (words, forms) = (text.split(' '), form.split(' '));
    words.clone().count() == forms.clone().count()
        && words.zip(forms).all(|(word, form)| if form == "N" { is_number(word) } else { word == form })
}
