/// The findings of an import, with the outcomes, or the expected outcomes of a trial.
package struct ImportReport: Sendable, Equatable {
    package struct Count: Sendable, Equatable {
        package var added = 0
        package var present = 0
        package var unmatched = 0
        package var found: Int { added + present + unmatched }
    }

    package static let shownUnmatched = 100

    package var source: ImportSource?
    package var counts: [ImportKind: Count] = [:]
    /// The number of things without a name or a time.
    package var unreadable = 0
    /// The labels of the first unmatched things, each once.
    package private(set) var unmatched: [String] = []
    /// The same labels, for finding duplicates.
    private var seen = Set<String>()

    package init() {}

    mutating func count(_ item: ImportItem, _ outcome: ImportOutcome) {
        var count = counts[item.kind, default: Count()]
        switch outcome {
        case .added: count.added += 1
        case .present: count.present += 1
        case .unmatched:
            count.unmatched += 1
            if unmatched.count < Self.shownUnmatched, seen.insert(item.label).inserted { unmatched.append(item.label) }
        }
        counts[item.kind] = count
    }

    var found: Int { counts.values.reduce(0) { $0 + $1.found } }
}

/// The state of a user's import.
package enum ImportState: Sendable, Equatable {
    /// The file is being examined; `found` things were found so far.
    case examining(found: Int)
    /// The file was examined. The report contains the expected outcomes; nothing is changed yet.
    case ready(ImportReport)
    case running(done: Int, of: Int)
    case finished(ImportReport)
    /// The import failed, with the reason and the message of a problem document.
    case failed(reason: String, message: String)
}
