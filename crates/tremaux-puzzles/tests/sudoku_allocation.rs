//! One Sudoku is solved and counted without taking anything from the heap.

// The one way to count allocations is to be the allocator.
#![expect(unsafe_code, reason = "`GlobalAlloc` is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tremaux_puzzles::Form;
use tremaux_puzzles::sudoku::bands::{self, Cells};

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
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn cells(line: &str) -> Cells {
    let digits: Vec<u8> = line.bytes().map(|symbol| symbol - b'0').collect();
    digits.try_into().unwrap()
}

#[test]
fn nothing_is_allocated() {
    let one = cells("306508400520000000087000031003010080900863005050090600130000250000000074005206300");
    let mut clash = one;
    clash[1] = 3;
    let before = ALLOCATIONS.get();
    for form in Form::ALL.into_iter().filter(|form| form.is_available()) {
        for (cells, limit, count) in [(&one, 2, 1), (&clash, 2, 0), (&[0; 81], 10_000, 10_000)] {
            assert_eq!(bands::count_in(form, cells, limit, || false), Ok(count));
            assert_eq!(bands::solve_in(form, cells, || false).map(|it| it.is_some()), Ok(count > 0));
            assert_eq!(bands::first_in(form, cells, || false).map(|it| it.is_some()), Ok(count > 0));
        }
    }
    assert_eq!(ALLOCATIONS.get(), before);
    // That it counts at all.
    drop(std::hint::black_box(Box::new(1)));
    assert_eq!(ALLOCATIONS.get(), before + 1);
}
