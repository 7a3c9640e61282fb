#!/usr/bin/env python3
"""Sits between a pool and a worker, and does what no known photo does: frames with the bytes CRASH and HANG crash and
hang. All others are forwarded to the worker unchanged."""

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
        # Not even heartbeats: nothing more is read.
        time.sleep(600)
    worker.stdin.write(header + data)
    worker.stdin.flush()
worker.stdin.close()
time.sleep(600)
