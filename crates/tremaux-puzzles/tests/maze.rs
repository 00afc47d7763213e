//! Mazes against the published numbers, a naive search, and the other forms.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use num_bigint::BigUint;
use proptest::prelude::*;
use tremaux::{Limits, Problem, Search, Stats, testkit};
use tremaux_puzzles::maze::{BitMaze, FirstPath, LivePaths, Maze, PlainMaze, Show, read_maze};
use tremaux_puzzles::{Aim, Cell, Engine, Moves, Puzzle, Question};

const MISSION: &str = "4\n1 0 0 0\n1 1 0 1\n0 1 0 0\n1 1 1 1\n";

/// The first `most` solutions.
struct Take(usize);

impl<S> Question<S> for Take {
    type Answer = Vec<S>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Vec<S> {
        Search::new(problem).take(self.0)
    }
}

struct Count;

impl<S> Question<S> for Count {
    type Answer = u64;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> u64 {
        Search::new(problem).count()
    }
}

fn all(maze: &Maze, engine: Engine) -> Vec<Vec<Cell>> {
    maze.pose(engine, Aim::All, Take(usize::MAX))
}

fn first(maze: &Maze, engine: Engine) -> Option<Vec<Cell>> {
    maze.pose(engine, Aim::First, Take(1)).pop()
}

fn table(maze: &Maze) -> Option<BigUint> {
    maze.count_without_search(1, &|| false).found()
}

#[test]
fn the_maze_of_the_mission() {
    for (moves, found) in [(Moves::RightDown, "DRDDRR"), (Moves::Four, "DRDDRR"), (Moves::Eight, "D DR D R R")] {
        let maze = read_maze(MISSION.as_bytes()).unwrap().moves(moves);
        for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
            let path = first(&maze, engine).unwrap();
            assert_eq!(maze.clone().show(Show::Exists).text(&path), "true");
            assert_eq!(maze.clone().show(Show::Moves).text(&path), found);
        }
    }
    let maze = read_maze(MISSION.as_bytes()).unwrap().moves(Moves::RightDown);
    let path = first(&maze, Engine::Fast).unwrap();
    assert_eq!(maze.text(&path), "1 0 0 0\n1 1 0 0\n0 1 0 0\n0 1 1 1\nDRDDRR");
    assert_eq!(maze.json(&path).to_string(), "[[0,0],[1,0],[1,1],[2,1],[3,1],[3,2],[3,3]]");
    assert_eq!(table(&maze), Some(1_u8.into()));
    assert_eq!(
        maze.input().to_string(),
        r#"{"maze":["1000","1101","0100","1111"],"moves":"right-down","shortest":false}"#
    );
}

/// Right and down only, an open maze has as many paths as there are ways to order its moves: a binomial coefficient.
#[test]
fn binomial_counts() {
    for (rows, columns) in [(1, 1), (1, 7), (6, 1), (2, 3), (5, 5), (7, 4)] {
        let maze = Maze::open(rows, columns).unwrap().moves(Moves::RightDown);
        let count = maze.pose(Engine::Bits, Aim::All, Count);
        assert_eq!(count, maze.pose(Engine::Plain, Aim::All, Count));
        assert_eq!(table(&maze), Some(count.into()));
        assert_eq!(table(&maze.clone().shortest(true)), Some(count.into()));
        assert_eq!(table(&maze.moves(Moves::Four).shortest(true)), Some(count.into()));
    }
    assert_eq!(table(&Maze::open(5, 5).unwrap().moves(Moves::RightDown)), Some(70_u8.into()));
    // 78 over 39 is beyond 64 bits.
    let binomial = (1..=39_u32).fold(BigUint::from(1_u8), |value, k| value * (39 + k) / k);
    assert!(binomial.bits() > 64);
    assert_eq!(table(&Maze::open(40, 40).unwrap().moves(Moves::RightDown)), Some(binomial.clone()));
    assert_eq!(table(&Maze::open(40, 40).unwrap().shortest(true)), Some(binomial));
}

/// OEIS A007764: paths from corner to corner that don't meet themselves.
#[test]
fn counts_of_the_oeis() {
    for (side, count) in (1..).zip([1, 2, 12, 184, 8512, 1_262_816]) {
        let maze = Maze::open(side, side).unwrap();
        assert_eq!(maze.pose(Engine::Bits, Aim::All, Count), count, "{side} x {side}");
        if side <= 5 {
            assert_eq!(maze.pose(Engine::Plain, Aim::All, Count), count, "plain, {side} x {side}");
        }
        assert_eq!(table(&maze), None);
    }
}

/// A count that is cancelled says so, at the first look or at a later one.
#[test]
fn tables_are_cancelled() {
    for maze in [Maze::open(9, 9).unwrap().moves(Moves::RightDown), Maze::open(9, 9).unwrap().shortest(true)] {
        for looks in [0_u32, 1, 5] {
            let left = AtomicU32::new(looks);
            let cancelled = || left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err();
            assert_eq!(maze.count_without_search(1, &cancelled).found(), None);
        }
    }
}

/// A million cells: no recursion, and no time that grows faster than they do.
#[test]
fn a_large_maze() {
    for moves in Moves::ALL {
        let maze = Maze::open(1000, 1000).unwrap().moves(moves);
        maze.verify(&first(&maze, Engine::Fast).unwrap()).unwrap();
        let maze = maze.shortest(true);
        maze.verify(&first(&maze, Engine::Fast).unwrap()).unwrap();
        let mut rows = vec![vec![true; 1000]; 1000];
        for (row, column) in [(998, 998), (998, 999), (999, 998)] {
            rows[row][column] = false;
        }
        let walled = Maze::new(&rows, (0, 0), (999, 999)).unwrap().moves(moves);
        assert_eq!(first(&walled, Engine::Fast), None);
        assert_eq!(walled.pose(Engine::Fast, Aim::All, Count), 0);
        assert_eq!(first(&walled.shortest(true), Engine::Fast), None);
    }
    // A path through all of the cells: a comb of walls.
    let row = |row: usize| match row % 4 {
        1 => (0..1000).map(|column| column == 999).collect(),
        3 => (0..1000).map(|column| column == 0).collect(),
        _ => vec![true; 1000],
    };
    let rows: Vec<_> = (0..999).map(row).collect();
    let end = (998, 0);
    let comb = Maze::new(&rows, (0, 0), end).unwrap();
    let path = first(&comb, Engine::Fast).unwrap();
    assert_eq!(path.len(), 500 * 1000 + 499);
    comb.verify(&path).unwrap();
    assert_eq!(Some(path), first(&comb, Engine::Plain));
}

/// A large room behind the end, which the path to it cuts off: the plain search would try every way through it.
#[test]
fn rooms_that_are_cut_off() {
    let corridor = ["S....#", "####.#", "E....."].into_iter().chain(std::iter::repeat_n("######", 7));
    let rows: Vec<String> = corridor.map(|row| row.to_owned() + &".".repeat(10)).collect();
    let maze = read_maze(rows.join("\n").as_bytes()).unwrap();
    for maze in [maze.clone(), maze.moves(Moves::Eight)] {
        let paths = all(&maze, Engine::Fast);
        assert!((1..10).contains(&paths.len()));
        paths.iter().for_each(|path| maze.verify(path).unwrap());
    }
}

#[test]
fn where_no_path_can_be() {
    let texts = ["1 1\n0", "2\n01\n11", "2\n10\n01", "2\n11\n10", "1 3\n101"];
    for text in texts {
        let maze = read_maze(text.as_bytes()).unwrap();
        for maze in [maze.clone(), maze.clone().moves(Moves::RightDown), maze.shortest(true)] {
            for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
                assert_eq!(all(&maze, engine), Vec::<Vec<Cell>>::new(), "{text:?}");
                assert_eq!(first(&maze, engine), None, "{text:?}");
            }
            assert!(table(&maze).is_none_or(|count| count == BigUint::ZERO));
            assert_eq!(maze.none(Aim::First), "no path");
            assert_eq!(maze.show(Show::Exists).none(Aim::First), "false");
        }
    }
    // A start that is the end as well: a path of no moves.
    let maze = read_maze("1\n1".as_bytes()).unwrap();
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        assert_eq!(all(&maze, engine), [[(0, 0)]]);
    }
    assert_eq!(maze.text(&vec![(0, 0)]), "1");
    // The end above the start.
    let drawn = read_maze("E.\n.S".as_bytes()).unwrap().moves(Moves::RightDown);
    assert_eq!((first(&drawn, Engine::Fast), table(&drawn)), (None, Some(BigUint::ZERO)));
}

#[test]
fn the_examples_are_what_they_say() {
    let example = |name: &str| {
        let path = format!("{}/../../examples/maze/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        read_maze(&*std::fs::read(path).unwrap()).unwrap()
    };
    assert_eq!(all(&example("open"), Engine::Fast).len(), 184);
    assert_eq!(table(&example("open").moves(Moves::RightDown)), Some(20_u8.into()));
    assert_eq!(example("garden").size(), (6, 9));
    assert!(first(&example("garden"), Engine::Fast).is_some());
    assert_eq!(all(&example("drawn"), Engine::Fast).len(), 6);
    assert_eq!(table(&example("drawn").shortest(true)), Some(2_u8.into()));
    assert_eq!(first(&example("walled"), Engine::Fast), None);
}

#[test]
fn a_drawn_maze() {
    let text = "#######\n#S  # #\n### # #\n#E    #\n#######\n";
    let maze = read_maze(text.as_bytes()).unwrap();
    let paths = all(&maze, Engine::Fast);
    assert_eq!(paths.len(), 1);
    assert_eq!(maze.text(&paths[0]), "#######\n#S**# #\n###*# #\n#E**  #\n#######\nRRDDLL");
    assert_eq!(maze.input()["maze"][3], "#E    #");
    assert_eq!(read_maze("S.E\n\n\n".as_bytes()).unwrap().text(&vec![(0, 0), (0, 1), (0, 2)]), "S*E\nRR");
    assert_eq!(read_maze(" S\r\nE.\r\n".as_bytes()).unwrap().size(), (2, 2));
}

#[test]
fn matrices_in_every_shape() {
    let maze = read_maze(MISSION.as_bytes()).unwrap();
    for text in [
        "1000\n1101\n0100\n1111",
        "1 0 0 0\n1 1 0 1\n0 1 0 0\n1 1 1 1",
        "4 4\n1000\n1101\n0100\n1111\n\n",
        "\u{feff}4\r\n1 0 0 0\r\n1 1 0 1\r\n0 1 0 0\r\n1 1 1 1\r\n\u{1a}",
        "\n\n 4 \n\n1 0  0 0 \n1 1 0 1\n\n0 1 0 0\n1 1 1 1\n",
    ] {
        assert_eq!(read_maze(text.as_bytes()).unwrap(), maze, "{text:?}");
    }
    // A first line of the digits 0 and 1 is a size where the next line says so.
    for (text, size) in [
        ("1\n1", (1, 1)),
        ("1 1\n1", (1, 1)),
        ("1 1\n1 1", (2, 2)),
        ("11\n11", (2, 2)),
        ("1 10\n1 1 1 1 1 1 1 1 1 1", (1, 10)),
        ("10 1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1", (10, 1)),
        ("0\n1", (2, 1)),
        ("1 1 1", (1, 3)),
    ] {
        assert_eq!(read_maze(text.as_bytes()).unwrap().size(), size, "{text:?}");
    }
}

#[test]
fn errors_say_where() {
    for (text, error) in [
        ("", "line 1, column 1: expected a maze, found the end of the file"),
        ("\n\n", "line 1, column 1: expected a maze, found the end of the file"),
        ("0", "line 1, column 1: expected a number of rows from 1 to 100000000, found 0"),
        ("2 0\n", "line 1, column 3: expected a number of columns from 1 to 100000000, found 0"),
        ("x", "line 1, column 1: expected a number of rows from 1 to 100000000, found `x`"),
        ("10000 10001", "line 1, column 1: expected at most 100000000 cells, found 10000 x 10001"),
        ("2\n1 1", "line 3, column 1: expected 2 rows, found the end of the file after 1"),
        ("2\n1 1\n1\n", "line 3, column 2: expected a row of 2 digits, found 1"),
        ("2\n1 1\n1 1 1\n", "line 3, column 5: expected a row of 2 digits, found 3"),
        ("2\n1 1\n1 1\n1 1", "line 4, column 1: expected the end of the file after 2 rows, found `1 1`"),
        ("2\n1 1\n1 a\n", "line 3, column 3: expected `0` or `1`, found `a`"),
        ("111\n11\n", "line 2, column 3: expected a row of 3 digits, found 2"),
        ("#S#\n#E\n", "line 2, column 3: expected a row of 3 cells, found 2"),
        ("#S#\n\n#E#\n", "line 2, column 1: expected a row of 3 cells, found an empty line"),
        ("S.S", "line 1, column 3: expected one start `S`, found a second one after that at (0, 0)"),
        ("SE\n.E", "line 2, column 2: expected one end `E`, found a second one after that at (0, 1)"),
        ("..E", "line 2, column 1: expected a start `S`, found the end of the file"),
        ("S..", "line 2, column 1: expected an end `E`, found the end of the file"),
        ("S1E", "line 1, column 2: expected `#`, `.`, a space, `S` or `E`, found `1`"),
    ] {
        assert_eq!(read_maze(text.as_bytes()).unwrap_err().to_string(), error, "{text:?}");
    }
}

#[test]
fn reviews_of_paths() {
    let maze = read_maze(MISSION.as_bytes()).unwrap();
    let says = |maze: &Maze, answer| maze.review(answer).unwrap().to_string();
    for (answer, review) in [
        ("DRDDRR", "valid, complete"),
        ("d r d", "valid, not complete"),
        ("", "valid, not complete"),
        ("0,0 1,0 1,1", "valid, not complete"),
        ("[[0,0],[1,0]]", "valid, not complete"),
        ("R", "invalid: wall: (0, 0) to (0, 1)"),
        ("U", "invalid: wall: (0, 0) to outside the maze"),
        ("DU", "invalid: visited: (0, 0) twice"),
        ("1,0", "invalid: start: the path begins at (1, 0) and not at (0, 0)"),
        ("0,0 1,1", "invalid: move: (0, 0) to (1, 1) is no move"),
        ("DRDDRRU", "invalid: end: the path goes on after (3, 3); wall: (3, 3) to (2, 3)"),
    ] {
        assert_eq!(says(&maze, Some(answer)), review, "{answer:?}");
    }
    assert_eq!(says(&maze, None), "valid, not complete");
    let open = Maze::open(2, 2).unwrap();
    assert_eq!(says(&open.clone().moves(Moves::Eight), Some("DR")), "valid, complete");
    assert_eq!(says(&open.clone().moves(Moves::Eight), Some("D R")), "valid, complete");
    let detour = "invalid: detour: (1, 0) after 1 steps is 1 more from the end, 1 are enough in all";
    assert_eq!(says(&open.clone().moves(Moves::Eight).shortest(true), Some("D")), detour);
    let left = "invalid: move: (0, 1) to (0, 0) is no move; visited: (0, 0) twice";
    assert_eq!(says(&open.clone().moves(Moves::RightDown), Some("RL")), left);
    let error = open.review(Some("DX")).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 2: expected moves like `D`, `L`, `R`, `U` or cells like `0,0`, found `X`");
    assert!(open.review(Some("0,0 1")).is_err());
}

#[test]
fn ways_of_a_maze() {
    let ways = read_maze(MISSION.as_bytes()).unwrap().ways();
    let computed: Vec<_> = ways.iter().filter_map(|way| way.computed.clone()).collect();
    assert_eq!(computed, [("4^8".to_owned(), 65_536_u32.into())]);
    let counted: Vec<_> = ways.iter().filter_map(|way| way.count.as_ref()).map(|count| count(Limits::new())).collect();
    assert_eq!(counted.iter().map(|tally| tally.size).collect::<Vec<_>>(), [7, 7]);
    assert!(counted.iter().all(|tally| tally.solutions == 1 && tally.complete));
    let ways = Maze::open(4, 4).unwrap().ways();
    let counted: Vec<_> = ways.iter().filter_map(|way| way.count.as_ref()).map(|count| count(Limits::new())).collect();
    assert_eq!(
        counted.iter().map(|tally| (tally.solutions, tally.size < 16)).collect::<Vec<_>>(),
        [(184, false), (1, true)]
    );
}

/// Every path by recursion, in the order of the moves' letters; written without a look at the forms.
fn naive(rows: &[Vec<bool>], moves: Moves, end: Cell, path: &mut Vec<Cell>, found: &mut Vec<Vec<Cell>>) {
    let (row, column) = path[path.len() - 1];
    if (row, column) == end {
        found.push(path.clone());
        return;
    }
    let (row, column) = (row as i64, column as i64);
    let around: &[(i64, i64)] = match moves {
        Moves::RightDown => &[(1, 0), (0, 1)],
        Moves::Four => &[(1, 0), (0, -1), (0, 1), (-1, 0)],
        Moves::Eight => &[(1, 0), (1, -1), (1, 1), (0, -1), (0, 1), (-1, 0), (-1, -1), (-1, 1)],
    };
    for (down, right) in around {
        let (Ok(row), Ok(column)) = (usize::try_from(row + down), usize::try_from(column + right)) else { continue };
        let open = rows.get(row).and_then(|row| row.get(column)) == Some(&true);
        if open && !path.contains(&(row, column)) {
            path.push((row, column));
            naive(rows, moves, end, path, found);
            path.pop();
        }
    }
}

/// Rows of cells of which some are walls, and a start and an end among them.
fn mazes(side: usize) -> impl Strategy<Value = (Vec<Vec<bool>>, Cell, Cell)> {
    let rows = (1..=side, 1..=side).prop_flat_map(|(rows, columns)| {
        let open = prop::bool::weighted(0.7);
        (prop::collection::vec(prop::collection::vec(open, columns), rows), 0..rows, 0..columns, 0..rows, 0..columns)
    });
    rows.prop_map(|(rows, top, left, bottom, right)| (rows, (top, left), (bottom, right)))
}

fn check_forms<const N: usize>(maze: &Maze) -> Result<(), TestCaseError> {
    let fault = |fault: testkit::Fault| TestCaseError::fail(fault.to_string());
    testkit::check_same_search(&PlainMaze::new(maze), &BitMaze::<N>::new(maze)).map_err(fault)?;
    testkit::check_problem(PlainMaze::new(maze), 500).map_err(fault)?;
    testkit::check_problem(BitMaze::<N>::new(maze), 500).map_err(fault)?;
    let paths = Search::new(FirstPath::<N>::new(maze)).all();
    prop_assert_eq!(paths.first().cloned(), first(maze, Engine::Plain));
    prop_assert!(paths.len() <= 1);
    if N > 2 {
        let mut live = Search::new(LivePaths::<N>::new(maze)).observe(Stats::default());
        let none = live.count() == 0;
        // No node in vain: every one leads to a path, but for the root where there is none.
        prop_assert_eq!(live.observer().dead_ends, u64::from(none));
        prop_assert!(!none || live.observer().calls == 1);
    }
    Ok(())
}

fn check_maze(rows: &[Vec<bool>], start: Cell, end: Cell, moves: Moves) -> Result<(), TestCaseError> {
    let mut paths = Vec::new();
    if rows[start.0][start.1] {
        naive(rows, moves, end, &mut vec![start], &mut paths);
    }
    let maze = Maze::new(rows, start, end).unwrap().moves(moves);
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        prop_assert_eq!(&all(&maze, engine), &paths);
        prop_assert_eq!(first(&maze, engine), paths.first().cloned());
    }
    let strings: Vec<_> = paths.iter().map(|path| maze.clone().show(Show::Moves).text(path)).collect();
    prop_assert!(strings.is_sorted());
    for (path, string) in paths.iter().zip(&strings) {
        maze.verify(path).map_err(|breach| TestCaseError::fail(breach.to_string()))?;
        prop_assert!(maze.review(Some(string)).unwrap().complete);
    }
    match moves {
        Moves::RightDown => check_forms::<2>(&maze)?,
        Moves::Four => check_forms::<4>(&maze)?,
        Moves::Eight => check_forms::<8>(&maze)?,
    }
    if moves == Moves::RightDown {
        prop_assert_eq!(table(&maze), Some(paths.len().into()));
    }
    let least = paths.iter().map(Vec::len).min();
    let verified = paths.iter().map(|path| maze.clone().shortest(true).verify(path).is_ok());
    prop_assert!(verified.eq(paths.iter().map(|path| Some(path.len()) == least)));
    paths.retain(|path| Some(path.len()) == least);
    let maze = maze.shortest(true);
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        prop_assert_eq!(&all(&maze, engine), &paths);
        prop_assert_eq!(first(&maze, engine), paths.first().cloned());
    }
    testkit::check_problem(PlainMaze::new(&maze), 500).map_err(|fault| TestCaseError::fail(fault.to_string()))?;
    prop_assert_eq!(table(&maze), Some(paths.len().into()));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn all_forms_agree_with_recursion((rows, start, end) in mazes(5)) {
        check_maze(&rows, start, end, Moves::RightDown)?;
        check_maze(&rows, start, end, Moves::Four)?;
    }

    /// Eight moves have far more paths: smaller mazes.
    #[test]
    fn all_forms_agree_with_recursion_on_eight_moves((rows, start, end) in mazes(3)) {
        check_maze(&rows, start, end, Moves::Eight)?;
    }

    /// One path in mazes too large to list them all.
    #[test]
    fn dead_cells_stay_dead_and_the_first_path_first((rows, start, end) in mazes(7)) {
        for moves in Moves::ALL {
            let maze = Maze::new(&rows, start, end).unwrap().moves(moves);
            let limits = || Limits::new().nodes(200_000);
            let mut plain = Search::new(PlainMaze::new(&maze)).limits(limits());
            let path = plain.first();
            if path.is_some() || plain.outcome().is_complete() {
                prop_assert_eq!(first(&maze, Engine::Fast), path);
            }
        }
    }

    #[test]
    fn what_is_written_is_read((rows, start, end) in mazes(6)) {
        let digits = |row: &Vec<bool>| row.iter().map(|open| if *open { "1" } else { "0" }).collect::<Vec<_>>().join(" ");
        let size = format!("{} {}\n", rows.len(), rows[0].len());
        let text = size + &rows.iter().map(digits).collect::<Vec<_>>().join("\n");
        let corner = (rows.len() - 1, rows[0].len() - 1);
        prop_assert_eq!(read_maze(text.as_bytes()).unwrap(), Maze::new(&rows, (0, 0), corner).unwrap());
        let cell = |row: usize, column: usize| match (row, column) {
            cell if cell == start => 'S',
            cell if cell == end => 'E',
            _ => if rows[row][column] { '.' } else { '#' },
        };
        let row = |row: usize| (0..rows[0].len()).map(|column| cell(row, column)).collect::<String>();
        let drawn = (0..rows.len()).map(row).collect::<Vec<_>>();
        let maze = read_maze(drawn.join("\n").as_bytes());
        prop_assert_eq!(maze.is_ok(), start != end);
        if let Ok(maze) = maze {
            prop_assert_eq!((maze.start(), maze.end()), (start, end));
            prop_assert_eq!(&maze.input()["maze"], &serde_json::json!(drawn));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = read_maze(&bytes[..]);
    }

    #[test]
    fn any_likely_bytes_are_read_or_refused(text in "[ 01\n23#SE.\r]{0,40}", answer in "[DLRUdlru 0-9,\\[\\]()x]{0,20}") {
        if let Ok(maze) = read_maze(text.as_bytes()) {
            let _ = maze.review(Some(&answer));
            let maze = maze.moves(Moves::Eight).shortest(true);
            let _ = maze.review(Some(&answer));
        }
    }
}
