//! The command lines behind the names of engines: another one under the same name may be another build.

use super::super::mistake::warn;
use crate::arena::engine_spec::EngineSpec;
use crate::arena::names::shown;
use crate::arena::record::GameRecord;
use std::collections::{HashMap, HashSet};

/// The command line that was recorded first for each name, and what was warned of.
#[derive(Default)]
pub(super) struct Builds {
    first: HashMap<String, String>,
    told: HashSet<String>,
}

impl Builds {
    /// Takes note of the engines of a game on record; records of old have no command lines.
    pub(super) fn note_record(&mut self, record: &GameRecord) {
        for (name, command) in [&record.silver, &record.red].into_iter().zip(&record.commands) {
            self.note(name, command);
        }
    }

    /// Takes note of an engine that is to play.
    pub(super) fn note_engine(&mut self, engine: &EngineSpec) {
        self.note(&engine.name, &engine.command_line());
    }

    fn note(&mut self, name: &str, command: &str) {
        if command.is_empty() {
            return;
        }
        let Some(first) = self.first.get(name) else {
            self.first.insert(name.to_owned(), command.to_owned());
            return;
        };
        if first != command && self.told.insert(name.to_owned()) {
            let name = shown(name);
            warn(format_args!("match: {name} was `{first}` when it was recorded first, and is `{command}` now"));
        }
    }
}
