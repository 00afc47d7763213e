//! What is printed on a grid before the search begins.

use crate::scene::Text;

/// A square of a grid: its row and its column, whatever part of the grid is shown.
pub type Square = (usize, usize);

/// What is printed on a grid and never changes during a search: plain data, which every view draws and no view
/// understands.
///
/// ```
/// use std::sync::Arc;
/// use tremaux::{Backdrop, Cage, Scene, SceneCell, Sign, Window};
///
/// // Two squares that add up to 3, the first the less.
/// let backdrop = Backdrop {
///     cages: vec![Cage { squares: vec![(0, 0), (0, 1)], label: "3".into() }],
///     signs: vec![Sign { between: [(0, 0), (0, 1)], text: "<".into() }],
///     ..Backdrop::default()
/// };
/// let scene = Scene::grid(Window::around(1, 2, (0, 0)), vec![], |_| SceneCell::default());
/// assert!(scene.printed(&Arc::new(backdrop)).backdrop.is_some());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backdrop {
    /// The tint of each region, by its [number](crate::SceneCell::region) less one; empty where regions have none. Views
    /// have [`Backdrop::TINTS`] of them.
    pub tints: Vec<u8>,
    /// Groups of squares, each inside an outline.
    pub cages: Vec<Cage>,
    /// What stands between two squares.
    pub signs: Vec<Sign>,
    /// Lines from the middle of a square to that of the next.
    pub lines: Vec<Vec<Square>>,
}

/// Squares inside an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The squares, by row and then by column.
    pub squares: Vec<Square>,
    /// What is written in the first square, small; may be empty.
    pub label: Text,
}

/// A text half way between two squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The squares; neighbours, or else a line joins them.
    pub between: [Square; 2],
    /// The text: a character or two.
    pub text: Text,
}

impl Sign {
    /// Whether the squares have a side in common.
    #[must_use]
    pub fn joins_neighbours(&self) -> bool {
        let [one, other] = self.between;
        one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
    }
}

impl Backdrop {
    /// How many tints there are.
    pub const TINTS: u8 = 8;

    /// Whether nothing is printed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tints.is_empty() && self.cages.is_empty() && self.signs.is_empty() && self.lines.is_empty()
    }

    /// Tints for regions such that no two that have a side in common are alike, as far as there are tints. `region_of`
    /// is the number of every square's region from 0, row by row.
    ///
    /// Takes as long as sorting the squares at the borders.
    ///
    /// ```
    /// use tremaux::Backdrop;
    ///
    /// assert_eq!(Backdrop::tints_of(2, &[0, 0, 1, 2]), [0, 1, 2]);
    /// // The ninth would be like the first, which it touches.
    /// assert_eq!(Backdrop::tints_of(9, &[0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8])[8], 1);
    /// ```
    #[must_use]
    pub fn tints_of(columns: usize, region_of: &[u32]) -> Vec<u8> {
        let mut borders: Vec<(u32, u32)> = Vec::new();
        for (square, region) in region_of.iter().enumerate() {
            let right = if (square + 1).is_multiple_of(columns) { None } else { region_of.get(square + 1) };
            for other in right.into_iter().chain(region_of.get(square + columns)).filter(|other| *other != region) {
                borders.extend([(*region, *other), (*other, *region)]);
            }
        }
        borders.sort_unstable();
        borders.dedup();
        let regions = region_of.iter().max().map_or(0, |most| most + 1);
        let mut tints: Vec<u8> = Vec::new();
        for region in 0..regions {
            let from = borders.partition_point(|border| border.0 < region);
            let beside = borders[from..].iter().take_while(|border| border.0 == region && border.1 < region);
            let taken = beside.fold(0_u32, |taken, border| taken | 1 << tints[border.1 as usize]);
            let own = region % u32::from(Backdrop::TINTS);
            let order = (own..u32::from(Backdrop::TINTS)).chain(0..own);
            let tint = order.into_iter().find(|tint| taken >> tint & 1 == 0).unwrap_or(own);
            tints.push(u8::try_from(tint).unwrap_or(0));
        }
        tints
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn neighbours_have_other_tints(columns in 1_usize..12, regions in prop::collection::vec(0_u32..12, 1..120)) {
            let tints = Backdrop::tints_of(columns, &regions);
            prop_assert_eq!(tints.len(), 1 + *regions.iter().max().expect("one") as usize);
            prop_assert!(tints.iter().all(|tint| *tint < Backdrop::TINTS));
            let beside = |one: u32| {
                let is = |square: usize, other: usize| regions.get(other).filter(|_| regions[square] == one).copied();
                let of = move |square: usize| {
                    let right = (!(square + 1).is_multiple_of(columns)).then(|| is(square, square + 1)).flatten();
                    let left = (!square.is_multiple_of(columns)).then(|| is(square, square - 1)).flatten();
                    let above = square.checked_sub(columns).and_then(|other| is(square, other));
                    [right, left, above, is(square, square + columns)]
                };
                (0..regions.len()).flat_map(of).flatten().filter(|other| *other != one).collect::<Vec<_>>()
            };
            for region in 0..u32::try_from(tints.len()).expect("few") {
                let others = beside(region);
                let tint = tints[region as usize];
                // Like one before it only where those before it have all tints there are.
                if others.iter().any(|other| *other < region && tints[*other as usize] == tint) {
                    let mut taken: Vec<u8> =
                        others.iter().filter(|other| **other < region).map(|other| tints[*other as usize]).collect();
                    taken.sort_unstable();
                    taken.dedup();
                    prop_assert_eq!(taken.len(), usize::from(Backdrop::TINTS));
                }
            }
        }
    }
}
