package import Catalog
package import Primitives

/// Holds people to what their plan allows, before a stream begins. A stream that has begun plays to its end.
package struct StreamAdmission: Sendable {
    /// A player that goes to the next track asks for it before the gateway has heard that it has hung up on the one before.
    private static let timeout = 20
    private static let pause = Duration.milliseconds(75)

    package let activeStreams: ActiveStreams
    package let meter: TransferMeter
    private let clock: any WallClock

    package init(activeStreams: ActiveStreams, meter: TransferMeter, clock: any WallClock = SystemWallClock()) {
        self.activeStreams = activeStreams
        self.meter = meter
        self.clock = clock
    }

    /// Throws `rateLimited` with reason `plan_transfer`, and when to come back, where the month's transfer is used up; with reason
    /// `plan_streams` where as many streams are open as the plan allows.
    ///
    /// - Parameter track: what is heard; a gift's id, which is no track's, where it is that.
    func admit(
        _ listener: Listener, to track: ID<Track>, _ audio: AudioProperties, within limits: PlanLimits
    ) async throws -> StreamSlot {
        let total = try await meter.total(of: listener.person)
        if let most = Self.exceeded(limits, by: total) {
            throw Self.usedUp(most, listener, meter.month, clock.now())
        }
        let facts = StreamSlot.Facts(listener: listener, track: track, audio: audio, since: clock.now())
        for attempt in 0...Self.timeout {
            if let place = activeStreams.enter(facts, limit: limits.streams, meter) { return place }
            if attempt < Self.timeout { try await Task.sleep(for: Self.pause) }
        }
        throw Self.full(limits.streams ?? 0, listener)
    }

    /// As `admit`, where there is a place and what was sent this month is known; nil where not.
    func admitAtOnce(
        _ listener: Listener, to track: ID<Track>, _ audio: AudioProperties, within limits: PlanLimits
    ) -> StreamSlot? {
        guard let total = meter.knownTotal(of: listener.person), Self.exceeded(limits, by: total) == nil else {
            return nil
        }
        let facts = StreamSlot.Facts(listener: listener, track: track, audio: audio, since: clock.now())
        return activeStreams.enter(facts, limit: limits.streams, meter)
    }

    /// Throws `rateLimited` with reason `download_transfer` for more bytes than are left of the person's month.
    package func check(_ bytes: Int64, for person: ID<Person>, within limits: PlanLimits) async throws {
        guard let most = limits.monthlyTransfer else { return }
        let left = max(0, most - (try await meter.total(of: person)))
        guard bytes <= left else { throw Self.tooLittleLeft(left, bytes, meter.month, clock.now()) }
    }

    /// As the other `admit`, for an archive of so many bytes: one that is larger than what is left of the month is not begun.
    ///
    /// - Parameter id: of what is downloaded, in place of a track's.
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
            "This download has \(ByteCount(bytes)), and \(ByteCount(left)) of your plan's transfer are left until \(month.nextDay)",
            reason: "download_transfer", retryAfter: max(.seconds(1), month.until.since(now)))
    }

    /// The month's transfer, where so many bytes have used it up.
    private static func exceeded(_ limits: PlanLimits, by total: Int64) -> Int64? {
        limits.monthlyTransfer.flatMap { total >= $0 ? $0 : nil }
    }

    private static func usedUp(
        _ most: Int64, _ listener: Listener, _ month: TransferMonth, _ now: Timestamp
    ) -> DomainError {
        let text =
            listener.isVisitor
            ? "What may be heard by this person's links this month is used up; it goes on on \(month.nextDay)"
            : "Your plan's \(ByteCount(most)) of transfer for this month are used up; it goes on on \(month.nextDay)"
        return DomainError(
            .rateLimited, text, reason: "plan_transfer", retryAfter: max(.seconds(1), month.until.since(now)))
    }

    private static func full(_ most: Int, _ listener: Listener) -> DomainError {
        let streams = most == 1 ? "1 stream" : "\(most) streams"
        let text =
            listener.isVisitor
            ? "As many people as may are listening by this person's links at the moment"
            : "Your plan allows \(streams) at once, and as many are playing; stop one of them first"
        return DomainError(.rateLimited, text, reason: "plan_streams", retryAfter: .seconds(5))
    }
}
