"""Counts queens on a cluster of Dask: `python dask_count.py [SIZE] [SCHEDULER]`. Without a scheduler's address, two workers are
started on this machine."""

import sys

import tremaux
from dask.distributed import Client, LocalCluster


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    address = sys.argv[2] if len(sys.argv) > 2 else LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with Client(address) as client:
        workers = sum(client.nthreads().values())
        executor = client.get_executor()
        job = f"q{size}.db"
        spread = tremaux.spread(tremaux.queens(size), executor=executor, job=job, ahead=2 * workers)
        print(spread.count(progress=True))


if __name__ == "__main__":
    main()
