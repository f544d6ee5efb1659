//! The engine Khepri as a module for Python: `khepri._khepri`, which the package `khepri` re-exports.
//!
//! `moves`, `position`, `beam`, `reach`, `game`, `tags`, `kgn` and `files` are the rules and the notation, with the data in `shared`, `engine` and `process` play, and `batch` plays many
//! games for learning machines, with the numbers of `encoding`. `arguments`, `arrays` and `waiting` are what all of them share.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod arrays;
mod batch;
mod beam;
mod encoding;
mod engine;
mod files;
mod game;
mod kgn;
mod limits;
mod moves;
mod position;
mod process;
mod reach;
mod score;
mod shared;
mod tags;
mod waiting;

use pyo3::prelude::*;

/// Checks that Python's objects are aligned as a class needs. CPython promises 16 bytes.
macro_rules! check_alignment {
    ($($class:ty)*) => {
        const _: () = { $(assert!(align_of::<$class>() <= 16);)* };
    };
}

check_alignment! {
    batch::Batch beam::Beam beam::Leg engine::Analysis engine::Engine engine::Info game::Game files::Games kgn::PlayedMove
    kgn::Variation moves::Move moves::Piece shared::Position process::Process reach::Reach reach::Shot score::Score tags::Tags
}

#[pymodule]
mod _khepri {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::beam::{Beam, Leg, leg};
    #[pymodule_export]
    use crate::engine::{Analysis, Engine, Info, info};
    #[pymodule_export]
    use crate::files::{Games, read_kgn};
    #[pymodule_export]
    use crate::game::{Game, parse_kgn};
    #[pymodule_export]
    use crate::kgn::{PlayedMove, Variation};
    #[pymodule_export]
    use crate::moves::{Move, Piece};
    #[pymodule_export]
    use crate::position::{restored, setup, setups};
    #[pymodule_export]
    use crate::process::{EngineError, Process};
    #[pymodule_export]
    use crate::reach::{Reach, Shot, shot};
    #[pymodule_export]
    use crate::score::Score;
    #[pymodule_export]
    use crate::shared::Position;
    #[pymodule_export]
    use crate::tags::Tags;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("ACTIONS", crate::encoding::ACTIONS)?;
        module.add("PLANES", pyo3::types::PyTuple::new(module.py(), crate::encoding::plane_names())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
