package import Catalog
package import Primitives

/// Opens the audio of tracks in the form that clients request, for callers who may hear them.
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

    /// Opens the audio for a request. When this returns, a conversion has started and its first bytes are available,
    /// unless `begins` is false, for callers who only want to know what they would get.
    ///
    /// - Parameter listener: the listener whose limits it counts for.
    ///
    /// Throws as `StreamingService.open`, `invalid` for an offset beyond the end, `rateLimited` if too much is being
    /// converted or the plan does not allow it, and a `TranscodeFailure`'s error.
    package func open(
        _ track: ID<Track>, _ request: StreamRequest, as caller: Principal, for listener: Listener, begins: Bool = true
    ) async throws -> AudioStream {
        let open = try await streaming.open(track, as: caller)
        let audio = open.source.audio
        try Self.check(request.offset, audio)
        let place = begins ? try await admit(listener, to: open.source.track, open.source.audio, as: caller) : nil
        let stream: AudioStream
        switch StreamPlan.make(for: audio, request, ceiling: caller.maximumBitrate) {
        case .original: stream = AudioStream(open.file, of: open.source, audio)
        case .cut(let encoding):
            stream = try await convert(
                open, open.file, .finished, encoding, request.offset, for: listener.account, begins)
        case .encoded(let encoding):
            stream = try await rendition(open, encoding, request.offset, for: listener.account, begins)
        }
        return stream.taking(place)
    }

    /// The track's own file, as `open` gives it for a request without conditions, but without waiting. Nil if it would
    /// have to wait, if the request would get something else, and if `open` would throw.
    package func openAtOnce(_ track: ID<Track>, as caller: Principal, for listener: Listener) -> AudioStream? {
        guard let open = streaming.openAtOnce(track, as: caller),
            StreamPlan.make(for: open.source.audio, StreamRequest(), ceiling: caller.maximumBitrate) == .original,
            let place = admission.admitAtOnce(
                listener, to: open.source.track, open.source.audio, within: caller.limits)
        else { return nil }
        return AudioStream(open.file, of: open.source, open.source.audio).taking(place)
    }

    /// Decides whether a player can get the track's file unchanged, and otherwise which conversion.
    package func decide(
        _ track: ID<Track>, for player: ClientProfile, as caller: Principal
    ) async throws -> TranscodeDecision {
        TranscodeDecision(
            for: player, try await streaming.source(of: track, as: caller).audio, ceiling: caller.maximumBitrate)
    }

    /// Opens the audio as described by a decision. `TranscodeParameters.encoding` bounds made-up parameters.
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

    /// Opens a file that is not a track, for a user whose access the code that opened the file has checked. Its
    /// conversions are not cached; the user's plan applies as for a track. Throws as for a track.
    ///
    /// - Parameter id: a unique and permanent id of the file.
    package func open<Kind>(
        _ file: any ReadableFile, _ audio: AudioProperties, _ id: ID<Kind>, _ request: StreamRequest,
        as caller: Principal,
        for listener: Listener, begins: Bool = true
    ) async throws -> AudioStream {
        try Self.check(request.offset, audio)
        let place = begins ? try await admit(listener, to: ID(id.rawValue), audio, as: caller) : nil
        return try await open(file, audio, id, request, as: caller, for: listener.account, begins).taking(place)
    }

    private func open<Kind>(
        _ file: any ReadableFile, _ audio: AudioProperties, _ id: ID<Kind>, _ request: StreamRequest,
        as caller: Principal,
        for account: String, _ begins: Bool
    ) async throws -> AudioStream {
        let (input, encoding): (EncodeJob.Input, Encoding)
        switch StreamPlan.make(for: audio, request, ceiling: caller.maximumBitrate) {
        case .original: return AudioStream(file, of: nil, audio)
        case .cut(let own): (input, encoding) = (.finished, own)
        case .encoded(let made): (input, encoding) = (.original, made)
        }
        let stream = AudioStream(converting: nil, audio, to: encoding, from: request.offset)
        guard begins else { return stream }
        return try await begin(
            stream, encoding, of: file, input, name: "gift-\(id)-\(encoding.name)-from-\(request.offset)",
            isCacheable: false, for: account)
    }

    private func admit(
        _ listener: Listener, to track: ID<Track>, _ audio: AudioProperties, as caller: Principal
    ) async throws -> StreamSlot {
        try await admission.admit(listener, to: track, audio, within: caller.limits)
    }

    private static func check(_ offset: Int64, _ audio: AudioProperties) throws(DomainError) {
        guard offset == 0 || offset < audio.durationMilliseconds else {
            throw DomainError.invalid("The offset is beyond the end of the track", field: "offset")
        }
    }

    private func rendition(
        _ open: OpenTrack, _ encoding: Encoding, _ offset: Int64, for account: String, _ begins: Bool
    ) async throws -> AudioStream {
        let name = Self.name(open, encoding)
        guard let finished = try await cache.open(name) else {
            return try await convert(open, open.file, .original, encoding, offset, for: account, begins)
        }
        if offset == 0 { return AudioStream(finished, of: open.source, open.source.audio, as: encoding) }
        // FLAC frames are numbered from the beginning of the track; not every player accepts a stream that begins with
        // a later number.
        if encoding.format == .flac {
            return try await convert(open, finished, .original, encoding, offset, for: account, begins)
        }
        return try await convert(open, finished, .finished, encoding, offset, for: account, begins)
    }

    private func convert(
        _ open: OpenTrack, _ file: any ReadableFile, _ input: EncodeJob.Input, _ encoding: Encoding, _ offset: Int64,
        for account: String, _ begins: Bool
    ) async throws -> AudioStream {
        let stream = AudioStream(converting: open.source, open.source.audio, to: encoding, from: offset)
        guard begins else { return stream }
        let name = Self.name(open, encoding) + (offset == 0 ? "" : "-from-\(offset)")
        return try await begin(stream, encoding, of: file, input, name: name, isCacheable: true, for: account)
    }

    /// Starts a conversion.
    private func begin(
        _ stream: AudioStream, _ encoding: Encoding, of file: any ReadableFile, _ input: EncodeJob.Input,
        name: String, isCacheable: Bool, for account: String
    ) async throws -> AudioStream {
        let job = EncodeJob(
            file: file, input: input, encoding: encoding, offset: stream.offset,
            duration: stream.audio.durationMilliseconds, estimatedBytes: stream.estimatedBytes,
            isCacheable: isCacheable)
        var stream = stream
        do {
            stream.content = .growing(try await scheduler.open(job, name: name, for: account))
            return stream
        } catch let failure as TranscodeFailure {
            throw failure.error
        }
    }

    /// The cache's name for the rendition of this version of the file. It begins with the last two characters of the
    /// id, which are random: the cache has a folder for each such pair.
    private static func name(_ open: OpenTrack, _ encoding: Encoding) -> String {
        let id = open.source.track.rawValue
        let version = "\(String(open.file.size, radix: 16))-\(String(open.file.modifiedNanoseconds, radix: 16))"
        return "\(id.suffix(2))-\(id)-\(version)-\(encoding.name)"
    }
}

/// The audio of a track, or of a file that is not a track, ready to be sent.
package struct AudioStream: Sendable {
    package enum Content: Sendable {
        /// Complete: the track's own file or a finished rendition. Ranges of it may be served.
        case file(any ReadableFile)
        /// A running conversion.
        case growing(TranscodeReader)
        /// A conversion that would be necessary and has not been started.
        case pending
    }

    /// Nil for a file that is not a track.
    package let source: TrackSource?
    /// The properties of the audio before conversion.
    package let audio: AudioProperties
    package internal(set) var content: Content
    /// Nil if the file is sent unchanged.
    package let encoding: Encoding?
    /// The start within the track, in milliseconds.
    package let offset: Int64
    /// The approximate size in bytes; for a complete file, the file states it exactly.
    package let estimatedBytes: Int64
    /// The right to send the stream, to be retained for as long as it is sent; nil if nothing is to be sent.
    package private(set) var place: StreamSlot?

    /// The track's own file, or a finished rendition of it.
    init(_ file: any ReadableFile, of source: TrackSource?, _ audio: AudioProperties, as encoding: Encoding? = nil) {
        (self.source, self.audio, self.encoding) = (source, audio, encoding)
        (content, offset, estimatedBytes) = (.file(file), 0, 0)
    }

    /// A conversion that has not been started.
    init(converting source: TrackSource?, _ audio: AudioProperties, to encoding: Encoding, from offset: Int64) {
        (self.source, self.audio, self.encoding) = (source, audio, encoding)
        (content, self.offset) = (.pending, offset)
        estimatedBytes = encoding.estimatedBytes(of: audio.durationMilliseconds - offset, from: audio.rate)
    }

    /// The same stream with this slot.
    func taking(_ place: StreamSlot?) -> AudioStream {
        if let encoding { place?.convert(to: encoding) }
        var stream = self
        stream.place = place
        return stream
    }

    package var mediaType: String { encoding?.format.mediaType ?? audio.mediaType }

    /// The library part of the track, for ending streams when the listener loses access to it.
    package var libraryID: String? { source?.part }
    package var trackID: String? { source?.track.rawValue }

    /// The length of the sent audio in milliseconds.
    package var duration: Int64 { max(0, audio.durationMilliseconds - offset) }
}
