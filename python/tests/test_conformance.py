"""Tests whether a worker implements docs/worker.md. To test any worker:

    ESPY_WORKER="path/to/espy worker rack --threads 1" python3 -m unittest tests.test_conformance

The worker must read photos of boxes. Without the variable, the program of the checkout and a Python worker are tested.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

from . import support

PHOTO = support.png(64, 48)


class Talk:
    """A worker, and its input."""

    def __init__(self, words: list[str]) -> None:
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin and self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.greeting = self.line()

    def say(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.input.write(piece)
        self.input.flush()

    def line(self) -> dict[str, Any]:
        line = self.output.readline()
        assert line.endswith(b"\n"), line
        return json.loads(line)

    def end(self) -> tuple[list[dict[str, Any]], int]:
        """The remaining lines, and the exit code."""
        self.input.close()
        lines = [json.loads(line) for line in self.output]
        self.output.close()
        return lines, self.process.wait(30)

    def __enter__(self) -> "Talk":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.input, self.output):
            try:
                stream.close()
            except OSError:
                pass


def header(name: object, **place: object) -> bytes:
    return json.dumps({"id": name, **place}).encode() + b"\n"


def photo(name: str, data: bytes = PHOTO) -> bytes:
    return header(name, bytes=len(data)) + data


class Conformance:
    """The tests; a case names the worker."""

    words: list[str] = []

    def talk(self) -> Talk:
        return Talk(self.words)

    def check_error(self: Any, line: dict[str, Any], kind: str) -> None:
        self.assertNotIn("result", line)
        self.assertEqual(line["error"]["kind"], kind)
        self.assertIsInstance(line["error"]["message"], str)
        self.assertIsInstance(line["error"]["retryable"], bool)

    def test_greeting_says_what_it_is(self: Any) -> None:
        with self.talk() as talk:
            self.assertEqual(talk.greeting["protocol"], 1)
            self.assertEqual(talk.greeting["verb"], "rack")
            self.assertGreaterEqual(talk.greeting["inFlight"], 1)
            self.assertGreaterEqual(talk.greeting["threads"], 1)
            self.assertGreaterEqual(talk.greeting["limits"]["bytes"], 1 << 20)
            self.assertEqual(talk.greeting["limits"]["header"], 65_536)
            for key, kind in {"espy": str, "options": dict, "models": list, "notes": list}.items():
                self.assertIsInstance(talk.greeting[key], kind)
            self.assertEqual(talk.end(), ([], 0))

    def test_bytes_and_paths_get_a_line_each(self: Any) -> None:
        with self.talk() as talk, tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ö \n.png"
            path.write_bytes(PHOTO)
            talk.say(photo("a"), header("b", path=str(path)), photo("ç\u2028"))
            lines, code = talk.end()
            self.assertEqual(code, 0)
            found = {line["id"]: line for line in lines}
            self.assertEqual(set(found), {"a", "b", "ç\u2028"})
            for line in lines:
                self.assertNotIn("error", line)
                self.assertGreaterEqual(line["ms"], 0)
                self.assertIn("vials", line["result"])
            self.assertEqual(found["a"]["result"]["file"], "a")
            self.assertEqual(found["b"]["result"]["file"], str(path))

    def test_a_line_comes_before_the_next_photo_is_sent(self: Any) -> None:
        with self.talk() as talk:
            for number in range(5):
                talk.say(photo(str(number)))
                self.assertEqual(talk.line()["id"], str(number))

    def test_names_may_come_again(self: Any) -> None:
        with self.talk() as talk:
            talk.say(photo("a") * 20)
            lines, code = talk.end()
            self.assertEqual(([line["id"] for line in lines], code), (["a"] * 20, 0))

    def test_what_cannot_be_read_is_a_line(self: Any) -> None:
        with self.talk() as talk, tempfile.TemporaryDirectory() as folder:
            talk.say(header("none", path=f"{folder}/none.jpg"), header("empty", bytes=0))
            talk.say(photo("good"))
            lines, code = talk.end()
            self.assertEqual(code, 0)
            found = {line["id"]: line for line in lines}
            self.check_error(found["none"], "file")
            self.check_error(found["empty"], "empty")
            self.assertIn("result", found["good"])

    def test_too_many_bytes_are_passed_over(self: Any) -> None:
        with self.talk() as talk:
            count = talk.greeting["limits"]["bytes"] + 1
            talk.say(header("large", bytes=count))
            piece = bytes(1 << 20)
            left = count
            while left > 0:
                talk.say(piece[:left])
                left -= len(piece)
            talk.say(photo("good"))
            lines, code = talk.end()
            found = {line["id"]: line for line in lines}
            self.check_error(found["large"], "tooManyBytes")
            self.assertIn("result", found["good"])
            self.assertEqual(code, 0)

    def test_frames_come_in_any_pieces(self: Any) -> None:
        with self.talk() as talk:
            for number, byte in enumerate(photo("a") + photo("b")):
                talk.say(bytes([byte]))
                if number % 64 == 0:
                    time.sleep(0.001)
            lines, code = talk.end()
            # The photo that is finished first is answered first.
            self.assertEqual((sorted(line["id"] for line in lines), code), (["a", "b"], 0))

    def test_keys_that_are_not_known_are_passed_over(self: Any) -> None:
        with self.talk() as talk:
            talk.say(header("a", bytes=len(PHOTO), new=[{"x": None}]) + PHOTO)
            self.assertIn("result", talk.line())

    def test_what_is_no_frame_ends_it_after_what_was_begun(self: Any) -> None:
        bad = [
            b"\n", b"{\n", b"[]\n", b"\xff\n", header("a"), header(1, path="x"), header("", path="x"),
            header("a", bytes=-1), header("a", bytes=0.5), header("a", bytes=1, path="x"), header("a", bytes="1"),
            b"{" + b" " * 70_000 + b"\n",
        ]
        for line in bad:
            with self.subTest(line=line[:40]), self.talk() as talk:
                talk.say(photo("good"))
                try:
                    talk.say(line)
                except BrokenPipeError:
                    pass
                try:
                    lines, code = talk.end()
                except BrokenPipeError:
                    lines, code = [json.loads(text) for text in talk.output], talk.process.wait(30)
                self.assertNotEqual(code, 0)
                self.assertEqual([line["id"] for line in lines], ["good", None])
                self.check_error(lines[1], "badFrame")

    def test_input_that_ends_within_a_frame_is_told(self: Any) -> None:
        for start, name in [(photo("a")[:-1], "a"), (header("a", bytes=9)[:-1], None)]:
            with self.subTest(name=name), self.talk() as talk:
                talk.say(start)
                lines, code = talk.end()
                self.assertNotEqual(code, 0)
                self.assertEqual([line["id"] for line in lines], [name])
                self.check_error(lines[0], "badFrame")

    def test_it_ends_with_whoever_started_it(self: Any) -> None:
        script = (
            "import subprocess, sys, time\n"
            "p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
            "p.stdout.readline(); print(p.pid, flush=True); time.sleep(600)\n")
        parent = subprocess.Popen([sys.executable, "-c", script, *self.words], stdout=subprocess.PIPE)
        assert parent.stdout
        with parent.stdout:
            child = int(parent.stdout.readline())
            parent.send_signal(signal.SIGKILL)
            parent.wait()
        deadline = time.monotonic() + 5
        while _runs(child) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse(_runs(child))


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class PythonWorkerTests(Conformance, unittest.TestCase):
    words = [support.FAKE, "worker", "rack"]


_named = os.environ.get("ESPY_WORKER")
_program = support.program()


@unittest.skipUnless(_named or _program, support.NEEDS_PROGRAM)
class ProgramTests(Conformance, unittest.TestCase):
    words = shlex.split(_named) if _named else [_program or "", "worker", "rack"]


if __name__ == "__main__":
    unittest.main()
