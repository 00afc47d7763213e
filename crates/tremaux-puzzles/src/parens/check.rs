//! The independent checker: one scan with the depth.

use crate::{Breach, Review};

/// The rules that `string` breaks, left to right: a `)` with nothing to close, and each `(` beyond `pairs`.
fn breaches(pairs: usize, string: &str) -> Vec<Breach> {
    let (mut opened, mut depth) = (0, 0);
    let mut breaches = Vec::new();
    for (place, paren) in string.chars().enumerate() {
        match paren {
            '(' => (opened, depth) = (opened + 1, depth + 1),
            _ if depth == 0 => breaches.push(Breach::new("close", format!("nothing to close at {place}"))),
            _ => depth -= 1,
        }
        if paren == '(' && opened > pairs {
            breaches.push(Breach::new("open", format!("more than {pairs} opened at {place}")));
        }
    }
    breaches
}

/// Whether `string` is a balanced string of `pairs` pairs and nothing else.
pub(super) fn full(pairs: usize, string: &str) -> Result<(), Breach> {
    if let Some((place, other)) = string.char_indices().find(|(_, character)| !matches!(character, '(' | ')')) {
        return Err(Breach::new("string", format!("`{other}` at {place}")));
    }
    if string.len() != 2 * pairs {
        return Err(Breach::new("string", format!("{} parens for {pairs} pairs", string.len())));
    }
    breaches(pairs, string).into_iter().next().map_or(Ok(()), Err)
}

/// What is to be said of a beginning of a string of `pairs` pairs.
pub(super) fn review(pairs: usize, string: &str) -> Review {
    let breaches = breaches(pairs, string);
    let open = (2 * pairs).saturating_sub(string.len());
    let complete = breaches.is_empty() && open == 0;
    Review { breaches, open: Some(open), complete }
}
