package import Primitives
package import Catalog
import Synchronization

/// Gives out the audio of tracks to those who may hear them.
package struct StreamingService: Sendable {
    private let sources: any TrackSources
    private let files: any AudioFiles
    private let cache = SourceCache()

    package init(sources: any TrackSources, files: any AudioFiles) {
        self.sources = sources
        self.files = files
    }

    /// A track's file, open. Throws `notFound` for what is not in the catalogue, and with the reason `file_missing` for what is but
    /// whose file has gone since the last scan.
    package func open(_ track: ID<Track>, as caller: Principal) async throws -> OpenTrack {
        let source = try await source(of: track, as: caller)
        guard !source.isMissing, let file = try await files.open(source.path, in: source.root) else {
            throw DomainError(.notFound, "The file of this track is not there at the moment", reason: "file_missing")
        }
        return OpenTrack(file: file, source: source)
    }

    /// As `open`, where what decides is in memory and the file is open without waiting; nil where not, and for whoever may not hear it.
    func openAtOnce(_ track: ID<Track>, as caller: Principal) -> OpenTrack? {
        let revision = sources.revision
        guard let source = cache.entries.withLock({ $0.find(track, revision) }), Self.admits(caller, to: source),
            (try? caller.require(.stream)) != nil, !source.isMissing,
            let file = files.openAtOnce(source.path, in: source.root)
        else { return nil }
        return OpenTrack(file: file, source: source)
    }

    /// What is known of a track's file. Throws as `open`, whether or not the file is there at the moment.
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

    /// Every range request of a player asks for the same few tracks, so their rows are remembered until the catalogue changes.
    private func source(of track: ID<Track>) async throws -> TrackSource? {
        let revision = sources.revision
        if let known = cache.entries.withLock({ $0.find(track, revision) }) { return known }
        guard let source = try await sources.source(of: track) else { return nil }
        cache.entries.withLock { $0.keep(source, for: track, revision) }
        return source
    }
}

/// A track that is being streamed.
package struct OpenTrack: Sendable {
    package let file: any ReadableFile
    package let source: TrackSource
}

/// At most 1,024 sources, all of one revision of the catalogue.
private final class SourceCache: Sendable {
    struct Entries {
        private var revision: UInt64 = 0
        private var sources: [ID<Track>: TrackSource] = [:]

        func find(_ track: ID<Track>, _ revision: UInt64) -> TrackSource? {
            revision == self.revision ? sources[track] : nil
        }

        mutating func keep(_ source: TrackSource, for track: ID<Track>, _ revision: UInt64) {
            if revision != self.revision || sources.count >= 1024 {
                sources.removeAll(keepingCapacity: true)
                self.revision = revision
            }
            sources[track] = source
        }
    }

    let entries = Mutex(Entries())
}
