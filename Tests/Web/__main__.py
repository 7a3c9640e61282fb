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
# With more than this, patience does not help.
MOST_REPEATED = 8
# The format of a group's number in a pipe. All have the same length, so that each read takes one.
NUMBER = "%4d"
# These look at the photos of the gallery, too.
TOGETHER = {"languages": "gallery"}


class Share(unittest.TestSuite):
    """Groups of tests that several processes take from a pipe, each one when it has finished the last."""

    # unittest drops finished tests by their index in the list, and there is no list here.
    _cleanup = False

    def __init__(self, groups, pipe):
        super().__init__()
        self.groups, self.pipe = groups, pipe

    def __iter__(self):
        while number := os.read(self.pipe, len(NUMBER % 0)):
            yield from self.groups[int(number)]


class TimedResult(unittest.TextTestResult):
    """Knows the tests and their durations, and reports failures immediately, because a run takes minutes."""

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
    Returns the tests with one of these parts in their names, in groups for one process each. Tests of one story stay
    together because they use the same photos, and a server counts each only once. The largest group comes first, so
    that no long one begins when everything else is done. With fewer stories than processes, each class is a group.
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
    Returns whether all tests passed. Failed tests are tried once more with a new browser and a new server, because a
    page may time out on a busy machine. A test that fails twice is broken.
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
    # A subtest is not a test, so the whole test failed.
    broken = {getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors}
    known = [test for name, test in result.known.items() if name in broken]
    if len(known) < len(broken) or result.unexpectedSuccesses:
        raise SystemExit(1)
    return known


def run_parts(jobs, groups):
    """Gives each part its own browser and server. Returns whether all tests passed."""
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
        # An empty run proves nothing: a name that matches no test is a mistake.
        print("Scripts/test-web: no test has such a name", file=sys.stderr)
        return 2
    # Only one process may write accepted screenshots.
    jobs = 1 if options.accept else min(max(options.jobs, 1), len(groups))
    if options.pipe is not None:
        return 0 if run(options, Share(groups, options.pipe)) else 1
    all_tests = unittest.TestSuite(test for group in groups for test in group)
    return 0 if (run_parts(jobs, groups) if jobs > 1 else run(options, all_tests)) else 1


if __name__ == "__main__":
    sys.exit(main())
