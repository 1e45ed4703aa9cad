"""Exported functions as other languages call them, in LLVM's language, around what Numba makes of them.

Numba's own functions have places for a result and for an exception before the rest, and take an array as seven values.
"""

from typing import Any

from numba import types

from .exports import Pointer

LLVM_TYPES = {types.int64: "i64", types.float64: "double", types.void: "void"}
INTRINSICS = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n" + "".join(
    f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}.x()\n" for name in ("tid", "ctaid", "ntid")
)


def array(kind: Pointer, data: str) -> str:
    """As Numba passes it: owner, parent, items, bytes of one, data, shape, strides."""
    return f"ptr null, ptr null, i64 {kind.length}, i64 {kind.size}, {data}, i64 {kind.length}, i64 {kind.size}"


def copied(to: str, source: str, size: int) -> str:
    align = 8 if size % 8 == 0 else 4
    return f"call void @llvm.memcpy.p0.p0.i64(ptr align {align} {to}, ptr align {align} {source}, i64 {size}, i1 false)"


def declared(mangled: str, passed: list[str]) -> str:
    kinds = ", ".join(text.split()[0] for part in passed for text in part.split(", "))
    return f"declare i32 @{mangled}(ptr, ptr, {kinds})"


def for_others(name: str, mangled: str, returned: Any, arguments: dict[str, Any]) -> str:
    """A plain function."""
    given = [f"{LLVM_TYPES.get(kind, 'ptr')} %{place}" for place, kind in arguments.items()]
    kinds = zip(arguments.values(), given, strict=True)
    passed = [array(kind, text) if isinstance(kind, Pointer) else text for kind, text in kinds]
    result = LLVM_TYPES[returned]
    back = "ret void" if result == "void" else f"%value = load {result}, ptr %result\n  ret {result} %value"
    return f"""
{declared(mangled, passed)}
define {result} @{name}({", ".join(given)}) {{
  %result = alloca i64
  %exception = alloca ptr
  call i32 @{mangled}(ptr %result, ptr %exception, {", ".join(passed)})
  {back}
}}
"""


def for_gpu(name: str, mangled: str, returned: Any, arguments: dict[str, Any]) -> str:
    """The same for many games, a thread for each: every argument is an array with an entry for each game.

    Rows and lists are worked on in the thread's own memory, whose words lie side by side for neighbouring threads.
    """
    given, passed, before, after = [], [], [], []
    for place, kind in arguments.items():
        size = kind.length * kind.size if isinstance(kind, Pointer) else 8
        its = [
            f"%at.{place} = mul i64 %i, {size}",
            f"%its.{place} = getelementptr i8, ptr %all.{place}, i64 %at.{place}",
        ]
        if isinstance(kind, Pointer):
            before.append(f"%{place} = alloca [{size} x i8], align 16")
            passed.append(array(kind, f"ptr %{place}"))
            if kind.is_scratch:
                continue
            before += [*its, copied(f"%{place}", f"%its.{place}", size)]
            after.append(copied(f"%its.{place}", f"%{place}", size))
        else:
            before += [*its, f"%{place} = load i64, ptr %its.{place}"]
            passed.append(f"i64 %{place}")
        given.append(f"ptr %all.{place}")
    if returned != types.void:
        given.append("ptr %results")
        after += ["%value = load i64, ptr %result", "%to = getelementptr i64, ptr %results, i64 %i"]
        after.append("store i64 %value, ptr %to")
    lines = "\n  "
    return f"""
{declared(mangled, passed)}
define ptx_kernel void @{name}({", ".join(given)}, i64 %count) {{
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %before = mul i32 %block, %size
  %number = add i32 %before, %thread
  %i = zext i32 %number to i64
  %is.one = icmp ult i64 %i, %count
  br i1 %is.one, label %go, label %end
go:
  %result = alloca i64
  %exception = alloca ptr
  {lines.join(before)}
  call i32 @{mangled}(ptr %result, ptr %exception, {", ".join(passed)})
  {lines.join(after)}
  br label %end
end:
  ret void
}}
"""
