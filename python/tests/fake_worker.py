#!/usr/bin/env python3
"""A worker that implements the protocol of docs/worker.md and finds nothing, for tests of the layers above a worker.

It is started in place of the program espy. It does what a photo says: CRASH, HANG, HOG, FAIL, or ONCE FILE, which
crashes unless the file exists, and creates it.
"""

import json
import os
import signal
import sys
import time

LONGEST = 65_536
MOST = 1 << 20


def answer(**line):
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def error(name, kind, message, retryable=False):
    answer(id=name, ms=0, error={"kind": kind, "message": message, "retryable": retryable})


def rack(name):
    return {
        "schema": 1, "file": name, "complete": False, "width": 4, "height": 3, "rows": 0, "cols": 0, "origin": "box",
        "layout": "seen", "cells": [], "vials": [], "outside": [], "duplicates": [], "warnings": [],
    }


def work(name, data, shown):
    if data.startswith(b"CRASH"):
        os.kill(os.getpid(), signal.SIGKILL)
    elif data.startswith(b"HANG"):
        time.sleep(600)
    elif data.startswith(b"HOG"):
        held = bytearray(os.urandom(1 << 20) * 400)
        time.sleep(600)
        del held
    elif data.startswith(b"ONCE"):
        path = data.split(b" ", 1)[1].strip()
        if not os.path.exists(path):
            open(path, "wb").close()
            os.kill(os.getpid(), signal.SIGKILL)
    elif data.startswith(b"SLEEP"):
        time.sleep(float(data.split()[1]))
    if not data:
        error(name, "empty", "the file is empty")
    elif data.startswith(b"FAIL"):
        error(name, "notAnImage", "not a picture")
    else:
        answer(id=name, ms=0.1, result=rack(shown))


def frames(stream):
    while line := stream.readline(LONGEST + 2):
        if not line.endswith(b"\n"):
            if len(line) > LONGEST:
                raise ValueError("a header is too long")
            raise EOFError(None)
        header = json.loads(line)
        name = header["id"]
        if not isinstance(name, str) or not 1 <= len(name.encode()) <= 4096 or ("bytes" in header) == ("path" in header):
            raise ValueError("a header makes no sense")
        if "path" in header:
            yield name, header["path"], None
            continue
        count = header["bytes"]
        if not isinstance(count, int) or count < 0:
            raise ValueError("a header makes no sense")
        data = stream.read(count)
        if len(data) < count:
            raise EOFError(name)
        yield name, name, data


def main():
    if "--refuse" in sys.argv:
        answer(protocol=1, espy="0", verb="rack", error={"kind": "missingModel", "message": "no", "retryable": False})
        return 2
    if "--die" in sys.argv:
        print("cannot go on", file=sys.stderr)
        return 3
    answer(protocol=1, espy="fake", verb="rack", threads=1, inFlight=1, options={"grid": "auto"}, models=[], notes=[],
           limits={"bytes": MOST, "header": LONGEST})
    try:
        for name, shown, data in frames(sys.stdin.buffer):
            if data is not None and len(data) > MOST:
                error(name, "tooManyBytes", "too large")
                continue
            if data is None:
                try:
                    with open(shown, "rb") as file:
                        data = file.read()
                except OSError as failure:
                    error(name, "file", str(failure))
                    continue
            work(name, data, shown)
    except EOFError as failure:
        error(failure.args[0], "badFrame", "the input ends within a frame")
        return 2
    except (ValueError, KeyError, TypeError) as failure:
        error(None, "badFrame", str(failure))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
