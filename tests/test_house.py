"""The house keeps its shape: levels, names, and rule ids that agree in help, code and tests."""

import ast
import re
from pathlib import Path

import pytest

from bauboom import GAMES, load

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "bauboom"
TESTS = ROOT / "tests"
# who may import whom: a module may use its own level and everything below it
LEVELS = [
    "core",
    "games",
    "bots",
    "analysis machines",
    "arena adapters server training",
    "terminal study benchmark site",
    "cli __main__",
]
LANGUAGES = ["de", "en", "fr", "nl"]


def level(module):
    first = module.split(".")[1] if "." in module else "games"  # bauboom itself offers core and games
    return next(i for i, names in enumerate(LEVELS) if first in names.split())


def imports(path):
    package = ["bauboom", *path.relative_to(PACKAGE).with_suffix("").parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield ".".join([*package[: len(package) - node.level], node.module or ""]) if node.level else node.module


def test_modules_import_only_their_own_level_and_those_below():
    checked = 0
    for path in PACKAGE.rglob("*.py"):
        if path.parent == PACKAGE and path.name == "__init__.py":
            continue
        mine = level("bauboom." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts))
        for module in imports(path):
            if module.split(".")[0] == "bauboom":
                assert level(module.rstrip(".")) <= mine, f"{path.relative_to(ROOT)} imports {module}"
                checked += 1
    assert checked > 50


def test_a_game_imports_no_other_game():
    folders = {name: name.replace("-", "_") for name in GAMES}
    for name, folder in folders.items():
        for path in (PACKAGE / "games" / folder).rglob("*.py"):
            for module in imports(path):
                others = [f for n, f in folders.items() if n != name and f"games.{f}" in module]
                assert not others, f"{path} imports {others}"


def test_no_game_is_named_outside_its_folders_and_the_registry():
    words = re.compile("|".join(re.escape(w) for n in GAMES for w in {n, n.replace("-", "_"), load(n).title}), re.I)
    for path in PACKAGE.rglob("*.py"):
        if "games" in path.relative_to(PACKAGE).parts:
            continue
        text = path.read_text(encoding="utf-8")
        if path == PACKAGE / "__init__.py":
            text = text.replace(ast.get_docstring(ast.parse(text)) or "", "")
        assert not words.search(text), f"{path.relative_to(ROOT)} names a game"
        ids = {rule for name in GAMES for rule, _ in load(name).rule_titles if "-" in rule}
        assert not [rule for rule in ids if rule in text], f"{path.relative_to(ROOT)} names a rule of a game"


def test_no_option_of_a_single_game_is_named_in_the_commands():
    games = [load(name) for name in GAMES]
    shared = set.intersection(*(set(game.variants[0]) for game in games))
    own = {option for game in games for option in game.variants[0]} - shared
    own |= {game.custom.key for game in games if game.custom}
    assert len(own) > 3
    for path in (PACKAGE / "cli").glob("*.py"):
        named = own & set(re.findall(r"\w+", path.read_text(encoding="utf-8").replace("-", "_")))
        assert not named, f"{path.relative_to(ROOT)} names {named}"


def test_kernel_py_stays_small():
    assert len((PACKAGE / "core" / "kernel.py").read_text(encoding="utf-8").splitlines()) < 100


def headings(game, language):
    return re.findall(r"^## ([^:\s]+): \S", game.rules(language), re.M)


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_help_has_the_same_rules_in_every_language(name):
    game = load(name)
    assert game.languages == LANGUAGES
    ids = headings(game, "en")
    assert len(ids) == len(set(ids)) > 10
    for language in LANGUAGES:
        assert headings(game, language) == ids


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_cited_by_code_and_tests_and_no_unknown_one_is(name):
    game = load(name)
    ids = set(headings(game, "en"))
    prefix = next(iter(ids))[0]
    code = "\n".join(p.read_text(encoding="utf-8") for p in game.folder.glob("*.py"))
    cited = set(re.findall(rf"\b({prefix}-[a-z0-9]+(?:-[a-z0-9]+)*|{prefix}\d+)\b", code))
    assert ids - cited == set(), "rules that no code cites"
    assert cited - ids == set(), "ids in the code that the rule help does not explain"
    folder = TESTS / "games" / game.folder.name
    tests = "\n".join(p.read_text(encoding="utf-8") for p in folder.rglob("test_*.py"))
    names = re.findall(rf"def test_({prefix}_?\w+)\(", tests)
    for rule in ids:
        wanted = rule.replace("-", "_") + "_"
        assert any((n + "_").startswith(wanted) for n in names), f"no test cites {rule}"
    for test in names:
        assert any((test + "_").startswith(rule.replace("-", "_") + "_") for rule in ids), f"{test} cites no rule"


@pytest.mark.parametrize("name", GAMES)
def test_rulings_are_numbered_without_a_gap(name):
    numbers = sorted(int(rule[1:]) for rule in headings(load(name), "en") if rule[1:].isdecimal())
    assert numbers == list(range(1, len(numbers) + 1))


def mapped():
    """The modules that docs/house.md names, by folder."""
    text = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    tree = text.split("```text\nsrc/bauboom/\n")[1].split("\nweb/")[0]
    folder, found = ".", {}
    for line in tree.splitlines():
        if heading := re.match(r"  (\S+)/(\s|$)", line):
            folder = heading[1]
        elif not line.startswith("    "):
            folder = "."
        found.setdefault(folder, set()).update(re.findall(r"(?<![\w./])(\w+\.py)\b", line))
    return found


def test_the_map_of_the_house_names_every_module_and_no_other():
    modules = {}
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE)
        if place.name.startswith("__") or "migrations" in place.parts:
            continue
        folder = "games/<game>" if place.parts[0] == "games" and len(place.parts) > 2 else place.parent.as_posix()
        modules.setdefault(folder, set()).add(place.name)
    assert mapped() == modules
