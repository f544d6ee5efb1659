//! The main loop of a game: executes the human's commands, and plays the engine's moves.

use super::command::{self, Command};
use super::engine_move::{EngineMove, find_move};
use super::game_state::GameState;
use super::input::{Input, InputLine};
use super::record;
use super::text;
use crate::output::Output;
use khepri_engine::internal::eval::{network, worth};
use khepri_engine::{Elo, Engine, Limits, NoMemory, Score, Signals};
use khepri_protocol::draw::{Scene, board_text};
use khepri_rules::internal::notation::excerpt::is_control;
use khepri_rules::{Colour, Game, Move, kgn};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The size of the engine's hash table in MiB.
const HASH_MIB: usize = 32;

/// The default time for a move at full strength, and for a hint.
const MOVETIME: Duration = Duration::from_secs(1);

/// The options of a game.
pub struct PlayOptions {
    /// The colour of the human.
    pub human: Colour,
    /// The strength of the engine. `None` is full strength.
    pub level: Option<Elo>,
    /// The time for a move of the engine, and for a hint.
    pub movetime: Option<Duration>,
    /// Whether boards are printed in colour.
    pub coloured: bool,
    /// The seed of the errors of a weak level. With the same seed, the level repeats its replies to the same moves.
    pub level_seed: u64,
    /// The date of the start of the game, as `YYYY.MM.DD`.
    pub date: String,
    /// The signals of the last search, with which Ctrl-C ends it.
    pub signals: Arc<Mutex<Arc<Signals>>>,
    /// Writes a complete file or none. Writes to the output if the path is `-`.
    pub write: fn(&Path, &str, &Output) -> io::Result<()>,
}

/// A game against the engine, with its input and output.
pub struct GameLoop {
    state: GameState,
    engine: Engine,
    options: PlayOptions,
    output: Output,
    /// The file to which the game was last saved, and the text saved there.
    saved: Option<(PathBuf, String)>,
}

impl GameLoop {
    /// Prepares a game that continues from `game`.
    ///
    /// # Errors
    /// There is no memory for the engine.
    pub fn new(game: Game, options: PlayOptions, output: Output) -> Result<GameLoop, NoMemory> {
        let mut engine = Engine::new(game.clone(), HASH_MIB)?;
        engine.set_level_seed(options.level_seed);
        Ok(GameLoop { state: GameState::new(game, options.human), engine, options, output, saved: None })
    }

    /// Plays until `quit` or the end of the input. Returns false if the input could not be read to its end.
    pub fn run(mut self, input: &mut dyn Input) -> bool {
        let level = self.options.level.map_or("full strength".to_owned(), |level| format!("level {}", level.value()));
        let human = self.options.human.name();
        self.output.print(format_args!("You play {human} against Khepri, {level}. `help` lists the commands.\n"));
        self.show();
        self.announce();
        let readable = loop {
            match input.line("> ", command::words(self.state.game().position())) {
                InputLine::Text(line) => {
                    if !self.execute(&line) {
                        break true;
                    }
                }
                InputLine::Interrupt => self.output.print("`quit` ends the game, and so does Ctrl-D."),
                InputLine::End => break true,
                InputLine::Unreadable(error) => {
                    self.output.print(format_args!("the input cannot be read: {error}"));
                    break false;
                }
            }
        };
        self.leave_game();
        readable
    }

    /// Executes a line. Returns false for `quit`.
    fn execute(&mut self, line: &str) -> bool {
        let command = match command::read(line, self.state.game().position()) {
            Ok(command) => command,
            Err(error) => {
                self.output.print(error);
                return true;
            }
        };
        let position = self.state.game().position();
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
                self.leave_game();
                self.state.restart();
                self.engine.forget();
                self.options.level_seed = self.options.level_seed.wrapping_add(1);
                self.engine.set_level_seed(self.options.level_seed);
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
        self.draw(&Scene::of(self.state.game().position()));
    }

    /// Plays the engine's move if it is the engine's turn. Then prints that it is the human's turn, or how the game ended.
    fn announce(&mut self) {
        if self.state.end().is_none() && !self.state.is_humans_turn() {
            self.play_engine_move();
        }
        match text::end(&self.state) {
            Some(end) => self.output.print(end),
            None => self.output.print(text::turn(&self.state)),
        }
    }

    /// Plays a move of the human, and then a move of the engine.
    fn play(&mut self, mv: Move) {
        let scene = Scene::of_move(self.state.game().position(), mv);
        if let Ok(scene) = scene
            && self.state.play(mv, kgn::Note::None)
        {
            self.output.print(text::shot("You", mv, &scene));
            self.draw(&scene);
        }
        self.announce();
    }

    /// Plays a move of the engine. Claims a draw instead if the rules allow it and the engine has no advantage.
    fn play_engine_move(&mut self) {
        let Some(found) = self.search(self.options.level) else { return };
        if found.score <= Score::DRAW && self.state.claim_draw() {
            return self.output.print("Khepri claims a draw: this position stands for the third time.");
        }
        let Ok(scene) = Scene::of_move(self.state.game().position(), found.mv) else { return };
        if self.state.play(found.mv, record::note(&found, self.options.level.is_none())) {
            self.output.print(text::shot("Khepri", found.mv, &scene));
            self.draw(&scene);
            if !scene.hits.is_empty() && self.state.end().is_none() {
                self.output.print("The board after the shot, with your beam:");
                self.show();
            }
        }
    }

    /// Searches the current position at a strength.
    fn search(&mut self, level: Option<Elo>) -> Option<EngineMove> {
        self.engine.set_game(self.state.game().clone());
        self.engine.set_strength(level);
        let movetime = self.options.movetime.or(level.is_none().then_some(MOVETIME));
        let limits = Limits { movetime, ..Limits::default() };
        find_move(&self.engine, limits, &self.options.signals)
    }

    fn hint(&mut self) {
        if self.state.end().is_some() {
            return self.announce();
        }
        let Some(EngineMove { mv, score, depth, .. }) = self.search(None) else { return };
        self.output.print(format_args!("Khepri would play {mv}: {} at depth {depth}.", score.in_pyramids()));
    }

    fn undo(&mut self) {
        match self.state.undo() {
            Some(moves) => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                let undone = if moves.is_empty() { "the end of the game".to_owned() } else { moves.join(" and ") };
                self.output.print(format_args!("Taken back: {undone}."));
                self.show();
                self.announce();
            }
            None => self.output.print("there is no move of yours to take back"),
        }
    }

    fn claim_draw(&mut self) {
        if self.state.end().is_none() && !self.state.claim_draw() {
            let times = self.state.game().occurrences();
            let times = if times == 1 { "once".to_owned() } else { format!("{times} times") };
            return self
                .output
                .print(format_args!("no draw to claim: this position has stood {times}; expected three times"));
        }
        self.announce();
    }

    fn resign(&mut self) {
        if self.state.end().is_none() {
            self.state.resign();
        }
        self.announce();
    }

    /// Saves the game to a file, by default the file of the last save. Replaces no other existing file.
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
        let text = self.kgn();
        match (self.options.write)(&path, &text, &self.output) {
            Ok(()) => {
                self.output.print(format_args!("Saved to {}.", name(&path)));
                self.saved = Some((path, text));
            }
            Err(error) => self.output.print(format_args!("{}: {error}", name(&path))),
        }
    }

    /// Returns the game in KGN.
    fn kgn(&self) -> String {
        let level = self.options.level.map(|level| format!(" level {}", level.value())).unwrap_or_default();
        let engine = format!("Khepri {}{level}", env!("CARGO_PKG_VERSION"));
        kgn::write(&record::record(&self.state, &engine, &self.options.date))
    }

    /// Saves the game once more if it was saved before and has changed since. If it has moves and is not saved, prints the
    /// command that continues it.
    fn leave_game(&mut self) {
        if let Some((path, text)) = self.saved.clone()
            && text != self.kgn()
        {
            self.write(path);
        }
        let is_saved = self.saved.take().is_some_and(|(_, text)| text == self.kgn());
        if !is_saved && self.state.game().moves().len() > 0 {
            let level = self.options.level.map(Elo::value);
            let movetime = self.options.movetime.and_then(|time| u64::try_from(time.as_millis()).ok());
            let command = text::resume(&self.state, level, movetime);
            self.output
                .print(format_args!("The game is not saved; `save FILE` does that. To go on with it:\n{command}"));
        }
    }
}

/// Returns the name of a file for a message.
fn name(path: &Path) -> String {
    path.display().to_string().replace(is_control, "?")
}
