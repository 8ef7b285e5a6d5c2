import HTTPSupport
import HTTPTypes
import Hummingbird

/// The number of the newest event, which every answer with a JSON body names to a signed-in caller. A client that opens
/// its stream of events after it has read its data names the lowest number it was told as `since`, and misses nothing.
enum LatestEvent {
    private static let field = HTTPField.Name("Rondo-Latest-Event")

    /// - Parameter latest: the number of the newest event that every open stream has been sent; nil before the first.
    static func named(by endpoint: Endpoint, _ latest: @escaping @Sendable () -> Int64?) -> Endpoint {
        guard case .json = endpoint.reply else { return endpoint }
        return endpoint.handled { request, context in
            // Before the data is read: what changes meanwhile is sent by the stream.
            let number = latest()
            var response = try await endpoint.handler(request, context)
            let isSignedIn = context.authenticated != nil || response.headers[.setCookie] != nil
            if let field, let number, isSignedIn { response.headers[field] = String(number) }
            return response
        }
    }
}
