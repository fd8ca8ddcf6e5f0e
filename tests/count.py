# SPDX-License-Identifier: MIT
"""The counters of tests/test.h for test programs in Python."""


class Counter:
    def __init__(self):
        self.passed = self.failed = self.trials = self.wrong = 0
        self.bad = None  # of the open test; None = none is open
        self.names = {}  # of tests whose trials are mixed: whether all were good

    def begin(self):
        """What is checked until end() are trials of one test."""
        self.bad = 0

    def check(self, good):
        """A trial of the open test, else a test of its own."""
        if self.bad is not None:
            self.trials += 1
            self.wrong += not good
            self.bad += not good
        elif good:
            self.passed += 1
        else:
            self.failed += 1
        return bool(good)

    def end(self):
        self.passed += not self.bad
        self.failed += bool(self.bad)
        self.bad = None

    def trial(self, name, good):
        """A trial of the test of this name."""
        self.trials += 1
        self.wrong += not good
        self.names[name] = self.names.get(name, True) and bool(good)
        return bool(good)

    def faults(self):
        return self.failed + self.wrong

    def close(self, name):
        """Prints the last lines; returns the exit status."""
        self.passed += sum(self.names.values())
        self.failed += len(self.names) - sum(self.names.values())
        if self.trials:
            print(f"{name}: {self.passed + self.failed} tests, {self.trials} trials")
        print(f"{self.passed} passed, {self.failed} failed")
        return self.failed != 0
