//! What keys do, without a terminal.

use std::time::Duration;

use proptest::prelude::*;
use tremaux_replay::Kind;

use super::super::keys::COMMANDS;
use super::super::state::{Open, SPEEDS};
use super::*;

/// The steps at which something happens in the search of 4 queens.
fn steps_of(kind: Kind) -> Vec<usize> {
    let stage = queens(4);
    let trace = stage.trace();
    (1..=trace.steps()).filter(|step| trace.step(*step).is_some_and(|step| step.kind == kind)).collect()
}

/// The step shown after keys, from the first step of 4 queens.
fn at(keys: &str) -> usize {
    let mut stage = queens(4);
    let mut player = player(&mut stage);
    press(&mut player, keys);
    player.step
}

fn notice(keys: &str) -> String {
    let mut stage = queens(4);
    let mut player = player(&mut stage);
    press(&mut player, keys);
    player.notice.clone()
}

#[test]
fn steps_and_jumps() {
    assert_eq!(at(""), 1);
    assert_eq!(at("lll<right>"), 5);
    assert_eq!(at("llll<left>hh"), 2);
    assert_eq!(at("<left>h"), 1);
    assert_eq!(at("<end>"), 116);
    assert_eq!(at("<end>l"), 116);
    assert_eq!(at("<end><home>"), 1);
    assert_eq!(at("42<enter>"), 42);
    assert_eq!(at("g17<enter>"), 17);
    assert_eq!(at("g179<backspace><enter>"), 17);
    assert_eq!(at("17<backspace><backspace><backspace>l"), 2);
    assert_eq!(at("17<esc>l"), 2);
    assert_eq!(at("9999<enter>"), 116);
    assert_eq!(at("0<enter>"), 1);
    assert_eq!(notice("1x<enter>"), "expected a step from 1 to 116");
}

#[test]
fn to_solutions_and_dead_ends() {
    let (solutions, dead_ends) = (steps_of(Kind::Solution), steps_of(Kind::DeadEnd));
    assert_eq!((solutions.len(), dead_ends.len()), (2, 4));
    assert_eq!([at("n"), at("nn")], [solutions[0], solutions[1]]);
    assert_eq!([at("<end>N"), at("<end>NN"), at("nnN")], [solutions[1], solutions[0], solutions[0]]);
    assert_eq!([at("d"), at("dddd"), at("ddddd")], [dead_ends[0], dead_ends[3], dead_ends[3]]);
    assert_eq!(at("ddD"), dead_ends[0]);
    assert_eq!([notice("nnn"), notice("N")], ["no later solution", "no earlier solution"]);
    assert_eq!([notice("ddddd"), notice("D")], ["no later dead end", "no earlier dead end"]);
    // The next key takes the notice away.
    assert_eq!(notice("nnn<left>"), "");
}

#[test]
fn until_a_depth_or_a_choice() {
    let stage = queens(4);
    let step = |number| stage.trace().step(number).expect("a step");
    let deep = at("r3<enter>");
    assert_eq!((step(deep).kind, step(deep).depth), (Kind::Enter, 3));
    assert!((1..deep - 1).all(|before| step(before).depth < 3));
    // Nothing typed: the same again.
    let again = at("r3<enter>r<enter>");
    assert!(again > deep && step(again).kind == Kind::Enter && step(again).depth == 3);
    let placed = at("c3<enter>");
    assert_eq!((step(placed).kind, step(placed).choice), (Kind::Place, Some("3")));
    assert!(at("/3<enter>/<enter>") > placed);
    assert_eq!(notice("r9<enter>"), "no later node at depth 9");
    assert_eq!(notice("rx<enter>"), "expected a depth, found x");
    assert_eq!(notice("r<enter>"), "expected a depth");
    assert_eq!(notice("c7<enter>"), "7 is not placed any more");
}

#[test]
fn up_and_over_nodes() {
    let stage = queens(4);
    let step = |number| stage.trace().step(number).expect("a step");
    let deep = at("r3<enter>");
    let up = at("r3<enter><up>");
    assert_eq!((step(up).kind, Some(step(up).node)), (Kind::Enter, step(deep).parent));
    let over = at("r3<enter><down>");
    assert_eq!((step(over).kind, step(over).node), (Kind::Leave, step(deep).node));
    assert_eq!([notice("<up>"), notice("<end><down>")], ["no node above", "the node is not left any more"]);
}

#[test]
fn playing() {
    let mut stage = queens(4);
    let mut player = player(&mut stage);
    assert_eq!(player.wait(), None);
    player.pass(Duration::from_secs(100));
    assert_eq!(player.step, 1);
    press(&mut player, " ");
    assert_eq!(player.wait(), Some(Duration::from_millis(200)));
    player.pass(Duration::from_millis(100));
    assert_eq!((player.step, player.wait()), (1, Some(Duration::from_millis(100))));
    player.pass(Duration::from_millis(110));
    assert_eq!(player.step, 2);
    press(&mut player, "+");
    player.pass(Duration::from_secs(2));
    assert_eq!((player.step, player.speed()), (22, 10));
    press(&mut player, " ");
    player.pass(Duration::from_secs(2));
    assert_eq!((player.step, player.wait()), (22, None));
    // A step by hand pauses, the end too, and from there it begins again.
    press(&mut player, " l");
    assert_eq!((player.step, player.playing), (23, false));
    press(&mut player, "p");
    player.pass(Duration::from_secs(1000));
    assert_eq!((player.step, player.playing), (116, false));
    press(&mut player, " ");
    assert_eq!((player.step, player.playing), (1, true));
    press(&mut player, "----------");
    assert_eq!(player.speed(), SPEEDS[0]);
    press(&mut player, "++++++++++");
    assert_eq!(player.speed(), SPEEDS[SPEEDS.len() - 1]);
}

#[test]
fn what_if_and_back() {
    let mut stage = queens(6);
    let mut player = player(&mut stage);
    press(&mut player, "w<down><enter>");
    assert_eq!((player.step, player.heading().as_str()), (1, "queens, what if 1"));
    press(&mut player, "llw");
    let Open::Options { options, at } = &player.open else { panic!("{:?}", player.open) };
    assert_eq!((options.len(), *at, options[0].mark), (6, 3, Some("anti")));
    // What the marks rule out cannot be pinned, and the list stays.
    press(&mut player, "<home><enter>");
    assert_eq!(player.notice, "0 is ruled out by the mark anti");
    let from = player.step;
    press(&mut player, "<down><down><down><enter>");
    assert_eq!((player.step, player.heading().as_str()), (1, "queens, what if 1, what if 3"));
    press(&mut player, "n");
    let step = player.stage.trace().step(player.step).expect("a step");
    assert_eq!((step.kind, step.depth), (Kind::Solution, 6));
    press(&mut player, "n");
    assert_eq!(player.notice, "no later solution");
    // Back from both, to where each was asked.
    press(&mut player, "b");
    assert_eq!((player.heading().as_str(), player.step, from), ("queens, what if 1", 3, 3));
    press(&mut player, "<esc>");
    assert_eq!((player.heading().as_str(), player.step), ("queens", 1));
    press(&mut player, "b");
    assert_eq!(player.notice, "this is the search itself");
    // The list can be left.
    press(&mut player, "w<esc>");
    assert_eq!((&player.open, player.heading().as_str()), (&Open::Nothing, "queens"));
}

#[test]
fn no_what_if_at_a_solution() {
    assert_eq!(notice("nw"), "no slot is open here, or there is only a written trace");
}

#[test]
fn no_what_if_where_a_limit_comes_first() {
    let mut stage = queens(4);
    let limits = tremaux::Limits::new().nodes(0);
    let mut player = Player::new(&mut stage, "queens".into(), Recording { limits, ..Recording::default() });
    press(&mut player, "w<enter>");
    assert_eq!((player.notice.as_str(), player.step), ("a limit came before the search below it", 1));
    assert_eq!(player.heading(), "queens");
}

#[test]
fn help_folding_and_the_end() {
    let mut stage = queens(4);
    let mut player = player(&mut stage);
    press(&mut player, "?");
    assert_eq!(player.open, Open::Help);
    press(&mut player, "q");
    assert_eq!((&player.open, player.done), (&Open::Nothing, false));
    press(&mut player, "f");
    assert!(player.fold);
    press(&mut player, "f");
    assert!(!player.fold);
    press(&mut player, "z");
    assert_eq!(player.notice, "? says what the keys are");
    press(&mut player, "q");
    assert!(player.done);
}

#[test]
fn no_key_is_for_two_things() {
    let keys: Vec<_> = COMMANDS.iter().flat_map(|command| command.keys).collect();
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key), "{key}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is pressed, there is such a step; and what is pressed last by way of coming back comes back.
    #[test]
    fn any_keys(keys in proptest::collection::vec(0_usize..30, 0..60), size in 1_usize..6) {
        let mut stage = queens(size);
        let whole = stage.trace().clone();
        let mut player = player(&mut stage);
        let more = [Key::Enter, Key::Char('1'), Key::Char('3'), Key::Char('j'), Key::Char('x')];
        let all: Vec<_> = COMMANDS.iter().map(|command| command.keys[0]).chain(more).collect();
        for key in keys {
            if let Some(key) = all.get(key) {
                player.press(*key);
            } else {
                player.pass(Duration::from_millis(300));
            }
            prop_assert!((1..=player.steps()).contains(&player.step));
        }
        player.open = Open::Nothing;
        while player.heading() != "queens" {
            press(&mut player, "b");
        }
        prop_assert_eq!(player.stage.trace(), &whole);
    }
}

#[test]
fn a_written_trace_has_no_options() {
    let lines = {
        let about =
            tremaux_replay::About { problem: "queens".into(), input: 4.into(), engine: "plain".into(), scenes: true };
        let mut lines = String::new();
        let queens = tremaux_puzzles::queens::PlainQueens::new(4);
        tremaux_replay::write_trace(queens, Recording::default(), &about, &mut |part| {
            lines += &format!("{}\n", part.into_value());
            std::ops::ControlFlow::Continue(())
        })
        .expect("it begins at the root");
        lines
    };
    let mut written = tremaux_replay::read_trace(lines.as_bytes()).expect("a trace");
    let mut player = player(&mut written);
    press(&mut player, "w");
    assert_eq!(player.notice, "no slot is open here, or there is only a written trace");
    press(&mut player, "n");
    assert_eq!(player.step, at("n"));
}
