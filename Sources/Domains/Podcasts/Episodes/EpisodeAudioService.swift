import Catalog
package import Primitives
package import Streaming
package import Submissions
import Synchronization

/// Opens the audio of episodes: the downloaded file, or else the file at the podcast's server, which is passed on as it
/// arrives.
package struct EpisodeAudioService: Sendable {
    /// The most files that are passed on at once.
    private static let mostRemote = 32
    /// Of requests for files whose facts are not known yet. Who plays an episode makes one.
    private static let pace = (burst: 60, refill: Duration.seconds(2))

    private let store: any PodcastStore
    private let files: any Quarantine
    private let source: any PodcastSource
    private let admission: StreamAdmission
    private let rules: PodcastRules.Source
    private let limiter: RateLimiter<ID<Person>>
    /// The facts about files that servers gave in the last minutes, by address.
    private let found = RecentAnswers<String, RemoteAudio>(capacity: 500, lifetime: .seconds(600))
    private let clock = SystemWallClock()
    private let remotes = RemotePlaces(most: EpisodeAudioService.mostRemote)

    /// - Parameter files: the downloaded episodes, by their ids.
    package init(
        store: any PodcastStore, files: any Quarantine, source: any PodcastSource, admission: StreamAdmission,
        rules: @escaping PodcastRules.Source, limiter: RateLimiter<ID<Person>>
    ) {
        self.store = store
        self.files = files
        self.source = source
        self.admission = admission
        self.rules = rules
        self.limiter = limiter
    }

    /// Throws `notFound` for an episode outside the caller's podcasts, `unavailable` where its server does not give it
    /// or too many are passed on, `rateLimited` for a caller who opens very many, and as `StreamAdmission` does.
    ///
    /// - Parameter begins: false for callers who only want to know what they would get.
    package func open(
        _ id: ID<Episode>, as caller: Principal, for listener: Listener, begins: Bool
    ) async throws -> EpisodeAudio {
        try caller.require(.stream)
        guard try await rules() != nil else { throw PodcastRules.off }
        guard let listed = try await store.episodes([id], for: caller.user).first else {
            throw EpisodeService.noSuchEpisode
        }
        let place = begins ? try await admit(listed.episode, caller, listener) : nil
        if listed.download?.state == .done, let file = try await files.open(id.rawValue) {
            return EpisodeAudio(
                content: .file(file), mediaType: listed.episode.item.mediaType, episode: listed.episode, place: place)
        }
        let audio = try await inspect(listed.episode, for: caller.user)
        guard let remote = remotes.take() else {
            throw DomainError(
                .unavailable, "Too many episodes are being played at the moment", reason: "podcasts_busy",
                retryAfter: .seconds(10))
        }
        return EpisodeAudio(
            content: .remote(audio, remote), mediaType: audio.mediaType, episode: listed.episode, place: place)
    }

    private func admit(_ episode: Episode, _ caller: Principal, _ listener: Listener) async throws -> StreamSlot {
        let item = episode.item
        // A feed may claim any size.
        let bitrate = item.size.flatMap { size in
            item.durationMilliseconds.map { Int(clamping: min(size, 1 << 50) * 8 / max($0, 1)) }
        }
        let audio = AudioProperties(
            mediaType: item.mediaType, codec: "podcast", durationMilliseconds: item.durationMilliseconds ?? 0,
            bitrate: bitrate ?? 0, sampleRate: 0, channels: 0, bitDepth: 0)
        return try await admission.admit(listener, to: ID(episode.id.rawValue), audio, within: caller.limits)
    }

    /// Players ask for many ranges of one file, so what its server says is remembered for a while.
    private func inspect(_ episode: Episode, for user: ID<Person>) async throws -> RemoteAudio {
        let address = episode.item.audio
        if let known = found.value(of: address, at: clock.now()) { return known }
        if let wait = limiter.take(user, burst: Self.pace.burst, refill: Self.pace.refill) {
            throw DomainError(
                .rateLimited, "You have opened many episodes within a minute. Try again later",
                reason: "too_many_episodes", retryAfter: wait)
        }
        do {
            let audio = try await source.inspect(LinkAddress(stated: address))
            found.remember(audio, of: address, at: clock.now())
            return audio
        } catch let failure as LinkFailure {
            throw DomainError(.unavailable, "The episode cannot be had: \(failure.detail)", reason: failure.rawValue)
        }
    }

    /// Passes the file, or a range of it, to `take` as it arrives. Throws `LinkFailure`.
    package func read(
        _ audio: RemoteAudio, _ range: Range<Int64>?, _ take: ([UInt8]) async throws -> Void
    ) async throws {
        try await source.read(audio, range, take)
    }
}

/// An episode's audio, ready to be sent.
package struct EpisodeAudio: Sendable {
    package enum Content: Sendable {
        case file(any ReadableFile)
        /// With the right to pass it on, to be retained for as long as it is sent.
        case remote(RemoteAudio, RemotePlace)
    }

    package let content: Content
    package let mediaType: String
    package let episode: Episode
    /// The right to send the stream; nil if nothing is to be sent.
    package let place: StreamSlot?
}

/// The places for files that are fetched at once.
final class RemotePlaces: Sendable {
    private let most: Int
    private let taken = Mutex(0)

    init(most: Int) {
        self.most = most
    }

    /// Nil where none is free.
    func take() -> RemotePlace? {
        let isFree = taken.withLock { taken in
            guard taken < most else { return false }
            taken += 1
            return true
        }
        return isFree ? RemotePlace { [self] in taken.withLock { $0 -= 1 } } : nil
    }
}

/// A place for a file that is passed on, which is free again when this object is released.
package final class RemotePlace: Sendable {
    private let release: @Sendable () -> Void

    fileprivate init(release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit {
        release()
    }
}
