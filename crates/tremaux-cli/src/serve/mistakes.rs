//! The mistakes: all of them where they part from the right program, or one of them step by step.

use serde_json::{Value, json};
use tremaux::{Limits, Problem, Role, Stroke};
use tremaux_puzzles::{Mistake, Program, Puzzle, Spotter};
use tremaux_replay::{Recording, player_data, record, scene_data};

use super::answer::most_events;
use super::task::Work;
use crate::failure::Failure;
use crate::verbs::mistakes::{NODES, Spotted, none, object, spotted};

/// What the command says of the mistakes, and the states as a player draws them.
pub(super) fn all<P: Puzzle>(work: &Work, puzzle: &P) -> Result<Value, Failure> {
    let all = spotted(puzzle, &|| limits(work));
    if all.is_empty() {
        return Err(none::<P>());
    }
    Ok(json!({
        "problem": P::NAME,
        "input": puzzle.input(),
        "roles": Role::ALL.map(Role::name),
        "strokes": Stroke::ALL.map(|stroke| stroke.symbol().to_string()),
        "mistakes": all.iter().map(with_scenes).collect::<Vec<_>>(),
    }))
}

fn limits(work: &Work) -> Limits {
    work.limits().nodes(NODES)
}

fn with_scenes(spotted: &Spotted) -> Value {
    let mut fields = object(spotted);
    let seen = spotted.compared.parting().map(|parting| &parting.seen);
    for (index, side) in ["right", "wrong"].into_iter().enumerate() {
        if let Some(Some(seen)) = seen.map(|seen| &seen[index]) {
            fields[side]["scene"] = scene_data(&seen.scene);
        }
        fields[format!("{side}_ends")]["scene"] = scene_data(&spotted.ends[index].scene);
    }
    fields
}

/// The names of the mistakes of a puzzle, of which none is run.
pub(super) fn names<P: Puzzle>(puzzle: &P) -> Vec<&'static str> {
    let mut names = Names::default();
    puzzle.mistakes(&mut names);
    names.0
}

#[derive(Default)]
struct Names(Vec<&'static str>);

impl Spotter for Names {
    fn spot<R: Problem, W: Problem>(&mut self, mistake: Mistake, _: Program<'_, R>, _: Program<'_, W>) {
        self.0.push(mistake.name);
    }
}

/// The data of a player for the steps of both programs of the mistake of this number, from 1, up to where they part; and
/// what [`all`] says of it.
pub(super) fn play<P: Puzzle>(work: &Work, puzzle: &P, number: usize) -> Result<Value, Failure> {
    let names = names(puzzle);
    if names.is_empty() {
        return Err(none::<P>());
    }
    let mut player = Player { work, number, problem: P::NAME, input: puzzle.input(), seen: 0, data: None };
    puzzle.mistakes(&mut player);
    let found = || format!("expected the number of a mistake from 1 to {}, found {number}", names.len());
    let mut data = player.data.ok_or_else(|| Failure::Other(found()))??;
    data["mistakes"] = json!(names);
    Ok(data)
}

struct Player<'a> {
    work: &'a Work,
    number: usize,
    problem: &'static str,
    input: Value,
    /// How many mistakes were shown.
    seen: usize,
    data: Option<Result<Value, Failure>>,
}

impl Spotter for Player<'_> {
    fn spot<R: Problem, W: Problem>(&mut self, mistake: Mistake, right: Program<'_, R>, wrong: Program<'_, W>) {
        self.seen += 1;
        if self.seen != self.number {
            return;
        }
        let spotted = Spotted::new(mistake, &right, &wrong, &|| limits(self.work));
        let parting = spotted.compared.parting();
        // Up to where they part one is as good as the other, unless it ends before.
        let plays_wrong = parting.is_some_and(|parting| parting.seen[0].is_none());
        let most = parting.map_or(usize::MAX, |parting| parting.step);
        let events = most.min(most_events(spotted.ends[0].scene.cells.len()));
        let data = if plays_wrong { self.recorded(&wrong, events) } else { self.recorded(&right, events) };
        self.data = Some(data.map(|mut data| {
            data["mistake"] = with_scenes(&spotted);
            data
        }));
    }
}

impl Player<'_> {
    fn recorded<P: Problem>(&self, program: &Program<'_, P>, events: usize) -> Result<Value, Failure> {
        let limits = self.work.limits();
        let limits = if program.first { limits.solutions(1) } else { limits };
        let mut replay = record((program.problem)(), Recording { events, from: 0, limits })
            .map_err(|error| Failure::Other(format!("expected a node of the search: {error}")))?;
        Ok(player_data(&mut replay, self.problem, &self.input))
    }
}
