//! Any bytes as the input of a session: the session ends, answers each command and each search once, and prints only what the
//! protocol allows.
//!
//! The script is the input with less work: searches get a node limit, other commands get smaller numbers, and the script ends
//! before its work exceeds a limit. The line `wait` is not sent: there the script pauses until all finite searches are answered.

use super::check_message;
use khepri::internal::driver;
use khepri::internal::output::Output;
use khepri_engine::Limits;
use khepri_engine::internal::eval::{network, worth};
use khepri_protocol::answers;
use khepri_protocol::bench::{self, Group};
use khepri_protocol::command::{Command, Go, Source};
use khepri_protocol::options::{self, Change};
use khepri_protocol::position::Start;
use khepri_rules::{Colour, Game, Move, Outcome, Position, RuleSet, Square};
use std::collections::{BTreeMap, BTreeSet};
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
    Checker { script: &script, answers: &answers, answered: 0, counts: Counts::new() }.check();
}

/// A search that the script starts.
struct Search {
    position: Position,
    /// The root moves.
    allowed: Vec<Move>,
}

/// The numbers of answers of each kind.
type Counts = BTreeMap<Answer, usize>;

fn count(counts: &Counts, kind: Answer) -> usize {
    counts.get(&kind).copied().unwrap_or(0)
}

/// The answer to `d last` before the first move.
const NO_SHOT: &str = "info string d: no shot yet";

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
    /// The answers that are expected to the commands before `quit`.
    counts: Counts,
    quits: bool,
    /// The searches before `quit`.
    searches: Vec<Search>,
    /// The games that the engine has in turn.
    games: Vec<Game>,
    /// The arguments of the readable `beam` commands.
    sources: Vec<Source>,
    /// The arguments of the readable `reach` commands.
    reaches: Vec<(Option<Colour>, Option<Square>)>,
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
            counts: Counts::new(),
            quits: false,
            games: vec![start.clone()],
            sources: Vec::new(),
            reaches: Vec::new(),
            searches: Vec::new(),
            may_print_more: false,
        };
        let mut model = Model { game: start, variant, work: 0, endless: false };
        for line in input.split(|&byte| byte == b'\n').take(LINES) {
            if line == b"wait" {
                let asked = count(&script.counts, Answer::BestMove) + count(&script.counts, Answer::PerftEnd);
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
        let mut answered_by = |kind| *self.counts.entry(kind).or_default() += 1;
        match command {
            Command::Empty | Command::NewGame => {}
            Command::Unreadable(why) if why.starts_with("beam: ") => answered_by(Answer::Beam),
            Command::Unreadable(why) if why.starts_with("reach: ") => answered_by(Answer::Moves),
            Command::Unknown(_) | Command::Unreadable(_) => answered_by(Answer::Remark),
            Command::Uci => answered_by(Answer::Uci),
            Command::IsReady => answered_by(Answer::Ready),
            Command::Help => answered_by(Answer::Help),
            Command::Version => answered_by(Answer::Version),
            Command::Display | Command::LastShot => answered_by(Answer::Board),
            Command::Beam(source) => {
                answered_by(Answer::Beam);
                self.sources.push(source);
            }
            Command::Reach { player, square } => {
                answered_by(Answer::Moves);
                self.reaches.push((player, square));
            }
            Command::Setups => answered_by(Answer::Setups),
            Command::Moves => answered_by(Answer::Moves),
            Command::History => answered_by(Answer::History),
            Command::Evaluate => answered_by(Answer::Evaluation),
            Command::Perft(_) => answered_by(Answer::PerftEnd),
            Command::Bench(_) => answered_by(Answer::BenchEnd),
            Command::Debug(on) => self.may_print_more |= on,
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
                Err(_) => answered_by(Answer::Remark),
            },
            Command::Position(position) => match position.read(model.variant) {
                Ok(game) => {
                    self.games.push(game.clone());
                    model.game = game;
                }
                Err(_) => answered_by(Answer::Remark),
            },
            Command::Flip => {
                model.game = Game::new(model.game.position().half_turn());
                self.games.push(model.game.clone());
            }
            Command::Go(go) => {
                answered_by(Answer::BestMove);
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
        Command::Go(Go { limits, unreadable, .. }) if unreadable.is_empty() && is_limited(&limits) => {
            if limits.nodes.is_some_and(|nodes| nodes.get() <= NODES) {
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
    /// The answer to `d` or `d last`.
    Board,
    Beam,
    Setups,
    /// The answer to `moves` or `reach`. Both can be `total 0`.
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
                NO_SHOT => Answer::Board,
                _ if first.starts_with("info string beam: ") => Answer::Beam,
                _ if first.starts_with("info string reach: ") => Answer::Moves,
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
        for answer in self.answers {
            self.check_answer(answer.strip_suffix('\n').expect("a whole line"));
        }
        self.check_counts();
    }

    fn fail(&self, what: &str, answer: &str) -> ! {
        let script: Vec<String> =
            self.script.parts.iter().map(|part| String::from_utf8_lossy(&part.text).into_owned()).collect();
        panic!("{what}: {answer}\nanswers {:#?}\nto {}", self.answers, script.join("wait\n"))
    }

    fn check_counts(&self) {
        let quits = self.script.quits;
        let expect = |is_true: bool, what: &str| {
            if !is_true {
                self.fail(what, &format!("commands {:?}, answers {:?}", self.script.counts, self.counts));
            }
        };
        let [asked, answered] = [&self.script.counts, &self.counts].map(|counts| move |kind| count(counts, kind));
        // These are answered at once, even during a search.
        for kind in [Answer::Ready, Answer::Uci, Answer::Help, Answer::Version, Answer::Setups] {
            expect(asked(kind) == answered(kind), &format!("each command is answered by {kind:?}"));
        }
        // A `quit` drops the pending commands.
        let all = |asked: usize, answered: usize| asked == answered || quits && answered < asked;
        let pending =
            [Answer::Board, Answer::Beam, Answer::Moves, Answer::History, Answer::Evaluation, Answer::BenchEnd];
        for kind in pending {
            expect(all(asked(kind), answered(kind)), &format!("each command is answered by {kind:?}"));
        }
        let ends = answered(Answer::BestMove) + answered(Answer::PerftEnd) + answered(Answer::Refusal);
        expect(all(asked(Answer::BestMove) + asked(Answer::PerftEnd), ends), "each go is answered once");
        for kind in [Answer::BestMove, Answer::PerftEnd] {
            expect(answered(kind) <= asked(kind), "no answer without a command");
        }
        if !self.script.may_print_more && !quits {
            let expected = asked(Answer::Remark) + answered(Answer::BenchEnd) * *BENCH_REMARKS;
            expect(answered(Answer::Remark) == expected, "each bad line is answered by one info string");
        }
    }

    fn check_answer(&mut self, text: &str) {
        let kind = Answer::of(text);
        *self.counts.entry(kind).or_default() += 1;
        let lines = text.lines().count();
        let is_long = matches!(kind, Answer::Uci | Answer::Help | Answer::Board | Answer::Beam | Answer::Setups)
            || matches!(kind, Answer::Moves | Answer::History | Answer::Evaluation);
        if !is_long && (lines != 1 || text.contains(char::is_control)) {
            self.fail("expected one line", text);
        }
        let of_a_game = |fits: &dyn Fn(&Game) -> bool| self.script.games.iter().any(fits);
        let is_expected = match kind {
            Answer::Help | Answer::Refusal => true,
            Answer::Ready => text == "readyok",
            Answer::Uci => text == answers::identity().trim_end(),
            Answer::Version => {
                let of_any = answers::version("*");
                of_any.split_once('*').is_some_and(|(before, after)| text.starts_with(before) && text.ends_with(after))
            }
            Answer::Setups => text == answers::setups(),
            Answer::Remark => {
                check_message(text.trim_start_matches("info string "));
                !text.starts_with("info string internal error: ")
            }
            Answer::PerftMove => {
                let (mv, count) = text.split_once(": ").unwrap_or_default();
                mv.parse::<Move>().is_ok() && is_number(count)
            }
            Answer::PerftEnd => text.starts_with("info") || fits(text, "nodes N time N nps N"),
            Answer::BenchEnd => text.starts_with("info") || fits(text, "N nodes N nps"),
            Answer::Board if text == NO_SHOT => of_a_game(&|game| game.moves().len() == 0),
            Answer::Board => of_a_game(&|game| {
                answers::board(game) == text || answers::last_shot(game).is_some_and(|shot| shot == text)
            }),
            Answer::Beam => text.starts_with("info string ") || self.is_beam(text),
            Answer::Moves if text.starts_with("info string ") => true,
            Answer::Moves => of_a_game(&|game| answers::moves(game.position()) == text || self.is_reach(game, text)),
            Answer::History => of_a_game(&|game| answers::history(game) == text),
            Answer::Evaluation => {
                let network = network::embedded();
                of_a_game(&|game| worth::table(&network, game.position()) == text)
            }
            Answer::CurrentMove => {
                let words: Vec<&str> = text.split(' ').collect();
                matches!(words[..], [_, _, mv, "currmovenumber", n] if mv.parse::<Move>().is_ok() && is_number(n))
            }
            Answer::Line => self.is_line(text),
            Answer::BestMove => {
                let is_expected = self.is_best_move(text);
                self.answered += 1;
                is_expected
            }
        };
        if !is_expected {
            self.fail("unexpected answer", text);
        }
    }

    fn is_beam(&self, text: &str) -> bool {
        let is_beam_of = |game: &Game, source| answers::beam(game, source).is_ok_and(|beam| beam.to_string() == text);
        self.script.games.iter().any(|game| self.script.sources.iter().any(|&source| is_beam_of(game, source)))
    }

    fn is_reach(&self, game: &Game, text: &str) -> bool {
        self.script.reaches.iter().any(|&(player, square)| answers::reach(game, player, square) == text)
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
