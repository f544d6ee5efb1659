//! The record of a game. A file stores it as one block with a checksum; `docs/networks.md` describes the bytes.

use super::varint;
use khepri_engine::Score;
use khepri_engine::internal::util::bytes::Bytes;
use khepri_rules::setups::NamedSetup;
use khepri_rules::{
    Bitboard, Colour, EndReason, Kind, Move, Orientation, Outcome, Piece, Position, RuleSet, Setup, Square, setups,
};
use std::fmt;
use std::io;

/// The first bytes of a block.
pub(super) const MARK: [u8; 2] = *b"KG";

/// The total length in bytes of the mark and the length field, which precede the content of a block.
pub(super) const PREFIX_LENGTH: usize = 4;

/// The length in bytes of the checksum, which follows the content of a block.
pub(super) const CHECKSUM_LENGTH: usize = 4;

/// The start of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// A named set-up.
    Setup(&'static NamedSetup),
    /// An unnamed arrangement of pieces. Its move number is 1, and its count of plies since a capture is 0.
    Arrangement(Box<Position>),
}

impl Start {
    /// Returns the start position.
    pub fn position(&self) -> &Position {
        match self {
            Start::Setup(named) => &named.position,
            Start::Arrangement(position) => position,
        }
    }

    /// Returns the name of the set-up, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Start::Setup(named) => Some(named.name),
            Start::Arrangement(_) => None,
        }
    }
}

/// Properties of a position besides its score, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(u8);

impl Flags {
    /// No flags.
    pub const NONE: Flags = Flags(0);
    /// A shot of the side to move can gain material, so the position is not quiet.
    pub const GAIN: Flags = Flags(1);
    /// A shot of the side to move can hit the opponent's Pharaoh and not its own.
    pub const HIT: Flags = Flags(2);
    /// If the opponent were to move, its shot could hit the Pharaoh of the side to move and not its own.
    pub const THREAT: Flags = Flags(4);
    /// The score is a forced win or loss.
    pub const MATE: Flags = Flags(8);
    /// The score is that of a second search, with more nodes than the one that chose the move.
    pub const RELABELLED: Flags = Flags(16);
    /// The position is not data, because the last capture of an unadjudicated game is too long ago.
    pub const EXCLUDED: Flags = Flags(32);

    /// All flags with their letters, as `khepri data sample` prints them.
    pub const ALL: [(Flags, char); 6] = [
        (Flags::GAIN, 'g'),
        (Flags::HIT, 'h'),
        (Flags::THREAT, 't'),
        (Flags::MATE, 'm'),
        (Flags::RELABELLED, 'r'),
        (Flags::EXCLUDED, 'x'),
    ];

    /// Returns whether the position is quiet: no shot of the side to move gains or hits the opponent's Pharaoh, its own Pharaoh
    /// is not threatened, and the score is not forced.
    pub const fn is_quiet(self) -> bool {
        self.0 & (Flags::GAIN.0 | Flags::HIT.0 | Flags::THREAT.0 | Flags::MATE.0) == 0
    }

    /// Returns whether all flags of `other` are set.
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns these flags. Also sets the flags of `other` if `is_set` is true.
    pub const fn with(self, other: Flags, is_set: bool) -> Flags {
        if is_set { Flags(self.0 | other.0) } else { self }
    }

    /// Returns these flags with those of `other` cleared.
    pub const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }

    fn from_bits(bits: u8) -> Option<Flags> {
        (bits < 1 << Flags::ALL.len()).then_some(Flags(bits))
    }
}

impl fmt::Display for Flags {
    /// Writes the letters of the flags that are set, or `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set: String = Flags::ALL.iter().filter(|(flag, _)| self.has(*flag)).map(|(_, letter)| letter).collect();
        f.write_str(if set.is_empty() { "-" } else { &set })
    }
}

/// A ply after the opening: the move, and the score and flags of the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The score of the position from the view of the side to move, from the search with the most nodes.
    pub score: Score,
    /// The score of the search that chose the move. It differs from `score` only in positions with [`Flags::RELABELLED`].
    pub played: Score,
    /// The flags of the position.
    pub flags: Flags,
}

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// By the rules. The third occurrence of an arrangement is a draw without a claim.
    Rules(EndReason),
    /// The scores showed a win for enough plies in a row.
    Score,
    /// Too many plies passed without a capture, which is a draw.
    NoCapture,
    /// The game reached the largest number of plies, which is a draw.
    MaxPlies,
}

impl GameEnd {
    /// All ends, ordered by their numbers in a file.
    pub const ALL: [GameEnd; 7] = [
        GameEnd::Rules(EndReason::Pharaoh),
        GameEnd::Rules(EndReason::BothPharaohs),
        GameEnd::Rules(EndReason::NoMoves),
        GameEnd::Rules(EndReason::Repetition),
        GameEnd::Score,
        GameEnd::NoCapture,
        GameEnd::MaxPlies,
    ];

    /// Returns the number that a file stores for this end.
    pub fn number(self) -> u8 {
        GameEnd::ALL.iter().position(|&end| end == self).unwrap_or_default() as u8
    }

    /// Returns the name of this end, as `khepri data` prints it.
    pub const fn name(self) -> &'static str {
        match self {
            GameEnd::Rules(EndReason::Pharaoh) => "pharaoh hit",
            GameEnd::Rules(EndReason::BothPharaohs) => "both pharaohs hit",
            GameEnd::Rules(EndReason::NoMoves) => "no moves",
            GameEnd::Rules(EndReason::Repetition) => "repetition",
            GameEnd::Score => "score",
            GameEnd::NoCapture => "no capture",
            GameEnd::MaxPlies => "max plies",
        }
    }
}

/// The outcomes, ordered by their numbers in a file.
const OUTCOMES: [Outcome; 3] = [Outcome::Win(Colour::Silver), Outcome::Win(Colour::Red), Outcome::Draw];

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The index of the game's recipe in the file.
    pub source: u32,
    /// The number of the game, from 0. The recipe's seed and this number identify the game.
    pub number: u64,
    /// The start of the game.
    pub start: Start,
    /// The random plies after the start. Their positions have no scores.
    pub opening: Vec<Move>,
    /// The plies after the opening.
    pub plies: Vec<Ply>,
    /// The outcome of the game.
    pub outcome: Outcome,
    /// How the game ended.
    pub end: GameEnd,
    /// Whether scores and plies without a capture could end the game.
    pub is_adjudicated: bool,
    /// Whether the game started from a lead opening.
    pub is_lead: bool,
}

/// The bit of a game without adjudication in the byte of the end.
const UNADJUDICATED: u8 = 0x80;

/// The bit of a game from a lead opening in the byte of the end.
const LEAD: u8 = 0x40;

/// The first byte of an unnamed start is this value plus the number of the rule set.
const ARRANGEMENT: u8 = 0xf0;

/// The error of a game with more than 255 plies in its opening, or whose content exceeds the 65,535 bytes of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the game is too long for a block")]
pub struct TooLong;

impl From<TooLong> for io::Error {
    fn from(error: TooLong) -> io::Error {
        io::Error::other(error)
    }
}

/// The reason why the content of a block is not a game. Each reason names the part that is missing or wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not the content of a game: {0}")]
pub(super) struct InvalidGame(&'static str);

impl From<&'static str> for InvalidGame {
    fn from(what: &'static str) -> InvalidGame {
        InvalidGame(what)
    }
}

impl Record {
    /// Returns the block of the game.
    ///
    /// # Errors
    /// The game is too long for a block.
    pub fn to_block(&self) -> Result<Vec<u8>, TooLong> {
        let mut block = Vec::with_capacity(64 + 5 * self.plies.len());
        block.extend(MARK);
        block.extend([0; PREFIX_LENGTH - MARK.len()]);
        self.write(&mut block)?;
        let length = u16::try_from(block.len() - PREFIX_LENGTH).map_err(|_| TooLong)?;
        block[MARK.len()..PREFIX_LENGTH].copy_from_slice(&length.to_le_bytes());
        let checksum = crc32fast::hash(&block);
        block.extend(checksum.to_le_bytes());
        Ok(block)
    }

    fn write(&self, bytes: &mut Vec<u8>) -> Result<(), TooLong> {
        varint::push(bytes, self.source.into());
        varint::push(bytes, self.number);
        let index = |named: &NamedSetup| setups::all().iter().position(|other| other == named);
        match &self.start {
            Start::Setup(named) => bytes.push(index(named).map_or(ARRANGEMENT, |index| index as u8)),
            Start::Arrangement(position) => write_arrangement(position, bytes),
        }
        bytes.push(u8::try_from(self.opening.len()).map_err(|_| TooLong)?);
        self.opening.iter().for_each(|mv| bytes.extend(mv.bits().to_le_bytes()));
        bytes.extend(u16::try_from(self.plies.len()).map_err(|_| TooLong)?.to_le_bytes());
        for ply in &self.plies {
            bytes.extend(ply.mv.bits().to_le_bytes());
            bytes.extend((ply.score.value() as i16).to_le_bytes());
            bytes.push(ply.flags.0);
            if ply.flags.has(Flags::RELABELLED) {
                bytes.extend((ply.played.value() as i16).to_le_bytes());
            }
        }
        let outcome = OUTCOMES.iter().position(|outcome| *outcome == self.outcome).unwrap_or_default();
        let adjudication = if self.is_adjudicated { 0 } else { UNADJUDICATED };
        let lead = if self.is_lead { LEAD } else { 0 };
        bytes.extend([outcome as u8, self.end.number() | adjudication | lead]);
        Ok(())
    }

    /// Reads the content of a block.
    ///
    /// # Errors
    /// The content is not a game.
    pub(super) fn read(content: &[u8]) -> Result<Record, InvalidGame> {
        let mut bytes = Bytes(content);
        let source =
            varint::read(&mut bytes).and_then(|source| u32::try_from(source).ok()).ok_or("no number of a recipe")?;
        let number = varint::read(&mut bytes).ok_or("no number of a game")?;
        let start = read_start(&mut bytes)?;
        let mv = |bytes: &mut Bytes<'_>| bytes.u16().and_then(Move::from_bits);
        let opening_plies = bytes.u8().ok_or("no number of opening plies")?;
        let opening =
            (0..opening_plies).map(|_| mv(&mut bytes)).collect::<Option<_>>().ok_or("no move of the opening")?;
        let plies = bytes.u16().ok_or("no number of plies")?;
        let ply = |bytes: &mut Bytes<'_>| {
            let mv = mv(bytes)?;
            let score = read_score(bytes.i16()?)?;
            let flags = Flags::from_bits(bytes.u8()?)?;
            let played = if flags.has(Flags::RELABELLED) { read_score(bytes.i16()?)? } else { score };
            Some(Ply { mv, score, played, flags })
        };
        let plies = (0..plies).map(|_| ply(&mut bytes)).collect::<Option<_>>().ok_or("no move, score or flags")?;
        let outcome = bytes.u8().and_then(|number| OUTCOMES.get(usize::from(number)).copied()).ok_or("no outcome")?;
        let end = bytes.u8().ok_or("no end of the game")?;
        let (is_adjudicated, is_lead) = (end & UNADJUDICATED == 0, end & LEAD != 0);
        let end = end & !(UNADJUDICATED | LEAD);
        let end = *GameEnd::ALL.get(usize::from(end)).ok_or("no end of the game")?;
        if !bytes.0.is_empty() {
            return Err(InvalidGame("more bytes than a game has"));
        }
        Ok(Record { source, number, start, opening, plies, outcome, end, is_adjudicated, is_lead })
    }

    /// Returns the plies whose positions are data.
    pub fn data(&self) -> impl Iterator<Item = &Ply> {
        self.plies.iter().filter(|ply| !ply.flags.has(Flags::EXCLUDED))
    }

    /// Returns the result for a player: 1, 0 or -1.
    pub fn result_of(&self, player: Colour) -> i8 {
        match self.outcome {
            Outcome::Win(winner) if winner == player => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw => 0,
        }
    }
}

fn read_score(value: i16) -> Option<Score> {
    let value = i32::from(value);
    let score = Score::centipawns(value);
    if score.value() == value {
        return Some(score);
    }
    // Other values encode the plies to a forced win or loss.
    let plies = Score::MATE.value().checked_sub(value.abs()).and_then(|plies| usize::try_from(plies).ok())?;
    Some(if value > 0 { Score::win_in(plies) } else { Score::loss_in(plies) })
}

/// Appends the rule set, the set of occupied squares, and the pieces on them.
fn write_arrangement(position: &Position, bytes: &mut Vec<u8>) {
    let setup = position.setup();
    let occupied = setup.pieces().fold(Bitboard::EMPTY, |set, (square, _)| set | Bitboard::of(square));
    bytes.push(ARRANGEMENT + position.rule_set() as u8);
    bytes.extend(&occupied.bits().to_le_bytes()[..Square::ALL.len() / 8]);
    bytes.extend(setup.pieces().map(|(_, piece)| piece_to_byte(piece)));
}

fn read_start(bytes: &mut Bytes<'_>) -> Result<Start, InvalidGame> {
    let first = bytes.u8().ok_or("no start")?;
    let Some(rule_set) = first.checked_sub(ARRANGEMENT) else {
        return Ok(Start::Setup(setups::all().get(usize::from(first)).ok_or("no set-up of this number")?));
    };
    let rule_set: RuleSet = *RuleSet::ALL.get(usize::from(rule_set)).ok_or("no rule set of this number")?;
    let occupied = bytes.0.split_off(..Square::ALL.len() / 8).ok_or("no squares")?;
    let mut setup = Setup::empty(rule_set);
    for square in Square::ALL {
        if occupied[square.index() / 8] >> (square.index() % 8) & 1 != 0 {
            let piece = bytes.u8().and_then(piece_from_byte).ok_or("no piece")?;
            setup.squares[square.index()] = Some(piece);
        }
    }
    let position = Position::try_from(setup).map_err(|_| "an arrangement against the rules")?;
    Ok(Start::Arrangement(Box::new(position)))
}

/// Returns the byte of a piece: bits 0–1 are the orientation from 0, bits 2–4 the kind, bit 5 the colour.
fn piece_to_byte(piece: Piece) -> u8 {
    (piece.orientation().digit() - 1) | (piece.kind() as u8) << 2 | (piece.colour() as u8) << 5
}

fn piece_from_byte(byte: u8) -> Option<Piece> {
    let colour = *Colour::ALL.get(usize::from(byte >> 5))?;
    let kind = Kind::ALL[usize::from(byte >> 2 & 7)];
    let piece = Piece::new(colour, kind, Orientation::from_digit((byte & 3) + 1)?);
    (piece_to_byte(piece) == byte).then_some(piece)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse::<Move>().expect(text)
    }

    /// Returns a short game with invented scores.
    pub(in crate::datagen) fn record(number: u64) -> Record {
        let start = setups::named(RuleSet::Khet2, "classic").expect("a set-up");
        let ply = |text, score, flags| Ply { mv: mv(text), score, played: score, flags };
        Record {
            source: 0,
            number,
            start: Start::Setup(start),
            opening: vec![mv("h2g2"), mv("c7d7")],
            plies: vec![ply("j1-", Score::centipawns(-300), Flags::NONE), ply("a8-", Score::win_in(3), Flags::GAIN)],
            outcome: Outcome::Win(Colour::Red),
            end: GameEnd::Score,
            is_adjudicated: true,
            is_lead: false,
        }
    }

    /// Returns such a game that started from a lead opening and was not adjudicated. Its first position is relabelled, its
    /// second one is not data.
    pub(in crate::datagen) fn extended_record(number: u64) -> Record {
        let mut record = Record { is_adjudicated: false, is_lead: true, ..record(number) };
        record.plies[0].score = Score::centipawns(-250);
        record.plies[0].flags = Flags::RELABELLED;
        record.plies[1].flags = Flags::GAIN.with(Flags::EXCLUDED, true);
        record
    }

    #[test]
    fn a_block_has_the_documented_bytes() {
        let block = record(300).to_block().expect("a block");
        // Squares are numbered from a1, ten per rank: h2 is 17, g2 16, c7 62, d7 63, j1 9, a8 70.
        let step = |from: u16, to: u16| (from | to << 7).to_le_bytes();
        let anticlockwise = |square: u16| (square | square << 7 | 2 << 14).to_le_bytes();
        let content = [
            &[0, 0xac, 2, 0, 2][..],
            &step(17, 16),
            &step(62, 63),
            &[2, 0],
            &anticlockwise(9),
            &(-300_i16).to_le_bytes(),
            &[0],
            &anticlockwise(70),
            &31_997_i16.to_le_bytes(),
            &[1, 1, 4],
        ]
        .concat();
        assert_eq!(&block[..2], b"KG");
        assert_eq!(usize::from(u16::from_le_bytes([block[2], block[3]])), block.len() - 8);
        assert_eq!(block[4..block.len() - 4], content);
        assert_eq!(block[block.len() - 4..], crc32fast::hash(&block[..block.len() - 4]).to_le_bytes());
        assert_eq!(Record::read(&block[4..block.len() - 4]), Ok(record(300)));

        // The flags 16 and 32, the other score after the flag 16, and the bits 6 and 7 of the end.
        let block = extended_record(300).to_block().expect("a block");
        let content = [
            &[0, 0xac, 2, 0, 2][..],
            &step(17, 16),
            &step(62, 63),
            &[2, 0],
            &anticlockwise(9),
            &(-250_i16).to_le_bytes(),
            &[16],
            &(-300_i16).to_le_bytes(),
            &anticlockwise(70),
            &31_997_i16.to_le_bytes(),
            &[1 + 32, 1, 4 + 64 + 128],
        ]
        .concat();
        assert_eq!(block[4..block.len() - 4], content);
        assert_eq!(Record::read(&content), Ok(extended_record(300)));
    }

    #[test]
    fn quiet_positions_have_none_of_the_four_flags_of_sharp_ones() {
        let sharp = [Flags::GAIN, Flags::HIT, Flags::THREAT, Flags::MATE];
        for (flag, _) in Flags::ALL {
            assert_eq!(flag.is_quiet(), !sharp.contains(&flag), "{flag}");
        }
        assert!(Flags::NONE.is_quiet());
    }

    #[test]
    fn arrangements_are_read_back() {
        for kfen in [
            "x33a3kE13//////2s17/1K7X1 s khet2 0 1",
            "4kt4//////3S2TP14/4K5 s khet1 0 1",
            "4ko4///////4K5 r deflexion 0 1",
        ] {
            let position = kfen.parse::<Position>().expect(kfen);
            let record = Record { start: Start::Arrangement(Box::new(position)), ..record(1) };
            let block = record.to_block().expect("a block");
            assert_eq!(Record::read(&block[4..block.len() - 4]).as_ref(), Ok(&record), "{kfen}");
        }
    }

    #[test]
    fn the_numbers_of_set_ups_never_change() {
        let names: Vec<String> =
            setups::all().iter().map(|named| format!("{} {}", named.rule_set.name(), named.name)).collect();
        let expected = "khet2 classic,khet2 imhotep,khet2 dynasty,khet2 mercury,khet2 sophie,khet2 classic-eye,\
                        khet2 imhotep-eye,khet2 dynasty-eye,khet2 osiris,khet2 isis,khet1 classic,khet1 imhotep,\
                        khet1 dynasty,khet1 classic-eye,khet1 imhotep-eye,khet1 dynasty-eye,deflexion classic,\
                        deflexion imhotep,deflexion classic-eye,deflexion imhotep-eye";
        assert_eq!(names.join(","), expected);
    }

    #[test]
    fn content_of_a_wrong_length_and_impossible_scores_are_refused() {
        for record in [record(5), extended_record(5)] {
            let block = record.to_block().expect("a block");
            let content = &block[4..block.len() - 4];
            for length in 0..content.len() {
                assert!(Record::read(&content[..length]).is_err(), "{length}");
            }
            let longer = [content, &[0]].concat();
            assert_eq!(Record::read(&longer), Err(InvalidGame("more bytes than a game has")));
        }
        for value in [32_001, -32_001, i16::MIN] {
            assert_eq!(read_score(value), None);
        }
        for value in [0, -7, 31_743, 31_745, 32_000, -32_000] {
            assert_eq!(read_score(value).map(Score::value), Some(i32::from(value)));
        }
    }

    #[test]
    fn accepted_content_is_written_back_unchanged() {
        for record in [record(5), extended_record(5)] {
            let block = record.to_block().expect("a block");
            let content = &block[4..block.len() - 4];
            for at in 0..content.len() {
                for byte in 0..=255 {
                    let mut changed = content.to_vec();
                    changed[at] = byte;
                    if let Ok(record) = Record::read(&changed) {
                        let block = record.to_block().expect("a block");
                        assert_eq!(&block[4..block.len() - 4], changed, "byte {at}: {byte}");
                    }
                }
            }
        }
    }
}
