//! Written traces: any bytes are read or refused, and what is read can be shown at every step.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_replay::{Decisions, Frame, Stage, frame_text, read_trace};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mut written) = read_trace(bytes) {
        let steps = written.trace().steps();
        for step in (1..=steps).rev().take(100) {
            let frame = Frame::new(&mut written, step).expect("a step of the trace");
            assert!(frame_text(&frame, 80).ends_with('\n'));
        }
        let tree = Decisions::new(written.trace(), true);
        assert!(tree.placed.iter().all(|placed| placed.middle >= 0 && placed.middle <= tree.width));
    }
});
