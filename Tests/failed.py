"""Reads the events of a test run: says on standard error what failed, and prints a filter that runs just that again.

Ends with 1 when there is nothing to be tried again: the run did not come to its end, or more failed than a busy machine explains.
"""

import json
import re
import sys

MOST = 3


def events(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            try:
                record = json.loads(line)
            except ValueError:
                return  # The run was cut off while it wrote.
            if record["kind"] == "event":
                yield record["payload"]


def main(path):
    failures, ended = {}, False
    for event in events(path):
        ended = ended or event["kind"] == "runEnded"
        if event["kind"] == "issueRecorded" and event["issue"].get("isFailure", not event["issue"]["isKnown"]):
            failures.setdefault(event.get("testID", ""), []).append(
                " ".join(message["text"] for message in event["messages"]))
    for test, messages in failures.items():
        print(f"FAILED {test}", *messages[:3], sep="\n    ", file=sys.stderr)
    names = [test.rpartition("/")[0] for test in failures]
    if not ended or not 0 < len(names) <= MOST or not all(names):
        sys.exit(1)
    print("|".join(f"^{re.escape(name)}" for name in names))


main(sys.argv[1])
