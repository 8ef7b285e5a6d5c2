"""Filters the output of `swift test`: prints failures with their comments, one line for each suite, and the end.

With a file as argument, everything is also written there. If the run is cut off, prints the tests that had begun and not ended.
"""

import re
import sys

COLOR = re.compile(r"\x1b\[[0-9;]*m")
TEST = re.compile(r"^. Test (\".*\"|\S+\(.*?\)) (?:with .*? )?(started|passed|failed|skipped)")
KEPT = re.compile(r"^(✘ |✔ Suite |. Test run with |error: |Fatal error|.*: (error|fatal error): |Exited with|.*Sanitizer)")


def main(lines, log):
    begun, ended, quoting = {}, False, False
    for line in lines:
        if log:
            log.write(line)
        line = COLOR.sub("", line.rstrip("\n"))
        if match := TEST.match(line):
            name, state = match.groups()
            begun[name] = begun.get(name, 0) + (1 if state == "started" else -1 if state in ("passed", "failed") else 0)
        ended = ended or "Test run with" in line and not line.startswith("◇")
        # The lines of an issue follow it, up to the next marker.
        quoting = line.startswith("✘ ") if line[:2] in ("✘ ", "✔ ", "◇ ", "➜ ") else quoting
        if (KEPT.match(line) or quoting) and not line.startswith("◇"):
            print(line, flush=True)
    unfinished = sorted(name for name, count in begun.items() if count > 0)
    if not ended and unfinished:
        print("Begun and not ended:", *unfinished, sep="\n    ", flush=True)


main(sys.stdin, open(sys.argv[1], "a", encoding="utf-8", buffering=1) if len(sys.argv) > 1 else None)
