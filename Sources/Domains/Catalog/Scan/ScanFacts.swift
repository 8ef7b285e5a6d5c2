package import Primitives

/// What those who look after libraries hear of a scan's begin and end, whichever process runs it. How far it has come is not kept.
package enum ScanFacts {
    package static func changed(_ scan: Scan) -> Event {
        var data: [String: Event.Value] = ["id": .text(scan.id.rawValue), "state": .text(scan.state.rawValue)]
        data["library"] = scan.library.map { .text($0.rawValue) }
        return Event("scans", to: .may(.manageLibraries), data)
    }
}
