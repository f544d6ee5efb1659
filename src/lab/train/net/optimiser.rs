//! The optimiser AdamW (Adam with decoupled weight decay). Each weight is clamped to a limit.
//!
//! Source: I. Loshchilov, F. Hutter, Decoupled Weight Decay Regularization, 2019.

/// The decay rates of the running means of the gradient and of the squared gradient.
const MEANS: [f32; 2] = [0.9, 0.999];

/// A small number that keeps a step finite where the gradient is zero.
const EPSILON: f32 = 1e-8;

/// The numbers of a step that are the same for all weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The step size, corrected for the bias of the mean gradient, which starts at zero.
    size: f32,
    /// The factor that corrects the bias of the mean squared gradient.
    square_correction: f32,
    /// The factor by which the decay multiplies a weight.
    decay: f32,
    /// The factor of the gradient: one divided by the number of positions.
    share: f32,
}

impl Step {
    /// Returns the step with a number, counted from 0.
    pub(super) fn new(number: u64, rate: f32, decay: f32, positions: usize) -> Step {
        let [mean, square] = MEANS.map(|decay| 1.0 - f64::from(decay).powf(number as f64 + 1.0));
        Step {
            size: (f64::from(rate) / mean) as f32,
            square_correction: (1.0 / square) as f32,
            decay: 1.0 - rate * decay,
            share: 1.0 / positions as f32,
        }
    }

    /// Changes weights and their running means, and clears the gradient.
    #[inline(always)]
    pub(super) fn apply(
        &self,
        weights: &mut [f32],
        gradient: &mut [f32],
        means: [&mut [f32]; 2],
        decays: bool,
        limit: f32,
    ) {
        let decay = if decays { self.decay } else { 1.0 };
        let [means, squares] = means;
        for (((weight, slope), mean), square) in weights.iter_mut().zip(gradient).zip(means).zip(squares) {
            let gradient = std::mem::take(slope) * self.share;
            *mean = MEANS[0] * *mean + (1.0 - MEANS[0]) * gradient;
            *square = MEANS[1] * *square + (1.0 - MEANS[1]) * gradient * gradient;
            let step = self.size * *mean / ((*square * self.square_correction).sqrt() + EPSILON);
            *weight = (*weight * decay - step).clamp(-limit, limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_the_paper() {
        // Two steps of size 0.1 with decay 0.5 and gradients 4 and 1, each of two positions. The first step of Adam always has
        // its full size: 1 - 0.05 - 0.1. The second step has the means 0.23 / 0.19 and 0.004246 / 0.001999.
        let (mut weight, mut mean, mut square) = ([1.0], [0.0], [0.0]);
        for (number, (slope, expected)) in [(4.0, 0.85), (1.0, 0.724_440)].into_iter().enumerate() {
            let mut gradient = [slope];
            let step = Step::new(number as u64, 0.1, 0.5, 2);
            step.apply(&mut weight, &mut gradient, [&mut mean, &mut square], true, 10.0);
            assert!((weight[0] - expected).abs() < 1e-4, "step {number}: {}", weight[0]);
            assert_eq!(gradient, [0.0], "the gradient is cleared");
        }
        let step = Step::new(2, 0.1, 0.5, 1);
        step.apply(&mut weight, &mut [-1e9], [&mut mean, &mut square], true, 0.7);
        assert_eq!(weight, [0.7], "the limit holds");
    }
}
