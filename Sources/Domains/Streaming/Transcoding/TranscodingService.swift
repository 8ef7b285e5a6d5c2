package import Primitives
package import Catalog

/// Gives out the audio of tracks as clients wish to have it, to those who may hear them.
package struct TranscodingService: Sendable {
    private let streaming: StreamingService
    private let scheduler: TranscodeScheduler
    private let cache: any GrowingCacheStore
    private let admission: StreamAdmission

    package init(
        streaming: StreamingService, scheduler: TranscodeScheduler, cache: any GrowingCacheStore,
        admission: StreamAdmission
    ) {
        self.streaming = streaming
        self.admission = admission
        self.scheduler = scheduler
        self.cache = cache
    }

    /// The audio that `wish` comes to. A conversion has begun and its first bytes are there when this returns, unless `begins` is false, for
    /// those who only want to know what they would get.
    ///
    /// - Parameter listener: whose limits it counts for.
    ///
    /// Throws what `StreamingService.open` throws, `invalid` for an offset beyond the end, `rateLimited` when too much is being converted
    /// or the plan does not allow it, and a `TranscodeFailure`'s error.
    package func open(
        _ track: ID<Track>, _ wish: StreamRequest, as caller: Principal, for listener: Listener, begins: Bool = true
    ) async throws -> AudioStream {
        let open = try await streaming.open(track, as: caller)
        let audio = open.source.audio
        try Self.check(wish.offset, audio)
        let place = begins ? try await admit(listener, to: open.source.track, open.source.audio, as: caller) : nil
        let stream: AudioStream
        switch StreamPlan.make(for: audio, wish, ceiling: caller.maximumBitrate) {
        case .original: stream = AudioStream(open.source, .file(open.file), encoding: nil, offset: 0)
        case .cut(let encoding):
            stream = try await convert(
                open, open.file, .finished, encoding, wish.offset, for: listener.account, begins)
        case .encoded(let encoding):
            stream = try await rendition(open, encoding, wish.offset, for: listener.account, begins)
        }
        return stream.taking(place)
    }

    /// The track's own file, as `open` gives it to a wish for nothing special, where that takes no waiting; nil where it does, where something
    /// else would come of the wish, and where `open` throws.
    package func openAtOnce(_ track: ID<Track>, as caller: Principal, for listener: Listener) -> AudioStream? {
        guard let open = streaming.openAtOnce(track, as: caller),
            StreamPlan.make(for: open.source.audio, StreamRequest(), ceiling: caller.maximumBitrate) == .original,
            let place = admission.admitAtOnce(
                listener, to: open.source.track, open.source.audio, within: caller.limits)
        else { return nil }
        return AudioStream(open.source, .file(open.file), encoding: nil, offset: 0, place: place)
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
        for listener: Listener, begins: Bool = true
    ) async throws -> AudioStream {
        let open = try await streaming.open(track, as: caller)
        try Self.check(offset, open.source.audio)
        let encoding = parameters.encoding(of: open.source.audio, ceiling: caller.maximumBitrate)
        let place = begins ? try await admit(listener, to: open.source.track, open.source.audio, as: caller) : nil
        return try await rendition(open, encoding, offset, for: listener.account, begins).taking(place)
    }

    /// A file that is no track, for somebody who may hear it: whoever has opened it knows. Nothing that is made of it is kept; their plan
    /// holds for it as for a track. Throws as for a track.
    ///
    /// - Parameter id: which file it is, among all of them for good.
    package func open<Kind>(
        _ file: any ReadableFile, _ audio: AudioProperties, _ id: ID<Kind>, _ wish: StreamRequest, as caller: Principal,
        for listener: Listener, begins: Bool = true
    ) async throws -> AudioStream {
        try Self.check(wish.offset, audio)
        let place = begins ? try await admit(listener, to: ID(id.rawValue), audio, as: caller) : nil
        return try await open(file, audio, id, wish, as: caller, for: listener.account, begins).taking(place)
    }

    private func open<Kind>(
        _ file: any ReadableFile, _ audio: AudioProperties, _ id: ID<Kind>, _ wish: StreamRequest, as caller: Principal,
        for account: String, _ begins: Bool
    ) async throws -> AudioStream {
        let (input, encoding): (EncodeJob.Input, Encoding)
        switch StreamPlan.make(for: audio, wish, ceiling: caller.maximumBitrate) {
        case .original: return AudioStream(nil, audio, .file(file), encoding: nil, offset: 0)
        case .cut(let own): (input, encoding) = (.finished, own)
        case .encoded(let made): (input, encoding) = (.original, made)
        }
        let estimate = encoding.estimatedBytes(of: audio.durationMilliseconds - wish.offset, from: audio.rate)
        guard begins else {
            return AudioStream(
                nil, audio, .pending, encoding: encoding, offset: wish.offset, estimatedBytes: estimate)
        }
        let order = EncodeJob(
            file, input, encoding, offset: wish.offset, duration: audio.durationMilliseconds,
            estimatedBytes: estimate, isForKeeping: false)
        do {
            let reader = try await scheduler.open(
                order, name: "gift-\(id)-\(encoding.name)-from-\(wish.offset)", for: account)
            return AudioStream(
                nil, audio, .growing(reader), encoding: encoding, offset: wish.offset, estimatedBytes: estimate)
        } catch let failure as TranscodeFailure {
            throw failure.error
        }
    }

    private func admit(
        _ listener: Listener, to track: ID<Track>, _ audio: AudioProperties, as caller: Principal
    ) async throws -> StreamSlot {
        try await admission.admit(listener, to: track, audio, within: caller.limits)
    }

    private static func check(_ offset: Int64, _ audio: AudioProperties) throws(DomainError) {
        guard offset == 0 || offset < audio.durationMilliseconds else {
            throw DomainError.invalid("The track is not as long as that", field: "offset")
        }
    }

    private func rendition(
        _ open: OpenTrack, _ encoding: Encoding, _ offset: Int64, for account: String, _ begins: Bool
    ) async throws -> AudioStream {
        let name = Self.name(open, encoding)
        guard let finished = try await cache.open(name) else {
            return try await convert(open, open.file, .original, encoding, offset, for: account, begins)
        }
        if offset == 0 { return AudioStream(open.source, .file(finished), encoding: encoding, offset: 0) }
        // The frames of FLAC are numbered from the beginning of the track, which not every player forgives.
        if encoding.format == .flac {
            return try await convert(open, finished, .original, encoding, offset, for: account, begins)
        }
        return try await convert(open, finished, .finished, encoding, offset, for: account, begins)
    }

    private func convert(
        _ open: OpenTrack, _ file: any ReadableFile, _ input: EncodeJob.Input, _ encoding: Encoding, _ offset: Int64,
        for account: String, _ begins: Bool
    ) async throws -> AudioStream {
        let audio = open.source.audio
        let estimate = encoding.estimatedBytes(of: audio.durationMilliseconds - offset, from: audio.rate)
        guard begins else {
            return AudioStream(open.source, .pending, encoding: encoding, offset: offset, estimatedBytes: estimate)
        }
        let order = EncodeJob(
            file, input, encoding, offset: offset, duration: audio.durationMilliseconds, estimatedBytes: estimate)
        var name = Self.name(open, encoding)
        if offset != 0 { name += "-from-\(offset)" }
        do {
            let reader = try await scheduler.open(order, name: name, for: account)
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
