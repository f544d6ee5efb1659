//! The libFuzzer entry point of the check of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| khepri_fuzz::network::check(data));
