//! The logistic curve from a score to the expected result, its loss, and the steepness that fits scores to results.

/// Returns the expected result for log-odds.
#[inline(always)]
pub(super) fn expectation(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

/// Returns the loss of predicting a result by log-odds.
pub(super) fn cross_entropy(score: f64, result: f32) -> f64 {
    // ln(1 + e^x) without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let result = f64::from(result);
    result * softplus(-score) + (1.0 - result) * softplus(score)
}

/// Returns the mean, which is NaN without losses.
pub(super) fn mean(losses: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = losses.fold((0.0, 0.0), |(sum, count), loss| (sum + loss, count + 1.0));
    sum / count
}

/// Finds the steepness with the least loss: the log-odds for a score of 1. It is between 0.01 and 10.
pub(super) fn steepness(loss: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high): (f64, f64) = (0.01, 10.0);
    for _ in 0..40 {
        let third = (high / low).cbrt();
        let [one, other] = [low * third, high / third];
        if loss(one) < loss(other) { high = other } else { low = one }
    }
    (low * high).sqrt()
}
