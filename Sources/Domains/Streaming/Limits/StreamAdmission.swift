package import Accounts
package import Catalog
package import Primitives

/// Enforces the limits of the listener's plan before a stream begins. A stream that has begun plays to its end.
package struct StreamAdmission: Sendable {
    /// The number of repeated attempts to get a place: a player that skips to the next track requests it before the
    /// server has noticed that it closed the previous one.
    private static let retries = 20
    private static let pause = Duration.milliseconds(75)

    package let activeStreams: ActiveStreams
    package let meter: TransferMeter
    private let clock: any WallClock

    package init(activeStreams: ActiveStreams, meter: TransferMeter, clock: any WallClock = SystemWallClock()) {
        self.activeStreams = activeStreams
        self.meter = meter
        self.clock = clock
    }

    /// Admits a stream. Throws `rateLimited` with reason `plan_transfer` and the time to retry if the month's transfer
    /// is used up; with reason `plan_streams` if as many streams are open as the plan allows.
    ///
    /// - Parameter track: the track, or the id of a submission or of an episode, which are no tracks' ids.
    package func admit(
        _ listener: Listener, to track: ID<Track>, _ audio: AudioProperties, within limits: PlanLimits
    ) async throws -> StreamSlot {
        let total = try await meter.total(of: listener.person)
        if let most = Self.exceeded(limits, by: total) {
            throw Self.usedUp(most, listener, meter.month, clock.now())
        }
        let facts = StreamSlot.Facts(listener: listener, track: track, audio: audio, since: clock.now())
        for attempt in 0...Self.retries {
            if let place = activeStreams.enter(facts, limit: limits.streams, meter) { return place }
            if attempt < Self.retries { try await Task.sleep(for: Self.pause) }
        }
        throw Self.full(limits.streams ?? 0, listener)
    }

    /// As `admit`, without waiting. Nil if no place is free, or if the month's transfer is used up or not known yet.
    func admitAtOnce(
        _ listener: Listener, to track: ID<Track>, _ audio: AudioProperties, within limits: PlanLimits
    ) -> StreamSlot? {
        guard let total = meter.knownTotal(of: listener.person), Self.exceeded(limits, by: total) == nil else {
            return nil
        }
        let facts = StreamSlot.Facts(listener: listener, track: track, audio: audio, since: clock.now())
        return activeStreams.enter(facts, limit: limits.streams, meter)
    }

    /// The limits of the user's plan, and how much of them is used.
    package func use(of user: User) async throws -> PlanUse {
        PlanUse(
            user: user, transferred: try await meter.total(of: user.id), month: meter.month,
            openStreams: activeStreams.count(of: user.id.rawValue))
    }

    /// Throws `rateLimited` with reason `download_transfer` if `bytes` is more than is left of the user's monthly
    /// transfer.
    package func check(_ bytes: Int64, for person: ID<Person>, within limits: PlanLimits) async throws {
        guard let most = limits.monthlyTransfer else { return }
        let left = max(0, most - (try await meter.total(of: person)))
        guard bytes <= left else { throw Self.tooLittleLeft(left, bytes, meter.month, clock.now()) }
    }

    /// As the other `admit`, for an archive of `bytes`: one that is larger than what is left of the month is not
    /// started.
    ///
    /// - Parameter id: the id of the download's source, in place of a track's.
    package func admit(
        _ listener: Listener, toDownload id: String, bytes: Int64, within limits: PlanLimits
    ) async throws -> StreamSlot {
        try await check(bytes, for: listener.person, within: limits)
        let audio = AudioProperties(
            mediaType: "application/zip", codec: "zip", durationMilliseconds: 0, bitrate: 0, sampleRate: 0,
            channels: 0, bitDepth: 0)
        return try await admit(listener, to: ID(id), audio, within: limits)
    }

    private static func tooLittleLeft(
        _ left: Int64, _ bytes: Int64, _ month: TransferMonth, _ now: Timestamp
    ) -> DomainError {
        DomainError(
            .rateLimited,
            "This download has \(ByteCount(bytes)), and your plan has \(ByteCount(left)) of transfer left. It resets on \(month.nextDay)",
            reason: "download_transfer", retryAfter: max(.seconds(1), month.until.since(now)))
    }

    /// The month's transfer limit, if `total` has used it up.
    private static func exceeded(_ limits: PlanLimits, by total: Int64) -> Int64? {
        limits.monthlyTransfer.flatMap { total >= $0 ? $0 : nil }
    }

    private static func usedUp(
        _ most: Int64, _ listener: Listener, _ month: TransferMonth, _ now: Timestamp
    ) -> DomainError {
        let text =
            listener.isVisitor
            ? "The monthly transfer of this user's links is used up. It resets on \(month.nextDay)"
            : "Your plan's monthly transfer of \(ByteCount(most)) is used up. It resets on \(month.nextDay)"
        return DomainError(
            .rateLimited, text, reason: "plan_transfer", retryAfter: max(.seconds(1), month.until.since(now)))
    }

    private static func full(_ most: Int, _ listener: Listener) -> DomainError {
        let streams = most == 1 ? "1 stream" : "\(most) streams"
        let text =
            listener.isVisitor
            ? "Too many visitors are listening by this user's links. Try again later"
            : "Your plan allows \(streams) at once. Stop one of them first"
        return DomainError(.rateLimited, text, reason: "plan_streams", retryAfter: .seconds(5))
    }
}

/// The recipient of a stream, for limits and for the view of admins.
package struct Listener: Sendable, Hashable {
    /// The user whose plan the stream counts for.
    package let person: ID<Person>
    /// The identity of the player: the credential that it signed in with. Two requests of one player for the same track
    /// are one stream.
    package let player: String
    /// The address that the stream is sent to.
    package let address: String
    /// Whether the listener is a visitor with a link to one of the user's shares. All visitors together have as many
    /// streams as the user, and take none of the user's own.
    package let isVisitor: Bool

    package init(person: ID<Person>, player: String, address: String, isVisitor: Bool = false) {
        self.person = person
        self.player = player
        self.address = address
        self.isVisitor = isVisitor
    }

    /// The account whose conversions and streams are counted together.
    package var account: String { isVisitor ? "visitors of " + person.rawValue : person.rawValue }
}

/// The limits that apply to a user, and how much of them is used.
package struct PlanUse: Sendable {
    package let user: User
    /// The bytes that were transferred in the month.
    package let transferred: Int64
    package let month: TransferMonth
    package let openStreams: Int

    /// The plan's limits, with the bitrate that applies to the user.
    package var limits: PlanLimits {
        var limits = user.terms.limits
        limits.maximumBitrate = user.bitrateLimit
        return limits
    }
}
