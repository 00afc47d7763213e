//! A search allocates for its stack's growth, and for nothing else.

// The one way to count allocations is to be the allocator.
#![expect(unsafe_code, reason = "`GlobalAlloc` is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tremaux::{Bits, Limits, Problem, Search, Stats};

struct Counting;

thread_local! {
    // Constant and without a destructor, so that counting never allocates.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to `System` as it came; counting touches no memory but a thread's own cell.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and `System` gave the pointer.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `realloc`, and `System` gave the pointer.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Queens with every mark in a word and no board, so that the problem itself owns no heap.
struct Queens {
    board: u64,
    columns: u64,
    diags: u64,
    antis: u64,
}

impl Queens {
    fn new(size: u32) -> Self {
        Queens { board: (1 << size) - 1, columns: 0, diags: 0, antis: 0 }
    }
}

impl Problem for Queens {
    type Choice = u64;
    type Choices = Bits<u64>;
    type Solution = ();

    fn choices(&self) -> Option<Bits<u64>> {
        let free = self.board & !(self.columns | self.diags | self.antis >> 32);
        (self.columns != self.board).then_some(Bits(free))
    }
    fn place(&mut self, column: u64) {
        self.columns |= column;
        self.diags = (self.diags | column) << 1;
        self.antis = (self.antis | column << 32) >> 1;
    }
    fn unplace(&mut self, column: u64) {
        self.columns ^= column;
        self.diags = self.diags >> 1 ^ column;
        self.antis = self.antis << 1 ^ column << 32;
    }
    fn solution(&self) {}
}

/// A stack that doubles grows this often for so many levels; its first allocation makes room for four.
fn growths(depth: u32) -> u64 {
    u64::from(depth.next_power_of_two().ilog2())
}

fn allocations(search: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    search();
    ALLOCATIONS.get() - before
}

#[test]
fn only_the_stack_grows() {
    // From 17 nodes to 35,539 and 166,926.
    for (size, solutions) in [(4, 2), (10, 724), (11, 2680)] {
        let counted = allocations(|| assert_eq!(Search::new(Queens::new(size)).count(), solutions));
        assert!(counted <= growths(size), "count, n = {size}: {counted} allocations");
        let lazy = allocations(|| {
            assert_eq!(Search::new(Queens::new(size)).solutions().count() as u64, solutions);
        });
        assert!(lazy <= growths(size), "lazily, n = {size}: {lazy} allocations");
    }
}

#[test]
fn a_limit_allocates_nothing_and_a_watched_search_one_stack_more() {
    let limits = || Limits::new().time(std::time::Duration::from_secs(60));
    let limited = allocations(|| assert_eq!(Search::new(Queens::new(10)).limits(limits()).count(), 724));
    assert!(limited <= growths(10), "{limited} allocations");
    let watched = allocations(|| {
        assert_eq!(Search::new(Queens::new(10)).observe(Stats::default()).count(), 724);
    });
    assert!(watched <= 2 * growths(10), "{watched} allocations");
}
