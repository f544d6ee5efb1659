//! A second reader of files of games, written from `docs/networks.md` alone. It panics if it cannot read a file by that document.

use crate::support::SETUPS;

/// A recipe in the header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    pub seed: u64,
    pub nodes: u64,
    pub shard: (u32, u32),
    pub win_score: u16,
    pub win_plies: u16,
    pub draw_plies: u16,
    pub max_plies: u16,
    /// The values of the extension, `None` in a file of version 1.
    pub extension: Option<Extension>,
}

/// The extension of a recipe in a file of version 2. The shares are in ten-thousandths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extension {
    pub relabelled_nodes: u64,
    pub lead_checksum: u32,
    pub relabelled: u16,
    pub unadjudicated: u16,
    pub unadjudicated_plies: u16,
    pub tail: u16,
    pub lead: u16,
}

/// A ply after the opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    pub mv: String,
    pub score: i16,
    pub flags: u8,
    /// The score of the search that chose the move.
    pub played: i16,
}

/// A game of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub source: u64,
    pub number: u64,
    /// The name of the set-up, if it has one.
    pub name: Option<&'static str>,
    /// The KFEN of the start position.
    pub start: String,
    pub opening: Vec<String>,
    pub plies: Vec<Ply>,
    /// The number of the outcome: 0 Silver has won, 1 Red has won, 2 draw.
    pub outcome: u8,
    /// The number of the end, from 0 to 6.
    pub end: u8,
    pub is_adjudicated: bool,
    pub is_lead: bool,
}

impl Game {
    /// Returns the plies whose positions are data.
    pub fn data(&self) -> impl Iterator<Item = &Ply> {
        self.plies.iter().filter(|ply| ply.flags & 32 == 0)
    }
}

/// The unread bytes of a file.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    /// Reads a little-endian number.
    fn number(&mut self, bytes: usize) -> u64 {
        let (number, rest) = self.0.split_at(bytes);
        self.0 = rest;
        number.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
    }

    fn byte(&mut self) -> u8 {
        self.number(1) as u8
    }

    fn varint(&mut self) -> u64 {
        let mut number = 0;
        for group in 0.. {
            let byte = self.byte();
            number |= u64::from(byte % 128) << (7 * group);
            if byte < 128 {
                break;
            }
        }
        number
    }
}

/// Returns the CRC-32 of Ethernet, computed bit by bit.
pub fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    })
}

/// Reads the recipes and games of a file.
pub fn read(bytes: &[u8]) -> (Vec<Recipe>, Vec<Game>) {
    assert_eq!(&bytes[..8], b"KHEPGAME");
    let mut rest = Rest(&bytes[8..]);
    let version = rest.number(2);
    let count = rest.number(4) as usize;
    let mut recipes: Vec<Recipe> = (0..count).map(|_| recipe(&mut rest)).collect();
    assert_eq!(rest.number(4) as u32, checksum(&bytes[..14 + 72 * count]));
    match version {
        1 => {}
        2 => {
            recipes.iter_mut().for_each(|recipe| recipe.extension = Some(extension(&mut rest)));
            assert_eq!(rest.number(4) as u32, checksum(&bytes[..18 + 96 * count]));
        }
        other => panic!("version {other}"),
    }
    let mut games = Vec::new();
    while !rest.0.is_empty() {
        let block = rest.0;
        assert_eq!(&block[..2], b"KG");
        rest.number(2);
        let length = rest.number(2) as usize;
        let mut content = Rest(&rest.0[..length]);
        games.push(game(&mut content));
        assert!(content.0.is_empty());
        rest.0 = &rest.0[length..];
        assert_eq!(rest.number(4) as u32, checksum(&block[..4 + length]));
    }
    (recipes, games)
}

fn recipe(rest: &mut Rest<'_>) -> Recipe {
    let before = rest.0.len();
    let version: Vec<u8> = (0..20).map(|_| rest.byte()).take_while(|&byte| byte != 0).collect();
    assert_eq!(version, env!("CARGO_PKG_VERSION").as_bytes());
    rest.0 = &rest.0[rest.0.len() + 24 - before..];
    let (seed, nodes) = (rest.number(8), rest.number(8));
    let shard = (rest.number(4) as u32, rest.number(4) as u32);
    // The nodes of the search that scores an opening, the bound of that score, and the shares of arrangements and of Eyes.
    rest.number(4);
    rest.number(6);
    let [win_score, win_plies, draw_plies, max_plies] = [(); 4].map(|()| rest.number(2) as u16);
    rest.number(6);
    assert_eq!(before - rest.0.len(), 72);
    Recipe { seed, nodes, shard, win_score, win_plies, draw_plies, max_plies, extension: None }
}

fn extension(rest: &mut Rest<'_>) -> Extension {
    let (relabelled_nodes, lead_checksum) = (rest.number(8), rest.number(4) as u32);
    let [relabelled, unadjudicated, unadjudicated_plies, tail, lead] = [(); 5].map(|()| rest.number(2) as u16);
    // The table, and a zero.
    assert!(rest.byte() > 0 || relabelled == 0);
    assert_eq!(rest.byte(), 0);
    Extension { relabelled_nodes, lead_checksum, relabelled, unadjudicated, unadjudicated_plies, tail, lead }
}

fn game(rest: &mut Rest<'_>) -> Game {
    let (source, number) = (rest.varint(), rest.varint());
    let (name, start) = match rest.byte() {
        first @ 0xf0..=0xf2 => (None, arrangement(first - 0xf0, rest)),
        index => (Some(SETUPS[usize::from(index)].1), SETUPS[usize::from(index)].2.to_owned()),
    };
    let opening = (0..rest.byte()).map(|_| mv(rest)).collect();
    let ply = |rest: &mut Rest<'_>| {
        let (mv, score, flags) = (mv(rest), rest.number(2) as i16, rest.byte());
        let played = if flags & 16 == 0 { score } else { rest.number(2) as i16 };
        Ply { mv, score, flags, played }
    };
    let plies = (0..rest.number(2)).map(|_| ply(rest)).collect();
    let (outcome, end) = (rest.byte(), rest.byte());
    let (is_adjudicated, is_lead) = (end & 128 == 0, end & 64 != 0);
    Game { source, number, name, start, opening, plies, outcome, end: end % 64, is_adjudicated, is_lead }
}

fn square(number: u64) -> String {
    assert!(number < 80);
    format!("{}{}", char::from(b'a' + (number % 10) as u8), 1 + number / 10)
}

fn mv(rest: &mut Rest<'_>) -> String {
    let bits = rest.number(2);
    let (from, to) = (bits % 128, bits / 128 % 128);
    let (from_name, to_name) = (square(from), square(to));
    match bits >> 14 {
        0 => format!("{from_name}{to_name}"),
        1 => format!("{from_name}+"),
        2 => format!("{from_name}-"),
        _ => format!("{from_name}{to_name}t"),
    }
}

/// Returns the KFEN of an arrangement. It writes each empty square as a run of one.
fn arrangement(rule_set: u8, rest: &mut Rest<'_>) -> String {
    let occupied: Vec<u8> = (0..10).map(|_| rest.byte()).collect();
    let squares: Vec<String> = (0..80)
        .map(|square| {
            if occupied[square / 8] >> (square % 8) & 1 == 0 {
                return "1".to_owned();
            }
            let byte = rest.byte();
            let letter = b"kpsaxote"[usize::from(byte / 4 % 8)];
            let letter = if byte / 32 == 0 { letter.to_ascii_uppercase() } else { letter };
            let turned = if b"pPsSaAxXeE".contains(&letter) { (1 + byte % 4).to_string() } else { String::new() };
            format!("{}{turned}", char::from(letter))
        })
        .collect();
    let ranks: Vec<String> = squares.chunks(10).rev().map(|rank| rank.concat()).collect();
    let (side, rule_set) = [("s", "khet2"), ("s", "khet1"), ("r", "deflexion")][usize::from(rule_set)];
    format!("{} {side} {rule_set} 0 1", ranks.join("/"))
}
