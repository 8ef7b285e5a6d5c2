package import Catalog
package import HTTPSupport
import Primitives

struct LibraryBody: JSONWritable {
    let item: LibraryItem

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", item.library.id.rawValue)
            json.field("name", item.library.name)
            json.field("path", item.library.displayPath)
            json.field("trackCount", item.trackCount)
            json.field("problemCount", item.problemCount)
            json.field("lastScanAt", item.lastScanAt)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("name", .text), ("path", .text), ("trackCount", .integer), ("problemCount", .integer),
        ],
        optional: [("lastScanAt", .instant)])
}

struct LibraryProblemBody: JSONWritable {
    let problem: LibraryProblem

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", problem.id.rawValue)
            json.field("libraryId", problem.library.rawValue)
            json.field("path", problem.path.display)
            json.field("reason", problem.problem.reason.rawValue)
            json.field("detail", problem.problem.detail)
            json.field("foundAt", problem.foundAt)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("libraryId", .text), ("path", .text),
            ("reason", .choice(FileProblem.Reason.allCases.map(\.rawValue))), ("detail", .text), ("foundAt", .instant),
        ], optional: [])
}

/// A scan as far as it has come; also the data of the `scan` event.
package struct ScanBody: JSONWritable {
    private let scan: Scan

    package init(scan: Scan) {
        self.scan = scan
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", scan.id.rawValue)
            json.field("libraryId", scan.library?.rawValue)
            json.field("state", scan.state.rawValue)
            json.field("step", scan.step.rawValue)
            json.field("startedAt", scan.startedAt)
            json.field("finishedAt", scan.finishedAt)
            json.field("filesFound", scan.counts.filesFound)
            json.field("filesRead", scan.counts.filesRead)
            json.field("filesTotal", scan.counts.filesTotal)
            json.field("added", scan.counts.added)
            json.field("updated", scan.counts.updated)
            json.field("moved", scan.counts.moved)
            json.field("removed", scan.counts.removed)
            json.field("restored", scan.counts.restored)
            json.field("unchanged", scan.counts.unchanged)
            json.field("problems", scan.counts.problems)
            json.field("detail", scan.detail)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("state", .choice(Scan.State.allCases.map(\.rawValue))),
            ("step", .choice(Scan.Step.allCases.map(\.rawValue))), ("startedAt", .instant), ("filesFound", .integer),
            ("filesRead", .integer), ("added", .integer), ("updated", .integer), ("moved", .integer),
            ("removed", .integer),
            ("restored", .integer), ("unchanged", .integer), ("problems", .integer),
        ],
        optional: [("libraryId", .text), ("finishedAt", .instant), ("filesTotal", .integer), ("detail", .text)])
}
