//! The kernel for many Sudokus: its forms against each other, against the search, and against the checker.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tremaux::{Limits, Search};
use tremaux_puzzles::random::SplitMix;
use tremaux_puzzles::sudoku::lanes::{Answer, Next, Share, count, stream};
use tremaux_puzzles::sudoku::{FastSudoku, PlainSudoku, Reading, Shape, Sudoku, bands, read_puzzles};
use tremaux_puzzles::{Form, Puzzle};

type Cells = [u8; 81];

fn forms() -> impl Iterator<Item = Form> {
    Form::ALL.into_iter().filter(|form| form.is_available())
}

fn answers(form: Form, puzzles: &[Cells], limit: Option<u64>, threads: usize) -> Vec<Answer> {
    let mut answers = Vec::new();
    let deliver = &mut |answer: &Answer| {
        answers.push(*answer);
        true
    };
    count(form, puzzles, limit, threads, &|| false, deliver).expect("the machine has it");
    answers
}

fn sudoku(cells: &Cells) -> Sudoku {
    Sudoku::new(Shape::NINE, cells.to_vec()).unwrap()
}

/// What was found is a solution, and there is one where any was counted.
fn verify(cells: &Cells, answer: &Answer) {
    assert!(answer.complete);
    assert_eq!(answer.first.is_some(), answer.count > 0);
    if let Some(first) = answer.first {
        sudoku(cells).verify(&first.to_vec()).unwrap();
    }
}

/// A solved grid: the pattern with digits renamed, and bands, stacks, rows and columns exchanged.
fn solved(random: &mut SplitMix) -> Cells {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    let mut lines = || {
        let mut chutes = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        random.shuffle(&mut chutes);
        chutes.iter_mut().for_each(|chute| random.shuffle(chute));
        chutes.as_flattened().to_vec()
    };
    let (rows, columns) = (lines(), lines());
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        digits[(row % 3 * 3 + row / 3 + column) % 9]
    })
}

/// A solved grid with `givens` of its digits left, and `wrong` of these made others.
fn board(random: &mut SplitMix, givens: usize, wrong: usize) -> Cells {
    let mut cells = solved(random);
    let mut order: Vec<usize> = (0..81).collect();
    random.shuffle(&mut order);
    order[givens..].iter().for_each(|&cell| cells[cell] = 0);
    for &cell in &order[..wrong.min(givens)] {
        cells[cell] = u8::try_from(1 + random.below(9)).unwrap();
    }
    cells
}

/// Boards with one solution, with none and with several, as many of each as chance gives.
fn boards(count: usize, seed: u64) -> Vec<Cells> {
    let mut random = SplitMix::new(seed);
    let mut board = |_| {
        let (givens, wrong) = (18 + random.below(64), [0, 0, 0, 1, 2, 30][random.below(6)]);
        board(&mut random, givens, wrong)
    };
    (0..count).map(&mut board).collect()
}

fn searched(cells: &Cells, limit: u64) -> u64 {
    let mut search = Search::new(FastSudoku::new(&sudoku(cells))).limits(Limits::new().solutions(limit));
    search.count()
}

#[test]
fn every_form_agrees_with_the_search() {
    let puzzles = boards(3_000, 1);
    for limit in [1, 2, 100] {
        let expected: Vec<_> = puzzles.iter().map(|cells| searched(cells, limit)).collect();
        if limit == 2 {
            let of = |count| expected.iter().filter(|found| **found == count).count();
            assert!((0..=2).all(|count| of(count) > 300), "{} {} {}", of(0), of(1), of(2));
        }
        for form in forms() {
            let found = answers(form, &puzzles, Some(limit), 1);
            assert_eq!(found.len(), puzzles.len());
            for ((cells, answer), expected) in puzzles.iter().zip(&found).zip(&expected) {
                assert_eq!(answer.count, *expected, "{form}, limit {limit}: {}", sudoku(cells).line());
                verify(cells, answer);
            }
        }
    }
}

/// The template to the letter, on boards that it can do.
#[test]
fn every_form_agrees_with_the_plain_search() {
    let mut random = SplitMix::new(2);
    let puzzles: Vec<_> = (0..400).map(|at| board(&mut random, 36 + at % 30, at % 3)).collect();
    let expected: Vec<_> = puzzles.iter().map(|cells| Search::new(PlainSudoku::new(&sudoku(cells))).count()).collect();
    for form in forms() {
        let found = answers(form, &puzzles, None, 1);
        assert_eq!(found.iter().map(|answer| answer.count).collect::<Vec<_>>(), expected, "{form}");
    }
}

/// All solutions, where there are very many: lanes without work take parts of others' searches.
#[test]
fn many_solutions_are_all_counted() {
    let mut random = SplitMix::new(3);
    let puzzles: Vec<_> = (0..6).map(|_| board(&mut random, 25, 0)).collect();
    let expected: Vec<_> = puzzles.iter().map(|cells| searched(cells, 3_000_000)).collect();
    assert!(expected.iter().any(|count| *count > 5_000), "{expected:?}");
    assert!(expected.iter().all(|count| *count < 3_000_000), "{expected:?}");
    for form in forms() {
        let found = answers(form, &puzzles, None, 1);
        assert_eq!(found.iter().map(|answer| answer.count).collect::<Vec<_>>(), expected, "{form}");
    }
}

#[test]
fn none_is_not_several() {
    let mut stuck = [0; 81];
    stuck[..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
    stuck[17] = 9;
    let mut clash = [0; 81];
    (clash[0], clash[80 - 72]) = (9, 9);
    for form in forms() {
        for cells in [stuck, clash, [1; 81]] {
            for limit in [Some(1), Some(2), None] {
                assert_eq!(answers(form, &[cells], limit, 1)[0].count, 0, "{form}");
            }
        }
        assert_eq!(answers(form, &[], None, 2), []);
        let full = solved(&mut SplitMix::new(4));
        let answer = answers(form, &[full], None, 1)[0];
        assert_eq!((answer.count, answer.first), (1, Some(full)), "{form}");
    }
}

#[test]
fn the_threads_change_neither_the_answers_nor_their_order() {
    let puzzles = boards(2_000, 5);
    let counts = |threads| {
        let answers = answers(Form::best(), &puzzles, Some(3), threads);
        puzzles.iter().zip(&answers).for_each(|(cells, answer)| verify(cells, answer));
        answers.iter().map(|answer| answer.count).collect::<Vec<_>>()
    };
    let one = counts(1);
    for threads in [0, 2, 3, 64] {
        assert_eq!(counts(threads), one, "{threads} threads");
    }
}

/// Of the empty grid there are some 6.7 x 10^21 solutions; the flag ends it, and the rest has its answers.
#[test]
fn a_count_without_end_is_stopped_at_once() {
    let mut random = SplitMix::new(6);
    for form in forms() {
        for threads in [1, 2] {
            let mut puzzles: Vec<_> = (0..200).map(|_| board(&mut random, 60, 0)).collect();
            puzzles[150] = [0; 81];
            let (flag, raised) = (AtomicBool::new(false), Mutex::new(None));
            let mut answers = Vec::new();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(300));
                    *raised.lock().unwrap() = Some(Instant::now());
                    flag.store(true, Ordering::Relaxed);
                });
                let deliver = &mut |answer: &Answer| {
                    answers.push(*answer);
                    true
                };
                count(form, &puzzles, None, threads, &|| flag.load(Ordering::Relaxed), deliver).unwrap();
            });
            let late = raised.lock().unwrap().unwrap().elapsed();
            assert!(late < Duration::from_millis(50), "{form}: {late:?} late");
            assert_eq!(answers.len(), 200);
            assert!(answers[150].count > 1_000 && !answers[150].complete, "{form}: {:?}", answers[150]);
            assert!(answers[..150].iter().all(|answer| answer.complete && answer.count > 0));
        }
    }
}

/// Of the empty grid there are some 6.7 x 10^21 solutions: what comes before it is delivered while it is counted.
#[test]
fn what_is_before_a_long_one_does_not_wait_for_it() {
    let mut random = SplitMix::new(10);
    let mut puzzles: Vec<_> = (0..30).map(|_| board(&mut random, 60, 0)).collect();
    puzzles.insert(20, [0; 81]);
    for (form, threads) in forms().flat_map(|form| [1, 2].map(|threads| (form, threads))) {
        let (began, delivered, complete) = (Instant::now(), AtomicUsize::new(0), AtomicUsize::new(0));
        let stop = || delivered.load(Ordering::Relaxed) == 20 || began.elapsed() > Duration::from_secs(20);
        let deliver = &mut |answer: &Answer| {
            delivered.fetch_add(1, Ordering::Relaxed);
            complete.fetch_add(usize::from(answer.complete), Ordering::Relaxed);
            true
        };
        count(form, &puzzles, None, threads, &stop, deliver).unwrap();
        assert!(began.elapsed() < Duration::from_secs(20), "{form}, {threads} threads");
        assert_eq!((delivered.into_inner(), complete.into_inner()), (31, 30), "{form}, {threads} threads");
    }
}

/// Whoever has enough gets no more, and the rest is not searched.
#[test]
fn enough_is_enough() {
    let puzzles = vec![[0; 81]; 5_000];
    for form in forms() {
        let mut delivered = 0;
        let deliver = &mut |_: &Answer| {
            delivered += 1;
            delivered < 10
        };
        count(form, &puzzles, Some(5), 2, &|| false, deliver).unwrap();
        assert_eq!(delivered, 10, "{form}");
    }
}

/// Puzzles come in bursts with others between them: all are delivered in order, and at each pause what came before.
#[test]
fn a_stream_is_answered_in_order() {
    let mut random = SplitMix::new(7);
    for (form, threads) in forms().flat_map(|form| [1, 2, 3].map(|threads| (form, threads))) {
        let boards = boards(1_500, 8);
        let mut given = 0;
        let mut delivered = Vec::new();
        while given < boards.len() {
            let burst = (given + random.below(900)).min(boards.len());
            let next = &mut || {
                if given == burst {
                    return Next::Later;
                }
                given += 1;
                if given % 7 == 0 { Next::Other(given - 1) } else { Next::Puzzle(boards[given - 1], given - 1) }
            };
            let deliver = &mut |mut share: Share<usize>| {
                delivered.extend(share.drain().map(|(item, answer)| (item, answer.copied())));
                true
            };
            stream(form, Some(2), threads, next, &std::mem::take, &|| false, deliver).unwrap();
            assert_eq!(delivered.len(), burst, "{form}, {threads} threads");
        }
        for (index, (item, answer)) in delivered.into_iter().enumerate() {
            assert_eq!((item, answer.is_none()), (index, (index + 1) % 7 == 0));
            if let Some(answer) = answer {
                assert_eq!(answer.count, searched(&boards[item], 2), "{form}");
                verify(&boards[item], &answer);
            }
        }
    }
}

/// While one puzzle takes long, no more than some thousand are read ahead of it.
#[test]
fn a_stream_holds_no_more_than_so_many() {
    let easy = board(&mut SplitMix::new(9), 70, 0);
    for threads in [1, 2] {
        let (taken, mut most, mut delivered) = (AtomicUsize::new(0), 0, 0);
        let next = &mut || match taken.fetch_add(1, Ordering::Relaxed) {
            0 => Next::Puzzle([0; 81], ()),
            1..60_000 => Next::Puzzle(easy, ()),
            _ => Next::End,
        };
        let deliver = &mut |mut share: Share<()>| {
            most = most.max(taken.load(Ordering::Relaxed) - delivered);
            let mut answers = share.drain();
            delivered += answers.len();
            answers.all(|((), answer)| answer.is_some_and(|answer| answer.count > 0))
        };
        stream(Form::best(), Some(300_000), threads, next, &std::mem::take, &|| false, deliver).unwrap();
        assert_eq!(delivered, 60_000);
        assert!((10_000..20_000).contains(&most), "{most}");
    }
}

/// What takes long of an entry is done by several threads, what is no puzzle included, and all is delivered in order
/// with what came of it. Where none is a puzzle, what comes before one that takes longest does not wait for it.
#[test]
fn entries_are_finished_by_several_threads() {
    let boards = boards(300, 11);
    for (others, threads) in [(1, 1), (1, 3), (5, 3)] {
        let (mut given, mut delivered) = (0, Vec::new());
        let finishing = Mutex::new(std::collections::HashSet::new());
        let next = &mut || {
            given += 1;
            match given - 1 {
                300.. => Next::End,
                at if at % others == 0 => Next::Other(at),
                at => Next::Puzzle(boards[at], at),
            }
        };
        let before_the_longest = AtomicUsize::new(0);
        let finish_one = |at: usize, answer: Option<&Answer>| {
            finishing.lock().unwrap().insert(std::thread::current().id());
            let began = Instant::now();
            while threads > 1 && at == 0 && finishing.lock().unwrap().len() < 2 {
                assert!(began.elapsed() < Duration::from_secs(20), "no other thread has the next");
                std::thread::yield_now();
            }
            while threads > others && at == 200 && before_the_longest.load(Ordering::Relaxed) < 200 {
                assert!(began.elapsed() < Duration::from_secs(20), "what comes before waits");
                std::thread::yield_now();
            }
            (at, answer.copied())
        };
        let finish = &|share: &mut Share<usize>| -> Vec<_> {
            share.drain().map(|(at, answer)| finish_one(at, answer)).collect()
        };
        let deliver = &mut |finished: Vec<(usize, Option<Answer>)>| {
            before_the_longest.fetch_add(finished.len(), Ordering::Relaxed);
            delivered.extend(finished);
            true
        };
        stream(Form::best(), Some(2), threads, next, finish, &|| false, deliver).unwrap();
        assert_eq!(delivered.len(), 300);
        for (index, (at, answer)) in delivered.into_iter().enumerate() {
            assert_eq!((at, answer.is_none()), (index, index % others == 0));
            assert!(answer.is_none_or(|answer| answer.count == searched(&boards[index], 2)));
        }
        assert!(finishing.into_inner().unwrap().len() >= threads.min(2));
    }
}

/// A reader that panics ends it all, rather than have others wait for what will not come. Which thread it is is chance.
#[test]
#[should_panic]
fn a_stream_whose_reader_fails_ends() {
    let mut taken = 0;
    let next = &mut || {
        taken += 1;
        assert!(taken < 2_000, "no more to be read");
        Next::Puzzle([0; 81], ())
    };
    stream(Form::best(), Some(2), 3, next, &std::mem::take::<Share<()>>, &|| false, &mut |_| true).unwrap();
}

#[test]
#[should_panic(expected = "a digit above 9")]
fn a_digit_above_9_is_refused() {
    answers(Form::Portable, &[[10; 81]], None, 1);
}

/// Each puzzle of a file of /cases has one solution. Left out, and said so, where the file is not there.
fn one_solution_each(file: &str, step: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/sudoku").join(file);
    let Ok(file) = File::open(&path) else {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{} is not there", path.display());
        println!("left out: {} is not there", path.display());
        return;
    };
    let puzzles = read_puzzles(BufReader::new(file), Reading::default()).step_by(step);
    let puzzles: Vec<Cells> = puzzles.map(|puzzle| puzzle.unwrap().cells().try_into().unwrap()).collect();
    for form in forms() {
        for answer in puzzles.iter().zip(answers(form, &puzzles, Some(2), 2)) {
            assert_eq!(answer.1.count, 1, "{form}: {}", sudoku(answer.0).line());
            verify(answer.0, &answer.1);
        }
    }
}

#[test]
fn every_case_has_one_solution() {
    one_solution_each("17-clue.txt", 24);
    one_solution_each("bug-plus-n.txt", 24);
    one_solution_each("top1465.txt", 1);
    one_solution_each("hardest-5000.txt", 10);
}

/// For release: `cargo test --release -p tremaux-puzzles --test sudoku_lanes -- --ignored`.
#[test]
#[ignore = "minutes without optimisation"]
fn every_case_of_all_has_one_solution() {
    for file in ["17-clue.txt", "bug-plus-n.txt", "top1465.txt", "hardest-5000.txt"] {
        one_solution_each(file, 1);
    }
}

/// For release, as above.
#[test]
#[ignore = "minutes without optimisation"]
fn a_million_boards() {
    for seed in 100..120 {
        let puzzles = boards(50_000, seed);
        let expected: Vec<_> = puzzles.iter().map(|cells| searched(cells, 2)).collect();
        for form in forms() {
            for ((cells, answer), expected) in puzzles.iter().zip(answers(form, &puzzles, Some(2), 2)).zip(&expected) {
                assert_eq!(answer.count, *expected, "{form}: {}", sudoku(cells).line());
                verify(cells, &answer);
                let alone = bands::count_in(form, cells, 2, || false);
                assert_eq!(alone, Ok(*expected), "{form}, alone: {}", sudoku(cells).line());
            }
        }
    }
}
