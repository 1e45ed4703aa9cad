"""Sees that there is a Chromium for the tests: one of this machine, one of its packages, or Playwright's own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")


def find() -> str | None:
    """The program to start; None if there is none yet."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    for name in NAMES:
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def packages() -> list[str] | None:
    """How this machine's own packages give one, if we may install any."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    return ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]


def main() -> None:
    if find():
        return
    print("Installing a browser for the tests (once) …", flush=True)  # noqa: T201
    if command := packages():
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for step in (["apt-get", "update", "--quiet", "--quiet"], command):
            subprocess.run(step, env=environment, check=False, stdout=subprocess.DEVNULL)
    if not find():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if not find():
        sys.exit(
            "There is no browser for the tests. Install Chromium or Chrome, or name one: CHROMIUM=/path/to/it make test"
        )


if __name__ == "__main__":
    main()
