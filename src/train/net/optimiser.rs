//! The step from a gradient to new weights: Adam with decay apart from the gradient, and limits of the weights.
//!
//! Source: I. Loshchilov, F. Hutter, Decoupled Weight Decay Regularization, 2019.

/// Decay of the means of the gradient and of its square.
const MEANS: [f32; 2] = [0.9, 0.999];

/// Keeps a step finite where the gradient is zero.
const EPSILON: f32 = 1e-8;

/// What all weights of a step have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The step of a weight, corrected for the start of the means at zero.
    size: f32,
    /// The correction of the mean square.
    square: f32,
    /// The share that the decay leaves of a weight.
    kept: f32,
    /// The divisor of the gradient: the number of positions.
    share: f32,
}

impl Step {
    /// Returns the step with this number, from 0.
    pub(super) fn new(number: u64, rate: f32, decay: f32, positions: usize) -> Step {
        let [mean, square] = MEANS.map(|decay| 1.0 - f64::from(decay).powf(number as f64 + 1.0));
        Step {
            size: (f64::from(rate) / mean) as f32,
            square: (1.0 / square) as f32,
            kept: 1.0 - rate * decay,
            share: 1.0 / positions as f32,
        }
    }

    /// Changes weights and their means, and clears the gradient.
    #[inline(always)]
    pub(super) fn apply(
        &self,
        weights: &mut [f32],
        gradient: &mut [f32],
        means: [&mut [f32]; 2],
        decays: bool,
        limit: f32,
    ) {
        let kept = if decays { self.kept } else { 1.0 };
        let [means, squares] = means;
        for (((weight, slope), mean), square) in weights.iter_mut().zip(gradient).zip(means).zip(squares) {
            let gradient = std::mem::take(slope) * self.share;
            *mean = MEANS[0] * *mean + (1.0 - MEANS[0]) * gradient;
            *square = MEANS[1] * *square + (1.0 - MEANS[1]) * gradient * gradient;
            let moved = *weight * kept - self.size * *mean / ((*square * self.square).sqrt() + EPSILON);
            *weight = moved.clamp(-limit, limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_the_paper() {
        // Two steps of size 0.1 with decay 0.5 and gradients 4 and 1, of two positions each. The first step of Adam has its
        // full size whatever the gradient is: 1 - 0.05 - 0.1. The second has the means 0.23 / 0.19 and 0.004246 / 0.001999.
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
