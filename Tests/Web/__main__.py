"""Tests the pages in a real browser: Scripts/test-web runs it."""
import argparse
import os
import subprocess
import sys
import time
import unittest
from pathlib import Path

from support import session

FOLDER = Path(__file__).resolve().parent
# More than this is no matter of patience.
MOST_REPEATED = 8
# How a number of a group is written into a pipe: all are as long, so that each read takes one.
NUMBER = "%4d"
# These look at the photos of the gallery, too.
TOGETHER = {"languages": "gallery"}


class Share(unittest.TestSuite):
    """The groups of tests that one of several processes takes from a pipe, each when it is done with the last."""

    # Unittest lets go of a test by its place in the list, and here is none.
    _cleanup = False

    def __init__(self, groups, pipe):
        super().__init__()
        self.groups, self.pipe = groups, pipe

    def __iter__(self):
        while number := os.read(self.pipe, len(NUMBER % 0)):
            yield from self.groups[int(number)]


class TimedResult(unittest.TextTestResult):
    """Knows the tests and how long each took, and says at once what failed: a run takes minutes."""

    def __init__(self, *options, **more):
        super().__init__(*options, **more)
        self.known, self.times = {}, []

    def startTest(self, test):
        self.began = time.monotonic()
        self.known[test.id()] = test
        super().startTest(test)

    def stopTest(self, test):
        self.times.append((time.monotonic() - self.began, test.id()))
        super().stopTest(test)

    def addError(self, test, err):
        super().addError(test, err)
        self.tell(test, err)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.tell(test, err)

    def tell(self, test, err):
        reason = str(err[1]).strip().splitlines()[:4]
        self.stream.writeln("\n".join([f"\n{test.id()}:", *reason]))
        self.stream.flush()


def arguments():
    parser = argparse.ArgumentParser(prog="Scripts/test-web", description="Tests the pages in a real browser.")
    parser.add_argument("names", nargs="*", help="parts of the names of the tests to run; all without any")
    parser.add_argument("--accept", action="store_true", help="take how pages look now as how they should")
    parser.add_argument("--all-photos", action="store_true", help="compare all real photos with the command line")
    parser.add_argument("--times", action="store_true", help="tell the slowest tests")
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--jobs", type=int, default=min(2, cores), help="browsers at the same time")
    parser.add_argument("--pipe", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--verbose", "-v", action="store_true", help="name each test")
    return parser.parse_args()


def flat(tests):
    """All tests of a suite, one after the other."""
    for test in tests:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


def wanted(names, jobs):
    """
    The tests with one of these parts in their names, in groups that one process runs: those of one story, for they look
    at the same photos, and a server counts each only once. The largest comes first: what takes long is not begun last,
    when there is nothing left to do beside it. Where there are fewer stories than processes, each class is a group.
    """
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in names] or None
    stories, classes = {}, {}
    for test in flat(loader.discover(str(FOLDER), top_level_dir=str(FOLDER))):
        # As in test_gallery_pages.
        story = test.id().split(".")[0].split("_")[1]
        stories.setdefault(TOGETHER.get(story, story), []).append(test)
        classes.setdefault(type(test), []).append(test)
    groups = stories if len(stories) >= jobs else classes
    return sorted(groups.values(), key=len, reverse=True)


def run(options, suite):
    """
    Whether all went well. What failed is tried once more with a new browser and a new server: on a busy machine a page
    may take longer than anybody waits. What fails twice is broken.
    """
    failed = attempt(options, suite)
    if not 0 < len(failed) <= MOST_REPEATED or options.accept:
        return not failed
    print("once more:", *(test.id() for test in failed), sep="\n  ", file=sys.stderr)
    return not attempt(options, unittest.TestSuite(failed))


def attempt(options, suite):
    """Runs tests once. Returns those that failed."""
    shared = session.begin(options.accept, options.all_photos)
    try:
        result = unittest.TextTestRunner(resultclass=TimedResult, verbosity=2 if options.verbose else 1).run(suite)
    finally:
        shared.close()
    if options.times:
        for seconds, name in sorted(result.times, reverse=True)[:20]:
            print(f"{seconds:6.1f} s  {name}", file=sys.stderr)
    # A part of a test is no test, so it is the whole of it that failed.
    broken = {getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors}
    known = [test for name, test in result.known.items() if name in broken]
    if len(known) < len(broken) or result.unexpectedSuccesses:
        raise SystemExit(1)
    return known


def run_parts(jobs, groups):
    """Each part has a browser and a server of its own. Whether all went well."""
    read, write = os.pipe()
    os.write(write, "".join(NUMBER % at for at in range(len(groups))).encode())
    os.close(write)
    command = [sys.executable, *sys.argv, "--pipe", str(read)]
    parts = [subprocess.Popen(command, pass_fds=[read]) for _ in range(jobs)]
    return all([part.wait() == 0 for part in parts])


def main():
    options = arguments()
    groups = wanted(options.names, options.jobs)
    if not groups:
        # Nothing run is nothing shown: a name that fits no test is a mistake.
        print("Scripts/test-web: no test has such a name", file=sys.stderr)
        return 2
    # What is accepted is written down by one alone.
    jobs = 1 if options.accept else min(max(options.jobs, 1), len(groups))
    if options.pipe is not None:
        return 0 if run(options, Share(groups, options.pipe)) else 1
    all_tests = unittest.TestSuite(test for group in groups for test in group)
    return 0 if (run_parts(jobs, groups) if jobs > 1 else run(options, all_tests)) else 1


if __name__ == "__main__":
    sys.exit(main())
