package import Primitives

/// What one transaction of a scan writes. Afterwards lists, counts and search agree with it: a scan that dies between
/// two batches leaves a whole catalogue, and the next one goes on from there.
package struct ScanBatch: Sendable {
    /// A file that was read, for the track that it is.
    package struct TrackWrite: Sendable {
        package enum Change: Sendable, Equatable {
            case added, updated, moved, restored
        }

        package let id: ID<Track>
        package let change: Change
        package let path: LibraryPath
        package let facts: FileFacts
        package let media: MediaFile
        package let grouping: TrackGrouping
        /// The cover that a moderator has given it.
        package let correctedCover: BlobKey?

        init(
            id: ID<Track>, change: Change, path: LibraryPath, facts: FileFacts, media: MediaFile,
            grouping: TrackGrouping, correctedCover: BlobKey? = nil
        ) {
            self.id = id
            self.change = change
            self.path = path
            self.facts = facts
            self.media = media
            self.grouping = grouping
            self.correctedCover = correctedCover
        }
    }

    package struct Broken: Sendable {
        package let path: LibraryPath
        package let facts: FileFacts?
        package let problem: FileProblem

        package init(path: LibraryPath, facts: FileFacts?, problem: FileProblem) {
            self.path = path
            self.facts = facts
            self.problem = problem
        }
    }

    /// The picture file that is a folder's cover or its artist's.
    package struct FolderPicture: Sendable {
        package let folder: [UInt8]
        package let name: [UInt8]
        package let facts: FileFacts
        package let image: BlobKey
    }

    /// A text file; its text is nil when it could not be read, or is empty.
    package struct FolderText: Sendable {
        package let folder: [UInt8]
        package let name: [UInt8]
        package let facts: FileFacts
        package let meaning: TextFile
        package let text: String?
    }

    package struct Image: Sendable, Equatable {
        package let key: BlobKey
        package let kind: ImageKind
        package let size: Int
    }

    package var library: ID<Library>
    package var at: Timestamp
    package var images: [Image] = []
    package var tracks: [TrackWrite] = []
    /// Whose place the tracks of these ids take, which are among `tracks` as moved ones.
    package var continuities: [TrackContinuity] = []
    /// Files that are back as they were.
    package var restored: [ID<Track>] = []
    /// Files that are gone, or cannot be read any more.
    package var missing: [ID<Track>] = []
    package var broken: [Broken] = []
    /// Paths at which nothing is broken any more.
    package var mended: [LibraryPath] = []
    /// Tracks whose embedded picture has proved impossible to show.
    package var uncovered: [ID<Track>] = []
    package var folderCovers: [FolderPicture] = []
    /// Folders that have no cover any more.
    package var coverless: [[UInt8]] = []
    package var artistImages: [FolderPicture] = []
    /// Folders that have no picture of their artist any more.
    package var artistImageless: [[UInt8]] = []
    package var texts: [FolderText] = []
    /// Text files that are gone.
    package var lostTexts: [(folder: [UInt8], name: [UInt8])] = []

    package init(library: ID<Library>, at: Timestamp) {
        self.library = library
        self.at = at
    }

    package var isEmpty: Bool {
        tracks.isEmpty && restored.isEmpty && missing.isEmpty && broken.isEmpty && mended.isEmpty
            && folderCovers.isEmpty && coverless.isEmpty && artistImages.isEmpty && artistImageless.isEmpty
            && texts.isEmpty && lostTexts.isEmpty && uncovered.isEmpty
    }
}
