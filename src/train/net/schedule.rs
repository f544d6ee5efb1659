//! The step size over the training: it rises linearly, then falls along a cosine.
//!
//! Source: I. Loshchilov, F. Hutter, SGDR: Stochastic Gradient Descent with Warm Restarts, 2017.

/// The share of the steps in which the step size rises, as a divisor.
const RISE: u64 = 20;

/// The most steps in which it rises.
const MOST_RISE: u64 = 1_000;

/// The last step size as a share of the greatest.
const LAST: f64 = 0.01;

/// Returns the step size of a step, from 0.
pub(super) fn rate(greatest: f32, step: u64, steps: u64) -> f32 {
    let rise = (steps / RISE).clamp(1, MOST_RISE);
    let share = if step < rise {
        (step + 1) as f64 / rise as f64
    } else {
        let passed = (step - rise) as f64 / (steps.saturating_sub(rise)).max(1) as f64;
        LAST + (1.0 - LAST) * 0.5 * (1.0 + libm::cos(std::f64::consts::PI * passed))
    };
    (f64::from(greatest) * share) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_size_rises_and_falls() {
        let rates: Vec<f32> = (0..2_000).map(|step| rate(0.5, step, 2_000)).collect();
        // The rise takes 100 steps, a twentieth.
        for (step, expected) in [(0, 0.005), (49, 0.25), (99, 0.5), (100, 0.5), (1050, 0.2525), (1999, 0.005)] {
            assert!((rates[step] - expected).abs() < 1e-4, "step {step}: {}", rates[step]);
        }
        assert!(rates[..100].is_sorted() && rates[100..].is_sorted_by(|before, after| after <= before));
        // A long training does not rise longer than 1,000 steps.
        assert!((rate(1.0, 999, 1_000_000) - 1.0).abs() < 1e-6);
        assert!(rate(1.0, 0, 1) > 0.99, "a single step is whole");
    }
}
