"""A disk that loses what was not synced when the power goes.

Inside a server, `install` puts itself between SQLite and the system: all that SQLite writes, syncs, creates and deletes
is done, and noted down. `Disk` plays these notes back, up to any of them, and says what the files may hold if the power
goes there: what was synced, and of all else whatever the seed has it.
"""

import contextlib
import ctypes
import os
import random
import struct
import threading
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

SECTOR = 512  # bytes that a disk writes as a whole, or not
DATABASE, OURS = 0x100, 0x80900  # flags of SQLite's: the database; that, its journal and its log
FATES = ("lost", "kept")  # what becomes of everything unsynced; any other is the seed of chance

Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
Sync = CFUNCTYPE(c_int, c_void_p, c_int)
# paths are passed on as the pointers they are: SQLite keeps more behind them
Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
Delete = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
OpenFolder = CFUNCTYPE(c_int, c_void_p, c_void_p)
Replace = CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)
Find = CFUNCTYPE(c_void_p, c_void_p, c_char_p)


class Methods(ctypes.Structure):
    """sqlite3_io_methods, as far as it is needed here (https://www.sqlite.org/c3ref/io_methods.html)."""

    _fields_ = (
        *(("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", Write), ("truncate", Truncate)),
        *(("sync", Sync), ("others", c_void_p * 13)),
    )


class System(ctypes.Structure):
    """sqlite3_vfs (https://www.sqlite.org/c3ref/vfs.html)."""

    _fields_ = (
        *(("version", c_int), ("file_size", c_int), ("longest_path", c_int), ("next", c_void_p), ("name", c_char_p)),
        *(("data", c_void_p), ("open", Open), ("delete", Delete), ("others", c_void_p * 11)),
        *(("set_call", Replace), ("get_call", Find), ("next_call", c_void_p)),
    )


class File(ctypes.Structure):
    """sqlite3_file."""

    _fields_ = (("methods", POINTER(Methods)),)


class Recorder:
    """Notes down what SQLite does in this process; the notes of several processes, one after the other, are one."""

    def __init__(self, notes):
        import _sqlite3

        self._notes = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._one_at_a_time = threading.RLock()  # a folder is synced while a file is
        self._names, self._ours, self._kept = {}, {}, []
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = POINTER(System)
        self._system = library.sqlite3_vfs_find(None).contents
        address = self._system.get_call(byref(self._system), b"openDirectory")
        self._open, self._delete = Open(address_of(self._system.open)), Delete(address_of(self._system.delete))
        self._open_folder = OpenFolder(address)
        self._kept += [Open(self.open), Delete(self.delete), OpenFolder(self.open_folder)]
        self._system.open, self._system.delete, folder = self._kept
        self._system.set_call(byref(self._system), b"openDirectory", address_of(folder))

    def note(self, *what):
        """Nothing is held back: the process may be killed at any moment."""
        text = msgspec.msgpack.encode(what)
        os.write(self._notes, struct.pack("<I", len(text)) + text)

    def open(self, system, path, file, flags, given):
        with self._one_at_a_time:
            is_ours = flags & (DATABASE | OURS)
            is_new = is_ours and not path_of(path).exists()
            result = self._open(system, path, file, flags, given)
            if result == 0 and is_ours:
                name = path_of(path).name
                if is_new:
                    self.note("create", name)
                self._names[file] = name
                known = File.from_address(file)
                known.methods = self._watched(known.methods)
            return result

    def _watched(self, methods):
        """A kind of file's methods, three of which are ours."""
        at = ctypes.addressof(methods.contents)
        if at not in self._ours:
            theirs, ours = methods.contents, Methods()
            ctypes.memmove(byref(ours), methods, ctypes.sizeof(Methods))
            write, truncate, sync = theirs.write, theirs.truncate, theirs.sync
            ours.write = Write(lambda *told: self._do(write, self._note_write, *told))
            ours.truncate = Truncate(lambda *told: self._do(truncate, self._note_truncate, *told))
            ours.sync = Sync(lambda *told: self._do(sync, None, *told))
            self._ours[at] = ctypes.pointer(ours)
        return self._ours[at]

    def _do(self, call, before, file, *told):
        """What was begun may be on the disk; what was synced is there when that has ended."""
        with self._one_at_a_time:
            if before is not None:
                before(self._names[file], *told)
                return call(file, *told)
            result = call(file, *told)
            if result == 0:
                self.note("sync", self._names[file])
            return result

    def _note_write(self, name, data, size, offset):
        self.note("write", name, offset, ctypes.string_at(data, size))

    def _note_truncate(self, name, size):
        self.note("truncate", name, size)

    def delete(self, system, path, is_synced):
        with self._one_at_a_time:
            self.note("delete", path_of(path).name)
            return self._delete(system, path, is_synced)

    def open_folder(self, path, given):
        """SQLite opens a folder to sync it, and for nothing else."""
        with self._one_at_a_time:
            self.note("folder")
            return self._open_folder(path, given)


def path_of(address):
    return Path(os.fsdecode(ctypes.string_at(address)))


def address_of(function):
    return ctypes.cast(function, c_void_p).value


def install(notes, synchronous=None):
    """Note down from now on what SQLite does, and when the store was told that something is committed.

    `synchronous` replaces that setting of the store's, as somebody might who wants it to be faster.
    """
    from bauboom.server import store

    recorder = Recorder(notes)
    commit, writing, prepare = store.QuickWriter.commit, store.Store.writing, store._prepare_sqlite

    def noted_commit(writer, group):
        won = commit(writer, group)
        recorder.note("committed")
        return won

    @contextlib.asynccontextmanager
    async def noted_writing(self):
        async with writing(self) as connection:
            yield connection
        recorder.note("committed")

    def prepare_badly(connection, record):
        prepare(connection, record)
        connection.execute(f"PRAGMA synchronous={synchronous}").close()

    store.QuickWriter.commit, store.Store.writing = noted_commit, noted_writing
    if synchronous is not None:
        store._prepare_sqlite = prepare_badly
    recorder.note("begun")


def read_notes(path):
    """What was noted down, in its order."""
    data, at, notes = Path(path).read_bytes(), 0, []
    while at + 4 <= len(data):
        (size,) = struct.unpack_from("<I", data, at)
        if at + 4 + size > len(data):
            break  # the process was killed
        notes.append(msgspec.msgpack.decode(data[at + 4 : at + 4 + size]))
        at += 4 + size
    return notes


@dataclass
class Inode:
    """What a file holds on the disk, and what was done to it since its last sync."""

    synced: bytearray = field(default_factory=bytearray)
    unsynced: list = field(default_factory=list)


class Disk:
    """The files of a folder, as far as they are on a disk. One that `lies` takes no notice of syncs."""

    def __init__(self, lies=False):
        self.lies = lies
        self.names, self.synced_names, self.unsynced_names = {}, {}, []
        self.syncs = 0  # so many times what is surely on the disk has changed

    def play(self, what, name=None, *rest):
        """Do what a note says."""
        match what:
            case "create":
                self._link(name, Inode())
            case "delete":
                self._link(name, None)
            case "write" | "truncate":
                if name not in self.names:
                    self._link(name, Inode())
                self.names[name].unsynced.append(rest)
            case "sync" if not self.lies:
                inode, self.syncs = self.names[name], self.syncs + bool(self.names[name].unsynced)
                for change in inode.unsynced:
                    carry_out(inode.synced, *change)
                inode.unsynced.clear()
            case "folder" if not self.lies:
                self.syncs += 1
                self.synced_names, self.unsynced_names = dict(self.names), []

    def _link(self, name, inode):
        self.unsynced_names.append((name, inode))
        relink(self.names, name, inode)

    def after_cut(self, fate):
        """What the files hold if the power goes now, by name."""
        chance = random.Random(fate)
        names = dict(self.synced_names)
        if fate != "lost":
            several = len(self.unsynced_names)
            for name, inode in self.unsynced_names[: several if fate == "kept" else chance.randint(0, several)]:
                relink(names, name, inode)
        found = {}
        for name, inode in sorted(names.items()):
            found[name] = bytearray(inode.synced)
            if fate == "kept":
                for change in inode.unsynced:
                    carry_out(found[name], *change)
            elif fate != "lost":
                carry_out_some(found[name], inode.unsynced, chance)
        return found


def relink(names, name, inode):
    if inode is None:
        names.pop(name, None)
    else:
        names[name] = inode


def carry_out(content, place, data=None):
    """A write at a place, or a cut at a size."""
    if data is None:
        content[place:] = bytes(max(0, place - len(content)))
        return
    content.extend(bytes(max(0, place + len(data) - len(content))))
    content[place : place + len(data)] = data


def carry_out_some(content, changes, chance):
    """Some sectors of some writes. A sector may be as it was at any time, or torn; one does not wait for another."""
    likely, behind = chance.random(), set()
    for place, *rest in changes[: chance.randint(0, len(changes))]:
        if not rest:
            carry_out(content, place)
            continue
        data, begin = rest[0], place
        while begin < place + len(data):
            sector, end = begin // SECTOR, min((begin // SECTOR + 1) * SECTOR, place + len(data))
            if sector not in behind:
                if chance.random() < likely:
                    carry_out(content, begin, data[begin - place : end - place])
                else:
                    behind.add(sector)
                    if chance.random() < 0.1:
                        carry_out(content, begin, chance.randbytes(end - begin))
            begin = end
