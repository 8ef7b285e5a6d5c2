package import Catalog
package import Primitives

/// Writes the words that users wrote into files beside the music, as `Song.lrc`, where an admin has chosen so. A
/// separate process does the writing, and overwrites only what the server has written itself.
///
/// A text is stored before its file is written, so that a scan in between knows the file as the server's own. Every
/// step can be interrupted, and is repeated at the next start.
package struct SidecarService: Sendable {
    private static let songsAtOnce = 32
    /// The time after which a file that could not be written is tried again.
    package static let retryPause = Duration.seconds(600)
    private static let taken = "A file of that name is there that the server has not written."
    private static let lost = "The folder of the music is not there."

    private let store: any SidecarStore
    private let mover: any SidecarMover
    private let isEnabled: @Sendable () async throws -> Bool
    private let clock: any WallClock
    private let signal = WakeSignal()

    /// - Parameter isEnabled: the admin's choice.
    package init(
        store: any SidecarStore, mover: any SidecarMover, clock: any WallClock,
        isEnabled: @escaping @Sendable () async throws -> Bool
    ) {
        self.store = store
        self.mover = mover
        self.clock = clock
        self.isEnabled = isEnabled
    }

    /// Wakes `work` to look for words to write.
    package func wake() {
        signal.wake()
    }

    /// Works until the task is cancelled. It also continues what an earlier process left unfinished.
    package func work() async throws {
        signal.wake()
        for await _ in signal.turns { try await writeAll() }
    }

    /// Writes every file that is not what users wrote, and those again that could not be written a while ago. Does
    /// nothing where the admin has not chosen so.
    package func writeAll() async throws {
        let bound = clock.now().advanced(by: .zero - Self.retryPause)
        while try await isEnabled() {
            let songs = try await store.pending(failedBefore: bound, limit: Self.songsAtOnce)
            guard !songs.isEmpty else { return }
            for song in songs {
                try Task.checkCancellation()
                // Where the mover did not answer, the next turn tries again.
                guard try await write(song) else { return }
            }
        }
    }

    /// Returns whether the outcome is known.
    private func write(_ song: PendingSidecar) async throws -> Bool {
        let text = try song.text
        guard let place = song.place else { return try await settle(song, "", Self.lost) }
        var placed = song.placed
        if let unfinished = song.unfinished {
            // The file has one of two texts. Now it gets the later one, or has it already.
            let outcome = try await mover.write(song.earlier ?? place, unfinished, over: placed)
            guard outcome != .unavailable else { return false }
            if outcome == .done { placed = unfinished }
        }
        if let earlier = song.earlier {
            // The music has moved. What cannot be removed stays where it was.
            guard try await mover.write(earlier, "", over: placed) != .unavailable else { return false }
            placed = ""
        }
        if text.isEmpty, placed.isEmpty { return try await settle(song, "", nil) }
        try await store.begin(song, text: text, over: placed, at: clock.now())
        switch try await mover.write(place, text, over: placed) {
        case .done: return try await settle(song, text, nil)
        case .taken: return try await settle(song, "", Self.taken)
        case .gone: return try await settle(song, "", Self.lost)
        case .failed(let reason): return try await settle(song, placed, reason)
        case .unavailable: return false
        }
    }

    private func settle(_ song: PendingSidecar, _ text: String, _ failure: String?) async throws -> Bool {
        try await store.settle(song, text: text, failure: failure, at: clock.now())
        return true
    }

    /// The number of files that the server wrote, and of those that it could not write, by library and reason.
    package func report(as caller: Principal) async throws -> SidecarReport {
        try caller.require(.administer)
        return try await store.report()
    }
}

/// The outcome of writing words beside the music.
package struct SidecarReport: Sendable, Equatable {
    package struct Failure: Sendable, Equatable {
        package let library: ID<Library>
        package let name: String
        /// A sentence for admins.
        package let reason: String
        /// The number of songs.
        package let count: Int

        package init(library: ID<Library>, name: String, reason: String, count: Int) {
            self.library = library
            self.name = name
            self.reason = reason
            self.count = count
        }
    }

    /// The number of files.
    package let written: Int
    package let failures: [Failure]

    package init(written: Int, failures: [Failure]) {
        self.written = written
        self.failures = failures
    }
}

/// A song whose file is not what users wrote.
package struct PendingSidecar: Sendable, Equatable {
    package let track: ID<Track>
    package let version: ID<LyricsVersion>
    package let title: String
    /// The performers in one line.
    package let artist: String?
    /// The song's own words; nil where they were taken away.
    package let lyrics: SongLyrics?
    package let library: ID<Library>
    /// The library's folder.
    package let root: [UInt8]
    /// The music file: its folder in the library, and its name.
    package let folder: [UInt8]
    package let name: [UInt8]
    /// The text that the server has written before; empty for none.
    package let placed: String
    /// The text that an interrupted run was about to write over that one.
    package let unfinished: String?
    /// The file with these texts, where the music was elsewhere then.
    package let earlier: SidecarFile?

    package init(
        track: ID<Track>, version: ID<LyricsVersion>, title: String, artist: String?, lyrics: SongLyrics?,
        library: ID<Library>, root: [UInt8], folder: [UInt8], name: [UInt8], placed: String,
        unfinished: String?, earlier: SidecarFile?
    ) {
        self.track = track
        self.version = version
        self.title = title
        self.artist = artist
        self.lyrics = lyrics
        self.library = library
        self.root = root
        self.folder = folder
        self.name = name
        self.placed = placed
        self.unfinished = unfinished
        self.earlier = earlier
    }

    /// The file beside the music.
    var place: SidecarFile? { SidecarFile(track, root: root, besides: name, in: folder) }

    /// The words as LRC; empty where there are none.
    var text: String {
        get throws {
            guard var lyrics else { return "" }
            (lyrics.title, lyrics.artist) = (title, artist)
            return String(decoding: try LyricsFormat.lrc.content(of: lyrics), as: UTF8.self)
        }
    }
}

/// A file of words beside the music.
package struct SidecarFile: Sendable, Equatable {
    package let track: ID<Track>
    /// The library's folder.
    package let root: [UInt8]
    package let path: LibraryPath

    /// `Song.lrc` for `Song.flac`. Nil for a name from which no path can be made.
    package init?(_ track: ID<Track>, root: [UInt8], besides name: [UInt8], in folder: [UInt8]) {
        let file = TextFile.stem(of: name) + Array(".lrc".utf8)
        guard let path = LibraryPath(file, in: folder) else { return nil }
        self.track = track
        self.root = root
        self.path = path
    }
}

/// Stores which files the server has written. Every method is one transaction.
package protocol SidecarStore: Sendable {
    /// Songs whose file is not what users wrote, or could not be written before an instant.
    func pending(failedBefore instant: Timestamp, limit: Int) async throws -> [PendingSidecar]

    /// Records the text that the file is about to get, beside the one that it may still have.
    func begin(_ song: PendingSidecar, text: String, over placed: String, at instant: Timestamp) async throws

    /// Records the text that the file has now, and why it could not be written.
    func settle(_ song: PendingSidecar, text: String, failure: String?, at instant: Timestamp) async throws

    func report() async throws -> SidecarReport
}

/// Writes files of words into libraries.
package protocol SidecarMover: Sendable {
    /// Gives the file its text in durable steps; an empty text removes it. A file that is there already is left as it
    /// is unless it has the text `placed`. Repeating the call after a crash is safe.
    func write(_ file: SidecarFile, _ text: String, over placed: String) async throws -> LibraryFileOutcome
}
