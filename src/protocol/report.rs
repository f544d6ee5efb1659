//! Results of searches and counts as lines of the protocol.

use khepri_engine::internal::eval::wdl::Model;
use khepri_engine::{BestMove, Bound, Info};
use khepri_rules::Move;
use std::fmt::{Display, Write};
use std::time::Duration;

/// Returns an `info string` of one line. Control characters become blanks.
pub fn remark(message: impl Display) -> String {
    format!("info string {message}").replace(|character: char| character.is_control(), " ")
}

/// Returns the report of an iteration, with win, draw and loss rates if there is a model.
pub fn search_line(info: &Info, model: Option<Model>) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = model.map_or_else(String::new, |model| format!(" {}", model.wdl(info.score)));
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {} hashfull {} time {} pv",
        info.depth.plies(),
        info.seldepth,
        info.multipv,
        info.score,
        info.nodes,
        per_second(info.nodes, info.time),
        info.hashfull,
        info.time.as_millis(),
    );
    for mv in &info.pv {
        // Writing to a string cannot fail.
        let _ = write!(line, " {mv}");
    }
    line
}

/// Returns the report of the root move that is searched next.
pub fn current_move_line(mv: Move, number: usize) -> String {
    format!("info currmove {mv} currmovenumber {number}")
}

/// Returns the last line of the answer to a `go`.
pub fn best_move_line(answer: &BestMove) -> String {
    match (answer.best, answer.ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}

/// Returns the last line of a perft.
pub fn perft_line(nodes: u64, time: Duration) -> String {
    format!("nodes {nodes} time {} nps {}", time.as_millis(), per_second(nodes, time))
}

/// Returns the line of a bench for the positions of one group. Its form differs from that of the last line, so test
/// frameworks do not read it.
pub fn bench_group_line(group: impl Display, nodes: u64, time: Duration) -> String {
    format!("bench {group}: nodes {nodes}, {} a second", per_second(nodes, time))
}

/// Returns the last line of a bench, in the form that test frameworks read.
pub fn bench_line(nodes: u64, time: Duration) -> String {
    format!("{nodes} nodes {} nps", per_second(nodes, time))
}

/// Returns the rate per second. A shorter time than a microsecond counts as a microsecond.
pub fn per_second(count: u64, time: Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// Joins reasons in one line; lists the first 16 and counts the others.
pub fn reasons(all: &[impl Display]) -> String {
    const LISTED: usize = 16;
    let mut text = all.iter().take(LISTED).map(ToString::to_string).collect::<Vec<_>>().join("; ");
    if all.len() > LISTED {
        text.push_str(&format!("; and {} more", all.len() - LISTED));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{Square, Turn};

    #[test]
    fn the_answer_names_the_best_move_and_the_ponder_move_if_there_are_any() {
        let best = Some(Move::rotate(Square::H2, Turn::Clockwise));
        let ponder = Some(Move::step(Square::A1, Square::B2));
        assert_eq!(best_move_line(&BestMove { best, ponder }), "bestmove h2+ ponder a1b2");
        assert_eq!(best_move_line(&BestMove { best, ponder: None }), "bestmove h2+");
        assert_eq!(best_move_line(&BestMove { best: None, ponder: None }), "bestmove (none)");
    }

    #[test]
    fn a_remark_is_one_line() {
        assert_eq!(remark("a\nb\r\0c"), "info string a b  c");
    }

    #[test]
    fn a_rate_is_computed_even_for_no_time() {
        assert_eq!(per_second(5, Duration::ZERO), 5_000_000);
        assert_eq!(per_second(3000, Duration::from_millis(1500)), 2000);
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
        assert_eq!(perft_line(77, Duration::from_millis(7)), "nodes 77 time 7 nps 11000");
    }

    #[test]
    fn only_the_last_line_of_a_bench_has_the_form_nodes_and_nps() {
        let time = Duration::from_millis(7);
        assert_eq!(bench_line(77, time), "77 nodes 11000 nps");
        assert_eq!(bench_group_line("khet1-eye", 77, time), "bench khet1-eye: nodes 77, 11000 a second");
    }
}
