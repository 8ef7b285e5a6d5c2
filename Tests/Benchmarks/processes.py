#!/usr/bin/env python3
"""The memory of every process of a supervised server that has scanned a library and is idle since: `processes.py [COUNT] [--seconds N]`.

RSS counts shared pages once per process. PSS divides them among the processes, so each has its part of the program's code."""

import argparse
import pathlib
import re
import tempfile
import time

import library
from gateway import Gateway


class Supervised(Gateway):
    def start(self):
        self.command.remove("--no-supervise")
        return super().start()


def below(process):
    """The process and all of its descendants."""
    found = [process]
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += below(int(child))
    return found


def role(process):
    words = pathlib.Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace").split("\0")
    return words[1] if len(words) > 1 else words[0]


def memory(process):
    """In MiB: resident memory, its proportional share, and private modified pages."""
    text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    return [int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) / 1024 for name in ("Rss", "Pss", "Private_Dirty")]


def show(moment, process):
    total = [0, 0, 0]
    print(f"{moment:34}{'RSS':>8}{'PSS':>8}{'own':>8}  MiB")
    for number, one in enumerate(below(process)):
        amounts = memory(one)
        total = [sum(pair) for pair in zip(total, amounts)]
        name = "supervisor" if number == 0 else role(one)
        print(f"  {name:32}" + "".join(f"{amount:8.1f}" for amount in amounts))
    print(f"  {'together':32}" + "".join(f"{amount:8.1f}" for amount in total), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=20000)
    parser.add_argument("--seconds", type=int, default=90, help="how long nothing happens")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        music = pathlib.Path(folder) / "music"
        library.write(music, options.count)
        gateway = Supervised(music)
        show("started", gateway.process.pid)
        gateway.scan()
        show(f"{options.count} files scanned", gateway.process.pid)
        time.sleep(options.seconds)
        show(f"{options.seconds} s later", gateway.process.pid)


main()
