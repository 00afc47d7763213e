//! Floor 3 of the house: seeing a search.
//!
//! Here is the decision tree of a search, node by node as it grows. Traces, their replay and their drawings will live
//! here as well.
//!
//! **Knows:** the engine and its observers; every problem only as a [`Problem`](tremaux::Problem).
//! **Must never know:** which puzzle it looks at, files, arguments, terminals.

mod tree;

pub use tree::{Node, NodeKind, walk_tree};
