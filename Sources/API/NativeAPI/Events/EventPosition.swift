import HTTPTypes
import Hummingbird

/// Where in the log of events a client goes on.
enum EventPosition: Equatable {
    /// It begins: what comes from now on.
    case now
    case after(Int64)
    /// It names a place that there cannot be.
    case unknown

    /// From `Last-Event-ID`, which browsers send when they come back, or else from the parameter `lastEventId`.
    init(_ request: Request) {
        // WHATWG HTML, "Server-sent events".
        let header = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let text = header ?? request.uri.queryParameters["lastEventId"].map(String.init)
        guard let text, !text.isEmpty else {
            self = .now
            return
        }
        guard let number = Int64(text), number >= 0 else {
            self = .unknown
            return
        }
        self = .after(number)
    }
}
