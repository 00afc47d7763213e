//! What is joined with what, and what each pair counts for.

use super::crew;
use super::forms::Kernel;
use super::layout::{CLASSES, Layout};
use super::parts::{Parts, Ranks, column_sets};
use super::tables::{LANES, MOST_SORT_BITS, Sorted, Tables};

/// By how many bits the halves are sorted: more leave out more pairs at once, but a bucket of few items costs more than
/// it saves. Measured: see `DESIGN.md`.
fn sort_bits(size: usize) -> usize {
    match size {
        ..16 => 2,
        16..20 => 4,
        _ => MOST_SORT_BITS,
    }
}

/// By how many of these bits the patterns are sifted for the items: it costs as many more tables, and pays where there are
/// many patterns.
fn sift_bits(size: usize) -> usize {
    if size < 20 { 0 } else { 2 }
}

/// What counts for how much, by class of the item.
type Weights = [u64; CLASSES];

/// The top half of an even board over a bottom half without a queen on a long diagonal: 1, 2 or 4 by the number of
/// queens that the top half has on them, and twice 1, since where neither half has one, turning the board over gives
/// another unit.
const EVEN: Weights = [2, 2, 2, 4];
/// The same the other way round, where the pairs of class 0 are counted already.
const EVEN_TURNED: Weights = [0, 2, 2, 4];
/// The top half of an odd board by its queen in the middle column: nearer the middle of the board than the middle
/// row's queen, or as near.
const ODD: Weights = [2, 1, 0, 0];

/// The four images of an odd board that moves with the middle row's queen off the middle: itself, mirrored, and both
/// turned over.
const ODD_IMAGES: u64 = 4;

/// The two parts of a half.
type Halves = [Parts; 2];

/// All that the workers share, made once and then only read.
pub(super) struct Plan {
    layout: Layout,
    ranks: Ranks,
    /// The sets of columns, of those that a half has, that its first part may take: see [`Spread`].
    splits: Vec<u32>,
    /// All placements.
    whole: Halves,
    /// On an odd board, by column of the middle row's queen up to the middle: what it leaves.
    narrowed: Vec<Halves>,
    units: Vec<Unit>,
}

/// A unit of work: all boards whose bottom half takes `columns`; on an even board, also those whose top half does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unit {
    columns: u32,
    /// How many units it stands for where mirroring or turning over gives another one: 2 with its mirror image, 1 if that
    /// is itself, 0 if another unit stands for it. On an odd board, that is where the middle row's queen is in the middle.
    images: u64,
}

impl Plan {
    /// The plan for a board of `size` rows, at least 6 and at most [`LIMIT`](super::layout::LIMIT), made on `threads`
    /// threads; `None` if it was cancelled.
    pub(super) fn new(size: usize, threads: usize, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let layout = Layout::new(size, sort_bits(size), sift_bits(size));
        let ranks = Ranks::new(size);
        let half = layout.half;
        let parts = Layout::parts(half);
        let splits = column_sets(half, parts[0].len()).collect();
        let whole = |part: usize| Parts::new(&layout, &ranks, parts[part].clone(), cancelled);
        let whole: Halves = crew::collect(parts.len(), threads, whole)?.try_into().ok()?;
        let middles = if size % 2 == 1 { half + 1 } else { 0 };
        let narrow = |middle| (!cancelled()).then(|| [0, 1].map(|part| whole[part].narrowed(&layout, middle)));
        let narrowed = crew::collect(middles, threads, narrow)?;
        Some(Plan { layout, ranks, splits, whole, narrowed, units: units(size) })
    }

    /// How many units there are.
    pub(super) fn units(&self) -> usize {
        self.units.len()
    }
}

/// How many units there are to a board of `size` rows.
pub(super) fn number_of_units(size: usize) -> usize {
    units(size).len()
}

/// The units of a board of `size` rows.
fn units(size: usize) -> Vec<Unit> {
    let half = size / 2;
    // The columns of the two halves of an even board, or of an odd one with a queen in the middle.
    let board = (1_u32 << size) - 1;
    let columns = if size % 2 == 1 { board ^ 1 << half } else { board };
    let lesser = |set: u32| set.min(columns ^ set);
    let images = |set: u32| {
        let mirrored = lesser(set.reverse_bits() >> (u32::BITS as usize - size));
        match (set == lesser(set), set.cmp(&mirrored)) {
            (true, std::cmp::Ordering::Less) => 2,
            (true, std::cmp::Ordering::Equal) => 1,
            _ => 0,
        }
    };
    let sets = column_sets(size, half).filter(|set| set & !columns == 0);
    let units = sets.map(|columns| Unit { columns, images: images(columns) });
    // An odd board has other work in each unit, an even one has none where there are no images.
    units.filter(|unit| size % 2 == 1 || unit.images > 0).collect()
}

/// One thread's room to work in.
pub(super) struct Worker<'a, K> {
    kernel: K,
    plan: &'a Plan,
    cancelled: &'a (dyn Fn() -> bool + Sync),
    top: Half,
    bottom: Half,
    room: Room,
}

impl<'a, K: Kernel> Worker<'a, K> {
    pub(super) fn new(kernel: K, plan: &'a Plan, cancelled: &'a (dyn Fn() -> bool + Sync)) -> Self {
        let room = Room { tables: Tables::new(&plan.layout), left: Vec::new() };
        Worker { kernel, plan, cancelled, top: Half::default(), bottom: Half::default(), room }
    }

    /// How many solutions there are to unit number `unit`; `None` if it was cancelled.
    pub(super) fn sum(&mut self, unit: usize) -> Option<u64> {
        let unit = self.plan.units[unit];
        if self.plan.layout.size.is_multiple_of(2) { self.even(unit) } else { self.odd(unit) }
    }

    /// Both ways to put a half on `unit.columns` and one on the others together.
    fn even(&mut self, unit: Unit) -> Option<u64> {
        let plan = self.plan;
        let board = (1 << plan.layout.size) - 1;
        self.top.fill(self.kernel, plan, &plan.whole, board ^ unit.columns);
        self.bottom.fill(self.kernel, plan, &plan.whole, unit.columns);
        let (top, bottom) = (&self.top, &self.bottom);
        let mut join = Join { kernel: self.kernel, plan, cancelled: self.cancelled, room: &mut self.room };
        let upright = join.sum(top.sorted(), bottom.class_0(&plan.layout), 0, EVEN)?;
        let turned = join.sum(bottom.sorted(), top.class_0(&plan.layout), 0, EVEN_TURNED)?;
        Some(unit.images * (upright + turned))
    }

    /// A half on `unit.columns` below each choice of the middle row's queen, up to the middle.
    fn odd(&mut self, unit: Unit) -> Option<u64> {
        let plan = self.plan;
        let half = plan.layout.half;
        let others = ((1 << plan.layout.size) - 1) ^ unit.columns;
        self.bottom.fill(self.kernel, plan, &plan.whole, unit.columns);
        let mut sum = 0;
        for (middle, narrowed) in plan.narrowed.iter().enumerate() {
            let images = if middle < half { ODD_IMAGES } else { unit.images };
            if others >> middle & 1 == 0 || images == 0 {
                continue;
            }
            self.top.fill(self.kernel, plan, narrowed, others ^ 1 << middle);
            let mut join = Join { kernel: self.kernel, plan, cancelled: self.cancelled, room: &mut self.room };
            let taken = plan.layout.middle_queen(middle);
            sum += images * join.sum(self.top.sorted(), self.bottom.sorted().masks, taken, ODD)?;
        }
        Some(sum)
    }
}

/// What a join takes room for.
struct Room {
    tables: Box<Tables>,
    /// The patterns that are left.
    left: Vec<u64>,
}

/// Joins items with patterns.
struct Join<'a, K> {
    kernel: K,
    plan: &'a Plan,
    cancelled: &'a (dyn Fn() -> bool + Sync),
    room: &'a mut Room,
}

impl<K: Kernel> Join<'_, K> {
    /// The sum of the weights of all pairs that fit, of an item and a pattern that leaves the diagonals `taken`; `None`
    /// if it was cancelled.
    ///
    /// Best with sorted patterns: those in the same tables then have much in common, and whole buckets of items fit
    /// none of them.
    fn sum(&mut self, items: Sorted<'_>, patterns: &[u64], taken: u64, weights: Weights) -> Option<u64> {
        let layout = &self.plan.layout;
        let Room { tables, left } = &mut *self.room;
        let mut sum = 0;
        for sifted in 0..1_u8 << layout.sift_bits {
            // What must be left is a part like any other: a pattern fits it or not.
            left.clear();
            self.kernel.unite(&[taken | Layout::turned(sifted.into())], patterns, left);
            for patterns in left.chunks(LANES) {
                if (self.cancelled)() {
                    return None;
                }
                self.kernel.fill(tables, layout, patterns);
                sum += self.kernel.count(tables, items, sifted.into(), weights);
            }
        }
        Some(sum)
    }
}

/// All halves on one set of columns.
#[derive(Default)]
struct Half {
    unsorted: Vec<u64>,
    masks: Vec<u64>,
    starts: Vec<u32>,
}

/// As many buckets as there can be.
const MOST_BUCKETS: usize = CLASSES << MOST_SORT_BITS;

/// The bits that may say in which bucket a mask belongs.
const LOWEST: u64 = MOST_BUCKETS as u64 - 1;

impl Half {
    /// Makes these the halves on `columns`: each split of the columns, each first part on some with each second part on
    /// the others that fits it.
    fn fill<K: Kernel>(&mut self, kernel: K, plan: &Plan, [firsts, seconds]: &Halves, columns: u32) {
        let spread = Spread::over(columns);
        self.unsorted.clear();
        for split in &plan.splits {
            let first = spread.of(*split);
            let (firsts, seconds) = (firsts.at(plan.ranks.of(first)), seconds.at(plan.ranks.of(columns ^ first)));
            if !firsts.is_empty() && !seconds.is_empty() {
                kernel.unite(firsts, seconds, &mut self.unsorted);
            }
        }
        self.sort(CLASSES << plan.layout.sort_bits);
    }

    /// A counting sort by the lowest bits.
    ///
    /// Neighbours often share a bucket, and would wait for each other's turn at its end. So the two halves of the list
    /// are taken side by side, each with its own end in each bucket.
    fn sort(&mut self, buckets: usize) {
        let bucket = |mask: u64| (mask & LOWEST) as usize & (buckets - 1);
        let (ones, others) = self.unsorted.split_at(self.unsorted.len() / 2);
        let (last, others) = others.split_at(others.len() - ones.len());
        let mut ends = [[0_u32; MOST_BUCKETS]; 2];
        for (one, other) in ones.iter().zip(others) {
            ends[0][bucket(*one)] += 1;
            ends[1][bucket(*other)] += 1;
        }
        for mask in last {
            ends[0][bucket(*mask)] += 1;
        }
        self.starts.clear();
        let mut start = 0;
        let [of_ones, of_others] = &mut ends;
        for (one, other) in of_ones.iter_mut().zip(of_others).take(buckets) {
            self.starts.push(start);
            (*one, *other, start) = (start, start + *one, start + *one + *other);
        }
        self.starts.push(start);
        self.masks.resize(self.unsorted.len(), 0);
        let mut put = |list: usize, mask: u64| {
            let end = &mut ends[list][bucket(mask)];
            self.masks[*end as usize] = mask;
            *end += 1;
        };
        for (one, other) in ones.iter().zip(others) {
            put(0, *one);
            put(1, *other);
        }
        for mask in last {
            put(0, *mask);
        }
    }

    fn sorted(&self) -> Sorted<'_> {
        Sorted { starts: &self.starts, masks: &self.masks }
    }

    /// The halves of class 0, sorted.
    fn class_0(&self, layout: &Layout) -> &[u64] {
        &self.masks[..self.starts[1 << layout.sort_bits] as usize]
    }
}

/// Bits spread over the places of a set: the n-th bit goes to the n-th place. A table for the lower six, one for the
/// others.
struct Spread([[u32; Spread::SETS]; 2]);

impl Spread {
    const BITS: usize = 6;
    const SETS: usize = 1 << Spread::BITS;

    /// Over `places`, at most twelve.
    fn over(places: u32) -> Self {
        let mut left = places;
        let mut tables = [[0; Spread::SETS]; 2];
        for table in &mut tables {
            for bit in 0..Spread::BITS {
                let place = left & left.wrapping_neg();
                left ^= place;
                let (without, with) = table.split_at_mut(1 << bit);
                for (with, without) in with.iter_mut().zip(without) {
                    *with = *without | place;
                }
            }
        }
        Spread(tables)
    }

    #[inline]
    fn of(&self, bits: u32) -> u32 {
        let [low, high] = &self.0;
        low[bits as usize % Spread::SETS] | high[(bits >> Spread::BITS) as usize % Spread::SETS]
    }
}

#[cfg(test)]
mod tests {
    use super::{Half, Layout, Plan, Spread, units};
    use crate::form::Portable;
    use crate::queens::kernel::parts::column_sets;

    #[test]
    fn bits_are_spread_over_the_places_of_a_set() {
        let spread = Spread::over(0b1011_0000_0000_0110_0101_1100);
        assert_eq!(spread.of(0b0000_0001), 1 << 2);
        assert_eq!(spread.of(0b1_1000_0101), 1 << 2 | 1 << 4 | 1 << 21 | 1 << 23);
    }

    /// The figures of `DESIGN.md`.
    #[test]
    fn how_many_halves_there_are() {
        let plan = Plan::new(16, 1, &|| false).unwrap();
        let [first, second] = Layout::parts(8).map(|rows| rows.len());
        let parts = |part: usize, columns: u32| plan.whole[part].at(plan.ranks.of(columns)).len();
        let of_part = [(0, first), (1, second)]
            .map(|(part, rows)| column_sets(16, rows).map(|columns| parts(part, columns)).sum::<usize>());
        assert_eq!(of_part, [19_688, 19_688]);
        let (mut half, mut halves, mut pairs) = (Half::default(), 0, 0);
        for columns in column_sets(16, 8) {
            let spread = Spread::over(columns);
            let firsts = plan.splits.iter().map(|split| spread.of(*split));
            pairs += firsts.map(|first| parts(0, first) * parts(1, columns ^ first)).sum::<usize>();
            half.fill(Portable, &plan, &plan.whole, columns);
            halves += half.masks.len();
        }
        assert_eq!((halves, pairs), (15_324_708, 106_033_992));
    }

    /// Each way to share the columns of an even board out to its halves belongs to one unit.
    #[test]
    fn the_images_of_all_units_are_all_ways() {
        for (size, ways) in [(6, 20), (8, 70), (10, 252), (12, 924)] {
            assert_eq!(units(size).iter().map(|unit| 2 * unit.images).sum::<u64>(), ways, "{size} rows");
        }
        for (size, ways) in [(7, 20), (9, 70), (11, 252)] {
            assert_eq!(units(size).len() as u64, ways, "{size} rows");
            assert_eq!(units(size).iter().map(|unit| 2 * unit.images).sum::<u64>(), ways, "{size} rows");
        }
    }
}
