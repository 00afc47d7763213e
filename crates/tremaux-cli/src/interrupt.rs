//! Ctrl-C: the search is asked to stop, and what was found so far is kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::failure::{Failure, say};

/// How long a run may take to notice: it may be waiting for input that will not come.
const PATIENCE: Duration = Duration::from_secs(1);

/// The flag that Ctrl-C raises, and whether it was noticed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    raised: Arc<AtomicBool>,
    noticed: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens for Ctrl-C from now on. The first asks the search to stop; a second, or the first if nothing notices it,
    /// ends the process at once.
    pub(crate) fn listen() -> Result<Self, Failure> {
        let interrupt = Interrupt::default();
        let Interrupt { raised, noticed } = interrupt.clone();
        let handler = move || {
            let again = raised.swap(true, Ordering::Relaxed);
            if !again {
                std::thread::sleep(PATIENCE);
            }
            if again || !noticed.load(Ordering::Relaxed) {
                say("interrupted");
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(handler).map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))?;
        Ok(interrupt)
    }

    /// The flag, for a search to look at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }

    /// Whether Ctrl-C was pressed; from then on the process is left to end by itself.
    pub(crate) fn notice(&self) -> bool {
        let raised = self.raised.load(Ordering::Relaxed);
        if raised {
            self.noticed.store(true, Ordering::Relaxed);
        }
        raised
    }
}
