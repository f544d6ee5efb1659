//! The figures that `bench --stats` prints, computed from the counters of searches.

use khepri_engine::internal::search::counters::Counter::{self, *};
use khepri_engine::internal::search::counters::Counters;
use std::fmt;

/// The computation of a figure.
enum Kind {
    /// The sum of these counters.
    Count(&'static [Counter]),
    /// The first counter in percent of the sum of the others.
    Percent(Counter, &'static [Counter]),
}

/// Nodes at which a move caused a cut-off.
const CUT_NODES: &[Counter] = &[CutByTableMove, CutByGain, CutByKiller, CutByQuiet, CutByLoss];

/// All probes of the table.
const PROBES: &[Counter] = &[MainProbe, QuiescenceProbe];

/// The figures with their names.
const FIGURES: [(&str, Kind); 23] = [
    ("quiescence_percent", Kind::Percent(QuiescenceNode, &[Node])),
    ("evasion_percent", Kind::Percent(EvasionNode, &[Node])),
    ("table_hit_percent", Kind::Percent(TableHit, PROBES)),
    ("table_cut_percent", Kind::Percent(TableCut, PROBES)),
    ("stand_pat_percent", Kind::Percent(StandPat, &[QuiescenceProbe])),
    ("inner_nodes", Kind::Count(&[InnerNode])),
    ("reverse_futility_percent", Kind::Percent(ReverseFutilityCut, &[InnerNode])),
    ("razoring_percent", Kind::Percent(RazoringCut, &[InnerNode])),
    ("null_moves", Kind::Count(&[NullMove])),
    ("null_move_cut_percent", Kind::Percent(NullMoveCut, &[NullMove])),
    ("singular_searches", Kind::Count(&[SingularSearch])),
    ("singular_extension_percent", Kind::Percent(SingularExtension, &[SingularSearch])),
    ("multi_cut_percent", Kind::Percent(MultiCut, &[SingularSearch])),
    ("reduced_searches", Kind::Count(&[ReducedSearch])),
    ("full_search_percent", Kind::Percent(FullSearch, &[ReducedSearch])),
    ("cut_nodes", Kind::Count(CUT_NODES)),
    ("cut_node_moves", Kind::Count(&[MoveAtCutNode])),
    ("first_move_cutoff_percent", Kind::Percent(FirstMoveCut, CUT_NODES)),
    ("cut_by_table_move_percent", Kind::Percent(CutByTableMove, CUT_NODES)),
    ("cut_by_gain_percent", Kind::Percent(CutByGain, CUT_NODES)),
    ("cut_by_killer_percent", Kind::Percent(CutByKiller, CUT_NODES)),
    ("cut_by_quiet_percent", Kind::Percent(CutByQuiet, CUT_NODES)),
    ("cut_by_loss_percent", Kind::Percent(CutByLoss, CUT_NODES)),
];

/// The counters of searches, to print as figures. Each figure is a line `name value`. Percentages have one decimal; counts are
/// whole numbers.
pub struct Figures<'a>(pub &'a Counters);

impl fmt::Display for Figures<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |counters: &[Counter]| counters.iter().map(|&counter| self.0.get(counter)).sum();
        for (name, kind) in &FIGURES {
            match kind {
                Kind::Count(counters) => writeln!(f, "{name} {}", sum(counters))?,
                Kind::Percent(part, whole) => writeln!(f, "{name} {:.1}", percent(self.0.get(*part), sum(whole)))?,
            }
        }
        Ok(())
    }
}

/// Returns a part in percent of the whole; 0 if the whole is 0.
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_figures_of_empty_counters_are_zero() {
        let text = Figures(&Counters::default()).to_string();
        assert_eq!(text.lines().count(), FIGURES.len());
        for line in text.lines() {
            let (name, value) = line.split_once(' ').expect("a name and a value");
            assert_eq!(value, if name.ends_with("_percent") { "0.0" } else { "0" }, "{name}");
        }
    }

    #[test]
    fn percentages_and_counts_are_computed() {
        let mut counters = Counters::default();
        counters.add(Node, 3);
        counters.count(QuiescenceNode);
        counters.add(MainProbe, 2);
        counters.add(QuiescenceProbe, 6);
        counters.add(TableHit, 8);
        counters.count(TableCut);
        counters.add(CutByGain, 5);
        counters.add(CutByLoss, 2);
        let text = Figures(&counters).to_string();
        let expected = [
            "quiescence_percent 33.3",
            "table_hit_percent 100.0",
            "table_cut_percent 12.5",
            "cut_nodes 7",
            "cut_by_gain_percent 71.4",
        ];
        for line in expected {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }
}
