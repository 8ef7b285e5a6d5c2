package import CoreMetrics
import Synchronization

/// Counts requests by surface and status, their times until the last byte of the response was sent, and the bytes of
/// sent bodies. All connections and streams share one meter.
package final class RequestMeter: Sendable {
    /// The surface of a path. The number of labels is fixed, whatever clients request.
    package enum Surface: String, CaseIterable, Sendable {
        case native, remote, lyrics, scrobbles, shares, web, upkeep

        private static let beginnings: [(path: String, surface: Surface)] = [
            ("/api/", .native), ("/rest/", .remote), ("/musixmatch/", .lyrics), ("/lrclib/", .lyrics),
            ("/listenbrainz/", .scrobbles), ("/share/", .shares), ("/metrics", .upkeep), ("/health", .upkeep),
            ("/ready", .upkeep),
        ]

        package init(path: some StringProtocol) {
            self = Self.beginnings.first { path.utf8.starts(with: $0.path.utf8) }?.surface ?? .web
        }
    }

    private struct Key: Hashable {
        let surface: Surface
        let status: Int
    }

    private let factory: any MetricsFactory
    private let counters = Mutex<[Key: any CounterHandler]>([:])
    private let durations: [Surface: any TimerHandler]
    private let bytes: [Surface: any CounterHandler]
    private let open: any MeterHandler

    package init(_ factory: any MetricsFactory) {
        self.factory = factory
        durations = Dictionary(
            uniqueKeysWithValues: Surface.allCases.map {
                ($0, factory.makeTimer(label: "rondo_http_request_seconds", dimensions: [("surface", $0.rawValue)]))
            })
        bytes = Dictionary(
            uniqueKeysWithValues: Surface.allCases.map {
                ($0, factory.makeCounter(label: "rondo_http_sent_bytes_total", dimensions: [("surface", $0.rawValue)]))
            })
        open = factory.makeMeter(label: "rondo_http_requests_open", dimensions: [])
        open.set(Int64(0))
    }

    func began() {
        open.increment(by: 1)
    }

    func sent(_ count: Int, on surface: Surface) {
        bytes[surface]?.increment(by: Int64(count))
    }

    /// - Parameter status: nil where the connection ended before there was a response.
    func ended(_ surface: Surface, status: Int?, after nanoseconds: Int64) {
        open.decrement(by: 1)
        // A number that is no HTTP status counts as 0.
        let status = status.map { (100...599).contains($0) ? $0 : 0 } ?? 0
        let counter = counters.withLock { counters in
            if let known = counters[Key(surface: surface, status: status)] { return known }
            let made = factory.makeCounter(
                label: "rondo_http_requests_total",
                dimensions: [("surface", surface.rawValue), ("status", status == 0 ? "none" : "\(status)")])
            counters[Key(surface: surface, status: status)] = made
            return made
        }
        counter.increment(by: Int64(1))
        durations[surface]?.recordNanoseconds(nanoseconds)
    }
}

/// The requests in progress of one connection: HTTP/1.1 answers them in order, a stream of HTTP/2 has one.
struct RequestTimes {
    private struct Request {
        let surface: RequestMeter.Surface
        let began: ContinuousClock.Instant
        var status: Int?
    }

    private let meter: RequestMeter?
    private var requests: [Request] = []

    init(_ meter: RequestMeter?) {
        self.meter = meter
    }

    mutating func began(path: String?) {
        guard let meter else { return }
        meter.began()
        requests.append(Request(surface: RequestMeter.Surface(path: path ?? ""), began: .now))
    }

    mutating func answered(status: Int) {
        guard !requests.isEmpty else { return }
        requests[0].status = status
    }

    func sent(_ count: Int) {
        guard let first = requests.first else { return }
        meter?.sent(count, on: first.surface)
    }

    mutating func ended() {
        guard !requests.isEmpty else { return }
        let request = requests.removeFirst()
        let (seconds, attoseconds) = (ContinuousClock.now - request.began).components
        meter?.ended(
            request.surface, status: request.status, after: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    mutating func allEnded() {
        while !requests.isEmpty { ended() }
    }
}
