//! A sort of few items in little code. The sort of the standard library takes 4 to 6 KB for each type, which browsers load.

/// Sorts a slice of few items by insertion at a place that binary search finds. Items of which neither is before the other keep
/// their order.
pub fn sort_few<T>(items: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for next in 1..items.len() {
        let (sorted, rest) = items.split_at(next);
        let at = rest.first().map_or(next, |item| sorted.partition_point(|other| !is_before(item, other)));
        items[at..=next].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn items_are_sorted_as_by_the_standard_library(keys in prop::collection::vec(0..20_u8, 0..60)) {
            let mut items: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_few(&mut items, |one, other| one.0 < other.0);
            prop_assert_eq!(items, expected);
        }
    }
}
