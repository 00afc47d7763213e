//! Workers that take the next unit when they are done with one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What it costs to hand a unit out and take its result, in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Cluster {
    /// How long a worker waits for the messages of a unit.
    pub(crate) message: f64,
    /// How long the one that hands units out is busy with each: nobody else is served then.
    pub(crate) service: f64,
}

impl Cluster {
    /// A message there and back over a network, and a row stored.
    pub(crate) fn usual() -> Self {
        Cluster { message: 0.001, service: 0.000_02 }
    }

    /// A task of Dask's, as `python/measure.py messages` measured it: all at once, 3.4 ms each, and one after the other 11.2,
    /// of which those 3.4 are a part.
    pub(crate) fn dask() -> Self {
        Cluster { message: 0.007_8, service: 0.003_4 }
    }

    /// The part of the workers' time that goes into units of these sizes, handed out in this order.
    pub(crate) fn efficiency(self, sizes: &[f64], workers: usize) -> f64 {
        // Times as whole nanoseconds, which have an order.
        let nanos = |seconds: f64| (seconds * 1e9) as u64;
        let mut free: BinaryHeap<Reverse<u64>> = (0..workers).map(|_| Reverse(0)).collect();
        let (mut server, mut end) = (0, 0);
        for size in sizes {
            let Reverse(from) = free.pop().expect("there are workers");
            let served = from.max(server);
            server = served + nanos(self.service);
            let done = server + nanos(self.message + size);
            end = end.max(done);
            free.push(Reverse(done));
        }
        sizes.iter().sum::<f64>() * 1e9 / (end as f64 * workers as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::Cluster;

    #[test]
    fn what_is_known_by_hand() {
        let free = Cluster { message: 0.0, service: 0.0 };
        assert_eq!(free.efficiency(&[1.0; 6], 3), 1.0);
        assert_eq!(free.efficiency(&[1.0; 4], 3), 4.0 / 6.0);
        assert_eq!(Cluster { message: 1.0, service: 0.0 }.efficiency(&[1.0; 6], 3), 0.5);
        // Ten workers, but a new one is served every second only: the last begins after ten.
        assert_eq!(Cluster { message: 0.0, service: 1.0 }.efficiency(&[10.0; 10], 10), 0.5);
    }
}
