"""Requests that schemathesis generates from docs/openapi.yaml, to a real server whose answers must match it. Skipped if
either is missing."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from . import support

DESCRIPTION = support.SAMPLES.parent.parent / "docs" / "openapi.yaml"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# Endless streams, folders of this machine, and settings; and requests that would delete all data.
LEFT_OUT = "[eE]vents$|Folder$|[sS]ettings$|^clearHistory$|^deleteEntry$"
# Below the server's root instead of api/v1: an address given to schemathesis applies to all its requests.
AT_THE_ROOT = "^dp5"


@unittest.skipIf(importlib.util.find_spec("schemathesis") is None, "schemathesis is not installed")
@unittest.skipIf(support.program() is None, support.NEEDS_PROGRAM)
class ApiTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        names = {"HOME": "home", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache"}
        self.environment = {**os.environ, **{key: str(self.folder / name) for key, name in names.items()}}
        for name in names.values():
            (self.folder / name).mkdir()

    def espy(self, *words: str) -> str:
        done = subprocess.run(
            [str(support.program()), *words], capture_output=True, text=True, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def serve(self) -> str:
        """The address of a server with some data, and the test data for schemathesis."""
        self.espy("count", str(support.SAMPLES / "count" / "coins.jpg"), "-q")
        self.espy("rack", str(support.SAMPLES / "rack" / "box-9x9.jpg"), "-q")
        self.espy("gallery", "add", str(support.SAMPLES / "count"), "-q")
        kept = [json.loads(line)["id"] for line in self.espy("history", "list", "--json").splitlines()]
        known = {"^/history/": f'"{kept[-1]}"', "^/gallery/photos/": "1"}
        # A busy machine says so.
        answers = '[checks.not_a_server_error]\nexpected-statuses = ["2xx", "3xx", "4xx", 503]\n'
        (self.folder / "schemathesis.toml").write_text(answers + "".join(
            f'[[operations]]\ninclude-path-regex = "{paths}"\nparameters = {{ id = {id} }}\n'
            for paths, id in known.items()) + '[[operations]]\ninclude-path-regex = "^/dp5/"\nparameters = { wait = 0 }\n')
        server = subprocess.Popen(
            [str(support.program()), "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, env=self.environment)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        return server.stdout.readline().strip()

    def ask(self, address: str, *operations: str) -> str:
        """Runs schemathesis on these operations; all answers must match the description."""
        command = [
            sys.executable, "-m", "schemathesis.cli", "run", str(DESCRIPTION), "--url", address, "--checks", CHECKS,
            *operations, "--phases", "examples,fuzzing", "--max-examples", "8", "--seed", "1", "--no-color",
            "--suppress-health-check", "all"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_answers_are_as_described(self) -> None:
        root = self.serve()
        said = self.ask(f"{root}api/v1", "--exclude-operation-id-regex", f"{LEFT_OUT}|{AT_THE_ROOT}")
        self.assertRegex(said, r"[1-9]\d\d generated, \d+ passed")
        said = self.ask(root.rstrip("/"), "--include-operation-id-regex", AT_THE_ROOT)
        self.assertRegex(said, r"Tested: 4\b")


if __name__ == "__main__":
    unittest.main()
