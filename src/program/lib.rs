//! The program `khepri`: its commands, the driver of a session, the game in a terminal, and the server of the page. It has no
//! public items.

mod cli;
mod driver;
mod output;
mod play;
mod positions;
mod review;
#[cfg(feature = "serve")]
mod serve;

/// The commit of the build, from `build.rs`.
const COMMIT: &str = env!("KHEPRI_COMMIT");

/// All modules except `serve`, for the program and its tests. It may change in any version.
#[doc(hidden)]
pub mod internal {
    macro_rules! open {
        ($($module:ident)*) => {
            $(pub mod $module {
                pub use crate::$module::*;
            })*
        };
    }

    open!(cli driver output play positions review);
}
