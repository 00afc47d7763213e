//! What there is to say of a puzzle.

use serde_json::json;
use tremaux::{Limit, Limits};

use super::Verdict;
use crate::sudoku::Sudoku;
use crate::{Appraisal, Remark};

fn remark(text: impl Into<String>, fields: Vec<(&'static str, serde_json::Value)>) -> Remark {
    Remark { text: text.into(), fields, wrong: false }
}

impl Sudoku {
    /// Whether there is one solution, and if so, whether it needs all clues and how difficult it is to find: remarks in
    /// this order, those that are `asked` for.
    pub(in crate::sudoku) fn remarks(
        &self,
        asked: Appraisal,
        limits: &dyn Fn() -> Limits,
    ) -> (Vec<Remark>, Option<Limit>) {
        let mut remarks = Vec::new();
        let stopped = self.remark_on(asked, limits, &mut remarks).err();
        (remarks, stopped)
    }

    fn remark_on(&self, asked: Appraisal, limits: &dyn Fn() -> Limits, remarks: &mut Vec<Remark>) -> Result<(), Limit> {
        let verdict = self.verdict(limits());
        remarks.extend(self.remark_of(verdict));
        match verdict {
            Verdict::One => {}
            Verdict::None | Verdict::Several => return Ok(()),
            Verdict::Unknown(limit) => return Err(limit),
        }
        if asked.minimal {
            remarks.push(self.say_needless(&self.needless(limits)?));
        }
        if asked.difficulty {
            remarks.push(match self.difficulty(limits)? {
                Some(figure) => remark(format!("difficulty {figure}"), vec![("difficulty", json!(figure.value()))]),
                None => remark("no figure of difficulty for cages", vec![("difficulty", json!(null))]),
            });
        }
        Ok(())
    }

    /// What is to be said of its solutions, unless it is one itself.
    #[must_use]
    pub fn remark_of(&self, verdict: Verdict) -> Option<Remark> {
        self.cells.contains(&0).then(|| self.say_verdict(verdict))
    }

    fn say_verdict(&self, verdict: Verdict) -> Remark {
        let stuck = if verdict == Verdict::None { self.stuck() } else { None };
        let number = match verdict {
            Verdict::None => json!("none"),
            Verdict::One => json!("one"),
            Verdict::Several => json!("several"),
            Verdict::Unknown(_) => json!("unknown"),
        };
        let mut said = remark(verdict.to_string(), vec![("solutions", number)]);
        said.wrong = verdict == Verdict::None;
        if let Some(stuck) = stuck {
            let why = self.say_stuck(&stuck);
            said.text = format!("{}: {why}", said.text);
            said.fields.push(("stuck", json!(why)));
        }
        said
    }

    fn say_needless(&self, needless: &[usize]) -> Remark {
        let squares: Vec<_> = needless.iter().map(|cell| self.shape().square(*cell)).collect();
        let fields = vec![("minimal", json!(squares.is_empty())), ("not_needed", json!(squares))];
        let named: Vec<_> = squares.iter().map(|square| format!("{square:?}")).collect();
        match named.len() {
            0 => remark("minimal", fields),
            1 => remark(format!("1 clue not needed: {}", named[0]), fields),
            several => remark(format!("{several} clues not needed: {}", named.join(" ")), fields),
        }
    }
}
