"""Counts queens on processes of MPI: `mpiexec -n 65 python -m mpi4py.futures mpi_count.py [SIZE]` has 64 workers."""

import sys

import tremaux
from mpi4py import MPI
from mpi4py.futures import MPIPoolExecutor


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    workers = max(1, MPI.COMM_WORLD.Get_size() - 1)
    with MPIPoolExecutor() as executor:
        job = f"q{size}.db"
        spread = tremaux.spread(tremaux.queens(size), executor=executor, job=job, ahead=2 * workers)
        print(spread.count(progress=True))


if __name__ == "__main__":
    main()
