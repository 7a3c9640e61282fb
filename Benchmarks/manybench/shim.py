#!/usr/bin/env python3
"""Stands between a pool and a worker, and acts what no known photo does: frames of the bytes CRASH and HANG crash and hang.
All others go on to the worker as they are."""

import json
import os
import subprocess
import sys
import threading
import time

worker = subprocess.Popen([os.environ["ESPY_BINARY"], *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def pass_on() -> None:
    while line := worker.stdout.readline():
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    os._exit(worker.wait())


threading.Thread(target=pass_on, daemon=True).start()
while header := sys.stdin.buffer.readline():
    data = sys.stdin.buffer.read(json.loads(header).get("bytes", 0))
    if data == b"CRASH":
        worker.kill()
        os.abort()
    if data == b"HANG":
        # Not even signs of life: nothing more is read.
        time.sleep(600)
    worker.stdin.write(header + data)
    worker.stdin.flush()
worker.stdin.close()
time.sleep(600)
