"""Whatever happens to a store, no game is lost or counts twice, and the same games are the same bytes."""

import ctypes
import errno
import os
import shutil
import tempfile
import threading
import traceback
import warnings
from contextlib import suppress
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.sweep import files, store
from analysis.sweep.rows import joined
from analysis.sweep.store import Store, digest, merge, read, reading
from simkit.errors import InputError, OutputError
from tests.analysis.sweep.toy_store import KEYS, add, bytes_of, few_sums, games_of, made

A, B, C = KEYS


@pytest.fixture(autouse=True)
def _few_sums():
    with few_sums():
        yield


# Whatever has happened, the bytes are the same

steps = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.integers(0, 1), st.sampled_from(KEYS), st.integers(1, 6)),
        st.tuples(st.sampled_from(["leave", "refresh", "tidy", "kill"]), st.integers(0, 1)),
        st.tuples(st.just("merge"), st.integers(0, 1)),
    ),
    min_size=3,
    max_size=10,
)


@settings(max_examples=10)
@given(steps, st.booleans())
def test_whatever_the_history_the_bytes_depend_on_the_games_only(history, same_store):
    """Two processes, on one store or on two, go on from what they know, and are stopped at times."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, "0"), Path(folder, "0" if same_store else "1")]
        open_ = [Store.open(path) for path in paths]
        known = [dict(one.known().games) for one in open_]
        most: dict[str, int] = {}
        for what, who, *more in history:
            if what == "play":
                key, games = more
                done = known[who].get(key, 0)
                if done < games:
                    add(open_[who], (key, done, games))
                    most[key] = max(most.get(key, 0), games)
                continue
            if what == "refresh":
                open_[who].refresh()
            elif what == "tidy":
                assert open_[who].tidy() is not same_store
            elif what == "merge":
                merge([paths[1 - who]], paths[who])
                open_[who].refresh()
            else:
                open_[who].close() if what == "leave" else open_[who]._lock.close()
                open_[who] = Store.open(paths[who])
            known[who] = dict(open_[who].known().games)
        for one in open_:
            one.close()
        merged = merge(sorted(set(map(str, paths))), Path(folder, "all"))
        assert merged.n_games == sum(most.values())
        once = made(Path(folder, "once"), *((key, 0, games) for key, games in most.items()))
        assert bytes_of(Path(folder, "all")) == bytes_of(once)
        assert digest(Path(folder, "all")) == digest(once)
        if same_store:
            assert bytes_of(paths[0]) == bytes_of(once)


# Torn files


def test_every_change_of_a_file_is_found_out(tmp_path):
    path = made(tmp_path / "s", (A, 0, 2))
    [file] = (path / "cells").iterdir()
    whole = file.read_bytes()
    rng = np.random.default_rng(1)
    torn = [whole[:end] for end in (0, 1, len(whole) - 1, *rng.integers(2, len(whole), 60))]
    for at, bit in zip(rng.integers(0, len(whole), 90), rng.integers(0, 8, 90), strict=True):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << bit
        torn.append(bytes(flipped))
    for content in torn:
        file.write_bytes(content)
        assert files.content_of(file) is None
    file.write_bytes(whole)
    assert files.content_of(file) == whole


@pytest.mark.parametrize("tidied", [True, False])
def test_a_torn_file_is_put_away_and_its_games_are_played_again(tmp_path, tidied):
    path, whole = tmp_path / "s", made(tmp_path / "t", (A, 0, 2), (B, 0, 4))
    one = Store.open(path)
    add(one, (A, 0, 2))
    add(one, (B, 0, 4))
    one.close() if tidied else one._lock.close()
    [file, *_] = sorted((path / "cells").iterdir())
    file.write_bytes(file.read_bytes()[:-9])
    lost = {A, B} if tidied else {A, B} - set(read(path)["key"])
    assert lost
    assert reading(path).torn == [file.name]
    with Store.open(path) as one:
        assert one.torn == [file.name]
        assert set(one.known()) == {A, B} - lost
        assert os.listdir(path / "torn") == [file.name]
        add(one, (A, 0, 2), (B, 0, 4))
    shutil.rmtree(path / "torn")
    assert bytes_of(path) == bytes_of(whole)


# Crashes: the machine stops before some step, or the step fails


class Stop(BaseException):
    """The machine has stopped."""


def _stop_before(monkeypatch, step: int, error: BaseException) -> list[str]:
    """Let everything that changes the disk fail from some step on; returns the steps that were taken."""
    taken: list[str] = []

    def stopping(name):
        real = getattr(os, name)

        def call(*arguments, **named):
            if len(taken) >= step:
                raise error
            taken.append(name)
            return real(*arguments, **named)

        return call

    for name in ("replace", "fsync", "unlink"):
        monkeypatch.setattr(os, name, stopping(name))
    return taken


def _stopped(work) -> str | None:
    """Return what is said when this is stopped; None if it is not."""
    try:
        work()
    except (Stop, OutputError) as stopped:
        return str(stopped)
    return None


def _full(path: Path) -> str:
    return f"{path}: the disk is full; free some space or choose another place."


def _half_done(path: Path) -> Path:
    """Leave a store as one that was killed leaves it: tidy files, and parts that go on from there."""
    made(path, (A, 0, 2), (B, 0, 4), (C, 0, 2))
    one = Store.open(path)
    add(one, (A, 2, 5))
    add(one, (B, 0, 3), (C, 2, 3))
    one._lock.close()
    return path


@pytest.mark.parametrize("error", [Stop(), OSError(errno.ENOSPC, "no space")], ids=["stop", "full"])
def test_a_crash_at_any_step_of_tidying_loses_nothing(tmp_path, monkeypatch, error):
    monkeypatch.setattr(store, "ROWS_PER_FILE", 2)
    start = _half_done(tmp_path / "start")
    whole = bytes_of(made(tmp_path / "whole", (A, 0, 5), (B, 0, 4), (C, 0, 3)))
    same = digest(start)
    for step in range(100):
        path = Path(shutil.copytree(start, tmp_path / str(step)))
        with monkeypatch.context() as patch:
            taken = _stop_before(patch, step, error)
            stopped = _stopped(lambda path=path: Store.open(path).close())
        if stopped is None:
            break
        assert stopped == ("" if isinstance(error, Stop) else _full(path))
        assert digest(path) == same
        Store.open(path).close()
        assert bytes_of(path) == whole
    assert taken.count("unlink") == 4  # two tidy files and two parts
    assert step == len(taken) > 10


@pytest.mark.parametrize("error", [Stop(), OSError(errno.ENOSPC, "no space")], ids=["stop", "full"])
def test_a_crash_at_any_step_of_adding_loses_no_more_than_that(tmp_path, monkeypatch, error):
    games = []
    for step in range(100):
        path = made(tmp_path / str(step), (A, 0, 2))
        one = Store.open(path)
        with monkeypatch.context() as patch:
            _stop_before(patch, step, error)
            stopped = _stopped(lambda one=one: add(one, (A, 2, 4)))
        if stopped is None:
            break
        if isinstance(error, Stop):
            one._lock.close()
        else:
            assert stopped == _full(path)
            add(one, (B, 0, 1))  # there is room again
            one.close()
            assert games_of(path)[B] == 1
        games.append(games_of(path)[A])
        assert files.names_in(path / "cells") == os.listdir(path / "cells")
    assert games == [2, 2, 4]  # fsync, rename, fsync of the folder


def test_a_file_that_does_not_fit_on_the_disk_leaves_the_store_as_it_was(tmp_path):
    if _child(lambda: _fill_a_disk(tmp_path)) == _NOT_HERE:
        pytest.skip("no file system can be mounted here")


def _fill_a_disk(folder: Path) -> int:
    """Fill a file system of 64 KB that only this process sees; returns how that went."""
    libc = ctypes.CDLL(None, use_errno=True)
    own_mounts, private, recursive = (
        0x20000,
        0x40000,
        0x4000,
    )  # as <sched.h> and <sys/mount.h> have it
    if (
        not hasattr(libc, "unshare")
        or libc.unshare(own_mounts) != 0
        or libc.mount(b"none", b"/", None, private | recursive, None) != 0
        or libc.mount(b"none", bytes(folder), b"tmpfs", 0, b"size=64k") != 0
    ):
        return _NOT_HERE
    one = Store.open(folder / "s")
    games = 0
    said = None
    while said is None and games < 60:
        said = _stopped(partial(add, one, (A, games, games + 1)))
        games += said is None
    assert said == _full(folder / "s")
    assert games > 1
    assert one.known().games == {A: games}
    assert not [name for name in os.listdir(folder / "s" / "cells") if name.startswith(".")]
    with suppress(OutputError):  # tidying needs room too
        one.close()
    tables, torn = files.load(
        folder / "s" / "cells"
    )  # no frames: polars does not live through a fork
    assert joined(pa.concat_tables(tables))["n_games"].to_pylist() == [games]
    assert torn == []
    return 0


# Several processes


def test_two_processes_that_add_and_tidy_at_once_do_each_other_no_harm(tmp_path):
    def work(who: int) -> int:
        for games in range(1, 7):
            with Store.open(tmp_path / "s") as one:
                for key in KEYS:
                    done = one.known().games.get(key, 0)
                    if done < 2 * games + who:
                        add(one, (key, done, 2 * games + who))
                one.tidy()
        return 0

    other = _start(lambda: work(0))
    assert work(1) == 0
    assert _end(other) == 0
    whole = made(tmp_path / "t", *((key, 0, 13) for key in KEYS))
    assert bytes_of(tmp_path / "s") == bytes_of(whole)


def test_who_opens_a_store_waits_while_another_tidies(tmp_path):
    path = made(tmp_path / "s", (A, 0, 2))
    tidying = files.Lock(path / "lock")
    assert tidying.alone()
    found = {}
    other = threading.Thread(target=lambda: found.update(games_of(path)), daemon=True)
    other.start()
    other.join(0.1)
    assert other.is_alive()
    tidying.close()
    other.join(60)
    assert found == {A: 2}


def test_games_that_go_on_from_within_others_are_not_lost(tmp_path):
    one, two = (Store.open(tmp_path / "s") for _ in range(2))
    add(one, (A, 0, 2))
    two.refresh()
    add(two, (A, 2, 4))
    assert two.known().games == {A: 4}
    add(one, (A, 2, 5))  # it has not seen those of the other
    one.close()
    two.close()
    assert bytes_of(tmp_path / "s") == bytes_of(made(tmp_path / "t", (A, 0, 5)))


def test_only_the_last_to_leave_tidies(tmp_path):
    one, two = (Store.open(tmp_path / "s") for _ in range(2))
    add(one, (A, 0, 2))
    assert not one.tidy()
    one.close()
    assert files.names_in(tmp_path / "s" / "cells")[0].startswith("part-")
    two.close()
    assert files.names_in(tmp_path / "s" / "cells")[0].startswith("cells-00000-")


def test_who_reads_while_others_tidy_looks_again(tmp_path, monkeypatch):
    path = made(tmp_path / "s", (A, 0, 2))
    real, gone = files.content_of, iter([True, False])

    def vanishing(file):
        if next(gone):
            raise FileNotFoundError(file)
        return real(file)

    monkeypatch.setattr(files, "_PAUSE", 0)
    monkeypatch.setattr(files, "content_of", vanishing)
    assert read(path)["n_games"].to_list() == [2]
    gone = iter([True] * 100)
    with pytest.raises(InputError, match="changes while it is read; try again"):
        read(path)


_NOT_HERE = 77


def _start(work) -> int:
    """Start a process that does this; returns its number."""
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # of forking beside threads, which do nothing
        child = os.fork()
    if child:
        return child
    try:
        os._exit(work())
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def _end(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _child(work) -> int:
    how = _end(_start(work))
    assert how in (0, _NOT_HERE)
    return how
