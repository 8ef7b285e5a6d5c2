package import Primitives

/// The content of one transaction of a scan. After it, lists, counts and search are consistent: a scan that dies
/// between two batches leaves a consistent catalog, and the next one continues from there.
package struct ScanBatch: Sendable {
    /// A file that was read, and the track that it belongs to.
    package struct TrackWrite: Sendable {
        package enum Change: Sendable, Equatable {
            case added, updated, moved, restored
        }

        package let id: ID<Track>
        package let change: Change
        package let path: LibraryPath
        package let facts: FileFacts
        package internal(set) var media: MediaFile
        package let grouping: TrackGrouping
        /// The cover that a moderator set.
        package let correctedCover: BlobKey?

        package init(
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

    /// A picture file that is the cover of a folder or the picture of its artist.
    package struct FolderPicture: Sendable {
        package let folder: [UInt8]
        package let name: [UInt8]
        package let facts: FileFacts
        package let image: BlobKey
    }

    /// A text file, or subtitles that are no text. Both `text` and `bytes` are nil if it could not be read or is empty.
    package struct FolderText: Sendable {
        package let folder: [UInt8]
        package let name: [UInt8]
        package let facts: FileFacts
        package let meaning: TextFile
        package let text: String?
        package let bytes: [UInt8]?
    }

    package struct Image: Sendable, Equatable {
        package let key: BlobKey
        package let kind: ImageKind
        /// In bytes.
        package let size: Int

        package init(key: BlobKey, kind: ImageKind, size: Int) {
            self.key = key
            self.kind = kind
            self.size = size
        }
    }

    package var library: ID<Library>
    package var at: Timestamp
    package var images: [Image] = []
    package var tracks: [TrackWrite] = []
    /// The continuities of missing tracks that take the place of copies; these tracks are among `tracks` as moved ones.
    package var continuities: [TrackContinuity] = []
    /// Tracks whose files are back unchanged.
    package var restored: [ID<Track>] = []
    /// Tracks whose files are gone or can no longer be read.
    package var missing: [ID<Track>] = []
    package var broken: [Broken] = []
    /// Paths that are no longer broken.
    package var mended: [LibraryPath] = []
    /// Tracks whose embedded picture cannot be shown.
    package var uncovered: [ID<Track>] = []
    package var folderCovers: [FolderPicture] = []
    /// Folders that no longer have a cover.
    package var coverless: [[UInt8]] = []
    package var artistImages: [FolderPicture] = []
    /// Folders that no longer have a picture of their artist.
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
