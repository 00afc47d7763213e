//! Paths as text.

use super::Step;

/// The names of `steps`.
pub(super) fn names(steps: &[Step]) -> Vec<&'static str> {
    steps.iter().map(|step| step.name()).collect()
}
