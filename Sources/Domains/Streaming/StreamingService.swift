package import Catalog
package import Primitives
import Synchronization

/// Opens the audio of tracks for callers who may hear them.
package struct StreamingService: Sendable {
    private let sources: any TrackSources
    private let files: any AudioFiles
    private let cache = SourceCache()

    package init(sources: any TrackSources, files: any AudioFiles) {
        self.sources = sources
        self.files = files
    }

    /// Opens a track's file. Throws `notFound` for a track that is not in the catalog; with reason `file_missing` for a
    /// track whose file is missing.
    package func open(_ track: ID<Track>, as caller: Principal) async throws -> OpenTrack {
        let source = try await source(of: track, as: caller)
        guard !source.isMissing, let file = try await files.open(source.path, in: source.root) else {
            throw DomainError(.notFound, "The file of this track is not there at the moment", reason: "file_missing")
        }
        return OpenTrack(file: file, source: source)
    }

    /// As `open`, without waiting: the track's source must be cached and its file must be available at once. Nil if
    /// not, or if the caller may not hear the track.
    func openAtOnce(_ track: ID<Track>, as caller: Principal) -> OpenTrack? {
        let revision = sources.revision
        guard let source = cache.entries.withLock({ $0.find(track, revision) }), Self.admits(caller, to: source),
            (try? caller.require(.stream)) != nil, !source.isMissing,
            let file = files.openAtOnce(source.path, in: source.root)
        else { return nil }
        return OpenTrack(file: file, source: source)
    }

    /// The source of a track. Throws as `open`, except that the file may be missing.
    package func source(of track: ID<Track>, as caller: Principal) async throws -> TrackSource {
        try caller.require(.stream)
        guard let source = try await source(of: track), Self.admits(caller, to: source) else {
            throw DomainError.notFound("There is no such track")
        }
        return source
    }

    private static func admits(_ caller: Principal, to source: TrackSource) -> Bool {
        caller.libraries.admits(library: source.part)
    }

    /// Players request many ranges of the same few tracks, so their rows are cached until the catalog changes.
    private func source(of track: ID<Track>) async throws -> TrackSource? {
        let revision = sources.revision
        if let known = cache.entries.withLock({ $0.find(track, revision) }) { return known }
        guard let source = try await sources.source(of: track) else { return nil }
        cache.entries.withLock { $0.store(source, for: track, revision) }
        return source
    }
}

/// A track with its open file.
package struct OpenTrack: Sendable {
    package let file: any ReadableFile
    package let source: TrackSource
}

/// At most 1,024 sources, all of one revision of the catalog.
private final class SourceCache: Sendable {
    struct Entries {
        private var revision: UInt64 = 0
        private var sources: [ID<Track>: TrackSource] = [:]

        func find(_ track: ID<Track>, _ revision: UInt64) -> TrackSource? {
            revision == self.revision ? sources[track] : nil
        }

        mutating func store(_ source: TrackSource, for track: ID<Track>, _ revision: UInt64) {
            if revision != self.revision || sources.count >= 1024 {
                sources.removeAll(keepingCapacity: true)
                self.revision = revision
            }
            sources[track] = source
        }
    }

    let entries = Mutex(Entries())
}

/// Locates the audio of tracks; implemented by the catalog's store.
package protocol TrackSources: Sendable {
    /// One indexed query; nil for an unknown id.
    func source(of track: ID<Track>) async throws -> TrackSource?

    /// A number that changes whenever a source may have changed. Reading it costs almost nothing.
    var revision: UInt64 { get }
}

/// Opens the libraries' files for streaming.
package protocol AudioFiles: Sendable {
    /// Nil if there is no such regular file below `root`, or it is a link that leads out. Throws `unavailable` if the
    /// library's folder itself is out of reach.
    func open(_ path: LibraryPath, in root: [UInt8]) async throws -> (any ReadableFile)?

    /// As `open`, without waiting; nil if it would have to wait, or if there is no file. Calls in quick succession may
    /// get the same file.
    func openAtOnce(_ path: LibraryPath, in root: [UInt8]) -> (any ReadableFile)?
}
