//! Games that the engine plays against itself, each with other settings and each move with another kind of `go`.

use crate::support::{Answer, Engine, SETUPS};
use khepri::internal::rules::{Game, Move, Position};
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The maximum length of a game, in plies.
const PLIES: usize = 150;

/// The time of each player at the start of a game, and the increment, in milliseconds.
const CLOCK: u64 = 1_000;
const INCREMENT: u64 = 10;

/// The minimum remaining time of a clock, in milliseconds.
const LEAST: u64 = 20;

/// The engine at the table, and what has been played.
pub struct Table {
    engine: Engine,
    random: Random,
    games: u64,
    answers: u64,
    /// Games that a rule has ended.
    ended: u64,
}

/// A game in progress.
struct Course {
    game: Game,
    /// The line that sets up its start.
    start: String,
    moves: Vec<String>,
    /// The remaining times of Silver and Red, in milliseconds.
    clocks: [u64; 2],
}

impl Course {
    fn position(&self) -> String {
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        format!("{}{moves}", self.start)
    }

    fn limits_of_clocks(&self) -> String {
        let [silver, red] = self.clocks;
        format!("wtime {silver} btime {red} winc {INCREMENT} binc {INCREMENT}")
    }

    fn is_legal(&self, text: &str) -> bool {
        text.parse::<Move>().is_ok_and(|mv| self.game.position().is_legal(self.game.position().normalised(mv)))
    }

    fn play(&mut self, text: &str) {
        let mv = text.parse::<Move>().expect("a move");
        let mv = self.game.position().normalised(mv);
        self.game.push(mv).expect("it is legal");
        self.moves.push(text.to_owned());
    }
}

impl Table {
    /// An engine that has just been started; the same games for the same seed, but for what depends on time.
    pub fn new(engine: Engine, seed: u64) -> Table {
        Table { engine, random: Random::seed_from_u64(seed), games: 0, answers: 0, ended: 0 }
    }

    /// The engine, between two games.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// What has been played, in a line.
    pub fn progress(&self) -> String {
        format!("{} games, {} of them ended by a rule, {} answers", self.games, self.ended, self.answers)
    }

    /// Ends the engine, which has to end as it should.
    pub fn end(self) {
        let left = self.engine.quit();
        assert!(left.is_empty(), "{left:#?}");
    }

    /// Plays a game to its end.
    pub fn play_a_game(&mut self) {
        self.change_settings();
        self.engine.accept("ucinewgame");
        let mut course = self.begin();
        self.games += 1;
        while course.moves.len() < PLIES {
            self.engine.accept(&course.position());
            if course.game.position().outcome().is_some() {
                assert_eq!(self.engine.go("go depth 3").best, "(none)", "{}", course.position());
                self.ended += 1;
                break;
            }
            let side = course.game.position().side_to_move().index();
            let clock = Instant::now();
            let answer = self.ask(&course);
            let used = clock.elapsed().as_millis() as u64;
            course.clocks[side] = (course.clocks[side].saturating_sub(used) + INCREMENT).max(LEAST);
            self.check(&course, &answer);
            course.play(&answer.best);
        }
    }

    fn one_of<'a>(&mut self, values: &[&'a str]) -> &'a str {
        values[self.random.below(values.len())]
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.random.below(most + 1 - least)
    }

    /// Gives some options other values, in any order.
    fn change_settings(&mut self) {
        for _ in 0..self.between(2, 8) {
            let option = match self.random.below(10) {
                0 => format!("Hash value {}", self.one_of(&["1", "2", "3", "16", "17", "64", "100", "256"])),
                1 => format!("Hash value {}", self.between(1, 256)),
                2 => format!("Threads value {}", self.between(1, 4)),
                3 => format!("MultiPV value {}", self.one_of(&["1", "1", "2", "3", "5", "256"])),
                4 => format!("UCI_LimitStrength value {}", self.one_of(&["true", "false", "false"])),
                5 => format!("UCI_Elo value {}", self.between(500, 2800)),
                6 => format!("Ponder value {}", self.one_of(&["true", "false"])),
                7 => format!("UCI_ShowWDL value {}", self.one_of(&["true", "false"])),
                8 => format!("Move Overhead value {}", self.one_of(&["0", "1", "10"])),
                _ => "Clear Hash".to_owned(),
            };
            self.engine.accept(&format!("setoption name {option}"));
        }
    }

    /// One of all set-ups, by its name or as KFEN.
    fn begin(&mut self) -> Course {
        let (variant, name, text) = SETUPS[self.random.below(SETUPS.len())];
        self.engine.accept(&format!("setoption name UCI_Variant value {variant}"));
        let start = match (self.random.below(3), name) {
            (0, _) => format!("position kfen {text}"),
            (1, "classic") => "position startpos".to_owned(),
            _ => format!("position setup {name}"),
        };
        let game = Game::new(text.parse::<Position>().expect("a set-up"));
        Course { game, start, moves: Vec::new(), clocks: [CLOCK; 2] }
    }

    /// Asks for a move in one of all ways.
    fn ask(&mut self, course: &Course) -> Answer {
        let clocks = course.limits_of_clocks();
        match self.random.below(12) {
            0..3 => self.engine.go(&format!("go {clocks}")),
            3 => {
                let most = [1, 100, 20_000][self.random.below(3)];
                let nodes = self.between(1, most);
                self.engine.go(&format!("go nodes {nodes}"))
            }
            4 => {
                let depth = self.between(1, 4);
                self.engine.go(&format!("go depth {depth}"))
            }
            5 => {
                let time = self.between(1, 30);
                self.engine.go(&format!("go movetime {time}"))
            }
            6 => {
                let moves = self.between(1, 3);
                self.engine.go(&format!("go mate {moves} movetime 20"))
            }
            7 | 8 => self.asked_until("go infinite", "stop"),
            9 => self.asked_until(&format!("go ponder {clocks}"), "ponderhit"),
            10 => self.asked_until(&format!("go ponder {clocks}"), "stop"),
            _ => {
                let some: Vec<String> = self.some_moves(course).iter().map(Move::to_string).collect();
                let answer = self.engine.go(&format!("go nodes 2000 searchmoves {}", some.join(" ")));
                assert!(some.contains(&answer.best), "{} is none of {some:?}", answer.best);
                answer
            }
        }
    }

    fn some_moves(&mut self, course: &Course) -> Vec<Move> {
        let legal = course.game.position().legal_moves();
        (0..self.between(1, 3)).map(|_| legal[self.random.below(legal.len())]).collect()
    }

    /// A search that is ended by a word, after some time or at once; meanwhile there is some talk.
    fn asked_until(&mut self, go: &str, word: &str) -> Answer {
        self.engine.send(go);
        let mut before = Vec::new();
        if self.random.below(2) == 0 {
            sleep(Duration::from_millis(self.random.below(15) as u64));
            before = self.engine.sync();
        }
        if self.random.below(4) == 0 {
            // Settings that come during a search are made after it.
            let lines = self.between(1, 3);
            self.engine.send(&format!("setoption name MultiPV value {lines}"));
            self.engine.send("setoption name Clear Hash");
        }
        self.engine.send(word);
        before.extend(self.engine.lines_until("bestmove", |line| line.starts_with("bestmove")));
        crate::support::read_answer(&before)
    }

    /// A legal move and nothing after it, nothing but lines of a search before it.
    fn check(&mut self, course: &Course, answer: &Answer) {
        self.answers += 1;
        let context = || format!("{}\n{answer:?}", course.position());
        assert!(course.is_legal(&answer.best), "{}", context());
        assert!(answer.remarks.is_empty(), "{}", context());
        assert!(answer.infos.iter().all(|info| course.is_legal(&info.pv[0])), "{}", context());
        let unasked = self.engine.sync();
        assert!(unasked.is_empty(), "{unasked:#?}\n{}", context());
    }
}
