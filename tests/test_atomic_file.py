"""A file that rosenblatt writes is there as a whole, or is as it was; what is no file is never replaced by one."""

import os
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rosenblatt import _unfinished, atomic_file
from rosenblatt.atomic_file import atomic_bytes, atomic_path, atomic_text

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs modes, links and pipes")


def as_text(path, data):
    with atomic_text(path) as stream:
        stream.write(data)


def as_bytes(path, data):
    with atomic_bytes(path) as stream:
        stream.write(data.encode())


def by_path(path, data):
    with atomic_path(path) as temporary:
        temporary.write_bytes(data.encode())


def by_a_library_that_renames(path, data):
    """As safetensors does since 0.8."""
    with atomic_path(path) as temporary:
        own = temporary.with_name(f"{temporary.name}~")
        own.write_bytes(data.encode())
        own.chmod(0o600)
        own.replace(temporary)


WRITERS = [as_text, as_bytes, by_path, by_a_library_that_renames]
every_writer = pytest.mark.parametrize("write", WRITERS)


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@every_writer
def test_a_file_is_written_and_replaced_and_nothing_else_is_left(tmp_path, write):
    path = tmp_path / "x.csv"
    write(path, "one\r\ntwo\n")
    assert path.read_bytes() == b"one\r\ntwo\n"
    write(path, "ä\n")

    assert path.read_text(encoding="utf-8") == "ä\n"
    assert list(tmp_path.iterdir()) == [path]


@every_writer
def test_a_file_of_the_user_with_a_likely_name_is_left_alone(tmp_path, write):
    own = [tmp_path / name for name in ("x.part", "x.tmp", ".x.unfinished")]
    for path in own:
        path.write_text("mine", encoding="utf-8")
    write(tmp_path / "x", "theirs")

    assert [path.read_text(encoding="utf-8") for path in own] == ["mine"] * 3


@every_writer
def test_writers_at_the_same_time_leave_one_whole_file(tmp_path, write):
    path, texts = tmp_path / "x", [letter * 100_000 for letter in "abcdefgh"]
    start = threading.Barrier(len(texts))

    def one(text):
        start.wait()
        for _ in range(5):
            write(path, text)
            assert path.read_text(encoding="utf-8") in texts

    with ThreadPoolExecutor(len(texts)) as pool:
        list(pool.map(one, texts))

    assert list(tmp_path.iterdir()) == [path]


@POSIX
@every_writer
def test_a_new_file_has_the_mode_of_any_new_file(tmp_path, write):
    before = os.umask(0o027)
    try:
        write(tmp_path / "x", "new")
    finally:
        os.umask(before)

    assert mode_of(tmp_path / "x") == 0o640


@POSIX
@every_writer
@pytest.mark.parametrize("mode", [0o600, 0o755, 0o444])
def test_the_mode_of_a_file_stays_and_is_never_wider_on_the_way(tmp_path, write, mode):
    path = tmp_path / "x"
    path.write_text("old", encoding="utf-8")
    path.chmod(mode)
    with atomic_path(path) as temporary:
        on_the_way = mode_of(temporary)
        temporary.write_text("new", encoding="utf-8")

    assert on_the_way == 0o600
    assert mode_of(path) == mode
    write(path, "newer")
    assert mode_of(path) == mode


@POSIX
@every_writer
def test_links_stay_and_what_they_lead_to_is_replaced(tmp_path, write):
    (tmp_path / "real").mkdir()
    (tmp_path / "links").mkdir()
    target, link = tmp_path / "real" / "x", tmp_path / "links" / "first"
    link.symlink_to("second")
    (tmp_path / "links" / "second").symlink_to(target)
    for text in ("new", "newer"):  # at first the links lead to nothing
        write(link, text)
        assert link.is_symlink()
        assert not target.is_symlink()
        assert target.read_text(encoding="utf-8") == text

    assert list((tmp_path / "real").iterdir()) == [target]
    assert len(list((tmp_path / "links").iterdir())) == 2


# What is no file


@POSIX
@every_writer
@pytest.mark.parametrize("is_linked", [False, True])
def test_a_pipe_is_written_into(tmp_path, write, is_linked):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        write(link if is_linked else pipe, "a line\n" * 20_000)

        assert read.result() == b"a line\n" * 20_000
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [link, pipe]


@POSIX
@every_writer
def test_a_device_is_written_into(write):
    import pty  # noqa: PLC0415  which Windows has not
    import tty  # noqa: PLC0415

    reader, writer = pty.openpty()  # a device that no rename can replace, should this test fail
    try:
        tty.setraw(writer)
        name = os.ttyname(writer)
        write(Path(name), "a line\n")

        assert os.read(reader, 100) == b"a line\n"
        assert Path(name).is_char_device()
    finally:
        os.close(reader)
        os.close(writer)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@every_writer
def test_an_open_file_is_written_into(tmp_path, write):
    """As ``/dev/stdout`` of a command whose output goes to a file."""
    path = tmp_path / "output"
    with path.open("wb") as stream:
        (tmp_path / "stdout").symlink_to(f"/proc/self/fd/{stream.fileno()}")
        write(tmp_path / "stdout", "a line\n")

        assert os.fstat(stream.fileno()).st_ino == path.stat().st_ino
    assert path.read_bytes() == b"a line\n"


@every_writer
def test_a_folder_is_refused(tmp_path, write):
    with pytest.raises(IsADirectoryError) as error:
        write(tmp_path, "x")

    assert error.value.filename == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


# What goes wrong


@pytest.mark.parametrize("opened", [atomic_text, atomic_bytes, atomic_path])
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("has_old", [False, True])
def test_a_failure_leaves_what_was_there_and_no_litter(tmp_path, opened, error, has_old):
    path = tmp_path / "x"
    if has_old:
        path.write_text("old", encoding="utf-8")

    def fail():
        with opened(path) as place:
            if opened is atomic_path:
                place.write_text("half of", encoding="utf-8")
            else:
                place.write("half of" if opened is atomic_text else b"half of")
                place.flush()
            raise error

    with pytest.raises(error):
        fail()
    assert [one.read_text(encoding="utf-8") for one in tmp_path.iterdir()] == ["old"] * has_old


@every_writer
@pytest.mark.parametrize("fails", ["_sync", "_create"])
def test_a_full_disk_is_said_of_the_file_that_was_asked_for(tmp_path, monkeypatch, write, fails):
    path = tmp_path / "x"
    path.write_text("old", encoding="utf-8")

    def full(name, *_):
        raise OSError(28, "No space left on device", name)

    monkeypatch.setattr(atomic_file, fails, full)
    with pytest.raises(OSError, match=r"No space left on device: '.*x'$"):
        write(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@every_writer
def test_a_folder_that_is_not_there_is_said_of_the_file_that_was_asked_for(tmp_path, write):
    with pytest.raises(FileNotFoundError) as error:
        write(tmp_path / "nowhere" / "x", "new")

    assert error.value.filename == str(tmp_path / "nowhere" / "x")


@POSIX
@every_writer
def test_the_file_is_on_the_disk_before_it_has_its_name_and_then_the_folder_is(tmp_path, monkeypatch, write):
    path, synced, fsync = tmp_path / "x", [], os.fsync

    def note(number):
        is_folder = stat.S_ISDIR(os.fstat(number).st_mode)
        synced.append((is_folder, path.exists(), None if is_folder else os.fstat(number).st_size))
        fsync(number)

    monkeypatch.setattr(atomic_file.os, "fsync", note)
    write(path, "12345")

    assert synced == [(False, False, 5), (True, True, None)]


# What a killed writer leaves


def killed_writer(path, write="atomic_text"):
    """Write half of a file in a process that is killed."""
    code = (
        "import os, signal, sys; from pathlib import Path; from rosenblatt import atomic_file\n"
        f"with atomic_file.{write}(Path(sys.argv[1])) as place:\n"
        "    (place.with_name('.tmpXYZ').write_bytes(b'half') if isinstance(place, Path) else place.write('half'))\n"
        "    os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code, path], check=False)


@POSIX
@every_writer
def test_the_next_writer_removes_what_a_killed_one_left(tmp_path, write):
    path, other = tmp_path / "x", tmp_path / "other"
    killed_writer(path, "atomic_path")
    killed_writer(other)
    assert len(list(tmp_path.iterdir())) == 2
    write(path, "whole")

    left = set(tmp_path.iterdir()) - {path}
    assert len(left) == 1, "that of the other target"
    write(other, "whole")
    assert set(tmp_path.iterdir()) == {path, other}


@POSIX
def test_what_a_living_writer_has_begun_is_left_alone(tmp_path):
    path = tmp_path / "x"
    with atomic_text(path) as first:
        first.write("first")
        as_text(path, "second")
        assert path.read_text(encoding="utf-8") == "second"
    assert path.read_text(encoding="utf-8") == "first"


@POSIX
def test_what_another_machine_has_begun_is_removed_after_a_day(tmp_path, monkeypatch):
    path = tmp_path / "x"
    monkeypatch.setattr(_unfinished, "_machine", lambda: "0123abcd")
    folder = _unfinished.folder_for(path)
    monkeypatch.undo()
    folder.mkdir()
    as_text(path, "new")
    assert folder.exists()
    os.utime(folder, (time.time() - 90_000,) * 2)
    as_text(path, "newer")

    assert list(tmp_path.iterdir()) == [path]


@POSIX
def test_files_and_links_of_the_user_with_such_a_name_are_left_alone(tmp_path):
    path, mine = tmp_path / "x", tmp_path / "mine"
    killed_writer(path)
    (folder,) = tmp_path.iterdir()
    mine.mkdir()
    (mine / "letter").write_text("dear", encoding="utf-8")
    names = [folder.name[:-27] + f"{digit * 16}.unfinished" for digit in "01"]
    (tmp_path / names[0]).symlink_to(mine)
    (tmp_path / names[1]).write_text("mine", encoding="utf-8")
    as_text(path, "new")

    assert {one.name for one in tmp_path.iterdir()} == {"x", "mine", *names}
    assert (mine / "letter").read_text(encoding="utf-8") == "dear"


def test_an_interrupt_while_the_temporary_folder_is_removed_leaves_no_litter(tmp_path, monkeypatch):
    remove, interrupts = atomic_file.remove, iter([KeyboardInterrupt])

    def interrupted_once(folder):
        for interrupt in interrupts:
            raise interrupt
        remove(folder)

    monkeypatch.setattr(atomic_file, "remove", interrupted_once)
    with pytest.raises(KeyboardInterrupt), atomic_text(tmp_path / "out.txt") as stream:
        stream.write("whole")

    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "whole"
