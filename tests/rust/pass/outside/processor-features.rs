// The machine's processor has what programs are compiled for. What else there is differs between machines.

fn main() {
    assert!(is_x86_feature_detected!("sse2"));
    let is_detected = is_x86_feature_detected!("avx512f");
    assert_eq!(is_detected, is_x86_feature_detected!("avx512f"));
}
