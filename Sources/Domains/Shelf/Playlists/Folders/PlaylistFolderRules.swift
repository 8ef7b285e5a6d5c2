package import Primitives

/// The limits of folders of playlists, and the check of their names.
package enum PlaylistFolderRules {
    package static let mostPerPerson = 200
    /// The greatest number of folders on the way from the list to a playlist.
    package static let mostDeep = 3
    package static let longestName = 100

    /// A name on one line.
    static func name(_ text: String) throws(DomainError) -> String {
        let name = PlainText.line(text)
        guard (1...longestName).contains(name.unicodeScalars.count), PlainText.isVisible(name) else {
            throw .invalid("A name has 1 to \(longestName) visible characters", field: "name")
        }
        return name
    }
}

/// The folders of one user, as far as it matters for their places: the parent of each, nil for none.
package struct PlaylistFolderTree: Sendable, Equatable {
    private let parents: [ID<PlaylistFolder>: ID<PlaylistFolder>?]

    package init(_ parents: [ID<PlaylistFolder>: ID<PlaylistFolder>?]) {
        self.parents = parents
    }

    package func contains(_ folder: ID<PlaylistFolder>) -> Bool { parents.keys.contains(folder) }

    /// The folder that `folder` is in.
    package func parent(of folder: ID<PlaylistFolder>) -> ID<PlaylistFolder>? { parents[folder] ?? nil }

    /// Throws `conflict` if the user has as many folders as are allowed, and as `checkPlace` does.
    package func checkAddition(to parent: ID<PlaylistFolder>?) throws(DomainError) {
        guard parents.count < PlaylistFolderRules.mostPerPerson else { throw .tooManyPlaylistFolders }
        try checkPlace(in: parent, height: 1)
    }

    /// Throws `conflict` with reason `folder_in_itself` if `parent` is `folder` or within it, and as `checkPlace` does.
    package func checkMove(of folder: ID<PlaylistFolder>, to parent: ID<PlaylistFolder>?) throws(DomainError) {
        if let parent {
            guard contains(parent) else { throw .unknownParentFolder }
            guard !path(to: parent).contains(folder) else { throw .folderInItself }
        }
        try checkPlace(in: parent, height: height(of: folder))
    }

    /// Throws `invalid` if there is no folder `parent`, and `conflict` with reason `folders_too_deep` if folders of
    /// this height would stand too deep in it.
    private func checkPlace(in parent: ID<PlaylistFolder>?, height: Int) throws(DomainError) {
        guard let parent else { return }
        guard contains(parent) else { throw .unknownParentFolder }
        guard path(to: parent).count + height <= PlaylistFolderRules.mostDeep else { throw .foldersTooDeep }
    }

    /// The folder, the folder that it is in, and so on.
    private func path(to folder: ID<PlaylistFolder>) -> [ID<PlaylistFolder>] {
        var path = [folder]
        while let next = parent(of: path[path.count - 1]), !path.contains(next) { path.append(next) }
        return path
    }

    /// The number of levels of `folder` with what is in it: 1 if there is no folder in it.
    private func height(of folder: ID<PlaylistFolder>) -> Int {
        let paths = parents.keys.lazy.map { path(to: $0) }
        return paths.compactMap { $0.firstIndex(of: folder) }.max().map { $0 + 1 } ?? 1
    }
}

extension DomainError {
    package static let noPlaylistFolder = notFound("There is no such folder")
    /// Thrown for the folder that another folder is to be put into.
    package static let unknownParentFolder = invalid(
        "There is no such folder", field: "parentId", reason: "folder_not_found")
    package static let folderInItself = DomainError(
        .conflict, "A folder cannot be put into itself. Choose another one", reason: "folder_in_itself",
        field: "parentId")
    package static let foldersTooDeep = DomainError(
        .conflict, "Folders are at most \(PlaylistFolderRules.mostDeep) deep. Choose another one",
        reason: "folders_too_deep", field: "parentId")
    package static let tooManyPlaylistFolders = DomainError(
        .conflict, "A user has at most \(PlaylistFolderRules.mostPerPerson) folders of playlists",
        reason: "too_many_folders")
}
