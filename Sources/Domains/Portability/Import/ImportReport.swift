package import Catalog

/// The findings of an import, with the outcomes, or the expected outcomes of a trial.
package struct ImportReport: Sendable, Equatable {
    package struct Count: Sendable, Equatable {
        package var added = 0
        package var present = 0
        package var unmatched = 0
        package var found: Int { added + present + unmatched }
    }

    /// The songs of one playlist of another service.
    package struct Playlist: Sendable, Equatable {
        package let name: String
        package var matched: [MatchCertainty: Int] = [:]
        package var awaited = 0
        package var present = 0
    }

    package static let shownUnmatched = 100
    package static let shownPlaylists = 500

    package var source: ImportSource?
    package var counts: [ImportKind: Count] = [:]
    /// The playlists of another service, in their order.
    package private(set) var playlists: [Playlist] = []
    private var places: [String: Int] = [:]
    /// The number of things without a name or a time.
    package var unreadable = 0
    /// The labels of the first unmatched things, each once.
    package private(set) var unmatched: [String] = []
    /// The same labels, for finding duplicates.
    private var seen = Set<String>()

    mutating func count(_ item: ImportItem, _ outcome: ImportOutcome) {
        var count = counts[item.kind, default: Count()]
        switch outcome {
        case .added, .matched: count.added += 1
        case .present: count.present += 1
        case .unmatched, .awaited:
            count.unmatched += 1
            if unmatched.count < Self.shownUnmatched, seen.insert(item.label).inserted { unmatched.append(item.label) }
        }
        counts[item.kind] = count
        countSong(item, outcome)
    }

    private mutating func countSong(_ item: ImportItem, _ outcome: ImportOutcome) {
        guard case .broughtSong(let name, _, _) = item else { return }
        if places[name] == nil, playlists.count < Self.shownPlaylists {
            places[name] = playlists.count
            playlists.append(Playlist(name: name))
        }
        guard let place = places[name] else { return }
        switch outcome {
        case .matched(let certainty): playlists[place].matched[certainty, default: 0] += 1
        case .awaited: playlists[place].awaited += 1
        case .present: playlists[place].present += 1
        case .added, .unmatched: break
        }
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
