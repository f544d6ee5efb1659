//! The loop of a game: it answers the person's lines, and moves for the engine.

use super::command::{self, Command};
use super::input::{Input, Line};
use super::record;
use super::table::Table;
use super::text;
use super::thinking::{Thought, think};
use crate::draw::{Scene, board_text};
use crate::engine::Engine;
use crate::eval::{Score, network, worth};
use crate::notation::excerpt::is_control;
use crate::notation::kgn;
use crate::output::Output;
use crate::rules::{Colour, Game, Move};
use crate::search::limits::Limits;
use crate::search::{Elo, NoMemory};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The size of the engine's table in MiB.
const HASH_MIB: usize = 32;

/// The time of a move at full strength, and of a hint.
const MOVETIME: Duration = Duration::from_secs(1);

/// How a game is played and shown.
pub struct Options {
    /// The colour of the person.
    pub person: Colour,
    /// The strength of the engine; `None` is full strength.
    pub level: Option<Elo>,
    /// The time for a move of the engine, and for a hint.
    pub movetime: Option<Duration>,
    /// Whether boards are coloured.
    pub coloured: bool,
    /// A number that chooses among the moves of a weak level, which otherwise plays the same game again.
    pub variety: u8,
    /// The date of the start, as `YYYY.MM.DD`.
    pub date: String,
    /// Ends a search when it is set, for example by Ctrl-C.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Writes a file whole or not at all, or to the output if it is called `-`.
    pub write: fn(&Path, &str, &Output) -> io::Result<()>,
}

/// A game against the engine.
pub struct Host {
    table: Table,
    engine: Engine,
    options: Options,
    output: Output,
    /// The file to which the person has saved, and what is written there.
    saved: Option<(PathBuf, String)>,
}

impl Host {
    /// Returns a game that goes on from `game`.
    ///
    /// # Errors
    /// There is no memory for the engine.
    pub fn new(game: Game, options: Options, output: Output) -> Result<Host, NoMemory> {
        let mut engine = Engine::new(game.clone(), HASH_MIB)?;
        // A weak level chooses anew after each time.
        (0..options.variety).for_each(|_| engine.forget());
        Ok(Host { table: Table::new(game, options.person), engine, options, output, saved: None })
    }

    /// Plays until the person ends it or the input ends. Returns false if the input could not be read to its end.
    pub fn run(mut self, input: &mut dyn Input) -> bool {
        let level = self.options.level.map_or("full strength".to_owned(), |level| format!("level {}", level.value()));
        let person = self.options.person.name();
        self.output.print(format_args!("You play {person} against Khepri, {level}. `help` lists the commands.\n"));
        self.show();
        self.announce();
        let readable = loop {
            match input.line("> ", command::words(self.table.game().position())) {
                Line::Text(line) => {
                    if !self.answer(&line) {
                        break true;
                    }
                }
                Line::Interrupt => self.output.print("`quit` ends the game, and so does Ctrl-D."),
                Line::End => break true,
                Line::Unreadable(why) => {
                    self.output.print(format_args!("the input cannot be read: {why}"));
                    break false;
                }
            }
        };
        self.keep();
        readable
    }

    /// Answers a line. Returns false if the person ends the game.
    fn answer(&mut self, line: &str) -> bool {
        let command = match command::read(line, self.table.game().position()) {
            Ok(command) => command,
            Err(why) => {
                self.output.print(why);
                return true;
            }
        };
        let position = self.table.game().position();
        match command {
            Command::Nothing => {}
            Command::Play(mv) => self.play(mv),
            Command::Moves(from) => self.output.print(text::moves(position, from)),
            Command::Laser(colour) => self.draw(&Scene::with_lasers(position, &[colour])),
            Command::Shot(mv) => {
                if let Ok(scene) = Scene::of_move(position, mv) {
                    self.draw(&scene);
                    self.output.print(text::shot("If you play", mv, &scene));
                }
            }
            Command::Show => self.show(),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Eval => self.output.print(worth::table(&network::embedded(), position)),
            Command::Save(path) => self.save(path),
            Command::Draw => self.claim_draw(),
            Command::Resign => self.resign(),
            Command::New => {
                self.keep();
                self.table.restart();
                self.engine.forget();
                self.show();
                self.announce();
            }
            Command::Help => self.output.print(text::help()),
            Command::Quit => return false,
        }
        true
    }

    fn draw(&self, scene: &Scene) {
        self.output.print(board_text::render(scene, self.options.coloured));
    }

    /// Draws the board with the beam of the player to move.
    fn show(&self) {
        self.draw(&Scene::of(self.table.game().position()));
    }

    /// Moves for the engine if it is its turn; then says whose turn it is, or how the game ended.
    fn announce(&mut self) {
        if self.table.end().is_none() && !self.table.is_persons_turn() {
            self.reply();
        }
        match text::end(&self.table) {
            Some(end) => self.output.print(end),
            None => self.output.print(text::turn(&self.table)),
        }
    }

    fn play(&mut self, mv: Move) {
        let scene = Scene::of_move(self.table.game().position(), mv);
        if let Ok(scene) = scene
            && self.table.play(mv, kgn::Note::None)
        {
            self.output.print(text::shot("You", mv, &scene));
            self.draw(&scene);
        }
        self.announce();
    }

    /// Moves for the engine, which claims a draw if it does not expect more.
    fn reply(&mut self) {
        let Some(thought) = self.think(self.options.level) else { return };
        if thought.score <= Score::DRAW && self.table.claim_draw() {
            return self.output.print("Khepri claims a draw: this position stands for the third time.");
        }
        let Ok(scene) = Scene::of_move(self.table.game().position(), thought.mv) else { return };
        if self.table.play(thought.mv, record::note(&thought, self.options.level.is_none())) {
            self.output.print(text::shot("Khepri", thought.mv, &scene));
            self.draw(&scene);
            if !scene.hits.is_empty() && self.table.end().is_none() {
                self.output.print("The board after the shot, with your beam:");
                self.show();
            }
        }
    }

    /// Searches the present position at a strength.
    fn think(&mut self, level: Option<Elo>) -> Option<Thought> {
        self.engine.set_game(self.table.game().clone());
        self.engine.set_strength(level);
        let movetime = self.options.movetime.or(level.is_none().then_some(MOVETIME));
        let limits = Limits { movetime, ..Limits::default() };
        think(&self.engine, limits, self.options.interrupt.as_deref())
    }

    fn hint(&mut self) {
        if self.table.end().is_some() {
            return self.announce();
        }
        let Some(Thought { mv, score, depth, .. }) = self.think(None) else { return };
        self.output.print(format_args!("Khepri would play {mv}: {} at depth {depth}.", score.in_pyramids()));
    }

    fn undo(&mut self) {
        match self.table.undo() {
            Some(moves) => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                let what = if moves.is_empty() { "the end of the game".to_owned() } else { moves.join(" and ") };
                self.output.print(format_args!("Taken back: {what}."));
                self.show();
                self.announce();
            }
            None => self.output.print("there is no move of yours to take back"),
        }
    }

    fn claim_draw(&mut self) {
        if self.table.end().is_none() && !self.table.claim_draw() {
            let times = self.table.game().occurrences();
            let times = if times == 1 { "once".to_owned() } else { format!("{times} times") };
            return self
                .output
                .print(format_args!("no draw to claim: this position has stood {times}; expected three times"));
        }
        self.announce();
    }

    fn resign(&mut self) {
        if self.table.end().is_none() {
            self.table.resign();
        }
        self.announce();
    }

    /// Saves the game to a file, by default that of the last time. No other file is replaced.
    fn save(&mut self, path: Option<PathBuf>) {
        let last = self.saved.as_ref().map(|(path, _)| path.clone());
        let Some(path) = path.or_else(|| last.clone()) else {
            return self.output.print("expected a file: save game.kgn");
        };
        if last.as_ref() != Some(&path) && path.symlink_metadata().is_ok() {
            return self.output.print(format_args!("{} is there already; expected a new file", name(&path)));
        }
        self.write(path);
    }

    fn write(&mut self, path: PathBuf) {
        let text = self.written();
        match (self.options.write)(&path, &text, &self.output) {
            Ok(()) => {
                self.output.print(format_args!("Saved to {}.", name(&path)));
                self.saved = Some((path, text));
            }
            Err(error) => self.output.print(format_args!("{}: {error}", name(&path))),
        }
    }

    /// Returns the game as a file of games.
    fn written(&self) -> String {
        let level = self.options.level.map(|level| format!(" level {}", level.value())).unwrap_or_default();
        let engine = format!("Khepri {}{level}", env!("CARGO_PKG_VERSION"));
        kgn::write(&record::record(&self.table, &engine, &self.options.date))
    }

    /// Keeps the game before it is left: saves later moves where the person has saved before, and otherwise prints how to go
    /// on.
    fn keep(&mut self) {
        if let Some((path, text)) = self.saved.clone()
            && text != self.written()
        {
            self.write(path);
        }
        let is_saved = self.saved.take().is_some_and(|(_, text)| text == self.written());
        if !is_saved && self.table.game().moves().len() > 0 {
            let level = self.options.level.map(Elo::value);
            let movetime = self.options.movetime.and_then(|time| u64::try_from(time.as_millis()).ok());
            let command = text::resume(&self.table, level, movetime);
            self.output
                .print(format_args!("The game is not saved; `save FILE` does that. To go on with it:\n{command}"));
        }
    }
}

/// Returns the name of a file in a message.
fn name(path: &Path) -> String {
    path.display().to_string().replace(is_control, "?")
}
