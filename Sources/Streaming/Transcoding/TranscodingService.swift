package import Blobs
package import Catalog
package import Primitives

/// Gives out the audio of tracks as clients wish to have it, to those who may hear them.
package struct TranscodingService: Sendable {
    private let streaming: StreamingService
    private let desk: TranscodeDesk
    private let cache: any GrowingCacheStore

    package init(streaming: StreamingService, desk: TranscodeDesk, cache: any GrowingCacheStore) {
        self.streaming = streaming
        self.desk = desk
        self.cache = cache
    }

    /// The audio that `wish` comes to. A conversion has begun and its first bytes are there when this returns, unless `begins` is false, for
    /// those who only want to know what they would get.
    ///
    /// Throws what `StreamingService.open` throws, `invalid` for an offset beyond the end, `rateLimited` when too much is being converted,
    /// and a `TranscodeFailure`'s error.
    package func open(
        _ track: ID<Track>, _ wish: StreamWish, as caller: Principal, begins: Bool = true
    ) async throws -> AudioStream {
        let open = try await streaming.open(track, as: caller)
        let audio = open.source.audio
        try Self.check(wish.offset, open.source)
        switch StreamPlan.make(for: audio, wish, ceiling: caller.maximumBitrate) {
        case .original: return AudioStream(open.source, .file(open.file), encoding: nil, offset: 0)
        case .cut(let encoding):
            return try await convert(open, open.file, .finished, encoding, wish.offset, for: caller, begins)
        case .encoded(let encoding): return try await rendition(open, encoding, wish.offset, for: caller, begins)
        }
    }

    /// Whether a player can have the track's file as it is, and what it is given otherwise.
    package func decide(
        _ track: ID<Track>, for player: ClientProfile, as caller: Principal
    ) async throws -> TranscodeDecision {
        TranscodeDecision(
            for: player, try await streaming.source(of: track, as: caller).audio, ceiling: caller.maximumBitrate)
    }

    /// The audio as a decision has said; see `TranscodeParameters.encoding` for what becomes of one that was made up.
    package func open(
        _ track: ID<Track>, _ parameters: TranscodeParameters, from offset: Int64, as caller: Principal,
        begins: Bool = true
    ) async throws -> AudioStream {
        let open = try await streaming.open(track, as: caller)
        try Self.check(offset, open.source)
        let encoding = parameters.encoding(of: open.source.audio, ceiling: caller.maximumBitrate)
        return try await rendition(open, encoding, offset, for: caller, begins)
    }

    private static func check(_ offset: Int64, _ source: TrackSource) throws(DomainError) {
        guard offset == 0 || offset < source.durationMilliseconds else {
            throw DomainError.invalid("The track is not as long as that", field: "offset")
        }
    }

    private func rendition(
        _ open: OpenTrack, _ encoding: Encoding, _ offset: Int64, for caller: Principal, _ begins: Bool
    ) async throws -> AudioStream {
        let name = Self.name(open, encoding)
        guard let finished = try await cache.open(name) else {
            return try await convert(open, open.file, .original, encoding, offset, for: caller, begins)
        }
        if offset == 0 { return AudioStream(open.source, .file(finished), encoding: encoding, offset: 0) }
        // The frames of FLAC are numbered from the beginning of the track, which not every player forgives.
        if encoding.format == .flac {
            return try await convert(open, finished, .original, encoding, offset, for: caller, begins)
        }
        return try await convert(open, finished, .finished, encoding, offset, for: caller, begins)
    }

    private func convert(
        _ open: OpenTrack, _ file: any HeldFile, _ input: EncodeOrder.Input, _ encoding: Encoding, _ offset: Int64,
        for caller: Principal, _ begins: Bool
    ) async throws -> AudioStream {
        let audio = open.source.audio
        let estimate = encoding.estimatedBytes(of: audio.durationMilliseconds - offset, from: audio.rate)
        guard begins else {
            return AudioStream(open.source, .pending, encoding: encoding, offset: offset, estimatedBytes: estimate)
        }
        let order = EncodeOrder(
            file, input, encoding, offset: offset, duration: audio.durationMilliseconds, estimatedBytes: estimate)
        var name = Self.name(open, encoding)
        if offset != 0 { name += "-from-\(offset)" }
        do {
            let reader = try await desk.open(order, name: name, for: caller.user.rawValue)
            return AudioStream(
                open.source, .growing(reader), encoding: encoding, offset: offset, estimatedBytes: estimate)
        } catch let failure as TranscodeFailure {
            throw failure.error
        }
    }

    /// What the rendition of this version of the file is called. The last two characters of an id, which are random, come first: the cache
    /// keeps a folder for each such pair.
    private static func name(_ open: OpenTrack, _ encoding: Encoding) -> String {
        let id = open.source.track.rawValue
        let version = "\(String(open.file.size, radix: 16))-\(String(open.file.modifiedNanoseconds, radix: 16))"
        return "\(id.suffix(2))-\(id)-\(version)-\(encoding.name)"
    }
}
