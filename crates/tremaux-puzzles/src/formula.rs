//! The numbers that the formulas of several problems are made of, exact and of any size.

use num_bigint::BigUint;

/// In how many ways `chosen` can be chosen of `all`, at least as many; `None` when `cancelled`, looked at before every
/// factor, became true.
pub(crate) fn binomial(all: usize, chosen: usize, cancelled: &dyn Fn() -> bool) -> Option<BigUint> {
    let chosen = chosen.min(all - chosen);
    let mut ways = BigUint::from(1_u8);
    for factor in 1..=chosen {
        if cancelled() {
            return None;
        }
        // Exact: what stands there afterwards is `factor` chosen of `all - chosen + factor`.
        ways *= all - chosen + factor;
        ways /= factor;
    }
    Some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_and_their_cancelling() {
        let ways = |all, chosen| binomial(all, chosen, &|| false).map(|ways| ways.to_string());
        assert_eq!(ways(0, 0).as_deref(), Some("1"));
        assert_eq!(ways(5, 2).as_deref(), Some("10"));
        assert_eq!(ways(5, 5).as_deref(), Some("1"));
        assert_eq!(ways(100, 50).as_deref(), Some("100891344545564193334812497256"));
        assert_eq!(binomial(5, 2, &|| true), None);
    }
}
