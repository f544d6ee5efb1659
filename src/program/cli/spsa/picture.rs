//! The course of each parameter as a picture: a field for each, with the values by the number of games.

use khepri_arena::spsa::course::{Course, Point};
use khepri_arena::spsa::parameters::Parameter;
use khepri_protocol::draw::mark;
use std::fmt::{self, Write};

/// The width and height of the plot area of a field, in units of the picture.
const FIELD: [f64; 2] = [360.0, 140.0];
/// The space to the left of a plot area.
const LEFT: f64 = 70.0;
/// The space to the right of a plot area.
const RIGHT: f64 = 20.0;
/// The space above a plot area, with the name.
const ABOVE: f64 = 30.0;
/// The space below a plot area, with the numbers of games.
const BELOW: f64 = 30.0;
/// The number of fields beside each other.
const COLUMNS: usize = 2;
/// The largest number of points of a curve.
const MOST_POINTS: usize = 500;

/// Returns the course as an SVG document. A dashed line shows the start of each parameter.
pub fn svg(course: &Course) -> String {
    let parameters = &course.plan().parameters;
    let columns = parameters.len().clamp(1, COLUMNS);
    let [field_width, field_height] = [LEFT + FIELD[0] + RIGHT, ABOVE + FIELD[1] + BELOW];
    let width = field_width * columns as f64;
    let height = field_height * parameters.len().div_ceil(columns) as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Parameters by games</title>\n{}\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        mark::PICTURE
    );
    for (index, parameter) in parameters.iter().enumerate() {
        let (left, top) = (field_width * (index % columns) as f64, field_height * (index / columns) as f64);
        let _ = writeln!(text, "<g transform=\"translate({} {})\">", left + LEFT, top + ABOVE);
        let values = thinned(course.points()).map(|point| (point.games, point.values.get(index).copied()));
        let values: Vec<(u64, f64)> = values.filter_map(|(games, value)| Some((games, value?))).collect();
        // Writing to a string does not fail.
        let _ = field(&mut text, parameter, &values);
        text.push_str("</g>\n");
    }
    text + "</svg>\n"
}

/// Returns at most [`MOST_POINTS`] points at equal distances, and the last one.
fn thinned(points: &[Point]) -> impl Iterator<Item = &Point> {
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    let rest = !points.len().saturating_sub(1).is_multiple_of(step);
    points.iter().step_by(step).chain(points.last().filter(|_| rest))
}

/// Draws the field of a parameter. The origin is the upper left corner of the plot area.
fn field(text: &mut String, parameter: &Parameter, values: &[(u64, f64)]) -> fmt::Result {
    let [width, height] = FIELD;
    // The field is at least two perturbations high, so that noise looks like noise.
    let ends = [parameter.start - parameter.c_end, parameter.start + parameter.c_end];
    let all = || values.iter().map(|(_, value)| *value).chain(ends);
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = (low.max(parameter.min), high.min(parameter.max));
    let games = values.last().map_or(0, |(games, _)| *games);
    let x = |played: u64| width * played as f64 / games.max(1) as f64;
    let y = |value: f64| height * (high - value) / (high - low);
    writeln!(text, "<text x=\"0\" y=\"-10\" font-weight=\"bold\">{}</text>", escaped(&parameter.name))?;
    writeln!(text, "<rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#dddddd\"/>")?;
    for (value, at) in [(high, 10.0), (low, height)] {
        writeln!(text, "<text x=\"-8\" y=\"{at}\" text-anchor=\"end\">{}</text>", parameter.shown(value))?;
    }
    let start = y(parameter.start);
    writeln!(
        text,
        "<line x1=\"0\" y1=\"{start:.1}\" x2=\"{width}\" y2=\"{start:.1}\" stroke=\"#888888\" stroke-dasharray=\"6 4\"/>"
    )?;
    let points: Vec<String> = values.iter().map(|&(games, value)| format!("{:.1},{:.1}", x(games), y(value))).collect();
    writeln!(text, "<polyline fill=\"none\" stroke=\"#1f6fb2\" stroke-width=\"2\" points=\"{}\"/>", points.join(" "))?;
    if let Some((_, end)) = values.last() {
        let label = format!("{games} games, {}", parameter.shown(*end));
        writeln!(text, "<text x=\"{width}\" y=\"{}\" text-anchor=\"end\">{label}</text>", height + 16.0)?;
    }
    Ok(())
}

/// Returns a text of an SVG document.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_arena::engine::player::Deadlines;
    use khepri_arena::engine::spec::EngineSpec;
    use khepri_arena::game::referee::Conditions;
    use khepri_arena::spsa::parameters::read;
    use khepri_arena::spsa::plan::Plan;
    use khepri_arena::spsa::record::PairRecord;
    use khepri_arena::stats::GameResult::{Draw, Win};

    /// Returns a plan with two parameters, 5 pairs and 2 pairs an iteration.
    fn plan() -> Plan {
        let text = "futility_base, int, 100, 0, 300, 20, 0.01\nscale, float, 1, 0, 2, 0.25, 0.01";
        let mut engine = EngineSpec::default();
        engine.read(["cmd=./khepri", "option.Hash=1", "nodes=500"]).expect("an engine");
        let second = std::time::Duration::from_secs(1);
        Plan {
            engine,
            parameters: read(text.as_bytes()).expect("parameters"),
            openings: vec!["khet2 classic moves h2g2".parse().expect("an opening")],
            conditions: Conditions::default(),
            deadlines: Deadlines { start: second, ready: second, quit: second, answer: second },
            concurrency: 1,
            pairs: 5,
            pairs_an_iteration: 2,
            seed: 1,
        }
    }

    #[test]
    fn each_parameter_has_a_field_that_spans_its_values() {
        let mut plan = plan();
        plan.parameters[1].name = "a<b".to_owned();
        let mut course = Course::new(&plan);
        let empty = svg(&course);
        assert!(empty.contains(mark::PICTURE) && empty.contains(">a&lt;b</text>"), "{empty}");
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
        for number in 1..=5 {
            let result = if number == 5 { [Draw, Draw] } else { [Win, Win] };
            course.add(&PairRecord::new(course.digest(), number, result)).expect("a pair of the run");
        }
        let text = svg(&course);
        assert_eq!((text.matches("<polyline").count(), text.matches("stroke-dasharray").count()), (2, 2));
        // C_end is 20 around the start at 100, and four pairs won move the value by less: 80 is at the bottom.
        assert!(text.contains(">120.0</text>") && text.contains(">80.0</text>"), "{text}");
        assert!(text.contains("points=\"0.0,70.0 ") && text.contains(">10 games, "), "{text}");
    }

    #[test]
    fn a_long_course_is_thinned() {
        let point = |games| Point { games, result: 0.0, values: Vec::new() };
        for count in [0, 1, 500, 501, 1_000, 1_001, 3_751] {
            let points: Vec<Point> = (0..count).map(point).collect();
            let thinned: Vec<&Point> = thinned(&points).collect();
            assert!(thinned.len() <= MOST_POINTS + 1, "{count}");
            assert_eq!((thinned.first().copied(), thinned.last().copied()), (points.first(), points.last()), "{count}");
            assert!(thinned.windows(2).all(|pair| pair[0].games < pair[1].games), "{count}");
        }
    }
}
