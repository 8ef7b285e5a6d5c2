"""Reads the events of test runs (one file for each part): prints the failed tests, and the skipped ones with the reason.

    Tests/summary.py [--all] FILE ...      exits with 1 if a test failed or did not end, with --all also if one was skipped;
                                           for a FILE-first, whose failures were retried, only skipped tests count
    Tests/summary.py --failed FILE         prints a filter for the failed tests; exits with 1 if there are none or too many, or if the run did not end
"""

import collections
import json
import re
import sys

MOST = 5
REASON = re.compile(r'skipped: "(.*)"$')


def events(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            try:
                record = json.loads(line)
            except ValueError:
                return  # The run was cut off while it wrote.
            if record["kind"] == "event":
                yield record["payload"]


def summarize(paths, everything):
    failures, skipped, unended = {}, collections.defaultdict(set), []
    for path in paths:
        ended = is_first = path.endswith("-first")
        for event in events(path):
            test = event.get("testID", "")
            if event["kind"] == "runEnded":
                ended = True
            elif event["kind"] == "issueRecorded" and event["issue"].get("isFailure", not event["issue"]["isKnown"]) and not is_first:
                failures.setdefault(test, []).append(" ".join(message["text"] for message in event["messages"]))
            elif event["kind"] == "testSkipped" and "/" in test:
                text = event["messages"][0]["text"]
                reason = REASON.search(text)
                skipped[reason[1] if reason else "switched off in its source"].add(test.split("/")[0])
        if not ended:
            unended.append(path)
    for test, messages in failures.items():
        print(f"FAILED {test}", *messages[:3], sep="\n    ", file=sys.stderr)
    for path in unended:
        print(f"Not ended: {path}", file=sys.stderr)
    for reason, suites in sorted(skipped.items()):
        print(f"Not run: {', '.join(sorted(suites))}: {reason}", file=sys.stderr)
    return 1 if failures or unended or (everything and skipped) else 0


def failed(path):
    names, ended = set(), False
    for event in events(path):
        ended = ended or event["kind"] == "runEnded"
        if event["kind"] == "issueRecorded" and event["issue"].get("isFailure", not event["issue"]["isKnown"]):
            names.add(event.get("testID", "").rpartition("/")[0])
    if not ended or not 0 < len(names) <= MOST or "" in names:
        return 1
    print("|".join(f"^{re.escape(name)}" for name in sorted(names)))
    return 0


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if "--failed" in sys.argv:
        sys.exit(failed(arguments[0]))
    else:
        sys.exit(summarize(arguments, "--all" in sys.argv))
