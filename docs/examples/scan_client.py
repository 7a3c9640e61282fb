"""Has Espy read a photo of a box, and prints its table. Needs nothing but Python.

Usage: python3 scan_client.py ADDRESS PHOTO [NAME=VALUE…], such as container=96 table=limber.
A token of "espy tokens new --scope scan" is taken from ESPY_TOKEN.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def ask(address, data=None):
    """The answer to a request, with its headers."""
    request = urllib.request.Request(address, data=data, headers={"Content-Type": "application/octet-stream"})
    if token := os.environ.get("ESPY_TOKEN"):
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        return answer.status, answer.headers, answer.read()


def scan(server, photo, **options):
    """The table of the box in a photo, and whether nothing in it is unread or in doubt."""
    query = urllib.parse.urlencode(options)
    with open(photo, "rb") as file:
        status, headers, body = ask(f"{server}api/v1/scan?{query}", file.read())
    if status == 200:
        return body.decode(), headers["Espy-Complete"] == "true"
    # It takes longer than was waited: the job goes on, and its result is in the history.
    job = json.loads(body)
    while job["state"] in ("queued", "running"):
        time.sleep(1)
        job = json.loads(ask(f"{server}api/v1/jobs/{job['id']}")[2])
    raise SystemExit(f"read too late; the entry is {job.get('entry', {}).get('id')}, its state {job['state']}")


def main():
    server, photo, *words = sys.argv[1:]
    try:
        table, is_sure = scan(server, photo, **dict(word.split("=", 1) for word in words))
    except urllib.error.HTTPError as error:
        problem = json.loads(error.read())
        raise SystemExit(f"{problem['title']} {problem.get('detail', '')}") from error
    sys.stdout.write(table)
    return 0 if is_sure else 1


if __name__ == "__main__":
    sys.exit(main())
