//! Games that the engine plays against itself, each with other settings and each move with another kind of `go`.

use crate::support::{Answer, Engine, SETUPS};
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Game, Move};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The maximum length of a game, in plies.
const PLIES: usize = 150;

/// The time of each player at the start of a game, and the increment, in milliseconds.
const CLOCK: u64 = 1_000;
const INCREMENT: u64 = 10;

/// The minimum remaining time of a clock, in milliseconds.
const LEAST: u64 = 20;

/// An engine, and the numbers of what it has played.
pub struct Table {
    pub engine: Engine,
    random: Random,
    pub games: u64,
    answers: u64,
}

/// A game in progress.
struct Course {
    game: Game,
    /// The line that sets up the position.
    position: String,
    /// The remaining times of Silver and Red, in milliseconds.
    clocks: [u64; 2],
}

impl Course {
    fn limits_of_clocks(&self) -> String {
        let [silver, red] = self.clocks;
        format!("wtime {silver} btime {red} winc {INCREMENT} binc {INCREMENT}")
    }

    fn is_legal(&self, text: &str) -> bool {
        text.parse::<Move>().is_ok_and(|mv| self.game.position().is_legal(mv))
    }
}

impl Table {
    /// Returns an engine that plays the same games for the same seed, except for what depends on time.
    pub fn new(seed: u64) -> Table {
        Table { engine: Engine::start(), random: Random::seed_from_u64(seed), games: 0, answers: 0 }
    }

    /// Returns what has been played, in a line.
    pub fn progress(&self) -> String {
        format!("{} games, {} answers", self.games, self.answers)
    }

    /// Plays a game to its end.
    pub fn play_a_game(&mut self) {
        self.change_settings();
        self.engine.accept("ucinewgame");
        let mut course = self.begin();
        self.games += 1;
        for ply in 0..PLIES {
            self.engine.accept(&course.position);
            if course.game.position().outcome().is_some() {
                assert_eq!(self.engine.go("go depth 3").best, "(none)", "{}", course.position);
                break;
            }
            let side = course.game.position().side_to_move().index();
            let clock = Instant::now();
            let answer = self.ask(&course);
            let used = clock.elapsed().as_millis() as u64;
            course.clocks[side] = (course.clocks[side].saturating_sub(used) + INCREMENT).max(LEAST);
            self.check(&course, &answer);
            course.game.push(answer.best.parse().expect("a move")).expect("it is legal");
            course.position += if ply == 0 { " moves " } else { " " };
            course.position += &answer.best;
        }
    }

    fn one_of<'a>(&mut self, values: &[&'a str]) -> &'a str {
        values[self.random.below(values.len())]
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.random.below(most + 1 - least)
    }

    /// Changes some options, in any order.
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

    /// Sets up a random one of the set-ups, by its name or as KFEN.
    fn begin(&mut self) -> Course {
        let (variant, name, text) = SETUPS[self.random.below(SETUPS.len())];
        self.engine.accept(&format!("setoption name UCI_Variant value {variant}"));
        let position = match (self.random.below(3), name) {
            (0, _) => format!("position kfen {text}"),
            (1, "classic") => "position startpos".to_owned(),
            _ => format!("position setup {name}"),
        };
        Course { game: Game::new(text.parse().expect("a set-up")), position, clocks: [CLOCK; 2] }
    }

    /// Searches with limits of a random kind.
    fn ask(&mut self, course: &Course) -> Answer {
        let clocks = course.limits_of_clocks();
        let go = match self.random.below(12) {
            0..3 => format!("go {clocks}"),
            3 => format!("go nodes {}", [1, 100, 20_000][self.random.below(3)]),
            4 => format!("go depth {}", self.between(1, 4)),
            5 => format!("go movetime {}", self.between(1, 30)),
            6 => format!("go mate {} movetime 20", self.between(1, 3)),
            7 | 8 => return self.asked_until("go infinite", "stop"),
            9 => return self.asked_until(&format!("go ponder {clocks}"), "ponderhit"),
            10 => return self.asked_until(&format!("go ponder {clocks}"), "stop"),
            _ => {
                let some: Vec<String> = self.some_moves(course).iter().map(Move::to_string).collect();
                let answer = self.engine.go(&format!("go nodes 2000 searchmoves {}", some.join(" ")));
                assert!(some.contains(&answer.best), "{} is none of {some:?}", answer.best);
                return answer;
            }
        };
        self.engine.go(&go)
    }

    fn some_moves(&mut self, course: &Course) -> Vec<Move> {
        let legal = course.game.position().legal_moves();
        (0..self.between(1, 3)).map(|_| legal[self.random.below(legal.len())]).collect()
    }

    /// Searches until a word ends the search, after some time or at once. Other commands may arrive in the meantime.
    fn asked_until(&mut self, go: &str, word: &str) -> Answer {
        self.engine.send(go);
        let mut before = Vec::new();
        if self.random.below(2) == 0 {
            sleep(Duration::from_millis(self.random.below(15) as u64));
            before = self.engine.sync();
        }
        if self.random.below(4) == 0 {
            // Settings that arrive during a search are made after it.
            let lines = self.between(1, 3);
            self.engine.send(&format!("setoption name MultiPV value {lines}"));
            self.engine.send("setoption name Clear Hash");
        }
        self.engine.send(word);
        before.extend(self.engine.lines_until("bestmove", |line| line.starts_with("bestmove")));
        crate::support::read_answer(&before)
    }

    /// Checks that an answer is a legal move with nothing after it, and nothing but lines of a search before it.
    fn check(&mut self, course: &Course, answer: &Answer) {
        self.answers += 1;
        let context = || format!("{}\n{answer:?}", course.position);
        assert!(course.is_legal(&answer.best), "{}", context());
        assert!(answer.remarks.is_empty(), "{}", context());
        assert!(answer.infos.iter().all(|info| course.is_legal(&info.pv[0])), "{}", context());
        let unasked = self.engine.sync();
        assert!(unasked.is_empty(), "{unasked:#?}\n{}", context());
    }
}
