//! placeholder
use super::QueensBoard;
/// x
pub const MAX_GENERATED_SIZE: usize = 25;
/// x
pub fn generate(_: usize, _: u64) -> Option<QueensBoard> {
    None
}
