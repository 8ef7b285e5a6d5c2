import Catalog
import Primitives
import Synchronization

/// The right to send one stream, which ends when this is let go; and what counts the bytes of it.
package final class StreamSlot: Sendable {
    /// What is sent to whom.
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

    /// So many bytes have been handed to the socket.
    package func sent(_ bytes: Int) {
        facts.sent.add(Int64(bytes), ordering: .relaxed)
        meter.count(bytes, for: facts.listener.person)
    }
}
