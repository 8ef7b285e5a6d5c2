import Primitives

/// The changes in one folder since the last scan, from its listing and its stored state. No file is opened.
struct FolderComparison: Sendable {
    /// A file that must be read: it is new, has changed, is to be tried again, or an earlier version read less of it.
    struct Candidate: Sendable {
        let path: LibraryPath
        let facts: FileFacts
        /// The stored track at this path.
        let known: KnownFolder.Track?
        let wasBroken: Bool
    }

    /// A text file to read.
    struct Text: Sendable {
        let file: FolderListing.File
        let meaning: TextFile
    }

    private(set) var candidates: [Candidate] = []
    private(set) var unchanged = 0
    private(set) var restored: [ID<Track>] = []
    private(set) var missing: [ID<Track>] = []
    private(set) var broken: [ScanBatch.Broken] = []
    private(set) var unchangedBroken = 0
    private(set) var mended: [LibraryPath] = []
    /// The picture files that rank before the known cover of this folder, the best first.
    private(set) var newCovers: [FolderListing.File] = []
    private(set) var lostCover = false
    /// The same for the picture of this folder's artist.
    private(set) var newArtistImages: [FolderListing.File] = []
    private(set) var lostArtistImage = false
    private(set) var newTexts: [Text] = []
    /// The names of text files that are gone or no longer belong to any music.
    private(set) var lostTexts: [[UInt8]] = []

    /// The broken paths that are folders now; the visit of such a folder handles them.
    private(set) var brokenFolders: [[UInt8]] = []

    init(_ folder: [UInt8], _ listing: FolderListing, _ known: KnownFolder) {
        var tracks: [[UInt8]: KnownFolder.Track] = [:]
        for track in known.tracks where tracks[track.name].map({ $0.isMissing }) ?? true {
            tracks[track.name] = track
        }
        var brokenBefore = Dictionary(known.broken.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for file in listing.files {
            guard let path = LibraryPath(file.name, in: folder) else { continue }
            compare(
                file, at: path, with: tracks.removeValue(forKey: file.name), brokenBefore.removeValue(forKey: file.name)
            )
        }
        for problem in listing.problems {
            guard let path = LibraryPath(problem.name, in: folder) else { continue }
            if brokenBefore.removeValue(forKey: problem.name)?.problem == problem.problem {
                unchangedBroken += 1
            } else {
                broken.append(ScanBatch.Broken(path: path, facts: nil, problem: problem.problem))
            }
        }
        let pictures = pictures(listing.images, &brokenBefore)
        missing = tracks.values.filter { !$0.isMissing }.map(\.id).sorted { $0.rawValue < $1.rawValue }
        let folders = Set(listing.folders)
        for name in brokenBefore.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            guard let path = LibraryPath(name, in: folder) else { continue }
            if folders.contains(name) {
                brokenFolders.append(path.bytes)
            } else {
                mended.append(path)
            }
        }
        (newCovers, lostCover) = Self.compare(pictures, by: CoverFile.rank, with: known.cover)
        (newArtistImages, lostArtistImage) = Self.compare(pictures, by: CoverFile.artistRank, with: known.artistImage)
        if !listing.texts.isEmpty || !known.texts.isEmpty { compareTexts(listing, known) }
    }

    private mutating func compareTexts(_ listing: FolderListing, _ known: KnownFolder) {
        let stems = TextFile.stems(of: listing.files.lazy.map(\.name))
        var left = known.texts
        for file in listing.texts.prefix(TextFile.folderLimit) {
            guard let meaning = TextFile(file.name, stems: stems) else { continue }
            if left.removeValue(forKey: file.name) != file.facts { newTexts.append(Text(file: file, meaning: meaning)) }
        }
        lostTexts = left.keys.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private mutating func compare(
        _ file: FolderListing.File, at path: LibraryPath, with track: KnownFolder.Track?, _ broken: KnownFolder.Broken?
    ) {
        let isOnlyPicture = broken?.problem.reason == .picture
        if let broken, broken.facts == file.facts, broken.problem.reason != .unreadable, !isOnlyPicture {
            unchangedBroken += 1
            return
        }
        var track = track
        if let known = track, known.isWithdrawn {
            guard known.facts != file.facts else { return }
            // Another file has replaced the withdrawn one.
            track = nil
        }
        if let track, track.facts == file.facts, broken == nil || isOnlyPicture, !track.isOutdated {
            if isOnlyPicture { unchangedBroken += 1 }
            if track.isMissing {
                restored.append(track.id)
            } else {
                unchanged += 1
            }
            return
        }
        candidates.append(Candidate(path: path, facts: file.facts, known: track, wasBroken: broken != nil))
    }

    /// The images that are not known to be broken.
    private mutating func pictures(
        _ images: [FolderListing.File], _ brokenBefore: inout [[UInt8]: KnownFolder.Broken]
    ) -> [FolderListing.File] {
        guard !brokenBefore.isEmpty else { return images }
        return images.filter { file in
            guard let broken = brokenBefore[file.name], broken.facts == file.facts, broken.problem.reason != .unreadable
            else { return true }
            brokenBefore[file.name] = nil
            unchangedBroken += 1
            return false
        }
    }

    /// The images that rank before the known one, all if it is gone; and whether it is gone.
    private static func compare(
        _ images: [FolderListing.File], by rank: ([UInt8]) -> Int?, with known: FolderListing.File?
    ) -> (new: [FolderListing.File], isLost: Bool) {
        let ranked = images.compactMap { file in rank(file.name).map { (rank: $0, file: file) } }
            .sorted { ($0.rank, $1.file.name.count) < ($1.rank, $0.file.name.count) }.map(\.file)
        let place = ranked.firstIndex { $0 == known }
        return (Array(ranked.prefix(upTo: place ?? ranked.endIndex)), known != nil && place == nil)
    }
}

/// Visits a library folder by folder, depth first and by name. It holds only the names on the way down.
struct FolderWalk: Sendable {
    enum Visit: Sendable {
        case folder([UInt8], FolderListing)
        /// A folder that cannot be read; its stored state does not change.
        case unreadable([UInt8], FileProblem)
    }

    static let maximumDepth = 64

    private let walker: any LibraryWalker
    private let root: LibraryRoot
    /// Folders still to visit, the next one last.
    private var pending: [[UInt8]] = [[]]

    init(_ root: LibraryRoot, walker: any LibraryWalker) {
        self.root = root
        self.walker = walker
    }

    /// The next folder; nil at the end. Throws the `FileProblem` of a top folder that cannot be read.
    mutating func next() async throws -> Visit? {
        guard let folder = pending.popLast() else { return nil }
        try Task.checkCancellation()
        let depth = folder.isEmpty ? 0 : folder.split(separator: UInt8(ascii: "/")).count
        guard depth <= Self.maximumDepth else {
            return .unreadable(
                folder,
                FileProblem(.unreadable, "The folder is more than \(Self.maximumDepth) levels deep and is not read"))
        }
        do {
            let listing = try await walker.list(folder, in: root)
            pending += listing.folders.reversed().map { LibraryPath.joined(folder, $0) }
            return .folder(folder, listing)
        } catch let problem as FileProblem where !folder.isEmpty {
            return .unreadable(folder, problem)
        }
    }
}
