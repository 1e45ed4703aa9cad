"""Doors as other languages call them, in LLVM's language, around what Numba makes of them.

Numba's own functions have places for a result and for an exception before the rest, and take an array as its owner,
its parent, the number of items, the bytes of one, the data, and the lengths and strides of all dimensions.
"""

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

import numpy as np

from bauboom.core.door import Door
from bauboom.core.game import Game
from bauboom.core.kinds import Kind

LLVM_TYPES = {int: "i64", float: "double", type(None): "void"}
COPY = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
INTRINSICS = COPY + "".join(f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}.x()\n" for name in ("tid", "ctaid", "ntid"))
THREADS = 512  # in a block of a GPU at most; a thread may then have 128 registers
HEAD = "@head = global i64 16\n"  # bytes before what NumPy keeps of an array in its object; library.py knows it better


class Wrapper:
    """What goes before a call, and what is passed."""

    def __init__(self, game: Game, lengths: Mapping[str, int]) -> None:
        self.game, self.lengths = game, lengths
        self.given: list[str] = []  # parameters
        self.passed: list[str] = []  # what Numba's function gets
        self.before: list[str] = []
        self.after: list[str] = []

    def size_of(self, kind: Kind) -> int:
        """Bytes of one item."""
        return self.game.dtype.itemsize if kind.item == "row" else np.dtype(kind.item).itemsize

    def length(self, length: int | str | None) -> int | None:
        return self.lengths[length] if isinstance(length, str) else length

    def pass_array(self, name: str, kind: Kind, data: str, lengths: list[str]) -> None:
        """Strides are as in C: the last dimension's items lie side by side."""
        strides = [str(self.size_of(kind))]
        for place in range(len(lengths) - 1, 0, -1):
            strides.insert(0, self.times(f"{name}.stride.{place}", strides[0], lengths[place]))
        items = lengths[0]
        for place in range(1, len(lengths)):
            items = self.times(f"{name}.items.{place}", items, lengths[place])
        numbers = [items, str(self.size_of(kind))]
        self.passed += ["ptr null", "ptr null", *(f"i64 {n}" for n in numbers), f"ptr {data}"]
        self.passed += [f"i64 {n}" for n in (*lengths, *strides)]

    def times(self, name: str, one: str, other: str) -> str:
        if not one.startswith("%") and not other.startswith("%"):
            return str(int(one) * int(other))
        self.before.append(f"%{name} = mul i64 {one}, {other}")
        return f"%{name}"

    def call(self, mangled: str) -> str:
        return f"call i32 @{mangled}(ptr %result, ptr %exception, {', '.join(self.passed)})"

    def declared(self, mangled: str) -> str:
        return f"declare i32 @{mangled}(ptr, ptr, {', '.join(text.split()[0] for text in self.passed)})"

    def text(self, name: str, mangled: str, result: str) -> str:
        """A plain function."""
        back = "ret void" if result == "void" else f"%value = load {result}, ptr %result\n  ret {result} %value"
        lines = "\n  ".join(("%result = alloca i64", "%exception = alloca ptr", *self.before, self.call(mangled)))
        return f"""
{self.declared(mangled)}
define {result} @{name}({", ".join(self.given)}) {{
  {lines}
  {back}
}}
"""


def for_python(game: Game, name: str, mangled: str, door: Door) -> str:
    """A function that takes NumPy's arrays as they are. What is read here of them is what NumPy's own macros for
    extensions read in place, PyArray_DATA and PyArray_DIMS: it cannot move without breaking them all.
    """
    made = Wrapper(game, {})
    made.before.append("%head = load i64, ptr @head")
    for argument, kind in door.arguments:
        if not isinstance(kind, Kind):
            made.given.append(f"{LLVM_TYPES[kind]} %{argument}")
            made.passed.append(made.given[-1])
            continue
        made.given.append(f"ptr %{argument}")
        made.before += [
            f"%{argument}.at = getelementptr i8, ptr %{argument}, i64 %head",
            f"%{argument}.data = load ptr, ptr %{argument}.at",
            f"%{argument}.dims = getelementptr i8, ptr %{argument}.at, i64 16",  # behind the address and a number
            f"%{argument}.lengths = load ptr, ptr %{argument}.dims",
        ]
        lengths = []
        for place in range(len(kind.shape)):
            made.before += [
                f"%{argument}.to.{place} = getelementptr i64, ptr %{argument}.lengths, i64 {place}",
                f"%{argument}.{place} = load i64, ptr %{argument}.to.{place}",
            ]
            lengths.append(f"%{argument}.{place}")
        made.pass_array(argument, kind, f"%{argument}.data", lengths)
    return made.text(name, mangled, LLVM_TYPES[door.returned])


def c_arguments(door: Door) -> Iterator[tuple[str, Any]]:
    """A door's arguments outside Python: lengths that a game does not fix come as numbers after their array."""
    for argument, kind in door.arguments:
        yield argument, kind
        if isinstance(kind, Kind):
            for place, length in enumerate(kind.shape):
                if length is None:
                    yield f"{argument}_{place}", int


def for_others(game: Game, lengths: Mapping[str, int], name: str, mangled: str, door: Door) -> str:
    """A plain function, arrays as pointers."""
    made = Wrapper(game, lengths)
    made.given = [
        f"{'ptr' if isinstance(kind, Kind) else LLVM_TYPES[kind]} %{argument}" for argument, kind in c_arguments(door)
    ]
    for argument, kind in door.arguments:
        if isinstance(kind, Kind):
            known = [made.length(length) for length in kind.shape]
            texts = [f"%{argument}_{place}" if n is None else str(n) for place, n in enumerate(known)]
            made.pass_array(argument, kind, f"%{argument}", texts)
        else:
            made.passed.append(f"{LLVM_TYPES[kind]} %{argument}")
    return made.text(name, mangled, LLVM_TYPES[door.returned])


def copied(to: str, source: str, size: int) -> str:
    align = 8 if size % 8 == 0 else 4
    return f"call void @llvm.memcpy.p0.p0.i64(ptr align {align} {to}, ptr align {align} {source}, i64 {size}, i1 false)"


def is_ranged(door: Door) -> bool:
    """Whether a door works on so many entries of its arrays itself, from number `first` on."""
    return [name for name, _ in door.arguments[:2]] == ["first", "count"]


def for_gpu(game: Game, lengths: Mapping[str, int], name: str, mangled: str, door: Door) -> str:
    """The same for many entries, a thread for each."""
    make = _ranged_for_gpu if is_ranged(door) else _each_for_gpu
    made = make(game, lengths, door)
    lines = "\n  "
    return f"""
{made.declared(mangled)}
define ptx_kernel void @{name}({", ".join(made.given)}, i64 %count) "nvvm.maxntid"="{THREADS}" {{
  %its.thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %its.block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %its.size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %its.before = mul i32 %its.block, %its.size
  %its.number = add i32 %its.before, %its.thread
  %i = zext i32 %its.number to i64
  %is.one = icmp ult i64 %i, %count
  br i1 %is.one, label %go, label %end
go:
  %result = alloca i64
  %exception = alloca ptr
  {lines.join(made.before)}
  {made.call(mangled)}
  {lines.join(made.after)}
  br label %end
end:
  ret void
}}
"""


def _ranged_for_gpu(game: Game, lengths: Mapping[str, int], door: Door) -> Wrapper:
    """Arrays are worked on where they lie; a thread's range has one entry. Scratch is the thread's own."""
    made = Wrapper(game, lengths)
    made.passed += ["i64 %i", "i64 1"]
    for argument, kind in c_arguments(door):
        if argument in ("first", "count"):
            continue
        is_array = isinstance(kind, Kind)
        if not (is_array and kind.is_scratch):
            made.given.append(f"{'ptr' if is_array else LLVM_TYPES[kind]} %{argument}")
    for argument, kind in door.arguments[2:]:
        if not isinstance(kind, Kind):
            made.passed.append(f"{LLVM_TYPES[kind]} %{argument}")
            continue
        known = [made.length(length) for length in kind.shape]
        if kind.is_scratch:
            size = made.size_of(kind) * prod(int(n or 0) for n in known)
            made.before.append(f"%{argument} = alloca [{size} x i8], align 16")
        texts = [f"%{argument}_{place}" if n is None else str(n) for place, n in enumerate(known)]
        made.pass_array(argument, kind, f"%{argument}", texts)
    return made


def _each_for_gpu(game: Game, lengths: Mapping[str, int], door: Door) -> Wrapper:
    """Every argument is an array with an entry for each game.

    Rows and lists are worked on in the thread's own memory, whose words lie side by side for neighbouring threads.
    """
    made = Wrapper(game, lengths)
    for place, kind in door.arguments:
        known = [int(made.length(length) or 0) for length in kind.shape] if isinstance(kind, Kind) else []
        size = made.size_of(kind) * prod(known) if isinstance(kind, Kind) else 8
        its = [
            f"%at.{place} = mul i64 %i, {size}",
            f"%its.{place} = getelementptr i8, ptr %all.{place}, i64 %at.{place}",
        ]
        if isinstance(kind, Kind):
            made.before.append(f"%{place} = alloca [{size} x i8], align 16")
            made.pass_array(place, kind, f"%{place}", [str(n) for n in known])
            if kind.is_scratch:
                continue
            made.before += [*its, copied(f"%{place}", f"%its.{place}", size)]
            made.after.append(copied(f"%its.{place}", f"%{place}", size))
        else:
            made.before += [*its, f"%{place} = load i64, ptr %its.{place}"]
            made.passed.append(f"i64 %{place}")
        made.given.append(f"ptr %all.{place}")
    if door.returned is not type(None):
        made.given.append("ptr %results")
        made.after += ["%value = load i64, ptr %result", "%to = getelementptr i64, ptr %results, i64 %i"]
        made.after.append("store i64 %value, ptr %to")
    return made
