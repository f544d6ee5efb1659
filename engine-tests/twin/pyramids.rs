//! Small fixed networks that only count Pyramids, for scores that do not depend on the embedded network.

use khepri_engine::Network;
use khepri_engine::internal::eval::inputs::{BUCKETS, INPUTS};
use khepri_engine::internal::eval::network::{NEURONS, Parts};
use std::sync::{Arc, LazyLock};

/// Returns a network with one neuron per view. Each own Pyramid in one of its first `orientations` adds `weight` / 255 to it. The
/// output is the square of the side to move's neuron plus `opponent` / 64 times the square of the opponent's. An output of 1 is 400
/// centipawns.
pub fn network(orientations: usize, weight: i16, opponent: i16) -> Network {
    let neurons = *NEURONS.start();
    let mut rows = vec![0; INPUTS * neurons];
    // The inputs of pieces are in the order Pharaoh, Pyramid with four orientations, and so on, each with 80 squares.
    for input in 80..80 * (1 + orientations) {
        rows[input * neurons] = weight;
    }
    let mut output = vec![0; BUCKETS * 2 * neurons];
    for bucket in 0..BUCKETS {
        output[2 * bucket * neurons] = 64;
        output[(2 * bucket + 1) * neurons] = opponent;
    }
    let parts = Parts { neurons, scale: 400, rows, bias: vec![0; neurons], output, output_bias: [0; BUCKETS] };
    Network::new(parts).expect("small weights")
}

/// A network that counts the Pyramids of both players. Seven against one are 302 centipawns.
static COUNTING: LazyLock<Arc<Network>> = LazyLock::new(|| Arc::new(network(4, 32, -64)));

/// Returns the network that counts the Pyramids of both players.
pub fn counting() -> Arc<Network> {
    Arc::clone(&COUNTING)
}
