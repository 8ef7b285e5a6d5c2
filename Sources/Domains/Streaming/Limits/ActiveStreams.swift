package import Catalog
package import Primitives
import Synchronization

/// The streams that are being sent at this moment. They are in memory only: a server that was killed sends nothing.
package final class ActiveStreams: Sendable {
    /// The key of one stream, however many requests fetch it.
    private struct Place: Hashable {
        let player: String
        let track: ID<Track>
    }

    private struct State {
        var next: UInt64 = 0
        var open: [UInt64: StreamSlot.Facts] = [:]
        /// The number of requests for each place, by account.
        var places: [String: [Place: Int]] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Takes a place if one is free: an account has at most `limit` different ones. A request for a stream that its
    /// player already has open needs no further place. Nil if none is free.
    func enter(_ facts: StreamSlot.Facts, limit: Int?, _ meter: TransferMeter) -> StreamSlot? {
        let place = Place(player: facts.listener.player, track: facts.track)
        let account = facts.listener.account
        let number: UInt64? = state.withLock { state in
            let taken = state.places[account] ?? [:]
            if let limit, taken[place] == nil, taken.count >= limit { return nil }
            state.next += 1
            state.open[state.next] = facts
            state.places[account, default: [:]][place, default: 0] += 1
            return state.next
        }
        return number.map { StreamSlot($0, facts, self, meter) }
    }

    func leave(_ number: UInt64) {
        state.withLock { state in
            guard let facts = state.open.removeValue(forKey: number) else { return }
            let place = Place(player: facts.listener.player, track: facts.track)
            let account = facts.listener.account
            let left = (state.places[account]?[place] ?? 1) - 1
            state.places[account]?[place] = left > 0 ? left : nil
            if state.places[account]?.isEmpty == true { state.places[account] = nil }
        }
    }

    /// The number of streams that count for an account (`Listener.account`).
    package func count(of account: String) -> Int {
        state.withLock { $0.places[account]?.count ?? 0 }
    }

    /// All open streams, the oldest first.
    package func streams() -> [OpenStreamInfo] {
        let open = state.withLock { $0.open.sorted { $0.key < $1.key }.map(\.value) }
        return open.map(\.info)
    }
}

/// A stream that is being sent, as admins see it.
package struct OpenStreamInfo: Sendable, Equatable {
    package let listener: Listener
    /// The track, or the id of a submission that is played, which is no track's id.
    package let track: ID<Track>
    /// The format, such as `mp3`; that of the file if it is sent unchanged.
    package let format: String
    /// In kbit/s; 0 if unknown.
    package let bitrate: Int
    package let isConverted: Bool
    package let since: Timestamp
    /// The bytes sent so far.
    package let sent: Int64
}

/// The right to send one stream, which ends when this object is released. It also counts the bytes of the stream.
package final class StreamSlot: Sendable {
    /// The stream and its listener.
    final class Facts: Sendable {
        let listener: Listener
        let track: ID<Track>
        let since: Timestamp
        private let form: Mutex<(format: String, bitrate: Int, isConverted: Bool)>
        let sent = Atomic<Int64>(0)

        init(listener: Listener, track: ID<Track>, audio: AudioProperties, since: Timestamp) {
            self.listener = listener
            self.track = track
            self.since = since
            form = Mutex((audio.codec, audio.bitrate, false))
        }

        func convert(to encoding: Encoding) {
            form.withLock { $0 = (encoding.format.rawValue, encoding.bitrate, true) }
        }

        var info: OpenStreamInfo {
            let (format, bitrate, isConverted) = form.withLock { $0 }
            return OpenStreamInfo(
                listener: listener, track: track, format: format, bitrate: bitrate, isConverted: isConverted,
                since: since, sent: sent.load(ordering: .relaxed))
        }
    }

    private let number: UInt64
    private let facts: Facts
    private let activeStreams: ActiveStreams
    private let meter: TransferMeter

    init(_ number: UInt64, _ facts: Facts, _ activeStreams: ActiveStreams, _ meter: TransferMeter) {
        self.number = number
        self.facts = facts
        self.activeStreams = activeStreams
        self.meter = meter
    }

    deinit {
        activeStreams.leave(number)
    }

    func convert(to encoding: Encoding) {
        facts.convert(to: encoding)
    }

    /// Counts bytes that were handed to the socket.
    package func sent(_ bytes: Int) {
        facts.sent.add(Int64(bytes), ordering: .relaxed)
        meter.count(bytes, for: facts.listener.person)
    }
}
