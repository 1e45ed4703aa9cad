"""Writes reference.md: the public interface, out of signatures and docstrings.

    python docs/make_reference.py            # write it
    python docs/make_reference.py --check    # say if it is out of date, and write nothing

Sources are read, not imported: no library has to be installed for it.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PACKAGE = DOCS.parent / "src" / "bauboom"
PAGE = DOCS / "reference.md"
# modules, where people import from, and what
PUBLIC = (
    ("games", "bauboom", ("load", "registered", "read_records")),
    ("core.game", "bauboom", ("Game",)),
    ("core.game", "bauboom.core.game", ("Feature", "Refusal")),
    ("core.state", "bauboom", ("State", "View", "IllegalAction")),
    ("core.batch", "bauboom", ("Batch",)),
    ("core.record", "bauboom", ("Record", "RecordError")),
    ("core.action", "bauboom.core.action", ("Action", "ActionSpace", "UnknownAction")),
    ("core.symmetry", "bauboom.core.symmetry", ("Symmetry",)),
    ("core.chance", "bauboom.core.chance", ("Seeded", "System", "Fair")),
    ("core.errors", "bauboom", ("OptionError", "LibraryError")),
    ("bots.roster", "bauboom.bots", ("make_bot", "check_bot")),
    ("bots.simple", "bauboom.bots", ("Bot",)),
    ("bots.search", "bauboom.bots.search", ("SearchBot", "Outlook", "Line")),
    ("bots.policies", "bauboom.bots.policies", ("PolicyAgent",)),
    ("arena.simulate", "bauboom.arena.simulate", ("simulate",)),
    ("arena.dataset", "bauboom.arena.dataset", ("positions",)),
    ("arena.match", "bauboom.arena.match", ("Match", "plan", "play", "FinishedGame")),
    ("adapters", "bauboom.adapters", ("env_id", "env_ids", "version_of")),
    ("adapters.gymnasium", "bauboom.adapters.gymnasium", ("GameVectorEnv", "GameEnv")),
    ("adapters.opponents", "bauboom.adapters.gymnasium", ("League",)),
    ("adapters.rewards", "bauboom.adapters.rewards", ("rewards_of",)),
    ("adapters.sb3", "bauboom.adapters.sb3", ("GameVecEnv",)),
    ("adapters.pettingzoo", "bauboom.adapters.pettingzoo", ("env", "raw_env", "parallel_env", "GameEnv")),
    (
        "adapters.openspiel",
        "bauboom.adapters.openspiel",
        ("SpielGame", "SpielState", "SpielObserver", "BotAgent", "register"),
    ),
    ("adapters.raster", "bauboom.adapters.raster", ("pixels",)),
    ("adapters.tensors", "bauboom.adapters.tensors", ("TensorVector",)),
)
HEAD = """# Reference

The public interface, made from the sources by `python docs/make_reference.py`. [python.md](python.md) and
[research.md](research.md) show it by example.
"""


def main(is_check: bool) -> int:
    text = HEAD + "".join(f"\n## {title}\n\n{body}" for title, body in sections())
    if not is_check:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write("docs/reference.md is out of date: run python docs/make_reference.py\n")
    return 1


def sections() -> Iterator[tuple[str, str]]:
    for module, home, names in PUBLIC:
        path = PACKAGE.joinpath(*module.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        source = path.read_text(encoding="utf-8")
        defined = {node.name: node for node in ast.parse(source).body if hasattr(node, "name")}
        for name in names:
            node = defined[name]
            yield f"{home}.{name}", class_text(node, source) if isinstance(node, ast.ClassDef) else function_text(node)


def function_text(node: ast.AST) -> str:
    assert isinstance(node, ast.FunctionDef)
    return f"`{signature(node)}`\n\n{prose(node)}\n"


def class_text(node: ast.ClassDef, source: str) -> str:
    parts = [f"{prose(node)}\n"]
    made = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
    if made is not None:
        parts.insert(0, f"`{signature(made).replace('__init__', node.name).removesuffix(' -> None')}`\n\n")
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign) and is_public(one.target)]
    remarks = [source.splitlines()[one.lineno - 1].partition("  # ")[2] for one in fields]
    lines = [
        f"- `{ast.unparse(one.target)}: {ast.unparse(one.annotation)}`{': ' if remark else ''}{remark}"
        for one, remark in zip(fields, remarks, strict=True)
    ]
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and is_public(one) and ast.get_docstring(one):
            shown = signature(one)
            if any(ast.unparse(mark) in ("property", "cached_property") for mark in one.decorator_list):
                shown = shown.replace("()", "", 1).replace(" ->", ":", 1)
            lines.append(f"- `{shown}`: {prose(one, in_list=True)}")
    return "".join(parts) + ("\n" + "\n".join(lines) + "\n" if lines else "")


def is_public(node: ast.AST) -> bool:
    return not str(getattr(node, "name", None) or getattr(node, "id", "_")).startswith("_")


def signature(node: ast.FunctionDef) -> str:
    """A function's name, arguments without self, and what it returns."""
    arguments = node.args
    if arguments.args and arguments.args[0].arg in ("self", "cls"):
        arguments.args = arguments.args[1:]
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(arguments)}){returned}".replace("'", '"')


def prose(node: ast.AST, in_list: bool = False) -> str:
    """A docstring; in a list, on one line, beginning small."""
    text = ast.get_docstring(node) or ""  # type: ignore[arg-type]
    if not in_list:
        return text
    line = " ".join(text.split())
    is_word = line[1:2].islower()
    return line[:1].lower() + line[1:] if is_word else line


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
