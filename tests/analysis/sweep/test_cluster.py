"""Sweeps on a real Dask scheduler and its workers, on loopback."""

import os
import signal
import sys

import pytest

from analysis.sweep import engine, tasks
from analysis.sweep.engine import sweep
from analysis.sweep.plan import Plan
from analysis.sweep.store import Store, digest
from analysis.sweep.workers import cluster
from simkit.errors import InputError

PLAN = Plan.of({"games": 400, "menus": {"neighbours": ["party/sushi-go", "master-menu"]}})


@pytest.mark.filterwarnings("ignore")  # theirs
def test_a_cluster_that_loses_a_worker_ends_with_the_same_store(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(engine, "FLUSH", 0.0)
    monkeypatch.setattr(tasks, "SECONDS", 0.1)
    killed = []

    def kill(progress):
        """Kill a worker once both have played and much is left."""
        if progress.done > 8 and not killed:
            pids = client.run(os.getpid)
            killed.extend(pids.values())
            os.kill(killed[0], signal.SIGKILL)

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as local,
        distributed.Client(local, set_as_default=False) as client,
        cluster(local.scheduler_address) as workers,
        Store.open(tmp_path / "a") as store,
    ):
        found = sweep(PLAN, store, executor=workers, progress=kill)
    assert len(killed) == 2
    assert (found.done, found.failed, found.ended) == (found.cells, 0, "done")
    with Store.open(tmp_path / "b") as store:
        sweep(PLAN, store, workers=1)
    assert digest(tmp_path / "a") == digest(tmp_path / "b")


@pytest.mark.filterwarnings("ignore")
def test_no_scheduler_is_said_in_one_line(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("analysis.sweep.workers._PATIENCE", "1s")
    for address in ("tcp://127.0.0.1:9", "nowhere"):
        with pytest.raises(InputError, match="no scheduler answers there"), cluster(address):
            pass


def test_without_dask_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match="install it with `pip install"), cluster("tcp://a:1"):
        pass
