//! Small fixed networks that only count Pyramids, for scores that do not depend on the embedded network.

use khepri_engine::Network;
use khepri_engine::internal::eval::head::{HIDDEN, OUTPUTS};
use khepri_engine::internal::eval::inputs::{BUCKETS, INPUTS};
use khepri_engine::internal::eval::network::{NEURONS, Parts};
use std::sync::{Arc, LazyLock};

/// Returns a network with one pair of neurons per view. Each own Pyramid in one of its first `orientations` adds `weight` / 255 to
/// both. The output is the product of the side to move's neurons plus `opponent` / 64 times that of the opponent's. An output of 1 is 400
/// centipawns.
pub fn network(orientations: usize, weight: i16, opponent: i8) -> Network {
    let neurons = *NEURONS.start();
    let mut rows = vec![0; INPUTS * neurons];
    // The inputs of pieces are in the order Pharaoh, Pyramid with four orientations, and so on, each with 80 squares.
    for input in 80..80 * (1 + orientations) {
        rows[input * neurons] = weight;
        rows[input * neurons + neurons / 2] = weight;
    }
    let mut layer = vec![0; BUCKETS * OUTPUTS * neurons];
    for bucket in 0..BUCKETS {
        layer[OUTPUTS * bucket * neurons] = 64;
        layer[OUTPUTS * bucket * neurons + neurons / 2] = opponent;
    }
    let (layer_bias, output) = (vec![0; BUCKETS * OUTPUTS], vec![0; BUCKETS * HIDDEN]);
    let parts = Parts { neurons, scale: 1600, rows, bias: vec![0; neurons], layer, layer_bias, output };
    Network::new(parts).expect("small weights")
}

/// A network that counts the Pyramids of both players. Seven against one are 302 centipawns.
static COUNTING: LazyLock<Arc<Network>> = LazyLock::new(|| Arc::new(network(4, 32, -64)));

/// Returns the network that counts the Pyramids of both players.
pub fn counting() -> Arc<Network> {
    Arc::clone(&COUNTING)
}
