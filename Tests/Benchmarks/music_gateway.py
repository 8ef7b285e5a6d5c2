"""A server whose library is real, analyzed music."""

import os
import pathlib
import shutil
import sqlite3
import tempfile
import time

from gateway import Gateway, processor_seconds

PATIENCE = 4 * 3600  # seconds


class MusicGateway(Gateway):
    """`files` maps names, which become the file names in the library, to paths. The analysis has finished when this object is created.

    `processor_seconds` is the analysis's processor time in all processes, `seconds` its duration, and `ids` maps names to track ids.
    """

    def __init__(self, files, arguments=()):
        self.library = tempfile.TemporaryDirectory(prefix="rondo-music-")
        for name, path in files.items():
            target = pathlib.Path(self.library.name) / f"{name}{pathlib.Path(path).suffix.lower()}"
            try:
                os.link(path, target)
            except OSError:
                shutil.copy(path, target)
        super().__init__(self.library.name, ["--analysis-rest", "1", *arguments], analysis=True)
        self.scan()
        began, used = time.monotonic(), self.spent()
        while (progress := self.call("GET", "/api/v1/analysis"))["pending"]:
            if time.monotonic() - began > PATIENCE:
                raise TimeoutError(f"The analysis has not ended: {progress}")
            time.sleep(0.5)
        self.seconds, self.processor_seconds = time.monotonic() - began, self.spent() - used
        self.ids = {}
        with sqlite3.connect(f"file:{self.data}/rondo.sqlite?mode=ro", uri=True) as database:
            for track, name in database.execute("SELECT id, name FROM track"):
                self.ids[track] = pathlib.Path(os.fsdecode(name)).stem
        while (coverage := self.call("GET", "/api/v1/recognitions/coverage"))["analyzed"] < coverage["total"] - progress["failed"]:
            time.sleep(0.2)

    def spent(self):
        """The processor time of the server and of its ended child processes."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return processor_seconds(self.process.pid) + (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def index_bytes(self):
        return sum(path.stat().st_size for path in (self.data / "recognition").rglob("*") if path.is_file())

    def database(self):
        return sqlite3.connect(f"file:{self.data}/rondo.sqlite?mode=ro", uri=True)
