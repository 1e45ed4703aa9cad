"""The rules as libraries, made ahead of time, for every machine."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Machine:
    """A kind of machine: what LLVM and the linker call it, and what a library of a game is called there."""

    triple: str
    linked: str
    file: str
    cpu: str = "generic"
    features: str = ""
    has_short_code: bool = False  # loops are not written out: engines that compile as they run do better so
    inlining: int | None = None  # how large a kernel may be to be copied into its callers; None: as LLVM likes it

    @property
    def is_gpu(self) -> bool:
        return self.triple.startswith("nvptx")


MACHINES = {
    # pages load it: 120 instead of LLVM's 225 costs 2 % of its speed, and spares a tenth of its bytes
    "wasm": Machine(
        *("wasm32-unknown-unknown", "", "{}.wasm"), features="+bulk-memory,+simd128", has_short_code=True, inlining=120
    ),
    # a GPU waits for instructions more than for anything else: LLVM would copy every kernel into all its callers there
    "ptx": Machine("nvptx64-nvidia-cuda", "", "{}.ptx", "sm_90", "+ptx83", has_short_code=True, inlining=50),
    "linux-x86_64": Machine("x86_64-unknown-linux-gnu", "x86_64-linux-gnu", "lib{}.so", "x86-64-v2"),
    "linux-arm64": Machine("aarch64-unknown-linux-gnu", "aarch64-linux-gnu", "lib{}.so"),
    "macos-x86_64": Machine("x86_64-apple-macosx11.0.0", "x86_64-macos", "lib{}.dylib", "x86-64-v2"),
    "macos-arm64": Machine("arm64-apple-macosx11.0.0", "aarch64-macos", "lib{}.dylib"),
    "windows-x86_64": Machine("x86_64-w64-windows-gnu", "x86_64-windows-gnu", "{}.dll", "x86-64-v2"),
}
NATIVE = [name for name, machine in MACHINES.items() if machine.linked]
