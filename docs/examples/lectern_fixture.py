"""pytest fixtures for a Lectern of its own: copy this file beside your tests as conftest.py.

`npm install lectern` (or the path of its tarball) in the folder that the tests run in; nothing else is needed.
"""

import json
import subprocess
import urllib.error
import urllib.request

import pytest


class Lectern:
    """A running Lectern with everything in memory."""

    def __init__(self, *args, users=("alice",)):
        command = ["npx", "--no-install", "lectern", "serve", "--memory", "--control", "--json", "--quiet"]
        command += ["--port", "0", "--end-with-stdin", *args]
        for user in users:
            command += ["--user", user]
        # It stops when its standard input ends, so it never outlives this process.
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = json.loads(self.process.stdout.readline() or "{}")
        if line.get("event") != "listening":
            raise RuntimeError(line.get("message", "Lectern did not start."))
        self.url = line["url"]
        self.tokens = line["tokens"]
        self._control = line["control"]

    def control(self, method, path, body=None):
        """Sends a request to control, such as ("POST", "clock/advance", {"seconds": 60})."""
        request = urllib.request.Request(
            self._control["url"] + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": "Key " + self._control["key"], "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.code} {error.read().decode()}") from None

    def reset(self, snapshot=None):
        """Brings back the state at the start, or a snapshot."""
        return self.control("POST", "reset", {} if snapshot is None else {"snapshot": snapshot})

    def close(self):
        self.process.stdin.close()
        self.process.wait()


@pytest.fixture(scope="session")
def lectern_server():
    """One server for all tests."""
    server = Lectern()
    yield server
    server.close()


@pytest.fixture
def lectern(lectern_server):
    """The server in the state at its start."""
    lectern_server.reset()
    return lectern_server
