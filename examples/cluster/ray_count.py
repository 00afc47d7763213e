"""Counts queens on a cluster of Ray: `python ray_count.py [SIZE]`. The cluster is the one of `RAY_ADDRESS`, or this machine."""

import sys
from concurrent.futures import Executor, Future

import ray
import tremaux


@ray.remote
def call(function, arguments):
    return function(*arguments)


class RayExecutor(Executor):
    """Ray's tasks as Python's executors have them. Ray itself does the task of a worker that is lost once more."""

    def submit(self, function, /, *arguments) -> Future:
        task = call.remote(function, arguments)
        future = task.future()
        # Ray does not hear of a future that is cancelled.
        future.add_done_callback(lambda done: ray.cancel(task) if done.cancelled() else None)
        return future


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    ray.init()
    workers = int(ray.cluster_resources()["CPU"])
    job = f"q{size}.db"
    spread = tremaux.spread(tremaux.queens(size), executor=RayExecutor(), job=job, ahead=2 * workers)
    print(spread.count(progress=True))
    ray.shutdown()


if __name__ == "__main__":
    main()
