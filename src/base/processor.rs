//! Whether this processor can run the program at all. A program built for one machine and carried to a lesser one would
//! die of an illegal instruction somewhere; `main` asks here first and says so in a sentence instead.
//!
//! The question must be asked with instructions that every x86-64 processor has, although this file too is compiled for
//! the greater machine, and no attribute takes a feature away from a function. Hence the style: the loop handles one
//! 32-bit word at a time and `black_box` keeps the compiler from folding or vectorising it; masks are data, since with
//! constants the compiler likes `andn` and its kin; nothing is copied in pieces of 16 bytes; `std`'s own compiled code,
//! which is for every processor, does the writing. `scripts/check-levels` tries it on emulated lesser processors.
//!
//! `is_x86_feature_detected!` does not do: it answers true at compile time for what the program was built for.
#![allow(
    unsafe_code,
    reason = "one instruction, executed where the processor is known to have it"
)]

use std::io::{Write, stderr};

/// A feature that the program was built for and this processor lacks.
#[inline(never)]
pub fn missing_feature() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    return x86_64::missing_feature();
    #[cfg(not(target_arch = "x86_64"))]
    return None;
}

/// Says on standard error what is missing and what to do about it.
#[inline(never)]
pub fn report_missing(feature: &str) {
    let mut out = stderr();
    // Where even standard error is closed there is nobody to tell.
    let _ = out.write_all(b"this program was built for processors with ");
    let _ = out.write_all(feature.as_bytes());
    let _ = out.write_all(
        b", which this one lacks; build it here with `cargo build --release`, or take a program from \
          scripts/build-levels\n",
    );
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid_count, _xgetbv};
    use std::hint::black_box;

    /// A word of the processor's description of itself.
    #[derive(Clone, Copy)]
    enum Word {
        Leaf1Ecx,
        Leaf7Ebx,
        Leaf7Ecx,
        Leaf7Edx,
        Leaf7Sub1Eax,
        Leaf7Sub1Edx,
        Extended1Ecx,
        /// Not the processor's but the operating system's: the registers whose contents it keeps.
        Xcr0,
    }

    struct Feature {
        /// Whether the compiler was allowed to use it.
        built_for: bool,
        name: &'static str,
        word: Word,
        mask: u32,
    }

    macro_rules! features {
        ($($word:ident: $($name:literal $bit:literal),+;)+) => {
            &[$($(Feature {
                built_for: cfg!(target_feature = $name),
                name: $name,
                word: Word::$word,
                mask: 1 << $bit,
            },)+)+]
        };
    }

    /// Everything beyond the baseline that the compiler may use when told to build for this machine, and then the
    /// registers that must survive a change of task for it to work.
    static FEATURES: &[Feature] = features! {
        Leaf1Ecx: "sse3" 0, "pclmulqdq" 1, "ssse3" 9, "fma" 12, "cmpxchg16b" 13, "sse4.1" 19, "sse4.2" 20, "movbe" 22,
            "popcnt" 23, "aes" 25, "avx" 28, "f16c" 29, "rdrand" 30;
        Leaf7Ebx: "bmi1" 3, "avx2" 5, "bmi2" 8, "avx512f" 16, "avx512dq" 17, "rdseed" 18, "adx" 19, "avx512ifma" 21,
            "avx512cd" 28, "sha" 29, "avx512bw" 30, "avx512vl" 31;
        Leaf7Ecx: "avx512vbmi" 1, "avx512vbmi2" 6, "gfni" 8, "vaes" 9, "vpclmulqdq" 10, "avx512vnni" 11,
            "avx512bitalg" 12, "avx512vpopcntdq" 14;
        Leaf7Edx: "avx512vp2intersect" 8, "avx512fp16" 23;
        Leaf7Sub1Eax: "sha512" 0, "sm3" 1, "sm4" 2, "avxvnni" 4, "avx512bf16" 5, "avxifma" 23;
        Leaf7Sub1Edx: "avxvnniint8" 4, "avxneconvert" 5, "avxvnniint16" 10;
        Extended1Ecx: "lzcnt" 5, "sse4a" 6, "tbm" 21;
        Xcr0: "avx" 1, "avx" 2, "avx512f" 5, "avx512f" 6, "avx512f" 7;
    };

    #[inline(never)]
    pub(super) fn missing_feature() -> Option<&'static str> {
        for feature in FEATURES {
            let feature = black_box(feature);
            if black_box(feature.built_for) {
                let word = black_box(read(feature.word));
                if word & black_box(feature.mask) == 0 {
                    return Some(feature.name);
                }
            }
        }
        None
    }

    /// Asks anew each time: keeping the answers would mean copying them about.
    #[inline(never)]
    fn read(word: Word) -> u32 {
        match word {
            Word::Leaf1Ecx => __cpuid_count(1, 0).ecx,
            Word::Leaf7Ebx if has_leaf(7) => __cpuid_count(7, 0).ebx,
            Word::Leaf7Ecx if has_leaf(7) => __cpuid_count(7, 0).ecx,
            Word::Leaf7Edx if has_leaf(7) => __cpuid_count(7, 0).edx,
            Word::Leaf7Sub1Eax if has_sub_leaf_1() => __cpuid_count(7, 1).eax,
            Word::Leaf7Sub1Edx if has_sub_leaf_1() => __cpuid_count(7, 1).edx,
            Word::Extended1Ecx if has_leaf(0x8000_0001) => __cpuid_count(0x8000_0001, 0).ecx,
            Word::Xcr0 if __cpuid_count(1, 0).ecx & black_box(OSXSAVE) != 0 => {
                // SAFETY: the operating system has switched the instruction on.
                unsafe { xcr0() }
            }
            _ => 0,
        }
    }

    /// The operating system uses `xsave`, and programs may ask for what.
    const OSXSAVE: u32 = 1 << 27;

    /// Beyond the last leaf of its kind a processor may answer anything.
    #[inline(never)]
    fn has_leaf(leaf: u32) -> bool {
        __cpuid_count(leaf & 0x8000_0000, 0).eax >= black_box(leaf)
    }

    #[inline(never)]
    fn has_sub_leaf_1() -> bool {
        has_leaf(7) && __cpuid_count(7, 0).eax >= black_box(1)
    }

    /// The low half of the register that says which states the operating system keeps.
    #[target_feature(enable = "xsave")]
    #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
    fn xcr0() -> u32 {
        // SAFETY: register 0 is there wherever the instruction is.
        unsafe { _xgetbv(0) as u32 }
    }

    #[cfg(test)]
    mod tests {
        use std::process::Command;

        use super::*;

        #[test]
        fn the_processor_that_runs_the_tests_will_do() {
            assert_eq!(missing_feature(), None);
        }

        #[test]
        fn words_are_read_where_they_exist() {
            // Every x86-64 processor that can run a test has SSE3; reserved bits are clear.
            assert_ne!(read(Word::Leaf1Ecx) & 1, 0);
            assert!(has_leaf(1));
            assert!(!has_leaf(0x7fff_ffff));
            assert!(!has_leaf(0xffff_ffff));
        }

        /// Baseline, or instructions that only a program asking for them by name contains.
        const NEEDLESS: &str = "fxsr sse sse2 xsave xsavec xsaveopt xsaves kl widekl";

        /// A newer compiler may know features that this table does not, which is no fault of whoever builds the program.
        #[test]
        #[ignore = "asks the compiler at hand; scripts/check does"]
        fn the_table_knows_every_feature_of_many_processors() {
            for model in
                "native x86-64-v4 sapphirerapids diamondrapids alderlake znver5 bdver4".split(' ')
            {
                let output = Command::new("rustc")
                    .args(["--print", "cfg", "--target", "x86_64-unknown-linux-gnu"])
                    .arg(format!("-Ctarget-cpu={model}"))
                    .output()
                    .expect("rustc runs");
                let text = String::from_utf8(output.stdout).expect("rustc writes text");
                let names = text
                    .lines()
                    .filter_map(|line| line.strip_prefix("target_feature=\"")?.strip_suffix('"'));
                let mut count = 0;
                for name in names {
                    let known = FEATURES.iter().any(|feature| feature.name == name);
                    let needless = NEEDLESS.split(' ').any(|other| other == name);
                    assert!(known || needless, "{model} has {name}");
                    count += 1;
                }
                assert!(count > 2, "rustc names the features of {model}");
            }
        }
    }
}
