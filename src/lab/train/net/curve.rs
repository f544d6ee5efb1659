//! The losses by epoch as CSV and as a picture.

use super::losses::Losses;
use super::trainer::Epoch;
use khepri_protocol::draw::mark;
use std::fmt::Write;

/// The losses with which the losses of the trained network are compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct References {
    /// The losses of the embedded network.
    pub embedded: Losses,
    /// The losses of the scores of the search.
    pub search: Losses,
    /// The losses of the network with whose weights the training begins, if it has one.
    pub start: Option<Losses>,
}

impl References {
    /// Returns the references with their names in the table.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &Losses)> {
        let start = self.start.iter().map(|start| ("start", start));
        [("embedded", &self.embedded), ("search", &self.search)].into_iter().chain(start)
    }
}

/// The width and height of the plot area, in units of the picture.
const FIELD: [f64; 2] = [720.0, 360.0];
/// The space to the left of the plot area.
const LEFT: f64 = 70.0;
/// The space above and below the plot area.
const MARGIN: f64 = 30.0;
/// The space to the right of the plot area.
const RIGHT: f64 = 150.0;

/// The number of horizontal lines of the plot area.
const LINES: usize = 5;

/// The colour of each curve, in the order of [`NAMES`].
const COLOURS: [&str; 4] = ["#888888", "#1f6fb2", "#b5422c", "#3a8a3a"];

/// The name of each curve.
const NAMES: [&str; 4] = ["training", "targets", "results", "scores"];

/// The first line of the CSV.
pub const HEADING: &str = "epoch,training,targets,results,scores\n";

/// Returns the CSV: a row for each reference, then one for each epoch. An unknown loss is empty.
pub fn csv(epochs: &[Epoch], references: &References) -> String {
    let mut text = HEADING.to_owned();
    let mut row = |name: &str, training: Option<f64>, losses: &Losses| {
        let losses = [training.unwrap_or(f64::NAN), losses.targets, losses.results, losses.scores];
        let losses = losses.map(|loss| if loss.is_nan() { String::new() } else { format!("{loss:.6}") });
        let _ = writeln!(text, "{name},{}", losses.join(","));
    };
    references.all().for_each(|(name, losses)| row(name, None, losses));
    for (number, epoch) in (1..).zip(epochs) {
        row(&number.to_string(), Some(epoch.training), &epoch.validation);
    }
    text
}

/// Returns the losses as an SVG: curves for the trained network, and dashed lines for the embedded one.
pub fn svg(epochs: &[Epoch], references: &References) -> String {
    let curve = |loss: fn(&Epoch) -> f64| epochs.iter().map(loss).collect::<Vec<f64>>();
    let curves = [
        curve(|epoch| epoch.training),
        curve(|epoch| epoch.validation.targets),
        curve(|epoch| epoch.validation.results),
        curve(|epoch| epoch.validation.scores),
    ];
    let Losses { targets, results, scores } = references.embedded;
    let embedded = [f64::NAN, targets, results, scores];
    let known = || curves.iter().flatten().chain(&embedded).copied().filter(|loss| loss.is_finite());
    let (low, high) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
    let x = |epoch: usize| LEFT + FIELD[0] * epoch as f64 / epochs.len().saturating_sub(1).max(1) as f64;
    let y = |loss: f64| MARGIN + FIELD[1] * (high - loss) / (high - low);
    let end = LEFT + FIELD[0];
    let [width, height] = [end + RIGHT, FIELD[1] + 2.0 * MARGIN];
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Losses by epoch</title>\n{}\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        mark::PICTURE
    );
    for line in 0..LINES {
        let loss = low + (high - low) * line as f64 / (LINES - 1) as f64;
        let (at, label) = (y(loss), LEFT - 8.0);
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{end}\" y2=\"{at:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{label}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>",
            at + 4.0
        );
    }
    let shown = curves.iter().zip(embedded).zip(COLOURS).zip(NAMES);
    for (index, (((losses, embedded), colour), name)) in shown.enumerate() {
        let points = losses.iter().enumerate().filter(|(_, loss)| loss.is_finite());
        let points: Vec<String> = points.map(|(epoch, &loss)| format!("{:.1},{:.1}", x(epoch), y(loss))).collect();
        let points = points.join(" ");
        let _ = writeln!(text, "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{points}\"/>");
        if embedded.is_finite() {
            let at = y(embedded);
            let _ = writeln!(
                text,
                "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{end}\" y2=\"{at:.1}\" stroke=\"{colour}\" stroke-dasharray=\"6 4\"/>"
            );
        }
        let (left, at) = (end + 12.0, MARGIN + 12.0 + 18.0 * index as f64);
        let _ = writeln!(text, "<text x=\"{left}\" y=\"{at}\" fill=\"{colour}\">{name}</text>");
    }
    let (left, at) = (end + 12.0, MARGIN + 12.0 + 18.0 * COLOURS.len() as f64);
    let _ = writeln!(text, "<text x=\"{left}\" y=\"{at}\">dashed: embedded</text>");
    for (epoch, anchor) in [(0, "start"), (epochs.len().saturating_sub(1), "end")] {
        let (left, at) = (x(epoch), height - 10.0);
        let _ = writeln!(text, "<text x=\"{left:.1}\" y=\"{at}\" text-anchor=\"{anchor}\">epoch {}</text>", epoch + 1);
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn losses(targets: f64) -> Losses {
        Losses { targets, results: targets + 0.01, scores: targets + 0.02 }
    }

    fn epochs() -> [Epoch; 2] {
        [0.68, 0.66].map(|training| Epoch { training, validation: losses(0.67), reduced: 0 })
    }

    const NONE: Losses = Losses { targets: f64::NAN, results: f64::NAN, scores: f64::NAN };

    #[test]
    fn the_csv_has_a_row_for_each_reference_and_epoch() {
        let references = References { embedded: losses(0.69), search: NONE, start: Some(losses(0.685)) };
        assert_eq!(
            csv(&epochs(), &references),
            "epoch,training,targets,results,scores\n\
             embedded,,0.690000,0.700000,0.710000\n\
             search,,,,\n\
             start,,0.685000,0.695000,0.705000\n\
             1,0.680000,0.670000,0.680000,0.690000\n\
             2,0.660000,0.670000,0.680000,0.690000\n"
        );
    }

    #[test]
    fn the_picture_spans_all_losses() {
        let text = svg(&epochs(), &References { embedded: losses(0.69), search: NONE, start: None });
        // The largest loss, 0.71, is at the top and the smallest, 0.66, at the bottom: 360 units for 0.05.
        assert!(text.contains("points=\"70.0,246.0 790.0,390.0\""), "{text}");
        assert!(text.contains(">0.7100</text>") && text.contains(">0.6600</text>"), "{text}");
        assert_eq!(text.matches("stroke-dasharray").count(), 3);
        for (epochs, embedded) in [(&epochs()[..0], NONE), (&epochs()[..1], NONE)] {
            let text = svg(epochs, &References { embedded, search: NONE, start: None });
            assert!(text.ends_with("</svg>\n") && !text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
