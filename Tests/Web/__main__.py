"""Tests the pages in a real browser. Usage: Scripts/test-web [--accept] [--times] [--all-photos] [NAME…]"""
import argparse
import sys
import time
import unittest
from pathlib import Path

from support import session

FOLDER = Path(__file__).resolve().parent


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
    parser.add_argument("--verbose", "-v", action="store_true", help="name each test")
    return parser.parse_args()


def main():
    options = arguments()
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in options.names] or None
    tests = loader.discover(str(FOLDER), top_level_dir=str(FOLDER))
    shared = session.begin(options.accept, options.all_photos)
    try:
        result = unittest.TextTestRunner(resultclass=TimedResult, verbosity=2 if options.verbose else 1).run(tests)
    finally:
        shared.close()
    if options.times:
        for seconds, name in sorted(result.times, reverse=True)[:20]:
            print(f"{seconds:6.1f} s  {name}", file=sys.stderr)
    # Nothing run is nothing shown: a name that fits no test is a mistake.
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
