//! The units of a kernel as the work of a job.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tremaux::job::{Name, Plan, Unit, UnitSize, Work, Worker, Yield};

use crate::{CountOfUnits, CountUnits, Watcher};

/// What all units of a kernel share, once it is made: kept where units are done one by one, so that it is made once.
#[derive(Default)]
pub struct Prepared(OnceLock<CountOfUnits>);

/// A kernel's own units as work: a job's unit is a range of them.
pub(super) struct KernelWork<'a> {
    pub(super) units: Box<dyn CountUnits>,
    /// How many threads make what the units share.
    pub(super) threads: usize,
    pub(super) watcher: &'a dyn Watcher,
    pub(super) prepared: &'a Prepared,
}

/// For how long units are done to measure how long they take.
const MEASURING: Duration = Duration::from_millis(50);

/// How many units are measured at most, evenly spread.
const MEASURED: usize = 16;

impl KernelWork<'_> {
    fn prepared(&self) -> Result<&CountOfUnits, String> {
        let Prepared(prepared) = self.prepared;
        if prepared.get().is_none() {
            let count = self.units.prepare(self.threads, self.watcher);
            let _ = prepared.set(count.ok_or("cancelled")?);
        }
        prepared.get().ok_or_else(|| "cancelled".into())
    }

    /// How many units take so long.
    fn units_in(&self, time: Duration) -> Result<usize, String> {
        let count = self.prepared()?;
        let began = Instant::now();
        let step = self.units.number().div_ceil(MEASURED).max(1);
        let mut measured = 0;
        for unit in (0..self.units.number()).step_by(step) {
            count(unit..unit + 1, self.watcher).ok_or("cancelled")?;
            measured += 1;
            if began.elapsed() > MEASURING {
                break;
            }
        }
        let nanos = began.elapsed().as_nanos().max(1);
        Ok(usize::try_from(measured * time.as_nanos() / nanos).unwrap_or(usize::MAX).max(1))
    }
}

impl Work for KernelWork<'_> {
    fn kind(&self) -> &'static str {
        "units"
    }

    fn plan(&self, size: UnitSize) -> Result<Plan, String> {
        let number = self.units.number();
        let step = match size {
            UnitSize::Number(units) => number.div_ceil(usize::try_from(units).unwrap_or(usize::MAX)).max(1),
            UnitSize::Lasting(time) => self.units_in(time)?,
        };
        let ranges = (0..number).step_by(step).map(|from| from..number.min(from + step));
        let unit = |range: Range<usize>| {
            let name = vec![range.start as u64, range.end as u64].into();
            Unit { name, weight: range.len() as f64 }
        };
        Ok(Plan { units: ranges.map(unit).collect(), nodes_above: 0 })
    }

    fn worker(&self, cancel: &Arc<AtomicBool>) -> Result<Box<dyn Worker + Send + '_>, String> {
        let cancel = Arc::clone(cancel);
        Ok(Box::new(KernelWorker { count: self.prepared()?, number: self.units.number(), cancel }))
    }
}

struct KernelWorker<'a> {
    count: &'a CountOfUnits,
    number: usize,
    cancel: Arc<AtomicBool>,
}

impl Worker for KernelWorker<'_> {
    fn run(&mut self, name: &Name, _: &mut dyn FnMut(Vec<u8>)) -> Result<Option<Yield>, String> {
        let ends: Vec<_> = name.begin.iter().map_while(|end| usize::try_from(*end).ok()).collect();
        let range = match *ends {
            [from, to] if from < to && to <= self.number && name.until.is_none() => from..to,
            _ => {
                let most = self.number;
                return Err(format!("expected the first of the units and the one behind the last, up to {most}"));
            }
        };
        let sum = (self.count)(range, &|| self.cancel.load(Ordering::Relaxed));
        Ok(sum.map(|solutions| Yield { solutions, nodes: 0 }))
    }
}
