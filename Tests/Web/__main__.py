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


class TimedResult(unittest.TextTestResult):
    """Knows how long each test took, and says at once what failed: a run takes minutes."""

    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.times = [*getattr(self, "times", []), (time.monotonic() - self.began, test.id())]
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
    parser.add_argument("--part", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--verbose", "-v", action="store_true", help="name each test")
    return parser.parse_args()


def flat(tests):
    """All tests of a suite, one after the other."""
    for test in tests:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


def wanted(names):
    """The tests with one of these parts in their names, by their classes."""
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in names] or None
    classes = {}
    for test in flat(loader.discover(str(FOLDER), top_level_dir=str(FOLDER))):
        classes.setdefault(test.id().rsplit(".", 1)[0], []).append(test)
    return list(classes.values())


def run(options, classes):
    """
    Whether all went well. What failed is tried once more with a new browser and a new server: on a busy machine a page
    may take longer than anybody waits. What fails twice is broken.
    """
    failed = attempt(options, [test for tests in classes for test in tests])
    if not 0 < len(failed) <= MOST_REPEATED or options.accept:
        return not failed
    print("once more:", *(test.id() for test in failed), sep="\n  ", file=sys.stderr)
    return not attempt(options, failed)


def attempt(options, tests):
    """Runs tests once. Returns those that failed."""
    shared = session.begin(options.accept, options.all_photos)
    try:
        result = unittest.TextTestRunner(resultclass=TimedResult, verbosity=2 if options.verbose else 1).run(
            unittest.TestSuite(tests))
    finally:
        shared.close()
    if options.times:
        for seconds, name in sorted(result.times, reverse=True)[:20]:
            print(f"{seconds:6.1f} s  {name}", file=sys.stderr)
    # A part of a test is no test, so it is the whole of it that failed.
    broken = {getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors}
    known = [test for test in tests if test.id() in broken]
    if len(known) < len(broken) or result.unexpectedSuccesses:
        raise SystemExit(1)
    return known


def run_parts(jobs):
    """Each part has a browser and a server of its own. Whether all went well."""
    parts = [subprocess.Popen([sys.executable, *sys.argv, "--part", str(part)]) for part in range(jobs)]
    return all([part.wait() == 0 for part in parts])


def main():
    options = arguments()
    classes = wanted(options.names)
    if not classes:
        # Nothing run is nothing shown: a name that fits no test is a mistake.
        print("Scripts/test-web: no test has such a name", file=sys.stderr)
        return 2
    # What is accepted is written down by one alone.
    jobs = 1 if options.accept else min(max(options.jobs, 1), len(classes))
    if options.part is not None:
        return 0 if run(options, classes[options.part::jobs]) else 1
    return 0 if (run_parts(jobs) if jobs > 1 else run(options, classes)) else 1


if __name__ == "__main__":
    sys.exit(main())
