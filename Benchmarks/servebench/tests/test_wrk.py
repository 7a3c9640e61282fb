"""The output of wrk."""

import unittest

from servebench.contest import report
from servebench.wrk import Load, parsed

SAID = """Running 2s test @ http://localhost:1/
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     2.31ms    3.99ms  50.10ms   91.99%
    Req/Sec    26.98k    12.95k   52.53k    50%
  Latency Distribution
     50%  530.00us
     75%    1.10ms
     90%    2.00ms
     99%    1.25s
  53460 requests in 2.01s, 140.10MB read
  Socket errors: connect 0, read 1, write 2, timeout 4
  Non-2xx or 3xx responses: 10
Requests/sec:  26597.01
Transfer/sec:     69.70MB
"""


class Wrk(unittest.TestCase):
    def test_numbers(self):
        load = parsed(SAID, 0.5346)
        self.assertEqual((load.per_second, load.median_ms, load.p99_ms), (26597.01, 0.53, 1250.0))
        self.assertAlmostEqual(load.processor_us, 10)
        self.assertEqual(load.failures, 17)

    def test_quiet_server_has_no_failures(self):
        lines = [line for line in SAID.splitlines() if "errors" not in line and "Non-2xx" not in line]
        self.assertEqual(parsed("\n".join(lines), 1).failures, 0)

    def test_ratios_are_of_medians(self):
        own = [Load(rate, 1, 2, 10, 0) for rate in (10, 30, 1000)]
        other = [Load(rate, 1, 2, 20, 1) for rate in (60, 15, 1)]
        row = report({"page": {"espy": own, "nginx": other}}).splitlines()[-1]
        self.assertEqual([cell.strip() for cell in row.split("|")[1:-1]],
                         ["page", "nginx", "15", "2.00", "1.00", "2.00", "20.0", "0.50", "3"])
