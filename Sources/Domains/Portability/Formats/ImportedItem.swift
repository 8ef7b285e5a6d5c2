package import Primitives

/// Something that a person kept on their shelf.
package struct ImportedItem: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case track(NamedTrack)
        case album
        /// What was typed in.
        case entry(genre: String, durationMilliseconds: Int64?)
    }

    /// As the gateway knows it that this comes from.
    package struct Folder: Sendable, Equatable {
        package let id: String
        package let name: String

        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    package let id: String
    package let content: Content
    package let title: String
    package let artist: String
    package let comment: String
    /// Of an entry; that of a track or an album comes with the ratings.
    package let halfStars: Int?
    package let folder: Folder?
    package let at: Timestamp

    package init(
        id: String, _ content: Content, title: String, artist: String, comment: String = "", halfStars: Int? = nil,
        folder: Folder? = nil, at: Timestamp
    ) {
        self.id = id
        self.content = content
        self.title = title
        self.artist = artist
        self.comment = comment
        self.halfStars = halfStars
        self.folder = folder
        self.at = at
    }
}
