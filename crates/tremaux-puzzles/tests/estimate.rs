//! Estimates against exact counts: the interval covers as often as it says.

use std::cell::Cell;
use std::time::Duration;

use tremaux::{Estimate, Probing, Problem, Search, Stats, estimate, estimate_until};
use tremaux_puzzles::maze::{BitMaze, Maze};
use tremaux_puzzles::queens::BitQueens;
use tremaux_puzzles::sudoku::{BitSudoku, Shape, Sudoku};

/// So many rounds of probes and nothing else, as `seed` chooses.
fn probed<P: Problem + Clone>(problem: &P, rounds: u64, seed: u64) -> Estimate {
    estimate(problem, Probing { measuring: Duration::ZERO, time: Duration::from_secs(60), rounds, seed })
}

/// How many of a hundred intervals cover the number of nodes, and of solutions, and how far their means are off.
fn coverage<P: Problem + Clone>(name: &str, problem: &P) {
    let mut search = Search::new(problem.clone()).observe(Stats::default());
    search.count();
    let (nodes, solutions) = (search.observer().calls as f64, search.observer().solutions as f64);
    let estimates: Vec<_> = (0..100).map(|seed| probed(problem, 40, seed)).collect();
    let covers = |low: f64, high: f64, exact: f64| low <= exact * (1.0 + 1e-12) && exact * (1.0 - 1e-12) <= high;
    let of_nodes = estimates.iter().filter(|one| covers(one.nodes.low, one.nodes.high, nodes)).count();
    let of_solutions = estimates.iter().filter(|one| covers(one.solutions.low, one.solutions.high, solutions)).count();
    let mean_of = |value: fn(&Estimate) -> f64| estimates.iter().map(value).sum::<f64>() / 100.0;
    let (mean_nodes, mean_solutions) = (mean_of(|one| one.nodes.mean), mean_of(|one| one.solutions.mean));
    let width = mean_of(|one| (one.nodes.high - one.nodes.low) / one.nodes.mean / 2.0);
    println!(
        "{name:<24}{nodes:>10}{of_nodes:>5} %{:>8.3} +-{width:.3}{solutions:>10}{of_solutions:>5} %{:>8.3}",
        mean_nodes / nodes,
        mean_solutions / solutions.max(1.0),
    );
    // Of a hundred that cover 95 times in the long run, fewer than 85 do once in 20,000 times.
    assert!(of_nodes >= 85, "{name}: {of_nodes} of 100 cover the nodes");
    assert!(of_solutions >= 85, "{name}: {of_solutions} of 100 cover the solutions");
    assert!((mean_nodes / nodes - 1.0).abs() < 0.05, "{name}: {mean_nodes} nodes, not {nodes}");
}

#[test]
fn queens_are_covered() {
    for size in [8, 9, 10, 11] {
        coverage(&format!("queens {size}"), &BitQueens::<u64>::new(size));
    }
}

#[test]
fn a_sudoku_is_covered() {
    let cells = (0..36).map(|cell| if cell < 6 { cell + 1 } else { 0 }).collect();
    coverage("sudoku 6 x 6", &BitSudoku::new(&Sudoku::new(Shape::of_size(6).unwrap(), cells).unwrap()));
}

#[test]
fn a_maze_is_covered() {
    let maze = Maze::new(&[[true; 5]; 5].map(|row| row.to_vec()), (0, 0), (4, 4)).unwrap();
    coverage("open maze 5 x 5", &BitMaze::<4>::new(&maze));
}

#[test]
fn a_seed_gives_the_same_numbers_again() {
    let queens = BitQueens::<u64>::new(20);
    let (one, again) = (probed(&queens, 12, 7), probed(&queens, 12, 7));
    assert_eq!((one.nodes, one.solutions, one.rounds), (again.nodes, again.solutions, 12));
    assert_ne!(probed(&queens, 12, 8).nodes, one.nodes);
}

/// Wherever it is stopped, what is told is the estimate of the whole rounds up to there.
#[test]
fn what_is_stopped_tells_whole_rounds() {
    let queens = BitQueens::<u64>::new(16);
    let probing = Probing { measuring: Duration::ZERO, time: Duration::from_secs(60), rounds: 30, seed: 3 };
    let mut rounds = Vec::new();
    for steps in (0..).step_by(1_500) {
        let asked = Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) >= steps;
        let estimate = estimate_until(&queens, probing, &stop);
        if let Some(one) = estimate {
            let whole = probed(&queens, one.rounds, 3);
            assert_eq!((one.nodes, one.solutions), (whole.nodes, whole.solutions), "{steps} steps");
            // Once for each node of the top that a probe would have begun at, of which there are some hundreds.
            assert!(asked.get() <= steps + 1_000, "asked {} times, stopped at {steps}", asked.get());
        }
        rounds.extend(estimate.map(|one| one.rounds));
        if rounds.last() == Some(&30) {
            break;
        }
    }
    assert!(rounds.len() > 5 && rounds.is_sorted() && rounds[0] >= 10, "{rounds:?}");
}

#[test]
fn a_search_without_end_is_estimated_in_its_time() {
    // 39,029,188,884 boards (OEIS A000170).
    let began = std::time::Instant::now();
    let large = estimate(&BitQueens::<u64>::new(20), Probing::default());
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(!large.is_exact() && large.nodes_per_second > 0.0);
    let truth = 39_029_188_884.0;
    assert!((large.solutions.mean / truth - 1.0).abs() < 0.5, "{large:?}");
    let small = estimate(&BitQueens::<u64>::new(6), Probing::default());
    assert!(small.is_exact() && (small.nodes.mean, small.solutions.mean) == (153.0, 4.0));
}
