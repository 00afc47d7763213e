//! The independent checker: sorts the items of an ordering and compares.

use std::collections::HashMap;

use super::Permutations;
use crate::{Breach, Review};

/// Whether `ordering` has the items given, each as often as given.
pub(super) fn full(items: &Permutations, ordering: &[u32]) -> Result<(), Breach> {
    let named = ordering.iter().map(|number| items.distinct.get(*number as usize).map(String::as_str).ok_or(number));
    let named = match named.collect::<Result<Vec<_>, _>>() {
        Ok(named) => named,
        Err(number) => return Err(Breach::new("item", format!("there is no distinct item {number}"))),
    };
    if sorted(named.clone()) == sorted(items.items.iter().map(String::as_str).collect()) {
        return Ok(());
    }
    let open = || Breach::new("item", format!("{} items of {}", named.len(), items.items.len()));
    Err(review(items, &named).breaches.into_iter().next().unwrap_or_else(open))
}

fn sorted(mut items: Vec<&str>) -> Vec<&str> {
    items.sort_unstable();
    items
}

/// What is to be said of the beginning of an ordering.
pub(super) fn review(items: &Permutations, ordering: &[&str]) -> Review {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for item in &items.items {
        *left.entry(item).or_default() += 1;
    }
    let mut breaches = Vec::new();
    for (place, item) in ordering.iter().enumerate() {
        match left.get_mut(item) {
            None => breaches.push(Breach::new("item", format!("`{item}` at {place} is not given"))),
            Some(0) => breaches.push(Breach::new("used", format!("`{item}` at {place} is used up"))),
            Some(left) => *left -= 1,
        }
    }
    let open = left.values().sum();
    let complete = breaches.is_empty() && open == 0;
    Review { breaches, open: Some(open), complete }
}
