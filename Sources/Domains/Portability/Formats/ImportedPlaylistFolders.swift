package import Primitives

/// A folder of playlists, by its id on the exporting server, or in the file of another service.
package struct ImportedPlaylistFolder: Sendable, Equatable {
    package let id: String
    package let name: String
}

/// The folder that a playlist is in.
package struct ImportedPlaylistPlace: Sendable, Equatable {
    /// Its id on the exporting server; its name at another service, by which it is known here.
    package let playlist: String
    package let name: String
    /// Whether the playlist is the user's own, and so in the export too.
    package let isOwn: Bool
    /// The folder, after those that it is in, from the top.
    package let path: [ImportedPlaylistFolder]
}

/// The folders of playlists in one export, which come in any order.
struct ImportedPlaylistFolders {
    /// More than a server lets a user have. What exceeds it is unreadable.
    private static let most = 1000
    private static let deepest = 10

    private struct Row {
        let folder: ImportedPlaylistFolder
        let parent: String?
        let at: Timestamp
    }

    private var rows: [String: Row] = [:]

    /// Returns false for one too many, and for an id that is taken.
    mutating func add(_ folder: ImportedPlaylistFolder, in parent: String?, at instant: Timestamp) -> Bool {
        guard rows.count < Self.most, rows[folder.id] == nil else { return false }
        rows[folder.id] = Row(folder: folder, parent: parent, at: instant)
        return true
    }

    /// The way from the top to a folder. A folder that the export lacks, or that would be within itself, is left out
    /// with everything above it. Empty for a folder that the export lacks, and for one that is deeper than any
    /// server's.
    func path(to id: String) -> [ImportedPlaylistFolder] {
        var path: [ImportedPlaylistFolder] = []
        var next: String? = id
        while let id = next, let row = rows[id], !path.contains(row.folder) {
            guard path.count < Self.deepest else { return [] }
            path.append(row.folder)
            next = row.parent
        }
        return path.reversed()
    }

    /// Every folder after those that it is in, the oldest first of those that are equally deep.
    var items: [ImportItem] {
        rows.values.map { (path: path(to: $0.folder.id), at: $0.at) }.filter { !$0.path.isEmpty }
            .sorted { ($0.path.count, $0.at, $0.path.last?.id ?? "") < ($1.path.count, $1.at, $1.path.last?.id ?? "") }
            .map { .playlistFolder(path: $0.path, at: $0.at) }
    }
}
