//! The parts of a recipe that version 2 of the format added. All their values are 0 in a recipe of version 1.

use super::share::Share;
use khepri_engine::internal::util::bytes::Bytes;

/// The number of plies after which a game without adjudication is drawn.
pub const UNADJUDICATED_PLIES: u16 = 1_000;

/// The largest number of positions after the last capture of a game without adjudication that are data.
pub const UNADJUDICATED_TAIL: u16 = 40;

/// The length of an extension in a file, in bytes.
pub(super) const LENGTH: usize = 24;

/// The quiet positions that are searched a second time for their scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Relabelling {
    /// The share of the quiet positions.
    pub share: Share,
    /// The number of nodes of the second search.
    pub nodes: u64,
    /// The size of its hash table in MiB. The table is cleared before every search.
    pub hash_mib: u8,
}

impl Relabelling {
    /// The bytes of the hash table for each node.
    const BYTES: u64 = 32;

    /// The smallest and the largest size of the hash table in MiB.
    const MIB: (u64, u64) = (2, 128);

    /// Returns the relabelling of a share of the positions, with a hash table for the number of nodes.
    pub fn new(share: Share, nodes: u64) -> Relabelling {
        let (least, most) = Relabelling::MIB;
        let mib = (nodes.saturating_mul(Relabelling::BYTES) >> 20).clamp(least, most).next_power_of_two();
        Relabelling { share, nodes, hash_mib: mib as u8 }
    }
}

/// The games that neither scores nor plies without a capture end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Unadjudicated {
    /// The share of the games.
    pub share: Share,
    /// The number of plies after which such a game is drawn, including the opening.
    pub max_plies: u16,
    /// The largest number of positions after the last capture that are data.
    pub tail: u16,
}

/// The games that start from a lead opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct LeadShare {
    /// The share of the games.
    pub share: Share,
    /// The checksum of the openings, from [`super::lead::Leads::checksum`].
    pub checksum: u32,
}

/// The parts of a recipe that version 2 of the format added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Extension {
    /// The positions with a second search.
    pub relabelling: Relabelling,
    /// The games without adjudication.
    pub unadjudicated: Unadjudicated,
    /// The games from lead openings.
    pub lead: LeadShare,
}

impl Extension {
    /// Appends the [`LENGTH`] bytes of the extension.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let Extension { relabelling, unadjudicated: Unadjudicated { share, max_plies, tail }, lead } = self;
        bytes.extend(relabelling.nodes.to_le_bytes());
        bytes.extend(lead.checksum.to_le_bytes());
        for number in [relabelling.share.0, share.0, *max_plies, *tail, lead.share.0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([relabelling.hash_mib, 0]);
    }

    /// Reads an extension. Returns `None` if its [`LENGTH`] bytes are invalid.
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Option<Extension> {
        let (nodes, checksum) = (bytes.u64()?, bytes.u32()?);
        let [relabelled, unadjudicated] = [Share::new(bytes.u16()?)?, Share::new(bytes.u16()?)?];
        let (max_plies, tail, lead) = (bytes.u16()?, bytes.u16()?, Share::new(bytes.u16()?)?);
        let [hash_mib, 0] = bytes.array()? else { return None };
        Some(Extension {
            relabelling: Relabelling { share: relabelled, nodes, hash_mib },
            unadjudicated: Unadjudicated { share: unadjudicated, max_plies, tail },
            lead: LeadShare { share: lead, checksum },
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns an extension of distinct values.
    pub(in crate::datagen) fn extension() -> Extension {
        Extension {
            relabelling: Relabelling { share: Share(2_000), nodes: 20_000, hash_mib: 4 },
            unadjudicated: Unadjudicated { share: Share(2_600), max_plies: 1_000, tail: 40 },
            lead: LeadShare { share: Share(2_400), checksum: 0x0bad_cafe },
        }
    }

    #[test]
    fn an_extension_is_read_back_from_its_bytes() {
        let mut bytes = Vec::new();
        extension().write(&mut bytes);
        let numbers = [2_000_u16, 2_600, 1_000, 40, 2_400].map(u16::to_le_bytes);
        let expected =
            [&20_000_u64.to_le_bytes()[..], &0x0bad_cafe_u32.to_le_bytes(), numbers.as_flattened(), &[4, 0]].concat();
        assert_eq!((bytes.len(), &bytes), (LENGTH, &expected));
        let read = |bytes: &[u8]| Extension::read(&mut Bytes(bytes));
        assert_eq!(read(&bytes), Some(extension()));
        assert_eq!(read(&bytes[1..]), None);
        // The last byte has to be zero, and no share may be larger than the whole.
        for (at, byte) in [(LENGTH - 1, 1), (13, 0xff), (15, 0xff), (21, 0xff)] {
            let mut changed = bytes.clone();
            changed[at] = byte;
            assert_eq!(read(&changed), None, "{at}");
        }
        let mut none = Vec::new();
        Extension::default().write(&mut none);
        assert_eq!(none, [0; LENGTH]);
    }

    #[test]
    fn the_table_of_a_second_search_has_32_bytes_for_each_node_within_bounds() {
        for (nodes, mib) in [(1, 2), (20_000, 2), (100_000, 4), (200_000, 8), (6_000_000, 128), (u64::MAX, 128)] {
            assert_eq!(Relabelling::new(Share(1), nodes).hash_mib, mib, "{nodes}");
        }
    }
}
