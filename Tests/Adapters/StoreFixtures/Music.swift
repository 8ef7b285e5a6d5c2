package import Catalog
import Journal
package import Primitives
import Synchronization

/// A song as the tags of its file describe it.
package struct Song: Sendable {
    /// The track's id, which is also its file's name.
    package let id: String
    package var library: String
    /// The file's folder in the library, or empty for the top folder.
    package var folder = ""
    package var album: String
    package var title: String
    package var artists: [String]
    package var composers: [String]
    package var genres: [String]
    package var date: String?
    package var isrc: String?
    package var recording: String?
    /// The lyrics in the file's tags.
    package var lyrics: String?
    package var durationMilliseconds: Int64 = 100_000
    /// The modification time of the file.
    package var modified: Int64 = 0

    /// - Parameters:
    ///   - title: defaults to the id.
    ///   - artists: the performers. "Unknown artist" if empty.
    package init(
        _ id: String, album: String, title: String? = nil, artists: [String] = [], composers: [String] = [],
        genres: [String] = [], library: String = Music.library
    ) {
        self.id = id
        self.library = library
        self.album = album
        self.title = title ?? id
        self.artists = artists
        self.composers = composers
        self.genres = genres
    }

    /// Whether both may be in one batch: the second has no album, artist or genre that the first lacks.
    fileprivate func resembles(_ other: Song) -> Bool {
        (library, folder, album) == (other.library, other.folder, other.album)
            && (artists, composers, genres) == (other.artists, other.composers, other.genres)
    }

    /// The song as a scan writes it.
    package func write(as change: ScanBatch.TrackWrite.Change) throws -> ScanBatch.TrackWrite {
        let place = folder.isEmpty ? id : "\(folder)/\(id)"
        guard let path = LibraryPath(bytes: Array(place.utf8)) else {
            throw DomainError.invalid("No path of a file", field: "id")
        }
        var tags = TrackTags()
        tags.title = title
        tags.album = album
        tags.artists = artists
        tags.composers = composers
        tags.genres = genres
        tags.date = date
        tags.isrc = isrc
        tags.lyrics = lyrics.map { [TagLyrics(text: $0)] } ?? []
        tags.musicBrainz.recording = recording
        let audio = AudioProperties(
            mediaType: "audio/flac", codec: "flac", durationMilliseconds: durationMilliseconds, bitrate: 0,
            sampleRate: 44_100, channels: 2, bitDepth: 16)
        return ScanBatch.TrackWrite(
            id: ID(id), change: change, path: path,
            facts: FileFacts(size: 1, modifiedNanoseconds: modified, inode: 0),
            media: MediaFile(tags: tags, audio: audio, cover: nil, signature: Array(id.utf8)),
            grouping: Grouping.group(tags, at: path))
    }
}

/// The libraries and songs of a test. They reach the catalog through the ports that a scan uses.
package final class Music: Sendable {
    /// The default library of songs.
    package static let library = "l0"

    private struct State {
        var songs: [String: Song] = [:]
        var batches: Int64 = 0
    }

    private let libraries: any LibraryStore
    private let scans: any ScanStore
    private let catalog: any CatalogStore
    private let state = Mutex(State())

    package init(_ engine: Engine) {
        libraries = engine.libraries
        scans = engine.scans
        catalog = engine.catalog
    }

    /// Adds a library whose folder is `/name` in lower case.
    package func addLibrary(_ id: String = Music.library, named name: String) async throws {
        let time = Timestamp(milliseconds: 0)
        let library = Library(id: ID(id), name: name, path: Array("/\(name.lowercased())".utf8), addedAt: time)
        try await libraries.edit { _ in
            var changes = Changes<LibraryWrite>(at: time, .put(library))
            changes.journal = [JournalEntry(at: time, by: .gateway, "library.add")]
            return (changes, ())
        }
    }

    /// Adds the songs in order, so that later albums, artists and genres get later ids.
    package func add(_ songs: [Song]) async throws {
        var rest = songs[...]
        while let first = rest.first {
            let alike = Array(rest.prefix { $0.resembles(first) })
            rest = rest.dropFirst(alike.count)
            try await write(alike, as: .added)
        }
    }

    package func add(_ songs: Song...) async throws {
        try await add(songs)
    }

    /// Changes the tags, the path or the length of files. A missing file exists again afterwards.
    package func change(_ ids: String..., by edit: (inout Song) -> Void) async throws {
        for id in ids {
            let before = try song(id)
            var after = before
            edit(&after)
            let moves = (before.library, before.folder) != (after.library, after.folder)
            try await write([after], as: moves ? .moved : .updated)
        }
    }

    /// Makes the files missing.
    package func miss(_ ids: String...) async throws {
        for id in ids {
            var batch = ScanBatch(library: ID(try song(id).library), at: next())
            batch.missing = [ID(id)]
            try await scans.apply(batch)
        }
    }

    /// Makes missing files exist again, unchanged.
    package func restore(_ ids: String...) async throws {
        for id in ids {
            var batch = ScanBatch(library: ID(try song(id).library), at: next())
            batch.restored = [ID(id)]
            try await scans.apply(batch)
        }
    }

    /// The present albums by name.
    package func albums() async throws -> [String: ID<Album>] {
        let items = try await catalog.albums(AlbumQuery(), .first(PageRequest.maximumLimit)).items
        return Dictionary(items.map { ($0.name, $0.id) }) { first, _ in first }
    }

    /// The album artists and performers by name.
    package func artists() async throws -> [String: ID<Artist>] {
        let items = try await catalog.artists(role: nil, in: .everything, .first(PageRequest.maximumLimit)).items
        return Dictionary(items.map { ($0.name, $0.id) }) { first, _ in first }
    }

    private func song(_ id: String) throws -> Song {
        guard let song = state.withLock({ $0.songs[id] }) else {
            throw DomainError(.notFound, "The test has no song \(id)")
        }
        return song
    }

    private func write(_ songs: [Song], as change: ScanBatch.TrackWrite.Change) async throws {
        guard let library = songs.first?.library else { return }
        var batch = ScanBatch(library: ID(library), at: next())
        batch.tracks = try songs.map { try $0.write(as: change) }
        try await scans.apply(batch)
        state.withLock { state in
            for song in songs { state.songs[song.id] = song }
        }
    }

    /// One millisecond later for each batch, starting in 1970.
    private func next() -> Timestamp {
        state.withLock { state in
            defer { state.batches += 1 }
            return Timestamp(milliseconds: state.batches)
        }
    }
}
