import Portability
import Primitives
import Shelf

/// Imports folders of playlists, and the playlists' places in them.
extension ImportWriter {
    /// Adds the last folder of a path, with its id where that is a server's. A folder of the same name in the same folder
    /// counts as that folder, whatever its id. Folders of the path that were not imported are left out.
    func playlistFolder(_ path: [ImportedPlaylistFolder], _ at: Timestamp) throws -> ImportOutcome {
        guard let last = path.last else { return .unmatched }
        if let outcome = ImportRules.outcome(ofIDOf: try owner(of: last), for: user) { return outcome }
        let folders = PlaylistFolderTable(db)
        let parent = try folder(at: path.dropLast(), folders)
        do {
            let draft = try PlaylistFolderDraft(name: last.name, parent: parent)
            guard try folders.folder(named: draft.name, in: parent, of: user) == nil else { return .present }
            try folders.tree(of: user).checkAddition(to: parent)
            let id = hasServerIDs ? ID<PlaylistFolder>(last.id) : .make(at: instant)
            try folders.execute(.add(id, draft, of: user, at: past(at)))
            return .added
        } catch is DomainError { return .unmatched }
    }

    /// Puts a playlist that is in no folder into its own.
    func playlistPlace(_ place: ImportedPlaylistPlace) throws -> ImportOutcome {
        let folders = PlaylistFolderTable(db)
        let playlist =
            hasServerIDs
            ? ID<Playlist>(place.playlist)
            : try ImportedSongTable(db).playlist(named: place.playlist, from: source.rawValue, of: user)
        guard let playlist, try folders.reads(playlist, caller) else {
            return place.isOwn ? ImportRules.outcomeWithoutItem(isTrial: isTrial) : .unmatched
        }
        guard try folders.folder(holding: playlist, of: user) == nil else { return .present }
        guard let folder = try folder(at: place.path, folders) else {
            return ImportRules.outcomeWithoutItem(isTrial: isTrial)
        }
        try folders.execute(.put(playlist, into: folder, of: user))
        return .added
    }

    /// The user's own folder at the end of a path, as far as there is one.
    private func folder(
        at path: some Collection<ImportedPlaylistFolder>, _ folders: PlaylistFolderTable
    ) throws -> ID<PlaylistFolder>? {
        var place: ID<PlaylistFolder>?
        for step in path {
            if try owner(of: step) == user {
                place = ID(step.id)
            } else if let same = try folders.folder(named: step.name, in: place, of: user) {
                place = same
            }
        }
        return place
    }

    /// The owner of the folder that has a folder's id; nil where none has, as with ids of other services.
    private func owner(of folder: ImportedPlaylistFolder) throws -> ID<Person>? {
        hasServerIDs ? try owner(of: folder.id, in: "playlist_folder") : nil
    }

    /// Whether ids of folders and playlists are those of a server like this one.
    private var hasServerIDs: Bool { source == .rondo }
}
