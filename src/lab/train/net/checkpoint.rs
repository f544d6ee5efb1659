//! The state of the training as bytes. Training that resumes from them gives the same network as uninterrupted training.
//!
//! A checkpoint has, in this order: [`MAGIC`], the settings and the fingerprint of the data as text, the number of batches, the
//! losses, the best network so far, the weights and the running means of each block and of the head, and a checksum.

use super::block::{Block, Lanes};
use super::losses::Losses;
use super::model::{BlockState, HeadState};
use super::trainer::{Epoch, Trainer};
use khepri_engine::Network;
use khepri_engine::internal::util::bytes::Bytes;
use std::io::{self, Read};

/// The first bytes of a checkpoint.
pub const MAGIC: [u8; 8] = *b"khepriT3";

/// The reason why the training cannot continue from a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes are not a checkpoint.
    #[error("expected a checkpoint of `khepri train`, found another file")]
    NotACheckpoint,
    /// The checkpoint is changed or incomplete.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// The checkpoint has other settings or data.
    #[error("the checkpoint is of a training with {option} {there}, expected {here}")]
    Setting {
        /// The option that differs, or `data`.
        option: String,
        /// The value in the checkpoint.
        there: String,
        /// The current value.
        here: String,
    },
}

/// Reads the bytes of a checkpoint. Another kind of file is refused after its first bytes.
///
/// # Errors
/// The input cannot be read, or is not a checkpoint.
pub fn read(mut input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes)?;
    if bytes != MAGIC {
        return Err(io::Error::new(io::ErrorKind::InvalidData, CheckpointError::NotACheckpoint));
    }
    input.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn push_bytes(all: &mut Vec<u8>, bytes: &[u8]) {
    all.extend((bytes.len() as u64).to_le_bytes());
    all.extend(bytes);
}

/// Reads what [`push_bytes`] wrote.
fn read_bytes<'a>(all: &mut Bytes<'a>) -> Option<&'a [u8]> {
    let length = usize::try_from(all.u64()?).ok()?;
    all.0.split_off(..length)
}

fn read_floats(bytes: &mut Bytes<'_>, floats: &mut [f32]) -> Option<()> {
    floats.iter_mut().try_for_each(|float| {
        *float = bytes.f32()?;
        Some(())
    })
}

impl Trainer<'_> {
    /// Returns a line for each setting and one for the fingerprint of the data.
    fn settings(&self) -> String {
        let options = self.settings.options().map(|(option, value)| format!("{option} {value}\n"));
        format!("{}data {:016x}\n", options.concat(), self.samples.fingerprint())
    }

    /// Returns the state of the training as bytes.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        push_bytes(&mut bytes, self.settings().as_bytes());
        bytes.extend(self.step.to_le_bytes());
        bytes.extend(self.loss.to_le_bytes());
        bytes.extend((self.epochs.len() as u64).to_le_bytes());
        for Epoch { training, validation: Losses { targets, results, scores }, reduced } in &self.epochs {
            [training, targets, results, scores].iter().for_each(|loss| bytes.extend(loss.to_le_bytes()));
            bytes.extend((*reduced as u64).to_le_bytes());
        }
        match &self.best {
            Some((epoch, network)) => {
                bytes.extend((*epoch as u64 + 1).to_le_bytes());
                push_bytes(&mut bytes, &network.to_bytes());
            }
            None => bytes.extend(0_u64.to_le_bytes()),
        }
        for BlockState { block: Block { weights, .. }, means: [means, squares] } in &self.model.blocks {
            let floats = [weights, means, squares].into_iter().flatten().flat_map(|lane| &lane.0);
            bytes.extend(floats.flat_map(|float| float.to_le_bytes()));
        }
        let HeadState { head, means: [means, squares], .. } = &mut self.model.head.clone();
        let floats = [head, means, squares].into_iter().flat_map(|head| head.numbers()).flatten();
        bytes.extend(floats.flat_map(|float| float.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Restores the state from a checkpoint. Its settings and data must be those of this training.
    ///
    /// # Errors
    /// The bytes are not a checkpoint, are damaged, or have other settings or data. The state is then unchanged.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), CheckpointError> {
        let content = bytes.strip_prefix(&MAGIC).ok_or(CheckpointError::NotACheckpoint)?;
        let checked =
            bytes.split_last_chunk().filter(|(whole, checksum)| crc32fast::hash(whole).to_le_bytes() == **checksum);
        let (_, [_, _, _, _]) = checked.ok_or(CheckpointError::Damaged)?;
        let mut numbers = Bytes(content);
        let settings = read_bytes(&mut numbers)
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .ok_or(CheckpointError::Damaged)?;
        for (there, here) in settings.lines().zip(self.settings().lines()) {
            if there != here {
                let [(option, here), (_, there)] = [here, there].map(|line| line.split_once(' ').unwrap_or((line, "")));
                let [option, there, here] = [option, there, here].map(str::to_owned);
                return Err(CheckpointError::Setting { option, there, here });
            }
        }
        self.restore(numbers).ok_or(CheckpointError::Damaged)
    }

    fn restore(&mut self, mut numbers: Bytes<'_>) -> Option<()> {
        let (step, loss) = (numbers.u64()?, numbers.f64()?);
        let mut epochs = Vec::new();
        for _ in 0..numbers.u64()? {
            let mut loss = || numbers.f64();
            let (training, targets, results, scores) = (loss()?, loss()?, loss()?, loss()?);
            let reduced = usize::try_from(numbers.u64()?).ok()?;
            epochs.push(Epoch { training, validation: Losses { targets, results, scores }, reduced });
        }
        let best = match numbers.u64()? {
            0 => None,
            epoch => {
                let network = Network::read(read_bytes(&mut numbers)?).ok()?;
                Some((usize::try_from(epoch - 1).ok().filter(|epoch| *epoch < epochs.len())?, network))
            }
        };
        let mut model = self.model.clone();
        for BlockState { block: Block { weights, .. }, means: [means, squares] } in &mut model.blocks {
            for Lanes(floats) in [weights, means, squares].into_iter().flatten() {
                read_floats(&mut numbers, floats)?;
            }
        }
        let HeadState { head, means: [means, squares], .. } = &mut model.head;
        for floats in [head, means, squares].into_iter().flat_map(|head| head.numbers()) {
            read_floats(&mut numbers, floats)?;
        }
        (self.model, self.step, self.loss, self.epochs, self.best) = (model, step, loss, epochs, best);
        self.shuffle();
        Some(())
    }
}
