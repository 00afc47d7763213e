//! What the kernel is measured against: recursions with the marks as bits, written for this bench.

/// Some rows of a board.
struct Rows<'a> {
    /// By row still open: the columns that are not ruled out from the start.
    open: &'a [u32],
    /// By row still open: how many rows below it the next open one is.
    steps: &'a [u32],
}

impl Rows<'_> {
    /// The number of ways to fill them, where `columns` are taken and the diagonals meet the first row in `diags` and
    /// `antis`.
    fn count(&self, columns: u32, diags: u64, antis: u64) -> u64 {
        let ([open, ..], [step, ..]) = (self.open, self.steps) else { return 1 };
        let below = Rows { open: &self.open[1..], steps: &self.steps[1..] };
        let mut free = open & !(columns | diags as u32 | antis as u32);
        let mut count = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let (diags, antis) = ((diags | u64::from(queen)) << step, (antis | u64::from(queen)) >> step);
            count += below.count(columns | queen, diags, antis);
        }
        count
    }
}

/// The number of ways to fill the rows below.
fn below(board: u32, columns: u32, diags: u32, antis: u32) -> u64 {
    if columns == board {
        return 1;
    }
    let mut free = board & !(columns | diags | antis);
    let mut count = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        count += below(board, columns | queen, (diags | queen) << 1, (antis | queen) >> 1);
    }
    count
}

/// Every solution, one by one.
pub fn plain(size: usize) -> u64 {
    below((1 << size) - 1, 0, 0, 0)
}

/// The solutions whose first queen is left of the middle, twice, and those where it is in the middle.
pub fn mirror_half(size: usize) -> u64 {
    let with_first = |queen: u32| below((1 << size) - 1, queen, queen << 1, queen >> 1);
    let left: u64 = (0..size / 2).map(|column| with_first(1 << column)).sum();
    let middle = if size % 2 == 1 { with_first(1 << (size / 2)) } else { 0 };
    2 * left + middle
}

/// The queens on the border, and the solutions of one border for all its images under the eight symmetries.
pub fn eight_fold(size: usize) -> u64 {
    let all = || 0..size;
    let mut count = 0;
    for (top, bottom) in all().flat_map(|top| all().map(move |bottom| (top, bottom))) {
        for (left, right) in all().flat_map(|left| all().map(move |right| (left, right))) {
            let border = Border { top, bottom, left, right };
            let images = border.images(size);
            if images.iter().all(|image| border <= *image) && border.is_peaceful(size) {
                let same = images.iter().filter(|image| border == **image).count() as u64;
                count += 8 / same * border.completions(size);
            }
        }
    }
    count
}

/// Where the queens of the first and the last row and column are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Border {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Border {
    fn images(self, size: usize) -> [Border; 8] {
        let last = size - 1;
        let turned = |b: Border| Border { top: last - b.left, right: b.top, bottom: last - b.right, left: b.bottom };
        let mirrored = |b: Border| Border { top: last - b.top, bottom: last - b.bottom, left: b.right, right: b.left };
        let mut images = [self; 8];
        for image in 1..4 {
            images[image] = turned(images[image - 1]);
        }
        for image in 4..8 {
            images[image] = mirrored(images[image - 4]);
        }
        images
    }

    /// The squares, a corner once.
    fn queens(self, size: usize) -> Vec<(usize, usize)> {
        let last = size - 1;
        let mut queens = vec![(0, self.top), (last, self.bottom), (self.left, 0), (self.right, last)];
        queens.sort_unstable();
        queens.dedup();
        queens
    }

    /// Whether no two of its queens attack each other. So a queen in a corner is that of its row and of its column.
    fn is_peaceful(self, size: usize) -> bool {
        let queens = self.queens(size);
        let attack = |one: (usize, usize), other: (usize, usize)| {
            let (rows, columns) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
            rows == 0 || columns == 0 || rows == columns
        };
        queens.iter().enumerate().all(|(at, one)| queens[..at].iter().all(|other| !attack(*one, *other)))
    }

    /// The number of ways to fill the rows that it leaves.
    fn completions(self, size: usize) -> u64 {
        let queens = self.queens(size);
        let columns = queens.iter().fold(0, |columns, queen| columns | 1_u32 << queen.1);
        let rows: Vec<usize> = (0..size).filter(|row| queens.iter().all(|queen| queen.0 != *row)).collect();
        let attacked = |row: usize| {
            queens.iter().fold(columns, |attacked, queen| {
                let away = queen.0.abs_diff(row);
                attacked | 1 << queen.1 << away | 1 << queen.1 >> away
            })
        };
        let board = (1_u32 << size) - 1;
        let open: Vec<u32> = rows.iter().map(|row| board & !attacked(*row)).collect();
        let below = rows[1..].iter().copied().chain([size]);
        let steps: Vec<u32> = rows.iter().zip(below).map(|(row, next)| (next - row) as u32).collect();
        Rows { open: &open, steps: &steps }.count(columns, 0, 0)
    }
}
