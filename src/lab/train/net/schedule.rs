//! The schedule of the step size: a linear warm-up, then cosine decay.
//!
//! Source: I. Loshchilov, F. Hutter, SGDR: Stochastic Gradient Descent with Warm Restarts, 2017.

/// The number of all steps divided by the number of warm-up steps.
const WARM_UP: u64 = 20;

/// The largest number of steps of the warm-up.
const MOST_WARM_UP: u64 = 1_000;

/// The last step size divided by the largest step size.
const LAST: f64 = 0.01;

/// Returns the step size of a step. Steps are numbered from 0, and `steps` is their total number.
pub(super) fn rate(largest: f32, step: u64, steps: u64) -> f32 {
    let warm_up = (steps / WARM_UP).clamp(1, MOST_WARM_UP);
    let share = if step < warm_up {
        (step + 1) as f64 / warm_up as f64
    } else {
        let progress = (step - warm_up) as f64 / (steps.saturating_sub(warm_up)).max(1) as f64;
        LAST + (1.0 - LAST) * 0.5 * (1.0 + libm::cos(std::f64::consts::PI * progress))
    };
    (f64::from(largest) * share) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_size_rises_and_falls() {
        let rates: Vec<f32> = (0..2_000).map(|step| rate(0.5, step, 2_000)).collect();
        // The warm-up takes 100 steps, a twentieth of all.
        for (step, expected) in [(0, 0.005), (49, 0.25), (99, 0.5), (100, 0.5), (1050, 0.2525), (1999, 0.005)] {
            assert!((rates[step] - expected).abs() < 1e-4, "step {step}: {}", rates[step]);
        }
        assert!(rates[..100].is_sorted() && rates[100..].is_sorted_by(|before, after| after <= before));
        // The warm-up takes at most 1,000 steps.
        assert!((rate(1.0, 999, 1_000_000) - 1.0).abs() < 1e-6);
        assert!(rate(1.0, 0, 1) > 0.99, "a single step has the largest size");
    }
}
