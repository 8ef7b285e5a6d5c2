import HTTPSupport
import Portability

/// How far the caller's import is, and what became of it or would.
struct ImportBody: JSONWritable {
    private static let states = ["none", "examining", "ready", "running", "finished", "failed"]
    static let schema = Schema.object(
        required: [("state", .choice(states))],
        optional: [
            ("done", .integer), ("total", .integer), ("reason", .text), ("message", .text),
            (
                "report",
                .object(
                    required: [
                        (
                            "counts",
                            .array(
                                .object(
                                    required: [
                                        ("kind", .choice(ImportKind.allCases.map(\.rawValue))), ("found", .integer),
                                        ("added", .integer), ("present", .integer), ("unmatched", .integer),
                                    ], optional: []))
                        ), ("unreadable", .integer), ("unmatched", .array(.text)),
                    ], optional: [("source", .choice(ImportSource.allCases.map(\.rawValue)))])
            ),
        ])

    let state: ImportState?

    func write(to json: inout JSONWriter) {
        json.object { json in
            switch state {
            case nil: json.field("state", "none")
            case .examining(let found):
                json.field("state", "examining")
                json.field("done", found)
            case .ready(let report):
                json.field("state", "ready")
                Self.write(report, to: &json)
            case .running(let done, let total):
                json.field("state", "running")
                json.field("done", done)
                json.field("total", total)
            case .finished(let report):
                json.field("state", "finished")
                Self.write(report, to: &json)
            case .failed(let reason, let message):
                json.field("state", "failed")
                json.field("reason", reason)
                json.field("message", message)
            }
        }
    }

    private static func write(_ report: ImportReport, to json: inout JSONWriter) {
        json.key("report")
        json.object { json in
            json.field("source", report.source?.rawValue)
            json.key("counts")
            json.array(ImportKind.allCases.compactMap { kind in report.counts[kind].map { (kind, $0) } }) {
                json, entry in
                json.object { json in
                    json.field("kind", entry.0.rawValue)
                    json.field("found", entry.1.found)
                    json.field("added", entry.1.added)
                    json.field("present", entry.1.present)
                    json.field("unmatched", entry.1.unmatched)
                }
            }
            json.field("unreadable", report.unreadable)
            json.field("unmatched", report.unmatched)
        }
    }
}
