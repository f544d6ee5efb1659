//! The instruction set that the program was built for, and those of its instructions that this processor lacks.
//!
//! The processor is queried directly, since `is_x86_feature_detected!` is always true for the features of the build.

/// The instruction set of this build: a level of x86-64, or the architecture.
#[cfg(target_arch = "x86_64")]
pub const BUILT_FOR: &str = x86::level();
/// The instruction set of this build.
#[cfg(not(target_arch = "x86_64"))]
pub const BUILT_FOR: &str = if cfg!(target_feature = "simd128") { "simd128" } else { std::env::consts::ARCH };

#[cfg(target_arch = "x86_64")]
pub use x86::{missing, suffices};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__cpuid_count, _xgetbv};

    /// A group of instructions, of which a processor has all or none.
    struct Instructions {
        name: &'static str,
        /// The lowest level of x86-64 that includes the instructions.
        level: u32,
        /// Whether the build may use them.
        is_used: bool,
        /// The word of [`Found`] that reports the instructions.
        word: usize,
        /// The mask of their bit in that word.
        mask: u32,
        /// The registers that the operating system must save, as bits of XCR0.
        state: u32,
    }

    const fn row(name: &'static str, level: u32, is_used: bool, (word, bit): (usize, u32), state: u32) -> Instructions {
        Instructions { name, level, is_used, word, mask: 1 << bit, state }
    }

    /// The XMM and YMM registers.
    const YMM: u32 = 0b110;
    /// The XMM, YMM, mask and ZMM registers.
    const ZMM: u32 = 0b1110_0110;

    /// The instructions of levels 2 to 4 of the System V ABI.
    const TABLE: [Instructions; 19] = [
        row("SSE3", 2, cfg!(target_feature = "sse3"), (0, 0), 0),
        row("SSSE3", 2, cfg!(target_feature = "ssse3"), (0, 9), 0),
        row("CMPXCHG16B", 2, cfg!(target_feature = "cmpxchg16b"), (0, 13), 0),
        row("SSE4.1", 2, cfg!(target_feature = "sse4.1"), (0, 19), 0),
        row("SSE4.2", 2, cfg!(target_feature = "sse4.2"), (0, 20), 0),
        row("POPCNT", 2, cfg!(target_feature = "popcnt"), (0, 23), 0),
        row("AVX", 3, cfg!(target_feature = "avx"), (0, 28), YMM),
        row("AVX2", 3, cfg!(target_feature = "avx2"), (1, 5), YMM),
        row("BMI1", 3, cfg!(target_feature = "bmi1"), (1, 3), 0),
        row("BMI2", 3, cfg!(target_feature = "bmi2"), (1, 8), 0),
        row("F16C", 3, cfg!(target_feature = "f16c"), (0, 29), YMM),
        row("FMA", 3, cfg!(target_feature = "fma"), (0, 12), YMM),
        row("LZCNT", 3, cfg!(target_feature = "lzcnt"), (2, 5), 0),
        row("MOVBE", 3, cfg!(target_feature = "movbe"), (0, 22), 0),
        row("AVX512F", 4, cfg!(target_feature = "avx512f"), (1, 16), ZMM),
        row("AVX512DQ", 4, cfg!(target_feature = "avx512dq"), (1, 17), ZMM),
        row("AVX512CD", 4, cfg!(target_feature = "avx512cd"), (1, 28), ZMM),
        row("AVX512BW", 4, cfg!(target_feature = "avx512bw"), (1, 30), ZMM),
        row("AVX512VL", 4, cfg!(target_feature = "avx512vl"), (1, 31), ZMM),
    ];

    /// Returns the highest level of which the build may use all instructions.
    pub(super) const fn level() -> &'static str {
        let mut complete = 4;
        let mut index = 0;
        while index < TABLE.len() {
            if !TABLE[index].is_used && TABLE[index].level <= complete {
                complete = TABLE[index].level - 1;
            }
            index += 1;
        }
        match complete {
            4 => "x86-64-v4",
            3 => "x86-64-v3",
            2 => "x86-64-v2",
            _ => "x86-64",
        }
    }

    /// Returns the bits of a word for the instructions that need the registers `state`. With `None`, returns the bits for the
    /// instructions that the build may use.
    const fn bits(word: usize, state: Option<u32>) -> u32 {
        let mut mask = 0;
        let mut index = 0;
        while index < TABLE.len() {
            let row = &TABLE[index];
            let is_included = match state {
                Some(state) => row.state & state == state,
                None => row.is_used,
            };
            if row.word == word && is_included {
                mask |= row.mask;
            }
            index += 1;
        }
        mask
    }

    /// The words that the processor reports: leaf 1 (ECX), leaf 7 (EBX) and leaf 8000_0001 (ECX).
    struct Found([u32; 3]);

    impl Found {
        /// Queries the processor. Instructions whose registers the operating system does not save count as missing.
        #[allow(unused_unsafe, reason = "the query is safe in newer versions of Rust")]
        #[inline(always)]
        fn query() -> Found {
            const OSXSAVE: u32 = 1 << 27;
            const EXTENDED: u32 = 0x8000_0000;
            // SAFETY: every processor of this architecture has this instruction.
            let query = |leaf| unsafe { __cpuid_count(leaf, 0) };
            let (last, last_extended) = (query(0).eax, query(EXTENDED).eax);
            let mut basic = query(1).ecx;
            let mut structured = if last >= 7 { query(7).ebx } else { 0 };
            let mut additional = if last_extended > EXTENDED { query(EXTENDED + 1).ecx } else { 0 };
            // SAFETY: the operating system has enabled this instruction if `OSXSAVE` is set.
            let state = if basic & OSXSAVE == OSXSAVE { unsafe { _xgetbv(0) as u32 } } else { 0 };
            if state & YMM != YMM {
                basic &= const { !bits(0, Some(YMM)) };
                structured &= const { !bits(1, Some(YMM)) };
                additional &= const { !bits(2, Some(YMM)) };
            }
            if state & ZMM != ZMM {
                basic &= const { !bits(0, Some(ZMM)) };
                structured &= const { !bits(1, Some(ZMM)) };
                additional &= const { !bits(2, Some(ZMM)) };
            }
            Found([basic, structured, additional])
        }
    }

    /// Returns whether the processor has all instructions that the build may use.
    ///
    /// This function and `missing` run before the result is known. So they must use only instructions of the lowest level,
    /// although they are compiled for the level of the build. A comparison with a constant, or of a masked word with 0,
    /// compiles to such instructions. `word & mask == mask` with a variable mask (ANDN) and a shift by a variable number (SHLX)
    /// do not.
    #[inline(never)]
    pub fn suffices() -> bool {
        const NEEDED: [u32; 3] = [bits(0, None), bits(1, None), bits(2, None)];
        let Found([first, second, third]) = Found::query();
        first & NEEDED[0] == NEEDED[0] && second & NEEDED[1] == NEEDED[1] && third & NEEDED[2] == NEEDED[2]
    }

    /// Reports each group of instructions that the build may use and the processor lacks. The arguments of `report` are the
    /// number of the report, from 0, and the name of the group.
    #[inline(never)]
    pub fn missing(report: fn(usize, &str)) {
        let Found(words) = Found::query();
        let lacks = |row: &Instructions| words.get(row.word).is_none_or(|word| word & row.mask == 0);
        for (index, instructions) in TABLE.iter().filter(|row| row.is_used && lacks(row)).enumerate() {
            report(index, instructions.name);
        }
    }
}
