//! Two threads over a batch beside one: by the clock on the wall, so it says something on an idle machine only.

use std::thread;
use std::time::Instant;

use tremaux_puzzles::Form;
use tremaux_puzzles::sudoku::lanes;

use crate::sets::Set;

/// How long a batch takes on one thread, about: a set is taken as often as that needs, so that what a batch costs once, the
/// threads' start and the longest searches at its end, is not what is measured.
const SECONDS: f64 = 0.2;

/// Counts the solutions in each set, up to `limit`, in `rounds` rounds: on one thread, on two, and on one thread twice at once,
/// which share nothing and show what two threads of this machine can do. Prints how many times as fast the two were, by
/// the quartiles of all rounds.
///
/// Each round is compared in itself, and has one thread before and after the others: the speed of a machine drifts.
pub(crate) fn compare(sets: &[Set], limit: u64, rounds: usize) {
    println!("| set | puzzles | us on one thread | two threads | two at once |\n| --- | ---: | ---: | ---: | ---: |");
    for set in sets {
        let once: Vec<_> = set.puzzles.iter().map(|puzzle| puzzle.cells).collect();
        let times = (SECONDS / seconds(|| counted(&once, limit, 1))).ceil().max(1.0) as usize;
        let cells = once.repeat(times);
        let cells = &cells;
        let on = |threads| move || counted(cells, limit, threads);
        let apart =
            || thread::scope(|scope| [(); 2].map(|()| scope.spawn(on(1))).map(|one| one.join().expect("it ends")));
        let (mut alone, mut ratios) = (Vec::new(), [Vec::new(), Vec::new()]);
        let mut before = seconds(on(1));
        for _ in 0..rounds {
            let (two, apart) = (seconds(on(2)), seconds(apart));
            let after = seconds(on(1));
            let one = (before + after) / 2.0;
            alone.push(one * 1e6 / cells.len() as f64);
            ratios[0].push(one / two);
            ratios[1].push(2.0 * one / apart);
            before = after;
        }
        let [_, alone, _] = quartiles(alone);
        let [two, apart] =
            ratios.map(quartiles).map(|[low, middle, high]| format!("{middle:.2} [{low:.2}, {high:.2}]"));
        println!("| {} | {} | {alone:.3} | {two} | {apart} |", set.name, cells.len());
    }
}

/// The sum of all counts.
fn counted(cells: &[[u8; 81]], limit: u64, threads: usize) -> u64 {
    let mut sum = 0;
    let deliver = &mut |answer: &lanes::Answer| {
        sum += answer.count;
        true
    };
    lanes::count(Form::best(), cells, Some(limit), threads, &|| false, deliver).expect("the machine has the form");
    sum
}

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64()
}

fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|part| values[(values.len() - 1) * part / 4])
}
