"""How kernels become libraries: Numba turns doors, and the kernels they call, into LLVM's language, once per game; what
LLVM and a linker make of that for a machine needs neither Numba nor a compiler there.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types
from numba.core import codegen

from bauboom import __version__
from bauboom.core import jit, library
from bauboom.core.door import Door
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.kinds import Kind, kinds_of
from bauboom.games import load

from . import MACHINES, Machine
from .description import example, header, schema
from .exports import doors_for, doors_for_python
from .sources import sources_of
from .wrappers import COPY, HEAD, INTRINSICS, copied, for_gpu, for_others, for_python


def only_code() -> None:
    """Have Numba stop at LLVM's language in this process: nothing of what it compiles here is run here.

    Otherwise it would make machine code of every kernel, and copy each into all that call it.
    """

    def finalize(self: Any) -> None:
        self._finalized = True

    for where, name, what in (
        (codegen.CPUCodeLibrary, "finalize", finalize),
        (codegen.CPUCodeLibrary, "_optimize_functions", lambda self, module: None),
        (codegen.JITCodeLibrary, "get_pointer_to_function", lambda self, name: 1),
        (codegen.JITCPUCodegen, "set_env", lambda self, name, env: None),
    ):
        setattr(where, name, what)
    jit.FLAGS |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # nothing that only Python could call


class Foundry:
    """Doors of a game in LLVM's language, ready for any machine; `step` is told of every door that is done."""

    def __init__(self, game: Game, doors: Sequence[Door], step: Callable[[str], Any] = lambda name: None) -> None:
        self.game, self.doors, self.step = game, doors, step
        self.mangled: dict[str, str] = {}  # what Numba calls the doors, once they are code

    @cached_property
    def code(self) -> str:
        """All doors with the kernels they call; each kernel is there once."""
        libraries = []
        for door in self.doors:
            compiled = jit.compiled(door)
            kinds = map(self.type_of, door.kinds.values())
            compiled.compile(self.type_of(door.returned)(*kinds))
            (made,) = compiled.overloads.values()
            self.mangled[door.name] = made.fndesc.mangled_name
            libraries.append(made.library)
            self.step(door.name)
        return str(linked(libraries))

    def type_of(self, kind: Any) -> Any:
        """What Numba takes an argument or a result for."""
        if isinstance(kind, Kind):
            item = numba.from_dtype(self.game.dtype if kind.item == "row" else np.dtype(kind.item))
            return types.Array(item, len(kind.shape), "C")
        if issubclass(kind, tuple):
            fields = [self.type_of(field) for field in kinds_of(kind).values()]
            return types.NamedTuple(tuple(fields), kind)  # type: ignore[no-untyped-call]
        return {int: types.int64, float: types.float64, type(None): types.void}[kind]

    def made_for(
        self, machine: Machine, doors: Sequence[Door], wrap: Callable[[Door, str], str], more: str = ""
    ) -> bytes:
        """Some doors for a machine, optimised as a whole, and nothing else to be seen from outside."""
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(machine.triple).create_target_machine(
            cpu=machine.cpu, features=machine.features, opt=3, reloc="pic", codemodel="default"
        )
        head = f'target datalayout = "{target.target_data}"\ntarget triple = "{machine.triple}"\n'
        code = re.sub(r"^target .*$", "", self.code, flags=re.M)
        if machine.is_gpu:
            code = with_rows_copied_whole(code, self.game.dtype.itemsize)
        module = llvm.parse_assembly(head + code)
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration and value.name not in self.mangled.values():
                value.linkage = "internal"
        wrappers = (wrap(door, self.mangled[door.name]) for door in doors)
        module.link_in(llvm.parse_assembly(head + more + "".join(wrappers)))
        for name in self.mangled.values():
            module.get_function(name).linkage = "internal"
        options = llvm.create_pipeline_tuning_options(speed_level=3)
        options.loop_unrolling = not machine.has_short_code
        if machine.inlining is not None:
            options.inlining_threshold = machine.inlining
        builder = llvm.create_pass_builder(target, options)
        builder.getModulePassManager().run(module, builder)
        return target.emit_assembly(module).encode() if machine.is_gpu else bytes(target.emit_object(module))


def export(game: Game, name: str, folder: Path, step: Callable[[str], Any]) -> None:
    """The library of a machine, its schema, and a program that uses it, into a folder."""
    machine, doors = MACHINES[name], doors_for(name)
    file = folder / machine.file.format(game.name)
    described = cast(Foundry(game, doors, step), machine, doors, file)
    stamp = {"machine": name, "library": file.name, "stamp": library.digest(file)}
    text = json.dumps(schema(game, described) | stamp, indent=1)
    (folder / "schema.json").write_text(text + "\n", encoding="utf-8")
    if machine.linked:
        (folder / f"{game.name}.h").write_text(header(game, described), encoding="utf-8")
    sample = "play.c" if machine.linked else "play.py" if machine.is_gpu else "play.mjs"
    (folder / sample).write_text(example(game, sample), encoding="utf-8")


def cast(foundry: Foundry, machine: Machine, doors: Sequence[Door], file: Path) -> dict[str, Door]:
    """Write the library of a machine, for anything but Python; return its functions by name."""
    game = foundry.game
    names = {door.name: prefix(game, machine) + door.__name__ for door in doors}
    wrapper = for_gpu if machine.is_gpu else for_others
    made = foundry.made_for(
        machine,
        doors,
        lambda door, mangled: wrapper(game, game.lengths, names[door.name], mangled, door),
        INTRINSICS if machine.is_gpu else "",
    )
    if machine.is_gpu:  # the driver links it where it runs
        file.write_bytes(made)
    else:
        link(machine, made, file, list(names.values()))
    return dict(zip(names.values(), doors, strict=True))


def build(game: Game, names: Sequence[str], folder: Path, step: Callable[[str], Any]) -> None:
    """The libraries that Python uses on some machines, into a folder for each machine, with a stamp and with the one
    that a page uses.
    """
    foundry = Foundry(game, doors_for_python(game), step)
    for_pages = folder / f"{game.name}.wasm"
    cast(foundry, MACHINES["wasm"], doors_for("wasm"), for_pages)
    sources = sources_of(game)
    for name in names:
        place = folder / name
        place.mkdir(exist_ok=True)
        made = foundry.made_for(
            *(MACHINES[name], foundry.doors),
            *(lambda door, mangled: for_python(game, door.name, mangled, door), HEAD),
        )
        file = place / f"{game.name}.library"
        link(MACHINES[name], made, file, ["head", *(door.name for door in foundry.doors)])
        stamp: dict[str, Any] = {
            "format": library.FORMAT,
            "bauboom": __version__,
            "game": game.name,
            "rules": game.version,
        }
        stamp |= {"machine": name, "library": named_by_content(file, game, name).name}
        stamp |= {"page": named_by_content(Path(shutil.copy(for_pages, place)), game, "wasm").name}
        stamp |= {"sha256": library.digest(place / stamp["library"]), "sources": sources.ours, "own": sources.own}
        (place / f"{game.name}.json").write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
    for_pages.unlink()


def named_by_content(file: Path, game: Game, machine: str) -> Path:
    return file.rename(file.with_name(library.file_name(game.name, machine, library.digest(file))))


def linked(libraries: list[Any]) -> llvm.ModuleRef:
    """What Numba has made, with all that it calls, as one module."""
    whole, known = llvm.parse_assembly(""), set()
    while libraries:
        library = libraries.pop()
        if library not in known:
            known.add(library)
            libraries += library._linking_libraries
            whole.link_in(llvm.parse_assembly(library.get_llvm_str().replace("= common global", "= internal global")))
    return whole


def with_rows_copied_whole(code: str, size: int) -> str:
    """Copy rows word by word. Numba loads and stores them as arrays of bytes, and a GPU would do just that."""
    row, name = rf"\[{size} x i8\]", r"(%\S+)"
    return (
        re.sub(
            rf"^  {name} = load {row}, ptr {name}, align 1\n  store {row} \1, ptr {name}, align 1$",
            lambda found: "  " + copied(found[3], found[2], size),
            code,
            flags=re.M,
        )
        + "\n"
        + COPY
    )


def prefix(game: Game, machine: Machine) -> str:
    """C has one room for all names."""
    return game.name.replace("-", "_") + "_" if machine.linked else ""


def link(machine: Machine, made: bytes, file: Path, names: Sequence[str]) -> None:
    """Make a library of code. It needs nothing of a machine but `memcpy` and `memset`, which every program has."""
    code = file.with_suffix(".o")
    code.write_bytes(made)
    if machine.linked:
        command = ["cc", "-shared", "-s", "-nostdlib", "-target", machine.linked]
        if "macos" in machine.linked:  # or it asks for a newer macOS than needed, and tells the folder it was made in
            command[-1] += ".11.0"
            command += ["-Wl,-x", f"-Wl,-install_name,@rpath/{file.name}"]
        if "windows" in machine.linked:  # not every program has a C library there, so bring along what is needed of it
            command += ["-rtlib=compiler-rt", "-Wl,--no-entry"]
    else:
        command = ["wasm-ld", "--no-entry", "--strip-all", *(f"--export={n}" for n in (*names, "__heap_base"))]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "ziglang", *command, str(code), "-o", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise OptionError(f"the linker failed: {done.stderr.strip()[:500]}")
    for ending in (".o", ".pdb", ".lib"):
        file.with_suffix(ending).unlink(missing_ok=True)


def main() -> None:
    """What `bauboom export` and `bauboom build` run in processes of their own: WHAT GAME FOLDER MACHINE …"""
    what, name, folder, *machines = sys.argv[1:]
    only_code()

    def step(done: str) -> None:
        print(done, flush=True)  # noqa: T201

    try:
        if what == "export":
            export(load(name), machines[0], Path(folder), step)
        else:
            build(load(name), machines, Path(folder), step)
    except OptionError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
