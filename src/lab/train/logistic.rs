//! The logistic function from scores to expected results, the loss, and the fit of the steepness.

/// Returns the expected result for log-odds.
#[inline(always)]
pub(super) fn expectation(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

/// Returns the cross-entropy loss of log-odds that predict a result.
pub(super) fn cross_entropy(score: f64, result: f32) -> f64 {
    // ln(1 + e^x) without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let result = f64::from(result);
    result * softplus(-score) + (1.0 - result) * softplus(score)
}

/// Returns the mean of losses, or NaN if there are none.
pub(super) fn mean(losses: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = losses.fold((0.0, 0.0), |(sum, count), loss| (sum + loss, count + 1.0));
    sum / count
}

/// Returns the steepness from 0.01 to 10 with the least loss. The steepness is the log-odds for a score of 1.
pub(super) fn steepness(loss: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high): (f64, f64) = (0.01, 10.0);
    for _ in 0..40 {
        let third = (high / low).cbrt();
        let [one, other] = [low * third, high / third];
        if loss(one) < loss(other) { high = other } else { low = one }
    }
    (low * high).sqrt()
}
