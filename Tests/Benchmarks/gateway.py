"""A release build of the server for the benchmarks: started, set up, scanned; and readings from /proc."""

import atexit
import json
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("RONDO_PROGRAM", ROOT / ".build" / "release" / "rondo"))
TICKS = os.sysconf("SC_CLK_TCK")


class Gateway:
    """`music` is a folder. `arguments` are additional arguments of `rondo serve`. Without `analysis` no audio is analyzed."""

    def __init__(self, music, arguments=(), analysis=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rondo-benchmark-"))
        atexit.register(shutil.rmtree, self.folder, True)
        self.data = self.folder / "data"
        self.command = [PROGRAM, "serve", "--data", self.data, "--certs", self.folder / "certs", "--port", "0", "--music", music,
                        "--public", ROOT / "public", "--no-supervise", "--no-scan-on-start", *([] if analysis else ["--no-analysis"]), *arguments]
        setup = self.start()
        atexit.register(self.stop)
        self.authority = self.folder / "certs" / "rondo-ca.pem"
        self.context = ssl.create_default_context(cafile=str(self.authority))
        if setup:
            self.call("POST", "/api/v1/setup", {"token": setup, "username": "ada", "password": "a long-lasting tuning fork"})
        self.token = self.run("token", "add", "--user", "ada", "--label", "benchmark",
                              "--scopes", "read,write,administer,credentials").strip()

    def start(self):
        """Starts the process, also after `stop`. Returns the setup token if there is no account yet."""
        self.process = subprocess.Popen([str(part) for part in self.command], stdout=subprocess.PIPE, text=True)
        setup = None
        for line in self.process.stdout:
            if "/setup#" in line:
                setup = line.strip().split("#")[1]
            if line.startswith("ready "):
                self.url = line.split()[1]
                break
        self.port = int(self.url.rsplit(":", 1)[1])
        return setup

    def run(self, *arguments):
        return subprocess.run([str(PROGRAM), *arguments, "--data", str(self.data)], check=True, capture_output=True, text=True).stdout

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.url + path, method=method)
        request.add_header("Origin", self.url)
        if getattr(self, "token", None):
            request.add_header("Authorization", f"Bearer {self.token}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        with urllib.request.urlopen(request, data, context=self.context) as reply:
            content = reply.read()
        return json.loads(content) if content else None

    def scan(self):
        return json.loads(self.run("scan", "--wait", "--json"))

    def stop(self):
        self.process.terminate()
        self.process.wait()


def processor_seconds(*processes):
    """The user and system time of these processes."""
    total = 0
    for process in processes:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def resident_mebibytes(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def settle(process, seconds=5):
    """Waits until the process uses no processor time, for at most `seconds`."""
    end = time.monotonic() + seconds
    before = processor_seconds(process)
    while time.monotonic() < end:
        time.sleep(0.25)
        now = processor_seconds(process)
        if now == before:
            return
        before = now
