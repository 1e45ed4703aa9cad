"""How kernels become libraries: Numba turns what is exported, and the kernels it calls, into LLVM's language, once per
game; what LLVM and a linker make of that for a machine needs neither Numba nor Python there.
"""

import hashlib
import json
import platform
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types

from bauboom import __version__
from bauboom.core import dice, engine
from bauboom.core.game import Game, OptionError
from bauboom.core.kernel import FLAGS
from bauboom.games import load

from .exports import Pointer, exports, most_seats
from .wrappers import INTRINSICS, for_gpu, for_others

FORMAT = "bauboom-library/1"
# for no machine in particular, whatever the surroundings say
GENERIC = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_JIT": "0"}
BARE: Any = {**FLAGS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # nothing that only Python could call


@dataclass(frozen=True)
class Machine:
    """A kind of machine: what LLVM and the linker call it, and what a library of a game is called there."""

    triple: str
    linked: str
    file: str
    cpu: str = "generic"
    features: str = ""

    @property
    def is_gpu(self) -> bool:
        return self.triple.startswith("nvptx")


MACHINES = {
    "wasm": Machine("wasm32-unknown-unknown", "", "{}.wasm", features="+bulk-memory"),
    "ptx": Machine("nvptx64-nvidia-cuda", "", "{}.ptx", "sm_90", "+ptx83"),
    "linux-x86_64": Machine("x86_64-unknown-linux-gnu", "x86_64-linux-gnu", "lib{}.so", "x86-64"),
    "linux-arm64": Machine("aarch64-unknown-linux-gnu", "aarch64-linux-gnu", "lib{}.so"),
    "macos-x86_64": Machine("x86_64-apple-macosx11.0.0", "x86_64-macos", "lib{}.dylib", "x86-64"),
    "macos-arm64": Machine("arm64-apple-macosx11.0.0", "aarch64-macos", "lib{}.dylib"),
    "windows-x86_64": Machine("x86_64-w64-windows-gnu", "x86_64-windows-gnu", "{}.dll", "x86-64"),
}


def this_machine() -> str:
    """The name of the machine that this program runs on."""
    system = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    processor = {"amd64": "x86_64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{system}-{processor}"


class Foundry:
    """A game's kernels in LLVM's language, ready for any machine; `step` is told of every function that is done."""

    def __init__(self, game: Game, step: Callable[[str], Any] = lambda name: None) -> None:
        self.game, self.step, self.functions = game, step, list(exports(game))

    def name_of(self, function: Callable[..., Any], machine: Machine) -> str:
        """C has one room for all names."""
        return function.__name__ if not machine.linked else self.prefix + function.__name__

    @property
    def prefix(self) -> str:
        return self.game.name.replace("-", "_") + "_"

    @cached_property
    def code(self) -> str:
        """All exported functions with the kernels they call; each kernel is there once."""
        whole = None
        for function, _, arguments in self.functions:
            compiled = numba.njit(**BARE)(function)
            compiled.compile(tuple(getattr(kind, "array", kind) for kind in arguments.values()))
            (made,) = compiled.overloads.values()
            self.mangled[function.__name__] = made.fndesc.mangled_name
            part = llvm.parse_assembly(made.library.get_llvm_str().replace(" = common global ", " = internal global "))
            if whole is None:
                whole = part
            else:
                whole.link_in(part)
            self.step(function.__name__)
        return str(whole)

    @cached_property
    def mangled(self) -> dict[str, str]:
        """What Numba calls the functions; known when the code is."""
        return {}

    def made_for(self, machine: Machine) -> bytes:
        """The code for a machine, optimised as a whole, nothing but the exports to be seen from outside."""
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(machine.triple).create_target_machine(
            cpu=machine.cpu, features=machine.features, opt=3, reloc="pic", codemodel="default"
        )
        head = f'target datalayout = "{target.target_data}"\ntarget triple = "{machine.triple}"\n'
        module = llvm.parse_assembly(head + re.sub(r"^target .*$", "", self.code, flags=re.M))
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration and value.name not in self.mangled.values():
                value.linkage = "internal"
        wrap = for_gpu if machine.is_gpu else for_others
        wrappers = (
            wrap(self.name_of(function, machine), self.mangled[function.__name__], returned, arguments)
            for function, returned, arguments in self.functions
        )
        module.link_in(llvm.parse_assembly(head + (INTRINSICS if machine.is_gpu else "") + "".join(wrappers)))
        for name in self.mangled.values():
            module.get_function(name).linkage = "internal"
        builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=3))
        builder.getModulePassManager().run(module, builder)
        return target.emit_assembly(module).encode() if machine.is_gpu else bytes(target.emit_object(module))

    def write(self, name: str, folder: Path) -> None:
        """The library of a machine, its schema, and a program that uses it, into a folder."""
        machine = MACHINES[name]
        made, file = folder / "kernels.o", folder / machine.file.format(self.game.name)
        made.write_bytes(self.made_for(machine))
        if machine.is_gpu:  # the driver links it where it runs
            made.rename(file)
        else:
            self._link(machine, made, file)
        schema = self.schema(machine) | {"machine": name, "library": file.name}
        schema["stamp"] = hashlib.sha256(file.read_bytes()).hexdigest()
        (folder / "schema.json").write_text(json.dumps(schema, indent=1) + "\n", encoding="utf-8")
        if machine.linked:
            (folder / f"{self.game.name}.h").write_text(self.header(machine), encoding="utf-8")
        example = "play.c" if machine.linked else "play.py" if machine.is_gpu else "play.mjs"
        text = (Path(__file__).parent / example).read_text(encoding="utf-8")
        (folder / example).write_text(self.filled(text) if machine.linked else text, encoding="utf-8")

    def _link(self, machine: Machine, made: Path, file: Path) -> None:
        names = [self.name_of(function, machine) for function, _, _ in self.functions]
        if machine.linked:
            command = ["cc", "-shared", "-s", "-target", machine.linked]
        else:
            command = ["wasm-ld", "--no-entry", "--strip-all", *(f"--export={n}" for n in (*names, "__heap_base"))]
        done = subprocess.run(
            [sys.executable, "-m", "ziglang", *command, str(made), "-o", str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise OptionError(f"the linker failed: {done.stderr.strip()[:500]}")
        for left in (made, *file.parent.glob("*.pdb"), *file.parent.glob("*.lib")):
            left.unlink()

    def filled(self, text: str) -> str:
        """The example for C, about this game."""
        known = {"game": self.game.name, "name": self.game.title, "players": str(self.game.seats)}
        known |= {"prefix": self.prefix, "PREFIX": self.prefix.upper()}
        return re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], found[0]), text)

    def schema(self, machine: Machine) -> dict[str, Any]:
        """All that a program must know to use the library; offsets and sizes are bytes, numbers little-endian."""
        game = self.game
        fields = [
            {"name": name, "offset": offset, "type": kind.base.name, "shape": list(kind.shape)}
            for name, (kind, offset, *_) in (game.dtype.fields or {}).items()
        ]
        return {
            **{"format": FORMAT, "bauboom": __version__, "game": game.name, "rules": game.version},
            **{"chance": engine.CHANCE, "over": engine.OVER, "words": dice.WORDS, "seats": most_seats(game)},
            **{"list": game.space.size + engine.ROOM, "decisions": game.space.decisions},
            "row": {"size": game.dtype.itemsize, "fields": fields},
            "functions": {
                self.name_of(function, machine): {
                    "returns": str(returned),
                    "arguments": {place: str(kind) for place, kind in given.items()},
                }
                for function, returned, given in self.functions
            },
            "variants": [dict(variant) for variant in game.variants],
            "actions": [str(action) for action in game.space.actions],
            "observation": [
                {"name": f.name, "shape": list(f.shape), "low": f.low, "high": f.high, "meaning": f.meaning}
                for f in game.features
            ],
        }

    def header(self, machine: Machine) -> str:
        """The library for C."""
        game, upper = self.game, self.prefix.upper()
        numbers = {"CHANCE": engine.CHANCE, "OVER": engine.OVER, "WORDS": dice.WORDS, "SEATS": most_seats(game)}
        numbers |= {"LIST": game.space.size + engine.ROOM, "OBSERVATION": game.observation_size}
        lines = [f"/* {game.title}, version {game.version} of its rules, by Bauboom {__version__}: see schema.json */"]
        lines += ["#pragma once", "#include <stdint.h>", "#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
        lines += [f"#define {upper}{name} ({number})" for name, number in numbers.items()]
        lines += ["", f"typedef struct {{ uint64_t words[{-(-game.dtype.itemsize // 8)}]; }} {self.prefix}row;", ""]
        for function, returned, given in self.functions:
            row = f"{self.prefix}row"
            shown = (f"{k.c_name(row)} *{n}" if isinstance(k, Pointer) else f"int64_t {n}" for n, k in given.items())
            result = {types.void: "void", types.int64: "int64_t"}[returned]
            lines.append(f"{result} {self.name_of(function, machine)}({', '.join(shown)});")
        return "\n".join([*lines, "", "#ifdef __cplusplus", "}", "#endif", ""])


def main() -> None:
    """What `bauboom export` runs in a process of its own: GAME MACHINE FOLDER."""
    name, machine, folder = sys.argv[1:]
    try:
        Foundry(load(name), lambda done: print(done, flush=True)).write(machine, Path(folder))  # noqa: T201
    except OptionError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
