"""Ask the advisory services whether anything that we name has a known hole: pip-audit for Python, npm for the page.

    make audit

Ends with 0 if everything was looked at and nothing found, with 1 if something was found, and with 2 if a service did
not tell of everything: then nobody knows.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from hatch_build import WEB, npm_command  # noqa: E402

FINE, FOUND, UNKNOWN = range(3)


def audit_python(more: list[str]) -> int:
    """Everything in constraints.txt, which has the locks' versions and those of the tools."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--no-deps", "--requirement"]
    command += [str(ROOT / "constraints.txt"), "--format", "json", "--progress-spinner", "off", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout.startswith("{"):
        return unknown("Python", last_line(done.stderr))
    packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    holes = [(one, hole) for one in packages for hole in one.get("vulns", ())]
    for one, hole in holes:
        mended = f"mended in {', '.join(hole['fix_versions'])}" if hole["fix_versions"] else "not mended yet"
        say(f"Python: {one['name']} {one['version']}: {hole['id']}, {mended}")
    if left := [one["name"] for one in packages if "skip_reason" in one]:
        some = ", ".join(left[:3]) + (" …" if len(left) > 3 else "")
        unknown("Python", f"the service knows nothing of {len(left)} of {len(packages)} packages ({some})")
    elif not holes:
        say(f"Python: nothing is known about {len(packages)} packages")
    return FOUND if holes else UNKNOWN if left else FINE


def audit_page(more: list[str]) -> int:
    """Everything in web/package-lock.json."""
    command, environment = npm_command("audit", "--json", *more)
    done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    try:
        told = json.loads(done.stdout)
    except json.JSONDecodeError:
        told = {"message": last_line(done.stderr)}
    if "vulnerabilities" not in told:
        return unknown("the page", told.get("message") or "npm says nothing")
    for name, one in told["vulnerabilities"].items():
        fix = "can be mended" if one["fixAvailable"] else "not mended yet"
        say(f"the page: {name} {one['range']}: {one['severity']}, {fix}")
    if not told["vulnerabilities"]:
        say(f"the page: nothing is known about {told['metadata']['dependencies']['total']} packages")
    return FOUND if told["vulnerabilities"] else FINE


def unknown(what: str, why: str) -> int:
    say(f"{what}: NOT AUDITED: {why}")
    return UNKNOWN


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no answer"])[-1][:300]


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


def main() -> None:
    parser = argparse.ArgumentParser(description="Look for known holes in what we depend on.")
    parser.add_argument("--osv-url", help="ask this OSV service about Python's packages, not PyPI")
    parser.add_argument("--registry", help="ask this npm registry")
    asked = parser.parse_args()
    found = (
        audit_python(["--vulnerability-service", "osv", "--osv-url", asked.osv_url] if asked.osv_url else []),
        audit_page(["--registry", asked.registry] if asked.registry else []),
    )
    sys.exit(FOUND if FOUND in found else max(found))


if __name__ == "__main__":
    main()
