"""Ctrl-C ends a computation within a second, wherever it is, and the process goes on or ends as it should; the GIL is
free meanwhile."""
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
import tertium

LONG = {
    "an embedding": "tertium.TSTE(restarts=10000, n_jobs=1).fit('car')",
    "a linkage": "tertium.FourAL(n_jobs=1).fit(triplets(600, 200000))",
    "answers by the million": "tertium.FourAL(n_jobs=1).fit(many)",
    "support": "tertium.FourKAL(n_jobs=2).fit('car').bootstrap_support(10**6, verbose=True)",
}
PROGRAM = """
import sys, time
import numpy as np
import tertium

def triplets(n, m):
    rng = np.random.default_rng(1)
    return np.array([rng.choice(n, 3, replace=False) for _ in range(200)] * (m // 200))

{before}
print("ready", flush=True)
begin = time.monotonic()
try:
    while True:
        {work}
except KeyboardInterrupt:
    print("interrupted", len(tertium.AddS3AL().fit("car").labels_), flush=True)
"""


class Interrupt(unittest.TestCase):
    def test_it_ends_within_a_second(self):
        for name, work in LONG.items():
            with self.subTest(name):
                line = [sys.executable, "-c", PROGRAM.format(work=work, before="many = tertium.answers(triplets(600, 3_000_000))" if "many" in work else "")]
                with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
                    self.assertEqual(child.stdout.readline(), "ready\n")
                    time.sleep(4.0 if "verbose" in work else 1.0)  # progress is told of what has begun: on a busy machine, late
                    sent = time.monotonic()
                    child.send_signal(signal.SIGINT)
                    self.assertEqual(child.stdout.readline(), "interrupted 60\n")
                    self.assertLess(time.monotonic() - sent, 3.0)  # one, on a machine with nothing else to do
                    self.assertEqual(child.wait(timeout=20), 0)
                    if "many" in work:  # Python waits for what did not notice; two, on a machine with nothing else to do
                        self.assertLess(time.monotonic() - sent, 6.0)
                    self.assertRegex(child.stderr.read(), r"/1000000 trees, .* took .*\n\Z" if "verbose" in work else r"\A\Z")

    def test_other_threads_run_meanwhile(self):
        ended = threading.Event()

        def work():
            tertium.TSTE(restarts=10, n_jobs=1).fit("car")
            ended.set()

        thread = threading.Thread(target=work)
        thread.start()
        steps = 0
        while not ended.is_set():
            time.sleep(0.001)
            steps += 1
        thread.join()
        self.assertGreater(steps, 10)

    def test_after_a_fork(self):
        tertium.FourKAL(n_jobs=2).fit("car")
        child = os.fork()
        if child == 0:
            same = tertium.FourKAL(n_jobs=2).fit("car").linkage_.tobytes()
            os._exit(0 if same == tertium.FourKAL(n_jobs=1).fit("car").linkage_.tobytes() else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


if __name__ == "__main__":
    unittest.main()
