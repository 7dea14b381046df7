"""Sweeps: what is kept depends neither on who plays, nor in which order, nor on what stops it."""

import multiprocessing
import os
import random
import shutil
import signal
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from analysis.sweep import engine, tasks, work, workers
from analysis.sweep.engine import DEATH, missing, sweep
from analysis.sweep.plan import Plan
from analysis.sweep.store import Store, digest, merge, read
from simkit.errors import InputError, OutputError

pytestmark = pytest.mark.filterwarnings(
    "ignore:This process .* is multi-threaded:DeprecationWarning"  # children only play and leave
)

GAMES = 300
PLAN = Plan.of({"games": GAMES, "menus": {"neighbours": ["party/sushi-go"]}})
N = 32  # its cells
FOUR = {"players": [2, 4], "menus": {"named": ["go", "party/sushi-go"]}}
SMALL = Plan.of({**FOUR, "games": 300})
AIMED = Plan.of({**FOUR, "target": "0.7pt"})


@pytest.fixture(scope="module", autouse=True)
def _warm():
    workers.warm(["party", "go"])


@pytest.fixture
def often(monkeypatch):
    """Tasks of a few cells, each kept at once."""
    monkeypatch.setattr(engine, "FLUSH", 0.0)
    monkeypatch.setattr(tasks, "SECONDS", 0.04)


@pytest.fixture
def forked(monkeypatch):
    """Processes of ours begin in no time, and with what is changed here."""
    fork = multiprocessing.get_context("fork")
    monkeypatch.setattr(workers.multiprocessing, "get_context", lambda _: fork)


def swept(path, plan, **options):
    with Store.open(path) as store:
        return sweep(plan, store, **{"workers": 1, **options})


def content(path):
    """Return all files of a store that is closed."""
    return {
        str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()
    }


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    path = tmp_path_factory.mktemp("sweep") / "store"
    found = swept(path, PLAN)
    assert found.ended == "done"
    assert found.done == found.cells == N
    assert found.games == N * GAMES
    return path


def test_games_are_those_of_a_single_cell_played_alone(undisturbed):
    frame = read(undisturbed)
    cell = next(PLAN.cells())
    (alone,) = work.play([work.Job(cell, 0, GAMES)])
    (row,) = frame.filter(frame["key"] == cell.key).to_dicts()
    assert row["sum_margin"] == dict(zip(work.columns(), alone.sums, strict=True))["sum_margin"]
    assert row["n_games"] == GAMES


def test_a_second_run_plays_nothing(undisturbed):
    before = content(undisturbed)
    found = swept(undisturbed, PLAN)
    assert (found.games, found.decided, found.done, found.ended) == (0, N, N, "done")
    assert content(undisturbed) == before


@pytest.mark.parametrize("n", [2, 8])
def test_workers_change_nothing(undisturbed, tmp_path, often, n):
    with ProcessPoolExecutor(n, multiprocessing.get_context("fork")) as pool:
        swept(tmp_path / "a", PLAN, executor=pool, workers=n)
    assert content(tmp_path / "a") == content(undisturbed)
    with ThreadPoolExecutor(n) as pool:
        swept(tmp_path / "b", PLAN, executor=pool, workers=n)
    assert content(tmp_path / "b") == content(undisturbed)


def test_processes_of_ours_change_nothing(undisturbed, tmp_path):
    assert swept(tmp_path / "a", PLAN, workers=2).ended == "done"
    assert content(tmp_path / "a") == content(undisturbed)


@pytest.mark.parametrize("n", [2, 5])
def test_shards_are_merged_to_the_same(undisturbed, tmp_path, n):
    parts = [tmp_path / str(i) for i in range(n)]
    cells = [swept(path, PLAN, shard=(i, n)).cells for i, path in enumerate(parts, 1)]
    assert sum(cells) == N
    assert min(cells) > 0
    merge(parts, tmp_path / "all")
    assert content(tmp_path / "all") == content(undisturbed)
    assert digest(tmp_path / "all") == digest(undisturbed)


@pytest.mark.parametrize("shard", [(0, 2), (3, 2), (1, 0)])
def test_a_shard_is_one_of_them(tmp_path, shard):
    with pytest.raises(InputError, match="must be a whole number from 1 to"):
        swept(tmp_path / "a", PLAN, shard=shard)


def test_more_games_play_the_rest_only(tmp_path):
    swept(tmp_path / "a", SMALL)
    more = Plan.of({**FOUR, "games": 800})
    with Store.open(tmp_path / "a") as store:
        assert {cell.first for cell in missing(more, store).open} == {300}
        assert sweep(more, store, workers=1).games == 4 * 500
    swept(tmp_path / "b", more)
    assert content(tmp_path / "a") == content(tmp_path / "b")
    assert swept(tmp_path / "a", SMALL).games == 0  # more than enough


def test_many_games_of_a_cell_are_cut_and_put_together(tmp_path, monkeypatch):
    plan = Plan.of({**FOUR, "games": 1300})
    monkeypatch.setattr(tasks, "_PIECE_SECONDS", 1e-6)  # 512 games
    with Store.open(tmp_path / "a") as store:
        open_ = missing(plan, store).open[0]
        assert [job.games for job in tasks.jobs_of(open_, tasks.Costs())] == [512, 1024, 1300]
        sweep(plan, store, workers=1)
    monkeypatch.undo()
    swept(tmp_path / "b", plan)
    assert content(tmp_path / "a") == content(tmp_path / "b")


def test_a_target_goes_on_from_what_is_there(tmp_path):
    found = swept(tmp_path / "a", AIMED)
    assert found.done == 4
    frame = read(tmp_path / "a")
    assert frame["looked"].all()
    assert swept(tmp_path / "a", AIMED).games == 0
    narrower = Plan.of({**FOUR, "target": "0.5pt"})
    more = swept(tmp_path / "a", narrower).games
    assert 0 < more == read(tmp_path / "a")["n_games"].sum() - frame["n_games"].sum()
    swept(tmp_path / "b", narrower)
    assert digest(tmp_path / "a") == digest(tmp_path / "b")


def test_time_over_leaves_what_is_done(undisturbed, tmp_path, often):
    found = swept(tmp_path / "a", PLAN, max_seconds=0.05)
    assert found.ended == "time"
    assert found.open == found.cells - found.done > 0
    limited = Plan.of(
        {"games": GAMES, "time": "0.05s", "menus": {"neighbours": ["party/sushi-go"]}}
    )
    assert swept(tmp_path / "b", limited).ended == "time"
    rest = swept(tmp_path / "a", PLAN)
    assert rest.decided == found.done
    assert content(tmp_path / "a") == content(undisturbed)


@pytest.mark.parametrize("n", [1, 2])
def test_ctrl_c_leaves_what_is_done(undisturbed, tmp_path, often, forked, monkeypatch, n):
    monkeypatch.setattr(tasks, "SECONDS", 0.0)  # what is under way comes to its end
    seen = []

    def press(progress):
        seen.append(progress)
        if progress.done and not any(one.done for one in seen[:-1]):
            os.kill(os.getpid(), signal.SIGINT)

    found = swept(tmp_path / "a", PLAN, workers=n, progress=press)
    assert found.ended == "stopped"
    assert 0 < found.done < found.cells
    assert read(tmp_path / "a").height == found.done
    swept(tmp_path / "a", PLAN)
    assert content(tmp_path / "a") == content(undisturbed)


def test_a_cell_that_fails_is_noted_and_tried_again(undisturbed, tmp_path, monkeypatch):
    key = next(PLAN.cells()).key
    played = work._played

    def fails(job):
        if job.cell.key == key:
            raise ZeroDivisionError("a user's\npolicy")
        return played(job)

    with monkeypatch.context() as patch:
        patch.setattr(work, "_played", fails)
        found = swept(tmp_path / "a", PLAN)
    assert (found.done, found.failed, found.open, found.ended) == (N - 1, 1, 0, "done")
    assert found.causes == {key: "ZeroDivisionError: a user's policy"}
    assert (tmp_path / "a" / "failures.json").is_file()
    again = swept(tmp_path / "a", PLAN)
    assert (again.games, again.failed) == (GAMES, 0)
    assert content(tmp_path / "a") == content(undisturbed)


def test_a_worker_that_dies_is_replaced(undisturbed, tmp_path, often, forked):
    killed = []

    def kill(progress):
        children = multiprocessing.active_children()
        if progress.done and not killed and children:
            os.kill(children[0].pid, signal.SIGKILL)
            killed.append(children[0])

    found = swept(tmp_path / "a", PLAN, workers=2, progress=kill)
    assert killed
    assert (found.done, found.failed) == (N, 0)
    assert content(tmp_path / "a") == content(undisturbed)
    assert not multiprocessing.active_children()


def test_a_job_that_kills_its_worker_is_given_up(undisturbed, tmp_path, often, forked, monkeypatch):
    key = list(PLAN.cells())[7].key
    played = work._played

    def dies(job):
        if job.cell.key == key:
            os._exit(1)
        return played(job)

    with monkeypatch.context() as patch:
        patch.setattr(work, "_played", dies)
        found = swept(tmp_path / "a", PLAN, workers=2)
    assert (found.done, found.failed, found.ended) == (N - 1, 1, "done")
    assert found.causes == {key: DEATH}
    swept(tmp_path / "a", PLAN)
    assert content(tmp_path / "a") == content(undisturbed)


def test_workers_that_all_die_end_the_sweep(tmp_path, often, forked, monkeypatch):
    monkeypatch.setattr(work, "_played", lambda job: os._exit(1))
    with pytest.raises(InputError, match="have died 12 times without playing anything"):
        swept(tmp_path / "a", PLAN, workers=2)


def test_a_worker_of_another_version_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(
        workers, "play", lambda jobs: [work.Outcome("0" * 32, 0, GAMES) for job in jobs]
    )
    with pytest.raises(InputError, match="it has another version of simkit"):
        swept(tmp_path / "a", PLAN)


def test_a_full_disk_ends_it_and_leaves_what_was_there(undisturbed, tmp_path, often, monkeypatch):
    add, calls = Store.add, []

    def full(store, *arguments):
        calls.append(arguments)
        if len(calls) > 3:
            raise OutputError("the disk is full")
        add(store, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", full)
        with pytest.raises(OutputError, match="the disk is full"):
            swept(tmp_path / "a", PLAN)
    assert read(tmp_path / "a").height > 0
    swept(tmp_path / "a", PLAN)
    assert content(tmp_path / "a") == content(undisturbed)


def child(path) -> int:
    """Sweep in a process of its own, which is as warm as this one; return its id."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        if swept(path, PLAN).ended == "done":
            code = 0
    finally:
        os._exit(code)


def names(path) -> set[str]:
    """Return what lies in the folder of a store's cells."""
    cells = path / "cells"
    return set(os.listdir(cells)) if cells.is_dir() else set()


def killed(pid: int, path, *, files: int, delay: float) -> int:
    """Kill a child so many seconds after it has written so many files; return how it ended, killed or by itself.

    It is the files that say how far it is: the clock says it on an idle machine only.
    """
    before = names(path)
    while len(names(path) - before) < files:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return status
        time.sleep(0.0005)
    time.sleep(delay)
    os.kill(pid, signal.SIGKILL)  # until it is waited for, its number is nobody else's
    return os.waitpid(pid, 0)[1]


def test_killed_a_hundred_times_it_ends_the_same(undisturbed, tmp_path, often):
    wanted = content(undisturbed)
    path = tmp_path / "a"
    began = time.perf_counter()
    assert os.waitpid(child(path), 0)[1] == 0
    life = time.perf_counter() - began
    shutil.rmtree(path)
    moments = random.Random(7)
    kills, gained = 0, set()
    while kills < 100:
        files, delay = moments.choice((0, 0, 1, 2, 3)), moments.uniform(0.0, 0.3 * life)
        status = killed(child(path), path, files=files, delay=delay / (1 + files))
        if os.WIFSIGNALED(status):
            kills += 1
            gained.add(len(names(path)))
            continue
        assert os.WEXITSTATUS(status) == 0
        assert content(path) == wanted
        shutil.rmtree(path)
    assert len(gained) > 2  # they were killed at work, too
    swept(path, PLAN)
    assert content(path) == wanted


def test_two_at_once_on_one_store_do_no_harm(undisturbed, tmp_path, often):
    path = tmp_path / "a"
    children = [child(path), child(path)]
    assert [os.waitpid(pid, 0)[1] for pid in children] == [0, 0]
    assert content(path) == content(undisturbed)


def test_progress_says_how_far_it_is(tmp_path, often):
    seen = []
    swept(tmp_path / "a", PLAN, progress=seen.append)
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    assert seen[-1].done == seen[-1].cells == N
    assert seen[-1].games == N * GAMES
    assert seen[-1].left == pytest.approx(0, abs=1e-6)
    assert 0 < seen[0].left < 600


def test_costs_learn_what_tasks_take():
    costs = tasks.Costs()
    open_ = [tasks.Open(cell, cell.key, 0, GAMES) for cell in PLAN.cells()]
    (first, *_) = tasks.tasks(open_, costs)
    outcomes = [work.Outcome(key, 0, GAMES) for key in first.keys]
    costs.learn(first, outcomes, first.seconds * 10)
    following = next(tasks.tasks(open_, costs))
    assert sum(map(costs.now, following.jobs)) == pytest.approx(tasks.SECONDS, rel=0.1)
    assert len(following.jobs) < len(first.jobs) == N
    assert costs.now(first.jobs[0]) == pytest.approx(10 * costs.usual(first.jobs[0]))
    aimed = tasks.Open(open_[0].cell, open_[0].key, 256, work.Precision("score", 0.1, 10_000))
    (job,) = tasks.jobs_of(aimed, costs)
    costs.learn(tasks.Task((job,), (aimed.key,), 1.0), [work.Outcome(aimed.key, 256, 5_744)], 1.0)
    assert costs.games(job) == 6_000 - 256
